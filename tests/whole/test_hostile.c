/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Profiles that are made to be too much: whatever they ask for, quern ends by itself, and needs no
 * more memory than their size explains.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"
#include "support/temporary.h"

TestSuite(hostile, .init = temporary_enter, .fini = temporary_leave, .timeout = 300);

#define HEADER "events: Ir\nfl=a.c\nfn=main\n"

enum { MANY = 1000000, LONG = 10 * 1000 * 1000 };

static void write_repeated(FILE *out, const char *text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fputs(text, out);
}

static void write_long_name(FILE *out)
{
    fputs("events: Ir\nfl=a.c\nfn=", out);
    write_repeated(out, "n", LONG);
    fputs("\n1 1\n", out);
}

static void write_long_apostrophes(FILE *out)
{
    fputs("events: Ir\nfl=a.c\nfn=", out);
    write_repeated(out, "n'", LONG / 20);
    fputs("\n1 1\n", out);
}

static void write_many_ids(FILE *out)
{
    fputs(HEADER, out);
    for (uint64_t i = 0; i < MANY; i++)
        fprintf(out, "fn=(%" PRIu64 ") f\n1 1\n", UINT64_MAX - i * 1000003);
}

static void write_many_parts(FILE *out)
{
    write_repeated(out, "part: 1\nevents: Ir\nfl=a.c\nfn=f\n1 1\ntotals: 1\n", MANY / 4);
}

static void write_large_lines(FILE *out)
{
    fputs(HEADER, out);
    for (uint64_t i = 0; i < MANY / 10; i++)
        fprintf(out, "%" PRIu64 " 1\n", UINT64_MAX - i * 1000003);
    fputs("4294967295 1\n4294967296 1\n", out);
}

static void write_many_events(FILE *out)
{
    fputs("events:", out);
    for (int i = 0; i < MANY / 10; i++)
        fprintf(out, " e%d", i);
    fputs("\nfl=a.c\nfn=main\n1 1\n", out);
}

static void write_deep_formulas(FILE *out)
{
    for (int i = 0; i < MANY / 10; i++)
        fprintf(out, "event: e%d = e%d + e%d\n", i, i + 1, i + 1);
    fputs(HEADER "1 1\n", out);
}

static void write_overflow(FILE *out)
{
    fputs(HEADER "1 9223372036854775807\n2 1\n", out);
}

static void write_largest_costs(FILE *out)
{
    fputs(HEADER "1 18446744073709551615\n2 5\n", out);
}

static void write_many_warnings(FILE *out)
{
    fputs(HEADER "1 1\n", out);
    write_repeated(out, "what?\n", MANY);
}

static void write_bytes(FILE *out)
{
    fputs(HEADER "1 1\n", out);
    for (int i = 0; i < MANY; i++)
        putc((int)((unsigned)i * 7919U >> 5 & 0xff), out);
}

static const struct hostile {
    const char *name;
    void (*write)(FILE *out);
    int status;
    const char *said; /* on stderr; NULL: anything */
} profiles[] = {
    {"a name of 10 MB", write_long_name, 0, NULL},
    {"half a million apostrophes", write_long_apostrophes, 0, NULL},
    {"a million ids", write_many_ids, 0, NULL},
    {"250,000 parts", write_many_parts, 0, NULL},
    {"line numbers up to 2^64", write_large_lines, 0, NULL},
    {"100,000 events", write_many_events, 1, "more than 1024 events"},
    {"formulas 100,000 deep", write_deep_formulas, 0, "event"},
    {"a sum above 64 bits", write_overflow, 1, "64 bits"},
    {"a cost above 63 bits", write_largest_costs, 0, "profile:4:"},
    {"a million damaged lines", write_many_warnings, 0, "profile:5:"},
    {"bytes of all kinds", write_bytes, 0, "profile:"},
};

/* As much memory as quern may have, in KiB; the sanitizers need more than there is. */
#ifdef FAULTS_LIBRARY
#define LIMIT "ulimit -v %d; "
#else
#define LIMIT ": %d; "
#endif
enum { MOST_MEMORY = 1000000 };

static void check_within(const struct hostile *hostile, const char *options, int memory)
{
    char command[300], *quern = run_quern_path();

    snprintf(command, sizeof(command), LIMIT "exec '%s' %s profile", memory, quern, options);
    struct run run = run_program("sh", (char *[]){"sh", "-c", command, NULL}, NULL);
    cr_expect_eq(run.status, hostile->status, "%s, %s: status %d: %.300s", hostile->name, options,
                 run.status, run.err);
    if (hostile->said)
        cr_expect(strstr(run.err, hostile->said), "%s, %s: %.300s", hostile->name, options,
                  run.err);
    run_free(&run);
    free(quern);
}

static void check(const struct hostile *hostile, const char *options)
{
    check_within(hostile, options, MOST_MEMORY);
}

Test(hostile, profiles_that_are_too_much)
{
    static const char *const views[] = {"--auto=yes --threshold=100 --inclusive=yes", "--by=line",
                                        "--top --format=json", "--format=callgrind"};

    for (size_t i = 0; i < sizeof(profiles) / sizeof(*profiles); i++) {
        FILE *file = fopen("profile", "w");
        cr_assert(file);
        profiles[i].write(file);
        fclose(file);
        for (size_t j = run_is_thorough() ? 0 : i % 4; j < 4; j += run_stride())
            check(&profiles[i], views[j]);
    }
}

/* What backtracks too far is an error, and none takes longer than the time limit of a test. */
Test(hostile, regular_expressions_on_a_name_of_a_million_letters)
{
    static const char given_up[] = "cannot be matched with a name of 1000000 bytes";
    static const char too_long[] = "a name has 1000000 bytes";
    static const struct {
        const char *options;
        struct hostile name;
    } cases[] = {
        {"--top --function='[a-z]+::x'", {"its end", NULL, 0, NULL}},
        {"--top --ignore='(n*)*[bc]'", {"repeated repeats", NULL, 1, given_up}},
        {"--peek='(.*)(.*)(.*)$'", {"all of it", NULL, 0, NULL}},
        {"--annotate='(n|nn)*$'", {"a choice", NULL, 1, given_up}},
        {"--call-tree='[a-z]+:?n$'", {"all but one", NULL, 0, NULL}},
        {"--top --fail-if='Ir of [a-z]+[^n]|n > 5'", {"one letter", NULL, 0, NULL}},
        {"--top --fail-if='Ir of (n|nn)*$ > 5'", {"a limit", NULL, 1, given_up}},
        {"--top --mod-funcname='s/n|n.*b/x/g'", {"each letter", NULL, 1, too_long}},
    };
    FILE *file = fopen("profile", "w");

    cr_assert(file);
    fputs("events: Ir\nfl=a.c\nfn=", file);
    write_repeated(file, "n", MANY);
    fputs("\n1 1\n", file);
    fclose(file);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        check(&cases[i].name, cases[i].options);
}

/* Half a gigabyte of one line in 500 KB, where tests are thorough. */
Test(hostile, bombs)
{
    static const char *const commands[] = {
        "{ printf 'events: Ir\\nfl=a\\nfn=f\\n'; yes '1 1' | head -c $size; } | gzip -1 "
        ">profile",
        "head -c $size /dev/zero | gzip -1 >profile",
    };
    static const struct hostile bombs[] = {
        {"a bomb of cost lines", NULL, 0, NULL},
        {"a bomb of nothing", NULL, 1, "not a profile"},
    };

    run_need_library("hostile", "zlib");
    setenv("size", run_is_thorough() ? "500000000" : "50000000", 1);
    for (size_t i = 0; i < sizeof(bombs) / sizeof(*bombs); i++) {
        free(run_output("sh", (char *[]){"sh", "-c", (char *)commands[i], NULL}, NULL));
        check(&bombs[i], "--top");
    }
}

/* Each takes a name, a place, a line and a row: what these need beside their figures counts. */
Test(hostile, many_files)
{
    enum { N_FILES = 300000, MEMORY = 220000 };
    static const struct hostile many_files = {"300,000 files", NULL, 0, NULL};
    FILE *file = fopen("profile", "w");

    cr_assert(file);
    fputs("events: Ir\nfn=main\n", file);
    for (size_t i = 0; i < N_FILES / run_step_sanitized(30); i++)
        fprintf(file, "fi=f%zu.c\n1 1\n", i);
    fclose(file);
    check_within(&many_files, "--jobs=1 --auto=yes --threshold=100", MEMORY);
    check_within(&many_files, "--jobs=1 --by=line", MEMORY);
    check_within(&many_files, "--jobs=1 --diff=profile --auto=no", MEMORY);
    check_within(&many_files, "--jobs=1 --diff=profile --by=file", MEMORY);
}

/* Seconds of the processor that quern may take, of which it needs one or less. */
enum { MOST_SECONDS = 15 };

static void check_time(const char *options)
{
    char command[300], *quern = run_quern_path();

    snprintf(command, sizeof(command), "ulimit -t %d; exec '%s' %s profile", MOST_SECONDS, quern,
             options);
    struct run run = run_program("sh", (char *[]){"sh", "-c", command, NULL}, NULL);
    cr_expect(run.status == 0 || run.status == 3, "%s: status %d: %.300s", options, run.status,
              run.err);
    run_free(&run);
    free(quern);
}

static void write_functions(const char *path, int cost)
{
    enum { N_FUNCTIONS = 40000, N_FILES = 50 };
    FILE *file = fopen(path, "w");

    cr_assert(file);
    fputs("events: Ir\n", file);
    for (int i = 0; i < N_FUNCTIONS; i++)
        fprintf(file, "fl=/nosuch/%d.c\nfn=f%d\n1 %d\n", i % N_FILES, i, cost);
    fclose(file);
}

/* None of them can be shown: each is looked for in vain. */
Test(hostile, many_functions_that_grew)
{
    write_functions("old", 10);
    write_functions("profile", 20);
    check_time("--format=github --diff=old");
    check_time("--format=sarif --fail-if='Ir of each . > 1'");
}

enum { N_CALLEES = 16000 };

/* Each has a path of its own, below which are all that the hub calls. */
static void write_callees(const char *path)
{
    FILE *file = fopen(path, "w");

    cr_assert(file);
    fputs(HEADER "1 1\n", file);
    for (int i = 0; i < N_CALLEES; i++)
        fprintf(file, "cfn=f%d\ncalls=1 1\n1 %d\n", i, i + 2);
    for (int i = 0; i < N_CALLEES; i++)
        fprintf(file, "fn=f%d\n1 1\ncfn=hub\ncalls=1 1\n1 %d\n", i, i + 1);
    fputs("fn=hub\n", file);
    for (int i = 0; i < N_CALLEES; i++)
        fprintf(file, "cfn=g%d\ncalls=1 1\n1 %d\n", i, i + 1);
    for (int i = 0; i < N_CALLEES; i++)
        fprintf(file, "fn=g%d\n1 %d\n", i, i + 1);
    fclose(file);
}

Test(hostile, many_callees)
{
    write_callees("profile");
    check_time("--peek=.");
}

/* Of the path through each of them all the others would be a part. */
Test(hostile, chain_of_callees)
{
    enum { LENGTH = 5000 };
    FILE *file = fopen("profile", "w");

    cr_assert(file);
    fputs("events: Ir\nfl=a.c\n", file);
    for (int i = 0; i < LENGTH; i++)
        fprintf(file, "fn=f%d\n1 1\ncfn=f%d\ncalls=1 1\n1 %d\n", i, i + 1, LENGTH - i - 1);
    fclose(file);
    struct run run = run_quern(OPTIONS("--peek=."), "profile");
    cr_expect_eq(run.status, 0);
    cr_expect_not_null(strstr(run.err, " functions are left out: --peek of fewer has them"), "%s",
                       run.err);
    cr_expect_lt(run.out_size, 20000000);
    run_free(&run);
}

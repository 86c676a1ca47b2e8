/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Proofs that need no reference: what one run recorded in two ways, or what is given in two ways,
 * must give the same report to the byte, headers apart. First over the profiles in testdata/, then
 * over current ones.
 */

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "support/report.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(equalities, .init = run_leave_to_plain_builds, .timeout = 120);

enum { ARGUMENTS_MAX = 32, LINE_SIZE = 1024 };

/* Every row and every listing; and every function with its inclusive cost. */
#define REPORT "--threshold=100 --tree=both --context=1 --show-percs=no"
#define TABLES REPORT " --auto=no"
#define INCLUSIVE TABLES " --inclusive=both"
#define HOTSPOTS "--top=1000000 --inclusive=yes"

/* The line at `at`, to be printed with %.*s. */
static int line_length(const char *at)
{
    return (int)strcspn(at, "\n");
}

static void check_same(const char *options, const char *left, const char *right)
{
    char *outputs[] = {report_of(options, left, NULL), report_of(options, right, NULL)};
    const char *a = report_without_header(outputs[0]);
    const char *b = report_without_header(outputs[1]);
    const char *line_a = a;
    const char *line_b = b;

    for (; *a != '\0' && *a == *b; a++, b++) {
        if (*a == '\n') {
            line_a = a + 1;
            line_b = b + 1;
        }
    }
    cr_expect(*a == *b, "quern %s\n  %s:\n    |%.*s|\n  %s:\n    |%.*s|", options, left,
              line_length(line_a), line_a, right, line_length(line_b), line_b);
    cr_expect(strpbrk(report_without_header(outputs[0]), "123456789"), "an empty report of %s",
              left);
    free(outputs[0]);
    free(outputs[1]);
}

static void check_all(const char *left, const char *right)
{
    check_same(REPORT, left, right);
    check_same(INCLUSIVE, left, right);
    check_same(HOTSPOTS, left, right);
}

/* --top is --by=function, and its number that of --rows, whatever else is asked for. */
static void check_top(const char *profile)
{
    static const char *const formats[] = {"text", "json", "csv", "tsv", "markdown"};
    static const char *const others[] = {"", " --inclusive=yes", " --sort=calls",
                                         " --percent-limit=1", " --rows=2"};

    for (size_t i = 0; i < ARRAY_LENGTH(formats); i++)
        for (size_t j = 0; j <= ARRAY_LENGTH(others); j++) {
            bool is_numbered = j == ARRAY_LENGTH(others);
            char top[LINE_SIZE], by[LINE_SIZE];
            snprintf(top, sizeof top, "--format=%s --top%s", formats[i],
                     is_numbered ? "=3" : others[j]);
            snprintf(by, sizeof by, "--format=%s --by=function%s", formats[i],
                     is_numbered ? " --rows=3" : others[j]);
            char *left = report_of(top, profile, NULL), *right = report_of(by, profile, NULL);
            cr_expect_str_eq(left, right, "%s %s", top, profile);
            free(left);
            free(right);
        }
}

static void enter_testdata(void)
{
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
}

#define O_BEFORE "o_before.1 o_before.2 o_before.3 o_before.4 o_before"

Test(equalities, top_is_by_function)
{
    enter_testdata();
    check_top("mix_O2");
    check_top("cycles");
    check_top("cachegrind_nocache");
}

Test(equalities, a_run_in_parts_is_the_run_at_once)
{
    enter_testdata();
    check_all("o_every", "cycles");
    check_all("o_after", O_BEFORE);
    check_all("--part=1-5 o_after", "o_after");
}

Test(equalities, threads_apart_are_the_threads_together)
{
    enter_testdata();
    check_all("o_threads-01 o_threads-02", "o_threads_combined");
    check_all("--thread=2 o_threads_combined", "o_threads-02");
    check_all("--thread=1 o_threads-01 o_threads-02", "o_threads-01");
}

Test(equalities, compression_of_positions_changes_nothing)
{
    enter_testdata();
    check_all("o_nopos", "cycles");
    check_all("spec/instr-compressed", "spec/instr");
}

Test(equalities, compression_of_names_changes_nothing)
{
    enter_testdata();
    check_all("o_nocompress", "inl");
    check_all("d_mangled", "d_plain");
    check_same(REPORT, "d_mangled_callers3", "d_callers3");
    check_all("spec/compressed", "spec/extended");
    check_all("spec/compressed-table", "spec/extended");
}

Test(equalities, addresses_blocks_and_jumps_change_nothing)
{
    enter_testdata();
    check_all("o_jumps_instr_inl", "inl");
    check_all("o_jumps", "fnptr");
    check_all("d_bb", "d_plain");
    check_all("d_bbs", "d_plain");
    check_all("d_instr_bb", "d_plain");
    check_same(INCLUSIVE, "o_instr_only", "cycles");
    check_same(HOTSPOTS, "o_instr_only", "cycles");
}

Test(equalities, the_order_of_inputs_changes_nothing)
{
    enter_testdata();
    check_all("o_before o_before.3 o_before.1 o_before.4 o_before.2", O_BEFORE);
    check_all("o_cache_branch --sort=Ir --show=Ir,Dr fib cycles",
              "cycles fib o_cache_branch --sort=Ir --show=Ir,Dr");
    check_all("o_threads-02 o_threads-01", "o_threads-01 o_threads-02");
}

/* Write the files one after the other into one, which is a profile of as many parts. */
static void concatenate(const char *to, const char *from[], size_t count)
{
    FILE *out = fopen(to, "w");

    cr_assert(out, "cannot write %s", to);
    for (size_t i = 0; i < count; i++) {
        char path[LINE_SIZE];
        size_t size;

        snprintf(path, sizeof(path), "%s/%s", TESTDATA_DIR, from[i]);
        FILE *in = fopen(path, "r");
        cr_assert(in, "cannot open %s", path);
        char *text = run_read_file(in, &size);
        cr_assert_eq(fwrite(text, 1, size, out), size);
        free(text);
        fclose(in);
    }
    cr_assert_eq(fclose(out), 0);
}

Test(equalities, the_grouping_of_inputs_changes_nothing, .init = temporary_enter,
     .fini = temporary_leave)
{
    static const char *all[] = {"o_before.1", "o_before.2", "o_before.3", "o_before.4", "o_before"};

    for (size_t i = 0; i < 5; i++)
        concatenate(all[i], all + i, 1);
    concatenate("first-two", all, 2);
    concatenate("last-three", all + 2, 3);
    concatenate("first-four", all, 4);
    concatenate("all", all, 5);
    check_same(TABLES, "first-two last-three", O_BEFORE);
    check_same(TABLES, "first-four o_before", O_BEFORE);
    check_same(TABLES, "all", O_BEFORE);
    check_same(HOTSPOTS, "last-three first-two", O_BEFORE);
    check_same(HOTSPOTS, "all", "first-four o_before");
}

/* Whole outputs this time, headers too: all come in as standard input. */
Test(equalities, compression_changes_no_byte)
{
    static const char *const files[] = {"compressed/hello_asm.gz", "compressed/hello_asm.zst",
                                        "compressed/hello_asm.xz", "compressed/members.gz",
                                        "compressed/frames.zst",   "compressed/streams.xz"};

    enter_testdata();
    char *plain = report_of(REPORT, "-", "hello_asm");
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        if (!run_quern_reads(files[i]))
            continue;
        char *unpacked = report_of(REPORT, "-", files[i]);
        cr_expect_str_eq(unpacked, plain, "%s gives another report", files[i]);
        free(unpacked);
        check_same(REPORT, files[i], "hello_asm");
    }
    free(plain);
}

static char *shell(char *command)
{
    return run_output("sh", (char *[]){"sh", "-c", command, NULL}, NULL);
}

Test(equalities, pipes_and_files_are_the_same, .init = temporary_enter, .fini = temporary_leave)
{
    char *quern = run_quern_path();
    char command[2 * LINE_SIZE];
    char *out;

    concatenate("profile", (const char *[]){"mix_O2"}, 1);
    char *plain = report_of(TABLES, "profile", NULL);

    snprintf(command, sizeof(command), "cat profile | '%s' " TABLES " -", quern);
    out = shell(command);
    cr_expect_str_eq(report_without_header(out), report_without_header(plain),
                     "a pipe gives another report");
    free(out);

    cr_assert_eq(mkfifo("fifo", 0600), 0, "cannot make a FIFO");
    snprintf(command, sizeof(command), "cat profile >fifo & '%s' " TABLES " fifo", quern);
    out = shell(command);
    cr_expect_str_eq(report_without_header(out), report_without_header(plain),
                     "a FIFO gives another report");
    free(out);
    free(plain);
    free(quern);
}

/* --- Fresh profiles --- */

static void compile(const char *source, char *level)
{
    char path[LINE_SIZE];
    char *arguments[] = {"cc", "-g", level, "-pthread", "-o", "./program", path, NULL};

    snprintf(path, sizeof(path), "%s/src/%s", TESTDATA_DIR, source);
    free(run_output("cc", arguments, NULL));
}

/* Profile the program with more options, separated by single blanks. */
static void record(const char *profile, const char *options)
{
    char line[LINE_SIZE];
    char *arguments[ARGUMENTS_MAX] = {"valgrind"};
    size_t count = 1;

    snprintf(line, sizeof(line), "--tool=callgrind --callgrind-out-file=%s %s ./program", profile,
             options);
    for (char *word = strtok(line, " "); word && count < ARGUMENTS_MAX - 1;
         word = strtok(NULL, " "))
        arguments[count++] = word;
    free(run_output("valgrind", arguments, NULL));
}

static void enter_with_valgrind(void)
{
    run_leave_to_plain_builds();
    run_need("equalities", "cc");
    run_need("equalities", "valgrind");
    temporary_enter();
}

#define IN_MAIN "--toggle-collect=main "

/*
 * Where a dump comes between two blocks of libc, Callgrind counts a jump there as a call or not:
 * the number of such calls may be another one with dumps than without.
 */
#define OF_PROGRAM "--object=/program$ "

/* Recursion of all shapes, and code inlined from several files. */
static void check_current(const char *source)
{
    static const char *const forms[] = {"--compress-pos=no",
                                        "--compress-strings=no",
                                        "--compress-strings=no --compress-pos=no",
                                        "--dump-instr=yes",
                                        "--dump-instr=yes --compress-pos=no",
                                        "--compress-mangled=yes",
                                        "--dump-bb=yes",
                                        "--collect-jumps=yes"};

    compile(source, "-O1");
    record("plain", IN_MAIN);
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i += run_stride()) {
        char options[LINE_SIZE], profile[LINE_SIZE];

        snprintf(options, sizeof(options), IN_MAIN "%s", forms[i]);
        snprintf(profile, sizeof(profile), "form%zu", i);
        record(profile, options);
        check_all(profile, "plain");
    }
    record("dumped", IN_MAIN "--dump-every-bb=3000 --combine-dumps=yes");
    check_same(OF_PROGRAM "--threshold=100 --auto=no --inclusive=both", "dumped", "plain");
    check_same(OF_PROGRAM HOTSPOTS, "dumped", "plain");
}

Test(equalities, current_recursion, .init = enter_with_valgrind, .fini = temporary_leave)
{
    check_current("recursion.c");
}

Test(equalities, current_inlined_code, .init = enter_with_valgrind, .fini = temporary_leave)
{
    check_current("inl_main.c");
}

/* Dumps between the phases, as files of their own, against one at the end. */
Test(equalities, current_dumps, .init = enter_with_valgrind, .fini = temporary_leave)
{
    compile("phases.c", "-O1");
    record("plain", IN_MAIN);
    record("dumps", IN_MAIN "--dump-before=phase_compute");
    check_all("dumps dumps.1 dumps.2 dumps.3 dumps.4", "plain");
    check_all("dumps.3 dumps.1 dumps dumps.4 dumps.2", "plain");
}

/* The files of the threads of a run, separated by blanks; their numbers are used again. */
static void find_threads(const char *profile, char *operands, size_t size)
{
    size_t length = 0;

    for (int thread = 1; thread < 9; thread++) {
        char path[LINE_SIZE];

        snprintf(path, sizeof(path), "%s-%02d", profile, thread);
        if (access(path, R_OK) == 0)
            length += (size_t)snprintf(operands + length, size - length, " %s", path);
    }
    cr_assert(length > 0 && length < size, "there are no files %s-*", profile);
}

/* Only what the threads compute: how they wait for each other differs from run to run. */
#define IN_THREADS "--toggle-collect=collatz "
#define LINES "--by=line -n 1000 --file=threads.c"

Test(equalities, current_threads, .init = enter_with_valgrind, .fini = temporary_leave)
{
    char apart[LINE_SIZE];

    compile("threads.c", "-O0");
    record("together", IN_THREADS);
    record("apart", IN_THREADS "--separate-threads=yes");
    record("combined", IN_THREADS "--separate-threads=yes --combine-dumps=yes");
    find_threads("apart", apart, sizeof(apart));
    check_same(LINES, apart, "together");
    check_same(LINES, "combined", "together");
    check_same("--by=file --file=threads.c", apart, "combined");
}

static void check_packer(char *packer, const char *library, char *command)
{
    run_need("equalities", packer);
    run_need_library("equalities", library);
    temporary_enter();
    concatenate("profile", (const char *[]){"strtpl"}, 1);
    free(shell(command));
    char *plain = report_of(TABLES, "-", "profile");
    char *unpacked = report_of(TABLES, "-", "packed");
    cr_expect_str_eq(unpacked, plain, "%s changes the report", packer);
    check_same(TABLES, "packed", "profile");
    free(plain);
    free(unpacked);
    temporary_leave();
}

Test(equalities, current_gzip)
{
    check_packer("gzip", "zlib", "gzip -c profile >packed");
}

Test(equalities, current_zstd)
{
    check_packer("zstd", "zstd", "zstd -qc profile >packed");
}

Test(equalities, current_xz)
{
    check_packer("xz", "lzma", "xz -c profile >packed");
}

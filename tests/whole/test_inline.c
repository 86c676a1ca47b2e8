/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * --inline against the truth: for each address that Valgrind saw executed, llvm-symbolizer says
 * which function was inlined there. What is only moved must be the same to the unit.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/names.h"
#include "profile/name_pieces.h"
#include "support/run.h"
#include "support/temporary.h"

#ifdef HAVE_LIBDW

#include <libiberty/demangle.h>

/* A test that is skipped here is not ended by `fini`. */
static void enter(void)
{
    run_need_library("inline", "libdw");
    run_need("inline", "gcc");
    run_need("inline", "g++");
    run_need("inline", "valgrind");
    temporary_enter();
}

TestSuite(inline_, .init = enter, .fini = temporary_leave, .timeout = 300);

enum { COMMAND_SIZE = 1000, FIELDS = 40 };

static void shell(const char *format, const char *first, const char *second, const char *third)
{
    char command[COMMAND_SIZE];
    char *arguments[] = {"sh", "-c", command, NULL};

    snprintf(command, sizeof command, format, first, second, third);
    free(run_output("sh", arguments, NULL));
}

/* Compiles a program of testdata/src as ./program. */
static void compile(const char *compiler, const char *source)
{
    shell("%s -o program " TESTDATA_DIR "/src/%s%s", compiler, source, "");
}

/* Records ./program. */
static void record(const char *profile, const char *options)
{
    shell("valgrind --tool=callgrind --callgrind-out-file=%s %s %s ./program", profile, options,
          "");
}

/* What quern prints, and in *said what it says of objects; the caller frees both. */
static char *print(const char *profile, const char *options, char **said)
{
    char *quern = run_quern_path(), command[COMMAND_SIZE];
    char *arguments[] = {"sh", "-c", command, NULL};

    snprintf(command, sizeof command, "%s %s %s 2>said", quern, options, profile);
    char *out = run_output("sh", arguments, NULL);
    free(quern);
    if (said != NULL) {
        size_t size;
        FILE *file = fopen("said", "r");
        cr_assert(file);
        *said = run_read_file(file, &size);
        fclose(file);
    }
    return out;
}

/* Cuts the next row of CSV into fields, in place. Returns false at the end. */
static bool next_row(char **rest, char *fields[FIELDS], size_t *count)
{
    char *from = *rest, *to = *rest;

    *count = 0;
    if (*from == '\0')
        return false;
    for (bool is_last = false; !is_last;) {
        bool is_quoted = *from == '"';
        cr_assert_lt(*count, FIELDS);
        fields[(*count)++] = to;
        from += is_quoted;
        while (is_quoted ? *from != '"' || from[1] == '"' : strchr(",\r\n", *from) == NULL) {
            from += is_quoted && *from == '"';
            *to++ = *from++;
        }
        from += is_quoted;
        from += *from == '\r';
        is_last = *from++ == '\n';
        *to++ = '\0';
    }
    *rest = from;
    return true;
}

static size_t find_column(char *const fields[FIELDS], size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(fields[i], name) == 0)
            return i;
    cr_assert_fail("no column %s", name);
    return 0;
}

/* Whether the symbolizer means the function; what has no linkage name has no scope there. */
static bool is_same(const char *ours, const char *theirs)
{
    char *demangled = theirs[0] == '_' && (theirs[1] == 'Z' || theirs[1] == 'R')
                        ? cplus_demangle(theirs, DMGL_ANSI | DMGL_PARAMS)
                        : NULL;
    struct text left = plain_name(text_of(ours)),
                right = plain_name(text_of(demangled != NULL ? demangled : theirs));
    size_t length = strcspn(theirs, "<");
    char base[COMMAND_SIZE];
    bool is_equal = text_equal(left, right);

    snprintf(base, sizeof base, "%.*s", (int)length, theirs);
    is_equal = is_equal || (demangled == NULL && strstr(ours, base) != NULL);
    free(demangled);
    return is_equal;
}

/* Checks all instructions that were executed, of which `most_wrong` percent may disagree. */
static void check_addresses(const char *what, size_t most_wrong)
{
    char *table = print("profile",
                        "--inline --by=instruction --top=1000000 --format=csv "
                        "--object=/program$",
                        NULL);
    char *rest = table, *fields[FIELDS], *functions[20000];
    size_t count, n_rows = 0, n_wrong = 0, n_checked = 0;
    FILE *addresses = fopen("addresses", "w");

    cr_assert(addresses && next_row(&rest, fields, &count));
    size_t function = find_column(fields, count, "function"),
           address = find_column(fields, count, "address");
    while (next_row(&rest, fields, &count)) {
        cr_assert_lt(n_rows, ARRAY_LENGTH(functions));
        functions[n_rows++] = fields[function];
        fprintf(addresses, "%s\n", fields[address]);
    }
    fclose(addresses);
    char *arguments[] = {"llvm-symbolizer", "--obj=./program", "--functions=linkage",
                         "--inlines",       "--no-demangle",   NULL};
    char *symbols = run_output("llvm-symbolizer", arguments, "addresses"), *at = symbols;
    char first_wrong[500] = "";
    for (size_t i = 0; i < n_rows && *at != '\0'; i++) {
        char *end = strstr(at, "\n\n");
        cr_assert(end);
        at[strcspn(at, "\n")] = '\0';
        bool is_known = strcmp(at, "??") != 0 && strncmp(functions[i], "0x", 2) != 0 &&
                        functions[i][0] != '(' && functions[i][0] != '\0';
        n_checked += is_known;
        if (is_known && !is_same(functions[i], at) && n_wrong++ == 0)
            snprintf(first_wrong, sizeof first_wrong, "%s is not %s", functions[i], at);
        at = end + 2;
    }
    cr_expect_gt(n_checked, 50, "%s: %zu", what, n_checked);
    cr_expect_leq(n_wrong * 100, most_wrong * n_checked, "%s: %zu of %zu, first %s", what, n_wrong,
                  n_checked, first_wrong);
    free(symbols);
    free(table);
}

Test(inline_, is_what_llvm_symbolizer_says)
{
    static const struct {
        const char *compiler, *source;
    } cases[] = {
        {"gcc -g -O1", "inlined.c"},          {"gcc -g -O3 -no-pie", "inlined.c"},
        {"g++ -g -O1", "inlined.cpp"},        {"g++ -g -O2", "inlined.cpp"},
        {"g++ -g1 -O2", "inlined.cpp"},       {"g++ -gdwarf-4 -O2", "inlined.cpp"},
        {"g++ -g -O2 -flto", "inlined.cpp"},  {"g++ -std=c++17 -g -O2", "inlined_lambdas.cpp"},
        {"clang -gdwarf-4 -O2", "inlined.c"}, {"clang++ -gdwarf-4 -O2", "inlined.cpp"},
    };

    run_need("inline", "llvm-symbolizer");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i += run_step_sanitized(5)) {
        if (strncmp(cases[i].compiler, "clang", 5) == 0)
            run_need("inline", "clang");
        compile(cases[i].compiler, cases[i].source);
        record("profile", "--dump-instr=yes");
        check_addresses(cases[i].compiler, 0);
    }
}

/* What several units have is in units of its own, which no code is of. */
Test(inline_, is_what_llvm_symbolizer_says_after_dwz)
{
    static const char *const compilers[] = {"g++ -g -O2", "g++ -gdwarf-4 -O2"};

    run_need("inline", "llvm-symbolizer");
    run_need("inline", "dwz");
    for (size_t i = 0; i < ARRAY_LENGTH(compilers); i++) {
        compile(compilers[i], "inlined.cpp -c");
        shell("mv program one.o && sed 's/int main/int other/' " TESTDATA_DIR
              "/src/inlined.cpp >other.cpp && %s -c -o two.o other.cpp && %s -o program one.o "
              "two.o -Wl,-z,muldefs && dwz%s program",
              compilers[i], compilers[i], "");
        record("profile", "--dump-instr=yes");
        check_addresses(compilers[i], 0);
    }
}

/*
 * Rust's compiler is not light: where it is not there, nothing is said. It makes functions one that
 * have the same code, as that of u64 and usize, and then either name is right.
 */
Test(inline_, is_what_llvm_symbolizer_says_of_rust)
{
    char *arguments[] = {"sh", "-c", "command -v rustc", NULL};
    struct run run = run_program("sh", arguments, NULL);
    bool is_there = run.status == 0;

    run_free(&run);
    if (!is_there)
        return;
    run_need("inline", "llvm-symbolizer");
    compile("rustc -g -O -C strip=none", "inlined.rs");
    record("profile", "--dump-instr=yes");
    check_addresses("rustc", 1);
}

static void check_equal(const char *profile, const char *options)
{
    char inlining[COMMAND_SIZE];

    snprintf(inlining, sizeof inlining, "--inline %s", options);
    char *plain = print(profile, options, NULL), *inlined = print(profile, inlining, NULL);
    cr_expect_str_eq(inlined, plain, "%s %s", options, profile);
    free(plain);
    free(inlined);
}

/* Adds up what functions cost themselves, by event. */
static void add_up(char *table, int64_t sums[FIELDS])
{
    char *rest = table, *names[FIELDS], *fields[FIELDS];
    size_t n_names, count;

    cr_assert(next_row(&rest, names, &n_names));
    while (next_row(&rest, fields, &count))
        for (size_t i = 0; i < count; i++)
            sums[i] += strncmp(names[i], "self:", 5) == 0 ? strtoll(fields[i], NULL, 10) : 0;
}

Test(inline_, only_moves_costs)
{
    static const char *const recordings[] = {"--cache-sim=yes --branch-sim=yes",
                                             "--dump-instr=yes --collect-jumps=yes"};
    static const char *const same[] = {"--by=line --format=csv", "--by=object --format=csv",
                                       "--list-events"};

    compile("g++ -g -O2", "inlined.cpp");
    for (size_t i = 0; i < ARRAY_LENGTH(recordings); i++) {
        int64_t plain[FIELDS] = {0}, inlined[FIELDS] = {0};
        record("profile", recordings[i]);
        for (size_t j = 0; j < ARRAY_LENGTH(same); j++)
            check_equal("profile", same[j]);
        char *table = print("profile", "--top=1000000 --format=csv", NULL);
        add_up(table, plain);
        free(table);
        table = print("profile", "--inline --top=1000000 --format=csv", NULL);
        add_up(table, inlined);
        free(table);
        cr_expect_arr_eq(plain, inlined, sizeof plain);
    }
}

/* What a function cost itself, by a table; -1 where it has no row. */
static int64_t cost_in(const char *table, const char *name)
{
    char *copy = strdup(table), *rest = copy, *fields[FIELDS];
    size_t count;
    int64_t found = -1;

    cr_assert(next_row(&rest, fields, &count));
    size_t function = find_column(fields, count, "function"),
           self = find_column(fields, count, "self:Ir");
    while (next_row(&rest, fields, &count))
        if (strcmp(fields[function], name) == 0)
            found = strtoll(fields[self], NULL, 10);
    free(copy);
    return found;
}

/* No line is taken for code of a function that it is not. */
Test(inline_, by_line_has_no_more_than_by_address)
{
    static const char options[] = "--inline --top=1000000 --format=csv --object=/program$";

    compile("g++ -g -O2", "inlined.cpp");
    record("lines", "");
    record("addresses", "--dump-instr=yes");
    char *table = print("lines", options, NULL), *rest = table, *fields[FIELDS];
    char *by_address = print("addresses", options, NULL);
    size_t count, n_inlined = 0;
    cr_assert(next_row(&rest, fields, &count));
    size_t function = find_column(fields, count, "function"),
           self = find_column(fields, count, "self:Ir"),
           calls = find_column(fields, count, "calls");
    while (next_row(&rest, fields, &count)) {
        if (strcmp(fields[calls], "0") != 0 && fields[calls][0] != '\0')
            continue;
        cr_expect_leq(strtoll(fields[self], NULL, 10), cost_in(by_address, fields[function]), "%s",
                      fields[function]);
        n_inlined++;
    }
    cr_expect_gt(n_inlined, 5);
    free(by_address);
    free(table);
}

Test(inline_, is_in_every_view)
{
    run_leave_to_plain_builds();
    static const struct {
        const char *options, *expected;
    } cases[] = {
        {"--top", "  .         .  normalize ("},
        {"--top --wide", "/program] [inlined]"},
        {"--top=300 --width=40", "  normalize [inlined]\n"},
        {"--top=300 --width=30", "  normalize\n"},
        {"--top --format=json", "\"function\": \"normalize\", \"inlined\": true, \"self\""},
        {"--top --format=json --wide", "/program\", \"by\": \""},
        {"--top --format=markdown", "\\[inlined\\]"},
        {"--top --format=csv", ",exact,inlined\r\n"},
        {"--top --format=csv", ",true,true\r\n"},
        {"--format=html", "\">normalize [inlined]</th><td>"},
        {"--peek=^weigh$", "weigh ("},
        {"--annotate=normalize", "largest = values[i];"},
        {"--annotate=main --inclusive=both", "\u2192 normalize ("},
        {"--annotate=main", " in normalize ("},
        {"--call-tree=^main$ --percent-limit=0", "normalize [inlined]"},
        {"--format=dot", "normalize"},
        {"--format=callgrind", "normalize\n"},
        {"--format=folded", ";main;normalize"},
        {"--top --function=normalize --format=json", "\"normalize\""},
        {"--top --fail-if='Ir of normalize > 1G'", " normalize ("},
    };

    compile("gcc -g -O2", "inlined.c");
    for (int has_addresses = 0; has_addresses < 2; has_addresses++) {
        record("profile", has_addresses ? "--dump-instr=yes" : "");
        for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
            char options[COMMAND_SIZE], *said;
            snprintf(options, sizeof options, "--inline %s", cases[i].options);
            char *out = print("profile", options, &said);
            cr_expect(strstr(out, cases[i].expected), "%s: %s", options, out);
            cr_expect_not(strstr(out, "\u2192,"), "%s: %s", options, out);
            cr_expect(strstr(said, has_addresses ? "quern: inline: program: by address, "
                                                 : "quern: inline: program: by line, "),
                      "%s: %s", options, said);
            free(out);
            free(said);
        }
    }
}

/* A group of nothing but inlined code has no calls that anybody counted, which are not 0. */
Test(inline_, counts_no_calls_of_groups)
{
    static const struct {
        const char *options, *row; /* from where calls are to its end */
    } cases[] = {
        {"--by=namespace", "      .         .  util\n"},
        {"--by=file", "      .         .  kin/twice.h\n"},
        {"--by=directory", "      .         .  kin\n"},
        {"--by=file:function", "      .         .  util::twice (kin/twice.h) ["},
        {"--by=namespace --format=csv", "namespace,,,,util,,,"},
        {"--by=file --format=csv", "file,,,kin/twice.h,,,,"},
        {"--by=directory --format=csv", "directory,,,,kin,,,"},
        {"--by=namespace --format=tsv", "namespace\t\t\t\tutil\t\t\t"},
        {"--by=namespace --format=json", "{\"namespace\": \"util\", \"self\""},
        {"--by=file --format=json", "\"file\": \"kin/twice.h\", \"self\""},
        {"--by=namespace --format=markdown", " | . | util |"},
        {"--by=file --format=markdown", " | . | kin/twice.h |"},
        /* Calls enter this cycle in inlined code alone. Which number it has depends on the
           libraries. */
        {"--call-tree=^app::ping --percent-limit=0 --format=json", "\"members\": 3, \"self\""},
        {"--call-tree=^app::ping --percent-limit=0 --format=csv", ">,,,"},
        /* Who has calls that were recorded and other code has no price per call. */
        {"--by=namespace", "  2,130         .  app\n"},
    };

    compile("g++ -g -O2", "inlined_recursion.cpp");
    record("profile", "--dump-instr=yes");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char options[COMMAND_SIZE];
        snprintf(options, sizeof options, "--inline %s", cases[i].options);
        char *out = print("profile", options, NULL);
        cr_expect(strstr(out, cases[i].row), "%s: %s", options, out);
        free(out);
    }
}

/* What was called and is inlined now is called as often as before, for all that is known. */
Test(inline_, compares_no_calls_that_nobody_counted)
{
    static const char *const options[] = {"--peek=^weigh$", "--tree=both --by=function"};

    shell("mkdir old new && gcc -g -O2 -fno-inline -o old/program " TESTDATA_DIR
          "/src/inlined.c && gcc -g -O2 -o new/program " TESTDATA_DIR "/src/inlined.c %s%s%s",
          "", "", "");
    shell("for i in old new; do valgrind --tool=callgrind --callgrind-out-file=$i.out "
          "--dump-instr=yes ./$i/program; done %s%s%s",
          "", "", "");
    for (size_t i = 0; i < ARRAY_LENGTH(options); i++) {
        char command[COMMAND_SIZE];
        snprintf(command, sizeof command,
                 "--inline --diff=old.out %s --mod-object='s/(old|new).program/program/'",
                 options[i]);
        char *out = print("new.out", command, NULL);
        cr_expect(strstr(out, "weigh"), "%s", out);
        cr_expect_not(strstr(out, "-1x"), "%s", out);
        cr_expect_not(strstr(out, "-1,000x"), "%s", out);
        free(out);
    }
}

/* What has no linkage name has its scopes, and no two functions have one name. */
Test(inline_, names_what_has_no_linkage_name)
{
    static const struct {
        const char *compiler;
        bool has_scopes; /* -g1 leaves out types and what is in them */
    } cases[] = {
        {"g++ -std=c++17 -g -O2", true},        {"g++ -std=c++17 -g -O3", true},
        {"g++ -std=c++17 -gdwarf-4 -O2", true}, {"g++ -std=c++17 -g -flto -O2", true},
        {"g++ -std=c++17 -g1 -O2", false},
    };
    static const char *const scoped[] = {
        "main::{lambda}::operator()",
        "(anonymous namespace)::Meter::operator<<=", "mix::Counter::add"};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i += run_step_sanitized(4)) {
        struct names *names = names_create();
        char *rest, *fields[FIELDS];
        size_t count, n_rows = 0, n_lambdas = 0;
        compile(cases[i].compiler, "inlined_lambdas.cpp");
        record("profile", "--dump-instr=yes");
        char *table =
            print("profile", "--inline --top=1000000 --format=csv --object=/program$", NULL);
        rest = table;
        cr_assert(next_row(&rest, fields, &count));
        size_t function = find_column(fields, count, "function"),
               inlined = find_column(fields, count, "inlined");
        while (next_row(&rest, fields, &count)) {
            if (strcmp(fields[inlined], "true") != 0)
                continue;
            names_add(names, text_of(fields[function]));
            n_lambdas += strstr(fields[function], "operator()") != NULL;
            n_rows++;
        }
        cr_expect_eq(names_count(names), n_rows, "%s", cases[i].compiler);
        cr_expect_gt(n_lambdas, 7, "%s: %zu", cases[i].compiler, n_lambdas);
        for (size_t j = 0; j < ARRAY_LENGTH(scoped); j++)
            cr_expect_eq(names_find(names, text_of(scoped[j])) != NO_ID, cases[i].has_scopes,
                         "%s: %s", cases[i].compiler, scoped[j]);
        names_free(names);
        free(table);
    }
}

/* Where functions call each other through inlined code, no name tells how often it was active. */
Test(inline_, is_a_bound_in_recursion)
{
    static const struct {
        const char *function, *end;
    } cases[] = {
        {"app::descend", ",false,true\r\n"},
        {"app::toss", ",false,true\r\n"},
        {"\"app::insert(app::node*, long)\"", ",true,\r\n"},
    };

    compile("g++ -g -O2", "inlined_recursion.cpp");
    for (int has_addresses = 0; has_addresses < 2; has_addresses++) {
        record("profile", has_addresses ? "--dump-instr=yes" : "");
        char *out = print("profile", "--inline --top=100000 --format=csv", NULL);
        for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
            char name[COMMAND_SIZE];
            snprintf(name, sizeof name, ",%s,,", cases[i].function);
            char *row = strstr(out, name);
            cr_assert(row, "%s: %s", name, out);
            const char *end = strchr(row, '\n') + 1;
            size_t length = strlen(cases[i].end);
            cr_expect_eq(strncmp(end - length, cases[i].end, length), 0, "%.*s", (int)(end - row),
                         row);
        }
        free(out);
    }
}

/* What is written has the same figures when it is read, and --inline changes nothing more. */
Test(inline_, is_written_and_read_again)
{
    static const char *const views[] = {"--top=100000 --format=json",
                                        "--by=namespace --format=json --rows=1000",
                                        "--by=file:function --format=json --rows=100000",
                                        "--annotate=insert --inclusive=both --format=json"};

    compile("g++ -g -O2", "inlined_recursion.cpp");
    for (int has_addresses = 0; has_addresses < 2; has_addresses++) {
        record("profile", has_addresses ? "--dump-instr=yes" : "");
        free(print("profile", "--inline --format=callgrind -o written", NULL));
        for (size_t i = 0; i < ARRAY_LENGTH(views); i++) {
            char options[COMMAND_SIZE], *said;
            snprintf(options, sizeof options, "--inline %s", views[i]);
            char *table = print("profile", options, NULL), *read = print("written", views[i], NULL),
                 *again = print("written", options, &said);
            const char *rows = strstr(table, "\"rows\": ");
            cr_assert(rows, "%s: %s", views[i], table);
            cr_expect(strstr(read, rows), "%s: %s is not %s", views[i], read, rows);
            cr_expect(strstr(again, rows), "%s: %s is not %s", views[i], again, rows);
            cr_expect(strstr(said, "quern: written: written with --inline: "), "%s", said);
            free(table);
            free(read);
            free(again);
            free(said);
        }
    }
}

/* Debug information may have paths from where the compiler ran. */
Test(inline_, knows_relative_paths)
{
    static const char *const compilers[] = {"gcc -g -O2", "gcc -gdwarf-4 -O2",
                                            "clang -gdwarf-4 -O2"};

    run_need("inline", "clang");
    shell("mkdir -p source/deep && cp " TESTDATA_DIR "/src/inlined.c source/deep/%s%s%s", "", "",
          "");
    for (size_t i = 0; i < ARRAY_LENGTH(compilers); i++) {
        char *said;
        shell("cd source && %s -o ../program ../source/deep/inlined.c%s%s", compilers[i], "", "");
        record("profile", "");
        free(print("profile", "--inline --top", &said));
        cr_expect(strstr(said, "quern: inline: program: by line, 99."), "%s: %s", compilers[i],
                  said);
        free(said);
    }
}

/* The same code, whose debug information is in a file beside it: Valgrind cannot read that. */
Test(inline_, reads_split_debug_information)
{
    static const char options[] = "--inline --top=1000000 --format=csv --object=/program$";

    compile("g++ -g -O2", "inlined.cpp");
    record("profile", "--dump-instr=yes");
    char *whole = print("profile", options, NULL);
    compile("g++ -g -gsplit-dwarf -O2", "inlined.cpp");
    char *split = print("profile", options, NULL);
    cr_expect_str_eq(split, whole);
    run_need("inline", "llvm-symbolizer");
    check_addresses("split", 0);
    cr_expect(strstr(whole, ",true,true\r\n"), "%s", whole);
    free(whole);
    free(split);
}

/* How often inlined code ran is not known: limits on that are undecided. */
Test(inline_, decides_nothing_on_calls)
{
    char *quern = run_quern_path(), command[COMMAND_SIZE];
    char *arguments[] = {"sh", "-c", command, NULL};

    compile("gcc -g -O2", "inlined.c");
    record("profile", "");
    snprintf(command, sizeof command,
             "%s --inline --top --fail-if='calls of normalize > 9' profile", quern);
    struct run run = run_program("sh", arguments, NULL);
    cr_expect_eq(run.status, 1);
    cr_expect(strstr(run.err, "undecided: calls of normalize > 9: how often inlined code ran"),
              "%s", run.err);
    run_free(&run);
    free(quern);
}

/* The same function, inlined or not, is one: its change is that of its calls. */
Test(inline_, compares_inlined_and_other_code)
{
    shell("mkdir old new && gcc -g -O2 -fno-inline -o old/program " TESTDATA_DIR
          "/src/inlined.c && gcc -g -O2 -o new/program " TESTDATA_DIR "/src/inlined.c %s%s%s",
          "", "", "");
    shell("for i in old new; do valgrind --tool=callgrind --callgrind-out-file=$i.out "
          "--dump-instr=yes ./$i/program; done %s%s%s",
          "", "", "");
    char *said, *out = print("new.out",
                             "--inline --diff=old.out --top=1000 --format=csv "
                             "--mod-object='s/(old|new).program/program/'",
                             &said);
    char *rest = out, *fields[FIELDS];
    size_t count, n_found = 0;
    cr_assert(next_row(&rest, fields, &count));
    size_t function = find_column(fields, count, "function"),
           status = find_column(fields, count, "status");
    while (next_row(&rest, fields, &count)) {
        if (strcmp(fields[function], "normalize") != 0 && strcmp(fields[function], "weigh") != 0)
            continue;
        cr_expect(strcmp(fields[status], "new") != 0 && strcmp(fields[status], "gone") != 0, "%s",
                  fields[function]);
        n_found++;
    }
    cr_expect_eq(n_found, 2, "%s", said);
    cr_expect(strstr(said, "inline: program: by address") &&
                  strstr(said, "inline: program (old): by address"),
              "%s", said);
    free(out);
    free(said);
}

/* Reads what contributes to the difference of two profiles, and the first cause. */
static void explain(const char *profile, const char *old, char *first, int64_t *ups, int64_t *downs)
{
    char options[COMMAND_SIZE];

    snprintf(options, sizeof options,
             "--inline --explain --format=csv --diff=%s "
             "--mod-object='s/(called|inlined|slower).program/program/'",
             old);
    char *out = print(profile, options, NULL), *rest = out, *fields[FIELDS];
    size_t count, n_causes = 0;
    cr_assert(next_row(&rest, fields, &count));
    size_t function = find_column(fields, count, "function"),
           contribution = find_column(fields, count, "contribution:Ir");
    *ups = *downs = 0;
    while (next_row(&rest, fields, &count)) {
        if (strcmp(fields[0], "cause") != 0)
            continue;
        int64_t amount = strtoll(fields[contribution], NULL, 10);
        if (n_causes++ == 0)
            snprintf(first, COMMAND_SIZE, "%s", fields[function]);
        *(amount > 0 ? ups : downs) += amount;
        /* The loader has a few instructions more or less, by the lengths of paths. */
        cr_expect(strstr(fields[function], "starts") == NULL || llabs(amount) < 100, "%s: %s",
                  fields[function], fields[contribution]);
    }
    free(out);
}

/* A function is no cause since it is inlined now: what is, is that it does more. */
Test(inline_, explains_what_flipped)
{
    static const struct {
        const char *old, *profile;
    } flips[] = {{"called.out", "inlined.out"}, {"inlined.out", "called.out"}},
      slower[] = {{"called.out", "slower.out"}, {"inlined.out", "slower.out"}};
    char first[COMMAND_SIZE];
    int64_t ups, downs;

    shell("mkdir called inlined slower && sed 's/if (values.i. > largest)/"
          "for (int k = 1; k < 20; k++) if (values[i] %% k > largest)/' " TESTDATA_DIR
          "/src/inlined.c >slower.c && gcc -g -O2 -fno-inline -o called/program " TESTDATA_DIR
          "/src/inlined.c && gcc -g -O2 -o inlined/program " TESTDATA_DIR
          "/src/inlined.c && gcc -g -O2 -o slower/program slower.c %s%s%s",
          "", "", "");
    shell("for i in called inlined slower; do valgrind --tool=callgrind "
          "--callgrind-out-file=$i.out --dump-instr=yes ./$i/program; done %s%s%s",
          "", "", "");
    for (size_t i = 0; i < ARRAY_LENGTH(flips); i++) {
        explain(flips[i].profile, flips[i].old, first, &ups, &downs);
        int64_t least = ups < -downs ? ups : -downs, most = ups < -downs ? -downs : ups;
        cr_expect_str_neq(first, "main");
        cr_expect_gt(most, 1000);
        cr_expect_lt(least, most / 20, "%" PRId64 " and %" PRId64, ups, downs);
    }
    for (size_t i = 0; i < ARRAY_LENGTH(slower); i++) {
        explain(slower[i].profile, slower[i].old, first, &ups, &downs);
        cr_expect_eq(strncmp(first, "normalize", 9), 0, "%s", first);
        cr_expect_gt(ups, 70000);
    }
}

/*
 * A library that only notes that it would ask servers stands in for the one that does: libdw uses
 * it by itself where an object has no debug information.
 */
Test(inline_, asks_no_server)
{
    compile("gcc -g -O2 -Wl,--build-id", "inlined.c");
    record("profile", "");
    temporary_write("client.c", "#include <stdio.h>\n#include <stdlib.h>\n"
                                "static int client;\n"
                                "void *debuginfod_begin(void) { return &client; }\n"
                                "void debuginfod_end(void *c) { }\n"
                                "int debuginfod_find_executable(void *c) { return -2; }\n"
                                "int debuginfod_find_debuginfo(void *c)\n"
                                "{\n"
                                "    if (getenv(\"DEBUGINFOD_URLS\"))\n"
                                "        fclose(fopen(\"asked\", \"w\"));\n"
                                "    return -2;\n"
                                "}\n");
    shell("strip program && gcc -shared -fPIC -o libdebuginfod.so.1 client.c%s%s%s", "", "", "");
    setenv("LD_LIBRARY_PATH", ".", 1);
    setenv("DEBUGINFOD_URLS", "http://127.0.0.1:9", 1);
    char *said;
    free(print("profile", "--inline --top", &said));
    cr_expect(strstr(said, "inline: program: no debug information"), "%s", said);
    cr_expect_neq(access("asked", F_OK), 0);
    free(said);
}

/* What cannot be read, or is another build, is told, and the profile is as it was. */
static void check_untouched(const char *said_of_it)
{
    char *said;
    /* The others would be inlined. */
    char *plain = print("profile", "--top=1000 --object=/program$ --wide", NULL);
    char *inlined = print("profile", "--inline --top=1000 --object=/program$ --wide", &said);

    cr_expect_str_eq(inlined, plain);
    cr_expect(strstr(said, said_of_it), "%s", said);
    free(plain);
    free(inlined);
    free(said);
}

Test(inline_, says_what_is_damaged_of_the_smallest)
{
    char *said;

    compile("gcc -g -O2", "inlined.c");
    shell("printf 'events: Ir\nob=/none\nfn=f\n1 100000\nob=program\nfl=a.c\nfn=main\n1 1\n'"
          " >profile && objcopy -O binary --only-section="
          ".debug_line --set-section-flags .debug_line=alloc program lines && printf wrong | dd "
          "of=lines seek=4 bs=1 conv=notrunc && objcopy --update-section .debug_line=lines program"
          "%s%s%s",
          "", "", "");
    free(print("profile", "--inline --top", &said));
    cr_expect(strstr(said, "inline: program: damaged (or"), "%s", said);
    free(said);
    compile("gcc -g -O2", "inlined.c");
    free(print("profile", "--inline --top", &said));
    cr_expect_not(strstr(said, "inline: program"), "%s", said);
    free(said);
}

Test(inline_, leaves_other_builds_alone)
{
    compile("gcc -g -O2", "inlined.c");
    for (int has_addresses = 0; has_addresses < 2; has_addresses++) {
        record("profile", has_addresses ? "--dump-instr=yes" : "");
        shell("cp program kept; (echo; echo; cat " TESTDATA_DIR
              "/src/inlined.c) >moved.c; sed 's/^#line.*//' moved.c >inlined.c; gcc -g -O2 -o "
              "program -fdebug-prefix-map=$PWD=" TESTDATA_DIR "/src inlined.c %s%s%s",
              "", "", "");
        check_untouched("inline: program: another build (its debug information lacks 1 % of what "
                        "was profiled)");
        shell("cp kept program; strip program %s%s%s", "", "", "");
        check_untouched("inline: program: no debug information");
        shell("rm program %s%s%s", "", "", "");
        check_untouched("inline: program: not found (see --object-path and --old-object-path)");
        shell("cp kept program %s%s%s", "", "", "");
    }
}

#endif

/* A library that cannot be loaded is as good as none. */
Test(inline_without_libdw, fails_in_one_line, .init = temporary_enter, .fini = temporary_leave)
{
    temporary_write("libdw.so.1", "");
    temporary_write("profile", "events: Ir\nob=program\nfn=main\n1 1\nob=library\nfn=f\n1 1\n");
    cr_assert_eq(setenv("LD_LIBRARY_PATH", ".", 1), 0);
    struct run run = run_quern((const char *[]){"--inline", "--top", NULL}, "profile");
    cr_expect_eq(run.status, 1);
    cr_expect_str_eq(run.out, "");
    cr_expect_str_eq(run.err,
                     "quern: --inline: quern was built without libdw, or it cannot be loaded\n");
    run_free(&run);
}

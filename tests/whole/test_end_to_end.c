/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * From source to report: compiles testdata/src/fib.c, profiles it with Callgrind and compares what
 * quern prints with figures that Callgrind states itself. What a function costs is measured by a
 * run of its own, in which Callgrind counts only while that function is active.
 */

#define _XOPEN_SOURCE 700 /* for P_tmpdir */

#include <criterion/criterion.h>
#include <regex.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"

/* All programs run in a directory of the test's own; these are the files that they leave there. */
#define BINARY "./fib"
#define PROFILE "callgrind.out"

static void compile(void)
{
    char *arguments[] = {"cc", "-g", "-O0", "-o", BINARY, TESTDATA_DIR "/src/fib.c", NULL};

    free(run_output("cc", arguments, NULL));
}

/* Write PROFILE, of a run in which Callgrind counts while `function` is active; NULL: always. */
static void profile(const char *function)
{
    char toggle[64] = "--collect-atstart=yes";
    char *arguments[] = {
        "valgrind", "--tool=callgrind", "--callgrind-out-file=" PROFILE, toggle, BINARY, NULL};

    if (function)
        snprintf(toggle, sizeof(toggle), "--toggle-collect=%s", function);
    free(run_output("valgrind", arguments, NULL));
}

/* What PROFILE states as the total of its only event, or 0 where it states none. */
static uint64_t stated_total(void)
{
    FILE *file = fopen(PROFILE, "r");
    uint64_t total = 0;
    size_t size;

    if (!file)
        return 0;
    char *text = run_read_file(file, &size);
    const char *totals = strstr(text, "\ntotals: ");
    if (totals)
        total = strtoull(totals + strlen("\ntotals: "), NULL, 10);
    free(text);
    fclose(file);
    return total;
}

/* A figure with commas between its thousands. */
static uint64_t read_figure(const char *at, const char *end)
{
    uint64_t figure = 0;

    for (; at < end; at++) {
        if (*at != ',')
            figure = figure * 10 + (uint64_t)(*at - '0');
    }
    return figure;
}

/* The sum of the figures that stand in front of `label`, a regular expression, in a report. */
static uint64_t printed_figure(const char *report, const char *label)
{
    char pattern[128];
    regex_t regex;
    regmatch_t match[2];
    uint64_t sum = 0;

    snprintf(pattern, sizeof(pattern), "^ *([0-9,]+) +%s", label);
    cr_assert_eq(regcomp(&regex, pattern, REG_EXTENDED | REG_NEWLINE), 0);
    while (regexec(&regex, report, 2, match, REG_NOTBOL) == 0) {
        sum += read_figure(report + match[1].rm_so, report + match[1].rm_eo);
        report += match[0].rm_eo;
    }
    regfree(&regex);
    return sum;
}

static void check_total(const char *report)
{
    uint64_t stated = stated_total();
    uint64_t printed = printed_figure(report, "PROGRAM TOTALS$");

    cr_expect(stated > 0, "the profile states no total");
    cr_expect_eq(printed, stated, "quern's total is %ju, Callgrind's %ju", (uintmax_t)printed,
                 (uintmax_t)stated);
}

/*
 * `function` calls nothing but itself, so that its own cost is all that is spent while it is
 * active. Its deeper activations are a row "function'2" of their own.
 */
static void check_function(const char *report, const char *function)
{
    char label[64];

    snprintf(label, sizeof(label), ".*:%s('2)?( |$)", function);
    profile(function);
    uint64_t stated = stated_total();
    uint64_t printed = printed_figure(report, label);
    cr_expect(stated > 0, "nothing was counted in %s", function);
    cr_expect_eq(printed, stated, "quern has %ju for %s, Callgrind %ju", (uintmax_t)printed,
                 function, (uintmax_t)stated);
}

static void check_report(char *quern)
{
    char *arguments[] = {"quern", "--auto=no", "--show-percs=no", "--threshold=100", PROFILE, NULL};

    compile();
    profile(NULL);
    char *report = run_output(quern, arguments, NULL);
    check_total(report);
    check_function(report, "fib");
    check_function(report, "fact");
    free(report);
}

Test(end_to_end, agrees_with_callgrind, .timeout = 120)
{
    char directory[] = P_tmpdir "/quern-test-XXXXXX";
    char *quern = run_quern_path();

    run_need("end_to_end", "cc");
    run_need("end_to_end", "valgrind");
    cr_assert(mkdtemp(directory) && chdir(directory) == 0, "cannot make a temporary directory");
    check_report(quern);
    remove(BINARY);
    remove(PROFILE);
    cr_expect_eq(rmdir(directory), 0, "%s is left", directory);
    free(quern);
}

/* Under the name that scripts call, the report is the same, and nothing is added for a terminal. */
Test(end_to_end, stands_in_for_callgrind_annotate)
{
    char *quern = run_quern_path();
    char *by_name[] = {"callgrind_annotate", "--auto=no", TESTDATA_DIR "/fib_static", NULL};
    char *plain[] = {"quern", "--auto=no", TESTDATA_DIR "/fib_static", NULL};
    char *version[] = {"/usr/bin/callgrind_annotate", "--version", NULL};
    char *expected = run_output(quern, plain, NULL);
    char *report = run_output(quern, by_name, NULL);
    char *name = run_output(quern, version, NULL);

    cr_expect_str_eq(report, expected);
    cr_expect_eq(strncmp(name, "callgrind_annotate (quern ", 26), 0, "%s", name);
    free(name);
    free(report);
    free(expected);
    free(quern);
}

/* Nor is anything said that scripts do not expect. */
Test(end_to_end, notes_no_doubts_as_callgrind_annotate)
{
    char *quern = run_quern_path();
    char *arguments[] = {"callgrind_annotate", "--strict", TESTDATA_DIR "/trust/lost",
                         TESTDATA_DIR "/trust/lost.1", NULL};
    struct run run = run_program(quern, arguments, NULL);

    cr_expect_eq(run.status, 0);
    cr_expect_str_empty(run.err, "%s", run.err);
    run_free(&run);
    free(quern);
}

/* Whether the line of --version that begins so names the library. */
static bool is_named(const char *version, const char *label, const char *library)
{
    const char *line = strstr(version, label);

    if (!line)
        return false;
    const char *end = strchr(line + 1, '\n'), *name = strstr(line, library);
    return name != NULL && name < end;
}

/* --version against what the program does: what it was built without it cannot read, and says so.
 */
Test(end_to_end, says_which_libraries_are_built_in)
{
    static const struct {
        const char *library, *option, *profile;
    } uses[] = {
        {"zlib", "--auto=no", TESTDATA_DIR "/compressed/hello_asm.gz"},
        {"zstd", "--auto=no", TESTDATA_DIR "/compressed/hello_asm.zst"},
        {"lzma", "--auto=no", TESTDATA_DIR "/compressed/hello_asm.xz"},
    };
    char *quern = run_quern_path(), *arguments[] = {"quern", "--version", NULL};
    char *version = run_output(quern, arguments, NULL);

    cr_expect_eq(strncmp(version, "quern " QUERN_VERSION "\n", strlen("quern " QUERN_VERSION) + 1),
                 0, "%s", version);
    for (size_t i = 0; i < ARRAY_LENGTH(uses); i++) {
        bool is_in = is_named(version, "\nwith: ", uses[i].library);
        bool is_out = is_named(version, "\nwithout: ", uses[i].library);
        char *use[] = {"quern", (char *)uses[i].option, (char *)uses[i].profile, NULL};
        cr_expect_neq(is_in, is_out, "%s is named twice or not at all: %s", uses[i].library,
                      version);
        if (!uses[i].option)
            continue;
        struct run run = run_program(quern, use, NULL);
        cr_expect_eq(is_out, strstr(run.err, "quern was built without") != NULL, "%s: %s",
                     uses[i].library, run.err);
        run_free(&run);
    }
    free(version);
    free(quern);
}

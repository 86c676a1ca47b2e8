/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The page of --format=html, as far as no browser is needed: which blocks it has, and that it keeps
 * to its limit. tests/page/ opens it.
 */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/run.h"
#include "support/temporary.h"

TestSuite(whole_page, .init = temporary_enter, .fini = temporary_leave, .timeout = 120);

#define PAGE "page.html"

/* Whether the page has a block; the arguments are words. */
static bool has_block(const char *arguments, const char *block)
{
    char line[1000], id[100];

    snprintf(line, sizeof line, "%s --format=html -o " PAGE " %s 2>/dev/null", QUERN_BINARY,
             arguments);
    cr_assert_eq(system(line), 0, "%s", line);
    snprintf(id, sizeof id, "grep -q 'id=\"data-%s\"' " PAGE, block);
    return system(id) == 0;
}

Test(whole_page, has_threads_and_inputs_where_there_are_several)
{
    static const struct {
        const char *arguments, *block;
        bool is_there;
    } cases[] = {
        {TESTDATA_DIR "/o_threads_combined", "group-thread", true},
        {TESTDATA_DIR "/fib", "group-thread", false},
        {TESTDATA_DIR "/fib", "group-part", false},
        {"--diff=" TESTDATA_DIR "/o_threads_combined " TESTDATA_DIR "/o_threads-01", "group-thread",
         true},
        {"--diff=" TESTDATA_DIR "/o_threads-01 " TESTDATA_DIR "/o_threads_combined", "group-thread",
         true},
        {"--diff=" TESTDATA_DIR "/fib " TESTDATA_DIR "/fib_static", "group-thread", false},
        /* two files of one run, and two runs */
        {TESTDATA_DIR "/o_before.1 " TESTDATA_DIR "/o_before.2", "group-input", false},
        {TESTDATA_DIR "/o_before.1 " TESTDATA_DIR "/o_before.2", "group-part", true},
        {TESTDATA_DIR "/fib " TESTDATA_DIR "/cycles", "group-input", true},
        /* of whose lines nobody knows whose they are */
        {TESTDATA_DIR "/fib", "group-line", true},
        {"--function=fib " TESTDATA_DIR "/fib", "group-line", false},
        {TESTDATA_DIR "/fib", "tree-up", true},
        {"--instructions " TESTDATA_DIR "/instructions", "instructions-5", true},
        {TESTDATA_DIR "/instructions", "instructions-5", false},
        {"--diff=" TESTDATA_DIR "/lines_old " TESTDATA_DIR "/lines_new", "causes", true},
        {"--diff=" TESTDATA_DIR "/cg_diff " TESTDATA_DIR "/cg_diff_rev", "causes", true},
        {TESTDATA_DIR "/lines_new", "causes", false},
        {"--thread=2 " TESTDATA_DIR "/o_threads_combined", "tree-down", true},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(has_block(cases[i].arguments, cases[i].block), cases[i].is_there, "%s: %s",
                     cases[i].arguments, cases[i].block);
}

/*
 * Sources that are not there are known only after all functions have been fitted in; names do not
 * compress.
 */
static void write_too_much(void)
{
    enum { N_HOT = 12, N_COLD = 24000, LENGTH = 600 };
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char name[LENGTH + 1] = "";
    uint64_t random = 1;
    FILE *out = fopen("large", "w");

    cr_assert(out);
    fputs("events: Ir\n", out);
    memset(name, '&', LENGTH);
    for (int i = 0; i < N_HOT; i++)
        fprintf(out, "fl=/%s%d\nfn=hot%d\n1 1000000\n", name, i, i);
    for (int i = 0; i < N_COLD; i++) {
        for (size_t j = 0; j < LENGTH; j++) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            name[j] = letters[random >> 58];
        }
        fprintf(out, "fl=cold\nfn=%s\n1 1\n", name);
    }
    fclose(out);
}

Test(whole_page, is_not_larger_than_10_MB)
{
    enum { MOST = 10000000 };
    struct stat status;

    write_too_much();
    cr_assert_eq(system(QUERN_BINARY " --wide --format=html -o " PAGE " large 2>messages"), 0);
    cr_assert_eq(stat(PAGE, &status), 0);
    cr_expect(status.st_size > MOST / 2 && status.st_size <= MOST, "%jd", (intmax_t)status.st_size);
    cr_expect_eq(system("grep -q 'no room on the page for .* of 24,012 functions' messages"), 0);
}

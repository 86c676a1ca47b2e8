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
        {TESTDATA_DIR "/instructions", "instructions-5", true},
        {TESTDATA_DIR "/fib", "instructions-5", false},
        {"--diff=" TESTDATA_DIR "/lines_old " TESTDATA_DIR "/lines_new", "causes", true},
        {"--diff=" TESTDATA_DIR "/cg_diff " TESTDATA_DIR "/cg_diff_rev", "causes", true},
        {TESTDATA_DIR "/lines_new", "causes", false},
        {"--per=thread " TESTDATA_DIR "/o_threads_combined", "2-functions", true},
        {"--per=part " TESTDATA_DIR "/o_after", "2-tree-down", true},
        {"--per=input " TESTDATA_DIR "/fib " TESTDATA_DIR "/cycles", "2-functions", true},
        {"--per=input " TESTDATA_DIR "/fib " TESTDATA_DIR "/cycles", "3-functions", false},
        {"--per=thread " TESTDATA_DIR "/fib", "parts", false},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(has_block(cases[i].arguments, cases[i].block), cases[i].is_there, "%s: %s",
                     cases[i].arguments, cases[i].block);
}

/* What a part has by itself is what the page of that part alone has. */
Test(whole_page, has_parts_as_pages_of_their_own_have_them)
{
    static const struct {
        const char *per, *alone, *profiles;
        int number;
    } cases[] = {
        {"thread", "--thread=2", TESTDATA_DIR "/o_threads_combined", 2},
        {"part", "--part=2", TESTDATA_DIR "/o_after", 2},
    };
    static const char *const blocks[] = {"functions", "tree-down", "group-line"};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t j = 0; j < sizeof blocks / sizeof *blocks; j++) {
            char line[2000];
            snprintf(line, sizeof line,
                     "%s --format=html --per=%s %s 2>/dev/null | "
                     "sed -n '/id=\"data-%d-%s\"/s/.*\" *[a-z=\"-]*>//p' >part && "
                     "%s --format=html %s %s 2>/dev/null | "
                     "sed -n '/id=\"data-%s\"/s/.*\" *[a-z=\"-]*>//p' >alone && "
                     "test -s alone && cmp part alone",
                     QUERN_BINARY, cases[i].per, cases[i].profiles, cases[i].number, blocks[j],
                     QUERN_BINARY, cases[i].alone, cases[i].profiles, blocks[j]);
            cr_expect_eq(system(line), 0, "%s of %s", blocks[j], cases[i].alone);
        }
}

Test(whole_page, reads_parts_again_from_files_alone)
{
    char *output = run_output("/bin/sh",
                              (char *[]){"sh", "-c",
                                         "cat " TESTDATA_DIR "/o_after | " QUERN_BINARY
                                         " --format=html --per=part - 2>&1; echo $?",
                                         NULL},
                              NULL);

    cr_expect_str_eq(output, "quern: -: is read again for each part on the page: --per takes "
                             "files\n2\n");
    free(output);
}

/* In the words of --explain, with names that have no markup of their own. */
Test(whole_page, has_causes_without_a_script)
{
    static const char *const rows[] = {
        "<tr><td class=\"number\">+8,617</td><td class=\"number\">+5.19</td>"
        "<th scope=\"row\">main</th></tr>\n",
        "<tr><td class=\"number\">+4,920</td><td class=\"number\"></td><td>\xe2\x80\x83"
        "calls checksum more often: 50 -&gt; 60 per call (weak)</td></tr>\n",
        "<td>\xe2\x80\x83(3 smaller ones)</td></tr>\n",
        "<th scope=\"row\">(3 smaller ones)</th></tr>\n",
    };
    char *page =
        run_output(QUERN_BINARY,
                   (char *[]){"quern", "--format=html", "--diff=" TESTDATA_DIR "/lines_old",
                              TESTDATA_DIR "/lines_new", NULL},
                   NULL);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(strstr(page, rows[i]) != NULL, "no %s", rows[i]);
    free(page);
}

/* Writes a page; gives its bytes, and whether all was written that was asked for. */
static long page_size_of(const char *options, bool *is_whole)
{
    char line[1000];
    struct stat status;

    snprintf(line, sizeof line,
             "%s --format=html %s -o " PAGE " " TESTDATA_DIR "/o_after 2>messages", QUERN_BINARY,
             options);
    cr_assert_eq(system(line), 0, "%s", line);
    cr_assert_eq(stat(PAGE, &status), 0);
    *is_whole = system("grep -Eq 'is not on the page by itself|leaves no room' messages") != 0;
    return (long)status.st_size;
}

/* From the page without parts on, until all of them have room. */
Test(whole_page, keeps_to_its_limit_with_parts)
{
    enum { TRIES = 12 };
    bool is_whole;
    const long least = page_size_of("", &is_whole);
    const long step = (page_size_of("--per=part", &is_whole) - least) / (TRIES - 2);
    size_t n_whole = 0;

    cr_assert(is_whole && step > 0);
    for (long limit = least + 9000, i = 0; i < TRIES; i++, limit += step) {
        char options[100];
        snprintf(options, sizeof options, "--per=part --html-limit=%ld", limit);
        const long size = page_size_of(options, &is_whole);
        cr_expect(size <= limit, "%ld in %ld", size, limit);
        n_whole += is_whole;
    }
    cr_expect(n_whole > 0 && n_whole < TRIES / 2, "%zu", n_whole);
}

/* Sources that are not there are known only after all functions have been fitted in. */
static void write_many_missing(void)
{
    enum { N_HOT = 12, N_COLD = 20000, LENGTH = 600 };
    char ampersands[LENGTH + 1];
    uint64_t random = 1;
    FILE *out = fopen("missing", "w");

    cr_assert(out);
    memset(ampersands, '&', LENGTH);
    ampersands[LENGTH] = '\0';
    fputs("events: Ir\n", out);
    for (int i = 0; i < N_HOT; i++)
        fprintf(out, "fl=/%s%d\nfn=hot%d\n1 1000000\n", ampersands, i, i);
    for (int i = 0; i < N_COLD; i++) {
        random = random * 6364136223846793005U + 1442695040888963407U;
        fprintf(out, "fl=cold\nfn=f%016" PRIx64 "\n1 1\n", random);
    }
    fclose(out);
}

Test(whole_page, keeps_to_its_limit_with_many_warnings)
{
    static const long limits[] = {300000, 320000, 400000};

    write_many_missing();
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        char line[1000];
        struct stat status;
        snprintf(line, sizeof line,
                 "%s --wide --format=html --html-limit=%ld -o " PAGE " missing 2>/dev/null",
                 QUERN_BINARY, limits[i]);
        cr_expect_eq(system(line), 0, "%s", line);
        cr_assert_eq(stat(PAGE, &status), 0);
        cr_expect(status.st_size <= limits[i], "%jd in %ld", (intmax_t)status.st_size, limits[i]);
        cr_expect(status.st_size >= limits[i] / 2, "%jd in %ld", (intmax_t)status.st_size,
                  limits[i]);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700 /* for nftw */

#include <criterion/criterion.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "parser/input/input.h"
#include "parser/parse.h"
#include "support/parsed.h"
#include "support/temporary.h"

/* A file that several threads parse in chunks gives what one parser gives. */

TestSuite(chunks, .init = temporary_enter, .fini = temporary_leave, .timeout = 3600);

enum {
    EVERYTHING =
        SHOW_SELF | SHOW_LINES | SHOW_ARCS | SHOW_CALLS | SHOW_PARTS | SHOW_JUMPS | SHOW_STACKS
};

static size_t n_compared;

/* What is shown of a file that n_threads read in chunks of about least_chunk bytes; 0: whole. */
static char *read_shown(const char *path, size_t n_threads, int64_t least_chunk,
                        struct parse_options options)
{
    struct parsed parsed;
    struct input input;

    options.n_jobs = n_threads;
    options.least_chunk = least_chunk;
    parsed_begin(&parsed);
    cr_assert(input_open(&input, path, &parsed.error), "%s", parsed.error.text);
    parsed.is_read =
        least_chunk == 0
            ? parse_profile(&input, &options, &parsed.profile, &parsed.warnings, &parsed.error)
            : parse_in_chunks(&input, &options, &parsed.profile, &parsed.warnings, &parsed.error);
    input_close(&input);
    char *shown = parsed_show(&parsed, EVERYTHING);
    parsed_free(&parsed);
    return shown;
}

static void compare(const char *path, const char *behaviour, const struct parse_options *options)
{
    static const int64_t sizes[] = {60, 700, 5000};
    char *expected = read_shown(path, 1, 0, *options);

    for (size_t i = strlen(expected) > 50000; i < ARRAY_LENGTH(sizes); i++) {
        char *got = read_shown(path, 1 + i, sizes[i], *options);
        cr_expect(strcmp(got, expected) == 0,
                  "%s, in chunks of %d bytes: expected\n%.2000s\ngot\n%.2000s", behaviour,
                  (int)sizes[i], expected, got);
        free(got);
        n_compared++;
    }
    free(expected);
}

static void compare_texts(const struct parse_case *cases, size_t count,
                          const struct parse_options *options)
{
    for (size_t i = 0; i < count; i++) {
        temporary_write(PARSED_PATH, cases[i].text);
        compare(PARSED_PATH, cases[i].behaviour, options);
        char *got = read_shown(PARSED_PATH, 2, 60, *options);
        cr_expect(strstr(got, cases[i].expected) != NULL, "%s: expected '%s' in\n%s",
                  cases[i].behaviour, cases[i].expected, got);
        free(got);
    }
}

#define HEADER "version: 1\npart: 1\nevents: Ir\nob=o\nfl=(1) a\nfn=(1) f\n1 1\n# ............\n"
#define BLANK_LINES "fn=(1)\n1 1\n2 2\n# ...........................................\n"

#define PART(number) "totals: 9\npart: " number "\nevents: Ir\nfl=(1)\n"

Test(chunks, goes_on_from_the_end_of_the_one_before)
{
    static const struct parse_case cases[] = {
        {"a number that was defined before", HEADER BLANK_LINES "fn=(1)\n9 5\n", "line a:9 = 5\n"},
        {"a number that is defined again",
         HEADER BLANK_LINES "fn=(1) g\n9 5\n" BLANK_LINES "fn=(1)\n7 3\n", "self a:g [o] = 11\n"},
        {"a relative line", HEADER BLANK_LINES "fn=(1)\n+5 5\n", "line a:7 = 5\n"},
        {"a relative line below that of the chunk alone", HEADER BLANK_LINES "fn=(1)\n-1 5\n1 1\n",
         "line a:1 = 8\n"},
        {"a relative line of a call",
         HEADER BLANK_LINES "fn=(1)\ncfn=(2) g\ncalls=1 9\n-1 50\n1 1\n",
         "call a:1 > a:g [o] x1 = 50\n"},
        {"a damaged line", HEADER BLANK_LINES "fn=(1)\n5 x\n5 5\n", "line a:5 = 5\n"},
        {"a new part", HEADER BLANK_LINES "part: 2\nevents: Ir\n" BLANK_LINES "fn=(1)\n9 5\n",
         "line a:9 = 5\n"},
        {"a part of other events",
         HEADER BLANK_LINES "part: 2\nevents: Dr Ir\nfn=(1)\n1 3 4\n"
                            "# .........................\nfn=(1)\n9 5 6\n",
         "line a:9 = 6 5\n"},
        {"parts that go on in the same chunk",
         HEADER BLANK_LINES PART("2") BLANK_LINES BLANK_LINES PART("3") BLANK_LINES PART("4")
             BLANK_LINES "+3 5\n" BLANK_LINES,
         "line a:5 = 5\n"},
        {"numbers of a part before",
         HEADER BLANK_LINES PART("2") BLANK_LINES "fn=(2) g\n1 1\n" BLANK_LINES PART("3")
             BLANK_LINES "fn=(2)\n7 3\n",
         "self a:g [o] = 4\n"},
        {"a part without functions", HEADER BLANK_LINES PART("2") PART("3") BLANK_LINES BLANK_LINES,
         "line a:1 = 4\n"},
        {"a callee of before",
         HEADER "cob=p\ncfi=b\ncfn=(2) g\ncalls=1 9\n1 50\n" BLANK_LINES
                "fn=(1)\ncfn=(2)\ncalls=1 9\n3 7\n",
         "arc a:f [o] > a:g [o] x1 = 7\n"},
        {"no object after one", HEADER BLANK_LINES "ob=\n" BLANK_LINES "fn=(1)\n9 5\n",
         "self a:f = 8\n"},
        {"a jump to a relative line", HEADER BLANK_LINES "fn=(1)\njump=1 +5\n9\n1 1\n",
         "jump a:f [o] in a:9 > a:7 x1 0/0\n"},
        {"a jump from the last line of cost", HEADER BLANK_LINES "fn=(1)\njump=1 9\n4 5\n",
         "jump a:f [o] in a:2 > a:9 x1 0/0\n"},
        {"a jump at the end of the one before", HEADER BLANK_LINES "jump=1 9\nfn=(1)\n4 5\n",
         "jump a:f [o] in a:2 > a:9 x1 0/0\n"},
        {"the file of a jump's target, from before",
         HEADER BLANK_LINES "jfi=(2) b\nfn=(1)\n4 5\njump=1 9\n4\n",
         "jump a:f [o] in a:4 > b:9 x1 0/0\n"},
        {"an undefined number", HEADER BLANK_LINES "fn=(9)\n4 5\n", "warning "},
        {"a stray line", HEADER BLANK_LINES "fn=(1)\nwhat\n4 5\n", "warning "},
        {"totals", HEADER BLANK_LINES BLANK_LINES "totals: 7\n", "totals= 7\n"},
    };

    compare_texts(cases, ARRAY_LENGTH(cases), &(struct parse_options){0});
}

Test(chunks, needs_no_object)
{
    static const struct parse_case cases[] = {
        {"no object",
         "events: Ir\nfl=(1) a\nfn=(1) f\n1 1\n" BLANK_LINES BLANK_LINES "fn=(1)\n9 5\n",
         "self a:f = 12\n"},
    };

    compare_texts(cases, ARRAY_LENGTH(cases), &(struct parse_options){0});
}

Test(chunks, leaves_parts_out)
{
    static const struct parse_case cases[] = {
        {"of one part two chunks",
         HEADER BLANK_LINES "part: 2\nevents: Ir\nfl=(1)\nfn=(1)\n1 4\n" BLANK_LINES BLANK_LINES,
         "self a:f [o] = 10\n"},
    };
    struct number_set parts = {0};

    cr_assert(number_set_add(&parts, TEXT("2")));
    compare_texts(cases, ARRAY_LENGTH(cases), &(struct parse_options){.parts = &parts});
    free(parts.ranges);
}

/* Whether the file is said to name the file of some callee, read in small chunks. */
static bool names_callee_files(const char *text)
{
    struct parsed parsed;
    struct input input;
    const struct parse_options options = {.n_jobs = 2, .least_chunk = 60};

    temporary_write(PARSED_PATH, text);
    parsed_begin(&parsed);
    cr_assert(input_open(&input, PARSED_PATH, &parsed.error), "%s", parsed.error.text);
    cr_assert(parse_in_chunks(&input, &options, &parsed.profile, &parsed.warnings, &parsed.error),
              "%s", parsed.error.text);
    input_close(&input);
    bool names = profile_last_input(&parsed.profile)->names_callee_files;
    parsed_free(&parsed);
    return names;
}

Test(chunks, find_a_callee_with_a_file_in_any_of_them)
{
    static const char calls[] = HEADER BLANK_LINES "cfn=(1)\ncalls=1 9\n1 5\n" BLANK_LINES;
    static const char in_the_first[] = HEADER "cfi=b\ncfn=(1)\ncalls=1 9\n1 5\n" BLANK_LINES;
    static const char in_another[] =
        HEADER BLANK_LINES BLANK_LINES "cfl=b\ncfn=(1)\ncalls=1 9\n1 5\n" BLANK_LINES;

    cr_expect_not(names_callee_files(calls));
    cr_expect(names_callee_files(in_the_first));
    cr_expect(names_callee_files(in_another));
}

static int compare_file(const char *path, const struct stat *status, int type, struct FTW *place)
{
    struct input input;
    struct error error = {0};

    (void)place;
    if (type != FTW_F || status->st_size > 30000 || strstr(path, "/golden/") != NULL ||
        !input_open(&input, path, &error))
        return 0;
    bool is_plain = input.decompressor == NULL;
    input_close(&input);
    if (is_plain)
        compare(path, path, &(struct parse_options){0});
    return 0;
}

Test(chunks, does_so_for_real_profiles)
{
    cr_assert_eq(nftw(TESTDATA_DIR, compare_file, 20, FTW_PHYS), 0);
    cr_expect(n_compared > 200, "only %zu comparisons", n_compared);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A profile that is given twice: each figure is twice that of the profile, nothing else changes. */

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/report.h"
#include "support/run.h"

enum { LINE_SIZE = 1024 };

#define TABLES "--threshold=100 --tree=both --context=1 --show-percs=no --auto=no"

static void enter_testdata(void)
{
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
}

TestSuite(doubled, .init = enter_testdata, .timeout = 120);

/* The next word of a report, or NULL at its end; blanks and lines are passed over. */
static const char *next_word(const char **at, size_t *length)
{
    *at += strspn(*at, " \n");
    const char *word = *at;

    *length = strcspn(word, " \n");
    *at += *length;
    return *length == 0 ? NULL : word;
}

/* Is it a count, as "1,234", or a number of calls, as "(1,234x)"? */
static bool is_number(const char *word, size_t length, int64_t *number)
{
    bool is_calls = length > 3 && *word == '(' && strncmp(word + length - 2, "x)", 2) == 0;
    size_t from = is_calls, to = is_calls ? length - 2 : length;
    bool is_negative = word[from] == '-';

    *number = 0;
    from += is_negative;
    for (size_t i = from; i < to; i++) {
        if (isdigit((unsigned char)word[i]))
            *number = *number * 10 + (word[i] - '0');
        else if (word[i] != ',' || i == from)
            return false;
    }
    *number = is_negative ? -*number : *number;
    return to > from;
}

/* Every number of the second report is twice that of the first one, all else is the same. */
static void check_doubled(const char *profile, const char *once, const char *twice)
{
    size_t length_a, length_b, n_numbers = 0;
    const char *a = report_without_header(once), *b = report_without_header(twice);

    for (const char *word; (word = next_word(&a, &length_a));) {
        const char *other = next_word(&b, &length_b);
        int64_t number, doubled;

        cr_assert(other, "%s: the report of two ends early", profile);
        if (is_number(word, length_a, &number)) {
            cr_assert(is_number(other, length_b, &doubled) && doubled == 2 * number,
                      "%s: twice %.*s is not %.*s", profile, (int)length_a, word, (int)length_b,
                      other);
            n_numbers++;
        } else {
            cr_assert(length_a == length_b && strncmp(word, other, length_a) == 0,
                      "%s: '%.*s' has become '%.*s'", profile, (int)length_a, word, (int)length_b,
                      other);
        }
    }
    cr_expect_null(next_word(&b, &length_b), "%s: the report of two is longer", profile);
    cr_expect_gt(n_numbers, 0, "%s: no numbers", profile);
}

Test(doubled, counts_twice)
{
    static const char *const profiles[] = {
        "fib", "d_plain", "o_cache_branch", "o_after", "cg_diff_rev", "gopprof_cpu", "xdebug_r"};

    for (size_t i = 0; i < sizeof(profiles) / sizeof(profiles[0]); i++) {
        char both[LINE_SIZE];

        snprintf(both, sizeof(both), "%s %s", profiles[i], profiles[i]);
        char *once = report_of(TABLES, profiles[i], NULL);
        char *twice = report_of(TABLES, both, NULL);
        check_doubled(profiles[i], once, twice);
        free(once);
        free(twice);
    }
}

Test(doubled, is_a_warning)
{
    char *quern = run_quern_path();

    struct run run = run_program(quern, (char *[]){"quern", "--top=1", "fib", "fib", NULL}, NULL);
    cr_expect_eq(run.status, 0);
    cr_expect(strstr(run.err, "is named 2 times"), "no warning but '%s'", run.err);
    run_free(&run);
    free(quern);
}

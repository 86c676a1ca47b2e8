/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Nothing gets lost where lines are folded: the rows below a heading add up to what the heading
 * says, headings and the files that are left out to the sum of all, and that to the self cost of
 * the function, whatever the limit is.
 */

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/report.h"
#include "support/run.h"

TestSuite(listing_sums, .timeout = 120);

/* What has been added up of a listing. */
struct sums {
    long long all, headed; /* as the first line and the heading say; -1: none has come */
    long long rows;        /* below the last heading, up to now */
    long long total;       /* of all rows */
    size_t end;            /* of the column of self cost; 0: before the first heading */
    size_t n_folds;
};

/* Returns the number in the first `length` bytes, without its commas; -1 where there is none. */
static long long number_in(const char *at, size_t length)
{
    long long number = -1;

    for (size_t i = 0; i < length && at[i] != '\0' && at[i] != '\n'; i++)
        if (at[i] >= '0' && at[i] <= '9')
            number = (number < 0 ? 0 : number * 10) + (at[i] - '0');
    return number;
}

/* Tells whether a line has these words. */
static bool text_has(const char *line, const char *words)
{
    const char *found = strstr(line, words);

    return found != NULL && found < strchr(line, '\n');
}

/* Returns the number after the last ": " of a title, up to the share or the end. */
static long long number_of_title(const char *line)
{
    const char *end = strchr(line, '\n'), *found = NULL;

    for (const char *at = line; (at = strstr(at, ": ")) != NULL && at < end; at++)
        found = at;
    cr_assert(found, "a title without a sum: %.*s", (int)(end - line), line);
    const char *share = strstr(found, ", ");
    return number_in(found, (size_t)((share != NULL && share < end ? share : end) - found));
}

static void end_part(struct sums *sums, const char *label)
{
    if (sums->headed >= 0)
        cr_expect_eq(sums->rows, sums->headed, "%s: a heading says %lld, its rows %lld", label,
                     sums->headed, sums->rows);
    sums->headed = -1;
    sums->rows = 0;
}

/* Takes a line of the report that follows its header. */
static void take_line(struct sums *sums, const char *line, const char *label)
{
    const char *next = strchr(line, '\n') + 1, *self = strstr(next, "self");
    const char *end_of_next = strchr(next, '\n');
    bool is_title =
        self != NULL && self < end_of_next && strspn(next, " ") == (size_t)(self - next);

    if (is_title) {
        end_part(sums, label);
        sums->headed = number_of_title(line);
        sums->end = (size_t)(self - next) + 4;
        return;
    }
    if (sums->end == 0 && sums->all < 0 && *line != '\n')
        sums->all = number_of_title(line);
    if (sums->end == 0 || *line == '\n' || strncmp(line + strspn(line, " "), "self", 4) == 0)
        return;
    bool is_fold = text_has(line, " ...  ");
    if (is_fold && text_has(line, " in "))
        end_part(sums, label);
    long long number = number_in(line, sums->end);
    sums->rows += number > 0 ? number : 0;
    sums->total += number > 0 ? number : 0;
    sums->n_folds += is_fold;
}

static struct sums sums_of(const char *options, const char *profile)
{
    struct sums sums = {.all = -1, .headed = -1};
    char label[200];
    char *report = report_of(options, profile, NULL);
    const char *line = strchr(strstr(report, "\ntotal:") + 1, '\n') + 1;

    snprintf(label, sizeof label, "%s %s", options, profile);
    for (; *line != '\0' && line[strcspn(line, "\n") + 1] != '\0'; line = strchr(line, '\n') + 1)
        take_line(&sums, line, label);
    end_part(&sums, label);
    if (sums.all >= 0)
        cr_expect_eq(sums.total, sums.all, "%s: rows make up %lld of %lld", label, sums.total,
                     sums.all);
    free(report);
    return sums;
}

Test(listing_sums, are_those_of_their_rows)
{
    static const struct {
        const char *what, *profile;
    } cases[] = {
        {"--annotate=main", "mix_O2"},
        {"--annotate=_dl_relocate_object", "mix_O2"},
        {"--annotate=src/mix.cpp", "mix_O2"},
        {"--annotate=main --instructions", "o_everything"},
        {"--annotate=src/matmul.c --instructions", "o_everything"},
        {"--annotate=kernel.constprop.0", "inl"},
        {"--annotate=do_lookup_x", "rust_O0"},
        {"--annotate=main", "lines_new"},
    };
    static const char *const limits[] = {"0", "0.5", "3", "20", "100"};

    run_leave_to_plain_builds();
    cr_assert(chdir(TESTDATA_DIR) == 0);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char options[200];
        snprintf(options, sizeof options, "%s --wide", cases[i].what);
        const struct sums whole = sums_of(options, cases[i].profile);
        size_t n_folds = 0;
        for (size_t j = 0; j < ARRAY_LENGTH(limits); j++) {
            snprintf(options, sizeof options, "%s --wide --percent-limit=%s", cases[i].what,
                     limits[j]);
            struct sums sums = sums_of(options, cases[i].profile);
            cr_expect_eq(sums.total, whole.total, "%s %s: %lld, and %lld", options,
                         cases[i].profile, sums.total, whole.total);
            cr_expect(j != 0 || sums.n_folds == 0, "%s %s: folds", options, cases[i].profile);
            n_folds += sums.n_folds;
        }
        cr_expect(n_folds != 0, "%s: nothing is ever folded", cases[i].what);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <criterion/criterion.h>

#include "aggregator/causes/causes.h"
#include "base/names.h"
#include "profile/line_map.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(cause_lines, .init = temporary_enter, .fini = temporary_leave);

/*
 * main calls f from lines 3 and 5, and in the old version from line 9; g only there. f costs 3 more
 * in each of its runs: 4 more on line 2, 2 more on line 3, and less elsewhere.
 */
static const char current_text[] =
    "events: Ir\nfl=a.c\nfn=main\n1 10\ncfn=f\ncalls=2 1\n3 20\ncfn=f\ncalls=7 1\n"
    "5 70\nfn=f\n2 90\n3 18\n4 9\n5 9\n6 1\n";
static const char old_text[] =
    "events: Ir\nfl=a.c\nfn=main\n1 10\ncfn=f\ncalls=99 1\n9 990\ncfn=g\ncalls=1 1\n"
    "8 1\nfn=f\n2 594\n4 396\n5 99\nfn=g\n3 1\n";

struct found {
    struct compared compared;
    struct row_diff rows;
    struct causes causes;
    struct cause_lines lines;
    row_id main, f, g;
};

/* Finds the lines of main and f; those of work where a.c is mapped. */
static void find(struct found *found, bool is_mapped)
{
    static const size_t first = 0;
    const struct row_choice choice = {.key = BY_FUNCTION, .is_folded = true};
    const int64_t change = 0;
    struct line_map map = {0};
    bool is_wanted[3] = {true, true, true};
    struct error error = {0};

    *found = (struct found){0};
    compared_read(&found->compared, current_text, old_text);
    const struct diff *diff = &found->compared.diff;
    cr_assert(row_diff_create(&found->rows, diff, &choice, false, &error));
    const struct rows *rows = &found->rows.rows;
    const struct causes_wanted of = {
        .rows = rows, .events = &first, .n_events = 1, .changes = &change};
    causes_find(&found->causes, diff, &of);
    if (is_mapped)
        line_map_add(&map.current, names_find(diff->change.symbols.files, TEXT("a.c")), 9);
    found->main = figured_find(rows, "a.c:main");
    found->f = figured_find(rows, "a.c:f");
    found->g = figured_find(rows, "a.c:g");
    is_wanted[found->g] = false;
    const struct cause_lines_wanted wanted = {
        .graph = &found->causes.graph, .rows = rows, .is_wanted = is_wanted, .map = &map};
    cause_lines_find(&found->lines, diff, &wanted);
    line_map_free(&map);
}

static void found_free(struct found *found)
{
    cause_lines_free(&found->lines);
    causes_free(&found->causes);
    row_diff_free(&found->rows);
    compared_free(&found->compared);
}

Test(cause_lines, of_calls_are_where_most_are_made)
{
    struct found found;

    find(&found, false);
    const struct shown_line *shown = cause_lines_get(&found.lines, found.main, found.f);
    cr_assert(shown);
    cr_expect_eq(shown->line.number, 5);
    cr_expect_not(shown->is_old);
    shown = cause_lines_get(&found.lines, found.main, found.g);
    cr_assert(shown);
    cr_expect_eq(shown->line.number, 8);
    cr_expect(shown->is_old);
    cr_expect_null(cause_lines_get(&found.lines, found.f, found.g));
    found_free(&found);
}

/* Line 9 made 99 calls and makes none, which is more than what the others make now. */
Test(cause_lines, of_calls_are_where_most_changed_if_that_is_known)
{
    struct found found;

    find(&found, true);
    const struct shown_line *shown = cause_lines_get(&found.lines, found.main, found.f);
    cr_assert(shown);
    cr_expect_eq(shown->line.number, 9);
    cr_expect_not(shown->is_more);
    found_free(&found);
}

Test(cause_lines, of_work_are_those_that_changed_most_in_its_direction)
{
    struct found found;

    find(&found, true);
    const struct shown_line *shown = cause_lines_get(&found.lines, found.f, NO_ID);
    cr_assert(shown);
    cr_expect(shown->is_more);
    cr_expect_eq(shown->line.number, 2);
    cr_expect_null(cause_lines_get(&found.lines, found.main, NO_ID), "it costs what it did");
    cr_expect_null(cause_lines_get(&found.lines, found.g, NO_ID), "it was not asked for");
    found_free(&found);
}

Test(cause_lines, of_work_are_unknown_without_sources_to_compare)
{
    struct found found;

    find(&found, false);
    cr_expect_null(cause_lines_get(&found.lines, found.f, NO_ID));
    found_free(&found);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/lines/line_costs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(line_diff, .init = temporary_enter, .fini = temporary_leave);

/* "LINE self NEW-OLD (OLD) incl[~] ... " and "LINE > FUNCTION xCOUNT (OLD) COST (OLD)" of a file.
 */
static char *show(const struct line_diff *diff, const struct rows *rows)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (size_t i = 0; i < diff->change.n_lines; i++) {
        const struct listed_line *line = &diff->change.lines[i];
        fprintf(out,
                "%" PRIu64 " self %" PRIi64 " (%" PRIi64 ") incl%s %" PRIi64 " (%" PRIi64 ")\n",
                line->number, figured_cost(&diff->change.self, line->id, 0),
                figured_cost(&diff->old_self, line->id, 0), line->is_bound ? "~" : "",
                figured_cost(&diff->change.inclusive, line->id, 0),
                figured_cost(&diff->old_inclusive, line->id, 0));
        for (size_t j = 0; j < line->n_calls; j++) {
            uint32_t call = diff->change.calls[line->call + j];
            fprintf(out, "%" PRIu64 " > %s x%" PRIi64 " (%" PRIi64 ") %" PRIi64 " (%" PRIi64 ")\n",
                    line->number, figured_name(rows, (row_id)diff->change.table.map.keys[call].to),
                    diff->change.table.counts[call], diff->old_counts[call],
                    figured_cost(&diff->change.table.costs, call, 0),
                    figured_cost(&diff->old_called, call, 0));
        }
    }
    fclose(out);
    return figured_sort(text);
}

static void check(const char *fresh, const char *old, const char *file, const char *expected)
{
    const struct row_choice choice = FOLDED(BY_FUNCTION);
    struct compared compared;
    struct row_diff rows;
    struct line_sides sides;
    struct line_diff diff;
    struct error error = {0};

    compared_read(&compared, fresh, old);
    const struct names *files = compared.fresh.profile.symbols.files;
    const struct listed_code code = {.row = NO_ID, .file = names_find(files, text_of(file))};
    cr_assert(row_diff_create(&rows, &compared.diff, &choice, false, &error), "%s", error.text);
    line_sides_create(&sides, &compared.diff, &rows.rows, &choice);
    cr_assert(profile_fits(rows.rows.profile, &error), "%s", error.text);
    line_diff_create(&diff, &sides, code);
    cr_assert(profile_fits(sides.change->profile, &error), "%s", error.text);
    char *text = show(&diff, &rows.rows);
    cr_expect_str_eq(text, expected, "got\n%s", text);
    free(text);
    line_diff_free(&diff);
    line_sides_free(&sides);
    row_diff_free(&rows);
    compared_free(&compared);
}

/* Under the new names, line by line: g has moved to another file, h is gone, line 7 is new. */
Test(line_diff, is_new_less_old)
{
    check("events: A\nfl=n/a.c\nfn=m\n1 1\ncfn=f\ncalls=3 2\n1 60\ncfi=n/c.c\ncfn=g\ncalls=1 3\n"
          "1 5\nfl=n/a.c\nfn=f\n2 60\n7 1\ncfi=n/c.c\ncfn=g\ncalls=2 3\n7 4\nfl=n/c.c\nfn=g\n3 9\n",
          "events: A\nfl=o/a.c\nfn=h\n4 21\nfl=o/b.c\nfn=g\n3 5\nfl=o/a.c\nfn=m\n1 1\ncfn=f\n"
          "calls=2 2\n1 40\ncfi=o/b.c\ncfn=g\ncalls=1 3\n1 5\ncfi=o/a.c\ncfn=h\ncalls=7 4\n5 21\n"
          "fl=o/a.c\nfn=f\n2 40\n",
          "n/a.c",
          "1 > n/a.c:f x1 (2) 20 (40)\n"
          "1 > n/c.c:g x0 (1) 0 (5)\n"
          "1 self 0 (1) incl 20 (46)\n"
          "2 self 20 (40) incl 20 (40)\n"
          "4 self -21 (21) incl -21 (21)\n"
          "5 > n/a.c:h x-7 (7) -21 (21)\n"
          "5 self 0 (0) incl -21 (21)\n"
          "7 > n/c.c:g x2 (0) 4 (0)\n"
          "7 self 1 (0) incl 5 (0)\n");
}

/*
 * What nests is left out of each side by what that side knows. With levels f's calls of deeper ones
 * cost 60 once; without them nobody knows, and the line is a bound.
 */
Test(line_diff, has_the_nesting_of_each_side)
{
    check(
        "events: A\nfl=a\nfn=m\n1 5\ncfn=f\ncalls=1 2\n1 100\nfn=f\n2 40\ncfn=f'2\ncalls=1 2\n"
        "2 60\nfn=f'2\n2 60\ncfn=f'2\ncalls=3 2\n2 20\n",
        "events: A\nfl=a\nfn=m\n1 5\ncfn=f\ncalls=1 2\n1 70\nfn=f\n2 70\ncfn=f\ncalls=2 2\n2 50\n",
        "a",
        "1 > a:f x0 (1) 30 (70)\n"
        "1 self 0 (5) incl 30 (75)\n"
        "2 > a:f x2 (2) 60 (0)\n"
        "2 self 30 (70) incl~ 30 (70)\n");
}

/* The same on both sides is no change, whatever it is. */
Test(line_diff, of_itself_is_nothing)
{
    static const char text[] = "events: A\nfl=a\nfn=m\n1 5\ncfn=f\ncalls=1 2\n1 7\nfn=f\n2 7\n";

    check(text, text, "a",
          "1 > a:f x0 (1) 0 (7)\n1 self 0 (5) incl 0 (12)\n2 self 0 (7) incl 0 (7)\n");
}

Test(line_diff, notices_what_does_not_fit)
{
    const struct row_choice choice = FOLDED(BY_FUNCTION);
    struct compared compared;
    struct row_diff rows;
    struct line_sides sides;
    struct line_diff diff;
    struct error error = {0};

    compared_read(&compared, "events: A\nfl=a\nfn=f\n1 9000000000000000000\n2 -1\n",
                  "events: A\nfl=a\nfn=f\n1 1\n2 5\n");
    cr_assert(row_diff_create(&rows, &compared.diff, &choice, false, &error), "%s", error.text);
    line_sides_create(&sides, &compared.diff, &rows.rows, &choice);
    cr_assert(profile_fits(rows.rows.profile, &error), "%s", error.text);
    /* Both lines are of one function: their change fits, but not after this. */
    struct packed_costs *self = &compared.diff.old.profile.ledgers[SPOTS].packed;
    costs_set(&self->unpacked, packed_costs_edit(self, 0), 0, -9000000000000000000);
    packed_costs_settle(self);
    line_diff_create(&diff, &sides, (struct listed_code){.row = NO_ID, .file = 0});
    cr_expect_not(profile_fits(sides.change->profile, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    line_diff_free(&diff);
    line_sides_free(&sides);
    row_diff_free(&rows);
    compared_free(&compared);
}

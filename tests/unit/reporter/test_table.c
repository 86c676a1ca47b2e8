/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/table.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"

/* Initializers: a cost; a ratio, which is exact in binary; and one that is not known. */
#define COST(number)                                                                               \
    {                                                                                              \
        .value = (number), .is_given = true                                                        \
    }
#define RATIO(number)                                                                              \
    {                                                                                              \
        .ratio = (number), .is_given = true, .is_ratio = true                                      \
    }
#define NOTHING                                                                                    \
    {                                                                                              \
        .is_given = false                                                                          \
    }
/* An estimate that is from least to most, and one of which nothing else is known. */
#define ABOUT(number, from, to)                                                                    \
    {                                                                                              \
        .value = (number), .least = (from), .most = (to), .is_given = true, .is_estimate = true,   \
        .has_range = true                                                                          \
    }
#define ABOUT_ALONE(number)                                                                        \
    {                                                                                              \
        .value = (number), .is_given = true, .is_estimate = true                                   \
    }
/* What is not given because it is no exact figure. */
#define WITHHELD(from, to)                                                                         \
    {                                                                                              \
        .least = (from), .most = (to), .is_estimate = true, .has_range = true                      \
    }
#define EXACT(number)                                                                              \
    {                                                                                              \
        .value = (number), .least = (number), .most = (number), .is_given = true,                  \
        .has_range = true                                                                          \
    }

static void expect_cell(struct cell cell, struct cell expected, const char *what)
{
    cr_expect_eq(cell.is_given, expected.is_given, "%s", what);
    cr_expect_eq(cell.value, expected.value, "%s: %jd", what, (intmax_t)cell.value);
    cr_expect_eq(cell.ratio, expected.ratio, "%s: %g", what, cell.ratio);
    cr_expect_eq(cell.is_ratio, expected.is_ratio, "%s", what);
    cr_expect_eq(cell.is_bound, expected.is_bound, "%s", what);
    cr_expect_eq(cell.is_estimate, expected.is_estimate, "%s", what);
    cr_expect_eq(cell.has_range, expected.has_range, "%s", what);
    if (!expected.has_range)
        return;
    cr_expect_eq(cell.least, expected.least, "%s: %jd", what, (intmax_t)cell.least);
    cr_expect_eq(cell.most, expected.most, "%s: %jd", what, (intmax_t)cell.most);
}

/* Both are of what is given on both sides: nobody can tell them apart there. */
static void expect_changes(const struct figure *figure, struct cell expected,
                           struct cell expected_of_both, const char *what)
{
    expect_cell(figure_change(figure), expected, what);
    expect_cell(figure_change_of_both(figure), expected_of_both, what);
}

Test(table, knows_how_a_cost_changed)
{
    static const struct {
        const char *what;
        struct figure figure;
        struct cell change, of_both;
    } cases[] = {
        {"more", {COST(7), COST(5)}, COST(2), COST(2)},
        {"less", {COST(5), COST(7)}, COST(-2), COST(-2)},
        {"as it was", {COST(5), COST(5)}, COST(0), COST(0)},
        {"new", {COST(7), NOTHING}, COST(7), NOTHING},
        {"gone", {NOTHING, COST(7)}, COST(-7), NOTHING},
        {"unknown", {NOTHING, NOTHING}, NOTHING, NOTHING},
        {"of what is 0, and given", {COST(0), NOTHING}, COST(0), NOTHING},
        {"as far as there are numbers",
         {COST(INT64_MAX), COST(0)},
         COST(INT64_MAX),
         COST(INT64_MAX)},
        {"from below", {COST(0), COST(-INT64_MAX)}, COST(INT64_MAX), COST(INT64_MAX)},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_changes(&cases[i].figure, cases[i].change, cases[i].of_both, cases[i].what);
}

/* In points; nothing is said where one side has none. */
Test(table, knows_how_a_ratio_changed)
{
    static const struct {
        const char *what;
        struct figure figure;
        struct cell change;
    } cases[] = {
        {"more", {RATIO(1.5), RATIO(0.25)}, RATIO(1.25)},
        {"less", {RATIO(0.25), RATIO(1.5)}, RATIO(-1.25)},
        {"new", {RATIO(1.5), {.is_ratio = true}}, {.is_ratio = true}},
        {"gone", {{.is_ratio = true}, RATIO(1.5)}, {.is_ratio = true}},
        {"new, with nothing known of what it was", {RATIO(1.5), NOTHING}, {.is_ratio = true}},
        {"of bounds",
         {{.is_ratio = true, .is_bound = true}, RATIO(1.5)},
         {.is_ratio = true, .is_bound = true}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_changes(&cases[i].figure, cases[i].change, cases[i].change, cases[i].what);
}

Test(table, marks_changes_that_are_not_exact)
{
    static const struct cell bound = {.value = 7, .is_given = true, .is_bound = true};
    static const struct cell two = {.value = 2, .is_given = true, .is_bound = true};
    static const struct cell minus_two = {.value = -2, .is_given = true, .is_bound = true};
    const struct {
        const char *what;
        struct figure figure;
        struct cell change;
    } cases[] = {
        {"to a bound", {bound, COST(5)}, two},
        {"from a bound", {COST(5), bound}, minus_two},
        {"to an estimate", {ABOUT_ALONE(7), COST(5)}, ABOUT_ALONE(2)},
        {"from an estimate", {COST(5), ABOUT_ALONE(7)}, ABOUT_ALONE(-2)},
        /* From the least that is now less the most that was, to the reverse. */
        {"of ranges", {ABOUT(8, 6, 10), ABOUT(5, 1, 7)}, ABOUT(3, -1, 9)},
        {"of a range and what is exact", {ABOUT(8, 6, 10), EXACT(5)}, ABOUT(3, 1, 5)},
        {"of what is exact", {EXACT(8), EXACT(5)}, EXACT(3)},
        {"of a range on one side alone", {ABOUT(8, 6, 10), COST(5)}, ABOUT_ALONE(3)},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_changes(&cases[i].figure, cases[i].change, cases[i].change, cases[i].what);
}

/* A path that one side does not have is sure to have cost nothing there. */
Test(table, knows_how_a_path_changed)
{
    static const struct cell no_path = {.has_range = true}, nothing = {.has_range = true},
                             new_estimate = ABOUT(3, 0, 5), gone_estimate = ABOUT(-3, -5, 0);
    const struct {
        const char *what;
        struct figure figure;
        struct cell change, of_both;
    } cases[] = {
        {"new", {ABOUT(3, 0, 5), no_path}, new_estimate, WITHHELD(0, 5)},
        {"gone", {no_path, ABOUT(3, 0, 5)}, gone_estimate, WITHHELD(-5, 0)},
        {"on neither side", {no_path, no_path}, nothing, nothing},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_changes(&cases[i].figure, cases[i].change, cases[i].of_both, cases[i].what);
}

/* Where none but exact figures are asked for, what is not given is no 0. */
Test(table, tells_no_change_of_estimates_that_are_withheld)
{
    static const struct {
        const char *what;
        struct figure figure;
        struct cell change;
    } cases[] = {
        {"now", {WITHHELD(6, 10), EXACT(5)}, WITHHELD(1, 5)},
        {"then", {EXACT(5), WITHHELD(1, 7)}, WITHHELD(-2, 4)},
        {"on both sides", {WITHHELD(6, 10), WITHHELD(1, 7)}, WITHHELD(-1, 9)},
        {"where there was nothing", {WITHHELD(6, 10), {.has_range = true}}, WITHHELD(6, 10)},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_changes(&cases[i].figure, cases[i].change, cases[i].change, cases[i].what);
}

/* A wrong number would be worse than none. */
Test(table, tells_no_change_that_does_not_fit)
{
    static const struct figure up = {COST(INT64_MAX), COST(-1)}, down = {COST(-INT64_MAX), COST(2)};

    cr_expect_not(figure_change(&up).is_given);
    cr_expect_not(figure_change_of_both(&up).is_given);
    cr_expect_not(figure_change(&down).is_given);
    cr_expect_not(figure_change_of_both(&down).is_given);
}

Test(table, shows_what_is_or_how_it_changed)
{
    static const struct figure figure = {COST(7), COST(5)};
    const struct table plain = {0}, difference = {.is_difference = true};

    expect_cell(table_shown(&plain, &figure), (struct cell)COST(7), "of one profile");
    expect_cell(table_shown(&difference, &figure), (struct cell)COST(2), "of two");
}

/* Rows and what they point to stay where they are while others are added. */
Test(table_rows, are_good_until_they_are_cleared)
{
    enum { COUNT = 1000, N_EVENTS = 3 };
    static const struct table_row empty;
    struct table_rows rows = {0};
    struct table_row *added[COUNT];

    for (size_t round = 0; round < 2; round++) {
        for (size_t i = 0; i < COUNT; i++) {
            added[i] = table_rows_add(&rows, ROW_LINE);
            cr_expect_eq(added[i]->kind, ROW_LINE);
            added[i]->kind = empty.kind;
            cr_expect_eq(memcmp(added[i], &empty, sizeof empty), 0);
            struct figure *self = table_rows_figures(&rows, N_EVENTS);
            for (size_t j = 0; j < N_EVENTS; j++) {
                cr_expect_not(self[j].now.is_given);
                cr_expect_not(self[j].old.is_given);
                self[j].now.value = (int64_t)(i * N_EVENTS + j);
            }
            added[i]->self = self;
        }
        cr_assert_eq(rows.count, COUNT);
        cr_expect_eq(rows.next, 0);
        for (size_t i = 0; i < COUNT; i++) {
            cr_expect_eq(rows.list[i], added[i]);
            for (size_t j = 0; j < N_EVENTS; j++)
                cr_expect_eq(added[i]->self[j].now.value, (int64_t)(i * N_EVENTS + j));
        }
        rows.next = COUNT;
        table_rows_clear(&rows);
        cr_expect_eq(rows.count, 0);
        cr_expect_eq(rows.next, 0);
    }
    table_rows_free(&rows);
    cr_expect_eq(rows.count, 0);
    cr_expect_null(rows.list);
}

Test(table_rows, are_full_when_a_block_is)
{
    struct table_rows rows = {0};

    for (size_t i = 0; i < ROWS_OF_BLOCK; i++) {
        cr_expect_not(table_rows_are_full(&rows), "%zu", i);
        table_rows_add(&rows, ROW_GAP);
    }
    cr_expect(table_rows_are_full(&rows));
    table_rows_add(&rows, ROW_GAP);
    cr_expect(table_rows_are_full(&rows), "more may be made");
    table_rows_clear(&rows);
    cr_expect_not(table_rows_are_full(&rows));
    table_rows_free(&rows);
}

static void include(struct table_event *event, const struct cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        table_event_include(event, cells[i]);
}

Test(table_event, is_as_wide_as_its_figures)
{
    static const struct cell cells[] = {COST(5), NOTHING, COST(-3), COST(9), COST(0)},
                             negative[] = {COST(-5), COST(-2)},
                             ratios[] = {RATIO(0.5), RATIO(-1.5), RATIO(0.25)};
    struct table_event event = {0}, none = {0}, below = {0}, ratio = {0};

    include(&event, cells, ARRAY_LENGTH(cells));
    expect_cell(event.largest, (struct cell)COST(9), "largest");
    expect_cell(event.smallest, (struct cell)COST(-3), "smallest");
    cr_expect_not(event.has_bounds);
    /* What is not given takes no room, not even that of a 0. */
    include(&none, &cells[1], 1);
    cr_expect_not(none.largest.is_given);
    cr_expect_not(none.smallest.is_given);
    include(&below, negative, ARRAY_LENGTH(negative));
    expect_cell(below.largest, (struct cell)COST(-2), "largest below 0");
    expect_cell(below.smallest, (struct cell)COST(-5), "smallest below 0");
    include(&ratio, ratios, ARRAY_LENGTH(ratios));
    expect_cell(ratio.largest, (struct cell)RATIO(0.5), "largest ratio");
    expect_cell(ratio.smallest, (struct cell)RATIO(-1.5), "smallest ratio");
}

Test(table_event, has_bounds_if_one_of_its_figures_is)
{
    static const struct cell bound = {.value = 5, .is_given = true, .is_bound = true},
                             exact = COST(7), withheld = {.is_bound = true};
    struct table_event event = {0};

    table_event_include(&event, exact);
    table_event_include(&event, withheld);
    cr_expect_not(event.has_bounds, "what is not given has no mark");
    table_event_include(&event, bound);
    cr_expect(event.has_bounds);
    table_event_include(&event, exact);
    cr_expect(event.has_bounds);
}

/* The old cost was from 4 to 10 in several runs: the change is what it is, and marked within that.
 */
Test(table, marks_changes_within_a_spread)
{
    static const struct {
        int64_t now, change, counted;
        bool is_noise;
    } cases[] = {{12, 6, 2, false}, {10, 4, 0, true}, {7, 1, 0, true},
                 {6, 0, 0, false},  {4, -2, 0, true}, {3, -3, -1, false}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct figure figure = {COST(cases[i].now), COST(6)};
        figure.old.has_spread = true;
        figure.old.least = 4;
        figure.old.most = 10;
        cr_expect_eq(figure_change(&figure).value, cases[i].change);
        cr_expect_eq(figure_change(&figure).is_noise, cases[i].is_noise, "%zu", i);
        cr_expect_eq(figure_counted(&figure).value, cases[i].counted, "%zu", i);
    }
    const struct figure plain = {COST(7), COST(5)}, unknown = {NOTHING, NOTHING};
    cr_expect_not(figure_change(&plain).is_noise);
    cr_expect_eq(figure_counted(&plain).value, 2);
    cr_expect_not(figure_counted(&unknown).is_given);
}

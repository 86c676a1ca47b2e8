/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/input/figures.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(view_figures, .init = temporary_enter, .fini = temporary_leave);

/* The events are Ir, Dr, Zz, which is never given, and X. */
#define PROFILE                                                                                    \
    "events: Ir Dr Zz\nevent: X = 2 Ir + Dr : both\nob=lib\nfl=a.c\nfn=f\n1 5\nfn=g\n1 0 3\n"      \
    "summary: 9 3\n"

/* e and o call each other without levels. */
#define CYCLE                                                                                      \
    "events: Ir Dr\nfl=a.c\nfn=e\n2 10\ncfn=o\ncalls=2 1\n2 44\nfn=o\n3 20\ncfn=e\ncalls=1 1\n"    \
    "3 24\n"

enum { SHOWN_MAX = 3 };

/* A view of the events of --show, and the rows by function. */
struct opened {
    struct view_options options;
    struct viewed viewed;
    struct row_figures rows;
    const struct figures *figures;
};

static void opened_begin(struct opened *opened, const char *show, const char *fresh,
                         const char *old)
{
    struct error error = {0};

    *opened = (struct opened){.options = {.show = text_of(show), .threshold = TEXT("99")}};
    viewed_read(&opened->viewed, &opened->options, fresh, old);
    cr_assert(view_choose_events(&opened->viewed.input, &error), "%s", error.text);
    cr_assert(view_add_up(&opened->viewed.input,
                          &(struct row_figures_wanted){.choice = FOLDED(BY_FUNCTION)},
                          &opened->rows, &error),
              "%s", error.text);
    opened->figures = &opened->viewed.input.figures;
}

static void opened_end(struct opened *opened)
{
    row_figures_free(&opened->rows);
    viewed_free(&opened->viewed);
}

static void expect_cell(struct cell cell, struct cell expected)
{
    cr_expect_eq(cell.value, expected.value, "%d, not %d", (int)cell.value, (int)expected.value);
    cr_expect_eq(cell.is_given, expected.is_given);
    cr_expect_eq(cell.is_bound, expected.is_bound);
}

#define GIVEN(number)                                                                              \
    {                                                                                              \
        .value = (number), .is_given = true                                                        \
    }
#define BOUND(number)                                                                              \
    {                                                                                              \
        .value = (number), .is_given = true, .is_bound = true                                      \
    }
#define NOT_GIVEN                                                                                  \
    {                                                                                              \
        .is_given = false                                                                          \
    }

Test(view_figures, are_in_the_order_of_the_events)
{
    static const struct {
        const char *profile, *show, *row;
        bool is_inclusive;
        struct cell cells[SHOWN_MAX];
    } cases[] = {
        {PROFILE, "Dr,Zz,Ir", "a.c:f[lib]", false, {NOT_GIVEN, NOT_GIVEN, GIVEN(5)}},
        {PROFILE, "X,Zz,Dr", "a.c:g[lib]", false, {GIVEN(3), NOT_GIVEN, GIVEN(3)}},
        {PROFILE, "X,Ir,Dr", "a.c:f[lib]", true, {GIVEN(10), GIVEN(5), NOT_GIVEN}},
        /* What is unknown in a cycle is at least 0. */
        {CYCLE, "Ir,Dr,Ir", "a.c:o", true, {BOUND(20), BOUND(0), BOUND(20)}},
        {CYCLE, "Ir,Dr,Ir", "a.c:o", false, {GIVEN(20), NOT_GIVEN, GIVEN(20)}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct opened opened;
        struct figure figures[SHOWN_MAX];

        opened_begin(&opened, cases[i].show, cases[i].profile, NULL);
        row_id row = figured_find(opened.rows.rows, cases[i].row);
        figures_fill(opened.figures,
                     cases[i].is_inclusive ? figures_inclusive(&opened.rows)
                                           : figures_self(&opened.rows),
                     row, figures);
        for (size_t j = 0; j < SHOWN_MAX; j++) {
            expect_cell(figures[j].now, cases[i].cells[j]);
            expect_cell(figures[j].old, (struct cell)NOT_GIVEN);
        }
        opened_end(&opened);
    }
}

/* Of the rows 5 of Ir and 0, none of Zz; the total of X is 2 * 9 + 3. */
Test(view_figures, make_events_with_totals_and_extents)
{
    static const struct {
        const char *name, *long_name, *formula;
        struct cell total, largest, smallest;
    } expected[] = {
        {"X", "both", "2 Ir + Dr", GIVEN(21), GIVEN(10), GIVEN(3)},
        {"Zz", "", "", NOT_GIVEN, NOT_GIVEN, NOT_GIVEN},
        {"Ir", "Instruction Fetch", "", GIVEN(9), GIVEN(5), GIVEN(0)},
    };
    struct opened opened;

    opened_begin(&opened, "X,Zz,Ir", PROFILE, NULL);
    struct table_event *events = figures_events(opened.figures, ARRAY_LENGTH(expected) + 1);
    for (row_id row = 0; row < opened.rows.rows->count; row++)
        figures_include(opened.figures, events, figures_self(&opened.rows), row);
    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++) {
        cr_expect(text_equal(events[i].name, text_of(expected[i].name)));
        cr_expect(text_equal(events[i].long_name, text_of(expected[i].long_name)));
        cr_expect(text_equal(events[i].formula, text_of(expected[i].formula)));
        expect_cell(events[i].total.now, expected[i].total);
        expect_cell(events[i].total.old, (struct cell)NOT_GIVEN);
        expect_cell(events[i].base, expected[i].total);
        expect_cell(events[i].largest, expected[i].largest);
        expect_cell(events[i].smallest, expected[i].smallest);
    }
    free(events);
    opened_end(&opened);
}

#define LARGEST "9223372036854775807"

Test(view_figures, fit_where_all_rows_do)
{
    static const char row_is_large[] =
        "events: Ir\nevent: X = 2 Ir\nfl=a.c\nfn=f\n1 " LARGEST "\nfn=g\n1 -" LARGEST "\n";
    static const struct {
        const char *behaviour, *profile, *show;
        bool fits, events_fit; /* the events alone hold the total */
    } cases[] = {
        {"all of them", PROFILE, "X", true, true},
        {"not a row", row_is_large, "X", false, true},
        {"not the second event", row_is_large, "Ir,X", false, true},
        {"a row of an event that is not shown", row_is_large, "Ir", true, true},
        {"not the total alone",
         "events: Ir\nevent: X = 2 Ir\nsummary: " LARGEST "\nfl=a.c\nfn=f\n1 1\n", "X", false,
         false},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct opened opened;
        struct error error = {0}, of_events = {0};

        opened_begin(&opened, cases[i].show, cases[i].profile, NULL);
        free(figures_events(opened.figures, 2));
        cr_expect_eq(view_fits(&opened.viewed.input, &of_events), cases[i].events_fit, "%s",
                     cases[i].behaviour);
        cr_expect_eq(figures_fit(opened.figures, &opened.rows, &error), cases[i].fits, "%s",
                     cases[i].behaviour);
        cr_expect_eq(error.kind, cases[i].fits ? ERROR_NONE : ERROR_FAILED);
        opened_end(&opened);
    }
}

/* f cost 8, of which 2 in h, and was elsewhere; g is new. */
#define CHANGED "events: Ir\nfl=n.c\nfn=f\n1 5\nfn=g\n1 3\n"
#define BEFORE "events: Ir\nfl=o.c\nfn=f\n1 6\ncfn=h\ncalls=1 1\n1 2\nfn=h\n1 2\n"

static void expect_figure(struct figure figure, struct figure expected)
{
    expect_cell(figure.now, expected.now);
    expect_cell(figure.old, expected.old);
}

Test(view_figures, have_both_sides_in_a_difference)
{
    struct opened opened;
    struct figure figure;

    opened_begin(&opened, "Ir", CHANGED, BEFORE);
    row_id f = figured_find(opened.rows.rows, "n.c:f"), g = figured_find(opened.rows.rows, "n.c:g");
    figures_fill(opened.figures, figures_self(&opened.rows), f, &figure);
    expect_figure(figure, (struct figure){GIVEN(5), GIVEN(6)});
    figures_fill(opened.figures, figures_inclusive(&opened.rows), f, &figure);
    expect_figure(figure, (struct figure){GIVEN(5), GIVEN(8)});
    figures_fill(opened.figures, figures_self(&opened.rows), g, &figure);
    expect_figure(figure, (struct figure){GIVEN(3), NOT_GIVEN});
    /* Of costs without their old ones no more is known than the change. */
    figures_fill(opened.figures, costs_alone(&opened.rows.rows->self), f, &figure);
    expect_figure(figure, (struct figure){GIVEN(-1), NOT_GIVEN});
    opened_end(&opened);
}

/* What percentages are of is the old total; of rows it is the size of changes and of both sides. */
Test(view_figures, make_events_of_a_difference)
{
    struct opened opened;

    opened_begin(&opened, "Ir", CHANGED, BEFORE);
    struct table_event *event = figures_events(opened.figures, 1);
    for (row_id row = 0; row < opened.rows.rows->count; row++)
        figures_include(opened.figures, event, figures_self(&opened.rows), row);
    expect_figure(event->total, (struct figure){GIVEN(8), GIVEN(8)});
    expect_cell(event->base, (struct cell)GIVEN(8));
    expect_cell(event->largest, (struct cell)GIVEN(3));   /* of g, from nothing */
    expect_cell(event->smallest, (struct cell)GIVEN(-2)); /* of h, to nothing */
    expect_cell(event->largest_side, (struct cell)GIVEN(6));
    free(event);
    opened_end(&opened);
}

Test(view_figures, are_of_counts_too)
{
    struct opened opened;

    opened_begin(&opened, "Ir", PROFILE, NULL);
    expect_figure(figures_count(opened.figures, 7, 0), (struct figure){GIVEN(7), NOT_GIVEN});
    opened_end(&opened);
    opened_begin(&opened, "Ir", CHANGED, BEFORE);
    expect_figure(figures_count(opened.figures, -3, 4), (struct figure){GIVEN(1), GIVEN(4)});
    opened_end(&opened);
}

Test(view_figures, know_what_a_row_was)
{
    struct opened opened;
    struct table_row f = {0}, g = {0};

    opened_begin(&opened, "Ir", CHANGED, BEFORE);
    figures_set_old(opened.figures, &opened.rows, figured_find(opened.rows.rows, "n.c:f"), &f);
    cr_expect(f.has_old);
    cr_expect_eq(f.old.change, CHANGE_MOVED);
    cr_expect(text_equal(f.old.file, TEXT("o.c")));
    figures_set_old(opened.figures, &opened.rows, figured_find(opened.rows.rows, "n.c:g"), &g);
    cr_expect(g.has_old);
    cr_expect_eq(g.old.change, CHANGE_NEW);
    opened_end(&opened);
}

Test(view_figures, of_one_profile_were_nothing)
{
    struct opened opened;
    struct table_row row = {0};

    opened_begin(&opened, "Ir", PROFILE, NULL);
    figures_set_old(opened.figures, &opened.rows, 0, &row);
    cr_expect_not(row.has_old);
    cr_expect_not(row.calls.old.is_given);
    opened_end(&opened);
}

Test(view_figures, make_rows)
{
    struct opened opened;
    struct table_rows rows = {0};

    opened_begin(&opened, "Ir", CHANGED, BEFORE);
    const struct table_row *row = figures_add_row(
        opened.figures, &opened.rows, figured_find(opened.rows.rows, "n.c:f"), ROW_HOTSPOT, &rows);
    cr_assert_eq(rows.count, 1);
    cr_expect_eq(rows.list[0], row);
    cr_expect_eq(row->kind, ROW_HOTSPOT);
    cr_expect(text_equal(row->function, TEXT("f")));
    expect_figure(row->self[0], (struct figure){GIVEN(5), GIVEN(6)});
    expect_figure(row->inclusive[0], (struct figure){GIVEN(5), GIVEN(8)});
    expect_figure(row->calls, (struct figure){GIVEN(0), GIVEN(0)});
    cr_expect(row->has_old);
    cr_expect_eq(row->old.change, CHANGE_MOVED);
    cr_expect(text_equal(row->old.file, TEXT("o.c")));
    table_rows_free(&rows);
    opened_end(&opened);
}

/* Of a cycle nothing is known but what it cost with its calls. */
Test(view_figures, make_rows_of_cycles)
{
    struct opened opened;
    struct table_rows rows = {0};

    opened_begin(&opened, "Ir", CYCLE, NULL);
    cr_assert_eq(opened.rows.inclusive->n_cycles, 1);
    figures_add_cycle(opened.figures, opened.rows.inclusive, 0, 2, &rows);
    const struct table_row *row = rows.list[0];
    cr_expect_eq(row->kind, ROW_CYCLE);
    cr_expect(text_equal(row->function, TEXT("<cycle 1>")));
    cr_expect_eq(row->cycle, 1);
    cr_expect_eq(row->n_members, 2);
    cr_expect_null(row->self);
    expect_cell(row->inclusive[0].now, (struct cell)GIVEN(30));
    cr_expect_not(row->calls.now.is_given);
    table_rows_free(&rows);
    opened_end(&opened);
}

Test(view_figures, name_and_rank_rows)
{
    struct opened opened;
    struct table_row row = {0};

    opened_begin(&opened, "Dr", PROFILE, NULL);
    row_id f = figured_find(opened.rows.rows, "a.c:f[lib]");
    figures_name_row(opened.rows.rows, f, &row);
    cr_expect(text_equal(row.object, TEXT("lib")));
    cr_expect(text_equal(row.file, TEXT("a.c")));
    cr_expect(text_equal(row.function, TEXT("f")));
    cr_expect_eq(figures_key(opened.figures, figures_self(&opened.rows), f), 5,
                 "rows are sorted by Ir, not by what is shown");
    opened_end(&opened);
}

/* The call of g costs more than the program did. */
Test(view_figures, warn_where_calls_contradict_costs)
{
#define CALL(cost)                                                                                 \
    "events: Ir\nfl=a.c\nfn=f\n1 1\ncfn=g\ncalls=1 1\n1 " cost "\nfn=g\n1 4\ntotals: 5\n"
    static const struct {
        const char *fresh, *old, *path;
        uint64_t n_warnings;
    } cases[] = {
        {CALL("4"), NULL, NULL, 0},      {CALL("6"), NULL, PARSED_PATH, 1},
        {CALL("6"), CALL("4"), NULL, 1}, /* of two profiles it may be either */
        {CALL("4"), CALL("6"), NULL, 1}, {CALL("4"), CALL("4"), NULL, 0},
    };
#undef CALL

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct warnings warnings = {0};
        struct opened opened;

        opened_begin(&opened, "Ir", cases[i].fresh, cases[i].old);
        figures_warn(opened.figures, &opened.rows, &warnings);
        cr_assert_eq(warnings.count, cases[i].n_warnings, "case %zu", i);
        cr_expect_eq(warnings.first[0].path == NULL, cases[i].path == NULL, "case %zu", i);
        opened_end(&opened);
    }
}

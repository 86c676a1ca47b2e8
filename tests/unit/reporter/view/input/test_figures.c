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

Test(view_figures, are_cells_in_the_order_of_the_columns)
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
        struct cell cells[SHOWN_MAX];

        opened_begin(&opened, cases[i].show, cases[i].profile, NULL);
        row_id row = figured_find(opened.rows.rows, cases[i].row);
        figures_cells(opened.figures,
                      cases[i].is_inclusive ? figures_inclusive(&opened.rows)
                                            : figures_self(&opened.rows),
                      row, cells);
        for (size_t j = 0; j < SHOWN_MAX; j++)
            expect_cell(cells[j], cases[i].cells[j]);
        opened_end(&opened);
    }
}

/* Of the rows 5 of Ir and 0, none of Zz; the total of X is 2 * 9 + 3. */
Test(view_figures, make_columns_with_totals_and_extents)
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
    struct column *columns = figures_columns(opened.figures, ARRAY_LENGTH(expected) + 1);
    for (row_id row = 0; row < opened.rows.rows->count; row++)
        figures_include(opened.figures, columns, figures_self(&opened.rows), row);
    for (size_t i = 0; i < ARRAY_LENGTH(expected); i++) {
        cr_expect(text_equal(columns[i].name, text_of(expected[i].name)));
        cr_expect(text_equal(columns[i].long_name, text_of(expected[i].long_name)));
        cr_expect(text_equal(columns[i].formula, text_of(expected[i].formula)));
        expect_cell(columns[i].total, expected[i].total);
        expect_cell(columns[i].change, expected[i].total);
        expect_cell(columns[i].largest, expected[i].largest);
        expect_cell(columns[i].smallest, expected[i].smallest);
    }
    free(columns);
    opened_end(&opened);
}

#define LARGEST "9223372036854775807"

Test(view_figures, fit_where_all_rows_do)
{
    static const char row_is_large[] =
        "events: Ir\nevent: X = 2 Ir\nfl=a.c\nfn=f\n1 " LARGEST "\nfn=g\n1 -" LARGEST "\n";
    static const struct {
        const char *behaviour, *profile, *show;
        bool fits, fit_columns; /* the columns alone hold the total */
    } cases[] = {
        {"all of them", PROFILE, "X", true, true},
        {"not a row", row_is_large, "X", false, true},
        {"not the second column", row_is_large, "Ir,X", false, true},
        {"a row of an event that is not shown", row_is_large, "Ir", true, true},
        {"not the total alone",
         "events: Ir\nevent: X = 2 Ir\nsummary: " LARGEST "\nfl=a.c\nfn=f\n1 1\n", "X", false,
         false},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct opened opened;
        struct error error = {0}, of_columns = {0};

        opened_begin(&opened, cases[i].show, cases[i].profile, NULL);
        free(figures_columns(opened.figures, 2));
        cr_expect_eq(view_fits(&opened.viewed.input, &of_columns), cases[i].fit_columns, "%s",
                     cases[i].behaviour);
        const struct costs *const all[] = {&opened.rows.rows->self};
        cr_expect_eq(figures_fit(opened.figures, all, 1, &error), cases[i].fits, "%s",
                     cases[i].behaviour);
        cr_expect_eq(error.kind, cases[i].fits ? ERROR_NONE : ERROR_FAILED);
        opened_end(&opened);
    }
}

/* f cost 8, and was elsewhere; g is new. */
Test(view_figures, know_what_a_row_was)
{
    static const char fresh[] = "events: Ir\nfl=n.c\nfn=f\n1 5\nfn=g\n1 3\n";
    static const char old_text[] = "events: Ir\nfl=o.c\nfn=f\n1 6\ncfn=h\ncalls=1 1\n1 2\n"
                                   "fn=h\n1 2\n";
    struct opened opened;
    struct old_figures old;
    struct table_row row = {0};

    opened_begin(&opened, "Ir", fresh, old_text);
    old_figures_begin(&old, opened.figures, &opened.rows);
    old_figures_set(&old, figured_find(opened.rows.rows, "n.c:f"), &row);
    cr_assert_not_null(row.old);
    cr_expect_eq(row.old->change, CHANGE_MOVED);
    cr_expect(text_equal(row.old->file, TEXT("o.c")));
    expect_cell(row.old->cells[0], (struct cell)GIVEN(6));
    expect_cell(row.old->inclusive[0], (struct cell)GIVEN(8));
    old_figures_set(&old, figured_find(opened.rows.rows, "n.c:g"), &row);
    cr_expect_eq(row.old->change, CHANGE_NEW);
    expect_cell(row.old->cells[0], (struct cell)NOT_GIVEN);
    old_figures_end(&old);
    opened_end(&opened);
}

Test(view_figures, of_one_profile_were_nothing)
{
    struct opened opened;
    struct old_figures old;
    struct table_row row = {0};

    opened_begin(&opened, "Ir", PROFILE, NULL);
    old_figures_begin(&old, opened.figures, &opened.rows);
    old_figures_set(&old, 0, &row);
    cr_expect_null(row.old);
    old_figures_end(&old);
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

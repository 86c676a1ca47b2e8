/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/contents.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

#include "base/array.h"

static bool count_row(void *view, struct table_row *row, struct error *error)
{
    (void)row;
    (void)error;
    return ++*(int *)view <= 2;
}

Test(format_contents, are_pulled_row_by_row)
{
    int pulled = 0;
    const struct table table = {.next = count_row, .view = &pulled};
    struct table_row row;
    struct error error = {0};

    cr_expect(table_next_row(&table, stdout, &row, &error));
    cr_expect(table_next_row(&table, stdout, &row, &error));
    cr_expect_not(table_next_row(&table, stdout, &row, &error));
    cr_expect_eq(pulled, 3);
}

Test(format_contents, are_not_pulled_when_nobody_reads)
{
    int pulled = 0;
    const struct table table = {.next = count_row, .view = &pulled};
    struct table_row row;
    struct error error = {0};
    FILE *full = fopen("/dev/full", "w");

    if (full == NULL)
        cr_skip_test("there is no /dev/full");
    fputc('x', full);
    fflush(full);
    cr_expect_not(table_next_row(&table, full, &row, &error));
    cr_expect_eq(pulled, 0);
    fclose(full);
}

static const struct cell own = {.value = 1}, all = {.value = 2};

Test(format_contents, have_costs_and_calls_by_kind)
{
    static const struct {
        enum table_row_kind kind;
        const struct cell *cells, *inclusive_cells;
        bool is_main, is_call, has_calls;
        const struct cell *self, *inclusive;
    } cases[] = {
        {ROW_HOTSPOT, &own, &all, true, false, true, &own, &all},
        {ROW_HOTSPOT, &own, NULL, true, false, false, &own, NULL},
        {ROW_FUNCTION, &own, &all, true, false, true, &own, &all},
        {ROW_CYCLE, NULL, &all, true, false, false, NULL, &all},
        {ROW_LINE, &own, &all, true, false, false, &own, &all},
        {ROW_CALLER, &all, NULL, false, true, true, NULL, &all},
        {ROW_CALLEE, &all, NULL, false, true, true, NULL, &all},
        {ROW_RECURSION, &all, NULL, false, true, true, NULL, &all},
        {ROW_PATH, &all, &own, false, false, false, NULL, &all},
        {ROW_FILE, &own, NULL, false, false, false, &own, NULL},
        {ROW_LISTING, NULL, NULL, false, false, false, NULL, NULL},
        {ROW_GAP, NULL, NULL, false, false, false, NULL, NULL},
        {ROW_TREE, &own, &all, true, false, true, &own, &all},
        {ROW_TREE, &own, NULL, true, false, true, &own, NULL},
    };
    static const struct tree_place place = {.has_calls = true};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct table_row row = {.kind = cases[i].kind,
                                      .cells = cases[i].cells,
                                      .inclusive = cases[i].inclusive_cells,
                                      .tree = &place};
        cr_expect_eq(row_is_main(&row), cases[i].is_main, "main: case %zu", i);
        cr_expect_eq(row_is_call(&row), cases[i].is_call, "call: case %zu", i);
        cr_expect_eq(row_has_calls(&row), cases[i].has_calls, "calls: case %zu", i);
        cr_expect_eq(row_self(&row), cases[i].self, "self: case %zu", i);
        cr_expect_eq(row_inclusive(&row), cases[i].inclusive, "inclusive: case %zu", i);
    }
}

/* Whatever costs it has. */
Test(format_contents, have_calls_in_a_tree_where_they_are_known)
{
    static const struct tree_place known = {.has_calls = true}, unknown = {0};
    struct table_row row = {.kind = ROW_TREE, .cells = &own, .inclusive = &all, .tree = &known};

    cr_expect(row_has_calls(&row));
    row.tree = &unknown;
    cr_expect_not(row_has_calls(&row));
    row.kind = ROW_LEFT_OUT;
    cr_expect_not(row_has_calls(&row));
}

Test(format_contents, are_exact_where_no_cell_is_an_estimate)
{
    static const struct cell cells[] = {{.value = 1}, {.value = 2, .is_estimate = true}};

    cr_expect(cells_are_exact(cells, 1));
    cr_expect_not(cells_are_exact(cells, 2));
}

Test(format_contents, show_estimates_that_are_given)
{
    cr_expect(cell_shows_estimate((struct cell){.is_given = true, .is_estimate = true}));
    cr_expect_not(cell_shows_estimate((struct cell){.is_given = true}));
    cr_expect_not(cell_shows_estimate((struct cell){.is_estimate = true}));
}

Test(format_contents, are_exact_where_no_cell_is_a_bound)
{
    static const struct cell cells[] = {{.value = 1}, {.value = 2}, {.value = 3, .is_bound = true}};

    cr_expect(cells_are_exact(cells, 0));
    cr_expect(cells_are_exact(cells, 2));
    cr_expect_not(cells_are_exact(cells, 3));
}

Test(format_contents, are_called_by_the_most_telling_name)
{
    struct table_row row = {
        .object = TEXT("o"), .file = TEXT(""), .function = TEXT("f"), .label = TEXT("l")};

    cr_expect(text_equal(row_name(&row), TEXT("f")));
    row.function = (struct text){0};
    cr_expect_eq(row_name(&row).at, row.file.at, "an empty name is one");
    row.file = (struct text){0};
    cr_expect(text_equal(row_name(&row), TEXT("l")));
    row.label = (struct text){0};
    cr_expect(text_equal(row_name(&row), TEXT("o")));
    row.object = (struct text){0};
    cr_expect_eq(row_name(&row).at, NULL);
}

static struct text first_half(void *maker, struct text name, size_t n_steps)
{
    (void)maker;
    (void)n_steps;
    return (struct text){name.at, name.length / 2};
}

Test(format_contents, are_called_something_in_any_picture)
{
    const struct shortener shortener = {.shorten = first_half};
    struct table_row row = {.kind = ROW_TREE, .function = TEXT("main")};

    cr_expect(text_equal(row_drawn_name(&row, NULL), TEXT("main")));
    cr_expect(text_equal(row_drawn_name(&row, &shortener), TEXT("ma")));
    row.cycle = 1; /* not the name of a function */
    cr_expect(text_equal(row_drawn_name(&row, &shortener), TEXT("main")));
    row = (struct table_row){.kind = ROW_TREE, .function = TEXT("")};
    cr_expect(text_equal(row_drawn_name(&row, &shortener), TEXT("(no name)")));
    row = (struct table_row){.kind = ROW_LEFT_OUT};
    cr_expect(text_equal(row_drawn_name(&row, &shortener), TEXT("(more)")));
}

Test(format_contents, say_how_they_changed)
{
    static const struct {
        enum change change;
        const char *name;
        bool is_one_sided, is_of_name;
    } cases[] = {
        {CHANGE_NONE, "", false, false},          {CHANGE_NEW, "new", true, false},
        {CHANGE_GONE, "gone", true, false},       {CHANGE_MOVED, "moved", false, true},
        {CHANGE_RENAMED, "renamed", false, true},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_expect_str_eq(change_name(cases[i].change), cases[i].name);
        cr_expect_eq(change_is_one_sided(cases[i].change), cases[i].is_one_sided, "%s",
                     cases[i].name);
        cr_expect_eq(change_is_of_name(cases[i].change), cases[i].is_of_name, "%s", cases[i].name);
    }
}

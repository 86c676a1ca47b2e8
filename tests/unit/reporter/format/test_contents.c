/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/contents.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Makes two blocks of three rows, which are numbered from 1. */
struct maker {
    size_t n_made; /* how often it was asked */
    uint64_t line;
};

static void make_rows(void *view, struct table_rows *rows)
{
    struct maker *maker = view;

    for (size_t i = 0; maker->n_made < 2 && i < 3; i++)
        table_rows_add(rows, ROW_LINE)->line = ++maker->line;
    maker->n_made++;
}

Test(format_contents, are_pulled_row_by_row)
{
    struct maker maker = {0};
    struct table_rows rows = {0};
    const struct table table = {.make_rows = make_rows, .view = &maker, .rows = &rows};
    struct error error = {0};

    cr_expect_eq(maker.n_made, 0);
    for (uint64_t line = 1; line <= 6; line++) {
        const struct table_row *row = table_next_row(&table, stdout, &error);
        cr_assert_not_null(row);
        cr_expect_eq(row->line, line);
        cr_expect_eq(maker.n_made, (line + 2) / 3);
    }
    cr_expect_null(table_next_row(&table, stdout, &error));
    cr_expect_eq(maker.n_made, 3);
    cr_expect_eq(error.kind, ERROR_NONE);
    table_rows_free(&rows);
}

Test(format_contents, are_not_pulled_when_nobody_reads)
{
    struct maker maker = {0};
    struct table_rows rows = {0};
    const struct table table = {.make_rows = make_rows, .view = &maker, .rows = &rows};
    struct error error = {0};
    FILE *full = fopen("/dev/full", "w");

    if (full == NULL)
        cr_skip_test("there is no /dev/full");
    fputc('x', full);
    fflush(full);
    cr_expect_null(table_next_row(&table, full, &error));
    cr_expect_eq(maker.n_made, 0);
    cr_expect(table_next_row(&table, NULL, &error), "memory is always read");
    fclose(full);
    table_rows_free(&rows);
}

/* From the second block on. */
static bool fits_once(const void *maker, struct error *error)
{
    return ((const struct maker *)maker)->n_made < 2 ||
           error_set(error, ERROR_FAILED, NULL, 0, "it does not fit");
}

Test(format_contents, end_where_a_figure_does_not_fit)
{
    struct maker maker = {0};
    struct table_rows rows = {0};
    const struct table table = {
        .make_rows = make_rows, .view = &maker, .rows = &rows, .fits = fits_once, .maker = &maker};
    struct error error = {0};

    for (size_t i = 0; i < 3; i++)
        cr_expect(table_next_row(&table, NULL, &error));
    cr_expect_eq(error.kind, ERROR_NONE);
    cr_expect_null(table_next_row(&table, NULL, &error));
    cr_expect_str_eq(error.text, "it does not fit");
    table_rows_free(&rows);
}

/* In a difference of what is known on both sides, and what is no more than a change as that. */
Test(format_contents, show_calls)
{
    static const struct table_row both = {.has_old = true,
                                          .calls = {{.value = 7, .is_given = true},
                                                    {.value = 4, .is_given = true}}},
                                  now_alone = {.has_old = true,
                                               .calls.now = {.value = 7, .is_given = true}},
                                  change = {.calls.now = {.value = 7, .is_given = true}},
                                  none = {.has_old = true};
    const struct table plain = {0}, difference = {.is_difference = true};

    cr_expect_eq(row_calls(&plain, &both).value, 7);
    cr_expect_eq(row_calls(&difference, &both).value, 3);
    cr_expect(row_calls(&difference, &both).is_given);
    cr_expect_not(row_calls(&difference, &now_alone).is_given);
    cr_expect_eq(row_calls(&difference, &change).value, 7);
    cr_expect_not(row_calls(&plain, &none).is_given);
    cr_expect_not(row_calls(&difference, &none).is_given);
}

Test(format_contents, show_figures_of_rows)
{
    static const struct figure self[1], inclusive[1];
    const struct table_row both = {.self = self, .inclusive = inclusive},
                           self_alone = {.self = self}, calls = {.inclusive = inclusive};

    cr_expect_eq(row_figures(&calls), inclusive);
    cr_expect_null(row_figures(&(struct table_row){0}));
    cr_expect_eq(row_figures(&both), inclusive);
    cr_expect_eq(row_figures(&self_alone), self);
}

Test(format_contents, are_exact_where_both_sides_are)
{
    static const struct cell exact = {.value = 1, .is_given = true},
                             bound = {.value = 1, .is_given = true, .is_bound = true},
                             estimate = {.value = 1, .is_given = true, .is_estimate = true};
    const struct {
        struct figure figures[2];
        bool are_exact;
    } cases[] = {
        {{{exact, exact}, {.now = exact}}, true},     {{{.now = exact}, {.now = bound}}, false},
        {{{exact, bound}, {.now = exact}}, false},    {{{.now = estimate}, {.now = exact}}, false},
        {{{exact, estimate}, {exact, exact}}, false}, {{{{0}, exact}, {exact, {0}}}, true},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(figures_are_exact(cases[i].figures, 2), cases[i].are_exact, "case %zu", i);
    cr_expect(figures_are_exact(cases[1].figures, 1), "it asks for the first alone");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/contents.h"

#include <criterion/criterion.h>
#include <stdio.h>

static bool count_row(void *view, struct table_row *row)
{
    (void)row;
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

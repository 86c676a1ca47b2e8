/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/figure_table.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/*
 * Ends the field at *at with a NUL byte, its quotes resolved as in RFC 4180, and goes on to the
 * next one; gives what was after it, a comma or the '\r' of "\r\n".
 */
static char end_field(char **at, const char *end)
{
    char *from = *at, *to = *at;
    bool is_quoted = from < end && *from == '"';

    for (from += is_quoted; from < end; from++) {
        if (is_quoted && *from == '"' && from[1] == '"')
            from++;
        else if (is_quoted && *from == '"')
            is_quoted = false;
        else if (!is_quoted && (*from == ',' || *from == '\r'))
            break;
        if (is_quoted || *from != '"')
            *to++ = *from;
    }
    char separator = *from;
    *at = from + (separator == '\r' ? 2 : 1);
    *to = '\0';
    return separator;
}

static void cut(struct figure_table *table, size_t size)
{
    size_t count = 0, capacity = 0;

    for (char *at = table->text; at < table->text + size;) {
        ARRAY_GROW(table->fields, count, capacity);
        table->fields[count++] = at;
        if (end_field(&at, table->text + size) == ',')
            continue;
        if (table->n_columns == 0)
            table->n_columns = count;
        cr_assert_eq(count % table->n_columns, 0, "%zu fields, not %zu a row", count,
                     table->n_columns);
    }
    cr_assert_gt(count, 0, "no table");
    table->n_rows = count / table->n_columns - 1;
}

size_t figure_table_find(const struct figure_table *table, const char *start)
{
    size_t column = 0;

    while (column < table->n_columns && strncmp(table->fields[column], start, strlen(start)) != 0)
        column++;
    return column;
}

static size_t find_column(const struct figure_table *table, const char *start)
{
    size_t column = figure_table_find(table, start);

    cr_assert(column < table->n_columns, "no column '%s'", start);
    return column;
}

void figure_table_read(struct figure_table *table, struct run run)
{
    *table = (struct figure_table){.text = run.out};
    cut(table, run.out_size);
    run.out = NULL;
    run_free(&run);
    table->object = find_column(table, "object");
    table->file = find_column(table, "file");
    table->function = find_column(table, "function");
    table->line = find_column(table, "line");
    table->calls = find_column(table, "calls");
    table->exact = find_column(table, "exact");
    table->self = find_column(table, "self:");
    table->inclusive = find_column(table, "inclusive:");
    table->n_events = table->inclusive - table->self;
}

void figure_table_free(struct figure_table *table)
{
    free(table->text);
    free(table->fields);
    *table = (struct figure_table){0};
}

int64_t figure_table_number(const struct figure_table *table, size_t row, size_t column)
{
    return strtoll(figure_table_field(table, row, column), NULL, 10);
}

bool figure_table_is(const struct figure_table *table, size_t row, const char *kind)
{
    return strcmp(figure_table_field(table, row, 0), kind) == 0;
}

void figure_table_print_cells(FILE *out, const struct figure_table *table, size_t row,
                              size_t column)
{
    for (size_t i = 0; i < table->n_events; i++) {
        const char *cell = figure_table_field(table, row, column + i);
        fprintf(out, "%s ", *cell != '\0' ? cell : ".");
    }
}

void figure_table_print_name(FILE *out, const struct figure_table *table, size_t row,
                             bool with_calls)
{
    const char *object = figure_table_field(table, row, table->object);

    fprintf(out, "%s:%s", figure_table_field(table, row, table->file),
            figure_table_field(table, row, table->function));
    if (!figure_table_is(table, row, "caller") && !figure_table_is(table, row, "callee") &&
        strcmp(figure_table_field(table, row, table->exact), "false") == 0)
        fputs(" (at least)", out);
    if (with_calls)
        fprintf(out, " (%sx)", figure_table_field(table, row, table->calls));
    if (*object != '\0')
        fprintf(out, " [%s]", object);
}

const char *report_print_cells(FILE *out, const char *line, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        line += strspn(line, " ");
        size_t length = strcspn(line, " \n");
        fprintf(out, "%.*s ", (int)length, line);
        line += length;
    }
    return line + strspn(line, " ");
}

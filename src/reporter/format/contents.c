/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/contents.h"

#include <stdlib.h>

#include "base/array.h"

bool report_next(const struct report *report, FILE *out, struct section *section,
                 struct error *error)
{
    return error->kind == ERROR_NONE && !ferror(out) && report->next(report->maker, section, error);
}

const struct table_row *table_next_row(const struct table *table, FILE *out, struct error *error)
{
    struct table_rows *rows = table->rows;

    if (out != NULL && ferror(out))
        return NULL;
    if (rows->next == rows->count) {
        table_rows_clear(rows);
        table->make_rows(table->view, rows);
        if (table->fits != NULL && !table->fits(table->maker, error))
            return NULL;
    }
    return rows->next < rows->count ? rows->list[rows->next++] : NULL;
}

struct table_row **table_read_rows(const struct table *table, size_t most, FILE *out, size_t *count,
                                   struct error *error)
{
    struct table_rows *rows = table->rows;
    struct table_row **list = NULL;
    size_t capacity = 0;

    *count = 0;
    table_rows_clear(rows);
    do {
        rows->count = 0; /* the rows before these stay in the arena */
        table->make_rows(table->view, rows);
        if (ferror(out) || (table->fits != NULL && !table->fits(table->maker, error)))
            break;
        for (size_t i = 0; i < rows->count && *count < most; i++)
            ARRAY_ADD(list, *count, capacity, rows->list[i]);
    } while (rows->count != 0 && *count < most);
    rows->next = rows->count;
    return list;
}

bool table_is_of_lines(const struct table *table)
{
    return text_equal(table->by, TEXT("line"));
}

bool table_is_of_instructions(const struct table *table)
{
    return text_equal(table->by, TEXT("instruction"));
}

bool cell_shows_estimate(struct cell cell)
{
    return cell.is_given && cell.is_estimate;
}

struct text row_name(const struct table_row *row)
{
    return row->function.at != NULL ? row->function
         : row->file.at != NULL     ? row->file
         : row->label.at != NULL    ? row->label
                                    : row->object;
}

struct text row_shown_name(const struct table_row *row)
{
    struct text name = row_name(row);

    return name.length != 0 ? name : name.at == NULL ? TEXT("(no object)") : TEXT("(no name)");
}

struct text row_drawn_name(const struct table_row *row)
{
    return row->kind == ROW_LEFT_OUT ? TEXT("(more)") : row_shown_name(row);
}

bool change_is_one_sided(enum change change)
{
    return change == CHANGE_NEW || change == CHANGE_GONE;
}

void path_names_extend(struct path_names *names, size_t depth, struct text name)
{
    names->text.length = depth == 0 ? 0 : names->ends[depth - 1];
    if (depth != 0)
        buffer_append(&names->text, TEXT(";"));
    size_t begin = names->text.length;
    buffer_append(&names->text, name);
    for (size_t i = begin; i < names->text.length; i++)
        if (names->text.at[i] == ';')
            names->text.at[i] = ':';
    names->n_levels = depth;
    ARRAY_GROW(names->ends, names->n_levels, names->capacity);
    names->ends[depth] = names->text.length;
}

struct text path_names_parent(const struct path_names *names, size_t depth)
{
    if (depth == 0)
        return TEXT("");
    size_t begin = depth == 1 ? 0 : names->ends[depth - 2] + 1;
    return (struct text){names->text.at + begin, names->ends[depth - 1] - begin};
}

void path_names_free(struct path_names *names)
{
    free(names->text.at);
    free(names->ends);
    *names = (struct path_names){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/text_columns.h"

#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_sections.h"

/* The columns that a count takes; in a difference that of a change, which has a sign. */
static size_t count_width(int64_t value, bool is_difference)
{
    char count[MAX_COUNT];

    return is_difference ? 1 + format_count(magnitude(value), count) : format_count(value, count);
}

static size_t columns_before_names(const struct figure_columns *columns)
{
    size_t width = columns->cost + columns->share;

    if (columns->has_running)
        width += columns->share;
    if (columns->has_growth)
        width += GROWTH_WIDTH;
    if (columns->has_inclusive)
        width += GAP + columns->cost + 1 + columns->share;
    if (columns->has_inclusive_growth)
        width += GROWTH_WIDTH;
    if (columns->has_calls)
        width += GAP + columns->calls;
    if (columns->has_per_call)
        width += GAP + columns->per_call;
    return width + GAP;
}

/* As wide as the widest figure. In a difference the total says little of how wide a change is. */
static size_t cost_width(const struct table *table)
{
    const struct column *column = &table->columns[0];
    const int64_t figures[] = {column->largest.value, column->smallest.value,
                               column->inclusive.value,
                               table->is_difference ? 0 : column->total.value};
    size_t width = 9;

    for (size_t i = 0; i < ARRAY_LENGTH(figures); i++)
        width = at_least(width, count_width(figures[i], table->is_difference));
    return width;
}

/* Leaves columns out, in this order, until names have enough room. */
static void fit(struct figure_columns *columns, size_t width)
{
    enum { ROOM_FOR_NAMES = 32, LEAST_ROOM = 8 };
    bool *const optional[] = {&columns->has_per_call, &columns->has_running, &columns->has_calls,
                              &columns->has_inclusive_growth, &columns->has_inclusive};

    for (size_t i = 0; i < ARRAY_LENGTH(optional); i++)
        if (columns_before_names(columns) + ROOM_FOR_NAMES > width)
            *optional[i] = false;
    size_t before = columns_before_names(columns);
    columns->room = width > before + LEAST_ROOM ? width - before : LEAST_ROOM;
}

struct figure_columns figure_columns_of(const struct text_writer *writer, const struct table *table,
                                        size_t width)
{
    enum { SHARE_WIDTH = 7, SIGNED_SHARE_WIDTH = 9 };
    struct cell total = table->columns[0].total;
    struct figure_columns columns = {
        .out = writer->out,
        .total = total,
        .cost = cost_width(table),
        .calls = at_least(count_width(table->most_calls, table->is_difference), 5),
        .per_call = at_least(count_width(total.value, false), 8),
        .share = table->is_difference ? SIGNED_SHARE_WIDTH : SHARE_WIDTH,
        .has_running = !table->is_difference,
        .has_inclusive = table->has_inclusive,
        .has_calls = table->has_inclusive,
        .has_per_call = table->has_inclusive && !table->is_difference,
        .is_difference = table->is_difference,
        .has_growth = table->is_difference,
        .has_inclusive_growth = table->is_difference,
        .has_color = writer->options->has_color,
    };

    if (width != 0)
        fit(&columns, width);
    return columns;
}

void write_right(FILE *out, const char *string, size_t columns, size_t width)
{
    if (columns < width)
        write_blanks(out, width - columns);
    fputs(string, out);
}

/* "." for what is not given; in a difference with its sign. */
static size_t format_cost(const struct figure_columns *columns, struct cell cell,
                          char count[MAX_COUNT])
{
    memcpy(count, ".", 2);
    if (!cell.is_given)
        return 1;
    return columns->is_difference ? format_signed_count(cell.value, count)
                                  : format_count(cell.value, count);
}

void write_cost(const struct figure_columns *columns, struct cell cell, size_t width)
{
    char count[MAX_COUNT];
    size_t length = format_cost(columns, cell, count);

    write_right(columns->out, count, length, width);
}

/* "at least", "at most" or, in a difference, "unknown". */
static const char *bound_mark(const struct figure_columns *columns, struct cell cell)
{
    if (cell.is_most)
        return "\xe2\x89\xa4"; /* U+2264 */
    if (!cell.is_bound)
        return " ";
    return columns->is_difference ? "~" : "\xe2\x89\xa5"; /* U+2265 */
}

void write_bound(const struct figure_columns *columns, struct cell cell, size_t width)
{
    char count[MAX_COUNT];
    size_t length = format_cost(columns, cell, count);

    if (length < width)
        write_blanks(columns->out, width - length);
    fputs(bound_mark(columns, cell), columns->out);
    fputs(count, columns->out);
}

void write_plain_share(const struct figure_columns *columns, struct cell cell, struct cell total)
{
    bool has_sign = columns->is_difference && cell.value != 0;
    int width = (int)columns->share - 1;

    if (!cell.is_given || total.value == 0)
        fprintf(columns->out, " %*s", width, ".");
    else
        fprintf(columns->out, has_sign ? " %+*.2f" : " %*.2f", width,
                percent_of(cell.value, total.value));
}

void write_share(const struct figure_columns *columns, struct cell cell, struct cell total)
{
    bool is_known = cell.is_given && total.value != 0;
    enum tint tint = is_known ? tint_of_share(percent_of(cell.value, total.value)) : TINT_DIM;

    tint_begin(columns->out, columns->has_color, tint);
    write_plain_share(columns, cell, total);
    tint_end(columns->out, columns->has_color, tint);
}

void write_growth(FILE *out, struct cell change, struct cell old, enum change kind)
{
    char text[MAX_COUNT];
    size_t length = format_growth(change, old, kind, text);

    write_right(out, text, length, GROWTH_WIDTH);
}

void write_calls(const struct figure_columns *columns, const struct table_row *row, size_t width)
{
    struct cell calls = {.value = row->calls, .is_given = row_has_calls(row)};

    write_cost(columns, calls, width);
}

void write_per_call(const struct figure_columns *columns, const struct table_row *row, size_t width)
{
    struct cell cell = {0};

    if (row->inclusive[0].is_given && row->calls > 0) {
        cell = row->inclusive[0];
        cell.value /= row->calls;
    }
    write_cost(columns, cell, width);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/text_columns.h"

#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "reporter/format/pieces.h"

/* Columns are left out, from the last of these on, until names have this much room. */
enum { ROOM_FOR_NAMES = 32, SHARE_WIDTH = 7, SIGNED_SHARE_WIDTH = 9 };

size_t count_width(int64_t value)
{
    char count[MAX_COUNT];

    return format_count(value, count);
}

static size_t columns_before_names(const struct layout *layout)
{
    size_t width = layout->cost + layout->share;

    if (layout->has_running)
        width += layout->share;
    if (layout->has_growth)
        width += GROWTH_WIDTH;
    if (layout->has_inclusive)
        width += GAP + layout->cost + 1 + layout->share;
    if (layout->has_inclusive_growth)
        width += GROWTH_WIDTH;
    if (layout->has_calls)
        width += GAP + layout->calls;
    if (layout->has_per_call)
        width += GAP + layout->per_call;
    return width + GAP;
}

struct layout lay_out(const struct table *table, size_t width, bool has_color)
{
    const struct column *column = &table->columns[0];
    size_t cost = at_least(count_width(column->total.value), count_width(column->largest.value));
    struct layout layout = {
        .cost = at_least(at_least(cost, count_width(column->smallest.value)),
                         at_least(count_width(column->inclusive.value), 9)),
        .calls = at_least(count_width(table->most_calls), 5),
        .per_call = at_least(count_width(column->total.value), 8),
        .share = table->is_difference ? SIGNED_SHARE_WIDTH : SHARE_WIDTH,
        .has_running = !table->is_difference,
        .has_inclusive = table->has_inclusive,
        .has_calls = table->has_inclusive,
        .has_per_call = table->has_inclusive && !table->is_difference,
        .is_difference = table->is_difference,
        .has_color = has_color,
        .has_growth = table->is_difference,
        .has_inclusive_growth = table->is_difference,
    };
    bool *const optional[] = {&layout.has_per_call, &layout.has_running, &layout.has_calls,
                              &layout.has_inclusive_growth, &layout.has_inclusive};

    /* There a total says little of how wide a change is, and all have a sign. */
    if (table->is_difference) {
        layout.cost = at_least(count_width(magnitude(column->inclusive.value)) + 1, 9);
        layout.cost = at_least(layout.cost, count_width(magnitude(column->largest.value)) + 1);
        layout.cost = at_least(layout.cost, count_width(magnitude(column->smallest.value)) + 1);
        layout.calls = at_least(count_width(magnitude(table->most_calls)) + 1, 5);
    }

    if (width == 0)
        return layout;
    for (size_t i = 0; i < ARRAY_LENGTH(optional); i++)
        if (columns_before_names(&layout) + ROOM_FOR_NAMES > width)
            *optional[i] = false;
    size_t before = columns_before_names(&layout);
    layout.room = width > before + 8 ? width - before : 8;
    return layout;
}

void write_right(FILE *out, const char *string, size_t columns, size_t width)
{
    if (columns < width)
        write_blanks(out, width - columns);
    fputs(string, out);
}

/* "." for what is not given; in a difference with its sign. */
static size_t format_cost(const struct layout *layout, struct cell cell, char count[MAX_COUNT])
{
    memcpy(count, ".", 2);
    if (!cell.is_given)
        return 1;
    return layout->is_difference ? format_signed_count(cell.value, count)
                                 : format_count(cell.value, count);
}

void write_cost(FILE *out, const struct layout *layout, struct cell cell, size_t width)
{
    char count[MAX_COUNT];
    size_t length = format_cost(layout, cell, count);

    write_right(out, count, length, width);
}

void write_bound(FILE *out, const struct layout *layout, struct cell cell, size_t width)
{
    const char *mark = layout->is_difference ? "~" : "\xe2\x89\xa5"; /* U+2265, at least */
    char count[MAX_COUNT];
    size_t length = format_cost(layout, cell, count);

    if (length < width)
        write_blanks(out, width - length);
    fputs(cell.is_bound ? mark : " ", out);
    fputs(count, out);
}

void write_plain_share(FILE *out, const struct layout *layout, struct cell cell, struct cell total)
{
    bool has_sign = layout->is_difference && cell.value != 0;
    double share = cell.value == 0 ? 0 : (double)cell.value * 100.0 / (double)total.value;

    if (!cell.is_given || total.value == 0)
        fprintf(out, "%*s", (int)layout->share, ".");
    else
        fprintf(out, has_sign ? " %+*.2f" : " %*.2f", (int)layout->share - 1, share);
}

void write_share(FILE *out, const struct layout *layout, struct cell cell, struct cell total)
{
    bool is_known = cell.is_given && total.value != 0;
    enum tint tint = TINT_DIM;

    if (is_known)
        tint = tint_of_share((double)cell.value * 100.0 / (double)total.value);
    tint_begin(out, layout->has_color, tint);
    write_plain_share(out, layout, cell, total);
    tint_end(out, layout->has_color, tint);
}

void write_growth(FILE *out, struct cell change, struct cell old, const struct table_row *row)
{
    char text[MAX_COUNT];
    size_t length = format_growth(change, old, row->old->change, text);

    write_right(out, text, length, GROWTH_WIDTH);
}

void write_calls(FILE *out, const struct layout *layout, int64_t calls, size_t width)
{
    write_cost(out, layout, (struct cell){.value = calls, .is_given = true}, width);
}

void write_per_call(FILE *out, const struct layout *layout, const struct table_row *row,
                    size_t width)
{
    struct cell cell = {0};

    if (row->inclusive[0].is_given && row->calls > 0) {
        cell = row->inclusive[0];
        cell.value /= row->calls;
    }
    write_cost(out, layout, cell, width);
}

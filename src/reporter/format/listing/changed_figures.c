/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/listing/changed_figures.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "base/number.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_sections.h"

/* What was, is and changed: the figures of an event or of its inclusive cost. */
struct changed_cost {
    struct cell old, now, change;
};

/* Of a ratio there is no growth, only points. */
static bool has_growth(const struct changed_figures *figures, const struct changed_event *event)
{
    return figures->has_growth && !figures->table->columns[event->column].is_ratio;
}

static size_t groups_of(const struct changed_figures *figures)
{
    return figures->table->has_inclusive ? 2 : 1;
}

static size_t width_of_group(const struct changed_figures *figures,
                             const struct changed_event *event)
{
    size_t sides = figures->has_old ? 2 : 1;

    return sides * (event->side + GAP) + event->change + GAP +
           (has_growth(figures, event) ? GROWTH_WIDTH : 0);
}

/* What a mark takes beyond the column of the gap that it has. */
static size_t width_of_mark(const struct column *column, bool is_ascii)
{
    return column->has_bounds ? sign_columns(SIGN_AT_LEAST, is_ascii) - 1 : 0;
}

static struct changed_event event_of(const struct table *table, size_t column, bool is_ascii)
{
    enum { LEAST = 6 };
    const struct column *of = &table->columns[column];
    const struct cell sides[] = {of->largest_side, of->is_ratio ? of->largest : of->largest_side};
    const struct cell all[] = {of->largest, of->smallest};
    struct changed_event event = {column, LEAST, LEAST};
    char figure[MAX_COUNT];

    for (size_t i = 0; i < 2; i++) {
        event.side = at_least(event.side, format_figure(sides[i], false, figure));
        event.change = at_least(event.change, format_figure(all[i], true, figure));
    }
    event.side += width_of_mark(of, is_ascii);
    return event;
}

size_t changed_figures_width(const struct changed_figures *figures)
{
    size_t width = 0;

    for (size_t i = 0; i < figures->n_events; i++)
        width += groups_of(figures) * width_of_group(figures, &figures->events[i]);
    return width;
}

/*
 * Growth goes first, then events from the last on, but never the one that is measured; and of self
 * and inclusive cost what they were, which the other two figures tell.
 */
static void fit(struct changed_figures *figures, size_t others)
{
    size_t width = figures->writer->options->width;
    struct buffer names = {0};

    if (width == 0)
        return;
    if (changed_figures_width(figures) + others > width)
        figures->has_growth = false;
    while (figures->n_events > 1 && changed_figures_width(figures) + others > width) {
        size_t last = figures->n_events - 1;
        size_t dropped = figures->events[last].column == figures->table->measured ? last - 1 : last;
        prepend_name(&names, figures->table->columns[figures->events[dropped].column].name);
        figures->events[dropped] = figures->events[last];
        figures->n_events--;
    }
    if (groups_of(figures) > 1 && changed_figures_width(figures) + others > width)
        figures->has_old = false;
    if (names.length != 0)
        tell_left_out(figures->writer, buffer_string(&names));
    free(names.at);
}

struct changed_figures changed_figures_begin(const struct text_writer *writer,
                                             const struct table *table, size_t others)
{
    struct changed_figures figures = {.writer = writer,
                                      .table = table,
                                      .events =
                                          memory_alloc(table->n_columns, sizeof *figures.events),
                                      .n_events = table->n_columns,
                                      .has_growth = true,
                                      .has_old = true};

    for (size_t i = 0; i < table->n_columns; i++)
        figures.events[i] = event_of(table, i, writer->options->is_ascii);
    fit(&figures, others);
    return figures;
}

void changed_figures_end(struct changed_figures *figures)
{
    free(figures->events);
    *figures = (struct changed_figures){0};
}

/* What became of a line, or of the calls that one makes. */
enum change changed_row_change(const struct table_row *row)
{
    bool is_of_call = row->kind == ROW_CALLEE;

    if (is_of_call && row->old->calls == 0)
        return CHANGE_NEW;
    if (is_of_call && row->old->calls + row->calls == 0)
        return CHANGE_GONE;
    switch (row->old->line_change) {
    case LINE_NEW:
        return CHANGE_NEW;
    case LINE_GONE:
        return CHANGE_GONE;
    default:
        return CHANGE_NONE;
    }
}

/* A cost is what it was and the change; of a ratio the new one is known too. */
static struct changed_cost changed_cost(const struct table_row *row, bool is_inclusive,
                                        size_t column)
{
    const struct old_table_row *old = row->old;
    const struct cell *ratios = is_inclusive ? old->inclusive_ratios : old->ratios;
    const bool *is_lost = is_inclusive ? old->is_inclusive_lost : old->is_lost;
    struct changed_cost cost = {.old = (is_inclusive ? old->inclusive : old->cells)[column],
                                .change = (is_inclusive ? row->inclusive : row->cells)[column]};

    if (cost.change.is_ratio) {
        cost.now = ratios[column];
        return cost;
    }
    cost.now = cost.change;
    if (add_overflows(&cost.now.value, cost.old.value))
        cost.now.is_given = false; /* it was refused before */
    cost.now.is_bound = cost.old.is_bound;
    if (changed_row_change(row) == CHANGE_GONE || (is_lost != NULL && is_lost[column]))
        cost.now.is_given = false;
    if (changed_row_change(row) == CHANGE_NEW)
        cost.old.is_given = false;
    cost.change.is_given = cost.change.is_given && cost.change.value != 0;
    return cost;
}

/* Of a bound the mark is before it: the other way round the columns would not be in line. */
static void write_figure(FILE *out, struct cell cell, bool has_sign, struct text mark, size_t width)
{
    char figure[MAX_COUNT];
    bool has_mark = cell.is_given && cell.is_bound;
    size_t length = format_figure(cell, has_sign, figure) + (has_mark ? text_columns(mark) : 0);

    write_blanks(out, length < width ? width - length : 0);
    write_text(out, has_mark ? mark : TEXT(""));
    fputs(figure, out);
}

static void write_group(const struct changed_figures *figures, const struct changed_event *event,
                        const struct changed_cost *cost, enum change kind)
{
    const struct text least = sign_text(SIGN_AT_LEAST, figures->writer->options->is_ascii);
    FILE *out = figures->writer->out;

    if (figures->has_old)
        write_figure(out, cost->old, false, least, event->side + GAP);
    write_figure(out, cost->now, false, least, event->side + GAP);
    write_figure(out, cost->change, true, TEXT("~"), event->change + GAP);
    if (!has_growth(figures, event))
        return;
    if (!cost->change.is_given)
        write_right(out, ".", 1, GROWTH_WIDTH);
    else
        write_growth(out, cost->change, cost->old, kind);
}

/* The figures of one group, or room for them: what a call costs is inclusive, if that is shown. */
static void write_row_group(const struct changed_figures *figures,
                            const struct changed_event *event, const struct table_row *row,
                            bool is_inclusive)
{
    bool is_of_call = row->kind == ROW_CALLEE;
    bool takes_self = is_of_call ? is_inclusive == figures->table->has_inclusive : !is_inclusive;
    const struct cell *cells = takes_self ? row->cells : is_of_call ? NULL : row->inclusive;

    if (cells == NULL) {
        write_blanks(figures->writer->out, width_of_group(figures, event));
        return;
    }
    struct changed_cost cost = changed_cost(row, !takes_self, event->column);
    write_group(figures, event, &cost, changed_row_change(row));
}

void changed_figures_write(const struct changed_figures *figures, const struct table_row *row)
{
    for (size_t i = 0; i < figures->n_events; i++)
        for (size_t group = 0; group < groups_of(figures); group++)
            write_row_group(figures, &figures->events[i], row, group != 0);
}

static void write_group_heading(const struct changed_figures *figures,
                                const struct changed_event *event)
{
    FILE *out = figures->writer->out;
    bool is_ratio = figures->table->columns[event->column].is_ratio;

    if (figures->has_old)
        write_right(out, "old", 3, event->side + GAP);
    write_right(out, "new", 3, event->side + GAP);
    write_right(out, is_ratio ? "points" : "change", 6, event->change + GAP);
    if (has_growth(figures, event))
        write_right(out, "% of own", 8, GROWTH_WIDTH);
}

/* The name of an event, or "self" and "inclusive", above the columns of each group. */
static void write_group_name(const struct changed_figures *figures,
                             const struct changed_event *event, bool is_inclusive)
{
    const struct column *column = &figures->table->columns[event->column];
    bool is_named = figures->table->n_columns > 1 || column->is_ratio;
    struct text name = is_named ? column->name : is_inclusive ? TEXT("inclusive") : TEXT("self");
    size_t taken = text_columns(name) + (is_named && is_inclusive ? 6 : 0);
    size_t width = width_of_group(figures, event);

    write_blanks(figures->writer->out, taken < width ? width - taken : 1);
    fputs(is_named && is_inclusive ? "incl(" : "", figures->writer->out);
    write_text(figures->writer->out, name);
    fputs(is_named && is_inclusive ? ")" : "", figures->writer->out);
}

void changed_figures_write_names(const struct changed_figures *figures)
{
    for (size_t i = 0; i < figures->n_events; i++)
        for (size_t group = 0; group < groups_of(figures); group++)
            write_group_name(figures, &figures->events[i], group != 0);
    fputc('\n', figures->writer->out);
}

bool changed_figures_have_names(const struct changed_figures *figures)
{
    return figures->table->n_columns > 1 || figures->table->has_inclusive ||
           figures->table->columns[0].is_ratio;
}

void changed_figures_write_heading(const struct changed_figures *figures)
{
    for (size_t i = 0; i < figures->n_events; i++)
        for (size_t group = 0; group < groups_of(figures); group++)
            write_group_heading(figures, &figures->events[i]);
}

/* ": 133, now 283: +150, +112.78 %", of the event that is measured. */
void changed_figures_append(struct buffer *title, const struct changed_figures *figures,
                            const struct table_row *row)
{
    struct changed_cost cost = changed_cost(row, false, figures->table->measured);
    char text[MAX_COUNT];

    buffer_append(title, TEXT(": "));
    if (!cost.old.is_given && !cost.change.is_ratio) {
        buffer_append(title, TEXT("new, "));
        format_figure(cost.now, false, text);
        buffer_append(title, text_of(text));
        return;
    }
    format_figure(cost.old, false, text);
    buffer_append(title, text_of(text));
    if (!cost.change.is_given) {
        buffer_append(title, TEXT(", unchanged"));
        return;
    }
    buffer_append(title, TEXT(", now "));
    format_figure(cost.now, false, text);
    buffer_append(title, text_of(text));
    buffer_append(title, TEXT(": "));
    format_figure(cost.change, true, text);
    buffer_append(title, text_of(text));
    if (cost.change.is_ratio || !cost.old.is_given || cost.old.value == 0)
        return;
    format_growth(cost.change, cost.old, CHANGE_NONE, text);
    buffer_append(title, TEXT(", "));
    buffer_append(title, text_of(text));
    buffer_append(title, TEXT(" %"));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "reporter/format/columns.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* By how much callers, callees and the like are indented under the function. */
enum { INDENTED = 4 };

/* By kind of row: what is above the first of them. */
static const char *const titles[] = {
    [ROW_CALLER] = "called from",
    [ROW_RECURSION] = "calls itself",
    [ROW_CALLEE] = "calls",
    [ROW_FILE] = "self cost comes from",
    [ROW_PATH] = "hottest path and its cost",
};

/* By how much the figures of the function itself, and of related rows, are indented. */
enum { INDENTED_SELF = 2 };

/* Writes a heading above the figures that names the event of each, if there are several. */
static void write_event_names(const struct figure_columns *columns)
{
    size_t before = INDENTED_SELF;

    for (size_t i = 0; i < columns->n_events; i++) {
        const struct event_columns *of = &columns->events[i];
        write_blanks(columns->out, before);
        write_self_heading(columns, i, 1 + of->cost);
        before = (of->has_share ? columns->share + 2 : 0) + GAP;
    }
    fputc('\n', columns->out);
}

/*
 * Writes a row's costs, each with its share of one of the totals; they are indented by `indented`
 * more than those of the function itself.
 */
static void write_costs(const struct figure_columns *columns, const struct figure *figures,
                        const struct cell *totals, size_t indented)
{
    for (size_t i = 0; i < columns->n_events; i++) {
        const struct event_columns *of = &columns->events[i];
        struct cell cost = table_shown(columns->table, &figures[of->event]);
        write_bound(columns, cost, i == 0 ? INDENTED_SELF + indented : GAP,
                    of->cost - (i == 0 ? indented : 0));
        if (!of->has_share)
            continue;
        write_share(columns, cost, totals[i]);
        fputs(" %", columns->out);
    }
}

/* Writes ", D1% 5.25, was 4.75". */
static void write_both_ratios(const struct figure_columns *columns, struct text name,
                              const struct figure *ratio)
{
    if (!ratio->now.is_given && !ratio->old.is_given)
        return;
    fputs(", ", columns->out);
    write_text(columns->out, name);
    fputc(' ', columns->out);
    write_plain_cost(columns->out, ratio->now, 0);
    fputs(", was ", columns->out);
    write_plain_cost(columns->out, ratio->old, 0);
}

/* Writes ", +2.50 % of what it was", with a percentage for each event shown that is no ratio. */
static void write_growths(const struct figure_columns *columns, const struct figure *figures,
                          enum change kind)
{
    bool is_one_sided = change_is_one_sided(kind), was_said = false;
    char growth[MAX_COUNT];

    for (size_t i = 0; i < columns->n_events && !(is_one_sided && was_said); i++) {
        const struct figure *figure = &figures[columns->events[i].event];
        if (columns->events[i].is_ratio)
            continue;
        format_growth(figure_change(figure), figure->old, kind, growth);
        fprintf(columns->out, is_one_sided ? ", %s" : ", %s %%", growth);
        was_said = true;
    }
    fputs(was_said && !is_one_sided ? " of what it was" : "", columns->out);
}

/* Writes how figures changed: costs in percent, and ratios beside what they were. */
static void write_own_growth(const struct figure_columns *columns, const struct figure *figures,
                             enum change kind)
{
    write_growths(columns, figures, kind);
    for (size_t i = 0; i < columns->n_events; i++) {
        const struct event_columns *of = &columns->events[i];
        if (of->is_ratio)
            write_both_ratios(columns, of->name, &figures[of->event]);
    }
}

/* Writes the function itself: its inclusive cost, then its self cost. */
static void write_peeked(const struct figure_columns *columns, const struct table_row *row,
                         size_t width, const struct cell *totals)
{
    FILE *out = columns->out;

    tint_begin(out, columns->palette, TINT_TITLE);
    write_label(columns->writer, row, width, false);
    tint_end(out, columns->palette, TINT_TITLE);
    write_costs(columns, row->inclusive, totals, 0);
    fputs("  inclusive", out);
    if (row->has_old)
        write_own_growth(columns, row->inclusive, row->old.change);
    fputc('\n', out);
    write_costs(columns, row->self, totals, 0);
    fputs("  self", out);
    if (row->has_old)
        write_own_growth(columns, row->self, row->old.change);
    fputs("\n", out);
    if (!table_has(columns->table, COLUMN_CALLS))
        return;
    write_blanks(out, INDENTED_SELF);
    write_cost(columns, row_calls(columns->table, row), columns->events[0].cost + 1);
    fputs("  calls\n", out);
}

/*
 * Sets what shares are percentages of: inclusive cost for callers and callees, self cost for files,
 * and the program's cost for the function itself, for a path, and in a difference.
 */
static void totals_of_row(const struct figure_columns *columns, enum table_row_kind kind,
                          struct cell *totals)
{
    const struct table *table = columns->table;

    for (size_t i = 0; i < columns->n_events; i++) {
        const struct table_event *event = &table->events[columns->events[i].event];
        if (kind == ROW_FUNCTION || kind == ROW_PATH || table->is_difference)
            totals[i] = event->base;
        else
            totals[i] = kind == ROW_FILE ? event->self : event->inclusive;
    }
}

/* Writes how many rows are left out, where names stand. */
static void write_left_out(const struct figure_columns *columns, const struct table_row *row)
{
    char name[MAX_COUNT];

    format_left_out(row->n_left_out, name);
    write_tinted(columns->out, columns->palette, TINT_DIM, text_of(name));
    fputc('\n', columns->out);
}

/* Returns the width of a figure of related rows, other than their cost. */
static size_t call_column_width(const struct figure_columns *columns, enum column_id column,
                                size_t event)
{
    bool is_per_row = column_kinds[column].width == PER_ROW;

    return GAP + (is_per_row ? columns->calls : columns->events[event].cost);
}

static size_t count_figures(const struct figure_columns *columns, enum column_id column)
{
    if (column == COLUMN_INCLUSIVE || (columns->of_calls & COLUMN(column)) == 0)
        return 0;
    return column_kinds[column].width == PER_ROW ? 1 : columns->n_events;
}

/* Returns the width of the figures between a related row's cost and its name. */
static size_t call_columns_width(const struct figure_columns *columns)
{
    size_t width = 0;

    for (const enum column_id *id = call_columns; *id != N_COLUMNS; id++)
        for (size_t i = 0; i < count_figures(columns, *id); i++)
            width += call_column_width(columns, *id, i) + strlen(column_kinds[*id].unit);
    return width;
}

/* Writes a row's figures in a column of calls, unless it is the cost, which comes before. */
static void write_call_figures(const struct figure_columns *columns, const struct table_row *row,
                               enum column_id column)
{
    const struct placed_row placed = {.table = columns->table, .row = row};

    for (size_t i = 0; i < count_figures(columns, column); i++) {
        struct value value = column_value(column, &placed, columns->events[i].event);
        const char *unit = column_kinds[column].unit;
        size_t width = call_column_width(columns, column, i);
        write_cost(columns, value.figure, width);
        if (value.figure.is_given)
            fputs(unit, columns->out);
        else
            write_blanks(columns->out, strlen(unit));
    }
}

/* Writes a caller, a callee or the like. */
static void write_related(const struct figure_columns *columns, const struct table_row *row,
                          const struct cell *totals)
{
    const struct event_columns *measured = measured_event(columns);
    struct buffer note = {0};
    FILE *out = columns->out;

    if (row->tree != NULL) {
        char range[MAX_COUNT];
        append_tree_note(&note, row);
        buffer_append(&note, format_range(row->inclusive[measured->event].now, measured->base.value,
                                          false, range));
    }
    write_costs(columns, row_figures(row), totals, INDENTED - INDENTED_SELF);
    for (const enum column_id *id = call_columns; row_is_call(row) && *id != N_COLUMNS; id++)
        write_call_figures(columns, row, *id);
    write_blanks(out, GAP);
    if (row->n_left_out != 0)
        write_left_out(columns, row);
    else
        write_label_and_note(columns->writer, row, columns->room, columns->palette,
                             buffer_text(&note));
    free(note.at);
}

/*
 * Returns the columns; related rows need room before their names for other columns than hotspots.
 */
static struct figure_columns peek_columns(const struct text_writer *writer,
                                          const struct table *table)
{
    enum { MARK_AND_PERCENT = 3 };
    struct figure_columns columns = figure_columns_of(writer, table);

    /* Related rows, and changes, may be as large as the larger of the totals. */
    const struct figure *total = &table->events[columns.events[0].event].total;
    char now[MAX_COUNT], old[MAX_COUNT];
    size_t length = at_least(format_figure(total->now, table->is_difference, now),
                             format_figure(total->old, table->is_difference, old));
    columns.events[0].cost = at_least(columns.events[0].cost, length + INDENTED - INDENTED_SELF);
    columns.calls = at_least(columns.calls, 7);
    columns.has_running = columns.has_calls = columns.has_per_call = false;
    columns.has_growth = columns.has_inclusive_growth = false;
    for (size_t i = 0; i < columns.n_events; i++)
        columns.events[i].has_inclusive = false; /* not beside self cost */
    columns.event_gap = GAP + MARK_AND_PERCENT;
    size_t before = INDENTED_SELF + MARK_AND_PERCENT, width = writer->options->width;
    size_t taken = before + figure_columns_width(&columns) + call_columns_width(&columns);
    if ((width != 0 && taken + ROOM_FOR_NAMES > width) || !table_has(table, COLUMN_CALLS))
        columns.of_calls &= ~COLUMN(COLUMN_PER_CALL); /* follows from the others */
    figure_columns_fit(&columns, writer, table, before + call_columns_width(&columns),
                       ROOM_FOR_NAMES);
    return columns;
}

bool format_text_peek(const struct text_writer *writer, const struct section *section,
                      struct error *error)
{
    const struct table *table = &section->table;
    struct figure_columns columns = peek_columns(writer, table);
    struct cell *totals = memory_alloc(table->n_events, sizeof *totals);
    enum table_row_kind last = ROW_FUNCTION;
    const struct table_row *row;

    if (columns.is_of_several)
        write_event_names(&columns);
    while ((row = table_next_row(table, writer->out, error)) != NULL) {
        totals_of_row(&columns, row->kind, totals);
        if (row->kind == ROW_FUNCTION) {
            write_peeked(&columns, row, writer->options->width, totals);
        } else {
            if (row->kind != last)
                fprintf(writer->out, "  %s\n", titles[row->kind]);
            write_related(&columns, row, totals);
        }
        last = row->kind;
    }
    fputc('\n', writer->out);
    figure_columns_free(&columns);
    free(totals);
    return error->kind == ERROR_NONE;
}

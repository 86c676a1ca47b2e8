/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/number.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

static void write_trend_heading(const struct figure_columns *columns,
                                const struct event_columns *event)
{
    bool is_spread = table_has(columns->table, COLUMN_SPREAD);

    write_right(columns->out, is_spread ? "spread" : "change", 6, GAP + event->cost + 1);
    if (columns->has_trend_growth && !event->is_ratio)
        write_right(columns->out, is_spread ? "% of own" : "change %", 8, GROWTH_WIDTH);
}

/* Writes how far a cost lies apart over several runs, and that in percent of it. */
static void write_spread(const struct figure_columns *columns, const struct event_columns *event,
                         const struct figure *cost)
{
    const struct cell spread = figure_spread(cost);
    char share[MAX_COUNT];

    write_plain_cost(columns->out, spread, GAP + event->cost + 1);
    if (!columns->has_trend_growth || event->is_ratio)
        return;
    size_t length = format_spread_share(cost, share);
    write_right(columns->out, share, length, GROWTH_WIDTH);
}

/* Writes how a cost changed since the row before; "." in the first row. */
static void write_trend(const struct figure_columns *columns, const struct event_columns *event,
                        const struct figure *cost)
{
    struct cell change = figure_change_of_both(cost);
    char figure[MAX_COUNT];
    size_t length = format_figure(change, true, figure);

    write_right(columns->out, figure, length, GAP + event->cost + 1);
    if (columns->has_trend_growth && !event->is_ratio)
        write_growth(columns->out, change, cost->old, CHANGE_NONE);
}

/* Writes the heading of the columns that say how the figure before them changed. */
static void write_growth_heading(const struct figure_columns *columns,
                                 const struct event_columns *event)
{
    if (event->is_ratio)
        write_ratio_growth_heading(columns, event);
    else
        write_right(columns->out, "% of own", 8, GROWTH_WIDTH);
}

static void write_event_heading(const struct figure_columns *columns, size_t event)
{
    const struct event_columns *of = &columns->events[event];
    FILE *out = columns->out;

    write_self_heading(columns, event, of->cost);
    if (of->has_share)
        write_right(out, "%", 1, columns->share);
    if (columns->has_running && event == columns->measured)
        write_right(out, "sum %", 5, columns->share);
    if (columns->has_growth && (!of->is_ratio || of->has_old))
        write_growth_heading(columns, of);
    if (columns->has_trend)
        write_trend_heading(columns, of);
    if (of->has_inclusive)
        write_inclusive_heading(columns, event, GAP + of->cost + 1);
    if (of->has_inclusive && of->has_share)
        write_right(out, "%", 1, columns->share);
    if (columns->has_inclusive_growth && of->has_inclusive)
        write_growth_heading(columns, of);
}

/* Writes which slice is which, with what it cost, in a line for each that is mentioned. */
static void write_slices(const struct figure_columns *columns)
{
    const struct table *table = columns->table;
    const struct format_options *options = columns->writer->options;
    size_t width = 0;

    for (size_t i = 0; i < table->n_slices; i++)
        width = at_least(width, slice_width(columns, i));
    for (size_t i = 0; i < table->n_slices; i++) {
        bool is_compared = table->compares_slices && i + 1 == table->n_slices;
        if (i >= columns->n_slices && !is_compared)
            continue;
        fprintf(columns->out, "@%-*zu", options->width == 0 ? 6 : 4, i + 1);
        write_plain_cost(columns->out, table->slices[i].first.total.now, width);
        write_blanks(columns->out, GAP);
        write_cut(columns->out, table->slices[i].name,
                  options->width > width + 9 ? options->width - width - 9 : SIZE_MAX,
                  options->is_ascii);
        fputc('\n', columns->out);
    }
    if (table->n_slices != 0)
        fputc('\n', columns->out);
}

/* Writes headings of slices: "@2" for the second, as in CSV, for their names may be long. */
static void write_slice_headings(const struct figure_columns *columns)
{
    const struct table *table = columns->table;
    const struct event_columns *first = &columns->events[0];
    FILE *out = columns->out;

    if (!table->has_no_sum) {
        write_self_heading(columns, 0, first->cost);
        if (first->has_share)
            write_right(out, "%", 1, columns->share);
    }
    for (size_t i = 0; i < columns->n_slices; i++) {
        char number[24];
        int length = snprintf(number, sizeof number, "@%zu", i + 1);
        size_t gap = table->has_no_sum && i == 0 ? 0 : GAP;
        write_right(out, number, (size_t)length, gap + slice_width(columns, i));
    }
    if (!table->compares_slices)
        return;
    write_right(out, "change", 6, GAP + slices_change_width(columns));
    if (!first->is_ratio)
        write_right(out, "change %", 8, GROWTH_WIDTH);
}

/* Writes what each slice has of a row in the first event, "." where it lacks the row. */
static void write_slice_figures(const struct figure_columns *columns, const struct table_row *row,
                                struct figure *figures)
{
    const struct table *table = columns->table;
    const struct event_columns *first = &columns->events[0];
    const struct cell none = {0};
    const struct cell own = row->self != NULL ? row->self[0].now : none;

    if (!table->has_no_sum) {
        write_cost(columns, own, first->cost);
        if (first->has_share)
            write_share(columns, own, first->base);
    }
    for (size_t i = 0; i < columns->n_slices; i++) {
        size_t gap = table->has_no_sum && i == 0 ? 0 : GAP;
        bool has_row = table->find_in_slice(table->view, row->id, i, figures);
        write_plain_cost(columns->out, has_row ? figures[0].now : none,
                         gap + slice_width(columns, i));
    }
    if (!table->compares_slices)
        return;
    enum change kind;
    const struct figure ends = table_slices_change(table, row, &kind);
    char change[MAX_COUNT];
    size_t length = format_figure(figure_change(&ends), true, change);
    write_right(columns->out, change, length, GAP + slices_change_width(columns));
    if (!first->is_ratio)
        write_growth(columns->out, figure_change(&ends), ends.old, kind);
}

static void write_figure_headings(const struct figure_columns *columns)
{
    FILE *out = columns->out;

    for (size_t i = 0; i < columns->n_events; i++) {
        write_blanks(out, i == 0 ? 0 : columns->event_gap);
        write_event_heading(columns, i);
    }
    if (columns->has_calls)
        write_right(out, "calls", 5, GAP + columns->calls);
    if (columns->has_per_call)
        write_right(out, "per call", 8, GAP + columns->per_call);
}

static void write_heading(const struct figure_columns *columns)
{
    const struct text by = columns->table->by;
    FILE *out = columns->out;

    if (columns->table->n_slices != 0)
        write_slice_headings(columns);
    else
        write_figure_headings(columns);
    write_verdict_heading(out, table_has(columns->table, COLUMN_VERDICT));
    fprintf(out, "%*s%.*s\n", GAP, "", (int)by.length, by.at);
}

/* Writes what a ratio is, was, and by how many points it changed, in a difference. */
static void write_ratio_change(const struct figure_columns *columns,
                               const struct event_columns *event, const struct figure *self,
                               const struct figure *inclusive)
{
    write_plain_cost(columns->out, self->now, event->cost);
    if (event->has_old)
        write_ratio_growth(columns, event, self);
    if (!event->has_inclusive)
        return;
    write_plain_cost(columns->out, inclusive->now, GAP + event->cost + 1);
    if (columns->has_inclusive_growth)
        write_ratio_growth(columns, event, inclusive);
}

/*
 * Writes the figures of an event. A cycle, which has only inclusive cost, has "." for the others.
 */
static void write_event_figures(const struct figure_columns *columns, const struct table_row *row,
                                struct cell running, size_t event)
{
    static const struct figure none = {0};
    const struct event_columns *of = &columns->events[event];
    const struct figure *self = row->self != NULL ? &row->self[of->event] : &none;
    const struct figure *inclusive = row->inclusive != NULL ? &row->inclusive[of->event] : &none;
    struct cell own = table_shown(columns->table, self);
    struct cell with_calls = table_shown(columns->table, inclusive);

    if (of->is_ratio && columns->table->is_difference) {
        write_ratio_change(columns, of, self, inclusive);
        return;
    }
    write_cost(columns, own, of->cost);
    if (of->has_share)
        write_share(columns, own, of->base);
    if (columns->has_running && event == columns->measured)
        write_plain_share(columns, row->kind == ROW_CYCLE ? own : running, of->base);
    if (columns->has_growth)
        write_growth(columns->out, own, self->old, row->old.change);
    if (table_has(columns->table, COLUMN_SPREAD))
        write_spread(columns, of,
                     columns->table->is_by_inclusive && row->inclusive != NULL ? inclusive : self);
    else if (columns->has_trend)
        write_trend(columns, of, self);
    if (!of->has_inclusive)
        return;
    write_bound(columns, with_calls, GAP, of->cost);
    if (of->has_share)
        write_share(columns, with_calls, of->base);
    if (columns->has_inclusive_growth)
        write_growth(columns->out, with_calls, inclusive->old, row->old.change);
}

/* Writes the address and what the instruction does, which have room in any case. */
static void write_instruction(const struct figure_columns *columns, const struct table_row *row)
{
    struct table_row place = *row;
    struct buffer note = {0};
    char address[24];
    size_t room = columns->room;

    int length = row->address != 0
                   ? snprintf(address, sizeof address, "%" PRIx64 "  ", row->address)
                   : snprintf(address, sizeof address, "-  ");
    if (room != 0)
        room = room > (size_t)length ? room - (size_t)length : 1;
    place.text = (struct text){0};
    if (row->text.at != NULL) {
        buffer_append(&note, TEXT("  "));
        buffer_append(&note, row->text);
    }
    fputs(address, columns->out);
    write_label_and_note(columns->writer, &place, room, columns->palette, buffer_text(&note));
    free(note.at);
}

static void write_figures(const struct figure_columns *columns, const struct table_row *row,
                          struct cell running)
{
    for (size_t i = 0; i < columns->n_events; i++) {
        write_blanks(columns->out, i == 0 ? 0 : columns->event_gap);
        write_event_figures(columns, row, running, i);
    }
    if (columns->has_calls)
        write_cost(columns, row_calls(columns->table, row), GAP + columns->calls);
    if (columns->has_per_call)
        write_per_call(columns, row);
}

static void write_hotspot(const struct figure_columns *columns, const struct table_row *row,
                          struct cell running, struct figure *in_slice)
{
    const struct text plural = columns->table->plural;

    if (columns->table->n_slices != 0)
        write_slice_figures(columns, row, in_slice);
    else
        write_figures(columns, row, running);
    write_verdict(columns, row, table_has(columns->table, COLUMN_VERDICT));
    write_blanks(columns->out, GAP);
    if (row->kind == ROW_CYCLE) {
        write_text(columns->out, row->function);
        fprintf(columns->out, " of %zu %.*s\n", row->n_members, (int)plural.length, plural.at);
    } else if (table_has(columns->table, COLUMN_ADDRESS)) {
        write_instruction(columns, row);
    } else {
        write_label(columns->writer, row, columns->room, columns->palette);
    }
}

static bool write_rows(const struct figure_columns *columns, size_t most, struct error *error)
{
    const struct table *table = columns->table;
    struct cell running = {.is_given = true};
    struct figure *in_slice = memory_alloc(table->n_events, sizeof *in_slice);
    const struct table_row *row;

    for (size_t i = 0; i < most && (row = table_next_row(table, columns->out, error)) != NULL;
         i++) {
        /* With negative costs it may pass 64 bits on the way. */
        if (row->self != NULL && running.is_given)
            running.is_given = !add_overflows(&running.value, row->self[table->measured].now.value);
        write_hotspot(columns, row, running, in_slice);
    }
    free(in_slice);
    return error->kind == ERROR_NONE;
}

bool format_text_hotspots(const struct text_writer *writer, const struct section *section,
                          struct error *error)
{
    struct figure_columns columns = figure_columns_of(writer, &section->table);

    figure_columns_fit(&columns, writer, &section->table,
                       table_has(&section->table, COLUMN_VERDICT) ? VERDICT_WIDTH : 0,
                       ROOM_FOR_NAMES);
    write_slices(&columns);
    write_heading(&columns);
    bool is_done = write_rows(&columns, SIZE_MAX, error);
    figure_columns_free(&columns);
    return is_done;
}

bool format_text_hotspots_in_brief(const struct text_writer *writer, const struct section *section,
                                   size_t most, struct error *error)
{
    struct figure_columns columns = figure_columns_of(writer, &section->table);

    columns.has_running = columns.has_per_call = columns.has_inclusive_growth = false;
    figure_columns_fit(&columns, writer, &section->table, 0, ROOM_FOR_NAMES);
    tint_begin(writer->out, columns.palette, TINT_TITLE);
    write_heading(&columns);
    tint_end(writer->out, columns.palette, TINT_TITLE);
    bool is_done = write_rows(&columns, most, error);
    figure_columns_free(&columns);
    return is_done;
}

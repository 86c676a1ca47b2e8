/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/text_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/number.h"
#include "reporter/format/columns.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_sections.h"

/* Returns the columns that a count takes; in a difference those of a change, which has a sign. */
static size_t count_width(int64_t value, bool is_difference)
{
    char count[MAX_COUNT];

    return is_difference ? 1 + format_count(magnitude(value), count) : format_count(value, count);
}

static size_t figure_width(struct cell cell, bool is_difference)
{
    char figure[MAX_COUNT];

    return cell.is_ratio ? format_ratio(cell.ratio, is_difference, figure)
                         : count_width(cell.value, is_difference);
}

/* Returns the width of what a ratio was, after a gap, and by how many points it changed. */
static size_t ratio_growth_width(const struct event_columns *event)
{
    return 2 * (GAP + event->cost) + 1;
}

/* Returns the width of how much a cost changed, and of that in percent unless it is a ratio. */
static size_t trend_width(const struct figure_columns *columns, const struct event_columns *event)
{
    bool has_growth = columns->has_trend_growth && !event->is_ratio;

    return GAP + event->cost + 1 + (has_growth ? GROWTH_WIDTH : 0);
}

static size_t event_width(const struct figure_columns *columns, size_t event)
{
    const struct event_columns *of = &columns->events[event];
    size_t share = of->has_share ? columns->share : 0, width = of->cost + share;

    if (columns->has_running && event == columns->measured)
        width += columns->share;
    size_t growth = of->is_ratio ? ratio_growth_width(of) : GROWTH_WIDTH;
    if (columns->has_growth && (!of->is_ratio || of->has_old))
        width += growth;
    if (columns->has_trend)
        width += trend_width(columns, of);
    if (of->has_inclusive)
        width += GAP + of->cost + 1 + share;
    if (columns->has_inclusive_growth && of->has_inclusive)
        width += growth;
    return width;
}

/* Returns the width of the widest figure of an event, at least of `least`. */
static size_t extent_width(const struct table_event *event, bool is_change, size_t least)
{
    return at_least(
        at_least(figure_width(event->largest, is_change), figure_width(event->smallest, is_change)),
        least);
}

size_t slice_width(const struct figure_columns *columns, size_t slice)
{
    enum { LEAST = 5 }; /* "@1000" */

    return extent_width(&columns->table->slices[slice].first, false, LEAST);
}

size_t slices_change_width(const struct figure_columns *columns)
{
    enum { LEAST = 6 }; /* "change" */

    return extent_width(&columns->table->slices_change, true, LEAST);
}

/* Returns the width of the figures of slices: self cost before, unless they are of several runs. */
static size_t slices_width(const struct figure_columns *columns)
{
    const struct table *table = columns->table;
    const struct event_columns *first = &columns->events[0];
    size_t width = table->has_no_sum ? 0 : first->cost + (first->has_share ? columns->share : 0);

    for (size_t i = 0; i < columns->n_slices; i++)
        width += GAP + slice_width(columns, i);
    if (table->compares_slices)
        width += GAP + slices_change_width(columns) + (first->is_ratio ? 0 : GROWTH_WIDTH);
    return width + GAP - (table->has_no_sum ? GAP : 0);
}

size_t figure_columns_width(const struct figure_columns *columns)
{
    size_t width = columns->event_gap * (columns->n_events - 1);

    if (columns->table->n_slices != 0)
        return slices_width(columns);
    for (size_t i = 0; i < columns->n_events; i++)
        width += event_width(columns, i);
    if (columns->has_calls)
        width += GAP + columns->calls;
    if (columns->has_per_call)
        width += GAP + columns->per_call;
    return width + GAP;
}

/* Returns the columns that marks of noise take, where there are any. */
static size_t noise_width(const struct text_writer *writer, bool has_noise)
{
    return has_noise ? sign_columns(SIGN_NOISE, writer->options->is_ascii) : 0;
}

/* Returns whether headings have the names of events. */
static bool is_named(const struct table *table)
{
    return table->n_events > 1 || table->events[0].is_ratio;
}

/*
 * Returns the width of the widest figure, or of the heading where that is a name and wider. The
 * total does not count in a difference, since it says little about the width of a change.
 */
static size_t cost_width(const struct text_writer *writer, const struct table *table,
                         const struct table_event *event, bool has_inclusive)
{
    /* "incl()" takes one more than that, the column that an inclusive cost may use for its mark. */
    enum { LEAST = 9, LEAST_OF_RATIO = 6, IN_BRACKETS = 5 };
    const struct cell none = {.is_ratio = event->is_ratio};
    const struct cell figures[] = {event->largest, event->smallest, event->inclusive,
                                   table->is_difference ? none : event->total.now};
    size_t width = event->is_ratio ? LEAST_OF_RATIO : LEAST;

    for (size_t i = 0; i < ARRAY_LENGTH(figures); i++)
        width = at_least(width, figure_width(figures[i], table->is_difference) +
                                    noise_width(writer, event->has_noise));
    if (is_named(table))
        width = at_least(width, text_columns(event->name) + (has_inclusive ? IN_BRACKETS : 0));
    return width;
}

/* Returns the width of the widest cost per call, which is no wider than the cost of all calls. */
static size_t per_call_width(const struct table_event *event)
{
    const struct cell figures[] = {event->total.now, event->largest, event->smallest};
    size_t width = 8;

    for (size_t i = 0; i < ARRAY_LENGTH(figures); i++)
        width = at_least(width, figure_width(figures[i], false));
    return width;
}

/*
 * Returns the width of a share with the blank before it. Where the total includes negative costs,
 * shares may be many times 100 %.
 */
static size_t share_width(const struct table *table)
{
    enum { LEAST = 7, LEAST_WITH_SIGN = 9 };
    size_t width = table->is_difference ? LEAST_WITH_SIGN : LEAST;

    for (size_t i = 0; i < table->n_events; i++) {
        const struct table_event *event = &table->events[i];
        const struct cell figures[] = {event->largest, event->smallest, event->inclusive};
        for (size_t k = 0; k < ARRAY_LENGTH(figures) && !event->is_ratio; k++) {
            double share = percent_of(figures[k].value, event->base.value);
            int length = snprintf(NULL, 0, table->is_difference ? "%+.2f" : "%.2f", share);
            width = event->base.value == 0 ? width : at_least(width, (size_t)length + 1);
        }
    }
    return width;
}

static struct event_columns *events_of(const struct text_writer *writer, const struct table *table)
{
    struct event_columns *events = memory_alloc(table->n_events, sizeof *events);
    bool has_inclusive = table_has(table, COLUMN_INCLUSIVE);

    for (size_t i = 0; i < table->n_events; i++) {
        const struct table_event *event = &table->events[i];
        events[i] = (struct event_columns){.event = i,
                                           .name = event->name,
                                           .base = event->base,
                                           .cost = cost_width(writer, table, event, has_inclusive),
                                           .cost_alone = cost_width(writer, table, event, false),
                                           .has_share = !event->is_ratio && !table->has_no_sum,
                                           .is_ratio = event->is_ratio,
                                           .has_old = event->is_ratio && table->is_difference,
                                           .has_inclusive = has_inclusive};
    }
    return events;
}

struct figure_columns figure_columns_of(const struct text_writer *writer, const struct table *table)
{
    const struct table_event *measured = &table->events[table->measured];
    bool has_calls = table_has(table, COLUMN_CALLS),
         has_trend = (table->columns & (COLUMN(COLUMN_CHANGE) | COLUMN(COLUMN_SPREAD))) != 0;

    return (struct figure_columns){
        .writer = writer,
        .out = writer->out,
        .table = table,
        .events = events_of(writer, table),
        .n_events = table->n_events,
        .measured = table->measured,
        .event_gap = GAP,
        .is_of_several = is_named(table),
        .calls = at_least(count_width(table->most_calls, table->is_difference) +
                              noise_width(writer, table->calls_have_noise),
                          5),
        .per_call = per_call_width(measured),
        .share = share_width(table),
        .of_calls = table->columns,
        .has_running =
            !table->is_difference && !has_trend && !table->has_no_sum && !measured->is_ratio,
        .has_calls = has_calls,
        .has_per_call = has_calls && !table->is_difference && !measured->is_ratio,
        .has_growth = table->is_difference,
        .has_trend = has_trend,
        .has_trend_growth = has_trend,
        .has_inclusive_growth = table->is_difference && table_has(table, COLUMN_INCLUSIVE),
        .n_slices = table->n_slices,
        .palette = writer->options->palette,
    };
}

void figure_columns_free(struct figure_columns *columns)
{
    free(columns->events);
    *columns = (struct figure_columns){0};
}

/*
 * Drops all shares but the measured event's, which goes only in a trend: the total is that of all
 * runs there, so shares say least.
 */
static void drop_other_shares(struct figure_columns *columns)
{
    for (size_t i = 0; i < columns->n_events; i++)
        columns->events[i].has_share =
            columns->events[i].has_share && i == columns->measured && !columns->has_trend;
}

static void drop_inclusive(struct figure_columns *columns, bool is_of_measured)
{
    for (size_t i = 0; i < columns->n_events; i++)
        if ((i == columns->measured) == is_of_measured) {
            columns->events[i].has_inclusive = false;
            columns->events[i].cost = columns->events[i].cost_alone;
        }
}

/* Keeps only the new value of a ratio that is not the sort key. */
static void drop_old_ratios(struct figure_columns *columns)
{
    for (size_t i = 0; i < columns->n_events; i++)
        if (i != columns->measured)
            columns->events[i].has_old = false;
}

void prepend_name(struct buffer *names, struct text name)
{
    struct buffer rest = *names;

    *names = (struct buffer){0};
    buffer_append(names, name);
    buffer_append(names, rest.length == 0 ? TEXT("") : TEXT(", "));
    buffer_append(names, buffer_text(&rest));
    free(rest.at);
}

/* Drops the last event, or the one before it where rows are ranked by the last. */
static void drop_event(struct figure_columns *columns, struct buffer *names)
{
    size_t last = columns->n_events - 1, dropped = last == columns->measured ? last - 1 : last;

    prepend_name(names, columns->events[dropped].name);
    columns->events[dropped] = columns->events[last];
    columns->measured -= columns->measured == last;
    columns->n_events--;
}

void tell_left_out(const struct text_writer *writer, const char *names)
{
    struct warnings *notes = writer->notes;
    char text[sizeof notes->first[0].text];

    snprintf(text, sizeof text, "no room for %.120s in %zu columns: see --wide", names,
             writer->options->width);
    for (size_t i = 0; notes != NULL && i < notes->count && i < WARNINGS_KEPT; i++)
        if (strcmp(notes->first[i].text, text) == 0)
            return;
    if (notes != NULL)
        warnings_add(notes, NULL, 0, "%s", text);
}

/* Drops events until the others have room. */
static void drop_events(struct figure_columns *columns, const struct text_writer *writer,
                        size_t room)
{
    struct buffer names = {0};

    while (columns->n_events > 1 && figure_columns_width(columns) > room)
        drop_event(columns, &names);
    if (names.length != 0)
        tell_left_out(writer, buffer_string(&names));
    free(names.at);
}

/* Drops columns, the least important first, and never those that rows are sorted by. */
static void drop_columns(struct figure_columns *columns, const struct table *table, size_t room)
{
    bool *const optional[] = {&columns->has_per_call, &columns->has_running,
                              (table->kept & COLUMN(COLUMN_CALLS)) != 0 ? NULL
                                                                        : &columns->has_calls,
                              &columns->has_inclusive_growth};

    for (size_t i = 0; i < ARRAY_LENGTH(optional); i++)
        if (optional[i] != NULL && figure_columns_width(columns) > room)
            *optional[i] = false;
    if (figure_columns_width(columns) > room)
        drop_inclusive(columns, false);
    if (figure_columns_width(columns) > room && (table->kept & COLUMN(COLUMN_INCLUSIVE)) == 0)
        drop_inclusive(columns, true);
    if (figure_columns_width(columns) > room)
        drop_other_shares(columns);
    if (figure_columns_width(columns) > room)
        drop_old_ratios(columns);
    if (figure_columns_width(columns) > room)
        columns->has_trend_growth = false;
}

/* Drops the last slices until the others have room; there is always one. */
static void drop_slices(struct figure_columns *columns, const struct text_writer *writer,
                        size_t room)
{
    size_t all = columns->n_slices;
    char names[60];

    while (columns->n_slices > 1 && figure_columns_width(columns) > room)
        columns->n_slices--;
    if (columns->n_slices == all)
        return;
    int length = snprintf(names, sizeof names, "@%zu", columns->n_slices + 1);
    if (columns->n_slices + 1 < all)
        snprintf(names + length, sizeof names - (size_t)length, " to @%zu", all);
    tell_left_out(writer, names);
}

void figure_columns_fit(struct figure_columns *columns, const struct text_writer *writer,
                        const struct table *table, size_t others, size_t wanted)
{
    enum { LEAST_ROOM = 8 };
    size_t width = writer->options->width, taken = others + wanted;
    size_t room = width > taken ? width - taken : 0;

    if (width == 0)
        return;
    drop_slices(columns, writer, room);
    if (table->n_slices == 0) {
        drop_columns(columns, table, room);
        drop_events(columns, writer, room);
    }
    size_t before = figure_columns_width(columns) + others;
    columns->room = width > before + LEAST_ROOM ? width - before : LEAST_ROOM;
}

void write_right(FILE *out, const char *string, size_t columns, size_t width)
{
    if (columns < width)
        write_blanks(out, width - columns);
    fputs(string, out);
}

void write_cost(const struct figure_columns *columns, struct cell cell, size_t width)
{
    struct text mark =
        cell.is_noise ? sign_text(SIGN_NOISE, columns->writer->options->is_ascii) : TEXT("");
    char count[MAX_COUNT];
    size_t length = format_figure(cell, columns->table->is_difference, count) + text_columns(mark);

    write_blanks(columns->out, length < width ? width - length : 0);
    write_text(columns->out, mark);
    fputs(count, columns->out);
}

void write_plain_cost(FILE *out, struct cell cell, size_t width)
{
    char count[MAX_COUNT];
    size_t length = format_figure(cell, false, count);

    write_right(out, count, length, width);
}

/*
 * Returns the mark for "at least", "about" or, in a difference, "unknown" or "noise"; a blank for
 * any other cost.
 */
static struct text bound_mark(const struct figure_columns *columns, struct cell cell)
{
    if (cell.is_noise)
        return sign_text(SIGN_NOISE, columns->writer->options->is_ascii);
    if (!cell.is_given || (!cell.is_estimate && !cell.is_bound))
        return TEXT(" ");
    if (cell.is_estimate || columns->table->is_difference)
        return TEXT("~");
    return sign_text(SIGN_AT_LEAST, columns->writer->options->is_ascii);
}

void write_bound(const struct figure_columns *columns, struct cell cell, size_t gap, size_t width)
{
    char count[MAX_COUNT];
    size_t length = format_figure(cell, columns->table->is_difference, count);
    struct text mark = bound_mark(columns, cell);

    write_blanks(columns->out, gap + 1 - text_columns(mark));
    if (length < width)
        write_blanks(columns->out, width - length);
    write_text(columns->out, mark);
    fputs(count, columns->out);
}

void write_plain_share(const struct figure_columns *columns, struct cell cell, struct cell base)
{
    bool has_sign = columns->table->is_difference && cell.value != 0;
    int width = (int)columns->share - 1;

    if (!cell.is_given || base.value == 0)
        fprintf(columns->out, " %*s", width, ".");
    else
        fprintf(columns->out, has_sign ? " %+*.2f" : " %*.2f", width,
                percent_of(cell.value, base.value));
}

/* Writes a name from the profile at the right end, in "incl()" if wanted. */
static void write_name_heading(FILE *out, struct text name, bool is_inclusive, size_t width)
{
    size_t taken = text_columns(name) + (is_inclusive ? 6 : 0);

    if (taken < width)
        write_blanks(out, width - taken);
    fputs(is_inclusive ? "incl(" : "", out);
    write_text(out, name);
    fputs(is_inclusive ? ")" : "", out);
}

void write_self_heading(const struct figure_columns *columns, size_t event, size_t width)
{
    struct text name = columns->is_of_several ? columns->events[event].name : TEXT("self");

    write_name_heading(columns->out, name, false, width);
}

void write_inclusive_heading(const struct figure_columns *columns, size_t event, size_t width)
{
    if (columns->is_of_several)
        write_name_heading(columns->out, columns->events[event].name, true, width);
    else
        write_right(columns->out, "inclusive", 9, width);
}

void write_share(const struct figure_columns *columns, struct cell cell, struct cell base)
{
    enum tint tint = tint_of_cell(cell, base, columns->table->is_difference);

    tint_begin(columns->out, columns->palette, tint);
    write_plain_share(columns, cell, base);
    tint_end(columns->out, columns->palette, tint);
}

void write_growth(FILE *out, struct cell change, struct cell old, enum change kind)
{
    char text[MAX_COUNT];
    size_t length = format_growth(change, old, kind, text);

    write_right(out, text, length, GROWTH_WIDTH);
}

void write_ratio_growth_heading(const struct figure_columns *columns,
                                const struct event_columns *event)
{
    write_right(columns->out, "old", 3, GAP + event->cost);
    write_right(columns->out, "points", 6, GAP + event->cost + 1);
}

void write_ratio_growth(const struct figure_columns *columns, const struct event_columns *event,
                        const struct figure *ratio)
{
    write_plain_cost(columns->out, ratio->old, GAP + event->cost);
    write_cost(columns, figure_change(ratio), GAP + event->cost + 1);
}

void write_per_call(const struct figure_columns *columns, const struct table_row *row)
{
    struct cell cost = row->inclusive[measured_event(columns)->event].now;

    cost.is_given = cost.is_given && !row->lacks_calls;
    write_bound(columns, cost_per_call(cost, row->calls.now), GAP - 1, columns->per_call);
}

void write_verdict_heading(FILE *out, bool has_verdicts)
{
    if (has_verdicts)
        fprintf(out, "%*s%-*s", GAP, "", VERDICT_WIDTH - GAP, "verdict");
}

void write_verdict(const struct figure_columns *columns, const struct table_row *row,
                   bool has_verdicts)
{
    const char *word = row->run_verdict != NULL ? row->run_verdict : ".";
    bool is_exceeded = strcmp(word, "exceeded") == 0;

    if (!has_verdicts)
        return;
    write_blanks(columns->out, GAP);
    tint_begin(columns->out, is_exceeded ? columns->palette : NULL, TINT_MORE);
    fprintf(columns->out, "%-*s", VERDICT_WIDTH - GAP, word);
    tint_end(columns->out, is_exceeded ? columns->palette : NULL, TINT_MORE);
}

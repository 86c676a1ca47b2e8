/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/listing/listing_pieces.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"

/* One figure of a row, the self or inclusive cost of an event: old, new, and their difference. */
struct changed_cost {
    struct cell old, now, change;
};

/* Returns whether the event has growth in percent: a ratio changes by points. */
static bool has_growth(const struct changed_figures *figures, const struct changed_event *event)
{
    return figures->has_growth && !figures->table->events[event->place].is_ratio;
}

static size_t groups_of(const struct changed_figures *figures)
{
    return table_has(figures->table, COLUMN_INCLUSIVE) ? 2 : 1;
}

static size_t width_of_group(const struct changed_figures *figures,
                             const struct changed_event *event)
{
    size_t sides = figures->has_old ? 2 : 1;

    return sides * (event->side + GAP) + event->change + GAP +
           (has_growth(figures, event) ? GROWTH_WIDTH : 0);
}

/* Returns by how much a mark is wider than one blank of the gap, whose place it takes. */
static size_t width_of_mark(const struct table_event *event, bool is_ascii)
{
    return event->has_bounds ? sign_columns(SIGN_AT_LEAST, is_ascii) - 1 : 0;
}

static struct changed_event event_of(const struct table *table, size_t place, bool is_ascii)
{
    enum { LEAST = 6 };
    const struct table_event *of = &table->events[place];
    const struct cell sides[] = {of->largest_side, of->is_ratio ? of->largest : of->largest_side};
    const struct cell all[] = {of->largest, of->smallest};
    struct changed_event event = {place, LEAST, LEAST};
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
 * Drops what does not fit: growth first, then events from the last on, but never the measured one.
 * Old costs are dropped last: the new ones and the changes imply them.
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
        size_t dropped = figures->events[last].place == figures->table->measured ? last - 1 : last;
        prepend_name(&names, figures->table->events[figures->events[dropped].place].name);
        figures->events[dropped] = figures->events[last];
        figures->n_events--;
    }
    if (groups_of(figures) > 1 && changed_figures_width(figures) + others > width)
        figures->has_old = false;
    if (names.length != 0)
        tell_left_out(figures->writer, buffer_string(&names));
    free(names.at);
}

struct changed_figures changed_figures_create(const struct text_writer *writer,
                                              const struct table *table, size_t others)
{
    struct changed_figures figures = {.writer = writer,
                                      .table = table,
                                      .events =
                                          memory_alloc(table->n_events, sizeof *figures.events),
                                      .n_events = table->n_events,
                                      .has_growth = true,
                                      .has_old = true};

    for (size_t i = 0; i < table->n_events; i++)
        figures.events[i] = event_of(table, i, writer->options->is_ascii);
    fit(&figures, others);
    return figures;
}

void changed_figures_free(struct changed_figures *figures)
{
    free(figures->events);
    *figures = (struct changed_figures){0};
}

/* Returns what became of a line, or of the calls that it makes. */
static enum change changed_row_change(const struct table_row *row)
{
    bool is_of_call =
        row->kind == ROW_CALLEE && (row->calls.old.is_given || row->calls.now.is_given);

    if (is_of_call && row->calls.old.value == 0)
        return CHANGE_NEW;
    if (is_of_call && row->calls.now.value == 0)
        return CHANGE_GONE;
    switch (row->old.line_change) {
    case LINE_NEW:
        return CHANGE_NEW;
    case LINE_GONE:
        return CHANGE_GONE;
    default:
        return CHANGE_NONE;
    }
}

/* Returns both sides and the change; not given where there is nothing to say. */
static struct changed_cost changed_cost(const struct table_row *row, const struct figure *figure)
{
    struct changed_cost cost = {
        .old = figure->old, .now = figure->now, .change = figure_change(figure)};

    if (cost.change.is_ratio)
        return cost;
    if (changed_row_change(row) == CHANGE_GONE)
        cost.now.is_given = false;
    if (changed_row_change(row) == CHANGE_NEW)
        cost.old.is_given = false;
    cost.change.is_given = cost.change.is_given && cost.change.value != 0;
    return cost;
}

/*
 * Writes a figure. The mark of a bound stands before it, so that digits are aligned with those of
 * others.
 */
static void write_figure(FILE *out, struct cell cell, bool has_sign, struct text mark, size_t width)
{
    char figure[MAX_COUNT];
    bool has_mark = cell.is_given && (cell.is_bound || cell.is_estimate);
    size_t length = format_figure(cell, has_sign, figure) + (has_mark ? text_columns(mark) : 0);

    write_blanks(out, length < width ? width - length : 0);
    write_text(out, !has_mark ? TEXT("") : cell.is_estimate ? TEXT("~") : mark);
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

/*
 * Writes self or inclusive figures, or blanks in their place. The cost of a call is written among
 * the inclusive ones, if they are shown.
 */
static void write_row_group(const struct changed_figures *figures,
                            const struct changed_event *event, const struct table_row *row,
                            bool is_inclusive)
{
    bool has_inclusive = table_has(figures->table, COLUMN_INCLUSIVE);
    const struct figure *written = is_inclusive  ? row->inclusive
                                 : has_inclusive ? row->self
                                                 : row_figures(row);

    if (written == NULL) {
        write_blanks(figures->writer->out, width_of_group(figures, event));
        return;
    }
    struct changed_cost cost = changed_cost(row, &written[event->place]);
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
    bool is_ratio = figures->table->events[event->place].is_ratio;

    if (figures->has_old)
        write_right(out, "old", 3, event->side + GAP);
    write_right(out, "new", 3, event->side + GAP);
    write_right(out, is_ratio ? "points" : "change", 6, event->change + GAP);
    if (has_growth(figures, event))
        write_right(out, "% of own", 8, GROWTH_WIDTH);
}

/* Writes the name of an event, or "self" or "inclusive", above the columns of its group. */
static void write_group_name(const struct changed_figures *figures,
                             const struct changed_event *event, bool is_inclusive)
{
    const struct table_event *of = &figures->table->events[event->place];
    bool is_named = figures->table->n_events > 1 || of->is_ratio;
    struct text name = is_named ? of->name : is_inclusive ? TEXT("inclusive") : TEXT("self");
    size_t taken = text_columns(name) + (is_named && is_inclusive ? 6 : 0);
    size_t width = width_of_group(figures, event);

    write_blanks(figures->writer->out, taken < width ? width - taken : 1);
    fputs(is_named && is_inclusive ? "incl(" : "", figures->writer->out);
    write_text(figures->writer->out, name);
    fputs(is_named && is_inclusive ? ")" : "", figures->writer->out);
}

static void write_names(const struct changed_figures *figures)
{
    for (size_t i = 0; i < figures->n_events; i++)
        for (size_t group = 0; group < groups_of(figures); group++)
            write_group_name(figures, &figures->events[i], group != 0);
    fputc('\n', figures->writer->out);
}

void changed_figures_write_heading(const struct changed_figures *figures, const char *begin)
{
    const struct table *table = figures->table;

    if (table->n_events > 1 || table_has(table, COLUMN_INCLUSIVE) || table->events[0].is_ratio) {
        fputs(begin, figures->writer->out);
        write_names(figures);
    }
    fputs(begin, figures->writer->out);
    for (size_t i = 0; i < figures->n_events; i++)
        for (size_t group = 0; group < groups_of(figures); group++)
            write_group_heading(figures, &figures->events[i]);
}

void changed_figures_append(struct buffer *title, const struct changed_figures *figures,
                            const struct table_row *row)
{
    struct changed_cost cost = changed_cost(row, &row->self[figures->table->measured]);
    char now[MAX_COUNT], text[MAX_COUNT];

    format_figure(cost.now, false, now);
    if (!cost.old.is_given && !cost.change.is_ratio) {
        buffer_print(title, ": new, %s", now);
        return;
    }
    format_figure(cost.old, false, text);
    buffer_print(title, ": %s", text);
    if (!cost.change.is_given) {
        buffer_append(title, TEXT(", unchanged"));
        return;
    }
    format_figure(cost.change, true, text);
    buffer_print(title, ", now %s: %s", now, text);
    if (cost.change.is_ratio || !cost.old.is_given || cost.old.value == 0)
        return;
    format_growth(cost.change, cost.old, CHANGE_NONE, text);
    buffer_print(title, ", %s %%", text);
}

enum {
    LINE_WIDTH = 5,                                   /* of a line's number on either side */
    WIDTH_OF_OTHERS = 2 * (GAP + LINE_WIDTH) + 3 + 1, /* both, and the sign between blanks */
    WANTED_ROOM = 28,                                 /* figures are dropped for that much text */
    LEAST_ROOM = 12,                                  /* of text, however narrow the terminal is */
    ROOM_OF_CALL = 44,                                /* "-> 136,000x, now 116,000x" and a name */
};

struct line_changes line_changes_create(const struct text_writer *writer, const struct table *table,
                                        bool is_sign_first)
{
    struct line_changes changes = {
        .writer = writer,
        .figures = changed_figures_create(writer, table, WIDTH_OF_OTHERS + WANTED_ROOM),
        .is_sign_first = is_sign_first,
    };
    size_t width = writer->options->width;
    size_t before = changed_figures_width(&changes.figures) + WIDTH_OF_OTHERS;

    if (width != 0)
        changes.room = width > before + LEAST_ROOM ? width - before : LEAST_ROOM;
    return changes;
}

void line_changes_free(struct line_changes *changes)
{
    changed_figures_free(&changes->figures);
    *changes = (struct line_changes){0};
}

void line_changes_write_heading(const struct line_changes *changes)
{
    FILE *out = changes->writer->out;

    changed_figures_write_heading(&changes->figures, changes->is_sign_first ? " " : "");
    write_right(out, "old", 3, GAP + LINE_WIDTH);
    write_right(out, "new", 3, GAP + LINE_WIDTH);
    fputc('\n', out);
}

static char sign_of(enum line_change change)
{
    switch (change) {
    case LINE_REFORMATTED:
        return '~';
    case LINE_NEW:
        return '+';
    case LINE_GONE:
        return '-';
    default:
        return ' ';
    }
}

/* Writes a line's number, after a blank even where it is wider than its column. */
static void write_number(FILE *out, uint64_t number, const char *none)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, number);
    fputc(' ', out);
    write_right(out, number != 0 ? text : none, strlen(number != 0 ? text : none),
                GAP + LINE_WIDTH - 1);
}

static void write_numbers(const struct line_changes *changes, const struct table_row *row)
{
    FILE *out = changes->writer->out;
    bool is_line = row->kind == ROW_LINE || row->kind == ROW_SOURCE;
    char sign = ' ';

    if (is_line)
        sign = sign_of(row->old.line_change);
    bool is_gap = row->kind == ROW_GAP || row->kind == ROW_FOLD;
    const char *none = row->kind == ROW_CALLEE ? ""
                     : is_gap                  ? "..."
                     : row_line(row) == 0      ? "."
                                               : "-";

    write_number(out, row->kind == ROW_CALLEE ? 0 : row->old.line, is_gap ? "" : none);
    write_number(out, row->kind == ROW_CALLEE ? 0 : row->line, none);
    if (row->kind == ROW_GAP)
        fputc('\n', out);
    else if (changes->is_sign_first)
        write_blanks(out, GAP);
    else
        fprintf(out, "  %c ", sign);
}

/* Appends "20x, now 21x", "new: 20x" or "gone: 20x". */
static void append_counts(struct buffer *call, const struct table_row *row)
{
    enum change change = changed_row_change(row);
    int64_t was = row->calls.old.value, now = row->calls.now.value;
    char text[MAX_COUNT];

    format_count(change == CHANGE_NEW ? now : was, text);
    buffer_print(call, "%s%s%sx", change_name(change), change_is_one_sided(change) ? ": " : "",
                 text);
    if (change_is_one_sided(change) || was == now)
        return;
    format_count(now, text);
    buffer_print(call, ", now %sx", text);
}

/*
 * Writes whom the line calls, and how often; the columns have the cost. Where there is little room
 * this begins in the column of the lines' numbers.
 */
static void write_call(const struct line_changes *changes, const struct table_row *row)
{
    enum { INDENTED = 2, LEAST_NAME = 8 };
    struct buffer call = {0};

    buffer_append(&call, sign_text(SIGN_CALLS, changes->writer->options->is_ascii));
    buffer_append(&call, TEXT(" "));
    if (row->calls.old.is_given || row->calls.now.is_given) {
        append_counts(&call, row);
        buffer_append(&call, TEXT(" "));
    }
    size_t taken = text_columns(buffer_text(&call)) + INDENTED, room = changes->room;
    if (room == 0 || room >= ROOM_OF_CALL)
        write_numbers(changes, row);
    else
        room += WIDTH_OF_OTHERS;
    write_blanks(changes->writer->out, INDENTED);
    write_text(changes->writer->out, buffer_text(&call));
    free(call.at);
    if (room != 0)
        room = at_least(room, taken + LEAST_NAME) - taken;
    write_label(changes->writer, row, room, changes->writer->options->palette);
}

/* Writes how many lines that are not shown have a cost that changed. */
static void write_fold(const struct line_changes *changes, const struct table_row *row)
{
    struct buffer fold = {0};

    append_fold(&fold, changes->figures.table, row);
    write_dim_line(changes->writer->out, changes->writer->options->palette, &fold);
}

void line_changes_write_row(const struct line_changes *changes, const struct table_row *row)
{
    bool is_line = row->kind == ROW_LINE || row->kind == ROW_SOURCE;

    fputs(row->n_parts != 0 ? "\n" : "", changes->writer->out); /* other files */
    if (changes->is_sign_first)
        fputc(is_line ? sign_of(row->old.line_change) : ' ', changes->writer->out);
    changed_figures_write(&changes->figures, row);
    if (row->kind == ROW_CALLEE) {
        write_call(changes, row);
        return;
    }
    write_numbers(changes, row);
    if (row->kind == ROW_FOLD)
        write_fold(changes, row);
    if (is_line)
        write_listed_text(changes->writer, changes->figures.table, row, changes->room,
                          changes->has_source);
}

void line_changes_append_title(const struct line_changes *changes, struct buffer *title,
                               const struct table_row *row, size_t room)
{
    const struct old_row *old = &row->old;

    append_code(title, changes->writer, row->function, row->file, room / 2);
    if (old->file.at != NULL || old->function.at != NULL) {
        buffer_append(title, TEXT(", was "));
        append_code(title, changes->writer, old->function, old->file, room / 2);
    }
    changed_figures_append(title, &changes->figures, row);
    if (old->line_change == LINE_BY_NUMBER)
        buffer_append(title,
                      row->text.at == NULL
                          ? TEXT("; source not found, lines by number")
                          : TEXT("; old source not known (see --old-path-map), lines by number"));
}

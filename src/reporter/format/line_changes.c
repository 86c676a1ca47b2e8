/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/line_changes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* Of a line's number on either side; and what its text is to have. */
enum { LINE_WIDTH = 5, LEAST_ROOM = 28 };

/* What was, is and changed: the figures of an event or of its inclusive cost. */
struct changed_cost {
    struct cell old, now, change;
};

/* Of a ratio there is no growth, only points. */
static bool has_growth(const struct line_changes *changes, const struct changed_event *event)
{
    return changes->has_growth && !changes->table->columns[event->column].is_ratio;
}

static size_t groups_of(const struct line_changes *changes)
{
    return changes->table->has_inclusive ? 2 : 1;
}

static size_t width_of_group(const struct line_changes *changes, const struct changed_event *event)
{
    return 2 * (event->side + GAP) + event->change + GAP +
           (has_growth(changes, event) ? GROWTH_WIDTH : 0);
}

/* What all columns take before the text of a line. */
static size_t width_before_text(const struct line_changes *changes)
{
    size_t width = 2 * (GAP + LINE_WIDTH) + 3 + 1;

    for (size_t i = 0; i < changes->n_events; i++)
        width += groups_of(changes) * width_of_group(changes, &changes->events[i]);
    return width;
}

static struct changed_event event_of(const struct table *table, size_t column)
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
    return event;
}

/* Growth goes first, then events from the last on, but never the one that is measured. */
static void fit(struct line_changes *changes)
{
    size_t width = changes->writer->options->width;
    struct buffer names = {0};

    if (width == 0)
        return;
    if (width_before_text(changes) + LEAST_ROOM > width)
        changes->has_growth = false;
    while (changes->n_events > 1 && width_before_text(changes) + LEAST_ROOM > width) {
        size_t last = changes->n_events - 1;
        size_t dropped = changes->events[last].column == changes->table->measured ? last - 1 : last;
        prepend_name(&names, changes->table->columns[changes->events[dropped].column].name);
        changes->events[dropped] = changes->events[last];
        changes->n_events--;
    }
    if (names.length != 0)
        tell_left_out(changes->writer, buffer_string(&names));
    free(names.at);
    size_t before = width_before_text(changes);
    changes->room = width > before + LEAST_ROOM ? width - before : LEAST_ROOM;
}

struct line_changes line_changes_begin(const struct text_writer *writer, const struct table *table,
                                       bool is_sign_first)
{
    struct line_changes changes = {.writer = writer,
                                   .table = table,
                                   .events = memory_alloc(table->n_columns, sizeof *changes.events),
                                   .n_events = table->n_columns,
                                   .has_growth = true,
                                   .is_sign_first = is_sign_first};

    for (size_t i = 0; i < table->n_columns; i++)
        changes.events[i] = event_of(table, i);
    fit(&changes);
    return changes;
}

void line_changes_end(struct line_changes *changes)
{
    free(changes->events);
    *changes = (struct line_changes){0};
}

/* What became of a line, or of the calls that one makes. */
static enum change change_of(const struct table_row *row)
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
static struct changed_cost changed_cost(const struct table_row *row, const struct cell *cells,
                                        const struct cell *old, const struct cell *ratios,
                                        size_t column)
{
    struct changed_cost cost = {.old = old[column], .change = cells[column]};

    if (cost.change.is_ratio) {
        cost.now = ratios[column];
        return cost;
    }
    cost.now = cost.change;
    if (add_overflows(&cost.now.value, cost.old.value))
        cost.now.is_given = false; /* it was refused before */
    cost.now.is_bound = cost.old.is_bound;
    if (change_of(row) == CHANGE_GONE)
        cost.now.is_given = false;
    if (change_of(row) == CHANGE_NEW)
        cost.old.is_given = false;
    cost.change.is_given = cost.change.is_given && cost.change.value != 0;
    return cost;
}

/* Of a bound the mark is before it: the other way round the columns would not be in line. */
static void write_figure(FILE *out, struct cell cell, bool has_sign, const char *mark, size_t width)
{
    char figure[MAX_COUNT];
    bool has_mark = cell.is_given && cell.is_bound;
    size_t length = format_figure(cell, has_sign, figure) + (has_mark ? 1 : 0);

    write_blanks(out, length < width ? width - length : 0);
    fprintf(out, "%s%s", has_mark ? mark : "", figure);
}

static void write_group(const struct line_changes *changes, const struct changed_event *event,
                        const struct changed_cost *cost, enum change kind)
{
    const char *least = changes->writer->options->is_ascii ? ">" : "\xe2\x89\xa5"; /* U+2265 */
    FILE *out = changes->writer->out;

    write_figure(out, cost->old, false, least, event->side + GAP);
    write_figure(out, cost->now, false, least, event->side + GAP);
    write_figure(out, cost->change, true, "~", event->change + GAP);
    if (!has_growth(changes, event))
        return;
    if (!cost->change.is_given)
        write_right(out, ".", 1, GROWTH_WIDTH);
    else
        write_growth(out, cost->change, cost->old, kind);
}

/* The figures of one group, or room for them: what a call costs is inclusive, if that is shown. */
static void write_row_group(const struct line_changes *changes, const struct changed_event *event,
                            const struct table_row *row, bool is_inclusive)
{
    const struct old_table_row *old = row->old;
    bool is_of_call = row->kind == ROW_CALLEE;
    bool takes_self = is_of_call ? is_inclusive == changes->table->has_inclusive : !is_inclusive;
    const struct cell *cells = takes_self ? row->cells : is_of_call ? NULL : row->inclusive;

    if (cells == NULL) {
        write_blanks(changes->writer->out, width_of_group(changes, event));
        return;
    }
    struct changed_cost cost =
        changed_cost(row, cells, takes_self ? old->cells : old->inclusive,
                     takes_self ? old->ratios : old->inclusive_ratios, event->column);
    write_group(changes, event, &cost, change_of(row));
}

static void write_figures(const struct line_changes *changes, const struct table_row *row)
{
    for (size_t i = 0; i < changes->n_events; i++)
        for (size_t group = 0; group < groups_of(changes); group++)
            write_row_group(changes, &changes->events[i], row, group != 0);
}

static void write_group_heading(const struct line_changes *changes,
                                const struct changed_event *event)
{
    FILE *out = changes->writer->out;
    bool is_ratio = changes->table->columns[event->column].is_ratio;

    write_right(out, "old", 3, event->side + GAP);
    write_right(out, "new", 3, event->side + GAP);
    write_right(out, is_ratio ? "points" : "change", 6, event->change + GAP);
    if (has_growth(changes, event))
        write_right(out, "% of own", 8, GROWTH_WIDTH);
}

/* The name of an event, or "self" and "inclusive", above the columns of each group. */
static void write_group_name(const struct line_changes *changes, const struct changed_event *event,
                             bool is_inclusive)
{
    const struct column *column = &changes->table->columns[event->column];
    bool is_named = changes->table->n_columns > 1 || column->is_ratio;
    struct text name = is_named ? column->name : is_inclusive ? TEXT("inclusive") : TEXT("self");
    size_t taken = text_columns(name) + (is_named && is_inclusive ? 6 : 0);
    size_t width = width_of_group(changes, event);

    write_blanks(changes->writer->out, taken < width ? width - taken : 1);
    fputs(is_named && is_inclusive ? "incl(" : "", changes->writer->out);
    write_text(changes->writer->out, name);
    fputs(is_named && is_inclusive ? ")" : "", changes->writer->out);
}

static void write_group_names(const struct line_changes *changes)
{
    for (size_t i = 0; i < changes->n_events; i++)
        for (size_t group = 0; group < groups_of(changes); group++)
            write_group_name(changes, &changes->events[i], group != 0);
    fputc('\n', changes->writer->out);
}

void line_changes_write_heading(const struct line_changes *changes)
{
    const char *begin = changes->is_sign_first ? " " : "";
    FILE *out = changes->writer->out;

    if (changes->table->n_columns > 1 || changes->table->has_inclusive ||
        changes->table->columns[0].is_ratio) {
        fputs(begin, out);
        write_group_names(changes);
    }
    fputs(begin, out);
    for (size_t i = 0; i < changes->n_events; i++)
        for (size_t group = 0; group < groups_of(changes); group++)
            write_group_heading(changes, &changes->events[i]);
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

/* However long it is, a blank is before it. */
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
        sign = sign_of(row->old->line_change);
    const char *none = row->kind == ROW_CALLEE               ? ""
                     : row->kind == ROW_GAP                  ? "..."
                     : row->line == 0 && row->old->line == 0 ? "."
                                                             : "-";

    write_number(out, row->kind == ROW_CALLEE ? 0 : row->old->line,
                 row->kind == ROW_GAP ? "" : none);
    write_number(out, row->kind == ROW_CALLEE ? 0 : row->line, none);
    if (row->kind == ROW_GAP)
        fputc('\n', out);
    else if (changes->is_sign_first)
        write_blanks(out, GAP);
    else
        fprintf(out, "  %c ", sign);
}

/* "20x, now 21x", "new: 20x" or "gone: 20x". */
static void append_counts(struct buffer *call, const struct table_row *row)
{
    enum change change = change_of(row);
    int64_t was = row->old->calls, now = was + row->calls;
    char text[MAX_COUNT];

    buffer_append(call, text_of(change_name(change)));
    buffer_append(call, change_is_one_sided(change) ? TEXT(": ") : TEXT(""));
    format_count(change == CHANGE_NEW ? now : was, text);
    buffer_append(call, text_of(text));
    buffer_append(call, TEXT("x"));
    if (change_is_one_sided(change) || was == now)
        return;
    format_count(now, text);
    buffer_append(call, TEXT(", now "));
    buffer_append(call, text_of(text));
    buffer_append(call, TEXT("x"));
}

/* Whom the line calls, and how often; what that costs is in the columns. */
static void write_call(const struct line_changes *changes, const struct table_row *row)
{
    enum { INDENTED = 2, LEAST_NAME = 8 };
    struct buffer call = {0};

    buffer_append(&call, changes->writer->options->is_ascii ? TEXT("-> ") : TEXT("\xe2\x86\x92 "));
    append_counts(&call, row);
    buffer_append(&call, TEXT(" "));
    size_t taken = text_columns(buffer_text(&call)) + INDENTED;
    write_blanks(changes->writer->out, INDENTED);
    write_text(changes->writer->out, buffer_text(&call));
    free(call.at);
    size_t room = changes->room == 0 ? 0 : at_least(changes->room, taken + LEAST_NAME) - taken;
    write_label(changes->writer, row, room, changes->writer->options->has_color);
}

/* Hot changes stand out as a whole. */
static enum tint tint_of_line(const struct line_changes *changes, const struct table_row *row)
{
    const struct column *column = &changes->table->columns[changes->table->measured];

    if (row->cells == NULL || !row->cells[changes->table->measured].is_given ||
        column->total.value == 0)
        return TINT_NONE;
    int64_t change = row->cells[changes->table->measured].value;
    enum tint tint = tint_of_share(percent_of(change, column->total.value));
    return tint >= TINT_HOT ? tint : TINT_NONE;
}

static void write_line(const struct line_changes *changes, const struct table_row *row)
{
    bool has_color = changes->writer->options->has_color, has_text = row->text.at != NULL;
    enum tint tint = has_text ? tint_of_line(changes, row) : TINT_DIM;
    uint64_t number = row->line != 0 ? row->line : row->old->line;
    FILE *out = changes->writer->out;

    tint_begin(out, has_color, tint);
    if (has_text)
        write_source_text(out, row->text, changes->room);
    else
        fprintf(out, "%s\n", source_excuse(number, changes->has_source));
    tint_end(out, has_color, tint);
}

void line_changes_write_row(const struct line_changes *changes, const struct table_row *row)
{
    bool is_line = row->kind == ROW_LINE || row->kind == ROW_SOURCE;

    if (changes->is_sign_first)
        fputc(is_line ? sign_of(row->old->line_change) : ' ', changes->writer->out);
    write_figures(changes, row);
    write_numbers(changes, row);
    if (row->kind == ROW_CALLEE)
        write_call(changes, row);
    else if (is_line)
        write_line(changes, row);
}

/* ": 133, now 283: +150, +112.78 %", of the event that is measured. */
static void append_change(struct buffer *title, const struct line_changes *changes,
                          const struct table_row *row)
{
    struct changed_cost cost =
        changed_cost(row, row->cells, row->old->cells, row->old->ratios, changes->table->measured);
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

void line_changes_append_title(const struct line_changes *changes, struct buffer *title,
                               const struct table_row *row, size_t room)
{
    const struct old_table_row *old = row->old;

    append_code(title, changes->writer, row->function, row->file, room / 2);
    if (old->file.at != NULL || old->function.at != NULL) {
        buffer_append(title, TEXT(", was "));
        append_code(title, changes->writer, old->function, old->file, room / 2);
    }
    append_change(title, changes, row);
    if (old->line_change == LINE_BY_NUMBER)
        buffer_append(title, row->text.at == NULL
                                 ? TEXT("; source not found, lines by number")
                                 : TEXT("; old source not known (see --old-rev), lines by number"));
}

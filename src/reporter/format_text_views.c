/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format_text_views.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/number.h"
#include "reporter/format_pieces.h"
#include "reporter/report.h"

/* Columns are left out, from the last of these on, until names have this much room. */
enum { ROOM_FOR_NAMES = 32, SHARE_WIDTH = 7, SIGNED_SHARE_WIDTH = 9, GROWTH_WIDTH = 10, GAP = 2 };

/* Which columns there are and how wide. */
struct layout {
    size_t cost, share, calls, per_call; /* widths */
    bool has_running, has_inclusive, has_calls, has_per_call;
    bool is_difference; /* counts with their sign */
    bool has_growth, has_inclusive_growth;
    size_t room; /* for names; 0: as much as they take */
};

static size_t count_width(int64_t value)
{
    char count[MAX_COUNT];

    return format_count(value, count);
}

static size_t at_least(size_t width, size_t least)
{
    return width > least ? width : least;
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

/* In a narrow terminal the least important columns go first. */
static struct layout lay_out(const struct table *table, size_t width)
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
        .has_growth = table->is_difference,
        .has_inclusive_growth = table->is_difference,
    };
    bool *const optional[] = {&layout.has_per_call, &layout.has_running, &layout.has_calls,
                              &layout.has_inclusive_growth};

    if (table->is_difference) { /* there a total says little of how wide a change is, and all have a
                                   sign */
        layout.cost = at_least(count_width(magnitude(column->inclusive.value)) + 1, 9);
        layout.cost = at_least(layout.cost, count_width(magnitude(column->largest.value)) + 1);
        layout.cost = at_least(layout.cost, count_width(magnitude(column->smallest.value)) + 1);
        layout.calls = at_least(count_width(magnitude(table->most_calls)) + 1, 5);
    }

    if (width == 0)
        return layout;
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
        if (columns_before_names(&layout) + ROOM_FOR_NAMES > width)
            *optional[i] = false;
    size_t before = columns_before_names(&layout);
    layout.room = width > before + 8 ? width - before : 8;
    return layout;
}

static void write_right(FILE *out, const char *string, size_t columns, size_t width)
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

static void write_cost(FILE *out, const struct layout *layout, struct cell cell, size_t width)
{
    char count[MAX_COUNT];
    size_t length = format_cost(layout, cell, count);

    write_right(out, count, length, width);
}

/*
 * The same with a mark before a lower bound, for which a column more is taken. The
 * difference of two may be anything.
 */
static void write_bound(FILE *out, const struct layout *layout, struct cell cell, size_t width)
{
    const char *mark = layout->is_difference ? "~" : "\xe2\x89\xa5"; /* U+2265, at least */
    char count[MAX_COUNT];
    size_t length = format_cost(layout, cell, count);

    if (length < width)
        write_blanks(out, width - length);
    fputs(cell.is_bound ? mark : " ", out);
    fputs(count, out);
}

static void write_share(FILE *out, const struct layout *layout, struct cell cell, struct cell total)
{
    bool has_sign = layout->is_difference && cell.value != 0;
    double share = cell.value == 0 ? 0 : (double)cell.value * 100.0 / (double)total.value;

    if (!cell.is_given || total.value == 0)
        fprintf(out, "%*s", (int)layout->share, ".");
    else
        fprintf(out, has_sign ? " %+*.2f" : " %*.2f", (int)layout->share - 1, share);
}

/* A change in percent of what it was. */
static void write_growth(FILE *out, struct cell change, struct cell old, const struct row *row)
{
    char text[MAX_COUNT];
    size_t length = format_growth(change, old, row->old->change, text);

    write_right(out, text, length, GROWTH_WIDTH);
}

static void write_calls(FILE *out, const struct layout *layout, int64_t calls, size_t width)
{
    write_cost(out, layout, (struct cell){.value = calls, .is_given = true}, width);
}

static void write_per_call(FILE *out, const struct layout *layout, const struct row *row,
                           size_t width)
{
    struct cell cell = {0};

    if (row->inclusive[0].is_given && row->calls > 0) {
        cell = row->inclusive[0];
        cell.value /= row->calls;
    }
    write_cost(out, layout, cell, width);
}

static struct text short_path(struct text path)
{
    struct text base = path_base(path);

    return base.length != 0 ? base : path;
}

static void append_bracketed(struct buffer *label, const char *open, struct text text,
                             const char *close)
{
    if (text.at == NULL)
        return;
    buffer_append(label, text_of(open));
    buffer_append(label, text);
    buffer_append(label, text_of(close));
}

/* What the row is, from its most telling name on. */
static void append_name(struct buffer *label, const struct row *row)
{
    char line[24];

    if (row->function.at != NULL) {
        buffer_append(label, row->function);
    } else if (row->file.at != NULL) {
        buffer_append(label, row->file);
        if (row->line != 0 || row->text.at != NULL)
            buffer_append(label, (struct text){line, (size_t)snprintf(line, sizeof line,
                                                                      ":%" PRIu64, row->line)});
    } else if (row->label.at != NULL) {
        buffer_append(label, row->label);
    } else {
        buffer_append(label, row->object.at != NULL ? row->object : TEXT("(no object)"));
    }
    if (row->text.at != NULL) {
        buffer_append(label, TEXT("  "));
        buffer_append(label, row->text);
    }
    if (row->old != NULL && row->old->change == CHANGE_RENAMED) {
        buffer_append(label, TEXT(", was "));
        buffer_append(label, row->old->function);
    }
    if (row->old != NULL && row->old->change == CHANGE_MOVED) {
        buffer_append(label, TEXT(", was in "));
        buffer_append(label, path_base(row->old->file));
    }
}

/* The first and the last columns of a text that is too long, with "…" between them. */
static void write_shortened(FILE *out, struct text text, size_t room)
{
    size_t tail = room / 3, head = room - tail - 1;

    write_text(out, text_head(text, head));
    fputs("\xe2\x80\xa6", out); /* U+2026, horizontal ellipsis */
    write_text(out, text_tail(text, tail));
}

/*
 * "function (file) [object]": in full without a limit; else with base names, then
 * without the object, then without the file, and shortened at last.
 */
static void write_label(FILE *out, const struct row *row, size_t room)
{
    bool has_function = row->function.at != NULL;
    struct text file = has_function ? row->file : (struct text){0};
    struct text object = has_function ? row->object : (struct text){0};

    for (int omitted = 0;; omitted++) {
        struct buffer label = {0};
        append_name(&label, row);
        if (omitted < 2)
            append_bracketed(&label, " (", room == 0 ? file : short_path(file), ")");
        if (omitted < 1)
            append_bracketed(&label, " [", room == 0 ? object : short_path(object), "]");
        bool fits = room == 0 || text_columns(buffer_text(&label)) <= room;
        if (fits)
            write_text(out, buffer_text(&label));
        else if (omitted == 2)
            write_shortened(out, buffer_text(&label), room);
        free(label.at);
        if (fits || omitted == 2)
            break;
    }
    fputc('\n', out);
}

static void write_files(FILE *out, const char *label, struct text_list files)
{
    for (size_t i = 0; i < files.count; i++) {
        fputs(i == 0 ? label : " ", out);
        write_text(out, files.items[i]);
    }
}

/* The total, what it was, and how it changed. */
static void write_totals(FILE *out, const struct column *column)
{
    struct cell old = column->total, change = column->change, now = change;
    char counts[3][MAX_COUNT] = {".", ".", "."}, growth[MAX_COUNT];

    if (!add_overflows(&now.value, old.value) && now.is_given)
        format_count(now.value, counts[0]);
    if (old.is_given)
        format_count(old.value, counts[1]);
    if (change.is_given)
        format_signed_count(change.value, counts[2]);
    format_growth(change, old, CHANGE_NONE, growth);
    fprintf(out, "\ntotal:   %s, was %s: %s, %s %%\n\n", counts[0], counts[1], counts[2], growth);
}

void format_text_lead(FILE *out, const struct facts *facts, const struct section *section)
{
    char count[MAX_COUNT] = ".";
    struct cell total = section->table.columns[0].total;

    write_files(out, "profile: ", facts->files);
    if (facts->has_command) {
        fputs(" (", out);
        write_text(out, facts->command);
        fputc(')', out);
    }
    if (section->table.is_difference)
        write_files(out, "\nold:     ", facts->old_files);
    fputs("\nevent:   ", out);
    write_text(out, facts->measured);
    if (facts->measured_long.length != 0) {
        fputs(", ", out);
        write_text(out, facts->measured_long);
    }
    if (section->table.is_difference) {
        write_totals(out, &section->table.columns[0]);
        return;
    }
    if (total.is_given)
        format_count(total.value, count);
    fprintf(out, "\ntotal:   %s\n\n", count);
}

static void write_heading(FILE *out, const struct layout *layout, struct text by)
{
    write_right(out, "self", 4, layout->cost);
    write_right(out, "%", 1, layout->share);
    if (layout->has_running)
        write_right(out, "sum %", 5, layout->share);
    if (layout->has_growth)
        write_right(out, "% of own", 8, GROWTH_WIDTH);
    if (layout->has_inclusive) {
        write_right(out, "inclusive", 9, GAP + layout->cost + 1);
        write_right(out, "%", 1, layout->share);
    }
    if (layout->has_inclusive_growth)
        write_right(out, "% of own", 8, GROWTH_WIDTH);
    if (layout->has_calls)
        write_right(out, "calls", 5, GAP + layout->calls);
    if (layout->has_per_call)
        write_right(out, "per call", 8, GAP + layout->per_call);
    fprintf(out, "%*s%.*s\n", GAP, "", (int)by.length, by.at);
}

static void write_hotspot(FILE *out, const struct layout *layout, const struct table *table,
                          const struct row *row, struct cell running)
{
    struct cell total = table->columns[0].total, none = {0};
    bool is_cycle = row->kind == ROW_CYCLE;

    write_cost(out, layout, is_cycle ? none : row->cells[0], layout->cost);
    write_share(out, layout, is_cycle ? none : row->cells[0], total);
    if (layout->has_running)
        write_share(out, layout, is_cycle ? none : running, total);
    if (layout->has_growth)
        write_growth(out, row->cells[0], row->old->cells[0], row);
    if (layout->has_inclusive) {
        write_blanks(out, GAP);
        write_bound(out, layout, row->inclusive[0], layout->cost);
        write_share(out, layout, row->inclusive[0], total);
    }
    if (layout->has_inclusive_growth)
        write_growth(out, row->inclusive[0], row->old->inclusive[0], row);
    if (layout->has_calls) {
        if (is_cycle)
            write_right(out, ".", 1, GAP + layout->calls);
        else
            write_calls(out, layout, row->calls, GAP + layout->calls);
    }
    if (layout->has_per_call) {
        if (is_cycle)
            write_right(out, ".", 1, GAP + layout->per_call);
        else
            write_per_call(out, layout, row, GAP + layout->per_call);
    }
    write_blanks(out, GAP);
    if (is_cycle) {
        write_text(out, row->function);
        fprintf(out, " of %" PRIi64 " functions\n", row->calls);
    } else {
        write_label(out, row, layout->room);
    }
}

bool format_text_hotspots(FILE *out, const struct section *section, size_t width,
                          struct error *error)
{
    const struct table *table = &section->table;
    struct layout layout = lay_out(table, width);
    struct cell running = {.is_given = true};
    struct row row = {0};

    write_heading(out, &layout, table->by);
    while (!ferror(out) && table->next(table->view, &row, error)) {
        /* With negative costs it may pass 64 bits on the way. */
        if (row.kind != ROW_CYCLE && running.is_given)
            running.is_given = !add_overflows(&running.value, row.cells[0].value);
        write_hotspot(out, &layout, table, &row, running);
    }
    return error->kind == ERROR_NONE;
}

static const char *peek_title(enum row_kind kind)
{
    switch (kind) {
    case ROW_CALLER:
        return "called from";
    case ROW_RECURSION:
        return "calls itself";
    case ROW_CALLEE:
        return "calls";
    case ROW_FILE:
        return "self cost comes from";
    case ROW_PATH:
        return "hottest path, inclusive costs";
    default:
        return NULL;
    }
}

/* ", +2.50 % of what it was". */
static void write_own_growth(FILE *out, struct cell change, struct cell old, enum change kind)
{
    bool is_share = kind != CHANGE_NEW && kind != CHANGE_GONE;
    char growth[MAX_COUNT];

    format_growth(change, old, kind, growth);
    fprintf(out, ", %s%s", growth, is_share ? " % of what it was" : "");
}

/* The function itself: its inclusive cost, then its self cost. */
static void write_peeked(FILE *out, const struct layout *layout, const struct table *table,
                         const struct row *row)
{
    struct cell total = table->columns[0].total;

    write_label(out, row, 0);
    write_blanks(out, 2);
    write_bound(out, layout, row->inclusive[0], layout->cost);
    write_share(out, layout, row->inclusive[0], total);
    fputs(" %  inclusive", out);
    if (layout->is_difference)
        write_own_growth(out, row->inclusive[0], row->old->inclusive[0], row->old->change);
    fputs("\n  ", out);
    write_bound(out, layout, row->cells[0], layout->cost);
    write_share(out, layout, row->cells[0], total);
    fputs(" %  self", out);
    if (layout->is_difference)
        write_own_growth(out, row->cells[0], row->old->cells[0], row->old->change);
    fputs("\n  ", out);
    write_calls(out, layout, row->calls, layout->cost + 1);
    fputs("  calls\n", out);
}

/* A caller or callee: its cost in percent of the function's inclusive cost. */
static void write_peek_row(FILE *out, const struct layout *layout, const struct row *row,
                           struct cell whole)
{
    write_blanks(out, 4);
    write_bound(out, layout, row->cells[0], layout->cost - 2);
    write_share(out, layout, row->cells[0], whole);
    fputs(" %", out);
    if (row->kind == ROW_CALLER || row->kind == ROW_CALLEE || row->kind == ROW_RECURSION) {
        write_calls(out, layout, row->calls, layout->calls + GAP);
        fputc('x', out);
    }
    write_blanks(out, GAP);
    write_label(out, row, layout->room);
}

bool format_text_peek(FILE *out, const struct section *section, size_t width, struct error *error)
{
    const struct table *table = &section->table;
    struct layout layout = lay_out(table, 0);
    enum row_kind last = ROW_GAP;
    struct row row = {0};

    layout.calls = at_least(layout.calls, 7);
    size_t before = 4 + layout.cost + layout.share + 2 + layout.calls + GAP + 1 + GAP;
    layout.room = width == 0 ? 0 : width > before + 8 ? width - before : 8;
    while (!ferror(out) && table->next(table->view, &row, error)) {
        if (row.kind == ROW_FUNCTION) {
            write_peeked(out, &layout, table, &row);
            last = row.kind;
            continue;
        }
        if (row.kind != last)
            fprintf(out, "  %s\n", peek_title(row.kind));
        last = row.kind;
        struct cell whole = table->columns[0].inclusive;
        if (row.kind == ROW_FILE)
            whole = table->columns[0].self;
        if (row.kind == ROW_PATH || table->is_difference)
            whole = table->columns[0].total;
        write_peek_row(out, &layout, &row, whole);
    }
    fputc('\n', out);
    return error->kind == ERROR_NONE;
}

bool format_text_events(FILE *out, const struct section *section, struct error *error)
{
    static const struct layout plain = {0};
    struct row row = {0};

    while (!ferror(out) && section->table.next(section->table.view, &row, error)) {
        write_cost(out, &plain, row.cells[0], 20);
        fputs("  ", out);
        write_text(out, row.function);
        if (row.text.length != 0) {
            fputs(": ", out);
            write_text(out, row.text);
        }
        if (row.file.length != 0) {
            fputs(" = ", out);
            write_text(out, row.file);
        }
        fputc('\n', out);
    }
    return error->kind == ERROR_NONE;
}

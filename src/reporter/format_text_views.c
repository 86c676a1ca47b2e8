/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format_text_views.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "base/number.h"
#include "reporter/format_pieces.h"
#include "reporter/report.h"

/* Columns are left out, from the last of these on, until names have this much room. */
enum { ROOM_FOR_NAMES = 32, SHARE_WIDTH = 7, GAP = 2 };

/* Which columns there are and how wide. */
struct layout {
    size_t cost, calls, per_call; /* widths */
    bool has_running, has_inclusive, has_calls, has_per_call;
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
    size_t width = layout->cost + SHARE_WIDTH;

    if (layout->has_running)
        width += SHARE_WIDTH;
    if (layout->has_inclusive)
        width += GAP + layout->cost + 1 + SHARE_WIDTH;
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
        .has_running = true,
        .has_inclusive = table->has_inclusive,
        .has_calls = table->has_inclusive,
        .has_per_call = table->has_inclusive,
    };
    bool *const optional[] = {&layout.has_per_call, &layout.has_running, &layout.has_calls};

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

/* A count of the width; "." for what is not given. */
static void write_cost(FILE *out, struct cell cell, size_t width)
{
    char count[MAX_COUNT] = ".";
    size_t length = cell.is_given ? format_count(cell.value, count) : 1;

    write_right(out, count, length, width);
}

/* The same with a mark before a lower bound, for which a column more is taken. */
static void write_bound(FILE *out, struct cell cell, size_t width)
{
    char count[MAX_COUNT] = ".";
    size_t length = cell.is_given ? format_count(cell.value, count) : 1;

    if (length < width)
        write_blanks(out, width - length);
    fputs(cell.is_bound ? "\xe2\x89\xa5" : " ", out); /* U+2265, greater than or equal to */
    fputs(count, out);
}

static void write_share(FILE *out, struct cell cell, struct cell total)
{
    double share = cell.value == 0 ? 0 : (double)cell.value * 100.0 / (double)total.value;

    if (!cell.is_given || total.value == 0)
        fprintf(out, "%*s", SHARE_WIDTH, ".");
    else
        fprintf(out, " %*.2f", SHARE_WIDTH - 1, share);
}

static void write_calls(FILE *out, int64_t calls, size_t width)
{
    char count[MAX_COUNT];
    size_t length = format_count(calls, count);

    write_right(out, count, length, width);
}

static void write_per_call(FILE *out, const struct row *row, size_t width)
{
    struct cell cell = {0};

    if (row->inclusive[0].is_given && row->calls > 0) {
        cell = row->inclusive[0];
        cell.value /= row->calls;
    }
    write_cost(out, cell, width);
}

static struct text base_name(struct text path)
{
    size_t start = path.length;

    while (start > 0 && path.at[start - 1] != '/')
        start--;
    return start < path.length ? text_skip(path, start) : path;
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
            append_bracketed(&label, " (", room == 0 ? file : base_name(file), ")");
        if (omitted < 1)
            append_bracketed(&label, " [", room == 0 ? object : base_name(object), "]");
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

void format_text_lead(FILE *out, const struct facts *facts, const struct section *section)
{
    char count[MAX_COUNT] = ".";
    struct cell total = section->table.columns[0].total;

    for (size_t i = 0; i < facts->files.count; i++) {
        fputs(i == 0 ? "profile: " : " ", out);
        write_text(out, facts->files.items[i]);
    }
    if (facts->has_command) {
        fputs(" (", out);
        write_text(out, facts->command);
        fputc(')', out);
    }
    fputs("\nevent:   ", out);
    write_text(out, facts->measured);
    if (facts->measured_long.length != 0) {
        fputs(", ", out);
        write_text(out, facts->measured_long);
    }
    if (total.is_given)
        format_count(total.value, count);
    fprintf(out, "\ntotal:   %s\n\n", count);
}

static void write_heading(FILE *out, const struct layout *layout, struct text by)
{
    write_right(out, "self", 4, layout->cost);
    write_right(out, "%", 1, SHARE_WIDTH);
    if (layout->has_running)
        write_right(out, "sum %", 5, SHARE_WIDTH);
    if (layout->has_inclusive) {
        write_right(out, "inclusive", 9, GAP + layout->cost + 1);
        write_right(out, "%", 1, SHARE_WIDTH);
    }
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

    write_cost(out, is_cycle ? none : row->cells[0], layout->cost);
    write_share(out, is_cycle ? none : row->cells[0], total);
    if (layout->has_running)
        write_share(out, is_cycle ? none : running, total);
    if (layout->has_inclusive) {
        write_blanks(out, GAP);
        write_bound(out, row->inclusive[0], layout->cost);
        write_share(out, row->inclusive[0], total);
    }
    if (layout->has_calls) {
        if (is_cycle)
            write_right(out, ".", 1, GAP + layout->calls);
        else
            write_calls(out, row->calls, GAP + layout->calls);
    }
    if (layout->has_per_call) {
        if (is_cycle)
            write_right(out, ".", 1, GAP + layout->per_call);
        else
            write_per_call(out, row, GAP + layout->per_call);
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

/* The function itself: its self cost, then its inclusive cost. */
static void write_peeked(FILE *out, const struct layout *layout, const struct table *table,
                         const struct row *row)
{
    struct cell total = table->columns[0].total;

    write_label(out, row, 0);
    write_blanks(out, 2);
    write_bound(out, row->inclusive[0], layout->cost);
    write_share(out, row->inclusive[0], total);
    fputs(" %  inclusive\n  ", out);
    write_bound(out, row->cells[0], layout->cost);
    write_share(out, row->cells[0], total);
    fputs(" %  self\n  ", out);
    write_calls(out, row->calls, layout->cost + 1);
    fputs("  calls\n", out);
}

/* A caller or callee: its cost in percent of the function's inclusive cost. */
static void write_peek_row(FILE *out, const struct layout *layout, const struct row *row,
                           struct cell whole)
{
    write_blanks(out, 4);
    write_bound(out, row->cells[0], layout->cost - 2);
    write_share(out, row->cells[0], whole);
    fputs(" %", out);
    if (row->kind == ROW_CALLER || row->kind == ROW_CALLEE || row->kind == ROW_RECURSION) {
        write_calls(out, row->calls, layout->calls + GAP);
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
    size_t before = 4 + layout.cost + SHARE_WIDTH + 2 + layout.calls + GAP + 1 + GAP;
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
        if (row.kind == ROW_PATH)
            whole = table->columns[0].total;
        write_peek_row(out, &layout, &row, whole);
    }
    fputc('\n', out);
    return error->kind == ERROR_NONE;
}

bool format_text_events(FILE *out, const struct section *section, struct error *error)
{
    struct row row = {0};

    while (!ferror(out) && section->table.next(section->table.view, &row, error)) {
        write_cost(out, row.cells[0], 20);
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

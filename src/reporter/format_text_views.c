/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format_text_views.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "base/number.h"
#include "reporter/format.h"
#include "reporter/format_pieces.h"
#include "reporter/format_text_columns.h"
#include "reporter/format_text_names.h"
#include "reporter/report.h"

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
        write_label(out, row, layout->room, layout->has_color);
    }
}

bool format_text_hotspots(FILE *out, const struct section *section,
                          const struct format_options *options, struct error *error)
{
    const struct table *table = &section->table;
    struct layout layout = lay_out(table, options->width, options->has_color);
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

    tint_begin(out, layout->has_color, TINT_TITLE);
    write_label(out, row, 0, false);
    tint_end(out, layout->has_color, TINT_TITLE);
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
    write_label(out, row, layout->room, layout->has_color);
}

bool format_text_peek(FILE *out, const struct section *section,
                      const struct format_options *options, struct error *error)
{
    const struct table *table = &section->table;
    struct layout layout = lay_out(table, 0, options->has_color);
    enum row_kind last = ROW_GAP;
    struct row row = {0};

    layout.calls = at_least(layout.calls, 7);
    size_t before = 4 + layout.cost + layout.share + 2 + layout.calls + GAP + 1 + GAP;
    layout.room = options->width == 0         ? 0
                : options->width > before + 8 ? options->width - before
                                              : 8;
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

/* The columns of a listing, before the text of its lines. */
struct listing_layout {
    struct layout figures;
    size_t line;     /* width of the number */
    size_t room;     /* for the text; 0: as much as it takes */
    bool has_source; /* of the file being listed */
};

static struct listing_layout lay_out_listing(const struct table *table,
                                             const struct format_options *options)
{
    enum { LINE_WIDTH = 6, LEAST_ROOM = 20 };
    struct listing_layout layout = {lay_out(table, 0, options->has_color), LINE_WIDTH, 0, false};
    size_t before = layout.figures.cost + layout.figures.share + GAP + layout.line + GAP;

    if (table->has_inclusive)
        before += GAP + layout.figures.cost + 1 + layout.figures.share;
    if (options->width != 0)
        layout.room = options->width > before + LEAST_ROOM ? options->width - before : LEAST_ROOM;
    return layout;
}

static void write_listing_heading(FILE *out, const struct listing_layout *layout,
                                  const struct table *table, const struct row *row)
{
    const struct layout *figures = &layout->figures;

    tint_begin(out, figures->has_color, TINT_TITLE);
    if (row->function.at != NULL) {
        write_text(out, row->function);
        fputs(" in ", out);
    }
    write_text(out, row->file);
    if (row->object.at != NULL) {
        fputs(" [", out);
        write_text(out, row->object);
        fputc(']', out);
    }
    if (row->text.at == NULL)
        fputs(", source not found", out);
    else if (!text_equal(row->text, row->file)) {
        fputs(", found as ", out);
        write_text(out, row->text);
    }
    tint_end(out, figures->has_color, TINT_TITLE);
    fputc('\n', out);
    write_right(out, "self", 4, figures->cost);
    write_right(out, "%", 1, figures->share);
    if (table->has_inclusive) {
        write_right(out, "inclusive", 9, GAP + figures->cost + 1);
        write_right(out, "%", 1, figures->share);
    }
    write_right(out, "line", 4, GAP + layout->line);
    fputc('\n', out);
}

/* A figure and its share, or room for both. */
static void write_figure(FILE *out, const struct layout *layout, const struct cell *cell,
                         size_t width, struct cell total)
{
    if (cell == NULL) {
        write_blanks(out, width + layout->share);
        return;
    }
    if (width > layout->cost) /* there is room for the mark of a bound */
        write_bound(out, layout, *cell, layout->cost);
    else
        write_cost(out, layout, *cell, width);
    write_share(out, layout, *cell, total);
}

/* The text with blanks for its tabs, and without a carriage return at its end. */
static void append_expanded(struct buffer *to, struct text text)
{
    enum { TAB_WIDTH = 8 };
    size_t column = 0;

    for (size_t i = 0; i < text.length; i++) {
        bool is_tab = text.at[i] == '\t';
        size_t blanks = is_tab ? TAB_WIDTH - column % TAB_WIDTH : 0;
        if (text.at[i] == '\r' && i + 1 == text.length)
            break;
        buffer_append(to,
                      is_tab ? (struct text){"        ", blanks} : (struct text){text.at + i, 1});
        column += is_tab ? blanks : ((unsigned char)text.at[i] & 0xc0) != 0x80;
    }
}

static void write_source_text(FILE *out, const struct listing_layout *layout, const struct row *row)
{
    struct buffer expanded = {0};

    if (row->text.at == NULL) {
        fputs(row->line == 0       ? "(on no line)\n"
              : layout->has_source ? "(past the end of the file)\n"
                                   : "\n",
              out);
        return;
    }
    append_expanded(&expanded, row->text);
    struct text text = buffer_text(&expanded);
    if (layout->room != 0 && text_columns(text) > layout->room) {
        write_text(out, text_head(text, layout->room - 1));
        fputs("\xe2\x80\xa6", out); /* U+2026 */
    } else {
        write_text(out, text);
    }
    fputc('\n', out);
    free(expanded.at);
}

/* Hot lines stand out as a whole. */
static enum tint tint_of_line(const struct row *row, struct cell total)
{
    if (row->kind != ROW_LINE || !row->cells[0].is_given || total.value == 0)
        return TINT_NONE;
    enum tint tint = tint_of_share((double)row->cells[0].value * 100.0 / (double)total.value);
    return tint >= TINT_HOT ? tint : TINT_NONE;
}

static void write_listed_line(FILE *out, const struct listing_layout *layout,
                              const struct table *table, const struct row *row)
{
    const struct layout *figures = &layout->figures;
    struct cell total = table->columns[0].total;
    enum tint tint = tint_of_line(row, total);
    bool has_source = row->text.at != NULL;
    char number[24] = ".";

    write_figure(out, figures, row->kind == ROW_LINE ? &row->cells[0] : NULL, figures->cost, total);
    if (table->has_inclusive) {
        write_blanks(out, GAP);
        write_figure(out, figures, row->inclusive, figures->cost + 1, total);
    }
    if (row->line != 0)
        snprintf(number, sizeof number, "%" PRIu64, row->line);
    fprintf(out, "%*s%*s", GAP + (int)layout->line, number, GAP, "");
    tint_begin(out, figures->has_color && (tint != TINT_NONE || !has_source),
               has_source ? tint : TINT_DIM);
    write_source_text(out, layout, row);
    tint_end(out, figures->has_color && (tint != TINT_NONE || !has_source),
             has_source ? tint : TINT_DIM);
}

/* A call below its line: its cost stands with the inclusive ones, or behind it. */
static void write_listed_call(FILE *out, const struct listing_layout *layout,
                              const struct table *table, const struct row *row)
{
    const struct layout *figures = &layout->figures;
    struct cell total = table->columns[0].total;
    size_t indented = 4, room = layout->room;
    char count[MAX_COUNT];

    write_figure(out, figures, NULL, figures->cost, total);
    if (table->has_inclusive) {
        write_blanks(out, GAP);
        write_figure(out, figures, &row->cells[0], figures->cost + 1, total);
    }
    write_blanks(out, GAP + layout->line + GAP + indented);
    size_t length = format_count(row->calls, count);
    fprintf(out, "\xe2\x86\x92 %sx ", count); /* U+2192, an arrow */
    indented += 2 + length + 2;
    if (!table->has_inclusive && row->cells[0].is_given) {
        length = format_count(row->cells[0].value, count);
        fprintf(out, "%s ", count);
        indented += length + 1;
    }
    if (room != 0)
        room = room > indented + 8 ? room - indented : 8;
    write_label(out, row, room, figures->has_color);
}

bool format_text_listing(FILE *out, const struct section *section,
                         const struct format_options *options, struct error *error)
{
    const struct table *table = &section->table;
    struct listing_layout layout = lay_out_listing(table, options);
    struct row row = {0};

    while (!ferror(out) && table->next(table->view, &row, error)) {
        switch (row.kind) {
        case ROW_LISTING:
            layout.has_source = row.text.at != NULL;
            write_listing_heading(out, &layout, table, &row);
            break;
        case ROW_GAP:
            write_blanks(out, layout.figures.cost + layout.figures.share);
            if (table->has_inclusive)
                write_blanks(out, GAP + layout.figures.cost + 1 + layout.figures.share);
            fprintf(out, "%*s\n", GAP + (int)layout.line, "...");
            break;
        case ROW_CALLEE:
            write_listed_call(out, &layout, table, &row);
            break;
        default:
            write_listed_line(out, &layout, table, &row);
            break;
        }
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
        if (row.label.length != 0) {
            write_blanks(out, 22);
            write_text(out, row.label);
            fputc('\n', out);
        }
    }
    return error->kind == ERROR_NONE;
}

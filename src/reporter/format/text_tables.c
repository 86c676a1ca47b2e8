/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/text_tables.h"

#include <stdlib.h>

#include "base/number.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
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
                          const struct table_row *row, struct cell running)
{
    struct cell total = table->columns[0].total, none = {0};
    bool is_cycle = row->kind == ROW_CYCLE;

    write_cost(out, layout, is_cycle ? none : row->cells[0], layout->cost);
    write_share(out, layout, is_cycle ? none : row->cells[0], total);
    if (layout->has_running)
        write_plain_share(out, layout, is_cycle ? none : running, total);
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
        fprintf(out, " of %zu functions\n", row->n_members);
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
    struct table_row row = {0};

    write_heading(out, &layout, table->by);
    while (!ferror(out) && table->next(table->view, &row, error)) {
        /* With negative costs it may pass 64 bits on the way. */
        if (row.kind != ROW_CYCLE && running.is_given)
            running.is_given = !add_overflows(&running.value, row.cells[0].value);
        write_hotspot(out, &layout, table, &row, running);
    }
    return error->kind == ERROR_NONE;
}

static const char *peek_title(enum table_row_kind kind)
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
                         const struct table_row *row, size_t width)
{
    struct cell total = table->columns[0].total;

    tint_begin(out, layout->has_color, TINT_TITLE);
    write_label(out, row, width, false);
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
static void write_peek_row(FILE *out, const struct layout *layout, const struct table_row *row,
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
    enum table_row_kind last = ROW_GAP;
    struct table_row row = {0};

    layout.calls = at_least(layout.calls, 7);
    size_t before = 4 + layout.cost + layout.share + 2 + layout.calls + GAP + 1 + GAP;
    layout.room = options->width == 0         ? 0
                : options->width > before + 8 ? options->width - before
                                              : 8;
    while (!ferror(out) && table->next(table->view, &row, error)) {
        if (row.kind == ROW_FUNCTION) {
            write_peeked(out, &layout, table, &row, options->width);
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
    struct table_row row = {0};

    while (!ferror(out) && section->table.next(section->table.view, &row, error)) {
        write_cost(out, &plain, row.cells[0], 20);
        fputs("  ", out);
        write_text(out, row.event->name);
        if (row.event->long_name.length != 0) {
            fputs(": ", out);
            write_text(out, row.event->long_name);
        }
        if (row.event->formula.length != 0) {
            fputs(" = ", out);
            write_text(out, row.event->formula);
        }
        fputc('\n', out);
        if (row.event->meaning.length != 0) {
            write_blanks(out, 22);
            write_text(out, row.event->meaning);
            fputc('\n', out);
        }
    }
    return error->kind == ERROR_NONE;
}

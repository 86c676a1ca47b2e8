/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* Callers, callees and the like are indented under the function. */
enum { INDENTED = 4 };

static const char *title(enum table_row_kind kind)
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
        return "hottest path and its cost";
    default:
        return "";
    }
}

static void write_peeked_cost(const struct figure_columns *columns, struct cell cell,
                              const char *what)
{
    write_blanks(columns->out, 2);
    write_bound(columns, cell, columns->cost);
    write_share(columns, cell, columns->total);
    fprintf(columns->out, " %%  %s", what);
}

/* ", +2.50 % of what it was". */
static void write_own_growth(FILE *out, struct cell change, struct cell old, enum change kind)
{
    char growth[MAX_COUNT];

    format_growth(change, old, kind, growth);
    fprintf(out, ", %s%s", growth, change_is_one_sided(kind) ? "" : " % of what it was");
}

/* The function itself: its inclusive cost, then its self cost. */
static void write_peeked(const struct figure_columns *columns, const struct table_row *row,
                         size_t width)
{
    const struct old_table_row *old = row->old;
    FILE *out = columns->out;

    tint_begin(out, columns->has_color, TINT_TITLE);
    write_label(out, row, width, false);
    tint_end(out, columns->has_color, TINT_TITLE);
    write_peeked_cost(columns, row->inclusive[0], "inclusive");
    if (old != NULL)
        write_own_growth(out, row->inclusive[0], old->inclusive[0], old->change);
    fputc('\n', out);
    write_peeked_cost(columns, row->cells[0], "self");
    if (old != NULL)
        write_own_growth(out, row->cells[0], old->cells[0], old->change);
    fputs("\n  ", out);
    write_calls(columns, row, columns->cost + 1);
    fputs("  calls\n", out);
}

/* Callers and callees are shares of the inclusive cost, files of the self cost; a path, and what is
 * in a difference, of the program. */
static struct cell whole_of(const struct figure_columns *columns, const struct column *column,
                            enum table_row_kind kind)
{
    if (kind == ROW_PATH || columns->is_difference)
        return columns->total;
    return kind == ROW_FILE ? column->self : column->inclusive;
}

/* A caller, a callee or the like. */
static void write_related(const struct figure_columns *columns, const struct table_row *row,
                          struct cell whole)
{
    FILE *out = columns->out;

    write_blanks(out, INDENTED);
    write_bound(columns, row->cells[0], columns->cost - 2);
    write_share(columns, row->cells[0], whole);
    fputs(" %", out);
    if (row_is_call(row)) {
        write_calls(columns, row, columns->calls + GAP);
        fputc('x', out);
    }
    write_blanks(out, GAP);
    write_label(out, row, columns->room, columns->has_color);
}

/* Related rows need room before their names for other columns than hotspots. */
static struct figure_columns peek_columns(const struct text_writer *writer,
                                          const struct table *table)
{
    enum { LEAST_ROOM = 8 };
    struct figure_columns columns = figure_columns_of(writer, table, 0);
    size_t width = writer->options->width;

    columns.calls = at_least(columns.calls, 7);
    size_t before = INDENTED + columns.cost + columns.share + 2 + columns.calls + GAP + 1 + GAP;
    if (width != 0)
        columns.room = width > before + LEAST_ROOM ? width - before : LEAST_ROOM;
    return columns;
}

bool format_text_peek(const struct text_writer *writer, const struct section *section,
                      struct error *error)
{
    const struct table *table = &section->table;
    struct figure_columns columns = peek_columns(writer, table);
    enum table_row_kind last = ROW_FUNCTION;
    struct table_row row = {0};

    while (table_next_row(table, writer->out, &row, error)) {
        if (row.kind == ROW_FUNCTION) {
            write_peeked(&columns, &row, writer->options->width);
        } else {
            if (row.kind != last)
                fprintf(writer->out, "  %s\n", title(row.kind));
            write_related(&columns, &row, whole_of(&columns, &table->columns[0], row.kind));
        }
        last = row.kind;
    }
    fputc('\n', writer->out);
    return error->kind == ERROR_NONE;
}

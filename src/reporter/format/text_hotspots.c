/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

static void write_heading(const struct figure_columns *columns, struct text by)
{
    FILE *out = columns->out;

    write_right(out, "self", 4, columns->cost);
    write_right(out, "%", 1, columns->share);
    if (columns->has_running)
        write_right(out, "sum %", 5, columns->share);
    if (columns->has_growth)
        write_right(out, "% of own", 8, GROWTH_WIDTH);
    if (columns->has_inclusive) {
        write_right(out, "inclusive", 9, GAP + columns->cost + 1);
        write_right(out, "%", 1, columns->share);
    }
    if (columns->has_inclusive_growth)
        write_right(out, "% of own", 8, GROWTH_WIDTH);
    if (columns->has_calls)
        write_right(out, "calls", 5, GAP + columns->calls);
    if (columns->has_per_call)
        write_right(out, "per call", 8, GAP + columns->per_call);
    fprintf(out, "%*s%.*s\n", GAP, "", (int)by.length, by.at);
}

/* What the members of a cycle are. */
static const char *several(struct text by)
{
    return text_equal(by, TEXT("file"))      ? "files"
         : text_equal(by, TEXT("directory")) ? "directories"
         : text_equal(by, TEXT("object"))    ? "objects"
                                             : "functions";
}

/* Of a cycle, which has inclusive cost alone, the other figures are ".". */
static void write_hotspot(const struct figure_columns *columns, const struct table_row *row,
                          struct cell running, struct text by)
{
    struct cell self = first_cell(row->cells);

    write_cost(columns, self, columns->cost);
    write_share(columns, self, columns->total);
    if (columns->has_running)
        write_plain_share(columns, row->kind == ROW_CYCLE ? self : running, columns->total);
    if (columns->has_growth)
        write_growth(columns->out, self, row->old->cells[0], row->old->change);
    if (columns->has_inclusive) {
        write_blanks(columns->out, GAP);
        write_bound(columns, row->inclusive[0], columns->cost);
        write_share(columns, row->inclusive[0], columns->total);
    }
    if (columns->has_inclusive_growth)
        write_growth(columns->out, row->inclusive[0], row->old->inclusive[0], row->old->change);
    if (columns->has_calls)
        write_calls(columns, row, GAP + columns->calls);
    if (columns->has_per_call)
        write_per_call(columns, row, GAP + columns->per_call);
    write_blanks(columns->out, GAP);
    if (row->kind == ROW_CYCLE) {
        write_text(columns->out, row->function);
        fprintf(columns->out, " of %zu %s\n", row->n_members, several(by));
    } else {
        write_label(columns->out, row, columns->room, columns->has_color);
    }
}

bool format_text_hotspots(const struct text_writer *writer, const struct section *section,
                          struct error *error)
{
    const struct table *table = &section->table;
    struct figure_columns columns = figure_columns_of(writer, table, writer->options->width);
    struct cell running = {.is_given = true};
    struct table_row row = {0};

    write_heading(&columns, table->by);
    while (table_next_row(table, writer->out, &row, error)) {
        /* With negative costs it may pass 64 bits on the way. */
        if (row.cells != NULL && running.is_given)
            running.is_given = !add_overflows(&running.value, row.cells[0].value);
        write_hotspot(&columns, &row, running, table->by);
    }
    return error->kind == ERROR_NONE;
}

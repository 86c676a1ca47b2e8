/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_columns.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* Returns how wide what a row has of an event is: the old cost, the new one, and the change. */
static size_t width_of_event(const struct figure_columns *columns, size_t event)
{
    return 3 * (GAP + columns->events[event].cost + 1) + GROWTH_WIDTH;
}

/* Makes room for the largest cost of either side, and leaves out events that have none. */
static void fit(struct figure_columns *columns, size_t others)
{
    enum { LEAST_ROOM = 8, WANTED = 16 };
    size_t width = columns->writer->options->width, taken = others;
    struct buffer names = {0};
    char figure[MAX_COUNT];

    for (size_t i = 0; i < columns->n_events; i++) {
        const struct table_event *event = &columns->table->events[i];
        columns->events[i].cost =
            at_least(columns->events[i].cost, format_figure(event->largest_side, false, figure));
        taken += width_of_event(columns, i);
    }
    while (columns->n_events > 1 && width != 0 && taken + WANTED > width) {
        taken -= width_of_event(columns, --columns->n_events);
        prepend_name(&names, columns->events[columns->n_events].name);
    }
    if (names.length != 0)
        tell_left_out(columns->writer, buffer_string(&names));
    free(names.at);
    columns->room = width == 0 ? 0 : width > taken + LEAST_ROOM ? width - taken : LEAST_ROOM;
}

static void write_heading(const struct figure_columns *columns, bool has_verdicts)
{
    FILE *out = columns->out;

    for (size_t i = 0; i < columns->n_events; i++) {
        size_t width = GAP + columns->events[i].cost + 1;
        struct text name = columns->is_of_several ? columns->events[i].name : TEXT("new");
        write_right(out, "old", 3, width);
        write_blanks(out, text_columns(name) < width ? width - text_columns(name) : 0);
        write_text(out, name);
        write_right(out, "change", 6, width);
        write_right(out, "% of own", 8, GROWTH_WIDTH);
    }
    write_verdict_heading(out, has_verdicts);
    fprintf(out, "%*s%.*s\n", GAP, "", (int)columns->table->by.length, columns->table->by.at);
}

static void write_run(const struct figure_columns *columns, const struct table_row *row,
                      bool has_verdicts)
{
    for (size_t i = 0; i < columns->n_events; i++) {
        const struct figure *cost = &row->self[i];
        struct cell change = figure_change(cost);
        size_t width = GAP + columns->events[i].cost + 1;
        write_plain_cost(columns->out, cost->old, width);
        write_plain_cost(columns->out, cost->now, width);
        write_cost(columns, change, width);
        write_growth(columns->out, change, cost->old, row->old.change);
    }
    write_verdict(columns, row, has_verdicts);
    write_blanks(columns->out, GAP);
    write_label(columns->writer, row, columns->room, columns->palette);
}

bool format_text_runs(const struct text_writer *writer, const struct section *section,
                      struct error *error)
{
    const struct table *table = &section->table;
    struct figure_columns columns = figure_columns_of(writer, table);
    bool has_verdicts = table_has(table, COLUMN_VERDICT);
    const struct table_row *row;

    fit(&columns, GAP + (has_verdicts ? VERDICT_WIDTH : 0));
    write_heading(&columns, has_verdicts);
    while ((row = table_next_row(table, writer->out, error)) != NULL)
        write_run(&columns, row, has_verdicts);
    figure_columns_free(&columns);
    return error->kind == ERROR_NONE;
}

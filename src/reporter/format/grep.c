/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes lines as grep prints them, "FILE:LINE: 41.02 %  9,900 Ir  TEXT", which editors step
 * through: vim's quickfix, Emacs's compilation mode, problem matchers of CI.
 */

#include <inttypes.h>

#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

/* Writes " 41.02 %  9,900 Ir": the change in a difference, and only the value of a ratio. */
static void write_figure(FILE *out, const struct table *table, size_t event,
                         const struct figure *figure)
{
    const struct table_event *shown_event = &table->events[event];
    const struct cell shown = table_shown(table, figure);
    bool has_share = shown.is_given && !shown_event->is_ratio && shown_event->base.value != 0;
    char text[MAX_COUNT];

    if (has_share)
        fprintf(out, table->is_difference ? " %+.2f %% " : " %.2f %% ",
                percent_of(shown.value, shown_event->base.value));
    format_figure(shown, table->is_difference, text);
    fprintf(out, " %s ", text);
    write_text(out, shown_event->name);
}

/* Writes a row that has a cost on a line of a source that is there; a line that is gone is not. */
static void write_line(FILE *out, const struct table *table, const struct table_row *row)
{
    if (row->self == NULL || row->line == 0 || row->file.length == 0)
        return;
    write_text(out, row->file);
    fprintf(out, ":%" PRIu64 ":", row->line);
    for (size_t i = 0; i < table->n_events; i++) {
        fputs(i == 0 ? "" : ",", out);
        write_figure(out, table, i, &row->self[i]);
    }
    fputs(row->text.length != 0 ? "  " : "", out);
    write_source_line(out, text_trim(row->text));
}

bool format_grep(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error)
{
    struct section section = {0};

    (void)options;
    while (report_next(report, out, &section, error)) {
        const struct table_row *row;
        while ((row = table_next_row(&section.table, out, error)) != NULL)
            write_line(out, &section.table, row);
    }
    return error->kind == ERROR_NONE;
}

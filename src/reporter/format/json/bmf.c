/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes rows of figures in Bencher's metric format: an object of benchmarks, each an object of
 * measures. A row is a benchmark, an event a measure; "(total)" is the program.
 */

#include <stdlib.h>

#include "base/buffer.h"
#include "base/names.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

/* Begins a measure, as "Ir" or "incl(Ir)". */
static void begin_measure(struct json *json, struct buffer *name, struct text event,
                          bool is_inclusive)
{
    name->length = 0;
    buffer_append(name, is_inclusive ? TEXT("incl(") : TEXT(""));
    buffer_append(name, event);
    buffer_append(name, is_inclusive ? TEXT(")") : TEXT(""));
    json_begin_member(json, buffer_text(name), '{');
}

/* Writes the figures that are given. What is at least so much is at most what the program cost. */
static void write_measures(struct json *json, struct buffer *name, const struct table *table,
                           const struct figure *figures, bool is_inclusive)
{
    for (size_t i = 0; figures != NULL && i < table->n_events; i++) {
        const struct table_event *event = &table->events[i];
        const struct cell cell = table_shown(table, &figures[i]);
        if (!cell.is_given)
            continue;
        begin_measure(json, name, event->name, is_inclusive);
        if (cell.is_ratio) {
            json_ratio_member(json, TEXT("value"), cell.ratio);
        } else {
            json_number_member(json, TEXT("value"), cell.value);
        }
        if (cell.is_bound && !table->is_difference) {
            json_number_member(json, TEXT("lower_value"), cell.value);
            json_number_member(json, TEXT("upper_value"), event->total.now.value);
        }
        json_end(json, '}');
    }
}

static void append_if_any(struct buffer *name, const char *before, struct text text,
                          const char *after)
{
    if (text.length == 0)
        return;
    buffer_append(name, text_of(before));
    buffer_append(name, text);
    buffer_append(name, text_of(after));
}

/* Begins a benchmark, whose name has all that tells the row from others. */
static void begin_row(struct json *json, struct buffer *name, const struct table_row *row,
                      struct names *given)
{
    struct text label = row_label_once(row, given), first = row_drawn_name(row);
    char room[MAX_COUNT];

    name->length = 0;
    buffer_append(name, row->old.line_change == LINE_GONE ? TEXT("was ") : TEXT(""));
    buffer_append(name, text_equal(first, row->label) ? label : first);
    if (row_line(row) != 0)
        append_if_any(name, ":", format_unsigned(row_line(row), 10, room), "");
    if (row->address != 0)
        append_if_any(name, " 0x", format_unsigned(row->address, 16, room), "");
    if (row->function.at != NULL)
        append_if_any(name, " (", row->file, ")");
    if (first.at != row->object.at)
        append_if_any(name, " [", row->object, "]");
    json_begin_member(json, buffer_text(name), '{');
}

bool format_bmf(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error)
{
    struct section section = {0};
    const struct table *table = &section.table;
    const struct table_row *row;
    struct json json = {.out = out};
    struct buffer name = {0};

    (void)options;
    if (!report_next_of_kind(report, SECTION_HOTSPOTS, out, &section, error))
        return false;
    struct names *given = names_create();
    json_begin(&json, '{');
    json_begin_line(&json);
    json_begin_member(&json, TEXT("(total)"), '{');
    for (size_t i = 0; i < table->n_events; i++) {
        struct table one = {.events = &table->events[i], .n_events = 1};
        one.is_difference = table->is_difference;
        write_measures(&json, &name, &one, &table->events[i].total, false);
    }
    json_end(&json, '}');
    while ((row = table_next_row(table, out, error)) != NULL) {
        json_begin_line(&json);
        begin_row(&json, &name, row, given);
        write_measures(&json, &name, table, row->self, false);
        write_measures(&json, &name, table, row->inclusive, true);
        json_end(&json, '}');
    }
    json_end_line(&json);
    json_end(&json, '}');
    fputc('\n', out);
    free(name.at);
    names_free(given);
    return error->kind == ERROR_NONE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/arena.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/json/json_facts.h"
#include "reporter/format/json/json_rows.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/report.h"

/* Bumped when a key changes its meaning; new keys do not. */
enum { SCHEMA = 1 };

/* Writes the totals of the program; in a difference, their change and the old totals. */
static void write_totals(struct json *json, const struct table *table)
{
    struct figure *totals = memory_alloc(table->n_events, sizeof *totals);

    for (size_t i = 0; i < table->n_events; i++)
        totals[i] = table->events[i].total;
    json_figures(json, TEXT("totals"), table, totals, PART_SHOWN);
    if (table->is_difference)
        json_figures(json, TEXT("old_totals"), table, totals, PART_OLD);
    if (table->is_difference && json_has_ratios(table))
        json_figures(json, TEXT("new_totals"), table, totals, PART_NEW_RATIO);
    if (table->has_noise) {
        json_begin_member(json, TEXT("noise_totals"), '{');
        json_figures(json, TEXT("least"), table, totals, PART_NOISE_LEAST);
        json_figures(json, TEXT("most"), table, totals, PART_NOISE_MOST);
        json_end(json, '}');
    }
    free(totals);
}

/* Writes the command and the input. */
static void write_run(struct json *json, const struct facts *facts, const struct table *table)
{
    json_member(json, TEXT("format"), TEXT("quern"));
    json_number_member(json, TEXT("schema"), SCHEMA);
    json_run(json, facts, table->is_difference);
}

static void write_event(struct json *json, const struct table_event *event)
{
    json_begin(json, '{');
    json_member(json, TEXT("name"), event->name);
    json_key(json, TEXT("long_name"));
    json_text(json, event->long_name);
    json_key(json, TEXT("formula"));
    if (event->formula.length == 0)
        json_null(json);
    else
        json_text(json, event->formula);
    if (json->is_for_page) {
        json_member(json, TEXT("meaning"), event->meaning);
        json_boolean_member(json, TEXT("is_ratio"), event->is_ratio);
        json_number_member(json, TEXT("unit"), event->unit);
    }
    json_end(json, '}');
}

void json_slices(struct json *json, const struct table *table)
{
    if (table->n_slices == 0)
        return;
    json_begin_member(json, TEXT("per"), '[');
    for (size_t i = 0; i < table->n_slices; i++)
        json_text(json, table->slices[i].name);
    json_end(json, ']');
}

void json_table_head(struct json *json, const struct facts *facts, const struct table *table)
{
    write_run(json, facts, table);
    json_begin_member(json, TEXT("events"), '[');
    for (size_t i = 0; i < table->n_events; i++)
        write_event(json, &table->events[i]);
    json_end(json, ']');
    write_totals(json, table);
    json_member_if_any(json, TEXT("by"), table->by);
    json_slices(json, table);
}

static void write_commands(struct json *json, const struct overview_facts *facts)
{
    json_begin_member(json, TEXT("commands"), '[');
    for (size_t i = 0; i < facts->n_commands; i++) {
        json_begin_line(json);
        json_begin(json, '{');
        json_member(json, TEXT("command"), facts->commands[i].command);
        json_member(json, TEXT("shows"), facts->commands[i].shows);
        json_end(json, '}');
    }
    json_end(json, ']');
}

/*
 * Writes everything before the rows, which are in one array, or in an overview one for each
 * section.
 */
static void write_head(struct json *json, const struct facts *facts, const struct section *section)
{
    struct table table = section->table;

    json_begin(json, '{');
    if (section->overview != NULL)
        table.by = (struct text){0}; /* each section has rows of its own kind */
    if (section->kind == SECTION_EVENTS)
        write_run(json, facts, &table);
    else
        json_table_head(json, facts, &table);
    if (section->overview == NULL) {
        json_begin_member(json, TEXT("rows"), '[');
        return;
    }
    json_begin_member(json, TEXT("overview"), '{');
    json_list(json, TEXT("messages"), section->overview->messages);
    json_begin_line(json);
    write_commands(json, section->overview);
}

/* Writes the messages, after the rows. */
static void write_messages(struct json *json, const struct report *report)
{
    if (report->doubts != NULL && report->doubts->count != 0) {
        json_begin_line(json);
        json_doubts(json, report->doubts);
    }
    if (report->verdicts.count != 0) {
        json_begin_line(json);
        json_verdicts(json, report->verdicts);
    }
}

/* Writes an object without its end, unless its input could not be read: rows and messages. */
static bool begin_report(struct json *json, const struct report *report, struct error *error)
{
    struct section section = {0};
    bool is_first = true;

    while (report_next(report, json->out, &section, error)) {
        if (is_first)
            write_head(json, &report->facts, &section);
        is_first = false;
        if (section.overview != NULL && section.table.is_difference)
            continue; /* it has no objects */
        if (report->is_overview) {
            json_begin_line(json);
            json_begin_member(json, section.title, '[');
        }
        json_rows(json, &section.table, error);
        if (report->is_overview)
            json_end(json, ']');
    }
    if (is_first)
        return false;
    json_end_line(json);
    json_end(json, report->is_overview ? '}' : ']');
    write_messages(json, report);
    return true;
}

/* Writes the overviews of runs, each as a document of its own. */
static void write_details(struct json *json, const struct report *report, struct error *error)
{
    struct report detail;

    if (report->next_detail == NULL || error->kind != ERROR_NONE)
        return;
    json_begin_line(json);
    json_begin_member(json, TEXT("details"), '[');
    while (error->kind == ERROR_NONE && !ferror(json->out) &&
           report->next_detail(report->detail_maker, &detail, error)) {
        json_begin_line(json);
        json_begin(json, '{');
        json_member(json, TEXT("input"), detail.run);
        json_key(json, TEXT("report"));
        if (begin_report(json, &detail, error))
            json_end(json, '}');
        json_end(json, '}');
    }
    json_end(json, ']');
}

bool format_json(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error)
{
    struct json json = {.out = out};

    (void)options;
    if (!begin_report(&json, report, error))
        return error->kind == ERROR_NONE;
    write_details(&json, report, error);
    json_end(&json, '}');
    json_end_line(&json);
    return error->kind == ERROR_NONE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/arena.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/json/json_facts.h"
#include "reporter/format/json/json_pieces.h"
#include "reporter/format/json/json_rows.h"
#include "reporter/format/json/json_tree.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/report.h"

/* Bumped when a key changes its meaning; new keys do not. */
enum { SCHEMA = 1 };

/* Writes the totals of the program; in a difference their change, and what they were. */
static void write_totals(struct json *json, const struct table *table)
{
    struct figure *totals = memory_alloc(table->n_events, sizeof *totals);

    for (size_t i = 0; i < table->n_events; i++)
        totals[i] = table->events[i].total;
    json_costs(json, TEXT("totals"), table, totals, PART_SHOWN);
    if (table->is_difference)
        json_costs(json, TEXT("old_totals"), table, totals, PART_OLD);
    if (table->is_difference && json_has_ratios(table))
        json_costs(json, TEXT("new_totals"), table, totals, PART_NEW_RATIO);
    if (table_has(table, COLUMN_LEAST_SELF)) {
        json_begin_member(json, TEXT("noise_totals"), '{');
        json_costs(json, TEXT("least"), table, totals, PART_NOISE_LEAST);
        json_costs(json, TEXT("most"), table, totals, PART_NOISE_MOST);
        json_end(json, '}');
    }
    free(totals);
}

/* Writes what was run and read. */
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
    json_end(json, '}');
}

/* Writes what goes before rows with costs. */
static void write_table_head(struct json *json, const struct facts *facts,
                             const struct table *table)
{
    write_run(json, facts, table);
    json_begin_member(json, TEXT("events"), '[');
    for (size_t i = 0; i < table->n_events; i++)
        write_event(json, &table->events[i]);
    json_end(json, ']');
    write_totals(json, table);
    json_member_if_any(json, TEXT("by"), table->by);
    if (table->n_slices != 0) {
        json_begin_member(json, TEXT("per"), '[');
        for (size_t i = 0; i < table->n_slices; i++)
            json_text(json, table->slices[i].name);
        json_end(json, ']');
    }
}

/* Writes the events with their totals. */
static bool write_event_rows(struct json *json, const struct table *table, struct error *error)
{
    const struct table_row *row;

    while ((row = table_next_row(table, json->out, error)) != NULL) {
        json_begin_line(json);
        json_begin(json, '{');
        json_member(json, TEXT("name"), row->event->name);
        json_member(json, TEXT("long_name"), row->event->long_name);
        json_member(json, TEXT("formula"), row->event->formula);
        json_key(json, TEXT("total"));
        json_cell(json, row->self[0].now);
        json_end(json, '}');
    }
    return error->kind == ERROR_NONE;
}

/*
 * How each kind of section is written: what goes before the rows of a report that begins with it,
 * and the rows.
 */
static const struct section_writer {
    void (*write_head)(struct json *json, const struct facts *facts, const struct table *table);
    bool (*write_rows)(struct json *json, const struct table *table, struct error *error);
} writers[N_SECTION_KINDS] = {
    [SECTION_EVENTS] = {write_run, write_event_rows},
    [SECTION_HOTSPOTS] = {write_table_head, json_rows},
    [SECTION_RUNS] = {write_table_head, json_rows},
    [SECTION_PEEK] = {write_table_head, json_rows},
    [SECTION_CODE_LISTING] = {write_table_head, json_rows},
    [SECTION_CALL_TREE] = {write_table_head, json_tree},
    [SECTION_EXPLANATION] = {write_table_head, json_causes},
};

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

/* Writes the steps of a path. */
static bool write_path(struct json *json, const struct table *table, struct error *error)
{
    const struct table_row *row;

    while ((row = table_next_row(table, json->out, error)) != NULL) {
        json_begin_line(json);
        json_related(json, table, row);
    }
    return error->kind == ERROR_NONE;
}

/* Writes a section of an overview as an array; the first one comes after what is said of all. */
static bool write_overview_section(struct json *json, const struct report *report,
                                   const struct section *section, struct error *error)
{
    const struct overview_facts *facts = section->overview;
    bool is_done;

    if (facts != NULL) {
        struct table totals = section->table;
        totals.by = (struct text){0}; /* each section has rows of its own kind */
        json_begin(json, '{');
        write_table_head(json, &report->facts, &totals);
        json_begin_member(json, TEXT("overview"), '{');
        json_list(json, TEXT("messages"), facts->messages);
        json_begin_line(json);
        write_commands(json, facts);
        if (section->table.is_difference)
            return true;
    }
    json_begin_line(json);
    json_begin_member(json, section->title, '[');
    if (section->kind == SECTION_PATH)
        is_done = write_path(json, &section->table, error);
    else if (section->kind == SECTION_EXPLANATION)
        is_done = json_causes(json, &section->table, error);
    else
        is_done = json_rows(json, &section->table, error);
    json_end(json, ']');
    return is_done;
}

/* Writes what is said of all, after the rows. */
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

static bool write_overview(struct json *json, const struct report *report, struct error *error)
{
    struct section section = {0};
    bool is_done = true;

    while (is_done && !ferror(json->out) && report->next(report->maker, &section, error))
        is_done = write_overview_section(json, report, &section, error);
    json_end_line(json);
    json_end(json, '}');
    write_messages(json, report);
    json_end(json, '}');
    return error->kind == ERROR_NONE;
}

/* Writes the overviews of runs, each as a document of its own. */
static bool write_details(struct json *json, const struct report *report, struct error *error)
{
    struct report detail;
    bool is_done = true;

    if (report->next_detail == NULL)
        return true;
    json_begin_line(json);
    json_begin_member(json, TEXT("details"), '[');
    while (is_done && !ferror(json->out) &&
           report->next_detail(report->detail_maker, &detail, error)) {
        json_begin_line(json);
        json_begin(json, '{');
        json_member(json, TEXT("input"), detail.run);
        json_key(json, TEXT("report"));
        is_done = write_overview(json, &detail, error);
        json_end(json, '}');
    }
    json_end(json, ']');
    return error->kind == ERROR_NONE;
}

/* Writes the rows of all sections in one array, or of an overview in one each. */
bool format_json(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error)
{
    struct json json = {.out = out};
    struct section section = {0};
    bool is_first = true, is_done = true;

    (void)options;
    if (report->is_overview) {
        is_done = write_overview(&json, report, error);
        json_end_line(&json);
        return is_done;
    }
    while (is_done && !ferror(out) && report->next(report->maker, &section, error)) {
        const struct section_writer *writer = &writers[section.kind];
        if (writer->write_rows == NULL)
            return refuse_section(section.kind, error);
        if (is_first) {
            json_begin(&json, '{');
            writer->write_head(&json, &report->facts, &section.table);
            json_begin_member(&json, TEXT("rows"), '[');
        }
        is_first = false;
        is_done = writer->write_rows(&json, &section.table, error);
    }
    if (is_first)
        return error->kind == ERROR_NONE;
    json_end_line(&json);
    json_end(&json, ']');
    write_messages(&json, report);
    is_done = error->kind == ERROR_NONE && write_details(&json, report, error);
    json_end(&json, '}');
    json_end_line(&json);
    return is_done;
}

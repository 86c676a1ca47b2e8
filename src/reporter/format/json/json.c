/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/array.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/json/json_pieces.h"
#include "reporter/format/json/json_tree.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/format/verdict_text.h"
#include "reporter/report.h"

/* Bumped when a key changes its meaning; new keys do not. */
enum { SCHEMA = 1 };

/* The totals of the program; in a difference their change. */
static void write_totals(struct json *json, const struct table *table)
{
    json_key(json, TEXT("totals"));
    json_begin(json, '{');
    for (size_t i = 0; i < table->n_columns; i++) {
        const struct column *column = &table->columns[i];
        json_key(json, column->name);
        json_cell(json, table->is_difference ? column->change : column->total);
    }
    json_end(json, '}');
}

static void write_old_totals(struct json *json, const struct table *table)
{
    json_key(json, TEXT("old_totals"));
    json_begin(json, '{');
    for (size_t i = 0; i < table->n_columns; i++) {
        json_key(json, table->columns[i].name);
        json_cell(json, table->columns[i].total);
    }
    json_end(json, '}');
    if (!json_has_ratios(table))
        return;
    json_key(json, TEXT("new_totals"));
    json_begin(json, '{');
    for (size_t i = 0; i < table->n_columns; i++) {
        if (!table->columns[i].is_ratio)
            continue;
        json_key(json, table->columns[i].name);
        json_cell(json, table->columns[i].now);
    }
    json_end(json, '}');
}

static void write_list(struct json *json, struct text key, struct text_list list)
{
    json_key(json, key);
    json_begin(json, '[');
    for (size_t i = 0; i < list.count; i++)
        json_text(json, list.items[i]);
    json_end(json, ']');
}

static void write_part(struct json *json, const struct part_facts *part)
{
    const struct {
        struct text key;
        int64_t number;
    } numbers[] = {
        {TEXT("part"), part->number}, {TEXT("thread"), part->thread}, {TEXT("pid"), part->pid}};

    json_begin(json, '{');
    for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++)
        if (numbers[i].number >= 0)
            json_number_member(json, numbers[i].key, numbers[i].number);
    json_member_if_any(json, TEXT("thread_name"), part->thread_name);
    json_member_if_any(json, TEXT("trigger"), part->trigger);
    json_member_if_any(json, TEXT("time_range"), part->time_range);
    json_member(json, TEXT("file"), part->file);
    json_member_if_any(json, TEXT("creator"), part->creator);
    json_member(json, TEXT("command"), part->command);
    write_list(json, TEXT("descriptions"), part->descriptions);
    json_end(json, '}');
}

/* What was run and read. */
static void write_run(struct json *json, const struct facts *facts, const struct table *table)
{
    json_member(json, TEXT("format"), TEXT("quern"));
    json_number_member(json, TEXT("schema"), SCHEMA);
    write_list(json, TEXT("files"), facts->files);
    if (table->is_difference)
        write_list(json, TEXT("old"), facts->old_files);
    json_member(json, TEXT("command"), facts->command);
    json_member_if_any(json, TEXT("creator"), facts->creators.items[0]);
    json_key(json, TEXT("parts"));
    json_begin(json, '[');
    for (size_t i = 0; i < facts->n_parts; i++)
        write_part(json, &facts->parts[i]);
    json_end(json, ']');
}

static void write_column(struct json *json, const struct column *column)
{
    json_begin(json, '{');
    json_member(json, TEXT("name"), column->name);
    json_key(json, TEXT("long_name"));
    json_text(json, column->long_name);
    json_key(json, TEXT("formula"));
    if (column->formula.length == 0)
        json_null(json);
    else
        json_text(json, column->formula);
    json_end(json, '}');
}

/* What goes before rows with costs. */
static void write_table_head(struct json *json, const struct facts *facts,
                             const struct table *table)
{
    write_run(json, facts, table);
    json_key(json, TEXT("events"));
    json_begin(json, '[');
    for (size_t i = 0; i < table->n_columns; i++)
        write_column(json, &table->columns[i]);
    json_end(json, ']');
    write_totals(json, table);
    if (table->is_difference)
        write_old_totals(json, table);
    json_member_if_any(json, TEXT("by"), table->by);
}

/* What a main row is, its calls, self and inclusive cost. */
static void write_main_row(struct json *json, const struct table *table,
                           const struct table_row *row)
{
    if (row->kind == ROW_CYCLE) {
        json_number_member(json, TEXT("cycle"), (int64_t)row->cycle);
        json_number_member(json, TEXT("members"), (int64_t)row->n_members);
    } else {
        json_names(json, table, row);
    }
    if (row_has_calls(row))
        json_number_member(json, TEXT("calls"), row->calls);
    if (row->cells != NULL)
        json_costs(json, TEXT("self"), table, row->cells);
    if (row->inclusive != NULL) {
        json_costs(json, TEXT("inclusive"), table, row->inclusive);
        json_exact(json, cells_are_exact(row->inclusive, table->n_columns));
    }
    if (row->old != NULL)
        json_old(json, table, row->old);
    if (row->change != NULL)
        json_costs(json, TEXT("change"), table, row->change);
}

/* The key of the list that rows of the kind are in, in the object of a function. */
static struct text list_key(enum table_row_kind kind)
{
    switch (kind) {
    case ROW_CALLER:
        return TEXT("callers");
    case ROW_CALLEE:
        return TEXT("callees");
    case ROW_RECURSION:
        return TEXT("recursion");
    case ROW_FILE:
        return TEXT("files");
    case ROW_PATH:
        return TEXT("path");
    case ROW_JUMP:
        return TEXT("jumps");
    default:
        return (struct text){0};
    }
}

/* What a call of a line was. */
static void write_old_call(struct json *json, const struct table *table,
                           const struct old_table_row *old)
{
    json_key(json, TEXT("old"));
    json_begin(json, '{');
    json_number_member(json, TEXT("calls"), old->calls);
    json_costs(json, TEXT("cost"), table, old->cells);
    json_end(json, '}');
}

/* An item of such a list. */
static void write_related(struct json *json, const struct table *table, const struct table_row *row)
{
    json_begin(json, '{');
    if (row->n_left_out != 0)
        json_number_member(json, TEXT("left_out"), (int64_t)row->n_left_out);
    json_names(json, table, row);
    if (row_has_calls(row))
        json_number_member(json, TEXT("calls"), row->calls);
    if (row->kind == ROW_PATH)
        json_costs(json, TEXT("inclusive"), table, row->inclusive);
    json_costs(json, row->kind == ROW_FILE ? TEXT("self") : TEXT("cost"), table, row->cells);
    if (row->old != NULL)
        write_old_call(json, table, row->old);
    if (row->kind == ROW_PATH) {
        json_exact(json, cells_are_exact(row->cells, table->n_columns));
        json_range_ends(json, TEXT("lower"), table, row->tree->inclusive, row->cells, false);
        json_range_ends(json, TEXT("upper"), table, row->tree->inclusive, row->cells, true);
    }
    json_end(json, '}');
}

/* Main rows, each an object; those that belong to it are in lists of it, one for each kind. */
static bool write_rows(struct json *json, const struct table *table, struct error *error)
{
    struct text list = {0}; /* the key of the open one */
    bool has_object = false;
    struct table_row row = {0};

    while (table_next_row(table, json->out, &row, error)) {
        struct text key = list_key(row.kind);
        bool is_same_list = text_equal(key, list);
        if (list.length != 0 && !is_same_list)
            json_end(json, ']');
        if (row_is_main(&row)) {
            if (has_object)
                json_end(json, '}');
            json_begin_line(json);
            json_begin(json, '{');
            has_object = true;
            write_main_row(json, table, &row);
        } else if (key.length != 0) {
            if (!is_same_list) {
                json_key(json, key);
                json_begin(json, '[');
            }
            if (row.kind == ROW_JUMP)
                json_jump(json, row.jump);
            else
                write_related(json, table, &row);
        }
        list = key;
    }
    if (list.length != 0)
        json_end(json, ']');
    if (has_object)
        json_end(json, '}');
    return error->kind == ERROR_NONE;
}

/* The events with their totals. */
static bool write_event_rows(struct json *json, const struct table *table, struct error *error)
{
    struct table_row row = {0};

    while (table_next_row(table, json->out, &row, error)) {
        json_begin_line(json);
        json_begin(json, '{');
        json_member(json, TEXT("name"), row.event->name);
        json_member(json, TEXT("long_name"), row.event->long_name);
        json_member(json, TEXT("formula"), row.event->formula);
        json_key(json, TEXT("total"));
        json_cell(json, row.cells[0]);
        json_end(json, '}');
    }
    return error->kind == ERROR_NONE;
}

/* Of each kind: what goes before the rows of a report that begins with it, and the rows. */
static const struct section_writer {
    void (*write_head)(struct json *json, const struct facts *facts, const struct table *table);
    bool (*write_rows)(struct json *json, const struct table *table, struct error *error);
} writers[N_SECTION_KINDS] = {
    [SECTION_EVENTS] = {write_run, write_event_rows},
    [SECTION_HOTSPOTS] = {write_table_head, write_rows},
    [SECTION_PEEK] = {write_table_head, write_rows},
    [SECTION_CODE_LISTING] = {write_table_head, write_rows},
    [SECTION_CALL_TREE] = {write_table_head, json_tree},
};

static void write_limited(struct json *json, struct text key, const struct verdict *verdict,
                          struct limited figure)
{
    json_key(json, key);
    if (verdict->is_ratio)
        json_ratio(json, figure.ratio);
    else
        json_number(json, figure.count);
}

static void write_verdict(struct json *json, const struct verdict *verdict)
{
    json_member(json, TEXT("limit"), verdict->limit);
    if (verdict->path != NULL) {
        json_member(json, TEXT("limits_file"), text_of(verdict->path));
        json_number_member(json, TEXT("limits_line"), (int64_t)verdict->line);
    }
    json_member_if_any(json, TEXT("function"), verdict->function);
    json_member_if_any(json, TEXT("file"), verdict->file);
    json_member(json, TEXT("verdict"), outcome_name(verdict->outcome));
    if (verdict->reason != NULL) {
        json_member(json, TEXT("reason"), text_of(verdict->reason));
        return;
    }
    write_limited(json, TEXT("value"), verdict, verdict->value);
    write_limited(json, TEXT("bound"), verdict, verdict->bound);
    if (verdict->is_growth) {
        write_limited(json, TEXT("new"), verdict, verdict->fresh);
        write_limited(json, TEXT("was"), verdict, verdict->old);
    }
    if (verdict->is_bound)
        json_exact(json, false);
}

static void write_verdicts(struct json *json, struct verdict_list verdicts)
{
    json_begin_line(json);
    json_key(json, TEXT("limits"));
    json_begin(json, '[');
    for (size_t i = 0; i < verdicts.count; i++) {
        json_begin(json, '{');
        write_verdict(json, &verdicts.items[i]);
        json_end(json, '}');
    }
    json_end(json, ']');
}

/* The rows of all sections are in one array. */
bool format_json(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error)
{
    struct json json = {.out = out};
    struct section section = {0};
    bool is_first = true, is_done = true;

    (void)options;
    while (is_done && !ferror(out) && report->next(report->maker, &section, error)) {
        const struct section_writer *writer = &writers[section.kind];
        if (writer->write_rows == NULL)
            return refuse_section(section.kind, error);
        if (is_first) {
            json_begin(&json, '{');
            writer->write_head(&json, &report->facts, &section.table);
            json_key(&json, TEXT("rows"));
            json_begin(&json, '[');
        }
        is_first = false;
        is_done = writer->write_rows(&json, &section.table, error);
    }
    if (is_first)
        return error->kind == ERROR_NONE;
    json_end_line(&json);
    json_end(&json, ']');
    if (report->verdicts.count != 0)
        write_verdicts(&json, report->verdicts);
    json_end(&json, '}');
    json_end_line(&json);
    return error->kind == ERROR_NONE;
}

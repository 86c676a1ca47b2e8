/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include "base/harmless.h"
#include "base/utf8.h"
#include "reporter/format/format.h"
#include "reporter/report.h"

/* Bumped when a key changes its meaning; new keys do not. */
enum { SCHEMA = 1 };

/* A string: what is no UTF-8 becomes U+FFFD, and what a terminal must not get is escaped. */
static void write_string(FILE *out, struct text text)
{
    const char *at = text.at, *end = text_end(text);

    fputc('"', out);
    while (at < end) {
        uint32_t character;
        size_t length = utf8_decode(at, end, &character);
        if (length == 0)
            fputs("\xef\xbf\xbd", out);
        else if (character == '"' || character == '\\')
            fprintf(out, "\\%c", (int)character);
        else if (character == '\t' || harmless_length(at, end) == 0)
            fprintf(out, "\\u%04x", (unsigned)character);
        else
            fwrite(at, 1, length, out);
        at += length == 0 ? 1 : length;
    }
    fputc('"', out);
}

/* The key of the next member, after a comma if there was one before. */
static void write_key(FILE *out, const char *key, bool *is_first)
{
    fprintf(out, "%s\"%s\": ", *is_first ? "" : ", ", key);
    *is_first = false;
}

/* A text, if there is one: it may be empty. */
static void write_member(FILE *out, const char *key, struct text text, bool *is_first)
{
    if (text.at == NULL)
        return;
    write_key(out, key, is_first);
    write_string(out, text);
}

/* A text, unless it is empty. */
static void write_said(FILE *out, const char *key, struct text text, bool *is_first)
{
    if (text.length != 0)
        write_member(out, key, text, is_first);
}

static void write_number(FILE *out, const char *key, int64_t number, bool *is_first)
{
    write_key(out, key, is_first);
    fprintf(out, "%" PRIi64, number);
}

static void write_cell(FILE *out, struct cell cell)
{
    if (cell.is_given)
        fprintf(out, "%" PRIi64, cell.value);
    else
        fputs("null", out);
}

/* The totals of the program; in a difference their change, and what they were. */
enum total_kind { TOTALS, OLD_TOTALS };

static void write_totals(FILE *out, enum total_kind kind, const struct table *table, bool *is_first)
{
    write_key(out, kind == TOTALS ? "totals" : "old_totals", is_first);
    fputc('{', out);
    for (size_t i = 0; i < table->n_columns; i++) {
        bool is_old = kind == OLD_TOTALS || !table->is_difference;
        fputs(i == 0 ? "" : ", ", out);
        write_string(out, table->columns[i].name);
        fputs(": ", out);
        write_cell(out, is_old ? table->columns[i].total : table->columns[i].change);
    }
    fputc('}', out);
}

/* {"Ir": 10, ...} */
static void write_costs(FILE *out, const char *key, const struct table *table,
                        const struct cell *cells, bool *is_first)
{
    write_key(out, key, is_first);
    fputc('{', out);
    for (size_t i = 0; i < table->n_columns; i++) {
        fputs(i == 0 ? "" : ", ", out);
        write_string(out, table->columns[i].name);
        fputs(": ", out);
        write_cell(out, cells[i]);
    }
    fputc('}', out);
}

static void write_exact(FILE *out, const struct table *table, const struct cell *cells,
                        bool *is_first)
{
    bool is_exact = true;

    for (size_t i = 0; i < table->n_columns; i++)
        is_exact = is_exact && !cells[i].is_bound;
    write_key(out, "exact", is_first);
    fputs(is_exact ? "true" : "false", out);
}

static void write_files(FILE *out, const char *key, struct text_list files, bool *is_first)
{
    write_key(out, key, is_first);
    fputc('[', out);
    for (size_t i = 0; i < files.count; i++) {
        fputs(i == 0 ? "" : ", ", out);
        write_string(out, files.items[i]);
    }
    fputc(']', out);
}

static void write_parts(FILE *out, const struct facts *facts, bool *is_first)
{
    write_key(out, "parts", is_first);
    fputc('[', out);
    for (size_t i = 0; i < facts->n_parts; i++) {
        const struct part_facts *part = &facts->parts[i];
        const struct {
            const char *key;
            int64_t number;
        } numbers[] = {{"part", part->number}, {"thread", part->thread}, {"pid", part->pid}};
        bool is_first_member = true;
        fputs(i == 0 ? "{" : ", {", out);
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++)
            if (numbers[j].number >= 0)
                write_number(out, numbers[j].key, numbers[j].number, &is_first_member);
        write_said(out, "trigger", part->trigger, &is_first_member);
        write_said(out, "time_range", part->time_range, &is_first_member);
        fputc('}', out);
    }
    fputc(']', out);
}

static void write_events(FILE *out, const struct table *table, bool *is_first)
{
    write_key(out, "events", is_first);
    fputc('[', out);
    for (size_t i = 0; i < table->n_columns; i++) {
        const struct column *column = &table->columns[i];
        bool is_first_member = true;
        fputs(i == 0 ? "{" : ", {", out);
        write_member(out, "name", column->name, &is_first_member);
        write_key(out, "long_name", &is_first_member);
        write_string(out, column->long_name);
        write_key(out, "formula", &is_first_member);
        if (column->formula.length == 0)
            fputs("null", out);
        else
            write_string(out, column->formula);
        fputc('}', out);
    }
    fputc(']', out);
}

/* What stands before the rows. */
static void write_head(FILE *out, const struct facts *facts, const struct section *section)
{
    bool is_first = true;

    fputc('{', out);
    write_member(out, "format", TEXT("quern"), &is_first);
    write_number(out, "schema", SCHEMA, &is_first);
    write_files(out, "files", facts->files, &is_first);
    if (section->table.is_difference)
        write_files(out, "old", facts->old_files, &is_first);
    if (facts->has_command)
        write_member(out, "command", facts->command, &is_first);
    write_said(out, "creator", facts->creators.items[0], &is_first);
    write_parts(out, facts, &is_first);
    if (section->kind != SECTION_EVENTS) {
        write_events(out, &section->table, &is_first);
        write_totals(out, TOTALS, &section->table, &is_first);
        if (section->table.is_difference)
            write_totals(out, OLD_TOTALS, &section->table, &is_first);
    }
    write_said(out, "by", section->table.by, &is_first);
    write_key(out, "rows", &is_first);
    fputc('[', out);
}

/* The names that a row has; a label goes under what the table is by. */
static void write_names(FILE *out, const struct table *table, const struct table_row *row,
                        bool *is_first)
{
    write_member(out, "object", row->object, is_first);
    write_member(out, "file", row->file, is_first);
    write_member(out, "function", row->function, is_first);
    if (row->label.at != NULL) {
        char key[20];
        snprintf(key, sizeof key, "%.*s", (int)table->by.length, table->by.at);
        write_member(out, key, row->label, is_first);
    }
    if (row->kind == ROW_LINE ||
        (text_equal(table->by, TEXT("line")) && row->kind == ROW_HOTSPOT)) {
        write_number(out, "line", (int64_t)row->line, is_first);
        write_member(out, "text", row->text, is_first);
    }
}

/* What a row of a difference was, and what became of it. */
static void write_old(FILE *out, const struct table *table, const struct old_table_row *old,
                      bool *is_first)
{
    static const struct text statuses[] = {[CHANGE_NONE] = {"", 0},
                                           [CHANGE_NEW] = {"new", 3},
                                           [CHANGE_GONE] = {"gone", 4},
                                           [CHANGE_MOVED] = {"moved", 5},
                                           [CHANGE_RENAMED] = {"renamed", 7}};
    bool is_first_member = true;

    write_said(out, "status", statuses[old->change], is_first);
    write_key(out, "old", is_first);
    fputc('{', out);
    write_member(out, "object", old->object, &is_first_member);
    write_member(out, "file", old->file, &is_first_member);
    write_member(out, "function", old->function, &is_first_member);
    write_number(out, "calls", old->calls, &is_first_member);
    write_costs(out, "self", table, old->cells, &is_first_member);
    write_costs(out, "inclusive", table, old->inclusive, &is_first_member);
    fputc('}', out);
}

/* A row of a table by something: what it is, its calls, self and inclusive cost. */
static void write_group(FILE *out, const struct table *table, const struct table_row *row,
                        bool *is_first)
{
    if (row->kind == ROW_CYCLE) {
        write_number(out, "cycle", (int64_t)row->cycle, is_first);
        write_number(out, "members", (int64_t)row->n_members, is_first);
    } else {
        write_names(out, table, row, is_first);
        if (row->inclusive != NULL && row->kind != ROW_LINE)
            write_number(out, "calls", row->calls, is_first);
        write_costs(out, "self", table, row->cells, is_first);
    }
    if (row->inclusive != NULL) {
        write_costs(out, "inclusive", table, row->inclusive, is_first);
        write_exact(out, table, row->inclusive, is_first);
    }
    if (row->old != NULL)
        write_old(out, table, row->old, is_first);
}

static bool write_groups(FILE *out, const struct table *table, bool *is_first_row,
                         struct error *error)
{
    struct table_row row = {0};

    while (!ferror(out) && table->next(table->view, &row, error)) {
        bool is_first = true;
        fputs(*is_first_row ? "\n{" : ",\n{", out);
        *is_first_row = false;
        write_group(out, table, &row, &is_first);
        fputc('}', out);
    }
    return error->kind == ERROR_NONE;
}

/* Under which key the rows of a kind stand, each list in a function's object. */
static const char *list_key(enum table_row_kind kind)
{
    switch (kind) {
    case ROW_CALLER:
        return "callers";
    case ROW_CALLEE:
        return "callees";
    case ROW_RECURSION:
        return "recursion";
    case ROW_FILE:
        return "files";
    case ROW_PATH:
        return "path";
    default:
        return NULL;
    }
}

static void write_related(FILE *out, const struct table *table, const struct table_row *row)
{
    bool is_first = true;

    fputc('{', out);
    write_names(out, table, row, &is_first);
    if (row->kind == ROW_CALLER || row->kind == ROW_CALLEE || row->kind == ROW_RECURSION)
        write_number(out, "calls", row->calls, &is_first);
    write_costs(out,
                row->kind == ROW_FILE   ? "self"
                : row->kind == ROW_PATH ? "inclusive"
                                        : "cost",
                table, row->cells, &is_first);
    fputc('}', out);
}

/* One function with its callers, callees, files and path. */
static bool write_peek(FILE *out, const struct table *table, bool *is_first_row,
                       struct error *error)
{
    enum table_row_kind last = ROW_GAP;
    bool is_first = true;
    struct table_row row = {0};

    fputs(*is_first_row ? "\n{" : ",\n{", out);
    *is_first_row = false;
    while (!ferror(out) && table->next(table->view, &row, error)) {
        if (list_key(last) != NULL && row.kind != last)
            fputc(']', out);
        if (row.kind == ROW_FUNCTION) {
            write_group(out, table, &row, &is_first);
        } else {
            if (row.kind != last) {
                write_key(out, list_key(row.kind), &is_first);
                fputc('[', out);
            } else {
                fputs(", ", out);
            }
            write_related(out, table, &row);
        }
        last = row.kind;
    }
    fputs(list_key(last) != NULL ? "]}" : "}", out);
    return error->kind == ERROR_NONE;
}

/* Lines, each with the calls that it makes. */
static bool write_listing(FILE *out, const struct table *table, bool *is_first_row,
                          struct error *error)
{
    bool has_calls = false, is_first = true, is_open = false;
    struct table_row row = {0};

    while (!ferror(out) && table->next(table->view, &row, error)) {
        if (row.kind == ROW_LINE) {
            if (is_open)
                fputs(has_calls ? "]}" : "}", out);
            fputs(*is_first_row ? "\n{" : ",\n{", out);
            *is_first_row = has_calls = false;
            is_open = is_first = true;
            write_group(out, table, &row, &is_first);
        } else if (row.kind == ROW_CALLEE) {
            if (has_calls)
                fputs(", ", out);
            else
                write_key(out, "callees", &is_first);
            fputs(has_calls ? "" : "[", out);
            has_calls = true;
            write_related(out, table, &row);
        }
    }
    if (is_open)
        fputs(has_calls ? "]}" : "}", out);
    return error->kind == ERROR_NONE;
}

/* The events with their totals as rows. */
static bool write_event_rows(FILE *out, const struct table *table, struct error *error)
{
    bool is_first_row = true;
    struct table_row row = {0};

    while (!ferror(out) && table->next(table->view, &row, error)) {
        bool is_first = true;
        fputs(is_first_row ? "\n{" : ",\n{", out);
        is_first_row = false;
        write_member(out, "name", row.event->name, &is_first);
        write_member(out, "long_name", row.event->long_name, &is_first);
        write_member(out, "formula", row.event->formula, &is_first);
        write_key(out, "total", &is_first);
        write_cell(out, row.cells[0]);
        fputc('}', out);
    }
    return error->kind == ERROR_NONE;
}

static void write_verdicts(FILE *out, struct verdict_list verdicts)
{
    fputs(",\n\"limits\": [", out);
    for (size_t i = 0; i < verdicts.count; i++) {
        const struct verdict *verdict = &verdicts.items[i];
        bool is_first = true;
        fputs(i == 0 ? "{" : ", {", out);
        write_member(out, "limit", verdict->limit, &is_first);
        write_said(out, "function", verdict->function, &is_first);
        write_member(out, "verdict", verdict->is_exceeded ? TEXT("exceeded") : TEXT("ok"),
                     &is_first);
        write_number(out, "value", verdict->value, &is_first);
        write_number(out, "bound", verdict->bound, &is_first);
        fputc('}', out);
    }
    fputc(']', out);
}

bool format_json(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error)
{
    struct section section = {0};
    bool is_first_section = true, is_first_row = true, is_done = true;

    (void)options;
    while (is_done && !ferror(out) && report->next(report->maker, &section, error)) {
        if (is_first_section)
            write_head(out, &report->facts, &section);
        is_first_section = false;
        is_done = section.kind == SECTION_PEEK
                    ? write_peek(out, &section.table, &is_first_row, error)
                : section.kind == SECTION_CODE_LISTING
                    ? write_listing(out, &section.table, &is_first_row, error)
                : section.kind == SECTION_EVENTS
                    ? write_event_rows(out, &section.table, error)
                    : write_groups(out, &section.table, &is_first_row, error);
    }
    if (is_first_section)
        return error->kind == ERROR_NONE;
    fputs("\n]", out);
    if (report->verdicts.count != 0)
        write_verdicts(out, report->verdicts);
    fputs("}\n", out);
    return error->kind == ERROR_NONE;
}

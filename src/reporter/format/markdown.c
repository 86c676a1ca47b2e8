/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/utf8.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

/* So that it means nothing to Markdown or HTML. */
static void write_ascii(FILE *out, char c)
{
    if (c == '<')
        fputs("&lt;", out);
    else if (c == '&')
        fputs("&amp;", out);
    else if (c == '\0' || c == '\n' || c == '\r')
        fputc(' ', out);
    else if (strchr("|\\`*_[]~>#", c) != NULL)
        fprintf(out, "\\%c", c);
    else
        write_text(out, (struct text){&c, 1});
}

/* A name as it is: what is no UTF-8 becomes U+FFFD. */
static void write_name(FILE *out, struct text text)
{
    while (text.length != 0) {
        uint32_t character;
        size_t length = utf8_decode(text.at, text.at + text.length, &character);
        if (length == 0)
            fputs("\xef\xbf\xbd", out);
        else if (length == 1)
            write_ascii(out, text.at[0]);
        else
            write_text(out, (struct text){text.at, length});
        text = text_skip(text, length == 0 ? 1 : length);
    }
}

static void write_cost(FILE *out, const struct table *table, struct cell cell)
{
    const char *mark = !cell.is_bound ? "" : table->is_difference ? "~" : "\xe2\x89\xa5";
    char count[MAX_COUNT] = ".";

    if (cell.is_given && table->is_difference)
        format_signed_count(cell.value, count);
    else if (cell.is_given)
        format_count(cell.value, count);
    fprintf(out, " %s%s |", mark, count);
}

static void write_share(FILE *out, const struct table *table, struct cell cell, struct cell total)
{
    if (!cell.is_given || total.value == 0)
        fputs(" . |", out);
    else if (cell.value == 0)
        fputs(" 0.00 |", out);
    else
        fprintf(out, table->is_difference ? " %+.2f |" : " %.2f |",
                (double)cell.value * 100.0 / (double)total.value);
}

/* A change in percent of what it was, in a difference. */
static void write_growth(FILE *out, struct cell change, struct cell old,
                         const struct table_row *row)
{
    char growth[MAX_COUNT];

    format_growth(change, old, row->old->change, growth);
    fprintf(out, " %s |", growth);
}

/* What the row is. */
static void write_label(FILE *out, const struct table_row *row)
{
    const struct text names[] = {row->function, row->file, row->label, row->object};
    size_t first = 0;

    while (first < 3 && names[first].at == NULL)
        first++;
    fputc(' ', out);
    write_name(out, names[first]);
    if (first == 1 && row->line != 0)
        fprintf(out, ":%llu", (unsigned long long)row->line);
    if (row->old != NULL && row->old->change == CHANGE_RENAMED) {
        fputs(", was ", out);
        write_name(out, row->old->function);
    }
    if (row->old != NULL && row->old->change == CHANGE_MOVED) {
        fputs(", was in ", out);
        write_name(out, row->old->file);
    }
    if (first == 0 && row->file.at != NULL) {
        fputs(" (", out);
        write_name(out, row->file);
        fputc(')', out);
    }
    if (first == 0 && row->object.at != NULL) {
        fputs(" \\[", out);
        write_name(out, row->object);
        fputs("\\]", out);
    }
    fputs(" |\n", out);
}

static void write_files(FILE *out, struct text_list files)
{
    fputs("**", out);
    for (size_t i = 0; i < files.count; i++) {
        fputs(i == 0 ? "" : " ", out);
        write_name(out, files.items[i]);
    }
    fputs("**", out);
}

/* ": +1,000 Ir, +2.00 % of 50,000" */
static void write_total_change(FILE *out, const struct facts *facts, const struct column *column)
{
    char change[MAX_COUNT] = ".", old[MAX_COUNT] = ".", growth[MAX_COUNT];

    if (column->change.is_given)
        format_signed_count(column->change.value, change);
    if (column->total.is_given)
        format_count(column->total.value, old);
    format_growth(column->change, column->total, CHANGE_NONE, growth);
    fputs(" less ", out);
    write_files(out, facts->old_files);
    fprintf(out, ": %s ", change);
    write_name(out, facts->measured);
    fprintf(out, ", %s %% of %s\n\n", growth, old);
}

static void write_lead(FILE *out, const struct facts *facts, const struct table *table)
{
    struct cell total = table->columns[0].total;
    char count[MAX_COUNT] = ".";

    write_files(out, facts->files);
    if (facts->has_command) {
        fputs(" (", out);
        write_name(out, facts->command);
        fputc(')', out);
    }
    if (table->is_difference) {
        write_total_change(out, facts, &table->columns[0]);
        return;
    }
    if (total.is_given)
        format_count(total.value, count);
    fprintf(out, ": %s ", count);
    write_name(out, facts->measured);
    fputs("\n\n", out);
}

static void write_table_heading(FILE *out, const struct table *table)
{
    const char *growth = table->is_difference ? " % of own |" : "";
    const char *rule = table->is_difference ? "---:|" : "";

    fprintf(out, "| self | %% |%s", growth);
    if (table->has_inclusive)
        fprintf(out, " inclusive | %% |%s calls |", growth);
    fprintf(out, " %.*s |\n|---:|---:|%s", (int)table->by.length, table->by.at, rule);
    if (table->has_inclusive)
        fprintf(out, "---:|---:|%s---:|", rule);
    fputs("---|\n", out);
}

static void write_calls(FILE *out, const struct table *table, const struct table_row *row)
{
    write_cost(out, table, (struct cell){.value = row->calls, .is_given = row->kind != ROW_CYCLE});
}

static bool write_hotspots(FILE *out, const struct table *table, struct error *error)
{
    struct cell total = table->columns[0].total, none = {0};
    struct table_row row = {0};

    write_table_heading(out, table);
    while (!ferror(out) && table->next(table->view, &row, error)) {
        struct cell self = row.kind == ROW_CYCLE ? none : row.cells[0];
        fputc('|', out);
        write_cost(out, table, self);
        write_share(out, table, self, total);
        if (table->is_difference)
            write_growth(out, self, row.old->cells[0], &row);
        if (table->has_inclusive) {
            write_cost(out, table, row.inclusive[0]);
            write_share(out, table, row.inclusive[0], total);
            if (table->is_difference)
                write_growth(out, row.inclusive[0], row.old->inclusive[0], &row);
            write_calls(out, table, &row);
        }
        write_label(out, &row);
    }
    return error->kind == ERROR_NONE;
}

static const char *relation(enum table_row_kind kind)
{
    switch (kind) {
    case ROW_CALLER:
        return "called from";
    case ROW_CALLEE:
        return "calls";
    case ROW_RECURSION:
        return "calls itself";
    case ROW_FILE:
        return "self cost in";
    case ROW_PATH:
        return "on the hottest path";
    default:
        return "**function**";
    }
}

static bool write_peek(FILE *out, const struct table *table, struct error *error)
{
    struct cell total = table->columns[0].total;
    struct table_row row = {0};

    fputs("| | cost | % | calls | function |\n|---|---:|---:|---:|---|\n", out);
    while (!ferror(out) && table->next(table->view, &row, error)) {
        struct cell cost = row.kind == ROW_FUNCTION ? row.inclusive[0] : row.cells[0];
        fprintf(out, "| %s |", relation(row.kind));
        write_cost(out, table, cost);
        write_share(out, table, cost, total);
        if (row.kind == ROW_FILE || row.kind == ROW_PATH)
            fputs(" |", out);
        else
            write_calls(out, table, &row);
        write_label(out, &row);
    }
    fputc('\n', out);
    return error->kind == ERROR_NONE;
}

/* The lines of a function or a file, with their calls. */
static bool write_listing(FILE *out, const struct section *section, struct error *error)
{
    const struct table *table = &section->table;
    struct cell total = table->columns[0].total;
    struct table_row row = {0};

    fputs("| self | % | inclusive | % | line | |\n|---:|---:|---:|---:|---:|---|\n", out);
    while (!ferror(out) && table->next(table->view, &row, error)) {
        struct cell self = {0}, inclusive = {0};
        if (row.kind == ROW_LINE)
            self = row.cells[0];
        if (row.kind != ROW_LISTING)
            inclusive = row.kind == ROW_CALLEE ? row.cells[0] : row.inclusive[0];
        fputc('|', out);
        write_cost(out, table, self);
        write_share(out, table, self, total);
        write_cost(out, table, inclusive);
        write_share(out, table, inclusive, total);
        if (row.kind == ROW_LINE)
            fprintf(out, " %llu |", (unsigned long long)row.line);
        else
            fputs(" |", out);
        if (row.kind == ROW_CALLEE) {
            char count[MAX_COUNT];
            format_count(row.calls, count);
            fprintf(out, " calls %sx", count);
            write_label(out, &row);
            continue;
        }
        fputs(row.kind == ROW_LISTING ? " **" : " ", out);
        write_name(out, row.kind == ROW_LISTING ? row.file : text_trim(row.text));
        fputs(row.kind == ROW_LISTING ? "** |\n" : " |\n", out);
    }
    fputc('\n', out);
    return error->kind == ERROR_NONE;
}

static bool write_events(FILE *out, const struct table *table, struct error *error)
{
    struct table_row row = {0};

    fputs("| total | event | long name | formula |\n|---:|---|---|---|\n", out);
    while (!ferror(out) && table->next(table->view, &row, error)) {
        fputc('|', out);
        write_cost(out, table, row.cells[0]);
        const struct text texts[] = {row.event->name, row.event->long_name, row.event->formula};
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            fputc(' ', out);
            write_name(out, texts[i]);
            fputs(" |", out);
        }
        fputc('\n', out);
    }
    return error->kind == ERROR_NONE;
}

bool format_markdown(const struct report *report, const struct format_options *options, FILE *out,
                     struct error *error)
{
    struct section section = {0};
    bool is_first = true, is_done = true;

    (void)options;
    while (is_done && !ferror(out) && report->next(report->maker, &section, error)) {
        if (is_first && section.kind != SECTION_EVENTS)
            write_lead(out, &report->facts, &section.table);
        is_first = false;
        is_done = section.kind == SECTION_PEEK         ? write_peek(out, &section.table, error)
                : section.kind == SECTION_CODE_LISTING ? write_listing(out, &section, error)
                : section.kind == SECTION_EVENTS       ? write_events(out, &section.table, error)
                                                       : write_hotspots(out, &section.table, error);
    }
    return error->kind == ERROR_NONE;
}

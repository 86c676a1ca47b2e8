/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "reporter/format/columns.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/markdown_pieces.h"
#include "reporter/format/path_text.h"
#include "reporter/format/pieces.h"
#include "reporter/format/verdict_text.h"
#include "reporter/report.h"

/* Writes the names of runs, adjacent ones bold together. */
static void write_runs(FILE *out, struct run_list runs)
{
    bool is_bold = false;

    for (size_t i = 0; i < runs.count; i++) {
        fputs(i == 0 ? "" : " ", out);
        fputs(is_bold ? "" : "**", out);
        write_markdown_name(out, runs.items[i].name);
        is_bold = runs.items[i].note.length == 0 && i + 1 < runs.count;
        fputs(is_bold ? "" : "**", out);
        write_markdown_in_brackets(out, runs.items[i].note);
    }
}

/* Writes "50,000 Ir", or "Ir" where that would be the sum of several runs. */
static void write_total(const struct markdown *markdown, const struct table_event *event)
{
    char figure[MAX_COUNT];

    format_figure(event->total.now, false, figure);
    if (!markdown->table->has_no_sum)
        fprintf(markdown->out, "%s ", figure);
    write_markdown_name(markdown->out, event->name);
}

/* Writes "+1,000 Ir, +2.00 % of 50,000", or for a ratio "5.25 D1%, was 4.75: +0.50". */
static void write_total_change(const struct markdown *markdown, const struct table_event *event)
{
    const struct cell difference = figure_change(&event->total);
    char change[MAX_COUNT], old[MAX_COUNT], growth[MAX_COUNT];
    FILE *out = markdown->out;

    format_figure(difference, true, change);
    format_figure(event->total.old, false, old);
    format_growth(difference, event->total.old, CHANGE_NONE, growth);
    if (event->is_ratio) {
        write_total(markdown, event);
        fprintf(out, ", was %s: %s", old, change);
        return;
    }
    fprintf(out, "%s%s ", difference.is_noise ? NOISE_MARK : "", change);
    write_markdown_name(out, event->name);
    fprintf(out, ", %s %% of %s", growth, old);
}

/* Writes how many further runs there are, and what is marked beside them. */
static void write_noise(const struct markdown *markdown)
{
    size_t count = markdown->facts->noise_runs.count;

    if (count == 0)
        return;
    fprintf(markdown->out, ". Noise: %zu more run%s", count, count == 1 ? "" : "s");
    if (markdown->table->is_difference)
        fputs("; " NOISE_MARK " marks changes within it", markdown->out);
}

/* Writes the names of the profiles. */
static void write_profiles(const struct markdown *markdown)
{
    const struct facts *facts = markdown->facts;
    const struct table *table = markdown->table;
    FILE *out = markdown->out;

    write_runs(out, facts->runs);
    if (!facts->runs_have_commands)
        write_markdown_in_brackets(out, facts->command);
    if (table->is_difference) {
        fputs(" less ", out);
        write_runs(out, facts->old_runs);
    }
}

/* Writes the line above the tables: the profile, and the totals of the events. */
static void write_lead(const struct markdown *markdown)
{
    const struct table *table = markdown->table;
    FILE *out = markdown->out;

    write_profiles(markdown);
    for (size_t i = 0; i < (table->n_slices != 0 ? 1 : table->n_events); i++) {
        fputs(i == 0 ? ": " : "; ", out);
        if (table->is_difference)
            write_total_change(markdown, &table->events[i]);
        else
            write_total(markdown, &table->events[i]);
    }
    write_noise(markdown);
    fputs("\n\n", out);
}

/* Writes the line above runs that are compared one by one, which have no total together. */
static void write_lead_of_runs(const struct markdown *markdown)
{
    write_profiles(markdown);
    write_noise(markdown);
    fputs("\n\n", markdown->out);
}

/* The columns that the table of limits has beside the usual ones. */
struct limit_columns {
    struct text rows; /* what the limits are about: "function"; empty where no row is named */
    bool has_runs, has_growth, has_shares;
};

static struct limit_columns limit_columns_of(struct verdict_list verdicts)
{
    struct limit_columns columns = {0};

    for (size_t i = 0; i < verdicts.count; i++) {
        const struct verdict *verdict = &verdicts.items[i];
        columns.has_runs |= verdict->run.length != 0;
        if (verdict->name.length != 0)
            columns.rows = columns.rows.length == 0 || text_equal(columns.rows, verdict->key)
                             ? verdict->key
                             : TEXT("of");
        columns.has_growth |= verdict->is_growth;
        columns.has_shares |= verdict->is_share && !verdict->is_growth;
    }
    return columns;
}

static void write_limits_heading(FILE *out, struct verdict_list verdicts,
                                 const struct limit_columns *columns)
{
    size_t counts[] = {[LIMIT_OK] = 0, [LIMIT_EXCEEDED] = 0, [LIMIT_UNDECIDED] = 0};

    for (size_t i = 0; i < verdicts.count; i++)
        counts[verdicts.items[i].outcome]++;
    fputs(counts[LIMIT_OK] == verdicts.count ? "### Limits: pass" : "### Limits: fail", out);
    if (counts[LIMIT_EXCEEDED] != 0)
        fprintf(out, ", %zu exceeded", counts[LIMIT_EXCEEDED]);
    if (counts[LIMIT_UNDECIDED] != 0)
        fprintf(out, ", %zu undecided", counts[LIMIT_UNDECIDED]);
    fprintf(out, "\n\n| verdict |%s limit |", columns->has_runs ? " input |" : "");
    if (columns->rows.length != 0)
        fprintf(out, " %.*s |", (int)columns->rows.length, columns->rows.at);
    fprintf(out, " figure |%s%s at most |\n|---|%s---|%s---:|%s%s---:|\n",
            columns->has_shares ? " % |" : "", columns->has_growth ? " was | change |" : "",
            columns->has_runs ? "---|" : "", columns->rows.length != 0 ? "---|" : "",
            columns->has_shares ? "---:|" : "", columns->has_growth ? "---:|---:|" : "");
}

static void write_limit(const struct markdown *markdown, const struct verdict *verdict,
                        const struct limit_columns *columns)
{
    const char *mark = verdict->outcome == LIMIT_OK ? "" : "**";
    struct text outcome = outcome_name(verdict->outcome);
    struct verdict_figures figures;
    FILE *out = markdown->out;

    verdict_figures_format(verdict, &figures);
    fprintf(out, "| %s%.*s%s", mark, (int)outcome.length, outcome.at, mark);
    if (verdict->reason != NULL)
        fprintf(out, ": %s", verdict->reason);
    if (verdict->n_others != 0)
        fprintf(out, ", of %zu more", verdict->n_others);
    fputs(" | ", out);
    if (columns->has_runs) {
        write_markdown_name(out, verdict->run);
        fputs(" | ", out);
    }
    write_markdown_name(out, verdict->limit);
    fputs(" | ", out);
    if (columns->rows.length != 0) {
        if (text_equal(verdict->key, TEXT("function")))
            write_markdown_function(markdown, verdict->name);
        else
            write_markdown_name(out, verdict->name);
        if (verdict->has_namesake)
            write_markdown_in_brackets(out, verdict->file);
        fputs(" | ", out);
    }
    fprintf(out, "%s%s | ", verdict->is_bound ? "\xe2\x89\xa5" : "", figures.figure); /* U+2265 */
    if (columns->has_shares)
        fprintf(out, "%s | ", verdict->is_growth ? "" : figures.share);
    if (columns->has_growth && verdict->has_spread)
        fprintf(out, "%s (%s to %s) | %s | ", figures.was, figures.least, figures.most,
                verdict->value.count == 0 ? NOISE_MARK : figures.change);
    else if (columns->has_growth && verdict->is_growth && figures.share[0] != '\0')
        fprintf(out, "%s | %s, %s of %s | ", figures.was, figures.change, figures.share,
                figures.whole);
    else if (columns->has_growth)
        fprintf(out, "%s | %s | ", figures.was, figures.change);
    fprintf(out, "%s |\n", figures.limit);
}

/* Writes the limits, with their result in the heading, above the figures. */
static void write_limits(const struct markdown *markdown, struct verdict_list verdicts)
{
    struct limit_columns columns = limit_columns_of(verdicts);

    if (verdicts.count == 0)
        return;
    write_limits_heading(markdown->out, verdicts, &columns);
    for (size_t i = 0; i < verdicts.count; i++)
        write_limit(markdown, &verdicts.items[i], &columns);
    fputc('\n', markdown->out);
}

/* Writes what makes the figures doubtful, above them: a quoted block of a line each. */
static void write_doubts(const struct markdown *markdown, const struct warnings *doubts)
{
    FILE *out = markdown->out;
    uint64_t count = doubts == NULL ? 0 : doubts->count;

    for (uint64_t i = 0; i < count && i < WARNINGS_KEPT; i++) {
        const struct warning *doubt = &doubts->first[i];
        fprintf(out, "%s> **note** (%s): ", i == 0 ? "" : "\\\n", doubt->name);
        if (doubt->path != NULL) {
            write_markdown_name(out, text_of(doubt->path));
            fputs(": ", out);
        }
        write_markdown_name(out, text_of(doubt->text));
    }
    fputs(count == 0 ? "" : "\n\n", out);
}

/* Writes the lines of an overview that are above its tables. */
static void write_messages(const struct markdown *markdown, const struct overview_facts *facts)
{
    for (size_t i = 0; i < facts->messages.count; i++) {
        fputs(i == 0 ? "> " : ">\n> ", markdown->out);
        write_markdown_name(markdown->out, facts->messages.items[i]);
        fputc('\n', markdown->out);
    }
    if (facts->messages.count != 0)
        fputc('\n', markdown->out);
}

/* Writes a table of an overview, which has one for each kind of row, under its title. */
static bool write_overview_table(const struct markdown *markdown, const struct section *section,
                                 struct error *error)
{
    if (section->title.length == 0)
        return refuse_section(section->kind, error);
    char first = section->title.at[0];
    fprintf(markdown->out, "#### %c%.*s\n\n", first - 'a' + 'A', (int)section->title.length - 1,
            section->title.at + 1);
    bool is_done = write_markdown_table(markdown, section, error);
    fputc('\n', markdown->out);
    return is_done;
}

static bool write_path(const struct markdown *markdown, struct error *error)
{
    FILE *out = markdown->out;
    struct path_text path;
    char share[MAX_COUNT];
    bool is_done = path_text_read(&path, markdown->table, out, error);

    fputs("Hottest path: ", out);
    for (size_t i = 0; i < path.names.count; i++) {
        fputs(i == 0 ? "" : " \xe2\x86\x92 ", out); /* U+2192 */
        write_markdown_function(markdown, path.names.items[i]);
    }
    format_path_share(&path, false, share);
    fprintf(out, ", %s\n\n", share);
    path_text_free(&path);
    return is_done;
}

static void write_commands(const struct markdown *markdown, const struct overview_facts *facts)
{
    FILE *out = markdown->out;

    for (size_t i = 0; i < facts->n_commands; i++) {
        fputs("- <code>", out);
        write_markdown_name(out, facts->commands[i].command);
        fputs("</code> ", out);
        write_markdown_name(out, facts->commands[i].shows);
        fputc('\n', out);
    }
}

static bool write_overview_section(const struct markdown *markdown, const struct report *report,
                                   const struct section *section, struct error *error)
{
    if (section->kind == SECTION_PATH)
        return write_path(markdown, error);
    if (section->kind != SECTION_OVERVIEW)
        return write_overview_table(markdown, section, error);
    write_limits(markdown, report->verdicts);
    write_lead(markdown);
    if (section->overview != NULL)
        write_messages(markdown, section->overview);
    return section->table.is_difference || write_overview_table(markdown, section, error);
}

static bool write_overview(const struct markdown *markdown, const struct report *report,
                           struct section *section, struct error *error)
{
    const struct overview_facts *facts = NULL;
    bool is_done = true;

    while (is_done && !ferror(markdown->out) && report->next(report->maker, section, error)) {
        facts = section->overview != NULL ? section->overview : facts;
        is_done = write_overview_section(markdown, report, section, error);
    }
    if (error->kind == ERROR_NONE && facts != NULL)
        write_commands(markdown, facts);
    return error->kind == ERROR_NONE;
}

static bool write_events(const struct markdown *markdown, const struct section *section,
                         struct error *error)
{
    FILE *out = markdown->out;
    const struct table_row *row;
    char total[MAX_COUNT];

    fputs("| total | event | long name | formula |\n|---:|---|---|---|\n", out);
    while ((row = table_next_row(&section->table, out, error)) != NULL) {
        const struct text texts[] = {row->event->name, row->event->long_name, row->event->formula};
        format_figure(row->self[0].now, false, total);
        fprintf(out, "| %s |", total);
        for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
            fputc(' ', out);
            write_markdown_name(out, texts[i]);
            fputs(" |", out);
        }
        fputc('\n', out);
    }
    return error->kind == ERROR_NONE;
}

/*
 * How each kind of section is written: what is above a report that begins with it, or NULL, and the
 * table itself.
 */
static const struct section_writer {
    void (*write_lead)(const struct markdown *markdown);
    bool (*write_table)(const struct markdown *markdown, const struct section *section,
                        struct error *error);
} writers[N_SECTION_KINDS] = {
    [SECTION_EVENTS] = {NULL, write_events},
    [SECTION_HOTSPOTS] = {write_lead, write_markdown_table},
    [SECTION_RUNS] = {write_lead_of_runs, write_markdown_table},
    [SECTION_PEEK] = {write_lead, write_markdown_table},
    [SECTION_CODE_LISTING] = {write_lead, write_markdown_table},
    [SECTION_CALL_TREE] = {write_lead, write_markdown_table},
    [SECTION_EXPLANATION] = {write_lead, write_markdown_table},
};

static struct markdown markdown_of(const struct report *report,
                                   const struct format_options *options, FILE *out,
                                   const struct section *section)
{
    return (struct markdown){
        .out = out,
        .facts = &report->facts,
        .table = &section->table,
        .has_texts = report->is_overview,
        .text = {.out = out, .options = options, .facts = &report->facts, .notes = report->notes}};
}

/* Writes the overviews of runs, each below the name of the run. */
static bool write_details(const struct report *report, const struct format_options *options,
                          FILE *out, struct error *error)
{
    struct report detail;
    bool is_done = true;

    while (is_done && report->next_detail != NULL && !ferror(out) &&
           report->next_detail(report->detail_maker, &detail, error)) {
        struct section section = {0};
        const struct markdown markdown = markdown_of(&detail, options, out, &section);
        fputs("\n## ", out);
        write_markdown_name(out, detail.run);
        fputs("\n\n", out);
        is_done = write_overview(&markdown, &detail, &section, error);
    }
    return error->kind == ERROR_NONE;
}

bool format_markdown(const struct report *report, const struct format_options *options, FILE *out,
                     struct error *error)
{
    struct section section = {0};
    const struct markdown markdown = markdown_of(report, options, out, &section);
    bool is_first = true, is_done = true;

    if (report->is_overview)
        return write_overview(&markdown, report, &section, error);
    while (is_done && !ferror(out) && report->next(report->maker, &section, error)) {
        const struct section_writer *writer = &writers[section.kind];
        if (writer->write_table == NULL)
            return refuse_section(section.kind, error);
        if (is_first) {
            write_limits(&markdown, report->verdicts);
            write_doubts(&markdown, report->doubts);
        }
        if (is_first && writer->write_lead != NULL)
            writer->write_lead(&markdown);
        is_first = false;
        if (section.table.none != NULL)
            fprintf(out, "%s\n", section.table.none);
        else
            is_done = writer->write_table(&markdown, &section, error);
    }
    return error->kind == ERROR_NONE && write_details(report, options, out, error);
}

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

/* Writes the headings of changes in a difference: one beside a cost, two beside a ratio. */
static void write_growth_heading(const struct markdown *markdown, size_t event)
{
    bool is_ratio = markdown->table->events[event].is_ratio;

    if (markdown->table->is_difference)
        fputs(is_ratio ? " old | points |" : " % of own |", markdown->out);
}

/* Writes the heading for how a cost changed since the row before. */
static void write_trend_heading(const struct markdown *markdown, size_t event)
{
    bool is_ratio = markdown->table->events[event].is_ratio;

    if (table_has(markdown->table, COLUMN_CHANGE))
        fputs(is_ratio ? " change |" : " change | change % |", markdown->out);
    if (table_has(markdown->table, COLUMN_SPREAD))
        fputs(is_ratio ? " spread |" : " spread | % of own |", markdown->out);
}

/* Writes how far a cost lies apart over several runs. */
static void write_spread(const struct markdown *markdown, size_t event, const struct figure *cost)
{
    char figure[MAX_COUNT], share[MAX_COUNT];

    format_figure(figure_spread(cost), false, figure);
    format_spread_share(cost, share);
    fprintf(markdown->out, " %s |", figure);
    if (!markdown->table->events[event].is_ratio)
        fprintf(markdown->out, " %s |", share);
}

static void write_trend(const struct markdown *markdown, size_t event, const struct figure *cost)
{
    const struct cell change = figure_change_of_both(cost);
    char figure[MAX_COUNT];

    if (!table_has(markdown->table, COLUMN_CHANGE))
        return;
    format_figure(change, true, figure);
    fprintf(markdown->out, " %s |", figure);
    if (!markdown->table->events[event].is_ratio)
        write_markdown_growth(markdown, change, cost->old, CHANGE_NONE);
}

/* Writes the heading of a table with slices, which shows the first event alone. */
static void write_slices_heading(const struct markdown *markdown)
{
    const struct table *table = markdown->table;
    bool is_ratio = table->events[0].is_ratio;
    size_t n_figures = table->n_slices;
    FILE *out = markdown->out;

    fputc('|', out);
    if (!table->has_no_sum) {
        write_markdown_cost_heading(markdown, 0, "self");
        n_figures += is_ratio ? 1 : 2;
    }
    for (size_t i = 0; i < table->n_slices; i++) {
        fputc(' ', out);
        write_markdown_name(out, table->slices[i].name);
        fputs(" |", out);
    }
    if (table->compares_slices) {
        fputs(is_ratio ? " change |" : " change | change % |", out);
        n_figures += is_ratio ? 1 : 2;
    }
    fprintf(out, " %.*s |\n|", (int)table->by.length, table->by.at);
    while (n_figures-- != 0)
        fputs("---:|", out);
    fputs("---|\n", out);
}

/* Writes what each slice has of a row, and how the last run differs from the first. */
static void write_slice_figures(const struct markdown *markdown, const struct table_row *row)
{
    const struct table *table = markdown->table;
    const struct cell none = {0};
    const struct cell own = row->self != NULL ? row->self[0].now : none;
    struct figure *figures = memory_alloc(table->n_events, sizeof *figures);
    char figure[MAX_COUNT];

    if (!table->has_no_sum)
        write_markdown_cost_and_share(markdown, 0, own);
    for (size_t i = 0; i < table->n_slices; i++) {
        bool has_row = table->find_in_slice(table->view, row->id, i, figures);
        write_markdown_cost(markdown, has_row ? figures[0].now : none);
    }
    free(figures);
    if (!table->compares_slices)
        return;
    enum change kind;
    const struct figure ends = table_slices_change(table, row, &kind);
    format_figure(figure_change(&ends), true, figure);
    fprintf(markdown->out, " %s |", figure);
    if (!table->events[0].is_ratio)
        write_markdown_growth(markdown, figure_change(&ends), ends.old, kind);
}

static void write_hotspots_heading(const struct markdown *markdown)
{
    const struct table *table = markdown->table;
    bool has_inclusive = table_has(table, COLUMN_INCLUSIVE);
    bool has_calls = table_has(table, COLUMN_CALLS);
    FILE *out = markdown->out;

    if (table->n_slices != 0) {
        write_slices_heading(markdown);
        return;
    }
    fputc('|', out);
    for (size_t i = 0; i < table->n_events; i++) {
        write_markdown_cost_heading(markdown, i, "self");
        write_growth_heading(markdown, i);
        write_trend_heading(markdown, i);
        if (!has_inclusive)
            continue;
        write_markdown_cost_heading(markdown, i, "inclusive");
        write_growth_heading(markdown, i);
    }
    bool has_verdicts = table_has(table, COLUMN_VERDICT);
    fprintf(out, "%s%s %.*s |\n|", has_calls ? " calls |" : "", has_verdicts ? " verdict |" : "",
            (int)table->by.length, table->by.at);
    write_markdown_rule(markdown, has_inclusive ? 2 : 1, table->is_difference,
                        (size_t)has_calls + has_verdicts);
}

/*
 * Writes a cost and its share; in a difference the change, or what a ratio is, was, and by how much
 * it changed.
 */
static void write_figure(const struct markdown *markdown, size_t event, const struct figure *figure)
{
    const struct table *table = markdown->table;

    if (table->is_difference && table->events[event].is_ratio)
        write_markdown_ratio_change(markdown, figure);
    else
        write_markdown_cost_and_share(markdown, event, table_shown(table, figure));
}

/* Writes how a cost changed, in a difference; a ratio's figure already says so. */
static void write_growth(const struct markdown *markdown, size_t event, const struct figure *cost,
                         enum change kind)
{
    const struct table *table = markdown->table;

    if (table->is_difference && !table->events[event].is_ratio)
        write_markdown_growth(markdown, figure_change(cost), cost->old, kind);
}

/* Writes what became of a run, if the table has that. */
static void write_verdict(const struct markdown *markdown, const struct table_row *row)
{
    const char *word = row->run_verdict != NULL ? row->run_verdict : "";
    const char *mark = strcmp(word, "exceeded") == 0 ? "**" : "";

    if (table_has(markdown->table, COLUMN_VERDICT))
        fprintf(markdown->out, " %s%s%s |", mark, word, mark);
}

/* Writes a hotspot. The self cost of a cycle, which has only inclusive cost, is ".". */
static void write_hotspot(const struct markdown *markdown, const struct table_row *row)
{
    static const struct figure none = {0};
    const struct table *table = markdown->table;
    bool has_slices = table->n_slices != 0;

    fputc('|', markdown->out);
    if (has_slices)
        write_slice_figures(markdown, row);
    for (size_t i = 0; !has_slices && i < table->n_events; i++) {
        const struct figure *self = row->self != NULL ? &row->self[i] : &none;
        write_figure(markdown, i, self);
        write_growth(markdown, i, self, row->old.change);
        write_trend(markdown, i, self);
        if (table_has(table, COLUMN_SPREAD))
            write_spread(markdown, i, table->is_by_inclusive ? &row->inclusive[i] : self);
        if (!table_has(table, COLUMN_INCLUSIVE))
            continue;
        write_figure(markdown, i, &row->inclusive[i]);
        write_growth(markdown, i, &row->inclusive[i], row->old.change);
    }
    if (!has_slices && table_has(table, COLUMN_CALLS))
        write_markdown_cost(markdown, row_calls(table, row));
    write_verdict(markdown, row);
    write_markdown_label(markdown, row);
}

static bool write_hotspots(const struct markdown *markdown, struct error *error)
{
    const struct table_row *row;

    write_hotspots_heading(markdown);
    while ((row = table_next_row(markdown->table, markdown->out, error)) != NULL)
        write_hotspot(markdown, row);
    return error->kind == ERROR_NONE;
}

/* Writes a run of two builds: what it cost, what it costs, and the change. */
static void write_run(const struct markdown *markdown, const struct table_row *row)
{
    const struct table *table = markdown->table;
    FILE *out = markdown->out;
    char figure[MAX_COUNT];

    fputc('|', out);
    for (size_t i = 0; i < table->n_events; i++) {
        const struct figure *cost = &row->self[i];
        const struct cell change = figure_change(cost);
        format_figure(cost->old, false, figure);
        fprintf(out, " %s |", figure);
        format_figure(cost->now, false, figure);
        fprintf(out, " %s |", figure);
        write_markdown_cost(markdown, change);
        write_markdown_growth(markdown, change, cost->old, row->old.change);
    }
    write_verdict(markdown, row);
    write_markdown_label(markdown, row);
}

static bool write_runs_of_builds(const struct markdown *markdown, struct error *error)
{
    const struct table *table = markdown->table;
    bool has_verdicts = table_has(table, COLUMN_VERDICT);
    FILE *out = markdown->out;
    const struct table_row *row;

    fputc('|', out);
    for (size_t i = 0; i < table->n_events; i++) {
        fputs(" old | ", out);
        if (table->n_events > 1)
            write_markdown_name(out, table->events[i].name);
        else
            fputs("new", out);
        fputs(" | change | % of own |", out);
    }
    fprintf(out, "%s %.*s |\n|", has_verdicts ? " verdict |" : "", (int)table->by.length,
            table->by.at);
    for (size_t i = 0; i < table->n_events; i++)
        fputs("---:|---:|---:|---:|", out);
    fputs(has_verdicts ? "---|---|\n" : "---|\n", out);
    while ((row = table_next_row(table, out, error)) != NULL)
        write_run(markdown, row);
    return error->kind == ERROR_NONE;
}

/* By kind of row: how it is related to the function. */
static const char *const relations[] = {
    [ROW_FUNCTION] = "**function**", [ROW_CALLER] = "called from",
    [ROW_CALLEE] = "calls",          [ROW_RECURSION] = "calls itself",
    [ROW_FILE] = "self cost in",     [ROW_PATH] = "on the hottest path",
};

/* Returns how many figures a row has in a column of calls, beside its cost. */
static size_t count_figures(const struct table *table, enum column_id column)
{
    if (column == COLUMN_INCLUSIVE || !table_has(table, column) || !table_has(table, COLUMN_CALLS))
        return 0;
    return column_kinds[column].width == PER_ROW ? 1 : table->n_events;
}

/* Writes a row's figures in a column of calls, unless it is the cost, which comes before. */
static void write_call_figures(const struct markdown *markdown, const struct table_row *row,
                               enum column_id column)
{
    const struct placed_row placed = {.table = markdown->table, .row = row};

    for (size_t i = 0; i < count_figures(markdown->table, column); i++) {
        const struct value value = column_value(column, &placed, i);
        if (value.kind == VALUE_NONE)
            fputs(" |", markdown->out);
        else
            write_markdown_cost(markdown, value.figure);
    }
}

static void write_peeked(const struct markdown *markdown, const struct table_row *row)
{
    const struct figure *figures = row->inclusive != NULL ? row->inclusive : row->self;

    fprintf(markdown->out, "| %s |", relations[row->kind]);
    for (size_t i = 0; i < markdown->table->n_events; i++)
        write_figure(markdown, i, &figures[i]);
    for (const enum column_id *id = call_columns; *id != N_COLUMNS; id++)
        write_call_figures(markdown, row, *id);
    write_markdown_label(markdown, row);
}

static bool write_peek(const struct markdown *markdown, struct error *error)
{
    FILE *out = markdown->out;
    const struct table_row *row;
    size_t n_others = 0;

    fputs("| |", out);
    for (size_t i = 0; i < markdown->table->n_events; i++) {
        write_markdown_cost_heading(markdown, i, "cost");
        if (markdown->table->events[i].is_ratio)
            write_growth_heading(markdown, i);
    }
    for (const enum column_id *id = call_columns; *id != N_COLUMNS; id++)
        for (size_t i = 0; i < count_figures(markdown->table, *id); i++, n_others++)
            fprintf(out, " %s |", column_kinds[*id].heading);
    fputs(" function |\n|---|", out);
    write_markdown_rule(markdown, 1, false, n_others);
    while ((row = table_next_row(markdown->table, out, error)) != NULL)
        write_peeked(markdown, row);
    fputc('\n', out);
    return error->kind == ERROR_NONE;
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
    bool is_done = section->kind == SECTION_EXPLANATION ? write_markdown_causes(markdown, error)
                                                        : write_hotspots(markdown, error);
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

static void write_event(const struct markdown *markdown, const struct table_row *row)
{
    const struct text texts[] = {row->event->name, row->event->long_name, row->event->formula};

    fputc('|', markdown->out);
    write_markdown_cost(markdown, row->self[0].now);
    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        fputc(' ', markdown->out);
        write_markdown_name(markdown->out, texts[i]);
        fputs(" |", markdown->out);
    }
    fputc('\n', markdown->out);
}

static bool write_events(const struct markdown *markdown, struct error *error)
{
    const struct table_row *row;

    fputs("| total | event | long name | formula |\n|---:|---|---|---|\n", markdown->out);
    while ((row = table_next_row(markdown->table, markdown->out, error)) != NULL)
        write_event(markdown, row);
    return error->kind == ERROR_NONE;
}

/*
 * How each kind of section is written: what is above a report that begins with it, or NULL, and the
 * table itself.
 */
static const struct section_writer {
    void (*write_lead)(const struct markdown *markdown);
    bool (*write_table)(const struct markdown *markdown, struct error *error);
} writers[N_SECTION_KINDS] = {
    [SECTION_EVENTS] = {NULL, write_events},
    [SECTION_HOTSPOTS] = {write_lead, write_hotspots},
    [SECTION_RUNS] = {write_lead_of_runs, write_runs_of_builds},
    [SECTION_PEEK] = {write_lead, write_peek},
    [SECTION_CODE_LISTING] = {write_lead, write_markdown_listing},
    [SECTION_CALL_TREE] = {write_lead, write_markdown_tree},
    [SECTION_EXPLANATION] = {write_lead, write_markdown_causes},
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
            is_done = writer->write_table(&markdown, error);
    }
    return error->kind == ERROR_NONE && write_details(report, options, out, error);
}

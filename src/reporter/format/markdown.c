/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_sections.h"
#include "reporter/format/verdict_text.h"
#include "reporter/report.h"

/* Writes the lines above the tables, which are those of text. */
static void write_lead(const struct text_writer *writer, const struct table *table)
{
    struct arena arena = {0};
    struct text_list lines = lead_lines(writer->facts, table, false, &arena);

    for (size_t i = 0; i < lines.count; i++) {
        fputs(i == 0 ? "" : "\\\n", writer->out);
        write_markdown_name(writer->out, lines.items[i]);
    }
    fputs("\n\n", writer->out);
    arena_free(&arena);
}

/* Writes the limits, with their result in the heading, above the figures. */
static void write_limits(FILE *out, struct verdict_list verdicts)
{
    size_t n_ok = 0;
    char words[VERDICT_ROOM];

    for (size_t i = 0; i < verdicts.count; i++)
        n_ok += verdicts.items[i].outcome == LIMIT_OK;
    if (verdicts.count != 0)
        fputs(n_ok == verdicts.count ? "### Limits: pass\n\n" : "### Limits: fail\n\n", out);
    for (size_t i = 0; i < verdicts.count; i++) {
        const struct verdict *verdict = &verdicts.items[i];
        const char *mark = verdict->outcome == LIMIT_OK ? "" : "**";
        fprintf(out, "- %s%s%s: ", mark, outcome_name(verdict->outcome).at, mark);
        write_markdown_name(out, verdict->run);
        fputs(verdict->run.length != 0 ? ": " : "", out);
        format_verdict(verdict, words);
        write_markdown_name(out, text_of(words));
        fputc('\n', out);
    }
    fputs(verdicts.count != 0 ? "\n" : "", out);
}

/* Writes what makes the figures doubtful, above them: a quoted block of a line each. */
static void write_doubts(FILE *out, const struct warnings *doubts)
{
    uint64_t count = doubts == NULL ? 0 : doubts->count;
    char text[1000];

    for (uint64_t i = 0; i < count && i < WARNINGS_KEPT; i++) {
        warning_format(&doubts->first[i], text, sizeof text);
        fprintf(out, "%s> **note** (%s): ", i == 0 ? "" : "\\\n", doubts->first[i].name);
        write_markdown_name(out, text_of(text));
    }
    fputs(count == 0 ? "" : "\n\n", out);
}

/* Writes the lines of an overview that are above its tables. */
static void write_messages(FILE *out, const struct overview_facts *facts)
{
    for (size_t i = 0; i < facts->messages.count; i++) {
        fputs(i == 0 ? "> " : ">\n> ", out);
        write_markdown_name(out, facts->messages.items[i]);
        fputc('\n', out);
    }
    fputs(facts->messages.count != 0 ? "\n" : "", out);
}

static bool write_path(FILE *out, const struct table *table, struct error *error)
{
    enum { ROOM = 4 * NAME_ROOM };
    struct buffer line = {0};
    bool is_done = append_path(&line, table, ROOM, false, out, error);

    fputs("Hottest path: ", out);
    write_markdown_name(out, buffer_text(&line));
    fputc('\n', out);
    free(line.at);
    return is_done;
}

static void write_commands(FILE *out, const struct overview_facts *facts)
{
    for (size_t i = 0; i < facts->n_commands; i++) {
        fputs("- <code>", out);
        write_markdown_name(out, facts->commands[i].command);
        fputs("</code> ", out);
        write_markdown_name(out, facts->commands[i].shows);
        fputc('\n', out);
    }
}

/* Writes what is above the first section. */
static void write_head(const struct text_writer *writer, const struct report *report,
                       const struct section *section)
{
    write_limits(writer->out, report->verdicts);
    if (section->overview == NULL) /* else they are among its messages */
        write_doubts(writer->out, report->doubts);
    if (section->kind != SECTION_EVENTS)
        write_lead(writer, &section->table);
    if (section->overview != NULL)
        write_messages(writer->out, section->overview);
}

static bool write_section(const struct text_writer *writer, const struct section *section,
                          struct error *error)
{
    if (section->kind == SECTION_PATH)
        return write_path(writer->out, &section->table, error);
    if (section->kind == SECTION_CODE_LISTING)
        return format_code_listing(writer, section, error);
    if (section->table.none == NULL)
        return format_table(writer, section, error);
    fprintf(writer->out, "%s\n", section->table.none);
    return true;
}

/* Writes a report; the tables of an overview are below titles, and what to type next goes last. */
static bool write_sections(const struct report *report, const struct format_options *options,
                           FILE *out, struct error *error)
{
    struct section section = {0};
    const struct text_writer writer = {.out = out,
                                       .is_markdown = true,
                                       .options = options,
                                       .facts = &report->facts,
                                       .notes = report->notes};
    const struct overview_facts *overview = NULL;
    bool is_first = true, is_done = true;

    while (is_done && report_next(report, out, &section, error)) {
        if (is_first)
            write_head(&writer, report, &section);
        is_first = false;
        overview = section.overview != NULL ? section.overview : overview;
        if (section.overview != NULL && section.table.is_difference)
            continue; /* it has no objects */
        if (overview != NULL && section.kind != SECTION_PATH)
            fprintf(out, "#### %c%.*s\n\n", section.title.at[0] - 'a' + 'A',
                    (int)section.title.length - 1, section.title.at + 1);
        is_done = write_section(&writer, &section, error);
        fputs(overview != NULL ? "\n" : "", out);
    }
    if (error->kind == ERROR_NONE && overview != NULL)
        write_commands(out, overview);
    return error->kind == ERROR_NONE;
}

bool format_markdown(const struct report *report, const struct format_options *options, FILE *out,
                     struct error *error)
{
    const struct format_options unlimited = {.format = options->format};
    struct report detail;

    if (!write_sections(report, &unlimited, out, error))
        return false;
    /* The overviews of runs are each below the name of the run. */
    while (report->next_detail != NULL && error->kind == ERROR_NONE && !ferror(out) &&
           report->next_detail(report->detail_maker, &detail, error)) {
        fputs("\n## ", out);
        write_markdown_name(out, detail.run);
        fputs("\n\n", out);
        write_sections(&detail, &unlimited, out, error);
    }
    return error->kind == ERROR_NONE;
}

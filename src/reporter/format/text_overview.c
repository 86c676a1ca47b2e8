/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes an overview as text. Its view chooses how many rows each table has, so that all of it is
 * on one screen; only functions give way to what a run has beside them: messages, limits and
 * events.
 */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/grid.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/format/verdict_text.h"
#include "reporter/report.h"

/* There is room for two lines of each limit and message, which few exceed; others are indented. */
enum { MOST_MESSAGES = 4, MESSAGE_LINES = 2, MESSAGE_INDENT = 2 };

enum { MOST_COMMANDS = 5 };

struct path_text {
    struct arena arena;
    struct text_list names; /* from the start down */
    struct cell cost;       /* of the whole path */
};

static void read_path(struct path_text *path, const struct table *table, FILE *out,
                      struct error *error)
{
    const struct table_row *row;

    while ((row = table_next_row(table, out, error)) != NULL) {
        struct text name = arena_copy_text(&path->arena, row_name(row));
        size_t count = path->names.count; /* a function that calls itself is there once */
        if (count == 0 || !text_equal(path->names.items[count - 1], name))
            arena_append_text(&path->arena, &path->names, name);
        path->cost = row->inclusive[table->measured].now;
    }
}

/* Appends the share of a path: "38.00 %", after a sign for "at least" or "about" if it is a bound.
 */
static void append_share(struct buffer *to, struct cell cost, int64_t total, bool is_ascii)
{
    bool has_least = cost.has_range && cost.least > 0 && cost.least < cost.most;
    struct text mark = cost.is_bound || has_least ? sign_text(SIGN_AT_LEAST, is_ascii)
                     : cost.is_estimate           ? TEXT("~")
                                                  : TEXT("");
    bool is_least = cost.has_range && (cost.is_bound || has_least);

    buffer_print(to, "   %.*s%.2f %%", (int)mark.length, mark.at,
                 percent_of(is_least ? cost.least : cost.value, total));
}

bool append_path(struct buffer *to, const struct table *table, size_t room, bool is_ascii,
                 FILE *out, struct error *error)
{
    struct path_text path = {0};
    struct buffer sign = {0}, share = {0};

    read_path(&path, table, out, error);
    append_share(&share, path.cost, table->events[table->measured].base.value, is_ascii);
    buffer_print(&sign, " %s ", sign_text(SIGN_CALLS, is_ascii).at);
    const struct chain chain = {path.names.items, path.names.count, buffer_text(&sign)};
    size_t taken = text_columns(buffer_text(&share));
    if (path.names.count != 0)
        append_chain(to, &chain, room == 0 ? 0 : room > taken ? room - taken : 1, is_ascii);
    buffer_append(to, buffer_text(&share));
    free(sign.at);
    free(share.at);
    arena_free(&path.arena);
    return error->kind == ERROR_NONE;
}

struct overview_text {
    const struct text_writer *writer;
    const struct report *report;
    const struct overview_facts *facts;
    FILE *out;                                  /* the writer's */
    size_t width;                               /* SIZE_MAX: no limit */
    size_t n_functions, n_messages, n_commands; /* as many as are written */
};

static size_t at_most(size_t count, size_t most)
{
    return count < most ? count : most;
}

/* Finds how many functions there is room for, beside all else. */
static void lay_out(struct overview_text *text, const struct table *totals)
{
    const struct overview_facts *facts = text->facts;
    size_t height = text->writer->options->height;
    size_t n_lines_each = text->width == SIZE_MAX ? 1 : MESSAGE_LINES; /* of messages */
    size_t n_tables = 1, n_profiles = totals->is_difference ? 2 : 1, n_paths = facts->has_path;

    text->n_functions = facts->n_functions;
    text->n_messages = facts->messages.count;
    text->n_commands = facts->n_commands;
    if (height == 0)
        return;
    text->n_messages = at_most(text->n_messages, MOST_MESSAGES);
    text->n_commands = at_most(text->n_commands, MOST_COMMANDS);
    n_tables += facts->n_causes != 0 ? 1 : 0;
    n_tables += facts->n_lines != 0 ? 1 : 0;
    size_t taken = n_profiles + totals->n_events + n_tables + facts->n_causes + facts->n_lines +
                   n_paths + text->n_commands + n_lines_each * text->report->verdicts.count +
                   n_lines_each * text->n_messages;
    taken += text->n_messages < facts->messages.count ? 1 : 0;
    text->n_functions = at_most(text->n_functions, height > taken ? height - taken : 1);
}

static void write_line(const struct overview_text *text, struct text line)
{
    write_cut(text->out, line, text->width, text->writer->options->is_ascii);
    fputc('\n', text->out);
}

static void write_message(const struct overview_text *text, struct text message)
{
    write_filled(text->out, message, 0, MESSAGE_INDENT, text->writer->options->width);
}

/* Writes the verdicts; one that is not ok stands out. */
static void write_verdicts(const struct overview_text *text)
{
    for (size_t i = 0; i < text->report->verdicts.count; i++) {
        const struct verdict *verdict = &text->report->verdicts.items[i];
        bool is_ok = verdict->outcome == LIMIT_OK;
        bool has_color = !is_ok && text->writer->options->has_color;
        struct buffer line = {0};
        char words[VERDICT_ROOM];
        format_verdict(verdict, words);
        buffer_append(&line, outcome_name(verdict->outcome));
        buffer_print(&line, ": %s", words);
        tint_begin(text->out, has_color, TINT_HOTTEST);
        write_message(text, buffer_text(&line));
        tint_end(text->out, has_color, TINT_HOTTEST);
        free(line.at);
    }
}

/* Appends the objects that cost something, and their shares, as far as there is room. */
static bool append_objects(const struct overview_text *text, const struct table *table,
                           struct buffer *line, struct error *error)
{
    int64_t base = table->events[table->measured].base.value;
    const struct table_row *row;
    const char *before = "     ";

    while ((row = table_next_row(table, text->out, error)) != NULL) {
        double share = percent_of(table_shown(table, &row->self[table->measured]).value, base);
        size_t length = line->length;
        if (row->object.at == NULL || fabs(share) < 0.05)
            continue;
        buffer_append(line, text_of(before));
        buffer_append(line, path_base(row->object));
        buffer_print(line, " %.1f %%", share);
        before = ", ";
        if (text_columns(buffer_text(line)) > text->width) {
            line->length = length;
            break;
        }
    }
    return error->kind == ERROR_NONE;
}

/* Writes the totals, a line for each event; objects stand after that of the measured one. */
static bool write_totals(const struct overview_text *text, const struct table *table,
                         struct error *error)
{
    bool is_done = true;

    for (size_t i = 0; is_done && i < table->n_events; i++) {
        struct buffer line = {0};
        buffer_append(&line, i == 0 ? TEXT("total:   ") : TEXT("         "));
        append_total(&line, &table->events[i], table, true, text->writer->options->is_ascii);
        if (i == table->measured && !table->events[i].is_ratio)
            is_done = append_objects(text, table, &line, error);
        write_line(text, buffer_text(&line));
        free(line.at);
    }
    return is_done;
}

/* Writes what is above the tables. */
static bool begin(struct overview_text *text, const struct section *section, struct error *error)
{
    struct arena arena = {0};
    struct text_list profiles;
    size_t n_messages;

    text->facts = section->overview;
    lay_out(text, &section->table);
    write_verdicts(text);
    profiles = profile_lines(text->writer->facts, section->table.is_difference, &arena);
    for (size_t i = 0; i < profiles.count; i++)
        write_line(text, profiles.items[i]);
    arena_free(&arena);
    if (!write_totals(text, &section->table, error))
        return false;
    for (size_t i = 0; i < text->n_messages; i++)
        write_message(text, text->facts->messages.items[i]);
    n_messages = text->facts->messages.count;
    if (text->n_messages < n_messages)
        fprintf(text->out, "more messages, see --report: %zu\n", n_messages - text->n_messages);
    return true;
}

static bool write_path(const struct overview_text *text, const struct section *section,
                       struct error *error)
{
    static const char title[] = "hottest path: ";
    struct buffer line = {0};
    size_t room = text->width == SIZE_MAX     ? 0
                : text->width >= sizeof title ? text->width + 1 - sizeof title
                                              : 1;
    bool is_done = append_path(&line, &section->table, room, text->writer->options->is_ascii,
                               text->out, error);

    if (is_done) {
        write_tinted(text->out, text->writer->options->has_color, TINT_TITLE, TEXT(title));
        write_text(text->out, buffer_text(&line));
        fputc('\n', text->out);
    }
    free(line.at);
    return is_done;
}

static bool write_section(struct overview_text *text, const struct section *section,
                          struct error *error)
{
    bool is_of_lines = table_is_of_lines(&section->table);
    struct text_writer brief = *text->writer;

    if (section->kind == SECTION_OVERVIEW)
        return begin(text, section, error);
    if (is_of_lines && text->facts->n_lines == 0)
        return true;
    if (section->table.none != NULL) {
        fprintf(text->out, "%s\n", section->table.none);
        return true;
    }
    if (section->kind == SECTION_PATH)
        return write_path(text, section, error);
    brief.is_brief = true;
    brief.most_rows = is_of_lines                          ? text->facts->n_lines
                    : section->kind == SECTION_EXPLANATION ? SIZE_MAX
                                                           : text->n_functions;
    return format_table(&brief, section, error);
}

/* Writes what a command shows after it, if there is room. */
static void write_command(const struct overview_text *text, const struct next_command *command,
                          size_t column)
{
    size_t columns = text_columns(command->command), shown = command->shows.length;

    write_text(text->out, command->command);
    if (columns + GAP + shown <= text->width) {
        bool is_aligned = columns < column && column + GAP + shown <= text->width;
        write_blanks(text->out, GAP + (is_aligned ? column - columns : 0));
        write_tinted(text->out, text->writer->options->has_color, TINT_DIM, command->shows);
    }
    fputc('\n', text->out);
}

/* Writes the first commands and the last, which is help. */
static void write_commands(const struct overview_text *text)
{
    const struct next_command *commands = text->facts->commands;
    size_t column = 0, count = text->n_commands;

    for (size_t i = 0; i < count; i++) {
        size_t columns = text_columns(commands[i].command);
        if (columns + GAP + commands[i].shows.length <= text->width)
            column = at_least(column, columns);
    }
    for (size_t i = 0; i < count; i++)
        write_command(text, &commands[i + 1 < count ? i : text->facts->n_commands - 1], column);
}

bool format_text_overview(const struct text_writer *writer, const struct report *report,
                          struct error *error)
{
    static const struct overview_facts nothing = {0};
    size_t width = writer->options->width;
    struct overview_text text = {.writer = writer,
                                 .report = report,
                                 .facts = &nothing,
                                 .out = writer->out,
                                 .width = width != 0 ? width : SIZE_MAX};
    struct section section = {0};
    bool is_done = true;

    while (is_done && report_next(report, text.out, &section, error))
        is_done = write_section(&text, &section, error);
    if (error->kind == ERROR_NONE)
        write_commands(&text);
    return error->kind == ERROR_NONE;
}

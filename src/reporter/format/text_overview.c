/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/grid.h"
#include "reporter/format/path_text.h"
#include "reporter/format/pieces.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_sections.h"
#include "reporter/format/verdict_text.h"
#include "reporter/report.h"

/* Messages take two lines at most, and what they are cut to goes on below their beginning. */
enum { MESSAGE_LINES = 2, MESSAGE_INDENT = 2 };

/* How little is shown of each where there is no room. */
enum { FEWEST_FUNCTIONS = 3, FEWEST_LINES = 2, FEWEST_CAUSES = 1, FEWEST_MESSAGES = 3 };

/* Where commands do not fit into two columns, no more than this many are written. */
enum { MOST_OTHER_COMMANDS = 5, USUAL_WIDTH = 80, BETWEEN_COMMANDS = 4 };

struct overview_text {
    const struct text_writer *writer;
    FILE *out; /* the writer's */
    size_t width;
    const struct overview_facts *facts;
    struct verdict_list verdicts;
    const struct table *totals; /* only while its section is written */
    bool is_difference;
    size_t n_functions, n_lines, n_causes, n_messages; /* as many as there is room for */
    size_t most_message_lines;                         /* that each may take */
    bool has_gaps;                                     /* there is room for blank lines */
    bool is_aligned; /* the commands are in two columns; else two of them are on a line
                        where they fit */
};

/* Returns the lines that a message takes. */
static size_t message_lines(const struct overview_text *text, struct text message)
{
    return text->width == 0 || text_columns(message) <= text->width ? 1 : text->most_message_lines;
}

/* Returns the lines that messages take, with the one that says how many are left out. */
static size_t count_message_lines(const struct overview_text *text)
{
    size_t count = text->n_messages < text->facts->messages.count ? 1 : 0;

    for (size_t i = 0; i < text->n_messages; i++)
        count += message_lines(text, text->facts->messages.items[i]);
    return count;
}

/* Writes a message on as many lines, and cuts it at the end of the last one. */
static void write_message(const struct overview_text *text, struct text message)
{
    bool is_ascii = text->writer->options->is_ascii;

    if (message_lines(text, message) == 1) {
        write_cut(text->out, message, text->width == 0 ? SIZE_MAX : text->width, is_ascii);
        fputc('\n', text->out);
        return;
    }
    struct text first = text_head(message, text->width);
    while (first.length > 1 && message.at[first.length] != ' ')
        first.length--;
    if (first.length <= 1)
        first = text_head(message, text->width);
    write_text(text->out, first);
    fprintf(text->out, "\n%*s", MESSAGE_INDENT, "");
    struct text rest = text_trim(text_skip(message, first.length));
    write_cut(text->out, rest, text->width - MESSAGE_INDENT, is_ascii);
    fputc('\n', text->out);
}

static void make_verdict(const struct verdict *verdict, char line[VERDICT_ROOM + 20])
{
    struct text outcome = outcome_name(verdict->outcome);
    char text[VERDICT_ROOM];

    format_verdict(verdict, text);
    snprintf(line, VERDICT_ROOM + 20, "%.*s: %s", (int)outcome.length, outcome.at, text);
}

static size_t count_verdict_lines(const struct overview_text *text)
{
    char line[VERDICT_ROOM + 20];
    size_t count = 0;

    for (size_t i = 0; i < text->verdicts.count; i++) {
        make_verdict(&text->verdicts.items[i], line);
        count += message_lines(text, text_of(line));
    }
    return count;
}

/* Writes the verdicts; one that is not ok stands out. */
static void write_verdicts(const struct overview_text *text)
{
    char line[VERDICT_ROOM + 20];

    for (size_t i = 0; i < text->verdicts.count; i++) {
        bool is_ok = text->verdicts.items[i].outcome == LIMIT_OK;
        const struct palette *palette = is_ok ? NULL : text->writer->options->palette;
        make_verdict(&text->verdicts.items[i], line);
        tint_begin(text->out, palette, TINT_HOTTEST);
        write_message(text, text_of(line));
        tint_end(text->out, palette, TINT_HOTTEST);
    }
}

static void write_messages(const struct overview_text *text)
{
    size_t count = text->facts->messages.count;

    for (size_t i = 0; i < text->n_messages; i++)
        write_message(text, text->facts->messages.items[i]);
    if (text->n_messages < count)
        fprintf(text->out, "%zu more messages: --report has them\n", count - text->n_messages);
}

/* Returns how many commands are written: where few fit side by side, the first and the last. */
static size_t count_commands(const struct overview_text *text)
{
    size_t count = text->facts->n_commands;

    return text->is_aligned || count < MOST_OTHER_COMMANDS ? count : MOST_OTHER_COMMANDS;
}

static const struct next_command *command_at(const struct overview_text *text, size_t i)
{
    bool is_last = i + 1 == count_commands(text);

    return &text->facts->commands[is_last ? text->facts->n_commands - 1 : i];
}

/* Returns the columns that a command takes with what it shows. */
static size_t columns_of_command(const struct next_command *command)
{
    return text_columns(command->command) + GAP + text_columns(command->shows);
}

/* Returns how many of the commands from the i-th on are on one line: two where they fit. */
static size_t commands_of_line(const struct overview_text *text, size_t i)
{
    size_t width = text->width != 0 ? text->width : USUAL_WIDTH;

    if (i + 1 == count_commands(text))
        return 1;
    return columns_of_command(command_at(text, i)) + BETWEEN_COMMANDS +
                       columns_of_command(command_at(text, i + 1)) <=
                   width
             ? 2
             : 1;
}

/* Finds whether the commands fit into two columns, each of which its widest command aligns. */
static bool commands_fit(const struct overview_text *text)
{
    size_t width = text->width != 0 ? text->width : USUAL_WIDTH, widest[2] = {0};
    const struct next_command *commands = text->facts->commands;

    for (size_t i = 0; i < text->facts->n_commands; i++)
        widest[i % 2] = at_least(widest[i % 2], text_columns(commands[i].command));
    for (size_t i = 0; i < text->facts->n_commands; i++)
        if (widest[i % 2] + GAP + text_columns(commands[i].shows) + GAP > width / 2)
            return false;
    return true;
}

static size_t command_lines(const struct overview_text *text)
{
    size_t count = 0;

    for (size_t i = 0; i < count_commands(text); i += commands_of_line(text, i))
        count++;
    return count;
}

/* Returns the width of the widest command in a column, or of those that have their own line. */
static size_t command_width(const struct overview_text *text, size_t column)
{
    size_t limit = text->width != 0 ? text->width : SIZE_MAX, width = 0, on_line;

    for (size_t i = 0; i < count_commands(text); i += on_line) {
        on_line = commands_of_line(text, i);
        if (column >= on_line || (!text->is_aligned && on_line != 1))
            continue;
        const struct next_command *command = command_at(text, i + column);
        if (columns_of_command(command) <= limit)
            width = at_least(width, text_columns(command->command));
    }
    return width;
}

/*
 * Writes a command with what it shows, or only how it ends where it is too long: it begins as the
 * one just typed. Returns the columns that it took.
 */
static size_t write_command(const struct overview_text *text, const struct next_command *command,
                            size_t width)
{
    const struct palette *palette = text->writer->options->palette;
    size_t limit = text->width != 0 ? text->width : SIZE_MAX;
    bool has_room = text_columns(command->command) <= limit;
    struct buffer words = {0};

    buffer_append(&words, has_room ? command->command : TEXT("quern ... "));
    buffer_append(&words, has_room ? TEXT("") : command->options);
    size_t columns = text_columns(buffer_text(&words)), shown = text_columns(command->shows);
    write_text(text->out, buffer_text(&words));
    free(words.at);
    if (columns + GAP + shown > limit)
        return columns;
    if (at_least(columns, width) + GAP + shown > limit)
        width = columns;
    write_blanks(text->out, at_least(columns, width) - columns + GAP);
    write_tinted(text->out, palette, TINT_DIM, command->shows);
    return at_least(columns, width) + GAP + shown;
}

static void write_commands(const struct overview_text *text)
{
    size_t half = (text->width != 0 ? text->width : USUAL_WIDTH) / 2, on_line;

    for (size_t i = 0; i < count_commands(text); i += on_line) {
        on_line = commands_of_line(text, i);
        bool has_width = text->is_aligned || on_line == 1;
        size_t taken =
            write_command(text, command_at(text, i), has_width ? command_width(text, 0) : 0);
        if (on_line == 2) {
            write_blanks(text->out, text->is_aligned ? half - taken : BETWEEN_COMMANDS);
            write_command(text, command_at(text, i + 1),
                          text->is_aligned ? command_width(text, 1) : 0);
        }
        fputc('\n', text->out);
    }
}

/* Returns the lines that all takes but the functions and blank lines. */
static size_t lines_without_functions(const struct overview_text *text)
{
    enum { HEADING = 1, PATH = 1, PROFILE = 1 };
    size_t taken = count_verdict_lines(text) + PROFILE + text->totals->n_events +
                   count_message_lines(text) + HEADING + command_lines(text);

    taken += text->is_difference ? PROFILE : 0;
    taken += text->n_causes != 0 ? HEADING + text->n_causes : 0;
    taken += text->n_lines != 0 ? HEADING + text->n_lines : 0;
    taken += text->facts->has_path ? PATH : 0;
    return taken;
}

/* Leaves out what says least of what is there. Returns false where nothing is left to leave out. */
static bool shrink(struct overview_text *text)
{
    if (text->n_lines > FEWEST_LINES)
        text->n_lines--;
    else if (text->most_message_lines > 1)
        text->most_message_lines = 1;
    else if (text->n_causes > FEWEST_CAUSES)
        text->n_causes--;
    else if (text->n_messages > FEWEST_MESSAGES)
        text->n_messages--;
    else
        return false;
    return true;
}

/* Finds how much of each there is room for, and whether there is room for blank lines. */
static void lay_out(struct overview_text *text)
{
    enum { GAPS = 2, MANY = 10 };
    const struct overview_facts *facts = text->facts;
    size_t height = text->writer->options->height;

    text->is_aligned = commands_fit(text);
    text->n_functions = facts->n_functions;
    text->n_lines = facts->n_lines;
    text->n_causes = facts->n_causes;
    text->n_messages = facts->messages.count;
    text->has_gaps = true;
    if (height == 0)
        return;
    size_t fewest = text->n_functions < FEWEST_FUNCTIONS ? 1 : FEWEST_FUNCTIONS;
    while (lines_without_functions(text) + fewest > height && shrink(text))
        ;
    size_t taken = lines_without_functions(text);
    size_t gaps = GAPS;
    gaps += text->n_causes != 0 ? 1 : 0;
    gaps += text->n_lines != 0 ? 1 : 0;
    gaps += facts->has_path ? 1 : 0;
    size_t room = height > taken + fewest ? height - taken : fewest;
    /* Where there is room for many functions, blank lines are worth more than the last of them. */
    text->has_gaps = room >= gaps + (text->n_functions < MANY ? text->n_functions : MANY);
    room -= text->has_gaps ? gaps : 0;
    if (text->n_functions > room)
        text->n_functions = room;
}

static void write_gap(const struct overview_text *text)
{
    if (text->has_gaps)
        fputc('\n', text->out);
}

/* Appends the objects and their shares, as many as there is room for after `column`. */
static bool append_objects(const struct overview_text *text, struct buffer *line, size_t column,
                           struct error *error)
{
    const struct table *table = text->totals;
    struct cell base = table->events[table->measured].base;
    const struct table_row *row;
    const char *before = "     ";

    while ((row = table_next_row(table, text->out, error)) != NULL) {
        struct cell self = table_shown(table, &row->self[table->measured]);
        char share[MAX_COUNT];
        struct text name = path_base(row->object);
        int length = snprintf(share, sizeof share, " %.1f %%", percent_of(self.value, base.value));
        size_t columns = strlen(before) + text_columns(name) + (size_t)length;
        bool is_negligible = self.value == 0 || strcmp(share, " 0.0 %") == 0;
        if (row->object.at == NULL)
            continue;
        if (is_negligible || (text->width != 0 && column + columns > text->width))
            break;
        buffer_append(line, text_of(before));
        buffer_append(line, name);
        buffer_append(line, text_of(share));
        column += columns;
        before = ", ";
    }
    return error->kind == ERROR_NONE;
}

/* Appends the total of an event, in a difference with what it was and how it changed. */
static void append_total(const struct overview_text *text, const struct table_event *event,
                         struct buffer *line)
{
    const struct figure *total = &event->total;
    struct cell change = figure_change(total);
    char now[MAX_COUNT], old[MAX_COUNT], more[MAX_COUNT], growth[MAX_COUNT];

    format_figure(total->now, false, now);
    buffer_print(line, "%s ", now);
    buffer_append(line, event->name);
    if (!text->totals->is_difference)
        return;
    format_figure(total->old, false, old);
    format_figure(change, true, more);
    format_growth(change, total->old, CHANGE_NONE, growth);
    buffer_print(line, ", was %s: %s", old, more);
    if (!event->is_ratio)
        buffer_print(line, ", %s %%", growth);
}

/* Writes the totals, a line for each event; objects stand after that of the measured one. */
static bool write_totals(const struct overview_text *text, struct error *error)
{
    const struct table *table = text->totals;
    bool is_done = true;

    for (size_t i = 0; is_done && i < table->n_events; i++) {
        struct buffer line = {0};
        buffer_append(&line, i == 0 ? TEXT("total:   ") : TEXT("         "));
        append_total(text, &table->events[i], &line);
        if (i == table->measured && !table->events[i].is_ratio)
            is_done = append_objects(text, &line, text_columns(buffer_text(&line)), error);
        write_cut(text->out, buffer_text(&line), text->width != 0 ? text->width : SIZE_MAX,
                  text->writer->options->is_ascii);
        fputc('\n', text->out);
        free(line.at);
    }
    return is_done;
}

static bool write_path(const struct overview_text *text, const struct section *section,
                       struct error *error)
{
    static const char title[] = "hottest path: ";
    struct path_text path;
    struct buffer line = {0};
    bool is_done = path_text_read(&path, &section->table, text->out, error);

    if (is_done) {
        write_gap(text);
        write_tinted(text->out, text->writer->options->palette, TINT_TITLE, TEXT(title));
        append_path(&line, text->writer, &path,
                    text->width > sizeof title ? text->width + 1 - sizeof title : text->width);
        write_text(text->out, buffer_text(&line));
        fputc('\n', text->out);
    }
    free(line.at);
    path_text_free(&path);
    return is_done;
}

static bool begin(struct overview_text *text, const struct section *section, struct error *error)
{
    text->facts = section->overview;
    text->totals = &section->table;
    text->is_difference = section->table.is_difference;
    lay_out(text);
    write_verdicts(text);
    format_text_profiles(text->writer, section->table.is_difference,
                         text->width != 0 ? text->width : SIZE_MAX);
    if (!write_totals(text, error))
        return false;
    write_messages(text);
    write_gap(text);
    return true;
}

static bool has_rows(const struct overview_text *text, bool is_of_functions)
{
    return (is_of_functions ? text->facts->n_functions : text->facts->n_lines) != 0;
}

static bool write_section(struct overview_text *text, const struct section *section, size_t number,
                          struct error *error)
{
    bool is_of_functions = text_equal(section->title, TEXT("functions"));

    switch (section->kind) {
    case SECTION_OVERVIEW:
        return begin(text, section, error);
    case SECTION_EXPLANATION:
        return format_text_causes_in_brief(text->writer, section, text->n_causes, error);
    case SECTION_HOTSPOTS:
        if (!has_rows(text, is_of_functions)) {
            if (is_of_functions) /* said once, and not of lines again */
                fputs(text->is_difference ? "no function changed\n" : "no function has a cost\n",
                      text->out);
            return true;
        }
        if (number > 1)
            write_gap(text);
        return format_text_hotspots_in_brief(
            text->writer, section, is_of_functions ? text->n_functions : text->n_lines, error);
    case SECTION_PATH:
        return write_path(text, section, error);
    default:
        return refuse_section(section->kind, error);
    }
}

bool format_text_overview(const struct text_writer *writer, const struct report *report,
                          struct error *error)
{
    static const struct overview_facts nothing = {0};
    struct overview_text text = {.writer = writer,
                                 .facts = &nothing,
                                 .out = writer->out,
                                 .width = writer->options->width,
                                 .most_message_lines = MESSAGE_LINES,
                                 .verdicts = report->verdicts};
    struct section section = {0};
    bool is_done = true;

    for (size_t i = 0; is_done && !ferror(text.out) && report->next(report->maker, &section, error);
         i++)
        is_done = write_section(&text, &section, i, error);
    if (error->kind == ERROR_NONE) {
        write_gap(&text);
        write_commands(&text);
    }
    return error->kind == ERROR_NONE;
}

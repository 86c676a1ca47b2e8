/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/signs.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

static void write_label(FILE *out, const char *label)
{
    enum { LABEL_WIDTH = 18 };

    fprintf(out, "%-*s", LABEL_WIDTH, label);
}

/* Writes the items after the label, with blanks between them. */
static void write_list(FILE *out, const char *label, struct text_list list)
{
    write_label(out, label);
    for (size_t i = 0; i < list.count; i++) {
        if (i != 0)
            fputc(' ', out);
        write_text(out, list.items[i]);
    }
    fputc('\n', out);
}

/* Writes the items one a line, below each other. */
static void write_column(FILE *out, const char *label, struct text_list list)
{
    write_label(out, label);
    if (list.count == 0)
        fputc('\n', out);
    for (size_t i = 0; i < list.count; i++) {
        if (i != 0)
            write_label(out, "");
        write_text(out, list.items[i]);
        fputc('\n', out);
    }
}

static void write_identity(FILE *out, const struct part_facts *part)
{
    if (part->pid < 0)
        return;
    fprintf(out, " (PID %" PRIi64, part->pid);
    if (part->number >= 0)
        fprintf(out, ", part %" PRIi64, part->number);
    if (part->thread >= 0)
        fprintf(out, ", thread %" PRIi64, part->thread);
    fputc(')', out);
}

/* Writes ", " except before the first item of a list. */
static void write_separator(FILE *out, bool *is_first)
{
    if (!*is_first)
        fputs(", ", out);
    *is_first = false;
}

/* Writes what differs between parts. */
static void write_differences(FILE *out, const struct facts *facts, const struct part_facts *part,
                              bool *is_first)
{
    for (size_t i = 0; i < part->peculiarities.count; i++) {
        write_separator(out, is_first);
        write_text(out, part->peculiarities.items[i]);
    }
    if (!facts->commands_differ || part->command.at == NULL)
        return;
    write_separator(out, is_first);
    fputs("of ", out);
    write_text(out, part->command);
}

/*
 * Writes a line about a part where there are several: what it is, when and why it was written, its
 * cost.
 */
static void write_part(FILE *out, const struct facts *facts, const struct part_facts *part)
{
    const struct {
        const char *label;
        int64_t number;
    } numbers[] = {{"PID", part->pid}, {"part", part->number}, {"thread", part->thread}};
    const struct text texts[] = {part->thread_name, part->time_range, part->trigger};
    bool is_first = true;

    for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
        if (numbers[i].number < 0)
            continue;
        write_separator(out, &is_first);
        fprintf(out, "%s %" PRIi64, numbers[i].label, numbers[i].number);
    }
    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        if (texts[i].length == 0)
            continue;
        write_separator(out, &is_first);
        write_text(out, texts[i]);
    }
    if (part->total.is_given) {
        char count[MAX_COUNT];
        format_count(part->total.value, count);
        write_separator(out, &is_first);
        fprintf(out, "%s ", count);
        write_text(out, facts->first_event);
    }
    write_differences(out, facts, part, &is_first);
    fputc('\n', out);
}

static void write_in_brackets(FILE *out, struct text text)
{
    if (text.length == 0)
        return;
    fputs(" (", out);
    write_text(out, text);
    fputc(')', out);
}

/* Writes what each run consists of, where that is more than one file with one part. */
static void write_contents(FILE *out, struct run_list runs)
{
    const char *label = "Runs:";

    for (size_t i = 0; i < runs.count; i++) {
        if (runs.items[i].contents.length == 0)
            continue;
        write_label(out, label);
        write_text(out, runs.items[i].name);
        write_in_brackets(out, runs.items[i].contents);
        fputc('\n', out);
        label = "";
    }
}

static void write_target(FILE *out, const struct facts *facts)
{
    write_label(out, "Profiled target:");
    if (facts->commands_differ)
        fputs("(several: see the parts)", out);
    else if (facts->command.at != NULL)
        write_text(out, facts->command);
    else
        fputs("(unknown)", out);
    if (facts->n_parts == 1)
        write_identity(out, &facts->parts[0]);
    fputc('\n', out);
    write_contents(out, facts->runs);
    if (facts->n_parts < 2)
        return;
    write_label(out, "Parts:");
    for (size_t i = 0; i < facts->n_parts; i++) {
        if (i != 0)
            write_label(out, "");
        write_part(out, facts, &facts->parts[i]);
    }
}

static void write_profile(FILE *out, struct text file, struct text creator)
{
    fputs("Profile data file '", out);
    write_text(out, file);
    fputc('\'', out);
    if (creator.length != 0) {
        fputs(" (creator: ", out);
        write_text(out, creator);
        fputc(')', out);
    }
    fputc('\n', out);
}

void format_text_facts(const struct text_writer *writer)
{
    const struct facts *facts = writer->facts;
    FILE *out = writer->out;

    for (size_t i = 0; facts->are_files_chosen && i < facts->files.count; i++) {
        fputs("Reading data from '", out);
        write_text(out, facts->files.items[i]);
        fputs("'...\n", out);
    }
    write_rule(out);
    for (size_t i = 0; i < facts->files.count; i++)
        write_profile(out, facts->files.items[i], facts->creators.items[i]);
    write_rule(out);
    for (size_t i = 0; i < facts->descriptions.count; i++) {
        write_text(out, facts->descriptions.items[i]);
        fputc('\n', out);
    }
    write_target(out, facts);
    if (facts->old_files.count != 0)
        write_column(out, "Compared with:", facts->old_files);
    write_list(out, "Events recorded:", facts->recorded);
    write_list(out, "Events shown:", facts->shown);
    write_list(out, "Event sort order:", facts->sorted);
    write_list(out, "Thresholds:", facts->thresholds);
    write_column(out, "Include dirs:", facts->include_dirs);
    write_column(out, "User annotated:", facts->sources);
    write_label(out, "Auto-annotation:");
    fputs(facts->is_auto_annotated ? "on\n\n" : "off\n\n", out);
}

static void append_runs(struct buffer *to, const char *label, struct run_list runs)
{
    for (size_t i = 0; i < runs.count; i++) {
        buffer_append(to, text_of(i == 0 ? label : " "));
        buffer_append(to, runs.items[i].name);
        if (runs.items[i].note.length == 0)
            continue;
        buffer_append(to, TEXT(" ("));
        buffer_append(to, runs.items[i].note);
        buffer_append(to, TEXT(")"));
    }
}

/* Writes the names of profiles, cut to a width, with their command if they have one. */
static void write_runs(const struct text_writer *writer, const char *label, struct run_list runs,
                       struct text command, size_t width)
{
    struct buffer line = {0};

    append_runs(&line, label, runs);
    if (command.length != 0) {
        buffer_append(&line, TEXT(" ("));
        buffer_append(&line, command);
        buffer_append(&line, TEXT(")"));
    }
    write_cut(writer->out, buffer_text(&line), width, writer->options->is_ascii);
    fputc('\n', writer->out);
    free(line.at);
}

void format_text_profiles(const struct text_writer *writer, bool is_difference, size_t width)
{
    const struct facts *facts = writer->facts;
    const struct text none = {0};

    write_runs(writer, "profile: ", facts->runs, facts->runs_have_commands ? none : facts->command,
               width);
    if (is_difference && facts->old_runs.count != 0)
        write_runs(writer, "old:     ", facts->old_runs, none, width);
}

/* Writes the total, what it was, and how it changed. */
static void write_totals(const struct text_writer *writer, const struct table_event *event)
{
    FILE *out = writer->out;
    const struct figure *total = &event->total;
    struct cell change = figure_change(total);
    char counts[3][MAX_COUNT], growth[MAX_COUNT];

    format_figure(total->now, false, counts[0]);
    format_figure(total->old, false, counts[1]);
    format_figure(change, true, counts[2]);
    format_growth(change, total->old, CHANGE_NONE, growth);
    fprintf(out, "total:   %s, was %s: %s%s", counts[0], counts[1],
            change.is_noise ? sign_text(SIGN_NOISE, writer->options->is_ascii).at : "", counts[2]);
    if (!event->is_ratio)
        fprintf(out, ", %s %%", growth);
    fputc('\n', out);
}

/* Writes how far a total lies apart over further runs, if there are any. */
static void write_spread(FILE *out, const struct figure *total)
{
    const struct cell spread = figure_spread(total);
    char figure[MAX_COUNT], share[MAX_COUNT];

    if (!spread.is_given)
        return;
    format_figure(spread, false, figure);
    format_spread_share(total, share);
    fprintf(out, ", spread %s, %s %%", figure, share);
}

/*
 * Writes an event and its total, unless that would be the sum of several runs, which those that are
 * compared one by one do not have either.
 */
static void write_event_and_total(const struct text_writer *writer, const struct table_event *event,
                                  const struct table *table, bool has_total)
{
    FILE *out = writer->out;
    char count[MAX_COUNT];

    fputs("event:   ", out);
    write_text(out, event->name);
    if (event->long_name.length != 0) {
        fputs(", ", out);
        write_text(out, event->long_name);
    }
    fputc('\n', out);
    if (!has_total)
        return;
    if (table->is_difference)
        write_totals(writer, event);
    if (table->is_difference || table->has_no_sum)
        return;
    format_figure(event->total.now, false, count);
    fprintf(out, "total:   %s", count);
    write_spread(out, &event->total);
    fputc('\n', out);
}

/* Writes the names of further runs, and what is marked beside them. */
static void write_noise(const struct text_writer *writer, bool is_difference)
{
    const struct text_list runs = writer->facts->noise_runs;
    FILE *out = writer->out;

    if (runs.count == 0)
        return;
    fputs("noise:  ", out);
    for (size_t i = 0; i < runs.count; i++) {
        fputc(' ', out);
        write_text(out, runs.items[i]);
    }
    if (is_difference)
        fprintf(out, " (%s: a change within it)",
                sign_text(SIGN_NOISE, writer->options->is_ascii).at);
    fputc('\n', out);
}

void format_text_lead(const struct text_writer *writer, const struct section *section)
{
    const struct table *table = &section->table;

    format_text_profiles(writer, table->is_difference, SIZE_MAX);
    write_noise(writer, table->is_difference);
    /* Slices show the first event alone. */
    for (size_t i = 0; i < (table->n_slices != 0 ? 1 : table->n_events); i++)
        write_event_and_total(writer, &table->events[i], table, section->kind != SECTION_RUNS);
    fputc('\n', writer->out);
}

/*
 * Writes the words of a text from column `begin` on, and goes on below there where a line is full.
 * A width of 0 is no limit.
 */
static void write_filled(FILE *out, struct text text, size_t begin, size_t width)
{
    struct text rest = text, word;
    size_t column = begin;

    while (text_cut(&rest, ' ', &word)) {
        size_t length = text_columns(word);
        if (column != begin && width != 0 && column + 1 + length > width) {
            fprintf(out, "\n%*s", (int)begin, "");
            column = begin;
        }
        if (column != begin)
            fputc(' ', out);
        write_text(out, word);
        column += length + (column != begin);
    }
    fputc('\n', out);
}

static void write_event(const struct text_writer *writer, const struct event_facts *event,
                        struct cell total)
{
    enum { TOTAL_WIDTH = 20 };
    size_t width = writer->options->width;
    struct buffer what = {0};
    char count[MAX_COUNT];

    format_figure(total, false, count);
    fprintf(writer->out, "%*s  ", TOTAL_WIDTH, count);
    buffer_append(&what, event->name);
    buffer_append(&what, event->long_name.length != 0 ? TEXT(": ") : TEXT(""));
    buffer_append(&what, event->long_name);
    buffer_append(&what, event->formula.length != 0 ? TEXT(" = ") : TEXT(""));
    buffer_append(&what, event->formula);
    write_filled(writer->out, buffer_text(&what), TOTAL_WIDTH + 2, width);
    free(what.at);
    if (event->meaning.length == 0)
        return;
    fprintf(writer->out, "%*s", TOTAL_WIDTH + 2, "");
    write_filled(writer->out, event->meaning, TOTAL_WIDTH + 2, width);
}

bool format_text_events(const struct text_writer *writer, const struct section *section,
                        struct error *error)
{
    const struct table_row *row;

    while ((row = table_next_row(&section->table, writer->out, error)) != NULL)
        write_event(writer, row->event, row->self[0].now);
    return error->kind == ERROR_NONE;
}

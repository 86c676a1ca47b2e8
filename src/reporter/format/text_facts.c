/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

enum { LABEL_WIDTH = 18 };

/* Writes the items after the label, one a line, below each other. */
static void write_column(FILE *out, const char *label, struct text_list list)
{
    if (list.count == 0)
        fprintf(out, "%-*s\n", LABEL_WIDTH, label);
    for (size_t i = 0; i < list.count; i++) {
        fprintf(out, "%-*s", LABEL_WIDTH, i == 0 ? label : "");
        write_text(out, list.items[i]);
        fputc('\n', out);
    }
}

/* Writes the items after the label, with blanks between them. */
static void write_list(FILE *out, const char *label, struct text_list list)
{
    fprintf(out, "%-*s", LABEL_WIDTH, label);
    for (size_t i = 0; i < list.count; i++) {
        fputs(i == 0 ? "" : " ", out);
        write_text(out, list.items[i]);
    }
    fputc('\n', out);
}

/* Appends an item to a list, if there is something to append: "PID 5, part 1". */
static void append_item(struct buffer *to, const char *label, struct text item)
{
    if (item.length == 0 && (item.at == NULL || label[0] == '\0'))
        return;
    buffer_print(to, "%s%s", to->length == 0 ? "" : ", ", label);
    buffer_append(to, item);
}

static void append_number(struct buffer *to, const char *label, int64_t number)
{
    if (number >= 0) {
        char digits[MAX_COUNT];
        append_item(to, label, format_digits(number, digits));
    }
}

static void append_in_brackets(struct buffer *to, struct text text)
{
    if (text.length == 0)
        return;
    buffer_append(to, TEXT(" ("));
    buffer_append(to, text);
    buffer_append(to, TEXT(")"));
}

/* Describes a part where there are several: what it is, when and why it was written, its cost. */
static struct text describe_part(const struct facts *facts, const struct part_facts *part,
                                 struct arena *arena)
{
    struct buffer line = {0};

    append_number(&line, "PID ", part->pid);
    append_number(&line, "part ", part->number);
    append_number(&line, "thread ", part->thread);
    append_item(&line, "", part->thread_name);
    append_item(&line, "", part->time_range);
    append_item(&line, "", part->trigger);
    if (part->total.is_given) {
        char count[MAX_COUNT];
        format_count(part->total.value, count);
        append_item(&line, "", text_of(count));
        buffer_append(&line, TEXT(" "));
        buffer_append(&line, facts->first_event);
    }
    for (size_t i = 0; i < part->peculiarities.count; i++)
        append_item(&line, "", part->peculiarities.items[i]);
    if (facts->commands_differ)
        append_item(&line, "of ", part->command);
    return buffer_keep(&line, arena);
}

/* Describes what was run, with the numbers of its only part. */
static struct text describe_target(const struct facts *facts, struct arena *arena)
{
    struct buffer line = {0}, numbers = {0};

    buffer_append(&line, facts->commands_differ      ? TEXT("(several: see the parts)")
                         : facts->command.at != NULL ? facts->command
                                                     : TEXT("(unknown)"));
    if (facts->n_parts == 1 && facts->parts[0].pid >= 0) {
        append_number(&numbers, "PID ", facts->parts[0].pid);
        append_number(&numbers, "part ", facts->parts[0].number);
        append_number(&numbers, "thread ", facts->parts[0].thread);
        append_in_brackets(&line, buffer_text(&numbers));
        free(numbers.at);
    }
    return buffer_keep(&line, arena);
}

/* Writes what was run: of runs with more than one file what each consists of, and each part. */
static void write_target(FILE *out, const struct facts *facts)
{
    struct arena arena = {0};
    struct text target = describe_target(facts, &arena);
    struct text_list runs = {0}, parts = {0};

    for (size_t i = 0; i < facts->runs.count; i++) {
        struct buffer line = {0};
        if (facts->runs.items[i].contents.length == 0)
            continue;
        buffer_append(&line, facts->runs.items[i].name);
        append_in_brackets(&line, facts->runs.items[i].contents);
        arena_append_text(&arena, &runs, buffer_keep(&line, &arena));
    }
    for (size_t i = 0; facts->n_parts > 1 && i < facts->n_parts; i++)
        arena_append_text(&arena, &parts, describe_part(facts, &facts->parts[i], &arena));
    write_column(out, "Profiled target:", (struct text_list){&target, 1});
    if (runs.count != 0)
        write_column(out, "Runs:", runs);
    if (parts.count != 0)
        write_column(out, "Parts:", parts);
    arena_free(&arena);
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
    for (size_t i = 0; i < facts->files.count; i++) {
        struct text creator = facts->creators.items[i];
        fputs("Profile data file '", out);
        write_text(out, facts->files.items[i]);
        fputs(creator.length != 0 ? "' (creator: " : "'", out);
        write_text(out, creator);
        fputs(creator.length != 0 ? ")\n" : "\n", out);
    }
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
    fprintf(out, "%-*s%s\n\n", LABEL_WIDTH,
            "Auto-annotation:", facts->is_auto_annotated ? "on" : "off");
}

/* Adds a line with the names of profiles, what they are of, and their command if they have one. */
static void add_profiles(struct text_list *lines, const char *label, struct run_list runs,
                         struct text command, struct arena *arena)
{
    struct buffer line = {0};

    buffer_append(&line, text_of(label));
    for (size_t i = 0; i < runs.count; i++) {
        buffer_append(&line, i == 0 ? TEXT("") : TEXT(" "));
        buffer_append(&line, runs.items[i].name);
        append_in_brackets(&line, runs.items[i].note);
    }
    append_in_brackets(&line, command);
    arena_append_text(arena, lines, buffer_keep(&line, arena));
}

struct text_list profile_lines(const struct facts *facts, bool is_difference, struct arena *arena)
{
    const struct text none = {0};
    struct text_list lines = {0};

    add_profiles(&lines, "profile: ", facts->runs,
                 facts->runs_have_commands ? none : facts->command, arena);
    if (is_difference && facts->old_runs.count != 0)
        add_profiles(&lines, "old:     ", facts->old_runs, none, arena);
    return lines;
}

void append_total(struct buffer *to, const struct table_event *event, const struct table *table,
                  bool has_name, bool is_ascii)
{
    const struct figure *total = &event->total;
    struct cell change = figure_change(total);
    char now[MAX_COUNT];

    format_figure(total->now, false, now);
    buffer_print(to, "%s%s", now, has_name ? " " : "");
    buffer_append(to, has_name ? event->name : TEXT(""));
    if (table->is_difference) {
        char old[MAX_COUNT], more[MAX_COUNT], percent[MAX_COUNT];
        format_figure(total->old, false, old);
        format_figure(change, true, more);
        format_growth(change, total->old, CHANGE_NONE, percent);
        buffer_print(to, ", was %s: ", old);
        buffer_append(to, change.is_noise ? sign_text(SIGN_NOISE, is_ascii) : TEXT(""));
        buffer_append(to, text_of(more));
        if (!event->is_ratio)
            buffer_print(to, ", %s %%", percent);
    }
}

/* Names further runs, and what is marked beside them. */
static struct text describe_noise(struct text_list runs, bool is_ascii, struct arena *arena)
{
    struct buffer line = {0};

    buffer_append(&line, TEXT("noise:  "));
    for (size_t i = 0; i < runs.count; i++) {
        buffer_append(&line, TEXT(" "));
        buffer_append(&line, runs.items[i]);
    }
    buffer_print(&line, " (%s: a change within it)", sign_text(SIGN_NOISE, is_ascii).at);
    return buffer_keep(&line, arena);
}

struct text_list lead_lines(const struct facts *facts, const struct table *table, bool is_ascii,
                            struct arena *arena)
{
    struct text_list lines = profile_lines(facts, table->is_difference, arena);

    if (facts->noise_runs.count != 0)
        arena_append_text(arena, &lines, describe_noise(facts->noise_runs, is_ascii, arena));
    /* Slices show the first event alone. */
    for (size_t i = 0; i < (table->n_slices != 0 ? 1 : table->n_events); i++) {
        const struct table_event *event = &table->events[i];
        struct buffer name = {0}, total = {0};
        buffer_append(&name, TEXT("event:   "));
        buffer_append(&name, event->name);
        buffer_append(&name, event->long_name.length != 0 ? TEXT(", ") : TEXT(""));
        buffer_append(&name, event->long_name);
        arena_append_text(arena, &lines, buffer_keep(&name, arena));
        if (table->has_no_sum)
            continue;
        buffer_append(&total, TEXT("total:   "));
        append_total(&total, event, table, false, is_ascii);
        arena_append_text(arena, &lines, buffer_keep(&total, arena));
    }
    return lines;
}

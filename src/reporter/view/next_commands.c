/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/next_commands.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/rows.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/number.h"
#include "base/shell_words.h"
#include "reporter/view/input/view_options.h"

/* A longer name is not typed, nor a longer part of one: with an option that fills a line. */
enum { LONGEST_NAME = 40, LONGEST_PART = 50 };

/* Returns the name without template arguments and parameters, unless it begins with such. */
static struct text beginning_of(struct text name)
{
    size_t length = 0;

    while (length < name.length && (length == 0 || strchr("<(", name.at[length]) == NULL))
        length++;
    bool is_all = name.at != NULL && strchr("<(", name.at[0]) != NULL;
    return is_all ? name : (struct text){name.at, length};
}

/* Returns whether several functions have the text in their names, and so match it. */
static bool is_ambiguous(const struct rows *rows, struct text part)
{
    size_t count = 0;

    for (row_id id = 0; id < rows->count && count < 2; id++)
        count += !rows->list[id].is_hidden && text_contains(rows_names(rows, id).function, part);
    return count > 1;
}

/* Appends a regular expression that matches the text alone. */
static void append_literal(struct buffer *regex, struct text text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (strchr("\\[](){}*+?^$|", text.at[i]) != NULL)
            buffer_append(regex, TEXT("\\"));
        buffer_append(regex, (struct text){text.at + i, 1});
    }
}

/* Returns how many bytes two names have in common at their ends, or else at their beginnings. */
static size_t common_length(struct text a, struct text b, bool is_at_end)
{
    size_t count = 0;

    while (count < a.length && count < b.length &&
           a.at[is_at_end ? a.length - 1 - count : count] ==
               b.at[is_at_end ? b.length - 1 - count : count])
        count++;
    return count;
}

/*
 * Returns the length of the shortest beginning or end of a name that no other function has: of
 * whole words, and at least `least` bytes. More than the name has if another one has all of it.
 */
static size_t unique_length(const struct rows *rows, struct text name, size_t least, bool is_at_end)
{
    size_t length = least;

    for (row_id id = 0; id < rows->count; id++) {
        struct text other = rows_names(rows, id).function;
        if (rows->list[id].is_hidden || text_equal(other, name))
            continue;
        size_t common = common_length(name, other, is_at_end);
        if (common >= length)
            length = common + 1;
    }
    while (length < name.length &&
           is_of_identifier(name.at[is_at_end ? name.length - length - 1 : length]))
        length++;
    return length;
}

/*
 * Appends a regular expression that matches a name and no other: its beginning, wherever that is,
 * or what it alone begins or ends with. Appends nothing and returns false if all that is too long.
 */
static bool append_selecting(struct buffer *regex, const struct next_subject *subject)
{
    const struct rows *rows = subject->rows;
    struct text name = subject->function, beginning = beginning_of(name);

    if (beginning.length <= LONGEST_NAME && !is_ambiguous(rows, beginning)) {
        append_literal(regex, beginning);
        return true;
    }
    size_t least = beginning.length < name.length ? beginning.length + 1 : name.length;
    size_t head = unique_length(rows, name, least, false),
           tail = unique_length(rows, name, 1, true);
    bool is_at_end = tail < head && tail <= name.length && head > LONGEST_PART;
    size_t length = is_at_end ? tail : head < name.length ? head : name.length;
    if (length > LONGEST_PART)
        return false;
    struct text part =
        is_at_end ? text_skip(name, name.length - length) : (struct text){name.at, length};
    buffer_append(regex, is_at_end ? TEXT("") : TEXT("^"));
    append_literal(regex, part);
    buffer_append(regex, is_at_end || length == name.length ? TEXT("$") : TEXT(""));
    return true;
}

static size_t count_named(const struct rows *rows, struct text name)
{
    size_t count = 0;

    for (row_id id = 0; id < rows->count; id++)
        count += !rows->list[id].is_hidden && text_equal(rows_names(rows, id).function, name);
    return count;
}

static void append_option(struct buffer *to, struct text option, struct buffer *value)
{
    buffer_append(to, option);
    append_shell_word(to, buffer_text(value));
    free(value->at);
}

/*
 * Appends "--annotate=NAME", which takes a whole name as it is, also of several functions, or else
 * a regular expression, which must match one alone.
 */
static bool append_annotate(struct buffer *to, const struct next_subject *subject)
{
    struct text name = subject->function;
    struct buffer regex = {0};

    if (name.length == 0)
        return false;
    if (name.length <= LONGEST_NAME)
        buffer_append(&regex, name);
    else if (count_named(subject->rows, name) > 1 || !append_selecting(&regex, subject))
        return false;
    append_option(to, TEXT("--annotate="), &regex);
    return true;
}

/* Appends "--peek=REGEX" with one that matches as few others as can be. */
static bool append_peek(struct buffer *to, const struct next_subject *subject)
{
    struct text name = subject->function, beginning = beginning_of(name);
    struct buffer regex = {0};

    if (name.length == 0)
        return false;
    if (!append_selecting(&regex, subject)) {
        if (beginning.length > LONGEST_NAME)
            return false;
        buffer_append(&regex, TEXT("^"));
        append_literal(&regex, (struct text){name.at, beginning.length + 1});
    }
    append_option(to, TEXT("--peek="), &regex);
    return true;
}

/* Appends what asks for the view. Returns false where the profile has nothing for it. */
static bool append_options(struct buffer *to, enum next_view view,
                           const struct next_subject *subject)
{
    const struct {
        bool is_wanted;
        struct text option;
    } plain[N_NEXT_VIEWS] = {
        [NEXT_CAUSES] = {subject->is_difference, TEXT("--explain")},
        [NEXT_TREE] = {subject->has_calls && !subject->is_difference && !subject->is_of_ratio,
                       TEXT("--call-tree")},
        [NEXT_THREADS] = {subject->has_threads,
                          subject->is_difference ? TEXT("--by=thread") : TEXT("--per=thread")},
        [NEXT_INPUTS] = {subject->has_inputs && !subject->is_difference, TEXT("--by=input")},
        [NEXT_HELP] = {true, TEXT("--help")},
    };

    switch (view) {
    case NEXT_LINES:
        return append_annotate(to, subject);
    case NEXT_CALLERS:
        return subject->has_calls && append_peek(to, subject);
    case NEXT_INSTRUCTIONS:
        if (!subject->has_addresses || subject->is_difference || !append_annotate(to, subject))
            return false;
        buffer_append(to, TEXT(" --instructions"));
        return true;
    default:
        buffer_append(to, plain[view].option);
        return plain[view].is_wanted;
    }
}

const struct next_command *next_commands_choose(const struct next_subject *subject,
                                                const struct view_options *options,
                                                struct arena *arena, size_t *count)
{
    static const char *const words[N_NEXT_VIEWS] = {
        [NEXT_CAUSES] = "what else made it change",
        [NEXT_LINES] = "its lines",
        [NEXT_CALLERS] = "who calls it",
        [NEXT_TREE] = "by which way",
        [NEXT_INSTRUCTIONS] = "its instructions",
        [NEXT_THREADS] = "each thread",
        [NEXT_INPUTS] = "each run",
        [NEXT_HELP] = "the rest",
    };
    struct next_command *commands = arena_alloc_array(arena, N_NEXT_VIEWS, sizeof *commands);

    *count = 0;
    for (size_t view = 0; view < N_NEXT_VIEWS; view++) {
        struct buffer command = {0}, end = {0};
        if ((!subject->is_from_stdin || view == NEXT_HELP) &&
            append_options(&end, (enum next_view)view, subject)) {
            buffer_append(&command, options->typed[view]);
            buffer_append(&command, TEXT(" "));
            buffer_append(&command, buffer_text(&end));
            commands[(*count)++] = (struct next_command){
                .command = arena_copy_text(arena, buffer_text(&command)),
                .options = arena_copy_text(arena, buffer_text(&end)),
                .shows = text_of(words[view]),
            };
        }
        free(command.at);
        free(end.at);
    }
    return commands;
}

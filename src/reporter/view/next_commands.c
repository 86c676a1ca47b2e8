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
#include "profile/naming/naming.h"
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

/* Returns whether no other name has the text in it, or where that is asked for at its end. */
static bool is_unique(const struct next_subject *subject, struct text part, bool is_at_end)
{
    for (row_id id = 0; id < subject->rows->count; id++) {
        struct text other = rows_names(subject->rows, id).function;
        if (subject->rows->list[id].is_hidden || text_equal(other, subject->function))
            continue;
        if (is_at_end && other.length > part.length)
            other = text_skip(other, other.length - part.length);
        if (text_contains(other, part))
            return false;
    }
    return true;
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

/*
 * Appends a regular expression that matches a name and no other: its beginning, wherever that is,
 * or all of it, or its last component. Appends nothing and returns false if all that is too long or
 * not the function's alone.
 */
static bool append_selecting(struct buffer *regex, const struct next_subject *subject)
{
    struct text name = subject->function, beginning = beginning_of(name);
    struct text last = name_last_component(name);
    bool is_whole = name.length <= LONGEST_PART;

    if (beginning.length <= LONGEST_NAME && is_unique(subject, beginning, false)) {
        append_literal(regex, beginning);
        return true;
    }
    if (!is_whole && (last.length > LONGEST_PART || !is_unique(subject, last, true)))
        return false;
    buffer_append(regex, is_whole ? TEXT("^") : TEXT(""));
    append_literal(regex, is_whole ? name : last);
    buffer_append(regex, TEXT("$"));
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

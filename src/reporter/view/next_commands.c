/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/next_commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/shell_words.h"
#include "reporter/view/input/view_options.h"

/* A command with a longer name would not fit into a line. */
enum { LONGEST_NAME = 60 };

/* Returns "--annotate=NAME", which takes a whole name as it is, and what comes after it. */
static struct text make_annotate(struct text name, struct text end, struct arena *arena)
{
    struct buffer option = {0};

    buffer_append(&option, TEXT("--annotate="));
    append_shell_word(&option, name);
    buffer_append(&option, end);
    return buffer_keep(&option, arena);
}

/* Returns "--peek=REGEX" with one that matches the name, which is shown first. */
static struct text make_peek(struct text name, struct arena *arena)
{
    struct buffer option = {0}, regex = {0};

    for (size_t i = 0; i < name.length; i++) {
        if (strchr("\\[](){}*+?^$|", name.at[i]) != NULL)
            buffer_append(&regex, TEXT("\\"));
        buffer_append(&regex, (struct text){name.at + i, 1});
    }
    buffer_append(&option, TEXT("--peek="));
    append_shell_word(&option, buffer_text(&regex));
    free(regex.at);
    return buffer_keep(&option, arena);
}

const struct next_command *next_commands_choose(const struct next_subject *subject,
                                                const struct view_options *options,
                                                struct arena *arena, size_t *count)
{
    const struct text name = subject->function;
    const bool has_name = name.length != 0 && name.length <= LONGEST_NAME;
    const bool is_difference = subject->is_difference;
    const struct {
        bool is_wanted;
        struct text options;
        const char *shows;
    } views[N_NEXT_VIEWS] = {
        [NEXT_CAUSES] = {is_difference, TEXT("--explain"), "what else made it change"},
        [NEXT_LINES] = {has_name, make_annotate(name, TEXT(""), arena), "its lines"},
        [NEXT_CALLERS] = {has_name && subject->has_calls, make_peek(name, arena), "who calls it"},
        [NEXT_TREE] = {subject->has_calls && !is_difference && !subject->is_of_ratio,
                       TEXT("--call-tree"), "by which way"},
        [NEXT_INSTRUCTIONS] = {has_name && subject->has_addresses && !is_difference,
                               make_annotate(name, TEXT(" --instructions"), arena),
                               "its instructions"},
        [NEXT_THREADS] = {subject->has_threads,
                          is_difference ? TEXT("--by=thread") : TEXT("--per=thread"),
                          "each thread"},
        [NEXT_INPUTS] = {subject->has_inputs && !is_difference, TEXT("--by=input"), "each run"},
        [NEXT_HELP] = {true, TEXT("--help"), "the rest"},
    };
    struct next_command *commands = arena_alloc_array(arena, N_NEXT_VIEWS, sizeof *commands);

    *count = 0;
    for (size_t view = 0; view < N_NEXT_VIEWS; view++) {
        struct buffer command = {0};
        if (!views[view].is_wanted || (subject->is_from_stdin && view != NEXT_HELP))
            continue;
        buffer_append(&command, options->typed[view]);
        buffer_append(&command, TEXT(" "));
        buffer_append(&command, views[view].options);
        commands[(*count)++] = (struct next_command){.command = buffer_keep(&command, arena),
                                                     .options = views[view].options,
                                                     .shows = text_of(views[view].shows)};
    }
    return commands;
}

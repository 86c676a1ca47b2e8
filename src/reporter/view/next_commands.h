/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_NEXT_COMMANDS_H
#define QUERN_REPORTER_VIEW_NEXT_COMMANDS_H

/* Chooses what to type after the overview, by what the profile has. */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "reporter/report.h"

struct arena;
struct view_options;

/* Says what there is to look at. */
struct next_subject {
    struct text function; /* the one to look at; empty if there is none */
    bool is_difference, has_calls, has_addresses, has_threads, has_inputs;
    bool is_of_ratio;   /* what rows are sorted by, which no tree is */
    bool is_from_stdin; /* a profile, which nothing else can read again */
};

/*
 * Returns the commands, the most useful first and --help last, and sets how many they are. Each
 * begins as the options say; the arena owns them.
 */
const struct next_command *next_commands_choose(const struct next_subject *subject,
                                                const struct view_options *options,
                                                struct arena *arena, size_t *count);

#endif

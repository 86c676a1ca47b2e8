/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_PARSED_H
#define QUERN_TESTS_SUPPORT_PARSED_H

/*
 * Profiles that are written in a test as text: read through a file in the current folder, which
 * temporary_enter() made, and shown as text again.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "profile/profile.h"

/* Where the texts are written; warnings and errors name it. */
#define PARSED_PATH "profile"

struct parsed {
    struct symbols symbols;
    struct profile profile;
    struct warnings warnings;
    struct error error;
    bool is_read; /* all that was added so far */
};

/* A profile that keeps everything; the caller gives it to parsed_free(). */
void parsed_begin(struct parsed *parsed);

/* Add one more input. */
void parsed_add(struct parsed *parsed, const char *text);

/* Begin, add one input and resolve its events. */
void parsed_read(struct parsed *parsed, const char *text);

/* The same with the names of another one, which must outlive it. */
void parsed_read_beside(struct parsed *parsed, const struct parsed *other, const char *text);

void parsed_free(struct parsed *parsed);

/* What is shown of a profile. */
enum shown {
    SHOW_SELF = 1,   /* "self FILE:FUNCTION in FILE = COSTS", code of another file's function */
    SHOW_LINES = 2,  /* "line FILE:NUMBER = COSTS" for lines of self cost */
    SHOW_ARCS = 4,   /* "arc FUNCTION > FUNCTION xCOUNT = COSTS" */
    SHOW_CALLS = 8,  /* "call FILE:NUMBER > FUNCTION xCOUNT = COSTS" */
    SHOW_PARTS = 16, /* "part pid=P part=N thread=T cmd=C summary=COSTS totals=COSTS" */
    SHOW_JUMPS = 32, /* "jump FUNCTION in FILE:NUMBER > [FUNCTION in ]FILE:NUMBER xCOUNT N/OF" */
};

/*
 * The model as text, a line each, sorted; then "warning NUMBER", the number of the line in its
 * input, and "error NUMBER". Functions have " [OBJECT]" after their name where one is known; a
 * cost that was not given is '.', and what a part does not say is '-'. The caller frees it.
 */
char *parsed_show(const struct parsed *parsed, unsigned shown);

/* A function by its id, as it appears in that text. Static memory. */
const char *parsed_function_name(const struct profile *profile, function_id id);

struct parse_case {
    const char *behaviour;
    const char *text;
    const char *expected; /* as parsed_show() gives it */
};

/* Read each text and compare what is shown. */
void parsed_check(const struct parse_case *cases, size_t count, unsigned shown);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_WARNINGS_H
#define QUERN_BASE_WARNINGS_H

/*
 * Warnings as values: gathered where something is wrong, printed by cli/messages.c. Only the
 * first ten are kept, so that a file of nothing but damage costs no memory.
 */

#include <stdbool.h>
#include <stdint.h>

struct error;

enum { WARNINGS_KEPT = 10 };

struct warning {
    const char *path; /* NULL where no file is meant; not owned */
    uint64_t line;    /* from 1; 0 where none is meant */
    char text[200];
};

/* {0} holds none. They keep the order in which they were added: by input and line. */
struct warnings {
    struct warning first[WARNINGS_KEPT];
    uint64_t count; /* all of them, kept or not */
};

/* Adds one; the path must outlive the warnings, and a text that is too long is cut. */
void warnings_add(struct warnings *warnings, const char *path, uint64_t line, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

/* Adds warnings of a later piece of a file, whose lines are counted from `line` on. */
void warnings_append(struct warnings *warnings, const struct warnings *added, uint64_t line);

/* Whether a run may go on: false with an error where warnings are errors and there is one. */
bool warnings_permit(const struct warnings *warnings, bool is_strict, struct error *error);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_ERROR_H
#define QUERN_BASE_ERROR_H

/* What goes wrong, as values: errors, which end what is done, and warnings, which do not. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How functions fail: they return false and have filled a struct error, once, at the
 * place that knows the reason. main() prints it.
 */

/* The kind decides the exit status. */
enum error_kind {
    ERROR_NONE,
    ERROR_FAILED, /* input, output and everything else: exit status 1 */
    ERROR_USAGE,  /* what is wrong on the command line: exit status 2 */
};

/* {0} is no error. */
struct error {
    enum error_kind kind;
    const char *path; /* the file it is about, or NULL; owned by somebody who outlives the error */
    uint64_t line;    /* in that file, from 1; 0 where none is meant */
    char text[500];   /* the reason: one line, no full stop */
};

/* Fills *error and returns false, so that a function can fail in one statement. */
bool error_set(struct error *error, enum error_kind kind, const char *path, uint64_t line,
               const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Does the same for what is wrong on the command line, which is in no file. */
#define error_usage(error, ...) error_set((error), ERROR_USAGE, NULL, 0, __VA_ARGS__)

/*
 * Warnings are gathered where something is wrong, and printed by cli/messages.c. Only the first ten
 * are kept, so that a file of nothing but damage costs no memory.
 */

struct error;

enum { WARNINGS_KEPT = 10 };

struct warning {
    const char *path; /* NULL where no file is meant; not owned */
    uint64_t line;    /* from 1; 0 where none is meant */
    const char *name; /* of a note on what makes figures doubtful, a literal; else NULL */
    char text[200];
};

/* {0} holds none. Warnings stay in the order in which they were added: by input and line. */
struct warnings {
    struct warning first[WARNINGS_KEPT];
    uint64_t count; /* all of them, kept or not */
};

/*
 * Adds a warning, but not the last one once more. The path must outlive the warnings, and a text
 * that is too long is cut.
 */
void warnings_add(struct warnings *warnings, const char *path, uint64_t line, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

/* Adds warnings after those that are there. */
void warnings_append(struct warnings *warnings, const struct warnings *added);

/* Writes "PATH:LINE: text", as far as they are known, NUL-terminated; cut where it is too long. */
void warning_format(const struct warning *warning, char *text, size_t size);

/* Whether a run may go on. False with an error where warnings are errors and there is one. */
bool warnings_permit(const struct warnings *warnings, bool is_strict, struct error *error);

#endif

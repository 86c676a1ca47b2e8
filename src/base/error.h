/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_ERROR_H
#define QUERN_BASE_ERROR_H

/* Errors, which end an operation, and warnings, which do not, as values. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A function that fails returns false after filling a struct error, once, at the place that knows
 * the reason. main() prints it.
 */

/* The kind decides the exit status. */
enum error_kind {
    ERROR_NONE,
    ERROR_FAILED, /* input, output and everything else: exit status 1 */
    ERROR_USAGE,  /* a mistake on the command line: exit status 2 */
};

/* {0} is no error. */
struct error {
    enum error_kind kind;
    const char *path; /* the file concerned, or NULL; the caller keeps it alive */
    uint64_t line;    /* line in that file, from 1; 0 for none */
    char text[500];   /* the reason: one line, no full stop */
};

/* Fills *error and returns false, so that a function can fail in one statement. */
bool error_set(struct error *error, enum error_kind kind, const char *path, uint64_t line,
               const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Does the same for a mistake on the command line. */
#define error_usage(error, ...) error_set((error), ERROR_USAGE, NULL, 0, __VA_ARGS__)

/*
 * Warnings are gathered where problems are found, and printed by cli/messages.c. Only the first ten
 * are kept, so that a thoroughly damaged file needs no memory.
 */

struct error;

enum { WARNINGS_KEPT = 10 };

struct warning {
    const char *path; /* NULL for none; not owned */
    uint64_t line;    /* from 1; 0 for none */
    const char *name; /* a literal that names a note on doubtful figures; else NULL */
    char text[200];
};

/* {0} holds none. Warnings stay in the order of addition: by input and line. */
struct warnings {
    struct warning first[WARNINGS_KEPT];
    uint64_t count; /* all of them, kept or not */
};

/*
 * Adds a warning unless the same is kept already. The path must outlive the warnings; a long text
 * is truncated.
 */
void warnings_add(struct warnings *warnings, const char *path, uint64_t line, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

/* Appends warnings. */
void warnings_append(struct warnings *warnings, const struct warnings *added);

/* Writes "PATH:LINE: text", without unknown parts, NUL-terminated and truncated to the size. */
void warning_format(const struct warning *warning, char *text, size_t size);

/*
 * Returns whether a run may continue. False with an error if warnings are errors and there is one.
 */
bool warnings_permit(const struct warnings *warnings, bool is_strict, struct error *error);

#endif

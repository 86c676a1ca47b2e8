/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_ERROR_H
#define QUERN_BASE_ERROR_H

/*
 * How functions fail: they return false and have filled a struct error, once, at the
 * place that knows the reason. main() prints it.
 */

#include <stdbool.h>
#include <stdint.h>

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

/* The same for an error without a file: what is wrong on the command line. */
bool error_usage(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

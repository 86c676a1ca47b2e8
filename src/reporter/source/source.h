/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_SOURCE_H
#define QUERN_REPORTER_SOURCE_SOURCE_H

/* Source files, read line by line. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/text.h"

/* {0} is closed. */
struct source {
    FILE *stream;
    char *path;           /* of the file; owned */
    struct text found_in; /* the directory that was put before the name, or empty */
    struct text found_as; /* the rest of the path: the name, or what of it is there */
    int64_t changed;      /* time of its last change, in seconds since 1970 */
    char *line;           /* the line read last */
    size_t capacity;
    uint64_t number; /* of the line read last, from 1; 0 before the first */
};

/*
 * Opens a directory's file; the directory ends in '/' or is empty, and must outlive the source.
 * Only regular files are opened: a name from a profile may be anything. False when there is none.
 */
bool source_open(struct source *source, struct text directory, struct text name);

/* The next line without its newline, valid until the next call. False at the end. */
bool source_next_line(struct source *source, struct text *line);

void source_close(struct source *source);

#endif

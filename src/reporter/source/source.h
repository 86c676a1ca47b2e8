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

/* No file of source is larger: whoever names one that is wants to keep somebody waiting. */
enum { SOURCE_LARGEST = 256 * 1024 * 1024 };

/* What a listing may not fit for: to be known once it was read. */
struct source_state {
    int64_t changed; /* time of its last change, in seconds since 1970; 0: not known */
    bool is_cut;     /* it could not be read to its end */
};

/* {0} is closed. */
struct source {
    FILE *stream;
    char *path;                   /* of the file; owned */
    struct text found_in;         /* the directory that was put before the name, or empty */
    struct text found_as;         /* the rest of the path: the name, or as much of it as is there */
    int64_t changed;              /* time of its last change, in seconds since 1970 */
    uint64_t device, file_number; /* which two paths of one file have in common */
    char *line;                   /* the line read last */
    size_t capacity;
    uint64_t number; /* of the line read last, from 1; 0 before the first */
};

/*
 * Opens a directory's file; the directory ends in '/' or is empty, and must outlive the source.
 * Only regular files are opened: a name from a profile may be anything. False when there is none.
 */
bool source_open(struct source *source, struct text directory, struct text name);

/* The same for a file of at most `largest` bytes, as of what is no source. */
bool source_open_within(struct source *source, struct text directory, struct text name,
                        int64_t largest);

/*
 * A source whose content was read already; that must outlive it. `path` is what it is called.
 */
void source_open_memory(struct source *source, struct text content, struct text path);

/* The next line without its newline, valid until the next call. False at the end. */
bool source_next_line(struct source *source, struct text *line);

struct source_state source_state(const struct source *source);

void source_close(struct source *source);

#endif

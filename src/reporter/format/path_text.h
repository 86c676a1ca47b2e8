/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_PATH_TEXT_H
#define QUERN_REPORTER_FORMAT_PATH_TEXT_H

/* The hottest path of an overview as a line of names, and the share of the program it has. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/text.h"
#include "reporter/format/pieces.h"

struct error;
struct table;

/* {0} is empty. */
struct path_text {
    struct arena arena;
    struct text_list names; /* from the start down; what is before main is left out */
    struct cell cost;       /* of the whole path */
    double share;           /* of the program in percent: the least that it can be, if is_bound */
    bool is_bound, is_estimate;
};

/* Reads the rows of the table. Returns false when one fails; free with path_text_free(). */
bool path_text_read(struct path_text *path, const struct table *table, FILE *out,
                    struct error *error);
void path_text_free(struct path_text *path);

/* Formats the share: "38.00 %", after a sign for "at least" or "about" where it is not known. */
size_t format_path_share(const struct path_text *path, bool is_ascii, char text[MAX_COUNT]);

/*
 * Appends "main → build → find   ≥38.00 %", in `room` columns where that is not 0: names get
 * shorter, and then steps in the middle are left out.
 */
void append_path(struct buffer *to, const struct path_text *path, size_t room, bool is_ascii);

#endif

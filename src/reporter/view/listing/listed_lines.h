/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_LISTED_LINES_H
#define QUERN_REPORTER_VIEW_LISTING_LISTED_LINES_H

/*
 * The lines of a source in the order in which they are listed: its own, and in a difference those
 * that are gone from it, each after the line that it came after. Places in this order are from 1;
 * without lines that are gone a place is a number of a line.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/index.h"
#include "base/text.h"
#include "reporter/source/source.h"

struct line_matching;
struct source_paths;

struct listed_lines {
    uint32_t file; /* as recorded, by name */
    size_t count;  /* of places */

    const struct source_text *text;       /* NULL: the source was not found */
    struct source_text own;               /* the text, where it was not read to be compared */
    const struct line_matching *matching; /* NULL: it was not */
    uint64_t *numbers;                    /* by place less 1; NULL: they are the same */
    uint64_t *places;                     /* by number less 1, likewise */
    struct index gone;                    /* numbers that stand for lines that are gone, */
    uint64_t *gone_places;                /* and their places */
};

/*
 * Finds and reads the source of that name; where it was compared with an old one that is known
 * already. listed_lines_free() in any case.
 */
void listed_lines_read(struct listed_lines *lines, uint32_t file, struct text name,
                       const struct source_paths *paths, const struct line_matching *matching);
void listed_lines_free(struct listed_lines *lines);

/* Where the line of a number is, also one that stands for a line that is gone; 0: not listed. */
uint64_t listed_lines_place(const struct listed_lines *lines, uint64_t number);

/* The number and the text of a place from 1 to the count. */
uint64_t listed_lines_number(const struct listed_lines *lines, uint64_t place);
struct text listed_lines_text(const struct listed_lines *lines, uint64_t place);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_SOURCE_TEXT_H
#define QUERN_REPORTER_SOURCE_SOURCE_TEXT_H

/* All lines of a source file, to be compared with those of another. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"
#include "reporter/source/alignment.h"
#include "reporter/source/source.h"

struct names;

/* {0} is empty. */
struct source_text {
    struct arena arena;
    struct text path; /* of the file, or REVISION:PATH; without pointer: nothing was read */
    struct source_state state;
    struct text *lines; /* by number less 1, without newlines */
    uint32_t *ids;      /* likewise: of two lines the same where they differ by blanks alone */
    size_t count, capacity, id_capacity;
};

/*
 * Reads an open source to its end. Lines get their ids from `known`, which texts that are to be
 * compared have in common; NULL: they get none. source_text_free() gives it back.
 */
void source_text_read(struct source_text *text, struct source *source, struct names *known);

/* Whether anything was read. */
static inline bool source_text_was_read(const struct source_text *text)
{
    return text->path.at != NULL;
}

/* The line of a number, from 1; without pointer past the end. */
struct text source_text_line(const struct source_text *text, uint64_t number);

void source_text_free(struct source_text *text);

#endif

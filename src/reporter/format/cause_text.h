/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_CAUSE_TEXT_H
#define QUERN_REPORTER_FORMAT_CAUSE_TEXT_H

/* Says in words what of a function changed. */

#include <stdbool.h>

#include "base/buffer.h"

struct table;
struct table_row;

/*
 * The words around the name of the function that a term is about: "calls " NAME " more often:
 * 1 -> 2 per call". A term about nobody else has all of them before it.
 */
struct term_words {
    struct buffer before, after;
    bool has_name;
};

/* Makes the words. Free with term_words_free(). */
void term_words_make(struct term_words *words, const struct table_row *row);
void term_words_free(struct term_words *words);

/*
 * Whether the causes cancel each other for the most part, so that the change that is left may well
 * be noise: their sizes are more than twice the change.
 */
bool causes_cancel(const struct table *table);

#endif

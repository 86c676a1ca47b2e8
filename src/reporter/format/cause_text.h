/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_CAUSE_TEXT_H
#define QUERN_REPORTER_FORMAT_CAUSE_TEXT_H

/* Says in words what of a function changed. */

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/text.h"
#include "reporter/format/pieces.h"

struct table;
struct table_row;
struct term_facts;
struct term_line;

/*
 * The words around the name of the function that a term is about, "calls " NAME " more often", and
 * its values: ": 1 -> 2 per call", or nothing. A term about nobody else has all words before it.
 */
struct term_words {
    struct buffer before, after, values;
    bool has_name;
};

/* Makes the words. Free with term_words_free(). */
void term_words_make(struct term_words *words, const struct term_facts *term);
void term_words_free(struct term_words *words);

/* Appends them with the name, which has some room, or of terms left out how many they are. */
void append_term(struct buffer *to, const struct table_row *row, size_t room, bool is_ascii);

/*
 * Appends where a line is that shows what changed, with its text, "parse.c:9  sum += 1;", before it
 * what became of it, "new parse.c:9", or of one of the old program "was parse.c:9".
 */
void append_term_line(struct buffer *to, const struct term_line *line);

/*
 * Appends why a cause whose source is what it was may cost more or less, after `before`; nothing
 * where the source changed or is not known.
 */
void append_code_change(struct buffer *to, struct text before, const struct table *table,
                        const struct table_row *cause);

/*
 * Appends the name of a row of causes that is of no function, such as "(17 smaller ones)" or
 * "<cycle 1> of 3 functions". False, and nothing, where it has a function's name.
 */
bool append_cause_name(struct buffer *to, const struct table_row *row);

/* Says whether causes of both signs are together more than twice the change, else appends nothing.
 */
void append_warning_of_signs(struct buffer *to, const struct table *table);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_FIGURED_H
#define QUERN_TESTS_SUPPORT_FIGURED_H

/*
 * Small profiles that are written in a test as text, with the figures of their rows; rows by name,
 * and lines of text in order, since the order in which rows are made is not promised.
 */

#include <stdbool.h>

#include "aggregator/compare/compare.h"
#include "aggregator/program.h"
#include "aggregator/row_figures.h"
#include "support/parsed.h"

/* A profile and the rows of one choice: self cost, inclusive cost and calls. */
struct figured {
    struct arena arena; /* of a file: what the profile's texts are in */
    struct parsed parsed;
    struct program program;
    struct row_figures figures;
};

/* Which rows there are to be: all of a key, with inclusive cost. */
#define ROWS(by) ((struct row_choice){.key = (by), .has_inclusive = true})
#define FOLDED(by) ((struct row_choice){.key = (by), .is_folded = true, .has_inclusive = true})

/* Reads the text and adds up its figures; all must succeed. figured_free() gives it back. */
void figured_read(struct figured *figured, const char *text, struct row_choice choice);
void figured_free(struct figured *figured);

/*
 * Likewise of a file, by folded function and without calls: of what listings need, which are spots
 * with their addresses and jumps. False where it cannot be read.
 */
bool figured_read_file(struct figured *figured, const char *path);

/* Two profiles and what changed from the old one to the new one. */
struct compared {
    struct parsed fresh, old;
    struct diff diff;
};

/* Compares two profiles by what is to be matched; diff_free() in any case. */
bool diff_by(struct diff *diff, const struct compared *compared, enum matching matching,
             struct text_list events, struct error *error);

/* Reads both and compares them by function; all must succeed. compared_free() gives it back. */
void compared_read(struct compared *compared, const char *fresh, const char *old);
void compared_free(struct compared *compared);

/* "FILE:FUNCTION[OBJECT]" of a row, as far as it has them, or its label. Static memory. */
const char *figured_name(const struct rows *rows, row_id id);

/* The row of that name, which must be there. */
row_id figured_find(const struct rows *rows, const char *name);

/* What a row costs of an event. */
int64_t figured_cost(const struct costs *costs, size_t row, size_t event);

/* The lines of a text in bytewise order; the text is freed, the caller frees the result. */
char *figured_sort(char *text);

/* The name of a key of rows. Static memory, good until it is asked for another. */
const char *figured_key_name(enum row_key key);

#endif

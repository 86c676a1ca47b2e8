/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_FIGURED_H
#define QUERN_TESTS_SUPPORT_FIGURED_H

/*
 * Profiles with the figures of their rows: of a file, and two that are written in a test as text.
 */

#include <stdbool.h>

#include "aggregator/compare/compare.h"
#include "aggregator/program.h"
#include "aggregator/row_figures.h"
#include "support/parsed.h"

/* A profile and the rows of its folded functions: self cost and inclusive cost. */
struct figured {
    struct arena arena; /* of a file: what the profile's texts are in */
    struct parsed parsed;
    struct program program;
    struct row_figures figures;
};

/* Which rows there are to be: all of a key, with inclusive cost. */
#define ROWS(by) ((struct row_choice){.key = (by), .has_inclusive = true})
#define FOLDED(by) ((struct row_choice){.key = (by), .is_folded = true, .has_inclusive = true})

/*
 * Reads a file with what listings need, which are spots with their addresses and jumps. False where
 * it cannot be read; figured_free() in any case.
 */
bool figured_read_file(struct figured *figured, const char *path);
void figured_free(struct figured *figured);

/* Two profiles and what changed from the old one to the new one. */
struct compared {
    struct parsed current, old;
    struct diff diff;
};

/* Reads both and compares them by function; all must succeed. compared_free() gives it back. */
void compared_read(struct compared *compared, const char *current, const char *old);
void compared_free(struct compared *compared);

/* The row that is called "FILE:FUNCTION[OBJECT]", as far as it has them; it must be there. */
row_id figured_find(const struct rows *rows, const char *name);

/* What a row costs of an event. */
int64_t figured_cost(const struct costs *costs, size_t row, size_t event);

/* The name of a key of rows. Static memory, good until it is asked for another. */
const char *figured_key_name(enum row_key key);

#endif

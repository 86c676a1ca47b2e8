/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_SCAN_H
#define QUERN_BASE_REGEX_SCAN_H

/*
 * Where matches are: all states of a program, side by side, on one way through the text. The way
 * leads backward, since each state then needs to know one thing of its match, where it ends: of two
 * that meet, the one that ends further on is the one that counts, whichever place it begins at. So
 * one pass tells the longest match from every place.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/regex/program.h"
#include "base/regex/states.h"
#include "base/regex/tree.h"
#include "base/text.h"

/* Instructions of a program: of all of it, of a node, or of nodes that follow each other. */
struct range {
    uint32_t begin, end;
};

struct scan {
    const struct tree *tree;
    struct program program; /* backward */
    bool has_places;        /* some instruction asks where in the text it is */
    struct states states;
    struct state *after; /* the states at the place before, which is one byte further on */
    struct text text;
};

void scan_init(struct scan *scan, const struct tree *tree);
void scan_free(struct scan *scan);

/*
 * Sets lefts[p], for each place p of the text from `begin` to `end`, to the furthest place up to
 * which a range matches from there, of those where `rights` is set: all of them if it is NULL.
 * Where there is none it stays NO_MARK, which it must be before. To find what a range matches
 * several times over, `rights` may be `lefts`, set at `end`.
 */
void scan_range(struct scan *scan, struct range range, size_t begin, size_t end,
                const size_t *rights, size_t *lefts);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_PATH_SIDES_H
#define QUERN_TESTS_SUPPORT_PATH_SIDES_H

/* The paths of a small profile that is written in a test as text, or of two in a difference. */

#include <stdio.h>

#include "aggregator/paths/paths.h"
#include "support/figured.h"

/* By the first event, folded, from the starts down; {0} where there is no old profile. */
struct path_sides_made {
    struct compared compared; /* without an old profile `fresh` alone is read */
    struct path_graph graphs[N_PATH_SIDES];
    struct path_tree trees[N_PATH_SIDES];
    struct path_side sides[N_PATH_SIDES];
    bool is_difference;
};

/*
 * Reads the texts and adds the starts, as far as they are above the limit; all must succeed. `old`
 * is NULL where it is not a difference. path_sides_free() gives it back.
 */
void path_sides_begin(struct path_sides_made *made, const char *fresh, const char *old,
                      double least);
void path_sides_free(struct path_sides_made *made);

/* A name of a graph; "<1>" of the first cycle. */
void path_sides_print_name(FILE *out, const struct path_graph *graph, uint32_t name);

#endif

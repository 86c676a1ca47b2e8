/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTED_FUNCTIONS_H
#define QUERN_REPORTER_VIEW_LISTED_FUNCTIONS_H

/*
 * The source of the functions that cost or changed most, one after the other, each with its
 * instructions after it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/lines/line_diff.h"
#include "aggregator/lines/spots_by_row.h"
#include "base/error.h"
#include "reporter/view/listing/listing.h"
#include "reporter/view/objects/objects.h"

struct names;
struct section;
struct view_input;
struct warnings;
struct whole_graph;

/* {0} is empty. Not to be moved: its pointers lead into it. */
struct listed_functions {
    struct view_input *input; /* its warnings are those of the listing made last */
    const struct whole_graph *graph;
    struct line_sides sides;   /* of a difference, */
    struct spots_by_row spots; /* or of one profile */
    struct object_codes codes;
    struct same_code same; /* of a difference with instructions */
    bool has_instructions; /* the profile has addresses */
    uint32_t *numbers;     /* of functions in the graph, in the order in which they are listed */
    size_t count, next;
    bool was_listed; /* the next function, by line: its instructions come next */
    struct listing listing;
    bool *is_missing; /* by file: its source was not found */
    bool has_warned_of_missing;
    struct names *warned; /* warnings that were passed on */
};

/* Chooses the functions. False when a cost does not fit. Free with listed_functions_free(). */
bool listed_functions_create(struct listed_functions *listed, struct view_input *input,
                             const struct whole_graph *graph, struct error *error);

/*
 * Fills in the section of the next listing, good until the next call, and adds warnings about
 * sources and objects, each once. False with an error, or at the end, where a warning tells of the
 * sources that were not found.
 */
bool listed_functions_next(struct listed_functions *listed, struct warnings *warnings,
                           struct section *section, struct error *error);

void listed_functions_free(struct listed_functions *listed);

#endif

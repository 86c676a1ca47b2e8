/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_HOT_CODE_H
#define QUERN_REPORTER_VIEW_HOT_CODE_H

/* The source of the functions that cost most, or changed most, one by one; and their instructions.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/lines/line_costs.h"
#include "base/error.h"
#include "reporter/view/listing/code_table.h"
#include "reporter/view/objects/objects.h"

struct names;
struct section;
struct view_input;
struct warnings;
struct whole_graph;

/* {0} is empty. Not to be moved: its pointers lead into it. */
struct hot_code {
    struct view_input *input; /* its warnings are those of the listing made last */
    const struct whole_graph *graph;
    struct line_sides sides;   /* of a difference, */
    struct spots_by_row spots; /* or of one profile */
    struct object_codes codes;
    struct same_code same; /* of a difference with instructions */
    bool has_instructions; /* the profile has any, which can be compared if that is asked for */
    uint32_t *hot;         /* numbers of functions, in the order in which they are listed */
    size_t count, next;
    bool was_listed; /* the next one, by line: by instruction is what comes next */
    struct code_table table;
    bool were_missing_told; /* which sources are missing */
    bool *is_missing;       /* by file: its source was not found */
    struct names *told;     /* warnings that were passed on */
};

/* Chooses the functions. False when a cost does not fit; hot_code_end() in any case. */
bool hot_code_begin(struct hot_code *code, struct view_input *input,
                    const struct whole_graph *graph, struct error *error);

/*
 * Fills in the section of the next listing, good until the next call, and adds what is wrong with
 * sources and objects to the warnings, each but once. False at the end, when all sources that are
 * missing have been told, or with an error.
 */
bool hot_code_next(struct hot_code *code, struct warnings *warnings, struct section *section,
                   struct error *error);

void hot_code_end(struct hot_code *code);

#endif

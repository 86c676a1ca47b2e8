/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LINES_LINE_COSTS_H
#define QUERN_AGGREGATOR_LINES_LINE_COSTS_H

/*
 * What the lines of one function cost, or those of one file, or its instructions: themselves, and
 * with what they call.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/inclusive.h"
#include "aggregator/lines/spots_by_row.h"
#include "base/error.h"
#include "profile/profile.h"

/* The code that is listed: that of the row, in the file; NO_ID for any that is not hidden. */
struct listed_code {
    row_id row;
    file_id file;
    bool is_by_instruction; /* of lines, if not; the profile has addresses then */
};

/* A line, or an instruction: an address in an object. */
struct listed_line {
    file_id file;
    uint64_t number;  /* 0: on no line in particular */
    object_id object; /* of an instruction; of lines these are not set */
    uint64_t address;
    row_id row;           /* of an instruction: whose it is */
    uint32_t id;          /* row of `self` and `inclusive` */
    size_t call, n_calls; /* its calls: from this one on */
    bool is_bound;        /* its inclusive cost is this or more */
};

/* The calls that a line makes of one group. */
struct listed_call {
    row_id callee;
    uint32_t id;   /* row of `called` */
    int64_t count; /* how often */
};

/* Where in its source an instruction is, and which of the listed rows it belongs to. */
struct instruction_home {
    row_id row;
    file_id file;
    uint64_t line;
};

struct line_costs {
    struct listed_line *lines; /* by file and number, or by object and address */
    size_t n_lines;
    struct listed_call *calls;      /* by line; those of one in no order */
    struct index ids;               /* (file, number), or (object, address) */
    struct instruction_home *homes; /* by id of an instruction; NULL of lines */
    size_t n_homes, home_capacity;
    bool *bounds;            /* by id of a line: its inclusive cost is this or more */
    struct costs self;       /* by id of a line */
    struct costs inclusive;  /* likewise: with the calls that do not nest in others */
    struct call_table table; /* (line id, callee) */
    uint64_t *targets;       /* by row of the table: the address called; 0: not known, or several */
    size_t n_targets, target_capacity;
};

/*
 * Whose lines: of a profile, or of one of two that are compared, whose rows stand for others in
 * what is listed.
 */
struct listed_side {
    const struct inclusive *inclusive; /* of the side's own rows */
    const struct rows *rows;           /* those that are listed */
    const row_id *of_place;            /* by place of the side: the row listed */
    const row_id *in_rows;             /* by row of the side; NULL: they are the same */
    const struct spots_by_row *sorted; /* its spots, where many rows are listed; or NULL */
};

/*
 * Adds it up from the spots of the side's profile, which must have been kept. The inclusive cost of
 * a line is what was spent while its code was active, be it itself or in what it called, each
 * instruction once. Under recursion it is exact where levels are separated (see inclusive.h) and
 * one line alone of its function leads back to that; else it is a lower bound, and so it is where
 * several functions have code on the line. False when a sum does not fit into 64 bits;
 * line_costs_free() is to be called in any case.
 */
bool line_costs_create(struct line_costs *listing, const struct listed_side *side,
                       struct listed_code code, struct error *error);

/* The side of a profile that is not compared. */
static inline struct listed_side listed_side_of(const struct inclusive *inclusive)
{
    return (struct listed_side){
        .inclusive = inclusive, .rows = inclusive->rows, .of_place = inclusive->rows->of_place};
}

/* The id of the line or instruction that a spot of the side is listed as; NO_ID: it is not. */
uint32_t line_costs_find(const struct line_costs *listing, const struct listed_side *side,
                         struct listed_code code, uint32_t spot);

/* Gives an instruction its home, unless it has one; the ids come one after the other. */
void line_costs_set_home(struct line_costs *listing, uint32_t id, struct instruction_home home);

/* Likewise where calls lead to, which is known where all of them lead to the same address. */
void line_costs_add_target(struct line_costs *listing, uint32_t row, uint64_t address);

/* For whoever fills ids, bounds and table: makes the lists of lines and calls. */
void line_costs_list(struct line_costs *listing);

/* The costs of calls, rows by listed_call.id; not given where they may nest in each other. */
static inline const struct costs *line_costs_called(const struct line_costs *listing)
{
    return &listing->table.costs;
}

void line_costs_free(struct line_costs *listing);

#endif

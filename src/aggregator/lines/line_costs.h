/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LINES_LINE_COSTS_H
#define QUERN_AGGREGATOR_LINES_LINE_COSTS_H

/* Self and inclusive costs of the lines of a function or file, or of its instructions. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/inclusive.h"
#include "aggregator/row_figures.h"
#include "aggregator/rows.h"
#include "base/error.h"
#include "profile/profile.h"

struct diff;

/* The code that is listed: that of the row, in the file; NO_ID for any that is not hidden. */
struct listed_code {
    row_id row;
    file_id file;
    bool is_by_instruction; /* of lines, if not; the profile has addresses then */
};

/* A line, or an instruction: an address in an object. */
struct listed_line {
    file_id file;
    uint64_t number;      /* 0: on no line in particular */
    object_id object;     /* of an instruction; of lines these are not set */
    uint64_t address;     /* 0: of the code of its row that was recorded without addresses */
    row_id row;           /* of an instruction: whose it is */
    uint32_t id;          /* row of `self` and `inclusive` */
    size_t call, n_calls; /* its calls: from this one on */
    bool is_bound;        /* its inclusive cost is this or more */
};

/* The source line of an instruction, and the listed row that it belongs to. */
struct instruction_home {
    row_id row;
    file_id file;
    uint64_t line;
};

struct line_costs {
    struct listed_line *lines; /* by file and number, or by object and address */
    size_t n_lines;
    uint32_t *calls;                /* rows of the table by line; those of one in no order */
    struct map ids;                 /* (file, number), or instruction_key() */
    struct instruction_home *homes; /* by id of an instruction; NULL of lines */
    size_t n_homes, home_capacity;
    bool *bounds;           /* by id of a line: its inclusive cost is this or more */
    struct costs self;      /* by id of a line */
    struct costs inclusive; /* the same, plus the calls that do not nest in others */
    struct ledger table;    /* (line id, callee) */
    uint64_t *targets;      /* by row of the table: the address called; 0: not known, or several */
    size_t n_targets, target_capacity;
};

/* Ids of things, in ascending order. */
struct id_range {
    const uint32_t *list; /* NULL: all from 0 on */
    size_t count;
};

static inline uint32_t id_range_get(struct id_range range, size_t i)
{
    return range.list != NULL ? range.list[i] : (uint32_t)i;
}

struct ids_by_row {
    uint32_t *list;
    size_t *begin; /* by row, and one more at the end */
};

/*
 * The spots of a profile by the row that they are listed under, with their calls and jumps: for
 * whoever lists the code of many rows, each of which is found without looking at all others. {0} is
 * empty.
 */
struct spots_by_row {
    struct ids_by_row spots, calls, jumps;
    bool *leads_back_often; /* by row of `inclusive`: calls of several of its lines do */
};

/*
 * Sorts the spots of the profile whose rows `inclusive` has. `of_place` is the row that each place
 * is listed under, below n_rows. Free with spots_by_row_free().
 */
void spots_by_row_create(struct spots_by_row *sorted, const struct inclusive *inclusive,
                         const row_id *of_place, size_t n_rows);
void spots_by_row_free(struct spots_by_row *sorted);

/* Returns those of one row. */
static inline struct id_range ids_of_row(const struct ids_by_row *ids, row_id row)
{
    return (struct id_range){ids->list + ids->begin[row], ids->begin[row + 1] - ids->begin[row]};
}

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
 * Adds up costs from the spots of the side's profile, which must have been kept. The inclusive cost
 * of a line is what was spent while its code was active, in itself or in its callees, each
 * instruction once. Under recursion it is exact if levels are separated (see inclusive.h) and only
 * one line of the function leads back to it; otherwise, or if several functions have code on the
 * line, it is a lower bound. Free it with line_costs_free().
 */
void line_costs_create(struct line_costs *listing, const struct listed_side *side,
                       struct listed_code code);

/* Returns the side of a profile that is not compared. */
static inline struct listed_side listed_side_of(const struct inclusive *inclusive)
{
    return (struct listed_side){
        .inclusive = inclusive, .rows = inclusive->rows, .of_place = inclusive->rows->of_place};
}

/* Returns the id of the line or instruction that a spot is listed as; NO_ID if it is not. */
uint32_t line_costs_find(const struct line_costs *listing, const struct listed_side *side,
                         struct listed_code code, uint32_t spot);

/* Notes where a call leads to, which is known where all of its row lead to the same address. */
void line_costs_add_target(struct line_costs *listing, uint32_t row, uint64_t address);

/* Makes the lists of lines and calls, once ids, bounds and table are filled. */
void line_costs_list(struct line_costs *listing);

void line_costs_free(struct line_costs *listing);

/*
 * The jumps from listed lines or instructions. A branch may be recorded in several pieces, one for
 * each block of code that it ends; these are added up. Callgrind writes nothing for a block after
 * which it never jumped, so the branch may have been executed more often than recorded; the true
 * count is the instruction's cost in executed instructions, if these were counted.
 */
struct listed_jump {
    uint32_t from; /* its id in the listing */
    file_id file;  /* where it leads to, as far as that is recorded */
    struct position to;
    symbol_id function; /* another function, or NO_ID */
    enum jump_course course;
    struct jump_counts counts;
    bool is_bound; /* a condition may have been looked at more often than is counted */
};

/* {0} is empty. */
struct line_jumps {
    struct listed_jump *list; /* by the id of what they are from; those taken most come first */
    size_t *begin;            /* by that id: where its jumps begin, up to those of the next one */
    size_t count, capacity;
};

/* Adds up the jumps of a listing whose profile has some. Free them with line_jumps_free(). */
void line_jumps_create(struct line_jumps *jumps, const struct line_costs *listing,
                       const struct listed_side *side, struct listed_code code);
void line_jumps_free(struct line_jumps *jumps);

/* Returns how often a jump was taken. */
static inline int64_t listed_jump_taken(const struct listed_jump *jump)
{
    return jump->counts.followed != 0 ? jump->counts.followed : jump->counts.unconditional;
}

/*
 * The functions of both profiles of a difference, whose lines are compared. A line of the old one
 * is under its number in the new one: see struct line_map. {0} is empty. It must not be moved once
 * it was made.
 */
struct line_sides {
    const struct rows *change; /* the rows that are listed */
    struct side_rows current, old;
    struct spots_by_row current_spots, old_spots; /* where many rows are listed */
    bool are_sorted;
};

/* Adds both up by the choice that the rows of the change were made by. */
void line_sides_create(struct line_sides *sides, const struct diff *diff, const struct rows *change,
                       const struct row_choice *choice);

/* Sorts the spots of both, for whoever lists many rows. */
void line_sides_sort(struct line_sides *sides);
void line_sides_free(struct line_sides *sides);

/* {0} is empty. */
struct line_diff {
    struct line_costs change;             /* new less old; bounds where either side has one */
    struct costs old_self, old_inclusive; /* by id of a line */
    struct costs current_self, current_inclusive;
    struct costs old_called; /* by id of a call, */
    int64_t *old_counts;     /* and likewise */
};

/* Adds it up for code that is listed, a row of the change or a file. */
void line_diff_create(struct line_diff *diff, const struct line_sides *sides,
                      struct listed_code code);
void line_diff_free(struct line_diff *diff);

/*
 * line_calls.c adds up the calls that lines of source make, as the report's listings show them: how
 * often each function is called, as recorded, and what the calls cost, each instruction once. Those
 * that nest in others add only to the number; a cost is not given where all of them do. Who calls
 * whom, which shows what nests, is found out for the first line that makes calls: that takes time,
 * and in many reports no source is found.
 */

/* {0} has no calls. */
struct line_calls {
    const struct profile *profile;           /* the profile of the lines */
    struct numbered_line *lines;             /* by file and number, */
    size_t *line_begin;                      /* and by file: where its lines begin */
    uint32_t *ids;                           /* its calls by line, */
    size_t *begin;                           /* by line: where its calls begin */
    const struct nesting *nesting;           /* of its functions as recorded; NULL: not known yet */
    struct function_figures functions_found; /* the basis of `nesting` */
    struct ledger table;                     /* (line, function) of the requested lines */
};

/*
 * Sorts the profile's lines and their calls. `nesting` is that of its functions as recorded, or
 * NULL if unknown. Free them with line_calls_free().
 */
void line_calls_create(struct line_calls *calls, const struct profile *profile,
                       const struct nesting *nesting);

bool line_calls_has(const struct line_calls *calls, uint32_t line);

/*
 * Adds up the calls of a line, once per line, as the last rows of the table. Returns the first of
 * them.
 */
size_t line_calls_add_up(struct line_calls *calls, uint32_t line);

void line_calls_free(struct line_calls *calls);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_CAUSES_CAUSES_H
#define QUERN_AGGREGATOR_CAUSES_CAUSES_H

/*
 * The causes of a change in the cost of a program, each a matter of one function, which
 * add up to the change of the total. For each side let
 *
 *     s(f)     be how often f was started: 1 where it has cost and nobody is recorded to call it,
 *              and for all in profiles without calls,
 *     n(f)     = s(f) + the calls of f, how often it ran,
 *     r(f)     = self(f) / n(f), its own work in a run,
 *     F(f, g)  = the calls of g by f / n(f), how often it calls g in a run,
 *     I(f)     = r(f) + the sum over g of F(f, g) I(g), the mean price of a run.
 *
 * A program costs the sum of s(f) I(f), and so exactly
 *
 *     new total - old total =
 *         sum over f of n_new(f) (r_new(f) - r_old(f))
 *       + sum over f and g of n_new(f) (F_new(f, g) - F_old(f, g)) I_old(g)
 *       + sum over f of (s_new(f) - s_old(f)) I_old(f)
 *
 * and the same with n_old and I_new. What f contributes is the mean of both: economists know it as
 * a structural decomposition by polar averages. What two causes do together is halved between them.
 *
 * What the model needs besides:
 *
 * - A function that one side lacks has there what the other side says of a run of it: whoever calls
 *   it now, or no longer does, is the cause.
 * - In a cycle of calls some are cut, the same on both sides: those that lead back to where a
 *   search from the starts, in the order of names, came from. The cycle itself makes them, some
 * each time that it is entered. That a member makes more of them in a run is its own contribution,
 * that it runs more often for each entry is the cycle's.
 * - The functions of the C library and the like, as long as they call nobody else, cost what their
 *   callers give them to do: a call of them is counted by what it costs, and is its caller's work.
 *   What they cost without having been called, and all that the dynamic linker does, is a start.
 * - Calls of inlined code are not counted, where profiles have it as functions. They are taken to
 *   be as many in a run of the caller as on the other side, or one: F is the same on both then, and
 *   a function that is merely inlined contributes what its own work changed by.
 */

#include <stddef.h>
#include <stdint.h>

#include "aggregator/causes/cause_graph.h"
#include "aggregator/rows.h"
#include "base/kinds.h"
#include "base/map.h"

struct line_map;

/* The change to explain. */
struct causes_wanted {
    const struct rows *rows;   /* of the change, by function */
    const size_t *events;      /* ids of events that are no ratios */
    size_t n_events, measured; /* whose terms there are: its place among the events */
    const int64_t *changes;    /* by event: of the total */
};

/* A part of what an owner contributes. */
struct cause_term {
    struct term_facts facts; /* without lines */
    row_id caller, callee;   /* callee: NO_ID where it is of no call */
    double amount;           /* of the measured event: what it contributes */
};

/* The components of an event's change. */
struct cause_amounts {
    double *work;   /* by node: its own, in a run */
    double *calls;  /* by arc: how often it is called in a run, or what a library is given to do */
    double *cycles; /* by node: how often it runs for each entry of the cycle that it is in */
};

/*
 * Owners of causes are the nodes of functions, then cycles, and last the start of the program.
 * Starts contribute the remainder of the change.
 */
struct causes {
    struct cause_graph graph;
    size_t measured; /* the event whose amounts are kept, */
    double unit;     /* and how much of it values of terms count as 1 */
    struct cause_amounts amounts;
    double *contributions; /* by event, then by owner */
};

/* Finds the causes of a difference. Free them with causes_free(). */
void causes_find(struct causes *causes, const struct diff *diff,
                 const struct causes_wanted *wanted);

static inline size_t causes_n_owners(const struct causes *causes)
{
    return causes->graph.n_nodes + causes->graph.n_cycles + 1;
}

/* Returns the owner that is what starts. */
static inline size_t causes_start(const struct causes *causes)
{
    return causes->graph.n_nodes + causes->graph.n_cycles;
}

/* Returns the row of an owner, or NO_ID where it is no function. */
static inline row_id causes_row(const struct causes *causes, size_t owner)
{
    return owner < causes->graph.n_nodes ? causes->graph.nodes[owner].row : NO_ID;
}

/* Returns how an owner's contribution comes about; of the start nothing. The caller frees it. */
struct cause_term *causes_terms(const struct causes *causes, size_t owner, size_t *count);

/* Returns the function that a term is about beside its caller, or NO_ID. */
static inline row_id cause_term_names(const struct cause_term *term)
{
    return term->callee != NO_ID || term->facts.kind != CAUSE_CYCLE ? term->callee : term->caller;
}

void causes_free(struct causes *causes);

/*
 * cause_lines.c finds the lines of source that show what of a function changed: the line whose
 * calls of another one changed most, or which makes most of them, and those whose own work in a run
 * changed most.
 */

/*
 * A line of the change. One that is gone has a number that stands for it, and so may one that only
 * the old program calls from: see struct line_map.
 */
struct cause_line {
    file_id file;
    uint64_t number;
    double amounts[N_SIDES]; /* by side: calls, or the function's own cost, there */
};

/*
 * The line that shows most of a matter, which is what a term is about: the calls that a row makes
 * of another one, or its own work.
 */
struct shown_line {
    struct cause_line line;
    bool is_known; /* there is one */
    bool is_old;   /* only the old program makes such calls */
    bool is_more;  /* of work: it costs more in a run than before, and not less */
};

/* {0} is empty. */
struct cause_lines {
    struct map matters;       /* (row, row that it calls), or (row, NO_ID) of its own work */
    struct shown_line *shown; /* by id of those */
};

/* The lines to find. */
struct cause_lines_wanted {
    const struct cause_graph *graph; /* how often functions ran */
    const struct rows *rows;         /* of the change, by function */
    const bool *is_wanted;           /* by row: whose lines */
    const struct line_map *map;      /* lines of work are of files that are mapped alone: others may
                                        have lines of the same number that are not the same */
    size_t event;                    /* the event by which work is measured */
};

/* Finds them. Both profiles have to keep the cost and the calls of spots. Free them. */
void cause_lines_find(struct cause_lines *lines, const struct diff *diff,
                      const struct cause_lines_wanted *wanted);

/* Returns the line of calls, or with NO_ID of the row's own work; NULL where none is known. */
const struct shown_line *cause_lines_get(const struct cause_lines *lines, row_id row,
                                         row_id callee);

void cause_lines_free(struct cause_lines *lines);

#endif

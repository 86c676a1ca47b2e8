/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_INCLUSIVE_H
#define QUERN_AGGREGATOR_INCLUSIVE_H

/*
 * Inclusive cost: what was spent while at least one activation of a function was on the stack. It
 * is never above the program's total, also under recursion.
 *
 * It is computed by function. For each function and event, by the first rule that holds:
 *
 * 0. The function is in no cycle of several functions that the profile shows, but has recursion
 *    levels above 1 that are called from other functions, or by nobody, because the chain to them
 *    was cut, by the lazy resolver of the dynamic linker or by a filter. The figure of rule 2, as
 *    a lower bound.
 * 1. The function is in no cycle of several functions (calls to itself do not make one): the larger
 *    of (a) the cost of calls into it from other functions and (b) its self cost plus its calls to
 *    other functions. They are equal except for entries that nobody called. Exact.
 * 2. Levels of recursion are separated: the same for its first level, with calls from and to other
 *    functions and levels. Exact, since activations of the first level never nest. Not if the first
 *    level calls itself, or is called for more than the whole cycle cost.
 * 3. Otherwise it cannot be known: a lower bound from the calls that enter the cycle or leave it.
 *
 * In the search for cycles, a callee that may be any of several functions counts as calling them
 * all; its own cost, and that of files and directories it is in, is a lower bound.
 *
 * A row by file:function is the cost of a function in one file with code of it: see
 * struct function_part. Rows of files, directories and objects follow from the calls between them
 * by rules 1 and 3; where these give a lower bound, it is at least what any function in them costs.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rows.h"
#include "base/error.h"
#include "profile/profile.h"

/*
 * nesting.c finds which calls can nest in each other, so that their costs must not be added: those
 * that lead back to their caller. Inclusive costs of functions and lines follow from it.
 */

/* How the inclusive cost of a row is computed: see the rules above. */
enum rule {
    RULE_ALONE,
    RULE_UNSURE, /* as RULE_ALONE, but some calls may lead to another row: a bound */
    RULE_CUT,
    RULE_LEVELS,
    RULE_BOUND,
};

struct nesting {
    const struct rows *rows; /* not owned; with levels */
    enum rule *rules;        /* by row */
    uint32_t *components;    /* by row; see components_find() */
    uint32_t n_components;
};

/*
 * Finds out who calls whom, and the rule for each row as far as it depends only on that.
 * RULE_LEVELS is for rows by function in a profile of LEVELS_SEPARATED.
 */
void nesting_create(struct nesting *nesting, const struct rows *rows, enum levels levels);

/* Returns whether two rows are in the same cycle. */
static inline bool nesting_is_cyclic(const struct nesting *nesting, row_id from, row_id to)
{
    return nesting->components[from] == nesting->components[to];
}

/* Returns whether calls may lead back to their caller, in a cycle or a cut one. */
static inline bool nesting_leads_back(const struct nesting *nesting, struct row_arc arc)
{
    return nesting_is_cyclic(nesting, arc.from, arc.to) || nesting->rules[arc.from] == RULE_CUT;
}

/*
 * Returns whether an arc, by its id in rows->arcs, is among the calls into or out of a row that
 * make up its inclusive cost: those that cannot nest in each other.
 */
bool nesting_counts_entering(const struct nesting *nesting, size_t arc);
bool nesting_counts_leaving(const struct nesting *nesting, size_t arc);

/*
 * Returns whether the cost of a call can be added to that of the other calls from the same code: it
 * cannot lead back, or both its caller and its callee are first activations.
 */
bool nesting_counts_call(const struct nesting *nesting, struct row_arc arc);

void nesting_free(struct nesting *nesting);

struct inclusive {
    const struct rows *rows; /* not owned */
    struct costs costs;      /* by row */
    bool *is_exact;          /* by row; else a lower bound */
    struct nesting nesting;  /* of the rows; {0} by file:function */
    uint32_t *cycle;         /* by row: the cycle it is in, from 1; 0 for none */
    size_t n_cycles;         /* of several rows with members that are not exact */
    struct costs cycles;     /* by cycle - 1: its members' self cost and the calls that leave it */
    struct function_figures *functions; /* the basis of `nesting`; NULL by function */
};

/* The functions of a profile with their inclusive costs. */
struct function_figures {
    struct rows rows;
    struct inclusive inclusive;
};

/* Computes it for rows that have calls and levels. Free it with inclusive_free(). */
void inclusive_compute(struct inclusive *inclusive, const struct rows *rows, enum levels levels);

/* Returns the nesting of calls between the rows, or between functions by file:function. */
const struct nesting *inclusive_nesting(const struct inclusive *inclusive);

/*
 * Sets each event of a row that has inclusive cost at all to the larger of what both have. If a
 * row has any event, its missing events are 0, as on a cost line. This matters if costs are below
 * 0, as in a difference.
 */
void inclusive_raise(const struct events *events, const struct costs *costs, int64_t *row,
                     const int64_t *other);

/* Replaces missing events of a lower bound by 0: calls within the cycle may have cost something. */
void inclusive_give_bound(const struct events *events, const struct costs *costs, int64_t *row);

void inclusive_free(struct inclusive *inclusive);

/*
 * Computes inclusive cost from calls between rows only, by the rules above: fills in everything but
 * inclusive->functions, once costs, exactness and cycles of inclusive->rows are allocated.
 */
void inclusive_by_graph(struct inclusive *inclusive, enum levels levels);

/*
 * The cost of functions, divided among the files that their code comes from. In the file that
 * defines it, a function has its whole inclusive cost. Code inlined from another file costs what is
 * spent there and in calls from there: if none of these leads back to the function, each
 * instruction counts once, which is exact. If one does, only calls of first activations count (see
 * nesting_counts_call()), which is exact if these are all calls and there is no code of deeper
 * activations; otherwise the larger sum is a lower bound. A part is the code of a function that was
 * inlined from another file.
 */
struct function_part {
    row_id function; /* by function */
    row_id row;      /* where the part belongs, among other rows */
    bool is_exact;   /* else its cost is a lower bound */
};

struct function_parts {
    row_id *own; /* by function: the row of the function; NO_ID if filters divide it */
    struct function_part *list;
    size_t count;
    struct costs costs; /* by part of the list */
};

/* Divides the functions' inclusive costs among rows of the same profile. */
void function_parts_create(struct function_parts *parts, const struct function_figures *functions,
                           const struct rows *rows);

void function_parts_free(struct function_parts *parts);

#endif

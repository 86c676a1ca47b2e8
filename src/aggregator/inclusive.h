/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_INCLUSIVE_H
#define QUERN_AGGREGATOR_INCLUSIVE_H

/*
 * Inclusive cost: what was spent while at least one activation of a function was on
 * the stack. It is never above the program's total, also under recursion.
 *
 * For each group and event, by the first rule that holds:
 *
 * 1. It is in no cycle of several groups (calls of itself are none): the larger of the
 *    calls into it from others, and its self cost and the calls of others. They are
 *    equal but for entries that nobody called. Exact.
 * 2. Levels of recursion are separated: the larger of the calls into its first level
 *    from elsewhere, and the self cost of the first level and the calls out of that to
 *    elsewhere. Exact, since activations of the first level never nest. Not where the
 *    first level calls itself, or is called for more than the whole cycle cost.
 * 3. Otherwise it cannot be known: a lower bound from the calls that enter the cycle
 *    or leave it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rows.h"
#include "base/error.h"
#include "profile/levels.h"

enum rule { RULE_ALONE, RULE_LEVELS, RULE_BOUND };

struct inclusive {
    const struct groups *groups; /* not owned */
    enum rule *rules;            /* by group: which of the three */
    struct costs costs;          /* by group */
    bool *is_exact;              /* by group; else a lower bound */
    uint32_t *components;        /* by group; see components_find() */
    uint32_t n_components;
    uint32_t *cycle;      /* by group: the cycle it is in, from 1; 0 for none */
    size_t n_cycles;      /* of several groups with members that are not exact */
    struct costs cycles;  /* by cycle - 1: its members' self cost and the calls that leave it */
    bool is_inconsistent; /* some call costs more than the whole program */
};

/*
 * Computes it for groups that have calls. `program` is the program's total, a row of
 * cost. False when a sum does not fit into 64 bits; inclusive_free() is to be called in
 * any case.
 */
bool inclusive_compute(struct inclusive *inclusive, const struct groups *groups, enum levels levels,
                       const struct costs *program, struct error *error);

/*
 * Whether an arc of the profile is among the calls into a group, or out of one, whose
 * costs make up the group's inclusive cost: those that cannot nest in each other.
 */
bool inclusive_counts_entering(const struct inclusive *inclusive, size_t arc);
bool inclusive_counts_leaving(const struct inclusive *inclusive, size_t arc);

/*
 * Whether calls can cost of the event: cache use is a property of lines of memory, of which a call
 * has none.
 */
bool inclusive_has_meaning(struct text event);

void inclusive_free(struct inclusive *inclusive);

#endif

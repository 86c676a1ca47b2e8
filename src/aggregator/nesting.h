/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_NESTING_H
#define QUERN_AGGREGATOR_NESTING_H

/*
 * Which calls can be active within each other, so that their costs must not be added: those that
 * lead back to where they come from. Inclusive costs, of functions and of lines, follow from it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rows.h"

/* What the inclusive cost of a row is made of: see inclusive.h. */
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
 * Finds out who calls whom, and the rule for each row as far as that alone decides. RULE_LEVELS
 * is for rows by function in a profile of LEVELS_SEPARATED.
 */
void nesting_create(struct nesting *nesting, const struct rows *rows, enum levels levels);

/* Whether there is a way back from one row to the other, and so they are in a cycle. */
static inline bool nesting_is_cyclic(const struct nesting *nesting, row_id from, row_id to)
{
    return nesting->components[from] == nesting->components[to];
}

/* Whether calls may lead back to where they come from: in a cycle, or one that was cut. */
static inline bool nesting_leads_back(const struct nesting *nesting, struct row_arc arc)
{
    return nesting_is_cyclic(nesting, arc.from, arc.to) || nesting->rules[arc.from] == RULE_CUT;
}

/*
 * Whether an arc, by its id in rows->arcs, is among the calls into a row, or out of one, whose
 * costs make up the row's inclusive cost: those that cannot nest in each other.
 */
bool nesting_counts_entering(const struct nesting *nesting, size_t arc);
bool nesting_counts_leaving(const struct nesting *nesting, size_t arc);

/*
 * Whether the cost of such calls adds to what all calls from the same code cost: they lead to
 * where there is no way back, or are made by a first activation and lead to a first one.
 */
bool nesting_counts_call(const struct nesting *nesting, struct row_arc arc);

void nesting_free(struct nesting *nesting);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_ROW_DIFF_H
#define QUERN_AGGREGATOR_ROW_DIFF_H

/* Groups of the change between two profiles: what each was, and what became of it. */

#include <stdbool.h>
#include <stdint.h>

#include "aggregator/diff.h"
#include "aggregator/inclusive.h"
#include "aggregator/row_calls.h"
#include "aggregator/rows.h"
#include "base/change.h"
#include "base/error.h"
#include "profile/filter.h"

struct group_diff {
    struct groups groups;       /* their self cost and calls are the change */
    struct inclusive inclusive; /* the change: exact where both sides are; without cycles */
    struct group_calls calls;   /* the change; after group_diff_add_calls() */
    struct costs old_self, old_inclusive; /* by group */
    int64_t *old_calls;                   /* by group */
    bool *is_in_fresh, *is_in_old;        /* by group */
    bool *is_pooled; /* by group: several functions without a name on one of the sides */
    const struct origin **origins; /* by group: of one of its functions; or NULL */
};

/*
 * Makes groups for a key that has calls; see groups_create(). With has_calls who calls
 * whom is kept too. False when a sum does not fit into 64 bits; group_diff_free() is to
 * be called in any case.
 */
bool group_diff_create(struct group_diff *group_diff, const struct diff *diff, enum group_key key,
                       bool is_folded, const struct filter *filter, bool has_calls,
                       struct error *error);

/*
 * What became of a group. Where a function moved or was renamed, *was is what the old profile
 * calls it.
 */
enum change group_diff_change(const struct group_diff *group_diff, group_id id,
                              struct group_names *was);

void group_diff_free(struct group_diff *group_diff);

#endif

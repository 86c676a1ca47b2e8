/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_SELECT_H
#define QUERN_AGGREGATOR_SELECT_H

/* Which rows, in which order: sort keys and thresholds. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/program.h"
#include "aggregator/rows.h"
#include "base/error.h"
#include "base/text.h"
#include "profile/filter.h"

/* An event to sort by, descending. */
struct sort_key {
    size_t event;     /* id */
    double threshold; /* percent of the total that is to be shown; INFINITY for all rows */
    bool by_size;     /* of a difference: without the sign, and the total is that of all sizes */
    int64_t least;    /* rows below this are left out, of the first event */
};

/* What decides about the place of one thing: its keys, then its name. */
struct ranked {
    uint32_t id;         /* for the caller */
    const int64_t *keys; /* n_keys of them, larger ones first */
    size_t n_keys;
    struct text file, function, object; /* compared as "file:function", then the object */
};

/* Whether a stands before b. */
bool ranks_before(const struct ranked *a, const struct ranked *b);

/* Sorts the items. */
void rank(struct ranked *items, size_t count);

/*
 * The sort keys of a row of cost, one per sort key; an event that is not given counts
 * as -1, or as 0 of a difference. False when a derived cost does not fit into 64 bits.
 */
bool rank_keys(const struct events *events, const struct sort_key *sort_keys, size_t n_keys,
               const struct costs *costs, const int64_t *row, int64_t *keys, struct error *error);

/* A row as an item to be ranked. */
struct ranked rank_row(const struct totals *totals, row_id row, const int64_t *keys, size_t n_keys);

/* A group as an item to be ranked by one key. */
struct ranked rank_group(const struct groups *groups, group_id group, uint32_t item,
                         const int64_t *key);

/* Rows in order, of which a report shows the first ones. */
struct selection {
    row_id *rows; /* owned */
    size_t n_rows;
    size_t n_selected; /* so many until every threshold is reached */
};

/*
 * Ranks the rows that the filter lets through and that have a cost of this kind: by
 * self cost those with code that
 * ran, by inclusive cost (after totals_add_inclusive()) all. For self cost a threshold is reached
 * when the rows before add up to that share of the total; for inclusive cost when the row before
 * has less than the rest of it.
 */
bool select_rows(struct selection *selection, const struct totals *totals, bool is_inclusive,
                 const struct filter *filter, const struct sort_key *sort_keys, size_t n_keys,
                 struct error *error);

void selection_free(struct selection *selection);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LINES_SPOTS_BY_ROW_H
#define QUERN_AGGREGATOR_LINES_SPOTS_BY_ROW_H

/*
 * The spots of a profile by the row that they are listed under, with their calls and jumps: for
 * whoever lists the code of many rows, each of which is found without looking at all others.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/inclusive.h"

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

/* {0} is empty. */
struct spots_by_row {
    struct ids_by_row spots, calls, jumps;
    bool *leads_back_often; /* by row of `inclusive`: see lines_lead_back_often() */
};

/*
 * Sorts the spots of the profile whose rows `inclusive` has. `of_place` is the row that each place
 * is listed under, below n_rows. spots_by_row_free() gives it back.
 */
void spots_by_row_create(struct spots_by_row *sorted, const struct inclusive *inclusive,
                         const row_id *of_place, size_t n_rows);
void spots_by_row_free(struct spots_by_row *sorted);

/* Those of one row. */
static inline struct id_range ids_of_row(const struct ids_by_row *ids, row_id row)
{
    return (struct id_range){ids->list + ids->begin[row], ids->begin[row + 1] - ids->begin[row]};
}

/* By row: whether calls of several of its lines lead back to it. The caller frees it. */
bool *lines_lead_back_often(const struct inclusive *inclusive);

#endif

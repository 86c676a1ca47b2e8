/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_RANK_H
#define QUERN_AGGREGATOR_RANK_H

/*
 * Orders rows by cost, largest first, then by name, then by number. No two rows are equal, so the
 * order does not depend on the implementation of qsort().
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rows.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/spread.h"
#include "base/text.h"

struct row_figures;

/* Costs by row, and what has to be known of them before there are ratios. */
struct row_costs {
    const struct costs *costs;   /* in a difference how they changed, */
    const struct costs *old;     /* the old costs; NULL if unknown */
    const struct costs *current; /* and what they are, which tells what is given now; or NULL */
    const bool *is_exact;        /* by row: others are lower bounds; NULL: all are exact */
    bool is_inclusive;           /* else self cost, or calls, which may nest in each other */

    /* Further runs of the old side, or where there is no difference of the same build: */
    const struct costs *noise;  /* by run; NULL: there are none */
    size_t n_noise;             /* runs */
    const bool *noise_is_exact; /* by row, likewise */
};

/* Return the self cost of rows, and their inclusive cost. */
struct row_costs figures_self(const struct row_figures *by_row);
struct row_costs figures_inclusive(const struct row_figures *by_row);

/* Returns costs that are exact, and of no difference. */
static inline struct row_costs costs_alone(const struct costs *costs)
{
    return (struct row_costs){.costs = costs};
}

/* A ratio in a row, and in a difference the old one: 0 if there is none or it is unknown. */
struct row_ratio {
    double now, was;
    bool has_now, has_was; /* was: in a difference alone */
};

/* Computes that of an event. Two of a difference are to be compared, never divided. */
struct row_ratio row_ratio_of(const struct event *event, struct row_costs costs, size_t row,
                              bool is_difference);

/*
 * Returns whether one of the inclusive costs of a ratio exceeds that of the program: see
 * program_ceilings(). The old ceilings are NULL without a comparison.
 */
bool row_ratio_is_above(const struct event *event, struct row_costs costs, size_t row,
                        const int64_t *ceilings, const int64_t *old_ceilings);

/* An event to sort by, descending. */
struct sort_key {
    size_t event;     /* id */
    double threshold; /* percent of the total that is to be shown; INFINITY for all rows */
    bool by_size;     /* of a difference: without the sign, and the total is that of all sizes */
    int64_t least;    /* rows below this are left out, of the first event */
};

/* The keys to sort rows by. */
struct sorting {
    const struct events *events;
    const struct sort_key *keys;
    size_t n_keys;
};

/* An item to rank by its keys, then its name, then its number. */
struct ranked {
    uint32_t id;                        /* for the caller */
    uint32_t n_keys;                    /* set when it is sorted, */
    const int64_t *keys;                /* and so are they: larger ones first */
    struct text file, function, object; /* compared as "file:function", then the object */
    uint64_t number;                    /* of things that may have the same name */
};

struct selecting;

/* Things in order. {0} is empty; free with ranking_free(). */
struct ranking {
    struct ranked *items; /* those in order */
    size_t count, capacity;
    int64_t *keys; /* n_keys for each thing, in the order in which they were added */
    size_t n_keys, key_capacity;

    /* For rows, which get their names during sorting: */
    const struct rows *rows; /* not owned */
    uint32_t *ids;           /* in the order in which they were added */
    size_t id_capacity;
    uint32_t *grouped;                 /* places among them, by class of size, the largest first */
    size_t *size_begin;                /* by class: where it begins there; and the end */
    size_t next_size;                  /* the first class that is not sorted */
    size_t n_sorted;                   /* the first items, which are there and in order */
    const struct selecting *selecting; /* not owned; rows were added with their first key, and have
                                          all of them once they are sorted; else NULL */
    struct arena all_keys;             /* of those rows */
};

/* Empties it, for things with the given number of keys each. */
void ranking_begin(struct ranking *ranking, size_t n_keys);

/* Adds a thing, and returns the room for its keys, which is good until the next one. */
int64_t *ranking_add(struct ranking *ranking, struct ranked item);

/* Sorts the things and sets the keys of each. */
void ranking_sort(struct ranking *ranking);

/*
 * The same for rows, when only the first of many are needed: most are never named nor compared. Ids
 * from the count of `rows` on have no name.
 */
void ranking_begin_rows(struct ranking *ranking, const struct rows *rows, size_t n_keys);
int64_t *ranking_add_row(struct ranking *ranking, row_id id);

/* Takes back the row added last. */
void ranking_drop_row(struct ranking *ranking);

/* Once all are added, begin, and then tell how many are to be among the items, and in order. */
void ranking_sort_begin(struct ranking *ranking);
void ranking_sort_first(struct ranking *ranking, size_t count);

void ranking_free(struct ranking *ranking);

/*
 * Sets the keys of a row of cost: an event that is not given counts as -1, or as 0 of a difference;
 * where there is no ratio its key is below all others. Keys of ratios are in their order, but no
 * numbers to count with.
 */
void rank_keys(const struct sorting *sorting, struct row_costs costs, size_t row, int64_t *keys);

/*
 * Finds how far the old costs of an event lie apart in a row, over the old profile and the further
 * runs. False where there are none, for a ratio, and where any of the costs is a bound.
 */
bool row_spread(const struct events *events, size_t event, struct row_costs costs, size_t row,
                struct spread *spread);

/*
 * Returns what counts of the change in a row, in the first event that is sorted by: beside further
 * runs less than it is. Of a ratio 0.
 */
int64_t rank_counted(const struct sorting *sorting, struct row_costs costs, size_t row);

/* Returns a row as a thing to be ranked; `item` is what the caller knows it by. */
struct ranked rank_row(const struct rows *rows, row_id row, uint32_t item);

/* Rows in order, of which the report shows the first ones. */
struct selection {
    struct ranking ranking; /* item ids are row ids */
    size_t n_selected;      /* the rows until every threshold is reached */
};

/* The criteria for selecting rows. */
struct selecting {
    struct sorting sorting;    /* with a threshold for each key; of a ratio 0 or INFINITY */
    struct row_costs costs;    /* self, or inclusive cost */
    bool is_inclusive;         /* then rows that are only called count too */
    const struct costs *total; /* of the program: one row */
};

/* Ranks the rows that are not hidden. Free the selection with selection_free(). */
void select_rows(struct selection *selection, const struct rows *rows,
                 const struct selecting *selecting);

static inline row_id selected_row(const struct selection *selection, size_t place)
{
    return selection->ranking.items[place].id;
}

void selection_free(struct selection *selection);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_COSTS_H
#define QUERN_PROFILE_COSTS_H

/*
 * Rows of cost: a signed 64-bit sum for each recorded event, and which of them were
 * given at all, since a short cost line leaves the rest undefined and "never given"
 * is not 0. All rows are in one array: row id times stride.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/number.h"

struct costs {
    int64_t *cells; /* per row: n_marks words of one bit an event, then n_events sums */
    size_t n_rows;  /* row ids run from 0 */
    size_t n_events;
    size_t n_marks;  /* words for the bits "was given" */
    size_t stride;   /* n_marks + n_events */
    size_t capacity; /* in cells */
};

/* Begins without rows, for the given number of events. Free with costs_free(). */
void costs_init(struct costs *costs, size_t n_events);
void costs_free(struct costs *costs);

/* Reserves room for that many rows without making their ids valid. */
void costs_reserve(struct costs *costs, size_t n_rows);

/* Makes row ids below n_rows valid; new rows have nothing given. */
void costs_ensure(struct costs *costs, size_t n_rows);

/* Widens all rows for more events: new events come last, not given. */
void costs_widen(struct costs *costs, size_t n_events);

/* Returns a row, to be used until rows are added. */
static inline int64_t *costs_row(const struct costs *costs, size_t row)
{
    return costs->cells + row * costs->stride;
}

static inline bool costs_is_given(const int64_t *row, size_t event)
{
    return (uint64_t)row[event / 64] >> event % 64 & 1;
}

static inline void costs_mark_given(int64_t *row, size_t event)
{
    row[event / 64] = (int64_t)((uint64_t)row[event / 64] | UINT64_C(1) << event % 64);
}

/* Returns the sum for an event; 0 where it was not given. */
static inline int64_t costs_sum(const struct costs *costs, const int64_t *row, size_t event)
{
    return row[costs->n_marks + event];
}

static inline void costs_set(const struct costs *costs, int64_t *row, size_t event, int64_t value)
{
    costs_mark_given(row, event);
    row[costs->n_marks + event] = value;
}

/* Marks an event as not given, as in a new row. */
static inline void costs_unset(const struct costs *costs, int64_t *row, size_t event)
{
    row[event / 64] = (int64_t)((uint64_t)row[event / 64] & ~(UINT64_C(1) << event % 64));
    row[costs->n_marks + event] = 0;
}

/* Adds to one event of a row. True if the sum does not fit into 64 bits. */
static inline bool costs_add_overflows(const struct costs *costs, int64_t *row, size_t event,
                                       int64_t value)
{
    costs_mark_given(row, event);
    return add_overflows(&row[costs->n_marks + event], value);
}

/* Adds to the first `count` events of a row. True if a sum does not fit. */
static inline bool costs_add_first_overflows(const struct costs *costs, int64_t *row,
                                             const int64_t *added, size_t count)
{
    bool overflows = false;

    for (size_t i = 0; i < count; i++)
        overflows |= add_overflows(&row[costs->n_marks + i], added[i]);
    for (size_t word = 0; count != 0; word++) {
        uint64_t marks = count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
        row[word] = (int64_t)((uint64_t)row[word] | marks);
        count -= count < 64 ? count : 64;
    }
    return overflows;
}

/* Adds a row of the same shape to another. True if a sum does not fit. */
bool costs_add_row_overflows(const struct costs *costs, int64_t *row, const int64_t *added);

/* Sets each event of the row to the larger of the two values. */
void costs_raise(const struct costs *costs, int64_t *row, const int64_t *other);

/*
 * Adds a row of cost to the row of that id, created if missing, or subtracts it. True if a sum does
 * not fit.
 */
bool costs_combine_overflows(struct costs *costs, size_t id, const int64_t *row,
                             bool is_subtracted);

/*
 * packed_costs.c stores rows of cost in as few bytes as their figures need. There are millions of
 * spots, and nearly all have small figures for the first few events only: two or three bytes
 * instead of eighty. A row is unpacked for reading, and packed again after a change. {0} has no
 * rows and no events.
 */
struct packed_costs {
    unsigned char *bytes; /* packed rows, with unused bytes between them where rows were replaced */
    size_t n_bytes, capacity;
    size_t *begins; /* by row: 1 + its offset in `bytes`; 0 until first packed */
    size_t n_rows, begin_capacity;
    struct costs unpacked; /* the row unpacked last, and the shape of all rows */
    size_t edited;         /* that row, while it may differ from its packed form; */
    bool is_edited;
};

/* Gives all rows that many events, no fewer than before; new ones come last, not given. */
void packed_costs_widen(struct packed_costs *packed, size_t n_events);

void packed_costs_free(struct packed_costs *packed);

/* Makes row ids below n_rows valid; new rows were never packed. */
void packed_costs_ensure(struct packed_costs *packed, size_t n_rows);

/* Returns whether a row was ever packed, even with nothing given. */
static inline bool packed_costs_has(const struct packed_costs *packed, size_t row)
{
    return packed->begins[row] != 0;
}

/*
 * Unpacks a row and returns it, valid until another one is unpacked, so two rows of one table
 * cannot be read at the same time. This changes `unpacked` even in a const table. A row that was
 * never packed has nothing given. No row may be in the middle of an edit.
 */
int64_t *packed_costs_unpack(const struct packed_costs *packed, size_t row);

/*
 * Does the same for a row to be changed. It is packed when another one is edited, or settled: costs
 * of one spot often come in succession.
 */
int64_t *packed_costs_edit(struct packed_costs *packed, size_t row);

/* Packs the row that was edited last, if it is not yet packed. */
void packed_costs_settle(struct packed_costs *packed);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listing_rows.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/number.h"

/* An arrow is shared by all jumps to one row. */
struct arrow {
    size_t first, last;             /* rows beside which it is drawn */
    const struct drawn_jump *jumps; /* all that lead to one row */
    size_t n_jumps;
};

static int by_target(const void *left, const void *right)
{
    const struct drawn_jump *a = left, *b = right;
    int order = number_compare(a->to, b->to);

    return order != 0 ? order : number_compare(a->from, b->from);
}

static int by_length(const void *left, const void *right)
{
    const struct arrow *a = left, *b = right;
    int order = number_compare(a->last - a->first, b->last - b->first);

    if (order == 0)
        order = number_compare(a->first, b->first);
    return order != 0 ? order : number_compare(a->jumps->to, b->jumps->to);
}

static size_t make_arrows(struct arrow *arrows, const struct drawn_jump *jumps, size_t n_jumps)
{
    size_t count = 0;

    for (size_t i = 0; i < n_jumps; i++) {
        const struct drawn_jump *jump = &jumps[i];
        if (count == 0 || arrows[count - 1].jumps->to != jump->to)
            arrows[count++] = (struct arrow){.first = jump->to, .last = jump->to, .jumps = jump};
        struct arrow *arrow = &arrows[count - 1];
        arrow->first = jump->from < arrow->first ? jump->from : arrow->first;
        arrow->last = jump->from > arrow->last ? jump->from : arrow->last;
        arrow->n_jumps++;
    }
    ARRAY_SORT(arrows, count, by_length);
    return count;
}

/* Returns the first lane that is free beside all rows of an arrow. */
static size_t free_lane(unsigned char (*marks)[MOST_LANES], const struct arrow *arrow)
{
    bool is_taken[MOST_LANES] = {false};
    size_t lane = 0;

    for (size_t row = arrow->first; row <= arrow->last && lane < MOST_LANES; row++) {
        for (size_t i = lane; i < MOST_LANES; i++)
            is_taken[i] |= marks[row][i] != 0;
        while (lane < MOST_LANES && is_taken[lane])
            lane++;
    }
    return lane;
}

static void draw(unsigned char (*marks)[MOST_LANES], const struct arrow *arrow, size_t lane)
{
    unsigned char back = 0;

    for (size_t i = 0; i < arrow->n_jumps; i++)
        back |= arrow->jumps[i].is_back ? LANE_BACK : 0;
    for (size_t row = arrow->first; row <= arrow->last; row++)
        marks[row][lane] = (unsigned char)(back | (row > arrow->first ? LANE_ABOVE : 0) |
                                           (row < arrow->last ? LANE_BELOW : 0));
    marks[arrow->jumps->to][lane] |= LANE_HEAD;
    for (size_t i = 0; i < arrow->n_jumps; i++)
        marks[arrow->jumps[i].from][lane] |= LANE_BEGIN;
}

unsigned char *jump_lanes_find(struct drawn_jump *jumps, size_t n_jumps, size_t n_rows,
                               size_t *n_lanes)
{
    unsigned char(*marks)[MOST_LANES] = memory_alloc(n_rows, sizeof *marks);
    struct arrow *arrows = memory_alloc(n_jumps, sizeof *arrows);

    ARRAY_SORT(jumps, n_jumps, by_target);
    size_t n_arrows = make_arrows(arrows, jumps, n_jumps);
    *n_lanes = 0;
    for (size_t i = 0; i < n_arrows; i++) {
        size_t lane = free_lane(marks, &arrows[i]);
        if (lane == MOST_LANES)
            continue;
        draw(marks, &arrows[i], lane);
        *n_lanes = lane >= *n_lanes ? lane + 1 : *n_lanes;
    }
    unsigned char *packed = memory_alloc(n_rows * *n_lanes, sizeof *packed);
    for (size_t i = 0; i < n_rows * *n_lanes; i++)
        packed[i] = marks[i / *n_lanes][i % *n_lanes];
    free(marks);
    free(arrows);
    return packed;
}

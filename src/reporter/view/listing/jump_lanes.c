/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listing_rows.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "reporter/table.h"

/* An arrow is shared by all jumps to one row. */
struct arrow {
    size_t first, last; /* rows beside which it is drawn */
    size_t to;
    size_t jump, n_jumps; /* where its jumps begin among those sorted by target */
    size_t lane;
    bool is_back; /* some of the jumps lead back */
};

static int compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int by_target(const void *left, const void *right)
{
    const struct drawn_jump *a = left, *b = right;
    int order = compare_sizes(a->to, b->to);

    return order != 0 ? order : compare_sizes(a->from, b->from);
}

static int by_length(const void *left, const void *right)
{
    const struct arrow *a = left, *b = right;
    int order = compare_sizes(a->last - a->first, b->last - b->first);

    if (order == 0)
        order = compare_sizes(a->first, b->first);
    return order != 0 ? order : compare_sizes(a->to, b->to);
}

static struct drawn_jump *sort_jumps(const struct drawn_jump *jumps, size_t count)
{
    struct drawn_jump *sorted = memory_alloc(count, sizeof *sorted);

    for (size_t i = 0; i < count; i++)
        sorted[i] = jumps[i];
    ARRAY_SORT(sorted, count, by_target);
    return sorted;
}

static size_t make_arrows(struct arrow *arrows, const struct drawn_jump *sorted, size_t n_jumps)
{
    size_t count = 0;

    for (size_t i = 0; i < n_jumps; i++) {
        const struct drawn_jump *jump = &sorted[i];
        if (count == 0 || arrows[count - 1].to != jump->to)
            arrows[count++] =
                (struct arrow){.first = jump->to, .last = jump->to, .to = jump->to, .jump = i};
        struct arrow *arrow = &arrows[count - 1];
        arrow->first = jump->from < arrow->first ? jump->from : arrow->first;
        arrow->last = jump->from > arrow->last ? jump->from : arrow->last;
        arrow->is_back = arrow->is_back || jump->is_back;
        arrow->n_jumps++;
    }
    ARRAY_SORT(arrows, count, by_length);
    return count;
}

/*
 * Holds how many rows are taken in each lane, by lane and as a tree of sums by row (Fenwick, A New
 * Data Structure for Cumulative Frequency Tables, 1994): to look at each row of an arrow would
 * square the time where arrows are in each other.
 */
struct taken {
    uint32_t *sums;
    size_t n_rows;
};

static void take_row(const struct taken *taken, size_t lane, size_t row)
{
    for (size_t i = row + 1; i <= taken->n_rows; i += i & -i)
        taken->sums[lane * (taken->n_rows + 1) + i]++;
}

static uint32_t count_before(const struct taken *taken, size_t lane, size_t row)
{
    uint32_t count = 0;

    for (size_t i = row; i != 0; i -= i & -i)
        count += taken->sums[lane * (taken->n_rows + 1) + i];
    return count;
}

static bool is_free(const struct taken *taken, const struct arrow *arrow, size_t lane)
{
    return count_before(taken, lane, arrow->first) == count_before(taken, lane, arrow->last + 1);
}

static void add_mark(unsigned char *marks, const struct arrow *arrow, size_t row, unsigned mark)
{
    unsigned char *at = &marks[row * MOST_LANES + arrow->lane];

    *at = (unsigned char)(*at | mark | (arrow->is_back ? LANE_BACK : 0));
}

static void draw(unsigned char *marks, const struct arrow *arrow, const struct drawn_jump *sorted)
{
    for (size_t row = arrow->first; row < arrow->last; row++) {
        add_mark(marks, arrow, row, LANE_BELOW);
        add_mark(marks, arrow, row + 1, LANE_ABOVE);
    }
    add_mark(marks, arrow, arrow->to, LANE_HEAD);
    for (size_t i = 0; i < arrow->n_jumps; i++)
        add_mark(marks, arrow, sorted[arrow->jump + i].from, LANE_BEGIN);
}

/* Copies the marks without the lanes that no arrow uses. */
static unsigned char *pack(const unsigned char *marks, size_t n_rows, size_t n_lanes)
{
    unsigned char *packed = memory_alloc(n_rows * n_lanes + 1, sizeof *packed);

    for (size_t row = 0; row < n_rows; row++)
        for (size_t lane = 0; lane < n_lanes; lane++)
            packed[row * n_lanes + lane] = marks[row * MOST_LANES + lane];
    return packed;
}

void jump_lanes_find(struct jump_lanes *lanes, const struct drawn_jump *jumps, size_t n_jumps,
                     size_t n_rows)
{
    unsigned char *marks = memory_alloc(n_rows * MOST_LANES + 1, sizeof *marks);
    struct taken taken = {memory_alloc((n_rows + 1) * MOST_LANES, sizeof *taken.sums), n_rows};
    struct arrow *arrows = memory_alloc(n_jumps + 1, sizeof *arrows);
    struct drawn_jump *sorted = sort_jumps(jumps, n_jumps);
    size_t n_arrows = make_arrows(arrows, sorted, n_jumps);

    *lanes = (struct jump_lanes){0};
    for (size_t i = 0; i < n_arrows; i++) {
        struct arrow *arrow = &arrows[i];
        while (arrow->lane < MOST_LANES && !is_free(&taken, arrow, arrow->lane))
            arrow->lane++;
        if (arrow->lane == MOST_LANES)
            continue;
        draw(marks, arrow, sorted);
        for (size_t row = arrow->first; row <= arrow->last; row++)
            take_row(&taken, arrow->lane, row);
        lanes->n_lanes = arrow->lane >= lanes->n_lanes ? arrow->lane + 1 : lanes->n_lanes;
    }
    lanes->marks = pack(marks, n_rows, lanes->n_lanes);
    free(taken.sums);
    free(marks);
    free(arrows);
    free(sorted);
}

void jump_lanes_free(struct jump_lanes *lanes)
{
    free(lanes->marks);
    *lanes = (struct jump_lanes){0};
}

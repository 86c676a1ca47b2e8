/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sources/source.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/map.h"

/*
 * An edit script with more edits is cut and started again from the furthest point that it reached,
 * at most MOST_SCRIPTS times for all gaps. Each takes eight million steps.
 */
enum { MOST_EDITS = 4000, MOST_SCRIPTS = 20 };

/* Limits the table for a gap that has few lines on one side. */
enum { MOST_CELLS = 8000000 };

/* Gaps are nested in gaps at most this deep, unless texts were made for the purpose. */
enum { DEEPEST = 100 };

/* Holds lines that are not aligned yet, from `old` and `fresh` up to the ends, not included. */
struct gap {
    uint32_t old, old_end, fresh, fresh_end;
    unsigned depth;
};

/* Counts how often a gap has a line, and says where. */
struct occurrence {
    uint32_t n_old, n_fresh;
    uint32_t old, fresh; /* the last ones */
};

/* Describes a line that both texts have once. */
struct anchor {
    uint32_t old, fresh;
    uint32_t before; /* the anchor before it in the longest row that ends here, or NO_PARTNER */
};

struct alignment {
    const uint32_t *old, *fresh;
    uint32_t *partners;
    struct gap *gaps; /* still to be closed */
    size_t n_gaps, gap_capacity;
    struct occurrence *occurrences; /* by the number of a line; all zero between two gaps */
    struct anchor *anchors;
    size_t n_anchors, anchor_capacity;
    uint32_t *rows; /* by length less 1: the last anchor of a row of that length, with the lowest
                       new line */
    size_t row_capacity;
    uint32_t *trace; /* how far each diagonal was reached, after 0, 1, 2 and more edits */
    size_t trace_capacity;
    size_t n_scripts; /* edit scripts that were cut */
};

static bool is_empty(const struct gap *gap)
{
    return gap->old == gap->old_end || gap->fresh == gap->fresh_end;
}

static void pair(struct alignment *alignment, uint32_t old, uint32_t fresh)
{
    alignment->partners[old] = fresh;
}

/* Pairs equal lines at both ends of the gap. */
static void trim_gap(struct alignment *alignment, struct gap *gap)
{
    const uint32_t *old = alignment->old, *fresh = alignment->fresh;

    while (!is_empty(gap) && old[gap->old] == fresh[gap->fresh])
        pair(alignment, gap->old++, gap->fresh++);
    while (!is_empty(gap) && old[gap->old_end - 1] == fresh[gap->fresh_end - 1])
        pair(alignment, --gap->old_end, --gap->fresh_end);
}

static void count_occurrences(struct alignment *alignment, const struct gap *gap)
{
    for (uint32_t i = gap->old; i < gap->old_end; i++) {
        struct occurrence *occurrence = &alignment->occurrences[alignment->old[i]];
        occurrence->n_old++;
        occurrence->old = i;
    }
    for (uint32_t i = gap->fresh; i < gap->fresh_end; i++) {
        struct occurrence *occurrence = &alignment->occurrences[alignment->fresh[i]];
        occurrence->n_fresh++;
        occurrence->fresh = i;
    }
}

/* Finds the lines that both texts have once, in their old order. */
static void find_anchors(struct alignment *alignment, const struct gap *gap)
{
    alignment->n_anchors = 0;
    count_occurrences(alignment, gap);
    for (uint32_t i = gap->old; i < gap->old_end; i++) {
        const struct occurrence *occurrence = &alignment->occurrences[alignment->old[i]];
        if (occurrence->n_old != 1 || occurrence->n_fresh != 1)
            continue;
        ARRAY_ADD(alignment->anchors, alignment->n_anchors, alignment->anchor_capacity,
                  (struct anchor){i, occurrence->fresh, 0});
    }
    for (uint32_t i = gap->old; i < gap->old_end; i++)
        alignment->occurrences[alignment->old[i]] = (struct occurrence){0};
    for (uint32_t i = gap->fresh; i < gap->fresh_end; i++)
        alignment->occurrences[alignment->fresh[i]] = (struct occurrence){0};
}

/*
 * Finds by bisection the row that the anchor ends: one longer than the longest that it can extend.
 */
static size_t find_row(const struct alignment *alignment, size_t n_rows,
                       const struct anchor *anchor)
{
    size_t low = 0, high = n_rows;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (alignment->anchors[alignment->rows[middle]].fresh < anchor->fresh)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/*
 * Returns the last anchor of the longest row of anchors that are in order in both texts, or
 * NO_PARTNER if there are no anchors.
 */
static uint32_t find_longest_row(struct alignment *alignment)
{
    size_t n_rows = 0;

    for (uint32_t i = 0; i < alignment->n_anchors; i++) {
        struct anchor *anchor = &alignment->anchors[i];
        size_t row = find_row(alignment, n_rows, anchor);
        anchor->before = row == 0 ? NO_PARTNER : alignment->rows[row - 1];
        ARRAY_GROW(alignment->rows, row, alignment->row_capacity);
        alignment->rows[row] = i;
        n_rows = row == n_rows ? n_rows + 1 : n_rows;
    }
    return n_rows == 0 ? NO_PARTNER : alignment->rows[n_rows - 1];
}

static void add_gap(struct alignment *alignment, struct gap gap)
{
    if (is_empty(&gap))
        return;
    ARRAY_ADD(alignment->gaps, alignment->n_gaps, alignment->gap_capacity, gap);
}

/* Pairs the anchors of a row, from the last one back, and adds the gaps between them. */
static void pair_row(struct alignment *alignment, struct gap gap, uint32_t last)
{
    struct gap rest = {.old_end = gap.old_end, .fresh_end = gap.fresh_end, .depth = gap.depth + 1};

    for (uint32_t i = last; i != NO_PARTNER; i = alignment->anchors[i].before) {
        const struct anchor *anchor = &alignment->anchors[i];
        pair(alignment, anchor->old, anchor->fresh);
        rest.old = anchor->old + 1;
        rest.fresh = anchor->fresh + 1;
        add_gap(alignment, rest);
        rest.old_end = anchor->old;
        rest.fresh_end = anchor->fresh;
    }
    rest.old = gap.old;
    rest.fresh = gap.fresh;
    add_gap(alignment, rest);
}

/* Returns the part of the trace for n edits: the diagonals -n, -n + 2, ... n. */
static uint32_t *traced(const struct alignment *alignment, size_t n_edits)
{
    return alignment->trace + n_edits * (n_edits + 1) / 2;
}

/*
 * Decides how a diagonal is best reached with one more edit: from the one above it, by a new line,
 * or from the one below, by a line that is gone. `reached` has the diagonals of one edit less.
 */
static uint32_t step_to(const uint32_t *reached, size_t n_edits, size_t diagonal, bool *is_new)
{
    *is_new = diagonal == 0 || (diagonal != n_edits && reached[diagonal - 1] < reached[diagonal]);
    return *is_new ? reached[diagonal] : reached[diagonal - 1] + 1;
}

/* A point of the edit graph says how many old and new lines of the gap were passed. */
struct point {
    uint32_t old, fresh;
};

/*
 * Adds one edit, and then follows each diagonal as far as lines are equal. At diagonal i of n
 * edits, 2 i - n more old lines than new ones were passed. Returns true if the end of the gap is
 * reached; else *furthest is the point that is nearest to it.
 */
static bool edit(struct alignment *alignment, const struct gap *gap, size_t n_edits,
                 struct point *furthest)
{
    uint32_t n_old = gap->old_end - gap->old, n_fresh = gap->fresh_end - gap->fresh;
    uint32_t *reaching = traced(alignment, n_edits);
    bool is_new;

    for (size_t i = 0; i <= n_edits; i++) {
        uint32_t x =
            n_edits == 0 ? 0 : step_to(traced(alignment, n_edits - 1), n_edits, i, &is_new);
        uint32_t y = (uint32_t)(x + n_edits - 2 * i);
        while (x < n_old && y < n_fresh &&
               alignment->old[gap->old + x] == alignment->fresh[gap->fresh + y]) {
            x++;
            y++;
        }
        reaching[i] = x;
        if (x > n_old || y > n_fresh)
            continue;
        if (n_edits == 0 || x + y > furthest->old + furthest->fresh)
            *furthest = (struct point){x, y};
        if (x == n_old && y == n_fresh)
            return true;
    }
    return false;
}

/* Pairs the equal lines on the way to a point, which took n_edits to reach. */
static void pair_back(struct alignment *alignment, const struct gap *gap, size_t n_edits,
                      struct point to)
{
    uint32_t x = to.old, y = to.fresh;
    bool is_new;

    for (; n_edits > 0; n_edits--) {
        size_t diagonal = (x + n_edits - y) / 2;
        uint32_t begin = step_to(traced(alignment, n_edits - 1), n_edits, diagonal, &is_new);
        while (x > begin)
            pair(alignment, gap->old + --x, gap->fresh + --y);
        if (is_new)
            y--;
        else
            x--;
    }
    while (x > 0)
        pair(alignment, gap->old + --x, gap->fresh + --y);
}

/*
 * Tells whether one side has so many more lines than the other that the shortest edit script is too
 * long, but the other has so few that each of them can be compared with all.
 */
static bool is_lopsided(const struct gap *gap)
{
    size_t n_old = gap->old_end - gap->old, n_fresh = gap->fresh_end - gap->fresh;
    size_t n_edits = n_old > n_fresh ? n_old - n_fresh : n_fresh - n_old;

    return n_edits > MOST_EDITS && (n_old + 1) * (n_fresh + 1) <= MOST_CELLS;
}

/* Pairs as many lines of the gap as possible. */
static void compare_all(struct alignment *alignment, const struct gap *gap)
{
    const uint32_t *old = alignment->old + gap->old, *fresh = alignment->fresh + gap->fresh;
    size_t n_old = gap->old_end - gap->old, n_fresh = gap->fresh_end - gap->fresh;
    size_t width = n_fresh + 1;
    uint32_t *longest = memory_alloc((n_old + 1) * width, sizeof *longest);

    /* `longest` has how many lines can be paired from old line i and new line j on. */
    for (size_t i = n_old; i-- > 0;)
        for (size_t j = n_fresh; j-- > 0;) {
            uint32_t without_old = longest[(i + 1) * width + j];
            uint32_t without_fresh = longest[i * width + j + 1];
            uint32_t without = without_old > without_fresh ? without_old : without_fresh;
            bool is_same = old[i] == fresh[j];
            longest[i * width + j] = is_same ? longest[(i + 1) * width + j + 1] + 1 : without;
        }
    for (size_t i = 0, j = 0; i < n_old && j < n_fresh;) {
        if (old[i] == fresh[j])
            pair(alignment, gap->old + (uint32_t)i++, gap->fresh + (uint32_t)j++);
        else if (longest[(i + 1) * width + j] > longest[i * width + j + 1])
            i++;
        else
            j++;
    }
    free(longest);
}

/* Follows the shortest edit script of the gap, or as much of it as MOST_EDITS allow. */
static void find_script(struct alignment *alignment, struct gap gap)
{
    struct point furthest = {0, 0};
    size_t n_edits = 0, n_furthest = 0;

    for (bool is_done = false; !is_done && n_edits <= MOST_EDITS; n_edits++) {
        struct point before = furthest;
        ARRAY_GROW(alignment->trace, (n_edits + 1) * (n_edits + 2) / 2 - 1,
                   alignment->trace_capacity);
        is_done = edit(alignment, &gap, n_edits, &furthest);
        if (furthest.old != before.old || furthest.fresh != before.fresh)
            n_furthest = n_edits;
    }
    pair_back(alignment, &gap, n_furthest, furthest);
    gap.old += furthest.old;
    gap.fresh += furthest.fresh;
    gap.depth = DEEPEST;
    if (!is_empty(&gap) && alignment->n_scripts++ < MOST_SCRIPTS)
        add_gap(alignment, gap);
}

static void close_gap(struct alignment *alignment, struct gap gap)
{
    uint32_t last = NO_PARTNER;

    trim_gap(alignment, &gap);
    if (is_empty(&gap))
        return;
    if (gap.depth < DEEPEST) {
        find_anchors(alignment, &gap);
        last = find_longest_row(alignment);
    }
    if (last != NO_PARTNER)
        pair_row(alignment, gap, last);
    else if (is_lopsided(&gap))
        compare_all(alignment, &gap);
    else
        find_script(alignment, gap);
}

/* Numbers the lines from 0, so that few lines need little memory. */
static uint32_t *number_lines(struct line_ids lines, struct map *numbers)
{
    uint32_t *numbered = memory_alloc(lines.count, sizeof *numbered);

    for (size_t i = 0; i < lines.count; i++)
        numbered[i] = map_add(numbers, 0, lines.ids[i]);
    return numbered;
}

uint32_t *align_lines(struct line_ids old, struct line_ids fresh)
{
    struct map numbers = {0};
    uint32_t *old_numbers = number_lines(old, &numbers);
    uint32_t *fresh_numbers = number_lines(fresh, &numbers);
    struct alignment alignment = {
        .old = old_numbers,
        .fresh = fresh_numbers,
        .partners = memory_alloc(old.count, sizeof *alignment.partners),
        .occurrences = memory_alloc(numbers.count, sizeof *alignment.occurrences),
    };

    memset(alignment.partners, 0xff, old.count * sizeof *alignment.partners); /* NO_PARTNER */
    add_gap(&alignment, (struct gap){0, (uint32_t)old.count, 0, (uint32_t)fresh.count, 0});
    while (alignment.n_gaps != 0)
        close_gap(&alignment, alignment.gaps[--alignment.n_gaps]);
    map_free(&numbers);
    free(old_numbers);
    free(fresh_numbers);
    free(alignment.gaps);
    free(alignment.occurrences);
    free(alignment.anchors);
    free(alignment.rows);
    free(alignment.trace);
    return alignment.partners;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sources/source.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/map.h"

/* Limits the lines of a gap, of one side times the other: those of a larger one stay alone. */
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

/* Pairs as many lines of the gap as possible. */
static void compare_all(struct alignment *alignment, const struct gap *gap)
{
    const uint32_t *old = alignment->old + gap->old, *fresh = alignment->fresh + gap->fresh;
    size_t n_old = gap->old_end - gap->old, n_fresh = gap->fresh_end - gap->fresh;
    size_t width = n_fresh + 1;

    if (n_old > MOST_CELLS / width)
        return;
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
    else
        compare_all(alignment, &gap);
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
    return alignment.partners;
}

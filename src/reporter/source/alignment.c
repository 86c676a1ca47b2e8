/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/source/alignment.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/index.h"

/*
 * An edit script of more lines is cut, and goes on from where it came furthest, as often as this in
 * all: eight million steps each.
 */
enum { MOST_EDITS = 4000, MOST_SCRIPTS = 20 };

/* So large may the table be of a gap that has few lines on one side. */
enum { MOST_CELLS = 8000000 };

/* Lines that are there once may be nested like this; what is deeper is made for the purpose. */
enum { DEEPEST = 100 };

/* Lines that are not aligned yet: from `old` and `fresh` on, up to the ends. */
struct gap {
    uint32_t old, old_end, fresh, fresh_end;
    unsigned depth;
};

/* What there is of a line in a gap. */
struct occurrence {
    uint32_t n_old, n_fresh;
    uint32_t old, fresh; /* the last of them */
};

/* A pair of lines that are there once in both. */
struct anchor {
    uint32_t old, fresh;
    uint32_t before; /* the anchor before it in the longest row that ends here; or NO_PARTNER */
};

struct aligning {
    const uint32_t *old, *fresh;
    uint32_t *partners;
    struct gap *gaps; /* to be closed */
    size_t n_gaps, gap_capacity;
    struct occurrence *occurrences; /* by what a line is; all zero between two uses */
    struct anchor *anchors;
    size_t n_anchors, anchor_capacity;
    uint32_t *rows; /* by length: the anchor that ends such a row with the lowest new line */
    size_t row_capacity;
    uint32_t *trace; /* the same after each number of edits: of one, two, three diagonals */
    size_t trace_capacity;
    size_t n_scripts; /* that were cut */
};

static bool is_empty(const struct gap *gap)
{
    return gap->old == gap->old_end || gap->fresh == gap->fresh_end;
}

static void pair(struct aligning *aligning, uint32_t old, uint32_t fresh)
{
    aligning->partners[old] = fresh;
}

/* Pairs what is the same at both ends of the gap. */
static void trim(struct aligning *aligning, struct gap *gap)
{
    const uint32_t *old = aligning->old, *fresh = aligning->fresh;

    while (!is_empty(gap) && old[gap->old] == fresh[gap->fresh])
        pair(aligning, gap->old++, gap->fresh++);
    while (!is_empty(gap) && old[gap->old_end - 1] == fresh[gap->fresh_end - 1])
        pair(aligning, --gap->old_end, --gap->fresh_end);
}

static void count(struct aligning *aligning, const struct gap *gap)
{
    for (uint32_t i = gap->old; i < gap->old_end; i++) {
        struct occurrence *occurrence = &aligning->occurrences[aligning->old[i]];
        occurrence->n_old++;
        occurrence->old = i;
    }
    for (uint32_t i = gap->fresh; i < gap->fresh_end; i++) {
        struct occurrence *occurrence = &aligning->occurrences[aligning->fresh[i]];
        occurrence->n_fresh++;
        occurrence->fresh = i;
    }
}

/* The lines that are there once in both, in their old order. */
static void find_anchors(struct aligning *aligning, const struct gap *gap)
{
    aligning->n_anchors = 0;
    count(aligning, gap);
    for (uint32_t i = gap->old; i < gap->old_end; i++) {
        const struct occurrence *occurrence = &aligning->occurrences[aligning->old[i]];
        if (occurrence->n_old != 1 || occurrence->n_fresh != 1)
            continue;
        ARRAY_GROW(aligning->anchors, aligning->n_anchors, aligning->anchor_capacity);
        aligning->anchors[aligning->n_anchors++] = (struct anchor){i, occurrence->fresh, 0};
    }
    for (uint32_t i = gap->old; i < gap->old_end; i++)
        aligning->occurrences[aligning->old[i]] = (struct occurrence){0};
    for (uint32_t i = gap->fresh; i < gap->fresh_end; i++)
        aligning->occurrences[aligning->fresh[i]] = (struct occurrence){0};
}

/* The shortest length of a row that this anchor cannot make longer, by bisection. */
static size_t find_row(const struct aligning *aligning, size_t n_rows, const struct anchor *anchor)
{
    size_t low = 0, high = n_rows;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (aligning->anchors[aligning->rows[middle]].fresh < anchor->fresh)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The last anchor of the longest row that is in order in both texts; NO_PARTNER: there is none. */
static uint32_t find_longest_row(struct aligning *aligning)
{
    size_t n_rows = 0;

    for (uint32_t i = 0; i < aligning->n_anchors; i++) {
        struct anchor *anchor = &aligning->anchors[i];
        size_t row = find_row(aligning, n_rows, anchor);
        anchor->before = row == 0 ? NO_PARTNER : aligning->rows[row - 1];
        ARRAY_GROW(aligning->rows, row, aligning->row_capacity);
        aligning->rows[row] = i;
        n_rows = row == n_rows ? n_rows + 1 : n_rows;
    }
    return n_rows == 0 ? NO_PARTNER : aligning->rows[n_rows - 1];
}

static void add_gap(struct aligning *aligning, struct gap gap)
{
    if (is_empty(&gap))
        return;
    ARRAY_GROW(aligning->gaps, aligning->n_gaps, aligning->gap_capacity);
    aligning->gaps[aligning->n_gaps++] = gap;
}

/* Pairs the anchors of a row, from its last one back, which leaves the gaps between them. */
static void pair_row(struct aligning *aligning, struct gap gap, uint32_t last)
{
    struct gap rest = {.old_end = gap.old_end, .fresh_end = gap.fresh_end, .depth = gap.depth + 1};

    for (uint32_t i = last; i != NO_PARTNER; i = aligning->anchors[i].before) {
        const struct anchor *anchor = &aligning->anchors[i];
        pair(aligning, anchor->old, anchor->fresh);
        rest.old = anchor->old + 1;
        rest.fresh = anchor->fresh + 1;
        add_gap(aligning, rest);
        rest.old_end = anchor->old;
        rest.fresh_end = anchor->fresh;
    }
    rest.old = gap.old;
    rest.fresh = gap.fresh;
    add_gap(aligning, rest);
}

/* Where the diagonals of the given number of edits are kept: -n, -n + 2, ... n. */
static uint32_t *traced(const struct aligning *aligning, size_t n_edits)
{
    return aligning->trace + n_edits * (n_edits + 1) / 2;
}

/*
 * How a diagonal is best reached with one edit more: from the one above it, by a line that is new,
 * or from the one below, by one that is gone. `reached` are the diagonals of one edit less.
 */
static uint32_t step_to(const uint32_t *reached, size_t n_edits, size_t diagonal, bool *is_new)
{
    *is_new = diagonal == 0 || (diagonal != n_edits && reached[diagonal - 1] < reached[diagonal]);
    return *is_new ? reached[diagonal] : reached[diagonal - 1] + 1;
}

/* A point of the edit graph: lines of the gap that are done with, old and new. */
struct point {
    uint32_t old, fresh;
};

/*
 * Goes one edit further, on each diagonal as far as lines are equal. Diagonal i of n edits is
 * where 2 i - n more old lines than new ones are done with. True when the end of the gap is
 * reached, else *furthest is the point that comes nearest to it.
 */
static bool edit(struct aligning *aligning, const struct gap *gap, size_t n_edits,
                 struct point *furthest)
{
    uint32_t n_old = gap->old_end - gap->old, n_fresh = gap->fresh_end - gap->fresh;
    uint32_t *reaching = traced(aligning, n_edits);
    bool is_new;

    for (size_t i = 0; i <= n_edits; i++) {
        uint32_t x = n_edits == 0 ? 0 : step_to(traced(aligning, n_edits - 1), n_edits, i, &is_new);
        uint32_t y = (uint32_t)(x + n_edits - 2 * i);
        while (x < n_old && y < n_fresh &&
               aligning->old[gap->old + x] == aligning->fresh[gap->fresh + y]) {
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

/* Pairs what is equal on the way to the point, which took the given number of edits. */
static void pair_back(struct aligning *aligning, const struct gap *gap, size_t n_edits,
                      struct point to)
{
    uint32_t x = to.old, y = to.fresh;
    bool is_new;

    for (; n_edits > 0; n_edits--) {
        size_t diagonal = (x + n_edits - y) / 2;
        uint32_t begin = step_to(traced(aligning, n_edits - 1), n_edits, diagonal, &is_new);
        while (x > begin)
            pair(aligning, gap->old + --x, gap->fresh + --y);
        if (is_new)
            y--;
        else
            x--;
    }
    while (x > 0)
        pair(aligning, gap->old + --x, gap->fresh + --y);
}

/*
 * Whether the shortest edit script is too long, since one side has so many more lines than the
 * other, but these are so few that each can be compared with all.
 */
static bool is_lopsided(const struct gap *gap)
{
    size_t n_old = gap->old_end - gap->old, n_fresh = gap->fresh_end - gap->fresh;
    size_t n_edits = n_old > n_fresh ? n_old - n_fresh : n_fresh - n_old;

    return n_edits > MOST_EDITS && (n_old + 1) * (n_fresh + 1) <= MOST_CELLS;
}

/* Pairs as many lines of the gap as can be. */
static void compare_all(struct aligning *aligning, const struct gap *gap)
{
    const uint32_t *old = aligning->old + gap->old, *fresh = aligning->fresh + gap->fresh;
    size_t n_old = gap->old_end - gap->old, n_fresh = gap->fresh_end - gap->fresh;
    size_t width = n_fresh + 1;
    uint32_t *longest = memory_alloc((n_old + 1) * width, sizeof *longest);

    /* From line i of the old ones and line j of the new ones on: how many can be paired. */
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
            pair(aligning, gap->old + (uint32_t)i++, gap->fresh + (uint32_t)j++);
        else if (longest[(i + 1) * width + j] > longest[i * width + j + 1])
            i++;
        else
            j++;
    }
    free(longest);
}

/* The shortest edit script of the gap, or of as much as it takes MOST_EDITS for. */
static void find_script(struct aligning *aligning, struct gap gap)
{
    struct point furthest = {0, 0};
    size_t n_edits = 0, n_furthest = 0;

    for (bool is_done = false; !is_done && n_edits <= MOST_EDITS; n_edits++) {
        struct point before = furthest;
        ARRAY_GROW(aligning->trace, (n_edits + 1) * (n_edits + 2) / 2 - 1,
                   aligning->trace_capacity);
        is_done = edit(aligning, &gap, n_edits, &furthest);
        if (furthest.old != before.old || furthest.fresh != before.fresh)
            n_furthest = n_edits;
    }
    pair_back(aligning, &gap, n_furthest, furthest);
    gap.old += furthest.old;
    gap.fresh += furthest.fresh;
    gap.depth = DEEPEST;
    if (!is_empty(&gap) && aligning->n_scripts++ < MOST_SCRIPTS)
        add_gap(aligning, gap);
}

static void close_gap(struct aligning *aligning, struct gap gap)
{
    uint32_t last = NO_PARTNER;

    trim(aligning, &gap);
    if (is_empty(&gap))
        return;
    if (gap.depth < DEEPEST) {
        find_anchors(aligning, &gap);
        last = find_longest_row(aligning);
    }
    if (last != NO_PARTNER)
        pair_row(aligning, gap, last);
    else if (is_lopsided(&gap))
        compare_all(aligning, &gap);
    else
        find_script(aligning, gap);
}

/* Numbers the lines that there are, so that little memory is needed for few of them. */
static uint32_t *number_lines(struct line_ids lines, struct index *numbers)
{
    uint32_t *numbered = memory_alloc(lines.count, sizeof *numbered);

    for (size_t i = 0; i < lines.count; i++)
        numbered[i] = index_add(numbers, 0, lines.ids[i]);
    return numbered;
}

uint32_t *align_lines(struct line_ids old, struct line_ids fresh)
{
    struct index numbers = {0};
    uint32_t *old_numbers = number_lines(old, &numbers);
    uint32_t *fresh_numbers = number_lines(fresh, &numbers);
    struct aligning aligning = {
        .old = old_numbers,
        .fresh = fresh_numbers,
        .partners = memory_alloc(old.count, sizeof *aligning.partners),
        .occurrences = memory_alloc(numbers.count, sizeof *aligning.occurrences),
    };

    memset(aligning.partners, 0xff, old.count * sizeof *aligning.partners); /* NO_PARTNER */
    add_gap(&aligning, (struct gap){0, (uint32_t)old.count, 0, (uint32_t)fresh.count, 0});
    while (aligning.n_gaps != 0)
        close_gap(&aligning, aligning.gaps[--aligning.n_gaps]);
    index_free(&numbers);
    free(old_numbers);
    free(fresh_numbers);
    free(aligning.gaps);
    free(aligning.occurrences);
    free(aligning.anchors);
    free(aligning.rows);
    free(aligning.trace);
    return aligning.partners;
}

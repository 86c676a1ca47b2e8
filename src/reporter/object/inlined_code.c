/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/object/inlined_code.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/names.h"
#include "base/number.h"

static int by_begin(const void *left, const void *right)
{
    const struct code_range *a = left, *b = right;
    int order = number_compare(a->begin, b->begin);

    return order != 0 ? order : number_compare(a->node, b->node);
}

/* Whether a range counts before another one where both are. */
static bool is_above(const struct code_range *a, const struct code_range *b)
{
    return a->depth != b->depth ? a->depth > b->depth : a->node > b->node;
}

/* A heap of ranges with the one that counts on top. */
struct heap {
    const struct code_range **items;
    size_t count;
};

static void heap_add(struct heap *heap, const struct code_range *range)
{
    size_t at = heap->count++;

    for (; at != 0 && is_above(range, heap->items[(at - 1) / 2]); at = (at - 1) / 2)
        heap->items[at] = heap->items[(at - 1) / 2];
    heap->items[at] = range;
}

static void heap_remove_top(struct heap *heap)
{
    const struct code_range *last = heap->items[--heap->count];
    size_t at = 0, below;

    while ((below = 2 * at + 1) < heap->count) {
        if (below + 1 < heap->count && is_above(heap->items[below + 1], heap->items[below]))
            below++;
        if (!is_above(heap->items[below], last))
            break;
        heap->items[at] = heap->items[below];
        at = below;
    }
    heap->items[at] = last;
}

struct code_interval *code_ranges_flatten(struct code_range *ranges, size_t count,
                                          size_t *n_intervals)
{
    struct heap heap = {memory_alloc(count, sizeof *heap.items), 0};
    /* One begins only where a range begins or ends. */
    struct code_interval *intervals = memory_alloc(2 * count, sizeof *intervals);
    size_t next = 0, n_made = 0;
    uint64_t at = 0;

    ARRAY_SORT(ranges, count, by_begin);
    while (next < count || heap.count != 0) {
        if (heap.count == 0)
            at = ranges[next].begin;
        while (next < count && ranges[next].begin <= at)
            heap_add(&heap, &ranges[next++]);
        const struct code_range *top = heap.items[0];
        if (top->end <= at) {
            heap_remove_top(&heap);
            continue;
        }
        uint64_t end =
            next < count && ranges[next].begin < top->end ? ranges[next].begin : top->end;
        if (n_made != 0 && intervals[n_made - 1].node == top->node &&
            intervals[n_made - 1].end == at)
            intervals[n_made - 1].end = end;
        else
            intervals[n_made++] = (struct code_interval){at, end, top->node};
        at = end;
    }
    free(heap.items);
    *n_intervals = n_made;
    return intervals;
}

static int by_line_begin(const void *left, const void *right)
{
    const struct line_interval *a = left, *b = right;
    int order = number_compare(a->begin, b->begin);

    return order != 0 ? order : number_compare(a->end, b->end);
}

size_t line_intervals_sort(struct line_interval *lines, size_t count)
{
    size_t n_kept = 0;

    ARRAY_SORT(lines, count, by_line_begin);
    for (size_t i = 0; i < count; i++) {
        struct line_interval line = lines[i];
        if (i + 1 < count && lines[i + 1].begin < line.end)
            line.end = lines[i + 1].begin;
        if (line.begin < line.end)
            lines[n_kept++] = line;
    }
    return n_kept;
}

/* Compares code with an interval, which is equal if they overlap. */
static int compare_with_interval(const void *range, const void *interval)
{
    const struct code_range *code = range;
    const struct code_interval *other = interval;

    return code->end <= other->begin ? -1 : code->begin >= other->end;
}

static int compare_with_line(const void *range, const void *line)
{
    const struct code_range *code = range;
    const struct line_interval *other = line;

    return code->end <= other->begin ? -1 : code->begin >= other->end;
}

/* Finds an interval with code from one address to another. */
static const struct code_interval *find_interval(const struct inlined_code *code, uint64_t begin,
                                                 uint64_t end)
{
    const struct code_range range = {.begin = begin, .end = end};

    return code->n_intervals == 0 ? NULL
                                  : bsearch(&range, code->intervals, code->n_intervals,
                                            sizeof *code->intervals, compare_with_interval);
}

uint32_t inlined_code_node(const struct inlined_code *code, uint64_t address)
{
    const struct code_interval *found = find_interval(code, address, address + 1);

    return found == NULL ? NO_ID : found->node;
}

bool inlined_code_has(const struct inlined_code *code, uint64_t begin, uint64_t end)
{
    return find_interval(code, begin, end) != NULL;
}

const struct line_interval *inlined_code_line(const struct inlined_code *code, uint64_t address)
{
    const struct code_range range = {.begin = address, .end = address + 1};

    return code->n_lines == 0
             ? NULL
             : bsearch(&range, code->lines, code->n_lines, sizeof *code->lines, compare_with_line);
}

void inlined_code_free(struct inlined_code *code)
{
    names_free(code->files);
    free(code->functions);
    free(code->nodes);
    free(code->intervals);
    free(code->lines);
    free(code->aliases);
    names_free(code->names);
    *code = (struct inlined_code){0};
}

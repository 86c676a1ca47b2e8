/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/regex/search.h"

#include <stdbool.h>

/*
 * POSIX has each part of an expression match as much as it can, those further to the left first,
 * as long as the rest still matches up to where the whole does. So the tree is gone through from
 * the top: what a node matches is known, and is divided among its children from left to right.
 * A scan of what follows tells where a child may end, and one of the child how far it gets.
 */
struct finder {
    struct scan *scan;
    size_t *lefts, *rights;
    size_t n_spans;
    struct regex_span *spans;
};

static void clear(size_t *marks, struct regex_span span)
{
    for (size_t i = span.begin; i <= span.end; i++)
        marks[i] = NO_MARK;
}

/* Sets, in `lefts`, from which places of a span a range matches up to its end. */
static void find_begins(struct finder *finder, struct range range, struct regex_span span)
{
    clear(finder->lefts, span);
    clear(finder->rights, span);
    finder->rights[span.end] = span.end;
    scan_range(finder->scan, range, span.begin, span.end, finder->rights, finder->lefts);
}

static bool matches(struct finder *finder, struct range range, struct regex_span span)
{
    find_begins(finder, range, span);
    return finder->lefts[span.begin] != NO_MARK;
}

/* Returns the furthest place up to which a part matches, such that the rest matches the rest. */
static size_t find_end(struct finder *finder, struct range part, struct range rest,
                       struct regex_span span)
{
    if (rest.begin == rest.end)
        return span.end;
    find_begins(finder, rest, span);
    clear(finder->rights, span);
    scan_range(finder->scan, part, span.begin, span.end, finder->lefts, finder->rights);
    return finder->rights[span.begin];
}

/* Returns where the last match begins of those, not empty, that a range has one after another. */
static size_t find_last(struct finder *finder, struct range range, struct regex_span span)
{
    size_t *ends = finder->lefts, last = span.begin;

    clear(ends, span);
    ends[span.end] = span.end;
    scan_range(finder->scan, range, span.begin, span.end, ends, ends);
    while (ends[last] != span.end)
        last = ends[last];
    return last;
}

/* NOLINTBEGIN(misc-no-recursion): a tree is at most 1,000 nodes deep, see tree_read(). */

static void find_in_node(struct finder *finder, node_id id, uint32_t begin, struct regex_span span);

static void find_in_sequence(struct finder *finder, const struct node *node, uint32_t begin,
                             struct regex_span span)
{
    const struct node *nodes = finder->scan->tree->nodes;
    uint32_t end = begin + node->size, n_groups = node->n_groups;

    for (node_id id = node->first; n_groups != 0; id = nodes[id].next) {
        const struct range part = {end - nodes[id].size, end}, rest = {begin, part.begin};
        struct regex_span of_part = {span.begin, span.begin + nodes[id].width};
        if (nodes[id].width == NO_WIDTH)
            of_part.end = find_end(finder, part, rest, span);
        find_in_node(finder, id, part.begin, of_part);
        n_groups -= nodes[id].n_groups;
        span.begin = of_part.end;
        end = part.begin;
    }
}

/* The first child that matches all of it counts. */
static void find_in_choice(struct finder *finder, const struct node *node, uint32_t begin,
                           struct regex_span span)
{
    const struct node *nodes = finder->scan->tree->nodes;

    for (node_id id = node->first;; id = nodes[id].next) {
        const bool is_last = nodes[id].next == NO_NODE;
        const uint32_t inner = begin + !is_last;
        if (is_last || matches(finder, (struct range){inner, inner + nodes[id].size}, span)) {
            find_in_node(finder, id, inner, span);
            break;
        }
        begin += nodes[id].size + CHOICE_OVERHEAD;
    }
}

/*
 * Groups tell of the last time that their repeat matched. A copy that may be left out is, where it
 * would match nothing, unless no other matched.
 */
static void find_in_repeat(struct finder *finder, const struct node *node, uint32_t begin,
                           struct regex_span span)
{
    const struct node *inner = &finder->scan->tree->nodes[node->first];
    struct regex_span last = {REGEX_NOWHERE, REGEX_NOWHERE};
    uint32_t end = begin + node->size, last_begin = 0;

    for (int i = 0; i < repeat_n_copies(node); i++) {
        const enum copy copy = repeat_copy(node, i);
        const struct range part = {end - copy_size(inner, copy), end}, rest = {begin, part.begin};
        const uint32_t inner_begin = part.begin + copy_offset(copy);
        const struct range range = {inner_begin, inner_begin + inner->size};
        const size_t part_end = copy == COPY_ONCE && inner->width != NO_WIDTH
                                  ? span.begin + inner->width
                                  : find_end(finder, part, rest, span);
        struct regex_span of_part = {span.begin, part_end};
        span.begin = part_end;
        end = part.begin;
        if (of_part.begin != of_part.end) {
            if (copy == COPY_LOOP || copy == COPY_OPTIONAL_LOOP)
                of_part.begin = find_last(finder, range, of_part);
        } else if (copy == COPY_OPTIONAL || copy == COPY_OPTIONAL_LOOP) {
            if (i != 0 || !matches(finder, range, of_part))
                continue;
        }
        last = of_part;
        last_begin = inner_begin;
    }
    if (last.begin != REGEX_NOWHERE)
        find_in_node(finder, node->first, last_begin, last);
}

/* Sets the spans of all groups in a node, whose instructions begin at `begin`, and that matches. */
static void find_in_node(struct finder *finder, node_id id, uint32_t begin, struct regex_span span)
{
    const struct node *node = &finder->scan->tree->nodes[id];

    if (node->n_groups == 0)
        return;
    switch (node->kind) {
    case NODE_BYTE:
    case NODE_PLACE:
        break;
    case NODE_SEQUENCE:
        find_in_sequence(finder, node, begin, span);
        break;
    case NODE_CHOICE:
        find_in_choice(finder, node, begin, span);
        break;
    case NODE_GROUP:
        if (node->number < finder->n_spans)
            finder->spans[node->number] = span;
        find_in_node(finder, node->first, begin, span);
        break;
    case NODE_REPEAT:
        find_in_repeat(finder, node, begin, span);
        break;
    }
}

/* NOLINTEND(misc-no-recursion) */

/* NOLINTNEXTLINE(readability-non-const-parameter): the finder writes to both. */
void groups_find(struct scan *scan, size_t *lefts, size_t *rights, size_t n_spans,
                 struct regex_span *spans)
{
    struct finder finder = {scan, lefts, rights, n_spans, spans};

    for (size_t i = 1; i < n_spans; i++)
        spans[i] = (struct regex_span){REGEX_NOWHERE, REGEX_NOWHERE};
    if (n_spans > 1)
        find_in_node(&finder, scan->tree->root, 0, spans[0]);
}

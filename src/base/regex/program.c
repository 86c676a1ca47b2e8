/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/regex/tree.h"

#include "base/arena.h"

struct emitter {
    const struct tree *tree;
    enum direction direction;
    struct instruction *list;
};

/* NOLINTBEGIN(misc-no-recursion): a tree is at most 1,000 nodes deep, see tree_read(). */

static void emit(const struct emitter *emitter, node_id id, uint32_t begin);

/* Emits, one after the other or in reverse, the children of a sequence. */
static void emit_sequence(const struct emitter *emitter, const struct node *node, uint32_t begin)
{
    const struct node *nodes = emitter->tree->nodes;
    uint32_t from_begin = begin, from_end = begin + node->size;

    for (node_id child = node->first; child != NO_NODE; child = nodes[child].next) {
        from_end -= nodes[child].size;
        emit(emitter, child, emitter->direction == FORWARD ? from_begin : from_end);
        from_begin += nodes[child].size;
    }
}

/* Each child but the last has a fork to the next before it, and a jump to the end after it. */
static void emit_choice(const struct emitter *emitter, const struct node *node, uint32_t begin)
{
    const struct node *nodes = emitter->tree->nodes;
    const uint32_t end = begin + node->size;
    uint32_t at = begin;

    for (node_id child = node->first; child != NO_NODE; child = nodes[child].next) {
        if (nodes[child].next == NO_NODE) {
            emit(emitter, child, at);
            break;
        }
        const uint32_t jump = at + 1 + nodes[child].size;
        emitter->list[at] = (struct instruction){FORK, at + 1, jump + 1};
        emit(emitter, child, at + 1);
        emitter->list[jump] = (struct instruction){FORK, end, end};
        at = jump + 1;
    }
}

static void emit_copy(const struct emitter *emitter, node_id child, enum copy copy, uint32_t begin)
{
    const uint32_t inner = begin + copy_offset(copy);
    const uint32_t inner_end = inner + emitter->tree->nodes[child].size;
    const uint32_t end = begin + copy_size(&emitter->tree->nodes[child], copy);

    emit(emitter, child, inner);
    if (copy == COPY_OPTIONAL || copy == COPY_OPTIONAL_LOOP)
        emitter->list[begin] = (struct instruction){FORK, inner, end};
    if (copy == COPY_LOOP)
        emitter->list[inner_end] = (struct instruction){FORK, inner, end};
    if (copy == COPY_OPTIONAL_LOOP)
        emitter->list[inner_end] = (struct instruction){FORK, begin, begin};
}

static void emit_repeat(const struct emitter *emitter, const struct node *node, uint32_t begin)
{
    uint32_t from_begin = begin, from_end = begin + node->size;

    for (int i = 0; i < repeat_n_copies(node); i++) {
        const enum copy copy = repeat_copy(node, i);
        const uint32_t size = copy_size(&emitter->tree->nodes[node->first], copy);
        from_end -= size;
        emit_copy(emitter, node->first, copy,
                  emitter->direction == FORWARD ? from_begin : from_end);
        from_begin += size;
    }
}

static void emit(const struct emitter *emitter, node_id id, uint32_t begin)
{
    const struct node *node = &emitter->tree->nodes[id];

    if (node->size == 0) /* of which there may be very many copies */
        return;
    switch (node->kind) {
    case NODE_BYTE:
        emitter->list[begin] = (struct instruction){MATCH_BYTE, node->set, 0};
        break;
    case NODE_PLACE:
        emitter->list[begin] = (struct instruction){MATCH_PLACE, node->place, 0};
        break;
    case NODE_SEQUENCE:
        emit_sequence(emitter, node, begin);
        break;
    case NODE_CHOICE:
        emit_choice(emitter, node, begin);
        break;
    case NODE_GROUP:
        emit(emitter, node->first, begin);
        break;
    case NODE_REPEAT:
        emit_repeat(emitter, node, begin);
        break;
    }
}

/* NOLINTEND(misc-no-recursion) */

struct program program_create(const struct tree *tree, enum direction direction)
{
    const uint32_t count = tree->nodes[tree->root].size;
    struct instruction *list = memory_alloc(count, sizeof *list);
    const struct emitter emitter = {tree, direction, list};

    emit(&emitter, tree->root, 0);
    return (struct program){list, count};
}

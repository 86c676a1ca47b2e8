/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_REGEX_TREE_H
#define QUERN_BASE_REGEX_TREE_H

/* A regular expression as a tree: what was written, without what it means for a search. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t node_id;

#define NO_NODE UINT32_MAX

/* What stands where a byte is matched. */
struct byte_set {
    uint64_t words[256 / 64];
};

static inline bool byte_set_has(const struct byte_set *set, unsigned char byte)
{
    return (set->words[byte / 64] >> byte % 64 & 1) != 0;
}

static inline void byte_set_add(struct byte_set *set, unsigned char byte)
{
    set->words[byte / 64] |= UINT64_C(1) << byte % 64;
}

/* Places of a text, which match no byte; as flags, those that hold between two bytes. */
enum place {
    PLACE_BEGIN = 1,      /* ^ \` */
    PLACE_END = 2,        /* $ \' */
    PLACE_WORD_BEGIN = 4, /* \< */
    PLACE_WORD_END = 8,   /* \> */
    PLACE_EDGE = 16,      /* \b: one of these two */
    PLACE_NO_EDGE = 32,   /* \B: neither */
};

enum node_kind {
    NODE_BYTE,     /* one byte of a set */
    NODE_PLACE,    /* nothing, at a place */
    NODE_SEQUENCE, /* its children one after the other; none: nothing */
    NODE_CHOICE,   /* one of its children */
    NODE_GROUP,    /* its child, whose match is asked for by number */
    NODE_REPEAT,   /* its child, several times */
};

enum { NO_MOST = -1 };

struct node {
    enum node_kind kind;
    union {
        uint32_t set;    /* of NODE_BYTE: an index into sets */
        uint32_t place;  /* of NODE_PLACE: an enum place */
        uint32_t number; /* of NODE_GROUP: from 1 on */
        struct {
            int least, most; /* of NODE_REPEAT; NO_MOST: any number */
        };
    };
    node_id first, next; /* the first child, and the next child of the parent; NO_NODE: none */
    uint32_t depth;      /* of groups and repeats in each other, up to this one */
    uint32_t n_groups;   /* among it and what is below it */
    uint32_t size;       /* of its program, in instructions */
    size_t width;        /* bytes that each match has; NO_WIDTH: not always as many */
};

#define NO_WIDTH SIZE_MAX

struct tree {
    struct node *nodes;
    size_t n_nodes, nodes_capacity;
    struct byte_set *sets;
    size_t n_sets, sets_capacity;
    node_id root;
    uint32_t n_groups;
};

/*
 * Reads an expression into a tree. False with a static reason where it is not valid, or would make
 * too large a program. Free with tree_free() in both cases.
 */
bool tree_read(struct tree *tree, const char *expression, bool ignores_case, const char **reason);
void tree_free(struct tree *tree);

/*
 * The copies that a repeat is written out as, in their order: as many as it has at least, then
 * those up to what it has at most, which may be left out; or the last one is a loop.
 */
enum copy { COPY_ONCE, COPY_OPTIONAL, COPY_LOOP, COPY_OPTIONAL_LOOP };

static inline int repeat_n_copies(const struct node *repeat)
{
    return repeat->most != NO_MOST ? repeat->most : repeat->least == 0 ? 1 : repeat->least;
}

static inline enum copy repeat_copy(const struct node *repeat, int i)
{
    if (repeat->most == NO_MOST && i == repeat_n_copies(repeat) - 1)
        return repeat->least == 0 ? COPY_OPTIONAL_LOOP : COPY_LOOP;
    return i < repeat->least ? COPY_ONCE : COPY_OPTIONAL;
}

/* How many instructions a copy has: besides those of what is repeated, a fork or two. */
static inline uint32_t copy_size(const struct node *repeated, enum copy copy)
{
    return repeated->size + (copy == COPY_ONCE ? 0 : copy == COPY_OPTIONAL_LOOP ? 2 : 1);
}

/* How many of these come before what is repeated. */
static inline uint32_t copy_offset(enum copy copy)
{
    return copy == COPY_OPTIONAL || copy == COPY_OPTIONAL_LOOP ? 1 : 0;
}

/* How many instructions each child of a choice but the last one has besides its own. */
enum { CHOICE_OVERHEAD = 2 };

/* program.c */

/*
 * A regular expression as a nondeterministic automaton. Its states are the instructions, of which
 * the one comes next that has the state's number. Each node of the tree is a range of them, which
 * is entered at its first and left just after its last; what is repeated has a range for each copy.
 */

enum operation {
    MATCH_BYTE,  /* goes on after a byte of set x */
    MATCH_PLACE, /* goes on where the text is at place x */
    FORK,        /* goes on at x, and at y */
};

struct instruction {
    enum operation operation;
    uint32_t x, y;
};

struct program {
    struct instruction *list;
    uint32_t count;
};

/* The way the text is read. Backward, the parts of a sequence are in reverse order. */
enum direction { FORWARD, BACKWARD };

/* Returns the program of a tree. The caller frees its list. */
struct program program_create(const struct tree *tree, enum direction direction);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_ROWS_H
#define QUERN_AGGREGATOR_ROWS_H

/*
 * What the rows of a table stand for: functions, files, objects and so on. Every place
 * and every function that is called belongs to a group; the self cost and the calls of
 * a group are those of its members.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "profile/filter.h"
#include "profile/profile.h"

typedef uint32_t group_id;

enum group_key {
    BY_FUNCTION,      /* (object, file where it is defined, name), with its inlined code */
    BY_FILE_FUNCTION, /* (object, file where the code is, name) */
    BY_FILE,          /* where the code is */
    BY_DIRECTORY,
    BY_OBJECT,
    BY_LINE, /* the rest have self cost alone */
    BY_PART,
    BY_THREAD,
    BY_INPUT,
};

/* What the keys are called, in the order of the enum: what --by takes. */
#define GROUP_KEY_NAMES "function file:function file directory object line part thread input"

/* The name of one of them. */
struct text group_key_name(enum group_key key);

/* What of these names a group is made depends on the key: the others are NO_ID. */
struct group {
    object_id object;
    file_id file;
    symbol_id function;
    struct text label; /* of a directory, a part, a thread or an input */
    uint64_t line;
    bool is_hidden; /* not of what the filters ask for */
};

struct groups {
    const struct profile *profile; /* not owned */
    enum group_key key;
    struct arena arena;
    struct group *list; /* by group id */
    size_t count, capacity;
    group_id *of_place;    /* by place id; NULL where groups have no calls */
    group_id *of_function; /* by function id: the group that a call of it enters */
    symbol_id *base_of;    /* by function id: its name without levels and contexts, if folded */
    uint32_t *levels;      /* by function id: its level of recursion, from 1 */
    struct costs self;     /* by group */
    int64_t *calls;        /* by group: of all calls of its functions */
};

/*
 * Makes the groups for a key. With is_folded f'2 and f'main belong to f. False when a
 * sum does not fit into 64 bits; groups_free() is to be called in any case.
 */
bool groups_create(struct groups *groups, const struct profile *profile, enum group_key key,
                   bool is_folded, const struct filter *filter, struct error *error);

/* Whether groups of this key have calls, and so inclusive cost. */
static inline bool groups_have_calls(enum group_key key)
{
    return key <= BY_OBJECT;
}

/* The names of a group; texts without pointer for those that it has none of. */
struct group_names {
    struct text object, file, function, label;
    uint64_t line;
};

struct group_names groups_names(const struct groups *groups, group_id id);

void groups_free(struct groups *groups);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_MATCH_H
#define QUERN_AGGREGATOR_MATCH_H

/* What the files that match two profiles share: see `struct matches` in diff.h. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/diff.h"
#include "base/index.h"
#include "base/text.h"

/* Something that may have a partner on the other side; texts that it does not have are empty. */
struct thing {
    struct text object, file, function;
    bool is_nameless; /* names tell nothing of it */
    uint32_t partner; /* index on the other side; NO_ID */
};

struct things {
    struct thing *list;
    size_t count;
};

/* Whether only the object and file distinguish it from others. */
static inline bool has_no_name(const struct thing *thing)
{
    return text_equal(thing->function, TEXT("???"));
}

/* The functions of a side without levels and contexts: those that are matched. */
struct side {
    const struct profile *profile;
    struct things things;
    struct index index;    /* (object and file, name) */
    uint32_t *of_function; /* thing by function id */
};

/* Returns what a thing of a side is called there. */
static inline struct function side_function(const struct side *side, uint32_t thing)
{
    struct index_key key = {0};

    if (thing < side->index.count)
        key = side->index.keys[thing];
    return (struct function){(object_id)(key.high >> 32), (file_id)key.high, (symbol_id)key.low};
}

/*
 * renames.c matches what is left of two sides once names were compared, by who calls whom. Of the
 * old side, `objects` and `files` are the ids that its objects and files have on the new one.
 */
void match_renamed(struct side *old, struct side *fresh, const uint32_t *objects,
                   const uint32_t *files);

#endif

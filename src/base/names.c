/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/names.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* uthash only fails for lack of memory, and memory_alloc() does not return then. */
#define uthash_malloc(size) memory_alloc(1, (size))
#define uthash_free(memory, size) free(memory)

#define HASH_FUNCTION(key, length, hash)                                                           \
    ((hash) = (unsigned)hash_text((struct text){(key), (length)}))
#include <uthash.h>

/*
 * uthash adds buckets only when one of them has ten names. By then most have one or two, each of
 * which is another cache miss. Here there are more buckets than names: see names_add().
 */
#undef HASH_BKT_CAPACITY_THRESH
#define HASH_BKT_CAPACITY_THRESH UINT_MAX

/* A name lives in the arena: uthash links elements by address, so they must never move. */
struct name {
    uint32_t id;
    UT_hash_handle hh; /* keyed by the text */
};

struct names {
    struct arena elements; /* apart from the texts, since a lookup visits several of them */
    struct arena arena;
    struct name *by_text; /* uthash's head */
    struct text *texts;   /* by id */
    size_t count, capacity;
};

struct names *names_create(void)
{
    return memory_alloc(1, sizeof(struct names));
}

void names_free(struct names *names)
{
    if (names == NULL)
        return;
    HASH_CLEAR(hh, names->by_text);
    arena_free(&names->elements);
    arena_free(&names->arena);
    free(names->texts);
    free(names);
}

uint32_t names_add(struct names *names, struct text text)
{
    struct name *name;
    unsigned hash;

    if (text.length == 0)
        text = TEXT(""); /* it may have no pointer */
    HASH_VALUE(text.at, text.length, hash);
    HASH_FIND_BYHASHVALUE(hh, names->by_text, text.at, text.length, hash, name);
    if (name != NULL)
        return name->id;
    text = arena_copy_text(&names->arena, text);
    name = arena_alloc(&names->elements, sizeof *name);
    name->id = (uint32_t)names->count;
    HASH_ADD_KEYPTR_BYHASHVALUE(hh, names->by_text, text.at, text.length, hash, name);
    UT_hash_table *table = names->by_text->hh.tbl;
    if (table->num_items > table->num_buckets)
        HASH_EXPAND_BUCKETS(hh, table, ignored);
    ARRAY_ADD(names->texts, names->count, names->capacity, text);
    return name->id;
}

uint32_t names_find(const struct names *names, struct text text)
{
    struct name *name;

    if (text.length == 0)
        text = TEXT("");
    HASH_FIND(hh, names->by_text, text.at, text.length, name);
    return name == NULL ? NO_ID : name->id;
}

struct text names_text(const struct names *names, uint32_t id)
{
    return names->texts[id];
}

struct text names_text_if_any(const struct names *names, uint32_t id)
{
    static const struct text none = {0};

    return id == NO_ID ? none : names_text(names, id);
}

size_t names_count(const struct names *names)
{
    return names->count;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/names.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* uthash only ever fails for lack of memory, and that never comes back from the arena. */
#define uthash_malloc(size) memory_alloc(1, (size))
#define uthash_free(memory, size) free(memory)

#define HASH_FUNCTION(key, length, hash)                                                           \
    ((hash) = (unsigned)index_hash_text((struct text){(key), (length)}))
#include <uthash.h>

/*
 * uthash makes more buckets only when one of them has ten names. Most have one or two then, and
 * each of those is one more wait for memory. Here there are more buckets than names: see
 * names_add().
 */
#undef HASH_BKT_CAPACITY_THRESH
#define HASH_BKT_CAPACITY_THRESH UINT_MAX

/* A name lives in the arena: uthash links elements by address, so they must never move. */
struct name {
    uint32_t id;
    UT_hash_handle hh; /* its key is the text */
};

struct names {
    struct arena elements; /* apart from the texts, as a search looks at several of them */
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

/* Adds a text that is known not to be there yet, without copying it. */
static uint32_t add_new(struct names *names, struct text text, unsigned hash)
{
    struct name *name = arena_alloc(&names->elements, sizeof *name);

    name->id = (uint32_t)names->count;
    HASH_ADD_KEYPTR_BYHASHVALUE(hh, names->by_text, text.at, text.length, hash, name);
    UT_hash_table *table = names->by_text->hh.tbl;
    if (table->num_items > table->num_buckets)
        HASH_EXPAND_BUCKETS(hh, table, ignored);
    ARRAY_ADD(names->texts, names->count, names->capacity, text);
    return name->id;
}

uint32_t names_add(struct names *names, struct text text)
{
    struct name *name;
    unsigned hash;

    if (text.length == 0)
        text = TEXT(""); /* it may have no pointer */
    HASH_VALUE(text.at, text.length, hash);
    HASH_FIND_BYHASHVALUE(hh, names->by_text, text.at, text.length, hash, name);
    return name != NULL ? name->id : add_new(names, arena_copy_text(&names->arena, text), hash);
}

/* Finds the names that are there already. Returns how many bytes of text the others have. */
static size_t find_known(const struct names *names, const struct names *from, uint32_t *map)
{
    size_t n_new_bytes = 0;

    for (struct name *name = from->by_text; name != NULL; name = name->hh.next) {
        struct name *known;
        HASH_FIND_BYHASHVALUE(hh, names->by_text, name->hh.key, name->hh.keylen, name->hh.hashv,
                              known);
        map[name->id] = known == NULL ? NO_ID : known->id;
        n_new_bytes += known == NULL ? name->hh.keylen : 0;
    }
    return n_new_bytes;
}

void names_take_over(struct names *names, struct names *from, uint32_t *map)
{
    size_t n_bytes = 0, n_new_bytes = find_known(names, from, map);

    for (size_t id = 0; id < from->count; id++)
        n_bytes += from->texts[id].length;
    bool is_copied = n_new_bytes < n_bytes / 2;
    for (struct name *name = from->by_text; name != NULL; name = name->hh.next) {
        struct text text = from->texts[name->id];
        if (map[name->id] != NO_ID)
            continue;
        if (is_copied)
            text = arena_copy_text(&names->arena, text);
        map[name->id] = add_new(names, text, name->hh.hashv);
    }
    if (!is_copied)
        arena_take_over(&names->arena, &from->arena);
}

uint32_t names_add_placeholder(struct names *names)
{
    ARRAY_GROW(names->texts, names->count, names->capacity);
    names->texts[names->count] = (struct text){0};
    return (uint32_t)names->count++;
}

bool names_is_placeholder(const struct names *names, uint32_t id)
{
    return names->texts[id].at == NULL;
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

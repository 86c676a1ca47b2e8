/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/object/places.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/index.h"

enum {
    LARGEST_STEP = 64 * 1024,  /* between two instructions of a function that are near */
    LARGEST_DETOUR = 4 * 1024, /* what may be decoded in vain: to begin anew is more work */
    LONGEST_INSTRUCTION = 16,
    MOST_STRAY = 8, /* instructions */
};

struct function {
    size_t latest, n_executed;
    bool is_thumb;
};

struct functions {
    struct index ids;
    struct function *list; /* by id */
    size_t capacity;
};

static struct function *function_of(const struct functions *functions,
                                    const struct executed *executed)
{
    return &functions->list[index_find(&functions->ids, 0, executed->function)];
}

/* Thumb has instructions at odd multiples of 2, where a recorder does not tell it; ARM has none. */
static void add_to_function(struct functions *functions, const struct executed *executed,
                            size_t number, struct place *places)
{
    size_t known = functions->ids.count;
    uint32_t id = index_add(&functions->ids, 0, executed[number].function);

    ARRAY_GROW(functions->list, known, functions->capacity);
    struct function *function = &functions->list[id];
    if (id == known)
        *function = (struct function){.latest = number};
    size_t before = function->latest;
    bool is_near = executed[number].address - executed[before].address <= LARGEST_STEP;
    places[before].is_last = false;
    places[number].is_last = true;
    places[number].cluster = is_near && before != number ? places[before].cluster : number;
    function->latest = number;
    function->n_executed++;
    function->is_thumb |= executed[number].address % 4 == 2;
}

/* Clusters may be interleaved: a gap is part of all that have code before and after it. */
static void find_gaps(size_t count, struct place *places)
{
    size_t first = count; /* of the clusters after the gap */

    for (size_t i = count; i-- > 0;) {
        places[i].is_before_gap = first <= i;
        first = places[i].cluster < first ? places[i].cluster : first;
    }
}

static void find_ends(const struct executed *executed, size_t count, struct place *places)
{
    for (size_t i = count; i-- > 0;) {
        uint64_t address = executed[i].address;
        bool is_end = i + 1 == count;
        places[i].next = is_end ? UINT64_MAX : executed[i + 1].address;
        if (!is_end && (places[i].is_before_gap || places[i].next - address <= LARGEST_DETOUR))
            places[i].end = places[i + 1].end;
        else
            places[i].end = address < UINT64_MAX - LONGEST_INSTRUCTION
                              ? address + LONGEST_INSTRUCTION
                              : UINT64_MAX;
    }
}

static void find_strays(const struct functions *functions, const struct executed *executed,
                        size_t count, struct place *places)
{
    size_t *sizes = memory_alloc(count, sizeof *sizes); /* by cluster */

    for (size_t i = 0; i < count; i++)
        sizes[places[i].cluster]++;
    for (size_t i = 0; i < count; i++) {
        const struct function *function = function_of(functions, &executed[i]);
        size_t size = sizes[places[i].cluster];
        places[i].is_stray = size <= MOST_STRAY && size < function->n_executed;
        places[i].is_thumb = function->is_thumb;
    }
    free(sizes);
}

struct place *places_of(const struct executed *executed, size_t count)
{
    struct place *places = memory_alloc(count, sizeof *places);
    struct functions functions = {0};

    for (size_t i = 0; i < count; i++)
        add_to_function(&functions, executed, i, places);
    find_gaps(count, places);
    find_ends(executed, count, places);
    find_strays(&functions, executed, count, places);
    free(functions.list);
    index_free(&functions.ids);
    return places;
}

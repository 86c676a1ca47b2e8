/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/name_ids.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/*
 * The array may have this many entries, or else sixteen times as many as there are definitions:
 * Callgrind numbers names as it meets them, and writes them in another order.
 */
enum { NEAR_AT_FIRST = 4096, NEAR_AT_LEAST = 256 * 1024 };

static void grow_near(struct name_ids *ids, size_t wanted)
{
    size_t count = wanted <= NEAR_AT_FIRST  ? NEAR_AT_FIRST
                 : wanted <= NEAR_AT_LEAST  ? NEAR_AT_LEAST
                 : wanted > ids->n_near * 2 ? wanted
                                            : ids->n_near * 2;
    size_t room = 0, known = ids->n_near;

    /* All of it is written before it is read: what calloc() gives is taken from the system once
       more when it is written after that, and then all threads have to be stopped. */
    ids->near = memory_grow(ids->near, &room, count, sizeof *ids->near);
    memset(ids->near + known, 0xff, (room - known) * sizeof *ids->near); /* NO_ID */
    ids->n_near = room;
}

void name_ids_define(struct name_ids *ids, uint64_t number, uint32_t name)
{
    ids->n_defined++;
    if (number >= ids->n_near && (number < NEAR_AT_LEAST || number / 16 < ids->n_defined))
        grow_near(ids, (size_t)number + 1);
    if (number < ids->n_near) {
        ids->near[number] = name;
        return;
    }
    uint32_t id = index_add(&ids->far, 0, number);
    if (id >= ids->far_capacity)
        ids->far_names =
            memory_grow(ids->far_names, &ids->far_capacity, (size_t)id + 1, sizeof *ids->far_names);
    ids->far_names[id] = name;
}

uint32_t name_ids_find_far(const struct name_ids *ids, uint64_t number)
{
    uint32_t id = index_find(&ids->far, 0, number);

    return id == NO_ID ? NO_ID : ids->far_names[id];
}

void name_ids_free(struct name_ids *ids)
{
    free(ids->near);
    index_free(&ids->far);
    free(ids->far_names);
    *ids = (struct name_ids){0};
}

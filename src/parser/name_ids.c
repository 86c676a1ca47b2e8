/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/name_ids.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* The array may have this many entries, or else sixteen times as many as there are definitions. */
enum { NEAR_AT_LEAST = 4096 };

void name_ids_define(struct name_ids *ids, uint64_t number, uint32_t name)
{
    ids->n_defined++;
    if (number >= ids->n_near && (number < NEAR_AT_LEAST || number / 16 < ids->n_defined)) {
        size_t known = ids->n_near;
        ids->near = memory_grow(ids->near, &ids->n_near, (size_t)number + 1, sizeof *ids->near);
        memset(ids->near + known, 0xff, (ids->n_near - known) * sizeof *ids->near);
    }
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_NAME_IDS_H
#define QUERN_PARSER_NAME_IDS_H

/*
 * Which name a number in brackets stands for, as in "fn=(7) main" and then "fn=(7)".
 * Writers count from 0 or 1, and such numbers index an array; any other number up to
 * 2^64 works too, through a hash, so that memory follows how many there are.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/index.h"

/* Each has numbers of its own. */
enum name_kind { NAME_OBJECT, NAME_FILE, NAME_FUNCTION, N_NAME_KINDS };

/* {0} has no numbers defined. */
struct name_ids {
    uint32_t *near; /* by number: the name; NO_ID where not defined */
    size_t n_near;
    size_t n_defined;
    struct index far; /* (0, number) of those beyond the array */
    uint32_t *far_names;
    size_t far_capacity;
};

/* The number stands for the name from now on. */
void name_ids_define(struct name_ids *ids, uint64_t number, uint32_t name);

/* For name_ids_find() alone: the name of a number that the array does not have. */
uint32_t name_ids_find_far(const struct name_ids *ids, uint64_t number);

/* The name that the number stands for, or NO_ID. */
static inline uint32_t name_ids_find(const struct name_ids *ids, uint64_t number)
{
    if (number < ids->n_near && ids->near[number] != NO_ID)
        return ids->near[number];
    return ids->far.count == 0 ? NO_ID : name_ids_find_far(ids, number);
}

void name_ids_free(struct name_ids *ids);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_NUMBER_SET_H
#define QUERN_BASE_NUMBER_SET_H

/* Sets of numbers as people type them: "1,3-5". */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* {0} is the empty set. free(set.ranges) gives it back. */
struct number_set {
    struct number_range {
        int64_t first, last;
    } * ranges;
    size_t count, capacity;
};

/* Adds all that the text lists. False where it is not such a list. */
bool number_set_add(struct number_set *set, struct text text);

/* Whether a number is in the set. */
bool number_set_has(const struct number_set *set, int64_t number);

#endif

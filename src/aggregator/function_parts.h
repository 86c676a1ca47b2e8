/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_FUNCTION_PARTS_H
#define QUERN_AGGREGATOR_FUNCTION_PARTS_H

/*
 * What functions cost, divided by the file where their code is. In the file where it is defined a
 * function costs all of its inclusive cost. Code of it that was inlined from another file costs
 * what is spent there, and in calls from there: where none of these leads back to the function
 * each instruction counts once, which is exact. Where one does, calls of first activations count
 * (see nesting_counts_call()), which is exact if that is all of them and there is no code of
 * deeper activations; else the larger sum is a lower bound.
 */

#include <stdbool.h>
#include <stddef.h>

#include "aggregator/rows.h"
#include "base/error.h"

struct function_figures;

/* The code of a function that was inlined from another file. */
struct function_part {
    row_id function; /* by function */
    row_id row;      /* where the part belongs, among other rows */
    bool is_exact;   /* else its cost is a lower bound */
};

struct function_parts {
    row_id *own; /* by function: where the function itself belongs; NO_ID: filters divide it */
    struct function_part *list;
    size_t count;
    struct costs costs; /* by part of the list */
};

/*
 * Divides the functions' inclusive costs among rows of the same profile. False when a sum does not
 * fit into 64 bits; function_parts_free() in any case.
 */
bool function_parts_create(struct function_parts *parts, const struct function_figures *functions,
                           const struct rows *rows, struct error *error);

void function_parts_free(struct function_parts *parts);

#endif

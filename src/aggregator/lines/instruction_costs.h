/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_LINES_INSTRUCTION_COSTS_H
#define QUERN_AGGREGATOR_LINES_INSTRUCTION_COSTS_H

/* What instructions cost with what they call, for rows that are all of a profile's. */

#include <stdbool.h>

#include "aggregator/inclusive.h"
#include "aggregator/rows.h"
#include "base/error.h"

struct program;

/*
 * Computes it for rows by instruction of a profile whose spots have calls; see line_costs.h for
 * what it is. `program` is the total. False when a sum does not fit into 64 bits; inclusive_free()
 * in any case.
 */
bool instruction_costs_include(struct inclusive *inclusive, const struct rows *rows,
                               const struct program *program, struct error *error);

#endif

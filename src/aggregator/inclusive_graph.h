/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_INCLUSIVE_GRAPH_H
#define QUERN_AGGREGATOR_INCLUSIVE_GRAPH_H

/* Inclusive cost from the calls between rows alone: the three rules of inclusive.h. */

#include <stdbool.h>

#include "profile/profile.h"

struct inclusive;

/*
 * Fills in all but inclusive->functions; costs, exactness and cycles of inclusive->rows have been
 * allocated. False when a sum does not fit into 64 bits.
 */
bool inclusive_by_graph(struct inclusive *inclusive, enum levels levels,
                        const struct costs *program, struct error *error);

#endif

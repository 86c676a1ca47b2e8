/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_INCLUSIVE_GRAPH_H
#define QUERN_AGGREGATOR_INCLUSIVE_GRAPH_H

/* Inclusive cost from the calls between rows alone: the three rules of inclusive.h. */

#include <stdbool.h>

#include "profile/profile.h"

struct inclusive;
struct nesting;

/*
 * Fills in all but inclusive->functions; costs, exactness and cycles of inclusive->rows have been
 * allocated. False when a sum does not fit into 64 bits.
 */
bool inclusive_by_graph(struct inclusive *inclusive, enum levels levels,
                        const struct costs *program, struct error *error);

/*
 * Whether a call between the rows costs more than the whole program, whose total is a row of cost:
 * the profile is not consistent. Under recursion the costs of calls nest in each other, and rightly
 * add up to more, and so they do where some code costs less than nothing, in a difference.
 */
bool inclusive_has_call_above(const struct nesting *nesting, const struct costs *program);

#endif

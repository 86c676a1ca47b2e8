/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_CALLGRIND_SUMS_H
#define QUERN_REPORTER_CALLGRIND_SUMS_H

/*
 * What the rows that will be written add up to. Readers add them up in an order of their own, and
 * where there are costs of both signs a sum may fit into 64 bits that does not on the way there.
 */

#include <stdbool.h>

struct costs;
struct error;
struct written_order;

/*
 * Adds all self cost that will be written to *total, one empty row. False where sums of that, or
 * of the calls from a place to a function, may not fit on the way, whatever the order.
 */
bool add_up_written(const struct written_order *order, struct costs *total, struct error *error);

#endif

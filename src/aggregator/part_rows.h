/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_PART_ROWS_H
#define QUERN_AGGREGATOR_PART_ROWS_H

/* Rows for parts, threads and runs: what was dumped when, and not code. */

#include <stdbool.h>

struct error;
struct rows;

/*
 * Makes the rows of a key that is one of these, in the order in which their parts were read.
 * False when a sum does not fit into 64 bits.
 */
bool make_part_rows(struct rows *rows, struct error *error);

#endif

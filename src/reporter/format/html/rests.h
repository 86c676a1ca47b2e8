/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_RESTS_H
#define QUERN_REPORTER_FORMAT_HTML_RESTS_H

/*
 * The part of functions' figures that does not follow from the calls between them. What enters a
 * function adds up to its inclusive cost, which is its self cost and what leaves it: but where
 * threads start, where a figure is a bound, or where a caller is not among them, that is all that
 * has to be written of it, and nearly always 0.
 */

#include <stddef.h>

struct json;
struct page_graph;

/* The functions and calls that are written. */
struct told_graph {
    const struct page_graph *graph;
    size_t n_functions; /* the first ones */
    const size_t *arcs; /* ids of calls between them */
    size_t n_arcs;
};

/*
 * Writes the members "self" and "inclusive", a list of lists by event, and "calls"; and "rests", by
 * event, and "rests_of_calls", whether they are rests. A reader whose numbers are doubles adds them
 * up without rounding: where all figures of an event together are not below 2^53, and of ratios,
 * they are written whole. A cost that is not given counts as 0, and stays what it is.
 */
void rests_write(struct json *json, const struct told_graph *told);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_FUNCTIONS_BLOCK_H
#define QUERN_REPORTER_FORMAT_HTML_FUNCTIONS_BLOCK_H

/*
 * The page's functions, with the calls between them: an object of columns, in which a function is
 * its place, and a name its place among all names. "function", "short", "caller" and "callee" are
 * by steps: what is to be added to the one before. "self", "inclusive" and "calls" are less what
 * follows from the calls, see rests.h, where "rests" and "rests_of_calls" say so. Calls are by
 * caller, and then by callee.
 */

#include <stddef.h>

struct json;
struct page_graph;

/* Writes the first of the functions, as many as are wanted, and the calls between these. */
void functions_block_write(struct json *json, const struct page_graph *graph, size_t n_functions);

#endif

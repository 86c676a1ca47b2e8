/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_PAGE_GRAPH_H
#define QUERN_REPORTER_FORMAT_HTML_PAGE_GRAPH_H

/*
 * All functions and the calls between them, taken from a call graph: the page has them by column,
 * and how many of them there is room for is known only when all of them have been seen.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/kinds.h"
#include "base/names.h"
#include "reporter/table.h"

struct error;

/* The cells of many rows, in a third of the room. */
struct cell_store {
    size_t n_events;
    size_t count; /* of cells; row by row */
    int64_t *figures;
    size_t figures_capacity;
    unsigned char *marks; /* what else a cell is */
    size_t marks_capacity;
};

enum { MARK_GIVEN = 1, MARK_RATIO = 2, MARK_BOUND = 4, MARK_ESTIMATE = 8, MARK_NOISE = 16 };

/* A page asks for millions of cells, of most for the value alone. */
static inline struct cell cell_store_at(const struct cell_store *store, size_t row, size_t event)
{
    size_t place = row * store->n_events + event;
    unsigned marks = store->marks[place];
    struct cell cell = {.is_given = (marks & MARK_GIVEN) != 0,
                        .is_ratio = (marks & MARK_RATIO) != 0,
                        .is_bound = (marks & MARK_BOUND) != 0,
                        .is_estimate = (marks & MARK_ESTIMATE) != 0,
                        .is_noise = (marks & MARK_NOISE) != 0};

    if (cell.is_ratio)
        memcpy(&cell.ratio, &store->figures[place], sizeof cell.ratio);
    else
        cell.value = store->figures[place];
    return cell;
}

/* The figures of many rows: what is shown, and in a difference what was and which ratios are. */
struct figure_store {
    struct cell_store shown;
    struct cell_store old;        /* nothing is given of a row that has none */
    struct cell_store new_ratios; /* other new figures follow from the old ones and the change */
};

/* Names are ids; NO_ID where there is none. */
struct page_names {
    uint32_t function, file, object;
};

struct page_function {
    struct page_names names;
    uint32_t short_name;
    size_t cycle; /* that it is in, from 1; 0: none */
    enum inline_state inlined;
    bool has_calls; /* their number is known */
    int64_t calls;
    int64_t old_calls;  /* in a difference, */
    bool has_old_calls; /* where their number is known */
};

struct page_arc {
    uint32_t caller, callee; /* functions */
    bool has_calls;          /* their number is known */
    int64_t calls;
};

struct page_cycle {
    size_t number, n_members;
    uint32_t name;
};

/* What became of a function, in a difference. */
struct page_change {
    size_t function;
    struct old_row what; /* its texts are not kept */
    struct page_names old_names;
};

struct page_graph {
    struct arena texts;
    struct names *names; /* of functions, files, objects and cycles */
    struct table table;  /* that it was taken from, without its rows */
    bool has_cycles, has_inlined;

    struct page_function *functions; /* the costliest first */
    size_t n_functions, functions_capacity;
    struct figure_store self, inclusive;
    struct page_change *changes; /* by function */
    size_t n_changes, changes_capacity;

    struct page_arc *arcs;
    size_t n_arcs, arcs_capacity;
    struct cell_store entering, leaving; /* by arc */
    uint32_t *arcs_by_caller;            /* and then by callee */

    struct page_cycle *cycles;
    size_t n_cycles, cycles_capacity;
    struct cell_store cycle_inclusive;
};

/* Makes an empty graph. Free with page_graph_free(). */
struct page_graph page_graph_begin(void);

/* Takes all rows of the table. Returns false when one of them fails. */
bool page_graph_read(struct page_graph *graph, const struct table *table, struct error *error);

void page_graph_free(struct page_graph *graph);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_PAGE_H
#define QUERN_REPORTER_FORMAT_HTML_PAGE_H

/*
 * What goes into a page, and how much room there is: its blocks are made one by one, and some are
 * left out again where the page would be larger than its limit.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "reporter/format/html/page_graph.h"
#include "reporter/report.h"

struct json;

/*
 * Blocks besides those of the functions and of the facts. Lines are a group by the measured event,
 * and have a block more for each other event.
 */
enum page_block_kind {
    BLOCK_CAUSES,
    BLOCK_GROUP,
    BLOCK_TREE,
    BLOCK_LINES,
    BLOCK_LISTING,
    BLOCK_INSTRUCTIONS
};

struct page_block {
    enum page_block_kind kind;
    struct text key;       /* of a group what it is by, of a tree "down" or "up" */
    size_t number;         /* of a listing: the function */
    struct buffer element; /* empty where it is left out */
    bool is_left_out;
};

/* A page is empty if it is {0} except for the report, the limit and the graph. */
struct page {
    const struct report *report;
    size_t limit; /* bytes */
    struct arena texts;
    struct page_graph graph;
    struct text remedy;        /* of a tree: what makes its figures exact; may be empty */
    struct text_list warnings; /* what was said of the input; known last */
    struct buffer causes;      /* of a difference: rows of the table without a script */

    size_t frame;            /* bytes: all of the document but its blocks */
    size_t reserve;          /* bytes: kept for the facts, which come last, and for warnings */
    size_t n_functions;      /* of the graph, the costliest: those that there is room for */
    struct buffer functions; /* the element of their block, */
    struct buffer facts;     /* and of the facts */
    struct page_block *blocks;
    size_t n_blocks, blocks_capacity;
};

/* Returns the command, or the first file where none is known; empty where there is none either. */
struct text page_title(const struct page *page);

/* Returns the bytes of the page, with what is reserved for the facts. */
size_t page_size(const struct page *page);

/* Adds a block as the last one; the page owns its element. The key must outlive the page. */
void page_add(struct page *page, const struct page_block *block);

void page_leave_out(struct page_block *block);

/*
 * Makes the block of as many functions as there is room for, if need be without the largest of the
 * other blocks, so that the smaller ones get a third of the room. Returns false where there is no
 * room for any page.
 */
bool page_choose_functions(struct page *page, struct error *error);

/*
 * Makes the block of the facts, which say what was left out, and leaves out the last blocks as long
 * as the page is too large. Returns false where that is not enough.
 */
bool page_finish(struct page *page, struct error *error);

/* Returns what was left out, in words such as "the sources of 12 functions". */
struct text_list page_left_out(struct page *page);

void page_free(struct page *page);

/* static_section.c */

/* Writes what a page shows without its script: the run, its limits, the functions with most cost.
 */
void static_section_write(struct buffer *out, const struct page *page);

/* causes_block.c */

/*
 * Writes the causes of a difference, as JSON has them, and with them the rows of a table that shows
 * them without a script. Returns false when one of the rows fails.
 */
bool causes_block_write(struct json *json, struct buffer *rows, const struct table *table,
                        struct error *error);

/* functions_block.c */

/*
 * Writes the first of the page's functions, as many as are wanted, with the calls between these: an
 * object of columns, in which a function is its place, and a name its place among all names.
 * "function", "short", "caller" and "callee" are by steps: what is to be added to the one before.
 * "self", "inclusive" and "calls" are less what follows from the calls, where "rests" and
 * "rests_of_calls" say so: rests.js adds that. Calls are by caller, and then by callee.
 */
void functions_block_write(struct json *json, const struct page_graph *graph, size_t n_functions);

/* listing_block.c */

/*
 * Writes the source of a function, or its instructions, with what each line costs and calls, as an
 * object. Returns false when one of the rows fails.
 */
bool listing_block_write(struct json *json, const struct section *section, struct error *error);

#endif

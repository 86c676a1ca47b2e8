/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_LINES_H
#define QUERN_PROFILE_LINES_H

/*
 * Dense ids for the lines of source files that have a cost. Lines come in pages of
 * 16; a file finds its first 16,384 lines through an array of pages, which is faster
 * than any hash, and those beyond through a hash. So memory follows what is there,
 * never how large a line number is.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/index.h"

enum { LINES_PER_PAGE = 16 };

/* Never moves. An id of NO_ID: that line has no cost. */
struct line_page {
    uint64_t first; /* line number of the first of them, a multiple of 16 */
    uint32_t ids[LINES_PER_PAGE];
};

/* {0} is empty. */
struct lines {
    struct arena arena;
    struct line_file *files; /* by file id */
    size_t n_files, file_capacity;
    struct index far_pages;       /* (file, page number) beyond the array */
    struct line_page **far_by_id; /* page by that index's id */
    size_t far_capacity;
    size_t count; /* of lines: ids run from 0 */
};

/* The page with that line of that file, made if it is not there. */
struct line_page *lines_page(struct lines *lines, uint32_t file, uint64_t number);

/* The id of a line, a new one (the count until now) if it had none. */
static inline uint32_t lines_add_in_page(struct lines *lines, struct line_page *page,
                                         uint64_t number)
{
    uint32_t *id = &page->ids[number % LINES_PER_PAGE];

    if (*id == NO_ID)
        *id = (uint32_t)lines->count++;
    return *id;
}

/* A line that has a cost. */
struct numbered_line {
    uint64_t number;
    uint32_t id;
};

/* The lines of a file that have a cost, by number; *count is how many. The caller frees them. */
struct numbered_line *lines_of_file(const struct lines *lines, uint32_t file, size_t *count);

void lines_free(struct lines *lines);

#endif

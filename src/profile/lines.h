/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_LINES_H
#define QUERN_PROFILE_LINES_H

/*
 * Dense ids for the lines of source files that have a cost. Lines come in pages of
 * 16; a file finds its first 16,384 lines through an array of pages, which is faster
 * than any hash, and those beyond through a hash. So memory follows what is there,
 * never how large a line number is.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"

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
    struct map far_pages;         /* (file, page number) beyond the array */
    struct line_page **far_by_id; /* page by that map's id */
    size_t far_capacity;
    size_t count;   /* of lines: ids run from 0 */
    bool *has_self; /* by id: there was a line of self cost, maybe an empty one */
    size_t capacity;
};

/* Returns the page with that line of that file, which is made if it is not there. */
struct line_page *lines_page(struct lines *lines, uint32_t file, uint64_t number);

/* Makes the id of a line that has none, for lines_add_in_page() alone. */
uint32_t lines_add_new(struct lines *lines);

/* Returns the id of a line, a new one (the count until now) if it had none. */
static inline uint32_t lines_add_in_page(struct lines *lines, struct line_page *page,
                                         uint64_t number)
{
    uint32_t *id = &page->ids[number % LINES_PER_PAGE];

    if (*id == NO_ID)
        *id = lines_add_new(lines);
    return *id;
}

/* A line that has a cost. */
struct numbered_line {
    uint64_t number;
    uint32_t id;
};

/* Returns the lines of a file that have a cost, by number, and how many. The caller frees them. */
struct numbered_line *lines_of_file(const struct lines *lines, uint32_t file, size_t *count);

void lines_free(struct lines *lines);

struct line_range {
    uint64_t first, last;
};

/*
 * Returns ranges of the lines with self cost and `context` lines before and after each; ranges that
 * overlap are joined. `lines` are sorted by number and without line 0; has_self is by line id. The
 * caller frees the ranges.
 */
struct line_range *line_ranges_find(const struct numbered_line *lines, size_t n_lines,
                                    const bool *has_self, uint64_t context, size_t *count);

/*
 * line_map.c notes which lines of an old version of the sources are which of the new one. A line
 * that is gone has a number in the new version all the same, which no line has: it tells where the
 * line was.
 */

/* A line of a file, from 1; {0, 0} is none. */
struct file_line {
    uint32_t file; /* by name */
    uint64_t number;
};

/* The lines of a file, and what each is on the other side. */
struct mapped_lines {
    struct file_line *others; /* of line 1, line 2 and so on */
    size_t count;             /* 0: the file is not mapped */
};

/* {0} maps no file: lines stay what they are by their number. */
struct line_map {
    struct mapped_lines *old, *fresh; /* by file id, of as many files as either array has */
    size_t n_old, n_fresh;
};

/*
 * Maps a file, of the given number of lines: lines that are not set are gone, or new. Does nothing
 * where it is mapped already.
 */
void line_map_add_old(struct line_map *map, uint32_t file, size_t n_lines);
void line_map_add_fresh(struct line_map *map, uint32_t file, size_t n_lines);

/* Whether the file is mapped. */
bool line_map_has_old(const struct line_map *map, uint32_t file);
bool line_map_has_fresh(const struct line_map *map, uint32_t file);

/* Notes that the old line, which has no partner yet, is the new one, which has none either. */
void line_map_set(struct line_map *map, struct file_line old, struct file_line fresh);

/* Notes in which new file an old line without partner is listed. */
void line_map_set_gone(struct line_map *map, struct file_line old, uint32_t file);

/*
 * Returns the new line of an old one, or what stands for it where it is gone: in `file`, unless
 * that was set. Where the file is not mapped, and for 0, which is no line in particular, and a
 * number past the end of both versions, it is the same number in `file`.
 */
struct file_line line_map_find(const struct line_map *map, struct file_line old, uint32_t file);

/*
 * Returns the old line of a new one, or of what stands for one that is gone; {0, 0} where there is
 * none; and the line itself where the file is not mapped, and past its end.
 */
struct file_line line_map_origin(const struct line_map *map, struct file_line fresh);

/* Whether a number may stand for a line that is gone: no source has as many lines. */
static inline bool line_is_gone(uint64_t number)
{
    return number >> 63 != 0;
}

/* Whether the number stands for a line that is gone, and is not one that a profile made up. */
bool line_map_is_gone(const struct line_map *map, uint64_t number);

void line_map_free(struct line_map *map);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_LINE_MAP_H
#define QUERN_PROFILE_LINE_MAP_H

/*
 * Which lines of an old version of the sources are which of the new one. A line that is gone has a
 * number in the new version all the same, which no line has: it tells where the line was.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/profile.h"

/* The lines of a file, and what each is on the other side. */
struct mapped_lines {
    struct file_line *others; /* of line 1, line 2 and so on */
    size_t count;             /* 0: the file is not mapped */
};

/* {0} maps no file: lines stay what they are by their number. */
struct line_map {
    struct mapped_files {
        struct mapped_lines *files; /* by file id, below the count */
        size_t count;
    } old, current;
};

/*
 * Maps a file, of the given number of lines: lines that are not set are gone, or new. Does nothing
 * where it is mapped already.
 */
void line_map_add(struct mapped_files *side, uint32_t file, size_t n_lines);

/* Whether the file is mapped. */
bool line_map_has(const struct mapped_files *side, uint32_t file);

/* Notes that the old line, which has no partner yet, is the new one, which has none either. */
void line_map_set(struct line_map *map, struct file_line old, struct file_line current);

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
struct file_line line_map_origin(const struct line_map *map, struct file_line current);

/* Whether a number may stand for a line that is gone: no source has as many lines. */
static inline bool line_is_gone(uint64_t number)
{
    return number >> 63 != 0;
}

/* Whether the number stands for a line that is gone, and is not one that a profile made up. */
bool line_map_is_gone(const struct line_map *map, uint64_t number);

void line_map_free(struct line_map *map);

#endif

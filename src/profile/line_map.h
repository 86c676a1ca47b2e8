/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_LINE_MAP_H
#define QUERN_PROFILE_LINE_MAP_H

/*
 * Maps lines of an old version of the sources to the new one. A removed line gets a number in the
 * new version that no real line has, which encodes where it was.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/profile.h"

/* The lines of a file, with their counterparts on the other side. */
struct mapped_lines {
    struct file_line *others; /* counterparts of line 1, line 2 and so on */
    size_t count;             /* 0: the file is not mapped */
};

/* {0} maps no file: lines are identified by number. */
struct line_map {
    struct mapped_files {
        struct mapped_lines *files; /* by file id, below the count */
        size_t count;
    } old, current;
};

/*
 * Maps a file with the given number of lines; lines that are not set are removed or new. Does
 * nothing if the file is already mapped.
 */
void line_map_add(struct mapped_files *side, uint32_t file, size_t n_lines);

bool line_map_has(const struct mapped_files *side, uint32_t file);

/* Pairs an old line with a new one; neither may have a partner yet. */
void line_map_set(struct line_map *map, struct file_line old, struct file_line current);

/* Sets the new file in which an old line without partner is listed. */
void line_map_set_gone(struct line_map *map, struct file_line old, uint32_t file);

/*
 * Returns the new line of an old one or, if it was removed, its placeholder, in `file` unless
 * another was set. The number stays the same if the file is not mapped, for line 0, which is no
 * particular line, and past the end of both versions.
 */
struct file_line line_map_find(const struct line_map *map, struct file_line old, uint32_t file);

/*
 * Returns the old line of a new one or of a placeholder; {0, 0} if there is none; the line itself
 * if the file is not mapped, or past its end.
 */
struct file_line line_map_origin(const struct line_map *map, struct file_line current);

/*
 * Returns whether a number may be a placeholder for a removed line: no source has that many lines.
 */
static inline bool line_is_gone(uint64_t number)
{
    return number >> 63 != 0;
}

/*
 * Returns whether the number is a placeholder for a removed line, not one that a profile made up.
 */
bool line_map_is_gone(const struct line_map *map, uint64_t number);

void line_map_free(struct line_map *map);

#endif

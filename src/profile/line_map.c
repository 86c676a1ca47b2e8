/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/line_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"

/* A removed line gets a number made of the highest bit, its file and its number. */
enum { NUMBER_BITS = 32 };

static uint64_t gone_number(struct file_line old)
{
    return UINT64_C(1) << 63 | (uint64_t)old.file << NUMBER_BITS | old.number;
}

static struct file_line gone_line(uint64_t number)
{
    return (struct file_line){.file = (uint32_t)(number >> NUMBER_BITS) & INT32_MAX,
                              .number = number & UINT32_MAX};
}

static bool can_be_gone(struct file_line old)
{
    return old.file <= INT32_MAX && old.number <= UINT32_MAX;
}

void line_map_add(struct mapped_files *side, uint32_t file, size_t n_lines)
{
    if (file >= side->count) {
        size_t known = side->count;
        side->files = memory_grow(side->files, &side->count, (size_t)file + 1, sizeof *side->files);
        memset(side->files + known, 0, (side->count - known) * sizeof *side->files);
    }
    if (side->files[file].others == NULL)
        side->files[file] =
            (struct mapped_lines){memory_alloc(n_lines, sizeof(struct file_line)), n_lines};
}

bool line_map_has(const struct mapped_files *side, uint32_t file)
{
    return file < side->count && side->files[file].others != NULL;
}

static struct file_line *other_of(const struct mapped_files *side, struct file_line line)
{
    if (!line_map_has(side, line.file) || line.number == 0 ||
        line.number > side->files[line.file].count)
        return NULL;
    return &side->files[line.file].others[line.number - 1];
}

/* Returns whether the line is past the end of a mapped file, so that its text is unknown. */
static bool is_past_end(const struct mapped_files *side, struct file_line line)
{
    return line_map_has(side, line.file) && line.number > side->files[line.file].count;
}

void line_map_set(struct line_map *map, struct file_line old, struct file_line current)
{
    map->old.files[old.file].others[old.number - 1] = current;
    map->current.files[current.file].others[current.number - 1] = old;
}

void line_map_set_gone(struct line_map *map, struct file_line old, uint32_t file)
{
    if (can_be_gone(old))
        map->old.files[old.file].others[old.number - 1] =
            (struct file_line){file, gone_number(old)};
}

struct file_line line_map_find(const struct line_map *map, struct file_line old, uint32_t file)
{
    const struct file_line *other = other_of(&map->old, old);

    if (other != NULL && other->number != 0)
        return *other;
    bool is_past = is_past_end(&map->old, old) &&
                   is_past_end(&map->current, (struct file_line){file, old.number});
    bool is_gone =
        line_map_has(&map->old, old.file) && old.number != 0 && !is_past && can_be_gone(old);
    return (struct file_line){file, is_gone ? gone_number(old) : old.number};
}

bool line_map_is_gone(const struct line_map *map, uint64_t number)
{
    struct file_line old = gone_line(number);

    return line_is_gone(number) && old.number != 0 && line_map_has(&map->old, old.file);
}

struct file_line line_map_origin(const struct line_map *map, struct file_line current)
{
    if (line_map_is_gone(map, current.number))
        return gone_line(current.number);
    const struct file_line *other = other_of(&map->current, current);
    if (other != NULL)
        return *other;
    bool is_new = line_map_has(&map->current, current.file) && !is_past_end(&map->current, current);
    return is_new ? (struct file_line){0, 0} : current;
}

static void free_files(const struct mapped_files *side)
{
    for (size_t i = 0; i < side->count; i++)
        free(side->files[i].others);
    free(side->files);
}

void line_map_free(struct line_map *map)
{
    free_files(&map->old);
    free_files(&map->current);
    *map = (struct line_map){0};
}

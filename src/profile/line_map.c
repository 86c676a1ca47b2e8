/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* A line that is gone gets a number made of the highest bit, its file and its number. */
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

static void add_file(struct mapped_lines **files, size_t *n_files, uint32_t file, size_t n_lines)
{
    if (file >= *n_files) {
        size_t capacity = *n_files;
        *files = memory_grow(*files, &capacity, (size_t)file + 1, sizeof **files);
        memset(*files + *n_files, 0, (capacity - *n_files) * sizeof **files);
        *n_files = capacity;
    }
    if ((*files)[file].others == NULL)
        (*files)[file] =
            (struct mapped_lines){memory_alloc(n_lines, sizeof(struct file_line)), n_lines};
}

void line_map_add_old(struct line_map *map, uint32_t file, size_t n_lines)
{
    add_file(&map->old, &map->n_old, file, n_lines);
}

void line_map_add_fresh(struct line_map *map, uint32_t file, size_t n_lines)
{
    add_file(&map->fresh, &map->n_fresh, file, n_lines);
}

bool line_map_has_old(const struct line_map *map, uint32_t file)
{
    return file < map->n_old && map->old[file].others != NULL;
}

bool line_map_has_fresh(const struct line_map *map, uint32_t file)
{
    return file < map->n_fresh && map->fresh[file].others != NULL;
}

static struct file_line *other_of(const struct mapped_lines *files, size_t n_files,
                                  struct file_line line)
{
    if (line.file >= n_files || line.number == 0 || line.number > files[line.file].count)
        return NULL;
    return &files[line.file].others[line.number - 1];
}

/* Whether the line is past the end of a file that is mapped: its text there is not known. */
static bool is_past_end(const struct mapped_lines *files, size_t n_files, struct file_line line)
{
    return line.file < n_files && files[line.file].others != NULL &&
           line.number > files[line.file].count;
}

void line_map_set(struct line_map *map, struct file_line old, struct file_line fresh)
{
    map->old[old.file].others[old.number - 1] = fresh;
    map->fresh[fresh.file].others[fresh.number - 1] = old;
}

void line_map_set_gone(struct line_map *map, struct file_line old, uint32_t file)
{
    if (can_be_gone(old))
        map->old[old.file].others[old.number - 1] = (struct file_line){file, gone_number(old)};
}

struct file_line line_map_find(const struct line_map *map, struct file_line old, uint32_t file)
{
    const struct file_line *other = other_of(map->old, map->n_old, old);

    if (other != NULL && other->number != 0)
        return *other;
    bool is_past = is_past_end(map->old, map->n_old, old) &&
                   is_past_end(map->fresh, map->n_fresh, (struct file_line){file, old.number});
    bool is_gone =
        line_map_has_old(map, old.file) && old.number != 0 && !is_past && can_be_gone(old);
    return (struct file_line){file, is_gone ? gone_number(old) : old.number};
}

bool line_map_is_gone(const struct line_map *map, uint64_t number)
{
    struct file_line old = gone_line(number);

    return line_is_gone(number) && old.number != 0 && line_map_has_old(map, old.file);
}

struct file_line line_map_origin(const struct line_map *map, struct file_line fresh)
{
    if (line_map_is_gone(map, fresh.number))
        return gone_line(fresh.number);
    const struct file_line *other = other_of(map->fresh, map->n_fresh, fresh);
    if (other != NULL)
        return *other;
    bool is_new =
        line_map_has_fresh(map, fresh.file) && !is_past_end(map->fresh, map->n_fresh, fresh);
    return is_new ? (struct file_line){0, 0} : fresh;
}

static void free_files(struct mapped_lines *files, size_t n_files)
{
    for (size_t i = 0; i < n_files; i++)
        free(files[i].others);
    free(files);
}

void line_map_free(struct line_map *map)
{
    free_files(map->old, map->n_old);
    free_files(map->fresh, map->n_fresh);
    *map = (struct line_map){0};
}

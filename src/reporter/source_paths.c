/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/source_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"

struct text_list directories_with_slash(struct arena *arena, struct text_list list)
{
    struct text *texts = arena_alloc_array(arena, list.count, sizeof *texts);

    for (size_t i = 0; i < list.count; i++) {
        struct text text = list.items[i];
        while (text.length > 1 && text.at[text.length - 1] == '/')
            text.length--;
        char *copy = arena_alloc(arena, text.length + 2);
        memcpy(copy, text.at, text.length);
        copy[text.length] = '/';
        texts[i] = (struct text){copy, text.length + 1};
    }
    return (struct text_list){texts, list.count};
}

static int by_text(const void *a, const void *b)
{
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

static void list_bases(struct source_paths *paths, const struct names *files)
{
    paths->n_bases = names_count(files);
    paths->bases = arena_alloc_array(&paths->arena, paths->n_bases, sizeof *paths->bases);
    for (uint32_t i = 0; i < paths->n_bases; i++)
        paths->bases[i] = path_base(names_text(files, i));
    if (paths->n_bases > 1)
        qsort(paths->bases, paths->n_bases, sizeof *paths->bases, by_text);
}

/* The directory of each input that is a file, once. */
static void list_own_dirs(struct source_paths *paths, const struct profile *profile)
{
    struct text *dirs = arena_alloc_array(&paths->arena, profile->n_inputs, sizeof *dirs);
    size_t count = 0;

    for (size_t i = 0; i < profile->n_inputs; i++) {
        struct text path = text_of(profile->inputs[i].path);
        struct text dir = {path.at, path.length - path_base(path).length};
        if (dir.length == 0)
            dir = TEXT("./");
        bool is_known = text_equal(path, TEXT("-"));
        for (size_t j = 0; j < count && !is_known; j++)
            is_known = text_equal(dirs[j], dir);
        if (!is_known)
            dirs[count++] = dir;
    }
    paths->own_dirs = (struct text_list){dirs, count};
}

void source_paths_create(struct source_paths *paths, const struct source_options *options,
                         const struct profile *profile)
{
    *paths = (struct source_paths){.maps = options->maps, .n_maps = options->n_maps};
    paths->include_dirs = directories_with_slash(&paths->arena, options->include_dirs);
    list_bases(paths, profile->symbols.files);
    list_own_dirs(paths, profile);
}

void source_paths_free(struct source_paths *paths)
{
    arena_free(&paths->arena);
    *paths = (struct source_paths){0};
}

/* Whether two files of the profile have this name. */
static bool is_ambiguous(const struct source_paths *paths, struct text base)
{
    struct text *found = NULL;

    if (paths->n_bases != 0)
        found = bsearch(&base, paths->bases, paths->n_bases, sizeof base, by_text);
    if (found == NULL)
        return false;
    return (found > paths->bases && text_equal(found[-1], base)) ||
           (found + 1 < paths->bases + paths->n_bases && text_equal(found[1], base));
}

static const struct path_map *find_map(const struct source_paths *paths, struct text name)
{
    const struct path_map *best = NULL;

    for (size_t i = 0; i < paths->n_maps; i++) {
        struct text from = paths->maps[i].from;
        if (!text_starts_with(name, from) || (best != NULL && from.length <= best->from.length))
            continue;
        if (name.length == from.length || name.at[from.length] == '/' || from.length == 0 ||
            from.at[from.length - 1] == '/')
            best = &paths->maps[i];
    }
    return best;
}

static bool open_mapped(struct source *source, struct text name, const struct source_paths *paths)
{
    const struct path_map *map = find_map(paths, name);

    return map != NULL && source_open(source, map->to, text_skip(name, map->from.length));
}

enum bare_names { BARE_IF_UNIQUE, NO_BARE };

/* The longest end of the path that one of the directories has. */
static bool open_end(struct source *source, struct text name, const struct source_paths *paths,
                     struct text_list directories, enum bare_names bare)
{
    struct text end = name;

    while (end.length != 0 && end.at[0] == '/')
        end = text_skip(end, 1);
    for (bool is_whole = end.length == name.length; end.length != 0; is_whole = false) {
        struct text base = path_base(end), component;
        bool is_bare = !is_whole && base.length == end.length;
        if (is_bare && (bare == NO_BARE || is_ambiguous(paths, base)))
            return false;
        for (size_t i = 0; i < directories.count; i++)
            if (source_open(source, directories.items[i], end))
                return true;
        if (!text_cut(&end, '/', &component))
            return false;
    }
    return false;
}

bool source_find(struct source *source, struct text name, const struct source_paths *paths)
{
    return source_open(source, (struct text){0}, name) || open_mapped(source, name, paths) ||
           open_end(source, name, paths, paths->include_dirs, BARE_IF_UNIQUE) ||
           open_end(source, name, paths, paths->own_dirs, NO_BARE);
}

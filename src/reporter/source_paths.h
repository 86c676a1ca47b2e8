/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_PATHS_H
#define QUERN_REPORTER_SOURCE_PATHS_H

/* Where the source files are that a profile names: they may have moved since it was recorded. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/text.h"
#include "profile/profile.h"
#include "reporter/source.h"

/* Paths that begin with `from`, up to the end of a component, begin with `to` here. */
struct path_map {
    struct text from, to;
};

/* What the command line says of it. */
struct source_options {
    struct text_list include_dirs; /* as typed */
    const struct path_map *maps;
    size_t n_maps;
};

/* {0} looks for files as they were recorded, and nowhere else. */
struct source_paths {
    struct arena arena;
    struct text_list include_dirs; /* each with one '/' at its end */
    struct text_list own_dirs;     /* where the profiles are, likewise */
    const struct path_map *maps;   /* not owned */
    size_t n_maps;
    struct text *bases; /* the names of the profile's files without their directories, sorted */
    size_t n_bases;
};

/* The options must outlive it; source_paths_free() gives it back. */
void source_paths_create(struct source_paths *paths, const struct source_options *options,
                         const struct profile *profile);
void source_paths_free(struct source_paths *paths);

/*
 * Opens a source file that the profile names, by the first of these that is there:
 *
 *     its name as recorded,
 *     that after the map with the longest `from`,
 *     the longest end of its path that an include directory has; its bare name only
 *         where no other file of the profile has the same,
 *     the longest end of its path, of two components or all of it, that the directory of
 *         a profile has.
 *
 * False when it is nowhere; else source_close() is to be called.
 */
bool source_find(struct source *source, struct text name, const struct source_paths *paths);

/* The directories as typed, each with one '/' at its end. The arena owns the texts. */
struct text_list directories_with_slash(struct arena *arena, struct text_list list);

#endif

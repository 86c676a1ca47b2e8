/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_SOURCE_PATHS_H
#define QUERN_REPORTER_SOURCE_SOURCE_PATHS_H

/* Where the source files are that a profile names: they may have moved since it was recorded. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/text.h"
#include "reporter/source/source.h"

struct entries;
struct profile;
struct warnings;

/* Who knows of a source that is in no place here. {0} is nobody. */
struct last_resort {
    bool (*find)(void *asked, struct source *source, struct text name); /* opens it, or is false */
    void *asked;
};

/*
 * What the command line says of it; paths that begin with a FROM of --path-map are in its TO,
 * or that where FROM is all of the path.
 */
struct source_options {
    struct text_list include_dirs;       /* as typed */
    struct text_list maps_from, maps_to; /* FROM without a '/' at its end; TO with one, or empty */
    struct last_resort last_resort;      /* of --debuginfod; set when there is a profile */
};

/* {0} looks for files as they were recorded, and nowhere else. */
struct source_paths {
    struct arena arena;
    struct text_list include_dirs; /* each with one '/' at its end */
    struct text_list own_dirs;     /* where the profiles are, likewise */
    struct text current_dir;       /* likewise; empty where it is not known */
    bool has_large_files;          /* they are not read as a whole: objects */
    struct text_list maps_from, maps_to;
    struct text *bases; /* the names of all files with code, without their directories, sorted */
    size_t n_bases;
    struct entries *entries; /* of any directories; NULL where none are asked */
    struct last_resort last_resort;
};

/* The options must outlive it; source_paths_free() gives it back. */
void source_paths_create(struct source_paths *paths, const struct source_options *options,
                         const struct profile *profile);
void source_paths_free(struct source_paths *paths);

/*
 * Opens a source file that the profile names, by the first of these that is there:
 *
 *     its name after the map with the longest `from`,
 *     that as recorded,
 *     the longest end of its path that an include directory has; its bare name only
 *         where no other file of the profile has the same,
 *     the longest end of its path, of two components or all of it, that the directory of
 *         a profile has,
 *     what the last resort has.
 *
 * False when it is nowhere; else source_close() is to be called.
 */
bool source_find(struct source *source, struct text name, const struct source_paths *paths);

/* Opens a file that is elsewhere by a map, and nowhere else. */
bool source_find_mapped(struct source *source, struct text name, const struct source_paths *paths);

/* Opens a file that the last resort has, and looks nowhere else. */
bool source_find_remote(struct source *source, struct text name, const struct source_paths *paths);

/* Opens a file where somebody said that it is: by a map, or in an include directory. */
bool source_find_told(struct source *source, struct text name, const struct source_paths *paths);

/* Opens a file as it was recorded or near the profile, where nobody said that it still is. */
bool source_find_untold(struct source *source, struct text name, const struct source_paths *paths);

/*
 * Warns, under its recorded name, of what is wrong with a source that was listed: it could not be
 * read to its end, has costs past that, or is newer than a profile.
 */
void source_warn(struct source_state state, const char *name, bool is_too_short,
                 const struct profile *profile, struct warnings *warnings);

/* The directories as typed, each with one '/' at its end. The arena owns the texts. */
struct text_list directories_with_slash(struct arena *arena, struct text_list list);

#endif

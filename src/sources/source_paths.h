/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_SOURCES_SOURCE_PATHS_H
#define QUERN_SOURCES_SOURCE_PATHS_H

/*
 * Finds the source files that a profile names: they may have moved since it was recorded. Old
 * versions may be in a revision of git.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "sources/source.h"

struct profile;
struct revision;
struct warnings;

/*
 * Says which sources have their lines shown. A profile may name any file that its reader may read,
 * and what is written for machines is often published.
 */
enum quoting {
    QUOTE_ALL,
    QUOTE_OWN, /* those below the current directory, or one that the command line names */
    QUOTE_NONE
};

/*
 * Holds what the command line says about the places of sources. A path that begins with a FROM of
 * --path-map is in its TO; it is TO itself if FROM is the whole path.
 */
struct source_options {
    struct text_list include_dirs;       /* as typed */
    struct text_list maps_from, maps_to; /* FROM without a '/' at its end; TO with one, or empty */
    enum quoting quoting;
};

/* Holds the places to look in. {0} finds files as they were recorded, and nowhere else. */
struct source_paths {
    struct arena arena;
    struct text_list include_dirs; /* each with one '/' at its end */
    struct text_list own_dirs;     /* where the profiles are; each with one '/' at its end */
    struct text current_dir;       /* with one '/' at its end; empty if it is not known */
    enum quoting quoting;
    bool has_large_files; /* any size is allowed: objects are not read as a whole */
    struct text_list maps_from, maps_to;
    struct text *bases; /* the names of all files with code, without their directories, sorted */
    size_t n_bases;
};

/*
 * A path has as many ends as components, and each is looked for in each directory: no end of as
 * many bytes is, since only hostile profiles have it.
 */
enum { LONGEST_END = 1024 };

/* The options must outlive the paths. Free with source_paths_free(). */
void source_paths_create(struct source_paths *paths, const struct source_options *options,
                         const struct profile *profile);
void source_paths_free(struct source_paths *paths);

/*
 * Opens a source file that the profile names. The first of these that exists is opened:
 *
 *     its name after the map with the longest FROM,
 *     the path as recorded,
 *     the longest end of its path that an include directory has; its bare name only
 *         if no other file of the profile has the same,
 *     the longest end of its path, of two components or all of it, that the directory of
 *         a profile has.
 *
 * Returns false if it is nowhere; else close it with source_close(). Sets whether it is withheld.
 */
bool source_find(struct source *source, struct text name, const struct source_paths *paths);

/* Opens a file by a map, and looks nowhere else. */
bool source_find_mapped(struct source *source, struct text name, const struct source_paths *paths);

/* Opens a file only where the user says that it is: by a map, or in an include directory. */
bool source_find_configured(struct source *source, struct text name,
                            const struct source_paths *paths);

/* Returns whether a file is found below the current directory, or where the user says it is. */
bool source_is_own(struct text name, const struct source_paths *paths);

/*
 * Returns whether an open source, with all links followed, is below a directory, or is what that
 * names. An empty one is the current directory.
 */
bool source_is_below(const struct source *source, struct text directory);

/*
 * Warns under its recorded name that a listed source could not be read to its end, has costs past
 * its end, or is newer than a profile.
 */
void source_warn(struct source_state state, const char *name, bool is_too_short,
                 const struct profile *profile, struct warnings *warnings);

/* Returns the directories as typed, each with one '/' at its end. The arena owns the texts. */
struct text_list directories_with_slash(struct arena *arena, struct text_list list);

/* Holds a line whose text is wanted. */
struct source_line {
    struct text file; /* as recorded */
    uint64_t number;  /* from 1; 0 has no text */
    struct text text; /* without the blanks around it; empty if it is not available */
};

/*
 * Says where lines are looked for, and who is warned, under recorded names, of files that are
 * newer.
 */
struct source_reading {
    const struct source_paths *paths;
    const struct profile *profile;
    struct warnings *warnings; /* NULL if there are no warnings */
};

/*
 * Sets the texts of lines of many files, in any order; each file is read once at most. The arena
 * owns the texts.
 */
void source_lines_read(struct source_line *lines, size_t count,
                       const struct source_reading *reading, struct arena *arena);

/* Holds what the command line says about the places of older sources. */
struct old_source_options {
    struct source_options at;
    struct text revision; /* as typed; empty if none was */
};

/* Holds the places of older sources. {0} is empty. */
struct old_sources {
    struct source_paths paths;
    struct revision *revision; /* NULL if none was asked for */
};

/*
 * Sets up the places; the options must outlive them. Returns false if git cannot be run or has no
 * such revision. Free with old_sources_free() in any case.
 */
bool old_sources_create(struct old_sources *sources, const struct old_source_options *options,
                        const struct profile *old, struct error *error);
void old_sources_free(struct old_sources *sources);

/*
 * Opens the old version of a source file that the old profile names: from the revision, if that has
 * it; or where the options say that it is; or as it was recorded, unless that is the file of the
 * new version, `current`, which may be NULL. Returns false if it is nowhere; else close it with
 * source_close().
 */
bool old_sources_find(struct old_sources *sources, struct source *source, struct text name,
                      const struct source *current);

/*
 * Finds a revision of the git repository that the current directory is in. Returns NULL if git
 * cannot be run, does not answer, or has no such revision. Free with revision_close().
 */
struct revision *revision_open(struct text name, struct error *error);

/*
 * Opens the file of the revision that a profile means by this name. If the name is below the
 * working tree, that is its path there; else, if it is relative, the path from the current
 * directory; else the path of the new version, which may be NULL, in the working tree; else, since
 * it may have been in another tree, the longest end of two components or more that the revision
 * has. Returns false if there is none; else close it with source_close().
 */
bool revision_find(struct revision *revision, struct source *source, struct text name,
                   const struct source *new_source);

/* Does nothing if it is NULL. */
void revision_close(struct revision *revision);

#endif

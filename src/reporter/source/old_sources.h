/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_OLD_SOURCES_H
#define QUERN_REPORTER_SOURCE_OLD_SOURCES_H

/* Where the source files of an older version are: in directories, or in a revision of git. */

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "reporter/source/source_paths.h"

struct profile;
struct revision;
struct source;

/* What the command line says of it. */
struct old_source_options {
    struct source_options at;
    struct text revision; /* as typed; empty: none */
};

/* {0} is empty. */
struct old_sources {
    struct source_paths paths;
    struct revision *revision; /* NULL: none was asked for */
};

/*
 * The options must outlive it. False where git cannot be run or has no such revision;
 * old_sources_free() in any case.
 */
bool old_sources_create(struct old_sources *sources, const struct old_source_options *options,
                        const struct profile *old, struct error *error);
void old_sources_free(struct old_sources *sources);

/*
 * Opens the old version of a source file that the old profile names: out of the revision, if one
 * was asked for and has it, or else where the options say that it is, or else as it was recorded,
 * if that is not the file of the new version, NULL if there is none, or else what the last resort
 * has. False when it is nowhere; else source_close() is to be called.
 */
bool old_sources_find(struct old_sources *sources, struct source *source, struct text name,
                      const struct source *fresh);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_REVISION_H
#define QUERN_REPORTER_SOURCE_REVISION_H

/* Source files as they are in a revision of git, in whose repository the current directory is. */

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"

struct revision;
struct source;

/*
 * Finds the revision of that name and what files it has. NULL where git cannot be run, or has no
 * such revision here; revision_close() gives it back.
 */
struct revision *revision_open(struct text name, struct error *error);

/*
 * Opens the file that a profile means by this name. That of one below the working tree is its path;
 * else of a relative one the only path that ends with it; else, as it was in another tree, the
 * longest end of two components or more that the revision has. False when there is none; else
 * source_close() is to be called.
 */
bool revision_find(struct revision *revision, struct source *source, struct text name);

/* NULL is passed over. */
void revision_close(struct revision *revision);

#endif

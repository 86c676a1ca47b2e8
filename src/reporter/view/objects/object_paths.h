/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_OBJECTS_OBJECT_PATHS_H
#define QUERN_REPORTER_VIEW_OBJECTS_OBJECT_PATHS_H

/* Where the objects are that a profile names, and the old builds of them. */

#include <stdbool.h>

#include "base/text.h"
#include "profile/profile.h"
#include "reporter/object/object_file.h"
#include "reporter/source/source_paths.h"

struct view_options;

/* The options must outlive it; source_paths_free() gives it back. */
void object_paths_create(struct source_paths *paths, const struct view_options *options,
                         const struct profile *profile);

/* The same for old builds, which object_find_old() finds. */
void old_object_paths_create(struct source_paths *paths, const struct view_options *options,
                             const struct profile *old);

/* Whether the name is one: code without any was made while the program ran. */
bool object_has_name(struct text name);

/*
 * Opens an object by the map with the longest FROM, or else as it was recorded, or in an include
 * directory: what somebody put elsewhere counts more than what is there now.
 */
enum object_status object_find(struct text name, const struct source_paths *paths,
                               struct object_file *file);

/*
 * Opens the old build of an object by the map with the longest FROM alone: what is there now need
 * not be what was.
 */
enum object_status object_find_old(struct text name, const struct source_paths *paths,
                                   struct object_file *file);

#endif

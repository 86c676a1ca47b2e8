/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_OBJECTS_REMOTE_SOURCES_H
#define QUERN_REPORTER_VIEW_OBJECTS_REMOTE_SOURCES_H

/*
 * The sources of a profile that servers have: each file is asked for by the build ids of the
 * objects that have code of it.
 */

#include "reporter/source/source_paths.h"

struct profile;
struct remote_sources;
struct view_options;

/*
 * The options, whose servers are asked, and the profile must outlive it. NULL where there are no
 * servers.
 */
struct remote_sources *remote_sources_create(const struct view_options *options,
                                             const struct profile *profile);

/* The same of an old profile, whose objects --old-object-path leads to. */
struct remote_sources *remote_sources_create_old(const struct view_options *options,
                                                 const struct profile *old);

/* How they are asked for; NULL has none. */
struct last_resort remote_sources_resort(struct remote_sources *remote);

/* NULL is passed over. */
void remote_sources_free(struct remote_sources *remote);

#endif

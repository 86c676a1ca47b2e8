/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_LISTING_MISSING_SOURCES_H
#define QUERN_REPORTER_VIEW_LISTING_MISSING_SOURCES_H

/* The sources of a listing that were not found: one warning tells of all. */

#include <stddef.h>

#include "base/text.h"

struct view_input;

/* {0} has none. */
struct missing_sources {
    struct text first;
    size_t count; /* of which nothing was said yet */
};

/* Notes that one was not found; warns at once where each is to be listed. */
void missing_sources_add(struct missing_sources *missing, const struct view_input *input,
                         struct text name);

/*
 * Says which were not found, and where they were looked for: "tried as recorded, by --path-map, in
 * a/, in b/".
 */
void missing_sources_warn(struct missing_sources *missing, const struct view_input *input);

#endif

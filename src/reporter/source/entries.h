/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_SOURCE_ENTRIES_H
#define QUERN_REPORTER_SOURCE_ENTRIES_H

/*
 * Which names directories have: the system is asked once for each. Paths of a profile have few
 * different components, but each may begin a path below each directory.
 */

#include <stdbool.h>

#include "base/text.h"

struct entries;

/* Nothing is known yet; entries_free() gives it back. */
struct entries *entries_create(void);
void entries_free(struct entries *entries);

/*
 * Whether the directory, which ends in '/' or is empty, may have an entry of that name, which has
 * no '/'. Both texts must outlive the entries, as texts of a profile and of the
 * command line do.
 */
bool entries_may_have(struct entries *entries, struct text directory, struct text name);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_LEVELS_H
#define QUERN_PROFILE_LEVELS_H

/*
 * Whether a profile distinguishes the first activation of a function
 * from those below it on the stack. Callgrind does by default, and
 * then the exact inclusive cost of recursive functions can be known.
 */

#include "profile/profile.h"

/*
 * By function: a dense id of (object, file, name without levels and contexts), whose
 * levels count together. *count is the number of ids, *has_levels whether any name has a
 * level above 1. The caller frees it.
 */
uint32_t *profile_fold(const struct profile *profile, size_t *count, bool *has_levels);

/* Looks at the arcs of the profile. */
enum levels profile_find_levels(const struct profile *profile, const struct call_table *arcs);

/*
 * The same for a profile of several inputs, each of which was looked at before: merged levels in
 * one of them spoil it for all. A single input that was not looked at before is looked at now.
 */
enum levels profile_levels(const struct profile *profile, const struct call_table *arcs);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_RENAME_H
#define QUERN_PROFILE_RENAME_H

/* Other names for files, functions and objects: what has one name then is one thing. */

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"

struct profile;
struct substitution;

enum renamed { RENAME_FILES, RENAME_FUNCTIONS, RENAME_OBJECTS, N_RENAMED };

/* Lists of substitutions by what they rename, applied one after the other. {0} renames nothing. */
struct renaming {
    struct substitution *first[N_RENAMED];
};

/*
 * Adds "s/A/B/flags": A is an extended regular expression of POSIX, \0 to \9 in B are
 * what it matched; the flags are g for all matches and i for any case. Any character
 * may take the place of '/'. False with a usage error.
 */
bool renaming_add(struct renaming *renaming, enum renamed what, const char *expression,
                  struct error *error);

void renaming_free(struct renaming *renaming);

/*
 * The profile under the new names; each name is renamed once, and each piece of
 * f'2'main for itself. False when sums that come together do not fit into 64 bits, and with a
 * usage error when a substitution makes a name longer than 1 MB and than it was.
 */
bool profile_rename(struct profile *profile, const struct renaming *renaming, struct error *error);

#endif

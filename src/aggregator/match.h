/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_MATCH_H
#define QUERN_AGGREGATOR_MATCH_H

/*
 * Which function of an old profile is which of a new one. Builds move: their folders
 * get other names, functions go from file to file, compilers give names suffixes. Each
 * step below matches what is left of the steps before, where what it compares is there
 * once on both sides:
 *
 * 1. object, file and name are the same;
 * 2. the object's base name, the name, and as much as possible of the end of the file's
 *    path, at least its base name;
 * 3. the object's base name and the name; then the name alone;
 * 4. the same as 2 and 3 for names without what compilers append (".constprop.0",
 *    "::h" and 16 digits).
 *
 * Levels and contexts of a name (f'2, f'main) go with it. Addresses are not names:
 * functions that have only an address are matched with none.
 */

#include <stdbool.h>
#include <stdint.h>

#include "profile/profile.h"

struct line_map;

/*
 * In which file a function's own code is. A profile tells by the first instruction where it is
 * defined, and that may be inlined: after a change at its beginning it seems to be in another file
 * without having moved. Then both sides have code of it in one of the two files.
 */
struct code_homes {
    file_id *fresh, *old; /* by function id of that side */
    bool *stays; /* by function id of the old side: its code stays in its files; else that of the
                    file where it was defined goes to where it is defined now */
};

struct matches {
    struct function *old;         /* by function id of the old profile: its names in the new */
    uint32_t *old_files;          /* by file id: what the old profile's file is called in the new */
    struct code_homes homes;      /* where the code of functions is, by their ids */
    const struct line_map *lines; /* which lines are which, not owned; NULL: by their number */
};

enum matching {
    MATCH_FUNCTIONS,
    MATCH_PATHS, /* objects and files alone: functions stay where they were */
};

/* The two share their symbols. */
void matches_create(struct matches *matches, const struct profile *fresh, const struct profile *old,
                    enum matching matching);
void matches_free(struct matches *matches);

#endif

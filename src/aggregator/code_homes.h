/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_CODE_HOMES_H
#define QUERN_AGGREGATOR_CODE_HOMES_H

/*
 * In which file a function's own code is. A profile tells by the first instruction where it is
 * defined, and that may be inlined: after a change at its beginning it seems to be in another file
 * without having moved. Then both sides have code of it in one of the two files.
 */

#include <stdbool.h>
#include <stdint.h>

#include "profile/profile.h"

/* {0} is empty. */
struct code_homes {
    file_id *fresh, *old; /* by function id of that side */
    bool *stays; /* by function id of the old side: its code stays in its files; else that of the
                    file where it was defined goes to where it is defined now */
};

/*
 * Finds them for functions that are matched: `targets`, by function id of the old side, are what
 * they are called on the new one, and `files`, by file id, what its files are. Functions that are
 * not matched are at home where they are defined. code_homes_free() gives it back.
 */
void code_homes_find(struct code_homes *homes, const struct profile *fresh,
                     const struct profile *old, const struct function *targets,
                     const uint32_t *files);
void code_homes_free(struct code_homes *homes);

#endif

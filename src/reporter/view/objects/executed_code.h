/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_OBJECTS_EXECUTED_CODE_H
#define QUERN_REPORTER_VIEW_OBJECTS_EXECUTED_CODE_H

/* Which instructions a profile says were executed, by object, and what it recorded of them. */

#include <stddef.h>

#include "base/error.h"
#include "profile/profile.h"
#include "reporter/object/disassembly.h"

/* {0} is empty. */
struct executed_code {
    struct executed *list; /* by object and address */
    size_t *begin;         /* by object id: where its own begin, up to those of the next one */
    size_t n_objects;
    uint32_t *by_function;  /* places in the list, in ascending order for each function */
    size_t *function_begin; /* by name of a function, and one more at the end */
};

/* Of a profile that has addresses and jumps. `names` is by function: what counts as one. */
void executed_code_find(struct executed_code *code, const struct profile *profile,
                        const symbol_id *names);
void executed_code_free(struct executed_code *code);

/* False, with a usage error, where the profile does not say of any instruction where it is. */
bool profile_require_addresses(const struct profile *profile, struct error *error);

#endif

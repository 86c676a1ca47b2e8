/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_OBJECTS_SAME_CODE_H
#define QUERN_REPORTER_VIEW_OBJECTS_SAME_CODE_H

/*
 * Whether instructions of one address are the same on both sides of a difference: where the object
 * and what it was in the old profile have the same code, byte by byte.
 */

#include <stdbool.h>

#include "base/error.h"
#include "profile/profile.h"
#include "reporter/source/source_paths.h"
#include "reporter/view/objects/executed_code.h"

struct compared_object;
struct view_input;

/* {0} is empty. What is found of an object is kept. */
struct same_code {
    const struct view_input *input;
    struct source_paths fresh_paths, old_paths;
    struct executed_code fresh, old; /* of the sides, by the objects of the change */
    struct compared_object *list;    /* by object, and one for code in none */
};

/* Of a difference, which must outlive it. same_code_free() gives it back. */
void same_code_create(struct same_code *code, const struct view_input *input);
void same_code_free(struct same_code *code);

/*
 * False, with a usage error, where instructions of an object of the change cannot be compared: a
 * build of either side is not at hand, is not the one that was profiled, or their code differs.
 * What one side alone has can.
 */
bool same_code_has(struct same_code *code, object_id object, struct error *error);

#endif

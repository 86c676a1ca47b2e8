/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_OBJECTS_OBJECT_CODES_H
#define QUERN_REPORTER_VIEW_OBJECTS_OBJECT_CODES_H

/*
 * The objects of a profile, and the texts of their instructions. An object that cannot be read, or
 * is another build than the one that ran, becomes a warning, and its instructions have no text.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/profile.h"
#include "reporter/object/disassembly.h"
#include "reporter/source/source_paths.h"
#include "reporter/view/objects/executed_code.h"

struct object_code;
struct view_input;

/* {0} is empty. */
struct object_codes {
    const struct view_input *input;
    struct source_paths paths;
    struct executed_code executed;
    struct object_code *list; /* by object id */
    bool has_told;            /* that there is no disassembler */
};

/* `names` is by function: what counts as one. object_codes_free() gives it back. */
void object_codes_create(struct object_codes *codes, const struct view_input *input,
                         const symbol_id *names);
void object_codes_free(struct object_codes *codes);

/*
 * The text of all functions of an object that the addresses are in: what was executed of them, and
 * what is in between. False where there is none. The disassembly is {0}, and to be freed.
 */
bool object_codes_decode(struct object_codes *codes, object_id object, const uint64_t *addresses,
                         size_t count, struct disassembly *disassembly);

bool object_codes_was_executed(const struct object_codes *codes, object_id object,
                               uint64_t address);

/* The path of the file that such texts are from; without pointer where there are none. */
struct text object_codes_path(const struct object_codes *codes, object_id object);

#endif

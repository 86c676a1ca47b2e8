/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_VIEW_OBJECTS_OBJECTS_H
#define QUERN_REPORTER_VIEW_OBJECTS_OBJECTS_H

/*
 * Finds the objects that a profile names: their files, which of their instructions were executed,
 * and the texts of these.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aggregator/rows.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "profile/profile.h"
#include "sources/disassembly.h"
#include "sources/source_paths.h"

struct object_code;
struct ranked;
struct view_input;
struct view_options;

/*
 * Sets up where the objects of a profile are looked for, which is the old one of a difference if
 * that is said. The options must outlive the paths; free with source_paths_free().
 */
void object_paths_create(struct source_paths *paths, const struct view_options *options,
                         bool is_old, const struct profile *profile);

/* An instruction that was executed, and the function that it counts as code of. */
struct executed {
    uint64_t address; /* as linked */
    symbol_id function;
};

/* Holds the instructions that a profile says were executed. {0} is empty. */
struct executed_code {
    struct executed *list; /* sorted by object and address */
    size_t *begin;         /* by object id: where its own begin, and one more at the end */
    size_t n_objects;
    uint32_t *by_function;  /* indexes of the list, ascending within each function */
    size_t *function_begin; /* by name of a function, and one more at the end */
};

/* Fails with a usage error if the profile has no address of any instruction. */
bool profile_require_addresses(const struct profile *profile, struct error *error);

/* Instructions of a function that are further apart have code of others between them. */
enum { FURTHEST_INSTRUCTION = 64 * 1024 };

/*
 * Reads the texts of the instructions of a profile. An object that cannot be read, or is another
 * build than the one that ran, becomes a warning, and its instructions have no text. {0} is empty.
 */
struct object_codes {
    const struct view_input *input;
    struct source_paths paths;
    struct executed_code executed;
    struct object_code *list; /* by object id */
    symbol_id *chosen;        /* functions */
    size_t n_chosen, chosen_capacity;
    bool *is_chosen; /* by name of a function */
    bool has_warned; /* it was warned that there is no objdump */
};

/*
 * Sets up the codes. `names` has a name for each function: those with the same name count as one.
 * Free with object_codes_free().
 */
void object_codes_create(struct object_codes *codes, const struct view_input *input,
                         const symbol_id *names);
void object_codes_free(struct object_codes *codes);

/*
 * Chooses a function, or the one with an instruction. Choose all that will be asked for before the
 * first is read: what is near is read at once.
 */
void object_codes_choose(struct object_codes *codes, symbol_id function);
void object_codes_choose_at(struct object_codes *codes, object_id object, uint64_t address);

/*
 * Returns the instructions of an object from an address on, ascending, with those of all functions
 * chosen so far; or none if there are no texts. Good until the next call.
 */
const struct instruction *object_codes_read(struct object_codes *codes, object_id object,
                                            uint64_t address, size_t *count);

bool object_codes_was_executed(const struct object_codes *codes, object_id object,
                               uint64_t address);

/* Returns the path of the file that the texts are from; without pointer if there are none. */
struct text object_codes_path(const struct object_codes *codes, object_id object);

/* Stands for the text of what a function cost that was recorded without addresses. */
#define NO_ADDRESS TEXT("(no address)")

/*
 * Sets the texts of the first ranked rows, which are instructions or NO_ADDRESS, without pointer
 * where one is not available. The arena owns the texts.
 */
void instruction_rows_read(struct text *texts, const struct view_input *input,
                           const struct rows *rows, const struct ranked *ranked, size_t count,
                           struct arena *arena);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_CALLGRIND_NAMES_H
#define QUERN_REPORTER_CALLGRIND_NAMES_H

/*
 * Writes the lines of names: which function, object and file what follows belongs to. An
 * object, a file and a function are named once, with a number, and by the number alone from
 * then on; what a reader knows from the lines before is not repeated.
 *
 * As in Callgrind's files the number of a function is that of an object, a file and a name:
 * KCachegrind takes it for that, wherever it comes again. So a name that several functions
 * have is written with a number for each of them.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/index.h"
#include "base/text.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"

struct written_order;

/* The numbers that were given to one kind of things. */
struct numbers {
    uint32_t *given; /* by id of an object, a file or a function; 0: not written yet */
    uint32_t last;
    struct index reserved; /* (0, number): not to be given, as names seem to mention them */
};

struct name_writer {
    FILE *out;
    const struct written_order *order; /* not owned, nor the next */
    const struct profile *profile;
    struct numbers objects, files, functions;
    const struct name_pieces *pieces; /* of the names of functions */

    object_id object;  /* where readers are now; NO_ID where no object is known */
    file_id unit_file; /* of the last "fl="; NO_ID before the first */
    file_id file;      /* of the last "fl=" or "fi=" */
    bool has_callees;  /* a call was written */

    /* Some readers take it for that of the next callee, too, until there is a line of self cost. */
    object_id called_object; /* of the last "cob=" */
    bool keeps_called;       /* there was none since */
};

/* For what is in the order. name_writer_free() gives it back. */
void name_writer_create(struct name_writer *writer, const struct written_order *order, FILE *out);
void name_writer_free(struct name_writer *writer);

/* Names a function, with its object and file where they change: what follows is its own. */
void write_function_name(struct name_writer *writer, function_id id);

/* Names another file, from which the code that follows was inlined. */
void write_inlined_file(struct name_writer *writer, file_id file);

/* Names the function that the next call goes to, with its object and file where needed. */
void write_callee_name(struct name_writer *writer, function_id id);

/*
 * Names what the target of the next jump is in, where it is not what the jump is in: a file, and a
 * function by its name alone.
 */
void write_jump_names(struct name_writer *writer, struct jump_target to);

/* To be called with each line of self cost. */
static inline void names_pass_self_cost(struct name_writer *writer)
{
    writer->keeps_called = false;
}

/*
 * Readers take f'2 for an activation of f only where another name begins with f, and f'main only
 * where one begins with main. Names such pieces of what will be written that nothing else of it
 * begins with, without costs; to be done before any function is named.
 */
void declare_pieces(struct name_writer *writer);

/* Whether a name that will be written has a level of recursion above 1. */
bool has_written_levels(const struct name_writer *writer);

/*
 * Ends a line with a text at its end. Readers take a carriage return before the newline for a part
 * of it, so one more is written after a text that ends in one.
 */
void end_line(FILE *out, struct text text);

#endif

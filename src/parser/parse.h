/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_PARSE_H
#define QUERN_PARSER_PARSE_H

/*
 * The grammar of the Callgrind format, and what real files add to it: bytes in, model
 * out. A damaged line is left out with a warning and parsing goes on.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct error;
struct input;
struct number_set;
struct profile;
struct progress;
struct warnings;

/* How to read a profile. {0}: all of it, names as written. */
struct parse_options {
    struct text directory; /* taken off the front of file names; ends in '/', or is empty */
    const struct number_set *parts;   /* only parts of these numbers; NULL for all */
    const struct number_set *threads; /* only parts of these threads; NULL for all */
    size_t n_jobs;                    /* threads of parse_in_chunks(), at least 1 */
    struct progress *progress;        /* what is read is added there; may be NULL */
    int64_t least_chunk;              /* its size in bytes; 0 for the usual one */
};

/*
 * Adds all that the input says to the profile, as a new input of it. False, with
 * the reason, when it cannot be read, is not a profile, is of a later version of
 * the format, or adds up to more than 64 bits; then the profile holds a part of it.
 */
bool parse_profile(struct input *input, const struct parse_options *options,
                   struct profile *profile, struct warnings *warnings, struct error *error);

/*
 * Like parse_profile(), for a regular file that is not compressed: options->n_jobs threads parse,
 * while the caller's puts together what they made. The file is cut before "fn=" lines, and around
 * the header of a part that begins within a chunk. Each chunk is parsed by itself on a guess: the
 * events and positions of the first part go on, and what it names by numbers from before is found
 * when the chunks are put together, in their order. Where the guess was wrong (a header of other
 * events, a position relative to the chunk before, an overflow) the chunk is parsed again from its
 * predecessor's end state. So model, order and warnings are those of parse_profile().
 */
bool parse_in_chunks(const struct input *input, const struct parse_options *options,
                     struct profile *profile, struct warnings *warnings, struct error *error);

#endif

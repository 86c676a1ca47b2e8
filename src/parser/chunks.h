/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_CHUNKS_H
#define QUERN_PARSER_CHUNKS_H

/*
 * One large file parsed by several threads. It is cut before "fn=" lines, and around the header of
 * a part that begins within a chunk. Each chunk is parsed by itself on a guess: the events and
 * positions of the first part go on, and what it names by numbers from before is found when the
 * chunks are put together, in their order. Where the guess was wrong (a header of other events, a
 * position relative to the chunk before, an overflow) the chunk is parsed again from its
 * predecessor's end state. So model, order and warnings are those of parse_profile().
 */

#include <stdbool.h>

struct error;
struct input;
struct parse_options;
struct profile;
struct warnings;

/*
 * Like parse_profile(), for a regular file that is not compressed, with options->n_jobs
 * threads that parse, while the caller's puts the chunks together.
 */
bool parse_in_chunks(const struct input *input, const struct parse_options *options,
                     struct profile *profile, struct warnings *warnings, struct error *error);

#endif

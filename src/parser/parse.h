/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_PARSE_H
#define QUERN_PARSER_PARSE_H

/*
 * The grammar of the Callgrind format, and what real files add to it: bytes in, model
 * out. A damaged line is left out with a warning and parsing goes on.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct error;
struct input;
struct number_set;
struct pattern;
struct profile;
struct progress;
struct warnings;

/* How to read a profile. {0}: all of it, names as written. */
struct parse_options {
    struct text directory; /* taken off the front of file names; ends in '/', or is empty */
    const struct number_set *parts;   /* only parts of these numbers; NULL for all */
    const struct number_set *threads; /* only parts of these threads; NULL for all */
    const struct pattern *label;      /* only parts whose label it lets through; NULL for all */
    struct progress *progress;        /* what is read is added there; may be NULL */
    bool is_header_alone;             /* parsing ends where the first body begins */
};

/*
 * Adds all that the input says to the profile, as a new input of it. False, with
 * the reason, when it cannot be read, is not a profile, is of a later version of
 * the format, or adds up to more than 64 bits; then the profile holds a part of it.
 */
bool parse_profile(struct input *input, const struct parse_options *options,
                   struct profile *profile, struct warnings *warnings, struct error *error);

/*
 * Adds what the header of the first part says to the profile, as a new input and a part of it.
 * False where the file ends within the header, or that cannot be read; the part may be missing
 * then.
 */
bool parse_first_header(struct input *input, struct profile *profile);

#endif

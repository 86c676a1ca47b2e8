/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_PARSE_H
#define QUERN_PARSER_PARSE_H

/*
 * Parses the Callgrind format, with the extensions of real files: bytes in, model out. A damaged
 * line is skipped with a warning.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct error;
struct input;
struct number_set;
struct pattern;
struct profile;
struct warnings;

/* Options for parsing a profile. {0}: all of it, names as written. */
struct parse_options {
    struct text directory;          /* prefix to remove from file names; ends in '/', or is empty */
    const struct number_set *parts; /* only parts of these numbers; NULL for all */
    const struct number_set *threads; /* only parts of these threads; NULL for all */
    const struct pattern *label;      /* only parts whose label passes; NULL for all */
    bool is_header_alone;             /* parsing ends where the first body begins */
};

/*
 * Adds the contents of the input to the profile, as a new input. False, with the reason, if it
 * cannot be read, is not a profile, has a later version of the format, or overflows 64 bits; then
 * the profile holds a part of it.
 */
bool parse_profile(struct input *input, const struct parse_options *options,
                   struct profile *profile, struct warnings *warnings, struct error *error);

/*
 * Adds the header of the first part to the profile, as a new input and a part. False if the header
 * is truncated or cannot be read; the part may be missing then.
 */
bool parse_first_header(struct input *input, struct profile *profile);

#endif

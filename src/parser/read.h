/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_READ_H
#define QUERN_PARSER_READ_H

/* From profiles to the model. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

struct arena;
struct profile;
struct warnings;

/* Which parts of the profiles to read, as typed: "1,3-5"; empty for all. */
struct read_options {
    struct text parts, threads;
    bool is_strict;    /* any warning is an error */
    size_t n_jobs;     /* threads; 0 for as many as there are processors */
    FILE *progress_to; /* a terminal that shows how far it has come; NULL: not shown */
    int64_t most;      /* how many bytes of each file are read, if it is not compressed, for what
                          its beginning says; 0: all */
};

/*
 * Reads the profiles and adds them up in one. The current directory is taken off the
 * front of file names. False when one of them cannot be read, or the parts asked for
 * are not there.
 */
bool read_profiles(struct text_list profiles, const struct read_options *options,
                   struct profile *profile, struct arena *arena, struct warnings *warnings,
                   struct error *error);

#endif

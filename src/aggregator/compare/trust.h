/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_COMPARE_TRUST_H
#define QUERN_AGGREGATOR_COMPARE_TRUST_H

/*
 * Detects reasons to doubt figures although the files are in order: compared profiles were recorded
 * differently, or files are missing. Notes must be true, and there must be none about two equal
 * runs of a program.
 */

#include <stdbool.h>

struct profile;
struct warnings;

/* The subject: a single profile, or a side of a difference. */
struct trust_side {
    const struct profile *profile;
    bool is_found;   /* its files were found as those of a run, not named */
    bool is_partial; /* users were told that files of its runs are not read */
};

/*
 * Adds the notes, each at most once; as callgrind_annotate only that on numbers of runs. The old
 * side is NULL where nothing is compared.
 */
void trust_note(struct warnings *notes, const struct trust_side *current,
                const struct trust_side *old, bool is_compatible);

#endif

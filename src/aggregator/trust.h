/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_TRUST_H
#define QUERN_AGGREGATOR_TRUST_H

/*
 * What makes the figures of profiles doubtful though their files are in order: too little was
 * measured, or what is compared was not made alike. Each note has a name, by which users silence
 * it. What is said must be true, and nothing is said of two equal runs of a program.
 */

#include <stdbool.h>

struct profile;
struct warnings;

/* The names of the notes, in the order in which they are looked for. */
#define TRUST_NOTE_NAMES                                                                           \
    "same runs versions command events cache environment libc threads collected files"

/* The bit of the note "runs" in a set of notes. */
enum { TRUST_RUNS = 1u << 1 };

/* What is looked at: the one profile, or a side of a difference. */
struct trust_side {
    const struct profile *profile;
    bool is_found;   /* its files were found as those of a run, not named */
    bool is_partial; /* users were told that files of its runs are not read */
};

/*
 * Adds the notes, each at most once, but those of `silenced`, which has a bit for each name. The
 * old side is NULL where nothing is compared.
 */
void trust_note(struct warnings *notes, const struct trust_side *fresh,
                const struct trust_side *old, unsigned silenced);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_COMPARE_COMPARE_H
#define QUERN_AGGREGATOR_COMPARE_COMPARE_H

/*
 * Compares an old profile with a new one. Self costs and calls are sums, so their change is a
 * profile too: the new one minus the old one, under the new names. Inclusive cost is not a sum: it
 * is computed for each side first, and then subtracted.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/kinds.h"
#include "base/map.h"
#include "profile/profile.h"

struct program;
struct substitution;

/*
 * match.c finds which function of an old build is which of a new one. Builds move: their folders
 * get other names, functions go from file to file, compilers give names suffixes. Each step below
 * matches what is left of the steps before, where what it compares is there once on both sides:
 *
 * 1. object, file and name are the same;
 * 2. the object's base name, the name, and as much as possible of the end of the file's
 *    path, at least its base name;
 * 3. the object's base name and the name; then the name alone;
 * 4. the same as 2 and 3 for names without what compilers append (".constprop.0",
 *    "::h" and 16 digits);
 * 5. the file (where it is not known, the object's base name), the self cost and how often others
 *    called it, unless that is too little to tell anything, or of a library of C or C++.
 *
 * Whatever the profiles say, nothing is matched with one of two that it may be.
 *
 * Levels and contexts of a name (f'2, f'main) go with it. Addresses are not names: functions that
 * have only an address are matched with none.
 */

/* The functions of a profile of the old build, by function id, as the new build has them. */
struct old_functions {
    struct function *names; /* in the new build */

    /*
     * Its code stays in its files; else that of the file where it was defined goes to where it is
     * defined now. A profile tells by the first instruction where a function is defined, and that
     * may be inlined: after a change at its beginning it seems to be in another file without having
     * moved. Then the new side has code of it where it was.
     */
    bool *stays;
};

struct matches {
    struct old_functions *old; /* by profile of the old build */
    size_t n_old;
    uint32_t *old_files;          /* by file id: what the old build's file is called in the new */
    const struct line_map *lines; /* mapping of lines, not owned; NULL if by number */
};

enum matching {
    MATCH_FUNCTIONS,
    MATCH_LINES, /* functions, and then the lines of their sources, which others align */
    MATCH_PATHS, /* objects and files alone: functions stay where they were */
    N_MATCHINGS,
};

/*
 * Matches profiles of an old build with one of a new build. All share their symbols and keep the
 * same things. The first old one is what is compared; others are further runs of its build, whose
 * functions are matched as those of the first one. Free with matches_free().
 */
void matches_create(struct matches *matches, const struct profile *current,
                    const struct profile *const *old, size_t n_old, enum matching matching);
void matches_free(struct matches *matches);

/* One of the profiles that are compared, with the columns and names of what it is compared in. */
struct side {
    struct profile profile;
    bool is_borrowed;       /* its names and columns were right: the profile is the caller's */
    function_id *functions; /* by function id: the same in the change, */
    symbol_id *symbols;     /* and what it is called there */
    place_id *places;       /* by place id: the same in the change */
};

/* A function as the old profile called it, without levels and contexts. */
struct origin {
    bool is_known;      /* the old profile has it */
    enum change change; /* whether it moved or was renamed; else CHANGE_NONE */
    struct function function;
};

/*
 * Further runs of the old build: a change counts only as far as it is outside the range of these
 * and the old profile. {0} is none.
 */
struct noise {
    struct side *runs;    /* each under the names of the change */
    struct costs *totals; /* total cost of each: one row */
    size_t count;
};

struct diff {
    struct side current, old;
    const struct noise *noise; /* further runs of the old side, not owned; NULL: none */
    struct profile change;     /* inputs and parts are those of the new profile */
    struct origin *origins;    /* by function id of the change, */
    size_t n_origins;          /* of the first ones: what further runs alone have has none */
};

/*
 * Compares two profiles, which share their symbols and keep the same things, by what was matched.
 * Functions that have only an address are separate on either side, and in the change one for each
 * object and file. `events` are definitions of derived events, which may need recorded ones of
 * both. False when a figure does not fit into 64 bits, there are too many events, or a definition
 * makes no sense; diff_free() is to be called in any case, before the profiles are freed.
 */
bool diff_create(struct diff *diff, const struct profile *current, const struct profile *old,
                 const struct matches *matches, struct text_list events, struct error *error);
void diff_free(struct diff *diff);

/*
 * Finds the functions of further runs in the change of a difference, which gets those that it
 * lacks, without cost. `matches` ends with the runs, which outlive the noise. False when a sum does
 * not fit into 64 bits; call noise_free() in any case.
 */
bool noise_create(struct noise *noise, const struct profile *runs, size_t count,
                  const struct matches *matches, struct profile *change, struct error *error);
void noise_free(struct noise *noise);

/* Computes how the program's total changed. Free it with program_free(). */
void diff_of_program(const struct diff *diff, struct program *change);

/* Returns whether all figures of the change and of both sides fit: see profile_fits(). */
bool diff_fits(const struct diff *diff, struct error *error);

/*
 * rename.c gives files, functions and objects other names. Things that have the same name then are
 * one thing.
 */

enum renamed { RENAME_FILES, RENAME_FUNCTIONS, RENAME_OBJECTS, N_RENAMED };

/* Lists of substitutions by what they rename, applied one after the other. {0} renames nothing. */
struct renaming {
    struct substitution *first[N_RENAMED];
};

/*
 * Adds "s/A/B/flags": A is a regular expression, \0 to \9 in B are
 * what it matched; the flags are g for all matches and i for any case. Any character
 * may take the place of '/'. False with a usage error.
 */
bool renaming_add(struct renaming *renaming, enum renamed what, const char *expression,
                  struct error *error);

void renaming_free(struct renaming *renaming);

/*
 * Renames all that the profile has; each name is renamed once, and each piece of f'2'main for
 * itself. False when sums that come together do not fit into 64 bits, when a name is longer than
 * 64 KB, and with a usage error when a substitution makes one that is.
 */
bool profile_rename(struct profile *profile, const struct renaming *renaming, struct error *error);

#endif

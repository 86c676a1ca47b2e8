/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_AGGREGATOR_DIFF_H
#define QUERN_AGGREGATOR_DIFF_H

/*
 * What changed from an old profile to a new one. Self costs and calls are sums, so that
 * their change is a profile too: the new one's minus the old one's, under the new one's
 * names. Inclusive cost is not a sum: it is computed for each side first, and then
 * subtracted.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/kinds.h"
#include "base/map.h"
#include "profile/profile.h"

struct program;

/*
 * match.c finds which function of an old profile is which of a new one. Builds move: their folders
 * get other names, functions go from file to file, compilers give names suffixes. Each step below
 * matches what is left of the steps before, where what it compares is there once on both sides:
 *
 * 1. object, file and name are the same;
 * 2. the object's base name, the name, and as much as possible of the end of the file's
 *    path, at least its base name;
 * 3. the object's base name and the name; then the name alone;
 * 4. the same as 2 and 3 for names without what compilers append (".constprop.0",
 *    "::h" and 16 digits);
 * 5. the object's base name and the function of the C library, of which the names are variants for
 *    processors;
 * 6. where it is the same object and file, the own cost and how often others called it, unless that
 *    is too little to tell anything, or of a library of C or C++.
 *
 * Whatever the profiles say, nothing is matched with one of two that it may be.
 *
 * Levels and contexts of a name (f'2, f'main) go with it. Addresses are not names: functions that
 * have only an address are matched by it, if it seems that the object was not built anew.
 */

struct matches {
    struct function *old;         /* by function id of the old profile: its names in the new */
    uint32_t *old_files;          /* by file id: what the old profile's file is called in the new */
    const struct line_map *lines; /* which lines are which, not owned; NULL: by their number */
    struct map places; /* (object and file, name) in the new profile of functions that have only
                            an address, and are matched */

    /*
     * In which file a function's own code is, by its id on that side. A profile tells by the first
     * instruction where it is defined, and that may be inlined: after a change at its beginning it
     * seems to be in another file without having moved. Then both sides have code of it in one of
     * the two files.
     */
    file_id *fresh_homes, *old_homes;
    bool *stays; /* by function id of the old side: its code stays in its files; else that of the
                    file where it was defined goes to where it is defined now */
};

enum matching {
    MATCH_FUNCTIONS,
    MATCH_LINES, /* functions, and then the lines of their sources, which others align */
    MATCH_PATHS, /* objects and files alone: functions stay where they were */
    N_MATCHINGS,
};

/*
 * Matches two profiles, which share their symbols and keep the same things; functions of other
 * names and of none by what they cost only if it `finds_renamed`. Free with matches_free().
 */
void matches_create(struct matches *matches, const struct profile *fresh, const struct profile *old,
                    enum matching matching, bool finds_renamed);
void matches_free(struct matches *matches);

/* One of the two profiles, with the columns of the change and the names of the new one. */
struct diff_side {
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

struct noise;

struct diff {
    struct diff_side fresh, old;
    const struct noise *noise; /* further runs of the old side, not owned; NULL: none */
    struct profile change;     /* inputs and parts are those of the new profile */
    struct origin *origins;    /* by function id of the change, */
    size_t n_origins;          /* of the first ones: what further runs alone have has none */
    struct map objects;        /* (object of the change, object that a function of it was in) */
};

/*
 * Compares two profiles, which share their symbols and keep the same things, by what was matched.
 * Functions that have only an address and are not matched are separate on either side, and in the
 * change one for each object and file. `events` are definitions of derived events, which may need
 * recorded ones of both. False when a figure does not fit into 64 bits, there are too many events,
 * or a definition makes no sense; diff_free() is to be called in any case, before the profiles are
 * freed.
 */
bool diff_create(struct diff *diff, const struct profile *fresh, const struct profile *old,
                 const struct matches *matches, struct text_list events, struct error *error);
void diff_free(struct diff *diff);

/*
 * Makes a side of a further profile, with the columns of `into`, a profile that gets the functions
 * and places that it lacks, without cost. Those that have only an address and are not matched are
 * one there for each object and file if `into` is a change. False when a sum does not fit;
 * diff_side_free() in any case, before the profile is freed.
 */
bool diff_side_create(struct diff_side *side, const struct profile *from,
                      const struct matches *matches, struct profile *into, bool is_change,
                      struct error *error);
void diff_side_free(struct diff_side *side);

/* Computes how the program's total changed. Free it with program_free(). */
void diff_of_program(const struct diff *diff, struct program *change);

/* Whether all figures of the change and of both sides fit: see profile_fits(). */
bool diff_fits(const struct diff *diff, struct error *error);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_RUN_FILES_H
#define QUERN_PARSER_RUN_FILES_H

/* The files beside a profile that the same run wrote: its other dumps and threads. */

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/text.h"
#include "parser/run_file.h"

struct arena;
struct error;

/* A profile as its first lines show it. */
struct profile_look {
    struct run_file file; /* a "pid:" below 0 where it is not of a run that could have more files */
    struct timespec changed;
    bool is_empty;
    bool is_cut; /* it ends before it says of which process it is */
};

/*
 * Looks at the beginning of a file; pipes and the like are not looked into, and may be profiles.
 * False, with the reason, where it cannot be read or is not a profile. The arena owns the texts.
 */
bool profile_look(struct profile_look *look, struct text path, struct arena *arena,
                  struct error *error);

/* The files of the directory that was looked at last: there is mostly but one. */
struct run_finder {
    struct arena *arena; /* not owned; it owns all texts */
    struct text directory;
    struct text_list names; /* sorted */
};

/* A run of a program, found by one of its files. The arena owns all of it. */
struct found_run {
    struct run_file *files; /* those that are damaged, then the others by part and thread */
    size_t count;
    struct text base;   /* what all their names begin with */
    bool has_base;      /* there is a file of that name, */
    bool base_is_empty; /* which stands for the others, and is not one of the files */
};

/*
 * Finds the run of a profile, or of the empty file that Callgrind leaves beside those of threads:
 * of that there may be no files. What lacks a "pid:" is alone in its run. What is damaged before
 * its "pid:" is taken for a file of the run whose name it has.
 */
void run_find(struct run_finder *finder, const struct profile_look *look, struct found_run *run);

/* False with an error where two of the files cannot be of one run. */
bool found_run_check(const struct found_run *run, struct error *error);

#endif

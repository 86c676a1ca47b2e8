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
struct names;

/* A profile as its header shows it. */
struct profile_look {
    struct run_file file; /* a "pid:" below 0 where it is not of a run that could have more files */
    struct timespec changed;
    bool is_empty; /* also of a compressed file, where nothing is in it */
    bool is_cut;   /* it ends within its header */
};

/*
 * Looks at the beginning of a file; pipes and the like are not looked into, and may be profiles.
 * False, with the reason, where it cannot be read or is not a profile. The arena owns the texts.
 */
bool profile_look(struct profile_look *look, struct text path, struct arena *arena,
                  struct error *error);

/* The files of the directories that were looked at. {.arena} is empty. */
struct run_finder {
    struct arena *arena;        /* not owned; it owns all texts and lists */
    struct names *directories;  /* NULL before the first */
    struct text_list *listings; /* by id of a directory: names of files, sorted */
    size_t capacity;
};

void run_finder_free(struct run_finder *finder);

/* A run of a program, found by one of its files. The arena owns all of it. */
struct found_run {
    struct run_file *files; /* those that are damaged, then the others by part and thread */
    size_t count;
    struct text base;        /* what all their names begin with, */
    struct text compression; /* and what those of compressed ones end with */
    bool has_base;           /* there is a file of that name, */
    bool base_is_empty;      /* which stands for the others, and is not one of the files */
    struct run_file base_file;
};

/*
 * Finds the run of a profile, or of the empty file that Callgrind leaves beside those of threads:
 * of that there may be no files. What lacks a "pid:" is alone in its run. What has the name of one
 * of its files, but is empty or damaged within its header, is taken for that.
 */
void run_find(struct run_finder *finder, const struct profile_look *look, struct found_run *run);

/* False with an error where two of the files cannot be of one run. */
bool found_run_check(const struct found_run *run, struct error *error);

#endif

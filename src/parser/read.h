/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_READ_H
#define QUERN_PARSER_READ_H

/* From the files on the command line to the model: which of them to read, and reading them. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"
#include "profile/filter.h"

struct arena;
struct profile;
struct warnings;

/* What the operands on the command line are. */
struct operands {
    struct text_list profiles;
    struct text_list sources;
    bool are_chosen;         /* the command line names no file: the profiles were found */
    struct error why_source; /* why the first of the sources is not a profile */
};

/*
 * Tells profiles from sources by their first bytes; the current directory is taken off the front
 * of sources. Without any file the profiles are those of the newest run in the current directory.
 * An empty file stands for the dumps and threads of its run. Where only some files of a run are
 * named, a note says so. False when there is no profile among them. The arena owns the lists.
 */
bool operands_sort(struct operands *operands, struct text_list files, struct arena *arena,
                   struct warnings *notes, struct error *error);

/* Puts what files stand for in their place; all of them have to be profiles. */
bool operands_expand(struct text_list *profiles, struct arena *arena, struct warnings *notes,
                     struct error *error);

/* The files of several runs of a program, each by itself. The arena owns it. */
struct run_operands {
    struct text_list *items; /* by run */
    struct text *names;      /* likewise: what they are paired by with those of another build */
    size_t count;
};

/*
 * Finds the runs that files are of, and in place of a directory those in it and below it; a note
 * says how many other files it has. Profiles whose names end in ".old", where there is one of the
 * name before that, are left out, or where `are_old` they are the runs, under those names. Files
 * that belong together by their names and headers are one run. False where one is not a profile, or
 * a directory has none.
 */
bool operands_find_runs(struct text_list files, bool are_old, struct run_operands *runs,
                        struct arena *arena, struct warnings *notes, struct error *error);

/* Which side of a comparison runs are of; from SIDE_NOISE on further runs, by directory. */
enum { SIDE_NEW, SIDE_OLD, SIDE_NOISE };

/* Runs of the same name. */
struct named_runs {
    struct text name;        /* in the directory that was typed: see run_bare_name() */
    struct text label;       /* only parts with this label are meant; without pointer: all */
    struct text_list *sides; /* files by side; none where that lacks the run */
};

/* {0} is empty; the arena owns it. */
struct run_pairs {
    struct named_runs *list; /* of a comparison by name, else in the order of the files */
    size_t count, n_sides;
};

/*
 * Finds the runs of files and directories. With `old`, which is one directory as `files` is then,
 * those of the same name are paired. A file that is no profile counts where the other side has a
 * run of its name: it is damaged, and reading it says so. `noise` are directories of further runs.
 * False where the names of a side are not different, or only those of processes, or where both
 * sides have none in common.
 */
bool operands_pair_runs(struct run_pairs *pairs, struct text_list files, struct text_list old,
                        struct text_list noise, struct arena *arena, struct warnings *notes,
                        struct error *error);

/* Whether a path is that of a directory. */
bool operand_is_directory(struct text path);

/* Returns the first of the files that is one of the profiles, under whatever name; NULL. */
const char *operands_find_file(struct text_list profiles, struct text_list files);

/*
 * False with an error where the profiles were not named, and the newest run here has one of the old
 * files, under whatever name: nothing else is there to be compared with it.
 */
bool operands_check_old(const struct operands *operands, struct text_list old, struct error *error);

/*
 * Returns the newest callgrind.out*, callgrind.*.out or cachegrind.out* of the current directory;
 * of several equally new ones, the first by name. Empty files do not count: Valgrind leaves one
 * beside those of each thread. The text is empty where nothing is left; the arena owns it.
 */
struct text default_profile(struct arena *arena);

/* How to read profiles, and which parts of them. */
struct read_options {
    struct text parts, threads; /* as typed: "1,3-5"; empty for all */
    struct pattern label;       /* owned; not given: all */
    bool is_strict;             /* any warning is an error */
    size_t n_jobs;              /* threads; 0 for as many as there are processors */
    FILE *progress_to;          /* a terminal that shows how far it has come; NULL: not shown */
};

/*
 * Reads the profiles and adds them up in one. The current directory is taken off the
 * front of file names. False when one of them cannot be read, or the parts asked for
 * are not there.
 */
bool read_profiles(struct text_list profiles, const struct read_options *options,
                   struct profile *profile, struct arena *arena, struct warnings *warnings,
                   struct error *error);

/*
 * Finds where callees are defined that are said to be where they have no code. Call this when the
 * only input of a profile was read. What has the callee's number is the callee, if no function of
 * its file and name has code.
 *
 * Old versions of Xdebug write neither "cfi=" nor "cfl=": then each callee is taken to be in the
 * file of its caller, as the format has it, although its code is elsewhere. In an input that names
 * the file of no callee, one without code is made the one function of its object and name that has
 * code. Where there are several it stays what it is, with a warning and DOUBT_CALLEE. False when
 * a sum does not fit into 64 bits.
 */
bool callee_files_find(struct profile *profile, struct warnings *warnings, struct error *error);

#endif

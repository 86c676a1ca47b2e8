/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_READ_H
#define QUERN_PARSER_READ_H

/* Chooses the files to read from the command line, and reads them into the model. */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "profile/filter.h"

struct arena;
struct profile;
struct warnings;

/* The operands of the command line. */
struct operands {
    struct text_list profiles;
    struct text_list sources;
    bool are_chosen;         /* the command line names no file: the profiles were found */
    struct error why_source; /* why the first of the sources is not a profile */
};

/*
 * Distinguishes profiles from sources by their first bytes, and makes sources relative to the
 * current directory. Without any file, takes the newest run in the current directory. An empty file
 * stands for the dumps and threads of its run. If only some files of a run are named, a note says
 * so. False if there is no profile among them. The arena owns the lists.
 */
bool operands_sort(struct operands *operands, struct text_list files, struct arena *arena,
                   struct warnings *notes, struct error *error);

/* Replaces empty files by those they stand for; all must be profiles. */
bool operands_expand(struct text_list *profiles, struct arena *arena, struct warnings *notes,
                     struct error *error);

/* The files of several runs of a program, grouped by run. The arena owns it. */
struct run_operands {
    struct text_list *items; /* by run */
    struct text *names;      /* by run: name by which it is paired with a run of another build */
    size_t count;
};

/*
 * Finds the runs of files, and the runs in and below directories; a note says how many other files
 * these have. Profiles with ".old" appended to the name of another are skipped or, if `are_old`,
 * are the runs, under those names. Files that belong together by name and header form one run.
 * False if a file is not a profile, or a directory has none.
 */
bool operands_find_runs(struct text_list files, bool are_old, struct run_operands *runs,
                        struct arena *arena, struct warnings *notes, struct error *error);

/* The sides of a comparison; from SIDE_NOISE on, directories of --noise runs. */
enum { SIDE_NEW, SIDE_OLD, SIDE_NOISE };

/* Runs of the same name. */
struct named_runs {
    struct text name;        /* name within the typed directory: see run_bare_name() */
    struct text label;       /* only parts with this label; all if it has no pointer */
    struct text_list *sides; /* files by side; none if the run is missing there */
};

/* {0} is empty; the arena owns it. */
struct run_pairs {
    struct named_runs *list; /* in a comparison sorted by name, else in the order of the files */
    size_t count, n_sides;
};

/*
 * Finds the runs of files and directories. With `old`, which like `files` must then be one
 * directory, runs with the same name are paired. A file that is not a profile counts if the other
 * side has a run of its name: reading it reports the damage. `noise` are directories of further
 * runs. False if names on a side are not distinct, or are only those of processes, or if the sides
 * have none in common.
 */
bool operands_pair_runs(struct run_pairs *pairs, struct text_list files, struct text_list old,
                        struct text_list noise, struct arena *arena, struct warnings *notes,
                        struct error *error);

bool operand_is_directory(struct text path);

/* Returns the first of the files that is one of the profiles, under any name; or NULL. */
const char *operands_find_file(struct text_list profiles, struct text_list files);

/*
 * False with an error if no profiles were named and the newest run here includes one of the old
 * files, under any name: there is nothing to compare it with.
 */
bool operands_check_old(const struct operands *operands, struct text_list old, struct error *error);

/*
 * Returns the newest callgrind.out*, callgrind.*.out or cachegrind.out* in the current directory,
 * the first by name among equally new ones, or an empty text. Empty files do not count: Valgrind
 * leaves one beside those of each thread. The arena owns the text.
 */
struct text default_profile(struct arena *arena);

/* Options for reading profiles, and the parts to read. */
struct read_options {
    struct text parts, threads; /* as typed: "1,3-5"; empty for all */
    struct pattern label;       /* owned; not given: all */
    bool is_strict;             /* any warning is an error */
    size_t n_jobs;              /* threads; 0 for as many as there are processors */
};

/*
 * Reads the profiles and adds them up in one. File names become relative to the current directory.
 * False if one of them cannot be read, or the requested parts do not exist.
 */
bool read_profiles(struct text_list profiles, const struct read_options *options,
                   struct profile *profile, struct arena *arena, struct warnings *warnings,
                   struct error *error);

/*
 * Finds the definitions of callees whose given file has no code for them. Call this after the only
 * input of a profile was read. If no function with the callee's file and name has code, the
 * function with its number is the callee.
 *
 * Old versions of Xdebug write neither "cfi=" nor "cfl=": by the format, each callee is then in the
 * file of its caller, although its code is elsewhere. In an input that never names the file of a
 * callee, a callee without code becomes the one function with its object and name that has code. If
 * there are several, it stays as it is, with a warning and DOUBT_CALLEE. False if a sum does not
 * fit into 64 bits.
 */
bool callee_files_find(struct profile *profile, struct warnings *warnings, struct error *error);

#endif

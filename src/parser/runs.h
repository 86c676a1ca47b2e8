/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_RUNS_H
#define QUERN_PARSER_RUNS_H

/*
 * Which files one run of a program wrote. Callgrind writes its last dump to BASE, dump N before
 * that to BASE.N, and with --separate-threads=yes those of thread T to BASE-0T and BASE.N-0T; then
 * BASE stays empty. All have the same "pid:" and "cmd:", and say which part and thread they are.
 * Gungraun gives these files other names: BASE.tT.pN.out, or with .tT or .pN alone, where BASE is
 * callgrind.NAME or callgrind.NAME.PID.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/text.h"

struct arena;
struct error;
struct names;
struct profile;

/* A file's name, and what its first part says; -1 and empty texts for what it does not. */
struct run_file {
    struct text path;
    uint64_t device, inode; /* which file it is, however its path is spelled; or 0 */
    struct text command, time_range;
    int64_t pid, part, thread;
};

enum { MAX_RUN_BASES = 3, N_RUN_COMPRESSIONS = 3 };

/* What the names of compressed profiles end in. */
extern const struct text run_compressions[N_RUN_COMPRESSIONS];

/* The BASEs that a file may be of, longest first; they point into its path. */
struct run_bases {
    struct text list[MAX_RUN_BASES];
    size_t count;       /* at least 1 */
    struct text ending; /* what their names end in: ".gz", or ".out" of gungraun's */
};

/*
 * A number at a path's end is of a part or a thread only where the file says so itself:
 * "callgrind.out.7" of process 7 is not dump 7.
 */
struct run_bases run_file_bases(const struct run_file *file);

/* Removes those that the other file does not have. False, with nothing removed, if none is left. */
bool run_bases_share(struct run_bases *bases, const struct run_bases *other);

/* Returns what a run is called whose files share these: a path without compression. */
struct text run_bases_path(const struct run_bases *bases, struct arena *arena);

/* Whether Callgrind or Cachegrind made up the name, from the number of the process. */
bool run_name_is_of_process(struct text name);

/* Whether a name is one that Callgrind makes up, or gungraun: "callgrind.NAME.out". */
bool run_name_is_of_callgrind(struct text name);

/* Whether a path is that of one of these BASEs, or of a dump or a thread of it. */
bool run_path_may_be_of(struct text path, const struct run_bases *bases);

/* Whether both are of one run, as far as their names and headers say. */
bool run_files_are_of_one_run(const struct run_file *a, const struct run_file *b);

/*
 * Whether files that seem to be of one run cannot be: both have the costs of the same part and
 * thread, or the parts of threads are not from the same time. One is left from an earlier run of a
 * process that had the same number.
 */
bool run_files_exclude_each_other(const struct run_file *a, const struct run_file *b);

/* Returns a file of which nothing is known yet but its path. */
struct run_file run_file_of(struct text path);

/*
 * Adds what the next lines of a header say; texts point into them. True where the header ends
 * there, with its "events:" or a line that is not of a header.
 */
bool run_file_read_lines(struct run_file *file, struct text lines);

/* A profile as its header shows it. */
struct profile_look {
    struct run_file file; /* a "pid:" below 0 where it is not of a run that could have more files */
    struct timespec changed;
    bool is_empty; /* also of a compressed file, where nothing is in it */
    bool is_cut;   /* it ends within its header, which cannot be relied upon */
};

/*
 * Looks at the beginning of a file; pipes and the like are not looked into, and may be profiles.
 * False, with the reason, where it cannot be read or is not a profile. The arena owns the texts.
 */
bool profile_look(struct profile_look *look, struct text path, struct arena *arena,
                  struct error *error);

/*
 * Returns the paths of what is in a directory, by name; none where it cannot be read. The arena
 * owns them.
 */
struct text_list directory_list(struct arena *arena, struct text directory);

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
    struct text base;   /* what all their names begin with, */
    struct text ending; /* and what all end with */
    bool has_base;      /* there is a file of that name, */
    bool base_is_empty; /* which stands for the others, and is not one of the files */
    struct run_file base_file;
};

/*
 * Finds the run of a profile, or of the empty file that Callgrind leaves beside those of threads,
 * for which there may be no files. A profile without "pid:" is alone in its run. A file that has
 * the name of one of the run's files, but is empty or damaged within its header, is taken for that.
 */
void run_find(struct run_finder *finder, const struct profile_look *look, struct found_run *run);

/* False with an error where two of the files cannot be of one run. */
bool found_run_check(const struct found_run *run, struct error *error);

/*
 * Numbers the runs of a profile's inputs, by what their paths and first parts say, and shares what
 * is known of the levels of a process. The arena owns their names.
 */
void profile_find_runs(struct profile *profile, struct arena *arena);

#endif

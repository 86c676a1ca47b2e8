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

/* Returns what a run is called whose files share these: a path without compression. */
struct text run_bases_path(const struct run_bases *bases, struct arena *arena);

/* Whether a name is one that Valgrind makes up, or gungraun: "callgrind.NAME.out". */
bool run_name_is_of_valgrind(struct text name);

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

/* A run as the files show it that were found to be of it. */
struct run_group {
    struct run_file first;
    struct run_bases bases; /* those that all its files may be of */
    size_t n_files;
};

/* {0} is empty; free(groups.list) gives it back. */
struct run_groups {
    struct run_group *list;
    size_t count, capacity;
};

/* Adds a file to the first run that it may be of, or to a new one. Returns which one that is. */
size_t run_groups_add(struct run_groups *groups, const struct run_file *file);

/* A profile as its header shows it. */
struct profile_look {
    struct run_file file; /* a "pid:" below 0 where it is not of a run that could have more files */
    struct timespec changed;
    bool is_empty; /* also of a compressed file, where nothing is in it */
    bool is_cut;   /* it ends within its header, or that is damaged: what it says does not count */
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

/* The files of the directory that was looked at last. {.arena} is empty. */
struct run_finder {
    struct arena *arena; /* not owned; it owns all texts and lists */
    struct text directory;
    struct text_list listing; /* paths, sorted; empty before the first */
};

/* A run of a program, found by one of its files. The arena owns it. */
struct found_run {
    struct run_file *files; /* those that are damaged, then the others by part and thread */
    size_t count;
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
 * Returns the name of a run's file, without directories, without the "callgrind." before it and the
 * ".out" after it, as of "callgrind.parse.out"; all of it where no name would be left.
 */
struct text run_bare_name(struct text base);

/*
 * Numbers the runs of a profile's inputs, by what their paths and first parts say, and shares what
 * is known of the levels of a process. The arena owns their names.
 */
void profile_find_runs(struct profile *profile, struct arena *arena);

#endif

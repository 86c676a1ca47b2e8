/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_RUNS_H
#define QUERN_PARSER_RUNS_H

/*
 * Finds the files that belong to one run of a program. Callgrind writes its last dump to BASE, dump
 * N before that to BASE.N, and with --separate-threads=yes those of thread T to BASE-0T and
 * BASE.N-0T; then BASE stays empty. All have the same "pid:" and "cmd:", and say which part and
 * thread they are. Gungraun gives these files other names: BASE.tT.pN.out, or with .tT or .pN
 * alone, where BASE is callgrind.NAME or callgrind.NAME.PID.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/text.h"

struct arena;
struct error;
struct profile;

/* A file's name, and the header of its first part; -1 and empty texts if missing. */
struct run_file {
    struct text path;
    uint64_t device, inode; /* identity of the file, however its path is spelled; or 0 */
    struct text command, time_range;
    int64_t pid, part, thread;
};

enum { MAX_RUN_BASES = 3, N_RUN_COMPRESSIONS = 3 };

/* Suffixes of compressed profiles. */
extern const struct text run_compressions[N_RUN_COMPRESSIONS];

/* The possible BASEs of a file, longest first; they point into its path. */
struct run_bases {
    struct text list[MAX_RUN_BASES];
    size_t count;       /* at least 1 */
    struct text ending; /* suffix of their names: ".gz", or ".out" for gungraun */
};

/*
 * A number at the end of a path is a part or a thread only if the file says so: "callgrind.out.7"
 * of process 7 is not dump 7.
 */
struct run_bases run_file_bases(const struct run_file *file);

/* Returns the name of a run whose files share these bases: a path without compression suffix. */
struct text run_bases_path(const struct run_bases *bases, struct arena *arena);

/* Returns whether a name is a default of Valgrind or of gungraun ("callgrind.NAME.out"). */
bool run_name_is_of_valgrind(struct text name);

/* Returns whether a path is one of these BASEs, or a dump or a thread of one. */
bool run_path_may_be_of(struct text path, const struct run_bases *bases);

/* Returns whether both are from one run, as far as names and headers say. */
bool run_files_are_of_one_run(const struct run_file *a, const struct run_file *b);

/*
 * Returns whether files that seem to be from one run cannot be: both have the costs of the same
 * part and thread, or their threads are from different times. One is left over from an earlier
 * process with the same number.
 */
bool run_files_exclude_each_other(const struct run_file *a, const struct run_file *b);

/* A run, as far as known from its files. */
struct run_group {
    struct run_file first;
    struct run_bases bases; /* bases shared by all its files */
    size_t n_files;
};

/* {0} is empty. Free with free(groups.list). */
struct run_groups {
    struct run_group *list;
    size_t count, capacity;
};

/*
 * Adds a file to the first run that it may belong to, or to a new one. Returns the index of the
 * run.
 */
size_t run_groups_add(struct run_groups *groups, const struct run_file *file);

/* A profile as described by its header. */
struct profile_look {
    struct run_file file; /* "pid:" is below 0 if the run cannot have more files */
    struct timespec changed;
    bool is_empty; /* also for a compressed file without content */
    bool is_cut;   /* its header is truncated or damaged, and ignored */
};

/*
 * Examines the start of a file; pipes and the like are not read, and may be profiles. False, with
 * the reason, if it cannot be read or is not a profile. The arena owns the texts.
 */
bool profile_look(struct profile_look *look, struct text path, struct arena *arena,
                  struct error *error);

/*
 * Returns the paths of a directory's entries, by name; none if it cannot be read. The arena owns
 * them.
 */
struct text_list directory_list(struct arena *arena, struct text directory);

/* A cache of the last directory's files. {.arena} is empty. */
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
 * which may have no files. A profile without "pid:" is alone in its run. A file with the name of
 * one of the run's files counts even if it is empty or its header is damaged.
 */
void run_find(struct run_finder *finder, const struct profile_look *look, struct found_run *run);

/* False with an error if two of the files cannot be from one run. */
bool found_run_check(const struct found_run *run, struct error *error);

/*
 * Returns the name of a run's file without directories, "callgrind." and ".out", as "parse" for
 * "callgrind.parse.out"; unchanged if nothing would remain.
 */
struct text run_bare_name(struct text base);

/*
 * Numbers the runs of a profile's inputs, by paths and first parts, and shares the levels known for
 * a process. The arena owns their names.
 */
void profile_find_runs(struct profile *profile, struct arena *arena);

#endif

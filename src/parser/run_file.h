/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_RUN_FILE_H
#define QUERN_PARSER_RUN_FILE_H

/*
 * Which files one run of a program wrote. Callgrind writes its last dump to BASE, dump N before
 * that to BASE.N, and with --separate-threads=yes those of thread T to BASE-0T and BASE.N-0T; then
 * BASE stays empty. All have the same "pid:" and "cmd:", and say which part and thread they are.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* A file's name, and what its first part says; -1 and empty texts for what it does not. */
struct run_file {
    struct text path;
    uint64_t device, inode; /* which file it is, however its path is spelled; or 0 */
    struct text command, time_range;
    int64_t pid, part, thread;
};

enum { MAX_RUN_BASES = 3 };

/* The BASEs that a file may be of, longest first; they point into its path. */
struct run_bases {
    struct text list[MAX_RUN_BASES];
    size_t count;            /* at least 1 */
    struct text compression; /* what follows in the names of compressed files: ".gz" */
};

/*
 * A number at a path's end is of a part or a thread only where the file says so itself:
 * "callgrind.out.7" of process 7 is not dump 7.
 */
struct run_bases run_file_bases(const struct run_file *file);

/* Removes those that the other file does not have; false, and nothing removed, if that is all. */
bool run_bases_intersect(struct run_bases *bases, const struct run_bases *other);

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

/* A file of which nothing is known yet but its path. */
struct run_file run_file_of(struct text path);

/*
 * Adds what the next lines of a header say; texts point into them. True where the header ends
 * there, with its "events:" or a line that is none of a header.
 */
bool run_file_read_lines(struct run_file *file, struct text lines);

#endif

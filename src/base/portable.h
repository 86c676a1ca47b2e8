/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_PORTABLE_H
#define QUERN_BASE_PORTABLE_H

/*
 * What POSIX.1-2008 lacks, or what each system does in its own way. All other code is compiled for
 * POSIX alone, and knows nothing of systems.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct stat;

/* Returns the number of processors that can be used, at least 1. */
size_t portable_processors(void);

/* Returns when the file was changed. */
struct timespec portable_change_time(const struct stat *status);

/*
 * Asks for pages of more than the usual size for memory that will be used: the first use of each
 * page is a wait. Does nothing where there are none.
 */
void portable_use_large_pages(void *memory, size_t size);

/*
 * Makes a pipe that programs do not inherit. On macOS one that another thread starts meanwhile may
 * inherit it: there is no pipe2(). False when there can be none; errno says why.
 */
bool portable_pipe(int ends[2]);

/* Closes both ends and leaves errno as it is. */
void portable_close_pipe(const int ends[2]);

/*
 * Whether an open file is made by the system as it is read, as those of /proc and /sys are,
 * wherever they are mounted.
 */
bool portable_is_generated(int descriptor);

/*
 * While threads run, what is freed is kept for what comes after it, except the largest pieces: to
 * give memory back to the system, each thread has to be stopped. Then all that is free goes back.
 */
void portable_keep_memory(void);
void portable_give_back_memory(void);

/*
 * Has what is allocated next come from a stretch in large pages: a new process has none of its own
 * yet, and waits at the first use of each.
 */
void portable_prepare_memory(void);

/*
 * Returns how many bytes of addresses this process uses; 0 where that is not known, or where a
 * sanitizer uses all of them.
 */
uint64_t portable_mapped_size(void);

static inline bool is_later(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

#endif

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
 * Returns how many bytes of addresses this process uses; 0 where that is not known, or where a
 * sanitizer uses all of them.
 */
uint64_t portable_mapped_size(void);

static inline bool is_later(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

#endif

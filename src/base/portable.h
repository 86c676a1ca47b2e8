/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_PORTABLE_H
#define QUERN_BASE_PORTABLE_H

/*
 * Functions that POSIX.1-2008 lacks, or that differ between systems. All other code is compiled for
 * POSIX only.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct stat;

/* Returns the number of usable processors, at least 1. */
size_t portable_processors(void);

/* Returns the time of the last change to the file. */
struct timespec portable_change_time(const struct stat *status);

/*
 * Creates a pipe that programs do not inherit. macOS has no pipe2(): a program started by another
 * thread at the same time may inherit it there. False on failure; errno says why.
 */
bool portable_pipe(int ends[2]);

/* Closes both ends and leaves errno as it is. */
void portable_close_pipe(const int ends[2]);

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

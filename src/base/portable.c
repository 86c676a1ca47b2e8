/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * macOS and the BSDs declare everything unless a standard is requested, and then only POSIX. glibc
 * and musl, with -std=c17, need these macros to declare more.
 */
#undef _XOPEN_SOURCE
#define _DEFAULT_SOURCE /* NOLINT(bugprone-reserved-identifier) */
#define _GNU_SOURCE     /* NOLINT(bugprone-reserved-identifier): for pipe2 */

#include "base/portable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

size_t portable_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count > 1 ? (size_t)count : 1;
}

struct timespec portable_change_time(const struct stat *status)
{
#ifdef __APPLE__
    return status->st_mtimespec;
#else
    return status->st_mtim;
#endif
}

bool portable_pipe(int ends[2])
{
#ifdef __APPLE__
    if (pipe(ends) != 0)
        return false;
    if (fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0)
        return true;
    portable_close_pipe(ends);
    return false;
#else
    return pipe2(ends, O_CLOEXEC) == 0;
#endif
}

void portable_close_pipe(const int ends[2])
{
    int saved = errno;

    close(ends[0]);
    close(ends[1]);
    errno = saved;
}

uint64_t portable_mapped_size(void)
{
    const uint64_t most = UINT64_C(1) << 40;
    char text[32] = ""; /* starts with a number of pages */
    FILE *file = fopen("/proc/self/statm", "r");

    if (file == NULL)
        return 0;
    bool is_read = fgets(text, sizeof text, file) != NULL;
    fclose(file);
    uint64_t size = is_read ? strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
    return size < most ? size : 0;
}

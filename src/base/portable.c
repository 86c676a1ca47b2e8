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
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/vfs.h>
#endif

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

#ifdef __linux__

bool portable_is_generated(int descriptor)
{
    /* Copied from <linux/magic.h>, which not every C library provides. */
    static const uint32_t types[] = {
        0x9fa0,     /* proc */
        0x62656572, /* sysfs */
        0x27e0eb,   /* cgroup */
        0x63677270, /* cgroup2 */
        0x64626720, /* debugfs */
        0x74726163, /* tracefs */
        0x73636673, /* securityfs */
        0x62656570, /* configfs */
        0x6165676c, /* pstore */
        0xde5e81e4, /* efivarfs */
        0xf97cff8c, /* selinuxfs */
        0x43415d53, /* smackfs */
        0x5a3c69f0, /* apparmorfs */
        0xcafe4a11, /* bpf */
        0x42494e4d, /* binfmt_misc */
        0x65735543, /* fusectl */
        0x7655821,  /* resctrl */
        0x6e736673, /* nsfs */
        0x19800202, /* mqueue */
    };
    struct statfs status;

    if (fstatfs(descriptor, &status) != 0)
        return true;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if ((uint32_t)status.f_type == types[i])
            return true;
    return false;
}

#else

bool portable_is_generated(int descriptor)
{
    static const char *const mounts[] = {"/proc", "/sys"};
    struct stat file, mount, root;

    if (fstat(descriptor, &file) != 0 || stat("/", &root) != 0)
        return true;
    for (size_t i = 0; i < sizeof mounts / sizeof *mounts; i++)
        if (stat(mounts[i], &mount) == 0 && mount.st_dev == file.st_dev &&
            mount.st_dev != root.st_dev)
            return true;
    return false;
}

#endif

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

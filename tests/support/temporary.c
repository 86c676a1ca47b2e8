/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _XOPEN_SOURCE 700 /* for nftw */

#include "support/temporary.h"

#include <criterion/criterion.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each test is a process of its own; empty where there is nothing to remove. */
static char directory[64];

void temporary_enter(void)
{
    char name[sizeof(directory)] = P_tmpdir "/quern-test-XXXXXX";

    cr_assert(mkdtemp(name) && chdir(name) == 0, "cannot make a temporary directory");
    memcpy(directory, name, sizeof(name));
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

void temporary_leave(void)
{
    if (directory[0] == '\0')
        return;
    cr_expect(chdir("/") == 0 && nftw(directory, remove_entry, 8, FTW_DEPTH | FTW_PHYS) == 0,
              "%s is left", directory);
}

void temporary_write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "w");

    cr_assert(file, "cannot write %s", path);
    fwrite(bytes, 1, size, file);
    cr_assert(fclose(file) == 0, "cannot write %s", path);
}

void temporary_write(const char *path, const char *text)
{
    temporary_write_bytes(path, text, strlen(text));
}

void temporary_stand_in(const char *name, const char *script)
{
    char path[PATH_MAX], *programs = NULL;
    size_t size;

    if (mkdir("bin", 0700) == 0) {
        FILE *to = open_memstream(&programs, &size);
        cr_assert(to && fprintf(to, "%s/bin:%s", directory, getenv("PATH")) > 0 && fclose(to) == 0);
        setenv("PATH", programs, 1);
        free(programs);
    }
    snprintf(path, sizeof path, "bin/%s", name);
    temporary_write(path, script);
    cr_assert_eq(chmod(path, 0700), 0);
}

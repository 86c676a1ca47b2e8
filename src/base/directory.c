/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/directory.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"

struct text current_directory(struct arena *arena)
{
    struct text directory = {0};
    size_t capacity = 0;
    char *path = NULL;
    const char *found;

    do
        path = memory_grow(path, &capacity, 256, 1);
    while ((found = getcwd(path, capacity - 1)) == NULL && errno == ERANGE);
    /* Linux gives "(unreachable)/..." for a directory outside the process's root. */
    if (found != NULL && found[0] == '/') {
        size_t length = strlen(path);
        path[length++] = '/';
        directory = arena_copy_text(arena, (struct text){path, length});
    }
    free(path);
    return directory;
}

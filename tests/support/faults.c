/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Faults on demand, for tests/whole/test_faults.c: a library to be loaded before all others. The
 * environment variable QUERN_FAULT says what goes wrong:
 *
 *     memory:N        there is no memory for the N-th allocation of the process
 *     short:N         a read gives N bytes at most
 *     read:N:PATH     before the N-th read the file PATH loses its second half
 *     fdopen:N:PATH   the same before the N-th stream is made of a descriptor
 *     open:N:PATH     PATH is removed before the N-th file is opened
 *
 * Once it has happened there is a file "fired" in the current directory. The C library is glibc,
 * whose allocator has second names.
 */

#define _GNU_SOURCE /* for RTLD_NEXT */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static atomic_ulong n_calls;

/* What follows a kind and ':' in the variable, or NULL. */
static const char *wanted(const char *kind)
{
    const char *fault = getenv("QUERN_FAULT");
    size_t length = strlen(kind);

    if (fault == NULL || strncmp(fault, kind, length) != 0 || fault[length] != ':')
        return NULL;
    return fault + length + 1;
}

static void note_fired(void)
{
    int descriptor = creat("fired", 0666);

    if (descriptor >= 0)
        close(descriptor);
}

/* Whether this call, of a kind that is counted, is the one. */
static bool is_due(const char *kind, const char **path)
{
    const char *number = wanted(kind);
    char *end;

    if (number == NULL)
        return false;
    unsigned long due = strtoul(number, &end, 10);
    if (atomic_fetch_add(&n_calls, 1) + 1 != due)
        return false;
    if (path != NULL)
        *path = *end == ':' ? end + 1 : "";
    note_fired();
    return true;
}

void *malloc(size_t size)
{
    if (!is_due("memory", NULL))
        return __libc_malloc(size);
    errno = ENOMEM;
    return NULL;
}

void *calloc(size_t count, size_t size)
{
    if (!is_due("memory", NULL))
        return __libc_calloc(count, size);
    errno = ENOMEM;
    return NULL;
}

void *realloc(void *memory, size_t size)
{
    if (!is_due("memory", NULL))
        return __libc_realloc(memory, size);
    errno = ENOMEM;
    return NULL;
}

static void halve(const char *path)
{
    struct stat status;

    if (stat(path, &status) == 0 && truncate(path, status.st_size / 2) != 0)
        abort();
}

static size_t shorten(size_t size)
{
    const char *number = wanted("short");
    size_t most = number != NULL ? strtoul(number, NULL, 10) : size;

    if (most >= size)
        return size;
    note_fired();
    return most;
}

/* The C library's own function of that name. */
#define REAL(name) (__extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name))

ssize_t read(int descriptor, void *to, size_t size)
{
    const char *path;

    if (is_due("read", &path))
        halve(path);
    return REAL(read)(descriptor, to, shorten(size));
}

ssize_t pread(int descriptor, void *to, size_t size, off_t offset)
{
    const char *path;

    if (is_due("read", &path))
        halve(path);
    return REAL(pread)(descriptor, to, shorten(size), offset);
}

FILE *fdopen(int descriptor, const char *mode)
{
    const char *path;

    if (is_due("fdopen", &path))
        halve(path);
    return REAL(fdopen)(descriptor, mode);
}

int open(const char *path, int flags, ...)
{
    const char *removed;
    va_list arguments;

    va_start(arguments, flags);
    unsigned mode = (flags & O_CREAT) != 0 ? va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    if (is_due("open", &removed))
        unlink(removed);
    return REAL(open)(path, flags, mode);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"

/* No line of source is as long; what is beyond is not shown. */
enum { LONGEST_LINE = 1024 * 1024 };

static dev_t root_device(void)
{
    struct stat root;

    return stat("/", &root) == 0 ? root.st_dev : 0;
}

/*
 * What the system makes up when it is read is no source: a listing could show a
 * process's environment to whoever reads a CI job's log.
 */
static bool is_of_system(const struct stat *status)
{
    static const char *const mounts[] = {"/proc", "/sys"};
    struct stat mount;

    for (size_t i = 0; i < sizeof mounts / sizeof *mounts; i++)
        if (stat(mounts[i], &mount) == 0 && mount.st_dev == status->st_dev &&
            mount.st_dev != root_device())
            return true;
    return false;
}

/* Looked at before it is opened, since opening a device or a FIFO may already do harm. */
static bool open_regular(struct source *source, const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0)
        return false;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || is_of_system(&status)) {
        close(descriptor);
        return false;
    }
    source->stream = fdopen(descriptor, "r");
    if (source->stream == NULL)
        out_of_memory();
    source->changed = (int64_t)status.st_mtime;
    return true;
}

bool source_open(struct source *source, struct text directory, struct text name)
{
    *source = (struct source){0};
    if (name.length == 0 || memchr(name.at, '\0', name.length) != NULL)
        return false;
    char *path = memory_alloc(directory.length + name.length + 1, 1);
    if (directory.length != 0)
        memcpy(path, directory.at, directory.length);
    memcpy(path + directory.length, name.at, name.length);
    source->path = path;
    source->found_in = directory;
    source->found_as = (struct text){path + directory.length, name.length};
    if (open_regular(source, path))
        return true;
    source_close(source);
    return false;
}

/* Whether the streams hold the same bytes; the first is at its beginning again then. */
static bool has_same_bytes(FILE *stream, FILE *other)
{
    int c, d;

    do {
        c = getc_unlocked(stream);
        d = getc_unlocked(other);
    } while (c == d && c != EOF);
    bool is_same = c == d && !ferror(stream) && !ferror(other);
    rewind(stream);
    return is_same;
}

/* Opens the end of a path in the first of the directories that has it. */
static bool open_old(struct source *old, struct text end, struct text_list directories)
{
    for (size_t i = 0; i < directories.count; i++)
        if (source_open(old, directories.items[i], end))
            return true;
    return false;
}

enum old_source source_compare(struct source *source, struct text name,
                               struct text_list directories)
{
    struct source old = {0};
    struct text end = name, component;

    while (!open_old(&old, end, directories)) {
        if (!text_cut(&end, '/', &component) || end.length == 0)
            return OLD_SOURCE_NONE;
    }
    bool is_same = has_same_bytes(source->stream, old.stream);
    source_close(&old);
    return is_same ? OLD_SOURCE_SAME : OLD_SOURCE_DIFFERS;
}

bool source_next_line(struct source *source, struct text *line)
{
    size_t length = 0;
    int c;

    while ((c = getc_unlocked(source->stream)) != EOF && c != '\n') {
        if (length == LONGEST_LINE)
            continue;
        ARRAY_GROW(source->line, length, source->capacity);
        source->line[length++] = (char)c;
    }
    if (c == EOF && length == 0)
        return false;
    *line = (struct text){length != 0 ? source->line : "", length};
    source->number++;
    return true;
}

void source_close(struct source *source)
{
    if (source->stream != NULL)
        fclose(source->stream);
    free(source->line);
    free(source->path);
    *source = (struct source){0};
}

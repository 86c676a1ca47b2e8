/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/source/source.h"

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
 * What the system makes up when it is read is not a source: a listing could show a
 * process's environment to whoever reads a CI job's log.
 */
static bool is_of_system(const struct stat *status)
{
    static const char *const mounts[] = {"/proc", "/sys"};
    struct stat mount;

    for (size_t i = 0; i < ARRAY_LENGTH(mounts); i++)
        if (stat(mounts[i], &mount) == 0 && mount.st_dev == status->st_dev &&
            mount.st_dev != root_device())
            return true;
    return false;
}

/* Looked at before it is opened, since opening a device or a FIFO may already do harm. */
static bool open_regular(struct source *source, const char *path, int64_t largest)
{
    struct stat status;

    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > largest)
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
    source->device = (uint64_t)status.st_dev;
    source->file_number = (uint64_t)status.st_ino;
    return true;
}

bool source_open_within(struct source *source, struct text directory, struct text name,
                        int64_t largest)
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
    if (open_regular(source, path, largest))
        return true;
    source_close(source);
    return false;
}

bool source_open(struct source *source, struct text directory, struct text name)
{
    return source_open_within(source, directory, name, SOURCE_LARGEST);
}

void source_open_memory(struct source *source, struct text content, struct text path)
{
    *source = (struct source){.path = memory_alloc(path.length + 1, 1)};
    memcpy(source->path, path.at, path.length);
    source->found_as = (struct text){source->path, path.length};
    source->stream = content.length != 0 ? fmemopen((char *)content.at, content.length, "r")
                                         : fopen("/dev/null", "r");
    if (source->stream == NULL)
        out_of_memory();
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

struct source_state source_state(const struct source *source)
{
    return (struct source_state){source->changed, ferror(source->stream) != 0};
}

void source_close(struct source *source)
{
    if (source->stream != NULL)
        fclose(source->stream);
    free(source->line);
    free(source->path);
    *source = (struct source){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sources/source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/names.h"
#include "base/system.h"

/* Limits what is shown of a line; no source has a longer one. */
enum { LONGEST_LINE = 1024 * 1024 };

static bool open_stream(struct source *source, const char *path, int64_t largest)
{
    struct stat status;
    int descriptor = open_regular(path, &status);

    if (descriptor < 0)
        return false;
    if (status.st_size > largest) {
        close(descriptor);
        return false;
    }
    /*
     * Files of /proc seem to be empty, and are taken to be: they may hold the environment of a
     * process, which the log of a CI job must not show.
     */
    if (status.st_size == 0) {
        close(descriptor);
        descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    source->stream = fdopen(descriptor, "r");
    if (source->stream == NULL)
        out_of_memory();
    source->changed = (int64_t)status.st_mtime;
    source->device = (uint64_t)status.st_dev;
    source->file_number = (uint64_t)status.st_ino;
    return true;
}

bool source_open(struct source *source, struct text directory, struct text name, int64_t largest)
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
    if (open_stream(source, path, largest))
        return true;
    source_close(source);
    return false;
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
        ARRAY_ADD(source->line, length, source->capacity, (char)c);
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

/* Returns whether `git diff -w` takes the character for a blank, as it does a carriage return. */
static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Returns the id of a line. Lines that differ by blanks alone have the same one. */
static uint32_t id_of(struct text line, struct names *known, struct buffer *stripped)
{
    stripped->length = 0;
    for (size_t i = 0; i < line.length; i++)
        if (!is_space(line.at[i]))
            buffer_append(stripped, (struct text){line.at + i, 1});
    return names_add(known, buffer_text(stripped));
}

void source_text_read(struct source_text *text, struct source *source, struct names *known)
{
    struct buffer stripped = {0};
    struct text line;

    *text = (struct source_text){0};
    text->path = arena_copy_text(&text->arena, text_of(source->path));
    text->is_withheld = source->is_withheld;
    while (text->count < NO_PARTNER - 1 && source_next_line(source, &line)) {
        ARRAY_GROW(text->lines, text->count, text->capacity);
        text->lines[text->count] = arena_copy_text(&text->arena, line);
        if (known != NULL) {
            ARRAY_GROW(text->ids, text->count, text->id_capacity);
            text->ids[text->count] = id_of(line, known, &stripped);
        }
        text->count++;
    }
    text->state = source_state(source);
    free(stripped.at);
}

struct text source_text_line(const struct source_text *text, uint64_t number)
{
    if (number == 0 || number > text->count || text->is_withheld)
        return (struct text){0};
    return text->lines[number - 1];
}

void source_text_free(struct source_text *text)
{
    arena_free(&text->arena);
    free(text->lines);
    free(text->ids);
    *text = (struct source_text){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/input/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/error.h"

/*
 * Windows of 64 KiB to 1 MiB are equally fast, but for many files only the header is read, so the
 * first one is small. A window grows for a longer line; a file without a newline in 256 MiB is not
 * a profile.
 */
enum { FIRST_WINDOW = 16 * 1024, WINDOW_SIZE = 256 * 1024, LONGEST_LINE = 256 * 1024 * 1024 };

/* Kept free after what was read: for a newline, and for readers of many bytes at once. */
enum { SLACK = 1 + READ_AHEAD };

/* Reads at most `room` bytes from the descriptor; *got is 0 at the end. */
static bool read_descriptor(struct input *input, void *to, size_t room, size_t *got,
                            struct error *error)
{
    ssize_t result;

    do
        result = read(input->descriptor, to, room);
    while (result < 0 && errno == EINTR);
    if (result < 0)
        return error_set(error, ERROR_FAILED, input->path, 0, "%s", strerror(errno));
    *got = (size_t)result;
    return true;
}

/* Reads the first bytes and looks whether they are compressed. */
static bool read_start(struct input *input, struct error *error)
{
    size_t got = 1;

    input->buffer = memory_grow(NULL, &input->capacity, WINDOW_SIZE + SLACK, 1);
    while (input->end < MAGIC_LENGTH && got != 0) {
        if (!read_descriptor(input, input->buffer + input->end, FIRST_WINDOW - input->end, &got,
                             error))
            return false;
        input->end += got;
    }
    memset(input->buffer + input->end, 0, SLACK); /* the lines so far may be the first window */
    if (!is_compressed(input->buffer, input->end))
        return true;

    input->decompressor = decompressor_create(input->buffer, input->end, input->path, error);
    input->packed = memory_alloc(WINDOW_SIZE, 1);
    memcpy(input->packed, input->buffer, input->end);
    input->packed_rest = (struct bytes){input->packed, input->end};
    input->end = 0;
    return input->decompressor != NULL;
}

bool input_open(struct input *input, const char *path, struct error *error)
{
    bool is_stdin = strcmp(path, "-") == 0;
    struct stat status;

    *input = (struct input){.path = path, .is_stdin = is_stdin};
    input->descriptor = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (input->descriptor < 0)
        return error_set(error, ERROR_FAILED, path, 0, "%s", strerror(errno));
    bool is_done = true;
    if (fstat(input->descriptor, &status) == 0) {
        if (S_ISDIR(status.st_mode))
            is_done = error_set(error, ERROR_FAILED, path, 0, "is a directory");
        else if (S_ISREG(status.st_mode))
            input->changed = (int64_t)status.st_mtime;
    }
    is_done = is_done && read_start(input, error);
    if (!is_done)
        input_close(input);
    return is_done;
}

/* Decompresses more of what the file holds; *got is 0 at the end. */
static bool unpack(struct input *input, struct bytes out, size_t *got, struct error *error)
{
    const size_t room = out.length;

    while (out.length == room) {
        bool had_input = input->packed_rest.length != 0;
        if (!had_input && !input->packed_is_last) {
            size_t packed = 0;
            if (!read_descriptor(input, input->packed, WINDOW_SIZE, &packed, error))
                return false;
            input->packed_rest = (struct bytes){input->packed, packed};
            input->packed_is_last = packed == 0;
        }
        if (!decompressor_run(input->decompressor, &input->packed_rest, input->packed_is_last, &out,
                              error))
            return false;
        if (input->packed_is_last && out.length == room)
            break;
    }
    *got = room - out.length;
    return true;
}

/* Appends more data to the buffer, which begins with the window. */
static bool read_more(struct input *input, struct error *error)
{
    size_t got = 0;

    if (input->capacity - input->end < WINDOW_SIZE / 2 + SLACK)
        input->buffer =
            memory_grow(input->buffer, &input->capacity, input->end + WINDOW_SIZE + SLACK, 1);

    char *to = input->buffer + input->end;
    size_t room = input->capacity - input->end - SLACK;
    if (input->decompressor != NULL ? !unpack(input, (struct bytes){to, room}, &got, error)
                                    : !read_descriptor(input, to, room, &got, error))
        return false;
    input->end += got;
    memset(input->buffer + input->end, 0, SLACK);
    if (got == 0) {
        input->is_at_end = true;
        input->lacks_newline = input->end != 0;
        if (input->lacks_newline)
            input->buffer[input->end++] = '\n';
    }
    return true;
}

/* Returns whether a line starts as only lines of profiles do. */
static bool is_profile_line(struct text line)
{
    static const struct text starts[] = {
        {"# callgrind format", 18},
        {"version:", 8},
        {"creator:", 8},
        {"pid:", 4},
        {"cmd:", 4},
        {"part:", 5},
        {"thread:", 7},
        {"desc:", 5},
        {"positions:", 10},
        {"event:", 6},
        {"events:", 7},
        {"summary:", 8},
        {"arch:", 5},
        {"fl=", 3},
        {"fi=", 3},
        {"fn=", 3},
        {"ob=", 3},
        {"==== NEW PROFILING FILE", 23},
    };

    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (text_starts_with(line, starts[i]))
            return true;
    return false;
}

bool is_profile_start(struct text rest)
{
    struct text line = {0};

    if (rest.length == 0)
        return true;
    while (text_cut(&rest, '\n', &line)) {
        if (is_profile_line(line))
            return true;
        if (text_trim(line).length != 0 && line.at[0] != '#')
            return false;
    }
    return false;
}

static const char *last_newline(const char *at, size_t length)
{
    while (length != 0 && at[length - 1] != '\n')
        length--;
    return length != 0 ? at + length - 1 : NULL;
}

bool input_next_lines(struct input *input, struct text *window, struct error *error)
{
    size_t carried = input->end - input->begin;

    if (carried != 0 && input->begin != 0)
        memmove(input->buffer, input->buffer + input->begin, carried);
    input->begin = 0;
    input->end = carried;
    /* The bytes carried over are the start of a line, except at the start of the input. */
    const char *newline = last_newline(input->buffer, carried);
    while (newline == NULL && !input->is_at_end) {
        size_t searched = input->end;
        if (!read_more(input, error))
            return false;
        newline = last_newline(input->buffer + searched, input->end - searched);
        if (newline == NULL && input->end > LONGEST_LINE)
            return error_set(error, ERROR_FAILED, input->path, 0,
                             "not a profile: a line of more than %d MiB", LONGEST_LINE >> 20);
    }
    if (newline == NULL) {
        *window = (struct text){0};
        return true;
    }
    input->begin = (size_t)(newline + 1 - input->buffer);
    *window = text_between(input->buffer, newline + 1);
    return true;
}

bool input_peek_lines(struct input *input, struct text *window, struct error *error)
{
    bool is_done = input_next_lines(input, window, error);

    input->begin = 0;
    return is_done;
}

void input_close(struct input *input)
{
    if (!input->is_stdin)
        close(input->descriptor);
    decompressor_free(input->decompressor);
    free(input->packed);
    free(input->buffer);
    *input = (struct input){.descriptor = -1};
}

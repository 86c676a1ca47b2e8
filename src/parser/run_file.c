/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/run_file.h"

#include "base/array.h"
#include "base/number.h"

static const struct text compressed[] = {{".gz", 3}, {".zst", 4}, {".xz", 3}};

static bool ends_with(struct text text, struct text end)
{
    return text.length >= end.length && text_equal(text_skip(text, text.length - end.length), end);
}

/* The part of a path that says that it is compressed; empty where it is not. */
static struct text compression_of(struct text path)
{
    for (size_t i = 0; i < ARRAY_LENGTH(compressed); i++)
        if (ends_with(path, compressed[i]))
            return text_skip(path, path.length - compressed[i].length);
    return (struct text){0};
}

/* Cuts a mark and digits off the end; *number is what they say. False where there are none. */
static bool cut_number(struct text *path, char mark, size_t least_digits, int64_t *number)
{
    size_t start = path->length;
    int64_t value = 0, unit = 1;

    while (start != 0 && is_digit(path->at[start - 1]) && path->length - start < SAFE_DIGITS) {
        start--;
        value += unit * (path->at[start] - '0');
        unit *= 10;
    }
    if (path->length - start < least_digits || start < 2 || path->at[start - 1] != mark ||
        path->at[start - 2] == '/')
        return false;
    *number = value;
    path->length = start - 1;
    return true;
}

/* "-01" */
static bool cut_thread(struct text *path, int64_t *thread)
{
    return cut_number(path, '-', 2, thread);
}

/* ".1" */
static bool cut_part(struct text *path, int64_t *part)
{
    return cut_number(path, '.', 1, part);
}

struct run_bases run_file_bases(const struct run_file *file)
{
    struct run_bases bases = {0};
    struct text path = file->path;
    int64_t number;

    bases.compression = compression_of(path);
    path.length -= bases.compression.length;
    bases.list[bases.count++] = path;
    if (cut_thread(&path, &number) && number == file->thread)
        bases.list[bases.count++] = path;
    path = bases.list[bases.count - 1];
    if (cut_part(&path, &number) && number == file->part)
        bases.list[bases.count++] = path;
    return bases;
}

static bool has_base(const struct run_bases *bases, struct text base)
{
    for (size_t i = 0; i < bases->count; i++)
        if (text_equal(bases->list[i], base))
            return true;
    return false;
}

bool run_bases_intersect(struct run_bases *bases, const struct run_bases *other)
{
    struct run_bases shared = {.compression = bases->compression};

    if (!text_equal(bases->compression, other->compression))
        return false;
    for (size_t i = 0; i < bases->count; i++)
        if (has_base(other, bases->list[i]))
            shared.list[shared.count++] = bases->list[i];
    if (shared.count != 0)
        *bases = shared;
    return shared.count != 0;
}

bool run_path_may_be_of(struct text path, const struct run_bases *bases)
{
    struct text compression = compression_of(path);
    int64_t number;

    if (!text_equal(compression, bases->compression))
        return false;
    path.length -= compression.length;
    if (has_base(bases, path))
        return true;
    if (cut_thread(&path, &number) && has_base(bases, path))
        return true;
    return cut_part(&path, &number) && has_base(bases, path);
}

bool run_files_are_of_one_run(const struct run_file *a, const struct run_file *b)
{
    struct run_bases shared = run_file_bases(a), bases = run_file_bases(b);

    return a->pid >= 0 && a->pid == b->pid && text_equal(a->command, b->command) &&
           run_bases_intersect(&shared, &bases);
}

bool run_files_exclude_each_other(const struct run_file *a, const struct run_file *b)
{
    return a->part == b->part && (a->thread == b->thread || a->thread < 0 || b->thread < 0 ||
                                  !text_equal(a->time_range, b->time_range));
}

static void read_identity(struct text value, int64_t *identity)
{
    const char *end;

    if (read_signed(value.at, &end, identity) != NUMBER_OK || end != text_end(value) ||
        *identity < 0)
        *identity = -1;
}

static void read_line(struct run_file *file, struct text key, struct text value)
{
    struct text type = {0};

    value = text_trim(value);
    if (text_equal(key, TEXT("pid")))
        read_identity(value, &file->pid);
    else if (text_equal(key, TEXT("part")))
        read_identity(value, &file->part);
    else if (text_equal(key, TEXT("thread")))
        read_identity(value, &file->thread);
    else if (text_equal(key, TEXT("cmd")))
        file->command = value;
    else if (text_equal(key, TEXT("desc")) && text_cut(&value, ':', &type) &&
             text_equal(text_trim(type), TEXT("Timerange")))
        file->time_range = value;
}

struct run_file run_file_of(struct text path)
{
    return (struct run_file){.path = path, .pid = -1, .part = -1, .thread = -1};
}

/* "fl=...", or costs: there is no header, or it is over. */
static bool is_of_body(struct text line)
{
    return is_digit(line.at[0]) || (line.length > 2 && line.at[2] == '=');
}

bool run_file_read_lines(struct run_file *file, struct text lines)
{
    struct text value, key = {0};

    while (text_cut(&lines, '\n', &value)) {
        if (text_trim(value).length == 0 || value.at[0] == '#')
            continue;
        if (is_of_body(value))
            return true;
        text_cut(&value, ':', &key);
        if (text_equal(key, TEXT("events")))
            return true;
        if (value.at != NULL)
            read_line(file, key, value);
    }
    return false;
}

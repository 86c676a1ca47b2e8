/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/run_files.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "parser/input.h"

/* A file that may be of the run. */
struct candidate {
    struct profile_look look;
    bool is_damaged;
};

struct candidates {
    struct candidate *list; /* from the heap */
    size_t count, capacity;
};

/* Reads the first lines of a file that has some. */
static bool look_into(struct profile_look *look, struct arena *arena, struct error *error)
{
    struct run_file *file = &look->file;
    struct input input;
    struct text lines;

    if (!input_open(&input, file->path.at, error))
        return false;
    bool is_read = input_next_lines(&input, &lines, error);
    bool is_start = is_read && is_profile_start(lines);
    bool is_whole = is_start && run_file_read_header(file, lines);
    file->command = arena_copy_text(arena, file->command);
    file->time_range = arena_copy_text(arena, file->time_range);
    input_close(&input);
    if (is_read && !is_start)
        return error_set(error, ERROR_FAILED, file->path.at, 0,
                         "not a profile in the Callgrind format");
    look->is_cut = !is_whole;
    return is_read;
}

bool profile_look(struct profile_look *look, struct text path, struct arena *arena,
                  struct error *error)
{
    struct stat status;

    *look = (struct profile_look){.file = {.path = path, .pid = -1, .part = -1, .thread = -1}};
    bool is_there = !text_equal(path, TEXT("-")) && stat(path.at, &status) == 0;
    if (text_equal(path, TEXT("-")) || (is_there && !S_ISREG(status.st_mode)))
        return true;
    if (is_there) {
        look->changed = status.st_mtim;
        look->is_empty = status.st_size == 0;
    }
    return look->is_empty || look_into(look, arena, error);
}

static int compare_names(const void *a, const void *b)
{
    return text_compare(*(const struct text *)a, *(const struct text *)b);
}

/* The part of a path up to its last '/', which is empty for the current directory. */
static struct text directory_part(struct text path)
{
    return (struct text){path.at, path.length - path_base(path).length};
}

static void list_directory(struct run_finder *finder, struct text directory)
{
    const char *path = directory.length == 0 ? "." : arena_copy_string(finder->arena, directory);
    DIR *open_directory = opendir(path);

    finder->directory = arena_copy_text(finder->arena, directory);
    finder->names = (struct text_list){0};
    if (open_directory == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(open_directory)) != NULL;)
        arena_append_text(finder->arena, &finder->names,
                          arena_copy_text(finder->arena, text_of(entry->d_name)));
    closedir(open_directory);
    if (finder->names.count != 0)
        qsort((struct text *)finder->names.items, finder->names.count, sizeof *finder->names.items,
              compare_names);
}

/* The names in the path's directory that begin with a base. */
static struct text_list names_with_base(struct run_finder *finder, struct text base)
{
    struct text directory = directory_part(base), start = path_base(base);

    if (finder->names.items == NULL || !text_equal(finder->directory, directory))
        list_directory(finder, directory);
    const struct text *names = finder->names.items;
    size_t low = 0, high = finder->names.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (text_compare(names[middle], start) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    while (high < finder->names.count && text_starts_with(names[high], start))
        high++;
    return (struct text_list){names == NULL ? NULL : names + low, high - low};
}

static struct text join(struct arena *arena, struct text directory, struct text name)
{
    char *path = arena_alloc(arena, directory.length + name.length + 1);

    if (directory.length != 0)
        memcpy(path, directory.at, directory.length);
    memcpy(path + directory.length, name.at, name.length);
    return (struct text){path, directory.length + name.length};
}

static void add_candidate(struct candidates *candidates, const struct profile_look *look,
                          bool is_damaged)
{
    ARRAY_GROW(candidates->list, candidates->count, candidates->capacity);
    candidates->list[candidates->count++] = (struct candidate){*look, is_damaged};
}

/* Directories and the like are not of a run. */
static void look_at(struct candidates *candidates, struct text path, struct arena *arena)
{
    struct profile_look look;
    struct error problem = {0};
    struct stat status;

    if (stat(path.at, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    bool is_damaged = !profile_look(&look, path, arena, &problem) || look.is_cut;
    add_candidate(candidates, &look, is_damaged);
}

/* All files whose names may be of a base of this one, among them itself and that of the base. */
static void gather(struct run_finder *finder, const struct profile_look *named,
                   const struct run_bases *bases, struct candidates *candidates)
{
    struct text shortest = bases->list[bases->count - 1];
    struct text_list names = names_with_base(finder, shortest);

    add_candidate(candidates, named, false);
    for (size_t i = 0; i < names.count; i++) {
        struct text path = join(finder->arena, directory_part(shortest), names.items[i]);
        if (run_path_may_be_of(path, bases) && !text_equal(path, named->file.path))
            look_at(candidates, path, finder->arena);
    }
}

static bool is_newer(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/* The newest file that names its process; NULL where none does. */
static const struct run_file *newest(const struct candidates *candidates)
{
    const struct candidate *best = NULL;

    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->list[i];
        if (candidate->look.file.pid >= 0 &&
            (best == NULL || is_newer(candidate->look.changed, best->look.changed)))
            best = candidate;
    }
    return best == NULL ? NULL : &best->look.file;
}

static int compare_files(const void *a, const void *b)
{
    const struct run_file *left = a, *right = b;

    if (left->part != right->part)
        return left->part < right->part ? -1 : 1;
    if (left->thread != right->thread)
        return left->thread < right->thread ? -1 : 1;
    return text_compare(left->path, right->path);
}

/* Of the candidates, takes those that are of one run with the reference, and what is damaged. */
static void choose(struct arena *arena, const struct candidates *candidates,
                   const struct run_file *reference, struct run_bases bases, struct found_run *run)
{
    run->files = arena_alloc_array(arena, candidates->count, sizeof *run->files);
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->list[i];
        bool is_of_run = run_files_are_of_one_run(reference, &candidate->look.file);
        if (!is_of_run && !candidate->is_damaged)
            continue;
        run->files[run->count++] = candidate->look.file;
        struct run_bases others = run_file_bases(&candidate->look.file);
        (void)run_bases_intersect(&bases, &others);
    }
    qsort(run->files, run->count, sizeof *run->files, compare_files);
    run->base = bases.list[0];
    for (size_t i = 0; i < candidates->count; i++)
        if (text_equal(candidates->list[i].look.file.path, run->base)) {
            run->has_base = true;
            run->base_is_empty = candidates->list[i].look.is_empty;
        }
}

void run_find(struct run_finder *finder, const struct profile_look *look, struct found_run *run)
{
    const struct run_file *reference = &look->file;
    struct candidates candidates = {0};

    *run = (struct found_run){.base = look->file.path};
    if (!look->is_empty && look->file.pid < 0) {
        run->files = arena_alloc(finder->arena, sizeof *run->files);
        run->files[run->count++] = look->file;
        return;
    }
    struct run_bases bases = run_file_bases(&look->file);
    gather(finder, look, &bases, &candidates);
    if (look->is_empty)
        reference = newest(&candidates);
    if (reference != NULL)
        choose(finder->arena, &candidates, reference, bases, run);
    free(candidates.list);
}

bool found_run_check(const struct found_run *run, struct error *error)
{
    for (size_t i = 1; i < run->count; i++) {
        const struct run_file *file = &run->files[i], *before = file - 1;
        if (file->pid >= 0 && before->pid >= 0 && run_files_exclude_each_other(before, file))
            return error_set(error, ERROR_FAILED, file->path.at, 0,
                             "is part %" PRIi64 " of process %" PRIi64
                             " as '%.200s' is, but of another run: name the files to read",
                             file->part, file->pid, before->path.at);
    }
    return true;
}

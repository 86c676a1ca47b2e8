/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/run_files.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/names.h"
#include "base/portable.h"
#include "parser/input/input.h"

/* A file that may be of the run. */
struct candidate {
    struct profile_look look;
    bool is_damaged;
};

struct candidates {
    struct candidate *list; /* from the heap */
    size_t count, capacity;
};

/* Reads on until the header ends. False where the file cannot be read. */
static bool read_header(struct profile_look *look, struct input *input, struct text lines,
                        struct arena *arena, struct error *error)
{
    struct run_file *file = &look->file;
    bool is_read = true, is_whole = false;

    while (is_read && !is_whole && lines.length != 0) {
        is_whole = run_file_read_lines(file, lines);
        file->command = arena_copy_text(arena, file->command);
        file->time_range = arena_copy_text(arena, file->time_range);
        is_read = is_whole || input_next_lines(input, &lines, error);
    }
    look->is_cut = !is_whole && !look->is_empty;
    return is_read;
}

/* Looks into a file that has some bytes. */
static bool look_into(struct profile_look *look, struct arena *arena, struct error *error)
{
    const char *path = look->file.path.at;
    struct input input;
    struct text lines;

    if (!input_open(&input, path, error))
        return false;
    bool is_done = input_next_lines(&input, &lines, error);
    look->is_empty = is_done && lines.length == 0;
    if (is_done && !is_profile_start(lines))
        is_done = error_set(error, ERROR_FAILED, path, 0, "not a profile in the Callgrind format");
    is_done = is_done && read_header(look, &input, lines, arena, error);
    input_close(&input);
    return is_done;
}

bool profile_look(struct profile_look *look, struct text path, struct arena *arena,
                  struct error *error)
{
    struct stat status;

    *look = (struct profile_look){.file = run_file_of(path)};
    bool is_there = !text_equal(path, TEXT("-")) && stat(path.at, &status) == 0;
    if (text_equal(path, TEXT("-")) || (is_there && !S_ISREG(status.st_mode)))
        return true;
    if (is_there) {
        look->changed = portable_change_time(&status);
        look->is_empty = status.st_size == 0;
        look->file.device = (uint64_t)status.st_dev;
        look->file.inode = (uint64_t)status.st_ino;
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

static struct text_list list_directory(struct arena *arena, struct text directory)
{
    const char *path = directory.length == 0 ? "." : arena_copy_string(arena, directory);
    DIR *open_directory = opendir(path);
    struct text_list names = {0};

    if (open_directory == NULL)
        return names;
    for (const struct dirent *entry; (entry = readdir(open_directory)) != NULL;)
        arena_append_text(arena, &names, arena_copy_text(arena, text_of(entry->d_name)));
    closedir(open_directory);
    if (names.count != 0)
        qsort((struct text *)names.items, names.count, sizeof *names.items, compare_names);
    return names;
}

/* The names in a directory, which is read once. */
static struct text_list names_in(struct run_finder *finder, struct text directory)
{
    if (finder->directories == NULL)
        finder->directories = names_create();
    size_t known = names_count(finder->directories);
    uint32_t id = names_add(finder->directories, directory);
    if (id == known) {
        ARRAY_GROW(finder->listings, known, finder->capacity);
        finder->listings[id] = list_directory(finder->arena, directory);
    }
    return finder->listings[id];
}

void run_finder_free(struct run_finder *finder)
{
    if (finder->directories != NULL)
        names_free(finder->directories);
    free(finder->listings);
}

/* The names in the path's directory that begin with a base. */
static struct text_list names_with_base(struct run_finder *finder, struct text base)
{
    struct text start = path_base(base);
    struct text_list names = names_in(finder, directory_part(base));
    size_t low = 0, high = names.count;

    if (names.items == NULL)
        return (struct text_list){0};
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (text_compare(names.items[middle], start) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    while (high < names.count && text_starts_with(names.items[high], start))
        high++;
    return (struct text_list){names.items + low, high - low};
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

/* The newest file that names its process; NULL where none does. */
static const struct run_file *newest(const struct candidates *candidates)
{
    const struct candidate *best = NULL;

    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->list[i];
        if (candidate->look.file.pid >= 0 && !candidate->is_damaged &&
            (best == NULL || is_later(candidate->look.changed, best->look.changed)))
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

static bool is_of_run(const struct candidate *candidate, const struct run_file *reference)
{
    return run_files_are_of_one_run(reference, &candidate->look.file);
}

/* Whether it is the file of a base. */
static bool is_base(const struct candidate *candidate, struct text base)
{
    struct text path = candidate->look.file.path;

    path.length -= run_file_bases(&candidate->look.file).compression.length;
    return text_equal(path, base);
}

/* Leaves the bases that all files of the run have. */
static void share_bases(struct run_bases *bases, const struct candidates *candidates,
                        const struct run_file *reference)
{
    for (size_t i = 0; i < candidates->count; i++) {
        struct run_bases others = run_file_bases(&candidates->list[i].look.file);
        if (is_of_run(&candidates->list[i], reference))
            (void)run_bases_intersect(bases, &others);
    }
}

/*
 * Takes the shortest of the bases of which there is a file that may be of the run: Callgrind makes
 * it when it starts. Without any, the longest, of which there is least to be mistaken in.
 */
static void choose_base(const struct run_bases *bases, const struct candidates *candidates,
                        const struct run_file *reference, struct found_run *run)
{
    run->base = bases->list[0];
    run->compression = bases->compression;
    for (size_t i = bases->count; i > 0 && !run->has_base; i--)
        for (size_t j = 0; j < candidates->count && !run->has_base; j++) {
            const struct candidate *candidate = &candidates->list[j];
            bool may_be = candidate->look.is_empty || candidate->is_damaged ||
                          is_of_run(candidate, reference);
            if (!may_be || !is_base(candidate, bases->list[i - 1]))
                continue;
            run->base = bases->list[i - 1];
            run->has_base = true;
            run->base_is_empty = candidate->look.is_empty;
            run->base_file = candidate->look.file;
        }
}

/* What a damaged header says is not to be relied upon. */
static struct run_file without_header(const struct run_file *file)
{
    struct run_file bare = run_file_of(file->path);

    bare.device = file->device;
    bare.inode = file->inode;
    return bare;
}

/* Of the candidates, takes those that are of one run with the reference, and what is damaged. */
static void choose(struct arena *arena, const struct candidates *candidates,
                   const struct run_file *reference, struct run_bases bases, struct found_run *run)
{
    share_bases(&bases, candidates, reference);
    choose_base(&bases, candidates, reference, run);
    const struct run_bases chosen = {
        .list = {run->base}, .count = 1, .compression = run->compression};
    run->files = arena_alloc_array(arena, candidates->count, sizeof *run->files);
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->list[i];
        const struct run_file *file = &candidate->look.file;
        bool is_lost =
            candidate->is_damaged || (candidate->look.is_empty && !is_base(candidate, run->base));
        if (is_lost && run_path_may_be_of(file->path, &chosen))
            run->files[run->count++] = without_header(file);
        else if (!is_lost && is_of_run(candidate, reference))
            run->files[run->count++] = *file;
    }
    qsort(run->files, run->count, sizeof *run->files, compare_files);
}

void run_find(struct run_finder *finder, const struct profile_look *look, struct found_run *run)
{
    const struct run_file *reference = &look->file;
    struct candidates candidates = {0};

    *run = (struct found_run){.base = look->file.path};
    if (look->is_cut || (!look->is_empty && look->file.pid < 0)) {
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/runs.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/number.h"
#include "base/portable.h"
#include "parser/input/input.h"
#include "parser/parse.h"
#include "profile/profile.h"

const struct text run_compressions[N_RUN_COMPRESSIONS] = {{".gz", 3}, {".zst", 4}, {".xz", 3}};

static struct text join(struct arena *arena, struct text directory, struct text name)
{
    char *path = arena_alloc(arena, directory.length + name.length + 1);

    if (directory.length != 0)
        memcpy(path, directory.at, directory.length);
    memcpy(path + directory.length, name.at, name.length);
    return (struct text){path, directory.length + name.length};
}

static bool ends_with(struct text text, struct text end)
{
    return text.length >= end.length && text_equal(text_skip(text, text.length - end.length), end);
}

/* Returns the compression suffix of a path, or an empty text. */
static struct text compression_of(struct text path)
{
    for (size_t i = 0; i < N_RUN_COMPRESSIONS; i++)
        if (ends_with(path, run_compressions[i]))
            return text_skip(path, path.length - run_compressions[i].length);
    return (struct text){0};
}

/*
 * Cuts a mark and digits off the end, such as "-01" for a thread or ".1" for a part, and sets
 * *number. False if there are none.
 */
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

/* Cuts ".t1" of a thread or ".p2" of a part off, as gungraun writes them. */
static void cut_letter(struct text *path, char letter)
{
    struct text cut = *path;
    int64_t number;

    if (cut_number(&cut, letter, 1, &number) && ends_with(cut, TEXT(".")))
        *path = (struct text){cut.at, cut.length - 1};
}

/*
 * Cuts off the suffix of a run's files: ".gz", or everything from ".out" on in
 * "callgrind.NAME.t1.p2.out", including ".out.old" and the like.
 */
static struct text cut_ending(struct text *path)
{
    struct text whole = *path, name = path_base(whole), ending = compression_of(whole);
    size_t at = name.length;

    path->length -= ending.length;
    while (at != 0 && !text_starts_with(text_skip(name, at), TEXT(".out")))
        at--;
    struct text base = text_between(whole.at, name.at + at);
    size_t length = base.length;
    cut_letter(&base, 'p');
    cut_letter(&base, 't');
    if (base.length == length || !text_starts_with(path_base(base), TEXT("callgrind.")))
        return ending;
    *path = base;
    return text_skip(whole, length);
}

struct run_bases run_file_bases(const struct run_file *file)
{
    struct run_bases bases = {0};
    struct text path = file->path;
    int64_t number;

    bases.ending = cut_ending(&path);
    bases.list[bases.count++] = path;
    if (cut_number(&path, '-', 2, &number) && number == file->thread)
        bases.list[bases.count++] = path;
    path = bases.list[bases.count - 1];
    if (cut_number(&path, '.', 1, &number) && number == file->part)
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

/* Keeps the bases that the other file also has. False, with no change, if there are none. */
static bool keep_shared(struct run_bases *bases, const struct run_bases *other)
{
    struct run_bases shared = {.ending = bases->ending};

    if (!text_equal(bases->ending, other->ending))
        return false;
    for (size_t i = 0; i < bases->count; i++)
        if (has_base(other, bases->list[i]))
            shared.list[shared.count++] = bases->list[i];
    if (shared.count != 0)
        *bases = shared;
    return shared.count != 0;
}

struct text run_bases_path(const struct run_bases *bases, struct arena *arena)
{
    struct text ending = bases->ending;

    ending.length -= compression_of(ending).length;
    return ending.length == 0 ? bases->list[0] : join(arena, bases->list[0], ending);
}

bool run_name_is_of_valgrind(struct text name)
{
    struct text plain = {name.at, name.length - compression_of(name).length};

    return text_starts_with(name, TEXT("callgrind.out")) ||
           text_starts_with(name, TEXT("cachegrind.out")) ||
           (text_starts_with(name, TEXT("callgrind.")) && ends_with(plain, TEXT(".out")));
}

struct text run_bare_name(struct text base)
{
    const struct text before = TEXT("callgrind."), after = TEXT(".out");
    struct text name = base;

    if (text_starts_with(name, before))
        name = text_skip(name, before.length);
    if (ends_with(name, after))
        name.length -= after.length;
    bool is_valgrinds = text_equal(name, TEXT("out")) || text_starts_with(name, TEXT("out."));
    return name.length == 0 || is_valgrinds ? base : name;
}

bool run_path_may_be_of(struct text path, const struct run_bases *bases)
{
    int64_t number;

    if (!text_equal(cut_ending(&path), bases->ending))
        return false;
    if (has_base(bases, path))
        return true;
    if (cut_number(&path, '-', 2, &number) && has_base(bases, path))
        return true;
    return cut_number(&path, '.', 1, &number) && has_base(bases, path);
}

/* Returns whether both are from one process, as far as their headers say. */
static bool is_of_process(const struct run_file *a, const struct run_file *b)
{
    return a->pid >= 0 && a->pid == b->pid && text_equal(a->command, b->command);
}

bool run_files_are_of_one_run(const struct run_file *a, const struct run_file *b)
{
    struct run_bases shared = run_file_bases(a), bases = run_file_bases(b);

    return is_of_process(a, b) && keep_shared(&shared, &bases);
}

bool run_files_exclude_each_other(const struct run_file *a, const struct run_file *b)
{
    return a->part == b->part && (a->thread == b->thread || a->thread < 0 || b->thread < 0 ||
                                  !text_equal(a->time_range, b->time_range));
}

/* Returns a file as described by its first part, which may be NULL. */
static struct run_file describe_file(struct text path, const struct part *part)
{
    if (part == NULL)
        return (struct run_file){.path = path, .pid = -1, .part = -1, .thread = -1};
    return (struct run_file){.path = path,
                             .command = part->command,
                             .time_range = part->time_range,
                             .pid = part->pid,
                             .part = part->given,
                             .thread = part->thread};
}

/* The files that may belong to a run. */
struct run_candidates {
    struct profile_look *list; /* from the heap */
    size_t count, capacity;
};

/* Reads the header. Nothing in a damaged one can be trusted. */
static void read_header(struct profile_look *look, struct input *input, struct arena *arena)
{
    struct symbols symbols = symbols_create();
    struct run_file *file = &look->file;
    struct profile profile;

    profile_init(&profile, &symbols, (struct keep){0});
    look->is_cut = !parse_first_header(input, &profile);
    *file = describe_file(file->path, look->is_cut ? NULL : profile_last_part(&profile));
    file->command = arena_copy_text(arena, file->command);
    file->time_range = arena_copy_text(arena, file->time_range);
    profile_free(&profile);
    symbols_free(&symbols);
}

/* Looks into a file that has some bytes. */
static bool look_into(struct profile_look *look, struct arena *arena, struct error *error)
{
    const char *path = look->file.path.at;
    struct input input;
    struct text lines;

    if (!input_open(&input, path, error))
        return false;
    bool is_done = input_peek_lines(&input, &lines, error);
    look->is_empty = is_done && lines.length == 0;
    if (is_done && !is_profile_start(lines))
        is_done = error_set(error, ERROR_FAILED, path, 0, "not a profile in the Callgrind format");
    if (is_done && !look->is_empty)
        read_header(look, &input, arena);
    input_close(&input);
    return is_done;
}

bool profile_look(struct profile_look *look, struct text path, struct arena *arena,
                  struct error *error)
{
    struct stat status;

    *look = (struct profile_look){.file = describe_file(path, NULL)};
    bool is_there = !text_equal(path, TEXT("-")) && stat(path.at, &status) == 0;
    if (text_equal(path, TEXT("-")) || (is_there && !S_ISREG(status.st_mode)))
        return true;
    look->is_empty = is_there && status.st_size == 0;
    bool is_done = look->is_empty || look_into(look, arena, error);
    if (is_there) {
        look->changed = portable_change_time(&status);
        look->file.device = (uint64_t)status.st_dev;
        look->file.inode = (uint64_t)status.st_ino;
    }
    return is_done;
}

struct text_list directory_list(struct arena *arena, struct text directory)
{
    bool has_slash = directory.length == 0 || ends_with(directory, TEXT("/"));
    struct text start = has_slash ? directory : join(arena, directory, TEXT("/"));
    DIR *stream = opendir(start.length == 0 ? "." : arena_copy_string(arena, start));
    struct text_list paths = {0};

    if (stream == NULL)
        return paths;
    for (const struct dirent *entry; (entry = readdir(stream)) != NULL;)
        arena_append_text(arena, &paths, join(arena, start, text_of(entry->d_name)));
    closedir(stream);
    ARRAY_SORT((struct text *)paths.items, paths.count, texts_compare);
    return paths;
}

/* Returns the paths of a directory's entries, which are cached for the next call. */
static struct text_list paths_in(struct run_finder *finder, struct text directory)
{
    if (finder->listing.count == 0 || !text_equal(finder->directory, directory))
        finder->listing = directory_list(finder->arena, directory);
    finder->directory = directory;
    return finder->listing;
}

/* Adds the file itself, and all files whose names match one of its bases. */
static void gather(struct run_finder *finder, const struct profile_look *named,
                   const struct run_bases *bases, struct run_candidates *candidates)
{
    const struct text shortest = bases->list[bases->count - 1], path = named->file.path;
    const struct text directory = {shortest.at, shortest.length - path_base(shortest).length};
    const struct text_list paths = paths_in(finder, directory);

    ARRAY_ADD(candidates->list, candidates->count, candidates->capacity, *named);
    for (size_t i = 0; i < paths.count; i++)
        if (text_starts_with(paths.items[i], shortest) &&
            run_path_may_be_of(paths.items[i], bases) && !text_equal(paths.items[i], path)) {
            struct profile_look look;
            struct error problem; /* reading it will say it */
            if (!profile_look(&look, paths.items[i], finder->arena, &problem))
                look.is_cut = true;
            ARRAY_ADD(candidates->list, candidates->count, candidates->capacity, look);
        }
}

/* Returns the newest file that names its process; NULL if no file does. */
static const struct run_file *newest_candidate(const struct run_candidates *candidates)
{
    const struct profile_look *best = NULL;

    for (size_t i = 0; i < candidates->count; i++) {
        const struct profile_look *candidate = &candidates->list[i];
        if (candidate->file.pid >= 0 &&
            (best == NULL || is_later(candidate->changed, best->changed)))
            best = candidate;
    }
    return best == NULL ? NULL : &best->file;
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

/* Returns the base of a file: its path without suffix. */
static struct text without_ending(const struct run_file *file)
{
    struct text path = file->path;

    path.length -= run_file_bases(file).ending.length;
    return path;
}

/*
 * Returns the common start of the names of the run's files. Callgrind creates a file of that name
 * when it starts, and leaves it empty or, if killed, truncated. Without such a file, returns the
 * longest base, which is the least likely to be wrong.
 */
static struct text choose_base(struct run_bases bases, const struct run_candidates *candidates,
                               const struct run_file *reference)
{
    for (size_t i = 0; i < candidates->count; i++) {
        struct run_bases others = run_file_bases(&candidates->list[i].file);
        if (run_files_are_of_one_run(reference, &candidates->list[i].file))
            (void)keep_shared(&bases, &others);
    }
    for (size_t i = 0; i < candidates->count; i++) {
        const struct profile_look *candidate = &candidates->list[i];
        struct text path = without_ending(&candidate->file);
        if ((candidate->is_empty || candidate->is_cut) && has_base(&bases, path))
            return path;
    }
    return bases.list[0];
}

/* Selects the candidates of the same run as the reference, and damaged ones. */
static void choose(struct arena *arena, const struct run_candidates *candidates,
                   const struct run_file *reference, struct run_bases bases, struct found_run *run)
{
    const struct text base = choose_base(bases, candidates, reference);
    const struct run_bases chosen = {.list = {base}, .count = 1, .ending = bases.ending};

    run->files = arena_alloc_array(arena, candidates->count, sizeof *run->files);
    for (size_t i = 0; i < candidates->count; i++) {
        const struct profile_look *candidate = &candidates->list[i];
        const struct run_file *file = &candidate->file;
        bool is_lost =
            candidate->is_cut || (candidate->is_empty && !text_equal(without_ending(file), base));
        if (is_lost ? run_path_may_be_of(file->path, &chosen)
                    : run_files_are_of_one_run(reference, file))
            run->files[run->count++] = *file;
    }
    ARRAY_SORT(run->files, run->count, compare_files);
}

void run_find(struct run_finder *finder, const struct profile_look *look, struct found_run *run)
{
    const struct run_bases bases = run_file_bases(&look->file);
    const struct run_file *reference = &look->file;
    struct run_candidates candidates = {0};

    *run = (struct found_run){0};
    if (!look->is_empty && look->file.pid < 0) {
        run->files = arena_alloc(finder->arena, sizeof *run->files);
        run->files[run->count++] = look->file;
        return;
    }
    gather(finder, look, &bases, &candidates);
    if (look->is_empty)
        reference = newest_candidate(&candidates);
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

size_t run_groups_add(struct run_groups *groups, const struct run_file *file)
{
    const struct run_bases bases = run_file_bases(file);

    for (size_t i = 0; i < groups->count; i++) {
        struct run_group *group = &groups->list[i];
        if (is_of_process(file, &group->first) && keep_shared(&group->bases, &bases)) {
            group->n_files++;
            return i;
        }
    }
    ARRAY_ADD(groups->list, groups->count, groups->capacity, (struct run_group){*file, bases, 1});
    return groups->count - 1;
}

/*
 * Callgrind records all dumps of a process the same way. If one of them has levels of recursion in
 * its names, the others have none only because they lack deep recursion.
 */
static void share_levels(struct profile *profile, const struct run_file *files)
{
    for (size_t i = 0; i < profile->n_inputs; i++)
        for (size_t j = 0; j < profile->n_inputs && profile->inputs[i].levels == LEVELS_SEPARATED;
             j++) {
            struct profile_input *input = &profile->inputs[j];
            if (input->levels != LEVELS_UNKNOWN && !input->has_lost_levels &&
                is_of_process(&files[i], &files[j]))
                input->levels = LEVELS_SEPARATED;
        }
}

void profile_find_runs(struct profile *profile, struct arena *arena)
{
    const size_t n_inputs = profile->n_inputs;
    struct run_file *files = memory_alloc(n_inputs, sizeof *files); /* by input */
    struct run_groups groups = {0};

    for (size_t i = 0, part = 0; i < n_inputs; i++) {
        bool has_parts = part < profile->n_parts && profile->parts[part].input == i;
        files[i] = describe_file(text_of(profile->inputs[i].path),
                                 has_parts ? &profile->parts[part] : NULL);
        profile->inputs[i].run = (uint32_t)run_groups_add(&groups, &files[i]);
        while (part < profile->n_parts && profile->parts[part].input == i)
            part++;
    }
    for (size_t i = 0; i < n_inputs; i++) {
        struct profile_input *input = &profile->inputs[i];
        const struct run_group *group = &groups.list[input->run];
        struct text name = run_bases_path(&group->bases, arena);
        input->run_name = group->n_files == 1 ? files[i].path : name;
        input->pair_name = run_bare_name(path_base(name));
    }
    profile->n_runs = groups.count;
    share_levels(profile, files);
    free(groups.list);
    free(files);
}

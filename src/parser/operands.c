/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/index.h"
#include "base/portable.h"
#include "base/system.h"
#include "parser/read.h"
#include "parser/runs.h"

/* Profiles as they are named, and as what they stand for is put in their place. */
struct expansion {
    struct run_finder finder;
    struct index named; /* files: (device, inode) */
    struct index added; /* in place of empty ones */
    struct index found; /* of the runs of named ones */
    struct text_list profiles;
    struct warnings *notes;
};

/* Adds a file. True if it was not there before. */
static bool add_once(struct index *files, const struct run_file *file)
{
    size_t known = files->count;

    return index_add(files, file->device, file->inode) == known;
}

static bool has_file(const struct index *files, const struct run_file *file)
{
    return index_find(files, file->device, file->inode) != NO_ID;
}

/* Adds the files that an empty one stands for, except those that are named themselves. */
static void add_run(struct expansion *expansion, const struct found_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        const struct run_file *file = &run->files[i];
        if (!has_file(&expansion->named, file) && add_once(&expansion->added, file))
            arena_append_text(expansion->finder.arena, &expansion->profiles, file->path);
    }
}

/* Notes how many files of a named one's run are not named, and what to name for all of them. */
static void note_others(struct expansion *expansion, const struct found_run *run,
                        const struct run_file *named)
{
    size_t count = 0;
    int length = (int)run->base.length, end_length = (int)run->compression.length;
    const char *base = run->base.at, *end = run->compression.at;

    for (size_t i = 0; i < run->count; i++) {
        const struct run_file *file = &run->files[i];
        count += !has_file(&expansion->named, file) && !run_files_exclude_each_other(named, file);
    }
    if (count == 0)
        return;
    const char *plural = count == 1 ? "" : "s";
    if (run->base_is_empty)
        warnings_add(expansion->notes, named->path.at, 0,
                     "its run has %zu more file%s: %.*s%.*s names all", count, plural, length, base,
                     end_length, end);
    else
        warnings_add(expansion->notes, named->path.at, 0,
                     "its run has %zu more file%s: %.*s%s%.*s[.-]* names all", count, plural,
                     run->has_base && end_length == 0 ? length : 0, base,
                     run->has_base && end_length == 0 ? " " : "", length, base);
}

/* Adds a profile that was named, or what it stands for. */
static bool expand(struct expansion *expansion, const struct profile_look *look,
                   struct error *error)
{
    struct found_run run = {0};

    if (!has_file(&expansion->found, &look->file))
        run_find(&expansion->finder, look, &run);
    if (look->is_empty && run.count != 0) {
        add_run(expansion, &run);
        return found_run_check(&run, error);
    }
    arena_append_text(expansion->finder.arena, &expansion->profiles, look->file.path);
    bool has_all = run.base_is_empty && has_file(&expansion->named, &run.base_file);
    if (run.count > 1 && !has_all)
        note_others(expansion, &run, &look->file);
    for (size_t i = 0; run.count > 1 && i < run.count; i++)
        add_once(&expansion->found, &run.files[i]);
    return true;
}

/* Puts what named files stand for in their place. */
static bool expand_all(const struct profile_look *looks, size_t n_looks, struct text_list *profiles,
                       struct arena *arena, struct warnings *notes, struct error *error)
{
    struct expansion expansion = {.finder = {.arena = arena}, .notes = notes};
    bool is_done = true;

    for (size_t i = 0; i < n_looks; i++)
        add_once(&expansion.named, &looks[i].file);
    for (size_t i = 0; is_done && i < n_looks; i++)
        is_done = expand(&expansion, &looks[i], error);
    *profiles = expansion.profiles;
    index_free(&expansion.named);
    index_free(&expansion.added);
    index_free(&expansion.found);
    run_finder_free(&expansion.finder);
    return is_done;
}

bool operands_expand(struct text_list *profiles, struct arena *arena, struct warnings *notes,
                     struct error *error)
{
    size_t count = profiles->count;
    struct profile_look *looks = arena_alloc_array(arena, count, sizeof *looks);

    for (size_t i = 0; i < count; i++) {
        struct error problem; /* reading it will say it */
        if (!profile_look(&looks[i], profiles->items[i], arena, &problem))
            looks[i].is_cut = true; /* it is alone */
    }
    return expand_all(looks, count, profiles, arena, notes, error);
}

/* Adds the profiles in a directory, by name, and notes how many other files it has. */
static bool add_directory(struct text_list *profiles, struct text path, struct arena *arena,
                          struct warnings *notes, struct error *error)
{
    struct text_list names = directory_list(arena, path);
    size_t n_before = profiles->count, n_others = 0;

    for (size_t i = 0; i < names.count; i++) {
        struct profile_look look;
        struct error problem;
        struct stat status;
        if (stat(names.items[i].at, &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        if (!profile_look(&look, names.items[i], arena, &problem))
            n_others++;
        else if (!look.is_empty) /* which stands for others that are there too */
            arena_append_text(arena, profiles, names.items[i]);
    }
    if (profiles->count == n_before)
        return error_set(error, ERROR_FAILED, path.at, 0, "has no profiles");
    if (n_others != 0)
        warnings_add(notes, path.at, 0, "%zu of its files left out: no profiles", n_others);
    return true;
}

/* Adds a file to the run that it is of, or to a new one, unless it was added before. */
static void add_to_run(struct run_operands *runs, struct run_file *first, struct index *added,
                       struct text path, struct arena *arena)
{
    struct profile_look look;
    struct error problem;
    size_t i = 0;

    if (!profile_look(&look, path, arena, &problem)) /* reading it will say it */
        look.file = run_file_of(path);
    if (look.file.inode != 0 && !add_once(added, &look.file))
        return;
    while (i < runs->count && !run_files_are_of_one_run(&first[i], &look.file))
        i++;
    if (i == runs->count)
        first[runs->count++] = look.file;
    arena_append_text(arena, &runs->items[i], path);
}

bool operands_find_runs(struct text_list files, struct run_operands *runs, struct arena *arena,
                        struct warnings *notes, struct error *error)
{
    struct text_list profiles = {0};
    struct index added = {0};
    struct stat status;
    bool is_done = true;

    for (size_t i = 0; is_done && i < files.count; i++) {
        bool is_directory = stat(files.items[i].at, &status) == 0 && S_ISDIR(status.st_mode);
        if (is_directory)
            is_done = add_directory(&profiles, files.items[i], arena, notes, error);
        else
            arena_append_text(arena, &profiles, files.items[i]);
    }
    if (!is_done || !operands_expand(&profiles, arena, notes, error))
        return false;
    struct run_file *first = arena_alloc_array(arena, profiles.count, sizeof *first);
    *runs = (struct run_operands){
        .items = arena_alloc_array(arena, profiles.count, sizeof *runs->items)};
    for (size_t i = 0; i < profiles.count; i++)
        add_to_run(runs, first, &added, profiles.items[i], arena);
    index_free(&added);
    return true;
}

const char *operands_find_file(struct text_list profiles, struct text_list files)
{
    struct index known = {0};
    struct stat status;
    const char *found = NULL;

    for (size_t i = 0; i < profiles.count; i++)
        if (stat(profiles.items[i].at, &status) == 0)
            index_add(&known, (uint64_t)status.st_dev, (uint64_t)status.st_ino);
    for (size_t i = 0; found == NULL && i < files.count; i++)
        if (stat(files.items[i].at, &status) == 0 &&
            index_find(&known, (uint64_t)status.st_dev, (uint64_t)status.st_ino) != NO_ID)
            found = files.items[i].at;
    index_free(&known);
    return found;
}

bool operands_check_old(const struct operands *operands, struct text_list old, struct error *error)
{
    const char *same = operands->are_chosen ? operands_find_file(operands->profiles, old) : NULL;

    return same == NULL ||
           error_set(error, ERROR_FAILED, same, 0,
                     "the newest run here is this one: quern --diff=OLD NEW compares two");
}

/* The newest file of a name that was found so far. */
struct newest_file {
    struct text name;
    struct timespec changed;
};

static void consider(struct newest_file *best, const char *file, struct arena *arena)
{
    struct text name = text_of(file);
    struct stat status;

    if (stat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
        return;
    struct timespec changed = portable_change_time(&status);
    bool is_older = is_later(best->changed, changed);
    if (best->name.length == 0 || is_later(changed, best->changed) ||
        (!is_older && text_compare(name, best->name) < 0))
        *best = (struct newest_file){arena_copy_text(arena, name), changed};
}

struct text default_profile(struct arena *arena)
{
    static const struct text starts[] = {{"callgrind.out", 13}, {"cachegrind.out", 14}};
    struct newest_file best[2] = {0};
    DIR *directory = opendir(".");

    if (directory == NULL)
        return (struct text){0};
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        for (size_t i = 0; i < 2; i++)
            if (text_starts_with(text_of(entry->d_name), starts[i]))
                consider(&best[i], entry->d_name, arena);
    closedir(directory);
    return best[0].name.length != 0 ? best[0].name : best[1].name;
}

/* Takes all files of the newest run. */
static bool choose_default(struct operands *operands, struct arena *arena, struct error *error)
{
    struct run_finder finder = {.arena = arena};
    struct text newest = default_profile(arena);
    struct profile_look look;
    struct found_run run;

    if (newest.length == 0)
        return error_set(error, ERROR_FAILED, NULL, 0,
                         "no profile named, and no callgrind.out* or cachegrind.out* here: "
                         "valgrind --tool=callgrind ./program writes one");
    operands->are_chosen = true;
    if (!profile_look(&look, newest, arena, error))
        return false;
    run_find(&finder, &look, &run);
    if (run.count == 0) /* it is compressed, and holds nothing */
        arena_append_text(arena, &operands->profiles, newest);
    for (size_t i = 0; i < run.count; i++)
        arena_append_text(arena, &operands->profiles, run.files[i].path);
    run_finder_free(&finder);
    return found_run_check(&run, error);
}

/* Adds a source, without the current directory at its front. */
static void add_source(struct operands *operands, struct text file, struct text directory,
                       struct arena *arena)
{
    if (directory.length != 0 && text_starts_with(file, directory))
        file = text_skip(file, directory.length);
    arena_append_text(arena, &operands->sources, file);
}

bool operands_sort(struct operands *operands, struct text_list files, struct arena *arena,
                   struct warnings *notes, struct error *error)
{
    struct text directory = current_directory(arena);
    struct profile_look *looks = arena_alloc_array(arena, files.count, sizeof *looks);
    size_t n_looks = 0, n_stdin = 0;

    *operands = (struct operands){0};
    if (files.count == 0)
        return choose_default(operands, arena, error);
    for (size_t i = 0; i < files.count; i++) {
        struct error problem = {0};
        if (profile_look(&looks[n_looks], files.items[i], arena, &problem)) {
            n_stdin += text_equal(looks[n_looks++].file.path, TEXT("-"));
            continue;
        }
        if (operands->why_source.kind == ERROR_NONE)
            operands->why_source = problem;
        add_source(operands, files.items[i], directory, arena);
    }
    if (n_looks == 0) {
        *error = operands->why_source;
        return false;
    }
    if (n_stdin > 1)
        return error_usage(error, "standard input ('-') can be read only once");
    return expand_all(looks, n_looks, &operands->profiles, arena, notes, error);
}

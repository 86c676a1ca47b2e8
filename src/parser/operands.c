/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/map.h"
#include "base/names.h"
#include "base/portable.h"
#include "base/shell_words.h"
#include "base/system.h"
#include "parser/read.h"
#include "parser/runs.h"

/* Profiles as they are named, and as what they stand for is put in their place. */
struct expansion {
    struct run_finder finder;
    struct map named; /* files: (device, inode) */
    struct map added; /* in place of empty ones */
    struct map found; /* of the runs of named ones */
    struct text_list profiles;
    struct warnings *notes;
};

/* Adds a file. True if it was not there before. */
static bool add_once(struct map *files, const struct run_file *file)
{
    size_t known = files->count;

    return map_add(files, file->device, file->inode) == known;
}

static bool has_file(const struct map *files, const struct run_file *file)
{
    return map_find(files, file->device, file->inode) != NO_ID;
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

/*
 * Appends words that a shell replaces by the names of all files of a run. A digit follows the
 * letter of a thread or part, so that other names of gungraun, as callgrind.x.parse.t1.p1.out,
 * differ.
 */
static void append_all_files(struct buffer *all, const struct found_run *run)
{
    bool has_ending = run->ending.length != 0;
    bool is_of_gungraun = text_starts_with(run->ending, TEXT(".out"));

    append_shell_word(all, run->base);
    if (run->base_is_empty || is_of_gungraun) {
        buffer_append(all, run->base_is_empty ? TEXT("") : TEXT(".[tp][0-9]*"));
        if (has_ending)
            append_shell_word(all, run->ending);
        return;
    }
    if (run->has_base && !has_ending) {
        buffer_append(all, TEXT(" "));
        append_shell_word(all, run->base);
    }
    buffer_append(all, TEXT("[.-]*"));
}

/* Notes how many files of a named one's run are not named, and what to name for all of them. */
static void note_others(struct expansion *expansion, const struct found_run *run,
                        const struct run_file *named)
{
    struct buffer all = {0};
    size_t count = 0;

    for (size_t i = 0; i < run->count; i++) {
        const struct run_file *file = &run->files[i];
        count += !has_file(&expansion->named, file) && !run_files_exclude_each_other(named, file);
    }
    if (count == 0)
        return;
    append_all_files(&all, run);
    warnings_add(expansion->notes, named->path.at, 0, "its run has %zu more file%s: %s names all",
                 count, count == 1 ? "" : "s", buffer_string(&all));
    free(all.at);
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
    map_free(&expansion.named);
    map_free(&expansion.added);
    map_free(&expansion.found);
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

bool operand_is_directory(struct text path)
{
    struct stat status;

    return stat(path.at, &status) == 0 && S_ISDIR(status.st_mode);
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

/* What the files of a run that were found first say of it. */
struct run_so_far {
    struct run_file first;
    struct run_bases shared;
};

/* Adds a file to the run that it is of, or to a new one, unless it was added before. */
static void add_to_run(struct run_operands *runs, struct run_so_far *known, struct map *added,
                       struct text path, struct arena *arena)
{
    struct profile_look look;
    struct error problem;
    size_t i = 0;

    if (!profile_look(&look, path, arena, &problem)) /* reading it will say it */
        look.file = run_file_of(path);
    if (look.file.inode != 0 && !add_once(added, &look.file))
        return;
    const struct run_bases bases = run_file_bases(&look.file);
    while (i < runs->count && !run_files_are_of_one_run(&known[i].first, &look.file))
        i++;
    if (i == runs->count)
        known[runs->count++] = (struct run_so_far){look.file, bases};
    else
        (void)run_bases_share(&known[i].shared, &bases);
    runs->names[i] = path_base(run_bases_path(&known[i].shared, arena));
    arena_append_text(arena, &runs->items[i], path);
}

bool operands_find_runs(struct text_list files, struct run_operands *runs, struct arena *arena,
                        struct warnings *notes, struct error *error)
{
    struct text_list profiles = {0};
    struct map added = {0};
    bool is_done = true;

    for (size_t i = 0; is_done && i < files.count; i++) {
        if (operand_is_directory(files.items[i]))
            is_done = add_directory(&profiles, files.items[i], arena, notes, error);
        else
            arena_append_text(arena, &profiles, files.items[i]);
    }
    if (!is_done || !operands_expand(&profiles, arena, notes, error))
        return false;
    struct run_so_far *known = arena_alloc_array(arena, profiles.count, sizeof *known);
    *runs = (struct run_operands){
        .items = arena_alloc_array(arena, profiles.count, sizeof *runs->items),
        .names = arena_alloc_array(arena, profiles.count, sizeof *runs->names)};
    for (size_t i = 0; i < profiles.count; i++)
        add_to_run(runs, known, &added, profiles.items[i], arena);
    for (size_t i = 0; i < runs->count; i++)
        runs->names[i] = arena_copy_text(arena, runs->names[i]);
    map_free(&added);
    return true;
}

/* Whether all runs are called after their processes, so that the next ones have other names. */
static bool are_of_processes(const struct run_operands *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        if (!run_name_is_of_process(runs->names[i]))
            return false;
    return true;
}

/* Finds the runs of each side. False where those of a comparison have no names to go by. */
static bool find_sides(struct run_operands *runs, const struct text_list *sides, size_t n_sides,
                       struct arena *arena, struct warnings *notes, struct error *error)
{
    for (size_t side = 0; side < n_sides; side++) {
        if (sides[side].count == 0)
            continue;
        if (!operands_find_runs(sides[side], &runs[side], arena, notes, error))
            return false;
        if (sides[SIDE_OLD].count != 0 && are_of_processes(&runs[side]))
            return error_set(error, ERROR_FAILED, sides[side].items[0].at, 0,
                             "runs are paired by name, and '%.*s' is but the number of a process: "
                             "valgrind --callgrind-out-file=NAME gives names that stay",
                             text_shown_length(runs[side].names[0]), runs[side].names[0].at);
    }
    return true;
}

/* Adds the runs of a side to those of the same name; further runs alone are of no use. */
static bool join_side(struct run_pairs *pairs, size_t side, const struct run_operands *runs,
                      struct names *names, struct error *error)
{
    for (size_t i = 0; i < runs->count; i++) {
        struct text name = runs->names[i];
        uint32_t id = side < SIDE_NOISE ? names_add(names, name) : names_find(names, name);
        if (id == NO_ID)
            continue;
        struct text_list *files = &pairs->list[id].sides[side];
        if (files->count != 0)
            return error_set(error, ERROR_FAILED, runs->items[i].items[0].at, 0,
                             "has the name of the run '%.200s': they are told apart by name",
                             files->items[0].at);
        pairs->list[id].name = name;
        *files = runs->items[i];
        pairs->count = names_count(names);
    }
    return true;
}

/* Takes the file that has the name of a run of the other side, whatever is in it. */
static void add_damaged(struct text_list *files, struct text directory, struct text name,
                        struct arena *arena)
{
    struct stat status;

    for (size_t i = 0; files->count == 0 && i <= N_RUN_COMPRESSIONS; i++) {
        struct buffer path = {0};
        buffer_append(&path, directory);
        buffer_append(&path, TEXT("/"));
        buffer_append(&path, name);
        buffer_append(&path, i == 0 ? TEXT("") : run_compressions[i - 1]);
        if (stat(buffer_string(&path), &status) == 0 && S_ISREG(status.st_mode))
            arena_append_text(arena, files, arena_copy_text(arena, buffer_text(&path)));
        free(path.at);
    }
}

static int in_order_of_names(const void *left, const void *right)
{
    const struct named_runs *a = left, *b = right;

    return text_compare(a->name, b->name);
}

/* Sorts the pairs of a comparison. False where there is none. */
static bool settle_pairs(struct run_pairs *pairs, const struct text_list *sides,
                         struct arena *arena, struct error *error)
{
    bool has_pair = false;

    ARRAY_SORT(pairs->list, pairs->count, in_order_of_names);
    for (size_t i = 0; i < pairs->count; i++) {
        struct named_runs *runs = &pairs->list[i];
        for (size_t side = 0; side < SIDE_NOISE; side++)
            add_damaged(&runs->sides[side], sides[side].items[0], runs->name, arena);
        has_pair |= runs->sides[SIDE_FRESH].count != 0 && runs->sides[SIDE_OLD].count != 0;
    }
    return has_pair || error_set(error, ERROR_FAILED, sides[SIDE_FRESH].items[0].at, 0,
                                 "no run has the name of one in '%.200s', as runs are paired",
                                 sides[SIDE_OLD].items[0].at);
}

bool operands_pair_runs(struct run_pairs *pairs, struct text_list files, struct text_list old,
                        struct text_list noise, struct arena *arena, struct warnings *notes,
                        struct error *error)
{
    size_t n_sides = SIDE_NOISE + noise.count, n_runs = 0;
    struct text_list *sides = arena_alloc_array(arena, n_sides, sizeof *sides);
    struct run_operands *runs = arena_alloc_array(arena, n_sides, sizeof *runs);
    bool is_by_name = old.count != 0 || noise.count != 0;

    *pairs = (struct run_pairs){.n_sides = n_sides};
    sides[SIDE_FRESH] = files;
    sides[SIDE_OLD] = old;
    for (size_t i = 0; i < noise.count; i++)
        sides[SIDE_NOISE + i] = (struct text_list){&noise.items[i], 1};
    if (!find_sides(runs, sides, n_sides, arena, notes, error))
        return false;
    for (size_t side = 0; side < n_sides; side++)
        n_runs += runs[side].count;
    pairs->list = arena_alloc_array(arena, n_runs, sizeof *pairs->list);
    for (size_t i = 0; i < n_runs; i++)
        pairs->list[i].sides = arena_alloc_array(arena, n_sides, sizeof *pairs->list[i].sides);
    if (!is_by_name) {
        for (; pairs->count < n_runs; pairs->count++) {
            pairs->list[pairs->count].name = runs[SIDE_FRESH].names[pairs->count];
            pairs->list[pairs->count].sides[SIDE_FRESH] = runs[SIDE_FRESH].items[pairs->count];
        }
        return true;
    }
    struct names *names = names_create();
    bool is_done = true;
    for (size_t side = 0; is_done && side < n_sides; side++)
        is_done = join_side(pairs, side, &runs[side], names, error);
    names_free(names);
    return is_done && (old.count == 0 || settle_pairs(pairs, sides, arena, error));
}

const char *operands_find_file(struct text_list profiles, struct text_list files)
{
    struct map known = {0};
    struct stat status;
    const char *found = NULL;

    for (size_t i = 0; i < profiles.count; i++)
        if (stat(profiles.items[i].at, &status) == 0)
            map_add(&known, (uint64_t)status.st_dev, (uint64_t)status.st_ino);
    for (size_t i = 0; found == NULL && i < files.count; i++)
        if (stat(files.items[i].at, &status) == 0 &&
            map_find(&known, (uint64_t)status.st_dev, (uint64_t)status.st_ino) != NO_ID)
            found = files.items[i].at;
    map_free(&known);
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
    struct newest_file of_callgrind = {0}, of_cachegrind = {0};
    DIR *directory = opendir(".");

    if (directory == NULL)
        return (struct text){0};
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (run_name_is_of_callgrind(text_of(entry->d_name)))
            consider(&of_callgrind, entry->d_name, arena);
        else if (text_starts_with(text_of(entry->d_name), TEXT("cachegrind.out")))
            consider(&of_cachegrind, entry->d_name, arena);
    closedir(directory);
    return of_callgrind.name.length != 0 ? of_callgrind.name : of_cachegrind.name;
}

/* Takes all files of the newest run. */
static bool choose_default(struct operands *operands, struct arena *arena, struct error *error)
{
    struct run_finder finder = {.arena = arena};
    struct text newest = default_profile(arena);
    struct profile_look look;
    struct found_run run;

    if (newest.length == 0)
        return error_set(
            error, ERROR_FAILED, NULL, 0,
            "no profile named, and no callgrind.out*, callgrind.*.out or cachegrind.out* "
            "here: "
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/map.h"
#include "base/names.h"
#include "base/portable.h"
#include "base/system.h"
#include "parser/read.h"
#include "parser/runs.h"

/* Adds a file to those of a map. True if it was not there before. */
static bool add_once(struct map *files, const struct run_file *file)
{
    size_t known = files->count;

    return map_add(files, file->device, file->inode) == known;
}

/* Notes how many other files of a run are not read. */
static void note_others(struct run_finder *finder, const struct profile_look *named,
                        const struct map *are_read, struct map *are_noted, struct warnings *notes)
{
    const struct run_file *file = &named->file, *other = NULL;
    struct found_run run;
    size_t count = 0;

    if (named->is_empty || map_find(are_noted, file->device, file->inode) != NO_ID)
        return;
    run_find(finder, named, &run);
    for (size_t i = run.count; i-- > 0;) {
        const struct run_file *next = &run.files[i];
        add_once(are_noted, next);
        if (map_find(are_read, next->device, next->inode) != NO_ID ||
            run_files_exclude_each_other(file, next))
            continue;
        other = next;
        count++;
    }
    if (count != 0)
        warnings_add(notes, file->path.at, 0, "%zu more file%s of the same run %s not read (%s%s)",
                     count, count == 1 ? "" : "s", count == 1 ? "was" : "were",
                     count == 1 ? "" : "first: ", other->path.at);
}

/* Replaces an empty file by the files of its run that are not named themselves. */
static bool expand_all(const struct profile_look *looks, size_t n_looks, struct text_list *profiles,
                       struct arena *arena, struct warnings *notes, struct error *error)
{
    struct run_finder finder = {.arena = arena};
    struct map are_read = {0}, are_noted = {0};
    bool is_done = true;

    *profiles = (struct text_list){0};
    for (size_t i = 0; i < n_looks; i++)
        add_once(&are_read, &looks[i].file);
    for (size_t i = 0; is_done && i < n_looks; i++) {
        struct found_run run = {0};
        if (looks[i].is_empty)
            run_find(&finder, &looks[i], &run);
        if (run.count == 0)
            arena_append_text(arena, profiles, looks[i].file.path);
        for (size_t j = 0; j < run.count; j++)
            if (add_once(&are_read, &run.files[j]))
                arena_append_text(arena, profiles, run.files[j].path);
        is_done = found_run_check(&run, error);
    }
    for (size_t i = 0; is_done && i < n_looks; i++)
        note_others(&finder, &looks[i], &are_read, &are_noted, notes);
    map_free(&are_read);
    map_free(&are_noted);
    return is_done;
}

bool operands_expand(struct text_list *profiles, struct arena *arena, struct warnings *notes,
                     struct error *error)
{
    size_t count = profiles->count;
    struct profile_look *looks = arena_alloc_array(arena, count, sizeof *looks);

    for (size_t i = 0; i < count; i++) {
        struct error problem; /* reported when it is read */
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

/* Cuts ".old" off the end. False if it is not there. */
static bool cut_old(struct text *path)
{
    const struct text old = TEXT(".old");

    if (path->length < old.length || !text_equal(text_skip(*path, path->length - old.length), old))
        return false;
    path->length -= old.length;
    return true;
}

/*
 * Adds the profiles in and below a directory, by name, without following links to directories.
 * Gungraun keeps the previous profile beside each, with ".old" appended: these are skipped, or all
 * others are. Returns the number of files that are not profiles.
 */
static size_t add_below(struct text_list *profiles, struct text directory, bool are_old,
                        struct arena *arena)
{
    struct text_list pending = {0}; /* the last is the next */
    size_t n_others = 0;

    arena_append_text(arena, &pending, directory);
    while (pending.count != 0) {
        struct text path = pending.items[--pending.count], current = path;
        struct profile_look look;
        struct error problem;
        struct stat status;
        bool is_first = path.at == directory.at,
             is_old = cut_old(&current) && stat(arena_copy_string(arena, current), &status) == 0;
        if (is_first || (lstat(path.at, &status) == 0 && S_ISDIR(status.st_mode))) {
            struct text_list paths = {0};
            if (is_first || path_base(path).at[0] != '.')
                paths = directory_list(arena, path);
            for (size_t i = paths.count; i-- != 0;)
                arena_append_text(arena, &pending, paths.items[i]);
            continue;
        }
        if (is_old != are_old || stat(path.at, &status) != 0 || !S_ISREG(status.st_mode))
            continue;
        if (!profile_look(&look, path, arena, &problem))
            n_others++;
        else if (!look.is_empty) /* which stands for other files here */
            arena_append_text(arena, profiles, path);
    }
    return n_others;
}

/* Adds the profiles of a directory, with a note on the number of other files. */
static bool add_directory(struct text_list *profiles, struct text path, bool are_old,
                          struct arena *arena, struct warnings *notes, struct error *error)
{
    size_t n_before = profiles->count, n_others = add_below(profiles, path, are_old, arena);

    if (profiles->count == n_before)
        return error_set(error, ERROR_FAILED, path.at, 0, "has no profiles%s",
                         are_old ? " that end in '.old', beside what they are compared with" : "");
    if (n_others != 0)
        warnings_add(notes, path.at, 0, "%zu of its files skipped: not profiles", n_others);
    return true;
}

/* Returns a path relative to the directory that was named. */
static struct text path_below(struct text path, struct text_list named)
{
    for (size_t i = 0; i < named.count; i++) {
        struct text start = named.items[i];
        while (start.length != 0 && start.at[start.length - 1] == '/')
            start.length--;
        struct text rest = text_skip(path, start.length < path.length ? start.length : 0);
        if (!text_starts_with(path, start) || !text_starts_with(rest, TEXT("/")))
            continue;
        while (text_starts_with(rest, TEXT("/")))
            rest = text_skip(rest, 1);
        return rest;
    }
    return path_base(path);
}

/* Adds each file to its run, once. */
static void sort_into_runs(struct run_operands *runs, struct text_list profiles,
                           struct text_list named, bool are_old, struct arena *arena)
{
    struct run_groups groups = {0};
    struct map added = {0};

    *runs = (struct run_operands){
        .items = arena_alloc_array(arena, profiles.count, sizeof *runs->items),
        .names = arena_alloc_array(arena, profiles.count, sizeof *runs->names)};
    for (size_t i = 0; i < profiles.count; i++) {
        struct profile_look look;
        struct error problem; /* reported when it is read */
        (void)profile_look(&look, profiles.items[i], arena, &problem);
        if (look.file.inode == 0 || add_once(&added, &look.file))
            arena_append_text(arena, &runs->items[run_groups_add(&groups, &look.file)],
                              profiles.items[i]);
    }
    runs->count = groups.count;
    for (size_t i = 0; i < groups.count; i++) {
        struct text path = run_bases_path(&groups.list[i].bases, arena);
        if (are_old)
            cut_old(&path);
        runs->names[i] = arena_copy_text(arena, path_below(path, named));
    }
    free(groups.list);
    map_free(&added);
}

bool operands_find_runs(struct text_list files, bool are_old, struct run_operands *runs,
                        struct arena *arena, struct warnings *notes, struct error *error)
{
    struct text_list profiles = {0};
    bool is_done = true;

    for (size_t i = 0; is_done && i < files.count; i++) {
        if (operand_is_directory(files.items[i]))
            is_done = add_directory(&profiles, files.items[i], are_old, arena, notes, error);
        else
            arena_append_text(arena, &profiles, files.items[i]);
    }
    if (!is_done || !operands_expand(&profiles, arena, notes, error))
        return false;
    sort_into_runs(runs, profiles, files, are_old, arena);
    return true;
}

/*
 * Adds the runs of a side to those with the same name; --noise runs without a counterpart are
 * skipped.
 */
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
                             "has the name of the run '%.200s': runs are distinguished by name",
                             files->items[0].at);
        pairs->list[id].name = name;
        *files = runs->items[i];
        pairs->count = names_count(names);
    }
    return true;
}

/* Takes a file with the name of a run on the other side, whatever it contains. */
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

/* Pairs the runs of all sides by name. False if two runs of a side share a name. */
static bool pair_by_name(struct run_pairs *pairs, const struct run_operands *runs,
                         struct error *error)
{
    struct names *names = names_create();
    bool is_done = true;

    for (size_t side = 0; is_done && side < pairs->n_sides; side++)
        is_done = join_side(pairs, side, &runs[side], names, error);
    names_free(names);
    return is_done;
}

/* Sorts the pairs of a comparison. False if there is none. */
static bool settle_pairs(struct run_pairs *pairs, const struct text_list *sides, bool is_same,
                         struct arena *arena, struct error *error)
{
    bool has_pair = false;

    ARRAY_SORT(pairs->list, pairs->count, in_order_of_names);
    for (size_t i = 0; i < pairs->count; i++) {
        struct named_runs *runs = &pairs->list[i];
        for (size_t side = 0; side < (is_same ? SIDE_OLD : SIDE_NOISE); side++)
            add_damaged(&runs->sides[side], sides[side].items[0], runs->name, arena);
        has_pair |= runs->sides[SIDE_NEW].count != 0 && runs->sides[SIDE_OLD].count != 0;
    }
    return has_pair ||
           error_set(error, ERROR_FAILED, sides[SIDE_NEW].items[0].at, 0,
                     "no run has the name of one in '%.100s', by which they are paired: "
                     "valgrind --callgrind-out-file=NAME gives names that stay",
                     sides[SIDE_OLD].items[0].at);
}

/* Returns the length of the directories with which the names of all runs begin. */
static size_t common_length(const struct run_pairs *pairs)
{
    struct text first = pairs->count != 0 ? pairs->list[0].name : (struct text){0};
    size_t length = first.length - path_base(first).length;

    for (size_t i = 1; i < pairs->count; i++)
        while (!text_starts_with(pairs->list[i].name, (struct text){first.at, length})) {
            length--;
            while (length != 0 && first.at[length - 1] != '/')
                length--;
        }
    return length;
}

/*
 * Shortens the names of runs, if they stay distinct, by cutting common directories and the usual
 * parts of file names.
 */
static void shorten_names(struct run_pairs *pairs, struct arena *arena)
{
    struct text *shorter = arena_alloc_array(arena, pairs->count, sizeof *shorter);
    struct names *known = names_create();
    size_t n_common = common_length(pairs);

    for (size_t i = 0; i < pairs->count; i++) {
        struct text name = text_skip(pairs->list[i].name, n_common), base = path_base(name);
        struct buffer path = {0};
        buffer_append(&path, (struct text){name.at, name.length - base.length});
        buffer_append(&path, run_bare_name(base));
        shorter[i] = buffer_keep(&path, arena);
        names_add(known, shorter[i]);
    }
    for (size_t i = 0; i < pairs->count && names_count(known) == pairs->count; i++)
        pairs->list[i].name = shorter[i];
    names_free(known);
}

bool operands_pair_runs(struct run_pairs *pairs, struct text_list files, struct text_list old,
                        struct text_list noise, struct arena *arena, struct warnings *notes,
                        struct error *error)
{
    size_t n_sides = SIDE_NOISE + noise.count, n_runs = 0;
    struct text_list *sides = arena_alloc_array(arena, n_sides, sizeof *sides);
    struct run_operands *runs = arena_alloc_array(arena, n_sides, sizeof *runs);
    const bool is_same = operands_find_file(files, old) != NULL;

    *pairs = (struct run_pairs){.n_sides = n_sides};
    sides[SIDE_NEW] = files;
    sides[SIDE_OLD] = old;
    for (size_t i = 0; i < noise.count; i++)
        sides[SIDE_NOISE + i] = (struct text_list){&noise.items[i], 1};
    for (size_t side = 0; side < n_sides; side++) {
        if (sides[side].count != 0 && !operands_find_runs(sides[side], is_same && side == SIDE_OLD,
                                                          &runs[side], arena, notes, error))
            return false;
        /* Two files are compared regardless of their names. */
        if (runs[side].count == 1 && old.count != 0 && !operand_is_directory(files.items[0]))
            runs[side].names[0] = runs[SIDE_NEW].names[0];
        n_runs += runs[side].count;
    }
    pairs->list = arena_alloc_array(arena, n_runs, sizeof *pairs->list);
    for (size_t i = 0; i < n_runs; i++)
        pairs->list[i].sides = arena_alloc_array(arena, n_sides, sizeof *pairs->list[i].sides);
    if (old.count != 0 || noise.count != 0) {
        bool is_done = pair_by_name(pairs, runs, error) &&
                       (old.count == 0 || settle_pairs(pairs, sides, is_same, arena, error));
        shorten_names(pairs, arena);
        return is_done;
    }
    for (; pairs->count < n_runs; pairs->count++) {
        pairs->list[pairs->count].name = runs[SIDE_NEW].names[pairs->count];
        pairs->list[pairs->count].sides[SIDE_NEW] = runs[SIDE_NEW].items[pairs->count];
    }
    return true;
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

struct text default_profile(struct arena *arena)
{
    const struct text_list files = directory_list(arena, (struct text){0});
    struct text newest = {0};
    struct stat status, of_newest = {0};

    for (size_t i = 0; i < files.count; i++) {
        if (!run_name_is_of_valgrind(files.items[i]) || stat(files.items[i].at, &status) != 0 ||
            !S_ISREG(status.st_mode) || status.st_size == 0)
            continue;
        if (newest.length != 0 &&
            !is_later(portable_change_time(&status), portable_change_time(&of_newest)))
            continue;
        newest = files.items[i];
        of_newest = status;
    }
    return newest;
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
    if (run.count == 0) /* it is compressed and empty */
        arena_append_text(arena, &operands->profiles, newest);
    for (size_t i = 0; i < run.count; i++)
        arena_append_text(arena, &operands->profiles, run.files[i].path);
    return found_run_check(&run, error);
}

bool operands_sort(struct operands *operands, struct text_list files, struct arena *arena,
                   struct warnings *notes, struct error *error)
{
    struct profile_look *looks = arena_alloc_array(arena, files.count, sizeof *looks);
    size_t n_looks = 0;

    *operands = (struct operands){0};
    if (files.count == 0)
        return choose_default(operands, arena, error);
    for (size_t i = 0; i < files.count; i++) {
        struct text file = files.items[i];
        struct error problem = {0};
        if (profile_look(&looks[n_looks], file, arena, &problem)) {
            n_looks++;
            continue;
        }
        if (operands->why_source.kind == ERROR_NONE)
            operands->why_source = problem;
        arena_append_text(arena, &operands->sources, path_from_here(file, arena));
    }
    if (n_looks != 0)
        return expand_all(looks, n_looks, &operands->profiles, arena, notes, error);
    *error = operands->why_source;
    return false;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sources/source_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/system.h"
#include "profile/profile.h"

struct text_list directories_with_slash(struct arena *arena, struct text_list list)
{
    struct text *texts = arena_alloc_array(arena, list.count, sizeof *texts);

    for (size_t i = 0; i < list.count; i++) {
        struct text text = list.items[i];
        while (text.length > 1 && text.at[text.length - 1] == '/')
            text.length--;
        char *copy = arena_alloc(arena, text.length + 2);
        memcpy(copy, text.at, text.length);
        copy[text.length] = '/';
        texts[i] = (struct text){copy, text.length + 1};
    }
    return (struct text_list){texts, list.count};
}

static void list_bases(struct source_paths *paths, const struct profile *profile)
{
    const struct names *files = profile->symbols.files;
    bool *has_code = profile_files_with_code(profile);

    paths->bases = arena_alloc_array(&paths->arena, names_count(files), sizeof *paths->bases);
    for (uint32_t i = 0; i < names_count(files); i++)
        if (has_code[i])
            paths->bases[paths->n_bases++] = path_base(names_text(files, i));
    free(has_code);
    ARRAY_SORT(paths->bases, paths->n_bases, texts_compare);
}

/* Lists the directory of each input that is a file, once. */
static void list_own_dirs(struct source_paths *paths, const struct profile *profile)
{
    struct text *dirs = arena_alloc_array(&paths->arena, profile->n_inputs, sizeof *dirs);
    size_t count = 0;

    for (size_t i = 0; i < profile->n_inputs; i++) {
        struct text path = text_of(profile->inputs[i].path);
        struct text dir = {path.at, path.length - path_base(path).length};
        if (dir.length == 0)
            dir = TEXT("./");
        bool is_known = text_equal(path, TEXT("-"));
        for (size_t j = 0; j < count && !is_known; j++)
            is_known = text_equal(dirs[j], dir);
        if (!is_known)
            dirs[count++] = dir;
    }
    paths->own_dirs = (struct text_list){dirs, count};
}

void source_paths_create(struct source_paths *paths, const struct source_options *options,
                         const struct profile *profile)
{
    *paths = (struct source_paths){
        .maps_from = options->maps_from, .maps_to = options->maps_to, .quoting = options->quoting};
    paths->include_dirs = directories_with_slash(&paths->arena, options->include_dirs);
    if (paths->include_dirs.count != 0) /* bare names are searched only there */
        list_bases(paths, profile);
    list_own_dirs(paths, profile);
    paths->current_dir = current_directory(&paths->arena);
}

void source_paths_free(struct source_paths *paths)
{
    arena_free(&paths->arena);
    *paths = (struct source_paths){0};
}

/* Tells whether two files of the profile have this name. */
static bool is_ambiguous(const struct source_paths *paths, struct text base)
{
    struct text *found = NULL;

    if (paths->n_bases != 0)
        found = bsearch(&base, paths->bases, paths->n_bases, sizeof base, texts_compare);
    if (found == NULL)
        return false;
    return (found > paths->bases && text_equal(found[-1], base)) ||
           (found + 1 < paths->bases + paths->n_bases && text_equal(found[1], base));
}

/*
 * Finds the longest FROM that is the name or its beginning up to a '/'. Returns NO_ID if there is
 * none.
 */
static size_t find_map(const struct source_paths *paths, struct text name)
{
    size_t best = NO_ID;

    for (size_t i = 0; i < paths->maps_from.count; i++) {
        struct text from = paths->maps_from.items[i];
        bool is_longer = best == NO_ID || from.length > paths->maps_from.items[best].length;
        bool ends_there = from.length == 0 || from.length > name.length ||
                          from.at[from.length - 1] == '/' || from.length == name.length ||
                          name.at[from.length] == '/';
        if (is_longer && text_starts_with(name, from) && ends_there)
            best = i;
    }
    return best;
}

static bool open_file(struct source *source, const struct source_paths *paths,
                      struct text directory, struct text name)
{
    return source_open(source, directory, name,
                       paths->has_large_files ? INT64_MAX : SOURCE_LARGEST);
}

static bool open_mapped_name(struct source *source, struct text name,
                             const struct source_paths *paths)
{
    size_t map = find_map(paths, name);

    if (map == NO_ID)
        return false;
    struct text rest = text_skip(name, paths->maps_from.items[map].length);
    struct text to = paths->maps_to.items[map];
    while (rest.length != 0 && rest.at[0] == '/')
        rest = text_skip(rest, 1);
    if (rest.length != 0)
        return open_file(source, paths, to, rest);
    to.length -= to.length != 0; /* FROM is the whole path: TO is the file, without its '/' */
    return open_file(source, paths, (struct text){0}, to);
}

/*
 * A name below the current directory lost that prefix when the profile was read, but a FROM may
 * begin with it, so the name is tried with it too.
 */
bool source_find_mapped(struct source *source, struct text name, const struct source_paths *paths)
{
    struct buffer recorded = {0};

    if (paths->maps_from.count == 0)
        return false;
    if (open_mapped_name(source, name, paths))
        return true;
    if (name.length == 0 || name.at[0] == '/' || paths->current_dir.length == 0)
        return false;
    buffer_append(&recorded, paths->current_dir);
    buffer_append(&recorded, name);
    bool is_open = open_mapped_name(source, buffer_text(&recorded), paths);
    free(recorded.at);
    return is_open;
}

/*
 * Opens the longest end of the path that exists in one of the directories, a bare name only if
 * allowed.
 */
static bool open_end(struct source *source, struct text name, const struct source_paths *paths,
                     struct text_list directories, bool may_be_bare)
{
    struct text end = name;

    while (end.length != 0 && end.at[0] == '/')
        end = text_skip(end, 1);
    for (bool is_whole = end.length == name.length; end.length != 0; is_whole = false) {
        struct text base = path_base(end), component;
        bool is_bare = !is_whole && base.length == end.length;
        if (is_bare && (!may_be_bare || is_ambiguous(paths, base)))
            return false;
        for (size_t i = 0; i < directories.count && end.length < LONGEST_END; i++)
            if (open_file(source, paths, directories.items[i], end))
                return true;
        if (!text_cut(&end, '/', &component))
            return false;
    }
    return false;
}

bool source_is_below(const struct source *source, struct text directory)
{
    struct buffer named = {0};
    bool is_below = false;

    /* TO of --path-map may be a file, which has no name that ends in '/'. */
    directory.length -= directory.length > 1 && directory.at[directory.length - 1] == '/';
    buffer_append(&named, directory.length != 0 ? directory : TEXT("."));
    char *above = realpath(buffer_string(&named), NULL), *path = realpath(source->path, NULL);
    if (above != NULL && path != NULL) {
        size_t length = strlen(above);
        is_below = text_starts_with(text_of(path), text_of(above)) &&
                   (path[length] == '\0' || path[length] == '/' || length == 1);
    }
    free(path);
    free(above);
    free(named.at);
    return is_below;
}

static bool is_below_any(const struct source *source, struct text_list directories)
{
    for (size_t i = 0; i < directories.count; i++)
        if (source_is_below(source, directories.items[i]))
            return true;
    return false;
}

/*
 * Returns whether an open source is the user's own. How it was found does not matter: through ".."
 * or a link, a path in the profile may leave its directory.
 */
static bool is_own(const struct source *source, const struct source_paths *paths)
{
    return source_is_below(source, TEXT(".")) || is_below_any(source, paths->include_dirs) ||
           is_below_any(source, paths->maps_to);
}

/* Tells whether the lines of an open source are not to be shown. */
static bool is_withheld(const struct source *source, const struct source_paths *paths)
{
    return paths->quoting == QUOTE_NONE || (paths->quoting == QUOTE_OWN && !is_own(source, paths));
}

bool source_find(struct source *source, struct text name, const struct source_paths *paths)
{
    bool is_found = source_find_mapped(source, name, paths) ||
                    open_file(source, paths, (struct text){0}, name) ||
                    open_end(source, name, paths, paths->include_dirs, true) ||
                    open_end(source, name, paths, paths->own_dirs, false);

    source->is_withheld = is_found && is_withheld(source, paths);
    return is_found;
}

bool source_is_own(struct text name, const struct source_paths *paths)
{
    struct source source = {0};

    if (!source_find(&source, name, paths))
        return false;
    bool is_users = is_own(&source, paths);
    source_close(&source);
    return is_users;
}

bool source_find_configured(struct source *source, struct text name,
                            const struct source_paths *paths)
{
    bool is_found = source_find_mapped(source, name, paths) ||
                    open_end(source, name, paths, paths->include_dirs, true);

    source->is_withheld = is_found && is_withheld(source, paths);
    return is_found;
}

void source_warn(struct source_state state, const char *name, bool is_too_short,
                 const struct profile *profile, struct warnings *warnings)
{
    if (state.is_cut)
        warnings_add(warnings, name, 0, "cannot be read to its end: the listing is cut off");
    else if (is_too_short)
        warnings_add(warnings, name, 0,
                     "the profile has costs for lines past the end of this file");
    for (size_t i = 0; i < profile->n_inputs; i++) {
        const struct profile_input *input = &profile->inputs[i];
        if (input->changed == 0 || state.changed <= input->changed)
            continue;
        warnings_add(warnings, name, 0,
                     "is newer than the profile '%.80s': the listing may not fit", input->path);
        break;
    }
}

static int by_file_and_number(const void *left, const void *right)
{
    const struct source_line *a = *(struct source_line *const *)left;
    const struct source_line *b = *(struct source_line *const *)right;
    int order = text_compare(a->file, b->file);

    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

/* Reads lines of one file, which are sorted by number. */
static void read_lines_of_file(struct source_line **lines, size_t count,
                               const struct source_reading *reading, struct arena *arena)
{
    struct source source;
    struct text text;
    size_t i = 0;

    if (!source_find(&source, lines[0]->file, reading->paths))
        return;
    if (source.is_withheld) {
        source_close(&source);
        return;
    }
    if (reading->warnings != NULL)
        source_warn(source_state(&source), lines[0]->file.at, false, reading->profile,
                    reading->warnings);
    while (i < count && source_next_line(&source, &text)) {
        for (; i < count && lines[i]->number <= source.number; i++)
            if (lines[i]->number == source.number)
                lines[i]->text = arena_copy_text(arena, text_trim(text));
    }
    source_close(&source);
}

void source_lines_read(struct source_line *lines, size_t count,
                       const struct source_reading *reading, struct arena *arena)
{
    struct source_line **sorted = memory_alloc(count, sizeof *sorted);

    for (size_t i = 0; i < count; i++)
        sorted[i] = &lines[i];
    ARRAY_SORT(sorted, count, by_file_and_number);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && text_equal(sorted[end]->file, sorted[begin]->file);)
            end++;
        read_lines_of_file(sorted + begin, end - begin, reading, arena);
    }
    free(sorted);
}

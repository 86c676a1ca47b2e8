/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "profile/name_pieces.h"

struct text group_key_name(enum group_key key)
{
    struct text rest = TEXT(GROUP_KEY_NAMES), name = {0};

    for (int i = 0; i <= (int)key; i++)
        text_cut(&rest, ' ', &name);
    return name;
}

/* Making groups: from the names of a place to its group. */
struct grouping {
    struct groups *groups;
    const struct filter *filter;
    struct index by_names; /* (object and file, function), group by that index's id */
    group_id *of_names;
    size_t capacity;
    struct names *directories;
};

static group_id add_group(struct groups *groups, struct group group)
{
    ARRAY_GROW(groups->list, groups->count, groups->capacity);
    groups->list[groups->count] = group;
    return (group_id)groups->count++;
}

static struct text directory_of(struct text file)
{
    while (file.length != 0 && file.at[file.length - 1] != '/')
        file.length--;
    if (file.length > 1)
        file.length--;
    return file.length == 0 ? TEXT(".") : file;
}

static struct text name_of(const struct names *names, uint32_t id)
{
    static const struct text none = {0};

    return id == NO_ID ? none : names_text(names, id);
}

static bool passes(const struct grouping *grouping, struct group group)
{
    const struct symbols *symbols = &grouping->groups->profile->symbols;

    return filter_is_empty(grouping->filter) ||
           filter_passes(grouping->filter, name_of(symbols->objects, group.object),
                         name_of(symbols->files, group.file),
                         name_of(symbols->functions, group.function));
}

/*
 * The group of code of a function in a file. What the filters hide stays apart by
 * function: else unrelated functions would seem to call each other.
 */
static group_id find_group(struct grouping *grouping, struct group names)
{
    struct groups *groups = grouping->groups;
    struct group group = {.object = NO_ID, .file = NO_ID, .function = NO_ID};
    uint64_t directory = 0;

    names.is_hidden = !passes(grouping, names);
    group.is_hidden = names.is_hidden;
    if (names.is_hidden || groups->key == BY_FUNCTION || groups->key == BY_FILE_FUNCTION) {
        group = names;
    } else if (groups->key == BY_OBJECT) {
        group.object = names.object;
    } else if (groups->key == BY_FILE) {
        group.file = names.file;
    } else {
        group.label = directory_of(names_text(groups->profile->symbols.files, names.file));
        directory = (uint64_t)names_add(grouping->directories, group.label) + 1;
    }
    uint64_t where = (uint64_t)group.object << 32 | group.file;
    uint64_t what = directory << 33 | (uint64_t)group.is_hidden << 32 | group.function;
    uint32_t id = index_add(&grouping->by_names, where, what);
    if (id < groups->count)
        return grouping->of_names[id];
    ARRAY_GROW(grouping->of_names, id, grouping->capacity);
    grouping->of_names[id] = add_group(groups, group);
    return grouping->of_names[id];
}

static void fold_names(struct groups *groups, bool is_folded)
{
    const struct profile *profile = groups->profile;
    size_t count = profile_n_functions(profile);
    struct name_pieces pieces;

    groups->base_of = memory_alloc(count, sizeof *groups->base_of);
    groups->levels = memory_alloc(count, sizeof *groups->levels);
    name_pieces_create(&pieces, profile->symbols.functions);
    for (function_id id = 0; id < count; id++) {
        symbol_id symbol = profile_function(profile, id).symbol;
        groups->base_of[id] = is_folded ? pieces.bases[symbol] : symbol;
        groups->levels[id] = pieces.levels[symbol];
    }
    name_pieces_free(&pieces);
}

static bool too_large(struct error *error)
{
    return error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
}

static struct group group_of(const struct groups *groups, function_id id, file_id file)
{
    return (struct group){.object = profile_function(groups->profile, id).object,
                          .file = file,
                          .function = groups->base_of[id]};
}

static bool group_places(struct groups *groups, bool is_folded, const struct filter *filter,
                         struct error *error)
{
    const struct profile *profile = groups->profile;
    size_t n_functions = profile_n_functions(profile), n_places = profile_n_places(profile);
    struct grouping grouping = {.groups = groups, .filter = filter};
    bool overflows = false;

    grouping.directories = names_create();
    fold_names(groups, is_folded);
    groups->of_function = memory_alloc(n_functions, sizeof *groups->of_function);
    groups->of_place = memory_alloc(n_places, sizeof *groups->of_place);
    for (function_id id = 0; id < n_functions; id++)
        groups->of_function[id] =
            find_group(&grouping, group_of(groups, id, profile_function(profile, id).file));
    for (place_id id = 0; id < n_places; id++) {
        struct place place = profile_place(profile, id);
        groups->of_place[id] =
            groups->key == BY_FUNCTION || groups->key == BY_OBJECT
                ? groups->of_function[place.function]
                : find_group(&grouping, group_of(groups, place.function, place.file));
    }
    costs_ensure(&groups->self, groups->count);
    for (place_id id = 0; id < n_places; id++)
        overflows |=
            costs_add_row_overflows(&groups->self, costs_row(&groups->self, groups->of_place[id]),
                                    costs_row(&profile->by_place.self, id));
    groups->calls = memory_alloc(groups->count, sizeof *groups->calls);
    for (size_t id = 0; id < profile->by_place.calls.index.count; id++)
        overflows |=
            add_overflows(&groups->calls[groups->of_function[profile_arc(profile, id).callee]],
                          profile->by_place.calls.counts[id]);
    names_free(grouping.directories);
    index_free(&grouping.by_names);
    free(grouping.of_names);
    return overflows ? too_large(error) : true;
}

static void group_lines(struct groups *groups, const struct filter *filter)
{
    const struct profile *profile = groups->profile;

    for (file_id file = 0; file < names_count(profile->symbols.files); file++) {
        size_t count;
        struct numbered_line *lines = lines_of_file(&profile->lines, file, &count);
        bool is_hidden = !pattern_passes(&filter->file, names_text(profile->symbols.files, file));
        for (size_t i = 0; i < count; i++) {
            if (!profile->by_line.has_self[lines[i].id])
                continue;
            group_id id = add_group(groups, (struct group){.object = NO_ID,
                                                           .file = file,
                                                           .function = NO_ID,
                                                           .line = lines[i].number,
                                                           .is_hidden = is_hidden});
            costs_ensure(&groups->self, groups->count);
            (void)costs_add_row_overflows(&groups->self, costs_row(&groups->self, id),
                                          costs_row(&profile->by_line.self, lines[i].id));
        }
        free(lines);
    }
}

/* "part 3 of process 7", with what of it is known. */
static struct text part_label(struct groups *groups, const struct part *part)
{
    char label[120] = "";
    int length = 0;

    if (groups->key == BY_INPUT)
        return text_of(groups->profile->inputs[part->input].path);
    if (groups->key == BY_PART)
        length = part->number >= 0 ? snprintf(label, sizeof label, "part %" PRIi64, part->number)
                                   : snprintf(label, sizeof label, "part");
    if (part->thread >= 0)
        length += snprintf(label + length, sizeof label - (size_t)length, "%sthread %" PRIi64,
                           length != 0 ? ", " : "", part->thread);
    else if (groups->key == BY_THREAD)
        length += snprintf(label + length, sizeof label - (size_t)length, "no thread");
    if (part->pid >= 0)
        length +=
            snprintf(label + length, sizeof label - (size_t)length, ", PID %" PRIi64, part->pid);
    return arena_copy_text(&groups->arena, (struct text){label, (size_t)length});
}

static bool group_parts(struct groups *groups, struct error *error)
{
    const struct profile *profile = groups->profile;
    struct names *labels = names_create();
    bool overflows = false;

    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        if (part->is_left_out)
            continue;
        struct text label = part_label(groups, part);
        uint32_t known = names_find(labels, label);
        /* Parts are rows of their own, whatever they are called. */
        group_id id = known;
        if (known == NO_ID || groups->key == BY_PART)
            id = add_group(
                groups,
                (struct group){.object = NO_ID, .file = NO_ID, .function = NO_ID, .label = label});
        if (known == NO_ID && groups->key != BY_PART)
            names_add(labels, label);
        costs_ensure(&groups->self, groups->count);
        overflows |= costs_add_row_overflows(&groups->self, costs_row(&groups->self, id),
                                             costs_row(&profile->part_self, i));
    }
    names_free(labels);
    return overflows ? too_large(error) : true;
}

bool groups_create(struct groups *groups, const struct profile *profile, enum group_key key,
                   bool is_folded, const struct filter *filter, struct error *error)
{
    *groups = (struct groups){.profile = profile, .key = key};
    costs_init(&groups->self, profile->events.n_recorded);
    if (groups_have_calls(key))
        return group_places(groups, is_folded, filter, error);
    if (key == BY_LINE)
        group_lines(groups, filter);
    return key == BY_LINE || group_parts(groups, error);
}

struct group_names groups_names(const struct groups *groups, group_id id)
{
    const struct symbols *symbols = &groups->profile->symbols;
    const struct group *group = &groups->list[id];

    return (struct group_names){
        .object = name_of(symbols->objects, group->object),
        .file = name_of(symbols->files, group->file),
        .function = name_of(symbols->functions, group->function),
        .label = group->label,
        .line = group->line,
    };
}

void groups_free(struct groups *groups)
{
    arena_free(&groups->arena);
    free(groups->list);
    free(groups->of_place);
    free(groups->of_function);
    free(groups->base_of);
    free(groups->levels);
    costs_free(&groups->self);
    free(groups->calls);
    *groups = (struct groups){0};
}

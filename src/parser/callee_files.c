/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/map.h"
#include "parser/read.h"
#include "profile/merge.h"
#include "profile/profile.h"

/* The functions with code of one key and name. */
struct namesakes {
    function_id first;
    bool are_several;
    bool is_warned_of;
};

/* Functions with code by a key and their name. */
struct namesake_index {
    struct map names;
    struct namesakes *list; /* by id of the names */
};

enum { BY_FILE, BY_OBJECT, BY_NUMBER, N_INDEXES };

/* Index of the functions with code, by the keys that callees give. */
struct callee_search {
    struct profile *profile;
    bool *has_code; /* by function */
    struct namesake_index by[N_INDEXES];
};

static void add_namesake(struct namesake_index *index, uint64_t key, symbol_id name, function_id id)
{
    size_t known = index->names.count;
    uint32_t added = map_add(&index->names, key, name);

    if (added == known)
        index->list[added].first = id;
    else
        index->list[added].are_several = true;
}

/* Returns the functions of a key and name; NULL where there are none. */
static struct namesakes *find_namesakes(const struct namesake_index *index, uint64_t key,
                                        symbol_id name)
{
    uint32_t found = map_find(&index->names, key, name);

    return found == NO_ID ? NULL : &index->list[found];
}

static void find_code(struct callee_search *search)
{
    const struct profile *profile = search->profile;
    size_t n_functions = profile_n_functions(profile);

    search->has_code = memory_alloc(n_functions, sizeof *search->has_code);
    for (size_t i = 0; i < N_INDEXES; i++)
        search->by[i].list = memory_alloc(n_functions, sizeof *search->by[i].list);
    for (place_id id = 0; id < profile_n_places(profile); id++)
        search->has_code[profile_place(profile, id).function] = true;
    for (function_id id = 0; id < n_functions; id++) {
        struct function function = profile_function(profile, id);
        if (!search->has_code[id])
            continue;
        add_namesake(&search->by[BY_FILE], function.file, function.symbol, id);
        add_namesake(&search->by[BY_OBJECT], function.object, function.symbol, id);
        add_namesake(&search->by[BY_NUMBER], profile_note(profile, id).named, function.symbol, id);
    }
}

static void callee_search_free(struct callee_search *search)
{
    free(search->has_code);
    for (size_t i = 0; i < N_INDEXES; i++) {
        map_free(&search->by[i].names);
        free(search->by[i].list);
    }
}

/* Marks a callee that may be any of several functions, and warns of its name once. */
static void doubt(struct callee_search *search, function_id callee, struct namesakes *namesakes,
                  struct warnings *warnings)
{
    const struct profile *profile = search->profile;
    symbol_id symbol = profile_function(profile, callee).symbol;

    profile_add_doubt(search->profile, callee, DOUBT_CALLEE);
    if (!namesakes->is_warned_of)
        warnings_add(warnings, profile->inputs[0].path, 0,
                     "calls of '%.80s' do not say in which of several files it is: inclusive costs "
                     "are lower bounds",
                     names_text(profile->symbols.functions, symbol).at);
    namesakes->is_warned_of = true;
}

/*
 * Returns the only function with code and the callee's number. If a function of that name has
 * several numbers, none of them is meaningful.
 */
static struct namesakes *find_by_number(const struct callee_search *search, function_id callee)
{
    struct function function = profile_function(search->profile, callee);
    uint64_t number = profile_note(search->profile, callee).called;
    struct namesakes *found = find_namesakes(&search->by[BY_NUMBER], number, function.symbol);

    if (number >= SEVERAL_NUMBERS || found == NULL || found->are_several ||
        find_namesakes(&search->by[BY_NUMBER], SEVERAL_NUMBERS, function.symbol) != NULL ||
        find_namesakes(&search->by[BY_FILE], function.file, function.symbol) != NULL)
        return NULL;
    return found;
}

/* Chooses, by function, the function it really is. NULL if nothing changes. */
static struct function *choose_targets(struct callee_search *search, struct warnings *warnings)
{
    struct profile *profile = search->profile;
    bool names_files = profile_last_input(profile)->names_callee_files;
    size_t n_functions = profile_n_functions(profile);
    struct function *targets = memory_alloc(n_functions, sizeof *targets);
    bool has_moved = false;

    for (function_id id = 0; id < n_functions; id++) {
        struct function function = targets[id] = profile_function(profile, id);
        if (search->has_code[id])
            continue;
        struct namesakes *namesakes = find_by_number(search, id);
        if (namesakes == NULL && !names_files)
            namesakes = find_namesakes(&search->by[BY_OBJECT], function.object, function.symbol);
        if (namesakes == NULL)
            continue;
        if (namesakes->are_several) {
            doubt(search, id, namesakes, warnings);
            continue;
        }
        targets[id] = profile_function(profile, namesakes->first);
        has_moved = true;
    }
    if (has_moved)
        return targets;
    free(targets);
    return NULL;
}

static bool exchange(struct profile *profile, const struct function *targets, struct error *error)
{
    const struct symbol_maps maps = {.targets = targets};
    const char *path = profile->inputs[0].path;
    struct profile exchanged;

    profile_init(&exchanged, &profile->symbols, profile->keep);
    bool is_done = profile_merge(&exchanged, profile, &maps, error);
    if (!is_done && error->path == NULL)
        error->path = path;
    events_move(&exchanged.events, &profile->events);
    profile_free(profile);
    *profile = exchanged;
    return is_done;
}

/* Returns whether some callee has a number, but no code with one, which is rare. */
static bool lacks_code(const struct profile *profile)
{
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        if (profile_note(profile, id).called < SEVERAL_NUMBERS &&
            profile_note(profile, id).named == NO_NUMBER)
            return true;
    return false;
}

bool callee_files_find(struct profile *profile, struct warnings *warnings, struct error *error)
{
    struct callee_search search = {.profile = profile};

    if (profile_last_input(profile)->names_callee_files && !lacks_code(profile))
        return true;
    find_code(&search);
    struct function *targets = choose_targets(&search, warnings);
    bool is_done = targets == NULL || exchange(profile, targets, error);
    free(targets);
    callee_search_free(&search);
    return is_done;
}

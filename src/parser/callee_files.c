/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/index.h"
#include "parser/read.h"
#include "profile/merge.h"
#include "profile/profile.h"

/* The functions with code of one object and name. */
struct namesakes {
    function_id first;
    bool are_several;
    bool is_warned_of;
};

/* Functions by whether they have code, and those that have it by object and name. */
struct callee_search {
    struct profile *profile;
    bool *has_code;     /* by function */
    struct index files; /* (file, name) of those that have */
    struct index names;
    struct namesakes *namesakes; /* by id of the names */
};

static void find_code(struct callee_search *search)
{
    const struct profile *profile = search->profile;
    size_t n_functions = profile_n_functions(profile);

    search->has_code = memory_alloc(n_functions, sizeof *search->has_code);
    search->namesakes = memory_alloc(n_functions, sizeof *search->namesakes);
    for (place_id id = 0; id < profile_n_places(profile); id++)
        search->has_code[profile_place(profile, id).function] = true;
    for (function_id id = 0; id < n_functions; id++) {
        struct function function = profile_function(profile, id);
        size_t known = search->names.count;
        if (!search->has_code[id])
            continue;
        index_add(&search->files, function.file, function.symbol);
        uint32_t name = index_add(&search->names, function.object, function.symbol);
        if (name == known)
            search->namesakes[name].first = id;
        else
            search->namesakes[name].are_several = true;
    }
}

static void callee_search_free(struct callee_search *search)
{
    free(search->has_code);
    free(search->namesakes);
    index_free(&search->files);
    index_free(&search->names);
}

/* Returns the function that a callee without code is by its number; NO_ID. */
static function_id find_namesake(const struct callee_search *search, function_id callee)
{
    const struct profile *profile = search->profile;
    struct function function = profile_function(profile, callee);

    if (profile->namesakes == NULL ||
        index_find(&search->files, function.file, function.symbol) != NO_ID)
        return NO_ID;
    return profile->namesakes[callee];
}

/* Notes that a callee may be any of several functions, and warns of its name once. */
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

/* Chooses, by function, which one it is. NULL where each is itself. */
static struct function *choose_targets(struct callee_search *search, struct warnings *warnings)
{
    struct profile *profile = search->profile;
    bool are_named = profile_last_input(profile)->names_callee_files;
    size_t n_functions = profile_n_functions(profile);
    struct function *targets = memory_alloc(n_functions, sizeof *targets);
    bool has_moved = false;

    for (function_id id = 0; id < n_functions; id++) {
        targets[id] = profile_function(profile, id);
        if (search->has_code[id])
            continue;
        function_id target = find_namesake(search, id);
        uint32_t name = index_find(&search->names, targets[id].object, targets[id].symbol);
        if (target == NO_ID && name != NO_ID && !are_named) {
            if (search->namesakes[name].are_several)
                doubt(search, id, &search->namesakes[name], warnings);
            else
                target = search->namesakes[name].first;
        }
        if (target == NO_ID)
            continue;
        targets[id] = profile_function(profile, target);
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

bool callee_files_find(struct profile *profile, struct warnings *warnings, struct error *error)
{
    struct callee_search search = {.profile = profile};

    if (profile_last_input(profile)->names_callee_files && profile->namesakes == NULL)
        return true;
    find_code(&search);
    struct function *targets = choose_targets(&search, warnings);
    bool is_done = targets == NULL || exchange(profile, targets, error);
    free(targets);
    callee_search_free(&search);
    return is_done;
}

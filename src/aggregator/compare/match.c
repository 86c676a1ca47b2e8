/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "aggregator/compare/compare.h"

#include "base/arena.h"
#include "base/buffer.h"
#include "base/map.h"
#include "base/number.h"
#include "profile/events.h"
#include "profile/name_pieces.h"

/* A function or a path, which may have a partner on the other side. */
struct item {
    struct text object, file, function; /* empty where it has none */
    bool is_nameless;                   /* it cannot be identified on the other side */
    uint32_t partner;                   /* index on the other side, or NO_ID */

    file_id file_now;     /* the file's name in the new build */
    int64_t self, n_runs; /* its own cost, and how often others called it */
    bool stays;           /* see struct old_functions */
};

struct items {
    struct item *list;
    size_t count;
};

/* The functions of a build, without levels and contexts, in one or more profiles. */
struct build {
    const struct profile *const *profiles;
    size_t n_profiles;
    struct items items;
    size_t n_first;                /* the items of the first profile, which come before others */
    struct map index;              /* (object and file, name); its ids are those of items */
    uint32_t **of_function;        /* by profile, then by function id: item */
    bool *uses_object, *uses_file; /* by name id */
};

/* The properties that a step of matching compares. */
struct step {
    bool by_object;   /* by its base name */
    bool by_function; /* by name, */
    bool is_plain;    /* without what compilers append */
    bool by_cost;     /* or by file, calls and own cost */
    size_t depth;     /* how many components of the file's path, from its end */
};

/* Returns what a function of a build is called there. */
static struct function function_of(const struct build *build, uint32_t item)
{
    const struct map_key *key = &build->index.keys[item];

    return (struct function){(object_id)(key->from >> 32), (file_id)key->from, (symbol_id)key->to};
}

/* Finds the last `depth` components of a path. False where it has fewer. */
static bool path_end(struct text path, size_t depth, struct text *end)
{
    size_t start = path.length;

    for (size_t i = 0; i < depth; i++) {
        if (start == 0)
            return false;
        start -= i != 0; /* the '/' before the component found last */
        while (start > 0 && path.at[start - 1] != '/')
            start--;
    }
    *end = text_skip(path, start);
    return end->length != 0;
}

static size_t path_depth(struct text path)
{
    size_t depth = 1;

    for (size_t i = 0; i < path.length; i++)
        depth += path.at[i] == '/';
    return depth;
}

/*
 * Appends the cost and the number of calls of a function. False if these are not distinctive, or
 * the function cannot have been renamed: functions of system libraries keep their names.
 */
static bool append_cost(struct buffer *key, const struct item *item)
{
    enum { LEAST_COST = 100 }; /* equal figures below it may be chance */
    const struct {
        uint64_t file;
        int64_t self, n_runs;
    } figures = {item->file_now, item->self, item->n_runs};

    if (item->self < LEAST_COST || text_equal(item->function, TEXT("???")) ||
        object_kind_of(item->object) != OBJECT_OWN)
        return false;
    buffer_append(key, (struct text){(const char *)&figures, sizeof figures});
    if (text_equal(item->file, TEXT("???"))) /* without debug information all code has this file */
        buffer_append(key, path_base(item->object));
    return true;
}

/* Writes what the step compares as one text. False where the item does not have it. */
static bool append_key(struct buffer *key, const struct item *item, const struct step *step)
{
    const struct text separator = {"", 1};
    struct text end = {0};

    key->length = 0;
    if (item->is_nameless)
        return false;
    if (step->by_cost)
        return append_cost(key, item);
    if (step->by_object) {
        buffer_append(key, path_base(item->object));
        buffer_append(key, separator);
    }
    if (step->by_function) {
        if (step->depth == 0 && text_equal(item->function, TEXT("???")))
            return false; /* only the object and file distinguish it from others */
        buffer_append(key, step->is_plain ? plain_name(item->function) : item->function);
        buffer_append(key, separator);
    }
    if (step->depth != 0 && !path_end(item->file, step->depth, &end))
        return false;
    buffer_append(key, end);
    return true;
}

/* The items that have one key, on both sides. */
struct meeting {
    uint32_t old, current;
    uint32_t n_old, n_current;
};

static void match_step(struct items *old, struct items *current, const struct step *step)
{
    struct names *keys = names_create();
    struct meeting *meetings = memory_alloc(old->count, sizeof *meetings);
    struct buffer key = {0};

    for (uint32_t i = 0; i < old->count; i++) {
        if (old->list[i].partner != NO_ID || !append_key(&key, &old->list[i], step))
            continue;
        uint32_t id = names_add(keys, buffer_text(&key));
        meetings[id].old = i;
        meetings[id].n_old++;
    }
    for (uint32_t i = 0; names_count(keys) != 0 && i < current->count; i++) {
        if (current->list[i].partner != NO_ID || !append_key(&key, &current->list[i], step))
            continue;
        uint32_t id = names_find(keys, buffer_text(&key));
        if (id == NO_ID)
            continue;
        meetings[id].current = i;
        meetings[id].n_current++;
    }
    for (size_t id = 0; id < names_count(keys); id++) {
        if (meetings[id].n_old != 1 || meetings[id].n_current != 1)
            continue;
        old->list[meetings[id].old].partner = meetings[id].current;
        current->list[meetings[id].current].partner = meetings[id].old;
    }
    names_free(keys);
    free(meetings);
    free(key.at);
}

/* Matches by the longest end of a path first. */
static void match_paths(struct items *old, struct items *current, struct step step)
{
    enum { DEEPEST = 64 }; /* real folders are not nested more deeply than this */
    size_t depth = 0;

    for (size_t i = 0; i < old->count; i++)
        if (old->list[i].partner == NO_ID && path_depth(old->list[i].file) > depth)
            depth = path_depth(old->list[i].file);
    for (step.depth = depth < DEEPEST ? depth : DEEPEST; step.depth > 0; step.depth--)
        match_step(old, current, &step);
}

/* Returns, by name id, the new build's path for each old one, or the old path itself. */
static uint32_t *map_paths(const struct names *names, const bool *is_old, const bool *is_current)
{
    size_t count = names_count(names);
    uint32_t *map = memory_alloc(count, sizeof *map);
    struct items old = {memory_alloc(count, sizeof *old.list), count};
    struct items current = {memory_alloc(count, sizeof *current.list), count};

    for (uint32_t id = 0; id < count; id++) {
        uint32_t same = is_old[id] && is_current[id] ? id : NO_ID;
        struct text path = is_old[id] || is_current[id] ? names_text(names, id) : TEXT("");
        old.list[id] = (struct item){.file = path, .is_nameless = !is_old[id], .partner = same};
        current.list[id] =
            (struct item){.file = path, .is_nameless = !is_current[id], .partner = same};
    }
    match_paths(&old, &current, (struct step){0});
    for (uint32_t id = 0; id < count; id++)
        map[id] = old.list[id].partner != NO_ID ? old.list[id].partner : id;
    free(old.list);
    free(current.list);
    return map;
}

static void add_item(struct build *build, struct function function)
{
    const struct symbols *symbols = &build->profiles[0]->symbols;
    struct text name = names_text(symbols->functions, function.symbol);

    if (function.object != NO_ID)
        build->uses_object[function.object] = true;
    build->uses_file[function.file] = true;
    build->items.list[build->items.count++] = (struct item){
        .object =
            function.object == NO_ID ? TEXT("") : names_text(symbols->objects, function.object),
        .file = names_text(symbols->files, function.file),
        .function = name,
        .is_nameless = name_is_address(name),
        .partner = NO_ID,
        .file_now = function.file,
    };
}

static void build_create(struct build *build, const struct profile *const *profiles, size_t count)
{
    const struct symbols *symbols = &profiles[0]->symbols;
    const struct name_pieces *pieces = symbols_pieces(symbols);
    size_t n_functions = 0;

    *build = (struct build){.profiles = profiles, .n_profiles = count};
    for (size_t i = 0; i < count; i++)
        n_functions += profile_n_functions(profiles[i]);
    build->items.list = memory_alloc(n_functions, sizeof *build->items.list);
    build->of_function = memory_alloc(count, sizeof *build->of_function);
    build->uses_object = memory_alloc(names_count(symbols->objects), sizeof *build->uses_object);
    build->uses_file = memory_alloc(names_count(symbols->files), sizeof *build->uses_file);
    for (size_t i = 0; i < count; i++) {
        n_functions = profile_n_functions(profiles[i]);
        build->of_function[i] = memory_alloc(n_functions, sizeof **build->of_function);
        for (function_id id = 0; id < n_functions; id++) {
            struct function function = profile_function(profiles[i], id);
            function.symbol = pieces->bases[function.symbol];
            uint32_t item = map_add(&build->index, (uint64_t)function.object << 32 | function.file,
                                    function.symbol);
            build->of_function[i][id] = item;
            if (item == build->items.count)
                add_item(build, function);
        }
        for (place_id id = 0; id < profile_n_places(profiles[i]); id++)
            build->uses_file[profile_place(profiles[i], id).file] = true;
        if (i == 0)
            build->n_first = build->items.count;
    }
}

static void build_free(struct build *build)
{
    for (size_t i = 0; i < build->n_profiles; i++)
        free(build->of_function[i]);
    free(build->of_function);
    free(build->items.list);
    free(build->uses_object);
    free(build->uses_file);
    map_free(&build->index);
}

static uint32_t find_function(const struct build *build, struct function function)
{
    return map_find(&build->index, (uint64_t)function.object << 32 | function.file,
                    function.symbol);
}

static void match_names(struct build *old, struct build *current)
{
    for (uint32_t i = 0; i < old->items.count; i++) {
        struct item *item = &old->items.list[i];
        uint32_t same = find_function(current, function_of(old, i));
        if (same == NO_ID || item->is_nameless || item->partner != NO_ID ||
            current->items.list[same].partner != NO_ID)
            continue;
        item->partner = same;
        current->items.list[same].partner = i;
    }
    for (int is_plain = 0; is_plain <= 1; is_plain++) {
        struct step step = {.by_object = true, .by_function = true, .is_plain = is_plain != 0};
        match_paths(&old->items, &current->items, step);
        match_step(&old->items, &current->items, &step);
        step.by_object = false;
        match_step(&old->items, &current->items, &step);
    }
}

/*
 * Adds up the own cost of the functions of a build's first profile, and how often others called
 * them.
 */
static void add_up(struct build *build, struct text event)
{
    const struct profile *profile = build->profiles[0];
    const struct costs *self = &profile->ledgers[PLACES].costs;
    const struct ledger *calls = &profile->ledgers[ARCS];
    const uint32_t *items = build->of_function[0];
    size_t column = events_find(&profile->events, event);

    for (place_id id = 0; id < self->n_rows && id < profile_n_places(profile); id++)
        (void)add_saturated(&build->items.list[items[profile_place(profile, id).function]].self,
                            costs_sum(self, costs_row(self, id), column));
    for (size_t i = 0; i < calls->map.count; i++) {
        struct arc arc = ledger_arc(calls, i);
        uint32_t callee = items[arc.callee];
        if (items[profile_place(profile, arc.caller).function] != callee)
            (void)add_saturated(&build->items.list[callee].n_runs, calls->counts[i]);
    }
}

/* Matches what is left by what it cost of the first event that both sides record. */
static void match_by_cost(struct build *old, struct build *current)
{
    const struct events *events = &current->profiles[0]->events;
    const struct events *old_events = &old->profiles[0]->events;
    const struct step step = {.by_cost = true};

    for (size_t i = 0; i < events->n_recorded; i++) {
        struct text event = events->list[i].name;
        if (events_find(old_events, event) >= old_events->n_recorded)
            continue;
        add_up(old, event);
        add_up(current, event);
        match_step(&old->items, &current->items, &step);
        return;
    }
}

/*
 * Finds the functions that seem to have moved, though the new build has code of them where they
 * were.
 */
static void find_stays(struct build *old, const struct build *current)
{
    struct map places = {0}; /* (item, file) */

    for (place_id id = 0; id < profile_n_places(current->profiles[0]); id++) {
        struct place place = profile_place(current->profiles[0], id);
        map_add(&places, current->of_function[0][place.function], place.file);
    }
    for (uint32_t i = 0; i < old->items.count; i++) {
        struct item *item = &old->items.list[i];
        item->stays = item->partner != NO_ID &&
                      item->file_now != current->items.list[item->partner].file_now &&
                      map_find(&places, item->partner, item->file_now) != NO_ID;
    }
    map_free(&places);
}

/*
 * Returns what an old function is called in the new build. One that is gone goes with its folders,
 * but never to where another function is.
 */
static struct function target_of(const struct build *old, const struct build *current,
                                 uint32_t item, const uint32_t *objects, enum matching matching)
{
    const struct item *from = &old->items.list[item];
    struct function function = function_of(old, item), gone = function;

    if (from->partner != NO_ID)
        return function_of(current, from->partner);
    gone.object = gone.object == NO_ID ? NO_ID : objects[gone.object];
    gone.file = from->file_now;
    bool may_meet =
        matching == MATCH_PATHS || from->is_nameless || find_function(current, gone) == NO_ID;
    return may_meet ? gone : function;
}

/* Returns the name that a function gets with its old name's levels and contexts after it. */
static symbol_id with_suffix(struct names *names, symbol_id recorded, symbol_id base,
                             symbol_id target)
{
    struct buffer name = {0};

    if (base == target)
        return recorded;
    buffer_append(&name, names_text(names, target));
    buffer_append(&name, text_skip(names_text(names, recorded), names_text(names, base).length));
    symbol_id id = names_add(names, buffer_text(&name));
    free(name.at);
    return id;
}

/* Returns what the functions of one profile of the old build become. */
static struct old_functions find_targets(const struct build *old, const struct build *current,
                                         size_t profile, const uint32_t *objects,
                                         enum matching matching)
{
    const struct profile *from = old->profiles[profile];
    size_t count = profile_n_functions(from);
    struct old_functions found = {.names = memory_alloc(count, sizeof *found.names),
                                  .stays = memory_alloc(count, sizeof *found.stays)};

    for (function_id id = 0; id < count; id++) {
        uint32_t item = old->of_function[profile][id];
        struct function target = target_of(old, current, item, objects, matching);
        target.symbol = with_suffix(from->symbols.functions, profile_function(from, id).symbol,
                                    function_of(old, item).symbol, target.symbol);
        found.names[id] = target;
        found.stays[id] = old->items.list[item].stays;
    }
    return found;
}

void matches_create(struct matches *matches, const struct profile *current,
                    const struct profile *const *old, size_t n_old, enum matching matching)
{
    const struct symbols *symbols = &current->symbols;
    struct build old_build, new_build;

    build_create(&old_build, old, n_old);
    build_create(&new_build, &current, 1);
    uint32_t *objects = map_paths(symbols->objects, old_build.uses_object, new_build.uses_object);
    uint32_t *files = map_paths(symbols->files, old_build.uses_file, new_build.uses_file);
    for (uint32_t i = 0; i < old_build.items.count; i++)
        old_build.items.list[i].file_now = files[old_build.items.list[i].file_now];
    if (matching != MATCH_PATHS) {
        /* Functions of the first profile come first: a further run does not make one ambiguous. */
        size_t n_items = old_build.items.count;
        old_build.items.count = old_build.n_first;
        match_names(&old_build, &new_build);
        old_build.items.count = n_items;
        match_names(&old_build, &new_build);
        match_by_cost(&old_build, &new_build);
        find_stays(&old_build, &new_build);
    }
    *matches = (struct matches){.n_old = n_old, .old_files = files};
    matches->old = memory_alloc(n_old, sizeof *matches->old);
    for (size_t i = 0; i < n_old; i++)
        matches->old[i] = find_targets(&old_build, &new_build, i, objects, matching);
    free(objects);
    build_free(&old_build);
    build_free(&new_build);
}

void matches_free(struct matches *matches)
{
    for (size_t i = 0; i < matches->n_old; i++) {
        free(matches->old[i].names);
        free(matches->old[i].stays);
    }
    free(matches->old);
    free(matches->old_files);
    *matches = (struct matches){0};
}

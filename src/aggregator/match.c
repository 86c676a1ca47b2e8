/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "aggregator/diff.h"

#include "base/array.h"
#include "base/buffer.h"
#include "base/map.h"
#include "base/number.h"
#include "profile/events.h"
#include "profile/name_pieces.h"
#include "profile/profile.h"

/*
 * The state while the homes of functions are found. Functions are numbered without levels and
 * contexts.
 */
struct finding {
    const struct profile *fresh, *old;
    const uint32_t *files;   /* by old file: what it is called now */
    uint32_t *fresh_numbers; /* by function id: its number */
    uint32_t *old_numbers;   /* the same number where it is matched */
    size_t n_functions;      /* numbers are below this */
    struct map fresh_places; /* (number, file) */
    struct map old_places;   /* likewise, files as they are called now */
    file_id *old_files;      /* by old place: the file as it was called */
};

static uint32_t number_of(struct map *numbers, const struct name_pieces *pieces,
                          struct function function)
{
    return map_add(numbers, (uint64_t)function.object << 32 | function.file,
                   pieces->bases[function.symbol]);
}

static void number_functions(struct finding *finding, const struct function *targets)
{
    const struct name_pieces *pieces = symbols_pieces(&finding->fresh->symbols);
    struct map numbers = {0};

    for (function_id id = 0; id < profile_n_functions(finding->fresh); id++)
        finding->fresh_numbers[id] =
            number_of(&numbers, pieces, profile_function(finding->fresh, id));
    for (function_id id = 0; id < profile_n_functions(finding->old); id++)
        finding->old_numbers[id] = number_of(&numbers, pieces, targets[id]);
    finding->n_functions = numbers.count;
    map_free(&numbers);
}

static void find_places(struct finding *finding)
{
    for (place_id id = 0; id < profile_n_places(finding->fresh); id++) {
        struct place place = profile_place(finding->fresh, id);
        map_add(&finding->fresh_places, finding->fresh_numbers[place.function], place.file);
    }
    for (place_id id = 0; id < profile_n_places(finding->old); id++) {
        struct place place = profile_place(finding->old, id);
        uint32_t pair = map_add(&finding->old_places, finding->old_numbers[place.function],
                                finding->files[place.file]);
        finding->old_files[pair] = place.file;
    }
}

/* Puts each function where it is defined. */
static file_id *defined_in(const struct profile *profile)
{
    file_id *files = memory_alloc(profile_n_functions(profile), sizeof *files);

    for (function_id id = 0; id < profile_n_functions(profile); id++)
        files[id] = profile_function(profile, id).file;
    return files;
}

/*
 * Finds the homes of the old side. Returns, by number, the file where the code of a function is
 * now, or NO_ID where that is the one that defines it.
 */
static file_id *find_old(struct finding *finding, struct matches *matches)
{
    file_id *now = memory_alloc(finding->n_functions, sizeof *now);

    for (size_t i = 0; i < finding->n_functions; i++)
        now[i] = NO_ID;
    for (function_id id = 0; id < profile_n_functions(finding->old); id++) {
        uint32_t number = finding->old_numbers[id];
        file_id was = matches->old_files[matches->old_homes[id]], is = matches->old[id].file;
        if (was == is)
            continue;
        uint32_t place = map_find(&finding->old_places, number, is);
        if (place != NO_ID)
            matches->old_homes[id] = finding->old_files[place];
        else if (map_find(&finding->fresh_places, number, was) != NO_ID)
            now[number] = was;
        else
            continue;
        matches->stays[id] = true;
    }
    return now;
}

/*
 * Finds where the code of functions is, once these and the files are matched. Functions that are
 * not matched are at home where they are defined.
 */
static void find_homes(struct matches *matches, const struct profile *fresh,
                       const struct profile *old)
{
    struct finding finding = {
        .fresh = fresh,
        .old = old,
        .files = matches->old_files,
        .fresh_numbers = memory_alloc(profile_n_functions(fresh), sizeof(uint32_t)),
        .old_numbers = memory_alloc(profile_n_functions(old), sizeof(uint32_t)),
        .old_files = memory_alloc(profile_n_places(old), sizeof(file_id)),
    };

    matches->fresh_homes = defined_in(fresh);
    matches->old_homes = defined_in(old);
    matches->stays = memory_alloc(profile_n_functions(old), sizeof *matches->stays);
    number_functions(&finding, matches->old);
    find_places(&finding);
    file_id *now = find_old(&finding, matches);
    for (function_id id = 0; id < profile_n_functions(fresh); id++)
        if (now[finding.fresh_numbers[id]] != NO_ID)
            matches->fresh_homes[id] = now[finding.fresh_numbers[id]];
    free(now);
    free(finding.fresh_numbers);
    free(finding.old_numbers);
    free(finding.old_files);
    map_free(&finding.fresh_places);
    map_free(&finding.old_places);
}

/* Something that may have a partner on the other side; texts that it does not have are empty. */
struct thing {
    struct text object, file, function;
    bool is_nameless; /* names tell nothing of it */
    uint32_t partner; /* index on the other side; NO_ID */

    uint32_t unit;        /* its object and file, by an id of both sides */
    int64_t self, n_runs; /* its own cost, and how often others called it */
};

struct things {
    struct thing *list;
    size_t count;
};

/* Whether only the object and file distinguish it from others. */
static bool has_no_name(const struct thing *thing)
{
    return text_equal(thing->function, TEXT("???"));
}

/* The functions of a side without levels and contexts: those that are matched. */
struct side {
    const struct profile *profile;
    struct things things;
    struct map index;      /* (object and file, name) */
    uint32_t *of_function; /* thing by function id */
};

/* Returns what a thing of a side is called there. */
static struct function side_function(const struct side *side, uint32_t thing)
{
    struct map_key key = {0};

    if (thing < side->index.count)
        key = side->index.keys[thing];
    return (struct function){(object_id)(key.from >> 32), (file_id)key.from, (symbol_id)key.to};
}

/* What a step of matching compares. */
struct step {
    bool by_object;   /* by its base name */
    bool by_function; /* by name, */
    bool is_plain;    /* without what compilers append, */
    bool is_variant;  /* or without what tells variants of the C library apart */
    bool by_cost;     /* or by unit, calls and own cost, where it has a name */
    size_t depth;     /* how many components of the file's path, from its end */
};

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

enum { LEAST_TELLING = 100 }; /* own cost below which equal figures may be chance */

/*
 * Appends what a function cost and how often it was called. False where that tells nothing, or
 * where it did not get another name: what is of a library that is no program's own has the same one
 * in all of them.
 */
static bool append_cost(struct buffer *key, const struct thing *thing)
{
    const struct {
        uint64_t unit;
        int64_t self, n_runs;
    } figures = {thing->unit, thing->self, thing->n_runs};

    if (thing->self < LEAST_TELLING || has_no_name(thing) ||
        object_kind_of(thing->object) != OBJECT_OWN)
        return false;
    buffer_append(key, (struct text){(const char *)&figures, sizeof figures});
    return true;
}

/* Writes what the step compares as one text. False where the thing does not have it. */
static bool append_key(struct buffer *key, const struct thing *thing, const struct step *step)
{
    const struct text separator = {"", 1};
    struct text name = step->is_plain ? plain_name(thing->function) : thing->function, end;

    key->length = 0;
    if (thing->is_nameless || (step->is_variant && !name_is_variant(thing->function, &name)))
        return false;
    if (step->by_cost)
        return append_cost(key, thing);
    if (step->by_object) {
        buffer_append(key, path_base(thing->object));
        buffer_append(key, separator);
    }
    if (step->by_function) {
        if (step->depth == 0 && has_no_name(thing))
            return false;
        buffer_append(key, name);
        buffer_append(key, separator);
    }
    if (step->depth == 0)
        return true;
    if (!path_end(thing->file, step->depth, &end))
        return false;
    buffer_append(key, end);
    return true;
}

/* The functions that have one key, on both sides. */
struct meeting {
    uint32_t old, fresh;
    uint32_t n_old, n_fresh;
};

static void match_step(struct things *old, struct things *fresh, const struct step *step)
{
    struct names *keys = names_create();
    struct meeting *meetings = NULL;
    struct buffer key = {0};
    size_t capacity = 0;

    for (uint32_t i = 0; i < old->count; i++) {
        if (old->list[i].partner != NO_ID || !append_key(&key, &old->list[i], step))
            continue;
        size_t known = names_count(keys);
        uint32_t id = names_add(keys, buffer_text(&key));
        ARRAY_GROW(meetings, id, capacity);
        if (id == known)
            meetings[id] = (struct meeting){.old = i};
        meetings[id].n_old++;
    }
    for (uint32_t i = 0; meetings != NULL && i < fresh->count; i++) {
        if (fresh->list[i].partner != NO_ID || !append_key(&key, &fresh->list[i], step))
            continue;
        uint32_t id = names_find(keys, buffer_text(&key));
        if (id == NO_ID)
            continue;
        meetings[id].fresh = i;
        meetings[id].n_fresh++;
    }
    for (size_t id = 0; meetings != NULL && id < names_count(keys); id++) {
        if (meetings[id].n_old != 1 || meetings[id].n_fresh != 1)
            continue;
        old->list[meetings[id].old].partner = meetings[id].fresh;
        fresh->list[meetings[id].fresh].partner = meetings[id].old;
    }
    names_free(keys);
    free(meetings);
    free(key.at);
}

/* Real folders are not nested more deeply than this. */
enum { DEEPEST = 64 };

/* Matches by the longest end of a path first. */
static void match_paths(struct things *old, struct things *fresh, struct step step)
{
    size_t depth = 0;

    for (size_t i = 0; i < old->count; i++)
        if (old->list[i].partner == NO_ID && path_depth(old->list[i].file) > depth)
            depth = path_depth(old->list[i].file);
    for (step.depth = depth < DEEPEST ? depth : DEEPEST; step.depth > 0; step.depth--)
        match_step(old, fresh, &step);
}

/* The names of a table that a side uses. */
struct used_names {
    struct things things;
    uint32_t *ids;      /* by thing */
    uint32_t *of_names; /* thing by name id, or NO_ID */
};

static void use_name(struct used_names *used, const struct names *names, uint32_t id)
{
    if (id == NO_ID || used->of_names[id] != NO_ID)
        return;
    used->of_names[id] = (uint32_t)used->things.count;
    used->ids[used->things.count] = id;
    used->things.list[used->things.count++] =
        (struct thing){.file = names_text(names, id), .partner = NO_ID};
}

static void used_names_create(struct used_names *used, const struct names *names)
{
    size_t count = names_count(names);

    used->things = (struct things){.list = memory_alloc(count, sizeof *used->things.list)};
    used->ids = memory_alloc(count, sizeof *used->ids);
    used->of_names = memory_alloc(count, sizeof *used->of_names);
    memset(used->of_names, 0xff, count * sizeof *used->of_names); /* all NO_ID */
}

static void used_names_free(struct used_names *used)
{
    free(used->things.list);
    free(used->ids);
    free(used->of_names);
}

static void use_objects(struct used_names *used, const struct profile *profile)
{
    used_names_create(used, profile->symbols.objects);
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        use_name(used, profile->symbols.objects, profile_function(profile, id).object);
}

static void use_files(struct used_names *used, const struct profile *profile)
{
    used_names_create(used, profile->symbols.files);
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        use_name(used, profile->symbols.files, profile_function(profile, id).file);
    for (place_id id = 0; id < profile_n_places(profile); id++)
        use_name(used, profile->symbols.files, profile_place(profile, id).file);
}

/* Gives the new side's path for each old one, by name id, or the old path itself. */
static uint32_t *map_paths(struct used_names *old, struct used_names *fresh, size_t n_names)
{
    uint32_t *map = memory_alloc(n_names, sizeof *map);

    for (uint32_t id = 0; id < n_names; id++) {
        map[id] = id;
        if (old->of_names[id] == NO_ID || fresh->of_names[id] == NO_ID)
            continue;
        old->things.list[old->of_names[id]].partner = fresh->of_names[id];
        fresh->things.list[fresh->of_names[id]].partner = old->of_names[id];
    }
    match_paths(&old->things, &fresh->things, (struct step){0});
    for (size_t i = 0; i < old->things.count; i++)
        if (old->things.list[i].partner != NO_ID)
            map[old->ids[i]] = fresh->ids[old->things.list[i].partner];
    used_names_free(old);
    used_names_free(fresh);
    return map;
}

static uint32_t side_find(const struct side *side, struct function function)
{
    return map_find(&side->index, (uint64_t)function.object << 32 | function.file, function.symbol);
}

static void side_create(struct side *side, const struct profile *profile,
                        const struct name_pieces *pieces)
{
    const struct symbols *symbols = &profile->symbols;
    size_t count = profile_n_functions(profile);

    *side = (struct side){.profile = profile};
    side->of_function = memory_alloc(count, sizeof *side->of_function);
    side->things.list = memory_alloc(count, sizeof *side->things.list);
    for (function_id id = 0; id < count; id++) {
        struct function function = profile_function(profile, id);
        function.symbol = pieces->bases[function.symbol];
        size_t known = side->index.count;
        uint32_t thing =
            map_add(&side->index, (uint64_t)function.object << 32 | function.file, function.symbol);
        side->of_function[id] = thing;
        if (thing < known)
            continue;
        side->things.list[side->things.count++] = (struct thing){
            .object =
                function.object == NO_ID ? TEXT("") : names_text(symbols->objects, function.object),
            .file = names_text(symbols->files, function.file),
            .function = names_text(symbols->functions, function.symbol),
            .is_nameless = name_is_address(names_text(symbols->functions, function.symbol)),
            .partner = NO_ID,
        };
    }
}

static void side_free(struct side *side)
{
    free(side->things.list);
    map_free(&side->index);
    free(side->of_function);
}

static void match_functions(struct side *old, struct side *fresh)
{
    const struct step step = {.by_object = true, .by_function = true};
    const struct step plain = {.by_object = true, .by_function = true, .is_plain = true};
    const struct step by_name = {.by_function = true};
    const struct step by_plain_name = {.by_function = true, .is_plain = true};
    const struct step variants = {.by_object = true, .by_function = true, .is_variant = true};

    for (uint32_t i = 0; i < old->things.count; i++) {
        uint32_t same = side_find(fresh, side_function(old, i));
        if (same == NO_ID || old->things.list[i].is_nameless)
            continue;
        old->things.list[i].partner = same;
        fresh->things.list[same].partner = i;
    }
    match_paths(&old->things, &fresh->things, step);
    match_step(&old->things, &fresh->things, &step);
    match_step(&old->things, &fresh->things, &by_name);
    match_paths(&old->things, &fresh->things, plain);
    match_step(&old->things, &fresh->things, &plain);
    match_step(&old->things, &fresh->things, &by_plain_name);
    match_step(&old->things, &fresh->things, &variants);
}

/* Adds up the own cost of functions and how often others called them. */
static void add_up_things(struct side *side, struct text event)
{
    const struct profile *profile = side->profile;
    const struct costs *self = &profile->by_place.self;
    const struct call_table *calls = &profile->by_place.calls;
    size_t column = events_find(&profile->events, event);

    for (place_id id = 0; id < self->n_rows && id < profile_n_places(profile); id++)
        (void)add_saturated(
            &side->things.list[side->of_function[profile_place(profile, id).function]].self,
            costs_sum(self, costs_row(self, id), column));
    for (size_t i = 0; i < calls->pairs.count; i++) {
        struct arc arc = call_table_arc(calls, i);
        uint32_t callee = side->of_function[arc.callee];
        if (side->of_function[profile_place(profile, arc.caller).function] != callee)
            (void)add_saturated(&side->things.list[callee].n_runs, calls->counts[i]);
    }
}

/*
 * Numbers the objects and files that functions are in; `objects` and `files` are the ids that those
 * of the old side have on the new one. An object that only one side has may be the program under
 * another name, so such objects count as one. Returns how many numbers there are.
 */
static size_t number_units(struct side *old, struct side *fresh, const uint32_t *objects,
                           const uint32_t *files)
{
    struct side *sides[] = {old, fresh};
    size_t n_objects = names_count(old->profile->symbols.objects);
    unsigned char *seen_by = memory_alloc(n_objects, sizeof *seen_by); /* a bit for each side */
    struct map units = {0};

    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < ARRAY_LENGTH(sides); i++)
            for (uint32_t thing = 0; thing < sides[i]->things.count; thing++) {
                struct function function = side_function(sides[i], thing);
                object_id object = function.object;
                file_id file = sides[i] == old ? files[function.file] : function.file;
                if (object != NO_ID && sides[i] == old)
                    object = objects[object];
                if (pass == 0 && object != NO_ID)
                    seen_by[object] = (unsigned char)(seen_by[object] | 1u << i);
                if (pass == 1)
                    sides[i]->things.list[thing].unit = map_add(
                        &units, object != NO_ID && seen_by[object] != 3 ? UINT64_MAX : object,
                        file);
            }
    size_t count = units.count;
    map_free(&units);
    free(seen_by);
    return count;
}

/* Two functions without a name that are at the same address of an object. */
struct address_pair {
    struct thing *old, *fresh;
    bool is_near;    /* a call costs nearly the same, */
    bool is_telling; /* and not as little as that of a stub, which are all alike */
};

static void compare_addresses(struct address_pair *pair)
{
    enum { NEARLY = 20, LEAST_CODE = 16 }; /* a 20th, 5 %, more is nearly the same */
    double was = (double)pair->old->self, is = (double)pair->fresh->self;

    was /= pair->old->n_runs > 0 ? (double)pair->old->n_runs : 1;
    is /= pair->fresh->n_runs > 0 ? (double)pair->fresh->n_runs : 1;
    double less = was < is ? was : is, more = was < is ? is : was;
    pair->is_near = less == more || (less > 0 && (more - less) * NEARLY <= more);
    pair->is_telling = more >= LEAST_CODE;
}

/* Finds what has no name and is at the same address on both sides. The caller frees it. */
static struct address_pair *find_address_pairs(const struct side *old, const struct side *fresh,
                                               size_t *count)
{
    struct address_pair *pairs = memory_alloc(fresh->things.count, sizeof *pairs);
    uint32_t *old_things = memory_alloc(old->things.count, sizeof *old_things);
    struct map addresses = {0}; /* (unit, name) of old things */

    *count = 0;
    for (uint32_t i = 0; i < old->things.count; i++)
        if (old->things.list[i].is_nameless)
            old_things[map_add(&addresses, old->things.list[i].unit,
                               side_function(old, i).symbol)] = i;
    for (uint32_t i = 0; i < fresh->things.count; i++) {
        struct thing *thing = &fresh->things.list[i];
        uint32_t place = thing->is_nameless
                           ? map_find(&addresses, thing->unit, side_function(fresh, i).symbol)
                           : NO_ID;
        if (place == NO_ID)
            continue;
        pairs[*count] = (struct address_pair){&old->things.list[old_things[place]], thing, 0, 0};
        compare_addresses(&pairs[(*count)++]);
    }
    map_free(&addresses);
    free(old_things);
    return pairs;
}

/*
 * Matches functions without a name that are at the same address of an object. If the object was
 * built anew, other functions may be there: where not more than half of those that tell cost nearly
 * the same for each call, only those that do are matched.
 */
static void match_addresses(struct side *old, struct side *fresh, size_t n_units)
{
    size_t *n_telling = memory_alloc(n_units, sizeof *n_telling), n_pairs;
    size_t *n_near = memory_alloc(n_units, sizeof *n_near);
    struct address_pair *pairs = find_address_pairs(old, fresh, &n_pairs);

    for (size_t i = 0; i < n_pairs; i++) {
        n_telling[pairs[i].fresh->unit] += pairs[i].is_telling;
        n_near[pairs[i].fresh->unit] += pairs[i].is_telling && pairs[i].is_near;
    }
    for (size_t i = 0; i < n_pairs; i++) {
        uint32_t unit = pairs[i].fresh->unit;
        if (!pairs[i].is_near && n_near[unit] * 2 <= n_telling[unit])
            continue;
        pairs[i].old->partner = (uint32_t)(pairs[i].fresh - fresh->things.list);
        pairs[i].fresh->partner = (uint32_t)(pairs[i].old - old->things.list);
    }
    free(n_telling);
    free(n_near);
    free(pairs);
}

/* Returns the name of the first event that both sides record; an empty text for none. */
static struct text find_event(const struct profile *fresh, const struct profile *old)
{
    for (size_t i = 0; i < fresh->events.n_recorded; i++)
        if (events_find(&old->events, fresh->events.list[i].name) < old->events.n_recorded)
            return fresh->events.list[i].name;
    return (struct text){0};
}

/* Matches what is left once names were compared, by what it cost. */
static void match_by_cost(struct side *old, struct side *fresh, const uint32_t *objects,
                          const uint32_t *files)
{
    const struct step step = {.by_cost = true};
    struct text event = find_event(fresh->profile, old->profile);

    if (event.length == 0)
        return;
    add_up_things(old, event);
    add_up_things(fresh, event);
    match_addresses(old, fresh, number_units(old, fresh, objects, files));
    match_step(&old->things, &fresh->things, &step);
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

/*
 * Gives what an old function is called in the new profile. One that is gone goes with its folders,
 * but never to where another function is.
 */
static struct function target_of(const struct side *old, const struct side *fresh, uint32_t thing,
                                 const uint32_t *objects, const uint32_t *files,
                                 enum matching matching)
{
    uint32_t partner = old->things.list[thing].partner;
    struct function function = side_function(old, thing), gone = function;

    if (partner != NO_ID)
        return side_function(fresh, partner);
    gone.object = gone.object == NO_ID ? NO_ID : objects[gone.object];
    gone.file = files[gone.file];
    uint32_t there = matching == MATCH_PATHS ? NO_ID : side_find(fresh, gone);
    bool may_meet = there == NO_ID || (old->things.list[thing].is_nameless &&
                                       fresh->things.list[there].partner == NO_ID);
    return may_meet ? gone : function;
}

static struct function *old_targets(const struct side *old, const struct side *fresh,
                                    const struct name_pieces *pieces, const uint32_t *objects,
                                    const uint32_t *files, enum matching matching)
{
    const struct profile *profile = old->profile;
    struct names *names = profile->symbols.functions;
    struct function *targets = memory_alloc(profile_n_functions(profile), sizeof *targets);

    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        uint32_t thing = old->of_function[id];
        symbol_id recorded = profile_function(profile, id).symbol;
        symbol_id base = pieces->bases[recorded];
        struct function target = target_of(old, fresh, thing, objects, files, matching);
        target.symbol = with_suffix(names, recorded, base, target.symbol);
        targets[id] = target;
    }
    return targets;
}

/* Notes what has no name and is matched all the same. */
static void keep_places(struct matches *matches, const struct side *old, const struct side *fresh)
{
    for (uint32_t i = 0; i < old->things.count; i++) {
        if (!old->things.list[i].is_nameless || old->things.list[i].partner == NO_ID)
            continue;
        struct map_key key = fresh->index.keys[old->things.list[i].partner];
        map_add(&matches->places, key.from, key.to);
    }
}

void matches_create(struct matches *matches, const struct profile *fresh, const struct profile *old,
                    enum matching matching, bool finds_renamed)
{
    const struct name_pieces *pieces = symbols_pieces(&fresh->symbols);
    struct side old_side, fresh_side;
    struct used_names old_paths, fresh_paths;

    *matches = (struct matches){0};
    side_create(&old_side, old, pieces);
    side_create(&fresh_side, fresh, pieces);
    use_objects(&old_paths, old);
    use_objects(&fresh_paths, fresh);
    uint32_t *objects = map_paths(&old_paths, &fresh_paths, names_count(fresh->symbols.objects));
    use_files(&old_paths, old);
    use_files(&fresh_paths, fresh);
    matches->old_files = map_paths(&old_paths, &fresh_paths, names_count(fresh->symbols.files));
    if (matching != MATCH_PATHS)
        match_functions(&old_side, &fresh_side);
    if (matching != MATCH_PATHS && finds_renamed) {
        match_by_cost(&old_side, &fresh_side, objects, matches->old_files);
        keep_places(matches, &old_side, &fresh_side);
    }
    matches->old =
        old_targets(&old_side, &fresh_side, pieces, objects, matches->old_files, matching);
    find_homes(matches, fresh, old);
    free(objects);
    side_free(&old_side);
    side_free(&fresh_side);
}

void matches_free(struct matches *matches)
{
    free(matches->old);
    free(matches->old_files);
    free(matches->fresh_homes);
    free(matches->old_homes);
    free(matches->stays);
    map_free(&matches->places);
    *matches = (struct matches){0};
}

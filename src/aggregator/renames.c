/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "aggregator/match.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/names.h"
#include "base/number.h"
#include "profile/events.h"
#include "profile/name_pieces.h"
#include "profile/naming/naming.h"
#include "profile/profile.h"

/*
 * A call between a function and another one, as the first sees it. The other is the id of a thing,
 * or in a key what stands for it on both sides.
 */
struct relation {
    uint32_t other;
    bool is_caller; /* the other is */
    int64_t count;
};

/* What stands for others that are not matched, and for the function that calls itself. */
static const uint32_t unknown = UINT32_MAX, itself = UINT32_MAX - 1;

/* What is known of the things of a side. */
struct called_side {
    struct side *side;
    bool is_old;
    bool *may_be_renamed; /* it has a name, by which it is not matched; in no library of C */
    uint32_t *units;      /* the object and file, by an id of both sides */
    uint32_t *bare; /* the unit and the name without arguments, likewise; NO_ID: it has none */
    int64_t *self;  /* cost */
    struct relation *relations; /* of things that are not matched by name: those of thing i are */
    size_t *begin, *count;      /* count[i], from begin[i] on */
    uint32_t *changed;          /* the round in which an other of it was matched last */
};

/* Two things that were matched by who calls them and whom they call. */
struct renamed {
    uint32_t old, fresh;
};

/* What is the same of two things, which no others have. The first that finds any is tried first. */
enum criterion {
    BY_COST,      /* the unit, callers and callees, the numbers of calls, and the own cost */
    BY_ARGUMENTS, /* the unit, and the name without arguments; and one that calls both */
    BY_CALLS,     /* the unit, callers and callees; and what follows is alike: see are_alike() */
    N_CRITERIA
};

/* The state while functions of other names are matched. */
struct search {
    struct called_side old, fresh;
    size_t n_bare;
    struct renamed *renamed;
    size_t n_renamed, capacity;
    uint32_t round, last[N_CRITERIA]; /* the number of this round; of the last of each criterion */
    struct buffer key;
    struct relation *known[2]; /* room for the relations of a thing of each side */
};

enum {
    NEARLY = 20,          /* numbers are nearly the same if they differ by a 20th, 5 %, or less */
    ROUGHLY = 4,          /* and roughly the same, so that one may be taken for another, by 25 % */
    LEAST_TELLING = 1000, /* cost that tells a function, of which nothing else is known */
    LEAST_CODE = 16,      /* cost of a call below which it may be a stub, which are all alike */
    MOST_ROUNDS = 1000,   /* no program has that long a chain that only this can tell */
    MOST_CANDIDATES = 16, /* of one key on a side: more are not compared, each with each */
};

/* Whether two numbers, none below 0, differ by the given part of the larger one or less. */
static bool are_near(double a, double b, int part)
{
    double less = a < b ? a : b, more = a < b ? b : a;

    return less == more || (less > 0 && (more - less) * part <= more);
}

static const struct thing *thing_at(const struct called_side *side, uint32_t thing)
{
    return &side->side->things.list[thing];
}

static bool is_matched(const struct called_side *side, uint32_t thing)
{
    return thing_at(side, thing)->partner != NO_ID;
}

static bool may_be_renamed(const struct called_side *side, uint32_t thing)
{
    return side->may_be_renamed[thing] && !is_matched(side, thing);
}

/* Adds up the own cost of things, by the first event that both sides record. */
static void add_up_self(struct called_side *side, struct text event)
{
    const struct profile *profile = side->side->profile;
    const struct costs *self = &profile->by_place.self;
    size_t column = events_find(&profile->events, event);

    side->self = memory_alloc(side->side->things.count, sizeof *side->self);
    for (place_id id = 0; id < self->n_rows && id < profile_n_places(profile); id++) {
        uint32_t thing = side->side->of_function[profile_place(profile, id).function];
        (void)add_saturated(&side->self[thing], costs_sum(self, costs_row(self, id), column));
    }
}

static int by_other(const void *left, const void *right)
{
    const struct relation *a = left, *b = right;

    if (a->is_caller != b->is_caller)
        return a->is_caller ? 1 : -1;
    if (a->other != b->other)
        return a->other < b->other ? -1 : 1;
    return (a->count > b->count) - (a->count < b->count);
}

/* Relations as they are gathered, each of the thing that sees it. */
struct gathered {
    struct relation *list;
    uint32_t *seers;
    size_t count, capacity, seer_capacity;
};

static void gather(struct gathered *gathered, uint32_t seer, struct relation relation)
{
    ARRAY_GROW(gathered->list, gathered->count, gathered->capacity);
    ARRAY_GROW(gathered->seers, gathered->count, gathered->seer_capacity);
    gathered->list[gathered->count] = relation;
    gathered->seers[gathered->count++] = seer;
}

/* Finds who calls whom, of things that are not matched, with the calls of all levels added up. */
static void find_relations(struct called_side *side)
{
    const struct profile *profile = side->side->profile;
    const struct call_table *calls = &profile->by_place.calls;
    size_t n_things = side->side->things.count;
    struct gathered gathered = {0};

    for (size_t i = 0; i < calls->pairs.count; i++) {
        struct arc arc = call_table_arc(calls, i);
        uint32_t caller = side->side->of_function[profile_place(profile, arc.caller).function];
        uint32_t callee = side->side->of_function[arc.callee];
        if (!is_matched(side, caller))
            gather(&gathered, caller, (struct relation){callee, false, calls->counts[i]});
        if (!is_matched(side, callee) && caller != callee)
            gather(&gathered, callee, (struct relation){caller, true, calls->counts[i]});
    }
    uint32_t *order = ids_sort(gathered.seers, gathered.count, n_things, &side->begin);
    side->relations = memory_alloc(gathered.count, sizeof *side->relations);
    side->count = memory_alloc(n_things, sizeof *side->count);
    for (size_t i = 0; i < gathered.count; i++)
        side->relations[i] = gathered.list[order[i]];
    for (size_t thing = 0; thing < n_things; thing++) {
        struct relation *list = &side->relations[side->begin[thing]];
        size_t count = side->begin[thing + 1] - side->begin[thing], kept = 0;
        ARRAY_SORT(list, count, by_other);
        for (size_t i = 0; i < count; i++) {
            if (kept != 0 && list[kept - 1].other == list[i].other &&
                list[kept - 1].is_caller == list[i].is_caller)
                (void)add_saturated(&list[kept - 1].count, list[i].count);
            else
                list[kept++] = list[i];
        }
        side->count[thing] = kept;
    }
    free(order);
    free(gathered.list);
    free(gathered.seers);
}

/*
 * Sets the relations of a thing with what stands for the others on both sides, sorted. Returns how
 * many of them are with others that are matched.
 */
static size_t know_relations(const struct called_side *side, uint32_t thing, struct relation *known)
{
    size_t n_matched = 0, count = side->count[thing];

    for (size_t i = 0; i < count; i++) {
        known[i] = side->relations[side->begin[thing] + i];
        uint32_t other = known[i].other, partner = thing_at(side, other)->partner;
        n_matched += partner != NO_ID;
        known[i].other = other == thing   ? itself
                       : partner == NO_ID ? unknown
                       : side->is_old     ? partner
                                          : other;
    }
    ARRAY_SORT(known, count, by_other);
    return n_matched;
}

static void append_number(struct buffer *key, uint64_t number)
{
    buffer_append(key, (struct text){(const char *)&number, sizeof number});
}

/* Writes what two things of one kind have in common. False where it would tell nothing. */
static bool append_calls(struct search *search, const struct called_side *side, uint32_t thing,
                         enum criterion criterion)
{
    struct relation *known = search->known[side->is_old];
    struct buffer *key = &search->key;
    size_t n_matched = know_relations(side, thing, known);
    int64_t self = side->self[thing];
    bool is_exact = criterion == BY_COST;

    if (self <= 0 || (n_matched == 0 && (!is_exact || self < LEAST_TELLING)))
        return false;
    key->length = 0;
    append_number(key, side->units[thing]);
    if (is_exact)
        append_number(key, (uint64_t)self);
    for (size_t i = 0; i < side->count[thing]; i++) {
        append_number(key, (uint64_t)known[i].other << 1 | known[i].is_caller);
        if (is_exact)
            append_number(key, (uint64_t)known[i].count);
    }
    return true;
}

/* Whether the same function, which is matched, calls both, or is called by both. */
static bool have_one_in_common(const struct relation *old, size_t n_old,
                               const struct relation *fresh, size_t n_fresh, bool is_caller)
{
    size_t i = 0, j = 0;

    while (i < n_old && j < n_fresh) {
        struct relation a = old[i], b = fresh[j];
        a.count = b.count = 0;
        int order = by_other(&a, &b);
        if (order == 0 && a.other < itself && a.is_caller == is_caller)
            return true;
        i += order <= 0;
        j += order >= 0;
    }
    return false;
}

/* Returns how often others called a thing, by what is known of it. */
static double count_runs(const struct relation *known, size_t count)
{
    double runs = 0;

    for (size_t i = 0; i < count; i++)
        runs += known[i].is_caller ? (double)known[i].count : 0;
    return runs;
}

/* Whether a number is about the same, in all or for each of `times` as many runs. */
static bool is_alike(double old, double fresh, double times, int part)
{
    return are_near(old, fresh, part) || are_near(old * times, fresh, part);
}

/*
 * Whether two things cost about the same and call others about as often, in all or in each of their
 * runs, and are called neither more than twice as often nor less than half as often.
 */
static bool are_alike(struct search *search, uint32_t old, uint32_t fresh, int part)
{
    struct relation *of_old = search->known[true], *of_fresh = search->known[false];
    size_t count = search->old.count[old];

    know_relations(&search->old, old, of_old);
    know_relations(&search->fresh, fresh, of_fresh);
    double old_runs = count_runs(of_old, count), fresh_runs = count_runs(of_fresh, count);
    double times = old_runs > 0 && fresh_runs > 0 ? fresh_runs / old_runs : 1;
    bool alike =
        is_alike((double)search->old.self[old], (double)search->fresh.self[fresh], times, part);
    for (size_t i = 0; alike && i < count; i++) {
        double was = (double)of_old[i].count, is = (double)of_fresh[i].count;
        alike =
            of_old[i].is_caller ? was <= 2 * is && is <= 2 * was : is_alike(was, is, times, part);
    }
    return alike;
}

/* Whether two things of one name without arguments, as no others have it, are one function. */
static bool have_same_caller(struct search *search, uint32_t old, uint32_t fresh)
{
    struct relation *of_old = search->known[true], *of_fresh = search->known[false];
    size_t n_old = search->old.count[old], n_fresh = search->fresh.count[fresh];

    know_relations(&search->old, old, of_old);
    know_relations(&search->fresh, fresh, of_fresh);
    return n_old + n_fresh == 0
             ? are_near((double)search->old.self[old], (double)search->fresh.self[fresh], NEARLY)
             : have_one_in_common(of_old, n_old, of_fresh, n_fresh, true);
}

/* The things of a side that have one key. */
struct candidates {
    const uint32_t *list;
    size_t count;
};

/* Returns the only one of the candidates that may be taken for the old thing, or new thing. */
static uint32_t find_only(struct search *search, uint32_t thing, bool is_old,
                          const struct candidates *others)
{
    uint32_t found = NO_ID;

    for (size_t i = 0; i < others->count; i++) {
        uint32_t old = is_old ? thing : others->list[i], fresh = is_old ? others->list[i] : thing;
        if (!are_alike(search, old, fresh, ROUGHLY))
            continue;
        if (found != NO_ID)
            return NO_ID;
        found = others->list[i];
    }
    return found;
}

/* Finds what is nearly the same, and may not be taken for any other; by candidate, or NO_ID. */
static void pair_alike(struct search *search, const struct candidates *old,
                       const struct candidates *fresh, uint32_t *partners)
{
    for (size_t i = 0; i < old->count; i++) {
        uint32_t one = find_only(search, old->list[i], true, fresh);
        bool is_mutual = one != NO_ID && find_only(search, one, false, old) == old->list[i];
        partners[i] = is_mutual && are_alike(search, old->list[i], one, NEARLY) ? one : NO_ID;
    }
}

/* Finds which of the things that have a key in common are one function, by old thing, or NO_ID. */
static void pair_candidates(struct search *search, enum criterion criterion,
                            const struct candidates *old, const struct candidates *fresh,
                            uint32_t partners[MOST_CANDIDATES])
{
    bool are_only = old->count == 1 && fresh->count == 1;

    memset(partners, 0xff, MOST_CANDIDATES * sizeof *partners); /* all NO_ID */
    if (criterion == BY_CALLS && old->count <= MOST_CANDIDATES && fresh->count <= MOST_CANDIDATES)
        pair_alike(search, old, fresh, partners);
    else if (are_only && may_be_renamed(&search->old, old->list[0]) &&
             may_be_renamed(&search->fresh, fresh->list[0]) &&
             (criterion == BY_COST || have_same_caller(search, old->list[0], fresh->list[0])))
        partners[0] = fresh->list[0];
}

static void note_change(struct called_side *side, uint32_t thing, uint32_t round)
{
    for (size_t i = 0; i < side->count[thing]; i++)
        side->changed[side->relations[side->begin[thing] + i].other] = round;
}

static void join(struct search *search, uint32_t old, uint32_t fresh)
{
    search->old.side->things.list[old].partner = fresh;
    search->fresh.side->things.list[fresh].partner = old;
    note_change(&search->old, old, search->round);
    note_change(&search->fresh, fresh, search->round);
}

/*
 * Returns the keys of the things of a side, NO_ID for those without one. Where no other of a thing
 * was matched since the last round of the kind, it has the key that it had, and so has each that
 * had the same: these are not looked at again.
 */
static uint32_t *find_keys(struct search *search, const struct called_side *side,
                           enum criterion criterion, struct names *keys)
{
    size_t n_things = side->side->things.count;
    uint32_t *ids = memory_alloc(n_things, sizeof *ids);

    for (uint32_t thing = 0; thing < n_things; thing++) {
        ids[thing] = NO_ID;
        if (criterion == BY_ARGUMENTS)
            ids[thing] = side->bare[thing];
        else if (may_be_renamed(side, thing) && side->changed[thing] >= search->last[criterion] &&
                 append_calls(search, side, thing, criterion))
            ids[thing] = names_add(keys, buffer_text(&search->key));
    }
    return ids;
}

/* Matches what has the same key on both sides. False where nothing was. */
static bool match_round(struct search *search, enum criterion criterion)
{
    struct names *keys = names_create();
    uint32_t *old_keys = find_keys(search, &search->old, criterion, keys);
    uint32_t *fresh_keys = find_keys(search, &search->fresh, criterion, keys);
    size_t n_keys = criterion == BY_ARGUMENTS ? search->n_bare : names_count(keys);
    size_t *old_begin, *fresh_begin;
    uint32_t *old = ids_sort(old_keys, search->old.side->things.count, n_keys, &old_begin);
    uint32_t *fresh = ids_sort(fresh_keys, search->fresh.side->things.count, n_keys, &fresh_begin);
    bool has_found = false;

    search->last[criterion] = ++search->round;
    for (size_t key = 0; key < n_keys; key++) {
        const struct candidates of_old = {&old[old_begin[key]],
                                          old_begin[key + 1] - old_begin[key]};
        const struct candidates of_fresh = {&fresh[fresh_begin[key]],
                                            fresh_begin[key + 1] - fresh_begin[key]};
        uint32_t partners[MOST_CANDIDATES];
        if (of_old.count == 0 || of_fresh.count == 0)
            continue;
        pair_candidates(search, criterion, &of_old, &of_fresh, partners);
        for (size_t i = 0; i < of_old.count && i < MOST_CANDIDATES; i++) {
            if (partners[i] == NO_ID)
                continue;
            has_found = true;
            join(search, of_old.list[i], partners[i]);
            if (criterion == BY_ARGUMENTS)
                continue;
            ARRAY_ADD(search->renamed, search->n_renamed, search->capacity,
                      (struct renamed){of_old.list[i], partners[i]});
        }
    }
    names_free(keys);
    free(old_keys);
    free(fresh_keys);
    free(old);
    free(fresh);
    free(old_begin);
    free(fresh_begin);
    return has_found;
}

/*
 * What was matched while others were unknown must call them and be called by them all the same now
 * that these are known; else it was not that function.
 */
static void drop_contradictions(struct search *search)
{
    bool *is_wrong = memory_alloc(search->n_renamed, sizeof *is_wrong);

    for (size_t i = 0; i < search->n_renamed; i++) {
        const struct renamed *pair = &search->renamed[i];
        size_t count = search->old.count[pair->old];
        know_relations(&search->old, pair->old, search->known[true]);
        know_relations(&search->fresh, pair->fresh, search->known[false]);
        is_wrong[i] = count != search->fresh.count[pair->fresh];
        for (size_t j = 0; !is_wrong[i] && j < count; j++)
            is_wrong[i] = search->known[true][j].other != search->known[false][j].other ||
                          search->known[true][j].is_caller != search->known[false][j].is_caller;
    }
    for (size_t i = 0; i < search->n_renamed; i++) {
        if (!is_wrong[i])
            continue;
        search->old.side->things.list[search->renamed[i].old].partner = NO_ID;
        search->fresh.side->things.list[search->renamed[i].fresh].partner = NO_ID;
    }
    free(is_wrong);
}

/* Two functions without a name that are at the same place of an object. */
struct place_pair {
    uint32_t old, fresh;
    bool calls_others; /* the functions that are known to be called have none in common */
    bool is_near;      /* a call costs nearly the same, */
    bool is_telling;   /* and not as little as that of a stub */
};

/* What such functions of an object and file have in common. */
struct place_unit {
    size_t n_telling, n_near; /* those that tell, and of these what costs nearly the same */
    bool calls_others;        /* some do */
};

/* Returns the cost of a run by what is known of a thing, or of all where calls of it are not. */
static double cost_of_run(const struct called_side *side, uint32_t thing,
                          const struct relation *known)
{
    double runs = count_runs(known, side->count[thing]);

    return (double)side->self[thing] / (runs > 0 ? runs : 1);
}

/* Returns how many callees of a thing are matched, by what is known of it. */
static size_t count_callees(const struct relation *known, size_t count)
{
    size_t n_callees = 0;

    for (size_t i = 0; i < count; i++)
        n_callees += !known[i].is_caller && known[i].other < itself;
    return n_callees;
}

static void compare_places(struct search *search, struct place_pair *pair)
{
    struct relation *of_old = search->known[true], *of_fresh = search->known[false];
    size_t n_old = search->old.count[pair->old], n_fresh = search->fresh.count[pair->fresh];

    know_relations(&search->old, pair->old, of_old);
    know_relations(&search->fresh, pair->fresh, of_fresh);
    double was = cost_of_run(&search->old, pair->old, of_old);
    double is = cost_of_run(&search->fresh, pair->fresh, of_fresh);
    pair->calls_others = count_callees(of_old, n_old) != 0 &&
                         count_callees(of_fresh, n_fresh) != 0 &&
                         !have_one_in_common(of_old, n_old, of_fresh, n_fresh, false);
    pair->is_near = are_near(was, is, NEARLY);
    pair->is_telling = was >= LEAST_CODE || is >= LEAST_CODE;
}

/* Finds what has no name and is at the same place on both sides. The caller frees it. */
static struct place_pair *find_places(struct search *search, size_t *count)
{
    struct place_pair *pairs = memory_alloc(search->fresh.side->things.count, sizeof *pairs);
    uint32_t *old_things = memory_alloc(search->old.side->things.count, sizeof *old_things);
    struct index places = {0}; /* (unit, name) of old things */

    *count = 0;
    for (uint32_t thing = 0; thing < search->old.side->things.count; thing++)
        if (thing_at(&search->old, thing)->is_nameless)
            old_things[index_add(&places, search->old.units[thing],
                                 side_function(search->old.side, thing).symbol)] = thing;
    for (uint32_t thing = 0; thing < search->fresh.side->things.count; thing++) {
        if (!thing_at(&search->fresh, thing)->is_nameless)
            continue;
        uint32_t place = index_find(&places, search->fresh.units[thing],
                                    side_function(search->fresh.side, thing).symbol);
        if (place != NO_ID)
            pairs[(*count)++] = (struct place_pair){.old = old_things[place], .fresh = thing};
    }
    index_free(&places);
    free(old_things);
    return pairs;
}

/*
 * Matches functions without a name that are at the same place of an object, unless they are known
 * to call others. If the object was built anew, other functions may be at its places. So unless
 * most of those that tell cost nearly the same for each call, and none is known to call others,
 * only those that do cost that are matched.
 */
static void match_places(struct search *search, size_t n_units)
{
    struct place_unit *units = memory_alloc(n_units, sizeof *units);
    size_t n_pairs;
    struct place_pair *pairs = find_places(search, &n_pairs);

    for (size_t i = 0; i < n_pairs; i++) {
        struct place_unit *unit = &units[search->fresh.units[pairs[i].fresh]];
        compare_places(search, &pairs[i]);
        unit->n_telling += pairs[i].is_telling;
        unit->n_near += pairs[i].is_telling && pairs[i].is_near;
        unit->calls_others |= pairs[i].calls_others;
    }
    for (size_t i = 0; i < n_pairs; i++) {
        const struct place_unit *unit = &units[search->fresh.units[pairs[i].fresh]];
        bool is_same_build = !unit->calls_others && unit->n_near * 2 > unit->n_telling;
        if (!pairs[i].calls_others && (is_same_build || pairs[i].is_near))
            join(search, pairs[i].old, pairs[i].fresh);
    }
    free(units);
    free(pairs);
}

/* Returns the object that a function is in, as the new side calls it; NO_ID for none. */
static object_id object_of(const struct called_side *side, uint32_t thing, const uint32_t *objects)
{
    object_id object = side_function(side->side, thing).object;

    return side->is_old && object != NO_ID ? objects[object] : object;
}

/*
 * Numbers the objects and files that functions are in. An object that only one side has may be the
 * program under another name, so such objects count as one. Returns how many numbers there are.
 */
static size_t number_units(struct search *search, const uint32_t *objects, const uint32_t *files)
{
    struct called_side *sides[] = {&search->old, &search->fresh};
    size_t n_objects = names_count(search->old.side->profile->symbols.objects);
    unsigned char *seen_by = memory_alloc(n_objects, sizeof *seen_by); /* a bit for each side */
    struct index units = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(sides); i++)
        for (uint32_t thing = 0; thing < sides[i]->side->things.count; thing++) {
            object_id object = object_of(sides[i], thing, objects);
            if (object != NO_ID)
                seen_by[object] = (unsigned char)(seen_by[object] | 1u << i);
        }
    for (size_t i = 0; i < ARRAY_LENGTH(sides); i++) {
        size_t n_things = sides[i]->side->things.count;
        sides[i]->units = memory_alloc(n_things, sizeof *sides[i]->units);
        for (uint32_t thing = 0; thing < n_things; thing++) {
            object_id object = object_of(sides[i], thing, objects);
            file_id file = side_function(sides[i]->side, thing).file;
            bool is_of_one = object != NO_ID && seen_by[object] != 3;
            sides[i]->units[thing] = index_add(&units, is_of_one ? UINT64_MAX : object,
                                               sides[i]->is_old ? files[file] : file);
        }
    }
    size_t count = units.count;
    index_free(&units);
    free(seen_by);
    return count;
}

/* Finds what may have got another name: nothing in libraries that are the same on both sides. */
static void find_renamable(struct called_side *side)
{
    const struct names *objects = side->side->profile->symbols.objects;
    bool *is_library = memory_alloc(names_count(objects), sizeof *is_library);

    for (uint32_t id = 0; id < names_count(objects); id++)
        is_library[id] = object_kind_of(names_text(objects, id)) != OBJECT_OWN;
    side->may_be_renamed = memory_alloc(side->side->things.count, sizeof *side->may_be_renamed);
    for (uint32_t id = 0; id < side->side->things.count; id++) {
        const struct thing *thing = thing_at(side, id);
        object_id object = side_function(side->side, id).object;
        side->may_be_renamed[id] = thing->partner == NO_ID && !thing->is_nameless &&
                                   !has_no_name(thing) && (object == NO_ID || !is_library[object]);
    }
    free(is_library);
}

/* Marks the units with a function that may have got other arguments. */
static void mark_arguments(const struct called_side *side, bool *units)
{
    for (uint32_t thing = 0; thing < side->side->things.count; thing++) {
        struct text name = thing_at(side, thing)->function;
        if (side->may_be_renamed[thing] && memchr(name.at, '(', name.length) != NULL)
            units[side->units[thing]] = true;
    }
}

/*
 * Finds what the names of functions are without their arguments, for those that have some, matched
 * ones too: of several with one name nobody knows which one was another.
 */
static void find_bare_names(struct search *search, size_t n_units)
{
    struct called_side *sides[] = {&search->old, &search->fresh};
    bool *is_wanted[] = {memory_alloc(n_units, sizeof(bool)), memory_alloc(n_units, sizeof(bool))};
    struct names *names = names_create();

    for (size_t i = 0; i < ARRAY_LENGTH(sides); i++)
        mark_arguments(sides[i], is_wanted[i]);
    for (size_t i = 0; i < ARRAY_LENGTH(sides); i++) {
        size_t n_things = sides[i]->side->things.count;
        sides[i]->bare = memory_alloc(n_things, sizeof *sides[i]->bare);
        for (uint32_t thing = 0; thing < n_things; thing++) {
            struct text name = plain_name(thing_at(sides[i], thing)->function);
            uint32_t unit = sides[i]->units[thing];
            sides[i]->bare[thing] = NO_ID;
            if (!is_wanted[0][unit] || !is_wanted[1][unit])
                continue;
            if (name.length == 0 || memchr(name.at, '(', name.length) == NULL)
                continue;
            search->key.length = 0;
            append_number(&search->key, unit);
            name_append_form(&search->key, name, NAME_NO_ARGUMENTS);
            sides[i]->bare[thing] = names_add(names, buffer_text(&search->key));
        }
    }
    search->n_bare = names_count(names);
    names_free(names);
    free(is_wanted[0]);
    free(is_wanted[1]);
}

static bool has_unmatched(const struct side *side)
{
    for (size_t i = 0; i < side->things.count; i++)
        if (side->things.list[i].partner == NO_ID)
            return true;
    return false;
}

/* Returns the name of the first event that both sides record; an empty text for none. */
static struct text find_event(const struct profile *fresh, const struct profile *old)
{
    for (size_t i = 0; i < fresh->events.n_recorded; i++)
        if (events_find(&old->events, fresh->events.list[i].name) < old->events.n_recorded)
            return fresh->events.list[i].name;
    return (struct text){0};
}

static void know_side(struct called_side *side, struct relation **known, struct text event)
{
    size_t n_things = side->side->things.count, most = 0;

    add_up_self(side, event);
    find_relations(side);
    find_renamable(side);
    side->changed = memory_alloc(n_things, sizeof *side->changed);
    for (size_t thing = 0; thing < n_things; thing++)
        most = side->count[thing] > most ? side->count[thing] : most;
    *known = memory_alloc(most, sizeof **known);
}

static void side_forget(struct called_side *side)
{
    free(side->may_be_renamed);
    free(side->units);
    free(side->bare);
    free(side->self);
    free(side->relations);
    free(side->begin);
    free(side->count);
    free(side->changed);
}

void match_renamed(struct side *old, struct side *fresh, const uint32_t *objects,
                   const uint32_t *files)
{
    struct search search = {.old = {.side = old, .is_old = true}, .fresh = {.side = fresh}};
    struct text event = find_event(fresh->profile, old->profile);
    enum criterion criterion = BY_COST;

    if (event.length == 0 || !has_unmatched(old) || !has_unmatched(fresh))
        return;
    know_side(&search.old, &search.known[true], event);
    know_side(&search.fresh, &search.known[false], event);
    size_t n_units = number_units(&search, objects, files);
    match_places(&search, n_units);
    find_bare_names(&search, n_units);
    while (criterion < N_CRITERIA && search.round < MOST_ROUNDS)
        criterion = match_round(&search, criterion) ? BY_COST : criterion + 1;
    drop_contradictions(&search);
    side_forget(&search.old);
    side_forget(&search.fresh);
    free(search.known[true]);
    free(search.known[false]);
    free(search.renamed);
    free(search.key.at);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/callgrind_order.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/index.h"
#include "base/names.h"
#include "profile/filter.h"

/* What functions are sorted by. */
struct named_function {
    function_id id;
    struct text object, file, name;
};

static int by_names(const void *a, const void *b)
{
    const struct named_function *left = a, *right = b;
    int order = text_compare(left->object, right->object);

    if (order == 0)
        order = text_compare(left->file, right->file);
    return order != 0 ? order : text_compare(left->name, right->name);
}

static int by_path(const void *a, const void *b)
{
    const struct ordered_place *left = a, *right = b;

    if (left->is_inlined != right->is_inlined)
        return left->is_inlined ? 1 : -1;
    return text_compare(left->path, right->path);
}

static int compare_positions(struct position left, struct position right)
{
    if (left.address != right.address)
        return left.address < right.address ? -1 : 1;
    return (left.line > right.line) - (left.line < right.line);
}

static int by_position(const void *a, const void *b)
{
    const struct ordered_spot *left = a, *right = b;

    return compare_positions(left->position, right->position);
}

static int by_rank(const void *a, const void *b)
{
    const struct ordered_call *left = a, *right = b;

    if (left->rank != right->rank)
        return left->rank < right->rank ? -1 : 1;
    return compare_positions(left->target, right->target);
}

static int by_target(const void *a, const void *b)
{
    const struct ordered_jump *left = a, *right = b;
    int order = compare_positions(left->position, right->position);

    if (order == 0)
        order = text_compare(left->path, right->path);
    return order != 0 ? order : text_compare(left->function, right->function);
}

static struct named_function *sort_by_names(const struct profile *profile)
{
    const struct symbols *symbols = &profile->symbols;
    size_t count = profile_n_functions(profile);
    struct named_function *sorted = memory_alloc(count, sizeof *sorted);

    for (function_id id = 0; id < count; id++) {
        struct function function = profile_function(profile, id);
        sorted[id] = (struct named_function){
            .id = id,
            .object =
                function.object == NO_ID ? TEXT("") : names_text(symbols->objects, function.object),
            .file = names_text(symbols->files, function.file),
            .name = names_text(symbols->functions, function.symbol),
        };
    }
    qsort(sorted, count, sizeof *sorted, by_names);
    return sorted;
}

static void order_functions(struct written_order *order, const struct filter *filter)
{
    size_t count = profile_n_functions(order->profile);
    struct named_function *sorted = sort_by_names(order->profile);

    order->functions = memory_alloc(count, sizeof *order->functions);
    order->ranks = memory_alloc(count, sizeof *order->ranks);
    order->is_kept = memory_alloc(count, sizeof *order->is_kept);
    for (uint32_t rank = 0; rank < count; rank++) {
        const struct named_function *function = &sorted[rank];
        order->functions[rank] = function->id;
        order->ranks[function->id] = rank;
        order->is_kept[function->id] =
            filter_passes(filter, function->object, function->file, function->name);
    }
    free(sorted);
}

/* What each owner has, by pairs of the owner and that. */
static void find_owned(struct owned_ids *owned, const struct pairs *pairs, size_t n_owners)
{
    owned->ids = pairs_sort(pairs, PAIR_FROM, n_owners, &owned->begin);
}

static void owned_free(struct owned_ids *owned)
{
    free(owned->ids);
    free(owned->begin);
}

static bool has_spots(const struct written_order *order, place_id place)
{
    return order->spots.begin[place] != order->spots.begin[place + 1];
}

bool spot_is_written(const struct written_order *order, uint32_t spot)
{
    place_id place = profile_spot(order->profile, spot).place;

    return order->is_kept[profile_place(order->profile, place).function];
}

static void mark_function(struct written_order *order, function_id id)
{
    struct function function = profile_function(order->profile, id);
    struct named *named = &order->named;

    named->functions[id] = true;
    named->files[function.file] = true;
    named->symbols[function.symbol] = true;
    if (function.object != NO_ID)
        named->objects[function.object] = true;
}

static void find_named(struct written_order *order)
{
    const struct profile *profile = order->profile;
    const struct symbols *symbols = &profile->symbols;
    struct named *named = &order->named;

    (void)symbols_pieces(symbols); /* which may add names, before they are counted */
    named->functions = memory_alloc(profile_n_functions(profile), sizeof *named->functions);
    named->objects = memory_alloc(names_count(symbols->objects), sizeof *named->objects);
    named->files = memory_alloc(names_count(symbols->files), sizeof *named->files);
    named->symbols = memory_alloc(names_count(symbols->functions), sizeof *named->symbols);
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);
        if (!order->is_kept[place.function] || !has_spots(order, id))
            continue;
        mark_function(order, place.function);
        named->files[place.file] = true;
    }
    for (size_t id = 0; id < profile->by_spot.calls.pairs.count; id++) {
        struct spot_call call = profile_spot_call(profile, id);
        if (spot_is_written(order, call.spot))
            mark_function(order, call.callee);
    }
    for (size_t id = 0; id < profile->jumps.pairs.count; id++) {
        struct jump jump = jumps_get(&profile->jumps, id);
        if (!spot_is_written(order, jump.from) || jump_counts_are_zero(&profile->jumps.counts[id]))
            continue;
        named->files[jump.to.file] = true;
        if (jump.to.function != NO_ID)
            named->symbols[jump.to.function] = true;
    }
}

void written_order_create(struct written_order *order, const struct profile *profile,
                          const struct filter *filter)
{
    *order = (struct written_order){.profile = profile};
    order_functions(order, filter);
    find_owned(&order->places, &profile->places, profile_n_functions(profile));
    find_owned(&order->spots, &profile->spots, profile_n_places(profile));
    find_owned(&order->calls, &profile->by_spot.calls.pairs, profile->spots.count);
    find_owned(&order->jumps, &profile->jumps.pairs, profile->spots.count);
    find_named(order);
}

void written_order_free(struct written_order *order)
{
    free(order->functions);
    free(order->ranks);
    free(order->is_kept);
    owned_free(&order->places);
    owned_free(&order->spots);
    owned_free(&order->calls);
    owned_free(&order->jumps);
    free(order->named.functions);
    free(order->named.objects);
    free(order->named.files);
    free(order->named.symbols);
    free(order->of_function.items);
    free(order->of_place.items);
    free(order->of_spot.items);
    free(order->jumps_of_spot.items);
}

const struct ordered_places *written_places(struct written_order *order, function_id function)
{
    const struct profile *profile = order->profile;
    size_t first = order->places.begin[function], end = order->places.begin[function + 1];
    file_id own_file = profile_function(profile, function).file;
    struct ordered_places *places = &order->of_function;

    if (end - first > places->capacity)
        places->items =
            memory_grow(places->items, &places->capacity, end - first, sizeof *places->items);
    places->count = 0;
    for (size_t i = first; i < end; i++) {
        place_id id = order->places.ids[i];
        file_id file = profile_place(profile, id).file;
        if (has_spots(order, id))
            places->items[places->count++] = (struct ordered_place){
                id, file, file != own_file, names_text(profile->symbols.files, file)};
    }
    if (places->count > 1)
        qsort(places->items, places->count, sizeof *places->items, by_path);
    return places;
}

const struct ordered_spots *written_spots(struct written_order *order, place_id place)
{
    const uint32_t *ids = order->spots.ids + order->spots.begin[place];
    size_t count = order->spots.begin[place + 1] - order->spots.begin[place];
    struct ordered_spots *spots = &order->of_place;

    if (count > spots->capacity)
        spots->items = memory_grow(spots->items, &spots->capacity, count, sizeof *spots->items);
    for (size_t i = 0; i < count; i++)
        spots->items[i] =
            (struct ordered_spot){ids[i], profile_spot(order->profile, ids[i]).position};
    if (count > 1)
        qsort(spots->items, count, sizeof *spots->items, by_position);
    spots->count = count;
    return spots;
}

const struct ordered_calls *written_calls(struct written_order *order, uint32_t spot)
{
    const uint32_t *ids = order->calls.ids + order->calls.begin[spot];
    size_t count = order->calls.begin[spot + 1] - order->calls.begin[spot];
    struct ordered_calls *calls = &order->of_spot;

    if (count > calls->capacity)
        calls->items = memory_grow(calls->items, &calls->capacity, count, sizeof *calls->items);
    for (size_t i = 0; i < count; i++) {
        struct spot_call call = profile_spot_call(order->profile, ids[i]);
        calls->items[i] =
            (struct ordered_call){ids[i], call.callee, order->ranks[call.callee], call.target};
    }
    if (count > 1)
        qsort(calls->items, count, sizeof *calls->items, by_rank);
    calls->count = count;
    return calls;
}

const struct ordered_jumps *written_jumps(struct written_order *order, uint32_t spot)
{
    const struct profile *profile = order->profile;
    const struct symbols *symbols = &profile->symbols;
    struct ordered_jumps *jumps = &order->jumps_of_spot;

    jumps->count = 0;
    for (size_t i = order->jumps.begin[spot]; i < order->jumps.begin[spot + 1]; i++) {
        uint32_t id = order->jumps.ids[i];
        const struct jump jump = jumps_get(&profile->jumps, id);
        if (jump_counts_are_zero(&profile->jumps.counts[id]))
            continue;
        ARRAY_GROW(jumps->items, jumps->count, jumps->capacity);
        jumps->items[jumps->count++] =
            (struct ordered_jump){.id = id,
                                  .to = jump.to,
                                  .position = profile_position(profile, jump.to.position),
                                  .path = names_text(symbols->files, jump.to.file),
                                  .function = jump.to.function == NO_ID
                                                ? TEXT("")
                                                : names_text(symbols->functions, jump.to.function)};
    }
    if (jumps->count > 1)
        qsort(jumps->items, jumps->count, sizeof *jumps->items, by_target);
    return jumps;
}

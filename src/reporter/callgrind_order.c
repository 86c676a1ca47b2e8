/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds what is written of a profile, in which order, and what it adds up to. */

#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/map.h"
#include "base/names.h"
#include "profile/costs.h"
#include "profile/filter.h"
#include "reporter/callgrind.h"

/* Holds a function and what it is sorted by. */
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

static int by_position(const void *a, const void *b)
{
    const struct ordered_spot *left = a, *right = b;

    return position_compare(left->position, right->position);
}

static int by_spot_and_rank(const void *a, const void *b)
{
    const struct ordered_call *left = a, *right = b;
    int order = by_position(&left->from, &right->from);

    if (order != 0)
        return order;
    if (left->rank != right->rank)
        return left->rank < right->rank ? -1 : 1;
    return position_compare(left->target, right->target);
}

static int by_spot_and_target(const void *a, const void *b)
{
    const struct ordered_jump *left = a, *right = b;
    int order = by_position(&left->from, &right->from);

    if (order == 0)
        order = position_compare(left->position, right->position);
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
    ARRAY_SORT(sorted, count, by_names);
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

/* Sorts calls or jumps, which are pairs of a spot and where they lead to, by the spot's place. */
static void find_by_place(struct owned_ids *owned, const struct map *pairs,
                          const struct profile *profile)
{
    place_id *places = memory_alloc(pairs->count, sizeof *places);

    for (size_t id = 0; id < pairs->count; id++)
        places[id] = profile->spots.list[pairs->keys[id].from].place;
    owned->ids = ids_sort(places, pairs->count, profile_n_places(profile), &owned->begin);
    free(places);
}

static void owned_free(struct owned_ids *owned)
{
    free(owned->ids);
    free(owned->begin);
}

static bool has_spots(const struct written_order *order, place_id place)
{
    return spots_of_place(&order->profile->spots, place).length != 0;
}

bool spot_is_written(const struct written_order *order, uint32_t spot)
{
    place_id place = order->profile->spots.list[spot].place;

    return order->is_kept[profile_place(order->profile, place).function];
}

static void mark_function(struct written_order *order, function_id id)
{
    struct function function = profile_function(order->profile, id);

    order->named.functions[id] = true;
    order->named.files[function.file] = true;
    order->named.symbols[function.symbol] = true;
    if (function.object != NO_ID)
        order->named.objects[function.object] = true;
}

static void find_named(struct written_order *order)
{
    const struct profile *profile = order->profile;
    const struct symbols *symbols = &profile->symbols;

    (void)symbols_pieces(symbols); /* may add names, so it comes before they are counted */
    order->named.functions =
        memory_alloc(profile_n_functions(profile), sizeof *order->named.functions);
    order->named.objects =
        memory_alloc(names_count(symbols->objects), sizeof *order->named.objects);
    order->named.files = memory_alloc(names_count(symbols->files), sizeof *order->named.files);
    order->named.symbols =
        memory_alloc(names_count(symbols->functions), sizeof *order->named.symbols);
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);
        if (!order->is_kept[place.function] || !has_spots(order, id))
            continue;
        mark_function(order, place.function);
        order->named.files[place.file] = true;
    }
    for (size_t id = 0; id < profile->ledgers[SPOT_CALLS].map.count; id++) {
        struct spot_call call = profile_spot_call(profile, id);
        if (spot_is_written(order, call.spot))
            mark_function(order, call.callee);
    }
    for (size_t id = 0; id < profile->ledgers[JUMPS].map.count; id++) {
        struct jump jump = profile_jump(profile, id);
        if (!spot_is_written(order, jump.from) ||
            jump_counts_are_zero(profile_jump_counts(profile, id)))
            continue;
        order->named.files[jump.to.file] = true;
        if (jump.to.function != NO_ID)
            order->named.symbols[jump.to.function] = true;
    }
}

void written_order_create(struct written_order *order, const struct profile *profile,
                          const struct filter *filter)
{
    *order = (struct written_order){.profile = profile};
    order_functions(order, filter);
    order->places.ids = map_sort(&profile->ledgers[PLACES].map, MAP_TO,
                                 profile_n_functions(profile), &order->places.begin);
    find_by_place(&order->calls, &profile->ledgers[SPOT_CALLS].map, profile);
    find_by_place(&order->jumps, &profile->ledgers[JUMPS].map, profile);
    find_named(order);
}

void written_order_free(struct written_order *order)
{
    free(order->functions);
    free(order->ranks);
    free(order->is_kept);
    owned_free(&order->places);
    owned_free(&order->calls);
    owned_free(&order->jumps);
    free(order->named.functions);
    free(order->named.objects);
    free(order->named.files);
    free(order->named.symbols);
    free(order->of_function);
    free(order->of_place);
    free(order->calls_of_place);
    free(order->jumps_of_place);
}

const struct ordered_place *written_places(struct written_order *order, function_id function,
                                           size_t *count)
{
    const struct profile *profile = order->profile;
    file_id own_file = profile_function(profile, function).file;

    *count = 0;
    for (size_t i = order->places.begin[function]; i < order->places.begin[function + 1]; i++) {
        place_id id = order->places.ids[i];
        file_id file = profile_place(profile, id).file;
        if (!has_spots(order, id))
            continue;
        ARRAY_ADD(order->of_function, *count, order->of_function_capacity,
                  (struct ordered_place){id, file, file != own_file,
                                         names_text(profile->symbols.files, file)});
    }
    ARRAY_SORT(order->of_function, *count, by_path);
    return order->of_function;
}

static struct ordered_spot find_spot(const struct written_order *order, uint32_t id)
{
    return (struct ordered_spot){id, order->profile->spots.list[id].position};
}

/* Fills the array from its end, so that it is in the order in which its spots were read. */
const struct ordered_spot *written_spots(struct written_order *order, place_id place, size_t *count)
{
    const struct spots *spots = &order->profile->spots;
    struct spot_chain chain = spots_of_place(spots, place);
    uint32_t at = chain.last;
    bool is_sorted = true;

    *count = chain.length;
    if (chain.length > order->of_place_capacity)
        order->of_place = memory_grow(order->of_place, &order->of_place_capacity, chain.length,
                                      sizeof *order->of_place);
    for (size_t i = chain.length; i-- != 0; at = spots->list[at - 1].older) {
        order->of_place[i] = find_spot(order, at - 1);
        if (i + 1 != chain.length && by_position(&order->of_place[i], &order->of_place[i + 1]) > 0)
            is_sorted = false;
    }
    if (!is_sorted)
        ARRAY_SORT(order->of_place, *count, by_position);
    return order->of_place;
}

const struct ordered_call *written_calls(struct written_order *order, place_id place, size_t *count)
{
    *count = 0;
    for (size_t i = order->calls.begin[place]; i < order->calls.begin[place + 1]; i++) {
        uint32_t id = order->calls.ids[i];
        struct spot_call call = profile_spot_call(order->profile, id);
        ARRAY_ADD(order->calls_of_place, *count, order->call_capacity,
                  (struct ordered_call){.id = id,
                                        .from = find_spot(order, call.spot),
                                        .callee = call.callee,
                                        .rank = order->ranks[call.callee],
                                        .target = call.target});
    }
    ARRAY_SORT(order->calls_of_place, *count, by_spot_and_rank);
    return order->calls_of_place;
}

const struct ordered_jump *written_jumps(struct written_order *order, place_id place, size_t *count)
{
    const struct profile *profile = order->profile;
    const struct symbols *symbols = &profile->symbols;

    *count = 0;
    for (size_t i = order->jumps.begin[place]; i < order->jumps.begin[place + 1]; i++) {
        uint32_t id = order->jumps.ids[i];
        const struct jump jump = profile_jump(profile, id);
        if (jump_counts_are_zero(profile_jump_counts(profile, id)))
            continue;
        ARRAY_ADD(order->jumps_of_place, *count, order->jump_capacity,
                  (struct ordered_jump){
                      .id = id,
                      .from = find_spot(order, jump.from),
                      .to = jump.to,
                      .position = profile_position(profile, jump.to.position),
                      .path = names_text(symbols->files, jump.to.file),
                      .function = jump.to.function == NO_ID
                                    ? TEXT("")
                                    : names_text(symbols->functions, jump.to.function)});
    }
    ARRAY_SORT(order->jumps_of_place, *count, by_spot_and_target);
    return order->jumps_of_place;
}

/*
 * Adds up separately what is above 0 and what is below. If both sums fit into 64 bits, so does the
 * sum of any part of it in any order.
 */
struct signed_sums {
    struct map things;
    struct costs costs; /* two rows for each thing: above 0, then below */
    bool overflows;
};

static void add_signed(struct signed_sums *sums, uint32_t thing, size_t event, int64_t figure)
{
    int64_t *row = costs_row(&sums->costs, 2 * (size_t)thing + (figure < 0));

    sums->overflows |= costs_add_overflows(&sums->costs, row, event, figure);
}

static void add_signed_row(struct signed_sums *sums, uint32_t thing, const struct costs *costs,
                           size_t id)
{
    const int64_t *row = costs_row(costs, id);

    for (size_t event = 0; event < costs->n_events; event++)
        add_signed(sums, thing, event, costs_sum(costs, row, event));
}

static bool has_negative(const struct costs *costs, size_t n_rows)
{
    int64_t signs = 0;

    for (size_t id = 0; id < n_rows; id++)
        for (size_t event = 0; event < costs->n_events; event++)
            signs |= costs_sum(costs, costs_row(costs, id), event);
    return signs < 0;
}

static bool has_negative_count(const struct ledger *calls)
{
    int64_t signs = 0;

    for (size_t id = 0; id < calls->map.count; id++)
        signs |= calls->counts[id];
    return signs < 0;
}

/* Tells whether a spot's self cost is written. */
static bool self_is_written(const struct written_order *order, uint32_t spot)
{
    return packed_costs_has(&order->profile->ledgers[SPOTS].packed, spot) &&
           spot_is_written(order, spot);
}

/* Tells whether sums of self cost fit, of which some is below 0. */
static bool signed_self_fits(const struct written_order *order)
{
    const struct profile *profile = order->profile;
    const struct packed_costs *self = &profile->ledgers[SPOTS].packed;
    struct signed_sums sums = {0};

    costs_init(&sums.costs, self->unpacked.n_events);
    costs_ensure(&sums.costs, 2);
    for (uint32_t id = 0; id < profile->spots.count; id++)
        if (self_is_written(order, id)) {
            (void)packed_costs_unpack(self, id);
            add_signed_row(&sums, 0, &self->unpacked, 0);
        }
    costs_free(&sums.costs);
    return !sums.overflows;
}

static bool calls_fit(const struct written_order *order)
{
    const struct profile *profile = order->profile;
    const struct ledger *calls = &profile->ledgers[SPOT_CALLS];
    size_t n_events = calls->costs.n_events;
    struct signed_sums sums = {0};

    if (!has_negative(&calls->costs, calls->map.count) && !has_negative_count(calls))
        return true;
    costs_init(&sums.costs, n_events + 1); /* the last is the number of calls */
    for (size_t id = 0; id < calls->map.count; id++) {
        struct spot_call call = profile_spot_call(profile, id);
        if (!spot_is_written(order, call.spot))
            continue;
        uint32_t arc = map_add(&sums.things, profile->spots.list[call.spot].place, call.callee);
        costs_ensure(&sums.costs, 2 * sums.things.count);
        add_signed_row(&sums, arc, &calls->costs, id);
        add_signed(&sums, arc, n_events, calls->counts[id]);
    }
    map_free(&sums.things);
    costs_free(&sums.costs);
    return !sums.overflows;
}

/* Without costs below 0, each sum of them fits if that of all does. */
bool add_up_written(const struct written_order *order, struct costs *total, struct error *error)
{
    const struct profile *profile = order->profile;
    const struct packed_costs *self = &profile->ledgers[SPOTS].packed;
    bool overflows = false, is_signed = false;

    for (uint32_t id = 0; id < profile->spots.count; id++) {
        if (!self_is_written(order, id))
            continue;
        const int64_t *row = packed_costs_unpack(self, id);
        overflows |= costs_add_row_overflows(total, costs_row(total, 0), row);
        is_signed |= has_negative(&self->unpacked, 1);
    }
    if (!overflows && (!is_signed || signed_self_fits(order)) && calls_fit(order))
        return true;
    return error_set(error, ERROR_FAILED, NULL, 0,
                     "the profile cannot be written: readers that add up its costs may come to "
                     "more than 64 bits on the way");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/inlining.h"

#include <stdlib.h>

#include "base/arena.h"
#include "profile/merge.h"

/* The state of rebuilding a profile. Functions keep their ids, and new ones come after them. */
struct rebuilding {
    struct arena arena; /* owns the arrays below */
    struct profile *into, *from;
    const struct inlining *inlining;
    function_id *functions; /* by node: NO_ID until some of its code has a cost */
    place_id *places;       /* by spot of `from`: its place in `into` */
    uint32_t *lines;        /* its line, if lines are kept and it has costs */
    uint32_t *spots;        /* its spot, if spots are kept */
    struct ledger inlined;  /* (node, function named by the profile): cost of the code there */
    bool overflows;
};

/*
 * Returns the node that a spot is in, or NO_ID if there is none or it is not a spot of the profile.
 */
static uint32_t node_of(const struct rebuilding *rebuilding, uint32_t spot)
{
    const struct inlining *inlining = rebuilding->inlining;

    return spot < inlining->n_spots ? inlining->node_of_spot[spot] : NO_ID;
}

/* Returns the function whose code a node has; without a node, the host. */
static function_id function_of(struct rebuilding *rebuilding, uint32_t node, function_id host)
{
    if (node == NO_ID)
        return host;
    function_id *id = &rebuilding->functions[node];
    const struct function *function = &rebuilding->inlining->nodes[node].function;
    if (*id == NO_ID)
        *id = profile_add_function(rebuilding->into, function->object, function->file,
                                   function->symbol);
    return *id;
}

/* Returns the cost row of a node's code, creating those of all enclosing nodes. */
static uint32_t row_of_node(struct rebuilding *rebuilding, uint32_t node, function_id host)
{
    struct ledger *inlined = &rebuilding->inlined;
    uint32_t row = ledger_add(inlined, node, host);

    for (size_t known = row; known + 1 == inlined->map.count;) {
        node = rebuilding->inlining->nodes[node].parent;
        if (node == NO_ID || map_find(&inlined->map, node, host) != NO_ID)
            break;
        known = ledger_add(inlined, node, host);
    }
    return row;
}

/* Adds costs of a spot to its node, if any. */
static void add_to_node(struct rebuilding *rebuilding, uint32_t spot, const int64_t *cost)
{
    const struct profile *from = rebuilding->from;
    function_id host = profile_place(from, from->spots.list[spot].place).function;
    uint32_t node = node_of(rebuilding, spot);

    if (node == NO_ID)
        return;
    uint32_t row = row_of_node(rebuilding, node, host);
    struct costs *costs = &rebuilding->inlined.costs;
    rebuilding->overflows |= costs_add_row_overflows(costs, costs_row(costs, row), cost);
}

/* Finds the line of a spot that has costs, if lines are kept. */
static uint32_t find_line(struct rebuilding *rebuilding, uint32_t spot)
{
    const struct spot *recorded = &rebuilding->from->spots.list[spot];
    file_id file = profile_place(rebuilding->from, recorded->place).file;

    return rebuilding->lines[spot] =
               profile_add_line(rebuilding->into, file, recorded->position.line);
}

/* Finds a spot in `into`, and records the origin of its self cost. */
static void find_spot(struct rebuilding *rebuilding, uint32_t id)
{
    const struct profile *from = rebuilding->from;
    struct profile *into = rebuilding->into;
    const struct spot *spot = &from->spots.list[id];
    struct place place = profile_place(from, spot->place);
    uint32_t node = node_of(rebuilding, id);
    function_id function = function_of(rebuilding, node, place.function);

    rebuilding->places[id] = profile_add_place(into, function, place.file);
    if (into->keep.spots != KEEP_NOTHING)
        rebuilding->spots[id] = profile_add_spot(into, rebuilding->places[id], spot->position);
    if (into->keep.addresses && node != NO_ID)
        spots_set_host(&into->spots, rebuilding->spots[id],
                       profile_function(from, place.function).symbol);
    if (!packed_costs_has(&from->ledgers[SPOTS].packed, id))
        return;
    add_to_node(rebuilding, id, packed_costs_unpack(&from->ledgers[SPOTS].packed, id));
    if (rebuilding->inlining->n_nodes != 0)
        profile_add_code(into, function, node == NO_ID ? CODE_OWN : CODE_INLINED);
    if (into->keep.lines != KEEP_NOTHING)
        profile_note_self(into, find_line(rebuilding, id));
}

/* Adds the costs of spots, and their calls, to everything that is kept. */
static void add_spots(struct rebuilding *rebuilding)
{
    const struct profile *from = rebuilding->from;
    const struct ledger *calls = &from->ledgers[SPOT_CALLS];
    size_t count = from->spots.count;

    rebuilding->places = arena_alloc_array(&rebuilding->arena, count, sizeof *rebuilding->places);
    rebuilding->lines = arena_alloc_array(&rebuilding->arena, count, sizeof *rebuilding->lines);
    rebuilding->spots = arena_alloc_array(&rebuilding->arena, count, sizeof *rebuilding->spots);
    for (uint32_t id = 0; id < count; id++)
        find_spot(rebuilding, id);
    for (size_t id = 0; id < calls->map.count; id++) {
        uint32_t spot = (uint32_t)calls->map.keys[id].from;
        add_to_node(rebuilding, spot, costs_row(&calls->costs, id));
        if (rebuilding->into->keep.lines == KEEP_SELF_AND_CALLS)
            (void)find_line(rebuilding, spot);
    }
    const struct spot_maps maps = {rebuilding->places, rebuilding->lines, rebuilding->spots};
    rebuilding->overflows |= profile_merge_spots_overflows(rebuilding->into, from, &maps);
}

/* Adds a row of calls to a ledger. */
static void add_inlined(struct rebuilding *rebuilding, enum domain ledger, uint32_t into,
                        uint32_t row)
{
    rebuilding->overflows |=
        ledger_combine(&rebuilding->into->ledgers[ledger], into, &rebuilding->inlined, row, false);
}

/* Adds the arc from a function to code inlined into it, given the cost row. */
static void add_inlined_arc(struct rebuilding *rebuilding, uint32_t row)
{
    struct profile *into = rebuilding->into;
    const struct map_key *pair = &rebuilding->inlined.map.keys[row];
    const struct inlined_node *node = &rebuilding->inlining->nodes[pair->from];
    function_id host = (function_id)pair->to;
    struct spot_call call = {.callee = function_of(rebuilding, (uint32_t)pair->from, host)};
    function_id caller = function_of(rebuilding, node->parent, host);
    file_id file = node->call.file != NO_ID ? node->call.file : profile_function(into, caller).file;
    place_id place = profile_add_place(into, caller, file);
    struct position position = {node->address, node->call.number};

    /* It may have no self cost, only that of code inlined into it in turn. */
    profile_add_code(into, call.callee, CODE_INLINED);
    if (into->keep.places == KEEP_SELF_AND_CALLS)
        add_inlined(rebuilding, ARCS, ledger_add(&into->ledgers[ARCS], place, call.callee), row);
    if (into->keep.lines == KEEP_SELF_AND_CALLS) {
        uint32_t line = profile_add_line(into, file, position.line);
        struct arc arc = {place, call.callee};
        add_inlined(rebuilding, LINE_CALLS, profile_add_line_call(into, line, arc), row);
    }
    if (into->keep.spots == KEEP_SELF_AND_CALLS) {
        call.spot = profile_add_spot(into, place, position);
        add_inlined(rebuilding, SPOT_CALLS, profile_add_spot_call(into, call), row);
    }
}

/* Adds up the inclusive costs of nodes, innermost first, and adds their arcs. */
static void add_inlined_arcs(struct rebuilding *rebuilding)
{
    const struct inlining *inlining = rebuilding->inlining;
    struct ledger *inlined = &rebuilding->inlined;
    size_t *begin;
    uint32_t *rows = map_sort(&inlined->map, MAP_FROM, inlining->n_nodes, &begin);

    for (size_t i = inlined->map.count; i-- != 0;) {
        const struct map_key *pair = &inlined->map.keys[rows[i]];
        uint32_t parent = inlining->nodes[pair->from].parent;
        if (parent != NO_ID)
            rebuilding->overflows |= ledger_combine(
                inlined, map_find(&inlined->map, parent, pair->to), inlined, rows[i], false);
    }
    for (size_t i = 0; i < inlined->map.count; i++)
        add_inlined_arc(rebuilding, rows[i]);
    free(rows);
    free(begin);
}

/*
 * Adds a jump within a function that the profile named. Its target may be in another function
 * inlined there.
 */
static void add_jump(struct rebuilding *rebuilding, size_t id)
{
    struct profile *from = rebuilding->from;
    struct jump jump = profile_jump(from, id);
    struct position position = profile_position(from, jump.to.position);
    function_id host = profile_place(from, from->spots.list[jump.from].place).function;

    if (jump.to.function == NO_ID) {
        place_id place = profile_add_place(from, host, jump.to.file);
        uint32_t other = node_of(rebuilding, profile_add_spot(from, place, position));
        function_id there = function_of(rebuilding, other, host);
        if (there != function_of(rebuilding, node_of(rebuilding, jump.from), host))
            jump.to.function = profile_function(rebuilding->into, there).symbol;
    }
    jump.from = rebuilding->spots[jump.from];
    jump.to.position = profile_add_position(rebuilding->into, position);
    rebuilding->overflows |=
        profile_add_jump_overflows(rebuilding->into, jump, profile_jump_counts(from, id));
}

bool profile_inline(struct profile *profile, const struct inlining *inlining, struct keep keep,
                    struct error *error)
{
    struct profile into;
    struct rebuilding rebuilding = {.into = &into, .from = profile, .inlining = inlining};

    profile_init(&into, &profile->symbols, keep);
    bool is_done = profile_merge_functions(&into, profile, error);
    if (is_done) {
        costs_init(&rebuilding.inlined.costs, profile->events.n_recorded);
        rebuilding.functions =
            arena_alloc_array(&rebuilding.arena, inlining->n_nodes, sizeof *rebuilding.functions);
        for (size_t i = 0; i < inlining->n_nodes; i++)
            rebuilding.functions[i] = NO_ID;
        add_spots(&rebuilding);
        add_inlined_arcs(&rebuilding);
        for (size_t id = 0; keep.jumps && id < profile->ledgers[JUMPS].map.count; id++)
            add_jump(&rebuilding, id);
    }
    events_move(&into.events, &profile->events);
    profile_free(profile);
    *profile = into;
    ledger_free(&rebuilding.inlined);
    arena_free(&rebuilding.arena);
    return is_done && (!rebuilding.overflows || error_set(error, ERROR_FAILED, NULL, 0,
                                                          "the costs add up to more than 64 bits"));
}

bool profile_is_inlined(const struct profile *profile)
{
    bool is_inlined = false;

    for (size_t id = 0; id < profile->n_notes; id++)
        is_inlined = is_inlined || profile->notes[id].code != 0;
    return is_inlined;
}

bool profile_leave_inlined(struct profile *profile, struct keep keep, struct error *error)
{
    const struct inlining nothing = {0};

    return profile_inline(profile, &nothing, keep, error);
}

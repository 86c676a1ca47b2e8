/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/inlining.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/components.h"
#include "profile/merge.h"
#include "profile/stacks.h"

/* The state while a profile is rebuilt. Functions keep their ids, and new ones come after them. */
struct rebuilding {
    struct profile *into;
    const struct profile *from;
    const struct inlining *inlining;
    function_id *functions;    /* by node: which it is */
    uint32_t *nodes;           /* by spot of `from`: the node that it is in, or NO_ID */
    uint32_t *spots;           /* by spot of `from`, where spots are kept: which it is in `into` */
    struct call_table inlined; /* (node, function that the profile named): what code there cost */
    bool overflows;
};

/* Takes over all but what things cost. */
static bool take_inputs(struct rebuilding *rebuilding, struct error *error)
{
    const struct profile *from = rebuilding->from;
    const struct symbol_maps same = {0};
    /* Without functions, places and lines there is nothing else to merge. */
    struct profile shell = {.symbols = from->symbols,
                            .events = from->events,
                            .inputs = from->inputs,
                            .n_inputs = from->n_inputs,
                            .n_runs = from->n_runs,
                            .parts = from->parts,
                            .n_parts = from->n_parts,
                            .descriptions = from->descriptions,
                            .n_descriptions = from->n_descriptions,
                            .part_self = from->part_self,
                            .part_summary = from->part_summary,
                            .part_totals = from->part_totals,
                            .lacks_stacks = true};

    return profile_merge(rebuilding->into, &shell, &same, error);
}

static void add_functions(struct rebuilding *rebuilding)
{
    struct profile *into = rebuilding->into;
    const struct inlining *inlining = rebuilding->inlining;

    for (function_id id = 0; id < profile_n_functions(rebuilding->from); id++) {
        struct function function = profile_function(rebuilding->from, id);
        profile_add_function(into, function.object, function.file, function.symbol);
        profile_add_doubt(into, id, profile_doubt(rebuilding->from, id));
        profile_add_code(into, id, profile_code(rebuilding->from, id));
    }
    rebuilding->functions = memory_alloc(inlining->n_nodes, sizeof *rebuilding->functions);
    for (size_t i = 0; i < inlining->n_nodes; i++)
        rebuilding->functions[i] = NO_ID;
}

/* Functions are added once some code of theirs has a cost. */
static function_id function_of(struct rebuilding *rebuilding, uint32_t node)
{
    const struct function *function = &rebuilding->inlining->nodes[node].function;
    function_id *id = &rebuilding->functions[node];

    if (*id == NO_ID)
        *id = profile_add_function(rebuilding->into, function->object, function->file,
                                   function->symbol);
    return *id;
}

/* Returns the row of what code of a node cost, and makes those of all nodes that it is in. */
static uint32_t row_of_node(struct rebuilding *rebuilding, uint32_t node, function_id host)
{
    struct call_table *inlined = &rebuilding->inlined;
    uint32_t row = call_table_add(inlined, node, host);

    for (size_t known = row; known + 1 == inlined->pairs.count;) {
        node = rebuilding->inlining->nodes[node].parent;
        if (node == NO_ID || pairs_find(&inlined->pairs, node, host) != NO_ID)
            break;
        known = call_table_add(inlined, node, host);
    }
    return row;
}

/* Returns the place of a spot in `into`. */
static place_id place_of(struct rebuilding *rebuilding, uint32_t spot)
{
    struct place place = profile_place(rebuilding->from, rebuilding->from->spots.list[spot].place);
    uint32_t node = rebuilding->nodes[spot];

    return profile_add_place(rebuilding->into,
                             node == NO_ID ? place.function : function_of(rebuilding, node),
                             place.file);
}

static uint32_t line_of(struct rebuilding *rebuilding, file_id file, uint64_t number)
{
    return profile_add_line(rebuilding->into, lines_page(&rebuilding->into->lines, file, number),
                            number);
}

static struct position kept_position(const struct rebuilding *rebuilding, struct position position)
{
    if (!rebuilding->into->keep.addresses)
        position.address = 0;
    return position;
}

static void add_row(struct rebuilding *rebuilding, struct costs *costs, size_t row,
                    const int64_t *added)
{
    rebuilding->overflows |= costs_add_row_overflows(costs, costs_row(costs, row), added);
}

/* Adds what a spot cost itself to all that is kept. */
static void add_self(struct rebuilding *rebuilding, uint32_t spot, place_id place)
{
    struct profile *into = rebuilding->into;
    const struct inlining *inlining = rebuilding->inlining;
    const struct spot *from = &rebuilding->from->spots.list[spot];
    const int64_t *cost = packed_costs_unpack(&rebuilding->from->by_spot.self, spot);
    struct place old = profile_place(rebuilding->from, from->place);
    uint32_t node = rebuilding->nodes[spot];

    add_row(rebuilding, &into->by_place.self, place, cost);
    if (inlining->n_nodes != 0)
        profile_add_code(into, profile_place(into, place).function,
                         node == NO_ID ? CODE_OWN : CODE_INLINED);
    if (node != NO_ID)
        add_row(rebuilding, &rebuilding->inlined.costs, row_of_node(rebuilding, node, old.function),
                cost);
    if (into->keep.lines != KEEP_NOTHING) {
        uint32_t line = line_of(rebuilding, old.file, from->position.line);
        into->by_line.has_self[line] = true;
        add_row(rebuilding, &into->by_line.self, line, cost);
    }
    if (into->keep.spots != KEEP_NOTHING) {
        int64_t *sum = packed_costs_edit(&into->by_spot.self, rebuilding->spots[spot]);
        rebuilding->overflows |= costs_add_row_overflows(&into->by_spot.self.unpacked, sum, cost);
    }
}

static void add_spots(struct rebuilding *rebuilding)
{
    const struct profile *from = rebuilding->from;
    struct profile *into = rebuilding->into;

    rebuilding->nodes = memory_alloc(from->spots.count, sizeof *rebuilding->nodes);
    rebuilding->spots = memory_alloc(from->spots.count, sizeof *rebuilding->spots);
    for (uint32_t id = 0; id < from->spots.count; id++) {
        const struct spot *spot = &from->spots.list[id];
        struct place from_place = profile_place(from, spot->place);
        rebuilding->nodes[id] = rebuilding->inlining->find(
            rebuilding->inlining->context, from_place.function, from_place.file, spot->position);
        place_id place = place_of(rebuilding, id);
        if (into->keep.spots != KEEP_NOTHING)
            rebuilding->spots[id] =
                profile_add_spot(into, place, kept_position(rebuilding, spot->position));
        if (into->keep.addresses && rebuilding->nodes[id] != NO_ID)
            profile_set_host(into, rebuilding->spots[id],
                             profile_function(from, from_place.function).symbol);
        if (packed_costs_has(&from->by_spot.self, id))
            add_self(rebuilding, id, place);
    }
    packed_costs_settle(&into->by_spot.self);
}

/* Adds calls with what they cost, from a row of a table. */
static void add_calls(struct rebuilding *rebuilding, struct call_table *into, uint32_t row,
                      const struct call_table *from, size_t id)
{
    rebuilding->overflows |= call_table_combine(into, row, from, id, false);
}

/* Adds a row of calls to all that is kept: from a line of a place, by a spot. */
static void add_call(struct rebuilding *rebuilding, place_id place, uint64_t line,
                     const struct spot_call *call, const struct call_table *from, size_t id)
{
    struct profile *into = rebuilding->into;
    struct arc arc = {place, call->callee};

    if (into->keep.places == KEEP_SELF_AND_CALLS)
        add_calls(rebuilding, &into->by_place.calls,
                  call_table_add(&into->by_place.calls, place, call->callee), from, id);
    if (into->keep.lines == KEEP_SELF_AND_CALLS)
        add_calls(rebuilding, &into->by_line.calls,
                  profile_add_line_call(
                      into, line_of(rebuilding, profile_place(into, place).file, line), arc),
                  from, id);
    if (into->keep.spots == KEEP_SELF_AND_CALLS)
        add_calls(rebuilding, &into->by_spot.calls, profile_add_spot_call(into, *call), from, id);
}

static void add_recorded_calls(struct rebuilding *rebuilding)
{
    const struct profile *from = rebuilding->from;
    const struct call_table *calls = &from->by_spot.calls;

    for (size_t id = 0; id < calls->pairs.count; id++) {
        struct spot_call call = profile_spot_call(from, id);
        const struct spot *spot = &from->spots.list[call.spot];
        uint32_t node = rebuilding->nodes[call.spot];
        place_id place = place_of(rebuilding, call.spot);
        if (node != NO_ID)
            add_row(rebuilding, &rebuilding->inlined.costs,
                    row_of_node(rebuilding, node, profile_place(from, spot->place).function),
                    costs_row(&calls->costs, id));
        call.spot = rebuilding->spots[call.spot];
        if (!rebuilding->into->keep.jumps)
            call.target = (struct position){0, 0};
        call.target = kept_position(rebuilding, call.target);
        add_call(rebuilding, place, spot->position.line, &call, calls, id);
    }
}

/* Adds the arc to what was inlined in a function that the profile named, by a row of its cost. */
static void add_inlined_arc(struct rebuilding *rebuilding, uint32_t row)
{
    struct profile *into = rebuilding->into;
    const struct pair *pair = &rebuilding->inlined.pairs.list[row];
    const struct inlined_node *node = &rebuilding->inlining->nodes[pair->from];
    struct spot_call call = {.callee = function_of(rebuilding, pair->from)};
    function_id caller =
        node->parent == NO_ID ? (function_id)pair->to : function_of(rebuilding, node->parent);
    file_id file = node->call.file != NO_ID ? node->call.file : profile_function(into, caller).file;
    place_id place = profile_add_place(into, caller, file);
    struct position position = {node->address, node->call.number};

    if (into->keep.spots == KEEP_SELF_AND_CALLS)
        call.spot = profile_add_spot(into, place, kept_position(rebuilding, position));
    /* It may have no cost but that of what was inlined in it in turn. */
    profile_add_code(into, call.callee, CODE_INLINED);
    add_call(rebuilding, place, position.line, &call, &rebuilding->inlined, row);
}

/* Adds up what nodes cost with all that is in them, the innermost first, and adds their arcs. */
static void add_inlined_arcs(struct rebuilding *rebuilding)
{
    const struct inlining *inlining = rebuilding->inlining;
    struct call_table *inlined = &rebuilding->inlined;
    size_t *begin;
    uint32_t *rows = call_table_sort(inlined, inlining->n_nodes, CALLS_BY_CALLER, &begin);

    for (size_t i = inlined->pairs.count; i-- != 0;) {
        const struct pair *pair = &inlined->pairs.list[rows[i]];
        uint32_t parent = inlining->nodes[pair->from].parent;
        if (parent != NO_ID)
            rebuilding->overflows |= call_table_combine(
                inlined, pairs_find(&inlined->pairs, parent, pair->to), inlined, rows[i], false);
    }
    for (size_t i = 0; i < inlined->pairs.count; i++)
        add_inlined_arc(rebuilding, rows[i]);
    free(rows);
    free(begin);
}

/*
 * Adds a jump within a function that the profile named. It may lead to another one that was inlined
 * there.
 */
static void add_jump(struct rebuilding *rebuilding, size_t id)
{
    const struct profile *from = rebuilding->from;
    const struct inlining *inlining = rebuilding->inlining;
    struct jump jump = jumps_get(&from->jumps, id);
    struct position position = profile_position(from, jump.to.position);
    function_id host = profile_place(from, from->spots.list[jump.from].place).function;
    uint32_t node = rebuilding->nodes[jump.from];

    if (jump.to.function == NO_ID) {
        uint32_t other = inlining->find(inlining->context, host, jump.to.file, position);
        function_id here = node == NO_ID ? host : function_of(rebuilding, node);
        function_id there = other == NO_ID ? host : function_of(rebuilding, other);
        if (there != here)
            jump.to.function = profile_function(rebuilding->into, there).symbol;
    }
    jump.from = rebuilding->spots[jump.from];
    jump.to.position = profile_add_position(rebuilding->into, kept_position(rebuilding, position));
    rebuilding->overflows |=
        jumps_add_overflows(&rebuilding->into->jumps, jump, &from->jumps.counts[id], false);
}

/*
 * Where functions call each other in a cycle, the first level of one that was inlined is not that
 * of activations which do not nest: no name tells how often it was on the stack.
 */
static void doubt_levels(const struct rebuilding *rebuilding)
{
    struct profile *into = rebuilding->into;
    const struct call_table *arcs = &into->by_place.calls;
    bool has_levels;
    uint32_t n_components;
    size_t n_nodes;
    uint32_t *node = profile_fold(into, &n_nodes, &has_levels);
    struct edge *edges = memory_alloc(arcs->pairs.count, sizeof *edges);
    uint32_t *sizes = memory_alloc(n_nodes, sizeof *sizes);

    for (size_t id = 0; id < arcs->pairs.count; id++) {
        struct arc arc = call_table_arc(arcs, id);
        edges[id] = (struct edge){node[profile_place(into, arc.caller).function], node[arc.callee]};
    }
    uint32_t *components = components_find(n_nodes, edges, arcs->pairs.count, &n_components);
    for (size_t i = 0; i < n_nodes; i++)
        sizes[components[i]]++;
    for (function_id id = 0; id < profile_n_functions(into); id++)
        if ((profile_code(into, id) & CODE_INLINED) != 0 && sizes[components[node[id]]] > 1)
            profile_add_doubt(into, id, DOUBT_LEVELS);
    free(components);
    free(sizes);
    free(edges);
    free(node);
}

/* Takes over the stacks, whose functions have the same ids, if they are still true. */
static void take_stacks(struct profile *into, struct profile *from, bool are_true)
{
    if (!into->keep.stacks || from->lacks_stacks || !are_true) {
        profile_lose_stacks(into);
        return;
    }
    into->lacks_stacks = false;
    into->stacks = from->stacks;
    from->stacks = (struct call_table){0};
}

bool profile_inline(struct profile *profile, const struct inlining *inlining, struct keep keep,
                    struct error *error)
{
    struct profile into;
    struct rebuilding rebuilding = {.into = &into, .from = profile, .inlining = inlining};

    keep.parts = false;
    profile_init(&into, &profile->symbols, keep);
    bool is_done = take_inputs(&rebuilding, error);
    if (is_done) {
        costs_init(&rebuilding.inlined.costs, profile->events.n_recorded);
        add_functions(&rebuilding);
        add_spots(&rebuilding);
        add_recorded_calls(&rebuilding);
        add_inlined_arcs(&rebuilding);
        for (size_t id = 0; keep.jumps && id < profile->jumps.pairs.count; id++)
            add_jump(&rebuilding, id);
        if (inlining->n_nodes != 0)
            doubt_levels(&rebuilding);
        take_stacks(&into, profile, rebuilding.inlined.pairs.count == 0);
    }
    events_move(&into.events, &profile->events);
    profile_free(profile);
    *profile = into;
    call_table_free(&rebuilding.inlined);
    free(rebuilding.functions);
    free(rebuilding.nodes);
    free(rebuilding.spots);
    return is_done && (!rebuilding.overflows || error_set(error, ERROR_FAILED, NULL, 0,
                                                          "the costs add up to more than 64 bits"));
}

bool profile_is_inlined(const struct profile *profile)
{
    return profile->n_code != 0;
}

static uint32_t find_nothing(void *context, function_id function, file_id file,
                             struct position position)
{
    (void)context, (void)function, (void)file, (void)position;
    return NO_ID;
}

bool profile_leave_inlined(struct profile *profile, struct keep keep, struct error *error)
{
    const struct inlining nothing = {.find = find_nothing};

    return profile_inline(profile, &nothing, keep, error);
}

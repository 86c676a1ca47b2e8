/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/inlining.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/components.h"
#include "profile/merge.h"
#include "profile/name_pieces.h"
#include "profile/stacks.h"

/* The state while a profile is rebuilt. Functions keep their ids, and new ones come after them. */
struct rebuilding {
    struct arena arena; /* of the arrays below */
    struct profile *into;
    const struct profile *from;
    const struct inlining *inlining;
    function_id *functions; /* by node, and after these by node of deeper levels: which it is */
    uint32_t *nodes;        /* by spot of `from`: the node that it is in, or NO_ID */
    uint32_t *folded;       /* by function: which it is without levels and contexts; of deeper
                               levels of nodes there is none */
    size_t n_folded;
    bool *is_cyclic;       /* by these: it calls others that lead back to it, */
    uint32_t *components;  /* and which it is in a cycle with */
    place_id *places;      /* by spot of `from`: its place in `into`, */
    uint32_t *lines;       /* its line, if these are kept and it has costs, */
    uint32_t *spots;       /* and which it is, if these are kept */
    bool *are_deeper;      /* by function: it is not of the first level */
    struct ledger inlined; /* (node, function that the profile named): what code there cost */
    bool overflows;
};

/* Finds the node that each spot is in. Functions are added once some code of theirs has a cost. */
static void find_nodes(struct rebuilding *rebuilding)
{
    const struct profile *from = rebuilding->from;
    const struct inlining *inlining = rebuilding->inlining;

    rebuilding->functions =
        arena_alloc_array(&rebuilding->arena, 2 * inlining->n_nodes, sizeof *rebuilding->functions);
    for (size_t i = 0; i < 2 * inlining->n_nodes; i++)
        rebuilding->functions[i] = NO_ID;
    rebuilding->nodes =
        arena_alloc_array(&rebuilding->arena, from->spots.count, sizeof *rebuilding->nodes);
    for (uint32_t id = 0; id < from->spots.count; id++) {
        const struct spot *spot = &from->spots.list[id];
        struct place place = profile_place(from, spot->place);
        uint32_t node =
            inlining->find(inlining->context, place.function, place.file, spot->position);
        rebuilding->nodes[id] = node;
        for (; node != NO_ID && rebuilding->functions[node] == NO_ID;
             node = inlining->nodes[node].parent) {
            const struct function *function = &inlining->nodes[node].function;
            rebuilding->functions[node] = profile_add_function(rebuilding->into, function->object,
                                                               function->file, function->symbol);
        }
    }
}

/* Lists who calls whom, inlined functions as those that they are in; the caller frees it. */
static struct edge *list_edges(const struct rebuilding *rebuilding, size_t *count)
{
    const struct profile *from = rebuilding->from;
    const struct inlining *inlining = rebuilding->inlining;
    const uint32_t *folded = rebuilding->folded;
    size_t n_calls = from->ledgers[SPOT_CALLS].map.count;
    struct edge *edges =
        memory_alloc(n_calls + from->spots.count + inlining->n_nodes, sizeof *edges);

    *count = 0;
    for (size_t id = 0; id < n_calls; id++) {
        struct spot_call call = profile_spot_call(from, id);
        uint32_t node = rebuilding->nodes[call.spot];
        function_id host = profile_place(from, from->spots.list[call.spot].place).function;
        edges[(*count)++] = (struct edge){
            folded[node == NO_ID ? host : rebuilding->functions[node]], folded[call.callee]};
    }
    for (uint32_t id = 0; id < from->spots.count; id++) {
        uint32_t node = rebuilding->nodes[id];
        function_id host = profile_place(from, from->spots.list[id].place).function;
        while (node != NO_ID && inlining->nodes[node].parent != NO_ID)
            node = inlining->nodes[node].parent;
        if (node != NO_ID)
            edges[(*count)++] = (struct edge){folded[host], folded[rebuilding->functions[node]]};
    }
    for (uint32_t node = 0; node < inlining->n_nodes; node++) {
        uint32_t parent = inlining->nodes[node].parent;
        if (rebuilding->functions[node] != NO_ID && parent != NO_ID)
            edges[(*count)++] = (struct edge){folded[rebuilding->functions[parent]],
                                              folded[rebuilding->functions[node]]};
    }
    return edges;
}

static void find_cycles(struct rebuilding *rebuilding)
{
    bool has_levels;
    size_t n_edges;
    uint32_t n_components;

    rebuilding->folded = profile_fold(rebuilding->into, &rebuilding->n_folded, &has_levels);
    struct edge *edges = list_edges(rebuilding, &n_edges);
    rebuilding->components = components_find(rebuilding->n_folded, edges, n_edges, &n_components);
    uint32_t *sizes = memory_alloc(n_components, sizeof *sizes);
    rebuilding->is_cyclic =
        arena_alloc_array(&rebuilding->arena, rebuilding->n_folded, sizeof *rebuilding->is_cyclic);
    for (size_t i = 0; i < rebuilding->n_folded; i++)
        sizes[rebuilding->components[i]]++;
    for (size_t i = 0; i < rebuilding->n_folded; i++)
        rebuilding->is_cyclic[i] = sizes[rebuilding->components[i]] > 1;
    free(sizes);
    free(edges);
    /* Once more functions are added, all levels are found again. */
    size_t n_functions = profile_n_functions(rebuilding->into);
    const uint32_t *levels = symbols_pieces(&rebuilding->into->symbols)->levels;
    rebuilding->are_deeper =
        arena_alloc_array(&rebuilding->arena, n_functions, sizeof *rebuilding->are_deeper);
    for (function_id id = 0; id < n_functions; id++)
        rebuilding->are_deeper[id] = levels[profile_function(rebuilding->into, id).symbol] > 1;
}

/* Returns which function a node is, without its level. */
static uint32_t folded_node(const struct rebuilding *rebuilding, uint32_t node)
{
    return rebuilding->folded[rebuilding->functions[node]];
}

/* Whether some code of a node is that of a function, which may be an outer node of it. */
static bool is_within(const struct rebuilding *rebuilding, uint32_t node, uint32_t folded)
{
    while (node != NO_ID && folded_node(rebuilding, node) != folded)
        node = rebuilding->inlining->nodes[node].parent;
    return node != NO_ID;
}

/*
 * Whether an activation of a node may be a deeper one: it is in a deeper one of its host, both of
 * which are in a cycle, or in one of its own function.
 */
static bool is_deeper(const struct rebuilding *rebuilding, uint32_t node, function_id host)
{
    uint32_t of_node = folded_node(rebuilding, node), of_host = rebuilding->folded[host];

    return rebuilding->is_cyclic[of_node] &&
           rebuilding->components[of_node] == rebuilding->components[of_host] &&
           (rebuilding->are_deeper[host] || of_node == of_host ||
            is_within(rebuilding, rebuilding->inlining->nodes[node].parent, of_node));
}

/* Returns the function of a node in a host: f, or f'2 as Callgrind calls deeper activations. */
static function_id function_of(struct rebuilding *rebuilding, uint32_t node, function_id host)
{
    struct profile *into = rebuilding->into;
    function_id *id = &rebuilding->functions[rebuilding->inlining->n_nodes + node];

    if (!is_deeper(rebuilding, node, host))
        return rebuilding->functions[node];
    if (*id == NO_ID) {
        struct function function = profile_function(into, rebuilding->functions[node]);
        struct buffer name = {0};
        buffer_append(&name, names_text(into->symbols.functions, function.symbol));
        buffer_append(&name, TEXT("'2"));
        *id = profile_add_function(into, function.object, function.file,
                                   names_add(into->symbols.functions, buffer_text(&name)));
        free(name.at);
    }
    return *id;
}

/* Returns the row of what code of a node cost, and makes those of all nodes that it is in. */
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

/* Adds costs of a spot to those of the node that it is in, if any. */
static void add_to_node(struct rebuilding *rebuilding, uint32_t spot, const int64_t *cost)
{
    const struct profile *from = rebuilding->from;
    function_id host = profile_place(from, from->spots.list[spot].place).function;
    uint32_t node = rebuilding->nodes[spot];

    if (node == NO_ID)
        return;
    uint32_t row = row_of_node(rebuilding, node, host);
    struct costs *costs = &rebuilding->inlined.costs;
    rebuilding->overflows |= costs_add_row_overflows(costs, costs_row(costs, row), cost);
}

/* Finds the line of a spot that has costs, where lines are kept. */
static uint32_t find_line(struct rebuilding *rebuilding, uint32_t spot)
{
    const struct spot *recorded = &rebuilding->from->spots.list[spot];
    file_id file = profile_place(rebuilding->from, recorded->place).file;

    return rebuilding->lines[spot] =
               profile_add_line(rebuilding->into, file, recorded->position.line);
}

/* Finds where a spot is in `into`, and notes what is known of its self cost. */
static void find_spot(struct rebuilding *rebuilding, uint32_t id)
{
    const struct profile *from = rebuilding->from;
    struct profile *into = rebuilding->into;
    const struct spot *spot = &from->spots.list[id];
    struct place place = profile_place(from, spot->place);
    uint32_t node = rebuilding->nodes[id];
    function_id function =
        node == NO_ID ? place.function : function_of(rebuilding, node, place.function);

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

/* Adds what spots cost, and the calls from them, to all that is kept. */
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

/* Adds the arc to what was inlined in a function that the profile named, by a row of its cost. */
static void add_inlined_arc(struct rebuilding *rebuilding, uint32_t row)
{
    struct profile *into = rebuilding->into;
    const struct map_key *pair = &rebuilding->inlined.map.keys[row];
    const struct inlined_node *node = &rebuilding->inlining->nodes[pair->from];
    function_id host = (function_id)pair->to;
    struct spot_call call = {.callee = function_of(rebuilding, (uint32_t)pair->from, host)};
    function_id caller = node->parent == NO_ID ? host : function_of(rebuilding, node->parent, host);
    file_id file = node->call.file != NO_ID ? node->call.file : profile_function(into, caller).file;
    place_id place = profile_add_place(into, caller, file);
    struct position position = {node->address, node->call.number};

    /* It may have no cost but that of what was inlined in it in turn. */
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

/* Adds up what nodes cost with all that is in them, the innermost first, and adds their arcs. */
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
 * Adds a jump within a function that the profile named. It may lead to another one that was inlined
 * there.
 */
static void add_jump(struct rebuilding *rebuilding, size_t id)
{
    const struct profile *from = rebuilding->from;
    const struct inlining *inlining = rebuilding->inlining;
    struct jump jump = profile_jump(from, id);
    struct position position = profile_position(from, jump.to.position);
    function_id host = profile_place(from, from->spots.list[jump.from].place).function;
    uint32_t node = rebuilding->nodes[jump.from];

    if (jump.to.function == NO_ID) {
        uint32_t other = inlining->find(inlining->context, host, jump.to.file, position);
        function_id here = node == NO_ID ? host : function_of(rebuilding, node, host);
        function_id there = other == NO_ID ? host : function_of(rebuilding, other, host);
        if (there != here)
            jump.to.function = profile_function(rebuilding->into, there).symbol;
    }
    jump.from = rebuilding->spots[jump.from];
    jump.to.position = profile_add_position(rebuilding->into, position);
    rebuilding->overflows |=
        profile_add_jump_overflows(rebuilding->into, jump, profile_jump_counts(from, id));
}

/* What is known of the levels of a function in a cycle that was inlined. */
struct inlined_levels {
    uint32_t host;     /* the only one that it was inlined in, without its level; NO_ID: none yet */
    bool is_elsewhere; /* there is other code of it, or it was inlined in another host too */
    size_t n_back;     /* of a host: calls from its first level that may lead back to it, */
    size_t n_through;  /* and those that are made within the function */
    size_t n_first;    /* first levels of it, as contexts tell them apart */
};

/* Finds where functions in cycles were inlined. */
static void find_hosts(const struct rebuilding *rebuilding, struct inlined_levels *levels)
{
    const struct map *pairs = &rebuilding->inlined.map;

    for (size_t i = 0; i < rebuilding->n_folded; i++)
        levels[i].host = NO_ID;
    for (function_id id = 0; id < profile_n_functions(rebuilding->from); id++) {
        struct inlined_levels *of = &levels[rebuilding->folded[id]];
        of->is_elsewhere = true;
        of->n_first += !rebuilding->are_deeper[id];
    }
    for (size_t i = 0; i < pairs->count; i++) {
        struct inlined_levels *of = &levels[folded_node(rebuilding, (uint32_t)pairs->keys[i].from)];
        uint32_t host = rebuilding->folded[pairs->keys[i].to];
        of->is_elsewhere = of->is_elsewhere || (of->host != NO_ID && of->host != host);
        of->host = host;
    }
}

/* Counts the calls by which first activations of hosts may come back to them. */
static void count_ways_back(const struct rebuilding *rebuilding, struct inlined_levels *levels)
{
    const struct profile *from = rebuilding->from;
    const struct inlined_node *nodes = rebuilding->inlining->nodes;

    for (size_t id = 0; id < from->ledgers[SPOT_CALLS].map.count; id++) {
        struct spot_call call = profile_spot_call(from, id);
        function_id host = profile_place(from, from->spots.list[call.spot].place).function;
        uint32_t of_host = rebuilding->folded[host];
        if (rebuilding->components[of_host] !=
                rebuilding->components[rebuilding->folded[call.callee]] ||
            rebuilding->are_deeper[host])
            continue;
        levels[of_host].n_back++;
        /* A first activation that calls itself is none. */
        levels[of_host].n_first += call.callee == host;
        for (uint32_t node = rebuilding->nodes[call.spot]; node != NO_ID; node = nodes[node].parent)
            if (!is_within(rebuilding, nodes[node].parent, folded_node(rebuilding, node)))
                levels[folded_node(rebuilding, node)].n_through++;
    }
}

/*
 * Whether first levels of a function in a cycle never nest, and deeper ones are always below one:
 * it was inlined in one host alone, and the host's first activation comes back to the host by way
 * of the function alone, so that this is active whenever the host is once more.
 */
static bool has_true_levels(const struct rebuilding *rebuilding,
                            const struct inlined_levels *levels, uint32_t folded)
{
    const struct inlined_levels *of = &levels[folded], *host = &levels[of->host];

    return !of->is_elsewhere && of->host != folded &&
           rebuilding->components[of->host] == rebuilding->components[folded] &&
           host->n_first == 1 && host->n_back != 0 && host->n_back == of->n_through;
}

/*
 * Where functions call each other in a cycle, the first level of one that was inlined may not be
 * that of activations which do not nest: no name tells how often it was on the stack.
 */
static void doubt_levels(const struct rebuilding *rebuilding)
{
    const struct inlining *inlining = rebuilding->inlining;
    struct inlined_levels *levels = memory_alloc(rebuilding->n_folded, sizeof *levels);

    find_hosts(rebuilding, levels);
    count_ways_back(rebuilding, levels);
    for (size_t i = 0; i < 2 * inlining->n_nodes; i++) {
        uint32_t node = (uint32_t)(i % inlining->n_nodes);
        function_id id = rebuilding->functions[i];
        if (id == NO_ID)
            continue;
        uint32_t folded = folded_node(rebuilding, node);
        if (rebuilding->is_cyclic[folded] && levels[folded].host != NO_ID &&
            !has_true_levels(rebuilding, levels, folded))
            profile_add_doubt(rebuilding->into, id, DOUBT_LEVELS);
    }
    free(levels);
}

/* Takes over the stacks, whose functions have the same ids, if they are still true. */
static void take_stacks(struct profile *into, struct profile *from, bool are_true)
{
    if (!into->keep.stacks || !from->keep.stacks || !are_true) {
        profile_lose_stacks(into);
        return;
    }
    into->ledgers[STACKS] = from->ledgers[STACKS];
    from->ledgers[STACKS] = (struct ledger){0};
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
        find_nodes(&rebuilding);
        find_cycles(&rebuilding);
        add_spots(&rebuilding);
        add_inlined_arcs(&rebuilding);
        for (size_t id = 0; keep.jumps && id < profile->ledgers[JUMPS].map.count; id++)
            add_jump(&rebuilding, id);
        if (inlining->n_nodes != 0)
            doubt_levels(&rebuilding);
        take_stacks(&into, profile, rebuilding.inlined.map.count == 0);
    }
    events_move(&into.events, &profile->events);
    profile_free(profile);
    *profile = into;
    ledger_free(&rebuilding.inlined);
    arena_free(&rebuilding.arena);
    free(rebuilding.folded);
    free(rebuilding.components);
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

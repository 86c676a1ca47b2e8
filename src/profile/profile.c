/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/profile.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "profile/name_pieces.h"

struct symbols symbols_create(void)
{
    return (struct symbols){names_create(), names_create(), names_create(),
                            memory_alloc(1, sizeof(struct name_pieces))};
}

void symbols_free(struct symbols *symbols)
{
    names_free(symbols->objects);
    names_free(symbols->files);
    names_free(symbols->functions);
    name_pieces_free(symbols->pieces);
    free(symbols->pieces);
    *symbols = (struct symbols){0};
}

const struct name_pieces *symbols_pieces(const struct symbols *symbols)
{
    name_pieces_update(symbols->pieces, symbols->functions);
    return symbols->pieces;
}

static enum kept most_kept(enum kept one, enum kept other)
{
    return one > other ? one : other;
}

struct keep keep_both(struct keep one, struct keep other)
{
    enum kept spots = most_kept(one.spots, other.spots);

    return (struct keep){
        .places = most_kept(one.places, other.places),
        .lines = most_kept(one.lines, other.lines),
        .spots = spots,
        .addresses = one.addresses || other.addresses,
        .only_sides = spots != KEEP_NOTHING && (one.spots == KEEP_NOTHING || one.only_sides) &&
                      (other.spots == KEEP_NOTHING || other.only_sides),
        .jumps = one.jumps || other.jumps,
        .stacks = one.stacks || other.stacks,
        .each_part = one.each_part || other.each_part,
    };
}

void profile_init(struct profile *profile, const struct symbols *symbols, struct keep keep)
{
    *profile = (struct profile){.symbols = *symbols, .keep = keep};
    profile->overflows = arena_alloc(&profile->arena, sizeof *profile->overflows);
    *profile->overflows = false;
}

static void ledger_free(struct ledger *ledger)
{
    costs_free(&ledger->self);
    free(ledger->has_self);
    call_table_free(&ledger->calls);
}

void profile_free(struct profile *profile)
{
    events_free(&profile->events);
    free(profile->inputs);
    free(profile->parts);
    free(profile->descriptions);
    costs_free(&profile->part_self);
    costs_free(&profile->part_summary);
    costs_free(&profile->part_totals);
    map_free(&profile->units);
    map_free(&profile->functions);
    map_free(&profile->places);
    free(profile->doubts);
    free(profile->named.list);
    free(profile->called.list);
    free(profile->code);
    free(profile->hosts);
    lines_free(&profile->lines);
    map_free(&profile->positions);
    spots_free(&profile->spots);
    ledger_free(&profile->by_place);
    ledger_free(&profile->by_line);
    packed_costs_free(&profile->by_spot.self);
    call_table_free(&profile->by_spot.calls);
    jumps_free(&profile->jumps);
    call_table_free(&profile->place_parts);
    call_table_free(&profile->line_parts);
    call_table_free(&profile->spot_parts);
    call_table_free(&profile->stacks);
    arena_free(&profile->arena);
    *profile = (struct profile){0};
}

struct profile_input *profile_add_input(struct profile *profile)
{
    ARRAY_GROW(profile->inputs, profile->n_inputs, profile->input_capacity);
    struct profile_input *input = &profile->inputs[profile->n_inputs++];
    *input = (struct profile_input){0};
    return input;
}

struct part *profile_add_part(struct profile *profile)
{
    ARRAY_GROW(profile->parts, profile->n_parts, profile->part_capacity);
    struct part *part = &profile->parts[profile->n_parts++];
    *part = (struct part){.input = (uint32_t)profile->n_inputs - 1,
                          .pid = -1,
                          .given = -1,
                          .thread = -1,
                          .number = -1,
                          .first_description = (uint32_t)profile->n_descriptions};
    costs_ensure(&profile->part_self, profile->n_parts);
    costs_ensure(&profile->part_summary, profile->n_parts);
    costs_ensure(&profile->part_totals, profile->n_parts);
    return part;
}

bool profile_commands_differ(const struct profile *profile, struct text *first)
{
    bool differ = false;

    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        if (part->is_left_out || !part->has_command)
            continue;
        if (first->at == NULL)
            *first = part->command;
        differ = differ || !text_equal(*first, part->command);
    }
    return differ;
}

const struct part *profile_first_part(const struct profile *profile, size_t *n_parts)
{
    const struct part *first = NULL;

    *n_parts = 0;
    for (size_t i = 0; i < profile->n_parts; i++) {
        if (profile->parts[i].is_left_out)
            continue;
        if (first == NULL)
            first = &profile->parts[i];
        (*n_parts)++;
    }
    return first;
}

enum description description_kind(struct text description)
{
    bool is_of_part = text_starts_with(description, TEXT("Timerange:")) ||
                      text_starts_with(description, TEXT("Trigger:")) ||
                      text_starts_with(description, TEXT("Thread name:"));

    return text_starts_with(description, TEXT("Option:")) ? DESCRIBES_OPTION
         : is_of_part                                     ? DESCRIBES_PART
                                                          : DESCRIBES_RUN;
}

bool description_is_of_run(struct text description, size_t n_parts)
{
    enum description kind = description_kind(description);

    return kind == DESCRIBES_RUN || (kind == DESCRIBES_PART && n_parts == 1);
}

void profile_add_description(struct profile *profile, struct text text)
{
    ARRAY_ADD(profile->descriptions, profile->n_descriptions, profile->description_capacity,
              arena_copy_text(&profile->arena, text));
    profile->parts[profile->n_parts - 1].n_descriptions++;
}

void profile_widen(struct profile *profile)
{
    struct costs *all[] = {
        &profile->part_self,           &profile->part_summary,
        &profile->part_totals,         &profile->by_place.self,
        &profile->by_line.self,        &profile->by_place.calls.costs,
        &profile->by_line.calls.costs, &profile->by_spot.calls.costs,
        &profile->place_parts.costs,   &profile->line_parts.costs,
        &profile->spot_parts.costs,    &profile->stacks.costs,
    };

    for (size_t i = 0; i < ARRAY_LENGTH(all); i++)
        if (all[i]->n_events < profile->events.n_recorded)
            costs_widen(all[i], profile->events.n_recorded);
    if (profile->by_spot.self.unpacked.n_events < profile->events.n_recorded)
        packed_costs_widen(&profile->by_spot.self, profile->events.n_recorded);
}

bool *profile_files_with_code(const struct profile *profile)
{
    bool *has_code = memory_alloc(names_count(profile->symbols.files), sizeof *has_code);

    for (place_id id = 0; id < profile_n_places(profile); id++)
        has_code[profile_place(profile, id).file] = true;
    return has_code;
}

void profile_note_overflow(const struct profile *profile, bool overflows)
{
    *profile->overflows |= overflows;
}

bool profile_fits(const struct profile *profile, struct error *error)
{
    const char *path = profile->n_inputs == 1 ? profile->inputs[0].path : NULL;

    if (*profile->overflows)
        return error_set(error, ERROR_FAILED, path, 0, "the costs add up to more than 64 bits");
    return events_fit(&profile->events, error);
}

function_id profile_add_function(struct profile *profile, object_id object, file_id file,
                                 symbol_id symbol)
{
    return map_add(&profile->functions, map_add(&profile->units, file, object), symbol);
}

place_id profile_add_place(struct profile *profile, function_id function, file_id file)
{
    place_id place = map_add(&profile->places, file, function);

    costs_ensure(&profile->by_place.self, (size_t)place + 1);
    return place;
}

const struct doubt_keys doubt_keys = {
    .object = {"Uncertain object", 16},
    .file = {"Uncertain file", 14},
    .functions =
        {[DOUBT_LEVELS] = {"Uncertain levels", 16}, [DOUBT_CALLEE] = {"Uncertain callee", 16}},
    .code = {[CODE_INLINED] = {"Inlined function", 16},
             [CODE_OWN | CODE_INLINED] = {"Partly inlined function", 23}},
};

void profile_add_doubt(struct profile *profile, function_id function, enum doubt doubt)
{
    if (doubt <= profile_doubt(profile, function))
        return;
    if (function >= profile->n_doubts) {
        size_t known = profile->n_doubts;
        profile->doubts = memory_grow(profile->doubts, &profile->n_doubts, (size_t)function + 1,
                                      sizeof *profile->doubts);
        for (size_t id = known; id < profile->n_doubts; id++)
            profile->doubts[id] = DOUBT_NONE;
    }
    profile->doubts[function] = doubt;
}

void profile_add_code(struct profile *profile, function_id function, unsigned code)
{
    if (code == 0)
        return;
    if (function >= profile->n_code) {
        size_t known = profile->n_code;
        profile->code = memory_grow(profile->code, &profile->n_code, (size_t)function + 1, 1);
        memset(profile->code + known, 0, profile->n_code - known);
    }
    profile->code[function] |= (unsigned char)code;
}

struct arc profile_arc(const struct profile *profile, size_t id)
{
    return call_table_arc(&profile->by_place.calls, id);
}

struct line_call profile_line_call(const struct profile *profile, size_t id)
{
    const struct map_key *call = &profile->by_line.calls.pairs.keys[id];

    return (struct line_call){(uint32_t)call->from,
                              {(place_id)(call->to >> 32), (function_id)call->to}};
}

/* Makes the row of self cost of a line valid. */
static void ensure_self(struct ledger *ledger, uint32_t id)
{
    if (id < ledger->self.n_rows)
        return;
    costs_ensure(&ledger->self, (size_t)id + 1);
    ARRAY_GROW(ledger->has_self, id, ledger->capacity);
    ledger->has_self[id] = false;
}

uint32_t profile_add_line(struct profile *profile, struct line_page *page, uint64_t number)
{
    uint32_t line = lines_add_in_page(&profile->lines, page, number);

    ensure_self(&profile->by_line, line);
    return line;
}

uint32_t profile_add_position(struct profile *profile, struct position position)
{
    return map_add(&profile->positions, position.address, position.line);
}

struct position profile_position(const struct profile *profile, uint32_t id)
{
    const struct map_key *key = &profile->positions.keys[id];

    return (struct position){key->from, key->to};
}

uint32_t profile_add_spot(struct profile *profile, place_id place, struct position position)
{
    uint32_t spot = spots_add(&profile->spots, place, position);

    packed_costs_ensure(&profile->by_spot.self, (size_t)spot + 1);
    return spot;
}

void profile_set_host(struct profile *profile, uint32_t spot, symbol_id host)
{
    if (spot >= profile->n_hosts) {
        size_t known = profile->n_hosts;
        profile->hosts = memory_grow(profile->hosts, &profile->n_hosts, (size_t)spot + 1,
                                     sizeof *profile->hosts);
        for (size_t id = known; id < profile->n_hosts; id++)
            profile->hosts[id] = NO_ID;
    }
    profile->hosts[spot] = host;
}

struct spot_call profile_spot_call(const struct profile *profile, size_t id)
{
    const struct map_key *call = &profile->by_spot.calls.pairs.keys[id];
    uint32_t target = (uint32_t)(call->to >> 32);
    struct spot_call found = {.spot = (uint32_t)call->from, .callee = (function_id)call->to};

    if (target != 0)
        found.target = profile_position(profile, target - 1);
    return found;
}

uint32_t call_table_add(struct call_table *table, uint32_t from, uint64_t to)
{
    uint32_t id = map_add(&table->pairs, from, to);

    if (id >= table->costs.n_rows) {
        costs_ensure(&table->costs, (size_t)id + 1);
        ARRAY_GROW(table->counts, id, table->count_capacity);
        table->counts[id] = 0;
    }
    return id;
}

uint32_t profile_add_line_call(struct profile *profile, uint32_t line, struct arc arc)
{
    return call_table_add(&profile->by_line.calls, line, (uint64_t)arc.caller << 32 | arc.callee);
}

uint32_t profile_add_spot_call(struct profile *profile, struct spot_call call)
{
    bool has_target = call.target.address != 0 || call.target.line != 0;
    /* Before the callee is the id of the target's position and 1. */
    uint64_t target = has_target ? (uint64_t)profile_add_position(profile, call.target) + 1 : 0;

    return call_table_add(&profile->by_spot.calls, call.spot, target << 32 | call.callee);
}

/* Adds a value to the sum, or takes it from that. True when that does not fit. */
static bool combine_overflows(int64_t *sum, int64_t value, bool is_subtracted)
{
    return is_subtracted ? subtract_overflows(sum, value) : add_overflows(sum, value);
}

bool call_table_combine(struct call_table *table, uint32_t row, const struct call_table *from,
                        size_t from_row, bool is_subtracted)
{
    bool overflows = combine_overflows(&table->counts[row], from->counts[from_row], is_subtracted);

    return costs_combine_overflows(&table->costs, row, costs_row(&from->costs, from_row),
                                   is_subtracted) ||
           overflows;
}

bool profile_add_up_arcs_overflows(const struct profile *profile, struct call_table *arcs)
{
    const struct call_table *lines = &profile->by_line.calls;
    bool overflows = false;

    costs_init(&arcs->costs, profile->events.n_recorded);
    for (size_t id = 0; id < lines->pairs.count; id++) {
        struct arc arc = profile_line_call(profile, id).arc;
        uint32_t row = call_table_add(arcs, arc.caller, arc.callee);
        overflows |= call_table_combine(arcs, row, lines, id, false);
    }
    return overflows;
}

uint32_t *call_table_sort(const struct call_table *table, size_t n_ends, enum calls_by by,
                          size_t **begin)
{
    return map_sort(&table->pairs, by == CALLS_BY_CALLEE ? MAP_TO : MAP_FROM, n_ends, begin);
}

void call_table_free(struct call_table *table)
{
    map_free(&table->pairs);
    free(table->counts);
    costs_free(&table->costs);
    *table = (struct call_table){0};
}

bool jumps_add_overflows(struct jumps *jumps, struct jump jump, const struct jump_counts *counts,
                         bool is_subtracted)
{
    uint64_t scope = (uint64_t)jump.to.file << 32 | jump.to.function;
    uint64_t position = (uint64_t)jump.to.course << 32 | jump.to.position;
    uint32_t target = map_add(&jumps->targets, scope, position);
    size_t known = jumps->pairs.count;
    uint32_t id = map_add(&jumps->pairs, jump.from, target);

    if (id == known) {
        ARRAY_GROW(jumps->counts, id, jumps->capacity);
        jumps->counts[id] = (struct jump_counts){0};
    }
    struct jump_counts *sums = &jumps->counts[id];
    bool overflows = combine_overflows(&sums->unconditional, counts->unconditional, is_subtracted);
    overflows |= combine_overflows(&sums->followed, counts->followed, is_subtracted);
    overflows |= combine_overflows(&sums->executed, counts->executed, is_subtracted);
    return overflows;
}

struct jump jumps_get(const struct jumps *jumps, size_t id)
{
    const struct map_key *pair = &jumps->pairs.keys[id];
    const struct map_key *target = &jumps->targets.keys[pair->to];

    return (struct jump){.from = (uint32_t)pair->from,
                         .to = {.file = (uint32_t)(target->from >> 32),
                                .function = (uint32_t)target->from,
                                .position = (uint32_t)target->to,
                                .course = (enum jump_course)(target->to >> 32)}};
}

void jumps_free(struct jumps *jumps)
{
    map_free(&jumps->targets);
    map_free(&jumps->pairs);
    free(jumps->counts);
    *jumps = (struct jumps){0};
}

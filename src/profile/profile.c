/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/profile.h"

#include <stdlib.h>

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
    if (symbols->pieces != NULL)
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
        .each_part = one.each_part || other.each_part,
    };
}

struct text part_label(const struct part *part)
{
    static const struct text begin = {"Client Request: ", 16};

    return text_starts_with(part->trigger, begin)
             ? text_trim(text_skip(part->trigger, begin.length))
             : NO_LABEL;
}

void profile_init(struct profile *profile, const struct symbols *symbols, struct keep keep)
{
    *profile = (struct profile){.symbols = *symbols, .keep = keep};
    profile->ledgers[JUMPS].costs =
        (struct costs){.n_events = N_JUMP_COUNTS, .stride = N_JUMP_COUNTS};
    profile->overflows = arena_alloc(&profile->arena, sizeof *profile->overflows);
    *profile->overflows = false;
}

/* Frees all but the profiles of labels, which have none themselves. */
static void free_alone(struct profile *profile)
{
    events_free(&profile->events);
    free(profile->inputs);
    free(profile->parts);
    for (size_t i = 0; i < N_LEDGERS; i++)
        ledger_free(&profile->ledgers[i]);
    spots_free(&profile->spots);
    free(profile->notes);
    arena_free(&profile->arena);
}

void profile_free(struct profile *profile)
{
    for (size_t i = 0; profile->label_names != NULL && i < names_count(profile->label_names); i++)
        free_alone(&profile->labels[i]);
    free(profile->labels);
    names_free(profile->label_names);
    free_alone(profile);
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
                          .first_description = (uint32_t)profile->descriptions.count};
    costs_ensure(&profile->ledgers[PARTS].costs, profile->n_parts);
    costs_ensure(&profile->ledgers[PART_SUMMARIES].costs, profile->n_parts);
    costs_ensure(&profile->ledgers[PART_TOTALS].costs, profile->n_parts);
    return part;
}

struct profile_input *profile_copy_input(struct profile *into, const struct profile_input *from)
{
    struct profile_input *copy = profile_add_input(into);

    *copy = *from;
    copy->creator = arena_copy_text(&into->arena, from->creator);
    return copy;
}

struct part *profile_copy_part(struct profile *into, const struct profile *from,
                               const struct part *part)
{
    struct part *copy = profile_add_part(into);

    *copy = *part;
    copy->first_description = (uint32_t)into->descriptions.count;
    copy->n_descriptions = 0;
    copy->command = arena_copy_text(&into->arena, part->command);
    copy->time_range = arena_copy_text(&into->arena, part->time_range);
    copy->trigger = arena_copy_text(&into->arena, part->trigger);
    copy->thread_name = arena_copy_text(&into->arena, part->thread_name);
    for (uint32_t i = 0; i < part->n_descriptions; i++)
        profile_add_description(into, from->descriptions.items[part->first_description + i]);
    return copy;
}

struct profile *profile_of_label(struct profile *whole, struct text label)
{
    struct keep keep = whole->keep;

    if (whole->label_names == NULL)
        whole->label_names = names_create();
    size_t known = names_count(whole->label_names);
    uint32_t id = names_add(whole->label_names, label);
    if (id == known) {
        keep.labels = false;
        ARRAY_GROW(whole->labels, known, whole->label_capacity);
        profile_init(&whole->labels[id], &whole->symbols, keep);
    }
    return &whole->labels[id];
}

struct profile *profile_find_label(const struct profile *whole, struct text label)
{
    uint32_t id = whole->label_names == NULL ? NO_ID : names_find(whole->label_names, label);

    return id == NO_ID ? NULL : &whole->labels[id];
}

struct profile *profile_list_with_costs(struct profile *profile, size_t *count)
{
    *count = !profile->keep.labels        ? 1
           : profile->label_names == NULL ? 0
                                          : names_count(profile->label_names);
    return profile->keep.labels ? profile->labels : profile;
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
    arena_append_text(&profile->arena, &profile->descriptions,
                      arena_copy_text(&profile->arena, text));
    profile->parts[profile->n_parts - 1].n_descriptions++;
}

void profile_widen(struct profile *profile)
{
    size_t n_events = profile->events.n_recorded;

    for (size_t i = 0; i < N_LEDGERS; i++)
        if (i != JUMPS && profile->ledgers[i].costs.n_events < n_events)
            costs_widen(&profile->ledgers[i].costs, n_events);
    if (profile->ledgers[SPOTS].packed.unpacked.n_events < n_events)
        packed_costs_widen(&profile->ledgers[SPOTS].packed, n_events);
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

void profile_combine(const struct profile *profile, struct costs *costs, size_t id,
                     const int64_t *row, bool is_subtracted)
{
    profile_note_overflow(profile, costs_combine_overflows(costs, id, row, is_subtracted));
}

void profile_add_to(const struct profile *profile, int64_t *sum, int64_t added)
{
    profile_note_overflow(profile, add_saturated(sum, added));
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
    return map_add(&profile->ledgers[FUNCTIONS].map, (uint64_t)file << 32 | object, symbol);
}

place_id profile_add_place(struct profile *profile, function_id function, file_id file)
{
    place_id place = map_add(&profile->ledgers[PLACES].map, file, function);

    costs_ensure(&profile->ledgers[PLACES].costs, (size_t)place + 1);
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

struct function_note *profile_edit_note(struct profile *profile, function_id function)
{
    size_t known = profile->n_notes;

    if (function >= known) {
        profile->notes = memory_grow(profile->notes, &profile->n_notes, (size_t)function + 1,
                                     sizeof *profile->notes);
        while (known < profile->n_notes)
            profile->notes[known++] = (struct function_note){NO_NUMBER, NO_NUMBER, 0, 0};
    }
    return &profile->notes[function];
}

void profile_add_doubt(struct profile *profile, function_id function, enum doubt doubt)
{
    if (doubt > profile_doubt(profile, function))
        profile_edit_note(profile, function)->doubt = (unsigned char)doubt;
}

void profile_add_code(struct profile *profile, function_id function, unsigned code)
{
    if (code != 0)
        profile_edit_note(profile, function)->code |= (unsigned char)code;
}

struct line_call profile_line_call(const struct profile *profile, size_t id)
{
    const struct map_key *call = &profile->ledgers[LINE_CALLS].map.keys[id];

    return (struct line_call){(uint32_t)call->from,
                              {(place_id)(call->to >> 32), (function_id)call->to}};
}

static int by_number(const void *a, const void *b)
{
    const struct numbered_line *left = a, *right = b;

    return number_compare(left->number, right->number);
}

struct numbered_line *profile_sort_lines(const struct profile *profile, size_t **begin)
{
    const struct map *map = &profile->ledgers[LINES].map;
    size_t n_files = names_count(profile->symbols.files);
    uint32_t *ids = map_sort(map, MAP_FROM, n_files, begin);
    struct numbered_line *lines = memory_alloc(map->count, sizeof *lines);

    for (size_t i = 0; i < map->count; i++)
        lines[i] = (struct numbered_line){map->keys[ids[i]].to, ids[i]};
    for (file_id file = 0; file < n_files; file++)
        ARRAY_SORT(lines + (*begin)[file], (*begin)[file + 1] - (*begin)[file], by_number);
    free(ids);
    return lines;
}

static struct position kept_position(const struct profile *profile, struct position position)
{
    if (!profile->keep.addresses)
        position.address = 0;
    return position;
}

uint32_t profile_add_position(struct profile *profile, struct position position)
{
    position = kept_position(profile, position);
    return map_add(&profile->ledgers[POSITIONS].map, position.address, position.line);
}

struct position profile_position(const struct profile *profile, uint32_t id)
{
    const struct map_key *key = &profile->ledgers[POSITIONS].map.keys[id];

    return (struct position){key->from, key->to};
}

uint32_t profile_add_spot(struct profile *profile, place_id place, struct position position)
{
    uint32_t spot = spots_add(&profile->spots, place, kept_position(profile, position));

    packed_costs_ensure(&profile->ledgers[SPOTS].packed, (size_t)spot + 1);
    return spot;
}

struct spot_call profile_spot_call(const struct profile *profile, size_t id)
{
    const struct map_key *call = &profile->ledgers[SPOT_CALLS].map.keys[id];
    uint32_t target = (uint32_t)(call->to >> 32);
    struct spot_call found = {.spot = (uint32_t)call->from, .callee = (function_id)call->to};

    if (target != NO_ID)
        found.target = profile_position(profile, target);
    return found;
}

uint32_t profile_add_line_call(struct profile *profile, uint32_t line, struct arc arc)
{
    return ledger_add(&profile->ledgers[LINE_CALLS], line, (uint64_t)arc.caller << 32 | arc.callee);
}

uint32_t profile_add_spot_call(struct profile *profile, struct spot_call call)
{
    struct position target = kept_position(profile, call.target);
    bool has_target = target.address != 0 || target.line != 0;
    uint64_t id = has_target ? profile_add_position(profile, target) : NO_ID;

    return ledger_add(&profile->ledgers[SPOT_CALLS], call.spot, id << 32 | call.callee);
}

bool profile_add_up_arcs_overflows(const struct profile *profile, struct ledger *arcs)
{
    const struct ledger *lines = &profile->ledgers[LINE_CALLS];
    bool overflows = false;

    costs_init(&arcs->costs, profile->events.n_recorded);
    for (size_t id = 0; id < lines->map.count; id++) {
        struct arc arc = profile_line_call(profile, id).arc;
        overflows |=
            ledger_combine(arcs, ledger_add(arcs, arc.caller, arc.callee), lines, id, false);
    }
    return overflows;
}

bool profile_add_jump_overflows(struct profile *profile, struct jump jump,
                                const struct jump_counts *counts)
{
    struct ledger *jumps = &profile->ledgers[JUMPS];
    uint64_t scope = (uint64_t)jump.to.file << 32 | jump.to.function;
    uint64_t position = (uint64_t)jump.to.course << 32 | jump.to.position;
    uint32_t target = map_add(&profile->ledgers[TARGETS].map, scope, position);
    uint32_t id = map_add(&jumps->map, jump.from, target);

    return costs_combine_overflows(&jumps->costs, id, (const int64_t *)counts, false);
}

struct jump profile_jump(const struct profile *profile, size_t id)
{
    const struct map_key *jump = &profile->ledgers[JUMPS].map.keys[id];
    const struct map_key *target = &profile->ledgers[TARGETS].map.keys[jump->to];

    return (struct jump){.from = (uint32_t)jump->from,
                         .to = {.file = (uint32_t)(target->from >> 32),
                                .function = (uint32_t)target->from,
                                .position = (uint32_t)target->to,
                                .course = (enum jump_course)(target->to >> 32)}};
}

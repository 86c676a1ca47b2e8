/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/merge.h"

#include <stdlib.h>

#include "base/arena.h"
#include "profile/lines.h"
#include "profile/profile.h"
#include "profile/stacks.h"

/* Ids of `from` and what they are in `into`. */
struct merge {
    struct profile *into;
    const struct profile *from;
    const struct symbol_maps *symbols;
    uint32_t *columns;
    function_id *functions;
    place_id *places;
    uint32_t *arcs;
    size_t first_part; /* of `from` in `into` */
    uint32_t *lines;
    bool is_subtracted;
    bool overflows;
};

/* Returns a figure with the other sign. */
static int64_t negated(struct merge *merge, int64_t figure)
{
    merge->overflows |= figure == INT64_MIN;
    return figure == INT64_MIN ? 0 : -figure;
}

/* Adds a row of costs with the sign of the merged profile, whose events may have other columns. */
static void add_row(struct merge *merge, struct costs *into, size_t into_row,
                    const struct costs *from, size_t from_row)
{
    int64_t *to = costs_row(into, into_row);
    const int64_t *row = costs_row(from, from_row);

    for (size_t event = 0; event < from->n_events; event++) {
        if (!costs_is_given(row, event))
            continue;
        int64_t sum = costs_sum(from, row, event);
        merge->overflows |= costs_add_overflows(into, to, merge->columns[event],
                                                merge->is_subtracted ? negated(merge, sum) : sum);
    }
}

static bool map_events(struct merge *merge, struct error *error)
{
    const struct events *from = &merge->from->events;
    struct events *into = &merge->into->events;

    merge->columns = memory_alloc(from->n_recorded, sizeof *merge->columns);
    for (size_t i = 0; i < from->n_recorded; i++)
        merge->columns[i] = (uint32_t)events_add_recorded(into, from->list[i].name);
    if (into->n_recorded > MAX_EVENTS)
        return error_set(error, ERROR_FAILED, NULL, 0, "more than %d events in all files",
                         MAX_EVENTS);
    events_note_lists_of(into, from, merge->columns);
    profile_widen(merge->into);
    events_add_definitions(into, from);
    return true;
}

static void add_inputs_and_parts(struct merge *merge)
{
    struct profile *into = merge->into;
    const struct profile *from = merge->from;
    uint32_t first_input = (uint32_t)into->n_inputs, first_run = (uint32_t)into->n_runs;

    for (size_t i = 0; i < from->n_inputs; i++) {
        struct profile_input input = from->inputs[i];
        input.creator = arena_copy_text(&into->arena, input.creator);
        input.run += first_run;
        *profile_add_input(into) = input;
    }
    into->n_runs += from->n_runs;
    for (size_t i = 0; i < from->n_parts; i++) {
        struct part part = from->parts[i];
        uint32_t first = part.first_description, count = part.n_descriptions;
        part.input += first_input;
        part.first_description = (uint32_t)into->n_descriptions;
        part.n_descriptions = 0;
        part.command = arena_copy_text(&into->arena, part.command);
        part.time_range = arena_copy_text(&into->arena, part.time_range);
        part.trigger = arena_copy_text(&into->arena, part.trigger);
        part.thread_name = arena_copy_text(&into->arena, part.thread_name);
        *profile_add_part(into) = part;
        for (uint32_t j = 0; j < count; j++)
            profile_add_description(into, from->descriptions[first + j]);
        size_t row = into->n_parts - 1;
        add_row(merge, &into->part_self, row, &from->part_self, i);
        add_row(merge, &into->part_summary, row, &from->part_summary, i);
        add_row(merge, &into->part_totals, row, &from->part_totals, i);
    }
}

/* Finds which function it becomes. */
static struct function target_of(const struct merge *merge, function_id id)
{
    const struct symbol_maps *symbols = merge->symbols;
    struct function function = profile_function(merge->from, id);

    if (symbols->targets != NULL)
        return symbols->targets[id];
    return (struct function){.object = mapped_id(symbols->objects, function.object),
                             .file = mapped_id(symbols->files, function.file),
                             .symbol = mapped_id(symbols->functions, function.symbol)};
}

/* Adds what things cost in each part; `ids` says, by thing of `from`, which one it is in `into`. */
static void add_each_part(struct merge *merge, struct call_table *into,
                          const struct call_table *from, const uint32_t *ids)
{
    for (size_t row = 0; merge->into->keep.each_part && row < from->pairs.count; row++) {
        const struct map_key *pair = &from->pairs.keys[row];
        add_row(merge, &into->costs,
                call_table_add(into, ids[pair->from], merge->first_part + pair->to), &from->costs,
                row);
    }
}

/* Whether one of two files is not known. Where lines are compared, it has none of the other. */
static bool is_one_unknown(const struct merge *merge, file_id file, file_id other)
{
    if (file == other)
        return false;
    file_id unknown = names_find(merge->into->symbols.files, TEXT("???"));
    return file == unknown || other == unknown;
}

/* Finds in which file code is then: what is where its function is defined goes with that. */
static file_id file_in(const struct merge *merge, struct place place, function_id function)
{
    const struct symbol_maps *maps = merge->symbols;
    bool stays = maps->stays != NULL && maps->stays[place.function];
    bool is_own = !stays && place.file == profile_function(merge->from, place.function).file;
    file_id file = mapped_id(maps->files, place.file);
    file_id defined = profile_function(merge->into, function).file;

    return is_own && (maps->lines == NULL || !is_one_unknown(merge, file, defined)) ? defined
                                                                                    : file;
}

static void add_functions_and_places(struct merge *merge)
{
    const struct profile *from = merge->from;

    merge->functions = memory_alloc(profile_n_functions(from), sizeof *merge->functions);
    for (function_id id = 0; id < profile_n_functions(from); id++) {
        struct function target = target_of(merge, id);
        merge->functions[id] =
            profile_add_function(merge->into, target.object, target.file, target.symbol);
        profile_add_doubt(merge->into, merge->functions[id], profile_doubt(from, id));
        profile_add_code(merge->into, merge->functions[id], profile_code(from, id));
    }
    merge->places = memory_alloc(profile_n_places(from), sizeof *merge->places);
    for (place_id id = 0; id < profile_n_places(from); id++) {
        struct place place = profile_place(from, id);
        function_id function = merge->functions[place.function];
        merge->places[id] =
            profile_add_place(merge->into, function, file_in(merge, place, function));
        add_row(merge, &merge->into->by_place.self, merge->places[id], &from->by_place.self, id);
    }
    add_each_part(merge, &merge->into->place_parts, &from->place_parts, merge->places);
}

static void add_calls(struct merge *merge, struct call_table *into, uint32_t row,
                      const struct call_table *from, size_t id)
{
    merge->overflows |=
        add_overflows(&into->counts[row],
                      merge->is_subtracted ? negated(merge, from->counts[id]) : from->counts[id]);
    add_row(merge, &into->costs, row, &from->costs, id);
}

/* Finds what a line becomes; `file` is what its file becomes. */
static struct file_line line_in(const struct merge *merge, struct file_line line, file_id file)
{
    if (merge->symbols->lines == NULL)
        return (struct file_line){file, line.number};
    return line_map_find(merge->symbols->lines, line, file);
}

static void add_lines_of_file(struct merge *merge, file_id file)
{
    struct profile *into = merge->into;
    const struct profile *from = merge->from;
    size_t count;
    struct numbered_line *lines = lines_of_file(&from->lines, file, &count);

    for (size_t i = 0; i < count; i++) {
        struct file_line to = line_in(merge, (struct file_line){file, lines[i].number},
                                      mapped_id(merge->symbols->files, file));
        struct line_page *page = lines_page(&into->lines, to.file, to.number);
        uint32_t line = profile_add_line(into, page, to.number);
        merge->lines[lines[i].id] = line;
        into->by_line.has_self[line] |= from->by_line.has_self[lines[i].id];
        add_row(merge, &into->by_line.self, line, &from->by_line.self, lines[i].id);
    }
    free(lines);
}

/* Adds jumps; `spots` says, by spot of `from`, which one it is in `into`. */
static void add_jumps(struct merge *merge, const uint32_t *spots)
{
    const struct profile *from = merge->from;
    const struct symbol_maps *symbols = merge->symbols;

    for (size_t id = 0; id < from->jumps.pairs.count; id++) {
        struct jump jump = jumps_get(&from->jumps, id);
        jump.from = spots[jump.from];
        jump.to.file = mapped_id(symbols->files, jump.to.file);
        jump.to.function = mapped_id(symbols->functions, jump.to.function);
        jump.to.position =
            profile_add_position(merge->into, profile_position(from, jump.to.position));
        merge->overflows |= jumps_add_overflows(&merge->into->jumps, jump, &from->jumps.counts[id],
                                                merge->is_subtracted);
    }
}

/* Finds what a spot becomes. Its line may go to another file, and its place with it. */
static struct spot spot_in(struct merge *merge, struct spot spot)
{
    struct place from = profile_place(merge->from, spot.place);
    struct place into = profile_place(merge->into, merge->places[spot.place]);
    struct file_line to =
        line_in(merge, (struct file_line){from.file, spot.position.line}, into.file);

    spot.position.line = to.number;
    spot.place = to.file == into.file ? merge->places[spot.place]
                                      : profile_add_place(merge->into, into.function, to.file);
    return spot;
}

static void add_spots(struct merge *merge)
{
    struct profile *into = merge->into;
    const struct profile *from = merge->from;
    uint32_t *spots = memory_alloc(from->spots.count, sizeof *spots);

    for (uint32_t id = 0; id < from->spots.count; id++) {
        struct spot spot = spot_in(merge, from->spots.list[id]);
        spots[id] = profile_add_spot(into, spot.place, spot.position);
        if (id < from->n_hosts && from->hosts[id] != NO_ID)
            profile_set_host(into, spots[id],
                             mapped_id(merge->symbols->functions, from->hosts[id]));
        if (!packed_costs_has(&from->by_spot.self, id))
            continue;
        (void)packed_costs_unpack(&from->by_spot.self, id);
        (void)packed_costs_edit(&into->by_spot.self, spots[id]);
        add_row(merge, &into->by_spot.self.unpacked, 0, &from->by_spot.self.unpacked, 0);
    }
    packed_costs_settle(&into->by_spot.self);
    for (size_t id = 0; id < from->by_spot.calls.pairs.count; id++) {
        struct spot_call call = profile_spot_call(from, id);
        call.spot = spots[call.spot];
        call.callee = merge->functions[call.callee];
        if (!into->keep.jumps)
            call.target = (struct position){0, 0};
        uint32_t row = profile_add_spot_call(into, call);
        add_calls(merge, &into->by_spot.calls, row, &from->by_spot.calls, id);
    }
    add_each_part(merge, &into->spot_parts, &from->spot_parts, spots);
    if (into->keep.jumps)
        add_jumps(merge, spots);
    free(spots);
}

/* Adds stacks, if they are known of both. Those of a difference would say nothing. */
static void add_stacks(struct merge *merge)
{
    struct profile *into = merge->into;
    const struct profile *from = merge->from;

    if (!into->keep.stacks || into->lacks_stacks)
        return;
    if (!from->keep.stacks || from->lacks_stacks || merge->is_subtracted) {
        profile_lose_stacks(into);
        return;
    }
    uint32_t *ids = memory_alloc(from->stacks.pairs.count, sizeof *ids);
    for (uint32_t id = 0; id < from->stacks.pairs.count; id++) {
        struct stack stack = profile_stack(from, id);
        stack.above = mapped_id(ids, stack.above);
        stack.function = merge->functions[stack.function];
        ids[id] = stacks_add(&into->stacks, stack);
        add_calls(merge, &into->stacks, ids[id], &from->stacks, id);
    }
    free(ids);
}

/* Adds functions, places, calls, lines, spots, parts and stacks. */
static void add_costs(struct merge *merge)
{
    struct profile *into = merge->into;
    const struct profile *from = merge->from;

    add_functions_and_places(merge);
    merge->arcs = memory_alloc(from->by_place.calls.pairs.count, sizeof *merge->arcs);
    for (size_t id = 0; id < from->by_place.calls.pairs.count; id++) {
        struct arc arc = profile_arc(from, id);
        merge->arcs[id] = call_table_add(&into->by_place.calls, merge->places[arc.caller],
                                         merge->functions[arc.callee]);
        add_calls(merge, &into->by_place.calls, merge->arcs[id], &from->by_place.calls, id);
    }
    merge->lines = memory_alloc(from->lines.count, sizeof *merge->lines);
    for (file_id file = 0; file < from->lines.n_files; file++)
        add_lines_of_file(merge, file);
    add_each_part(merge, &into->line_parts, &from->line_parts, merge->lines);
    for (size_t id = 0; id < from->by_line.calls.pairs.count; id++) {
        struct line_call call = profile_line_call(from, id);
        struct arc arc = {merge->places[call.arc.caller], merge->functions[call.arc.callee]};
        uint32_t row = profile_add_line_call(into, merge->lines[call.line], arc);
        add_calls(merge, &into->by_line.calls, row, &from->by_line.calls, id);
    }
    if (into->keep.spots != KEEP_NOTHING)
        add_spots(merge);
    add_stacks(merge);
}

static bool merge_end(struct merge *merge, struct error *error)
{
    free(merge->columns);
    free(merge->functions);
    free(merge->places);
    free(merge->arcs);
    free(merge->lines);
    return !merge->overflows ||
           error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
}

bool profile_merge(struct profile *into, const struct profile *from, const struct symbol_maps *maps,
                   struct error *error)
{
    struct merge merge = {.into = into, .from = from, .symbols = maps, .first_part = into->n_parts};

    bool is_done = map_events(&merge, error);
    if (is_done) {
        add_inputs_and_parts(&merge);
        add_costs(&merge);
    }
    return merge_end(&merge, error) && is_done;
}

static uint32_t *map_names(struct names *into, const struct names *from)
{
    uint32_t *map = memory_alloc(names_count(from), sizeof *map);

    for (uint32_t id = 0; id < names_count(from); id++)
        map[id] = names_add(into, names_text(from, id));
    return map;
}

bool profile_merge_foreign(struct profile *into, const struct profile *from, struct error *error)
{
    uint32_t *objects = map_names(into->symbols.objects, from->symbols.objects);
    uint32_t *files = map_names(into->symbols.files, from->symbols.files);
    uint32_t *functions = map_names(into->symbols.functions, from->symbols.functions);
    const struct symbol_maps maps = {.objects = objects, .files = files, .functions = functions};
    bool is_done = profile_merge(into, from, &maps, error);

    free(objects);
    free(files);
    free(functions);
    return is_done;
}

/* Maps columns to themselves: both profiles have the same. */
static uint32_t *same_columns(const struct profile *profile)
{
    uint32_t *columns = memory_alloc(profile->events.n_recorded, sizeof *columns);

    for (size_t i = 0; i < profile->events.n_recorded; i++)
        columns[i] = (uint32_t)i;
    return columns;
}

bool profile_add_run(struct profile *into, const struct profile *from, const struct costs *total,
                     const struct profile_input *run, struct error *error)
{
    struct merge merge = {.into = into, .from = from};
    struct profile_input input = *run;
    struct part part = {
        .input = (uint32_t)into->n_inputs, .pid = -1, .given = -1, .thread = -1, .number = -1};
    bool is_done = map_events(&merge, error);

    if (is_done) {
        input.run = (uint32_t)into->n_runs++;
        if (from->n_inputs != 0)
            input.creator = arena_copy_text(&into->arena, from->inputs[0].creator);
        if (from->n_parts != 0) {
            part.has_command = from->parts[0].has_command;
            part.command = arena_copy_text(&into->arena, from->parts[0].command);
        }
        *profile_add_input(into) = input;
        *profile_add_part(into) = part;
        add_row(&merge, &into->part_self, into->n_parts - 1, total, 0);
    }
    return merge_end(&merge, error) && is_done;
}

bool profile_subtract(struct profile *into, const struct profile *from,
                      const struct symbol_maps *maps, struct error *error)
{
    struct merge merge = {.into = into, .from = from, .symbols = maps, .is_subtracted = true};

    merge.columns = same_columns(from);
    events_note_lists_of(&into->events, &from->events, merge.columns);
    add_costs(&merge);
    return merge_end(&merge, error);
}

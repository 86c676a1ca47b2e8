/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "profile/line_map.h"
#include "profile/profile.h"

/* The state of merging a profile into another one. */
struct merge {
    struct profile *into;
    const struct profile *from;
    const struct symbol_maps *symbols;
    uint32_t *columns;
    const uint32_t *ids[N_DOMAINS]; /* ids of `from` in `into`; NULL if they are the same */
    uint32_t first_part;            /* first part of `from` in `into` */
    bool is_subtracted;
    bool overflows;
};

/* Returns a figure, negated if it is subtracted. */
static int64_t with_sign(struct merge *merge, int64_t figure)
{
    if (!merge->is_subtracted)
        return figure;
    merge->overflows |= figure == INT64_MIN;
    return figure == INT64_MIN ? 0 : -figure;
}

/* Adds a row of costs with the sign of the merged profile, whose events may have other columns. */
static void add_row(struct merge *merge, struct costs *into, size_t into_row,
                    const struct costs *from, size_t from_row)
{
    int64_t *to = costs_row(into, into_row);
    const int64_t *row = costs_row(from, from_row);

    for (size_t event = 0; event < from->n_events; event++)
        if (costs_is_given(row, event))
            merge->overflows |= costs_add_overflows(into, to, merge->columns[event],
                                                    with_sign(merge, costs_sum(from, row, event)));
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

    merge->first_part = (uint32_t)into->n_parts;
    for (size_t i = 0; i < from->n_inputs; i++)
        profile_copy_input(into, &from->inputs[i])->run += first_run;
    into->n_runs += from->n_runs;
    for (size_t i = 0; i < from->n_parts; i++)
        profile_copy_part(into, from, &from->parts[i])->input += first_input;
}

/* Returns the function that it becomes. */
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

/*
 * Returns whether one of two files is unknown; its lines are then not comparable with the other's.
 */
static bool is_one_unknown(const struct merge *merge, file_id file, file_id other)
{
    if (file == other)
        return false;
    file_id unknown = names_find(merge->into->symbols.files, TEXT("???"));
    return file == unknown || other == unknown;
}

/*
 * Finds the new file of code: code in the file that defines its function moves with the function.
 */
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

static void find_parts(struct merge *merge, uint32_t *ids)
{
    for (uint32_t id = 0; id < merge->from->n_parts; id++)
        ids[id] = merge->first_part + id;
}

static void find_functions(struct merge *merge, uint32_t *ids)
{
    const struct profile *from = merge->from;

    for (function_id id = 0; id < profile_n_functions(from); id++) {
        struct function target = target_of(merge, id);
        ids[id] = profile_add_function(merge->into, target.object, target.file, target.symbol);
        profile_add_doubt(merge->into, ids[id], profile_doubt(from, id));
        profile_add_code(merge->into, ids[id], profile_code(from, id));
    }
}

static void find_places(struct merge *merge, uint32_t *ids)
{
    for (place_id id = 0; id < profile_n_places(merge->from); id++) {
        struct place place = profile_place(merge->from, id);
        function_id function = merge->ids[FUNCTIONS][place.function];
        ids[id] = profile_add_place(merge->into, function, file_in(merge, place, function));
    }
}

/* Returns the line that a line becomes, given what its file becomes. */
static struct file_line line_in(const struct merge *merge, struct file_line line, file_id file)
{
    if (merge->symbols->lines == NULL)
        return (struct file_line){file, line.number};
    return line_map_find(merge->symbols->lines, line, file);
}

static void find_lines(struct merge *merge, uint32_t *ids)
{
    struct profile *into = merge->into;

    for (uint32_t id = 0; id < profile_n_lines(merge->from); id++) {
        struct file_line line = profile_line(merge->from, id);
        struct file_line to = line_in(merge, line, mapped_id(merge->symbols->files, line.file));
        ids[id] = profile_add_line(into, to.file, to.number);
        if (profile_has_self(merge->from, id))
            profile_note_self(into, ids[id]);
    }
}

/* Maps spots. A line may move to another file, and the place with it. */
static void find_spots(struct merge *merge, uint32_t *ids)
{
    struct profile *into = merge->into;
    const struct spots *from = &merge->from->spots;

    for (uint32_t id = 0; id < from->count; id++) {
        const struct spot *spot = &from->list[id];
        place_id place = merge->ids[PLACES][spot->place];
        struct place to = profile_place(into, place);
        file_id file = profile_place(merge->from, spot->place).file;
        struct file_line line =
            line_in(merge, (struct file_line){file, spot->position.line}, to.file);
        if (line.file != to.file)
            place = profile_add_place(into, to.function, line.file);
        ids[id] =
            profile_add_spot(into, place, (struct position){spot->position.address, line.number});
        if (id < from->n_hosts && from->hosts[id] != NO_ID)
            spots_set_host(&into->spots, ids[id],
                           mapped_id(merge->symbols->functions, from->hosts[id]));
    }
}

/* Returns the number of rows of a ledger. */
static size_t count_rows(const struct ledger *ledger)
{
    return ledger->map.count != 0     ? ledger->map.count
         : ledger->packed.n_rows != 0 ? ledger->packed.n_rows
                                      : ledger->costs.n_rows;
}

static void find_positions(struct merge *merge, uint32_t *ids)
{
    for (uint32_t id = 0; id < count_rows(&merge->from->ledgers[POSITIONS]); id++)
        ids[id] = profile_add_position(merge->into, profile_position(merge->from, id));
}

/* Rules for finding the rows of each ledger in another profile. */
static const struct rule {
    enum domain key[4]; /* domains of the high and low half of `from`, and of `to` */
    void (*find)(struct merge *merge, uint32_t *ids); /* maps rows if keys are not enough */
    struct keep needs; /* what the other profile must keep; otherwise ids are NO_ID */
} rules[N_LEDGERS] = {
    [PART_SUMMARIES] = {.find = find_parts},
    [PART_TOTALS] = {.find = find_parts},
    [PARTS] = {.find = find_parts},
    [FUNCTIONS] = {.find = find_functions},
    [PLACES] = {.find = find_places},
    [LINES] = {.find = find_lines, .needs.lines = KEEP_SELF},
    [SPOTS] = {.find = find_spots, .needs.spots = KEEP_SELF},
    [POSITIONS] = {.find = find_positions, .needs.jumps = true},
    [TARGETS] = {{FILE_NAMES, FUNCTION_NAMES, NUMBERS, POSITIONS}, .needs.jumps = true},
    [ARCS] = {{NUMBERS, PLACES, NUMBERS, FUNCTIONS}, .needs.places = KEEP_SELF_AND_CALLS},
    [LINE_CALLS] = {{NUMBERS, LINES, PLACES, FUNCTIONS}, .needs.lines = KEEP_SELF_AND_CALLS},
    [SPOT_CALLS] = {{NUMBERS, SPOTS, POSITIONS, FUNCTIONS}, .needs.spots = KEEP_SELF_AND_CALLS},
    [JUMPS] = {{NUMBERS, SPOTS, NUMBERS, TARGETS}, .needs = {.spots = KEEP_SELF, .jumps = true}},
    [PLACE_PARTS] = {{NUMBERS, PLACES, NUMBERS, PARTS}, .needs.each_part = true},
    [LINE_PARTS] = {{NUMBERS, LINES, NUMBERS, PARTS},
                    .needs = {.lines = KEEP_SELF, .each_part = true}},
    [SPOT_PARTS] = {{NUMBERS, SPOTS, NUMBERS, PARTS},
                    .needs = {.spots = KEEP_SELF, .each_part = true}},
};

static bool is_kept(const struct merge *merge, enum domain ledger)
{
    const struct keep *kept = &merge->into->keep, *needs = &rules[ledger].needs;

    return kept->places >= needs->places && kept->lines >= needs->lines &&
           kept->spots >= needs->spots && kept->jumps >= needs->jumps &&
           kept->each_part >= needs->each_part;
}

/*
 * Returns the index of the number in a key that gives one of another key; if there is none, the
 * spot.
 */
static unsigned find_source(const enum domain given[4], const enum domain wanted[4], unsigned at)
{
    enum { SPOT = 1 };

    for (unsigned i = 0; i < 4; i++)
        if (given[(at + i) % 4] == wanted[at])
            return (at + i) % 4;
    return SPOT;
}

/* Maps rows by mapping the numbers in their keys, to the same ledger or one derived from it. */
static void find_by_keys(struct merge *merge, enum domain into_id, enum domain from_id,
                         uint32_t *ids)
{
    const struct ledger *from = &merge->from->ledgers[from_id];
    struct ledger *into = &merge->into->ledgers[into_id];
    const enum domain *wanted = rules[into_id].key;
    const uint32_t *maps[4];
    unsigned sources[4];

    for (unsigned i = 0; i < 4; i++) {
        sources[i] = find_source(rules[from_id].key, wanted, i);
        maps[i] = merge->ids[wanted[i]];
    }
    for (size_t id = 0; id < from->map.count; id++) {
        const struct map_key *key = &from->map.keys[id];
        const uint32_t given[4] = {(uint32_t)(key->from >> 32), (uint32_t)key->from,
                                   (uint32_t)(key->to >> 32), (uint32_t)key->to};
        uint64_t numbers[4] = {0};
        for (unsigned i = 0; i < 4; i++)
            numbers[i] = mapped_id(maps[i], given[sources[i]]);
        uint64_t first = numbers[0] << 32 | numbers[1], second = numbers[2] << 32 | numbers[3];
        ids[id] = from->counts != NULL ? ledger_add(into, first, second)
                                       : map_add(&into->map, first, second);
    }
}

/* Maps the rows of a ledger. The caller frees the array. */
static uint32_t *find_rows(struct merge *merge, enum domain into, enum domain from)
{
    size_t count = count_rows(&merge->from->ledgers[from]);
    uint32_t *ids = memory_alloc(count, sizeof *ids);

    if (into == from)
        merge->ids[into] = ids;
    if (!is_kept(merge, into))
        memset(ids, 0xff, count * sizeof *ids);
    else if (rules[into].find != NULL)
        rules[into].find(merge, ids);
    else
        find_by_keys(merge, into, from, ids);
    return ids;
}

/* Adds the costs and counts of a ledger's rows. */
static void add_costs(struct merge *merge, enum domain into_id, enum domain from_id,
                      const uint32_t *ids)
{
    const struct ledger *from = &merge->from->ledgers[from_id];
    struct ledger *into = &merge->into->ledgers[into_id];
    bool is_packed = from_id == SPOTS, packs = into_id == SPOTS;
    const struct costs *costs = is_packed ? &from->packed.unpacked : &from->costs;
    struct costs *sums = packs ? &into->packed.unpacked : &into->costs;

    if (!is_kept(merge, into_id))
        return;
    for (size_t id = 0; id < (is_packed ? from->packed.n_rows : costs->n_rows); id++) {
        size_t row = is_packed ? 0 : id, sum = packs ? 0 : ids[id];
        if (is_packed && !packed_costs_has(&from->packed, id))
            continue;
        if (is_packed)
            (void)packed_costs_unpack(&from->packed, id);
        if (packs)
            (void)packed_costs_edit(&into->packed, ids[id]);
        if (into_id == JUMPS)
            merge->overflows |=
                costs_combine_overflows(sums, sum, costs_row(costs, row), merge->is_subtracted);
        else
            add_row(merge, sums, sum, costs, row);
        if (from->counts != NULL && into_id != LINES)
            merge->overflows |=
                add_overflows(&into->counts[sum], with_sign(merge, from->counts[row]));
    }
    if (packs)
        packed_costs_settle(&into->packed);
}

/* Adds the ledgers from `first` up to `end`. */
static void add_ledgers(struct merge *merge, enum domain first, enum domain end)
{
    uint32_t *all[N_LEDGERS] = {0};

    merge->ids[FILE_NAMES] = merge->symbols->files;
    merge->ids[FUNCTION_NAMES] = merge->symbols->functions;
    for (enum domain ledger = first; ledger < end; ledger++) {
        all[ledger] = find_rows(merge, ledger, ledger);
        add_costs(merge, ledger, ledger, all[ledger]);
        if (ledger >= N_WITH_IDS) {
            free(all[ledger]);
            all[ledger] = NULL;
        }
    }
    for (size_t i = 0; i < N_LEDGERS; i++)
        free(all[i]);
}

static bool merge_end(struct merge *merge, struct error *error)
{
    free(merge->columns);
    return !merge->overflows ||
           error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
}

/* Merges inputs, and ledgers up to `end`. */
static bool merge_up_to(struct profile *into, const struct profile *from,
                        const struct symbol_maps *maps, enum domain end, struct error *error)
{
    struct merge merge = {.into = into, .from = from, .symbols = maps};
    bool is_done = map_events(&merge, error);

    if (is_done) {
        add_inputs_and_parts(&merge);
        add_ledgers(&merge, PART_SUMMARIES, end);
    }
    return merge_end(&merge, error) && is_done;
}

bool profile_merge(struct profile *into, const struct profile *from, const struct symbol_maps *maps,
                   struct error *error)
{
    return merge_up_to(into, from, maps, N_LEDGERS, error);
}

bool profile_merge_functions(struct profile *into, const struct profile *from, struct error *error)
{
    static const struct symbol_maps same = {0};

    return merge_up_to(into, from, &same, PLACES, error);
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

    for (uint32_t i = 0; is_done && from->label_names != NULL && i < names_count(from->label_names);
         i++)
        is_done = profile_merge(profile_of_label(into, names_text(from->label_names, i)),
                                &from->labels[i], &maps, error);
    free(objects);
    free(files);
    free(functions);
    return is_done;
}

/* Maps columns to themselves, for profiles with the same ones. */
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
        add_row(&merge, &into->ledgers[PARTS].costs, into->n_parts - 1, total, 0);
    }
    return merge_end(&merge, error) && is_done;
}

bool profile_merge_spots_overflows(struct profile *into, const struct profile *from,
                                   const struct spot_maps *maps)
{
    static const enum domain made[][2] = {
        {PLACE_PARTS, SPOT_PARTS}, {LINE_PARTS, SPOT_PARTS}, {SPOT_PARTS, SPOT_PARTS},
        {ARCS, SPOT_CALLS},        {LINE_CALLS, SPOT_CALLS}, {SPOT_CALLS, SPOT_CALLS},
    };
    struct merge merge = {
        .into = into,
        .from = from,
        .columns = same_columns(from),
        .ids = {[PLACES] = maps->places, [LINES] = maps->lines, [SPOTS] = maps->spots}};
    uint32_t *positions = find_rows(&merge, POSITIONS, POSITIONS);

    add_costs(&merge, PLACES, SPOTS, maps->places);
    add_costs(&merge, LINES, SPOTS, maps->lines);
    add_costs(&merge, SPOTS, SPOTS, maps->spots);
    for (size_t i = 0; i < ARRAY_LENGTH(made); i++) {
        uint32_t *ids = find_rows(&merge, made[i][0], made[i][1]);
        add_costs(&merge, made[i][0], made[i][1], ids);
        free(ids);
    }
    free(positions);
    free(merge.columns);
    return merge.overflows;
}

bool profile_subtract(struct profile *into, const struct profile *from,
                      const struct symbol_maps *maps, struct error *error)
{
    struct merge merge = {.into = into, .from = from, .symbols = maps, .is_subtracted = true};

    merge.columns = same_columns(from);
    events_note_lists_of(&into->events, &from->events, merge.columns);
    add_ledgers(&merge, FUNCTIONS, N_LEDGERS);
    return merge_end(&merge, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/lines/line_costs.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/map.h"
#include "base/number.h"
#include "profile/profile.h"

/* Returns, by row, whether calls from several of its lines lead back to it. The caller frees it. */
static bool *find_rows_led_back_to(const struct inclusive *inclusive)
{
    const struct rows *rows = inclusive->rows;
    const struct profile *profile = rows->profile;
    struct map lines = {0}; /* (file, line) */
    uint32_t *line_of_group = memory_alloc(rows->count, sizeof *line_of_group);
    bool *has_several = memory_alloc(rows->count, sizeof *has_several);

    memset(line_of_group, 0xff, rows->count * sizeof *line_of_group); /* NO_ID */
    for (size_t id = 0; id < profile->ledgers[SPOT_CALLS].map.count; id++) {
        struct spot_call arc = profile_spot_call(profile, id);
        struct spot spot = profile->spots.list[arc.spot];
        row_id caller = rows->of_place[spot.place];
        if (!nesting_is_cyclic(&inclusive->nesting, caller, rows->of_function[arc.callee]))
            continue;
        uint32_t line =
            map_add(&lines, profile_place(profile, spot.place).file, spot.position.line);
        if (line_of_group[caller] == NO_ID)
            line_of_group[caller] = line;
        has_several[caller] = has_several[caller] || line_of_group[caller] != line;
    }
    free(line_of_group);
    map_free(&lines);
    return has_several;
}

void spots_by_row_create(struct spots_by_row *sorted, const struct inclusive *inclusive,
                         const row_id *of_place, size_t n_rows)
{
    const struct profile *profile = inclusive->rows->profile;
    const struct map *calls = &profile->ledgers[SPOT_CALLS].map;
    size_t n_spots = profile->spots.count, n_jumps = profile->ledgers[JUMPS].map.count;
    row_id *of_spot = memory_alloc(n_spots, sizeof *of_spot);
    row_id *of_call = memory_alloc(calls->count, sizeof *of_call);
    row_id *of_jump = memory_alloc(n_jumps, sizeof *of_jump);

    for (uint32_t spot = 0; spot < n_spots; spot++)
        of_spot[spot] = of_place[profile->spots.list[spot].place];
    for (size_t id = 0; id < calls->count; id++)
        of_call[id] = of_spot[calls->keys[id].from];
    for (size_t id = 0; id < n_jumps; id++)
        of_jump[id] = of_spot[profile_jump(profile, id).from];
    sorted->spots.list = ids_sort(of_spot, n_spots, n_rows, &sorted->spots.begin);
    sorted->calls.list = ids_sort(of_call, calls->count, n_rows, &sorted->calls.begin);
    sorted->jumps.list = ids_sort(of_jump, n_jumps, n_rows, &sorted->jumps.begin);
    sorted->leads_back_often = find_rows_led_back_to(inclusive);
    free(of_spot);
    free(of_call);
    free(of_jump);
}

static void ids_free(struct ids_by_row *ids)
{
    free(ids->list);
    free(ids->begin);
}

void spots_by_row_free(struct spots_by_row *sorted)
{
    ids_free(&sorted->spots);
    ids_free(&sorted->calls);
    ids_free(&sorted->jumps);
    free(sorted->leads_back_often);
    *sorted = (struct spots_by_row){0};
}

/* The row and line that list a spot. */
struct listed_spot {
    bool is_listed;
    struct map_key key; /* in the listing's ids */
    struct instruction_home home;
};

static struct listed_spot find_spot(const struct listed_side *side, struct listed_code code,
                                    uint32_t spot_id)
{
    const struct profile *profile = side->inclusive->rows->profile;
    struct spot spot = profile->spots.list[spot_id];
    file_id file = profile_place(profile, spot.place).file;
    row_id row = side->of_place[spot.place];
    const struct row *names = &side->rows->list[row];
    struct listed_spot found = {.home = {row, file, spot.position.line}};

    found.is_listed = !names->is_hidden && (code.row == NO_ID || row == code.row) &&
                      (code.file == NO_ID || file == code.file);
    found.key = code.is_by_instruction
                  ? instruction_key(names->object, names->function, spot.position.address)
                  : (struct map_key){file, spot.position.line};
    if (instruction_key_lacks_address(found.key))
        found.home = (struct instruction_home){row, names->file, 0};
    return found;
}

uint32_t line_costs_find(const struct line_costs *listing, const struct listed_side *side,
                         struct listed_code code, uint32_t spot)
{
    struct listed_spot found = find_spot(side, code, spot);

    return found.is_listed ? map_find(&listing->ids, found.key.from, found.key.to) : NO_ID;
}

/* Gives an instruction its home, unless it has one; the ids come one after the other. */
static void set_home(struct line_costs *listing, uint32_t id, struct instruction_home home)
{
    if (id < listing->n_homes)
        return;
    ARRAY_ADD(listing->homes, listing->n_homes, listing->home_capacity, home);
}

/* Code of one group on one line. */
struct share {
    bool calls_back; /* some call leads to the group again, or may */
    bool is_counted; /* and what such calls of first activations cost, counted once, is known */
    bool is_unknown; /* or is not known of some */
};

/* While it is added up. */
struct work {
    struct line_costs *listing;
    const struct listed_side *side;
    const struct inclusive *inclusive; /* the side's */
    struct map ids;                    /* (line id, group) */
    struct share *shares;
    size_t n_shares, capacity;
    struct costs all;   /* by share: self cost, and calls that do not lead back */
    struct costs first; /* the same of first activations, and their calls that do */
    bool overflows;
};

/* Returns the line that a spot is listed on, or NO_ID. */
static uint32_t line_of(const struct work *work, struct listed_code code, uint32_t spot)
{
    struct line_costs *listing = work->listing;

    struct listed_spot found = find_spot(work->side, code, spot);
    if (!found.is_listed)
        return NO_ID;
    uint32_t line = map_add(&listing->ids, found.key.from, found.key.to);
    if (code.is_by_instruction)
        set_home(listing, line, found.home);
    costs_ensure(&listing->self, listing->ids.count);
    costs_ensure(&listing->inclusive, listing->ids.count);
    return line;
}

static void add_row(struct work *work, struct costs *costs, size_t row, const int64_t *added)
{
    work->overflows |= costs_add_row_overflows(costs, costs_row(costs, row), added);
}

/* Returns the share of a spot's group in a line. */
static uint32_t share_of(struct work *work, uint32_t line, place_id place)
{
    uint32_t id = map_add(&work->ids, line, work->inclusive->rows->of_place[place]);

    if (id == work->n_shares) {
        ARRAY_ADD(work->shares, work->n_shares, work->capacity, (struct share){0});
        costs_ensure(&work->all, work->n_shares);
        costs_ensure(&work->first, work->n_shares);
    }
    return id;
}

static void add_self(struct work *work, uint32_t line, uint32_t spot)
{
    const struct rows *rows = work->inclusive->rows;
    const int64_t *cost = packed_costs_unpack(&rows->profile->ledgers[SPOTS].packed, spot);
    place_id place = rows->profile->spots.list[spot].place;
    uint32_t share = share_of(work, line, place);

    add_row(work, &work->listing->self, line, cost);
    add_row(work, &work->all, share, cost);
    if (rows->levels[profile_place(rows->profile, place).function] == 1)
        add_row(work, &work->first, share, cost);
}

void line_costs_add_target(struct line_costs *listing, uint32_t row, uint64_t address)
{
    if (row == listing->n_targets) {
        ARRAY_ADD(listing->targets, listing->n_targets, listing->target_capacity, address);
    } else if (listing->targets[row] != address) {
        listing->targets[row] = 0;
    }
}

/* Adds a call, by its id in the profile, to those that are listed below its line. */
static void list_call(struct work *work, uint32_t line, size_t id, row_id callee, bool is_counted)
{
    const struct profile *profile = work->inclusive->rows->profile;
    const struct ledger *calls = &profile->ledgers[SPOT_CALLS];
    struct line_costs *listing = work->listing;
    row_id listed = work->side->in_rows != NULL ? work->side->in_rows[callee] : callee;
    uint32_t row = ledger_add(&listing->table, line, listed);

    line_costs_add_target(listing, row, profile_spot_call(profile, id).target.address);
    work->overflows |= add_saturated(&listing->table.counts[row], calls->counts[id]);
    if (is_counted)
        add_row(work, &listing->table.costs, row, costs_row(&calls->costs, id));
}

static void add_call(struct work *work, uint32_t line, size_t id)
{
    const struct rows *rows = work->inclusive->rows;
    const struct profile *profile = rows->profile;
    const struct nesting *nesting = &work->inclusive->nesting;
    struct spot_call call = profile_spot_call(profile, id);
    place_id place = profile->spots.list[call.spot].place;
    struct row_arc arc = rows_arc_between(rows, (struct arc){place, call.callee});
    const int64_t *cost = costs_row(&profile->ledgers[SPOT_CALLS].costs, id);
    uint32_t share = share_of(work, line, place);
    bool leads_back = nesting_leads_back(nesting, arc);
    bool is_counted = nesting_counts_call(nesting, arc);

    list_call(work, line, id, arc.to, is_counted);
    if (!leads_back)
        add_row(work, &work->all, share, cost);
    if (is_counted && arc.from_first)
        add_row(work, &work->first, share, cost);
    work->shares[share].calls_back |= leads_back;
    work->shares[share].is_counted |= leads_back && is_counted;
    work->shares[share].is_unknown |= arc.from_first && !is_counted;
}

static void add_spots(struct work *work, struct listed_code code)
{
    const struct rows *rows = work->inclusive->rows;
    const struct profile *profile = rows->profile;
    const struct spots_by_row *sorted = code.row != NO_ID ? work->side->sorted : NULL;
    struct id_range spots = {.count = profile->spots.count};
    struct id_range calls = {.count = profile->ledgers[SPOT_CALLS].map.count};

    if (sorted != NULL) {
        spots = ids_of_row(&sorted->spots, code.row);
        calls = ids_of_row(&sorted->calls, code.row);
    }
    for (size_t i = 0; i < spots.count; i++) {
        uint32_t line = NO_ID, spot = id_range_get(spots, i);
        if (spot < profile->ledgers[SPOTS].packed.n_rows &&
            packed_costs_has(&profile->ledgers[SPOTS].packed, spot))
            line = line_of(work, code, spot);
        if (line != NO_ID)
            add_self(work, line, spot);
    }
    for (size_t i = 0; i < calls.count; i++) {
        uint32_t id = id_range_get(calls, i);
        uint32_t line = line_of(work, code, profile_spot_call(profile, id).spot);
        if (line != NO_ID)
            add_call(work, line, id);
    }
}

static void raise_inclusive(const struct work *work, uint64_t line, const int64_t *other)
{
    const struct costs *costs = &work->listing->inclusive;

    inclusive_raise(&work->inclusive->rows->profile->events, costs, costs_row(costs, line), other);
}

/*
 * Computes what was spent while the code was active. All of it counts where it does not lead back
 * to its group. Where it does, and is the only line that does, deeper activations are within the
 * calls of the first ones. Otherwise both sums are lower bounds, and so is what one of several rows
 * on a line costs.
 */
static void add_inclusive(struct work *work)
{
    struct line_costs *listing = work->listing;
    const struct spots_by_row *sorted = work->side->sorted;
    bool *own = sorted == NULL ? find_rows_led_back_to(work->inclusive) : NULL;
    const bool *has_several = sorted != NULL ? sorted->leads_back_often : own;
    const struct costs *self = &listing->self;
    uint32_t *n_rows = memory_alloc(self->n_rows, sizeof *n_rows);

    listing->bounds = memory_alloc(self->n_rows, sizeof *listing->bounds);
    for (uint32_t id = 0; id < work->n_shares; id++) {
        const struct share *share = &work->shares[id];
        uint32_t line = (uint32_t)work->ids.keys[id].from;
        row_id row = (row_id)work->ids.keys[id].to;
        bool is_cut = work->inclusive->nesting.rules[row] == RULE_CUT;
        raise_inclusive(work, line, costs_row(&work->all, id));
        if (share->calls_back)
            raise_inclusive(work, line, costs_row(&work->first, id));
        if (share->calls_back &&
            (!share->is_counted || share->is_unknown || has_several[row] || is_cut))
            listing->bounds[line] = true;
        n_rows[line]++;
    }
    for (uint32_t line = 0; line < self->n_rows; line++) {
        raise_inclusive(work, line, costs_row(self, line));
        listing->bounds[line] = listing->bounds[line] || n_rows[line] > 1;
        if (listing->bounds[line])
            inclusive_give_bound(&work->inclusive->rows->profile->events, &listing->inclusive,
                                 costs_row(&listing->inclusive, line));
    }
    free(n_rows);
    free(own);
}

static int by_place(const void *left, const void *right)
{
    const struct listed_line *a = left, *b = right;
    int order = number_compare(a->file, b->file);

    return order != 0 ? order : number_compare(a->number, b->number);
}

static int by_address(const void *left, const void *right)
{
    const struct listed_line *a = left, *b = right;
    int order = number_compare(a->object, b->object);

    return order != 0 ? order : number_compare(a->address, b->address);
}

static struct listed_line line_of_id(const struct line_costs *listing, uint32_t id)
{
    const struct map_key *key = &listing->ids.keys[id];
    struct listed_line line = {
        .file = (file_id)key->from, .number = key->to, .row = NO_ID, .id = id};

    if (listing->homes != NULL) {
        const struct instruction_home *home = &listing->homes[id];
        line.object = (object_id)key->from;
        line.address = instruction_key_lacks_address(*key) ? 0 : key->to;
        line.file = home->file;
        line.number = home->line;
        line.row = home->row;
    }
    line.is_bound = listing->bounds[id];
    return line;
}

void line_costs_list(struct line_costs *listing)
{
    size_t *begin;

    listing->calls = map_sort(&listing->table.map, MAP_FROM, listing->ids.count, &begin);
    listing->n_lines = listing->ids.count;
    listing->lines = memory_alloc(listing->n_lines, sizeof *listing->lines);
    for (uint32_t id = 0; id < listing->n_lines; id++) {
        listing->lines[id] = line_of_id(listing, id);
        listing->lines[id].call = begin[id];
        listing->lines[id].n_calls = begin[id + 1] - begin[id];
    }
    ARRAY_SORT(listing->lines, listing->n_lines, listing->homes != NULL ? by_address : by_place);
    free(begin);
}

void line_costs_create(struct line_costs *listing, const struct listed_side *side,
                       struct listed_code code)
{
    const struct profile *profile = side->inclusive->rows->profile;
    size_t n_events = profile->events.n_recorded;
    struct work work = {.listing = listing, .side = side, .inclusive = side->inclusive};

    *listing = (struct line_costs){0};
    costs_init(&listing->self, n_events);
    costs_init(&listing->inclusive, n_events);
    costs_init(&listing->table.costs, n_events);
    costs_init(&work.all, n_events);
    costs_init(&work.first, n_events);
    add_spots(&work, code);
    add_inclusive(&work);
    line_costs_list(listing);
    map_free(&work.ids);
    free(work.shares);
    costs_free(&work.all);
    costs_free(&work.first);
    profile_note_overflow(profile, work.overflows);
}

void line_costs_free(struct line_costs *listing)
{
    free(listing->lines);
    free(listing->calls);
    free(listing->bounds);
    free(listing->homes);
    free(listing->targets);
    map_free(&listing->ids);
    costs_free(&listing->self);
    costs_free(&listing->inclusive);
    ledger_free(&listing->table);
    *listing = (struct line_costs){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/listing.h"

#include <stdlib.h>

#include "base/array.h"

/* The line that a spot is listed on, or NO_ID. */
static uint32_t line_of(struct listing *listing, const struct groups *groups,
                        struct listed_code code, uint32_t spot_id)
{
    struct spot spot = profile_spot(groups->profile, spot_id);
    file_id file = profile_place(groups->profile, spot.place).file;

    if ((code.group != NO_ID && groups->of_place[spot.place] != code.group) ||
        (code.file != NO_ID && file != code.file))
        return NO_ID;
    uint32_t line = index_add(&listing->ids, file, spot.position.line);
    costs_ensure(&listing->self, listing->ids.count);
    costs_ensure(&listing->inclusive, listing->ids.count);
    return line;
}

/* Notes that code of the place is on the line. */
static void add_code(struct listing *listing, const struct inclusive *inclusive, uint32_t line,
                     place_id place)
{
    while (listing->n_bounds <= line) {
        ARRAY_GROW(listing->bounds, listing->n_bounds, listing->bound_capacity);
        listing->bounds[listing->n_bounds++] = false;
    }
    listing->bounds[line] |= !inclusive->is_exact[inclusive->groups->of_place[place]];
}

static bool add_self(struct listing *listing, const struct inclusive *inclusive, uint32_t line,
                     uint32_t spot)
{
    const struct profile *profile = inclusive->groups->profile;
    const int64_t *cost = costs_row(&profile->spot_self, spot);
    place_id place = profile_spot(profile, spot).place;
    bool overflows = costs_add_row_overflows(&listing->self, costs_row(&listing->self, line), cost);

    add_code(listing, inclusive, line, place);
    if (!inclusive_counts_self(inclusive, place))
        return overflows;
    return costs_add_row_overflows(&listing->inclusive, costs_row(&listing->inclusive, line),
                                   cost) ||
           overflows;
}

static bool add_call(struct listing *listing, const struct inclusive *inclusive, uint32_t line,
                     size_t id)
{
    const struct groups *groups = inclusive->groups;
    const struct profile *profile = groups->profile;
    struct spot_arc arc = profile_spot_arc(profile, id);
    place_id place = profile_spot(profile, arc.spot).place;
    add_code(listing, inclusive, line, place);
    uint32_t row = call_table_add(&listing->table, line, groups->of_function[arc.callee]);
    uint32_t whole = index_find(&profile->arcs.index, place, arc.callee);
    const int64_t *cost = costs_row(&profile->spot_arcs.costs, id);
    bool overflows = add_overflows(&listing->table.counts[row], profile->spot_arcs.counts[id]);

    if (whole == NO_ID || !inclusive_counts_leaving(inclusive, whole))
        return overflows;
    overflows |=
        costs_add_row_overflows(&listing->table.costs, costs_row(&listing->table.costs, row), cost);
    return costs_add_row_overflows(&listing->inclusive, costs_row(&listing->inclusive, line),
                                   cost) ||
           overflows;
}

static bool add_spots(struct listing *listing, const struct inclusive *inclusive,
                      struct listed_code code)
{
    const struct profile *profile = inclusive->groups->profile;
    bool overflows = false;

    for (uint32_t spot = 0; spot < profile->spots.count; spot++) {
        uint32_t line = NO_ID;
        if (spot < profile->spot_self.n_rows && profile->spot_has_self[spot])
            line = line_of(listing, inclusive->groups, code, spot);
        if (line != NO_ID)
            overflows |= add_self(listing, inclusive, line, spot);
    }
    for (size_t id = 0; id < profile->spot_arcs.index.count; id++) {
        uint32_t line =
            line_of(listing, inclusive->groups, code, profile_spot_arc(profile, id).spot);
        if (line != NO_ID)
            overflows |= add_call(listing, inclusive, line, id);
    }
    return overflows;
}

static int by_place(const void *left, const void *right)
{
    const struct listed_line *a = left, *b = right;

    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Lists the calls line by line, and the lines in their order. */
static void sort(struct listing *listing)
{
    size_t *begin, n_calls = listing->table.index.count;
    uint32_t *ids = call_table_sort(&listing->table, listing->ids.count, CALLS_BY_CALLER, &begin);

    listing->n_lines = listing->ids.count;
    listing->lines = memory_alloc(listing->n_lines, sizeof *listing->lines);
    listing->calls = memory_alloc(n_calls, sizeof *listing->calls);
    for (size_t i = 0; i < n_calls; i++)
        listing->calls[i] =
            (struct listed_call){.callee = (group_id)listing->table.index.keys[ids[i]].low,
                                 .id = ids[i],
                                 .count = listing->table.counts[ids[i]]};
    for (uint32_t id = 0; id < listing->n_lines; id++) {
        const struct index_key *key = &listing->ids.keys[id];
        listing->lines[id] = (struct listed_line){.file = (file_id)key->high,
                                                  .number = key->low,
                                                  .id = id,
                                                  .call = begin[id],
                                                  .n_calls = begin[id + 1] - begin[id],
                                                  .is_bound = listing->bounds[id]};
    }
    if (listing->n_lines > 1)
        qsort(listing->lines, listing->n_lines, sizeof *listing->lines, by_place);
    free(begin);
    free(ids);
}

bool listing_create(struct listing *listing, const struct inclusive *inclusive,
                    struct listed_code code, struct error *error)
{
    size_t n_events = inclusive->groups->profile->events.n_recorded;

    *listing = (struct listing){0};
    costs_init(&listing->self, n_events);
    costs_init(&listing->inclusive, n_events);
    costs_init(&listing->table.costs, n_events);
    bool overflows = add_spots(listing, inclusive, code);
    sort(listing);
    if (overflows)
        return error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
    return true;
}

void listing_free(struct listing *listing)
{
    free(listing->lines);
    free(listing->calls);
    free(listing->bounds);
    index_free(&listing->ids);
    costs_free(&listing->self);
    costs_free(&listing->inclusive);
    call_table_free(&listing->table);
    *listing = (struct listing){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/causes/causes.h"

#include <math.h>
#include <stdlib.h>

#include "aggregator/causes/cause_graph.h"
#include "aggregator/compare/compare.h"
#include "base/array.h"
#include "profile/events.h"
#include "profile/line_map.h"

/* A line shows something from a tenth of what it is to show on. */
#define LEAST_SHARE 0.1

/* All lines with their figures on both sides, before choosing. */
struct gathering {
    const struct cause_lines_wanted *wanted;
    struct cause_lines *lines;
    struct map ids;          /* (matter and file, number) */
    struct cause_line *list; /* by id of those */
    uint32_t *matter_of;     /* likewise */
    size_t capacity, matter_capacity;
};

/* Adds what a line does for a matter on a side. */
static void add(struct gathering *gathering, uint32_t matter, struct cause_line line, int side,
                int64_t amount)
{
    size_t known = gathering->ids.count;
    uint32_t id = map_add(&gathering->ids, (uint64_t)matter << 32 | line.file, line.number);

    ARRAY_GROW(gathering->list, id, gathering->capacity);
    ARRAY_GROW(gathering->matter_of, id, gathering->matter_capacity);
    if (id == known) {
        gathering->list[id] = line;
        gathering->matter_of[id] = matter;
    }
    gathering->list[id].amounts[side] += (double)amount;
}

static struct cause_line line_of(const struct profile *profile, struct spot spot)
{
    return (struct cause_line){.file = profile_place(profile, spot.place).file,
                               .number = spot.position.line};
}

static void add_side(struct gathering *gathering, const struct side *from, int side)
{
    const struct cause_lines_wanted *wanted = gathering->wanted;
    const struct rows *rows = wanted->rows;
    const struct profile *profile = &from->profile;
    const struct events *events = &rows->profile->events;
    const struct ledger *calls = &profile->ledgers[SPOT_CALLS];
    const struct packed_costs *self = &profile->ledgers[SPOTS].packed;
    struct map *matters = &gathering->lines->matters;

    for (size_t id = 0; id < calls->map.count; id++) {
        struct spot_call call = profile_spot_call(profile, id);
        struct spot spot = profile->spots.list[call.spot];
        row_id caller = rows->of_place[from->places[spot.place]];
        row_id callee = rows->of_function[from->functions[call.callee]];
        if (wanted->is_wanted[caller] && spot.position.line != 0)
            add(gathering, map_add(matters, caller, callee), line_of(profile, spot), side,
                calls->counts[id]);
    }
    for (uint32_t id = 0; id < profile->spots.count; id++) {
        struct spot spot = profile->spots.list[id];
        row_id row = rows->of_place[from->places[spot.place]];
        if (wanted->is_wanted[row] && id < self->n_rows)
            add(gathering, map_add(matters, row, NO_ID), line_of(profile, spot), side,
                event_sum(events, wanted->event, &self->unpacked, packed_costs_unpack(self, id))
                    .sum);
    }
}

/* Takes a line that shows more than the one so far; of equals the first of a file. */
static void offer(struct shown_line *shown, double *largest, const struct cause_line *line,
                  double size)
{
    if (shown->is_known &&
        (size < *largest || (size == *largest && line->number >= shown->line.number)))
        return;
    shown->line = *line;
    shown->is_known = true;
    *largest = size;
}

/* Returns how much more a line does per run than before. */
static double change_of(const struct cause_line *line, const double runs[N_SIDES])
{
    return line->amounts[NEW_SIDE] / runs[NEW_SIDE] - line->amounts[OLD_SIDE] / runs[OLD_SIDE];
}

/*
 * Chooses the line that does most more, or less, in a run of the row than before, in the direction
 * of all lines.
 */
static void choose_changed(struct shown_line *shown, const struct gathering *gathering, row_id row,
                           const uint32_t *ids, size_t count)
{
    const struct cause_graph *graph = gathering->wanted->graph;
    const struct line_map *map = gathering->wanted->map;
    double largest = 0, runs[N_SIDES], sum = 0;

    for (int side = 0; side < N_SIDES; side++) {
        double ran = graph->nodes[graph->node_of_row[row]].runs[side];
        runs[side] = ran != 0 ? ran : 1;
    }
    for (size_t i = 0; i < count; i++)
        sum += change_of(&gathering->list[ids[i]], runs);
    shown->is_more = sum > 0;
    for (size_t i = 0; i < count; i++) {
        const struct cause_line *line = &gathering->list[ids[i]];
        double change = change_of(line, runs);
        bool is_compared = /* it is known what became of it */
            line->number != 0 &&
            (line_map_has(&map->current, line->file) || line_map_is_gone(map, line->number));
        if (is_compared && change != 0 && (change > 0) == shown->is_more &&
            fabs(change) >= fabs(sum) * LEAST_SHARE)
            offer(shown, &largest, line, fabs(change));
    }
}

/*
 * Chooses the line whose calls changed most or, if unknown, that makes most of them now; if there
 * are none now, that made most before.
 */
static void choose_of_calls(struct shown_line *shown, const struct gathering *gathering, row_id row,
                            const uint32_t *ids, size_t count)
{
    double largest = 0, sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += gathering->list[ids[i]].amounts[NEW_SIDE];
    shown->is_old = sum == 0;
    choose_changed(shown, gathering, row, ids, count);
    bool is_unknown = !shown->is_known;
    for (size_t i = 0; is_unknown && i < count; i++) {
        const struct cause_line *line = &gathering->list[ids[i]];
        double size = line->amounts[shown->is_old ? OLD_SIDE : NEW_SIDE];
        if (size > 0)
            offer(shown, &largest, line, size);
    }
}

static void choose(struct gathering *gathering)
{
    struct cause_lines *lines = gathering->lines;
    size_t n_matters = lines->matters.count;
    size_t *begin;
    uint32_t *ids = ids_sort(gathering->matter_of, gathering->ids.count, n_matters, &begin);

    lines->shown = memory_alloc(n_matters, sizeof *lines->shown);
    for (size_t i = 0; i < n_matters; i++) {
        const struct map_key *matter = &lines->matters.keys[i];
        const uint32_t *members = ids + begin[i];
        size_t count = begin[i + 1] - begin[i];
        if (matter->to != NO_ID)
            choose_of_calls(&lines->shown[i], gathering, (row_id)matter->from, members, count);
        else
            choose_changed(&lines->shown[i], gathering, (row_id)matter->from, members, count);
    }
    free(ids);
    free(begin);
}

void cause_lines_find(struct cause_lines *lines, const struct diff *diff,
                      const struct cause_lines_wanted *wanted)
{
    struct gathering gathering = {.wanted = wanted, .lines = lines};

    add_side(&gathering, &diff->current, NEW_SIDE);
    add_side(&gathering, &diff->old, OLD_SIDE);
    choose(&gathering);
    map_free(&gathering.ids);
    free(gathering.list);
    free(gathering.matter_of);
}

const struct shown_line *cause_lines_get(const struct cause_lines *lines, row_id row, row_id callee)
{
    uint32_t matter = map_find(&lines->matters, row, callee);

    return matter == NO_ID || !lines->shown[matter].is_known ? NULL : &lines->shown[matter];
}

void cause_lines_free(struct cause_lines *lines)
{
    map_free(&lines->matters);
    free(lines->shown);
    *lines = (struct cause_lines){0};
}

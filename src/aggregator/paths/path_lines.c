/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/paths.h"

#include <stdlib.h>

#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "base/number.h"
#include "profile/profile.h"

static int compare_lines(const void *left, const void *right)
{
    const struct path_line *a = left, *b = right;

    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (a->cost > b->cost) - (a->cost < b->cost);
}

/* Lists each spot with a cost as a line of its own, whose cost is still the spot's row. */
static void list_spots(struct path_lines *lines, const struct path_graph *graph)
{
    const struct profile *profile = graph->profile;

    for (uint32_t id = 0; id < profile->ledgers[SPOTS].packed.n_rows && id < profile->spots.count;
         id++) {
        if (!packed_costs_has(&profile->ledgers[SPOTS].packed, id))
            continue;
        struct spot spot = profile->spots.list[id];
        struct place place = profile_place(profile, spot.place);
        ARRAY_ADD(lines->list, lines->count, lines->capacity,
                  (struct path_line){graph->names.of_function[place.function], place.file,
                                     spot.position.line, id});
    }
    ARRAY_SORT(lines->list, lines->count, compare_lines);
}

static bool is_same_line(const struct path_line *a, const struct path_line *b)
{
    return a->name == b->name && a->file == b->file && a->number == b->number;
}

/* Adds up spots of one line. True when a sum does not fit. */
static bool merge_overflows(struct path_lines *lines, const struct profile *profile)
{
    size_t count = 0;
    bool overflows = false;

    costs_ensure(&lines->costs, lines->count);
    for (size_t i = 0; i < lines->count; i++) {
        const struct path_line line = lines->list[i];
        if (count == 0 || !is_same_line(&lines->list[count - 1], &line)) {
            lines->list[count] = line;
            lines->list[count].cost = (uint32_t)count;
            count++;
        }
        overflows |= costs_combine_overflows(
            &lines->costs, count - 1,
            packed_costs_unpack(&profile->ledgers[SPOTS].packed, line.cost), false);
    }
    lines->count = count;
    return overflows;
}

void path_lines_create(struct path_lines *lines, const struct path_graph *graph)
{
    const struct profile *profile = graph->profile;

    *lines = (struct path_lines){.graph = graph};
    costs_init(&lines->costs, profile->events.n_recorded);
    lines->begin = memory_alloc(graph->names.count + 1, sizeof *lines->begin);
    list_spots(lines, graph);
    profile_note_overflow(profile, merge_overflows(lines, profile));
    for (size_t i = lines->count; i > 0; i--)
        lines->begin[lines->list[i - 1].name + 1]++;
    for (size_t name = 0; name < graph->names.count; name++)
        lines->begin[name + 1] += lines->begin[name];
}

void path_lines_free(struct path_lines *lines)
{
    free(lines->list);
    free(lines->begin);
    costs_free(&lines->costs);
    *lines = (struct path_lines){0};
}

int64_t path_lines_split(const struct path_lines *lines, uint32_t name, size_t event, int64_t cost,
                         int64_t *parts)
{
    const struct path_graph *graph = lines->graph;
    size_t begin = lines->begin[name], count = lines->begin[name + 1] - begin;
    int64_t all = 0, so_far = 0, given = 0;
    bool is_below_zero = false, overflows = false;

    for (size_t i = 0; i < count; i++) {
        parts[i] = path_graph_value(graph, event, &lines->costs, lines->list[begin + i].cost).sum;
        is_below_zero |= parts[i] < 0;
        overflows |= add_saturated(&all, parts[i]);
    }
    profile_note_overflow(graph->profile, overflows);
    if (all == 0 || is_below_zero || overflows)
        return 0;
    /* Each line gets what the lines up to it have more than those before, so that no rest stays. */
    for (size_t i = 0; i < count; i++) {
        so_far += parts[i];
        int64_t up_to =
            so_far == all ? cost : path_cost_rounded((double)cost * ((double)so_far / (double)all));
        parts[i] = up_to - given;
        given = up_to;
    }
    return all;
}

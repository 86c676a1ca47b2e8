/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/paths.h"

#include <stdlib.h>

#include "aggregator/paths/path_building.h"
#include "base/array.h"
#include "base/map.h"
#include "base/number.h"
#include "profile/profile.h"

static int compare_lines(const void *left, const void *right)
{
    const struct path_line *a = left, *b = right;
    int order = number_compare(a->name, b->name);

    if (order == 0)
        order = number_compare(a->file, b->file);
    return order != 0 ? order : number_compare(a->number, b->number);
}

void path_lines_create(struct path_lines *lines, const struct path_graph *graph)
{
    const struct profile *profile = graph->profile;
    const struct packed_costs *packed = &profile->ledgers[SPOTS].packed;
    struct map ids = {0};
    bool overflows = false;

    *lines = (struct path_lines){.graph = graph};
    costs_init(&lines->costs, profile->events.n_recorded);
    lines->begin = memory_alloc(graph->names.count + 1, sizeof *lines->begin);
    for (uint32_t i = 0; i < packed->n_rows && i < profile->spots.count; i++) {
        if (!packed_costs_has(packed, i))
            continue;
        const struct spot spot = profile->spots.list[i];
        const struct place place = profile_place(profile, spot.place);
        uint32_t name = graph->names.of_function[place.function];
        uint32_t id = map_add(&ids, (uint64_t)name << 32 | place.file, spot.position.line);
        if (id == lines->count) {
            ARRAY_ADD(lines->list, lines->count, lines->capacity,
                      (struct path_line){name, place.file, spot.position.line, id});
            lines->begin[name + 1]++;
        }
        costs_ensure(&lines->costs, lines->count);
        overflows |=
            costs_combine_overflows(&lines->costs, id, packed_costs_unpack(packed, i), false);
    }
    map_free(&ids);
    ARRAY_SORT(lines->list, lines->count, compare_lines);
    for (size_t name = 0; name < graph->names.count; name++)
        lines->begin[name + 1] += lines->begin[name];
    profile_note_overflow(profile, overflows);
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

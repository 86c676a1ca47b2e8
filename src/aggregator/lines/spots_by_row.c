/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/lines/spots_by_row.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/index.h"

bool *lines_lead_back_often(const struct inclusive *inclusive)
{
    const struct rows *rows = inclusive->rows;
    const struct profile *profile = rows->profile;
    struct index lines = {0}; /* (file, line) */
    uint32_t *line_of_group = memory_alloc(rows->count, sizeof *line_of_group);
    bool *has_several = memory_alloc(rows->count, sizeof *has_several);

    memset(line_of_group, 0xff, rows->count * sizeof *line_of_group); /* NO_ID */
    for (size_t id = 0; id < profile->by_spot.calls.pairs.count; id++) {
        struct spot_call arc = profile_spot_call(profile, id);
        struct spot spot = profile_spot(profile, arc.spot);
        row_id caller = rows->of_place[spot.place];
        if (!nesting_is_cyclic(&inclusive->nesting, caller, rows->of_function[arc.callee]))
            continue;
        uint32_t line =
            index_add(&lines, profile_place(profile, spot.place).file, spot.position.line);
        if (line_of_group[caller] == NO_ID)
            line_of_group[caller] = line;
        has_several[caller] = has_several[caller] || line_of_group[caller] != line;
    }
    free(line_of_group);
    index_free(&lines);
    return has_several;
}

void spots_by_row_create(struct spots_by_row *sorted, const struct inclusive *inclusive,
                         const row_id *of_place, size_t n_rows)
{
    const struct profile *profile = inclusive->rows->profile;
    const struct pairs *calls = &profile->by_spot.calls.pairs;
    size_t n_spots = profile->spots.count, n_jumps = profile->jumps.pairs.count;
    row_id *of_spot = memory_alloc(n_spots, sizeof *of_spot);
    row_id *of_call = memory_alloc(calls->count, sizeof *of_call);
    row_id *of_jump = memory_alloc(n_jumps, sizeof *of_jump);

    for (uint32_t spot = 0; spot < n_spots; spot++)
        of_spot[spot] = of_place[profile_spot(profile, spot).place];
    for (size_t id = 0; id < calls->count; id++)
        of_call[id] = of_spot[calls->list[id].from];
    for (size_t id = 0; id < n_jumps; id++)
        of_jump[id] = of_spot[jumps_get(&profile->jumps, id).from];
    sorted->spots.list = ids_sort(of_spot, n_spots, n_rows, &sorted->spots.begin);
    sorted->calls.list = ids_sort(of_call, calls->count, n_rows, &sorted->calls.begin);
    sorted->jumps.list = ids_sort(of_jump, n_jumps, n_rows, &sorted->jumps.begin);
    sorted->leads_back_often = lines_lead_back_often(inclusive);
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

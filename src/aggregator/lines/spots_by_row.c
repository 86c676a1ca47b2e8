/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/lines/spots_by_row.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

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

/* Sorts ids by the spots that they are of. */
static struct ids_by_row sort(size_t count, size_t n_rows, const row_id *row_of_spot,
                              uint32_t (*spot_of)(const struct profile *profile, size_t id),
                              const struct profile *profile)
{
    struct ids_by_row sorted = {.list = memory_alloc(count, sizeof *sorted.list),
                                .begin = memory_alloc(n_rows + 2, sizeof *sorted.begin)};
    size_t *end = sorted.begin + 1; /* while they are filled: of each row so far */

    for (size_t id = 0; id < count; id++)
        end[row_of_spot[spot_of(profile, id)] + 1]++;
    for (size_t row = 0; row < n_rows; row++)
        end[row + 1] += end[row];
    for (size_t id = 0; id < count; id++)
        sorted.list[end[row_of_spot[spot_of(profile, id)]]++] = (uint32_t)id;
    return sorted;
}

static uint32_t spot_itself(const struct profile *profile, size_t id)
{
    (void)profile;
    return (uint32_t)id;
}

static uint32_t spot_of_call(const struct profile *profile, size_t id)
{
    return profile->by_spot.calls.pairs.list[id].from;
}

static uint32_t spot_of_jump(const struct profile *profile, size_t id)
{
    return jumps_get(&profile->jumps, id).from;
}

void spots_by_row_create(struct spots_by_row *sorted, const struct inclusive *inclusive,
                         const row_id *of_place, size_t n_rows)
{
    const struct profile *profile = inclusive->rows->profile;
    row_id *row_of_spot = memory_alloc(profile->spots.count, sizeof *row_of_spot);

    for (uint32_t spot = 0; spot < profile->spots.count; spot++)
        row_of_spot[spot] = of_place[profile_spot(profile, spot).place];
    sorted->spots = sort(profile->spots.count, n_rows, row_of_spot, spot_itself, profile);
    sorted->calls =
        sort(profile->by_spot.calls.pairs.count, n_rows, row_of_spot, spot_of_call, profile);
    sorted->jumps = sort(profile->jumps.pairs.count, n_rows, row_of_spot, spot_of_jump, profile);
    sorted->leads_back_often = lines_lead_back_often(inclusive);
    free(row_of_spot);
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

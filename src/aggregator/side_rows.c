/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/side_rows.h"

#include <stdlib.h>

#include "aggregator/diff.h"
#include "aggregator/program.h"
#include "base/arena.h"
#include "profile/levels.h"

static void map_to_change(struct side_rows *side, const struct diff_side *from,
                          const struct rows *change)
{
    size_t n_functions = profile_n_functions(&from->profile);
    size_t n_places = profile_n_places(&from->profile);

    side->of_function = memory_alloc(n_functions, sizeof *side->of_function);
    side->of_place = memory_alloc(n_places, sizeof *side->of_place);
    side->in_change = memory_alloc(side->rows.count, sizeof *side->in_change);
    for (function_id id = 0; id < n_functions; id++) {
        side->of_function[id] = change->of_function[from->functions[id]];
        side->in_change[side->rows.of_function[id]] = side->of_function[id];
    }
    for (place_id id = 0; id < n_places; id++) {
        side->of_place[id] = change->of_place[from->places[id]];
        side->in_change[side->rows.of_place[id]] = side->of_place[id];
    }
}

static bool compute_inclusive(struct side_rows *side, struct error *error)
{
    const struct profile *profile = side->rows.profile;
    struct program program = {0};
    bool is_done =
        program_compute(&program, profile, error) &&
        inclusive_compute(&side->inclusive, &side->rows, profile_levels(profile, side->rows.arcs),
                          &program.total, error);

    program_free(&program);
    return is_done;
}

bool side_rows_create(struct side_rows *side, const struct diff_side *from,
                      const struct rows *change, const struct row_choice *choice,
                      struct error *error)
{
    if (!rows_create(&side->rows, &from->profile, choice, error) ||
        (choice->has_inclusive && !compute_inclusive(side, error)))
        return false;
    map_to_change(side, from, change);
    return true;
}

void side_rows_free(struct side_rows *side)
{
    rows_free(&side->rows);
    inclusive_free(&side->inclusive);
    free(side->of_place);
    free(side->of_function);
    free(side->in_change);
    *side = (struct side_rows){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/row_figures.h"

#include "profile/profile.h"

void row_figures_create(struct row_figures *figures, const struct profile *profile,
                        const struct row_figures_wanted *wanted)
{
    bool may_have_calls = row_keys[wanted->choice.key].has_calls;
    struct rows *rows = &figures->own_rows;
    const struct nesting *nesting = NULL;

    *figures = (struct row_figures){.rows = rows};
    rows_create(rows, profile, &wanted->choice);
    if (may_have_calls && wanted->choice.has_inclusive) {
        figures->inclusive = &figures->own_inclusive;
        inclusive_compute(&figures->own_inclusive, rows, profile_levels(profile, rows->arcs));
        nesting = inclusive_nesting(figures->inclusive);
    }
    if (may_have_calls && wanted->has_calls) {
        figures->calls = &figures->own_calls;
        const struct mapped_calls all = {rows, nesting, rows->of_place, rows->of_function};
        row_calls_create(&figures->own_calls, rows, &all, 1);
    }
}

bool row_figures_create_change(struct row_figures *figures, const struct diff *diff,
                               const struct row_figures_wanted *wanted, struct error *error)
{
    struct row_diff *own = &figures->own_diff;

    *figures = (struct row_figures){.rows = &own->rows, .diff = own};
    if (wanted->choice.has_inclusive)
        figures->inclusive = &own->inclusive;
    if (wanted->has_calls)
        figures->calls = &own->calls;
    return row_diff_create(own, diff, &wanted->choice, wanted->has_calls, error);
}

void row_figures_free(struct row_figures *figures)
{
    row_calls_free(&figures->own_calls);
    inclusive_free(&figures->own_inclusive);
    rows_free(&figures->own_rows);
    row_diff_free(&figures->own_diff);
    row_noise_free(&figures->noise);
    row_slices_free(&figures->slices);
    *figures = (struct row_figures){0};
}

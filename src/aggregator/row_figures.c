/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/row_figures.h"

#include "aggregator/program.h"
#include "profile/levels.h"

static bool add_inclusive(struct row_figures *figures, const struct program *program,
                          struct error *error)
{
    const struct rows *rows = figures->rows;

    figures->inclusive = &figures->own_inclusive;
    return inclusive_compute(&figures->own_inclusive, rows,
                             profile_levels(rows->profile, rows->arcs), &program->total, error);
}

static bool add_calls(struct row_figures *figures, struct error *error)
{
    const struct inclusive *inclusive = figures->inclusive;

    figures->calls = &figures->own_calls;
    return row_calls_create(&figures->own_calls, figures->rows,
                            inclusive != NULL ? inclusive_nesting(inclusive) : NULL, error);
}

bool row_figures_create(struct row_figures *figures, const struct profile *profile,
                        const struct program *program, const struct row_figures_wanted *wanted,
                        struct error *error)
{
    bool may_have_calls = row_key_has_calls(wanted->choice.key);

    *figures = (struct row_figures){.rows = &figures->own_rows};
    return rows_create(figures->rows, profile, &wanted->choice, error) &&
           (!may_have_calls || !wanted->choice.has_inclusive ||
            add_inclusive(figures, program, error)) &&
           (!may_have_calls || !wanted->has_calls || add_calls(figures, error));
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
    *figures = (struct row_figures){0};
}

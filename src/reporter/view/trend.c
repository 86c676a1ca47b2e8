/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/trend.h"

#include <stdlib.h>

#include "base/number.h"
#include "reporter/view/input/figures.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"

void trend_begin(struct trend *trend, const struct view_input *input, const struct row_figures *of)
{
    const struct view_options *options = input->options;
    bool is_ranked = options->sort.length != 0 || options->has_threshold;

    *trend = (struct trend){0};
    if (of->rows->key != BY_INPUT || of->diff != NULL || is_ranked || of->rows->count < 2)
        return;
    trend->figures = &input->figures;
    trend->of = of;
    trend->earlier = memory_alloc(input->figures.n_shown, sizeof *trend->earlier);
    trend->change = memory_alloc(input->figures.n_shown, sizeof *trend->change);
}

/* Nothing is known of it where one of them never gave the event, or has no such ratio. */
static struct cell change_of(struct cell now, struct cell earlier)
{
    struct cell change = {.is_ratio = now.is_ratio, .is_given = now.is_given && earlier.is_given};

    if (!change.is_given)
        return change;
    change.ratio = now.ratio - earlier.ratio;
    change.value = now.value;
    change.is_given = !subtract_overflows(&change.value, earlier.value);
    return change;
}

void trend_set(struct trend *trend, row_id id, struct table_row *row)
{
    if (!trend_is_there(trend) || id == 0)
        return;
    figures_cells(trend->figures, figures_self(trend->of), id - 1, trend->earlier);
    for (size_t i = 0; i < trend->figures->n_shown; i++)
        trend->change[i] = change_of(row->cells[i], trend->earlier[i]);
    row->earlier = trend->earlier;
    row->change = trend->change;
}

void trend_end(struct trend *trend)
{
    free(trend->earlier);
    free(trend->change);
    *trend = (struct trend){0};
}

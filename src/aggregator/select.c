/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/select.h"

#include <stdlib.h>

#include "aggregator/threshold.h"
#include "base/arena.h"
#include "profile/ratios.h"

static bool rank_rows(struct ranking *ranking, const struct rows *rows,
                      const struct selecting *selecting, struct error *error)
{
    const struct sorting *sorting = &selecting->sorting;

    ranking_begin_rows(ranking, rows, sorting->n_keys);
    for (row_id id = 0; id < rows->count; id++) {
        if (rows->list[id].is_hidden || !(rows->list[id].has_code || selecting->is_inclusive))
            continue;
        int64_t *keys = ranking_add_row(ranking, id);
        if (!rank_keys(sorting, selecting->costs, id, keys, error))
            return false;
        if (sorting->keys[0].least > 0 && keys[0] < sorting->keys[0].least)
            ranking_drop_row(ranking);
    }
    ranking_sort_begin(ranking);
    return true;
}

static bool set_thresholds(struct threshold *thresholds, const struct selecting *selecting,
                           struct error *error)
{
    const struct sorting *sorting = &selecting->sorting;
    const struct costs *total = selecting->total;

    for (size_t i = 0; i < sorting->n_keys; i++) {
        const struct sort_key *key = &sorting->keys[i];
        bool is_ratio = event_is_ratio(&sorting->events->list[key->event]);
        struct event_cost cost = {0};
        if (!is_ratio &&
            !event_cost(sorting->events, key->event, total, costs_row(total, 0), &cost, error))
            return false;
        thresholds[i] = (struct threshold){
            .percent = key->threshold,
            .total = (long double)cost.sum,
            .is_alone = selecting->is_inclusive && !key->by_size,
            .by_size = key->by_size,
        };
    }
    return true;
}

bool select_rows(struct selection *selection, const struct rows *rows,
                 const struct selecting *selecting, struct error *error)
{
    *selection = (struct selection){0};
    struct threshold *thresholds = memory_alloc(selecting->sorting.n_keys, sizeof *thresholds);
    bool is_done = rank_rows(&selection->ranking, rows, selecting, error) &&
                   set_thresholds(thresholds, selecting, error);

    if (is_done)
        selection->n_selected = threshold_count(&selection->ranking, thresholds, SIZE_MAX);
    free(thresholds);
    return is_done;
}

void selection_free(struct selection *selection)
{
    ranking_free(&selection->ranking);
}

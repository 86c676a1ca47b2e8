/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/peek_side.h"

#include <math.h>
#include <stdlib.h>

#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/number.h"
#include "profile/profile.h"
#include "reporter/view/input/event_choice.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"

bool peek_side_is_limited(const struct view_options *options)
{
    return options->has_limit || options->has_threshold || options->has_least_percent;
}

/* Returns a row's key as a cost: what was not given has -1, which is 0 here. */
static long double cost_of_key(int64_t key)
{
    return key == -1 ? 0 : (long double)key;
}

/* Counts rows as the report does, by what the side's rows make up together. */
static size_t count_by_threshold(struct ranking *ranking, const struct view_input *input)
{
    struct threshold threshold = {.percent = INFINITY, .by_size = input->diff != NULL};
    struct text written;

    if (!input->options->has_threshold)
        return ranking->count;
    read_threshold(input->options->threshold, &threshold.percent, &written);
    if (threshold.percent >= 100)
        return ranking->count; /* also those that add nothing */
    for (size_t i = 0; i < ranking->count; i++)
        threshold.total += cost_of_key(ranking->keys[i]);
    return threshold_count(ranking, &threshold, ranking->count);
}

/*
 * Counts rows by their share of the whole. If that is 0 every row is 0 %; with a limit of 0 % all
 * are shown, even negative ones.
 */
static size_t count_by_percent(const struct ranking *ranking, const struct view_options *options,
                               struct cell whole)
{
    long double least =
        (long double)options->least_percent / 100 * (long double)magnitude(whole.value);
    size_t count = 0;

    if (!options->has_least_percent || options->least_percent == 0)
        return ranking->count;
    while (count < ranking->count && whole.value != 0 &&
           cost_of_key(ranking->items[count].keys[0]) >= least)
        count++;
    return count;
}

static size_t count_shown(struct ranking *ranking, const struct view_input *input,
                          struct cell whole)
{
    const struct view_options *options = input->options;
    size_t by_threshold = count_by_threshold(ranking, input);
    size_t by_percent = count_by_percent(ranking, options, whole);
    size_t least = by_threshold < by_percent ? by_threshold : by_percent;

    return options->has_limit && options->n_rows < least ? options->n_rows : least;
}

static void add_up_rest(struct peek_side *side, const struct view_input *input,
                        const struct costs *costs, const int64_t *calls)
{
    bool overflows = false;

    costs_free(&side->rest);
    costs_init(&side->rest, costs->n_events);
    for (size_t i = side->n_shown; i < side->ranking.count; i++) {
        uint32_t id = side->ranking.items[i].id;
        overflows |= costs_combine_overflows(&side->rest, 0, costs_row(costs, id), false) ||
                     (calls != NULL && add_overflows(&side->rest_calls, calls[id]));
    }
    profile_note_overflow(input->profile, overflows);
}

void peek_side_cut(struct peek_side *side, const struct view_input *input,
                   const struct costs *costs, const int64_t *calls, struct cell whole)
{
    side->n_shown = count_shown(&side->ranking, input, whole);
    side->rest_calls = 0;
    if (side->n_shown != side->ranking.count)
        add_up_rest(side, input, costs, calls);
}

void peek_side_free(struct peek_side *side)
{
    ranking_free(&side->ranking);
    costs_free(&side->rest);
    *side = (struct peek_side){0};
}

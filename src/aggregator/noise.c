/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/noise.h"

#include <stdlib.h>

#include "aggregator/row_figures.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/map.h"
#include "profile/events.h"

static struct map_key key_of(const struct profile *profile, function_id id)
{
    struct function function = profile_function(profile, id);

    return (struct map_key){(uint64_t)function.object << 32 | function.file, function.symbol};
}

/* Takes over what the old profile was matched with: a run of the same build is matched alike. */
static void match_as_old(struct matches *matches, const struct profile *run,
                         const struct noise_beside *beside)
{
    const struct profile *old = beside->old;
    struct map functions = {0};

    for (function_id id = 0; id < profile_n_functions(old); id++) {
        struct map_key key = key_of(old, id);
        map_add(&functions, key.from, key.to);
        file_id file = profile_function(old, id).file;
        matches->old_files[file] = beside->matches->old_files[file];
    }
    for (place_id id = 0; id < profile_n_places(old); id++) {
        file_id file = profile_place(old, id).file;
        matches->old_files[file] = beside->matches->old_files[file];
    }
    for (function_id id = 0; id < profile_n_functions(run); id++) {
        struct map_key key = key_of(run, id);
        uint32_t same = map_find(&functions, key.from, key.to);
        if (same == NO_ID)
            continue;
        matches->old[id] = beside->matches->old[same];
        matches->stays[id] = beside->matches->stays[same];
    }
    for (size_t i = 0; i < beside->matches->places.count; i++) {
        struct map_key key = beside->matches->places.keys[i];
        map_add(&matches->places, key.from, key.to);
    }
    map_free(&functions);
}

static bool take_run(struct diff_side *side, const struct profile *run,
                     const struct noise_beside *beside, struct error *error)
{
    bool is_difference = beside->fresh != NULL;
    struct matches matches;

    /* Cost must not match a function of the run that another one was matched with. */
    matches_create(&matches, is_difference ? beside->fresh : beside->profile, run, beside->matching,
                   false);
    if (is_difference) {
        match_as_old(&matches, run, beside);
        matches.lines = beside->matches->lines;
    }
    bool is_done = diff_side_create(side, run, &matches, beside->profile, is_difference, error);
    matches_free(&matches);
    return is_done;
}

bool noise_create(struct noise *noise, const struct profile *runs, size_t count,
                  const struct noise_beside *beside, struct error *error)
{
    bool is_done = true;

    *noise = (struct noise){.runs = memory_alloc(count, sizeof *noise->runs),
                            .totals = memory_alloc(count, sizeof *noise->totals)};
    for (; is_done && noise->count < count; noise->count++) {
        struct diff_side *side = &noise->runs[noise->count];
        struct program program = {0};
        is_done = take_run(side, &runs[noise->count], beside, error);
        if (is_done)
            program_compute(&program, &side->profile);
        noise->totals[noise->count] = program.total;
    }
    return is_done;
}

void noise_free(struct noise *noise)
{
    for (size_t i = 0; i < noise->count; i++) {
        diff_side_free(&noise->runs[i]);
        costs_free(&noise->totals[i]);
    }
    free(noise->runs);
    free(noise->totals);
    *noise = (struct noise){0};
}

/* Adds up a run by functions and what is made of them. */
static void add_up(struct row_noise *row_noise, size_t run, const struct diff_side *from,
                   const struct rows *rows, const struct row_choice *choice)
{
    struct costs *self = &row_noise->self[run];
    struct costs *inclusive = choice->has_inclusive ? &row_noise->inclusive[run] : NULL;
    bool *is_there = memory_alloc(rows->count, sizeof *is_there), overflows = false;
    struct side_rows side = {0};

    side_rows_create(&side, from, rows, choice);
    row_noise->calls[run] = memory_alloc(rows->count, sizeof *row_noise->calls[run]);
    if (inclusive != NULL) {
        costs_init(inclusive, rows->self.n_events);
        costs_ensure(inclusive, rows->count);
    }
    for (row_id id = 0; id < side.rows.count; id++) {
        row_id into = side.in_change[id];
        overflows |= costs_combine_overflows(self, into, costs_row(&side.rows.self, id), false);
        overflows |= add_saturated(&row_noise->calls[run][into], side.rows.calls[id]);
        if (inclusive != NULL) {
            costs_raise(inclusive, costs_row(inclusive, into),
                        costs_row(&side.inclusive.costs, id));
            row_noise->is_exact[into] =
                row_noise->is_exact[into] && side.inclusive.is_exact[id] && !is_there[into];
        }
        is_there[into] = true;
    }
    profile_note_overflow(rows->profile, overflows);
    side_rows_free(&side);
    free(is_there);
}

/* Finds the rows of a run that has no calls between them. */
static bool find_rows(struct costs *self, const struct diff_side *from, const struct rows *rows,
                      const struct row_choice *choice, struct error *error)
{
    struct row_finder finder = {0};
    struct rows of_run;
    bool overflows = false;

    rows_create(&of_run, &from->profile, choice);
    row_id *ids = memory_alloc(rows->count + of_run.count, sizeof *ids);
    bool is_only_one = choice->key == BY_INPUT && rows->count == 1 && of_run.count == 1;
    bool is_done = is_only_one || (row_finder_add(&finder, rows, ids, error) &&
                                   row_finder_add(&finder, &of_run, ids, error));
    for (row_id id = 0; is_done && id < of_run.count; id++) {
        row_id into = is_only_one ? 0 : ids[id];
        if (into < rows->count)
            overflows |= costs_combine_overflows(self, into, costs_row(&of_run.self, id), false);
    }
    profile_note_overflow(rows->profile, overflows);
    row_finder_free(&finder);
    rows_free(&of_run);
    free(ids);
    return is_done;
}

bool row_noise_create(struct row_noise *row_noise, const struct noise *noise,
                      const struct rows *rows, const struct row_choice *choice, struct error *error)
{
    size_t count = noise->count;
    bool has_calls = row_keys[choice->key].has_calls, is_done = true;

    *row_noise =
        (struct row_noise){.n_runs = count,
                           .self = memory_alloc(count, sizeof *row_noise->self),
                           .calls = memory_alloc(count, sizeof *row_noise->calls),
                           .is_exact = memory_alloc(rows->count, sizeof *row_noise->is_exact)};
    if (has_calls && choice->has_inclusive)
        row_noise->inclusive = memory_alloc(count, sizeof *row_noise->inclusive);
    for (row_id id = 0; id < rows->count; id++)
        row_noise->is_exact[id] = true;
    for (size_t run = 0; run < count; run++) {
        costs_init(&row_noise->self[run], rows->self.n_events);
        costs_ensure(&row_noise->self[run], rows->count);
        if (has_calls)
            add_up(row_noise, run, &noise->runs[run], rows, choice);
        else if (is_done)
            is_done = find_rows(&row_noise->self[run], &noise->runs[run], rows, choice, error);
    }
    return is_done;
}

void row_noise_free(struct row_noise *row_noise)
{
    for (size_t run = 0; run < row_noise->n_runs; run++) {
        costs_free(&row_noise->self[run]);
        if (row_noise->inclusive != NULL)
            costs_free(&row_noise->inclusive[run]);
        free(row_noise->calls[run]);
    }
    free(row_noise->self);
    free(row_noise->inclusive);
    free(row_noise->calls);
    free(row_noise->is_exact);
    *row_noise = (struct row_noise){0};
}

struct spread noise_spread(const struct events *events, size_t event, const struct costs *costs,
                           const struct costs *runs, size_t n_runs, size_t row)
{
    int64_t cost = event_sum(events, event, costs, costs_row(costs, row)).sum;
    struct spread spread = {cost, cost};

    for (size_t run = 0; run < n_runs; run++)
        spread_include(&spread,
                       event_sum(events, event, &runs[run], costs_row(&runs[run], row)).sum);
    return spread;
}

struct spread noise_spread_of_calls(const struct row_noise *row_noise, int64_t calls, row_id row)
{
    struct spread spread = {calls, calls};

    for (size_t run = 0; run < row_noise->n_runs; run++)
        spread_include(&spread, row_noise->calls[run][row]);
    return spread;
}

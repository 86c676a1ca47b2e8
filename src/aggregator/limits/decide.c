/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/limits/decide.h"

#include <stdlib.h>

#include "aggregator/diff.h"
#include "aggregator/inclusive.h"
#include "aggregator/limits/figure.h"
#include "aggregator/limits/limits.h"
#include "aggregator/program.h"
#include "aggregator/rank.h"
#include "aggregator/row_diff.h"
#include "aggregator/rows.h"
#include "base/array.h"
#include "base/number.h"
#include "profile/levels.h"

/* What functions there are, and their costs. */
struct trial {
    struct verdicts *verdicts;
    const struct evidence *evidence;
    const struct profile *profile;
    struct program program, change_program; /* of the new profile and of the change */
    struct rows own_rows;
    struct inclusive own_inclusive;
    struct row_diff row_diff; /* what limits on growth are decided on */
    struct program old_program;

    const struct limit *limit;
    struct measure measure;
    const struct rows *rows; /* of the new profile, or of the change */
    const struct inclusive *inclusive;
    struct figure total; /* of the program */
};

static struct figure calls_of(const struct trial *trial, row_id id)
{
    return figure_of_calls(trial->rows->calls[id],
                           trial->limit->is_growth ? trial->row_diff.old_calls[id] : 0);
}

static bool program_total(struct trial *trial, struct error *error)
{
    const struct program *program =
        trial->limit->is_growth ? &trial->change_program : &trial->program;

    trial->total = (struct figure){.is_exact = true};
    if (trial->measure.metric.kind != METRIC_CALLS)
        return figure_read(&trial->total, &trial->measure, &program->total,
                           &trial->old_program.total, 0, error);
    for (row_id id = 0; id < trial->rows->count; id++) {
        const struct figure calls = calls_of(trial, id);
        if (!figure_add(&trial->total, &calls, &trial->measure, error))
            return false;
    }
    return true;
}

static bool function_figure(const struct trial *trial, row_id id, struct figure *figure,
                            struct error *error)
{
    const struct measure *measure = &trial->measure;
    const struct row_diff *row_diff = &trial->row_diff;

    switch (measure->metric.kind) {
    case METRIC_CALLS:
        *figure = calls_of(trial, id);
        return true;
    case METRIC_SELF:
        return figure_read(figure, measure, &trial->rows->self, &row_diff->old_self, id, error);
    case METRIC_INCLUSIVE:
        break;
    }
    if (!figure_read(figure, measure, &trial->inclusive->costs, &row_diff->old_inclusive, id,
                     error))
        return false;
    figure->is_exact = trial->inclusive->is_exact[id];
    return true;
}

/*
 * A figure that is a lower bound decides only where it is already above the limit, and a ratio that
 * is not there does not.
 */
static bool add_verdict(struct trial *trial, struct row_names names,
                        const struct comparison *comparison, struct error *error)
{
    struct verdicts *verdicts = trial->verdicts;
    bool is_exceeded = comparison->excess > 0;

    if (!comparison_is_sure(comparison, &trial->measure))
        return limit_cannot(trial->limit,
                            "cannot be decided: only a lower bound of the inclusive cost is known",
                            error);
    if (comparison->is_missing)
        return trial->limit->may_be_missing ||
               limit_cannot(trial->limit,
                            trial->limit->is_growth
                                ? "cannot be decided: on one side the ratio divides by 0"
                                : "cannot be decided: the ratio divides by 0",
                            error);
    ARRAY_GROW(verdicts->list, verdicts->count, verdicts->capacity);
    verdicts->list[verdicts->count++] = (struct verdict){
        .limit = arena_copy_text(&verdicts->arena, trial->limit->written),
        .function = arena_copy_text(&verdicts->arena, names.function),
        .file = arena_copy_text(&verdicts->arena, names.file),
        .is_exceeded = is_exceeded,
        .value = comparison->value,
        .bound = comparison->bound,
        .is_ratio = measure_is_ratio(&trial->measure),
        .ratio = comparison->ratio,
        .ratio_bound = comparison->ratio_bound,
    };
    verdicts->has_exceeded = verdicts->has_exceeded || is_exceeded;
    return true;
}

/* Whether a change is so small that growth does not count it. */
static bool is_small(const struct trial *trial, const struct figure *figure)
{
    const struct bound *least = trial->evidence->least;

    return least != NULL && trial->limit->is_growth && figure->is_exact &&
           figure_is_small(figure, &trial->total, &trial->measure, least);
}

/* The matching functions so far. */
struct matched {
    size_t count;
    struct figure sum;
    struct comparison furthest; /* of those one by one: the largest excess that is sure */
    row_id row;                 /* which that is: of several, the first by name */
    bool has_furthest, has_exceeded, is_exact;
};

/* Takes the function into account whose figure may be what decides. */
static void take_furthest(const struct trial *trial, struct matched *matched, row_id id,
                          const struct comparison *comparison)
{
    int64_t most = matched->furthest.excess;
    bool is_further =
        !matched->has_furthest || comparison->excess > most ||
        (comparison->excess == most && rank_is_named_before(trial->rows, id, matched->row));

    if (!comparison_is_sure(comparison, &trial->measure) || !is_further)
        return;
    matched->furthest = *comparison;
    matched->row = id;
    matched->has_furthest = true;
}

static bool take_function(struct trial *trial, struct matched *matched, row_id id,
                          struct error *error)
{
    struct figure figure;
    struct comparison comparison;

    matched->count++;
    if (!function_figure(trial, id, &figure, error))
        return false;
    if (is_small(trial, &figure))
        return true;
    if (!figure_compare(&comparison, &figure, &trial->total, &trial->measure, error))
        return false;
    matched->is_exact = matched->is_exact && figure.is_exact;
    /* Functions that divide by 0 are none of those that are looked at. */
    bool is_there = !comparison.is_missing || !figure.is_exact;
    if (trial->limit->is_each && is_there && (comparison.excess > 0 || !figure.is_exact)) {
        if (!add_verdict(trial, rows_names(trial->rows, id), &comparison, error))
            return false;
        matched->has_exceeded = true;
    }
    if (is_there)
        take_furthest(trial, matched, id, &comparison);
    return trial->limit->is_each || trial->measure.metric.kind == METRIC_INCLUSIVE ||
           figure_add(&matched->sum, &figure, &trial->measure, error);
}

/*
 * All functions that match, as one figure or one by one; *n_matches says how many they
 * are. Inclusive costs may contain one another, so that one speaks for all.
 */
static bool decide_functions(struct trial *trial, size_t *n_matches, struct error *error)
{
    struct matched matched = {.sum.is_exact = true, .is_exact = true};
    bool is_each = trial->limit->is_each;

    for (row_id id = 0; id < trial->rows->count; id++) {
        struct text function = rows_names(trial->rows, id).function;
        if (trial->rows->list[id].is_hidden || !pattern_passes(&trial->limit->pattern, function))
            continue;
        if (!take_function(trial, &matched, id, error))
            return false;
    }
    *n_matches = matched.count;
    if (matched.count == 0 || matched.has_exceeded)
        return true;
    struct comparison comparison = matched.furthest;
    bool takes_sum = !is_each && trial->measure.metric.kind != METRIC_INCLUSIVE;
    if ((takes_sum || !matched.has_furthest) &&
        !figure_compare(&comparison, &matched.sum, &trial->total, &trial->measure, error))
        return false;
    /* What one function alone exceeds for sure is not undone by the others. */
    if (takes_sum || comparison.excess <= 0)
        comparison.is_exact = matched.is_exact;
    /* Where each is looked at, those that divide by 0 are none of them. */
    comparison.is_missing = comparison.is_missing && !is_each;
    bool names_it = is_each && matched.has_furthest;
    const struct row_names none = {0};
    return add_verdict(trial, names_it ? rows_names(trial->rows, matched.row) : none, &comparison,
                       error);
}

static bool read_measure(struct trial *trial, struct error *error)
{
    const struct limit *limit = trial->limit;

    trial->measure = (struct measure){.limit = limit, .events = &trial->profile->events};
    if (!metric_read(&trial->measure.metric, limit->metric, &trial->profile->events)) {
        char reason[200];
        if (metric_explain_absence(limit->metric, trial->measure.events, reason, sizeof reason))
            return error_usage(error, "--fail-if='%.150s': %s", limit->written.at, reason);
        return error_usage(error, "--fail-if='%.150s': '%.*s' is not an event of the profile",
                           limit->written.at, text_shown_length(limit->metric), limit->metric.at);
    }
    if (measure_is_ratio(&trial->measure) && limit->bound.kind == BOUND_PERCENT &&
        !limit->is_growth)
        return error_usage(error,
                           "--fail-if='%.150s': a ratio adds up to no total to have a share of; "
                           "its limit is a number, as in '> 5.5'",
                           limit->written.at);
    return true;
}

static bool decide(struct trial *trial, struct error *error)
{
    const struct row_names none = {0};
    const struct limit *limit = trial->limit;
    struct comparison comparison;
    size_t n_matches = 0;

    trial->rows = limit->is_growth ? &trial->row_diff.rows : &trial->own_rows;
    trial->inclusive = limit->is_growth ? &trial->row_diff.inclusive : &trial->own_inclusive;
    if (!read_measure(trial, error))
        return false;
    if (!program_total(trial, error))
        return false;
    if (!limit->pattern.is_given)
        return figure_compare(&comparison, &trial->total, &trial->total, &trial->measure, error) &&
               add_verdict(trial, none, &comparison, error);
    if (!decide_functions(trial, &n_matches, error))
        return false;
    return n_matches != 0 || limit->may_be_missing ||
           limit_cannot(limit, "no function matches", error);
}

static bool has_growth(const struct limits *limits)
{
    for (size_t i = 0; i < limits->count; i++)
        if (limits->list[i].is_growth)
            return true;
    return false;
}

/* The functions of the new profile and their costs. */
static bool gather_functions(struct trial *trial, const struct profile *fresh,
                             const struct row_choice *choice, struct error *error)
{
    return program_compute(&trial->program, fresh, error) &&
           rows_create(&trial->own_rows, fresh, choice, error) &&
           inclusive_compute(&trial->own_inclusive, &trial->own_rows,
                             profile_levels(fresh, trial->own_rows.arcs), &trial->program.total,
                             error);
}

/* How they changed, for limits on growth. */
static bool gather_change(struct trial *trial, const struct row_choice *choice, struct error *error)
{
    const struct diff *diff = trial->evidence->diff;

    return diff_of_program(diff, &trial->change_program, error) &&
           program_compute(&trial->old_program, &diff->old.profile, error) &&
           row_diff_create(&trial->row_diff, diff, choice, false, error);
}

static bool gather(struct trial *trial, const struct limits *limits, struct error *error)
{
    const struct evidence *evidence = trial->evidence;
    const struct filter ignoring = {.ignored = evidence->filter->ignored};
    const struct row_choice choice = {
        .key = BY_FUNCTION, .is_folded = true, .has_inclusive = true, .filter = &ignoring};
    const struct profile *fresh =
        evidence->diff != NULL ? &evidence->diff->fresh.profile : evidence->profile;

    return gather_functions(trial, fresh, &choice, error) &&
           (!has_growth(limits) || gather_change(trial, &choice, error));
}

bool limits_decide(struct verdicts *verdicts, const struct limits *limits,
                   const struct evidence *evidence, struct error *error)
{
    struct trial trial = {.verdicts = verdicts, .evidence = evidence, .profile = evidence->profile};

    *verdicts = (struct verdicts){0};
    if (limits->count == 0)
        return true;
    bool is_done = gather(&trial, limits, error);
    for (size_t i = 0; is_done && i < limits->count; i++) {
        trial.limit = &limits->list[i];
        is_done = decide(&trial, error);
    }
    inclusive_free(&trial.own_inclusive);
    rows_free(&trial.own_rows);
    row_diff_free(&trial.row_diff);
    program_free(&trial.old_program);
    program_free(&trial.change_program);
    program_free(&trial.program);
    return is_done;
}

void verdicts_free(struct verdicts *verdicts)
{
    free(verdicts->list);
    arena_free(&verdicts->arena);
    *verdicts = (struct verdicts){0};
}

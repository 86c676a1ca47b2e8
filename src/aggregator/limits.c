/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/limits.h"

#include <stdlib.h>

#include "aggregator/diff.h"
#include "aggregator/inclusive.h"
#include "aggregator/metric.h"
#include "aggregator/program.h"
#include "aggregator/rank.h"
#include "aggregator/row_diff.h"
#include "aggregator/rows.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/number.h"
#include "profile/levels.h"

static bool bad_limit(const char *written, const char *reason, struct error *error)
{
    return error_usage(error, "--fail-if='%.150s': %s", written, reason);
}

/* The last " > " separates the limit from its bound: names may contain such signs. */
static bool cut_bound(struct text text, struct text *subject, struct text *bound)
{
    for (size_t i = text.length; i-- > 2;) {
        if (text.at[i] == ' ' && text.at[i - 1] == '>' && text.at[i - 2] == ' ') {
            *subject = text_trim((struct text){text.at, i - 2});
            *bound = text_trim(text_skip(text, i + 1));
            return true;
        }
    }
    return false;
}

/* The first " of " separates the metric from the functions. */
static bool cut_functions(struct text subject, struct limit *limit, struct text *functions)
{
    static const struct text words[] = {{" of ", 4}, {" of? ", 5}};

    limit->metric = subject;
    for (size_t i = 0; i < subject.length; i++) {
        for (size_t j = 0; j < ARRAY_LENGTH(words); j++) {
            if (!text_starts_with(text_skip(subject, i), words[j]))
                continue;
            limit->metric = text_trim((struct text){subject.at, i});
            limit->may_be_missing = j == 1;
            *functions = text_trim(text_skip(subject, i + words[j].length));
            return true;
        }
    }
    return false;
}

static bool set_functions(struct limit *limit, struct text functions, struct error *error)
{
    static const struct text each = {"each ", 5};
    struct buffer expression = {0};

    if (text_starts_with(functions, each)) {
        limit->is_each = true;
        functions = text_trim(text_skip(functions, each.length));
    }
    if (functions.length == 0)
        return bad_limit(limit->written.at, "expected a regular expression of functions", error);
    buffer_append(&expression, functions);
    bool is_done = pattern_set(&limit->pattern, "fail-if", buffer_string(&expression), error);
    free(expression.at);
    return is_done;
}

bool limits_add(struct limits *limits, const char *written, struct error *error)
{
    struct limit limit = {.written = text_of(written)};
    struct text subject, bound, functions;

    if (!cut_bound(limit.written, &subject, &bound))
        return bad_limit(written, "must be of the form 'METRIC [of REGEX] > LIMIT'", error);
    limit.is_growth = text_starts_with(bound, TEXT("+"));
    if (!bound_read(text_skip(bound, limit.is_growth), &limit.bound))
        return bad_limit(
            written,
            "the limit must be a count of up to 64 bits (1.2G), a share (5%) or growth (+2%)",
            error);
    bool has_functions = cut_functions(subject, &limit, &functions);
    if (limit.metric.length == 0)
        return bad_limit(written, "expected an event, self(EVENT), incl(EVENT) or calls", error);
    if (has_functions && !set_functions(&limit, functions, error))
        return false;
    ARRAY_GROW(limits->list, limits->count, limits->capacity);
    limits->list[limits->count++] = limit;
    return true;
}

void limits_free(struct limits *limits)
{
    for (size_t i = 0; i < limits->count; i++)
        pattern_free(&limits->list[i].pattern);
    free(limits->list);
    *limits = (struct limits){0};
}

bool limits_need_calls(const struct limits *limits)
{
    for (size_t i = 0; i < limits->count; i++)
        if (limits->list[i].pattern.is_given || text_equal(limits->list[i].metric, TEXT("calls")))
            return true;
    return false;
}

bool limits_fit(const struct limits *limits, bool has_old, struct error *error)
{
    for (size_t i = 0; i < limits->count; i++)
        if (limits->list[i].is_growth && !has_old)
            return bad_limit(limits->list[i].written.at, "growth needs --diff=OLD", error);
    return true;
}

/* A figure, and the old profile's; 0 without one. */
struct figure {
    int64_t fresh, old;
    bool is_exact; /* neither is a lower bound */
};

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
    const struct rows *rows; /* of the new profile, or of the change */
    const struct inclusive *inclusive;
    struct metric metric;
    struct figure total; /* of the program */
};

static bool cannot(const struct trial *trial, const char *reason, struct error *error)
{
    return error_set(error, ERROR_FAILED, NULL, 0, "--fail-if='%.150s': %s",
                     trial->limit->written.at, reason);
}

static bool too_large(const struct trial *trial, struct error *error)
{
    return cannot(trial, "the figures add up to more than 64 bits", error);
}

/* The metric's event in a row, which for growth is the change from `old`. */
static bool read_figure(const struct trial *trial, const struct costs *costs,
                        const struct costs *old, size_t row, struct figure *figure,
                        struct error *error)
{
    const struct events *events = &trial->profile->events;
    struct event_cost cost, before = {0};

    if (!event_cost(events, trial->metric.event, costs, costs_row(costs, row), &cost, error))
        return false;
    if (trial->limit->is_growth &&
        !event_cost(events, trial->metric.event, old, costs_row(old, row), &before, error))
        return false;
    *figure = (struct figure){.fresh = cost.sum, .old = before.sum, .is_exact = true};
    return !add_overflows(&figure->fresh, before.sum) || too_large(trial, error);
}

static void count_calls(const struct trial *trial, row_id id, struct figure *figure)
{
    int64_t old = trial->limit->is_growth ? trial->row_diff.old_calls[id] : 0;

    *figure = (struct figure){trial->rows->calls[id], old, true};
    /* What was read as a number of calls becomes the sum again. */
    (void)add_overflows(&figure->fresh, old);
}

static bool add_figure(const struct trial *trial, struct figure *sum, const struct figure *figure,
                       struct error *error)
{
    sum->is_exact = sum->is_exact && figure->is_exact;
    bool overflows = add_overflows(&sum->fresh, figure->fresh);
    overflows |= add_overflows(&sum->old, figure->old);
    return !overflows || too_large(trial, error);
}

static bool program_total(struct trial *trial, struct error *error)
{
    struct figure calls;

    trial->total = (struct figure){.is_exact = true};
    if (trial->metric.kind != METRIC_CALLS)
        return read_figure(
            trial, trial->limit->is_growth ? &trial->change_program.total : &trial->program.total,
            &trial->old_program.total, 0, &trial->total, error);
    for (row_id id = 0; id < trial->rows->count; id++) {
        count_calls(trial, id, &calls);
        if (!add_figure(trial, &trial->total, &calls, error))
            return false;
    }
    return true;
}

static bool function_figure(const struct trial *trial, row_id id, struct figure *figure,
                            struct error *error)
{
    const struct row_diff *row_diff = &trial->row_diff;

    if (trial->metric.kind == METRIC_CALLS) {
        count_calls(trial, id, figure);
        return true;
    }
    if (trial->metric.kind == METRIC_SELF)
        return read_figure(trial, &trial->rows->self, &row_diff->old_self, id, figure, error);
    if (!read_figure(trial, &trial->inclusive->costs, &row_diff->old_inclusive, id, figure, error))
        return false;
    figure->is_exact = trial->inclusive->is_exact[id];
    return true;
}

/* What is compared, and with what. */
struct comparison {
    int64_t value, bound, excess;
    bool is_exact;
};

static bool compare(const struct trial *trial, const struct figure *figure,
                    struct comparison *comparison, struct error *error)
{
    const struct limit *limit = trial->limit;

    *comparison = (struct comparison){.value = figure->fresh, .is_exact = figure->is_exact};
    if (limit->is_growth && subtract_overflows(&comparison->value, figure->old))
        return too_large(trial, error);
    comparison->bound =
        bound_of(&limit->bound, limit->is_growth ? magnitude(figure->old) : trial->total.fresh);
    comparison->excess = comparison->value;
    if (subtract_overflows(&comparison->excess, comparison->bound))
        comparison->excess = comparison->value > comparison->bound ? INT64_MAX : INT64_MIN;
    return true;
}

/* Whether a comparison is not undone by what a lower bound leaves open. */
static bool is_sure(const struct trial *trial, const struct comparison *comparison)
{
    return comparison->is_exact || (comparison->excess > 0 && !trial->limit->is_growth);
}

/* A figure that is a lower bound decides only where it is already above the limit. */
static bool add_verdict(struct trial *trial, struct text function,
                        const struct comparison *comparison, struct error *error)
{
    struct verdicts *verdicts = trial->verdicts;
    bool is_exceeded = comparison->excess > 0;

    if (!is_sure(trial, comparison))
        return cannot(trial, "cannot be decided: only a lower bound of the inclusive cost is known",
                      error);
    ARRAY_GROW(verdicts->list, verdicts->count, verdicts->capacity);
    verdicts->list[verdicts->count++] = (struct verdict){
        .limit = arena_copy_text(&verdicts->arena, trial->limit->written),
        .function = arena_copy_text(&verdicts->arena, function),
        .is_exceeded = is_exceeded,
        .value = comparison->value,
        .bound = comparison->bound,
    };
    verdicts->has_exceeded = verdicts->has_exceeded || is_exceeded;
    return true;
}

/* Whether a change is so small that growth does not count it. */
static bool is_small(const struct trial *trial, const struct figure *figure)
{
    const struct bound *least = trial->evidence->least;
    int64_t growth = figure->fresh;

    if (least == NULL || !trial->limit->is_growth || !figure->is_exact ||
        subtract_overflows(&growth, figure->old))
        return false;
    return magnitude(growth) < bound_least(least, magnitude(trial->total.old));
}

/* The matching functions so far. */
struct matched {
    size_t count;
    struct figure sum;
    struct comparison furthest; /* of those one by one: the largest excess that is sure */
    row_id row;                 /* which that is: of several, the first by name */
    bool has_furthest, has_exceeded, is_exact;
};

static bool take_function(struct trial *trial, struct matched *matched, row_id id,
                          struct text function, struct error *error)
{
    struct figure figure;
    struct comparison comparison;

    matched->count++;
    if (!function_figure(trial, id, &figure, error))
        return false;
    if (is_small(trial, &figure))
        return true;
    if (!compare(trial, &figure, &comparison, error))
        return false;
    matched->is_exact = matched->is_exact && figure.is_exact;
    if (trial->limit->is_each && (comparison.excess > 0 || !figure.is_exact)) {
        if (!add_verdict(trial, function, &comparison, error))
            return false;
        matched->has_exceeded = true;
    }
    int64_t most = matched->furthest.excess;
    bool is_further =
        !matched->has_furthest || comparison.excess > most ||
        (comparison.excess == most && rank_is_named_before(trial->rows, id, matched->row));
    if (is_sure(trial, &comparison) && is_further) {
        matched->furthest = comparison;
        matched->row = id;
        matched->has_furthest = true;
    }
    return trial->limit->is_each || trial->metric.kind == METRIC_INCLUSIVE ||
           add_figure(trial, &matched->sum, &figure, error);
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
        if (!take_function(trial, &matched, id, function, error))
            return false;
    }
    *n_matches = matched.count;
    if (matched.count == 0 || matched.has_exceeded)
        return true;
    struct comparison comparison = matched.furthest;
    bool takes_sum = !is_each && trial->metric.kind != METRIC_INCLUSIVE;
    if ((takes_sum || !matched.has_furthest) && !compare(trial, &matched.sum, &comparison, error))
        return false;
    /* What one function alone exceeds for sure is not undone by the others. */
    if (takes_sum || comparison.excess <= 0)
        comparison.is_exact = matched.is_exact;
    bool names_it = is_each && matched.has_furthest;
    return add_verdict(trial, names_it ? rows_names(trial->rows, matched.row).function : TEXT(""),
                       &comparison, error);
}

static bool decide(struct trial *trial, struct error *error)
{
    const struct limit *limit = trial->limit;
    struct comparison comparison;
    size_t n_matches = 0;

    trial->rows = limit->is_growth ? &trial->row_diff.rows : &trial->own_rows;
    trial->inclusive = limit->is_growth ? &trial->row_diff.inclusive : &trial->own_inclusive;
    if (!metric_read(&trial->metric, limit->metric, &trial->profile->events)) {
        struct text option = metric_option(limit->metric, &trial->profile->events);
        return error_usage(error, "--fail-if='%.150s': '%.*s' is not an event of the profile%s%s",
                           limit->written.at, text_shown_length(limit->metric), limit->metric.at,
                           option.length != 0 ? "; record it with " : "", option.at);
    }
    if (!program_total(trial, error))
        return false;
    if (!limit->pattern.is_given)
        return compare(trial, &trial->total, &comparison, error) &&
               add_verdict(trial, TEXT(""), &comparison, error);
    if (!decide_functions(trial, &n_matches, error))
        return false;
    return n_matches != 0 || limit->may_be_missing || cannot(trial, "no function matches", error);
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/groups.h"
#include "aggregator/inclusive.h"
#include "aggregator/totals.h"
#include "base/array.h"
#include "profile/levels.h"

static bool bad_limit(const char *written, const char *reason, struct error *error)
{
    return error_usage(error, "--fail-if='%.150s': %s", written, reason);
}

/* Of a percentage so many digits behind the point count. */
enum { SHARE_DECIMALS = 6, SHARE_UNIT = 1000000 };

/* So large that a share of a total cannot overflow in share_of(). */
static const int64_t LARGEST_SHARE = INT64_C(90000) * SHARE_UNIT;

/* Appends a decimal digit: 0 to 9. */
static bool append_digit(int64_t *number, int digit)
{
    if (*number > (INT64_MAX - digit) / 10)
        return false;
    *number = *number * 10 + digit;
    return true;
}

/* The power of ten that a bound's suffix stands for; -1 for what is none. */
static int bound_exponent(struct text suffix, enum bound_kind *kind)
{
    static const char suffixes[] = "KMGT";

    if (suffix.length == 0)
        return 0;
    if (suffix.length != 1)
        return -1;
    if (suffix.at[0] == '%') {
        *kind = BOUND_PERCENT;
        return SHARE_DECIMALS;
    }
    for (int i = 0; suffixes[i] != '\0'; i++)
        if (suffix.at[0] == suffixes[i])
            return 3 * (i + 1);
    return -1;
}

/*
 * "1.2G", "1000" or "5%": the digits with the point moved. What is behind it then
 * cannot decide, since figures are whole numbers.
 */
static bool read_bound(struct text text, struct limit *limit)
{
    struct text whole = text, fraction = {0};
    size_t n_digits = 0;

    while (n_digits < text.length && is_digit(text.at[n_digits]))
        n_digits++;
    whole.length = n_digits;
    text = text_skip(text, n_digits);
    if (text.length != 0 && text.at[0] == '.') {
        fraction = text_skip(text, 1);
        for (n_digits = 0; n_digits < fraction.length && is_digit(fraction.at[n_digits]);)
            n_digits++;
        text = text_skip(fraction, n_digits);
        fraction.length = n_digits;
    }
    int exponent = bound_exponent(text, &limit->kind);
    if (exponent < 0 || whole.length + fraction.length == 0)
        return false;
    for (size_t i = 0; i < whole.length; i++)
        if (!append_digit(&limit->bound, whole.at[i] - '0'))
            return false;
    for (size_t i = 0; i < (size_t)exponent; i++)
        if (!append_digit(&limit->bound, i < fraction.length ? fraction.at[i] - '0' : 0))
            return false;
    return limit->kind == BOUND_COUNT || limit->bound <= LARGEST_SHARE;
}

/* So many millionths of a percent of a total, rounded down; no overflow, but the largest count. */
static int64_t share_of(int64_t total, int64_t share)
{
    const int64_t unit = INT64_C(100) * SHARE_UNIT;
    int64_t quotient = total / unit, rest = total % unit * share;

    if (share != 0 && quotient > INT64_MAX / share - 1)
        return INT64_MAX;
    if (share != 0 && quotient < 1 - INT64_MAX / share)
        return INT64_MIN;
    return quotient * share + rest / unit - (rest % unit < 0);
}

/* The last " > " parts the limit from its bound: names may hold such signs. */
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

/* The first " of " parts the metric from the functions. */
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
    char expression[400];

    if (text_starts_with(functions, each)) {
        limit->is_each = true;
        functions = text_trim(text_skip(functions, each.length));
    }
    if (functions.length == 0 || functions.length >= sizeof expression)
        return bad_limit(limit->written.at, "expected a regular expression of functions", error);
    memcpy(expression, functions.at, functions.length);
    expression[functions.length] = '\0';
    return pattern_set(&limit->pattern, "fail-if", expression, error);
}

bool limits_add(struct limits *limits, const char *written, struct error *error)
{
    struct limit limit = {.written = text_of(written)};
    struct text subject, bound, functions;

    if (!cut_bound(limit.written, &subject, &bound))
        return bad_limit(written, "must be of the form 'METRIC [of REGEX] > LIMIT'", error);
    if (!read_bound(bound, &limit))
        return bad_limit(written,
                         "the limit must be a count of 64 bits, as 1.2G, or a share, as 5%", error);
    if (cut_functions(subject, &limit, &functions) && !set_functions(&limit, functions, error))
        return false;
    if (limit.metric.length == 0)
        return bad_limit(written, "expected an event, self(EVENT), incl(EVENT) or calls", error);
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

/* What limits are decided on. */
struct trial {
    struct verdicts *verdicts;
    const struct profile *profile;
    struct totals totals;
    struct groups groups;
    struct inclusive inclusive;
    const struct limit *limit;
    struct metric metric;
    int64_t bound; /* in counts */
};

static bool cannot(const struct trial *trial, const char *reason, struct error *error)
{
    return error_set(error, ERROR_FAILED, NULL, 0, "--fail-if='%.150s': %s",
                     trial->limit->written.at, reason);
}

static bool program_total(const struct trial *trial, int64_t *total, struct error *error)
{
    const struct costs *program = &trial->totals.program;
    struct event_cost cost;

    *total = 0;
    if (trial->metric.kind == METRIC_CALLS) {
        for (group_id id = 0; id < trial->groups.count; id++)
            if (add_overflows(total, trial->groups.calls[id]))
                return cannot(trial, "the calls add up to more than 64 bits", error);
        return true;
    }
    if (!event_cost(&trial->profile->events, trial->metric.event, program, costs_row(program, 0),
                    &cost, error))
        return false;
    *total = cost.sum;
    return true;
}

/* The figure of a function, and whether it is more than a lower bound. */
static bool function_value(const struct trial *trial, group_id id, int64_t *value, bool *is_exact,
                           struct error *error)
{
    bool is_inclusive = trial->metric.kind == METRIC_INCLUSIVE;
    const struct costs *costs = is_inclusive ? &trial->inclusive.costs : &trial->groups.self;
    struct event_cost cost;

    *is_exact = !is_inclusive || trial->inclusive.is_exact[id];
    *value = trial->groups.calls[id];
    if (trial->metric.kind == METRIC_CALLS)
        return true;
    if (!event_cost(&trial->profile->events, trial->metric.event, costs, costs_row(costs, id),
                    &cost, error))
        return false;
    *value = cost.sum;
    return true;
}

/* A figure that is a lower bound decides only where it is already above the limit. */
static bool add_verdict(struct trial *trial, struct text function, int64_t value, bool is_exact,
                        struct error *error)
{
    struct verdicts *verdicts = trial->verdicts;
    bool is_exceeded = value > trial->bound;

    if (!is_exceeded && !is_exact)
        return cannot(trial, "cannot be decided: the inclusive cost is known as a lower bound only",
                      error);
    ARRAY_GROW(verdicts->list, verdicts->count, verdicts->capacity);
    verdicts->list[verdicts->count++] = (struct verdict){
        .limit = arena_copy_text(&verdicts->arena, trial->limit->written),
        .function = arena_copy_text(&verdicts->arena, function),
        .is_exceeded = is_exceeded,
        .value = value,
        .bound = trial->bound,
    };
    verdicts->has_exceeded = verdicts->has_exceeded || is_exceeded;
    return true;
}

/*
 * All functions that match, as one figure or one by one; *n_matches says how many they
 * are. Inclusive costs may hold one another, so that the largest stands for all.
 */
static bool decide_functions(struct trial *trial, size_t *n_matches, struct error *error)
{
    bool is_each = trial->limit->is_each, all_exact = true, has_exceeded = false;
    bool takes_largest = is_each || trial->metric.kind == METRIC_INCLUSIVE;
    struct text largest = TEXT("");
    int64_t sum = 0, value;

    for (group_id id = 0; id < trial->groups.count; id++) {
        struct text function = groups_names(&trial->groups, id).function;
        bool is_exact;
        if (trial->groups.list[id].is_hidden || !pattern_passes(&trial->limit->pattern, function))
            continue;
        if (!function_value(trial, id, &value, &is_exact, error))
            return false;
        bool is_first = (*n_matches)++ == 0;
        all_exact = all_exact && is_exact;
        if (is_each && (value > trial->bound || !is_exact)) {
            if (!add_verdict(trial, function, value, is_exact, error))
                return false;
            has_exceeded = true;
        }
        if (!takes_largest && add_overflows(&sum, value))
            return cannot(trial, "the figures add up to more than 64 bits", error);
        if (takes_largest && (is_first || value > sum)) {
            sum = value;
            largest = function;
        }
    }
    if (*n_matches == 0 || has_exceeded)
        return true;
    return add_verdict(trial, is_each ? largest : TEXT(""), sum, all_exact, error);
}

static bool decide(struct trial *trial, struct error *error)
{
    const struct limit *limit = trial->limit;
    size_t n_matches = 0;
    int64_t total = 0;

    if (!metric_read(&trial->metric, limit->metric, &trial->profile->events))
        return error_usage(
            error, "--fail-if='%.150s': '%.*s' is no event of the profile", limit->written.at,
            limit->metric.length > 60 ? 60 : (int)limit->metric.length, limit->metric.at);
    bool needs_total = limit->kind == BOUND_PERCENT || !limit->pattern.is_given;
    if (needs_total && !program_total(trial, &total, error))
        return false;
    trial->bound = limit->kind == BOUND_PERCENT ? share_of(total, limit->bound) : limit->bound;
    if (!limit->pattern.is_given)
        return add_verdict(trial, TEXT(""), total, true, error);
    if (!decide_functions(trial, &n_matches, error))
        return false;
    return n_matches != 0 || limit->may_be_missing || cannot(trial, "no function matches", error);
}

bool limits_decide(struct verdicts *verdicts, const struct limits *limits,
                   const struct profile *profile, const struct filter *filter, struct error *error)
{
    struct filter ignoring = {.ignored = filter->ignored};
    struct trial trial = {.verdicts = verdicts, .profile = profile};

    *verdicts = (struct verdicts){0};
    if (limits->count == 0)
        return true;
    bool is_done = totals_compute(&trial.totals, profile, error) &&
                   groups_create(&trial.groups, profile, BY_FUNCTION, true, &ignoring, error) &&
                   inclusive_compute(&trial.inclusive, &trial.groups, profile_levels(profile),
                                     &trial.totals.program, error);
    for (size_t i = 0; is_done && i < limits->count; i++) {
        trial.limit = &limits->list[i];
        is_done = decide(&trial, error);
    }
    inclusive_free(&trial.inclusive);
    groups_free(&trial.groups);
    totals_free(&trial.totals);
    return is_done;
}

void verdicts_print(const struct verdicts *verdicts, FILE *out)
{
    for (size_t i = 0; i < verdicts->count; i++) {
        const struct verdict *verdict = &verdicts->list[i];
        char line[600];
        snprintf(line, sizeof line, "%s: %.200s: %" PRIi64 "%s%.200s, limit %" PRIi64,
                 verdict->is_exceeded ? "exceeded" : "ok", verdict->limit.at, verdict->value,
                 verdict->function.length != 0 ? " in " : "", verdict->function.at, verdict->bound);
        message_print(out, NULL, 0, line);
    }
}

void verdicts_free(struct verdicts *verdicts)
{
    free(verdicts->list);
    arena_free(&verdicts->arena);
    *verdicts = (struct verdicts){0};
}

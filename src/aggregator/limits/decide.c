/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/limits/limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "aggregator/causes/causes.h"
#include "aggregator/diff.h"
#include "aggregator/inclusive.h"
#include "aggregator/metric.h"
#include "aggregator/noise.h"
#include "aggregator/program.h"
#include "aggregator/rank.h"
#include "aggregator/row_figures.h"
#include "aggregator/rows.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/number.h"
#include "base/spread.h"
#include "base/verdict.h"
#include "profile/events.h"
#include "profile/profile.h"

/* What a limit measures. */
struct measure {
    const struct limit *limit;
    const struct events *events;
    struct metric metric;
    bool overflows;      /* some sum of the figures did not fit into 64 bits */
    size_t n_runs;       /* further runs of the old build: of growth */
    struct arena *arena; /* owns what they have */
};

/* A figure, and the old profile's; 0 without one. */
struct figure {
    int64_t fresh, old;                  /* of a sum */
    bool is_in_fresh, is_in_old;         /* something of it is there, on either side */
    int64_t *runs;                       /* what further runs of the old build have; or NULL */
    struct ratio fresh_ratio, old_ratio; /* of a ratio: what has been added up */
    bool is_exact;                       /* none of it is a lower bound, or above the total */
    bool is_above;                       /* an inclusive cost is more than the whole program's */
};

/* A figure held against a bound. */
struct comparison {
    struct limited fresh, old;   /* the figure, and of growth the old one */
    struct limited value, bound; /* what is compared, and the largest that is not above the limit */
    struct spread spread;        /* of what it was, over further runs, */
    bool has_spread;             /* if there are any */
    int64_t excess;              /* in the order of the excesses, and above 0 where there is one */
    bool is_exact, is_above;     /* as of the figure */
    bool is_missing;             /* there is no such ratio, or was none */
    bool is_of_whole;            /* the bound is a share of what the whole program has, or had */
    bool is_new;                 /* of growth: nothing of it was there */
};

static bool measure_is_ratio(const struct measure *measure)
{
    return measure->metric.kind != METRIC_CALLS &&
           event_is_ratio(&measure->events->list[measure->metric.event]);
}

/* Growth is read from a change: the new ratio is made of the old parts and their change. */
static void read_ratio(struct figure *figure, const struct measure *measure,
                       const struct costs *costs, const struct costs *old, size_t row)
{
    const struct event *event = &measure->events->list[measure->metric.event];

    if (measure->limit->is_growth)
        ratio_add(&figure->old_ratio, event, old, costs_row(old, row));
    figure->fresh_ratio = figure->old_ratio;
    ratio_add(&figure->fresh_ratio, event, costs, costs_row(costs, row));
}

/* Makes room for what further runs have, which is 0; NULL where there are none. */
static int64_t *make_runs(const struct measure *measure)
{
    return measure->n_runs == 0
             ? NULL
             : arena_alloc_array(measure->arena, measure->n_runs, sizeof(int64_t));
}

/*
 * Reads the metric's event in a row of cost; for growth the costs are the change from the old, and
 * there may be those of further runs.
 */
static struct figure figure_read(struct measure *measure, const struct costs *costs,
                                 const struct costs *old, const struct costs *runs, size_t row)
{
    size_t event = measure->metric.event;
    struct figure figure = {.is_exact = true};

    if (measure_is_ratio(measure)) {
        read_ratio(&figure, measure, costs, old, row);
        return figure;
    }
    figure.fresh = event_sum(measure->events, event, costs, costs_row(costs, row)).sum;
    if (measure->limit->is_growth)
        figure.old = event_sum(measure->events, event, old, costs_row(old, row)).sum;
    measure->overflows |= add_overflows(&figure.fresh, figure.old);
    figure.runs = make_runs(measure);
    for (size_t i = 0; figure.runs != NULL && i < measure->n_runs; i++)
        figure.runs[i] = event_sum(measure->events, event, &runs[i], costs_row(&runs[i], row)).sum;
    return figure;
}

/* Adds up figures; of ratios what they are made of. A run's figures are summed by themselves. */
static void figure_add(struct figure *sum, const struct figure *figure, struct measure *measure)
{
    if (sum->runs == NULL && figure->runs != NULL)
        sum->runs = make_runs(measure);
    for (size_t i = 0; figure->runs != NULL && i < measure->n_runs; i++)
        measure->overflows |= add_overflows(&sum->runs[i], figure->runs[i]);
    sum->is_exact = sum->is_exact && figure->is_exact;
    sum->is_above |= figure->is_above;
    sum->is_in_fresh |= figure->is_in_fresh;
    sum->is_in_old |= figure->is_in_old;
    ratio_join(&sum->fresh_ratio, &figure->fresh_ratio);
    ratio_join(&sum->old_ratio, &figure->old_ratio);
    measure->overflows |= add_overflows(&sum->fresh, figure->fresh);
    measure->overflows |= add_overflows(&sum->old, figure->old);
}

/*
 * Sets by how much a figure has grown: beside further runs by what is outside of their spread,
 * which is then set. Returns whether that is so.
 */
static bool figure_growth(const struct figure *figure, struct measure *measure,
                          struct spread *spread, int64_t *growth)
{
    *spread = (struct spread){figure->old, figure->old};
    for (size_t i = 0; figure->runs != NULL && i < measure->n_runs; i++)
        spread_include(spread, figure->runs[i]);
    measure->overflows |= spread_count_overflows(spread, figure->fresh, growth);
    return figure->runs != NULL;
}

/*
 * Compares in doubles, which tell apart what is printed and more, but not 0.6 + 0.5 from 1.1:
 * values that are nearer to each other than that count as equal.
 */
static struct comparison compare_ratio(const struct figure *figure, const struct limit *limit)
{
    const double same = 1e-12;
    double fresh, old = 0;
    struct comparison comparison = {.is_exact = figure->is_exact};

    comparison.is_missing = !ratio_value(&figure->fresh_ratio, &fresh) ||
                            (limit->is_growth && !ratio_value(&figure->old_ratio, &old));
    comparison.fresh.ratio = fresh;
    comparison.old.ratio = old;
    comparison.value.ratio = fresh - old;
    comparison.bound.ratio = limit->bound.kind == BOUND_PERCENT
                               ? limit->bound.number / 100 * fabs(old)
                               : limit->bound.number;
    double excess = comparison.value.ratio - comparison.bound.ratio;
    if (fabs(excess) <= same * (fabs(fresh) + fabs(old)))
        excess = 0;
    comparison.excess = in_order_of_doubles(excess);
    return comparison;
}

/*
 * Holds a figure, or how it has grown, against the limit's bound: a share is one of `total`, which
 * is the program's, or of growth one of the old figure; where that is 0 it is one of the old
 * program's total, too: of nothing any growth would be too much. Ratios grow by points.
 */
static struct comparison figure_compare(const struct figure *figure, const struct figure *total,
                                        struct measure *measure)
{
    const struct limit *limit = measure->limit;
    int64_t value = figure->fresh;
    struct spread spread = {0};
    bool has_spread = false;

    if (measure_is_ratio(measure))
        return compare_ratio(figure, limit);
    if (limit->is_growth)
        has_spread = figure_growth(figure, measure, &spread, &value);
    bool is_of_whole = !limit->is_growth || figure->old == 0;
    int64_t whole = limit->is_growth ? magnitude(total->old) : total->fresh;
    int64_t bound = bound_of(&limit->bound, is_of_whole ? whole : magnitude(figure->old));
    int64_t excess = value;
    if (subtract_overflows(&excess, bound))
        excess = value > bound ? INT64_MAX : INT64_MIN;
    /* What is gone has grown where its cost was below 0, and does not exceed for all that. */
    if (limit->is_growth && !figure->is_in_fresh && excess > 0)
        excess = 0;
    return (struct comparison){.fresh.count = figure->fresh,
                               .old.count = figure->old,
                               .value.count = value,
                               .bound.count = bound,
                               .spread = spread,
                               .has_spread = has_spread,
                               .excess = excess,
                               .is_exact = figure->is_exact,
                               .is_above = figure->is_above,
                               .is_of_whole = is_of_whole,
                               .is_new = limit->is_growth && !figure->is_in_old};
}

/* Computed in doubles, which is exact enough for what is too small to count. */
static bool ratio_is_small(const struct figure *figure, const struct figure *total,
                           const struct measure *measure, const struct bound *least)
{
    const struct event *event = &measure->events->list[measure->metric.event];
    double growth =
        ratio_dividend(&figure->fresh_ratio, event) - ratio_dividend(&figure->old_ratio, event);
    double bound = least->number;

    if (least->kind == BOUND_PERCENT)
        bound *= fabs(ratio_dividend(&total->old_ratio, event)) / 100;
    return fabs(growth) < bound;
}

/*
 * Whether a figure has grown by less than `least`, a number or a share of the old total. For a
 * ratio what is divided has to have grown.
 */
static bool figure_is_small(const struct figure *figure, const struct figure *total,
                            struct measure *measure, const struct bound *least)
{
    struct spread spread;
    int64_t growth;

    if (measure_is_ratio(measure))
        return ratio_is_small(figure, total, measure, least);
    figure_growth(figure, measure, &spread, &growth);
    return magnitude(growth) < bound_least(least, magnitude(total->old));
}

/* Whether a comparison holds whatever lower bounds leave open. A ratio of them may be anything. */
static bool comparison_is_sure(const struct comparison *comparison, const struct measure *measure)
{
    return comparison->is_exact || (comparison->excess > 0 && !comparison->is_above &&
                                    !measure->limit->is_growth && !measure_is_ratio(measure));
}

/* The rows of a key, of a profile and of a change, with their costs, and the limit in question. */
struct trial {
    struct verdicts *verdicts;
    const struct evidence *evidence;
    const struct profile *profile; /* what is reported on: with an old one the change */
    const struct diff *diff;       /* matched as the rows are; NULL without an old profile */
    enum row_key by;
    struct program program, change_program; /* of the new profile and of the change */
    struct rows own_rows;
    struct inclusive own_inclusive;
    bool has_change;          /* what follows is there: */
    struct row_diff row_diff; /* what limits on growth are decided on, */
    struct row_noise noise;   /* with further runs */
    struct program old_program;
    struct costs *noise_totals;             /* by further run: what its program cost */
    struct arena arena;                     /* owns that, */
    const int64_t *ceilings, *old_ceilings; /* and these, by event: see program_ceilings() */

    const struct limit *limit;
    struct measure measure;
    const struct rows *rows; /* of the new profile, or of the change */
    const struct inclusive *inclusive;
    bool *has_inlined;   /* by row: some of its code was inlined; NULL: none that is known */
    uint32_t *n_of_name; /* by name of a function: how many rows have it */
    struct figure total; /* of the program */
};

/* Returns why a figure decides nothing, though it is there. */
static const char *why_unsure(const struct trial *trial, bool is_above)
{
    if (trial->measure.metric.kind == METRIC_CALLS)
        return "how often inlined code ran is not known";
    return is_above ? "the inclusive cost is above the program's total"
                    : "only a lower bound of the inclusive cost is known";
}

static struct figure calls_of(const struct trial *trial, row_id id)
{
    const struct measure *measure = &trial->measure;
    struct figure figure = {.fresh = trial->rows->calls[id]};

    if (trial->limit->is_growth)
        figure.old = trial->row_diff.old_calls[id];
    /* What was read as a number of calls becomes the sum again. */
    (void)add_overflows(&figure.fresh, figure.old);
    figure.runs = make_runs(measure);
    for (size_t i = 0; figure.runs != NULL && i < measure->n_runs; i++)
        figure.runs[i] = trial->noise.calls[i][id];
    figure.is_exact = trial->has_inlined == NULL || !trial->has_inlined[id];
    return figure;
}

static struct figure program_total(struct trial *trial)
{
    const struct program *program =
        trial->limit->is_growth ? &trial->change_program : &trial->program;
    struct figure total = {.is_exact = true};

    if (trial->measure.metric.kind != METRIC_CALLS) {
        total = figure_read(&trial->measure, &program->total, &trial->old_program.total,
                            trial->noise_totals, 0);
    } else {
        for (row_id id = 0; id < trial->rows->count; id++) {
            const struct figure calls = calls_of(trial, id);
            figure_add(&total, &calls, &trial->measure);
        }
    }
    total.is_in_fresh = total.is_in_old = true;
    return total;
}

static struct figure costs_of(struct trial *trial, row_id id)
{
    const struct row_diff *row_diff = &trial->row_diff;

    if (trial->measure.metric.kind == METRIC_SELF)
        return figure_read(&trial->measure, &trial->rows->self, &row_diff->old_self,
                           trial->noise.self, id);
    struct figure figure = figure_read(&trial->measure, &trial->inclusive->costs,
                                       &row_diff->old_inclusive, trial->noise.inclusive, id);
    size_t event = trial->measure.metric.event;
    figure.is_above = figure.fresh > trial->ceilings[event] ||
                      (trial->limit->is_growth && figure.old > trial->old_ceilings[event]);
    figure.is_exact = !figure.is_above && trial->inclusive->is_exact[id] &&
                      (figure.runs == NULL || trial->noise.is_exact[id]);
    return figure;
}

static struct figure row_figure(struct trial *trial, row_id id)
{
    struct figure figure =
        trial->measure.metric.kind == METRIC_CALLS ? calls_of(trial, id) : costs_of(trial, id);

    if (!trial->limit->is_growth)
        return figure;
    figure.is_in_fresh = trial->row_diff.is_in_fresh[id];
    figure.is_in_old = trial->row_diff.is_in_old[id];
    return figure;
}

/* Sets what a verdict is about, and where that is. */
static void name_row(struct trial *trial, row_id id, struct verdict *verdict)
{
    struct row_names names = rows_names(trial->rows, id);
    struct arena *arena = &trial->verdicts->arena;
    struct buffer room = {0};

    verdict->name = arena_copy_text(arena, rows_text(trial->rows, id, &room));
    free(room.at);
    verdict->function = arena_copy_text(arena, names.function);
    verdict->file = arena_copy_text(arena, names.file);
    verdict->file_line = names.line;
    verdict->address = names.address;
    if (trial->by == BY_NAMESPACE && names.label.at == NULL) /* what is in none is of an object */
        verdict->key = text_of(row_keys[BY_OBJECT].name);
    if (trial->by == BY_FUNCTION)
        verdict->has_namesake = trial->n_of_name[trial->rows->list[id].function] > 1;
}

/* Adds a verdict that has no figures, for a reason if it is undecided. */
static struct verdict *add_bare(struct verdicts *verdicts, const struct limit *limit,
                                const char *reason)
{
    ARRAY_GROW(verdicts->list, verdicts->count, verdicts->capacity);
    struct verdict *verdict = &verdicts->list[verdicts->count++];
    *verdict = (struct verdict){.limit = arena_copy_text(&verdicts->arena, limit->written),
                                .path = limit->path,
                                .line = limit->line,
                                .key = text_of(row_keys[limit->by].name),
                                .outcome = reason != NULL ? LIMIT_UNDECIDED : LIMIT_OK,
                                .reason = reason};
    verdicts->has_undecided |= reason != NULL;
    return verdict;
}

/*
 * Adds a verdict on one row or, with NO_ID, on several or on the whole program, for a reason if it
 * is undecided.
 */
static struct verdict *add_verdict(struct trial *trial, row_id id, const char *reason)
{
    struct verdict *verdict = add_bare(trial->verdicts, trial->limit, reason);

    if (id != NO_ID)
        name_row(trial, id, verdict);
    return verdict;
}

/* Says something of what the limit is on, between the words. */
static const char *say_of_rows(struct trial *trial, const char *before, const char *after)
{
    struct buffer said = {0};

    buffer_print(&said, "%s%s%s", before, row_keys[trial->by].name, after);
    return buffer_keep(&said, &trial->verdicts->arena).at;
}

/*
 * A figure that is a lower bound decides only where it is already above the limit, and a ratio that
 * is not there does not.
 */
static void judge(struct trial *trial, row_id id, const struct comparison *comparison)
{
    const struct limit *limit = trial->limit;
    bool is_exceeded = comparison->excess > 0;

    if (!comparison_is_sure(comparison, &trial->measure)) {
        add_verdict(trial, id, why_unsure(trial, comparison->is_above));
        return;
    }
    if (comparison->is_missing) {
        if (!limit->may_be_missing)
            add_verdict(trial, id,
                        limit->is_growth ? "on one side the ratio divides by 0"
                                         : "the ratio divides by 0");
        return;
    }
    struct verdict *verdict = add_verdict(trial, id, NULL);
    verdict->outcome = is_exceeded ? LIMIT_EXCEEDED : LIMIT_OK;
    verdict->is_bound = !comparison->is_exact;
    verdict->is_ratio = measure_is_ratio(&trial->measure);
    verdict->is_growth = limit->is_growth;
    verdict->is_share = limit->bound.kind == BOUND_PERCENT;
    verdict->is_of_whole = comparison->is_of_whole;
    verdict->is_new = comparison->is_new;
    verdict->fresh = comparison->fresh;
    verdict->old = comparison->old;
    verdict->value = comparison->value;
    verdict->bound = comparison->bound;
    verdict->spread = comparison->spread;
    verdict->has_spread = comparison->has_spread;
    verdict->excess = comparison->excess;
    verdict->whole = limit->is_growth ? trial->total.old : trial->total.fresh;
    trial->verdicts->has_exceeded |= is_exceeded;
}

/* Whether a change is so small that growth does not count it. */
static bool is_small(struct trial *trial, const struct figure *figure)
{
    const struct bound *least = trial->evidence->least;

    return least != NULL && trial->limit->is_growth && figure->is_exact &&
           figure_is_small(figure, &trial->total, &trial->measure, least);
}

/* The matching rows so far. */
struct matched {
    struct buffer room;    /* for the name of one */
    size_t count, n_small; /* with those that have changed too little to count */
    struct figure sum;
    struct comparison furthest; /* of those one by one: the largest excess that is sure */
    row_id row;                 /* which that is: of several, the first by name */
    bool has_furthest, has_exceeded, is_exact;
    size_t n_unsure; /* of those that are looked at one by one */
    row_id unsure;   /* the first of them by name */
    bool is_above;   /* some inclusive cost is more than the whole program's */
};

/* Keeps the row with the largest excess: one speaks for all. */
static void take_furthest(const struct trial *trial, struct matched *matched, row_id id,
                          const struct comparison *comparison)
{
    int64_t most = matched->furthest.excess;
    bool is_further =
        !matched->has_furthest || comparison->excess > most ||
        (comparison->excess == most && rank_is_named_before(trial->rows, id, matched->row));

    if (!is_further)
        return;
    matched->furthest = *comparison;
    matched->row = id;
    matched->has_furthest = true;
}

/* Each row that exceeds the limit has a verdict; those that might exceed it share one. */
static void take_each(struct trial *trial, struct matched *matched, row_id id,
                      const struct comparison *comparison)
{
    if (!comparison_is_sure(comparison, &trial->measure)) {
        if (matched->n_unsure == 0 || rank_is_named_before(trial->rows, id, matched->unsure))
            matched->unsure = id;
        matched->n_unsure++;
    } else if (comparison->excess > 0) {
        judge(trial, id, comparison);
        matched->has_exceeded = true;
    }
}

static void take_row(struct trial *trial, struct matched *matched, row_id id)
{
    const struct figure figure = row_figure(trial, id);

    matched->count++;
    if (is_small(trial, &figure)) {
        matched->n_small++;
        return;
    }
    const struct comparison comparison = figure_compare(&figure, &trial->total, &trial->measure);
    matched->is_exact = matched->is_exact && figure.is_exact;
    matched->is_above |= figure.is_above;
    /* What divides by 0 is not looked at. */
    bool is_there = !comparison.is_missing || !figure.is_exact;
    if (trial->limit->is_each && is_there)
        take_each(trial, matched, id, &comparison);
    if (is_there && comparison_is_sure(&comparison, &trial->measure))
        take_furthest(trial, matched, id, &comparison);
    if (!trial->limit->is_each && trial->measure.metric.kind != METRIC_INCLUSIVE)
        figure_add(&matched->sum, &figure, &trial->measure);
}

/* Takes a row that only further runs have, which is part of their sums. */
static void take_noise(struct trial *trial, struct matched *matched, row_id id)
{
    const struct figure figure = row_figure(trial, id);

    if (!trial->limit->is_each && trial->measure.metric.kind != METRIC_INCLUSIVE)
        figure_add(&matched->sum, &figure, &trial->measure);
}

/*
 * Gives one verdict on all that match. Inclusive costs may contain one another: one speaks for all.
 */
static void judge_matched(struct trial *trial, const struct matched *matched)
{
    struct comparison comparison = matched->furthest;
    bool is_each = trial->limit->is_each;
    bool takes_sum = !is_each && trial->measure.metric.kind != METRIC_INCLUSIVE;

    if (matched->n_small == matched->count || (is_each && !matched->has_furthest)) {
        add_verdict(trial, NO_ID, NULL)->reason =
            matched->n_small != 0
                ? say_of_rows(trial, "no ", " has changed by as much as --min-delta")
                : say_of_rows(trial, "the ratio divides by 0 for each ", "");
        return;
    }
    if (takes_sum || !matched->has_furthest)
        comparison = figure_compare(&matched->sum, &trial->total, &trial->measure);
    /* What one row alone exceeds for sure is not undone by the others. */
    if (takes_sum || comparison.excess <= 0)
        comparison.is_exact = matched->is_exact;
    comparison.is_above = !comparison.is_exact && matched->is_above;
    bool is_of_one = !takes_sum && matched->has_furthest && (is_each || matched->count > 1) &&
                     comparison_is_sure(&comparison, &trial->measure);
    judge(trial, is_of_one ? matched->row : NO_ID, &comparison);
}

static int in_order_of_excess(const void *left, const void *right)
{
    const struct verdict *a = left, *b = right;
    int order = text_compare(a->name, b->name);

    if (a->excess != b->excess)
        return a->excess > b->excess ? -1 : 1;
    return order != 0 ? order : text_compare(a->file, b->file);
}

static bool row_matches(const struct trial *trial, row_id id, struct buffer *room)
{
    return !trial->rows->list[id].is_hidden &&
           pattern_passes(&trial->limit->pattern, rows_text(trial->rows, id, room));
}

/* Takes all rows that match. */
static void take_rows(struct trial *trial, struct matched *matched)
{
    for (row_id id = 0; id < trial->rows->count; id++) {
        if (!row_matches(trial, id, &matched->room))
            continue;
        if (trial->limit->is_growth && !row_diff_has(&trial->row_diff, id))
            take_noise(trial, matched, id);
        else
            take_row(trial, matched, id);
    }
}

static const char *why_none_matches(struct trial *trial)
{
    return trial->by == BY_FUNCTION
             ? "no function matches; others are named with a key, as in object:libc"
             : say_of_rows(trial, "no ", " matches");
}

/* Decides on all rows that match, one by one or together. */
static void decide_rows(struct trial *trial)
{
    struct matched matched = {.sum.is_exact = true, .is_exact = true};
    size_t before = trial->verdicts->count;

    take_rows(trial, &matched);
    size_t n_added = trial->verdicts->count - before;
    ARRAY_SORT(&trial->verdicts->list[before], n_added, in_order_of_excess);
    if (matched.n_unsure != 0)
        add_verdict(trial, matched.unsure, why_unsure(trial, matched.is_above))->n_others =
            matched.n_unsure - 1;
    else if (matched.count != 0 && !matched.has_exceeded)
        judge_matched(trial, &matched);
    else if (matched.count == 0 && !trial->limit->may_be_missing)
        add_verdict(trial, NO_ID, why_none_matches(trial));
    free(matched.room.at);
}

/* What contributes less than this part of the growth is not worth a word. */
enum { LEAST_OF_GROWTH = 10 };

/* Takes the functions that contribute most to the growth, the largest first. */
static void take_causes(struct trial *trial, struct verdict *verdict, const struct causes *causes,
                        int64_t change)
{
    const struct rows *rows = &trial->row_diff.rows;
    int64_t *rounded = memory_alloc(causes_n_owners(causes), sizeof *rounded);
    struct ranking ranking = {0};

    causes_round_event(causes, 0, change, rounded);
    ranking_begin_rows(&ranking, rows, 1);
    for (row_id id = 0; id < rows->count; id++)
        if (!rows->list[id].is_hidden && rounded[id] > change / LEAST_OF_GROWTH)
            *ranking_add_row(&ranking, id) = rounded[id];
    ranking_sort_begin(&ranking);
    verdict->n_causes = ranking.count < MOST_VERDICT_CAUSES ? ranking.count : MOST_VERDICT_CAUSES;
    ranking_sort_first(&ranking, verdict->n_causes);
    for (size_t i = 0; i < verdict->n_causes; i++) {
        row_id id = ranking.items[i].id;
        struct text function = rows_names(rows, id).function;
        verdict->causes[i] =
            (struct verdict_cause){arena_copy_text(&trial->verdicts->arena, function), rounded[id]};
    }
    ranking_free(&ranking);
    free(rounded);
}

/* Says what made the program grow, where that exceeded a limit on its self cost. */
static void explain_growth(struct trial *trial, struct verdict *verdict)
{
    const struct measure *measure = &trial->measure;
    bool is_of_cost = measure->metric.kind != METRIC_CALLS && !verdict->is_ratio;
    int64_t change = verdict->fresh.count;
    struct causes causes;

    if (verdict->outcome != LIMIT_EXCEEDED || !verdict->is_growth || !is_of_cost)
        return;
    (void)subtract_saturated(&change, verdict->old.count);
    const struct causes_wanted wanted = {.rows = &trial->row_diff.rows,
                                         .events = &measure->metric.event,
                                         .n_events = 1,
                                         .changes = &change};
    causes_find(&causes, trial->diff, &wanted);
    take_causes(trial, verdict, &causes, change);
    causes_free(&causes);
}

static bool read_measure(struct trial *trial, struct error *error)
{
    const struct limit *limit = trial->limit;

    trial->measure = (struct measure){.limit = limit,
                                      .events = &trial->profile->events,
                                      .n_runs = limit->is_growth ? trial->noise.n_runs : 0,
                                      .arena = &trial->arena};
    if (!metric_read(&trial->measure.metric, limit->metric, &trial->profile->events)) {
        const struct events *events = trial->measure.events;
        char reason[320], list[210];
        metric_list_events(limit->metric, events, list, sizeof list);
        if (!metric_explain_absence(limit->metric, events, reason, sizeof reason))
            snprintf(reason, sizeof reason, "'%.*s' is not an event of the profile: %s",
                     text_shown_length(limit->metric), limit->metric.at, list);
        return limit_refuse(limit, ERROR_USAGE, reason, error);
    }
    if (trial->measure.metric.kind != METRIC_SELF && limit->pattern.is_given &&
        !row_keys[trial->by].has_calls)
        return limit_refuse(
            limit, ERROR_USAGE,
            "rows of this key have no calls, and so no inclusive cost: such a limit is "
            "on self cost",
            error);
    if (measure_is_ratio(&trial->measure) && limit->bound.kind == BOUND_PERCENT &&
        !limit->is_growth)
        return limit_refuse(limit, ERROR_USAGE,
                            "a ratio adds up to no total to have a share of; its limit is a "
                            "number, as in '> 5.5'",
                            error);
    return true;
}

/* Counts how many functions have a name. */
static void count_names(struct trial *trial)
{
    const struct rows *rows = trial->rows;

    trial->n_of_name =
        memory_alloc(names_count(rows->profile->symbols.functions), sizeof *trial->n_of_name);
    for (row_id id = 0; trial->by == BY_FUNCTION && id < rows->count; id++)
        trial->n_of_name[rows->list[id].function]++;
}

/* Finds the rows with functions of which some code was inlined: how often that ran is not known. */
static void find_inlined(struct trial *trial)
{
    const struct rows *rows = trial->rows;

    trial->has_inlined = NULL;
    if (rows->of_function == NULL)
        return;
    trial->has_inlined = memory_alloc(rows->count, sizeof *trial->has_inlined);
    for (function_id id = 0; id < profile_n_functions(rows->profile); id++)
        trial->has_inlined[rows->of_function[id]] |=
            (profile_code(rows->profile, id) & CODE_INLINED) != 0;
}

static bool decide(struct trial *trial, struct error *error)
{
    const struct limit *limit = trial->limit;
    size_t n_before = trial->verdicts->count;

    trial->rows = limit->is_growth ? &trial->row_diff.rows : &trial->own_rows;
    trial->inclusive = limit->is_growth ? &trial->row_diff.inclusive : &trial->own_inclusive;
    if (!read_measure(trial, error))
        return false;
    find_inlined(trial);
    trial->total = program_total(trial);
    if (limit->pattern.is_given) {
        count_names(trial);
        decide_rows(trial);
        free(trial->n_of_name);
    } else {
        const struct comparison comparison =
            figure_compare(&trial->total, &trial->total, &trial->measure);
        judge(trial, NO_ID, &comparison);
        if (trial->verdicts->count > n_before)
            explain_growth(trial, &trial->verdicts->list[n_before]);
    }
    free(trial->has_inlined);
    bool fits =
        events_fit(trial->measure.events, error) &&
        (!trial->measure.overflows ||
         limit_refuse(limit, ERROR_FAILED, "the figures add up to more than 64 bits", error));
    if (!fits)
        trial->verdicts->count = n_before; /* they are of figures that are wrong */
    return fits;
}

/* The rows of the new profile and their costs. */
static bool gather_own(struct trial *trial, const struct row_choice *choice, struct error *error)
{
    const struct profile *fresh =
        trial->diff != NULL ? &trial->diff->fresh.profile : trial->profile;

    program_compute(&trial->program, fresh);
    trial->ceilings = program_ceilings(&trial->program, &trial->profile->events,
                                       &fresh->by_place.self, &trial->arena);
    rows_create(&trial->own_rows, fresh, choice);
    if (choice->has_inclusive)
        inclusive_compute(&trial->own_inclusive, &trial->own_rows,
                          profile_levels(fresh, trial->own_rows.arcs));
    return profile_fits(fresh, error);
}

/* Adds up how rows changed, for limits on growth. */
static bool gather_change(struct trial *trial, const struct row_choice *choice, struct error *error)
{
    const struct noise *noise = trial->diff->noise;

    trial->has_change = true;
    diff_of_program(trial->diff, &trial->change_program);
    program_compute(&trial->old_program, &trial->diff->old.profile);
    trial->old_ceilings = program_ceilings(&trial->old_program, &trial->profile->events,
                                           &trial->diff->old.profile.by_place.self, &trial->arena);
    if (!row_diff_create(&trial->row_diff, trial->diff, choice, false, error))
        return false;
    if (noise == NULL)
        return diff_fits(trial->diff, error);
    trial->noise_totals =
        arena_alloc_array(&trial->arena, noise->count, sizeof *trial->noise_totals);
    for (size_t i = 0; i < noise->count; i++)
        trial->noise_totals[i] = noise->programs[i].total;
    return row_noise_create(&trial->noise, noise, &trial->row_diff.rows, choice, error) &&
           diff_fits(trial->diff, error);
}

/* Adds up what the limit in question needs, where no limit of these rows needed it before. */
static bool gather(struct trial *trial, struct error *error)
{
    const struct filter ignoring = {.ignored = trial->evidence->filter->ignored};
    const struct row_choice choice = {.key = trial->by,
                                      .is_folded = true,
                                      .has_inclusive = row_keys[trial->by].has_calls,
                                      .filter = &ignoring};
    struct error why = {0};

    if (trial->own_rows.profile == NULL && !gather_own(trial, &choice, error))
        return false;
    if (!trial->limit->is_growth || trial->has_change)
        return true;
    if (gather_change(trial, &choice, &why))
        return true;
    if (why.kind == ERROR_USAGE) /* rows that cannot be told apart */
        return limit_refuse(trial->limit, why.kind, why.text, error);
    *error = why;
    return false;
}

/* Begins to decide limits on rows of a key. */
static struct trial *trial_create(struct verdicts *verdicts, const struct evidence *evidence,
                                  enum row_key by)
{
    struct trial *trial = memory_alloc(1, sizeof *trial);
    const struct diff *diff = evidence->diffs[row_keys[by].matching];

    *trial = (struct trial){.verdicts = verdicts,
                            .evidence = evidence,
                            .profile = diff != NULL ? &diff->change : evidence->profile,
                            .diff = diff,
                            .by = by};
    return trial;
}

static void trial_free(struct trial *trial)
{
    if (trial == NULL)
        return;
    inclusive_free(&trial->own_inclusive);
    rows_free(&trial->own_rows);
    row_diff_free(&trial->row_diff);
    row_noise_free(&trial->noise);
    arena_free(&trial->arena);
    program_free(&trial->old_program);
    program_free(&trial->change_program);
    program_free(&trial->program);
    free(trial);
}

/* Whether a limit asks for the run of that name. */
static bool holds_for(const struct limits *limits, const struct limit *limit, struct text run)
{
    return limit->section == 0 || pattern_passes(&limits->sections[limit->section - 1], run);
}

bool limits_decide(struct verdicts *verdicts, const struct limits *limits,
                   const struct evidence *evidence, struct error *error)
{
    struct trial *trials[N_ROW_KEYS] = {NULL};
    bool is_done = true;

    *verdicts = (struct verdicts){0};
    if (limits->n_sections != 0 && evidence->run.at == NULL)
        return error_usage(error, "--limits with sections takes one run: [REGEX] is of its name");
    for (size_t i = 0; is_done && i < limits->count; i++) {
        const struct limit *limit = &limits->list[i];
        struct trial **trial = &trials[limit->by];
        if (!holds_for(limits, limit, evidence->run))
            continue;
        if (limit->is_growth && evidence->diffs[row_keys[limit->by].matching] == NULL) {
            if (limit->section != 0)
                add_bare(verdicts, limit, "there is no old run of this name");
            continue;
        }
        if (*trial == NULL)
            *trial = trial_create(verdicts, evidence, limit->by);
        (*trial)->limit = limit;
        is_done = gather(*trial, error) && decide(*trial, error);
    }
    for (enum row_key key = 0; key < N_ROW_KEYS; key++)
        trial_free(trials[key]);
    /* No verdict may rest on names that were not told apart. */
    bool is_sure = limits_check(limits, error) && filter_check(evidence->filter, error);
    if (!is_sure)
        verdicts_free(verdicts);
    return is_done && is_sure;
}

void limits_miss_run(struct verdicts *verdicts, const struct limits *limits, struct text run)
{
    for (size_t i = 0; i < limits->count; i++)
        if (limits->list[i].section != 0 && holds_for(limits, &limits->list[i], run))
            add_bare(verdicts, &limits->list[i], "there is no new run of this name");
}

bool limits_ask_for(const struct limits *limits, struct text run)
{
    for (size_t i = 0; i < limits->count; i++)
        if (holds_for(limits, &limits->list[i], run))
            return true;
    return false;
}

void limits_miss_sections(struct verdicts *verdicts, const struct limits *limits,
                          struct text_list runs)
{
    for (size_t i = 0; i < limits->count; i++) {
        bool is_matched = false;
        for (size_t run = 0; !is_matched && run < runs.count; run++)
            is_matched = holds_for(limits, &limits->list[i], runs.items[run]);
        if (!is_matched)
            add_bare(verdicts, &limits->list[i], "no run has a name that its section matches");
    }
}

void verdicts_add(struct verdicts *verdicts, const struct verdict *verdict)
{
    struct arena *arena = &verdicts->arena;
    struct verdict copy = *verdict;

    copy.limit = arena_copy_text(arena, copy.limit);
    copy.name = arena_copy_text(arena, copy.name);
    copy.function = arena_copy_text(arena, copy.function);
    copy.file = arena_copy_text(arena, copy.file);
    if (copy.reason != NULL)
        copy.reason = arena_copy_text(arena, text_of(copy.reason)).at;
    for (size_t i = 0; i < copy.n_causes; i++)
        copy.causes[i].function = arena_copy_text(arena, copy.causes[i].function);
    ARRAY_ADD(verdicts->list, verdicts->count, verdicts->capacity, copy);
    verdicts->has_exceeded |= copy.outcome == LIMIT_EXCEEDED;
    verdicts->has_undecided |= copy.outcome == LIMIT_UNDECIDED;
}

void verdicts_free(struct verdicts *verdicts)
{
    free(verdicts->list);
    arena_free(&verdicts->arena);
    *verdicts = (struct verdicts){0};
}

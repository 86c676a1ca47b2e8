/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/limits/limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/causes/causes.h"
#include "aggregator/compare/compare.h"
#include "aggregator/inclusive.h"
#include "aggregator/metric.h"
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

/*
 * The sides of a figure: the new profile or, for limits on growth, the change; then the old
 * profile, and --noise runs.
 */
enum { NEW_OR_CHANGE, OLD, FIRST_RUN };

/* The figure that a limit measures, for a row, several together, or the program. */
struct figure {
    int64_t *sums;                  /* by side */
    struct ratio ratios[FIRST_RUN]; /* by side, where a ratio is measured */
    bool is_exact;                  /* else it is a lower bound */
    bool is_in_old;                 /* the old profile has some of it */
    bool is_above;                  /* a ratio of inclusive costs above the program's total */
};

/* A figure held against the limit. */
struct judged {
    struct verdict verdict;
    int64_t excess;  /* in the order of how far the figure is above the limit: 0 is not above it */
    bool is_missing; /* the figure is a ratio that divides by 0 */
};

/* Rows of a key, of the new profile or of the change, and the limit that is decided on them. */
struct trial {
    struct verdicts *verdicts;
    const struct evidence *evidence;
    const struct diff *diff;       /* matched as the key wants it; NULL without an old profile */
    const struct profile *profile; /* the change, or without an old profile the only one */
    struct row_figures figures;
    struct program program, old_program;
    const int64_t *ceilings, *old_ceilings; /* by event: see program_ceilings() */
    uint32_t *n_of_name;                    /* by name of a function: how many rows have it */
    struct arena arena;

    const struct limit *limit;
    struct metric metric;
    int64_t unit;              /* of the event, in which limits are written, */
    struct bound bound, least; /* the limit and --min-delta, in whole numbers of the event */
    struct row_costs costs;    /* self or inclusive */
    size_t n_sides;
    struct figure total, row; /* of the program, and of the row that is looked at */
};

static const struct event *measured_event(const struct trial *trial)
{
    return &trial->profile->events.list[trial->metric.event];
}

static bool measures_ratio(const struct trial *trial)
{
    return trial->metric.kind != METRIC_CALLS && event_is_ratio(measured_event(trial));
}

static struct figure figure_create(struct trial *trial)
{
    return (struct figure){.sums =
                               arena_alloc_array(&trial->arena, trial->n_sides, sizeof(int64_t)),
                           .is_exact = true};
}

/* Adds a row of cost, or the calls of that row. A sum that does not fit marks the profile. */
static void figure_add(const struct trial *trial, struct figure *figure, const struct row_costs *in,
                       row_id id)
{
    const struct row_figures *rows = &trial->figures;
    size_t n_sides = in->noise == NULL && trial->n_sides > FIRST_RUN ? FIRST_RUN : trial->n_sides;

    for (size_t side = 0; side < n_sides; side++) {
        const struct costs *costs = side == NEW_OR_CHANGE ? in->costs
                                  : side == OLD           ? in->old
                                                          : &in->noise[side - FIRST_RUN];
        const int64_t *row = costs_row(costs, id);
        int64_t sum;
        if (measures_ratio(trial)) {
            ratio_add(&figure->ratios[side], measured_event(trial), costs, row);
            continue;
        }
        if (trial->metric.kind != METRIC_CALLS)
            sum = event_sum(&trial->profile->events, trial->metric.event, costs, row).sum;
        else
            sum = side == NEW_OR_CHANGE ? rows->rows->calls[id]
                : side == OLD           ? rows->diff->old.calls[id]
                                        : rows->noise.calls[side - FIRST_RUN][id];
        profile_note_overflow(trial->profile, add_overflows(&figure->sums[side], sum));
    }
}

/* Adds what a row has of the metric. */
static void figure_add_row(const struct trial *trial, struct figure *figure, row_id id)
{
    const struct row_figures *by_row = &trial->figures;
    const struct row_costs *costs = &trial->costs;

    figure_add(trial, figure, costs, id);
    if (trial->metric.kind == METRIC_INCLUSIVE && measures_ratio(trial))
        figure->is_above |= row_ratio_is_above(measured_event(trial), *costs, id, trial->ceilings,
                                               trial->old_ceilings);
    if (trial->metric.kind == METRIC_CALLS && (by_row->rows->list[id].code & CODE_INLINED) != 0)
        figure->is_exact = false;
    if (trial->metric.kind == METRIC_INCLUSIVE &&
        !(costs->is_exact[id] && (trial->n_sides <= FIRST_RUN || costs->noise_is_exact[id])))
        figure->is_exact = false;
    figure->is_in_old |= by_row->diff != NULL && by_row->diff->old.is_there[id];
}

/* Returns the figure of one row, which is good until the next one. */
static const struct figure *figure_of_row(struct trial *trial, row_id id)
{
    memset(trial->row.sums, 0, trial->n_sides * sizeof *trial->row.sums);
    trial->row = (struct figure){.sums = trial->row.sums, .is_exact = true};
    figure_add_row(trial, &trial->row, id);
    return &trial->row;
}

/*
 * Compares ratios in doubles, which tell apart what is printed and more, but not 0.6 + 0.5 from
 * 1.1: values that are nearer to each other than that count as equal. Ratios grow by points.
 */
static void judge_ratio(const struct trial *trial, const struct figure *figure,
                        struct judged *judged)
{
    const double same = 1e-12;
    const struct limit *limit = trial->limit;
    struct verdict *verdict = &judged->verdict;
    struct ratio now = figure->ratios[NEW_OR_CHANGE];

    verdict->is_ratio = true;
    if (limit->is_growth) {
        ratio_join(&now, &figure->ratios[OLD]);
        judged->is_missing = !ratio_value(&figure->ratios[OLD], &verdict->old.ratio);
    }
    judged->is_missing |= !ratio_value(&now, &verdict->current.ratio);
    verdict->value.ratio = verdict->current.ratio - verdict->old.ratio;
    verdict->bound.ratio = limit->bound.kind == BOUND_PERCENT
                             ? limit->bound.number / 100 * fabs(verdict->old.ratio)
                             : limit->bound.number;
    double excess = verdict->value.ratio - verdict->bound.ratio;
    if (fabs(excess) > same * (fabs(verdict->current.ratio) + fabs(verdict->old.ratio)))
        judged->excess = in_order_of_doubles(excess);
}

/*
 * Compares a sum, or its growth beyond the noise, with the limit. A share refers to the program's
 * total or, for growth, to the old figure; if that is 0, to the old total, since any growth from 0
 * would exceed.
 */
static void judge_sum(struct trial *trial, const struct figure *figure, struct judged *judged)
{
    const struct limit *limit = trial->limit;
    struct verdict *verdict = &judged->verdict;
    int64_t now = figure->sums[NEW_OR_CHANGE], old = 0;

    verdict->value.count = now;
    verdict->whole = trial->total.sums[limit->is_growth ? OLD : NEW_OR_CHANGE];
    if (limit->is_growth) {
        old = figure->sums[OLD];
        profile_note_overflow(trial->profile, add_overflows(&now, old));
        verdict->spread = (struct spread){old, old};
        for (size_t i = FIRST_RUN; i < trial->n_sides; i++)
            spread_include(&verdict->spread, figure->sums[i]);
        verdict->has_spread = trial->n_sides > FIRST_RUN;
        profile_note_overflow(trial->profile,
                              spread_count_overflows(&verdict->spread, now, &verdict->value.count));
        verdict->is_new = !figure->is_in_old;
    }
    verdict->current.count = now;
    verdict->old.count = old;
    verdict->is_of_whole = old == 0;
    int64_t total = limit->is_growth ? magnitude(verdict->whole) : verdict->whole;
    verdict->bound.count = bound_of(&trial->bound, old == 0 ? total : magnitude(old));
    judged->excess = verdict->value.count;
    (void)subtract_saturated(&judged->excess, verdict->bound.count);
    if (limit->is_growth && now == 0 && judged->excess > 0)
        judged->excess = 0; /* a removed row with negative cost has grown */
}

/* Returns a verdict without figures, for a reason if it is undecided. */
static struct verdict bare_verdict(const struct limit *limit, const char *reason)
{
    return (struct verdict){.limit = limit->written,
                            .path = limit->path,
                            .line = limit->line,
                            .key = text_of(row_keys[limit->by].name),
                            .outcome = reason != NULL ? LIMIT_UNDECIDED : LIMIT_OK,
                            .reason = reason};
}

/*
 * Holds a figure against the limit. A lower bound decides only where it is above the limit already,
 * and not of growth or of a ratio; what is above the program's total is not even a lower bound, and
 * may have grown by anything. Where there is a reason against deciding, the figures are still set.
 */
static struct judged judge(struct trial *trial, const struct figure *figure)
{
    const struct limit *limit = trial->limit;
    bool is_inclusive = trial->metric.kind == METRIC_INCLUSIVE, is_growth = limit->is_growth;
    size_t event = trial->metric.event;
    struct judged judged = {.verdict = bare_verdict(limit, NULL)};
    struct verdict *verdict = &judged.verdict;
    const char *reason = NULL;

    if (measures_ratio(trial))
        judge_ratio(trial, figure, &judged);
    else
        judge_sum(trial, figure, &judged);
    if (figure->is_above ||
        (is_inclusive && (verdict->current.count > trial->ceilings[event] ||
                          (is_growth && verdict->old.count > trial->old_ceilings[event])))) {
        reason = "the inclusive cost is above the program's total";
        verdict->value.count = INT64_MAX;
    } else if (!figure->is_exact && (judged.excess <= 0 || is_growth || verdict->is_ratio)) {
        reason = is_inclusive ? "only a lower bound of the inclusive cost is known"
                              : "how often inlined code ran is not known";
    }
    judged.is_missing = judged.is_missing && reason == NULL;
    if (judged.is_missing)
        reason = is_growth ? "on one side the ratio divides by 0" : "the ratio divides by 0";
    verdict->reason = reason;
    verdict->outcome = reason != NULL    ? LIMIT_UNDECIDED
                     : judged.excess > 0 ? LIMIT_EXCEEDED
                                         : LIMIT_OK;
    verdict->is_bound = !figure->is_exact;
    verdict->is_growth = is_growth;
    verdict->is_share = limit->bound.kind == BOUND_PERCENT;
    verdict->unit = trial->unit;
    return judged;
}

/* Names the subject of a verdict, and its place. */
static void name_row(struct trial *trial, row_id id, struct verdict *verdict)
{
    const struct rows *rows = trial->figures.rows;
    struct row_names names = rows_names(rows, id);
    struct arena *arena = &trial->verdicts->arena;
    struct buffer room = {0};

    verdict->name = arena_copy_text(arena, rows_text(rows, id, &room));
    free(room.at);
    verdict->function = arena_copy_text(arena, names.function);
    verdict->file = arena_copy_text(arena, names.file);
    verdict->file_line = names.line;
    verdict->address = names.address;
    if (rows->key == BY_NAMESPACE && names.label.at == NULL) /* functions without a namespace are
                                                              * in that of their object */
        verdict->key = text_of(row_keys[BY_OBJECT].name);
    if (rows->key == BY_FUNCTION)
        verdict->has_namesake = trial->n_of_name[rows->list[id].function] > 1;
}

/* Adds a verdict on a row or, with NO_ID, on several or the program. */
static void add(struct trial *trial, struct judged judged, row_id id)
{
    if (judged.is_missing && trial->limit->may_be_missing)
        return;
    if (id != NO_ID)
        name_row(trial, id, &judged.verdict);
    verdicts_add(trial->verdicts, &judged.verdict);
}

/* Adds a verdict that has no figures, since "no function" or the like does what is said. */
static void add_of_none(struct trial *trial, enum outcome outcome, const char *does)
{
    struct buffer reason = {0};
    struct verdict verdict = bare_verdict(trial->limit, NULL);

    buffer_print(&reason, "no %s%s", row_keys[trial->limit->by].name, does);
    verdict.reason = buffer_keep(&reason, &trial->verdicts->arena).at;
    verdict.outcome = outcome;
    verdicts_add(trial->verdicts, &verdict);
}

/* Returns whether matching rows are added up. Inclusive costs may contain one another. */
static bool takes_sum(const struct trial *trial)
{
    return !trial->limit->is_each && trial->metric.kind != METRIC_INCLUSIVE;
}

/* The rows that match. */
struct matched {
    size_t count, n_small, n_unsure;
    size_t n_labels, n_pairs; /* of growth: labels, and those that both sides have */
    struct figure sum;
    struct ranking ranking; /* by whether they are decided, and then by the excess */
    int64_t most;           /* the largest excess that is sure */
};

/* Takes a row into account, if only those that can be the nearest to the limit or above it. */
static void take_row(struct trial *trial, struct matched *matched, row_id id)
{
    const struct row_diff *diff = trial->figures.diff;
    const struct figure *figure = figure_of_row(trial, id);
    const struct judged judged = judge(trial, figure);
    bool is_sure = judged.verdict.reason == NULL;
    bool is_there = diff == NULL || row_diff_has(diff, id); /* else in further runs alone */
    /*
     * Growth may be too small for --min-delta, of which ratios have no total; so may that of a
     * lower bound, but not of what was exact: the new cost may be any part more.
     */
    bool is_bound = trial->metric.kind == METRIC_INCLUSIVE;
    bool is_small = trial->evidence->least != NULL && diff != NULL && !measures_ratio(trial) &&
                    (is_sure || (is_bound && !diff->old.is_exact[id])) &&
                    magnitude(judged.verdict.value.count) <
                        bound_least(&trial->least, magnitude(trial->total.sums[OLD]));

    if (trial->limit->by == BY_LABEL && diff != NULL &&
        !text_equal(trial->figures.rows->labels[id].name, NO_LABEL)) {
        matched->n_labels++;
        matched->n_pairs += diff->current.is_there[id] && diff->old.is_there[id];
    }
    matched->count += is_there;
    if (is_there && is_small) {
        matched->n_small++;
        return;
    }
    if (takes_sum(trial))
        figure_add_row(trial, &matched->sum, id);
    if (takes_sum(trial) || !is_there || judged.is_missing ||
        (is_sure && judged.excess <= 0 && judged.excess < matched->most))
        return;
    int64_t *keys = ranking_add_row(&matched->ranking, id);
    keys[0] = is_sure;
    keys[1] = is_sure ? judged.excess : 0;
    matched->n_unsure += !is_sure;
    if (is_sure && judged.excess > matched->most)
        matched->most = judged.excess;
}

/*
 * Adds verdicts on rows: with "each" on all that exceed the limit and the first undecided one, else
 * on that furthest above it or nearest to it, as inclusive costs may contain one another.
 */
static void add_ranked(struct trial *trial, struct matched *matched)
{
    const bool is_each = trial->limit->is_each;
    const struct ranked *items = NULL;
    size_t n_sure = matched->ranking.count - matched->n_unsure, n_shown = 0;

    ranking_sort_begin(&matched->ranking);
    ranking_sort_first(&matched->ranking, matched->ranking.count);
    items = matched->ranking.items;
    while (n_shown < n_sure && items[n_shown].keys[1] > 0)
        n_shown++;
    bool is_unsure = matched->n_unsure != 0 && (n_shown == 0 || is_each);
    if (!is_each || n_shown == 0)
        n_shown = n_shown != 0 || !is_unsure;
    for (size_t i = 0; i < n_shown; i++)
        add(trial, judge(trial, figure_of_row(trial, items[i].id)),
            is_each || matched->count > 1 ? items[i].id : NO_ID);
    if (!is_unsure)
        return;
    struct judged first = judge(trial, figure_of_row(trial, items[n_sure].id));
    first.verdict.n_others = is_each ? matched->n_unsure - 1 : 0;
    add(trial, first, is_each ? items[n_sure].id : NO_ID);
}

/* Decides on all rows that match, one by one or together. */
static void decide_rows(struct trial *trial)
{
    const struct rows *rows = trial->figures.rows;
    struct matched matched = {.sum = figure_create(trial), .most = INT64_MIN};
    struct buffer room = {0};

    ranking_begin_rows(&matched.ranking, rows, 2);
    for (row_id id = 0; id < rows->count; id++)
        if (!rows->list[id].is_hidden &&
            pattern_passes(&trial->limit->pattern, rows_text(rows, id, &room)))
            take_row(trial, &matched, id);
    if (!trial->limit->may_be_missing && matched.n_labels != 0 && matched.n_pairs == 0)
        add_of_none(trial, LIMIT_UNDECIDED, " of both profiles matches");
    else if (matched.count == 0 && !trial->limit->may_be_missing)
        add_of_none(trial, LIMIT_UNDECIDED,
                    trial->limit->by == BY_FUNCTION
                        ? " matches; for files or objects write file:... or object:..."
                        : " matches");
    else if (matched.count != 0 && matched.n_small == matched.count)
        add_of_none(trial, LIMIT_OK, " has changed by as much as --min-delta");
    else if (matched.ranking.count != 0)
        add_ranked(trial, &matched);
    else if (matched.count != 0) /* if the divisor is 0 in each row, it is in their sum */
        add(trial, judge(trial, &matched.sum), NO_ID);
    free(room.at);
    ranking_free(&matched.ranking);
}

/* Holds a cause against the limit: no more counts than the cost of the row or program grew by. */
static struct judged judge_cause(struct trial *trial, row_id row, int64_t contribution)
{
    struct judged judged = judge(trial, row == NO_ID ? &trial->total : figure_of_row(trial, row));
    struct verdict *verdict = &judged.verdict;

    verdict->bound.count = bound_of(&trial->bound, magnitude(trial->total.sums[OLD]));
    if (contribution < verdict->value.count)
        verdict->value.count = contribution;
    verdict->outcome = verdict->value.count > verdict->bound.count ? LIMIT_EXCEEDED : LIMIT_OK;
    verdict->is_cause = verdict->is_of_whole = true;
    return judged;
}

/* Adds the verdict on a cause, with its main term. */
static void add_cause(struct trial *trial, const struct causes *causes, uint32_t owner,
                      int64_t contribution)
{
    row_id row = causes_row(causes, owner);
    struct judged judged = judge_cause(trial, row, contribution);
    size_t count, first = 0;
    struct cause_term *terms = causes_terms(causes, owner, &count);
    struct buffer name = {0};

    buffer_print(&name, "<cycle %zu>", owner - causes->graph.n_nodes + 1);
    judged.verdict.name =
        buffer_keep(&name, &trial->verdicts->arena); /* which functions have of their own */
    for (size_t i = 1; i < count; i++)
        if (terms[i].amount > terms[first].amount)
            first = i;
    judged.verdict.term = terms[first].facts;
    if (!terms[first].facts.is_own)
        judged.verdict.term_name = arena_copy_text(
            &trial->verdicts->arena,
            rows_names(trial->figures.rows, cause_term_names(&terms[first])).function);
    free(terms);
    add(trial, judged, row);
}

/* Decides on each cause: one verdict for each that exceeds the limit, or else for the nearest. */
static bool decide_causes(struct trial *trial, struct error *error)
{
    const struct rows *rows = trial->figures.rows;
    const int64_t *change = &trial->total.sums[NEW_OR_CHANGE];
    const struct causes_wanted wanted = {
        .rows = rows, .events = &trial->metric.event, .n_events = 1, .changes = change};
    struct ranking ranking = {0};
    struct causes causes;

    causes_find(&causes, trial->diff, &wanted);
    /*
     * A single function needs no calls: its self cost is its inclusive cost. Parts outside the
     * benchmark may be empty.
     */
    bool has_calls = causes.graph.n_arcs != 0 || rows->count <= 1;
    int64_t *rounded = memory_alloc(causes_n_owners(&causes), sizeof *rounded);
    number_round_to_sum(causes.contributions, causes_n_owners(&causes), *change, rounded);
    ranking_begin(&ranking, 1);
    for (uint32_t owner = 0; has_calls && owner < causes_start(&causes); owner++) {
        row_id row = causes_row(&causes, owner);
        const struct judged judged = judge_cause(trial, row, rounded[owner]);
        profile_note_overflow(trial->profile, fabs(causes.contributions[owner]) > 0x1p63);
        if (judged.verdict.reason == NULL && judged.verdict.value.count > 0 &&
            (row == NO_ID || !rows->list[row].is_hidden))
            *ranking_add(&ranking, row == NO_ID ? (struct ranked){.id = owner, .number = owner}
                                                : rank_row(rows, row, owner)) =
                judged.verdict.value.count;
    }
    ranking_sort(&ranking);
    int64_t bound = bound_of(&trial->bound, magnitude(trial->total.sums[OLD]));
    for (size_t i = 0; i < ranking.count && (i == 0 || ranking.items[i].keys[0] > bound); i++)
        add_cause(trial, &causes, ranking.items[i].id, rounded[ranking.items[i].id]);
    if (has_calls && ranking.count == 0)
        add_of_none(trial, LIMIT_OK, " made the program cost more");
    ranking_free(&ranking);
    free(rounded);
    causes_free(&causes);
    return has_calls ||
           limit_refuse(trial->limit, "there are no calls, by which causes are found", error);
}

/* Finds out what the limit measures. */
static bool read_metric(struct trial *trial, struct error *error)
{
    const struct limit *limit = trial->limit;
    const struct events *events = &trial->profile->events;
    const char *reason = NULL;
    char why[320];

    bool is_read = metric_read(&trial->metric, limit->metric, events);
    if (limit->is_of_causes) { /* no more than inclusive cost grew by counts */
        is_read = is_read && trial->metric.kind == METRIC_SELF;
        trial->metric.kind = METRIC_INCLUSIVE;
    }
    if (!is_read) {
        char list[210];
        metric_list_events(limit->metric, events, list, sizeof list);
        if (!metric_explain_absence(limit->metric, events, why, sizeof why))
            snprintf(why, sizeof why, "'%.*s' is not an event of the profile: %s",
                     text_shown_length(limit->metric), limit->metric.at, list);
        reason = why;
    } else if (trial->metric.kind != METRIC_SELF && limit->pattern.is_given &&
               !row_keys[limit->by].has_calls) {
        reason = "rows of this key have no calls, and so no inclusive cost: such a limit is "
                 "on self cost";
    } else if (measures_ratio(trial) && limit->is_of_causes) {
        reason = "a ratio has no causes; what it divides has";
    } else if (measures_ratio(trial) && limit->bound.kind == BOUND_PERCENT && !limit->is_growth) {
        reason = "a ratio adds up to no total to have a share of; its limit is a number, "
                 "as in '> 5.5'";
    }
    return reason == NULL || limit_refuse(limit, reason, error);
}

/* Finds the costs that are compared, and adds up those of the program. */
static void set_costs(struct trial *trial)
{
    const struct row_figures *by_row = &trial->figures;
    const struct noise *noise = by_row->diff != NULL ? trial->diff->noise : NULL;
    const struct row_costs program = {.costs = &trial->program.total,
                                      .old = &trial->old_program.total,
                                      .noise = noise != NULL ? noise->totals : NULL};

    trial->unit = trial->metric.kind == METRIC_CALLS ? 1 : measured_event(trial)->unit;
    trial->bound = bound_in_units(trial->limit->bound, trial->unit);
    if (trial->evidence->least != NULL)
        trial->least = bound_in_units(*trial->evidence->least, trial->unit);
    trial->costs =
        trial->metric.kind == METRIC_INCLUSIVE ? figures_inclusive(by_row) : figures_self(by_row);
    trial->n_sides = by_row->diff == NULL ? OLD : FIRST_RUN;
    if (noise != NULL && !measures_ratio(trial))
        trial->n_sides += noise->count;
    trial->row = figure_create(trial);
    trial->total = figure_create(trial);
    trial->total.is_in_old = true;
    if (trial->metric.kind != METRIC_CALLS)
        figure_add(trial, &trial->total, &program, 0);
    for (row_id id = 0; trial->metric.kind == METRIC_CALLS && id < by_row->rows->count; id++)
        figure_add_row(trial, &trial->total, id);
}

static bool decide(struct trial *trial, struct error *error)
{
    size_t n_before = trial->verdicts->count;

    if (!read_metric(trial, error))
        return false;
    set_costs(trial);
    if (trial->limit->is_of_causes) {
        if (!decide_causes(trial, error))
            return false;
    } else if (trial->limit->pattern.is_given) {
        decide_rows(trial);
    } else {
        add(trial, judge(trial, &trial->total), NO_ID);
    }
    bool fits = profile_fits(trial->profile, error);
    if (!fits)
        trial->verdicts->count = n_before; /* they are of figures that are wrong */
    return fits;
}

/* Adds up the change, for limits on growth. */
static bool add_up_change(struct trial *trial, const struct row_figures_wanted *wanted,
                          struct error *error)
{
    const struct diff *diff = trial->diff;
    struct row_figures *figures = &trial->figures;

    diff_of_program(diff, &trial->program);
    program_compute(&trial->old_program, &diff->old.profile);
    trial->old_ceilings = program_ceilings(&diff->old.profile, &diff->change.events, &trial->arena);
    return row_figures_create_change(figures, diff, wanted, error) &&
           (diff->noise == NULL || row_noise_create(&figures->noise, diff->noise, figures->rows,
                                                    &wanted->choice, error)) &&
           diff_fits(diff, error);
}

/* Adds up what limits on rows of this key need, once for all of them. */
static bool add_up(struct trial *trial, struct error *error)
{
    const struct limit *limit = trial->limit;
    const struct filter ignoring = {.ignored = trial->evidence->filter->ignored};
    const struct row_figures_wanted wanted = {
        .choice = {.key = limit->by,
                   .is_folded = true,
                   .has_inclusive = row_keys[limit->by].has_calls,
                   .filter = &ignoring}};
    const struct profile *current =
        trial->diff != NULL ? &trial->diff->current.profile : trial->evidence->profile;
    bool is_done;

    trial->profile = trial->diff != NULL ? &trial->diff->change : current;
    trial->ceilings = program_ceilings(current, &trial->profile->events, &trial->arena);
    if (limit->is_growth) {
        is_done = add_up_change(trial, &wanted, error);
    } else {
        program_compute(&trial->program, current);
        row_figures_create(&trial->figures, current, &wanted);
        is_done = profile_fits(current, error);
    }
    if (!is_done && error->kind == ERROR_USAGE) { /* rows that cannot be told apart */
        const struct error why = *error;
        limit_refuse(limit, why.text, error);
    }
    const struct rows *rows = trial->figures.rows;
    trial->n_of_name = arena_alloc_array(
        &trial->arena, names_count(rows->profile->symbols.functions), sizeof *trial->n_of_name);
    for (row_id id = 0; limit->by == BY_FUNCTION && id < rows->count; id++)
        trial->n_of_name[rows->list[id].function]++;
    return is_done;
}

/* Returns whether a limit applies to the run of that name. */
static bool holds_for(const struct limits *limits, const struct limit *limit, struct text run)
{
    return limit->section == 0 || pattern_passes(&limits->sections[limit->section - 1], run);
}

static void add_bare(struct verdicts *verdicts, const struct limit *limit, const char *reason)
{
    const struct verdict verdict = bare_verdict(limit, reason);

    verdicts_add(verdicts, &verdict);
}

bool limits_decide(struct verdicts *verdicts, const struct limits *limits,
                   const struct evidence *evidence, struct error *error)
{
    bool is_done = true;

    *verdicts = (struct verdicts){0};
    if (limits->n_sections != 0 && evidence->run.at == NULL)
        return error_usage(error, "--limits with sections takes one run: [REGEX] is of its name");
    /* For each key, trials of the new profile and of the change. */
    struct trial(*trials)[2] = memory_alloc(N_ROW_KEYS, sizeof *trials);
    for (size_t i = 0; is_done && i < limits->count; i++) {
        const struct limit *limit = &limits->list[i];
        const struct diff *diff = evidence->diffs[row_keys[limit->by].matching];
        struct trial *trial = &trials[limit->by][limit->is_growth];
        if ((evidence->scope == LIMITS_WITHOUT_SECTION && limit->section != 0) ||
            (evidence->scope == LIMITS_OF_SECTIONS && limit->section == 0) ||
            !holds_for(limits, limit, evidence->run))
            continue;
        if (limit->is_growth && diff == NULL) {
            if (limit->section != 0)
                add_bare(verdicts, limit, "there is no old run of this name");
            continue;
        }
        trial->verdicts = verdicts;
        trial->evidence = evidence;
        trial->diff = diff;
        trial->limit = limit;
        is_done = (trial->figures.rows != NULL || add_up(trial, error)) && decide(trial, error);
    }
    for (size_t i = 0; i < (size_t)N_ROW_KEYS * 2; i++) {
        struct trial *trial = &trials[i / 2][i % 2];
        row_figures_free(&trial->figures);
        program_free(&trial->program);
        program_free(&trial->old_program);
        arena_free(&trial->arena);
    }
    free(trials);
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

bool limits_ask_for(const struct limits *limits, struct text run, bool of_sections)
{
    for (size_t i = 0; i < limits->count; i++)
        if ((limits->list[i].section != 0 || !of_sections) &&
            holds_for(limits, &limits->list[i], run))
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
    ARRAY_ADD(verdicts->list, verdicts->count, verdicts->capacity, *verdict);
    verdicts->has_exceeded |= verdict->outcome == LIMIT_EXCEEDED;
    verdicts->has_undecided |= verdict->outcome == LIMIT_UNDECIDED;
}

void verdicts_free(struct verdicts *verdicts)
{
    free(verdicts->list);
    arena_free(&verdicts->arena);
    *verdicts = (struct verdicts){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/views.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/inclusive.h"
#include "aggregator/metric.h"
#include "aggregator/program.h"
#include "aggregator/row_calls.h"
#include "aggregator/row_diff.h"
#include "base/arena.h"
#include "profile/levels.h"
#include "reporter/source/source_paths.h"
#include "reporter/view/event_choice.h"
#include "reporter/view/events.h"
#include "reporter/view/facts.h"
#include "reporter/view/figures.h"
#include "reporter/view/hotspots.h"
#include "reporter/view/listings.h"
#include "reporter/view/peek.h"

struct views {
    struct arena arena;
    const struct profile *profile;
    const struct diff *diff; /* NULL: no difference */
    const struct view_options *options;
    struct totals totals;
    struct costs old_program; /* of a difference */
    struct classic *classic;

    struct events_chosen chosen;
    struct metric metric;
    struct figures figures;
    struct groups own_groups;
    struct inclusive own_inclusive;
    struct group_calls own_calls;
    struct group_diff group_diff; /* in place of the three, for a difference */
    const struct groups *groups;
    const struct inclusive *inclusive;
    const struct group_calls *calls;
    struct source_paths paths;

    struct view_events events_view;
    struct view_hotspots hotspots;
    struct view_peek peek;
    struct listings listings; /* of --annotate */
    group_id *matches;        /* what --peek matches, the costliest first */
    size_t n_matches, match;
    bool was_given; /* the one section of a view that has but one */
};

/* The classic report is text alone; other formats show its functions. */
static enum view actual_view(const struct view_options *options)
{
    return options->view == VIEW_CLASSIC && options->is_tabular ? VIEW_HOTSPOTS : options->view;
}

bool subject_total(const struct subject *subject, struct costs *program, struct error *error)
{
    bool is_calculated;

    return subject->diff != NULL
             ? diff_of_program(subject->diff, program, error)
             : totals_of_program(subject->profile, program, &is_calculated, error);
}

enum matching views_matching(const struct view_options *options)
{
    bool has_functions = options->by == BY_FUNCTION || options->by == BY_FILE_FUNCTION;

    return options->view != VIEW_HOTSPOTS || has_functions ? MATCH_FUNCTIONS : MATCH_PATHS;
}

bool views_fit_difference(const struct view_options *options, struct error *error)
{
    if (options->view == VIEW_EVENTS)
        return error_usage(error, "--list-events knows no --diff");
    if (options->view == VIEW_ANNOTATE)
        return error_usage(error, "--annotate lists one version: it knows no --diff");
    if (options->view == VIEW_HOTSPOTS && !groups_have_calls(options->by))
        return error_usage(error, "--by=line, part, thread and input know no --diff");
    return true;
}

struct keep views_keep(const struct view_options *options, bool is_difference)
{
    struct classic_options report = options->report;

    switch (actual_view(options)) {
    case VIEW_CLASSIC:
        report.is_auto_annotated =
            report.is_auto_annotated && (!is_difference || report.old_dirs.count != 0);
        return classic_keep(&report);
    case VIEW_HOTSPOTS:
        return (struct keep){.places =
                                 groups_have_calls(options->by) ? KEEP_SELF_AND_CALLS : KEEP_SELF,
                             .lines = options->by == BY_LINE ? KEEP_SELF : KEEP_NOTHING};
    case VIEW_PEEK:
        return (struct keep){.places = KEEP_SELF_AND_CALLS};
    case VIEW_ANNOTATE:
        return (struct keep){.places = KEEP_SELF_AND_CALLS, .spots = KEEP_SELF_AND_CALLS};
    case VIEW_EVENTS:
        break;
    }
    return (struct keep){0};
}

/* A word of --sort, with what rows may be measured by here. */
static bool read_sort_word(struct views *views, struct text word, struct metric *metric,
                           struct error *error)
{
    const struct events *events = &views->profile->events;

    if (metric_read(metric, word, events))
        return true;
    /* Lists what there is; a threshold of its own is cut off. */
    if (!events_choose(&views->chosen, events, (struct text){0}, word, TEXT("99"), &views->arena,
                       error))
        return false;
    *metric = (struct metric){METRIC_SELF, views->chosen.sort_keys[0].event};
    return true;
}

/* What rows are ranked by: the first word of --sort, or else of --show. */
static bool read_metric(struct views *views, struct error *error)
{
    const struct classic_options *options = &views->options->report;
    const struct events *events = &views->profile->events;
    struct text sort = options->sort, word;
    bool is_first = true;

    while (text_cut(&sort, ',', &word)) {
        struct metric metric;
        if (word.length == 0)
            continue;
        if (!read_sort_word(views, word, &metric, error))
            return false;
        if (is_first)
            views->metric = metric;
        is_first = false;
    }
    if (!events_choose(&views->chosen, events, options->show, (struct text){0}, TEXT("99"),
                       &views->arena, error))
        return false;
    if (is_first)
        views->metric = (struct metric){METRIC_SELF, views->chosen.shown[0]};
    if (options->is_inclusive && views->metric.kind == METRIC_SELF)
        views->metric.kind = METRIC_INCLUSIVE;
    if (views->metric.kind != METRIC_SELF && !groups_have_calls(views->options->by))
        return error_usage(error, "lines, parts, threads and inputs have neither calls nor "
                                  "inclusive cost to sort by");
    return true;
}

/* The event that is measured; for machines all others too, or those of --show; each once. */
static void choose_columns(struct views *views)
{
    const struct events_chosen *chosen = &views->chosen;
    size_t n_events = views->profile->events.count, n_shown = 0, measured = 0;
    size_t *shown = arena_alloc_array(&views->arena, n_events, sizeof *shown);
    bool *is_shown = arena_alloc_array(&views->arena, n_events, sizeof *is_shown);

    memset(is_shown, 0, n_events * sizeof *is_shown);
    for (size_t i = 0; views->options->is_for_machines && i < chosen->n_shown; i++) {
        if (!is_shown[chosen->shown[i]])
            shown[n_shown++] = chosen->shown[i];
        is_shown[chosen->shown[i]] = true;
    }
    if (!is_shown[views->metric.event])
        shown[n_shown++] = views->metric.event;
    while (shown[measured] != views->metric.event)
        measured++;
    views->figures = (struct figures){.totals = &views->totals,
                                      .base = views->diff != NULL ? &views->old_program : NULL,
                                      .shown = shown,
                                      .n_shown = n_shown,
                                      .measured = measured};
}

static bool group_difference(struct views *views, struct error *error)
{
    const struct view_options *options = views->options;

    views->groups = &views->group_diff.groups;
    views->inclusive = &views->group_diff.inclusive;
    views->calls = &views->group_diff.calls;
    return group_diff_create(&views->group_diff, views->diff, options->by, !options->is_unfolded,
                             &options->filter, options->view == VIEW_PEEK, error);
}

static bool group_profile(struct views *views, struct error *error)
{
    const struct view_options *options = views->options;

    views->groups = &views->own_groups;
    if (!groups_create(&views->own_groups, views->profile, options->by, !options->is_unfolded,
                       &options->filter, error))
        return false;
    if (!groups_have_calls(options->by))
        return true;
    views->inclusive = &views->own_inclusive;
    views->calls = &views->own_calls;
    return inclusive_compute(&views->own_inclusive, views->groups, profile_levels(views->profile),
                             &views->totals.program, error) &&
           (options->view != VIEW_PEEK ||
            group_calls_create(&views->own_calls, views->inclusive, error));
}

static bool prepare_groups(struct views *views, struct warnings *warnings, struct error *error)
{
    if (!read_metric(views, error))
        return false;
    choose_columns(views);
    if (!figures_fit(&views->figures, error))
        return false;
    if (views->diff != NULL ? !group_difference(views, error) : !group_profile(views, error))
        return false;
    if (views->inclusive != NULL && views->inclusive->is_inconsistent)
        warnings_add(warnings, views->diff != NULL ? NULL : views->profile->inputs[0].path, 0,
                     "some calls cost more than the whole program: the profile is not consistent");
    return true;
}

/* The groups whose function --peek matches, ranked. */
static bool find_matches(struct views *views, struct error *error)
{
    const struct groups *groups = views->groups;
    struct ranked *ranked = memory_alloc(groups->count, sizeof *ranked);
    int64_t *keys = memory_alloc(groups->count, sizeof *keys);
    size_t count = 0;
    bool is_done = true;

    for (group_id id = 0; is_done && id < groups->count; id++) {
        struct group_names names = groups_names(groups, id);
        const struct costs *costs = &views->inclusive->costs;
        struct event_cost cost;
        if (groups->list[id].is_hidden || !pattern_passes(&views->options->peek, names.function))
            continue;
        is_done = event_cost(&views->profile->events, views->metric.event, costs,
                             costs_row(costs, id), &cost, error);
        keys[count] = views->diff != NULL ? magnitude(cost.sum) : cost.sum;
        ranked[count] = rank_group(groups, id, id, &keys[count]);
        count++;
    }
    rank(ranked, is_done ? count : 0);
    views->matches = memory_alloc(count, sizeof *views->matches);
    views->n_matches = count;
    for (size_t i = 0; i < count; i++)
        views->matches[i] = ranked[i].id;
    free(keys);
    free(ranked);
    if (is_done && count == 0)
        return error_set(error, ERROR_FAILED, NULL, 0, "--peek: no function matches");
    return is_done;
}

static size_t count_rows(const struct view_options *options)
{
    bool is_whole =
        options->is_for_machines || (options->is_tabular && options->view == VIEW_CLASSIC);

    return is_whole && !options->has_limit ? SIZE_MAX : options->n_rows;
}

/* How large a change must be to be shown. */
static bool smallest_change(struct views *views, int64_t *least, struct error *error)
{
    const struct costs *old = &views->old_program;
    struct event_cost total;

    *least = 0;
    if (!views->options->has_least)
        return true;
    if (!event_cost(&views->profile->events, views->metric.event, old, costs_row(old, 0), &total,
                    error))
        return false;
    *least = bound_least(&views->options->least, magnitude(total.sum));
    return true;
}

static bool begin_hotspots(struct views *views, struct table *table, struct error *error)
{
    const struct view_options *options = views->options;
    struct hotspots_shown shown = {
        .metric = views->metric,
        .skips_unchanged = !options->is_for_machines,
        .n_rows = count_rows(options),
        .threshold = INFINITY,
        .sources = &views->paths,
        .group_diff = views->diff != NULL ? &views->group_diff : NULL,
    };
    struct text written;

    if (views->diff != NULL && !smallest_change(views, &shown.least, error))
        return false;
    if (options->has_threshold)
        read_threshold(options->report.threshold, &shown.threshold, &written);
    return view_hotspots_begin(&views->hotspots, &views->figures, views->groups, views->inclusive,
                               &shown, table, error);
}

/* The functions that --annotate could mean, as a table. */
static bool list_candidates(struct views *views, struct section *section, struct error *error)
{
    struct groups *groups = &views->own_groups;

    section->kind = SECTION_HOTSPOTS;
    warnings_add(views->listings.warnings, NULL, 0,
                 "--annotate='%.80s': several functions match, and are listed here: name one",
                 views->listings.what.at);
    for (group_id id = 0; id < groups->count; id++)
        groups->list[id].is_hidden = !views->listings.choice.is_match[id];
    return begin_hotspots(views, &section->table, error);
}

static bool next_section(void *opaque, struct section *section, struct error *error)
{
    struct views *views = opaque;
    bool is_first = !views->was_given;

    *section = (struct section){0};
    views->was_given = true;
    switch (actual_view(views->options)) {
    case VIEW_EVENTS:
        section->kind = SECTION_EVENTS;
        view_events_begin(&views->events_view, &views->totals, views->options->explains_events,
                          &section->table);
        return is_first;
    case VIEW_HOTSPOTS:
        section->kind = SECTION_HOTSPOTS;
        return is_first && begin_hotspots(views, &section->table, error);
    case VIEW_PEEK:
        section->kind = SECTION_PEEK;
        view_peek_end(&views->peek);
        return views->match < views->n_matches &&
               view_peek_begin(&views->peek, &views->figures, views->groups, views->inclusive,
                               views->calls, views->diff != NULL ? &views->group_diff : NULL,
                               views->matches[views->match++], views->options->is_tabular,
                               &section->table, error);
    case VIEW_ANNOTATE:
        return views->listings.choice.is_match != NULL
                 ? is_first && list_candidates(views, section, error)
                 : listings_next(&views->listings, section, error);
    case VIEW_CLASSIC:
        break;
    }
    return false;
}

/* The totals, with inclusive costs for the report where it shows them. */
static bool add_up(struct views *views, enum view view, struct error *error)
{
    const struct classic_options *options = &views->options->report;
    bool has_inclusive = view == VIEW_CLASSIC && (options->is_inclusive || options->shows_both);
    bool is_calculated;

    if (views->diff != NULL)
        return diff_totals(views->diff, has_inclusive, &views->totals, error) &&
               totals_of_program(&views->diff->old.profile, &views->old_program, &is_calculated,
                                 error);
    return totals_compute(&views->totals, views->profile, error) &&
           (!has_inclusive || totals_add_inclusive(&views->totals, error));
}

static bool prepare_classic(struct views *views, struct warnings *warnings, struct report *report,
                            struct error *error)
{
    const struct view_options *options = views->options;
    const struct classic_subject subject = {
        .totals = &views->totals,
        .diff = views->diff,
        .old_program = views->diff != NULL ? &views->old_program : NULL,
        .least = options->has_least ? &options->least : NULL,
        .paths = &views->paths,
    };

    views->classic =
        classic_create(&subject, &options->report, &options->filter, warnings, report, error);
    return views->classic != NULL;
}

/* What --annotate is to list. */
static bool choose_listings(struct views *views, struct warnings *warnings, struct error *error)
{
    const struct view_options *options = views->options;
    const struct classic_options *report = &options->report;

    views->listings = (struct listings){
        .figures = &views->figures,
        .inclusive = views->inclusive,
        .shown = {.context = report->context,
                  .has_inclusive =
                      report->shows_both || report->is_inclusive || options->is_tabular,
                  .is_bare = options->is_tabular,
                  .paths = &views->paths},
        .warnings = warnings,
        .what = options->annotate,
    };
    return listings_choose(&views->listings, error);
}

static bool prepare(struct views *views, struct warnings *warnings, struct report *report,
                    struct error *error)
{
    const struct view_options *options = views->options;

    enum view view = actual_view(options);
    if (!add_up(views, view, error))
        return false;
    if (view == VIEW_CLASSIC)
        return prepare_classic(views, warnings, report, error);
    if (view != VIEW_EVENTS && !prepare_groups(views, warnings, error))
        return false;
    if (options->view == VIEW_PEEK && !find_matches(views, error))
        return false;
    if (options->view == VIEW_ANNOTATE && !choose_listings(views, warnings, error))
        return false;
    *report = (struct report){.next = next_section, .maker = views};
    facts_gather(&report->facts, &views->totals, &views->chosen, &views->arena);
    report->facts.measured = views->profile->events.list[views->metric.event].name;
    report->facts.measured_long = views->profile->events.list[views->metric.event].long_name;
    return true;
}

struct views *views_create(const struct subject *subject, const struct view_options *options,
                           struct warnings *warnings, struct report *report, struct error *error)
{
    struct views *views = memory_alloc(1, sizeof *views);

    views->profile = subject->profile;
    views->diff = subject->diff;
    views->options = options;
    source_paths_create(&views->paths, &options->report.sources_at, views->profile);
    if (prepare(views, warnings, report, error)) {
        report->facts.old_files = subject->old_files;
        return views;
    }
    views_free(views);
    return NULL;
}

void views_free(struct views *views)
{
    if (views == NULL)
        return;
    classic_free(views->classic);
    view_hotspots_end(&views->hotspots);
    view_peek_end(&views->peek);
    listings_free(&views->listings);
    group_calls_free(&views->own_calls);
    inclusive_free(&views->own_inclusive);
    groups_free(&views->own_groups);
    group_diff_free(&views->group_diff);
    costs_free(&views->old_program);
    totals_free(&views->totals);
    free(views->matches);
    source_paths_free(&views->paths);
    arena_free(&views->arena);
    free(views);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/views.h"

#include <stdlib.h>

#include "aggregator/group_calls.h"
#include "aggregator/inclusive.h"
#include "aggregator/metric.h"
#include "aggregator/totals.h"
#include "base/arena.h"
#include "profile/levels.h"
#include "reporter/events_chosen.h"
#include "reporter/facts.h"
#include "reporter/figures.h"
#include "reporter/view_events.h"
#include "reporter/view_hotspots.h"
#include "reporter/view_peek.h"

struct views {
    struct arena arena;
    const struct profile *profile;
    const struct view_options *options;
    struct totals totals;
    struct classic *classic;

    struct events_chosen chosen;
    struct metric metric;
    size_t measured; /* the column of its event */
    struct figures figures;
    struct groups groups;
    struct inclusive inclusive;
    struct group_calls calls;
    struct text_list include_dirs;

    struct view_events events_view;
    struct view_hotspots hotspots;
    struct view_peek peek;
    group_id *matches; /* what --peek matches, the costliest first */
    size_t n_matches, match;
    bool was_given; /* the one section of a view that has but one */
};

/* The classic report is text alone; other formats show its functions. */
static enum view actual_view(const struct view_options *options)
{
    return options->view == VIEW_CLASSIC && options->is_tabular ? VIEW_HOTSPOTS : options->view;
}

struct keep views_keep(const struct view_options *options)
{
    switch (actual_view(options)) {
    case VIEW_CLASSIC:
        return classic_keep(&options->report);
    case VIEW_HOTSPOTS:
        return (struct keep){.arcs = groups_have_calls(options->by),
                             .lines = options->by == BY_LINE};
    case VIEW_PEEK:
        return (struct keep){.arcs = true};
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
    size_t n_events = views->profile->events.count, n_shown = 0;
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
    while (shown[views->measured] != views->metric.event)
        views->measured++;
    views->figures = (struct figures){.totals = &views->totals, .shown = shown, .n_shown = n_shown};
}

static bool prepare_groups(struct views *views, struct warnings *warnings, struct error *error)
{
    const struct view_options *options = views->options;

    if (!read_metric(views, error))
        return false;
    choose_columns(views);
    if (!figures_fit(&views->figures, error))
        return false;
    if (!groups_create(&views->groups, views->profile, options->by, !options->is_unfolded,
                       &options->filter, error))
        return false;
    if (!groups_have_calls(options->by))
        return true;
    if (!inclusive_compute(&views->inclusive, &views->groups, profile_levels(views->profile),
                           &views->totals.program, error))
        return false;
    if (views->inclusive.is_inconsistent)
        warnings_add(warnings, views->profile->inputs[0].path, 0,
                     "some calls cost more than the whole program: the profile is not consistent");
    return true;
}

/* The groups whose function --peek matches, ranked. */
static bool find_matches(struct views *views, struct error *error)
{
    const struct groups *groups = &views->groups;
    struct ranked *ranked = memory_alloc(groups->count, sizeof *ranked);
    int64_t *keys = memory_alloc(groups->count, sizeof *keys);
    size_t count = 0;
    bool is_done = true;

    for (group_id id = 0; is_done && id < groups->count; id++) {
        struct group_names names = groups_names(groups, id);
        const struct costs *costs = &views->inclusive.costs;
        struct event_cost cost;
        if (groups->list[id].is_hidden || !pattern_passes(&views->options->peek, names.function))
            continue;
        is_done = event_cost(&views->profile->events, views->metric.event, costs,
                             costs_row(costs, id), &cost, error);
        keys[count] = cost.sum;
        ranked[count] = (struct ranked){.id = id,
                                        .keys = &keys[count],
                                        .n_keys = 1,
                                        .file = names.file,
                                        .function = names.function,
                                        .object = names.object};
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

static bool next_section(void *opaque, struct section *section, struct error *error)
{
    struct views *views = opaque;
    bool is_first = !views->was_given;

    *section = (struct section){0};
    views->was_given = true;
    switch (actual_view(views->options)) {
    case VIEW_EVENTS:
        section->kind = SECTION_EVENTS;
        view_events_begin(&views->events_view, &views->totals, &section->table);
        return is_first;
    case VIEW_HOTSPOTS:
        section->kind = SECTION_HOTSPOTS;
        section->table.measured = views->measured;
        return is_first &&
               view_hotspots_begin(&views->hotspots, &views->figures, &views->groups,
                                   groups_have_calls(views->options->by) ? &views->inclusive : NULL,
                                   views->metric, count_rows(views->options), views->include_dirs,
                                   &section->table, error);
    case VIEW_PEEK:
        section->kind = SECTION_PEEK;
        view_peek_end(&views->peek);
        return views->match < views->n_matches &&
               view_peek_begin(&views->peek, &views->figures, &views->groups, &views->inclusive,
                               &views->calls, views->matches[views->match++],
                               views->options->is_tabular, &section->table, error);
    case VIEW_CLASSIC:
        break;
    }
    return false;
}

static bool prepare(struct views *views, struct warnings *warnings, struct report *report,
                    struct error *error)
{
    const struct view_options *options = views->options;

    if (!totals_compute(&views->totals, views->profile, error))
        return false;
    enum view view = actual_view(options);
    if (view == VIEW_CLASSIC) {
        views->classic = classic_create(&views->totals, &options->report, &options->filter,
                                        warnings, report, error);
        return views->classic != NULL;
    }
    if (view != VIEW_EVENTS && !prepare_groups(views, warnings, error))
        return false;
    if (options->view == VIEW_PEEK &&
        (!group_calls_create(&views->calls, &views->inclusive, error) ||
         !find_matches(views, error)))
        return false;
    *report = (struct report){.next = next_section, .maker = views};
    facts_gather(&report->facts, &views->totals, &views->chosen, &views->arena);
    report->facts.measured = views->profile->events.list[views->metric.event].name;
    report->facts.measured_long = views->profile->events.list[views->metric.event].long_name;
    return true;
}

struct views *views_create(const struct profile *profile, const struct view_options *options,
                           struct warnings *warnings, struct report *report, struct error *error)
{
    struct views *views = memory_alloc(1, sizeof *views);

    views->profile = profile;
    views->options = options;
    views->include_dirs = directories_with_slash(&views->arena, options->report.include_dirs);
    if (prepare(views, warnings, report, error))
        return views;
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
    group_calls_free(&views->calls);
    inclusive_free(&views->inclusive);
    groups_free(&views->groups);
    totals_free(&views->totals);
    free(views->matches);
    arena_free(&views->arena);
    free(views);
}

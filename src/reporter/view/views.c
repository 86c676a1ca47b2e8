/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/views.h"

#include <stdlib.h>

#include "aggregator/diff.h"
#include "profile/naming/short_names.h"
#include "reporter/report.h"
#include "reporter/view/all_views.h"
#include "reporter/view/call_graph.h"
#include "reporter/view/call_tree.h"
#include "reporter/view/classic.h"
#include "reporter/view/code_listing.h"
#include "reporter/view/events.h"
#include "reporter/view/facts.h"
#include "reporter/view/growth.h"
#include "reporter/view/hotspots.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/peek.h"

/*
 * The table of views. A view is opened with what all views are, makes the sections of the report
 * one by one, and is closed.
 */
static const struct view_kind {
    struct keep (*keep)(const struct view_options *options, bool is_difference);
    /* Why it cannot be of a difference, with these options; NULL: it can. */
    const char *(*why_no_difference)(const struct view_options *options);
    /* NULL when options and profile do not fit or a figure does not, with the error. */
    void *(*open)(struct view_input *input, struct error *error);
    /* Fills in an empty section, valid until the next call. False at the end, or with an error. */
    bool (*next)(void *view, struct section *section, struct error *error);
    void (*close)(void *view);
} kinds[] = {
    [VIEW_CLASSIC] = {classic_keep, NULL, classic_open, classic_next, classic_close},
    [VIEW_HOTSPOTS] = {hotspots_keep, NULL, hotspots_open, hotspots_next, hotspots_close},
    [VIEW_PEEK] = {peek_keep, NULL, peek_open, peek_next, peek_close},
    [VIEW_CODE_LISTING] = {code_listing_keep, NULL, code_listing_open, code_listing_next,
                           code_listing_close},
    [VIEW_CALL_TREE] = {call_tree_keep, NULL, call_tree_open, call_tree_next, call_tree_close},
    [VIEW_CALL_GRAPH] = {call_graph_keep, NULL, call_graph_open, call_graph_next, call_graph_close},
    [VIEW_GROWTH] = {growth_keep, NULL, growth_open, growth_next, growth_close},
    [VIEW_ALL] = {all_views_keep, NULL, all_views_open, all_views_next, all_views_close},
    [VIEW_EVENTS] = {events_keep, events_why_no_difference, events_open, events_next, events_close},
};

struct views {
    const struct view_kind *kind;
    struct view_input input;
    void *view;
    struct short_names *short_names; /* once some were asked for */
};

enum view views_actual(const struct view_options *options)
{
    return options->view == VIEW_CLASSIC && options->is_tabular ? VIEW_HOTSPOTS : options->view;
}

bool views_take_sources(const struct view_options *options)
{
    return views_actual(options) == VIEW_CLASSIC;
}

bool subject_total(const struct subject *subject, struct program *program, struct error *error)
{
    return subject->diff != NULL ? diff_of_program(subject->diff, program, error)
                                 : program_compute(program, subject->profile, error);
}

enum matching views_matching(const struct view_options *options)
{
    bool has_functions =
        options->by == BY_FUNCTION || options->by == BY_FILE_FUNCTION || options->by == BY_LINE;

    return options->view != VIEW_HOTSPOTS || has_functions ? MATCH_FUNCTIONS : MATCH_PATHS;
}

bool views_match_both(const struct view_options *options)
{
    return options->view == VIEW_ALL;
}

bool views_match_lines(const struct view_options *options)
{
    const struct view_kind *kind = &kinds[views_actual(options)];

    return kind->keep(options, true).spots != KEEP_NOTHING;
}

bool views_fit_difference(const struct view_options *options, struct error *error)
{
    const struct view_kind *kind = &kinds[options->view];
    const char *why = kind->why_no_difference != NULL ? kind->why_no_difference(options) : NULL;

    return why == NULL || error_usage(error, "%s", why);
}

struct keep views_keep(const struct view_options *options, bool is_difference)
{
    struct keep keep = kinds[views_actual(options)].keep(options, is_difference);

    /* Functions that are called and have no cost of their own are matched with others, too. */
    if (is_difference && keep.places != KEEP_NOTHING)
        keep.places = KEEP_SELF_AND_CALLS;
    return keep;
}

static bool next_section(void *opaque, struct section *section, struct error *error)
{
    struct views *views = opaque;

    *section = (struct section){0};
    return views->kind->next(views->view, section, error);
}

/* They take time, so that they are made when the first name is too long. */
static struct short_names *short_names_of(struct views *views)
{
    if (views->short_names == NULL)
        views->short_names = short_names_create(&views->input.profile->symbols);
    return views->short_names;
}

static size_t count_steps(void *opaque, struct text name)
{
    return short_names_count_steps(short_names_of(opaque), name);
}

static struct text shorten(void *opaque, struct text name, size_t n_steps)
{
    return short_names_form(short_names_of(opaque), name, n_steps);
}

static bool add_up(struct view_input *input, const struct subject *subject, struct error *error)
{
    return subject_total(subject, &input->program, error) &&
           (subject->diff == NULL ||
            program_compute(&input->old_program, &subject->diff->old.profile, error));
}

static bool open_view(struct views *views, const struct subject *subject, struct report *report,
                      struct error *error)
{
    struct view_input *input = &views->input;

    if (!add_up(input, subject, error))
        return false;
    views->view = views->kind->open(input, error);
    if (views->view == NULL)
        return false;
    *report = (struct report){.shortener = {count_steps, shorten, views},
                              .next = next_section,
                              .maker = views,
                              .verdicts = views->input.verdicts,
                              .is_classic = views->kind == &kinds[VIEW_CLASSIC]};
    facts_gather(&report->facts, input);
    return true;
}

struct views *views_create(const struct subject *subject, const struct view_options *options,
                           struct warnings *warnings, struct report *report, struct error *error)
{
    struct views *views = memory_alloc(1, sizeof *views);

    views->kind = &kinds[views_actual(options)];
    views->input = (struct view_input){.profile = subject->profile,
                                       .diff = subject->diff,
                                       .diff_of_paths = subject->diff_of_paths,
                                       .heard = subject->heard,
                                       .lines = subject->lines,
                                       .verdicts = subject->verdicts,
                                       .options = options,
                                       .warnings = warnings};
    source_paths_create(&views->input.paths, &options->sources_at, subject->profile);
    if (open_view(views, subject, report, error))
        return views;
    views_free(views);
    return NULL;
}

void views_free(struct views *views)
{
    if (views == NULL)
        return;
    if (views->view != NULL)
        views->kind->close(views->view);
    program_free(&views->input.program);
    program_free(&views->input.old_program);
    source_paths_free(&views->input.paths);
    short_names_free(views->short_names);
    arena_free(&views->input.arena);
    free(views);
}

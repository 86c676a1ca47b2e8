/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "aggregator/diff.h"
#include "base/array.h"
#include "base/warnings.h"
#include "profile/ratios.h"
#include "reporter/report.h"
#include "reporter/view/call_tree.h"
#include "reporter/view/hot_code.h"
#include "reporter/view/hotspots.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/whole_graph.h"

/* Percent of the program that a path has to cost, and how many calls deep: what can be seen. */
static const double LEAST_PATH = 0.1;
enum { DEEPEST_PATH = 200, MOST_LINES = 100 };

/* The sections that are views of their own, between the graph and the listings. */
static const struct page_part {
    void *(*open)(struct view_input *input, struct error *error);
    bool (*next)(void *view, struct section *section, struct error *error);
    void (*close)(void *view);
    enum view view;
    enum row_key by;
    bool is_bottom_up;
    bool may_not_compare; /* two profiles may have rows that do not: then it is left out */
} parts[] = {
    {hotspots_open, hotspots_next, hotspots_close, VIEW_HOTSPOTS, .by = BY_LINE},
    {hotspots_open, hotspots_next, hotspots_close, VIEW_HOTSPOTS, .by = BY_FILE},
    {hotspots_open, hotspots_next, hotspots_close, VIEW_HOTSPOTS, .by = BY_DIRECTORY},
    {hotspots_open, hotspots_next, hotspots_close, VIEW_HOTSPOTS, .by = BY_OBJECT},
    {hotspots_open, hotspots_next, hotspots_close, VIEW_HOTSPOTS, .by = BY_NAMESPACE},
    {hotspots_open, hotspots_next, hotspots_close, VIEW_HOTSPOTS, .by = BY_THREAD,
     .may_not_compare = true},
    {hotspots_open, hotspots_next, hotspots_close, VIEW_HOTSPOTS, .by = BY_PART,
     .may_not_compare = true},
    {hotspots_open, hotspots_next, hotspots_close, VIEW_HOTSPOTS, .by = BY_INPUT,
     .may_not_compare = true},
    {call_tree_open, call_tree_next, call_tree_close, VIEW_CALL_TREE, .is_bottom_up = false},
    {call_tree_open, call_tree_next, call_tree_close, VIEW_CALL_TREE, .is_bottom_up = true},
};

struct page {
    struct view_input *input;
    struct view_options options; /* what the page has in place of the options given */
    struct whole_graph graph;
    bool was_graph_given, was_heard_told;

    struct view_options part_options; /* of the part that is open, */
    struct view_input part_input;     /* which is made for it, */
    struct warnings unheard;          /* its warnings, which repeat those of the graph */
    void *part;                       /* NULL: none is open */
    size_t next_part;

    struct view_options code_options;
    struct view_input code_input;
    struct hot_code code;
    bool has_code, were_warnings_given;
};

/* How long a warning is at most, with its file and line. */
enum { WARNING_ROOM = 1000 };

struct keep page_keep(const struct view_options *options, bool is_difference)
{
    (void)options;
    (void)is_difference;
    return (struct keep){.places = KEEP_SELF_AND_CALLS,
                         .lines = KEEP_SELF,
                         .spots = KEEP_SELF_AND_CALLS,
                         .addresses = true,
                         .jumps = true,
                         .stacks = true};
}

/*
 * Parts show all that there is, of the same events in the same order. What asks for less of a table
 * is not for the page, which has room.
 */
static void set_options(struct page *page)
{
    struct view_options *options = &page->options;

    *options = *page->input->options;
    options->is_inclusive = false;
    options->has_limit = false;
    options->has_threshold = false;
    options->depth = 0;
    options->is_for_machines = true;
    options->is_tabular = true;
    options->shows_ratios = true;
    page->input->options = options;
}

static bool check_metric(const struct view_input *input, struct error *error)
{
    const struct event *event = &input->profile->events.list[input->metric.event];

    if (input->metric.kind == METRIC_CALLS || event_is_ratio(event))
        return error_usage(error, "a page is drawn by cost, not by calls or a ratio");
    return true;
}

static bool open_graph(struct page *page, struct error *error)
{
    struct view_input *input = page->input;

    if (!view_choose_metric(input, METRIC_CALLS, error) || !check_metric(input, error))
        return false;
    input->metric.kind = METRIC_SELF;
    if (page->options.sort.length != 0) /* not all parts have inclusive cost to be sorted by */
        page->options.sort = input->profile->events.list[input->metric.event].name;
    return whole_graph_begin(&page->graph, input, error);
}

void *page_open(struct view_input *input, struct error *error)
{
    struct page *page = memory_alloc(1, sizeof *page);

    page->input = input;
    set_options(page);
    if (open_graph(page, error))
        return page;
    page_close(page);
    return NULL;
}

/* An input for a part, of what the page is of. */
static struct view_input input_for(const struct page *page, const struct view_options *options,
                                   struct warnings *warnings)
{
    struct view_input input = *page->input;

    input.arena = (struct arena){0};
    input.options = options;
    input.warnings = warnings;
    return input;
}

/* Of files and the like only the paths are compared, as --by does it; but lines are aligned. */
static void compare_paths(struct view_input *input)
{
    if (input->diff_of_paths == NULL || input->options->by == BY_LINE)
        return;
    input->diff = input->diff_of_paths;
    input->profile = &input->diff->change;
    input->lines = NULL;
}

static bool has_several_threads(const struct profile *profile)
{
    const struct part *all = profile->parts;

    for (size_t i = 1; i < profile->n_parts; i++)
        if (all[i].thread != all[0].thread || all[i].pid != all[0].pid)
            return true;
    return false;
}

static bool has_several_parts(const struct profile *profile)
{
    return profile->n_parts > 1;
}

static bool has_several_runs(const struct profile *profile)
{
    return profile->n_runs > 1;
}

/* In a difference either side may have had several. */
static bool is_on_any_side(const struct view_input *input, bool has(const struct profile *profile))
{
    if (input->diff == NULL)
        return has(input->profile);
    return has(&input->diff->fresh.profile) || has(&input->diff->old.profile);
}

/* Whose code is on a line is not kept with it, so that a filter of functions lets none through. */
static bool lines_pass(const struct filter *filter)
{
    return !filter->function.is_given && !filter->object.is_given && !filter->ignored.is_given;
}

/* Where there is but one part of the run, or nobody calls anybody, there is nothing to show. */
static bool is_telling(const struct page *page, const struct page_part *part)
{
    const struct view_input *input = page->input;

    if (part->view == VIEW_CALL_TREE)
        return page->graph.rows.of.calls->arcs.pairs.count != 0;
    switch (part->by) {
    case BY_LINE:
        return lines_pass(&page->options.filter);
    case BY_THREAD:
        return is_on_any_side(input, has_several_threads);
    case BY_PART:
        return is_on_any_side(input, has_several_parts);
    case BY_INPUT:
        return is_on_any_side(input, has_several_runs);
    default:
        return true;
    }
}

static bool open_part(struct page *page, const struct page_part *part, struct error *error)
{
    struct view_options *options = &page->part_options;

    *options = page->options;
    options->view = part->view;
    options->by = part->by;
    options->is_bottom_up = part->is_bottom_up;
    if (part->by == BY_LINE) {
        options->has_limit = true;
        options->n_rows = MOST_LINES;
    }
    if (part->view == VIEW_CALL_TREE) {
        options->depth = DEEPEST_PATH;
        if (!options->has_least_percent)
            options->least_percent = LEAST_PATH;
    }
    page->unheard = (struct warnings){0};
    page->part_input = input_for(page, options, &page->unheard);
    if (part->view == VIEW_HOTSPOTS)
        compare_paths(&page->part_input);
    page->part = part->open(&page->part_input, error);
    return page->part != NULL;
}

static void close_part(struct page *page)
{
    if (page->part != NULL)
        parts[page->next_part - 1].close(page->part);
    page->part = NULL;
    arena_free(&page->part_input.arena);
}

/*
 * The next part's one section; false with an error, or when there are no more. Parts and threads of
 * two profiles may be such that they do not compare: then they are no part of the page.
 */
static bool next_part(struct page *page, struct section *section, struct error *error)
{
    while (error->kind == ERROR_NONE && page->next_part < ARRAY_LENGTH(parts)) {
        const struct page_part *part = &parts[page->next_part];
        close_part(page);
        page->next_part++;
        if (!is_telling(page, part))
            continue;
        if (open_part(page, part, error))
            return part->next(page->part, section, error);
        if (error->kind == ERROR_USAGE && part->may_not_compare)
            *error = (struct error){0};
    }
    return false;
}

static bool begin_code(struct page *page, struct error *error)
{
    struct view_options *options = &page->code_options;

    *options = page->options;
    options->view = VIEW_CODE_LISTING;
    options->is_for_machines = false; /* changes alone, with what is around them */
    page->code_input = input_for(page, options, page->input->warnings);
    page->has_code = true;
    return hot_code_begin(&page->code, &page->code_input, &page->graph, error);
}

static void add_warnings(struct page *page, const struct warnings *warnings,
                         struct section *section)
{
    struct arena *arena = &page->input->arena;
    char text[WARNING_ROOM];

    for (size_t i = 0; i < warnings->count && i < WARNINGS_KEPT; i++) {
        const struct warning *warning = &warnings->first[i];
        if (warning->path == NULL)
            snprintf(text, sizeof text, "%s", warning->text);
        else if (warning->line == 0)
            snprintf(text, sizeof text, "%.700s: %s", warning->path, warning->text);
        else
            snprintf(text, sizeof text, "%.700s:%" PRIu64 ": %s", warning->path, warning->line,
                     warning->text);
        arena_append_text(arena, &section->names, arena_copy_text(arena, text_of(text)));
    }
    if (warnings->count <= WARNINGS_KEPT)
        return;
    snprintf(text, sizeof text, "%" PRIu64 " more warnings", warnings->count - WARNINGS_KEPT);
    arena_append_text(arena, &section->names, arena_copy_text(arena, text_of(text)));
}

/* What was said of the input when it was read, and at the end of sources; once each. */
static bool tell_warnings(struct page *page, const struct warnings *warnings, bool *was_told,
                          struct section *section)
{
    if (*was_told || warnings == NULL || warnings->count == 0)
        return false;
    *was_told = true;
    *section = (struct section){.kind = SECTION_WARNINGS};
    add_warnings(page, warnings, section);
    return true;
}

bool page_next(void *view, struct section *section, struct error *error)
{
    struct page *page = view;

    if (!page->was_graph_given) {
        page->was_graph_given = true;
        whole_graph_show(&page->graph, section);
        return true;
    }
    if (tell_warnings(page, page->input->heard, &page->was_heard_told, section) ||
        next_part(page, section, error))
        return true;
    if (error->kind != ERROR_NONE || (!page->has_code && !begin_code(page, error)))
        return false;
    return hot_code_next(&page->code, page->input->warnings, section, error) ||
           (error->kind == ERROR_NONE &&
            tell_warnings(page, page->input->warnings, &page->were_warnings_given, section));
}

void page_close(void *view)
{
    struct page *page = view;

    close_part(page);
    hot_code_end(&page->code);
    arena_free(&page->code_input.arena);
    whole_graph_end(&page->graph);
    free(page);
}

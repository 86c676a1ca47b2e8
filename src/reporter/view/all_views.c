/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shows all that is known of a run, for a page to look around in: its functions and calls, groups
 * of code and parts, call trees both ways, and the code of what is hot.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "aggregator/lines/line_costs.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/names.h"
#include "base/number.h"
#include "profile/events.h"
#include "reporter/report.h"
#include "reporter/view/graph_rows.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/listing.h"
#include "reporter/view/objects/objects.h"
#include "reporter/view/view_kind.h"

/*
 * Lists the source of the functions that cost or changed most, one after the other, each with its
 * instructions after it. {0} is empty. It must not move: its pointers lead into it.
 */
struct listed_functions {
    struct view_input *input;
    const struct whole_graph *graph;
    struct line_sides sides;   /* of a difference, */
    struct spots_by_row spots; /* or of one profile */
    struct object_codes codes;
    uint32_t *numbers; /* the graph's numbers of the functions, in listing order */
    size_t count, next;
    bool was_listed; /* the next function is listed by line: its instructions come next */
    struct listing listing;
    bool *is_missing; /* by file: its source was not found */
};

/*
 * Functions are listed from this self cost or inclusive cost on, in percent of the program, but not
 * more than a number of them: the tail of a profile is long, and each takes room in the page. The
 * page says of others why they are not, by the same numbers: see format/html/code.js.
 */
static const double LEAST_SELF = 0.1, LEAST_INCLUSIVE = 1;
enum { MOST_LISTED = 300, MOST_BY_INSTRUCTION = 100 };

/* Describes a function that may be listed. */
struct candidate {
    double cost; /* its self cost, or in a difference the size of its change */
    uint32_t number;
};

static int by_cost(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;

    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static double size_of(const struct listed_functions *listed, struct row_costs costs, size_t row)
{
    return (double)magnitude(figures_key(&listed->input->figures, costs, row));
}

/* Chooses the functions; the costliest come first. */
static void choose(struct listed_functions *listed)
{
    const struct row_figures *by_row = &listed->graph->rows.by_row;
    size_t n_nodes = listed->graph->rows.nodes.count, count = 0;
    struct candidate *all = memory_alloc(n_nodes, sizeof *all);
    double total = size_of(listed, costs_alone(listed->input->figures.base), 0);

    for (uint32_t i = 0; i < n_nodes; i++) {
        row_id row = listed->graph->rows.nodes.items[i].id;
        double self = size_of(listed, figures_self(by_row), row);
        double inclusive = size_of(listed, figures_inclusive(by_row), row);
        if ((self != 0 && self >= LEAST_SELF / 100 * total) ||
            (inclusive != 0 && inclusive >= LEAST_INCLUSIVE / 100 * total))
            all[count++] = (struct candidate){self, i};
    }
    ARRAY_SORT(all, count, by_cost);
    listed->count = count < MOST_LISTED ? count : MOST_LISTED;
    listed->numbers = memory_alloc(listed->count, sizeof *listed->numbers);
    for (size_t i = 0; i < listed->count; i++)
        listed->numbers[i] = all[i].number;
    free(all);
}

static row_id row_of(const struct listed_functions *listed, uint32_t number)
{
    return listed->graph->rows.nodes.items[number].id;
}

/*
 * Chooses the functions. Returns false when a cost does not fit. Free with listed_functions_free().
 */
static bool listed_functions_create(struct listed_functions *listed, struct view_input *input,
                                    const struct whole_graph *graph, struct error *error)
{
    const struct row_choice choice = listing_row_choice(input);
    const struct rows *rows = graph->rows.by_row.rows;

    *listed = (struct listed_functions){.input = input, .graph = graph};
    listed->is_missing = memory_alloc(names_count(input->profile->symbols.files), 1);
    choose(listed);
    if (input->options->has_instructions) {
        object_codes_create(&listed->codes, input, rows->base_of);
        for (size_t i = 0; i < listed->count && i < MOST_BY_INSTRUCTION; i++)
            object_codes_choose(&listed->codes,
                                rows->list[row_of(listed, listed->numbers[i])].function);
    }
    if (input->diff == NULL) {
        spots_by_row_create(&listed->spots, graph->rows.by_row.inclusive, rows->of_place,
                            rows->count);
    } else {
        line_sides_create(&listed->sides, input->diff, rows, &choice);
        line_sides_sort(&listed->sides);
    }
    return view_fits(input, error);
}

static void warn_of_missing(const struct listed_functions *listed)
{
    struct missing_sources missing = {0};
    const struct names *files = listed->input->profile->symbols.files;

    for (file_id file = 0; file < names_count(files); file++)
        if (listed->is_missing[file])
            missing_sources_add(&missing, listed->input, names_text(files, file));
    missing_sources_warn(&missing, listed->input);
}

/* Lists the next function, or its instructions, which come after its source. */
static bool list_next(struct listed_functions *listed, struct section *section, struct error *error)
{
    uint32_t number = listed->numbers[listed->next];
    bool is_by_instruction = listed->was_listed, is_difference = listed->input->diff != NULL;
    const struct code_shown shown = {
        .code = {.row = row_of(listed, number),
                 .file = NO_ID,
                 .is_by_instruction = is_by_instruction},
        .has_inclusive = listed->input->profile->ledgers[SPOT_CALLS].map.count != 0,
        .sides = is_difference ? &listed->sides : NULL,
        .codes = is_by_instruction ? &listed->codes : NULL,
        .spots = is_difference ? NULL : &listed->spots,
        .is_missing = listed->is_missing,
    };

    listed->was_listed = !is_by_instruction && listed->input->options->has_instructions &&
                         listed->next < MOST_BY_INSTRUCTION;
    listed->next += !listed->was_listed;
    section->kind = SECTION_CODE_LISTING;
    section->number = number;
    listing_free(&listed->listing);
    return listing_create(&listed->listing, listed->input, &listed->graph->rows.by_row, &shown,
                          &section->table, error);
}

/*
 * Fills in the section of the next listing, good until the next call. Returns false with an error,
 * or at the end, where a warning tells of the sources that were not found.
 */
static bool listed_functions_next(struct listed_functions *listed, struct section *section,
                                  struct error *error)
{
    while (listed->next < listed->count) {
        if (!list_next(listed, section, error))
            return false;
        if (listing_has_code(&listed->listing))
            return true;
    }
    warn_of_missing(listed);
    return false;
}

static void listed_functions_free(struct listed_functions *listed)
{
    listing_free(&listed->listing);
    object_codes_free(&listed->codes);
    line_sides_free(&listed->sides);
    spots_by_row_free(&listed->spots);
    free(listed->numbers);
    free(listed->is_missing);
    *listed = (struct listed_functions){0};
}

/*
 * Limits paths to those that can be seen: how many percent of the program they cost, and how many
 * calls deep they are.
 */
static const double LEAST_PATH = 0.1;
enum { DEEPEST_PATH = 200, MOST_LINES = 100, MOST_LINES_OF_OTHERS = 20 };

/* A page shows the first causes, as --explain does. */
enum { MOST_CAUSES = 10 };

/* Lists the sections that are views of their own, between the graph and the listings. */
static const struct inner_view {
    const struct view_kind *kind;
    enum view view;
    enum row_key by;
    bool is_bottom_up;
    bool has_columns;     /* of --per: one for each thread, say */
    bool may_not_compare; /* two profiles may have rows that do not compare: then the view is left
                             out */
} inner_views[] = {
    {&explanation_view, VIEW_EXPLANATION, .is_bottom_up = false},
    {&hotspots_view, VIEW_HOTSPOTS, .by = BY_LINE},
    {&hotspots_view, VIEW_HOTSPOTS, .by = BY_FUNCTION, .has_columns = true},
    {&hotspots_view, VIEW_HOTSPOTS, .by = BY_FILE, .has_columns = true},
    {&hotspots_view, VIEW_HOTSPOTS, .by = BY_DIRECTORY, .has_columns = true},
    {&hotspots_view, VIEW_HOTSPOTS, .by = BY_OBJECT, .has_columns = true},
    {&hotspots_view, VIEW_HOTSPOTS, .by = BY_NAMESPACE, .has_columns = true},
    {&hotspots_view, VIEW_HOTSPOTS, .by = BY_THREAD, .may_not_compare = true},
    {&hotspots_view, VIEW_HOTSPOTS, .by = BY_PART, .may_not_compare = true},
    {&hotspots_view, VIEW_HOTSPOTS, .by = BY_LABEL},
    {&hotspots_view, VIEW_HOTSPOTS, .by = BY_INPUT, .may_not_compare = true},
    {&call_tree_view, VIEW_CALL_TREE, .is_bottom_up = false},
    {&call_tree_view, VIEW_CALL_TREE, .is_bottom_up = true},
};

struct all_views {
    struct view_input *input;
    struct view_options options; /* in place of those given */
    enum row_key per;            /* whose columns some inner views have; 0: none */
    struct whole_graph graph;
    bool was_graph_given, were_read_warnings_shown, were_doubts_shown;

    struct view_options inner_options; /* of the one that is open, */
    struct view_input inner_input;     /* which is made for it, */
    struct warnings repeated_warnings; /* its warnings, which repeat those of the graph */
    void *inner;                       /* NULL: none is open */
    size_t next_inner;
    size_t n_line_tables; /* opened so far: one for each event that has cost */

    struct view_options code_options;
    struct view_input code_input;
    struct listed_functions listed;
    bool has_code, were_warnings_given;
};

static struct keep all_views_keep(const struct view_options *options, bool is_difference)
{
    (void)is_difference;
    return (struct keep){.places = KEEP_SELF_AND_CALLS,
                         .each_part = options->per != 0,
                         .lines = KEEP_SELF,
                         .spots = KEEP_SELF_AND_CALLS,
                         .addresses = options->has_instructions,
                         .jumps = true};
}

static void close_inner(struct all_views *all)
{
    if (all->inner != NULL)
        inner_views[all->next_inner - 1].kind->close(all->inner);
    all->inner = NULL;
    arena_free(&all->inner_input.arena);
}

static void all_views_close(void *view)
{
    struct all_views *all = view;

    close_inner(all);
    listed_functions_free(&all->listed);
    arena_free(&all->code_input.arena);
    whole_graph_end(&all->graph);
    free(all);
}

static void *all_views_open(struct view_input *input, struct error *error)
{
    struct all_views *all = memory_alloc(1, sizeof *all);

    /*
     * Inner views show everything, of the same events in the same order. Options that shorten a
     * table are not for a page, which has room.
     */
    all->options = *input->options;
    all->per = all->options.per;
    all->options.per = 0;
    all->options.is_inclusive = false;
    all->options.has_limit = false;
    all->options.depth = 0;
    all->options.is_complete = true;
    all->options.is_tabular = true;
    all->options.shows_ratios = true;
    input->options = &all->options;
    all->input = input;
    bool is_done = view_choose_cost(input, METRIC_INCLUSIVE, error);
    input->metric.kind = METRIC_SELF;
    if (is_done && all->options.sort.length != 0) /* not all views are sorted by inclusive cost */
        all->options.sort = input->profile->events.list[input->metric.event].name;
    if (is_done && whole_graph_begin(&all->graph, input, error) &&
        (!all->options.has_instructions || profile_require_addresses(input->profile, error)))
        return all;
    all_views_close(all);
    return NULL;
}

/* Makes the input of an inner view from what all of them share. */
static struct view_input input_for(const struct all_views *all, const struct view_options *options,
                                   struct warnings *warnings)
{
    struct view_input input = *all->input;

    input.arena = (struct arena){0};
    input.options = options;
    input.warnings = warnings;
    return input;
}

/*
 * Tells whether the view has something to show: not where there is but one part of the run, or
 * nothing is called.
 */
static bool is_telling(const struct all_views *all, const struct inner_view *inner)
{
    const struct view_input *input = all->input;

    if (inner->view == VIEW_EXPLANATION)
        return input->diff != NULL;
    if (inner->view == VIEW_CALL_TREE)
        return all->graph.rows.by_row.calls->arcs.map.count != 0;
    switch (inner->by) {
    case BY_FUNCTION: /* the graph has all else of it */
        return all->per != 0;
    case BY_LINE:
        return view_has_lines(input);
    case BY_THREAD:
    case BY_PART:
    case BY_LABEL:
    case BY_INPUT:
        return view_has_several(input, inner->by);
    default:
        return true;
    }
}

/* Names the costs that the page has, which what is cut for people would not show by itself. */
static struct text name_events(struct all_views *all)
{
    const struct figures *figures = &all->input->figures;
    struct buffer names = {0};

    for (size_t i = 0; i < figures->n_shown; i++) {
        const struct event *event = &figures->profile->events.list[figures->shown[i]];
        if (event_is_ratio(event))
            continue;
        buffer_append(&names, names.length == 0 ? TEXT("") : TEXT(","));
        buffer_append(&names, event->name);
    }
    return buffer_keep(&names, &all->input->arena);
}

/*
 * Returns the place of the event that a table of lines is ranked by: of the first the measured one,
 * of those after it the others that cost something. Returns the number of events where there are no
 * more such tables.
 */
static size_t event_of_lines(const struct all_views *all, size_t table)
{
    const struct figures *figures = &all->input->figures;
    const struct table_event *events = all->graph.rows.events;

    for (size_t i = 0; i < figures->n_shown && table != 0; i++) {
        const struct figure *total = &events[i].total;
        bool has_cost = total->now.value != 0 || total->old.value != 0;
        if (i != figures->measured && !events[i].is_ratio && has_cost && --table == 0)
            return i;
    }
    return table == 0 ? figures->measured : figures->n_shown;
}

static bool open_inner(struct all_views *all, const struct inner_view *inner, struct error *error)
{
    struct view_options *options = &all->inner_options;

    *options = all->options;
    options->view = inner->view;
    options->by = inner->by;
    options->is_bottom_up = inner->is_bottom_up;
    options->per = inner->has_columns ? all->per : 0;
    if (inner->by == BY_LINE) {
        const struct figures *figures = &all->input->figures;
        size_t event = event_of_lines(all, all->n_line_tables);
        options->has_limit = true;
        options->n_rows = all->n_line_tables == 0 ? MOST_LINES : MOST_LINES_OF_OTHERS;
        options->sort = figures->profile->events.list[figures->shown[event]].name;
        all->n_line_tables++;
    }
    if (inner->view == VIEW_EXPLANATION) {
        options->is_complete = false;
        options->show = name_events(all);
        options->n_rows = MOST_CAUSES;
        if (!options->has_least_percent)
            options->least_percent = LEAST_CAUSE;
    }
    if (inner->view == VIEW_CALL_TREE) {
        options->depth = DEEPEST_PATH;
        if (!options->has_least_percent)
            options->least_percent = LEAST_PATH;
        /* Without what did not change a picture would have holes. */
        options->keeps_unchanged = !options->has_least;
    }
    all->repeated_warnings = (struct warnings){0};
    all->inner_input = input_for(all, options, &all->repeated_warnings);
    /* As with --by, only the paths of files and the like are compared; but lines are aligned. */
    if (inner->view == VIEW_HOTSPOTS && inner->by != BY_LINE && all->input->diff_of_paths != NULL) {
        all->inner_input.diff = all->input->diff_of_paths;
        all->inner_input.profile = &all->inner_input.diff->change;
        all->inner_input.lines = NULL;
    }
    all->inner = inner->kind->open(&all->inner_input, error);
    return all->inner != NULL;
}

/*
 * Fills in the one section of the next inner view. Returns false with an error, or when there are
 * no more. Parts and threads of two profiles that do not compare are left out.
 */
static bool next_inner(struct all_views *all, struct section *section, struct error *error)
{
    while (error->kind == ERROR_NONE && all->next_inner < ARRAY_LENGTH(inner_views)) {
        size_t next_lines = event_of_lines(all, all->n_line_tables);
        bool has_more_lines = all->n_line_tables != 0 && next_lines != all->input->figures.n_shown;
        close_inner(all);
        all->next_inner += !has_more_lines;
        const struct inner_view *inner = &inner_views[all->next_inner - 1];
        if (!is_telling(all, inner))
            continue;
        if (open_inner(all, inner, error))
            return inner->kind->show(all->inner, section, error);
        if (error->kind == ERROR_USAGE && inner->may_not_compare)
            *error = (struct error){0};
    }
    return false;
}

/*
 * Fills in a section of warnings, once each: those of the input that were added when it was read,
 * what makes its figures doubtful, and at the end those of sources.
 */
static bool show_warnings(struct all_views *all, const struct warnings *warnings, bool *was_shown,
                          struct section *section)
{
    if (*was_shown || warnings == NULL || warnings->count == 0)
        return false;
    *was_shown = true;
    *section = (struct section){.kind = SECTION_WARNINGS};
    append_warnings(&all->input->arena, &section->names, warnings, "warnings");
    return true;
}

static bool all_views_show(void *view, struct section *section, struct error *error)
{
    struct all_views *all = view;

    if (!all->was_graph_given) {
        all->was_graph_given = true;
        whole_graph_show(&all->graph, section);
        return true;
    }
    if (show_warnings(all, all->input->read_warnings, &all->were_read_warnings_shown, section) ||
        show_warnings(all, all->input->doubts, &all->were_doubts_shown, section) ||
        next_inner(all, section, error))
        return true;
    if (error->kind != ERROR_NONE)
        return false;
    if (!all->has_code) {
        all->has_code = true;
        all->code_options = all->options;
        all->code_options.view = VIEW_CODE_LISTING;
        all->code_options.is_complete = false; /* changes alone, with what is around them */
        all->code_input = input_for(all, &all->code_options, all->input->warnings);
        if (!listed_functions_create(&all->listed, &all->code_input, &all->graph, error))
            return false;
    }
    return listed_functions_next(&all->listed, section, error) ||
           (error->kind == ERROR_NONE &&
            show_warnings(all, all->input->warnings, &all->were_warnings_given, section));
}

const struct view_kind all_views = {
    .uses = USE_SELECT | USE_FOLDS | USE_LEAST | USE_NOISE | USE_SHARE | USE_SOURCES | USE_OBJECTS |
            USE_SLICES,
    .keep_for = all_views_keep,
    .open = all_views_open,
    .show = all_views_show,
    .close = all_views_close,
};

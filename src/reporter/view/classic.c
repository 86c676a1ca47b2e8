/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shows the report of callgrind_annotate: totals, functions, and the source files with what their
 * lines cost.
 */

#include <stdlib.h>

#include "aggregator/lines/line_costs.h"
#include "aggregator/rank.h"
#include "aggregator/row_figures.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "reporter/report.h"
#include "reporter/view/input/figures.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/listing.h"
#include "reporter/view/listing/listing_choice.h"
#include "reporter/view/view_kind.h"
#include "sources/source.h"

/*
 * The table of functions, each with its callers above and its callees below if asked for.
 */
struct functions_table {
    /* Set by the caller, and not owned: */
    const struct figures *figures;
    const struct row_figures *by_row;
    const struct selection *selection;
    const struct view_options *shown; /* which cost, and whether callers and callees */

    /* The events shown, followed by those of inclusive cost where that is shown. */
    struct table_event *events;
    size_t n_events;
    struct arena arena;              /* owns the names of the events */
    size_t function;                 /* the next one of the selection */
    struct ranking callers, callees; /* of the current function; item ids are arcs */
};

static row_id current_row(const struct functions_table *functions)
{
    return selected_row(functions->selection, functions->function);
}

/*
 * Tells whether it is Callgrind's name for code that it knows nothing of. That calls everything,
 * and so says nothing.
 */
static bool is_unknown(const struct rows *rows, row_id id)
{
    struct row_names names = rows_names(rows, id);

    return text_equal(names.file, TEXT("???")) && text_equal(names.function, TEXT("???"));
}

/* Ranks the calls on one side of the current row, by what was recorded of them. */
static void rank_side(const struct functions_table *functions, enum calls_by by,
                      struct ranking *ranking)
{
    const struct row_calls *calls = functions->by_row->calls;
    const struct sorting *sorting = &functions->figures->sorting;
    struct side_of_row side = row_calls_side(calls, current_row(functions), by);

    ranking_begin(ranking, sorting->n_keys);
    for (size_t i = 0; i < side.count; i++) {
        row_id other = row_calls_other(calls, side.arcs[i], by);
        int64_t *keys = ranking_add(ranking, rank_row(calls->rows, other, side.arcs[i]));
        rank_keys(sorting, costs_alone(&calls->arcs.costs), side.arcs[i], keys);
    }
    ranking_sort(ranking);
}

/* Sets the figures of the function: self or inclusive cost by event, or both. */
static void fill_figures(const struct functions_table *functions, row_id id, struct figure *into)
{
    const struct figures *figures = functions->figures;
    const struct view_options *shown = functions->shown;

    if (!shown->is_inclusive) {
        figures_fill(figures, figures_self(functions->by_row), id, into);
        into += figures->n_shown;
    }
    if (shown->is_inclusive || shown->shows_both)
        figures_fill(figures, figures_inclusive(functions->by_row), id, into);
}

static void add_function(const struct functions_table *functions, struct table_rows *rows)
{
    row_id id = current_row(functions);
    struct figure *self = table_rows_figures(rows, functions->n_events);
    struct table_row *row = table_rows_add(rows, ROW_FUNCTION);

    figures_name_row(functions->by_row->rows, id, row);
    fill_figures(functions, id, self);
    row->self = self;
    figures_set_old(functions->figures, functions->by_row, id, row);
}

/*
 * Adds callers or callees of the current function. Beside self cost, what a call costs is
 * inclusive. In an inclusive table it is what the calls add to the function's inclusive cost, else
 * what was recorded.
 */
static void add_calls(const struct functions_table *functions, enum calls_by by,
                      const struct ranking *ranking, struct table_rows *rows)
{
    const struct figures *figures = functions->figures;
    const struct row_calls *calls = functions->by_row->calls;
    const struct view_options *shown = functions->shown;
    const struct costs *costs = !shown->is_inclusive && !shown->shows_both ? &calls->arcs.costs
                              : by == CALLS_BY_CALLEE                      ? &calls->entering
                                                                           : &calls->leaving;
    size_t n_before = shown->shows_both ? figures->n_shown : 0;

    for (size_t i = 0; i < ranking->count; i++) {
        uint32_t arc = ranking->items[i].id;
        struct table_row *row =
            table_rows_add(rows, by == CALLS_BY_CALLEE ? ROW_CALLER : ROW_CALLEE);
        struct figure *cost = table_rows_figures(rows, functions->n_events);
        figures_name_row(calls->rows, row_calls_other(calls, arc, by), row);
        figures_fill(figures, costs_alone(costs), arc, cost + n_before);
        row->inclusive = cost;
        row->calls.now = (struct cell){.value = calls->arcs.counts[arc], .is_given = true};
        figures_limit_calls(figures, figures_has_inlined(calls->rows, row_call(calls, arc).callee),
                            row);
    }
}

/* Adds the current function between its callers and callees, after a gap. */
static void add_block(struct functions_table *functions, struct table_rows *rows)
{
    const struct view_options *shown = functions->shown;
    bool is_silent = is_unknown(functions->by_row->rows, current_row(functions));

    table_rows_add(rows, ROW_GAP);
    if (shown->shows_callers && !is_silent) {
        rank_side(functions, CALLS_BY_CALLEE, &functions->callers);
        add_calls(functions, CALLS_BY_CALLEE, &functions->callers, rows);
    }
    add_function(functions, rows);
    if (shown->shows_callees && !is_silent) {
        rank_side(functions, CALLS_BY_CALLER, &functions->callees);
        add_calls(functions, CALLS_BY_CALLER, &functions->callees, rows);
    }
}

static void make_function_rows(void *opaque, struct table_rows *rows)
{
    struct functions_table *functions = opaque;
    bool is_in_blocks = functions->by_row->calls != NULL;

    for (; functions->function < functions->selection->n_selected && !table_rows_are_full(rows);
         functions->function++) {
        if (is_in_blocks)
            add_block(functions, rows);
        else
            add_function(functions, rows);
    }
}

/* Adds the events of inclusive cost: "incl(Ir)" beside "Ir". */
static void add_inclusive_events(struct functions_table *functions)
{
    size_t n_shown = functions->figures->n_shown;

    for (size_t i = 0; i < n_shown; i++) {
        struct table_event *event = &functions->events[n_shown + i];
        struct buffer name = {0};
        *event = functions->events[i];
        buffer_append(&name, TEXT("incl("));
        buffer_append(&name, event->name);
        buffer_append(&name, TEXT(")"));
        event->name = buffer_keep(&name, &functions->arena);
    }
}

/* Takes a row into account for the widths of the events. */
static void include_row(const struct functions_table *functions, row_id id)
{
    const struct figures *figures = functions->figures;
    const struct view_options *shown = functions->shown;
    struct table_event *events = functions->events;

    if (!shown->is_inclusive) {
        figures_include(figures, events, figures_self(functions->by_row), id);
        events += figures->n_shown;
    }
    if (shown->is_inclusive || shown->shows_both)
        figures_include(figures, events, figures_inclusive(functions->by_row), id);
}

/* Sets up the table that makes its rows. Free with functions_end(). */
static void functions_begin(struct functions_table *functions, struct table *table)
{
    const struct figures *figures = functions->figures;
    const struct ranking *rows = &functions->selection->ranking;

    functions->n_events = figures->n_shown * (functions->shown->shows_both ? 2 : 1);
    functions->events = figures_events(figures, functions->n_events);
    if (functions->shown->shows_both)
        add_inclusive_events(functions);
    for (size_t i = 0; i < rows->count; i++)
        include_row(functions, rows->ids[i]);
    *table = figures_table(figures, functions->events, NULL);
    table->n_events = functions->n_events;
    table->by = TEXT("function");
    table->has_calls = functions->by_row->calls != NULL;
    table->make_rows = make_function_rows;
    table->view = functions;
}

static void functions_end(struct functions_table *functions)
{
    free(functions->events);
    ranking_free(&functions->callers);
    ranking_free(&functions->callees);
    arena_free(&functions->arena);
    *functions = (struct functions_table){0};
}

/* A table of one row shows the program's total, or the sum of what was annotated. */
struct single_row {
    struct table_event *events;
    const struct figures *figures;
    enum table_row_kind kind;
    struct row_costs costs;
    bool was_given;
};

struct classic {
    struct view_input *input;
    const struct view_options *options;
    struct row_figures rows; /* by file:function, as recorded */
    struct selection selection;

    enum { AT_TOTALS, AT_FUNCTIONS, AT_LISTINGS, AT_MISSING, AT_ANNOTATED, AT_END } stage;
    struct single_row single;
    struct functions_table functions;
    struct line_calls line_calls;
    struct listing listing; /* of the last file */
    struct costs annotated; /* one row: the sum of all source lines shown */
    bool has_annotated;

    struct file_choice files;
    size_t file; /* the next one to list */
    struct source source;
    struct row_figures changed_rows; /* by function, in a difference of which a file is listed */
    struct line_sides sides;         /* of these rows */
    struct text *missing;
    size_t n_missing;
};

static bool has_inclusive(const struct view_options *options)
{
    return options->is_inclusive || options->shows_both;
}

static bool has_calls(const struct view_options *options)
{
    return options->shows_callers || options->shows_callees;
}

static struct keep classic_keep(const struct view_options *options, bool is_difference)
{
    bool has_listings = options->is_auto_annotated || options->sources.count != 0;
    bool has_changes = is_difference && has_listings;
    bool needs_calls = has_inclusive(options) || has_calls(options) || has_changes;

    return (struct keep){
        .places = needs_calls ? KEEP_SELF_AND_CALLS : KEEP_SELF,
        .lines = has_listings && !is_difference ? KEEP_SELF_AND_CALLS : KEEP_NOTHING,
        .spots = has_changes ? KEEP_SELF_AND_CALLS : KEEP_NOTHING,
    };
}

static void make_single_row(void *opaque, struct table_rows *rows)
{
    struct single_row *single = opaque;

    if (!single->was_given)
        table_rows_add(rows, single->kind)->self =
            figures_make(single->figures, single->costs, 0, rows);
    single->was_given = true;
}

static void single_row_free(struct single_row *single)
{
    free(single->events);
    *single = (struct single_row){0};
}

/* Sets up a table with one row, that of these costs. */
static void single_row_begin(struct classic *classic, enum table_row_kind kind,
                             struct row_costs costs, struct table *table)
{
    const struct figures *figures = &classic->input->figures;
    struct single_row *single = &classic->single;

    single_row_free(single);
    *single = (struct single_row){.events = figures_events(figures, figures->n_shown),
                                  .figures = figures,
                                  .kind = kind,
                                  .costs = costs};
    figures_include(figures, single->events, costs, 0);
    *table = figures_table(figures, single->events, NULL);
    table->make_rows = make_single_row;
    table->view = single;
}

static bool totals_section(struct classic *classic, struct section *section, struct error *error)
{
    (void)error;
    section->kind = SECTION_TOTALS;
    section->is_calculated = classic->input->program.is_calculated;
    single_row_begin(classic, ROW_TOTAL, figures_total(&classic->input->figures), &section->table);
    return true;
}

static bool functions_section(struct classic *classic, struct section *section, struct error *error)
{
    (void)error;
    section->kind = SECTION_FUNCTIONS;
    classic->functions = (struct functions_table){.figures = &classic->input->figures,
                                                  .by_row = &classic->rows,
                                                  .selection = &classic->selection,
                                                  .shown = classic->options};
    functions_begin(&classic->functions, &section->table);
    return true;
}

/* Ends the latest listing, if any, with warnings about its source. */
static void end_listing(struct classic *classic)
{
    if (classic->listing.shown.calls != NULL)
        source_warn(source_state(&classic->source), classic->files.files[classic->file - 1].name.at,
                    classic->listing.has_bogus, classic->input->profile, classic->input->warnings);
    listing_free(&classic->listing);
    source_close(&classic->source);
}

/* Sorts the calls by line, for the first file that is listed. */
static void find_line_calls(struct classic *classic)
{
    const struct view_input *input = classic->input;
    const struct inclusive *inclusive = classic->rows.inclusive;

    if (classic->line_calls.profile != NULL)
        return;
    line_calls_create(&classic->line_calls, input->profile,
                      inclusive != NULL ? inclusive_nesting(inclusive) : NULL);
}

static bool begin_listing(struct classic *classic, file_id file, struct section *section,
                          struct error *error)
{
    section->kind = SECTION_FILE_LISTING;
    find_line_calls(classic);
    classic->has_annotated = true;
    const struct code_shown shown = {.code = {.row = NO_ID, .file = file},
                                     .source = &classic->source,
                                     .calls = &classic->line_calls,
                                     .annotated = &classic->annotated};
    return listing_create(&classic->listing, classic->input, &classic->rows, &shown,
                          &section->table, error);
}

/* Adds up both sides of a difference by function, for the first file that is listed. */
static bool add_up_changes(struct classic *classic, struct error *error)
{
    const struct view_input *input = classic->input;
    const struct row_figures_wanted wanted = {.choice = listing_row_choice(input)};
    struct row_figures *rows = &classic->changed_rows;

    if (rows->rows != NULL)
        return true;
    if (!view_add_up(input, &wanted, rows, error))
        return false;
    line_sides_create(&classic->sides, input->diff, rows->rows, &wanted.choice);
    return view_fits(input, error) && figures_fit(&input->figures, rows, error);
}

/* Lists the lines of a file that changed. Returns false where there are none, or with an error. */
static bool list_changes(struct classic *classic, file_id file, struct section *section,
                         struct error *error)
{
    const struct code_shown shown = {.code = {.row = NO_ID, .file = file},
                                     .has_inclusive = has_inclusive(classic->options),
                                     .sides = &classic->sides};

    section->kind = SECTION_CODE_LISTING;
    return add_up_changes(classic, error) &&
           listing_create(&classic->listing, classic->input, &classic->changed_rows, &shown,
                          &section->table, error) &&
           classic->listing.n_rows > 1;
}

/* Lists the next file, or says that it has no cost; one that is not found joins the missing. */
static bool listing_section(struct classic *classic, struct section *section, struct error *error)
{
    const struct chosen_file *file = &classic->files.files[classic->file++];

    if (!source_find(&classic->source, file->name, &classic->input->paths)) {
        classic->missing[classic->n_missing++] = file->name;
        return false;
    }
    if (classic->input->diff != NULL && file->id != NO_ID) {
        source_close(&classic->source);
        return list_changes(classic, file->id, section, error);
    }
    section->kind = SECTION_NO_COST;
    section->title = classic->source.found_as;
    section->found_in = classic->source.found_in;
    section->is_user_chosen = file->is_user_chosen;
    return file->id == NO_ID || begin_listing(classic, file->id, section, error);
}

static bool missing_section(struct classic *classic, struct section *section, struct error *error)
{
    (void)error;
    section->kind = SECTION_MISSING;
    ARRAY_SORT(classic->missing, classic->n_missing, texts_compare);
    section->names = (struct text_list){classic->missing, classic->n_missing};
    return classic->n_missing != 0;
}

/*
 * Fills in the sum of what was annotated. A sum above the total, or any sum of a total of 0, is 100
 * %.
 */
static bool annotated_section(struct classic *classic, struct section *section, struct error *error)
{
    size_t n_shown = classic->input->figures.n_shown;

    (void)error;
    if (!classic->has_annotated)
        return false;
    struct figure *sums = memory_alloc(n_shown, sizeof *sums);
    section->kind = SECTION_ANNOTATED_SUM;
    single_row_begin(classic, ROW_ANNOTATED_SUM, costs_alone(&classic->annotated), &section->table);
    figures_fill(&classic->input->figures, costs_alone(&classic->annotated), 0, sums);
    for (size_t i = 0; i < n_shown; i++) {
        struct cell *base = &classic->single.events[i].base;
        if (base->value == 0 || sums[i].now.value > base->value)
            *base = sums[i].now;
    }
    free(sums);
    return true;
}

static bool classic_show(void *view, struct section *section, struct error *error)
{
    static bool (*const show[])(struct classic *, struct section *, struct error *) = {
        [AT_TOTALS] = totals_section,       [AT_FUNCTIONS] = functions_section,
        [AT_LISTINGS] = listing_section,    [AT_MISSING] = missing_section,
        [AT_ANNOTATED] = annotated_section,
    };
    struct classic *classic = view;
    bool has_section = false;

    while (!has_section && classic->stage != AT_END && error->kind == ERROR_NONE) {
        *section = (struct section){0};
        if (classic->stage == AT_LISTINGS)
            end_listing(classic);
        if (classic->stage == AT_LISTINGS && classic->file == classic->files.count)
            classic->stage = AT_MISSING;
        has_section = show[classic->stage](classic, section, error);
        classic->stage += classic->stage != AT_LISTINGS;
    }
    return has_section && error->kind == ERROR_NONE;
}

/* Checks that sources named on the command line are there. */
static bool sources_exist(const struct classic *classic, struct error *error)
{
    for (size_t i = 0; i < classic->options->sources.count; i++) {
        struct source source;
        if (!source_find(&source, classic->options->sources.items[i], &classic->input->paths))
            return error_set(error, ERROR_FAILED, classic->options->sources.items[i].at, 0,
                             "source file not found, nor in any --include directory");
        source_close(&source);
    }
    return true;
}

/* Ranks the changes of a difference by their size. */
static void rank_by_size(const struct view_input *input)
{
    struct sort_key *keys = input->chosen.sort_keys;

    if (input->diff == NULL)
        return;
    for (size_t i = 0; i < input->chosen.n_sort_keys; i++)
        keys[i].by_size = true;
    keys[0].least = view_smallest_change(input, keys[0].event);
}

static bool add_up(struct classic *classic, struct error *error)
{
    const struct view_input *input = classic->input;
    const struct row_figures_wanted wanted = {
        .choice = {.key = BY_FILE_FUNCTION,
                   .has_inclusive = has_inclusive(classic->options),
                   .filter = &input->options->filter},
        .has_calls = has_calls(classic->options),
    };

    if (!view_add_up(input, &wanted, &classic->rows, error))
        return false;
    figures_warn(&input->figures, &classic->rows, input->warnings);
    return figures_fit(&input->figures, &classic->rows, error);
}

static void select_functions(struct classic *classic)
{
    const struct figures *figures = &classic->input->figures;
    bool is_inclusive = classic->options->is_inclusive;
    const struct selecting selecting = {
        .sorting = figures->sorting,
        .costs = is_inclusive ? figures_inclusive(&classic->rows) : figures_self(&classic->rows),
        .is_inclusive = is_inclusive,
        .total = figures->total,
    };

    rank_by_size(classic->input);
    select_rows(&classic->selection, classic->rows.rows, &selecting);
}

static void choose_files(struct classic *classic)
{
    const struct view_input *input = classic->input;

    file_choice_find(&classic->files, &input->figures, classic->rows.rows,
                     input->options->is_auto_annotated ? &classic->selection : NULL,
                     classic->options->sources);
    classic->missing = memory_alloc(classic->files.count, sizeof *classic->missing);
}

static void classic_close(void *view)
{
    struct classic *classic = view;

    functions_end(&classic->functions);
    listing_free(&classic->listing);
    line_sides_free(&classic->sides);
    row_figures_free(&classic->changed_rows);
    source_close(&classic->source);
    line_calls_free(&classic->line_calls);
    single_row_free(&classic->single);
    selection_free(&classic->selection);
    row_figures_free(&classic->rows);
    costs_free(&classic->annotated);
    file_choice_free(&classic->files);
    free(classic->missing);
    free(classic);
}

static void *classic_open(struct view_input *input, struct error *error)
{
    struct classic *classic = memory_alloc(1, sizeof *classic);

    classic->input = input;
    classic->options = input->options;
    if (view_choose_events(input, error) && add_up(classic, error)) {
        select_functions(classic);
        if (view_fits(input, error) && sources_exist(classic, error)) {
            choose_files(classic);
            costs_init(&classic->annotated, input->profile->events.n_recorded);
            costs_ensure(&classic->annotated, 1);
            return classic;
        }
    }
    classic_close(classic);
    return NULL;
}

const struct view_kind classic_view = {
    .asked = "the report",
    .uses = USE_SELECT | USE_LEAST | USE_NOISE | USE_THRESHOLD | USE_SOURCES,
    .keep_for = classic_keep,
    .open = classic_open,
    .show = classic_show,
    .close = classic_close,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Shows the report of callgrind_annotate: totals, functions, and the source files with what their
 * lines cost.
 */

#include <stdlib.h>

#include "aggregator/lines/line_costs.h"
#include "aggregator/rank.h"
#include "base/array.h"
#include "reporter/report.h"
#include "reporter/view/functions.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/listing.h"
#include "reporter/view/listing/listing_choice.h"
#include "reporter/view/view_kind.h"
#include "sources/source.h"

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
                                                  .of = &classic->rows,
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

static bool classic_show(void *view, size_t number, struct section *section, struct error *error)
{
    static bool (*const show[])(struct classic *, struct section *, struct error *) = {
        [AT_TOTALS] = totals_section,       [AT_FUNCTIONS] = functions_section,
        [AT_LISTINGS] = listing_section,    [AT_MISSING] = missing_section,
        [AT_ANNOTATED] = annotated_section,
    };
    struct classic *classic = view;
    bool has_section = false;

    (void)number;
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
    .keep = classic_keep,
    .open = classic_open,
    .show = classic_show,
    .close = classic_close,
};

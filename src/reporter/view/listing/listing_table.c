/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listing.h"

#include <stdlib.h>

#include "aggregator/lines/line_costs.h"
#include "base/array.h"
#include "base/number.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/listing/listing_rows.h"

/* Adds up what the lines of the code cost, from spots. */
static void add_up(struct listing *listing)
{
    const struct code_shown *shown = &listing->shown;
    const struct line_diff *diff = &listing->diff;
    const struct line_costs *lines = &listing->own_lines;

    if (shown->sides != NULL) {
        lines = &diff->change;
        line_diff_create(&listing->diff, shown->sides, shown->code);
    } else {
        struct listed_side side = listed_side_of(listing->of->inclusive);
        side.sorted = shown->spots;
        line_costs_create(&listing->own_lines, &side, shown->code);
        line_jumps_create(&listing->jumps, lines, &side, shown->code);
    }
    listing->lines = lines;
    listing->is_exact = memory_alloc(lines->inclusive.n_rows, sizeof *listing->is_exact);
    for (size_t i = 0; i < lines->n_lines; i++)
        listing->is_exact[lines->lines[i].id] = !lines->lines[i].is_bound;
    listing->calls = &lines->table;
    listing->self = costs_alone(&lines->self);
    listing->inclusive = costs_alone(&lines->inclusive);
    listing->inclusive.is_exact = listing->is_exact;
    listing->inclusive.is_inclusive = true;
    listing->called = costs_alone(&lines->table.costs);
    if (shown->sides != NULL) {
        listing->self.old = &diff->old_self;
        listing->self.fresh = &diff->fresh_self;
        listing->inclusive.old = &diff->old_inclusive;
        listing->inclusive.fresh = &diff->fresh_inclusive;
        listing->called.old = &diff->old_called;
    }
}

/* Takes the lines of a file of the report as they were recorded; calls are added up line by line.
 */
static void take_recorded(struct listing *listing)
{
    const struct profile *profile = listing->input->profile;
    const size_t *begin = listing->file.calls->line_begin + listing->file.id;
    const struct numbered_line *numbered = listing->file.calls->lines + begin[0];
    struct line_costs *lines = &listing->own_lines;

    lines->n_lines = begin[1] - begin[0];
    lines->lines = memory_alloc(lines->n_lines, sizeof *lines->lines);
    for (size_t i = 0; i < lines->n_lines; i++)
        lines->lines[i] = (struct listed_line){
            .file = listing->file.id, .number = numbered[i].number, .id = numbered[i].id};
    listing->lines = lines;
    listing->calls = &listing->file.calls->table;
    listing->self = costs_alone(&profile->ledgers[LINES].costs);
    listing->called = costs_alone(&listing->calls->costs);
}

/* Returns the sums of headings and folds. */
static struct row_costs sums_of(const struct listing *listing)
{
    return (struct row_costs){.costs = &listing->sums, .old = &listing->old_sums};
}

/* Tells whether a row stands for several lines, whose sum it has. */
static bool is_sum(const struct listing_row *row)
{
    return row->kind == ROW_LISTING || row->kind == ROW_LISTED_SUM ||
           row->kind == ROW_LISTED_PART || row->kind == ROW_FOLD;
}

/*
 * Fits the widths of figures in the report to all lines, listed or not, and finds figures that fit
 * into no 64 bits before anything is printed.
 */
static void measure(struct listing *listing)
{
    const struct line_costs *lines = listing->lines;
    const struct figures *figures = &listing->input->figures;

    for (size_t i = 0; i < lines->n_lines; i++) {
        uint32_t id = lines->lines[i].id;
        figures_include(figures, listing->events, listing->self, id);
        if (listing->inclusive.costs != NULL)
            figures_include(figures, listing->events, listing->inclusive, id);
    }
}

/*
 * Sets the names of the code that the row is of. By instruction, headings and sums name the
 * functions.
 */
static void name_code(struct listing *listing, const struct listing_row *from,
                      struct table_row *row)
{
    bool is_by_instruction = listing->shown.code.is_by_instruction;

    if (is_by_instruction && is_sum(from) && from->kind != ROW_FOLD)
        listing->listed = from->callee;
    row_id named = is_by_instruction ? listing->listed : listing->shown.code.row;
    if (named != NO_ID)
        figures_name_row(listing->of->rows, named, row);
    row->file = names_text_if_any(listing->input->profile->symbols.files, from->line.file);
}

static void set_call(const struct listing *listing, const struct listing_row *from,
                     struct table_rows *rows, struct table_row *row)
{
    const struct figures *figures = &listing->input->figures;
    const uint64_t *targets = listing->lines->targets;
    int64_t old = listing->shown.sides != NULL ? listing->diff.old_counts[from->id] : 0;

    figures_name_row(listing->of->rows, from->callee, row);
    row->calls = figures_count(figures, listing->calls->counts[from->id], old);
    figures_limit_calls(figures, figures_has_inlined(listing->of->rows, from->callee), row);
    row->target = targets != NULL ? targets[from->id] : 0;
    row->inclusive = figures_make(figures, listing->called, from->id, rows);
}

static void set_jump(const struct listing *listing, const struct listing_row *from,
                     struct table_rows *rows, struct table_row *row)
{
    const struct listed_jump *jump = &listing->jumps.list[from->id];
    const struct symbols *symbols = &listing->input->profile->symbols;
    struct jump_facts *facts = arena_alloc(&rows->arena, sizeof *facts);

    *facts = (struct jump_facts){
        .times = jump->counts.unconditional,
        .followed = jump->counts.followed,
        .executed = jump->counts.executed,
        .is_bound = jump->is_bound,
        .address = jump->to.address,
        .line = jump->to.line,
        .function = names_text_if_any(symbols->functions, jump->function),
        .course = jump->course,
    };
    if (jump->file != from->line.file)
        facts->file = names_text(symbols->files, jump->file);
    row->jump = facts;
}

/* Sets the figures of a row, and of a call and a jump the rest, too. */
static void set_figures(const struct listing *listing, const struct listing_row *from,
                        struct table_rows *rows, struct table_row *row)
{
    const struct figures *figures = &listing->input->figures;

    if (from->kind == ROW_JUMP) {
        set_jump(listing, from, rows, row);
    } else if (from->kind == ROW_CALL || from->kind == ROW_CALLEE) {
        set_call(listing, from, rows, row);
    } else if (is_sum(from)) {
        row->n_left_out = from->n_lines;
        row->n_parts = from->n_parts;
        if (listing->shown.sides != NULL || listing->shown.is_for_people)
            row->self = figures_make(figures, sums_of(listing), from->id, rows);
    } else if (from->id != NO_ID) {
        row->self = figures_make(figures, listing->self, from->id, rows);
        if (listing->shown.has_inclusive)
            row->inclusive = figures_make(figures, listing->inclusive, from->id, rows);
    } else if (listing->is_of_report && from->kind == ROW_SOURCE) {
        row->self = table_rows_figures(rows, figures->n_shown);
    }
}

/* Sets what became of a heading's file and its function, in a difference. */
static void set_old_heading(const struct listing *listing, file_id file, struct table_row *row)
{
    const struct line_matching *matching = listing->input->lines;

    if (line_map_has(&matching->map.fresh, file))
        row->old.line_change = LINE_SAME;
    else if (matching->has_old != NULL && !matching->has_old[file])
        row->old.line_change = LINE_NEW;
    if (listing->shown.code.row != NO_ID)
        figures_set_old(&listing->input->figures, listing->of, listing->shown.code.row, row);
}

/*
 * Sets what a line or a heading was, in a difference; instructions and calls have nothing to add to
 * their figures.
 */
static void set_old(const struct listing *listing, const struct listing_row *from,
                    struct table_row *row)
{
    const struct line_matching *matching = listing->input->lines;
    bool is_of_source = !listing->shown.code.is_by_instruction && from->kind != ROW_CALLEE;

    row->has_old = true;
    if (is_of_source && from->kind == ROW_LISTING)
        set_old_heading(listing, from->line.file, row);
    else if (is_of_source && !is_sum(from))
        line_matching_set_old(matching, listing->input->profile->symbols.files, from->line,
                              &row->old);
    if (line_map_is_gone(&matching->map, row->line))
        row->line = 0;
}

static void add_row(struct listing *listing, size_t place, struct table_rows *rows)
{
    const struct listing_row *from = &listing->rows[place];
    struct table_row *row = table_rows_add(rows, from->kind);

    row->text = from->text;
    row->address = from->address;
    row->has_target = from->has_target;
    if (from->kind != ROW_CALLEE && from->kind != ROW_CALL) {
        row->line = from->line.number;
        name_code(listing, from, row);
    }
    set_figures(listing, from, rows, row);
    if (listing->shown.sides != NULL)
        set_old(listing, from, row);
    if (listing->lanes.n_lanes != 0)
        row->lanes = listing->lanes.marks + place * listing->lanes.n_lanes;
}

static void make_rows(void *opaque, struct table_rows *rows)
{
    struct listing *listing = opaque;

    for (; listing->next_row < listing->n_rows && !table_rows_are_full(rows); listing->next_row++)
        add_row(listing, listing->next_row, rows);
}

struct row_choice listing_row_choice(const struct view_input *input)
{
    return (struct row_choice){.key = BY_FUNCTION,
                               .is_folded = !input->options->is_unfolded,
                               .has_inclusive = true,
                               .filter = &input->options->filter};
}

static column_set columns_of(const struct listing *listing)
{
    bool is_by_instruction = listing->shown.code.is_by_instruction;
    column_set columns = 0;

    if (listing->shown.has_inclusive)
        columns |= COLUMN(COLUMN_INCLUSIVE) | (is_by_instruction ? 0 : COLUMN(COLUMN_CALLS));
    if (is_by_instruction)
        columns |= COLUMNS_OF_INSTRUCTIONS;
    else if (listing->input->figures.is_difference)
        columns |= COLUMNS_OF_OLD_LINES;
    if (listing->input->profile->ledgers[JUMPS].map.count != 0)
        columns |= COLUMNS_OF_JUMPS;
    if (listing->input->options->shows_inlined)
        columns |= COLUMN(COLUMN_INLINED);
    return columns;
}

bool listing_create(struct listing *listing, const struct view_input *input,
                    const struct row_figures *of, const struct code_shown *shown,
                    struct table *table, struct error *error)
{
    const struct figures *figures = &input->figures;
    bool is_by_instruction = shown->code.is_by_instruction;

    *listing = (struct listing){.input = input, .of = of, .shown = *shown};
    listing->events = figures_events(figures, figures->n_shown);
    add_up(listing);
    costs_init(&listing->sums, listing->self.costs->n_events);
    costs_init(&listing->old_sums, listing->self.costs->n_events);
    /* A sum that does not fit is reported before anything is read for it. */
    listing->least = view_smallest_change(input, input->metric.event);
    if (!view_fits(input, error))
        return false;
    listing_find_bases(listing);
    if (is_by_instruction)
        list_instructions(listing);
    else if (!list_sources(listing, error))
        return false;
    *table = figures_table(figures, listing->events);
    table->columns |= columns_of(listing);
    table->kept = shown->has_inclusive ? COLUMN(COLUMN_INCLUSIVE) : 0;
    table->n_lanes = listing->lanes.n_lanes;
    table->by = is_by_instruction ? TEXT("instruction") : TEXT("line");
    table->make_rows = make_rows;
    table->view = listing;
    for (size_t i = 0; i < listing->lines->n_lines; i++)
        if (listing->lines->lines[i].address > table->highest_address)
            table->highest_address = listing->lines->lines[i].address;
    measure(listing);
    return view_fits(input, error);
}

void listing_create_for_report(struct listing *listing, const struct view_input *input,
                               const struct row_figures *of, const struct file_shown *file,
                               struct table *table)
{
    *listing = (struct listing){.input = input,
                                .of = of,
                                .shown.code = {.row = NO_ID, .file = file->id},
                                .is_of_report = true,
                                .file = *file};
    listing->events = figures_events(&input->figures, input->figures.n_shown);
    take_recorded(listing);
    *table = figures_table(&input->figures, listing->events);
    table->make_rows = make_rows;
    table->view = listing;
    measure(listing);
    list_file_of_report(listing);
}

bool listing_has_code(const struct listing *listing)
{
    for (size_t i = 0; i < listing->n_rows; i++) {
        const struct listing_row *row = &listing->rows[i];
        if (row->kind == ROW_INSTRUCTION || (row->kind == ROW_LINE && row->line.number != 0))
            return true;
    }
    return false;
}

void listing_free(struct listing *listing)
{
    line_costs_free(&listing->own_lines);
    line_diff_free(&listing->diff);
    line_jumps_free(&listing->jumps);
    arena_free(&listing->texts);
    ranking_free(&listing->ranked);
    costs_free(&listing->sums);
    costs_free(&listing->old_sums);
    jump_lanes_free(&listing->lanes);
    free(listing->rows);
    free(listing->is_exact);
    free(listing->bases);
    free(listing->events);
    *listing = (struct listing){0};
}

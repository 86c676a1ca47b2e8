/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listing.h"

#include <stdlib.h>

#include "base/array.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/listing_rows.h"

/* Takes the lines of a file of the report as they were recorded; calls are added up line by line.
 */
static void take_recorded(struct listing *listing)
{
    const struct profile *profile = listing->input->profile;
    struct line_costs *lines = &listing->own_lines;
    file_id file = listing->shown.code.file;
    const size_t *begin = listing->shown.calls->line_begin + file;
    const struct numbered_line *numbered = listing->shown.calls->lines + begin[0];

    lines->n_lines = begin[1] - begin[0];
    lines->lines = memory_alloc(lines->n_lines, sizeof *lines->lines);
    for (size_t i = 0; i < lines->n_lines; i++)
        lines->lines[i] =
            (struct listed_line){.file = file, .number = numbered[i].number, .id = numbered[i].id};
    listing->lines = lines;
    listing->calls = &listing->shown.calls->table;
    listing->self = costs_alone(&profile->ledgers[LINES].costs);
    listing->called = costs_alone(&listing->calls->costs);
}

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
        struct listed_side side = listed_side_of(listing->by_row->inclusive);
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
        listing->self.current = &diff->current_self;
        listing->inclusive.old = &diff->old_inclusive;
        listing->inclusive.current = &diff->current_inclusive;
        listing->called.old = &diff->old_called;
    }
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

static void give_rows(void *opaque, struct table_rows *rows)
{
    struct listing *listing = opaque;

    while (listing->next_row < listing->n_rows && !table_rows_are_full(rows))
        listing_make_row(listing, listing->next_row++, rows);
}

struct row_choice listing_row_choice(const struct view_input *input)
{
    return (struct row_choice){.key = BY_FUNCTION,
                               .is_folded = !input->options->is_unfolded,
                               .has_inclusive = true,
                               .filter = &input->options->filter};
}

/* Adds the columns for programs, of a listing that is not that of the classic report. */
static void add_keys(const struct listing *listing, const struct table *table)
{
    bool is_by_instruction = listing->shown.code.is_by_instruction;

    columns_add_keys(table, name_keys);
    columns_add_old_keys(table, true);
    if (is_by_instruction)
        columns_add_keys(table, instruction_keys);
    if (listing->input->profile->ledgers[JUMPS].map.count != 0)
        columns_add_keys(table, jump_keys);
    if (listing->input->options->shows_inlined)
        columns_add_keys(table, inlined_keys);
}

/* Adds the columns for people: costs, of calls too, and where the line or the instruction is. */
static void add_columns(const struct listing *listing, const struct table *table)
{
    bool has_inclusive = listing->shown.has_inclusive;
    bool is_by_instruction = listing->shown.code.is_by_instruction;
    enum figure_list self = has_inclusive ? LIST_SELF : LIST_INCLUSIVE_OR_SELF;

    for (size_t i = 0; i < table->n_events; i++) {
        if (table->is_difference)
            columns_add_sides(table, self, i, has_inclusive ? RANK_OLD : RANK_KEPT,
                              RANK_LISTED_GROWTH, true);
        else
            columns_add_cost(table, LIST_SELF, i, RANK_KEPT, RANK_KEPT, RANK_ABSENT);
        if (has_inclusive && table->is_difference)
            columns_add_sides(table, LIST_INCLUSIVE, i, RANK_OLD, RANK_LISTED_GROWTH, true);
        else if (has_inclusive)
            columns_add_cost(table, LIST_INCLUSIVE, i, RANK_KEPT, RANK_KEPT, RANK_ABSENT);
    }
    if (is_by_instruction)
        columns_add(table, &address_column, NO_LIST, 0, RANK_KEPT);
    else if (table->is_difference)
        columns_add(table, &old_line_column, NO_LIST, 0, RANK_KEPT);
    columns_add(table, table->is_difference ? &new_line_column : &line_column, NO_LIST, 0,
                RANK_KEPT);
}

bool listing_create(struct listing *listing, const struct view_input *input,
                    const struct row_figures *by_row, const struct code_shown *shown,
                    struct table *table, struct error *error)
{
    const struct figures *figures = &input->figures;

    *listing = (struct listing){
        .input = input, .by_row = by_row, .shown = *shown, .named = shown->code.row};
    listing->events = figures_events(figures, figures->n_shown);
    (shown->calls != NULL ? take_recorded : add_up)(listing);
    costs_init(&listing->sums, listing->self.costs->n_events);
    costs_init(&listing->old_sums, listing->self.costs->n_events);
    listing->least = view_smallest_change(input, input->metric.event);
    *table = figures_table(figures, listing->events, &listing->columns);
    measure(listing);
    /* A sum that does not fit is reported before anything is read for it. */
    if (!view_fits(input, error))
        return false;
    listing_find_bases(listing);
    if (!list_parts(listing, error))
        return false;
    table->n_lanes = listing->n_lanes;
    add_keys(listing, table);
    add_columns(listing, table);
    table->by = shown->code.is_by_instruction ? TEXT("instruction") : TEXT("line");
    table->make_rows = give_rows;
    table->view = listing;
    return view_fits(input, error);
}

bool listing_has_code(const struct listing *listing)
{
    for (size_t i = 0; i < listing->n_rows; i++) {
        const struct listed_row *row = listing->rows[i];
        if (row->kind == ROW_INSTRUCTION || (row->kind == ROW_LINE && row->number != 0))
            return true;
    }
    return false;
}

void listing_free(struct listing *listing)
{
    line_costs_free(&listing->own_lines);
    line_diff_free(&listing->diff);
    line_jumps_free(&listing->jumps);
    ranking_free(&listing->ranked);
    costs_free(&listing->sums);
    costs_free(&listing->old_sums);
    arena_free(&listing->arena);
    free(listing->rows);
    free(listing->lanes);
    free(listing->is_exact);
    free(listing->events);
    columns_free(&listing->columns);
    *listing = (struct listing){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listing.h"

#include <stdlib.h>

#include "aggregator/lines/line_calls.h"
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
    struct line_costs *lines = &listing->own_lines;
    struct numbered_line *numbered =
        lines_of_file(&profile->lines, listing->file.id, &lines->n_lines);

    lines->lines = memory_alloc(lines->n_lines, sizeof *lines->lines);
    for (size_t i = 0; i < lines->n_lines; i++)
        lines->lines[i] = (struct listed_line){
            .file = listing->file.id, .number = numbered[i].number, .id = numbered[i].id};
    free(numbered);
    listing->lines = lines;
    listing->calls = &listing->file.calls->table;
    listing->self = costs_alone(&profile->by_line.self);
    listing->called = costs_alone(&listing->calls->costs);
}

/* Fits the columns to all lines and calls, listed or not; in the report to lines alone. */
static void measure(struct listing *listing)
{
    const struct line_costs *lines = listing->lines;
    const struct figures *figures = &listing->input->figures;

    for (size_t i = 0; i < lines->n_lines; i++) {
        uint32_t id = lines->lines[i].id;
        figures_include(figures, listing->columns, listing->self, id);
        if (listing->inclusive.costs != NULL)
            figures_include(figures, listing->columns, listing->inclusive, id);
    }
    for (size_t i = 0; !listing->is_of_report && i < listing->calls->pairs.count; i++)
        figures_include(figures, listing->columns, listing->called, i);
}

/* Sets the names of the code that the row is of. By instruction, headings name the functions. */
static void name_code(struct listing *listing, const struct listing_row *from,
                      struct table_row *row)
{
    bool is_by_instruction = listing->shown.code.is_by_instruction;

    if (is_by_instruction && from->kind == ROW_LISTING)
        listing->listed = from->callee;
    row_id named = is_by_instruction ? listing->listed : listing->shown.code.row;
    if (named != NO_ID)
        figures_name_row(listing->of->rows, named, row);
    row->file = names_text_if_any(listing->input->profile->symbols.files, from->line.file);
}

/* Sets the cost of the row, with what it was in a difference. `inclusive` may have no costs. */
static void set_cells(struct listing *listing, uint32_t id, struct row_costs costs,
                      struct row_costs inclusive, struct table_row *row)
{
    const struct figures *figures = &listing->input->figures;

    row->cells = listing->cells;
    figures_cells(figures, costs, id, listing->cells);
    if (inclusive.costs != NULL) {
        row->inclusive = listing->inclusive_cells;
        figures_cells(figures, inclusive, id, listing->inclusive_cells);
    }
    if (listing->shown.sides != NULL)
        old_figures_set_costs(&listing->old, costs, inclusive, id, row);
}

static void set_call(struct listing *listing, const struct listing_row *from, struct table_row *row)
{
    const uint64_t *targets = listing->lines->targets;

    figures_name_row(listing->of->rows, from->callee, row);
    row->calls = listing->calls->counts[from->id];
    row->target = targets != NULL ? targets[from->id] : 0;
    set_cells(listing, from->id, listing->called, (struct row_costs){0}, row);
    if (listing->shown.sides != NULL)
        listing->old.row.calls = listing->diff.old_counts[from->id];
}

static void set_jump(struct listing *listing, const struct listing_row *from, struct table_row *row)
{
    const struct listed_jump *jump = &listing->jumps.list[from->id];
    const struct symbols *symbols = &listing->input->profile->symbols;

    listing->jump = (struct jump_facts){
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
        listing->jump.file = names_text(symbols->files, jump->file);
    row->jump = &listing->jump;
}

/* Sets what became of a heading's file and its function, in a difference. */
static void set_old_heading(const struct listing *listing, file_id file, struct old_table_row *old)
{
    const struct line_matching *matching = listing->input->lines;
    struct row_names was = {0};

    if (line_map_has_fresh(&matching->map, file))
        old->line_change = LINE_SAME;
    else if (matching->has_old != NULL && !matching->has_old[file])
        old->line_change = LINE_NEW;
    if (listing->shown.code.row == NO_ID)
        return;
    old->change = row_diff_change(listing->of->diff, listing->shown.code.row, &was);
    old->object = was.object;
    old->file = was.file;
    old->function = was.function;
}

/* Sets what a line or a heading was, in a difference. Lines without a cost have no figures. */
static void set_old(struct listing *listing, const struct listing_row *from, struct table_row *row)
{
    const struct line_matching *matching = listing->input->lines;
    struct old_table_row *old = &listing->old.row;

    if (row->old == NULL)
        *old = (struct old_table_row){0};
    row->old = old;
    if (listing->shown.code.is_by_instruction) {
        old->lacks_calls = from->kind != ROW_CALLEE;
    } else if (from->kind == ROW_LISTING) {
        set_old_heading(listing, from->line.file, old);
    } else if (from->kind != ROW_CALLEE) {
        old->lacks_calls = true;
        line_matching_set_old(matching, listing->input->profile->symbols.files, from->line, old);
    }
    if (line_map_is_gone(&matching->map, row->line))
        row->line = 0;
}

/* Looks up the figures of a row. */
static void set_figures(struct listing *listing, const struct listing_row *from,
                        struct table_row *row)
{
    static const struct row_costs none = {0};
    const struct row_costs sums = {&listing->sums, &listing->old_sums, NULL, NULL};

    if (from->kind == ROW_JUMP) {
        set_jump(listing, from, row);
    } else if (from->kind == ROW_CALL || from->kind == ROW_CALLEE) {
        set_call(listing, from, row);
    } else if (from->kind == ROW_LISTING) {
        if (listing->shown.sides != NULL)
            set_cells(listing, from->id, sums, none, row);
    } else if (from->id != NO_ID) {
        set_cells(listing, from->id, listing->self,
                  listing->shown.has_inclusive ? listing->inclusive : none, row);
    } else if (listing->is_of_report && from->kind == ROW_SOURCE) {
        for (size_t i = 0; i < listing->input->figures.n_shown; i++)
            listing->cells[i] = (struct cell){0};
        row->cells = listing->cells;
    }
}

static bool next_row(void *opaque, struct table_row *row)
{
    struct listing *listing = opaque;
    const struct listing_row *from = &listing->rows[listing->next_row];

    if (listing->next_row == listing->n_rows)
        return false;
    *row = (struct table_row){.kind = from->kind,
                              .text = from->text,
                              .address = from->address,
                              .has_target = from->has_target};
    if (from->kind != ROW_CALLEE && from->kind != ROW_CALL) {
        row->line = from->line.number;
        name_code(listing, from, row);
    }
    set_figures(listing, from, row);
    if (listing->shown.sides != NULL)
        set_old(listing, from, row);
    if (listing->lanes.n_lanes != 0)
        row->lanes = listing->lanes.marks + listing->next_row * listing->lanes.n_lanes;
    listing->next_row++;
    return true;
}

struct row_choice listing_row_choice(const struct view_input *input)
{
    return (struct row_choice){.key = BY_FUNCTION,
                               .is_folded = !input->options->is_unfolded,
                               .has_inclusive = true,
                               .filter = &input->options->filter};
}

/* Makes the columns and the room for cells. */
static void make_columns(struct listing *listing)
{
    const struct figures *figures = &listing->input->figures;

    listing->cells = memory_alloc(figures->n_shown, sizeof *listing->cells);
    listing->inclusive_cells = memory_alloc(figures->n_shown, sizeof *listing->inclusive_cells);
    listing->columns = figures_columns(figures, figures->n_shown);
}

bool listing_create(struct listing *listing, const struct view_input *input,
                    const struct row_figures *of, const struct code_shown *shown,
                    struct table *table, struct error *error)
{
    const struct figures *figures = &input->figures;
    bool is_by_instruction = shown->code.is_by_instruction;

    *listing = (struct listing){.input = input, .of = of, .shown = *shown};
    old_figures_begin(&listing->old, figures, of);
    make_columns(listing);
    add_up(listing);
    costs_init(&listing->sums, listing->self.costs->n_events);
    costs_init(&listing->old_sums, listing->self.costs->n_events);
    /* What does not fit is said before anything is read for it. */
    listing->least = view_smallest_change(input, input->metric.event);
    if (!view_fits(input, error))
        return false;
    if (is_by_instruction)
        list_instructions(listing);
    else if (!list_sources(listing, error))
        return false;
    *table = (struct table){.columns = listing->columns,
                            .n_columns = figures->n_shown,
                            .measured = figures->measured,
                            .has_inclusive = shown->has_inclusive,
                            .keeps_inclusive = shown->has_inclusive,
                            .is_difference = figures->is_difference,
                            .has_jumps = input->profile->jumps.pairs.count != 0,
                            .has_instructions = is_by_instruction,
                            .n_lanes = listing->lanes.n_lanes,
                            .by = is_by_instruction ? TEXT("instruction") : TEXT("line"),
                            .next = next_row,
                            .view = listing};
    for (size_t i = 0; i < listing->calls->pairs.count; i++)
        if (magnitude(listing->calls->counts[i]) > magnitude(table->most_calls))
            table->most_calls = listing->calls->counts[i];
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
    make_columns(listing);
    take_recorded(listing);
    *table = (struct table){.columns = listing->columns,
                            .n_columns = input->figures.n_shown,
                            .next = next_row,
                            .view = listing};
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
    old_figures_end(&listing->old);
    free(listing->rows);
    free(listing->is_exact);
    free(listing->columns);
    free(listing->cells);
    free(listing->inclusive_cells);
    *listing = (struct listing){0};
}

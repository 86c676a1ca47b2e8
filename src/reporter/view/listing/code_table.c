/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/code_table.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/number.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/listing/instruction_entries.h"
#include "reporter/view/listing/line_matching.h"

static bool is_difference(const struct code_table *code)
{
    return code->shown.sides != NULL;
}

static struct row_costs self_of_lines(const struct code_table *code)
{
    return (struct row_costs){.costs = &code->lines->self,
                              .old = is_difference(code) ? &code->diff.old_self : NULL,
                              .fresh = is_difference(code) ? &code->diff.fresh_self : NULL};
}

static struct row_costs inclusive_of_lines(const struct code_table *code)
{
    return (struct row_costs){.costs = &code->lines->inclusive,
                              .old = is_difference(code) ? &code->diff.old_inclusive : NULL,
                              .fresh = is_difference(code) ? &code->diff.fresh_inclusive : NULL,
                              .is_exact = code->is_exact};
}

static struct row_costs called_of_lines(const struct code_table *code)
{
    return (struct row_costs){.costs = line_costs_called(code->lines),
                              .old = is_difference(code) ? &code->diff.old_called : NULL};
}

static struct row_costs sums_of_files(const struct code_table *code)
{
    const struct code_entries *entries = &code->entries;

    return (struct row_costs){.costs = &entries->sums,
                              .old = is_difference(code) ? &entries->old_sums : NULL};
}

/* Instructions of a file are of several functions, each with a heading. */
static void name_code(struct code_table *code, const struct code_entry *entry,
                      struct table_row *row)
{
    bool is_by_instruction = code->shown.code.is_by_instruction;

    if (is_by_instruction && entry->kind == ROW_LISTING)
        code->listed = entry->callee;
    row_id named = is_by_instruction ? code->listed : code->shown.code.row;
    if (named != NO_ID)
        figures_name_row(code->of->rows, named, row);
    row->file = names_text(code->input->profile->symbols.files, entry->line.file);
}

/* The cost of the row, with what it was in a difference; `inclusive` has none where it is not. */
static bool set_cells(struct code_table *code, const struct code_entry *entry,
                      struct row_costs costs, struct row_costs inclusive, struct table_row *row,
                      struct error *error)
{
    const struct figures *figures = &code->input->figures;

    row->cells = code->cells;
    if (!figures_cells(figures, costs, entry->id, code->cells, error))
        return false;
    if (inclusive.costs != NULL) {
        row->inclusive = code->inclusive_cells;
        if (!figures_cells(figures, inclusive, entry->id, code->inclusive_cells, error))
            return false;
    }
    return !is_difference(code) ||
           old_figures_set_costs(&code->old, costs, inclusive, entry->id, row, error);
}

static bool line_row(struct code_table *code, const struct code_entry *entry, struct table_row *row,
                     struct error *error)
{
    static const struct row_costs none = {0};
    bool has_inclusive = code->shown.has_inclusive;

    return set_cells(code, entry, self_of_lines(code),
                     has_inclusive ? inclusive_of_lines(code) : none, row, error);
}

static bool call_row(struct code_table *code, const struct code_entry *entry, struct table_row *row,
                     struct error *error)
{
    figures_name_row(code->of->rows, entry->callee, row);
    row->calls = code->lines->table.counts[entry->id];
    row->target = code->lines->targets[entry->id];
    if (!set_cells(code, entry, called_of_lines(code), (struct row_costs){0}, row, error))
        return false;
    if (is_difference(code))
        code->old.row.calls = code->diff.old_counts[entry->id];
    return true;
}

static void jump_row(struct code_table *code, const struct code_entry *entry, struct table_row *row)
{
    const struct listed_jump *jump = &code->jumps.list[entry->id];
    const struct symbols *symbols = &code->input->profile->symbols;

    code->jump = (struct jump_facts){
        .times = jump->counts.unconditional,
        .followed = jump->counts.followed,
        .executed = jump->counts.executed,
        .is_bound = jump->is_bound,
        .address = jump->to.address,
        .line = jump->to.line,
        .function = names_text_if_any(symbols->functions, jump->function),
        .course = jump->course,
    };
    if (jump->file != entry->line.file)
        code->jump.file = names_text(symbols->files, jump->file);
    row->jump = &code->jump;
}

/* The function's old names, where it has others now. */
static void name_old_code(const struct code_table *code, struct old_table_row *old)
{
    struct row_names was = {0};

    if (code->shown.code.row == NO_ID)
        return;
    old->change = row_diff_change(code->of->diff, code->shown.code.row, &was);
    old->object = was.object;
    old->file = was.file;
    old->function = was.function;
}

/* What a line or a listing was, in a difference; lines without cost have no figures. */
static void set_old_line(struct code_table *code, const struct code_entry *entry,
                         struct table_row *row)
{
    if (!is_difference(code))
        return;
    struct old_table_row *old = &code->old.row;
    const struct line_matching *matching = code->input->lines;
    if (row->old == NULL)
        *old = (struct old_table_row){0};
    row->old = old;
    if (code->shown.code.is_by_instruction) {
        old->lacks_calls = entry->kind != ROW_CALLEE;
    } else if (entry->kind == ROW_LISTING) {
        bool is_known = matching->has_old != NULL;
        if (line_map_has_fresh(&matching->map, entry->line.file))
            old->line_change = LINE_SAME;
        else if (is_known && !matching->has_old[entry->line.file])
            old->line_change = LINE_NEW;
        name_old_code(code, old);
    } else if (entry->kind != ROW_CALLEE) {
        old->lacks_calls = true;
        line_matching_set_old(matching, code->input->profile->symbols.files, entry->line, old);
    }
    if (line_map_is_gone(&matching->map, row->line))
        row->line = 0;
}

static bool next_row(void *opaque, struct table_row *row, struct error *error)
{
    struct code_table *code = opaque;
    bool is_done = true;

    if (code->row == code->entries.count)
        return false;
    const struct code_entry *entry = &code->entries.list[code->row];
    bool is_line = entry->kind == ROW_LINE || entry->kind == ROW_INSTRUCTION;
    *row = (struct table_row){.kind = entry->kind,
                              .text = entry->text,
                              .address = entry->address,
                              .has_target = entry->has_target};
    if (entry->kind != ROW_CALLEE) {
        row->line = entry->line.number;
        name_code(code, entry, row);
    }
    if (entry->kind == ROW_JUMP)
        jump_row(code, entry, row);
    else if (is_line && entry->id != NO_ID)
        is_done = line_row(code, entry, row, error);
    else if (entry->kind == ROW_CALLEE)
        is_done = call_row(code, entry, row, error);
    else if (entry->kind == ROW_LISTING && is_difference(code))
        is_done = set_cells(code, entry, sums_of_files(code), (struct row_costs){0}, row, error);
    set_old_line(code, entry, row);
    if (code->lanes.n_lanes != 0)
        row->lanes = code->lanes.marks + code->row * code->lanes.n_lanes;
    code->row++;
    return is_done;
}

/* Whose inclusive cost is no bound, by id of a line. */
static bool *find_exact(const struct line_costs *lines)
{
    bool *is_exact = memory_alloc(lines->inclusive.n_rows, sizeof *is_exact);

    for (size_t i = 0; i < lines->n_lines; i++)
        is_exact[lines->lines[i].id] = !lines->lines[i].is_bound;
    return is_exact;
}

/* How wide the columns have to be: of all lines, listed or not. */
static bool measure(struct code_table *code, struct table *table, struct error *error)
{
    const struct line_costs *lines = code->lines;
    const struct figures *figures = &code->input->figures;
    const struct {
        struct row_costs costs;
        size_t count;
    } all[] = {{self_of_lines(code), lines->n_lines},
               {inclusive_of_lines(code), lines->n_lines},
               {called_of_lines(code), lines->table.pairs.count}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t row = 0; row < all[i].count; row++)
            if (!figures_include(figures, code->columns, all[i].costs, row, error))
                return false;
    for (size_t i = 0; i < lines->table.pairs.count; i++)
        if (magnitude(lines->table.counts[i]) > magnitude(table->most_calls))
            table->most_calls = lines->table.counts[i];
    for (size_t i = 0; i < lines->n_lines; i++)
        if (lines->lines[i].address > table->highest_address)
            table->highest_address = lines->lines[i].address;
    return true;
}

static bool add_up(struct code_table *code, struct error *error)
{
    const struct code_shown *shown = &code->shown;

    if (is_difference(code)) {
        code->lines = &code->diff.change;
        line_diff_create(&code->diff, shown->sides, shown->code);
        return view_fits(code->input, error);
    }
    struct listed_side side = listed_side_of(code->of->inclusive);
    side.sorted = shown->spots;
    code->lines = &code->own_lines;
    line_costs_create(&code->own_lines, &side, shown->code);
    line_jumps_create(&code->jumps, &code->own_lines, &side, shown->code);
    return view_fits(code->input, error);
}

static bool make_entries(struct code_table *code, struct error *error)
{
    code->entries = (struct code_entries){.input = code->input,
                                          .of = code->of,
                                          .shown = code->shown,
                                          .lines = code->lines,
                                          .diff = is_difference(code) ? &code->diff : NULL,
                                          .jumps = is_difference(code) ? NULL : &code->jumps};
    return code->shown.code.is_by_instruction
             ? instruction_entries_make(&code->entries, &code->lanes, error)
             : code_entries_make(&code->entries, error);
}

bool code_table_begin(struct code_table *code, const struct view_input *input,
                      const struct row_figures *of, const struct code_shown *shown,
                      struct table *table, struct error *error)
{
    const struct figures *figures = &input->figures;

    bool is_by_instruction = shown->code.is_by_instruction;

    *code = (struct code_table){.input = input, .of = of, .shown = *shown};
    code->cells = memory_alloc(figures->n_shown, sizeof *code->cells);
    code->inclusive_cells = memory_alloc(figures->n_shown, sizeof *code->inclusive_cells);
    old_figures_begin(&code->old, figures, of);
    code->columns = figures_columns(figures, figures->n_shown, error);
    if (code->columns == NULL || !add_up(code, error) || !make_entries(code, error))
        return false;
    code->is_exact = find_exact(code->lines);
    *table = (struct table){.columns = code->columns,
                            .n_columns = figures->n_shown,
                            .measured = figures->measured,
                            .has_inclusive = shown->has_inclusive,
                            .keeps_inclusive = shown->has_inclusive,
                            .is_difference = figures->is_difference,
                            .has_jumps = input->profile->jumps.pairs.count != 0,
                            .has_instructions = is_by_instruction,
                            .n_lanes = code->lanes.n_lanes,
                            .by = is_by_instruction ? TEXT("instruction") : TEXT("line"),
                            .next = next_row,
                            .view = code};
    return measure(code, table, error);
}

void code_table_end(struct code_table *code)
{
    line_costs_free(&code->own_lines);
    line_diff_free(&code->diff);
    line_jumps_free(&code->jumps);
    code_entries_free(&code->entries);
    jump_lanes_free(&code->lanes);
    free(code->columns);
    free(code->cells);
    free(code->inclusive_cells);
    free(code->is_exact);
    old_figures_end(&code->old);
    *code = (struct code_table){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listing_rows.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/listing/line_matching.h"

/* Returns the size of a line's cost, in the event that ranks. */
static double size_of(const struct listing *listing, bool is_inclusive, uint32_t line)
{
    const struct row_costs *costs = is_inclusive ? &listing->inclusive : &listing->self;

    return (double)magnitude(
        figures_key(&listing->input->figures, costs_alone(costs->costs), line));
}

void listing_find_bases(struct listing *listing)
{
    const struct figures *figures = &listing->input->figures;
    const struct line_costs *lines = listing->lines;
    size_t measured = listing->input->metric.event;

    if (lines->n_lines <= listing->shown.n_short || listing->shown.least_percent == 0 ||
        event_is_ratio(&figures->profile->events.list[measured]))
        return;
    for (size_t i = 0; i < lines->n_lines; i++)
        for (int kind = 0; kind < 2; kind++)
            listing->bases[kind] += size_of(listing, kind != 0, lines->lines[i].id);
    /* Cost that functions of a file spend in each other counts on several of its lines. */
    double total = (double)magnitude(figures_key(figures, figures_total(figures), 0));
    if (listing->shown.sides == NULL && listing->bases[1] > total)
        listing->bases[1] = total;
    /* Nothing is cold where nothing is hot. */
    listing->folds = listing->bases[0] + listing->bases[1] > 0;
}

double listing_share(const struct listing *listing, const struct listed_line *line)
{
    double share = 0;

    for (int kind = 0; kind < 2; kind++) {
        double size = size_of(listing, kind != 0, line->id) * 100;
        if (listing->bases[kind] > 0 && size / listing->bases[kind] > share)
            share = size / listing->bases[kind];
    }
    return share;
}

void listing_add_to_sums(struct listing *listing, uint32_t sum, const struct listed_line *line)
{
    const struct row_costs *self = &listing->self;
    bool overflows =
        costs_combine_overflows(&listing->sums, sum, costs_row(self->costs, line->id), false);

    if (self->old != NULL)
        overflows |=
            costs_combine_overflows(&listing->old_sums, sum, costs_row(self->old, line->id), false);
    profile_note_overflow(listing->input->profile, overflows);
}

/* Tells whether a cost of a difference changed by enough to be shown. */
static bool is_large(const struct listing *listing, struct row_costs costs, size_t row)
{
    if (listing->least != 0)
        return magnitude(figures_key(&listing->input->figures, costs, row)) >= listing->least;
    for (size_t event = 0; event < costs.costs->n_events; event++)
        if (costs_sum(costs.costs, costs_row(costs.costs, row), event) != 0)
            return true;
    return false;
}

/* Tells whether all lines with a cost are shown, and all calls. */
static bool is_whole(const struct listing *listing)
{
    return listing->shown.sides == NULL || listing->shown.is_bare;
}

/* Tells whether a call is shown: in a difference only if it changed, unless the listing is bare. */
static bool is_call_shown(const struct listing *listing, size_t call)
{
    return is_whole(listing) || (listing->least == 0 && listing->calls->counts[call] != 0) ||
           is_large(listing, costs_alone(listing->called.costs), call);
}

bool listing_is_line_shown(const struct listing *listing, const struct listed_line *line)
{
    if (listing->shown.calls != NULL)
        return profile_has_self(listing->input->profile, line->id);
    bool is_shown = is_whole(listing);
    for (size_t i = 0; !is_shown && i < line->n_calls; i++)
        is_shown = is_call_shown(listing, listing->lines->calls[line->call + i]);
    return is_shown || is_large(listing, costs_alone(listing->self.costs), line->id);
}

/* Sets what became of a heading's file and its function, in a difference. */
static void set_old_heading(const struct listing *listing, file_id file, struct table_row *row)
{
    const struct line_matching *matching = listing->input->lines;

    if (line_map_has(&matching->map.current, file))
        row->old.line_change = LINE_SAME;
    else if (matching->has_old != NULL && !matching->has_old[file])
        row->old.line_change = LINE_NEW;
    if (listing->shown.code.row != NO_ID)
        figures_set_old(&listing->input->figures, listing->by_row, listing->shown.code.row, row);
}

/* Returns the sums of headings and folds. */
static struct row_costs sums_of(const struct listing *listing)
{
    return (struct row_costs){.costs = &listing->sums, .old = &listing->old_sums};
}

static void add_row(struct listing *listing, struct listed_row *row, enum table_row_kind kind,
                    struct file_line line)
{
    row->kind = kind;
    row->file = line.file;
    row->number = line.number;
    row->named = listing->named;
    row->id = NO_ID;
    ARRAY_ADD(listing->rows, listing->n_rows, listing->row_capacity, row);
}

struct listed_row *listing_add_row(struct listing *listing, enum table_row_kind kind,
                                   struct file_line line)
{
    struct listed_row *row = arena_alloc(&listing->arena, sizeof *row);

    add_row(listing, row, kind, line);
    return row;
}

struct listed_row *listing_add_sum(struct listing *listing, enum table_row_kind kind, file_id file,
                                   uint32_t sum)
{
    struct listed_row *row = listing_add_row(listing, kind, (struct file_line){file, 0});
    const struct figures *figures = &listing->input->figures;

    if (listing->shown.sides == NULL && !listing->shown.is_for_people)
        return row;
    row->id = sum;
    /* A sum that does not fit is noted before anything is printed. */
    struct figure *tried = memory_alloc(figures->n_shown, sizeof *tried);
    figures_fill(figures, sums_of(listing), sum, tried);
    free(tried);
    return row;
}

void listing_add_item(struct listing *listing, struct listed_row *item, file_id file)
{
    const struct listed_line *line = item->line;
    enum table_row_kind kind = line != NULL ? ROW_LINE : ROW_SOURCE;

    add_row(listing, item, listing->shown.code.is_by_instruction ? ROW_INSTRUCTION : kind,
            line != NULL ? (struct file_line){line->file, line->number}
                         : (struct file_line){file, item->number});
}

/* Adds what an item does, a jump or a call. */
static void add_deed(struct listing *listing, enum table_row_kind kind,
                     const struct listed_row *item, size_t id)
{
    struct listed_row *row =
        listing_add_row(listing, kind, (struct file_line){item->line->file, item->line->number});

    row->id = (uint32_t)id;
    row->address = item->address;
    row->has_target = item->has_target;
}

/*
 * Tells whether a jump is shown. People do not see jumps within a line, unless they go back: those
 * close a loop.
 */
static bool is_jump_shown(const struct listing *listing, const struct listed_line *line,
                          const struct listed_jump *jump)
{
    return jump->file != line->file || jump->to.line != line->number || jump->course == JUMP_BACK ||
           listing->input->options->is_complete || listing->shown.code.is_by_instruction;
}

/* Returns the row of what a call leads to. */
static row_id callee_of(const struct listing *listing, size_t call)
{
    uint32_t callee = (uint32_t)listing->calls->map.keys[call].to;

    return listing->shown.calls != NULL ? listing->by_row->rows->of_function[callee] : callee;
}

/* Ranks the calls of a line that are shown. Those of the report are added up now. */
static void rank_calls(struct listing *listing, const struct listed_line *line)
{
    const struct sorting *sorting = &listing->input->figures.sorting;
    struct line_calls *calls = listing->shown.calls;
    size_t count = line->n_calls, first = 0;

    ranking_begin(&listing->ranked, sorting->n_keys);
    if (calls != NULL && line_calls_has(calls, line->id)) {
        first = line_calls_add_up(calls, line->id);
        count = calls->table.map.count - first;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t id = calls != NULL ? (uint32_t)(first + i) : listing->lines->calls[line->call + i];
        if (is_call_shown(listing, id))
            rank_keys(sorting, listing->called, id,
                      ranking_add(&listing->ranked,
                                  rank_row(listing->by_row->rows, callee_of(listing, id), id)));
    }
    ranking_sort(&listing->ranked);
}

void listing_add_jumps_and_calls(struct listing *listing, const struct listed_row *item)
{
    const struct listed_line *line = item->line;
    const struct line_jumps *jumps = &listing->jumps;

    for (size_t i = jumps->begin != NULL ? jumps->begin[line->id] : 0;
         jumps->begin != NULL && i < jumps->begin[line->id + 1]; i++)
        if (is_jump_shown(listing, line, &jumps->list[i]))
            add_deed(listing, ROW_JUMP, item, i);
    rank_calls(listing, line);
    for (size_t i = 0; i < listing->ranked.count; i++)
        add_deed(listing, ROW_CALLEE, item, listing->ranked.items[i].id);
}

static void set_jump(const struct listing *listing, const struct listed_row *from,
                     struct table_rows *rows, struct table_row *row)
{
    const struct symbols *symbols = &listing->input->profile->symbols;
    const struct listed_jump *jump = &listing->jumps.list[from->id];
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
    if (jump->file != from->file)
        facts->file = names_text(symbols->files, jump->file);
    row->jump = facts;
}

static void set_call(const struct listing *listing, uint32_t call, struct table_rows *rows,
                     struct table_row *row)
{
    const struct figures *figures = &listing->input->figures;
    const uint64_t *targets = listing->lines->targets;
    int64_t old = listing->shown.sides != NULL ? listing->diff.old_counts[call] : 0;
    row_id callee = callee_of(listing, call);

    figures_name_row(listing->by_row->rows, callee, row);
    row->calls = figures_count(figures, listing->calls->counts[call], old);
    figures_limit_calls(figures, figures_has_inlined(listing->by_row->rows, callee), row);
    row->inclusive = figures_make(figures, listing->called, call, rows);
    row->target = targets != NULL ? targets[call] : 0;
}

void listing_make_row(const struct listing *listing, size_t place, struct table_rows *rows)
{
    const struct figures *figures = &listing->input->figures;
    const struct line_matching *matching = listing->input->lines;
    const struct names *files = listing->input->profile->symbols.files;
    const struct listed_row *from = listing->rows[place];
    struct table_row *row = table_rows_add(rows, from->kind);

    row->text = from->text;
    row->address = from->address;
    row->has_target = from->has_target;
    row->n_left_out = from->n_left_out;
    row->n_parts = from->n_parts;
    row->has_old = listing->shown.sides != NULL;
    row->lanes = listing->n_lanes != 0 ? listing->lanes + place * listing->n_lanes : NULL;
    if (from->kind == ROW_CALLEE) {
        set_call(listing, from->id, rows, row);
        return;
    }
    if (from->named != NO_ID)
        figures_name_row(listing->by_row->rows, from->named, row);
    row->file = names_text_if_any(files, from->file);
    if (!row->has_old || !line_map_is_gone(&matching->map, from->number))
        row->line = from->number;
    if (row->has_old && from->kind == ROW_LISTING)
        set_old_heading(listing, from->file, row);
    else if (row->has_old && (from->kind == ROW_LINE || from->kind == ROW_SOURCE))
        line_matching_set_old(matching, files, (struct file_line){from->file, from->number},
                              &row->old);
    if (from->kind == ROW_JUMP)
        set_jump(listing, from, rows, row);
    else if (from->line != NULL)
        row->self = figures_make(figures, listing->self, from->line->id, rows);
    else if (from->id != NO_ID)
        row->self = figures_make(figures, sums_of(listing), from->id, rows);
    else if (from->kind == ROW_SOURCE && listing->shown.calls != NULL)
        row->self = table_rows_figures(rows, figures->n_shown);
    if (from->line != NULL && listing->shown.has_inclusive)
        row->inclusive = figures_make(figures, listing->inclusive, from->line->id, rows);
}

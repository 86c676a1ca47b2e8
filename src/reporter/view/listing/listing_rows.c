/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listing_rows.h"

#include "aggregator/lines/line_costs.h"
#include "base/array.h"
#include "base/number.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"

struct listing_row *listing_add_row(struct listing *listing, enum table_row_kind kind,
                                    struct file_line line)
{
    ARRAY_GROW(listing->rows, listing->n_rows, listing->row_capacity);
    struct listing_row *row = &listing->rows[listing->n_rows++];
    *row = (struct listing_row){.kind = kind, .line = line, .id = NO_ID};
    return row;
}

void listing_add_to_sums(struct listing *listing, uint32_t sum, uint32_t line)
{
    const struct row_costs *self = &listing->self;
    bool overflows =
        costs_combine_overflows(&listing->sums, sum, costs_row(self->costs, line), false);

    if (self->old != NULL)
        overflows |=
            costs_combine_overflows(&listing->old_sums, sum, costs_row(self->old, line), false);
    profile_note_overflow(listing->input->profile, overflows);
}

/* Returns the row of the function that a call leads to. */
static row_id listing_callee(const struct listing *listing, uint32_t call)
{
    uint32_t callee = (uint32_t)listing->calls->map.keys[call].to;

    return listing->is_of_report ? listing->of->rows->of_function[callee] : callee;
}

static bool has_any(const struct costs *costs, size_t row)
{
    bool has = false;

    for (size_t event = 0; !has && event < costs->n_events; event++)
        has = costs_sum(costs, costs_row(costs, row), event) != 0;
    return has;
}

/* Tells whether a cost of a difference changed by enough to be shown. */
static bool is_large(const struct listing *listing, const struct costs *costs, size_t row)
{
    if (listing->least == 0)
        return has_any(costs, row);
    return magnitude(figures_key(&listing->input->figures, costs_alone(costs), row)) >=
           listing->least;
}

/* Tells whether a call is shown: in a difference only if it changed, unless the listing is bare. */
static bool is_call_shown(const struct listing *listing, const struct listed_call *call)
{
    return listing->shown.sides == NULL || listing->shown.is_bare ||
           (listing->least == 0 && call->count != 0) ||
           is_large(listing, listing->called.costs, call->id);
}

bool listing_is_line_shown(const struct listing *listing, const struct listed_line *line)
{
    bool is_shown = listing->shown.sides == NULL || listing->shown.is_bare;

    for (size_t i = 0; !is_shown && i < line->n_calls; i++)
        is_shown = is_call_shown(listing, &listing->lines->calls[line->call + i]);
    return is_shown || is_large(listing, listing->self.costs, line->id);
}

/* Ranks the calls of a line that are shown by the measured event. */
static void rank_calls(struct listing *listing, const struct listed_line *line)
{
    const struct figures *figures = &listing->input->figures;

    ranking_begin(&listing->ranked, 1);
    for (size_t i = 0; i < line->n_calls; i++) {
        const struct listed_call *call = &listing->lines->calls[line->call + i];
        if (!is_call_shown(listing, call))
            continue;
        int64_t key = figures_key(figures, costs_alone(listing->called.costs), call->id);
        *ranking_add(&listing->ranked, rank_row(listing->of->rows, call->callee, call->id)) =
            listing->shown.sides != NULL ? magnitude(key) : key;
    }
}

/* Adds up the calls of a line of the report and ranks them by all events that it is sorted by. */
static void rank_calls_of_report(struct listing *listing, const struct listed_line *line)
{
    const struct sorting *sorting = &listing->input->figures.sorting;

    ranking_begin(&listing->ranked, sorting->n_keys);
    if (!line_calls_has(listing->file.calls, line->id))
        return;
    for (size_t id = line_calls_add_up(listing->file.calls, line->id);
         id < listing->calls->map.count; id++) {
        row_id callee = listing_callee(listing, (uint32_t)id);
        int64_t *keys =
            ranking_add(&listing->ranked, rank_row(listing->of->rows, callee, (uint32_t)id));
        rank_keys(sorting, listing->called, id, keys);
    }
}

/*
 * Adds the jumps of a line. People do not see jumps within a line, unless they go back: those close
 * a loop.
 */
static void add_jumps(struct listing *listing, const struct listed_line *line,
                      struct file_line place)
{
    const struct line_jumps *jumps = &listing->jumps;

    if (jumps->begin == NULL)
        return;
    for (size_t i = jumps->begin[line->id]; i < jumps->begin[line->id + 1]; i++) {
        const struct listed_jump *jump = &jumps->list[i];
        bool is_within = jump->file == line->file && jump->to.line == line->number;
        if (!is_within || jump->course == JUMP_BACK || listing->input->options->is_complete ||
            listing->shown.code.is_by_instruction)
            listing_add_row(listing, ROW_JUMP, place)->id = (uint32_t)i;
    }
}

void listing_add_line(struct listing *listing, const struct listed_line *line, struct text text)
{
    bool is_of_report = listing->is_of_report;
    struct file_line place = {is_of_report ? NO_ID : line->file, line->number};
    enum table_row_kind kind = is_of_report                          ? ROW_SOURCE
                             : listing->shown.code.is_by_instruction ? ROW_INSTRUCTION
                                                                     : ROW_LINE;
    struct listing_row *row = listing_add_row(listing, kind, place);

    row->id = line->id;
    row->text = text;
    row->address = line->address;
    row->has_cost = is_of_report || listing_is_line_shown(listing, line);
    add_jumps(listing, line, place);
    (is_of_report ? rank_calls_of_report : rank_calls)(listing, line);
    ranking_sort(&listing->ranked);
    for (size_t i = 0; i < listing->ranked.count; i++) {
        row = listing_add_row(listing, is_of_report ? ROW_CALL : ROW_CALLEE, place);
        row->id = listing->ranked.items[i].id;
        row->callee = listing_callee(listing, row->id);
    }
}

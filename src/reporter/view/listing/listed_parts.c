/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listing_rows.h"

#include <stdlib.h>

#include "aggregator/lines/line_costs.h"
#include "base/array.h"
#include "base/number.h"
#include "reporter/view/input/view_input.h"

static int by_cost(const void *left, const void *right)
{
    const struct listed_part *a = left, *b = right;

    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    if (a->is_own != b->is_own)
        return a->is_own ? -1 : 1;
    int order = text_compare(a->name, b->name);
    return order != 0 ? order : (a->first > b->first) - (a->first < b->first);
}

static int by_origin(const void *left, const void *right)
{
    const struct listed_part *a = left, *b = right;

    if (a->is_own != b->is_own)
        return a->is_own ? -1 : 1;
    return by_cost(left, right);
}

/* Returns what a part is ranked by. */
static int64_t cost_of(const struct listing *listing, const struct listed_part *part)
{
    const struct figures *figures = &listing->input->figures;
    const struct events *events = &listing->input->profile->events;
    size_t event = listing->input->metric.event;
    int64_t cost = 0;

    if (event_is_ratio(&events->list[event]))
        return 0;
    if (listing->shown.is_for_people && listing->shown.has_inclusive) {
        for (size_t i = 0; i < part->count; i++)
            add_saturated(&cost, figures_key(figures, costs_alone(listing->inclusive.costs),
                                             part->first[i].id));
    } else {
        cost = event_sum(events, event, &listing->sums, costs_row(&listing->sums, part->sum)).sum;
    }
    return listing->shown.sides != NULL ? magnitude(cost) : cost;
}

/* Tells whether a line has the same heading as the one before it. */
static bool is_same_part(const struct listing *listing, const struct listed_line *line)
{
    return listing->shown.code.is_by_instruction ? line->row == line[-1].row
                                                 : line->file == line[-1].file;
}

/* Tells whether the lines cost so little together that they need no heading. */
static bool is_cold(const struct listing *listing, const struct listed_part *part)
{
    double share = 0;

    for (size_t i = 0; i < part->count; i++)
        share += listing_share(listing, part->first[i].id);
    return share < listing->shown.least_percent;
}

void listed_parts_create(struct listed_parts *parts, struct listing *listing)
{
    const struct line_costs *lines = listing->lines;
    const struct code_shown *shown = &listing->shown;
    bool is_by_instruction = shown->code.is_by_instruction;

    *parts = (struct listed_parts){.list = memory_alloc(lines->n_lines, sizeof *parts->list)};
    for (size_t i = 0; i < lines->n_lines; i++) {
        const struct listed_line *line = &lines->lines[i];
        row_id row = shown->code.row;
        if (i == 0 || !is_same_part(listing, line)) {
            parts->list[parts->count] = (struct listed_part){
                .first = line,
                .name = names_text(listing->input->profile->symbols.files, line->file),
                .is_own = row != NO_ID && listing->of->rows->list[row].file == line->file,
                .sum = (uint32_t)parts->count};
            parts->count++;
        }
        struct listed_part *part = &parts->list[parts->count - 1];
        part->count++;
        part->n_shown += listing_is_line_shown(listing, line);
        listing_add_to_sums(listing, part->sum, line->id);
    }
    for (size_t i = 0; i < parts->count; i++)
        parts->list[i].cost = cost_of(listing, &parts->list[i]);
    if (shown->is_for_people || !is_by_instruction)
        ARRAY_SORT(parts->list, parts->count, shown->is_for_people ? by_cost : by_origin);
    for (size_t i = 1; listing->bases != NULL && i < parts->count; i++)
        parts->list[i].is_cold = is_cold(listing, &parts->list[i]);
}

void listed_parts_free(struct listed_parts *parts)
{
    free(parts->list);
    *parts = (struct listed_parts){0};
}

void listed_parts_add_sums(const struct listed_parts *parts, struct listing *listing)
{
    const struct line_costs *lines = listing->lines;
    const struct code_shown *shown = &listing->shown;
    uint32_t sum = (uint32_t)listing->sums.n_rows;
    size_t n_parts = 0;

    for (size_t i = 0; i < parts->count; i++)
        n_parts += parts->list[i].n_shown != 0;
    if (!shown->is_for_people || shown->line != 0 || n_parts < 2)
        return;
    for (size_t i = 0; i < lines->n_lines; i++)
        listing_add_to_sums(listing, sum, lines->lines[i].id);
    struct listing_row *row =
        listing_add_row(listing, ROW_LISTED_SUM, (struct file_line){shown->code.file, 0});
    row->id = sum;
    row->n_parts = n_parts;
    row->callee = shown->code.row;
    for (size_t i = 0; i < parts->count; i++) {
        const struct listed_part *part = &parts->list[i];
        if (part->n_shown == 0)
            continue;
        row = listing_add_row(listing, ROW_LISTED_PART, (struct file_line){part->first->file, 0});
        row->id = part->sum;
        row->callee = part->first->row;
    }
}

void listed_parts_add_cold(const struct listed_parts *parts, struct listing *listing)
{
    struct listing_row fold = {
        .kind = ROW_FOLD, .line = {NO_ID, 0}, .id = (uint32_t)listing->sums.n_rows};

    for (size_t i = 0; i < parts->count; i++) {
        const struct listed_part *part = &parts->list[i];
        if (!part->is_cold || part->n_shown == 0)
            continue;
        fold.n_parts++;
        fold.n_lines += part->n_shown;
        for (size_t line = 0; line < part->count; line++)
            listing_add_to_sums(listing, fold.id, part->first[line].id);
    }
    if (fold.n_parts != 0)
        *listing_add_row(listing, ROW_FOLD, fold.line) = fold;
}

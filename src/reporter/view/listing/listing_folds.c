/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/listing/listing_rows.h"

#include <stdlib.h>

#include "aggregator/lines/line_costs.h"
#include "base/number.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"

/* A fold takes a row itself: shorter runs are left as they are. */
enum { FEWEST_FOLDED = 3 };

/* Returns the size of a cost in a shown event; 0 of a ratio. */
static int64_t size_of(const struct listing *listing, size_t shown, const struct costs *costs,
                       uint32_t row)
{
    const struct figures *figures = &listing->input->figures;
    const struct events *events = &figures->profile->events;
    size_t event = figures->shown[shown];

    if (event_is_ratio(&events->list[event]))
        return 0;
    return magnitude(event_sum(events, event, costs, costs_row(costs, row)).sum);
}

void listing_find_bases(struct listing *listing)
{
    const struct figures *figures = &listing->input->figures;
    const struct line_costs *lines = listing->lines;
    size_t measured = listing->input->metric.event;
    bool has_any = false, is_short = lines->n_lines <= listing->shown.n_short;

    if (is_short || listing->shown.least_percent == 0 ||
        event_is_ratio(&figures->profile->events.list[measured]))
        return;
    listing->bases = memory_alloc(figures->n_shown, sizeof *listing->bases);
    for (size_t i = 0; i < figures->n_shown; i++) {
        struct listed_base *base = &listing->bases[i];
        for (size_t line = 0; line < lines->n_lines; line++) {
            uint32_t id = lines->lines[line].id;
            base->self += (double)size_of(listing, i, listing->self.costs, id);
            base->inclusive += (double)size_of(listing, i, listing->inclusive.costs, id);
        }
        /* What functions of a file spend in each other counts on several of its lines. */
        double total = (double)size_of(listing, i, figures->total, 0);
        if (listing->shown.sides == NULL && base->inclusive > total)
            base->inclusive = total;
        has_any |= base->self > 0 || base->inclusive > 0;
    }
    if (has_any)
        return;
    free(listing->bases); /* nothing is cold where nothing is hot */
    listing->bases = NULL;
}

static double larger_share(double share, int64_t size, double base)
{
    double other = base > 0 ? (double)size * 100 / base : 0;

    return other > share ? other : share;
}

double listing_share(const struct listing *listing, uint32_t line)
{
    double share = 0;

    for (size_t i = 0; i < listing->input->figures.n_shown; i++) {
        const struct listed_base *base = &listing->bases[i];
        share = larger_share(share, size_of(listing, i, listing->self.costs, line), base->self);
        share = larger_share(share, size_of(listing, i, listing->inclusive.costs, line),
                             base->inclusive);
    }
    return share;
}

/* Says of the rows of one heading which are kept. */
struct folding {
    const struct listing *listing;
    size_t begin, count; /* rows of the listing */
    bool *is_hot;        /* by row, from the first on: it costs enough to be listed */
    bool *is_kept;       /* it is hot, or belongs to what is, or is near it */
};

/* Marks the lines that cost enough, at least the one that costs most. */
static void keep_hot(struct folding *folding)
{
    const struct listing *listing = folding->listing;
    double most = 0;
    size_t hottest = 0;

    for (size_t i = 0; i < folding->count; i++) {
        const struct listing_row *row = &listing->rows[folding->begin + i];
        double share = row->has_cost ? listing_share(listing, row->id) : 0;
        folding->is_hot[i] = folding->is_kept[i] = share >= listing->shown.least_percent;
        if (share > most) {
            most = share;
            hottest = i;
        }
    }
    if (most != 0)
        folding->is_hot[hottest] = folding->is_kept[hottest] = true;
}

/* Tells whether the context counts a row: a line of source, or an instruction. */
static bool is_unit(const struct listing *listing, const struct listing_row *row)
{
    return row->kind == ROW_LINE || row->kind == ROW_INSTRUCTION ||
           (row->kind == ROW_SOURCE && !listing->shown.code.is_by_instruction);
}

/* Marks what is near a hot line on one side of it. Lines whose text is not known tell nothing. */
static void keep_near(struct folding *folding, bool is_backward)
{
    const struct listing *listing = folding->listing;
    uint64_t context = listing->input->options->context, left = 0;

    for (size_t step = 0; step < folding->count; step++) {
        size_t i = is_backward ? folding->count - 1 - step : step;
        const struct listing_row *row = &listing->rows[folding->begin + i];
        if (row->kind == ROW_GAP)
            left = 0;
        if (!is_unit(listing, row))
            continue;
        if (folding->is_hot[i]) {
            left = context;
        } else if (left != 0 && row->text.at != NULL) {
            folding->is_kept[i] = true;
            left--;
        }
    }
}

/* Marks the calls and jumps of lines that are kept, and the lines of source above instructions. */
static void keep_attached(struct folding *folding)
{
    const struct listing *listing = folding->listing;
    const struct listing_row *rows = &listing->rows[folding->begin];

    for (size_t i = 1; i < folding->count; i++)
        if (rows[i].kind == ROW_JUMP || rows[i].kind == ROW_CALLEE)
            folding->is_kept[i] = folding->is_kept[i - 1];
    for (size_t i = folding->count; i-- > 1;)
        if (rows[i - 1].kind == ROW_SOURCE && !is_unit(listing, &rows[i - 1]))
            folding->is_kept[i - 1] = folding->is_kept[i];
}

/*
 * Puts a run of rows into one, at `to`, or moves them there if that saves nothing. Above an
 * instruction whose line of source was in the run, that line is kept. Returns the place after it.
 */
static size_t fold_run(struct listing *listing, size_t begin, size_t end, size_t to)
{
    struct listing_row *rows = listing->rows;
    struct listing_row fold = {.kind = ROW_FOLD,
                               .line = {rows[begin].line.file, 0},
                               .id = (uint32_t)listing->sums.n_rows},
                       source = {0};
    const struct listing_row *after = end < listing->n_rows ? &rows[end] : NULL;

    for (size_t i = begin; i < end; i++)
        fold.n_lines += rows[i].has_cost;
    if (fold.n_lines == 0 || end - begin < FEWEST_FOLDED) {
        for (size_t i = begin; i < end; i++)
            rows[to++] = rows[i];
        return to;
    }
    for (size_t i = begin; i < end; i++) {
        if (rows[i].has_cost)
            listing_add_to_sums(listing, fold.id, rows[i].id);
        if (rows[i].kind == ROW_SOURCE)
            source = rows[i];
    }
    rows[to++] = fold;
    if (after != NULL && after->kind == ROW_INSTRUCTION && source.kind == ROW_SOURCE &&
        source.line.file == after->line.file && source.line.number == after->line.number)
        rows[to++] = source;
    return to;
}

void listing_fold(struct listing *listing, size_t begin)
{
    struct folding folding = {.listing = listing, .begin = begin, .count = listing->n_rows - begin};
    size_t to = begin, end;

    if (listing->bases == NULL || folding.count == 0)
        return;
    folding.is_hot = memory_alloc(folding.count, sizeof *folding.is_hot);
    folding.is_kept = memory_alloc(folding.count, sizeof *folding.is_kept);
    keep_hot(&folding);
    keep_near(&folding, false);
    keep_near(&folding, true);
    keep_attached(&folding);
    for (size_t i = begin; i < listing->n_rows; i = end) {
        end = i + 1;
        if (folding.is_kept[i - begin]) {
            listing->rows[to++] = listing->rows[i];
            continue;
        }
        while (end < listing->n_rows && !folding.is_kept[end - begin])
            end++;
        to = fold_run(listing, i, end, to);
    }
    listing->n_rows = to;
    free(folding.is_hot);
    free(folding.is_kept);
}

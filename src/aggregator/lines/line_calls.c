/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/lines/line_calls.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/diff.h"
#include "aggregator/program.h"
#include "base/arena.h"
#include "profile/levels.h"

static struct line_calls_side *add_side(struct line_calls *calls, const struct profile *profile)
{
    struct line_calls_side *side = &calls->sides[calls->n_sides++];

    side->profile = profile;
    side->ids =
        pairs_sort(&profile->by_line.calls.pairs, PAIR_FROM, profile->lines.count, &side->begin);
    return side;
}

static void begin(struct line_calls *calls, const struct profile *profile)
{
    *calls = (struct line_calls){.profile = profile};
    costs_init(&calls->table.costs, profile->events.n_recorded);
}

void line_calls_create(struct line_calls *calls, const struct profile *profile,
                       const struct nesting *nesting)
{
    begin(calls, profile);
    add_side(calls, profile)->nesting = nesting;
}

/* By line of the change, which has all lines: what it is in one of the profiles. */
static uint32_t *find_lines(const struct profile *change, const struct profile *side)
{
    uint32_t *lines = memory_alloc(change->lines.count, sizeof *lines);

    memset(lines, 0xff, change->lines.count * sizeof *lines); /* NO_ID */
    for (file_id file = 0; file < side->lines.n_files; file++) {
        size_t n_own, n_all, at = 0;
        struct numbered_line *own = lines_of_file(&side->lines, file, &n_own);
        struct numbered_line *all = lines_of_file(&change->lines, file, &n_all);
        for (size_t i = 0; i < n_own; i++) {
            while (all[at].number < own[i].number)
                at++;
            lines[all[at].id] = own[i].id;
        }
        free(own);
        free(all);
    }
    return lines;
}

static void add_diff_side(struct line_calls *calls, const struct diff_side *from,
                          bool is_subtracted)
{
    struct line_calls_side *side = add_side(calls, &from->profile);

    side->lines = find_lines(calls->profile, &from->profile);
    side->functions = from->functions;
    side->is_subtracted = is_subtracted;
}

void line_calls_create_change(struct line_calls *calls, const struct diff *diff)
{
    begin(calls, &diff->change);
    add_diff_side(calls, &diff->fresh, false);
    add_diff_side(calls, &diff->old, true);
}

/* The id of a line in the side's profile, or NO_ID. */
static uint32_t line_of_side(const struct line_calls_side *side, uint32_t line)
{
    return side->lines != NULL ? side->lines[line] : line;
}

bool line_calls_has(const struct line_calls *calls, uint32_t line)
{
    for (size_t i = 0; i < calls->n_sides; i++) {
        const struct line_calls_side *side = &calls->sides[i];
        uint32_t own = line_of_side(side, line);
        if (own != NO_ID && side->begin[own] < side->begin[own + 1])
            return true;
    }
    return false;
}

static bool find_nesting(struct line_calls_side *side, struct error *error)
{
    const struct row_choice choice = {.key = BY_FUNCTION, .has_inclusive = true};
    struct function_figures *found = &side->functions_found;
    struct program program = {0};

    if (side->nesting != NULL)
        return true;
    bool is_done =
        rows_create(&found->rows, side->profile, &choice, error) &&
        program_compute(&program, side->profile, error) &&
        inclusive_compute(&found->inclusive, &found->rows,
                          profile_levels(side->profile, found->rows.arcs), &program.total, error);
    program_free(&program);
    side->nesting = &found->inclusive.nesting;
    return is_done;
}

static bool add_call(struct line_calls *calls, const struct line_calls_side *side, uint32_t line,
                     size_t id)
{
    const struct call_table *from = &side->profile->by_line.calls;
    struct arc arc = profile_line_call(side->profile, id).arc;
    function_id callee = side->functions != NULL ? side->functions[arc.callee] : arc.callee;
    uint32_t row = call_table_add(&calls->table, line, callee);
    int64_t *count = &calls->table.counts[row];
    bool overflows = side->is_subtracted ? subtract_overflows(count, from->counts[id])
                                         : add_overflows(count, from->counts[id]);

    if (nesting_counts_call(side->nesting, rows_arc_between(side->nesting->rows, arc)))
        overflows |= costs_combine_overflows(&calls->table.costs, row, costs_row(&from->costs, id),
                                             side->is_subtracted);
    return overflows;
}

bool line_calls_add_up(struct line_calls *calls, uint32_t line, size_t *first, struct error *error)
{
    bool overflows = false;

    *first = calls->table.pairs.count;
    for (size_t i = 0; i < calls->n_sides; i++) {
        struct line_calls_side *side = &calls->sides[i];
        uint32_t own = line_of_side(side, line);
        if (own == NO_ID)
            continue;
        if (!find_nesting(side, error))
            return false;
        for (size_t j = side->begin[own]; j < side->begin[own + 1]; j++)
            overflows |= add_call(calls, side, line, side->ids[j]);
    }
    return profile_fits(calls->profile, overflows, error);
}

function_id line_calls_callee(const struct line_calls *calls, size_t id)
{
    return (function_id)calls->table.pairs.list[id].to;
}

void line_calls_free(struct line_calls *calls)
{
    for (size_t i = 0; i < calls->n_sides; i++) {
        struct line_calls_side *side = &calls->sides[i];
        inclusive_free(&side->functions_found.inclusive);
        rows_free(&side->functions_found.rows);
        free(side->lines);
        free(side->ids);
        free(side->begin);
    }
    call_table_free(&calls->table);
    *calls = (struct line_calls){0};
}

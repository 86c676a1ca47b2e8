/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/lines/line_costs.h"

#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"

void line_calls_create(struct line_calls *calls, const struct profile *profile,
                       const struct nesting *nesting)
{
    *calls = (struct line_calls){.profile = profile, .nesting = nesting};
    costs_init(&calls->table.costs, profile->events.n_recorded);
    calls->lines = profile_sort_lines(profile, &calls->line_begin);
    calls->ids = map_sort(&profile->ledgers[LINE_CALLS].map, MAP_FROM, profile_n_lines(profile),
                          &calls->begin);
}

bool line_calls_has(const struct line_calls *calls, uint32_t line)
{
    return calls->begin[line] < calls->begin[line + 1];
}

static void find_nesting(struct line_calls *calls)
{
    const struct row_choice choice = {.key = BY_FUNCTION, .has_inclusive = true};
    struct function_figures *found = &calls->functions_found;
    const struct profile *profile = calls->profile;

    if (calls->nesting != NULL)
        return;
    rows_create(&found->rows, profile, &choice);
    inclusive_compute(&found->inclusive, &found->rows, profile_levels(profile, found->rows.arcs));
    calls->nesting = &found->inclusive.nesting;
}

static void add_call(struct line_calls *calls, uint32_t line, size_t id)
{
    const struct ledger *from = &calls->profile->ledgers[LINE_CALLS];
    struct arc arc = profile_line_call(calls->profile, id).arc;
    uint32_t row = ledger_add(&calls->table, line, arc.callee);

    profile_add_to(calls->profile, &calls->table.counts[row], from->counts[id]);
    if (nesting_counts_call(calls->nesting, rows_arc_between(calls->nesting->rows, arc)))
        profile_combine(calls->profile, &calls->table.costs, row, costs_row(&from->costs, id),
                        false);
}

size_t line_calls_add_up(struct line_calls *calls, uint32_t line)
{
    size_t first = calls->table.map.count;

    find_nesting(calls);
    for (size_t i = calls->begin[line]; i < calls->begin[line + 1]; i++)
        add_call(calls, line, calls->ids[i]);
    return first;
}

void line_calls_free(struct line_calls *calls)
{
    inclusive_free(&calls->functions_found.inclusive);
    rows_free(&calls->functions_found.rows);
    free(calls->lines);
    free(calls->line_begin);
    free(calls->ids);
    free(calls->begin);
    ledger_free(&calls->table);
    *calls = (struct line_calls){0};
}

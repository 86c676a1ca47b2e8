/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/lines/instruction_costs.h"

#include "aggregator/lines/line_costs.h"
#include "aggregator/program.h"
#include "base/arena.h"
#include "profile/levels.h"

/* The functions that the instructions are of: who calls whom tells what nests. */
static bool add_functions(struct inclusive *inclusive, const struct rows *rows,
                          const struct program *program, struct error *error)
{
    const struct row_choice choice = {.key = BY_FUNCTION,
                                      .is_folded = rows->is_folded,
                                      .has_inclusive = true,
                                      .like = rows->levels != NULL ? rows : NULL};
    struct function_figures *functions = memory_alloc(1, sizeof *functions);

    inclusive->functions = functions;
    return rows_create(&functions->rows, rows->profile, &choice, error) &&
           inclusive_compute(&functions->inclusive, &functions->rows,
                             profile_levels(rows->profile, functions->rows.arcs), &program->total,
                             error);
}

/* What was added up for the instruction of each row. */
static bool take(struct inclusive *inclusive, const struct line_costs *costs)
{
    const struct rows *rows = inclusive->rows;
    bool overflows = false;

    inclusive->is_exact = memory_alloc(rows->count, sizeof *inclusive->is_exact);
    inclusive->cycle = memory_alloc(rows->count, sizeof *inclusive->cycle);
    costs_ensure(&inclusive->costs, rows->count);
    for (row_id id = 0; id < rows->count; id++) {
        const struct row *row = &rows->list[id];
        uint32_t from = index_find(&costs->ids, row->object, row->address);
        inclusive->is_exact[id] = !costs->bounds[from];
        overflows |= costs_combine_overflows(&inclusive->costs, id,
                                             costs_row(&costs->inclusive, from), false);
    }
    return overflows;
}

bool instruction_costs_include(struct inclusive *inclusive, const struct rows *rows,
                               const struct program *program, struct error *error)
{
    const struct listed_code all = {.row = NO_ID, .file = NO_ID, .is_by_instruction = true};
    struct line_costs costs = {0};

    *inclusive = (struct inclusive){.rows = rows};
    costs_init(&inclusive->costs, rows->self.n_events);
    if (!add_functions(inclusive, rows, program, error))
        return false;
    const struct listed_side side = listed_side_of(&inclusive->functions->inclusive);
    bool is_done = line_costs_create(&costs, &side, all, error) &&
                   profile_fits(rows->profile, take(inclusive, &costs), error);
    line_costs_free(&costs);
    return is_done;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_members.h"

#include <math.h>

/* How much of the row's cost was spent in a member, whose self cost is a step. */
static bool part_of(const struct path_tree *tree, const struct path_end *end, size_t i,
                    const struct path_step *step, struct path_cost *part, struct error *error)
{
    const struct step_cost cost = {&tree->graph->step_costs, step->cost};

    return path_tree_part(tree, end, i, cost, part, error);
}

static bool add_row(struct path_tree *tree, uint32_t parent, const struct path_step *step,
                    struct error *error)
{
    const struct path_row above = tree->rows[parent];
    const struct path_end end = tree->ends[above.ends];
    struct path_row row = {.parent = parent,
                           .name = step->name,
                           .depth = above.depth + 1,
                           .self = path_tree_add_costs(tree),
                           .inclusive = path_tree_add_costs(tree),
                           .is_member = true};

    for (size_t i = 0; i < tree->n_events; i++)
        if (!part_of(tree, &end, i, step, &tree->costs[row.self + i], error))
            return false;
    path_tree_add_row(tree, row);
    return true;
}

bool path_tree_add_members(struct path_tree *tree, uint32_t row, double least,
                           struct path_rows *added, struct error *error)
{
    const struct path_end end = tree->ends[tree->rows[row].ends];
    struct path_steps members;

    if (!path_graph_member_steps(tree->graph, end.vertex, tree->events[0], &members, error))
        return false;
    for (size_t i = 0; i < members.count; i++) {
        struct path_cost self;
        if (!part_of(tree, &end, 0, &members.list[i], &self, error))
            return false;
        if (fabs(self.estimate) < least) { /* all after it are no more */
            path_rows_leave_out(added, &self, members.count - i);
            return true;
        }
        if (!add_row(tree, row, &members.list[i], error))
            return false;
    }
    return true;
}

bool path_tree_add_member(struct path_tree *tree, uint32_t row, uint32_t name, uint32_t *added,
                          struct error *error)
{
    const struct path_row above = tree->rows[row];
    struct path_steps members;

    *added = NO_ID;
    if (above.n_ends != 1 || !path_graph_is_cycle(tree->graph, tree->ends[above.ends].vertex))
        return true;
    if (!path_graph_member_steps(tree->graph, tree->ends[above.ends].vertex, tree->events[0],
                                 &members, error))
        return false;
    for (size_t i = 0; i < members.count && *added == NO_ID; i++) {
        if (members.list[i].name != name)
            continue;
        if (!add_row(tree, row, &members.list[i], error))
            return false;
        *added = (uint32_t)tree->n_rows - 1;
    }
    return true;
}

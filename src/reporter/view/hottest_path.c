/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/hottest_path.h"

#include <stdlib.h>
#include <string.h>

#include "aggregator/row_figures.h"
#include "reporter/table.h"
#include "reporter/view/input/view_input.h"

void hottest_paths_open(struct hottest_paths *paths, const struct view_input *input,
                        const struct row_figures *by_row)
{
    const struct tree_source source = {.profile = input->profile};

    *paths = (struct hottest_paths){.figures = &input->figures, .by_row = by_row};
    tree_side_open(&paths->side, &source, &input->figures, input->options);
    path_hottest_find(&paths->hottest, &paths->side.tree);
}

void hottest_paths_close(struct hottest_paths *paths)
{
    path_hottest_free(&paths->hottest);
    tree_side_close(&paths->side);
    free(paths->path.rows);
    *paths = (struct hottest_paths){0};
}

/* Takes the steps before main off the path: what calls main says nothing of the program. */
static void begin_at_main(struct hottest_paths *paths)
{
    const struct rows *names = &paths->side.graph.names;
    struct path_steps_down *path = &paths->path;

    for (size_t i = 0; i < path->count; i++) {
        uint32_t name = paths->side.tree.rows[path->rows[i]].name;
        if (name < names->count && text_equal(rows_names(names, name).function, TEXT("main"))) {
            path->count -= i;
            memmove(path->rows, path->rows + i, path->count * sizeof *path->rows);
            return;
        }
    }
}

void hottest_paths_find(struct hottest_paths *paths, uint32_t name)
{
    free(paths->path.rows);
    path_tree_clear(&paths->side.tree);
    paths->path = path_hottest_through(&paths->hottest, &paths->side.tree, name);
    begin_at_main(paths);
}

void hottest_paths_find_first(struct hottest_paths *paths, double least)
{
    struct tree_side *side = &paths->side;

    hottest_paths_find(paths, NO_ID);
    const double least_cost = (double)side->totals[0] * least / 100;
    while (paths->path.count != 0) {
        const struct path_row *last = &side->tree.rows[paths->path.rows[paths->path.count - 1]];
        bool is_unknown = last->is_member; /* but for its self cost */
        if (!is_unknown && last->estimate >= least_cost)
            break;
        paths->path.count--;
    }
}

/* Names a step of the path, which is a function with its own cost, or a cycle, which has no row. */
static void name_step(const struct hottest_paths *paths, uint32_t name, struct tree_place *place,
                      struct table_row *row, struct table_rows *rows)
{
    const struct path_graph *graph = &paths->side.graph;

    if (name >= graph->names.count) {
        tree_name_cycle(graph, name, row, rows);
        place->of_function = table_rows_figures(rows, paths->figures->n_shown);
        return;
    }
    figures_name_row(paths->by_row->rows, name, row);
    place->of_function = figures_make(paths->figures, figures_inclusive(paths->by_row), name, rows);
}

static void add_step(const struct hottest_paths *paths, size_t depth, struct table_rows *rows)
{
    const struct path_row *step = &paths->side.tree.rows[paths->path.rows[depth]];
    const struct figures *figures = paths->figures;
    struct table_row *row = table_rows_add(rows, ROW_PATH);
    struct tree_place *place = arena_alloc(&rows->arena, sizeof *place);
    struct figure *spent = table_rows_figures(rows, figures->n_shown);

    /* Only the self cost of a cycle's member would be known. */
    for (size_t i = 0; i < figures->n_shown; i++) {
        spent[i].now = (struct cell){.is_bound = true};
        if (!step->is_member)
            spent[i].now = tree_side_cell(&paths->side, figures, i, step->inclusive);
    }
    *place = (struct tree_place){
        .depth = depth, .is_recursive = step->is_recursive, .is_member = step->is_member};
    name_step(paths, step->name, place, row, rows);
    row->inclusive = spent;
    row->tree = place;
}

void hottest_paths_add(const struct hottest_paths *paths, struct table_rows *rows)
{
    for (size_t i = 0; i < paths->path.count; i++)
        add_step(paths, i, rows);
}

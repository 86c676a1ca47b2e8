/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/tree_side.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "aggregator/inclusive.h"
#include "aggregator/nesting.h"
#include "aggregator/program.h"
#include "base/array.h"
#include "base/names.h"
#include "profile/events.h"
#include "profile/name_pieces.h"
#include "reporter/view/input/figures.h"
#include "reporter/view/input/view_options.h"

static const struct event *event_of(const struct figures *figures, size_t column)
{
    return &figures->profile->events.list[figures->shown[column]];
}

/* What the tree goes by: a ratio is of no cost, so that its first event does for it. */
static size_t first_event(const struct figures *figures)
{
    const struct event *event = event_of(figures, figures->measured);
    size_t first = 0;

    if (!event_is_ratio(event))
        return figures->shown[figures->measured];
    while (first + 1 < event->n_columns && event->factors[first].times <= 0)
        first++;
    return first;
}

static void choose_events(struct tree_side *side, const struct figures *figures)
{
    const struct events *events = &figures->profile->events;
    size_t n_columns = figures->n_shown, count = 1;
    bool has_ratio = false;

    side->events = memory_alloc(n_columns + 1 + events->n_recorded, sizeof *side->events);
    side->place_of = memory_alloc(n_columns, sizeof *side->place_of);
    side->events[0] = first_event(figures);
    for (size_t i = 0; i < n_columns; i++) {
        has_ratio = has_ratio || event_is_ratio(event_of(figures, i));
        if (figures->shown[i] == side->events[0] || event_is_ratio(event_of(figures, i)))
            continue;
        side->place_of[i] = count;
        side->events[count++] = figures->shown[i];
    }
    side->n_recorded_from = count;
    for (size_t i = 0; has_ratio && i < events->n_recorded; i++)
        side->events[count++] = i;
    path_tree_begin(&side->tree, &side->graph, side->events, count);
}

static void find_totals(struct tree_side *side)
{
    struct program program = {0};
    struct nesting nesting;

    program_compute(&program, side->profile);
    side->totals = memory_alloc(side->tree.n_events, sizeof *side->totals);
    for (size_t i = 0; i < side->tree.n_events; i++)
        side->totals[i] =
            event_sum(side->graph.events, side->events[i], &program.total, program_row(&program))
                .sum;
    nesting_create(&nesting, &side->graph.names, LEVELS_UNKNOWN); /* who calls whom will do */
    side->is_inconsistent = inclusive_has_call_above(&nesting, &program.total);
    nesting_free(&nesting);
    program_free(&program);
}

struct tree_cells tree_cells_create(size_t count)
{
    return (struct tree_cells){.cells = memory_alloc(count, sizeof(struct cell)),
                               .ranges = memory_alloc(count, sizeof(struct cell_range))};
}

void tree_cells_free(struct tree_cells *cells)
{
    free(cells->cells);
    free(cells->ranges);
    *cells = (struct tree_cells){0};
}

void tree_cells_clear(struct tree_cells *cells, const struct column *columns, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cells->cells[i] = (struct cell){.is_ratio = columns[i].is_ratio};
        cells->ranges[i] = (struct cell_range){.is_known = true};
    }
}

static bool is_one_figure(const struct cell_range *range)
{
    return range->is_known && range->least == range->most;
}

void tree_cells_subtract(const struct tree_cells *fresh, const struct tree_cells *old, size_t count,
                         bool is_exact, struct tree_cells *into)
{
    for (size_t i = 0; i < count; i++) {
        const struct cell *now = &fresh->cells[i], *was = &old->cells[i];
        const struct cell_range *new_range = &fresh->ranges[i], *old_range = &old->ranges[i];
        bool is_ratio = now->is_ratio || was->is_ratio;
        into->cells[i] = (struct cell){.value = now->value - was->value,
                                       .ratio = now->ratio - was->ratio,
                                       .is_given = is_ratio ? now->is_given && was->is_given
                                                            : now->is_given || was->is_given,
                                       .is_ratio = is_ratio,
                                       .is_estimate = now->is_estimate || was->is_estimate};
        into->ranges[i] = (struct cell_range){new_range->least - old_range->most,
                                              new_range->most - old_range->least,
                                              new_range->is_known && old_range->is_known};
        if (!is_ratio && is_exact && (!is_one_figure(new_range) || !is_one_figure(old_range)))
            into->cells[i] = (struct cell){.is_estimate = into->cells[i].is_estimate};
    }
}

void tree_side_open(struct tree_side *side, const struct tree_source *source,
                    const struct figures *figures, const struct view_options *options)
{
    const struct profile *profile = source->profile;
    const struct path_naming naming = {!options->is_unfolded, source->symbols};

    *side = (struct tree_side){.profile = profile};
    if (source->has_stacks)
        path_graph_create_of_stacks(&side->graph, profile, &naming, options->is_bottom_up);
    else
        path_graph_create(&side->graph, profile, &naming, options->is_bottom_up);
    /* A difference has events of its own, which both of its sides' figures are of. */
    side->graph.events = &figures->profile->events;
    choose_events(side, figures);
    /* In PHP nothing but the program itself runs before a function called main. */
    side->tree.folds_frames = naming.is_folded && !source->has_stacks;
    find_totals(side);
    if (options->has_lines)
        path_lines_create(&side->lines, &side->graph);
}

double tree_side_least(const struct tree_side *side, const struct view_options *options)
{
    double least = options->least_percent / 100 * fabs((double)side->totals[0]);

    return least < 0.5 ? 0.5 : least;
}

void tree_side_close(struct tree_side *side)
{
    path_tree_free(&side->tree);
    path_graph_free(&side->graph);
    free(side->events);
    free(side->place_of);
    free(side->totals);
    path_lines_free(&side->lines);
    *side = (struct tree_side){0};
}

struct path_rows tree_side_add_first(struct tree_side *side, const struct view_options *options,
                                     double least)
{
    const struct rows *names = &side->graph.names;

    if (!options->roots.is_given && !options->is_bottom_up)
        return path_tree_add_starts(&side->tree, least);
    bool *is_wanted = memory_alloc(names->count, sizeof *is_wanted);
    for (row_id id = 0; id < names->count; id++)
        is_wanted[id] = pattern_passes(&options->roots, rows_names(names, id).function);
    const struct path_rows first = path_tree_add_functions(&side->tree, is_wanted, least);
    free(is_wanted);
    return first;
}

/* Of a ratio: known where all that it is made of is. */
static struct cell ratio_of(const struct tree_side *side, const struct event *event, size_t costs)
{
    struct cell cell = {.is_ratio = true};
    struct costs known;
    bool is_known = true;

    costs_init(&known, event->n_columns);
    costs_ensure(&known, 1);
    for (size_t i = 0; i < event->n_columns; i++) {
        const struct path_cost *cost = &side->tree.costs[costs + side->n_recorded_from + i];
        bool is_needed = event->factors[i].times != 0 || event->divisor[i].times != 0;
        is_known = is_known && (!is_needed || path_cost_is_exact(cost));
        if (cost->is_given)
            costs_set(&known, costs_row(&known, 0), i, cost->least);
    }
    const struct row_ratio ratio = row_ratio_of(event, costs_alone(&known), 0, false);
    cell.is_given = is_known && ratio.has_now;
    cell.ratio = cell.is_given ? ratio.now : 0;
    costs_free(&known);
    return cell;
}

void tree_side_cells(const struct tree_side *side, const struct figures *figures, size_t costs,
                     bool is_exact, struct tree_cells *into)
{
    for (size_t i = 0; i < figures->n_shown; i++) {
        if (event_is_ratio(event_of(figures, i))) {
            into->cells[i] = ratio_of(side, event_of(figures, i), costs);
            into->ranges[i] = (struct cell_range){0};
            continue;
        }
        const struct path_cost *cost = &side->tree.costs[costs + side->place_of[i]];
        bool is_known = path_cost_is_exact(cost);
        bool is_given = cost->is_given && (is_known || !is_exact);
        into->cells[i] = (struct cell){.value = is_given ? path_cost_value(cost) : 0,
                                       .is_given = is_given,
                                       .is_estimate = cost->is_given && !is_known};
        into->ranges[i] = (struct cell_range){cost->least, cost->most, !cost->is_unsure};
    }
}

void tree_name_cycle(const struct path_graph *graph, uint32_t name, char label[CYCLE_LABEL_SIZE],
                     struct table_row *row)
{
    row->cycle = name - graph->names.count + 1;
    row->n_members = graph->cycle_sizes[row->cycle - 1];
    snprintf(label, CYCLE_LABEL_SIZE, "<cycle %zu>", row->cycle);
    row->function = text_of(label);
}

void tree_side_add_shares(const struct tree_side *side, const struct figures *figures,
                          const struct path_share *shares, bool is_old, struct tree_share *into)
{
    for (size_t column = 0; column < figures->n_shown; column++) {
        const struct path_share *share = &shares[side->place_of[column]];
        if (event_is_ratio(event_of(figures, column)))
            continue;
        *(is_old ? &into[column].old_cost : &into[column].cost) = share->cost;
        into[column].is_estimate |= share->is_estimate && share->cost != 0;
    }
}

struct text tree_remedy(const struct profile *profile)
{
    const struct name_pieces *pieces = symbols_pieces(&profile->symbols);

    for (size_t i = 0; i < profile->n_inputs; i++)
        if (!text_starts_with(profile->inputs[i].creator, TEXT("callgrind")))
            return TEXT("");
    for (size_t i = 0; i < profile_n_functions(profile); i++) {
        symbol_id symbol = profile_function(profile, (function_id)i).symbol;
        if (pieces->bases[symbol] != symbol && pieces->levels[symbol] == 1)
            return TEXT("");
    }
    return TEXT("more is exact if recorded with --separate-callers=3");
}

void tree_lines_begin(struct tree_lines *lines, const struct figures *figures)
{
    lines->figures = figures;
    lines->count = lines->n_shares = 0;
}

/* A line for each of the function's, whose shares are nothing yet. */
static void add_lines(const struct tree_side *side, uint32_t name, struct tree_lines *lines)
{
    const struct names *files = side->profile->symbols.files;

    for (size_t i = side->lines.begin[name]; i < side->lines.begin[name + 1]; i++) {
        const struct path_line *line = &side->lines.list[i];
        ARRAY_GROW(lines->items, lines->count, lines->capacity);
        lines->items[lines->count++] = (struct tree_line){
            .file = names_text_if_any(files, line->file), .number = line->number};
        for (size_t column = 0; column < lines->figures->n_shown; column++) {
            ARRAY_GROW(lines->shares, lines->n_shares, lines->share_capacity);
            lines->shares[lines->n_shares++] = (struct tree_share){0};
        }
    }
}

void tree_side_add_lines(const struct tree_side *side, uint32_t name, bool is_old,
                         const struct tree_share *shares, struct tree_lines *lines)
{
    const struct figures *figures = lines->figures;
    size_t count = side->lines.begin[name + 1] - side->lines.begin[name], first = lines->n_shares;

    add_lines(side, name, lines);
    if (count > lines->part_capacity)
        lines->parts =
            memory_grow(lines->parts, &lines->part_capacity, count, sizeof *lines->parts);
    for (size_t column = 0; column < figures->n_shown; column++) {
        struct path_split split = {.name = name,
                                   .event = figures->shown[column],
                                   .cost = is_old ? shares[column].old_cost : shares[column].cost,
                                   .parts = lines->parts};
        if (event_is_ratio(event_of(figures, column)) || split.cost == 0)
            continue;
        path_lines_split(&side->lines, &side->graph, &split);
        for (size_t i = 0; split.all != 0 && i < count; i++) {
            struct tree_share *share = &lines->shares[first + i * figures->n_shown + column];
            *(is_old ? &share->old_cost : &share->cost) = lines->parts[i];
            share->is_estimate =
                shares[column].is_estimate || (count > 1 && split.all != split.cost);
        }
    }
}

void tree_lines_end(struct tree_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        lines->items[i].shares = &lines->shares[i * lines->figures->n_shown];
}

void tree_lines_free(struct tree_lines *lines)
{
    free(lines->items);
    free(lines->shares);
    free(lines->parts);
    *lines = (struct tree_lines){0};
}

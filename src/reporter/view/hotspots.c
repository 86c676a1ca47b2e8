/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/hotspots.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/number.h"

/* What a figure is ranked by: of a difference its size, else what is not given counts as -1. */
static int64_t rank_key(const struct view_hotspots *view, int64_t figure, bool is_given)
{
    if (view->shown.group_diff != NULL)
        return magnitude(figure);
    return is_given ? figure : -1;
}

/* The number that a group is ranked by. */
static bool group_key(const struct view_hotspots *view, group_id id, int64_t *key,
                      struct error *error)
{
    const struct events *events = &view->groups->profile->events;
    struct metric metric = view->shown.metric;
    bool is_inclusive = metric.kind == METRIC_INCLUSIVE && view->inclusive != NULL;
    const struct costs *costs = is_inclusive ? &view->inclusive->costs : &view->groups->self;
    struct event_cost cost;

    if (metric.kind == METRIC_CALLS) {
        *key = rank_key(view, view->groups->calls != NULL ? view->groups->calls[id] : 0, true);
        return true;
    }
    if (!event_cost(events, metric.event, costs, costs_row(costs, id), &cost, error))
        return false;
    *key = rank_key(view, cost.sum, cost.is_given);
    return true;
}

/* Cycles have inclusive cost alone, and are ranked where that counts. */
static bool rank_cycles(struct view_hotspots *view, struct error *error)
{
    const struct costs *cycles = &view->inclusive->cycles;

    for (size_t i = 0; i < view->inclusive->n_cycles; i++) {
        struct event_cost cost;
        if (!event_cost(&view->groups->profile->events, view->shown.metric.event, cycles,
                        costs_row(cycles, i), &cost, error))
            return false;
        view->keys[view->n_rows] = cost.is_given ? cost.sum : -1;
        view->ranked[view->n_rows] = (struct ranked){.id = (uint32_t)(view->groups->count + i),
                                                     .keys = &view->keys[view->n_rows],
                                                     .n_keys = 1};
        view->n_rows++;
    }
    return true;
}

/* Whether the group's costs or calls changed, or may have, in any recorded event. */
static bool has_changed(const struct group_diff *group_diff, group_id id)
{
    const struct costs *const all[] = {&group_diff->groups.self, &group_diff->inclusive.costs};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (size_t event = 0; event < all[i]->n_events; event++)
            if (costs_sum(all[i], costs_row(all[i], id), event) != 0)
                return true;
    bool may_have = !group_diff->inclusive.is_exact[id] && !group_diff->is_pooled[id];
    return group_diff->groups.calls[id] != 0 || may_have;
}

static bool rank_all(struct view_hotspots *view, struct error *error)
{
    const struct groups *groups = view->groups;
    size_t n_cycles = view->inclusive != NULL ? view->inclusive->n_cycles : 0;

    view->ranked = memory_alloc(groups->count + n_cycles, sizeof *view->ranked);
    view->keys = memory_alloc(groups->count + n_cycles, sizeof *view->keys);
    for (group_id id = 0; id < groups->count; id++) {
        int64_t *key = &view->keys[view->n_rows];
        if (groups->list[id].is_hidden)
            continue;
        if (!group_key(view, id, key, error))
            return false;
        if (view->shown.group_diff != NULL &&
            (*key < view->shown.least ||
             (view->shown.skips_unchanged && !has_changed(view->shown.group_diff, id))))
            continue;
        view->ranked[view->n_rows++] = rank_group(view->groups, id, id, key);
    }
    if (view->shown.metric.kind == METRIC_INCLUSIVE && n_cycles != 0 && !rank_cycles(view, error))
        return false;
    rank(view->ranked, view->n_rows);
    return true;
}

static void mark_bounds(const struct view_hotspots *view, bool is_exact)
{
    for (size_t i = 0; !is_exact && i < view->figures->n_shown; i++)
        view->inclusive_cells[i].is_bound = view->inclusive_cells[i].is_given;
}

static bool set_inclusive(struct view_hotspots *view, group_id id, struct table_row *row,
                          struct error *error)
{
    const struct inclusive *inclusive = view->inclusive;

    if (inclusive == NULL)
        return true;
    if (!figures_cells(view->figures, &inclusive->costs, costs_row(&inclusive->costs, id),
                       view->inclusive_cells, error))
        return false;
    mark_bounds(view, inclusive->is_exact[id]);
    row->inclusive = view->inclusive_cells;
    row->calls = view->groups->calls[id];
    return true;
}

static bool group_row(struct view_hotspots *view, group_id id, struct table_row *row,
                      struct error *error)
{
    const struct groups *groups = view->groups;
    struct group_names names = groups_names(groups, id);

    *row = (struct table_row){
        .kind = ROW_HOTSPOT,
        .cells = view->cells,
        .object = names.object,
        .file = names.file,
        .function = names.function,
        .label = names.label,
        .line = names.line,
    };
    if (groups->key == BY_LINE)
        row->text = view->lines[view->row - 1].text;
    return figures_cells(view->figures, &groups->self, costs_row(&groups->self, id), view->cells,
                         error) &&
           set_inclusive(view, id, row, error) && old_group_tell(&view->old, id, row, error);
}

static size_t count_members(const struct view_hotspots *view, size_t cycle)
{
    size_t count = 0;

    for (group_id id = 0; id < view->groups->count; id++)
        count += view->inclusive->cycle[id] == cycle + 1;
    return count;
}

static bool cycle_row(struct view_hotspots *view, size_t cycle, struct table_row *row,
                      struct error *error)
{
    const struct costs *cycles = &view->inclusive->cycles;

    snprintf(view->label, sizeof view->label, "<cycle %zu>", cycle + 1);
    *row = (struct table_row){.kind = ROW_CYCLE,
                              .inclusive = view->inclusive_cells,
                              .function = text_of(view->label),
                              .cycle = cycle + 1,
                              .n_members = count_members(view, cycle)};
    return figures_cells(view->figures, cycles, costs_row(cycles, cycle), view->inclusive_cells,
                         error);
}

static bool next_row(void *opaque, struct table_row *row, struct error *error)
{
    struct view_hotspots *view = opaque;

    if (view->row == view->n_rows)
        return false;
    uint32_t id = view->ranked[view->row++].id;
    return id < view->groups->count ? group_row(view, id, row, error)
                                    : cycle_row(view, id - view->groups->count, row, error);
}

/* The largest inclusive costs, by column: where calls contradict costs, above the total. */
static bool include_inclusive(struct view_hotspots *view, group_id id, struct error *error)
{
    const struct costs *costs = &view->inclusive->costs;

    if (!figures_cells(view->figures, costs, costs_row(costs, id), view->inclusive_cells, error))
        return false;
    for (size_t i = 0; i < view->figures->n_shown; i++)
        if (magnitude(view->inclusive_cells[i].value) > magnitude(view->columns[i].inclusive.value))
            view->columns[i].inclusive = view->inclusive_cells[i];
    return true;
}

/* How wide the columns have to be: of the rows shown. */
static bool measure(struct view_hotspots *view, struct table *table, struct error *error)
{
    const struct groups *groups = view->groups;

    for (size_t i = 0; i < view->n_rows; i++) {
        uint32_t id = view->ranked[i].id;
        if (id >= groups->count)
            continue;
        if (!figures_include(view->figures, view->columns, &groups->self,
                             costs_row(&groups->self, id), error))
            return false;
        if (view->inclusive != NULL && !include_inclusive(view, id, error))
            return false;
        if (groups->calls != NULL && magnitude(groups->calls[id]) > magnitude(table->most_calls))
            table->most_calls = groups->calls[id];
    }
    return true;
}

/* The total that thresholds are a share of: of a difference that of all sizes. */
static bool threshold_total(const struct view_hotspots *view, long double *total,
                            struct error *error)
{
    const struct totals *totals = view->figures->totals;
    struct event_cost cost;

    *total = 0;
    if (view->shown.group_diff != NULL || view->shown.metric.kind == METRIC_CALLS) {
        for (size_t i = 0; i < view->n_rows; i++)
            *total += (long double)view->ranked[i].keys[0];
        return true;
    }
    if (!event_cost(&totals->profile->events, view->shown.metric.event, &totals->program,
                    costs_row(&totals->program, 0), &cost, error))
        return false;
    *total = (long double)cost.sum;
    return true;
}

/* As the report does it: rows add up to the threshold, but inclusive costs, which hold one another,
   count alone. */
static bool cut_at_threshold(struct view_hotspots *view, struct error *error)
{
    bool is_alone = view->shown.metric.kind == METRIC_INCLUSIVE && view->shown.group_diff == NULL;
    double threshold = view->shown.threshold;
    long double total, sum = 0;
    size_t count = 0;

    if (threshold >= 100)
        return true;
    if (!threshold_total(view, &total, error))
        return false;
    while (count < view->n_rows && total != 0 && (double)(sum * 100 / total) < threshold) {
        long double key = (long double)(view->ranked[count++].keys[0]);
        sum = is_alone ? total - key : sum + (key < 0 ? 0 : key);
    }
    view->n_rows = count;
    return true;
}

/* The source text of lines, of the rows shown. */
static void read_lines(struct view_hotspots *view)
{
    view->lines = memory_alloc(view->n_rows, sizeof *view->lines);
    for (size_t i = 0; i < view->n_rows; i++) {
        struct group_names names = groups_names(view->groups, view->ranked[i].id);
        view->lines[i] = (struct source_line){.file = names.file, .number = names.line};
    }
    source_lines_read(view->lines, view->n_rows, view->shown.sources, &view->texts);
}

bool view_hotspots_begin(struct view_hotspots *view, const struct figures *figures,
                         const struct groups *groups, const struct inclusive *inclusive,
                         const struct hotspots_shown *shown, struct table *table,
                         struct error *error)
{
    size_t n_shown = figures->n_shown;

    *view = (struct view_hotspots){
        .figures = figures, .groups = groups, .inclusive = inclusive, .shown = *shown};
    view->cells = memory_alloc(n_shown, sizeof *view->cells);
    view->inclusive_cells = memory_alloc(n_shown, sizeof *view->inclusive_cells);
    old_group_begin(&view->old, figures, shown->group_diff);
    view->columns = figures_columns(figures, n_shown, error);
    if (view->columns == NULL || !rank_all(view, error) || !cut_at_threshold(view, error))
        return false;
    if (view->n_rows > shown->n_rows)
        view->n_rows = shown->n_rows;
    if (groups->key == BY_LINE)
        read_lines(view);
    *table = (struct table){.columns = view->columns,
                            .n_columns = n_shown,
                            .measured = figures->measured,
                            .has_inclusive = inclusive != NULL,
                            .is_difference = shown->group_diff != NULL,
                            .by = group_key_name(groups->key),
                            .next = next_row,
                            .view = view};
    return measure(view, table, error);
}

void view_hotspots_end(struct view_hotspots *view)
{
    free(view->columns);
    free(view->cells);
    free(view->inclusive_cells);
    old_group_end(&view->old);
    free(view->ranked);
    free(view->keys);
    free(view->lines);
    arena_free(&view->texts);
    *view = (struct view_hotspots){0};
}

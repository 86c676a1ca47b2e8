/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/figures.h"

#include <stdlib.h>

#include "base/array.h"

bool figures_cells(const struct figures *figures, const struct costs *costs, const int64_t *row,
                   struct cell *cells, struct error *error)
{
    for (size_t i = 0; i < figures->n_shown; i++) {
        struct event_cost cost;
        if (!event_cost(&figures->totals->profile->events, figures->shown[i], costs, row, &cost,
                        error))
            return false;
        cells[i] = (struct cell){.value = cost.sum, .is_given = cost.is_given};
    }
    return true;
}

static bool has_derived(const struct figures *figures)
{
    for (size_t i = 0; i < figures->n_shown; i++)
        if (figures->shown[i] >= figures->totals->profile->events.n_recorded)
            return true;
    return false;
}

bool figures_fit(const struct figures *figures, struct error *error)
{
    const struct totals *totals = figures->totals;
    const struct costs *const all[] = {&totals->program, &totals->self, &totals->inclusive,
                                       &totals->arcs.costs, &totals->profile->by_line.self};

    if (!has_derived(figures))
        return true;
    struct cell *cells = memory_alloc(figures->n_shown, sizeof *cells);
    bool is_done = true;
    for (size_t i = 0; i < ARRAY_LENGTH(all); i++)
        for (size_t row = 0; is_done && row < all[i]->n_rows; row++)
            is_done = figures_cells(figures, all[i], costs_row(all[i], row), cells, error);
    free(cells);
    return is_done;
}

struct column *figures_columns(const struct figures *figures, size_t n_columns, struct error *error)
{
    const struct totals *totals = figures->totals;
    const struct costs *program = &totals->program;
    const struct costs *base = figures->base != NULL ? figures->base : program;
    struct column *columns = memory_alloc(n_columns, sizeof *columns);
    struct cell *cells = memory_alloc(figures->n_shown, sizeof *cells);
    struct cell *changes = memory_alloc(figures->n_shown, sizeof *changes);
    bool is_done = figures_cells(figures, base, costs_row(base, 0), cells, error) &&
                   figures_cells(figures, program, costs_row(program, 0), changes, error);

    for (size_t i = 0; i < figures->n_shown; i++) {
        const struct event *event = &totals->profile->events.list[figures->shown[i]];
        columns[i] = (struct column){
            .name = event->name,
            .long_name = event->long_name,
            .formula = event->formula,
            .total = cells[i],
            .change = changes[i],
        };
    }
    free(cells);
    free(changes);
    if (is_done)
        return columns;
    free(columns);
    return NULL;
}

bool figures_include(const struct figures *figures, struct column *columns,
                     const struct costs *costs, const int64_t *row, struct error *error)
{
    for (size_t i = 0; i < figures->n_shown; i++) {
        struct event_cost cost;
        if (!event_cost(&figures->totals->profile->events, figures->shown[i], costs, row, &cost,
                        error))
            return false;
        column_include(&columns[i], (struct cell){.value = cost.sum, .is_given = cost.is_given});
    }
    return true;
}

void figures_name(const struct figures *figures, row_id id, struct table_row *row)
{
    const struct symbols *symbols = &figures->totals->profile->symbols;
    struct row_key key = totals_row(figures->totals, id);

    row->object = (struct text){0};
    if (key.object != NO_ID)
        row->object = names_text(symbols->objects, key.object);
    row->file = names_text(symbols->files, key.file);
    row->function = names_text(symbols->functions, key.function);
}

void figures_name_group(const struct groups *groups, group_id id, struct table_row *row)
{
    struct group_names names = groups_names(groups, id);

    row->object = names.object;
    row->file = names.file;
    row->function = names.function;
}

bool figures_rank_calls(const struct figures *figures, const struct call_table *table,
                        const uint32_t *arcs, const row_id *names, size_t count,
                        struct ranked_calls *ranked, struct error *error)
{
    size_t n_keys = figures->n_sort_keys;

    if (count > ranked->capacity)
        ranked->items = memory_grow(ranked->items, &ranked->capacity, count, sizeof *ranked->items);
    if (count * n_keys > ranked->key_capacity)
        ranked->keys =
            memory_grow(ranked->keys, &ranked->key_capacity, count * n_keys, sizeof *ranked->keys);
    for (size_t i = 0; i < count; i++) {
        int64_t *keys = ranked->keys + i * n_keys;
        if (!rank_keys(&figures->totals->profile->events, figures->sort_keys, n_keys, &table->costs,
                       costs_row(&table->costs, arcs[i]), keys, error))
            return false;
        ranked->items[i] = rank_row(figures->totals, names[i], keys, n_keys);
        ranked->items[i].id = (uint32_t)i;
    }
    rank(ranked->items, count);
    return true;
}

void ranked_calls_free(struct ranked_calls *ranked)
{
    free(ranked->items);
    free(ranked->keys);
    *ranked = (struct ranked_calls){0};
}

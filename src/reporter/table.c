/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/table.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/number.h"

/* Tells whether a figure is not given because it is not exact. */
static bool is_withheld(struct cell cell)
{
    return cell.is_estimate && !cell.is_given;
}

bool figure_find_spread(const struct figure *figure, struct spread *spread)
{
    const struct cell *cell = figure->old.has_spread ? &figure->old : &figure->now;

    *spread = (struct spread){cell->least, cell->most};
    return cell->has_spread;
}

/* Returns what counts of a change. */
static struct cell count(const struct figure *figure, struct cell change)
{
    struct spread spread;

    if (change.is_given && figure_find_spread(figure, &spread))
        change.is_given = !spread_count_overflows(&spread, figure->now.value, &change.value);
    return change;
}

static struct cell change_if(bool is_given, const struct figure *figure)
{
    const struct cell *now = &figure->now, *old = &figure->old;
    struct cell change = {.is_ratio = now->is_ratio || old->is_ratio,
                          .is_bound = now->is_bound || old->is_bound,
                          .is_estimate = now->is_estimate || old->is_estimate,
                          .has_range = now->has_range && old->has_range};

    if (change.has_range) {
        change.least = now->least;
        change.most = now->most;
        subtract_saturated(&change.least, old->most);
        subtract_saturated(&change.most, old->least);
    }
    if (!is_given)
        return change;
    change.ratio = now->ratio - old->ratio;
    change.value = now->value;
    change.is_given = !subtract_overflows(&change.value, old->value);
    change.is_noise = change.is_given && change.value != 0 && count(figure, change).value == 0;
    return change;
}

struct cell figure_change_of_both(const struct figure *figure)
{
    return change_if(figure->now.is_given && figure->old.is_given, figure);
}

struct cell figure_change(const struct figure *figure)
{
    const struct cell *now = &figure->now, *old = &figure->old;

    if (now->is_ratio || old->is_ratio)
        return figure_change_of_both(figure);
    return change_if((now->is_given || old->is_given) && !is_withheld(*now) && !is_withheld(*old),
                     figure);
}

struct cell figure_counted(const struct figure *figure)
{
    return count(figure, figure_change(figure));
}

struct cell figure_spread(const struct figure *figure)
{
    struct spread ends;
    struct cell spread = {0};

    if (!figure_find_spread(figure, &ends))
        return spread;
    spread.value = ends.most;
    spread.is_given = !subtract_overflows(&spread.value, ends.least);
    return spread;
}

struct cell figure_shown(const struct figure *figure, bool is_difference)
{
    return is_difference ? figure_change(figure) : figure->now;
}

struct table_row *table_rows_add(struct table_rows *rows, enum table_row_kind kind)
{
    struct table_row *row = arena_alloc(&rows->arena, sizeof *row);

    row->kind = kind;
    ARRAY_ADD(rows->list, rows->count, rows->capacity, row);
    return row;
}

struct figure *table_rows_figures(struct table_rows *rows, size_t n_events)
{
    return arena_alloc_array(&rows->arena, n_events, sizeof(struct figure));
}

void table_rows_clear(struct table_rows *rows)
{
    arena_free(&rows->arena);
    rows->count = rows->next = 0;
}

void table_rows_free(struct table_rows *rows)
{
    arena_free(&rows->arena);
    free(rows->list);
    *rows = (struct table_rows){0};
}

struct figure table_slices_change(const struct table *table, const struct table_row *row,
                                  enum change *kind)
{
    struct figure *figures = memory_alloc(table->n_events, sizeof *figures);
    struct figure change = {0};
    size_t last = table->n_slices - 1;

    bool is_in_last = table->find_in_slice(table->view, row->id, last, figures);
    change.now = is_in_last ? figures[0].now : (struct cell){0};
    bool is_in_first = table->find_in_slice(table->view, row->id, 0, figures);
    change.old = is_in_first ? figures[0].now : (struct cell){0};
    free(figures);
    bool have_event = table->slices[0].total.is_given && table->slices[last].total.is_given;
    *kind = !have_event || is_in_last == is_in_first ? CHANGE_NONE
          : is_in_last                               ? CHANGE_NEW
                                                     : CHANGE_GONE;
    return have_event ? change : (struct figure){0};
}

void table_event_include(struct table_event *event, struct cell cell)
{
    if (!cell.is_given)
        return;
    event->has_bounds = event->has_bounds || cell.is_bound || cell.is_estimate;
    if (!event->largest.is_given || cell.value > event->largest.value ||
        cell.ratio > event->largest.ratio)
        event->largest = cell;
    if (!event->smallest.is_given || cell.value < event->smallest.value ||
        cell.ratio < event->smallest.ratio)
        event->smallest = cell;
}

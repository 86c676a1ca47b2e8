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

/* Returns what counts of a change. */
static struct cell count(const struct figure *figure, struct cell change)
{
    const struct spread spread = {figure->old.least, figure->old.most};

    if (change.is_given && figure->old.has_spread)
        change.is_given = !spread_count_overflows(&spread, figure->now.value, &change.value);
    return change;
}

static struct cell change_if(bool is_given, const struct figure *figure)
{
    const struct cell *now = &figure->now, *old = &figure->old;
    struct cell change = {.is_ratio = now->is_ratio || old->is_ratio,
                          .unit = now->unit > old->unit ? now->unit : old->unit,
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

bool row_is_main(const struct table_row *row)
{
    return row->kind == ROW_FUNCTION || row->kind == ROW_HOTSPOT || row->kind == ROW_CYCLE ||
           row->kind == ROW_LINE || row->kind == ROW_INSTRUCTION || row->kind == ROW_TREE ||
           row->kind == ROW_CAUSE || row->kind == ROW_NODE;
}

bool row_is_call(const struct table_row *row)
{
    return row->kind == ROW_CALLER || row->kind == ROW_CALLEE || row->kind == ROW_RECURSION;
}

struct cell row_calls(const struct table *table, const struct table_row *row)
{
    return table->is_difference && row->has_old ? figure_change_of_both(&row->calls)
                                                : row->calls.now;
}

uint64_t row_line(const struct table_row *row)
{
    return row->line == 0 ? row->old.line : row->line;
}

const char *line_change_name(enum line_change change)
{
    static const char *const names[] = {[LINE_BY_NUMBER] = "by number",
                                        [LINE_SAME] = "same",
                                        [LINE_REFORMATTED] = "reformatted",
                                        [LINE_NEW] = "new",
                                        [LINE_GONE] = "gone"};

    return names[change];
}

const char *jump_course_name(enum jump_course course)
{
    static const char *const names[] = {
        [JUMP_ANY_WAY] = "", [JUMP_BACK] = "back", [JUMP_AHEAD] = "ahead"};

    return names[course];
}

const char *cause_kind_name(enum cause_kind kind)
{
    static const char *const names[] = {[CAUSE_WORK] = "work",
                                        [CAUSE_LIBRARY] = "library",
                                        [CAUSE_CALLS] = "calls",
                                        [CAUSE_RECURSION] = "recursion",
                                        [CAUSE_CYCLE] = "cycle"};

    return names[kind];
}

const struct figure *row_figures(const struct table_row *row)
{
    return row->inclusive != NULL ? row->inclusive : row->self;
}

static bool is_exact(const struct cell *cell)
{
    return !cell->is_bound && !cell->is_estimate;
}

bool figures_are_exact(const struct figure *figures, size_t n_events)
{
    for (size_t i = 0; i < n_events; i++)
        if (!is_exact(&figures[i].now) || !is_exact(&figures[i].old))
            return false;
    return true;
}

struct cell figure_part(const struct table *table, const struct figure *figure,
                        enum figure_part part)
{
    const struct cell *old = &figure->old;
    struct cell shown;

    switch (part) {
    case PART_OLD:
        return *old;
    case PART_NEW_RATIO:
        return figure->now.is_ratio ? figure->now : (struct cell){0};
    case PART_CHANGE:
        return figure_change_of_both(figure);
    case PART_NOISE_LEAST:
    case PART_NOISE_MOST:
        return (struct cell){.value = part == PART_NOISE_MOST ? old->most : old->least,
                             .unit = old->unit,
                             .is_given = old->has_spread};
    case PART_LEAST:
    case PART_MOST:
        shown = table_shown(table, figure);
        return (struct cell){.value = part == PART_MOST ? shown.most : shown.least,
                             .unit = shown.unit,
                             .is_given = shown.has_range && shown.is_given};
    case PART_SHOWN:
        break;
    }
    return table_shown(table, figure);
}

const char *change_name(enum change change)
{
    static const char *const names[] = {
        [CHANGE_NONE] = "",       [CHANGE_NEW] = "new",         [CHANGE_GONE] = "gone",
        [CHANGE_MOVED] = "moved", [CHANGE_RENAMED] = "renamed",
    };

    return names[change];
}

enum change row_change(const struct table_row *row)
{
    bool is_call = row->kind == ROW_CALLEE && row->has_old &&
                   (row->calls.old.is_given || row->calls.now.is_given);

    if (is_call && (row->calls.old.value == 0) != (row->calls.now.value == 0))
        return row->calls.old.value == 0 ? CHANGE_NEW : CHANGE_GONE;
    return row->old.line_change == LINE_NEW  ? CHANGE_NEW
         : row->old.line_change == LINE_GONE ? CHANGE_GONE
                                             : CHANGE_NONE;
}

void row_sides(const struct table_row *row, const struct figure *figure, struct figure *sides)
{
    *sides = *figure;
    if (!figure->now.is_ratio && !figure->old.is_ratio) {
        sides->now.is_given &= row_change(row) != CHANGE_GONE;
        sides->old.is_given &= row_change(row) != CHANGE_NEW;
    }
}

struct figure table_slices_change(const struct table *table, const struct table_row *row,
                                  enum change *kind)
{
    struct figure now = {0}, old = {0};
    size_t last = table->n_slices - 1;

    bool is_in_last = table->find_in_slice(table->view, row->id, last, 0, &now);
    bool is_in_first = table->find_in_slice(table->view, row->id, 0, 0, &old);
    struct figure change = {.now = now.now, .old = old.now};
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/number.h"

/* Values. */

static const struct value no_value = {.kind = VALUE_NONE};

static struct value of_text(struct text text)
{
    return (struct value){.kind = VALUE_TEXT, .text = text};
}

static struct value of_word(const char *word)
{
    return of_text(text_of(word));
}

/* Returns the number of a line, or no value for 0, which is no line. */
static struct value of_line(uint64_t number)
{
    return (struct value){.kind = number != 0 ? VALUE_LINE : VALUE_NONE, .number = number};
}

static struct value of_address(uint64_t address)
{
    return (struct value){.kind = address != 0 ? VALUE_ADDRESS : VALUE_NONE, .number = address};
}

static struct value of_cell(struct cell cell, bool has_sign)
{
    return (struct value){.kind = VALUE_COST, .figure = cell, .has_sign = has_sign};
}

static struct value of_count(int64_t count, bool is_given)
{
    return of_cell((struct cell){.value = count, .is_given = is_given}, false);
}

/* Members whose owner may be NULL. */

static const void *member_at(const struct cell_place *at)
{
    const struct jump_facts *jump = at->row->jump;
    bool is_conditional = jump != NULL && (jump->executed != 0 || jump->followed != 0);
    const void *const owners[] = {[OWNER_ROW] = at->row,
                                  [OWNER_EVENT] = at->row->event,
                                  [OWNER_JUMP] = jump,
                                  [OWNER_CONDITION] = is_conditional ? jump : NULL,
                                  [OWNER_TERM] = at->row->term};
    const char *owner = owners[at->column->owner];

    return owner != NULL ? owner + at->column->member : NULL;
}

static struct value text_member(const struct cell_place *at)
{
    const struct text *text = member_at(at);

    return text != NULL ? of_text(*text) : no_value;
}

static struct value line_member(const struct cell_place *at)
{
    const uint64_t *line = member_at(at);

    return of_line(line != NULL ? *line : 0);
}

/* 0 means that a conditional jump has no unconditional count. */
static struct value count_member(const struct cell_place *at)
{
    const int64_t *count = member_at(at);

    return count == NULL ? no_value
                         : of_count(*count, *count != 0 || at->column->owner != OWNER_JUMP);
}

static struct value ratio_member(const struct cell_place *at)
{
    const double *ratio = member_at(at);

    return ratio == NULL
             ? no_value
             : of_cell((struct cell){.ratio = *ratio, .is_given = true, .is_ratio = true}, false);
}

/* Machine-readable cells. */

const struct figure *column_figure(const struct column *column, const struct table_row *row)
{
    const struct figure *figures = column->list == NO_LIST           ? NULL
                                 : column->list == LIST_SELF         ? row->self
                                 : column->list == LIST_INCLUSIVE    ? row->inclusive
                                 : column->list == LIST_CONTRIBUTION ? row->contribution
                                                                     : row_figures(row);

    return figures != NULL ? &figures[column->event] : NULL;
}

static struct value kind_of(const struct cell_place *at)
{
    static const char *const kinds[] = {
        [ROW_CALLER] = "caller",     [ROW_CALLEE] = "callee", [ROW_RECURSION] = "recursion",
        [ROW_FILE] = "self in file", [ROW_PATH] = "path",     [ROW_CYCLE] = "cycle",
        [ROW_LEFT_OUT] = "left out", [ROW_JUMP] = "jump",     [ROW_CAUSE] = "cause",
        [ROW_TERM] = "term",
    };
    const struct table_row *row = at->row;
    enum table_row_kind kind = row->kind == ROW_TREE && row->n_members != 0 ? ROW_CYCLE : row->kind;
    const char *word = kind == ROW_CAUSE && row->n_left_out != 0 ? "causes left out" : kinds[kind];

    return word != NULL              ? of_word(word)
         : at->table->by.length != 0 ? of_text(at->table->by)
                                     : of_text(TEXT("function"));
}

static struct value parent_of(const struct cell_place *at)
{
    return of_text(row_is_main(at->row) && at->row->tree == NULL ? TEXT("") : at->parent);
}

static struct value function_of(const struct cell_place *at)
{
    return of_text(at->row->label.at != NULL ? at->row->label : at->row->function);
}

/*
 * Returns whether the figures are exact; rows without inclusive cost say nothing of this. What
 * calls cost is not known where they are recursive.
 */
static struct value is_exact(const struct cell_place *at)
{
    const struct table_row *row = at->row;
    const struct figure *figures = row->tree != NULL ? row_figures(row) : row->inclusive;

    if (row->jump != NULL && row->jump->executed != 0)
        return of_word(row->jump->is_bound ? "false" : "true");
    if (figures == NULL)
        return no_value;
    const struct figure *measured = &figures[at->table->measured];
    if (row_is_call(row) && !measured->now.is_given && !measured->old.is_given)
        return of_word("false");
    return of_word(figures_are_exact(figures, at->table->n_events) ? "true" : "false");
}

static enum change change_of_row(const struct table_row *row)
{
    enum change change = row_change(row);

    return change != CHANGE_NONE ? change : row->old.change;
}

/*
 * Returns a part of the row's figure, as the column shows it. The upper bound of what is left out
 * of a tree is the largest cost that is left out, in the measured event and in the cost that the
 * tree is about.
 */
static struct value figure_of(const struct cell_place *at)
{
    const struct column *column = at->column;
    const struct figure *figure = column_figure(column, at->row);
    enum figure_list main_list = at->table->is_bottom_up ? LIST_SELF : LIST_INCLUSIVE;
    bool is_shown = column->part == PART_SHOWN;
    struct value value = {.kind = column->kind,
                          .base = at->table->events[column->event].base,
                          .has_sign =
                              column->part == PART_CHANGE || (is_shown && at->table->is_difference),
                          .has_tint = is_shown};

    if (at->row->kind == ROW_LEFT_OUT && column->part == PART_MOST && column->list == main_list &&
        column->event == at->table->measured)
        return of_cell(at->row->tree->most_left_out, false);
    if (figure == NULL)
        return no_value;
    value.figure = figure_part(at->table, figure, column->part);
    if (column->skips_unchanged && !value.figure.is_ratio && value.figure.value == 0)
        value.figure.is_given = false;
    if (column->kind == VALUE_GROWTH) {
        value.base = figure->old;
        if (value.figure.is_given || !column->skips_unchanged)
            value.change = change_of_row(at->row);
    } else if (column->kind == VALUE_SHARE) {
        value.figure.is_estimate &= column->is_marked;
    }
    return value;
}

/* Returns a part of the row's calls. */
static struct value part_of_calls(const struct cell_place *at)
{
    struct value value = {.kind = VALUE_COST};

    value.figure = figure_part(at->table, &at->row->calls, at->column->part);
    return value;
}

/* Returns whether the row is of something that is called: the self cost of a function is not. */
static bool is_called(const struct table_row *row)
{
    return row_is_call(row) ||
           (row_is_main(row) && (row->kind != ROW_FUNCTION || row->inclusive != NULL));
}

static struct value calls_of(const struct cell_place *at)
{
    struct value value = {.kind = VALUE_COST, .has_sign = at->table->is_difference};

    if (!is_called(at->row))
        return no_value;
    value.figure = row_calls(at->table, at->row);
    return value;
}

static struct value status_of(const struct cell_place *at)
{
    return of_word(change_name(at->row->old.change));
}

static struct value source_of(const struct cell_place *at)
{
    return at->row->has_old && !row_is_call(at->row)
             ? of_word(line_change_name(at->row->old.line_change))
             : no_value;
}

static struct value address_of(const struct cell_place *at)
{
    return of_address(at->row->address);
}

static struct value instruction_of(const struct cell_place *at)
{
    return at->row->kind == ROW_INSTRUCTION || at->row->kind == ROW_HOTSPOT ? of_text(at->row->text)
                                                                            : no_value;
}

static struct value target_of(const struct cell_place *at)
{
    const struct jump_facts *jump = at->row->jump;

    return of_address(at->row->kind == ROW_CALLEE ? at->row->target
                      : jump != NULL              ? jump->address
                                                  : 0);
}

static struct value course_of(const struct cell_place *at)
{
    return at->row->jump != NULL ? of_word(jump_course_name(at->row->jump->course)) : no_value;
}

static struct value path_of(const struct cell_place *at)
{
    return at->row->kind == ROW_LEFT_OUT ? no_value : of_text(at->path);
}

static struct value left_out_of(const struct cell_place *at)
{
    return of_count((int64_t)at->row->n_left_out, at->row->n_left_out != 0);
}

static struct value term_of(const struct cell_place *at)
{
    return at->row->term != NULL ? of_word(cause_kind_name(at->row->term->kind)) : no_value;
}

static struct value weak_of(const struct cell_place *at)
{
    return at->row->term != NULL ? of_word(at->row->term->is_weak ? "true" : "false") : no_value;
}

static struct value inlined_of(const struct cell_place *at)
{
    static const char *const words[] = {
        [INLINED_NOT] = "", [INLINED_PARTLY] = "partly", [INLINED_WHOLLY] = "true"};

    return of_word(words[at->row->inlined]);
}

static struct value slice_of(const struct cell_place *at)
{
    struct figure figure = {0};

    (void)at->table->find_in_slice(at->table->view, at->row->id, at->column->slice - 1,
                                   at->column->event, &figure);
    return of_cell(figure.now, false);
}

static struct value total_of(const struct cell_place *at)
{
    return of_cell(at->row->self[0].now, false);
}

/* Text cells. */

/* Returns the share of what a function cost: of its inclusive cost, or a file's of its self cost.
 */
static struct value share_of_function(const struct cell_place *at)
{
    const struct table_event *event = &at->table->events[at->column->event];
    enum table_row_kind kind = at->row->kind;
    struct value value = figure_of(at);

    if (kind != ROW_FUNCTION && kind != ROW_PATH)
        value.base = kind == ROW_FILE ? event->self : event->inclusive;
    return value;
}

static struct value running_of(const struct cell_place *at)
{
    return (struct value){.kind = at->row->self != NULL ? VALUE_SHARE : VALUE_NONE,
                          .figure = at->row->running,
                          .base = at->table->events[at->column->event].base};
}

/* Returns what a cost is or was, if the row is on that side. */
static struct value side_of(const struct cell_place *at)
{
    const struct figure *figure = column_figure(at->column, at->row);
    struct figure sides;

    if (figure == NULL)
        return no_value;
    row_sides(at->row, figure, &sides);
    return of_cell(at->column->part == PART_OLD ? sides.old : sides.now, false);
}

/* Returns how the last slice differs from the first. */
static struct value change_of_slices(const struct cell_place *at)
{
    struct value value = {.kind = at->column->kind, .has_sign = true};
    const struct figure sides = table_slices_change(at->table, at->row, &value.change);

    value.figure = figure_change(&sides);
    value.base = sides.old;
    return value;
}

/*
 * Returns the mean cost of a call, rounded towards 0 where costs are whole numbers; not given
 * without calls, nor for a ratio.
 */
static struct cell cost_per_call(struct cell cost, struct cell calls)
{
    cost.is_given = cost.is_given && !cost.is_ratio && calls.is_given && calls.value > 0;
    if (!cost.is_given)
        cost.value = 0;
    else if (cost.unit <= 1 || multiply_overflows(cost.unit, calls.value, &cost.unit))
        cost.value /= calls.value;
    return cost;
}

static struct value per_call_of(const struct cell_place *at)
{
    const struct table_row *row = at->row;
    const struct cell none = {0};

    if (row->inclusive == NULL || !is_called(row))
        return no_value;
    return of_cell(cost_per_call(row->lacks_calls ? none : row->inclusive[at->column->event].now,
                                 row->calls.now),
                   false);
}

static struct value verdict_of(const struct cell_place *at)
{
    const char *word = at->row->run_verdict != NULL ? at->row->run_verdict : "";

    return (struct value){
        .kind = VALUE_TEXT, .text = text_of(word), .has_tint = strcmp(word, "exceeded") == 0};
}

/* Returns the number of a line in one of the programs, or what says that it has none there. */
static struct value listed_line_of(const struct cell_place *at)
{
    const struct table_row *row = at->row;
    bool is_old = at->column->part == PART_OLD;
    uint64_t number = is_old ? row->old.line : row->line;

    if (row->kind == ROW_GAP || row->kind == ROW_FOLD)
        return of_word(is_old ? "" : "...");
    if (row->kind == ROW_CALLEE || row->kind == ROW_JUMP)
        return no_value;
    if (number != 0 || row->kind == ROW_INSTRUCTION)
        return of_line(number);
    return of_word(row_line(row) == 0 ? "." : "-");
}

static struct value listed_address_of(const struct cell_place *at)
{
    bool is_instruction = at->row->kind == ROW_INSTRUCTION || at->row->kind == ROW_HOTSPOT;

    return !is_instruction       ? no_value
         : at->row->address == 0 ? of_word("-")
                                 : of_address(at->row->address);
}

/* Columns for programs; lists end with an empty one. Where no cell is named, it is a figure. */

#define ROW_MEMBER(name) .owner = OWNER_ROW, .member = offsetof(struct table_row, name)
#define EVENT_MEMBER(name) .owner = OWNER_EVENT, .member = offsetof(struct event_facts, name)
#define JUMP_MEMBER(name) .owner = OWNER_JUMP, .member = offsetof(struct jump_facts, name)
#define CONDITION_MEMBER(name) .owner = OWNER_CONDITION, .member = offsetof(struct jump_facts, name)
#define TERM_MEMBER(name) .owner = OWNER_TERM, .member = offsetof(struct term_facts, name)

const struct column name_keys[] = {
    {.key = "kind", .cell = kind_of},
    {.key = "parent", .cell = parent_of},
    {.key = "object", .cell = text_member, ROW_MEMBER(object)},
    {.key = "file", .cell = text_member, ROW_MEMBER(file)},
    {.key = "function", .cell = function_of},
    {.key = "line", .cell = line_member, ROW_MEMBER(line)},
    {.key = "calls", .cell = calls_of},
    {.key = "self", .list = LIST_SELF},
    {.key = "inclusive", .list = LIST_INCLUSIVE},
    {.key = "exact", .cell = is_exact},
    {0},
};

static const struct column old_name_keys[] = {
    {.key = "status", .cell = status_of},
    {.key = "old_object", .cell = text_member, ROW_MEMBER(old.object)},
    {.key = "old_file", .cell = text_member, ROW_MEMBER(old.file)},
    {.key = "old_function", .cell = text_member, ROW_MEMBER(old.function)},
    {.key = "old_calls", .cell = part_of_calls, .part = PART_OLD},
    {0},
};

static const struct column old_line_keys[] = {
    {.key = "old_line", .cell = line_member, ROW_MEMBER(old.line)},
    {.key = "source", .cell = source_of},
    {0},
};

static const struct column old_figure_keys[] = {
    {.key = "old_self", .list = LIST_SELF, .part = PART_OLD},
    {.key = "old_inclusive", .list = LIST_INCLUSIVE, .part = PART_OLD},
    {.key = "new_self", .list = LIST_SELF, .part = PART_NEW_RATIO},
    {.key = "new_inclusive", .list = LIST_INCLUSIVE, .part = PART_NEW_RATIO},
    {0},
};

const struct column trend_keys[2] = {{.key = "change", .list = LIST_SELF, .part = PART_CHANGE}};

const struct column event_keys[] = {
    {.key = "event", .cell = text_member, EVENT_MEMBER(name)},
    {.key = "long_name", .cell = text_member, EVENT_MEMBER(long_name)},
    {.key = "formula", .cell = text_member, EVENT_MEMBER(formula)},
    {.key = "total", .heading = {"total", 5}, .cell = total_of, .width = 20},
    {0},
};

const struct column span_keys[] = {
    {.key = "time_range", .cell = text_member, ROW_MEMBER(time_range)},
    {.key = "trigger", .cell = text_member, ROW_MEMBER(trigger)},
    {0},
};

const struct column instruction_keys[] = {
    {.key = "address", .cell = address_of},
    {.key = "instruction", .cell = instruction_of},
    {0},
};

const struct column jump_keys[] = {
    {.key = "to_file", .cell = text_member, JUMP_MEMBER(file)},
    {.key = "to_function", .cell = text_member, JUMP_MEMBER(function)},
    {.key = "to_line", .cell = line_member, JUMP_MEMBER(line)},
    {.key = "to_address", .cell = target_of},
    {.key = "times", .cell = count_member, JUMP_MEMBER(times)},
    {.key = "taken", .cell = count_member, CONDITION_MEMBER(followed)},
    {.key = "executed", .cell = count_member, CONDITION_MEMBER(executed)},
    {.key = "course", .cell = course_of},
    {0},
};

const struct column path_keys[] = {
    {.key = "path", .cell = path_of},
    {.key = "left_out", .cell = left_out_of},
    {.key = "lower_self", .list = LIST_SELF, .part = PART_LEAST},
    {.key = "lower_inclusive", .list = LIST_INCLUSIVE, .part = PART_LEAST},
    {.key = "upper_self", .list = LIST_SELF, .part = PART_MOST},
    {.key = "upper_inclusive", .list = LIST_INCLUSIVE, .part = PART_MOST},
    {0},
};

const struct column cause_keys[] = {
    {.key = "old_calls", .cell = count_member, TERM_MEMBER(old_calls)},
    {.key = "left_out", .cell = left_out_of},
    {.key = "term", .cell = term_of},
    {.key = "contribution", .list = LIST_CONTRIBUTION},
    {.key = "old_value", .cell = ratio_member, TERM_MEMBER(old_value)},
    {.key = "new_value", .cell = ratio_member, TERM_MEMBER(new_value)},
    {.key = "new_calls", .cell = count_member, TERM_MEMBER(new_calls)},
    {.key = "weak", .cell = weak_of},
    {0},
};

const struct column noise_keys[] = {
    {.key = "least_calls", .cell = part_of_calls, .part = PART_NOISE_LEAST},
    {.key = "least_self", .list = LIST_SELF, .part = PART_NOISE_LEAST},
    {.key = "least_inclusive", .list = LIST_INCLUSIVE, .part = PART_NOISE_LEAST},
    {.key = "most_calls", .cell = part_of_calls, .part = PART_NOISE_MOST},
    {.key = "most_self", .list = LIST_SELF, .part = PART_NOISE_MOST},
    {.key = "most_inclusive", .list = LIST_INCLUSIVE, .part = PART_NOISE_MOST},
    {0},
};

const struct column inlined_keys[2] = {{.key = "inlined", .cell = inlined_of}};

/* Columns for people. Some are wider than what is in them: for a mark, or for a sign. */

const struct column verdict_column = {
    .key = "verdict", .heading = {"verdict", 7}, .cell = verdict_of, .width = 9, .is_left = true};
const struct column address_column = {
    .heading = {"address", 7}, .cell = listed_address_of, .width = 7};
const struct column line_column = {.heading = {"line", 4}, .cell = listed_line_of, .width = 6};
const struct column new_line_column = {.heading = {"new", 3}, .cell = listed_line_of, .width = 5};
const struct column old_line_column = {
    .heading = {"old", 3}, .cell = listed_line_of, .part = PART_OLD, .width = 5};
const struct column calls_column = {.heading = {"calls", 5}, .cell = calls_of, .width = 5};
const struct column per_call_column = {.heading = {"per call", 8}, .cell = per_call_of, .width = 8};
const struct column running_column = {
    .heading = {"sum %", 5}, .cell = running_of, .kind = VALUE_SHARE, .width = 6};
const struct column self_share_column = {
    .heading = {"self %", 6}, .kind = VALUE_SHARE, .is_marked = true, .width = 8};
const struct column trend_column = {.heading = {"change", 6}, .part = PART_CHANGE, .width = 10};
const struct column trend_growth_column = {
    .heading = {"change %", 8}, .kind = VALUE_GROWTH, .part = PART_CHANGE, .width = 8};
static const struct column cost = {.width = 9};
static const struct column share = {.heading = {"%", 1}, .kind = VALUE_SHARE, .width = 6};
static const struct column new_side = {.cell = side_of, .width = 6};
static const struct column old_side = {
    .heading = {"old", 3}, .cell = side_of, .part = PART_OLD, .width = 6};
static const struct column changes = {.heading = {"change", 6}, .width = 6};
static const struct column growth = {.heading = {"% change", 8}, .kind = VALUE_GROWTH, .width = 8};
static const struct column slice = {.heading = {"", 0}, .cell = slice_of, .width = 5};
static const struct column slice_change = {
    .heading = {"change", 6}, .cell = change_of_slices, .width = 6};
static const struct column slice_growth = {
    .heading = {"change %", 8}, .cell = change_of_slices, .kind = VALUE_GROWTH, .width = 8};

/* Adding columns. */

void columns_free(struct columns *columns)
{
    free(columns->items);
    arena_free(&columns->arena);
    *columns = (struct columns){0};
}

const struct column *columns_find(const struct columns *columns, const char *key)
{
    for (size_t i = 0; columns != NULL && i < columns->count; i++)
        if (columns->items[i].key != NULL && strcmp(columns->items[i].key, key) == 0)
            return &columns->items[i];
    return NULL;
}

static bool is_ratio(const struct table *table, size_t event)
{
    return table->events[event].is_ratio;
}

static struct column *append(const struct table *table, const struct column *column)
{
    struct columns *columns = table->columns;

    ARRAY_ADD(columns->items, columns->count, columns->capacity, *column);
    struct column *added = &columns->items[columns->count - 1];
    if (added->cell == NULL)
        added->cell = figure_of;
    return added;
}

void columns_add_keys(const struct table *table, const struct column *list)
{
    for (; list->key != NULL; list++)
        for (size_t i = 0; i < (list->list == NO_LIST ? 1 : table->n_events); i++)
            if (list->part != PART_NEW_RATIO || is_ratio(table, i))
                append(table, list)->event = i;
}

void columns_add_old_keys(const struct table *table, bool are_lines)
{
    if (!table->is_difference)
        return;
    columns_add_keys(table, old_name_keys);
    if (are_lines)
        columns_add_keys(table, old_line_keys);
    columns_add_keys(table, old_figure_keys);
}

void columns_add_slice_keys(const struct table *table)
{
    static const struct column key = {.key = "self", .cell = slice_of, .list = LIST_SELF};

    for (size_t i = 0; i < table->n_events; i++)
        for (size_t number = 1; number <= table->n_slices; number++) {
            struct column *column = append(table, &key);
            column->event = i;
            column->slice = number;
        }
}

/* Returns the heading of a cost: the event's name, or the kind of cost if there is one event. */
static struct text cost_heading(const struct table *table, enum figure_list list, size_t event)
{
    static const struct text names[] = {[LIST_SELF] = {"self", 4},
                                        [LIST_INCLUSIVE] = {"inclusive", 9},
                                        [LIST_CONTRIBUTION] = {"contribution", 12},
                                        [LIST_INCLUSIVE_OR_SELF] = {"cost", 4}};
    struct buffer heading = {0};

    if (table->n_events == 1 && !is_ratio(table, event))
        return names[list];
    if (list != LIST_INCLUSIVE)
        return table->events[event].name;
    buffer_append(&heading, TEXT("incl("));
    buffer_append(&heading, table->events[event].name);
    buffer_append(&heading, TEXT(")"));
    return buffer_keep(&heading, &table->columns->arena);
}

struct column *columns_add(const struct table *table, const struct column *kind,
                           enum figure_list list, size_t event, unsigned rank)
{
    bool goes_with_event = rank == RANK_KEPT && list != NO_LIST && event != table->measured;
    struct column *column = append(table, kind);

    column->list = list;
    column->event = event;
    column->rank = goes_with_event ? RANK_EVENTS + (unsigned)(table->n_events - event) : rank;
    if (column->heading.at == NULL)
        column->heading = cost_heading(table, list, event);
    return column;
}

void columns_add_cost(const struct table *table, enum figure_list list, size_t event, unsigned rank,
                      unsigned share_rank, unsigned growth_rank)
{
    bool is_other = event != table->measured, has_ratio = is_ratio(table, event);
    bool has_growth = table->is_difference && growth_rank != RANK_ABSENT;
    unsigned old_rank = is_other ? RANK_OLD_RATIOS : growth_rank;

    columns_add(table, &cost, list, event, rank)->width = has_ratio              ? 6
                                                        : list == LIST_INCLUSIVE ? 10
                                                                                 : 9;
    if (!has_ratio && !table->has_no_sum)
        columns_add(table, &share, list, event,
                    rank != RANK_KEPT ? rank
                    : is_other        ? RANK_SHARES
                                      : share_rank)
            ->width = table->is_difference ? 8 : 6;
    if (has_ratio && table->is_difference)
        table->columns->items[table->columns->count - 1].cell = side_of;
    if (has_growth && !has_ratio)
        columns_add(table, &growth, list, event, growth_rank);
    if (has_growth && has_ratio) {
        columns_add(table, &old_side, list, event, old_rank);
        columns_add(table, &changes, list, event, old_rank)->heading = TEXT("points");
    }
}

void columns_add_sides(const struct table *table, enum figure_list list, size_t event,
                       unsigned old_rank, unsigned growth_rank, bool skips_unchanged)
{
    columns_add(table, &old_side, list, event, old_rank);
    struct column *column = columns_add(table, &new_side, list, event, RANK_KEPT);
    if (table->n_events == 1 && list == LIST_INCLUSIVE_OR_SELF)
        column->heading = TEXT("new");
    column = columns_add(table, &changes, list, event, RANK_KEPT);
    column->skips_unchanged = skips_unchanged;
    if (is_ratio(table, event))
        column->heading = TEXT("points");
    if (!is_ratio(table, event) || table->has_no_sum)
        columns_add(table, &growth, list, event, growth_rank)->skips_unchanged = skips_unchanged;
}

void columns_add_peeked(const struct table *table, size_t event)
{
    columns_add_cost(table, LIST_INCLUSIVE_OR_SELF, event, RANK_KEPT, RANK_KEPT, RANK_TREE_GROWTH);
    if (!table->is_difference && !is_ratio(table, event))
        table->columns->items[table->columns->count - 1].cell = share_of_function;
}

void columns_add_slices(const struct table *table, bool are_compared)
{
    for (size_t i = 0; i < table->n_slices; i++) {
        struct buffer heading = {0};
        struct column *column =
            columns_add(table, &slice, NO_LIST, 0,
                        i == 0 ? RANK_KEPT : RANK_EVENTS + (unsigned)(table->n_slices - i));
        buffer_print(&heading, "@%zu", i + 1); /* as in CSV, for their names may be long */
        column->heading = buffer_keep(&heading, &table->columns->arena);
        column->slice = i + 1;
    }
    if (are_compared)
        columns_add(table, &slice_change, NO_LIST, 0, RANK_KEPT);
    if (are_compared && !is_ratio(table, 0))
        columns_add(table, &slice_growth, NO_LIST, 0, RANK_KEPT);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/columns.h"

#include "reporter/format/contents.h"

/* A column of figures. */
#define FIGURES(name, how_many, from, which)                                                       \
    {                                                                                              \
        .key = (name), .width = (how_many), .list = (from), .part = (which)                        \
    }

const struct column_kind column_kinds[N_COLUMNS] = {
    [COLUMN_KIND] = {.key = "kind"},
    [COLUMN_PARENT] = {.key = "parent"},
    [COLUMN_OBJECT] = {.key = "object"},
    [COLUMN_FILE] = {.key = "file"},
    [COLUMN_FUNCTION] = {.key = "function"},
    [COLUMN_LINE] = {.key = "line"},
    [COLUMN_CALLS] = {.key = "calls"},
    [COLUMN_SELF] = FIGURES("self", PER_EVENT, LIST_SELF, PART_SHOWN),
    [COLUMN_INCLUSIVE] = FIGURES("inclusive", PER_EVENT, LIST_INCLUSIVE, PART_SHOWN),
    [COLUMN_EXACT] = {.key = "exact"},
    [COLUMN_STATUS] = {.key = "status"},
    [COLUMN_OLD_OBJECT] = {.key = "old_object"},
    [COLUMN_OLD_FILE] = {.key = "old_file"},
    [COLUMN_OLD_FUNCTION] = {.key = "old_function"},
    [COLUMN_OLD_CALLS] = {.key = "old_calls"},
    [COLUMN_OLD_LINE] = {.key = "old_line"},
    [COLUMN_SOURCE] = {.key = "source"},
    [COLUMN_OLD_SELF] = FIGURES("old_self", PER_EVENT, LIST_SELF, PART_OLD),
    [COLUMN_OLD_INCLUSIVE] = FIGURES("old_inclusive", PER_EVENT, LIST_INCLUSIVE, PART_OLD),
    [COLUMN_NEW_SELF] = FIGURES("new_self", PER_RATIO, LIST_SELF, PART_NEW_RATIO),
    [COLUMN_NEW_INCLUSIVE] = FIGURES("new_inclusive", PER_RATIO, LIST_INCLUSIVE, PART_NEW_RATIO),
    [COLUMN_CHANGE] = FIGURES("change", PER_EVENT, LIST_SELF, PART_CHANGE),
    [COLUMN_TIME_RANGE] = {.key = "time_range"},
    [COLUMN_TRIGGER] = {.key = "trigger"},
    [COLUMN_ADDRESS] = {.key = "address"},
    [COLUMN_INSTRUCTION] = {.key = "instruction"},
    [COLUMN_TO_FILE] = {.key = "to_file"},
    [COLUMN_TO_FUNCTION] = {.key = "to_function"},
    [COLUMN_TO_LINE] = {.key = "to_line"},
    [COLUMN_TO_ADDRESS] = {.key = "to_address"},
    [COLUMN_TIMES] = {.key = "times"},
    [COLUMN_TAKEN] = {.key = "taken"},
    [COLUMN_EXECUTED] = {.key = "executed"},
    [COLUMN_COURSE] = {.key = "course"},
    [COLUMN_PATH] = {.key = "path"},
    [COLUMN_LEFT_OUT] = {.key = "left_out"},
    [COLUMN_LOWER_SELF] = FIGURES("lower_self", PER_EVENT, LIST_SELF, PART_LEAST),
    [COLUMN_LOWER_INCLUSIVE] = FIGURES("lower_inclusive", PER_EVENT, LIST_INCLUSIVE, PART_LEAST),
    [COLUMN_UPPER_SELF] = FIGURES("upper_self", PER_EVENT, LIST_SELF, PART_MOST),
    [COLUMN_UPPER_INCLUSIVE] = FIGURES("upper_inclusive", PER_EVENT, LIST_INCLUSIVE, PART_MOST),
    [COLUMN_PER_CALL] = {.key = "per_call", .width = PER_EVENT},
    [COLUMN_TERM] = {.key = "term"},
    [COLUMN_CONTRIBUTION] = FIGURES("contribution", PER_EVENT, LIST_CONTRIBUTION, PART_SHOWN),
    [COLUMN_OLD_VALUE] = {.key = "old_value"},
    [COLUMN_NEW_VALUE] = {.key = "new_value"},
    [COLUMN_NEW_CALLS] = {.key = "new_calls"},
    [COLUMN_WEAK] = {.key = "weak"},
    [COLUMN_LEAST_CALLS] = {.key = "least_calls"},
    [COLUMN_LEAST_SELF] = FIGURES("least_self", PER_EVENT, LIST_SELF, PART_NOISE_LEAST),
    [COLUMN_LEAST_INCLUSIVE] =
        FIGURES("least_inclusive", PER_EVENT, LIST_INCLUSIVE, PART_NOISE_LEAST),
    [COLUMN_MOST_CALLS] = {.key = "most_calls"},
    [COLUMN_MOST_SELF] = FIGURES("most_self", PER_EVENT, LIST_SELF, PART_NOISE_MOST),
    [COLUMN_MOST_INCLUSIVE] = FIGURES("most_inclusive", PER_EVENT, LIST_INCLUSIVE, PART_NOISE_MOST),
    [COLUMN_SPREAD] = FIGURES("spread", PER_EVENT, LIST_SELF, PART_SPREAD),
    [COLUMN_INLINED] = {.key = "inlined"},
    [COLUMN_VERDICT] = {.key = "verdict"},
};

static const struct value no_value = {.kind = VALUE_NONE};

static struct value of_text(struct text text)
{
    return (struct value){.kind = VALUE_TEXT, .text = text};
}

static struct value of_word(const char *word)
{
    return of_text(text_of(word));
}

static struct value of_line(uint64_t line)
{
    return (struct value){.kind = VALUE_LINE, .number = (int64_t)line};
}

static struct value of_address(uint64_t address)
{
    return (struct value){.kind = VALUE_ADDRESS, .number = (int64_t)address};
}

/* Returns a number, or no value where there is none. */
static struct value of_count(int64_t count, bool is_there)
{
    return is_there ? (struct value){.kind = VALUE_COUNT,
                                     .number = count,
                                     .figure = {.value = count, .is_given = true}}
                    : no_value;
}

static struct value of_cell(struct cell cell)
{
    return (struct value){.kind = VALUE_COST, .figure = cell};
}

static struct value of_ratio(double ratio)
{
    return of_cell((struct cell){.ratio = ratio, .is_given = true, .is_ratio = true});
}

static struct text kind_of(const struct table *table, const struct table_row *row)
{
    bool is_rest = row->n_left_out != 0;

    switch (row->kind == ROW_TREE && row->n_members != 0 ? ROW_CYCLE : row->kind) {
    case ROW_CALLER:
        return is_rest ? TEXT("callers left out") : TEXT("caller");
    case ROW_CALLEE:
        return is_rest ? TEXT("callees left out") : TEXT("callee");
    case ROW_RECURSION:
        return TEXT("recursion");
    case ROW_FILE:
        return is_rest ? TEXT("files left out") : TEXT("self in file");
    case ROW_PATH:
        return TEXT("path");
    case ROW_CYCLE:
        return TEXT("cycle");
    case ROW_LEFT_OUT:
        return TEXT("left out");
    case ROW_JUMP:
        return TEXT("jump");
    case ROW_CAUSE:
        return is_rest ? TEXT("causes left out") : TEXT("cause");
    case ROW_TERM:
        return TEXT("term");
    default:
        return table->by.length != 0 ? table->by : TEXT("function");
    }
}

/*
 * Returns whether the figures are exact; rows without inclusive cost say nothing of this. What
 * calls cost is not known where they are recursive.
 */
static struct value is_exact(const struct table *table, const struct table_row *row)
{
    const struct figure *figures = row->tree != NULL ? row_tree_figures(row) : row->inclusive;

    if (row->jump != NULL && row->jump->executed != 0)
        return of_word(row->jump->is_bound ? "false" : "true");
    if (figures == NULL)
        return no_value;
    const struct figure *measured = &figures[table->measured];
    if (row_is_call(row) && !measured->now.is_given && !measured->old.is_given)
        return of_word("false");
    return of_word(figures_are_exact(figures, table->n_events) ? "true" : "false");
}

/*
 * Returns a row's value in a column of figures. The upper bound of what is left out of a tree is
 * the largest cost that is left out, in the measured event and in the cost that the tree is about.
 */
static struct value figure_value(const struct column_kind *kind, const struct placed_row *placed,
                                 size_t event)
{
    const struct table *table = placed->table;
    const struct table_row *row = placed->row;
    const struct figure *figures = kind->list == LIST_SELF      ? row->self
                                 : kind->list == LIST_INCLUSIVE ? row->inclusive
                                                                : row->contribution;
    enum figure_list main_list = table_has(table, COLUMN_INCLUSIVE) ? LIST_INCLUSIVE : LIST_SELF;

    if (row->kind == ROW_LEFT_OUT && kind->part == PART_MOST && kind->list == main_list &&
        event == table->measured)
        return of_cell(row->tree->most_left_out);
    if (figures == NULL)
        return no_value;
    return (struct value){.kind = VALUE_COST,
                          .figure = figure_part(table, &figures[event], kind->part)};
}

struct cell cost_per_call(struct cell cost, struct cell calls)
{
    cost.is_given = cost.is_given && !cost.is_ratio && calls.is_given && calls.value > 0;
    cost.value = cost.is_given ? cost.value / calls.value : 0;
    return cost;
}

struct value column_value(enum column_id column, const struct placed_row *placed, size_t event)
{
    static const struct jump_facts no_jump = {0};
    static const struct term_facts no_term = {0};
    const struct table *table = placed->table;
    const struct table_row *row = placed->row;
    const struct jump_facts *jump = row->jump != NULL ? row->jump : &no_jump;
    const struct term_facts *term = row->term != NULL ? row->term : &no_term;
    bool has_term = row->term != NULL;
    bool is_conditional = jump->executed != 0 || jump->followed != 0;

    if (column_kinds[column].list != NO_LIST)
        return figure_value(&column_kinds[column], placed, event);
    switch (column) {
    case COLUMN_KIND:
        return of_text(kind_of(table, row));
    case COLUMN_PARENT:
        return of_text(row_is_main(row) && row->tree == NULL ? TEXT("") : placed->parent);
    case COLUMN_OBJECT:
        return of_text(row->object);
    case COLUMN_FILE:
        return of_text(row->file);
    case COLUMN_FUNCTION:
        return of_text(row->label.at != NULL ? row->label : row->function);
    case COLUMN_LINE:
        return of_line(row->line);
    case COLUMN_CALLS:
        return of_count(row_calls(table, row).value, row_calls(table, row).is_given);
    case COLUMN_EXACT:
        return is_exact(table, row);
    case COLUMN_STATUS:
        return of_word(change_name(row->old.change));
    case COLUMN_OLD_OBJECT:
        return of_text(row->old.object);
    case COLUMN_OLD_FILE:
        return of_text(row->old.file);
    case COLUMN_OLD_FUNCTION:
        return of_text(row->old.function);
    case COLUMN_OLD_CALLS:
        return has_term ? of_count(term->old_calls, true)
                        : of_count(row->calls.old.value, row->calls.old.is_given);
    case COLUMN_OLD_LINE:
        return of_line(row->old.line);
    case COLUMN_SOURCE:
        return row->has_old && !row_is_call(row) ? of_word(line_change_name(row->old.line_change))
                                                 : no_value;
    case COLUMN_TIME_RANGE:
        return of_text(row->time_range);
    case COLUMN_TRIGGER:
        return of_text(row->trigger);
    case COLUMN_ADDRESS:
        return row->address != 0 ? of_address(row->address) : no_value;
    case COLUMN_INSTRUCTION:
        return row->kind == ROW_INSTRUCTION || row->kind == ROW_HOTSPOT ? of_text(row->text)
                                                                        : no_value;
    case COLUMN_TO_FILE:
        return of_text(jump->file);
    case COLUMN_TO_FUNCTION:
        return of_text(jump->function);
    case COLUMN_TO_LINE:
        return of_line(jump->line);
    case COLUMN_TO_ADDRESS: {
        uint64_t address = row->kind == ROW_CALLEE ? row->target : jump->address;
        return address != 0 ? of_address(address) : no_value;
    }
    case COLUMN_TIMES:
        return of_count(jump->times, jump->times != 0);
    case COLUMN_TAKEN:
        return of_count(jump->followed, is_conditional);
    case COLUMN_EXECUTED:
        return of_count(jump->executed, is_conditional);
    case COLUMN_COURSE:
        return of_word(jump_course_name(jump->course));
    case COLUMN_LEAST_CALLS:
    case COLUMN_MOST_CALLS: {
        bool is_most = column == COLUMN_MOST_CALLS;
        struct cell end =
            figure_part(table, &row->calls, is_most ? PART_NOISE_MOST : PART_NOISE_LEAST);
        return of_count(end.value, end.is_given);
    }
    case COLUMN_PATH:
        return row->kind == ROW_LEFT_OUT ? no_value : of_text(placed->path);
    case COLUMN_LEFT_OUT:
        return of_count((int64_t)row->n_left_out, row->n_left_out != 0);
    case COLUMN_PER_CALL:
        return table_has(table, column) && row->calls.now.is_given && !row->lacks_calls
                 ? of_cell(cost_per_call(row->inclusive[event].now, row->calls.now))
                 : no_value;
    case COLUMN_TERM:
        return has_term ? of_word(cause_kind_name(term->kind)) : no_value;
    case COLUMN_OLD_VALUE:
        return has_term ? of_ratio(term->old_value) : no_value;
    case COLUMN_NEW_VALUE:
        return has_term ? of_ratio(term->new_value) : no_value;
    case COLUMN_NEW_CALLS:
        return of_count(term->new_calls, has_term);
    case COLUMN_WEAK:
        return has_term ? of_word(term->is_weak ? "true" : "false") : no_value;
    case COLUMN_VERDICT:
        return row->run_verdict != NULL ? of_word(row->run_verdict) : no_value;
    case COLUMN_INLINED:
        return row->inlined == INLINED_NOT
                 ? no_value
                 : of_word(row->inlined == INLINED_WHOLLY ? "true" : "partly");
    default:
        return no_value;
    }
}

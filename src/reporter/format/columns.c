/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/columns.h"

#include "reporter/format/contents.h"

static bool is_of_difference(const struct section *section)
{
    return section->table.is_difference;
}

static bool is_of_changed_lines(const struct section *section)
{
    return section->table.is_difference && table_is_of_lines(&section->table);
}

static bool is_of_trend(const struct section *section)
{
    return section->table.has_trend;
}

static bool has_spans(const struct section *section)
{
    return section->table.has_spans;
}

static bool is_of_instructions(const struct section *section)
{
    return section->table.has_instructions;
}

static bool has_jumps(const struct section *section)
{
    return section->table.has_jumps;
}

static bool is_of_tree(const struct section *section)
{
    return section->kind == SECTION_CALL_TREE;
}

static bool may_be_cut(const struct section *section)
{
    return is_of_tree(section) || section->table.is_limited;
}

const struct column_kind column_kinds[N_COLUMNS] = {
    [COLUMN_KIND] = {.key = "kind"},
    [COLUMN_PARENT] = {.key = "parent"},
    [COLUMN_OBJECT] = {.key = "object"},
    [COLUMN_FILE] = {.key = "file"},
    [COLUMN_FUNCTION] = {.key = "function"},
    [COLUMN_LINE] = {.key = "line"},
    [COLUMN_CALLS] = {.key = "calls", .heading = "calls", .unit = "x"},
    [COLUMN_SELF] = {.key = "self", .width = PER_EVENT},
    [COLUMN_INCLUSIVE] = {.key = "inclusive", .width = PER_EVENT},
    [COLUMN_EXACT] = {.key = "exact"},
    [COLUMN_STATUS] = {.key = "status", .is_in = is_of_difference},
    [COLUMN_OLD_OBJECT] = {.key = "old_object", .is_in = is_of_difference},
    [COLUMN_OLD_FILE] = {.key = "old_file", .is_in = is_of_difference},
    [COLUMN_OLD_FUNCTION] = {.key = "old_function", .is_in = is_of_difference},
    [COLUMN_OLD_CALLS] = {.key = "old_calls", .is_in = is_of_difference},
    [COLUMN_OLD_LINE] = {.key = "old_line", .is_in = is_of_changed_lines},
    [COLUMN_SOURCE] = {.key = "source", .is_in = is_of_changed_lines},
    [COLUMN_OLD_SELF] = {.key = "old_self", .width = PER_EVENT, .is_in = is_of_difference},
    [COLUMN_OLD_INCLUSIVE] = {.key = "old_inclusive",
                              .width = PER_EVENT,
                              .is_in = is_of_difference},
    [COLUMN_NEW_SELF] = {.key = "new_self", .width = PER_RATIO, .is_in = is_of_difference},
    [COLUMN_NEW_INCLUSIVE] = {.key = "new_inclusive",
                              .width = PER_RATIO,
                              .is_in = is_of_difference},
    [COLUMN_CHANGE] = {.key = "change", .width = PER_EVENT, .is_in = is_of_trend},
    [COLUMN_TIME_RANGE] = {.key = "time_range", .is_in = has_spans},
    [COLUMN_TRIGGER] = {.key = "trigger", .is_in = has_spans},
    [COLUMN_ADDRESS] = {.key = "address", .is_in = is_of_instructions},
    [COLUMN_INSTRUCTION] = {.key = "instruction", .is_in = is_of_instructions},
    [COLUMN_TO_FILE] = {.key = "to_file", .is_in = has_jumps},
    [COLUMN_TO_FUNCTION] = {.key = "to_function", .is_in = has_jumps},
    [COLUMN_TO_LINE] = {.key = "to_line", .is_in = has_jumps},
    [COLUMN_TO_ADDRESS] = {.key = "to_address", .is_in = has_jumps},
    [COLUMN_TIMES] = {.key = "times", .is_in = has_jumps},
    [COLUMN_TAKEN] = {.key = "taken", .is_in = has_jumps},
    [COLUMN_EXECUTED] = {.key = "executed", .is_in = has_jumps},
    [COLUMN_COURSE] = {.key = "course", .is_in = has_jumps},
    [COLUMN_PATH] = {.key = "path", .is_in = is_of_tree},
    [COLUMN_LEFT_OUT] = {.key = "left_out", .is_in = may_be_cut},
    [COLUMN_LOWER_SELF] = {.key = "lower_self", .width = PER_EVENT, .is_in = is_of_tree},
    [COLUMN_LOWER_INCLUSIVE] = {.key = "lower_inclusive", .width = PER_EVENT, .is_in = is_of_tree},
    [COLUMN_UPPER_SELF] = {.key = "upper_self", .width = PER_EVENT, .is_in = is_of_tree},
    [COLUMN_UPPER_INCLUSIVE] = {.key = "upper_inclusive", .width = PER_EVENT, .is_in = is_of_tree},
};

const enum column_id call_columns[] = {COLUMN_CALLS, COLUMN_INCLUSIVE, N_COLUMNS};

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

/* A number, where there is one. */
static struct value of_count(int64_t count, bool is_there)
{
    return is_there ? (struct value){.kind = VALUE_COUNT,
                                     .number = count,
                                     .figure = {.value = count, .is_given = true}}
                    : no_value;
}

/* The figure of an event, where the row has figures. */
static struct value of_cost(const struct cell *cells, size_t event)
{
    return cells != NULL ? (struct value){.kind = VALUE_COST, .figure = cells[event]} : no_value;
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
    default:
        return table->by.length != 0 ? table->by : TEXT("function");
    }
}

/* Lines have no word for it, nor has what has no inclusive cost. */
static struct value is_exact(const struct table *table, const struct table_row *row)
{
    const struct cell *cells =
        row->tree != NULL && row->inclusive == NULL ? row->cells : row_inclusive(row);

    if (row->jump != NULL && row->jump->executed != 0)
        return of_word(row->jump->is_bound ? "false" : "true");
    if (cells == NULL || row->kind == ROW_LINE)
        return no_value;
    return of_word(cells_are_exact(cells, table->n_columns) ? "true" : "false");
}

/* One end of the range of an estimate, where it is known. */
static struct value range_end(const struct cell_range *ranges, const struct cell *cells,
                              size_t event, bool is_upper)
{
    if (ranges == NULL || !ranges[event].is_known || !cells[event].is_given)
        return no_value;
    return of_count(is_upper ? ranges[event].most : ranges[event].least, true);
}

/* None of what is left out is more than that, in the event that is measured. */
static struct value most_left_out(const struct placed_row *placed, size_t event, bool is_told)
{
    return is_told && event == placed->table->measured
             ? of_cost(&placed->row->tree->most_left_out, 0)
             : no_value;
}

struct value column_value(enum column_id column, const struct placed_row *placed, size_t event)
{
    static const struct old_table_row no_old = {0};
    static const struct jump_facts no_jump = {0};
    const struct table *table = placed->table;
    const struct table_row *row = placed->row;
    const struct old_table_row *old = row->old != NULL ? row->old : &no_old;
    const struct jump_facts *jump = row->jump != NULL ? row->jump : &no_jump;
    const struct tree_place *tree = row->tree;
    bool is_call = row_is_call(row), is_rest = row->kind == ROW_LEFT_OUT;
    bool is_conditional = jump->executed != 0 || jump->followed != 0;

    switch (column) {
    case COLUMN_KIND:
        return of_text(kind_of(table, row));
    case COLUMN_PARENT:
        return of_text(row_is_main(row) && tree == NULL ? TEXT("") : placed->parent);
    case COLUMN_OBJECT:
        return of_text(row->object);
    case COLUMN_FILE:
        return of_text(row->file);
    case COLUMN_FUNCTION:
        return of_text(row->label.at != NULL ? row->label : row->function);
    case COLUMN_LINE:
        return of_line(row->line);
    case COLUMN_CALLS:
        return of_count(row->calls, row_has_calls(row) && (is_call || !table->has_instructions));
    case COLUMN_SELF:
        return of_cost(row_self(row), event);
    case COLUMN_INCLUSIVE:
        return of_cost(row_inclusive(row), event);
    case COLUMN_EXACT:
        return is_exact(table, row);
    case COLUMN_STATUS:
        return of_word(change_name(old->change));
    case COLUMN_OLD_OBJECT:
        return of_text(old->object);
    case COLUMN_OLD_FILE:
        return of_text(old->file);
    case COLUMN_OLD_FUNCTION:
        return of_text(old->function);
    case COLUMN_OLD_CALLS:
        return of_count(old->calls, row->old != NULL && !old->lacks_calls);
    case COLUMN_OLD_LINE:
        return of_line(old->line);
    case COLUMN_SOURCE:
        return row->old != NULL && !is_call ? of_word(line_change_name(old->line_change))
                                            : no_value;
    case COLUMN_OLD_SELF: /* what calls cost is inclusive, before as now: see row_inclusive() */
        return of_cost(is_call ? NULL : old->cells, event);
    case COLUMN_OLD_INCLUSIVE:
        return of_cost(is_call ? old->cells : old->inclusive, event);
    case COLUMN_NEW_SELF:
        return of_cost(is_call ? NULL : old->now, event);
    case COLUMN_NEW_INCLUSIVE:
        return of_cost(is_call ? old->now : old->inclusive_now, event);
    case COLUMN_CHANGE:
        return of_cost(row->change, event);
    case COLUMN_TIME_RANGE:
        return of_text(row->time_range);
    case COLUMN_TRIGGER:
        return of_text(row->trigger);
    case COLUMN_ADDRESS:
        return of_address(row->address);
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
    case COLUMN_PATH:
        return is_rest ? no_value : of_text(placed->path);
    case COLUMN_LEFT_OUT:
        return is_rest ? of_count((int64_t)tree->n_left_out, true)
                       : of_count((int64_t)row->n_left_out, row->n_left_out != 0);
    case COLUMN_LOWER_SELF:
        return is_rest ? no_value : range_end(tree->self, row->cells, event, false);
    case COLUMN_LOWER_INCLUSIVE:
        return is_rest ? no_value : range_end(tree->inclusive, row->inclusive, event, false);
    case COLUMN_UPPER_SELF:
        return is_rest ? most_left_out(placed, event, !table->has_inclusive)
                       : range_end(tree->self, row->cells, event, true);
    case COLUMN_UPPER_INCLUSIVE:
        return is_rest ? most_left_out(placed, event, table->has_inclusive)
                       : range_end(tree->inclusive, row->inclusive, event, true);
    case N_COLUMNS:
        break;
    }
    return no_value;
}

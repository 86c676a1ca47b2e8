/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/json/json_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "reporter/columns.h"
#include "reporter/format/cause_text.h"
#include "reporter/format/contents.h"
#include "reporter/format/json/json_writer.h"
#include "reporter/format/pieces.h"

/* Writes a figure; null where it is not given. */
static void write_cell(struct json *json, struct cell cell)
{
    if (!cell.is_given)
        json_null(json);
    else if (cell_has_decimals(cell))
        json_ratio(json, cell_number(cell));
    else
        json_number(json, cell.value);
}

void json_figures(struct json *json, struct text key, const struct table *table,
                  const struct figure *figures, enum figure_part part)
{
    if (figures == NULL)
        return;
    if (key.at != NULL)
        json_key(json, key);
    json_begin(json, json->is_for_page ? '[' : '{');
    for (size_t i = 0; i < table->n_events; i++) {
        bool is_left_out = part == PART_NEW_RATIO && !table->events[i].is_ratio;
        if (!json->is_for_page && !is_left_out)
            json_key(json, table->events[i].name);
        if (json->is_for_page && is_left_out)
            json_null(json);
        else if (!is_left_out)
            write_cell(json, figure_part(table, &figures[i], part));
    }
    json_end(json, json->is_for_page ? ']' : '}');
}

/* Writes a member with a number; nothing where it is not given. */
static void write_count(struct json *json, const char *key, struct cell count)
{
    if (count.is_given)
        json_number_member(json, text_of(key), count.value);
}

/* Writes the number of rows that the row stands for, if any. */
static void write_number_left_out(struct json *json, const struct table_row *row)
{
    if (row->n_left_out != 0)
        json_number_member(json, TEXT("left_out"), (int64_t)row->n_left_out);
}

/* Writes the mean cost of a call, if the table has that and the row has calls. */
static void write_per_call(struct json *json, const struct table *table,
                           const struct table_row *row)
{
    const struct column *column = columns_find(table->columns, "per_call");
    struct cell_place at = {.table = table, .row = row};

    if (column == NULL || !row->calls.now.is_given || row->lacks_calls)
        return;
    json_begin_member(json, text_of(column->key), '{');
    for (size_t i = 0; i < table->n_events; i++) {
        at.column = &column[i];
        json_key(json, table->events[i].name);
        write_cell(json, column->cell(&at).figure);
    }
    json_end(json, '}');
}

bool json_has_ratios(const struct table *table)
{
    for (size_t i = 0; i < table->n_events; i++)
        if (table->events[i].is_ratio)
            return true;
    return false;
}

/* Writes a line's number, 0 where it is not known; in a difference one side may lack the line. */
static void write_line_number(struct json *json, uint64_t line, bool is_missing)
{
    json_key(json, TEXT("line"));
    if (is_missing)
        json_null(json);
    else
        json_line_number(json, line);
}

void json_address(struct json *json, uint64_t address)
{
    char text[24];

    snprintf(text, sizeof text, "0x%" PRIx64, address);
    json_member(json, TEXT("address"), text_of(text));
}

static void write_instruction(struct json *json, const struct table_row *row)
{
    if (row->line != 0)
        write_line_number(json, row->line, false);
    if (row->address != 0)
        json_address(json, row->address);
    json_key(json, TEXT("instruction"));
    if (row->text.at == NULL)
        json_null(json);
    else
        json_text(json, row->text);
}

static void write_names(struct json *json, const struct table *table, const struct table_row *row)
{
    bool is_line_of_code = row->kind == ROW_HOTSPOT && table_is_of_lines(table);

    json_member(json, TEXT("object"), row->object);
    json_member(json, TEXT("file"), row->file);
    json_member(json, TEXT("function"), row->function);
    if (row->inlined == INLINED_PARTLY)
        json_member(json, TEXT("inlined"), TEXT("partly"));
    if (row->inlined == INLINED_WHOLLY)
        json_boolean_member(json, TEXT("inlined"), true);
    json_member(json, table->by, row->label);
    json_member_if_any(json, TEXT("time_range"), row->time_range);
    json_member_if_any(json, TEXT("trigger"), row->trigger);
    if (row->kind == ROW_LINE || row->kind == ROW_SOURCE || is_line_of_code) {
        write_line_number(json, row->line, row->old.line_change == LINE_GONE);
        json_member(json, TEXT("text"), row->text);
    }
    if (row->kind == ROW_INSTRUCTION ||
        (row->kind == ROW_HOTSPOT && table_is_of_instructions(table)))
        write_instruction(json, row);
    if (row->kind == ROW_CALLEE && row->target != 0)
        json_address(json, row->target);
}

/* Writes the members of a jump that a line or an instruction makes. */
static void write_jump(struct json *json, const struct jump_facts *jump)
{
    json_member_if_any(json, TEXT("file"), jump->file);
    json_member_if_any(json, TEXT("function"), jump->function);
    if (jump->line != 0)
        write_line_number(json, jump->line, false);
    if (jump->address != 0)
        json_address(json, jump->address);
    if (jump->times != 0)
        json_number_member(json, TEXT("times"), jump->times);
    if (jump->executed != 0 || jump->followed != 0) {
        json_number_member(json, TEXT("taken"), jump->followed);
        json_number_member(json, TEXT("executed"), jump->executed);
        json_boolean_member(json, TEXT("exact"), !jump->is_bound);
    }
    json_member_if_any(json, TEXT("course"), text_of(jump_course_name(jump->course)));
}

/* Writes a part of the row's figures as an object, with that of its calls if they have it. */
static void write_figures(struct json *json, const char *key, const struct table *table,
                          const struct table_row *row, enum figure_part part)
{
    json_begin_member(json, text_of(key), '{');
    write_count(json, "calls", figure_part(table, &row->calls, part));
    json_figures(json, TEXT("self"), table, row->self, part);
    json_figures(json, TEXT("inclusive"), table, row->inclusive, part);
    json_end(json, '}');
}

/* Writes the old figures of a row of a difference, as far as known, and its status. */
static void write_old(struct json *json, const struct table *table, const struct table_row *row)
{
    const struct old_row *old = &row->old;

    json_member_if_any(json, TEXT("status"), text_of(change_name(old->change)));
    if (table_is_of_lines(table))
        json_member(json, TEXT("source"), text_of(line_change_name(old->line_change)));
    json_begin_member(json, TEXT("old"), '{');
    json_member(json, TEXT("object"), old->object);
    json_member(json, TEXT("file"), old->file);
    json_member(json, TEXT("function"), old->function);
    if (table_is_of_lines(table))
        write_line_number(json, old->line, old->line_change == LINE_NEW);
    write_count(json, "calls", row->calls.old);
    json_figures(json, TEXT("self"), table, row->self, PART_OLD);
    json_figures(json, TEXT("inclusive"), table, row->inclusive, PART_OLD);
    json_end(json, '}');
    if (json_has_ratios(table))
        write_figures(json, "new", table, row, PART_NEW_RATIO);
}

/* Writes the self cost of a row in each slice; null if the slice lacks the row. */
static void write_slices(struct json *json, const struct table *table, const struct table_row *row)
{
    struct figure *figures = memory_alloc(table->n_events, sizeof *figures);
    const struct text no_key = {0};

    json_begin_member(json, TEXT("per_values"), '[');
    for (size_t i = 0; i < table->n_slices; i++) {
        bool is_there = true;
        for (size_t k = 0; k < table->n_events; k++)
            is_there &= table->find_in_slice(table->view, row->id, i, k, &figures[k]);
        if (is_there)
            json_figures(json, no_key, table, figures, PART_SHOWN);
        else
            json_null(json);
    }
    json_end(json, ']');
    free(figures);
}

/* Writes the position of a row in a tree. */
static void write_tree_place(struct json *json, const struct tree_place *place)
{
    if (place->is_recursive)
        json_boolean_member(json, TEXT("recursive"), true);
    if (place->is_member)
        json_boolean_member(json, TEXT("in_cycle"), true);
}

/* Writes the code of a main row or a tree's path, its calls, self and inclusive cost. */
static void write_code(struct json *json, const struct table *table, const struct table_row *row)
{
    const struct figure *figures = row->tree != NULL ? row_figures(row) : row->inclusive;

    if (row->kind == ROW_CYCLE || (row->kind == ROW_TREE && row->n_members != 0)) {
        json_number_member(json, TEXT("cycle"), (int64_t)row->cycle);
        json_number_member(json, TEXT("members"), (int64_t)row->n_members);
    } else {
        write_names(json, table, row);
    }
    if (row->tree != NULL)
        write_tree_place(json, row->tree);
    if (row->run_verdict != NULL)
        json_member(json, TEXT("verdict"), text_of(row->run_verdict));
    write_count(json, "calls", row_calls(table, row));
    json_figures(json, TEXT("self"), table, row->self, PART_SHOWN);
    if (table->n_slices != 0)
        write_slices(json, table, row);
    json_figures(json, TEXT("inclusive"), table, row->inclusive, PART_SHOWN);
    write_per_call(json, table, row);
    if (figures != NULL)
        json_boolean_member(json, TEXT("exact"), figures_are_exact(figures, table->n_events));
    if (row->tree != NULL) {
        write_figures(json, "lower", table, row, PART_LEAST);
        write_figures(json, "upper", table, row, PART_MOST);
    }
    if (table->has_noise && row->kind != ROW_CYCLE) {
        json_begin_member(json, TEXT("noise"), '{');
        write_figures(json, "least", table, row, PART_NOISE_LEAST);
        write_figures(json, "most", table, row, PART_NOISE_MOST);
        json_end(json, '}');
    }
    if (row->has_old && !table->is_difference)
        json_figures(json, TEXT("change"), table, row->self, PART_CHANGE);
    else if (row->has_old)
        write_old(json, table, row);
}

static void write_short_name(struct json *json, struct text name)
{
    struct buffer short_name = {0};

    append_short_name(&short_name, name, NAME_ROOM, false);
    if (!text_equal(buffer_text(&short_name), name))
        json_member(json, TEXT("short"), buffer_text(&short_name));
    free(short_name.at);
}

/* Writes data for a page that other readers of JSON can compute. */
static void write_for_page(struct json *json, const struct table *table,
                           const struct table_row *row)
{
    if (row->kind == ROW_NODE)
        write_short_name(json, row->function);
    if (row->kind == ROW_NODE && row->cycle != 0)
        json_number_member(json, TEXT("in_cycle"), (int64_t)row->cycle);
    if (row->lanes == NULL)
        return;
    json_begin_member(json, TEXT("lanes"), '[');
    for (size_t i = 0; i < table->n_lanes; i++)
        json_number(json, row->lanes[i]);
    json_end(json, ']');
}

/* Returns whether the row is only for a page, beside lines with a cost. */
static bool is_beside_lines(const struct table_row *row)
{
    return row->kind == ROW_LISTING || row->kind == ROW_SOURCE || row->kind == ROW_GAP;
}

/* Writes such a row: a heading, a line without cost, or a gap. */
static void write_beside_lines(struct json *json, const struct table *table,
                               const struct table_row *row)
{
    if (row->kind == ROW_SOURCE) {
        write_code(json, table, row);
    } else if (row->kind == ROW_GAP) {
        json_boolean_member(json, TEXT("gap"), true);
    } else {
        write_names(json, table, row);
        json_key(json, TEXT("found"));
        json_text(json, row->text);
    }
}

/* Writes what is not shown below a path. */
static void write_left_out(struct json *json, const struct table *table,
                           const struct table_row *row)
{
    write_number_left_out(json, row);
    json_begin_member(json, TEXT("upper"), '{');
    json_key(json, table->events[table->measured].name);
    write_cell(json, row->tree->most_left_out);
    json_end(json, '}');
}

/* Returns whether calls subtract a different cost from the caller than they add to the callee. */
static bool figures_differ(const struct table *table, const struct figure *a,
                           const struct figure *b)
{
    for (size_t i = 0; i < table->n_events; i++) {
        struct cell left = table_shown(table, &a[i]), right = table_shown(table, &b[i]);
        if (left.is_given != right.is_given || left.value != right.value ||
            left.ratio < right.ratio || left.ratio > right.ratio)
            return true;
    }
    return false;
}

/* Writes a caller, a callee, a file or a step of a path. */
static void write_related(struct json *json, const struct table *table, const struct table_row *row)
{
    write_names(json, table, row);
    if (row->kind == ROW_ARC)
        json_number_member(json, TEXT("callee"), (int64_t)row->graph->callee);
    if (row->kind == ROW_PATH)
        json_figures(json, TEXT("inclusive"), table, row->tree->of_function, PART_SHOWN);
    json_figures(json, TEXT("self"), table, row->self, PART_SHOWN);
    write_count(json, "calls", row_calls(table, row));
    json_figures(json, TEXT("cost"), table, row->inclusive, PART_SHOWN);
    if (row->kind == ROW_ARC && figures_differ(table, row->inclusive, row->graph->leaving))
        json_figures(json, TEXT("leaving"), table, row->graph->leaving, PART_SHOWN);
    write_per_call(json, table, row);
    if (row->has_old) {
        json_begin_member(json, TEXT("old"), '{');
        write_count(json, "calls", row->calls.old);
        json_figures(json, TEXT("cost"), table, row->inclusive, PART_OLD);
        json_end(json, '}');
    }
    if (row->kind == ROW_PATH) {
        json_boolean_member(json, TEXT("exact"),
                            figures_are_exact(row->inclusive, table->n_events));
        json_figures(json, TEXT("lower"), table, row->inclusive, PART_LEAST);
        json_figures(json, TEXT("upper"), table, row->inclusive, PART_MOST);
    }
}

static void write_line(struct json *json, const struct term_line *line)
{
    json_begin_member(json, TEXT("lines"), '[');
    json_begin(json, '{');
    json_member(json, TEXT("file"), line->file);
    json_key(json, TEXT("line"));
    json_line_number(json, line->number);
    json_member_if_any(json, TEXT("text"), line->text);
    if (line->change == LINE_NEW || line->change == LINE_GONE)
        json_member(json, TEXT("status"), line->change == LINE_NEW ? TEXT("new") : TEXT("gone"));
    json_end(json, '}');
    json_end(json, ']');
}

/* Writes the words for a term, in two pieces around the function's name. */
static void write_term_words(struct json *json, const struct table_row *row)
{
    struct term_words words;

    term_words_make(&words, row->term);
    buffer_append(words.has_name ? &words.after : &words.before, buffer_text(&words.values));
    json_begin_member(json, TEXT("words"), '[');
    json_text(json, buffer_text(&words.before));
    if (words.has_name)
        json_text(json, buffer_text(&words.after));
    json_end(json, ']');
    term_words_free(&words);
}

static void write_term(struct json *json, const struct table *table, const struct table_row *row)
{
    const struct term_facts *term = row->term;

    if (term == NULL) {
        json_number_member(json, TEXT("left_out"), (int64_t)row->n_left_out);
        json_figures(json, TEXT("contribution"), table, row->contribution, PART_SHOWN);
        return;
    }
    json_member(json, TEXT("kind"), text_of(cause_kind_name(term->kind)));
    write_names(json, table, row);
    write_term_words(json, row);
    json_ratio_member(json, TEXT("old_value"), term->old_value);
    json_ratio_member(json, TEXT("new_value"), term->new_value);
    json_number_member(json, TEXT("old_calls"), term->old_calls);
    json_number_member(json, TEXT("new_calls"), term->new_calls);
    json_boolean_member(json, TEXT("weak"), term->is_weak);
    json_figures(json, TEXT("contribution"), table, row->contribution, PART_SHOWN);
    if (term->line != NULL)
        write_line(json, term->line);
}

static void write_cause(struct json *json, const struct table *table, const struct table_row *row)
{
    struct buffer note = {0};

    json_member(json, TEXT("kind"), TEXT("cause"));
    write_number_left_out(json, row);
    write_names(json, table, row);
    if (row->n_members != 0)
        json_number_member(json, TEXT("members"), (int64_t)row->n_members);
    json_figures(json, TEXT("contribution"), table, row->contribution, PART_SHOWN);
    if (row->code != CODE_UNKNOWN)
        json_member(json, TEXT("code"), row->code == CODE_SAME ? TEXT("same") : TEXT("changed"));
    append_code_change(&note, TEXT(""), table, row);
    json_member_if_any(json, TEXT("note"), buffer_text(&note));
    free(note.at);
}

static void write_event(struct json *json, const struct table_row *row)
{
    json_member(json, TEXT("name"), row->event->name);
    json_member(json, TEXT("long_name"), row->event->long_name);
    json_member(json, TEXT("formula"), row->event->formula);
    json_key(json, TEXT("total"));
    write_cell(json, row->self[0].now);
}

/* Returns the list of the row above that has rows of the kind; empty for main rows. */
static struct text list_of(enum table_row_kind kind)
{
    static const char *const keys[] = {
        [ROW_CALLER] = "callers", [ROW_CALLEE] = "callees", [ROW_RECURSION] = "recursion",
        [ROW_FILE] = "files",     [ROW_PATH] = "path",      [ROW_TREE] = "rows",
        [ROW_LEFT_OUT] = "rows",  [ROW_JUMP] = "jumps",     [ROW_TERM] = "terms",
        [ROW_ARC] = "callees",
    };

    return text_of(kind < ARRAY_LENGTH(keys) && keys[kind] != NULL ? keys[kind] : "");
}

/* Ends the objects from the innermost out to those of a depth. */
static void end_objects(struct json *json, struct json_nesting *open, size_t depth)
{
    for (; open->depth > depth; open->depth--) {
        if (open->list.length != 0)
            json_end(json, ']');
        json_end(json, '}');
        open->list = open->depth == 1 ? TEXT("") : open->above;
    }
}

void json_row(struct json *json, const struct table *table, const struct table_row *row,
              struct json_nesting *open)
{
    struct text list = list_of(row->kind);
    bool is_in_tree = row->kind == ROW_TREE || row->kind == ROW_LEFT_OUT;
    size_t depth = is_in_tree ? row->tree->depth : list.length != 0 && !open->is_one_list ? 1 : 0;

    if (list.length == 0 && !row_is_main(row) && row->kind != ROW_EVENT &&
        !(json->is_for_page && is_beside_lines(row)))
        return;
    end_objects(json, open, depth);
    if (depth != 0 && !text_equal(list, open->list)) {
        if (open->list.length != 0)
            json_end(json, ']');
        json_begin_member(json, list, '[');
        open->list = list;
    }
    if (depth == 0 || is_in_tree)
        json_begin_line(json);
    json_begin(json, '{');
    open->above = open->list;
    open->list = TEXT("");
    open->depth = depth + 1;
    switch (row->kind) {
    case ROW_EVENT:
        write_event(json, row);
        break;
    case ROW_LEFT_OUT:
        write_left_out(json, table, row);
        break;
    case ROW_JUMP:
        write_jump(json, row->jump);
        break;
    case ROW_TERM:
        write_term(json, table, row);
        break;
    case ROW_CAUSE:
        write_cause(json, table, row);
        json_begin_member(json, TEXT("terms"), '[');
        open->list = TEXT("terms");
        break;
    case ROW_LISTING:
    case ROW_SOURCE:
    case ROW_GAP:
        write_beside_lines(json, table, row);
        break;
    default:
        (list.length != 0 && !is_in_tree ? write_related : write_code)(json, table, row);
        if (json->is_for_page)
            write_for_page(json, table, row);
        break;
    }
}

void json_rows_end(struct json *json, struct json_nesting *open)
{
    end_objects(json, open, 0);
}

bool json_rows(struct json *json, const struct table *table, struct error *error)
{
    struct json_nesting open = {0};
    const struct table_row *row;

    while ((row = table_next_row(table, json->out, error)) != NULL) {
        open.is_one_list |= open.depth == 0 && row->kind == ROW_PATH;
        json_row(json, table, row, &open);
    }
    json_rows_end(json, &open);
    return error->kind == ERROR_NONE;
}

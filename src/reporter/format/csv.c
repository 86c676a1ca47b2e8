/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/array.h"
#include "reporter/format/contents.h"
#include "reporter/format/csv_fields.h"
#include "reporter/format/format.h"
#include "reporter/format/path_names.h"
#include "reporter/report.h"

struct csv {
    struct csv_line line;
    bool has_long_names;       /* in the heading */
    const struct table *table; /* that is being written */
    struct text parent;        /* the function that callers and callees belong to */
    struct path_names path;    /* of a tree: of its last row */
};

/* A field for each event; without a value where there are no cells. */
static void write_cells(struct csv *csv, const struct cell *cells)
{
    const struct cell none = {0};

    for (size_t i = 0; i < csv->table->n_columns; i++)
        csv_cell(&csv->line, cells == NULL ? none : cells[i]);
}

/* The same for events that are ratios. */
static void write_ratios(struct csv *csv, const struct cell *cells)
{
    const struct cell none = {0};

    for (size_t i = 0; i < csv->table->n_columns; i++)
        if (csv->table->columns[i].is_ratio)
            csv_cell(&csv->line, cells == NULL ? none : cells[i]);
}

static void write_words(struct csv *csv, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        csv_text(&csv->line, text_of(words[i]));
}

/* "self:Ir", or "self:Ir (Instruction Fetch)"; of all events, or of those that are ratios. */
static void write_event_names(struct csv *csv, const char *prefix, bool are_ratios)
{
    struct buffer field = {0};

    for (size_t i = 0; i < csv->table->n_columns; i++) {
        const struct column *column = &csv->table->columns[i];
        if (are_ratios && !column->is_ratio)
            continue;
        field.length = 0;
        buffer_append(&field, text_of(prefix));
        buffer_append(&field, column->name);
        if (csv->has_long_names && column->long_name.length != 0) {
            buffer_append(&field, TEXT(" ("));
            buffer_append(&field, column->long_name);
            buffer_append(&field, TEXT(")"));
        }
        csv_text(&csv->line, buffer_text(&field));
    }
    free(field.at);
}

static void write_heading_fields(struct csv *csv)
{
    static const char *const first[] = {"kind",     "parent", "object", "file",
                                        "function", "line",   "calls"};
    static const char *const old[] = {"status", "old_object", "old_file", "old_function",
                                      "old_calls"};
    static const char *const old_line[] = {"old_line", "source"};
    static const char *const span[] = {"time_range", "trigger"};
    static const char *const code[] = {"address", "instruction"};
    static const char *const target[] = {"to_file", "to_function", "to_line",  "to_address",
                                         "times",   "taken",       "executed", "course"};

    write_words(csv, first, ARRAY_LENGTH(first));
    write_event_names(csv, "self:", false);
    write_event_names(csv, "inclusive:", false);
    csv_text(&csv->line, TEXT("exact"));
    if (csv->table->is_difference) {
        write_words(csv, old, ARRAY_LENGTH(old));
        if (table_is_of_lines(csv->table))
            write_words(csv, old_line, ARRAY_LENGTH(old_line));
        write_event_names(csv, "old_self:", false);
        write_event_names(csv, "old_inclusive:", false);
        write_event_names(csv, "new_self:", true);
        write_event_names(csv, "new_inclusive:", true);
    }
    if (csv->table->has_trend)
        write_event_names(csv, "change:", false);
    if (csv->table->has_spans)
        write_words(csv, span, ARRAY_LENGTH(span));
    if (csv->table->has_instructions)
        write_words(csv, code, ARRAY_LENGTH(code));
    if (csv->table->has_jumps)
        write_words(csv, target, ARRAY_LENGTH(target));
    if (csv->table->is_limited)
        csv_text(&csv->line, TEXT("left_out"));
}

static void write_heading(struct csv *csv)
{
    write_heading_fields(csv);
    csv_end_line(&csv->line);
}

static struct text kind_left_out(enum table_row_kind kind)
{
    return kind == ROW_CALLER ? TEXT("callers left out")
         : kind == ROW_CALLEE ? TEXT("callees left out")
                              : TEXT("files left out");
}

static struct text kind_name(const struct table *table, const struct table_row *row)
{
    bool is_cycle_in_tree = row->kind == ROW_TREE && row->n_members != 0;

    if (row->n_left_out != 0)
        return kind_left_out(row->kind);
    switch (is_cycle_in_tree ? ROW_CYCLE : row->kind) {
    case ROW_CALLER:
        return TEXT("caller");
    case ROW_CALLEE:
        return TEXT("callee");
    case ROW_RECURSION:
        return TEXT("recursion");
    case ROW_FILE:
        return TEXT("self in file");
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

/* Of lines it is left empty, as of what has no inclusive cost. */
static void write_exact(struct csv *csv, const struct table_row *row)
{
    const struct cell *inclusive =
        row->tree != NULL && row->inclusive == NULL ? row->cells : row_inclusive(row);

    if (row->jump != NULL && row->jump->executed != 0)
        csv_text(&csv->line, row->jump->is_bound ? TEXT("false") : TEXT("true"));
    else if (inclusive == NULL || row->kind == ROW_LINE)
        csv_text(&csv->line, TEXT(""));
    else if (cells_are_exact(inclusive, csv->table->n_columns))
        csv_text(&csv->line, TEXT("true"));
    else
        csv_text(&csv->line, TEXT("false"));
}

/* What a row of a difference was; fields without a value where that is not told. */
static void write_old(struct csv *csv, const struct table_row *row)
{
    static const struct old_table_row none = {0};
    const struct old_table_row *old = row->old != NULL ? row->old : &none;
    bool is_call = row_is_call(row), is_line = row->old != NULL && !is_call;

    csv_text(&csv->line, text_of(change_name(old->change)));
    csv_text(&csv->line, old->object);
    csv_text(&csv->line, old->file);
    csv_text(&csv->line, old->function);
    csv_number(&csv->line, old->calls, row->old != NULL && !old->lacks_calls);
    if (table_is_of_lines(csv->table)) {
        csv_line_number(&csv->line, old->line);
        csv_text(&csv->line, text_of(is_line ? line_change_name(old->line_change) : ""));
    }
    /* Of a call it is inclusive, as row_inclusive() has it. */
    write_cells(csv, is_call ? NULL : old->cells);
    write_cells(csv, is_call ? old->cells : old->inclusive);
    write_ratios(csv, is_call ? NULL : old->ratios);
    write_ratios(csv, is_call ? old->ratios : old->inclusive_ratios);
}

static void write_instruction(struct csv *csv, const struct table_row *row)
{
    bool has_text = row->kind == ROW_INSTRUCTION || row->kind == ROW_HOTSPOT;

    csv_address(&csv->line, row->address, true);
    csv_text(&csv->line, has_text ? row->text : (struct text){0});
}

/* Where a jump or a call leads to, and how often a jump was taken. */
static void write_target(struct csv *csv, const struct table_row *row)
{
    static const struct jump_facts none = {0};
    const struct jump_facts *jump = row->jump != NULL ? row->jump : &none;
    bool is_conditional = jump->executed != 0 || jump->followed != 0;
    uint64_t address = row->kind == ROW_CALLEE ? row->target : jump->address;

    csv_text(&csv->line, jump->file);
    csv_text(&csv->line, jump->function);
    csv_line_number(&csv->line, jump->line);
    csv_address(&csv->line, address, address != 0);
    csv_number(&csv->line, jump->times, jump->times != 0);
    csv_number(&csv->line, jump->followed, is_conditional);
    csv_number(&csv->line, jump->executed, is_conditional);
    csv_text(&csv->line, text_of(row->jump != NULL ? jump_course_name(jump->course) : ""));
}

static void write_fields(struct csv *csv, const struct table_row *row)
{
    bool has_calls = row_has_calls(row) && (row_is_call(row) || !csv->table->has_instructions);

    csv_text(&csv->line, kind_name(csv->table, row));
    csv_text(&csv->line, row_is_main(row) && row->tree == NULL ? TEXT("") : csv->parent);
    csv_text(&csv->line, row->object);
    csv_text(&csv->line, row->file);
    csv_text(&csv->line, row->label.at != NULL ? row->label : row->function);
    csv_line_number(&csv->line, row->line);
    csv_number(&csv->line, row->calls, has_calls);
    write_cells(csv, row_self(row));
    write_cells(csv, row_inclusive(row));
    write_exact(csv, row);
    if (csv->table->is_difference)
        write_old(csv, row);
    if (csv->table->has_trend)
        write_cells(csv, row->change);
    if (csv->table->has_spans) {
        csv_text(&csv->line, row->time_range);
        csv_text(&csv->line, row->trigger);
    }
    if (csv->table->has_instructions)
        write_instruction(csv, row);
    if (csv->table->has_jumps)
        write_target(csv, row);
    if (csv->table->is_limited)
        csv_number(&csv->line, (int64_t)row->n_left_out, row->n_left_out != 0);
}

static void write_row(struct csv *csv, const struct table_row *row)
{
    if (row_is_main(row))
        csv->parent = row->function;
    write_fields(csv, row);
    csv_end_line(&csv->line);
}

/* Each line names its file: what they are of needs no row. */
static void write_listing_row(struct csv *csv, const struct table_row *row)
{
    if (row->kind != ROW_LISTING)
        write_row(csv, row);
}

static void write_tree_heading(struct csv *csv)
{
    static const char *const words[] = {"path", "left_out"};

    write_heading_fields(csv);
    write_words(csv, words, ARRAY_LENGTH(words));
    write_event_names(csv, "lower_self:", false);
    write_event_names(csv, "lower_inclusive:", false);
    write_event_names(csv, "upper_self:", false);
    write_event_names(csv, "upper_inclusive:", false);
    csv_end_line(&csv->line);
}

/* One end of the ranges; without a value where it is not known. */
static void write_range_ends(struct csv *csv, const struct cell_range *ranges,
                             const struct cell *cells, bool is_upper)
{
    for (size_t i = 0; i < csv->table->n_columns; i++) {
        bool is_given = ranges != NULL && ranges[i].is_known && cells[i].is_given;
        int64_t end = !is_given ? 0 : is_upper ? ranges[i].most : ranges[i].least;
        csv_number(&csv->line, end, is_given);
    }
}

/* None of what is left out is more than that, in the event that is measured. */
static void write_most_left_out(struct csv *csv, const struct tree_place *place)
{
    const struct cell none = {0};
    const struct table *table = csv->table;
    size_t n_before = table->n_columns * (table->has_inclusive ? 3 : 2);

    for (size_t i = 0; i < table->n_columns * 4; i++)
        csv_cell(&csv->line, i == n_before + table->measured ? place->most_left_out : none);
}

static void write_tree_row(struct csv *csv, const struct table_row *row)
{
    const struct tree_place *place = row->tree;
    bool is_path = row->kind == ROW_TREE;

    if (is_path)
        path_names_extend(&csv->path, place->depth, row_name(row));
    csv->parent = path_names_parent(&csv->path, place->depth);
    write_fields(csv, row);
    csv_text(&csv->line, is_path ? buffer_text(&csv->path.text) : TEXT(""));
    csv_number(&csv->line, (int64_t)place->n_left_out, !is_path);
    if (is_path) {
        write_range_ends(csv, place->self, row->cells, false);
        write_range_ends(csv, place->inclusive, row->inclusive, false);
        write_range_ends(csv, place->self, row->cells, true);
        write_range_ends(csv, place->inclusive, row->inclusive, true);
    } else {
        write_most_left_out(csv, place);
    }
    csv_end_line(&csv->line);
}

static void write_event_heading(struct csv *csv)
{
    static const char *const names[] = {"event", "long_name", "formula", "total"};

    write_words(csv, names, ARRAY_LENGTH(names));
    csv_end_line(&csv->line);
}

static void write_event_row(struct csv *csv, const struct table_row *row)
{
    csv_text(&csv->line, row->event->name);
    csv_text(&csv->line, row->event->long_name);
    csv_text(&csv->line, row->event->formula);
    csv_cell(&csv->line, row->cells[0]);
    csv_end_line(&csv->line);
}

/* Of each kind: the line above the rows of a report that begins with it, and a row. */
static const struct section_writer {
    void (*write_heading)(struct csv *csv);
    void (*write_row)(struct csv *csv, const struct table_row *row);
} writers[N_SECTION_KINDS] = {
    [SECTION_EVENTS] = {write_event_heading, write_event_row},
    [SECTION_HOTSPOTS] = {write_heading, write_row},
    [SECTION_PEEK] = {write_heading, write_row},
    [SECTION_CODE_LISTING] = {write_heading, write_listing_row},
    [SECTION_CALL_TREE] = {write_tree_heading, write_tree_row},
};

/* The rows of all sections are below one heading. */
static bool write_separated(const struct report *report, const struct format_options *options,
                            char separator, FILE *out, struct error *error)
{
    struct csv csv = {.line = {.out = out, .separator = separator},
                      .has_long_names = options->show_long_names};
    struct section section = {0};
    bool is_first = true;

    while (error->kind == ERROR_NONE && !ferror(out) &&
           report->next(report->maker, &section, error)) {
        const struct section_writer *writer = &writers[section.kind];
        struct table_row row = {0};
        if (writer->write_row == NULL) {
            refuse_section(section.kind, error);
            break;
        }
        csv.table = &section.table;
        if (is_first)
            writer->write_heading(&csv);
        is_first = false;
        while (table_next_row(&section.table, out, &row, error))
            writer->write_row(&csv, &row);
    }
    path_names_free(&csv.path);
    return error->kind == ERROR_NONE;
}

bool format_csv(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error)
{
    return write_separated(report, options, ',', out, error);
}

bool format_tsv(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error)
{
    return write_separated(report, options, '\t', out, error);
}

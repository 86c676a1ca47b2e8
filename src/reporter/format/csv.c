/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/harmless.h"
#include "base/utf8.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/path_names.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

struct csv {
    FILE *out;
    char separator;
    bool has_long_names; /* in the heading */
    bool is_line_begun;
    const struct table *table; /* that is being written */
    struct text parent;        /* the function that callers and callees belong to */
    struct path_names path;    /* of a tree: of its last row */
};

static void separate(struct csv *csv)
{
    if (csv->is_line_begun)
        fputc(csv->separator, csv->out);
    csv->is_line_begun = true;
}

static void end_line(struct csv *csv)
{
    fputs("\r\n", csv->out);
    csv->is_line_begun = false;
}

static bool needs_quotes(const struct csv *csv, struct text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] == csv->separator || strchr("\"\r\n", text.at[i]) != NULL)
            return true;
    return false;
}

/*
 * What is not UTF-8, and what a terminal must not get, becomes U+FFFD; a quote within quotes is
 * doubled.
 */
static void write_text_field(struct csv *csv, struct text text)
{
    bool has_quotes = needs_quotes(csv, text);
    const char *at = text.at, *end = text_end(text);

    separate(csv);
    if (has_quotes)
        fputc('"', csv->out);
    while (at < end) {
        uint32_t character;
        size_t length = utf8_decode(at, end, &character);
        bool is_line_end = length == 1 && (character == '\r' || character == '\n');
        if (length == 0 || (harmless_length(at, end) == 0 && !is_line_end))
            fputs("\xef\xbf\xbd", csv->out);
        else
            fwrite(at, 1, length, csv->out);
        if (length != 0 && character == '"')
            fputc('"', csv->out);
        at += length == 0 ? 1 : length;
    }
    if (has_quotes)
        fputc('"', csv->out);
}

static void write_number_field(struct csv *csv, int64_t number, bool is_given)
{
    separate(csv);
    if (is_given)
        fprintf(csv->out, "%" PRIi64, number);
}

static void write_cell(struct csv *csv, struct cell cell)
{
    char text[MAX_COUNT];

    if (!cell.is_ratio || !cell.is_given) {
        write_number_field(csv, cell.value, cell.is_given);
        return;
    }
    separate(csv);
    format_whole_ratio(cell.ratio, text);
    fputs(text, csv->out);
}

/* A field for each event; without a value where there are no cells. */
static void write_cells(struct csv *csv, const struct cell *cells)
{
    const struct cell none = {0};

    for (size_t i = 0; i < csv->table->n_columns; i++)
        write_cell(csv, cells == NULL ? none : cells[i]);
}

/* The same for events that are ratios. */
static void write_ratios(struct csv *csv, const struct cell *cells)
{
    const struct cell none = {0};

    for (size_t i = 0; i < csv->table->n_columns; i++)
        if (csv->table->columns[i].is_ratio)
            write_cell(csv, cells == NULL ? none : cells[i]);
}

static void write_words(struct csv *csv, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        write_text_field(csv, text_of(words[i]));
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
        write_text_field(csv, buffer_text(&field));
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
    write_text_field(csv, TEXT("exact"));
    if (csv->table->is_difference) {
        write_words(csv, old, ARRAY_LENGTH(old));
        if (table_is_of_lines(csv->table))
            write_words(csv, old_line, ARRAY_LENGTH(old_line));
        write_event_names(csv, "old_self:", false);
        write_event_names(csv, "old_inclusive:", false);
        write_event_names(csv, "new_self:", true);
        write_event_names(csv, "new_inclusive:", true);
    }
    if (csv->table->has_spans)
        write_words(csv, span, ARRAY_LENGTH(span));
    if (csv->table->has_instructions)
        write_words(csv, code, ARRAY_LENGTH(code));
    if (csv->table->has_jumps)
        write_words(csv, target, ARRAY_LENGTH(target));
    if (csv->table->is_limited)
        write_text_field(csv, TEXT("left_out"));
}

static void write_heading(struct csv *csv)
{
    write_heading_fields(csv);
    end_line(csv);
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
        write_text_field(csv, row->jump->is_bound ? TEXT("false") : TEXT("true"));
    else if (inclusive == NULL || row->kind == ROW_LINE)
        write_text_field(csv, TEXT(""));
    else if (cells_are_exact(inclusive, csv->table->n_columns))
        write_text_field(csv, TEXT("true"));
    else
        write_text_field(csv, TEXT("false"));
}

/* What a row of a difference was; fields without a value for rows of calls. */
static void write_old(struct csv *csv, const struct table_row *row)
{
    static const struct old_table_row none = {0};
    const struct old_table_row *old = row->old != NULL ? row->old : &none;
    bool is_line = row->old != NULL && row->kind != ROW_CALLEE;

    write_text_field(csv, text_of(change_name(old->change)));
    write_text_field(csv, old->object);
    write_text_field(csv, old->file);
    write_text_field(csv, old->function);
    write_number_field(csv, old->calls, row->old != NULL && !old->lacks_calls);
    if (table_is_of_lines(csv->table)) {
        write_number_field(csv, (int64_t)old->line, old->line != 0);
        write_text_field(csv, text_of(is_line ? line_change_name(old->line_change) : ""));
    }
    write_cells(csv, old->cells);
    write_cells(csv, old->inclusive);
    write_ratios(csv, old->ratios);
    write_ratios(csv, old->inclusive_ratios);
}

static void write_address(struct csv *csv, uint64_t address, bool is_given)
{
    separate(csv);
    if (is_given)
        fprintf(csv->out, "0x%" PRIx64, address);
}

static void write_instruction(struct csv *csv, const struct table_row *row)
{
    bool has_text = row->kind == ROW_INSTRUCTION || row->kind == ROW_HOTSPOT;

    write_address(csv, row->address, true);
    write_text_field(csv, has_text ? row->text : (struct text){0});
}

/* Where a jump or a call leads to, and how often a jump was taken. */
static void write_target(struct csv *csv, const struct table_row *row)
{
    static const struct jump_facts none = {0};
    const struct jump_facts *jump = row->jump != NULL ? row->jump : &none;
    bool is_conditional = jump->executed != 0 || jump->followed != 0;
    uint64_t address = row->kind == ROW_CALLEE ? row->target : jump->address;

    write_text_field(csv, jump->file);
    write_text_field(csv, jump->function);
    write_number_field(csv, (int64_t)jump->line, jump->line != 0);
    write_address(csv, address, address != 0);
    write_number_field(csv, jump->times, jump->times != 0);
    write_number_field(csv, jump->followed, is_conditional);
    write_number_field(csv, jump->executed, is_conditional);
    write_text_field(csv, text_of(row->jump != NULL ? jump_course_name(jump->course) : ""));
}

static void write_fields(struct csv *csv, const struct table_row *row)
{
    write_text_field(csv, kind_name(csv->table, row));
    write_text_field(csv, row_is_main(row) && row->tree == NULL ? TEXT("") : csv->parent);
    write_text_field(csv, row->object);
    write_text_field(csv, row->file);
    write_text_field(csv, row->label.at != NULL ? row->label : row->function);
    write_number_field(csv, (int64_t)row->line, row->line != 0);
    write_number_field(csv, row->calls, row_has_calls(row));
    write_cells(csv, row_self(row));
    write_cells(csv, row_inclusive(row));
    write_exact(csv, row);
    if (csv->table->is_difference)
        write_old(csv, row);
    if (csv->table->has_spans) {
        write_text_field(csv, row->time_range);
        write_text_field(csv, row->trigger);
    }
    if (csv->table->has_instructions)
        write_instruction(csv, row);
    if (csv->table->has_jumps)
        write_target(csv, row);
    if (csv->table->is_limited)
        write_number_field(csv, (int64_t)row->n_left_out, row->n_left_out != 0);
}

static void write_row(struct csv *csv, const struct table_row *row)
{
    if (row_is_main(row))
        csv->parent = row->function;
    write_fields(csv, row);
    end_line(csv);
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
    end_line(csv);
}

/* One end of the ranges; without a value where it is not known. */
static void write_range_ends(struct csv *csv, const struct cell_range *ranges,
                             const struct cell *cells, bool is_upper)
{
    for (size_t i = 0; i < csv->table->n_columns; i++) {
        bool is_given = ranges != NULL && ranges[i].is_known && cells[i].is_given;
        int64_t end = !is_given ? 0 : is_upper ? ranges[i].most : ranges[i].least;
        write_number_field(csv, end, is_given);
    }
}

/* None of what is left out is more than that, in the event that is measured. */
static void write_most_left_out(struct csv *csv, const struct tree_place *place)
{
    const struct cell none = {0};
    const struct table *table = csv->table;
    size_t n_before = table->n_columns * (table->has_inclusive ? 3 : 2);

    for (size_t i = 0; i < table->n_columns * 4; i++)
        write_cell(csv, i == n_before + table->measured ? place->most_left_out : none);
}

static void write_tree_row(struct csv *csv, const struct table_row *row)
{
    const struct tree_place *place = row->tree;
    bool is_path = row->kind == ROW_TREE;

    if (is_path)
        path_names_extend(&csv->path, place->depth, row_name(row));
    csv->parent = path_names_parent(&csv->path, place->depth);
    write_fields(csv, row);
    write_text_field(csv, is_path ? buffer_text(&csv->path.text) : TEXT(""));
    write_number_field(csv, (int64_t)place->n_left_out, !is_path);
    if (is_path) {
        write_range_ends(csv, place->self, row->cells, false);
        write_range_ends(csv, place->inclusive, row->inclusive, false);
        write_range_ends(csv, place->self, row->cells, true);
        write_range_ends(csv, place->inclusive, row->inclusive, true);
    } else {
        write_most_left_out(csv, place);
    }
    end_line(csv);
}

static void write_event_heading(struct csv *csv)
{
    static const char *const names[] = {"event", "long_name", "formula", "total"};

    write_words(csv, names, ARRAY_LENGTH(names));
    end_line(csv);
}

static void write_event_row(struct csv *csv, const struct table_row *row)
{
    write_text_field(csv, row->event->name);
    write_text_field(csv, row->event->long_name);
    write_text_field(csv, row->event->formula);
    write_cell(csv, row->cells[0]);
    end_line(csv);
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
    struct csv csv = {
        .out = out, .separator = separator, .has_long_names = options->show_long_names};
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

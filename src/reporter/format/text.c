/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_tables.h"
#include "reporter/format/tint.h"
#include "reporter/report.h"

static const char rule[] =
    "--------------------------------------------------------------------------------\n";

enum { LABEL_WIDTH = 18 };

/* Where and how, and the widths of the table being written. */
struct writer {
    FILE *out;
    const struct format_options *options;
    bool is_difference;
    size_t *widths; /* by column */
    size_t capacity;
};

static size_t count_width(struct cell cell)
{
    char count[MAX_COUNT];

    return cell.is_given ? format_count(cell.value, count) : 0;
}

/* As wide as the widest cell of all main rows, and at least as the name. */
static size_t column_width(const struct writer *writer, const struct column *column)
{
    size_t largest = count_width(column->largest), smallest = count_width(column->smallest);
    size_t width = largest > smallest ? largest : smallest;

    if (width != 0 && writer->options->show_percentages)
        width += PERCENTAGE_WIDTH;
    width += column->has_bounds;
    return width > text_columns(column->name) ? width : text_columns(column->name);
}

static void set_widths(struct writer *writer, const struct table *table)
{
    if (writer->widths == NULL || table->n_columns > writer->capacity)
        writer->widths = memory_grow(writer->widths, &writer->capacity, table->n_columns,
                                     sizeof *writer->widths);
    for (size_t i = 0; i < table->n_columns; i++)
        writer->widths[i] = column_width(writer, &table->columns[i]);
}

/* The names of the events over their columns. */
static void write_heading(const struct writer *writer, const struct table *table)
{
    for (size_t i = 0; i < table->n_columns; i++) {
        struct text name = table->columns[i].name;
        write_text(writer->out, name);
        write_blanks(writer->out, writer->widths[i] - text_columns(name) + 1);
    }
    fputs(table->has_functions ? " file:function\n" : "\n", writer->out);
}

/* Room for a cell without the blanks before it: mark, count, percentage, a blank. */
enum { CELL_ROOM = 3 + MAX_COUNT + MAX_COUNT + 1 };

/* The cell as text, and how many columns it takes: the mark is one character of three bytes. */
static size_t format_cell(const struct writer *writer, const struct column *column,
                          struct cell cell, char text[CELL_ROOM], size_t *columns)
{
    static const char bound[] = "\xe2\x89\xa5"; /* U+2265, greater than or equal to */
    const char *mark = !cell.is_bound ? "" : writer->is_difference ? "~" : bound;
    size_t length = 0, mark_length = 0;

    if (cell.is_bound)
        mark_length = (size_t)snprintf(text, CELL_ROOM, "%s", mark);
    length = mark_length;
    if (cell.is_given)
        length += format_count(cell.value, text + length);
    else
        text[length++] = '.';
    bool has_base = !writer->is_difference || column->total.value != 0;
    if (writer->options->show_percentages && cell.is_given && cell.value != 0 && has_base) {
        length += format_percentage(cell.value, column->total.value, text + length);
    } else if (writer->options->show_percentages) {
        memset(text + length, ' ', PERCENTAGE_WIDTH);
        length += PERCENTAGE_WIDTH;
    }
    *columns = length - (mark_length > 1 ? mark_length - 1 : 0);
    text[length++] = ' ';
    return length;
}

static enum tint tint_of_cell(const struct column *column, struct cell cell)
{
    if (!cell.is_given || cell.value == 0)
        return TINT_DIM;
    if (column->total.value == 0)
        return TINT_NONE;
    return tint_of_share((double)cell.value * 100.0 / (double)column->total.value);
}

/* A count cell and the blank behind it. Cells of caller, callee and call rows may overflow. */
static void write_cell(const struct writer *writer, const struct column *column, size_t width,
                       struct cell cell)
{
    char text[CELL_ROOM];
    size_t columns, length = format_cell(writer, column, cell, text, &columns);
    enum tint tint = writer->options->has_color ? tint_of_cell(column, cell) : TINT_NONE;

    if (columns < width)
        write_blanks(writer->out, width - columns);
    tint_begin(writer->out, writer->options->has_color, tint);
    fwrite(text, 1, length, writer->out);
    tint_end(writer->out, writer->options->has_color, tint);
}

static void write_cells(const struct writer *writer, const struct table *table,
                        const struct cell *cells)
{
    for (size_t i = 0; i < table->n_columns; i++)
        write_cell(writer, &table->columns[i], writer->widths[i], cells[i]);
}

static void write_name(const struct writer *writer, const struct table_row *row)
{
    write_text(writer->out, row->file);
    fputc(':', writer->out);
    write_text(writer->out, row->function);
}

/* What became of the function, in a difference. */
static void write_change(const struct writer *writer, const struct table_row *row)
{
    if (row->old == NULL)
        return;
    if (row->old->change == CHANGE_NEW)
        fputs(" (new)", writer->out);
    if (row->old->change == CHANGE_GONE)
        fputs(" (gone)", writer->out);
    if (row->old->change != CHANGE_MOVED && row->old->change != CHANGE_RENAMED)
        return;
    fputs(" (was ", writer->out);
    write_text(writer->out, row->old->file);
    fputc(':', writer->out);
    write_text(writer->out, row->old->function);
    fputc(')', writer->out);
}

static void write_calls(const struct writer *writer, const struct table_row *row)
{
    char count[MAX_COUNT];

    format_count(row->calls, count);
    fprintf(writer->out, " (%sx)", count);
}

static void write_object(const struct writer *writer, const struct table_row *row)
{
    if (row->object.at != NULL) {
        tint_begin(writer->out, writer->options->has_color, TINT_DIM);
        fputs(" [", writer->out);
        write_text(writer->out, row->object);
        fputc(']', writer->out);
        tint_end(writer->out, writer->options->has_color, TINT_DIM);
    }
    fputc('\n', writer->out);
}

static void write_range(const struct writer *writer, const struct table_row *row)
{
    fprintf(writer->out, "-- line %" PRIu64 " %.40s\n", row->line, rule);
}

static void write_row(const struct writer *writer, const struct table *table,
                      const struct table_row *row)
{
    if (row->cells != NULL)
        write_cells(writer, table, row->cells);
    switch (row->kind) {
    case ROW_TOTAL:
        fputs(" PROGRAM TOTALS", writer->out);
        break;
    case ROW_ANNOTATED_SUM:
        fputs(" events annotated\n", writer->out);
        break;
    case ROW_FUNCTION:
        fputs(table->has_calls ? " *  " : " ", writer->out);
        write_name(writer, row);
        write_change(writer, row);
        write_object(writer, row);
        break;
    case ROW_CALLER:
    case ROW_CALLEE:
        fputs(row->kind == ROW_CALLER ? " < " : " >   ", writer->out);
        write_name(writer, row);
        write_calls(writer, row);
        write_object(writer, row);
        break;
    case ROW_GAP:
        fputc('\n', writer->out);
        break;
    case ROW_RANGE:
        write_range(writer, row);
        break;
    case ROW_SOURCE:
        fputc(' ', writer->out);
        write_source_line(writer->out, row->text);
        break;
    case ROW_CALL:
        fputs(" => ", writer->out);
        write_name(writer, row);
        write_calls(writer, row);
        fputc('\n', writer->out);
        break;
    case ROW_BOGUS:
        fprintf(writer->out, " <bogus line %" PRIu64 ">\n", row->line);
        break;
    case ROW_EVENT:
    case ROW_HOTSPOT:
    case ROW_CYCLE:
    case ROW_RECURSION:
    case ROW_FILE:
    case ROW_PATH:
    case ROW_LISTING:
    case ROW_LINE:
        break; /* of tables that are written elsewhere */
    case ROW_UNIDENTIFIED:
        fputs(" <counts for unidentified lines in ", writer->out);
        write_text(writer->out, row->file);
        fputs(">\n\n", writer->out);
        break;
    }
}

static bool write_rows(const struct writer *writer, const struct table *table, struct error *error)
{
    struct table_row row = {0};

    /* Nobody reads on where the stream has failed; main() says why. */
    while (!ferror(writer->out) && table->next(table->view, &row, error))
        write_row(writer, table, &row);
    return error->kind == ERROR_NONE;
}

/* A table under its heading between two rules. */
static bool write_table(struct writer *writer, const struct section *section, struct error *error)
{
    set_widths(writer, &section->table);
    fputs(rule, writer->out);
    write_heading(writer, &section->table);
    fputs(rule, writer->out);
    if (!write_rows(writer, &section->table, error))
        return false;
    if (section->kind == SECTION_TOTALS)
        fputs(section->is_calculated ? " (calculated)\n" : "\n", writer->out);
    fputc('\n', writer->out);
    return true;
}

static void write_listing_title(const struct writer *writer, const struct section *section)
{
    fputs(rule, writer->out);
    tint_begin(writer->out, writer->options->has_color, TINT_TITLE);
    fputs(section->is_user_chosen ? "-- User-annotated source: " : "-- Auto-annotated source: ",
          writer->out);
    if (section->found_in.length != 0) {
        write_text(writer->out, section->found_in);
        fputs(" + ", writer->out);
    }
    write_text(writer->out, section->title);
    tint_end(writer->out, writer->options->has_color, TINT_TITLE);
    fputc('\n', writer->out);
    fputs(rule, writer->out);
}

static bool write_listing(struct writer *writer, const struct section *section, struct error *error)
{
    write_listing_title(writer, section);
    set_widths(writer, &section->table);
    write_heading(writer, &section->table);
    fputc('\n', writer->out);
    return write_rows(writer, &section->table, error);
}

static void write_no_cost(const struct writer *writer, const struct section *section)
{
    write_listing_title(writer, section);
    fputs("  No information has been collected for ", writer->out);
    write_text(writer->out, section->title);
    fputs("\n\n", writer->out);
}

static void write_missing(const struct writer *writer, const struct section *section)
{
    fputs(rule, writer->out);
    fputs("The following files chosen for auto-annotation could not be found:\n", writer->out);
    fputs(rule, writer->out);
    for (size_t i = 0; i < section->names.count; i++) {
        fputs("  ", writer->out);
        write_text(writer->out, section->names.items[i]);
        fputc('\n', writer->out);
    }
    fputc('\n', writer->out);
}

static bool write_section(struct writer *writer, const struct section *section, struct error *error)
{
    switch (section->kind) {
    case SECTION_TOTALS:
    case SECTION_FUNCTIONS:
    case SECTION_ANNOTATED_SUM:
        return write_table(writer, section, error);
    case SECTION_FILE_LISTING:
        return write_listing(writer, section, error);
    case SECTION_NO_COST:
        write_no_cost(writer, section);
        return true;
    case SECTION_MISSING:
        write_missing(writer, section);
        return true;
    case SECTION_EVENTS:
        return format_text_events(writer->out, section, error);
    case SECTION_HOTSPOTS:
        return format_text_hotspots(writer->out, section, writer->options, error);
    case SECTION_CODE_LISTING:
        return format_text_code_listing(writer->out, section, writer->options, error);
    case SECTION_PEEK:
        return format_text_peek(writer->out, section, writer->options, error);
    case N_SECTION_KINDS:
        break;
    }
    return true;
}

static void write_label(const struct writer *writer, const char *label)
{
    fprintf(writer->out, "%-*s", LABEL_WIDTH, label);
}

/* The items after the label, with blanks between them. */
static void write_list(const struct writer *writer, const char *label, struct text_list list)
{
    write_label(writer, label);
    for (size_t i = 0; i < list.count; i++) {
        if (i != 0)
            fputc(' ', writer->out);
        write_text(writer->out, list.items[i]);
    }
    fputc('\n', writer->out);
}

/* The items one a line, below each other. */
static void write_column(const struct writer *writer, const char *label, struct text_list list)
{
    write_label(writer, label);
    if (list.count == 0)
        fputc('\n', writer->out);
    for (size_t i = 0; i < list.count; i++) {
        if (i != 0)
            write_label(writer, "");
        write_text(writer->out, list.items[i]);
        fputc('\n', writer->out);
    }
}

static void write_identity(const struct writer *writer, const struct part_facts *part)
{
    if (part->pid < 0)
        return;
    fprintf(writer->out, " (PID %" PRIi64, part->pid);
    if (part->number >= 0)
        fprintf(writer->out, ", part %" PRIi64, part->number);
    if (part->thread >= 0)
        fprintf(writer->out, ", thread %" PRIi64, part->thread);
    fputc(')', writer->out);
}

/* Writes ", " but before the first item of a list. */
static void write_separator(const struct writer *writer, bool *is_first)
{
    if (!*is_first)
        fputs(", ", writer->out);
    *is_first = false;
}

/* One line a part where there are several: what it is, when and why it was written, its cost. */
static void write_part(const struct writer *writer, const struct facts *facts,
                       const struct part_facts *part)
{
    const struct {
        const char *label;
        int64_t number;
    } numbers[] = {{"PID", part->pid}, {"part", part->number}, {"thread", part->thread}};
    const struct text texts[] = {part->time_range, part->trigger};
    bool is_first = true;

    for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
        if (numbers[i].number < 0)
            continue;
        write_separator(writer, &is_first);
        fprintf(writer->out, "%s %" PRIi64, numbers[i].label, numbers[i].number);
    }
    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        if (texts[i].length == 0)
            continue;
        write_separator(writer, &is_first);
        write_text(writer->out, texts[i]);
    }
    if (part->total.is_given) {
        char count[MAX_COUNT];
        format_count(part->total.value, count);
        write_separator(writer, &is_first);
        fprintf(writer->out, "%s ", count);
        write_text(writer->out, facts->first_event);
    }
    fputc('\n', writer->out);
}

static void write_target(const struct writer *writer, const struct facts *facts)
{
    write_label(writer, "Profiled target:");
    if (facts->has_command)
        write_text(writer->out, facts->command);
    else
        fputs("(unknown)", writer->out);
    if (facts->n_parts == 1)
        write_identity(writer, &facts->parts[0]);
    fputc('\n', writer->out);
    if (facts->n_parts < 2)
        return;
    write_label(writer, "Parts:");
    for (size_t i = 0; i < facts->n_parts; i++) {
        if (i != 0)
            write_label(writer, "");
        write_part(writer, facts, &facts->parts[i]);
    }
}

static void write_facts(const struct writer *writer, const struct facts *facts)
{
    if (facts->chosen_file.length != 0) {
        fputs("Reading data from '", writer->out);
        write_text(writer->out, facts->chosen_file);
        fputs("'...\n", writer->out);
    }
    fputs(rule, writer->out);
    for (size_t i = 0; i < facts->files.count; i++) {
        fputs("Profile data file '", writer->out);
        write_text(writer->out, facts->files.items[i]);
        fputc('\'', writer->out);
        if (facts->creators.items[i].length != 0) {
            fputs(" (creator: ", writer->out);
            write_text(writer->out, facts->creators.items[i]);
            fputc(')', writer->out);
        }
        fputc('\n', writer->out);
    }
    fputs(rule, writer->out);
    for (size_t i = 0; i < facts->descriptions.count; i++) {
        write_text(writer->out, facts->descriptions.items[i]);
        fputc('\n', writer->out);
    }
    write_target(writer, facts);
    if (facts->old_files.count != 0)
        write_column(writer, "Compared with:", facts->old_files);
    write_list(writer, "Events recorded:", facts->recorded);
    write_list(writer, "Events shown:", facts->shown);
    write_list(writer, "Event sort order:", facts->sorted);
    write_list(writer, "Thresholds:", facts->thresholds);
    write_column(writer, "Include dirs:", facts->include_dirs);
    write_column(writer, "User annotated:", facts->sources);
    write_label(writer, "Auto-annotation:");
    fputs(facts->is_auto_annotated ? "on\n\n" : "off\n\n", writer->out);
}

bool format_text(const struct report *report, const struct format_options *options, FILE *out,
                 struct error *error)
{
    struct writer writer = {
        .out = out,
        .options = options,
        .is_difference = report->facts.old_files.count != 0,
    };
    struct section section = {0};
    bool is_done = true, is_first = true;

    if (report->is_classic)
        write_facts(&writer, &report->facts);
    while (is_done && !ferror(out) && report->next(report->maker, &section, error)) {
        if (is_first && !report->is_classic && section.kind != SECTION_EVENTS)
            format_text_lead(out, &report->facts, &section);
        is_first = false;
        is_done = write_section(&writer, &section, error);
    }
    free(writer.widths);
    return error->kind == ERROR_NONE;
}

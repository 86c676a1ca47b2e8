/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_names.h"
#include "reporter/format/text_sections.h"
#include "reporter/report.h"

/* A table that is being written, with a column for each event. */
struct report_table {
    const struct text_writer *writer;
    FILE *out; /* the writer's */
    const struct format_options *options;
    const struct table *table;
    size_t *widths; /* by event */
};

static size_t cell_width(struct cell cell)
{
    char figure[MAX_COUNT];

    return cell.is_given ? format_figure(cell, false, figure) : 0;
}

/* Returns the width of the widest figure of all main rows, or of the event's name if wider. */
static size_t event_width(const struct report_table *report, const struct table_event *event)
{
    const struct cell least = {.value = -1, .unit = event->unit, .is_given = event->unit > 1};
    size_t width = at_least(cell_width(event->largest), cell_width(event->smallest));

    width = at_least(width, cell_width(least)); /* what is small has more digits after the point */
    if (width != 0 && report->options->show_percentages && !event->is_ratio)
        width += PERCENTAGE_WIDTH;
    return at_least(width, text_columns(event->name));
}

/* Begins a table. The caller frees its widths. */
static struct report_table report_table_begin(const struct text_writer *writer,
                                              const struct table *table)
{
    struct report_table report = {
        .writer = writer,
        .out = writer->out,
        .options = writer->options,
        .table = table,
        .widths = memory_alloc(table->n_events, sizeof(size_t)),
    };

    for (size_t i = 0; i < table->n_events; i++)
        report.widths[i] = event_width(&report, &table->events[i]);
    return report;
}

/* Writes the names of the events over their columns. */
static void write_heading(const struct report_table *report)
{
    const struct table *table = report->table;

    for (size_t i = 0; i < table->n_events; i++) {
        struct text name = table->events[i].name;
        write_text(report->out, name);
        write_blanks(report->out, report->widths[i] - text_columns(name) + 1);
    }
    fputs(text_equal(table->by, TEXT("function")) ? " file:function\n" : "\n", report->out);
}

/* Room for a count and its percentage. */
enum { CELL_ROOM = 2 * MAX_COUNT };

/* Formats the figure. Scripts read these tables: no mark stands before the digits. */
static size_t format_cell(const struct report_table *report, struct cell base, struct cell cell,
                          char text[CELL_ROOM])
{
    size_t length = format_figure(cell, false, text);
    bool has_base = !report->table->is_difference || base.value != 0;
    if (report->options->show_percentages && cell.is_given && cell.value != 0 && has_base) {
        length += format_percentage(cell.value, base.value, text + length);
    } else if (report->options->show_percentages && !base.is_ratio) {
        memset(text + length, ' ', PERCENTAGE_WIDTH);
        length += PERCENTAGE_WIDTH;
    }
    return length;
}

static enum tint tint_of_report(const struct table *table, struct cell cell, struct cell base)
{
    bool lacks_share = cell.is_given && cell.value != 0 && base.value == 0;

    return lacks_share ? TINT_NONE : tint_of_cell(cell, base, table->is_difference);
}

/* Writes a figure and the blank after it. Those of caller, callee and call rows may be wider. */
static void write_cell(const struct report_table *report, size_t event, struct cell cell)
{
    struct cell base = report->table->events[event].base;
    size_t width = report->widths[event];
    bool has_color = report->options->has_color;
    char text[CELL_ROOM];
    size_t length = format_cell(report, base, cell, text);
    enum tint tint = has_color ? tint_of_report(report->table, cell, base) : TINT_NONE;

    if (length < width)
        write_blanks(report->out, width - length);
    tint_begin(report->out, has_color, tint);
    text[length] = ' ';
    fwrite(text, 1, length + 1, report->out);
    tint_end(report->out, has_color, tint);
}

static void write_cells(const struct report_table *report, const struct table_row *row)
{
    const struct figure *figures = row_figures(row);

    for (size_t i = 0; figures != NULL && i < report->table->n_events; i++)
        write_cell(report, i, table_shown(report->table, &figures[i]));
}

static void write_name(const struct report_table *report, struct text file, struct text function)
{
    bool is_link = link_begin(report->writer, file);

    write_text(report->out, file);
    fputc(':', report->out);
    write_text(report->out, function);
    link_end(report->writer, is_link);
}

/* Says after a row's name that some of its figures are not exact, or a change within the noise. */
static void write_marks(const struct report_table *report, const struct table_row *row)
{
    const struct table *table = report->table;
    const struct figure *figures = row_figures(row);
    bool is_bound = false, is_unsure = false, is_noise = false;

    for (size_t i = 0; i < table->n_events; i++) {
        const struct cell cell = table_shown(table, &figures[i]);
        bool is_known = cell.is_given && !cell.is_ratio;
        is_bound |= is_known && cell.is_bound && !table->is_difference;
        is_unsure |= is_known && (cell.is_estimate || (cell.is_bound && table->is_difference));
        is_noise |= cell.is_noise;
    }
    fputs(is_noise    ? " (noise)"
          : is_unsure ? " (not exact)"
          : is_bound  ? " (at least)"
                      : "",
          report->out);
}

/* Writes the status of the function, in a difference. */
static void write_change(const struct report_table *report, const struct old_row *old)
{
    FILE *out = report->out;

    if (change_is_one_sided(old->change))
        fprintf(out, " (%s)", change_name(old->change));
    if (old->change != CHANGE_MOVED && old->change != CHANGE_RENAMED)
        return;
    fputs(" (was ", out);
    write_name(report, old->file, old->function);
    fputc(')', out);
}

static void write_calls(const struct report_table *report, const struct table_row *row)
{
    const struct cell calls = row_calls(report->table, row);
    char count[MAX_COUNT];

    if (!calls.is_given)
        return;
    format_count(calls.value, count);
    fprintf(report->out, " (%sx)", count);
}

static void write_object(const struct report_table *report, const struct table_row *row)
{
    FILE *out = report->out;

    if (row->object.at != NULL) {
        tint_begin(out, report->options->has_color, TINT_DIM);
        fputs(" [", out);
        write_text(out, row->object);
        fputc(']', out);
        tint_end(out, report->options->has_color, TINT_DIM);
    }
    fputc('\n', out);
}

/* Writes a row of functions with their callers and callees, or of a sum. */
static void write_row(const struct report_table *report, const struct table_row *row)
{
    FILE *out = report->out;

    write_cells(report, row);
    switch (row->kind) {
    case ROW_TOTAL:
        fputs(" PROGRAM TOTALS", out);
        break;
    case ROW_ANNOTATED_SUM:
        fputs(" events annotated\n", out);
        break;
    case ROW_FUNCTION:
        fputs(report->table->has_calls ? " *  " : " ", out);
        write_name(report, row->file, row->function);
        write_marks(report, row);
        write_change(report, &row->old);
        write_object(report, row);
        break;
    case ROW_CALLER:
    case ROW_CALLEE:
        fputs(row->kind == ROW_CALLER ? " < " : " >   ", out);
        write_name(report, row->file, row->function);
        write_marks(report, row);
        write_calls(report, row);
        write_object(report, row);
        break;
    case ROW_GAP:
        fputc('\n', out);
        break;
    default:
        break; /* of tables that are written elsewhere */
    }
}

/* Writes a row of a source file: a line, its calls, cost without a line, or a gap. */
static void write_listing_row(const struct report_table *report, const struct table_row *row)
{
    static const char rule[] = "----------------------------------------";
    FILE *out = report->out;

    write_cells(report, row);
    switch (row->kind) {
    case ROW_CALLEE:
        fputs(" => ", out);
        write_name(report, row->file, row->function);
        write_marks(report, row);
        write_calls(report, row);
        fputc('\n', out);
        break;
    case ROW_GAP:
        if (row->line != 0)
            fprintf(out, "-- line %" PRIu64 " %s", row->line, rule);
        fputc('\n', out);
        break;
    default:
        fputc(' ', out);
        if (row->text.at != NULL) {
            write_source_line(out, row->text);
        } else if (row->line != 0) {
            fprintf(out, "<bogus line %" PRIu64 ">\n", row->line);
        } else {
            fputs("<counts for unidentified lines in ", out);
            write_text(out, row->file);
            fputs(">\n\n", out);
        }
        break;
    }
}

/* Writes a table under its heading between two rules. */
bool format_text_table(const struct text_writer *writer, const struct section *section,
                       struct error *error)
{
    struct report_table report = report_table_begin(writer, &section->table);
    FILE *out = writer->out;
    const struct table_row *row;

    write_rule(out);
    write_heading(&report);
    write_rule(out);
    while ((row = table_next_row(&section->table, out, error)) != NULL)
        write_row(&report, row);
    free(report.widths);
    if (error->kind != ERROR_NONE)
        return false;
    if (section->kind == SECTION_TOTALS)
        fputs(section->is_calculated ? " (calculated)\n" : "\n", out);
    fputc('\n', out);
    return true;
}

static void write_listing_title(const struct text_writer *writer, const struct section *section)
{
    bool has_color = writer->options->has_color;
    FILE *out = writer->out;

    write_rule(out);
    tint_begin(out, has_color, TINT_TITLE);
    fputs(section->is_user_chosen ? "-- User-annotated source: " : "-- Auto-annotated source: ",
          out);
    if (section->found_in.length != 0) {
        write_text(out, section->found_in);
        fputs(" + ", out);
    }
    write_text(out, section->title);
    tint_end(out, has_color, TINT_TITLE);
    fputc('\n', out);
    write_rule(out);
}

bool format_text_file_listing(const struct text_writer *writer, const struct section *section,
                              struct error *error)
{
    struct report_table report = report_table_begin(writer, &section->table);
    const struct table_row *row;

    write_listing_title(writer, section);
    write_heading(&report);
    fputc('\n', writer->out);
    while ((row = table_next_row(&section->table, writer->out, error)) != NULL)
        write_listing_row(&report, row);
    free(report.widths);
    return error->kind == ERROR_NONE;
}

bool format_text_no_cost(const struct text_writer *writer, const struct section *section,
                         struct error *error)
{
    (void)error;
    write_listing_title(writer, section);
    fputs("  No information has been collected for ", writer->out);
    write_text(writer->out, section->title);
    fputs("\n\n", writer->out);
    return true;
}

/* Writes the number of missing files and the first of them, in one line. */
static void write_number_missing(FILE *out, struct text_list names)
{
    char count[MAX_COUNT];

    format_count((int64_t)names.count, count);
    fprintf(out,
            names.count == 1 ? "%s source was not found: " : "%s sources were not found: ", count);
    write_text(out, names.items[0]);
    fputs(names.count == 1 ? "\n\n" : " and others (see --wide)\n\n", out);
}

bool format_text_missing(const struct text_writer *writer, const struct section *section,
                         struct error *error)
{
    FILE *out = writer->out;

    (void)error;
    if (!writer->options->lists_missing) {
        write_number_missing(out, section->names);
        return true;
    }
    write_rule(out);
    fputs("The following files chosen for auto-annotation could not be found:\n", out);
    write_rule(out);
    for (size_t i = 0; i < section->names.count; i++) {
        fputs("  ", out);
        write_text(out, section->names.items[i]);
        fputc('\n', out);
    }
    fputc('\n', out);
    return true;
}

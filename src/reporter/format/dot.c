/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes a call graph in the language of Graphviz. Functions are boxes, whose colour and border
 * show their inclusive cost; the width and colour of arrows show the cost of calls. Nothing is
 * shown by colour alone: figures have signs, and lines have a width.
 */
#include <math.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/format/text_names.h"
#include "reporter/report.h"

enum { LINE_WIDTH = 27, MOST_OF_COMMAND = 4 * LINE_WIDTH };

/* The hues of what was spent or added, and of what was saved. */
static const double MORE = 0.03, LESS = 0.58;

struct dot {
    FILE *out;
    const struct table *table;
};

/*
 * Writes text within quotes, in lines of so many bytes or a few more, to keep words whole. What
 * means something to Graphviz is escaped, including '&', which would begin an entity.
 */
static void write_in_lines(FILE *out, struct text text, size_t width)
{
    struct buffer clean = {0};
    size_t n_written = 0;

    append_utf8(&clean, text);
    for (size_t i = 0; i < clean.length; i++, n_written++) {
        char c = clean.at[i];
        bool begins = ((unsigned char)c & 0xc0) != 0x80; /* a character */
        bool is_late = n_written / 4 * 3 >= width;
        if (begins && n_written >= width && clean.length - i > 4 &&
            (is_late || !is_of_identifier(c))) {
            fputs("\\n", out);
            n_written = 0;
        }
        if (c == '&')
            fputs("&amp;", out);
        else
            fprintf(out, c == '"' || c == '\\' ? "\\%c" : "%c", c);
    }
    free(clean.at);
}

static void write_escaped(FILE *out, struct text text)
{
    write_in_lines(out, text, SIZE_MAX);
}

static const struct table_event *measured(const struct dot *dot)
{
    return &dot->table->events[dot->table->measured];
}

/* Returns the share of the total, from 0 to 1, without its sign. */
static double share_of(const struct dot *dot, struct cell cell)
{
    double share = fabs(percent_of(cell.value, measured(dot)->base.value)) / 100;

    return !cell.is_given ? 0 : share > 1 ? 1 : share;
}

/* Writes "12.34 %", with a mark if it is a bound, or a dot if it is not known. */
static void write_share(const struct dot *dot, struct cell cell)
{
    bool is_difference = dot->table->is_difference;
    double percent = percent_of(cell.value, measured(dot)->base.value);

    if (!cell.is_given) {
        fputc('.', dot->out);
        return;
    }
    if (cell.is_bound || cell.is_estimate)
        fputs(is_difference || cell.is_estimate ? "~" : "\xe2\x89\xa5 ", dot->out);
    fprintf(dot->out, is_difference && cell.value != 0 ? "%+.2f %%" : "%.2f %%", percent);
}

static void write_calls(const struct dot *dot, int64_t calls)
{
    char count[MAX_COUNT];

    if (dot->table->is_difference)
        format_signed_count(calls, count);
    else
        format_count(calls, count);
    fprintf(dot->out, "%sx", count);
}

/* Writes the whole name, the file and the object. */
static void write_tooltip(const struct dot *dot, const struct table_row *row)
{
    struct buffer name = {0}, rest = {0};

    make_label(row, 0, false, &name, &rest);
    write_escaped(dot->out, buffer_text(&name));
    write_escaped(dot->out, buffer_text(&rest));
    free(name.at);
    free(rest.at);
}

static void write_node(const struct dot *dot, const struct table_row *row)
{
    FILE *out = dot->out;
    const struct table *table = dot->table;
    struct cell inclusive = table_shown(table, &row->inclusive[table->measured]);
    int64_t calls = row_calls(table, row).value;
    double share = share_of(dot, inclusive);
    struct buffer name = {0};

    fprintf(out, "  n%zu [label=\"", row->graph->number + 1);
    append_short_name(&name, row_drawn_name(row), NAME_ROOM, false);
    write_in_lines(out, buffer_text(&name), LINE_WIDTH);
    free(name.at);
    fputs("\\n", out);
    write_share(dot, inclusive);
    fputs("\\n(self ", out);
    write_share(dot, table_shown(table, &row->self[table->measured]));
    fputs(")", out);
    if (calls != 0) {
        fputs("\\n", out);
        write_calls(dot, calls);
    }
    fputs("\", tooltip=\"", out);
    write_tooltip(dot, row);
    fputs("\", fillcolor=", out);
    /* Hue, saturation and value; a linear scale would leave all small shares white. */
    double hue = table->is_difference && inclusive.value < 0 ? LESS : MORE;
    fprintf(out, "\"%.2f %.3f 0.94\"", hue, 0.8 * share / (share + 0.2));
    fprintf(out, ", penwidth=%.2f%s]\n", 0.8 + 3 * share,
            row->graph->is_match ? ", peripheries=2" : "");
}

/*
 * Writes an arrow, dashed for calls that nest in others of the same function and have no cost of
 * their own.
 */
static void write_arc(const struct dot *dot, const struct table_row *row)
{
    FILE *out = dot->out;
    struct cell of_calls = table_shown(dot->table, &row->inclusive[dot->table->measured]);
    int64_t calls = row_calls(dot->table, row).value;
    double share = share_of(dot, of_calls);

    if (!of_calls.is_given && calls == 0)
        return; /* nothing changed */
    fprintf(out, "  n%zu -> n%zu [label=\" ", row->graph->number + 1, row->graph->callee + 1);
    if (of_calls.is_given)
        write_share(dot, of_calls);
    if (calls != 0) {
        fputs(of_calls.is_given ? "\\n " : "", out);
        write_calls(dot, calls);
    }
    /* Small shares are grey: a white arrow would be invisible. */
    fprintf(out, "\", penwidth=%.2f, weight=%u, color=\"0 0 %.3f\"%s]\n", 0.6 + 5 * share,
            1 + (unsigned)(100 * share), 0.55 - 0.35 * share,
            of_calls.is_given ? "" : ", style=dashed");
}

/* Writes the command and the total. */
static void write_title(const struct dot *dot, const struct facts *facts)
{
    char count[MAX_COUNT];
    struct buffer command = {0};
    FILE *out = dot->out;

    if (facts->command.at != NULL) {
        append_fitted(&command, facts->command, MOST_OF_COMMAND, false);
        write_in_lines(out, buffer_text(&command), LINE_WIDTH);
        fputs("\\n", out);
        free(command.at);
    }
    write_escaped(out, measured(dot)->name);
    format_figure(measured(dot)->base, false, count);
    fprintf(out, ": %s", count);
    if (dot->table->is_difference) {
        format_figure(figure_change(&measured(dot)->total), true, count);
        fprintf(out, " %s", count);
    }
}

static void write_head(const struct dot *dot, const struct facts *facts)
{
    static const char font[] = "fontname=\"Helvetica,Arial,sans-serif\"";
    FILE *out = dot->out;

    fputs("digraph calls {\n  graph [label=\"", out);
    write_title(dot, facts);
    fprintf(out, "\", labelloc=t, %s, fontsize=12, nodesep=0.25, ranksep=0.45]\n", font);
    fprintf(out,
            "  node [shape=box, style=filled, %s, fontsize=11, margin=\"0.12,0.06\", "
            "color=\"#404040\", fontcolor=\"#101010\"]\n",
            font);
    fprintf(out, "  edge [%s, fontsize=9, fontcolor=\"#303030\", arrowsize=0.7]\n", font);
}

bool format_dot(const struct report *report, const struct format_options *options, FILE *out,
                struct error *error)
{
    struct dot dot = {.out = out};
    struct section section = {0};

    (void)options;
    while (report_next(report, out, &section, error)) {
        dot.table = &section.table;
        write_head(&dot, &report->facts);
        const struct table_row *row;
        while ((row = table_next_row(dot.table, out, error)) != NULL) {
            if (row->kind == ROW_NODE)
                write_node(&dot, row);
            else
                write_arc(&dot, row);
        }
        fputs("}\n", out);
    }
    return error->kind == ERROR_NONE;
}

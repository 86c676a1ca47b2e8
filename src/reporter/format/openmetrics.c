/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Writes rows of figures in the OpenMetrics text format, for Prometheus and what reads the same. It
 * has no times, since a profile does not say when it was taken: whoever stores them adds one.
 */

#include <inttypes.h>

#include "base/names.h"
#include "reporter/format/contents.h"
#include "reporter/format/format.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

/* Writes NAME="VALUE", in which a backslash, a quote and the end of a line are escaped. */
static void write_label(FILE *out, struct text name, struct text value)
{
    size_t begin = 0;

    write_utf8(out, name);
    fputs("=\"", out);
    for (size_t i = 0; i < value.length; i++) {
        char c = value.at[i];
        if (c != '\\' && c != '"' && c != '\n')
            continue;
        write_utf8(out, (struct text){value.at + begin, i - begin});
        fputs(c == '\n' ? "\\n" : c == '"' ? "\\\"" : "\\\\", out);
        begin = i + 1;
    }
    write_utf8(out, (struct text){value.at + begin, value.length - begin});
    fputc('"', out);
}

static void write_label_if_any(FILE *out, struct text name, struct text value)
{
    if (value.length == 0)
        return;
    fputc(',', out);
    write_label(out, name, value);
}

/* Writes what tells the row from others. */
static void write_names(FILE *out, const struct table *table, const struct table_row *row,
                        struct text label)
{
    char room[MAX_COUNT];

    write_label_if_any(out, TEXT("function"), row->function);
    write_label_if_any(out, TEXT("file"), row->file);
    write_label_if_any(out, TEXT("object"), row->object);
    write_label_if_any(out, table->by, label);
    if (row_line(row) != 0) /* one that is gone may have the number of another */
        write_label_if_any(out, row->old.line_change == LINE_GONE ? TEXT("old_line") : TEXT("line"),
                           format_unsigned(row_line(row), 10, room));
    if (row->address != 0) {
        snprintf(room, sizeof room, "%#" PRIx64, row->address);
        write_label_if_any(out, TEXT("address"), text_of(room));
    }
}

/* Writes the end of a sample. */
static void write_value(FILE *out, struct cell cell)
{
    fputs("} ", out);
    if (cell.is_ratio) {
        char text[MAX_COUNT];
        format_whole_ratio(cell.ratio, text);
        fputs(text, out);
    } else {
        fprintf(out, "%" PRId64, cell.value);
    }
    fputc('\n', out);
}

/* Writes a sample for each event that is given. What may be more has a name of its own. */
static void write_figures(FILE *out, const struct table *table, const struct table_row *row,
                          struct text label, bool is_inclusive)
{
    const struct figure *figures = is_inclusive ? row->inclusive : row->self;

    for (size_t i = 0; figures != NULL && i < table->n_events; i++) {
        const struct cell cell = table_shown(table, &figures[i]);
        if (!cell.is_given)
            continue;
        fputs(table->is_difference ? "quern_change{" : "quern_cost{", out);
        write_label(out, TEXT("event"), table->events[i].name);
        write_label_if_any(out, TEXT("scope"),
                           !is_inclusive   ? TEXT("self")
                           : cell.is_bound ? TEXT("at_least")
                                           : TEXT("inclusive"));
        write_names(out, table, row, label);
        write_value(out, cell);
    }
}

static void write_totals(FILE *out, const struct table *table)
{
    fputs("# TYPE quern_total gauge\n"
          "# HELP quern_total Cost of the program.\n",
          out);
    for (size_t i = 0; i < table->n_events; i++) {
        const struct cell total = table->events[i].total.now;
        if (!total.is_given)
            continue;
        fputs("quern_total{", out);
        write_label(out, TEXT("event"), table->events[i].name);
        write_value(out, total);
    }
}

static void write_head(FILE *out, const struct table *table)
{
    write_totals(out, table);
    if (table->is_difference)
        fputs("# TYPE quern_change gauge\n"
              "# HELP quern_change Cost, less what it was before: of code itself (self), with all "
              "that it calls (inclusive), or a bound of that (at_least).\n",
              out);
    else
        fputs("# TYPE quern_cost gauge\n"
              "# HELP quern_cost Cost of code itself (self), with all that it calls (inclusive), "
              "or a lower bound of that (at_least).\n",
              out);
}

bool format_openmetrics(const struct report *report, const struct format_options *options,
                        FILE *out, struct error *error)
{
    struct section section = {0};
    const struct table *table = &section.table;
    const struct table_row *row;

    (void)options;
    if (!report_next_of_kind(report, SECTION_HOTSPOTS, out, &section, error))
        return false;
    write_head(out, table);
    struct names *given = names_create();
    while ((row = table_next_row(table, out, error)) != NULL) {
        struct text label = row_label_once(row, given);
        write_figures(out, table, row, label, false);
        write_figures(out, table, row, label, true);
    }
    names_free(given);
    fputs("# EOF\n", out);
    return error->kind == ERROR_NONE;
}

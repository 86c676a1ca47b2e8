/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"
#include "reporter/format/contents.h"
#include "reporter/format/markdown_pieces.h"
#include "reporter/format/pieces.h"

/* Deeper levels are indented no further: a cell has only so much room. */
enum { MOST_LEVELS_INDENTED = 40 };

static void write_heading(const struct markdown *markdown)
{
    const struct table *table = markdown->table;
    FILE *out = markdown->out;
    size_t n_figures = 1;

    fputc('|', out);
    for (size_t i = 0; i < table->n_columns; i++) {
        bool is_ratio = table->columns[i].is_ratio, has_growth = table->is_difference && !is_ratio;
        write_markdown_cost_heading(markdown, i, table->has_inclusive ? "inclusive" : "self");
        fputs(has_growth ? " % of own |" : "", out);
        n_figures += is_ratio ? 1 : has_growth ? 3 : 2;
    }
    fputs(table->has_inclusive ? " self % | calls |" : "", out);
    n_figures += table->has_inclusive ? 2 : 0;
    fputs(" within % | function |\n|", out);
    while (n_figures-- > 0)
        fputs("---:|", out);
    fputs("---|\n", out);
}

/* What a cell is of the program, in percent, marked where it is an estimate. */
static void write_self_share(const struct markdown *markdown, struct cell cell)
{
    const struct table *table = markdown->table;
    int64_t total = table->columns[table->measured].total.value;
    const char *form = table->is_difference && cell.value != 0 ? " %s%+.2f |" : " %s%.2f |";

    if (!cell.is_given || total == 0)
        fputs(" . |", markdown->out);
    else
        fprintf(markdown->out, form, cell.is_estimate ? "~" : "", percent_of(cell.value, total));
}

/* Nothing where the cost is known, or as good as that. */
static void write_range(const struct markdown *markdown, const struct table_row *row)
{
    const struct table *table = markdown->table;
    const struct cell_range *range = &row_tree_ranges(row)[table->measured];
    int64_t total = table->columns[table->measured].total.value;
    char least[MAX_COUNT], most[MAX_COUNT];
    bool is_estimate = cell_shows_estimate(row_tree_cells(row)[table->measured]);

    if (is_estimate && !range->is_known)
        fputs(" ? |", markdown->out);
    else if (is_estimate && format_range_ends(range, total, table->is_difference, least, most))
        fprintf(markdown->out, table->is_difference ? " %s to %s |" : " %s-%s |", least, most);
    else
        fputs(" |", markdown->out);
}

static void indent(const struct markdown *markdown, const struct tree_place *place)
{
    fputc(' ', markdown->out);
    for (size_t i = 0; i < place->depth && i < MOST_LEVELS_INDENTED; i++)
        fputs("&emsp;", markdown->out);
}

static void write_figures(const struct markdown *markdown, const struct table_row *row)
{
    const struct table *table = markdown->table;
    const struct cell none = {0};
    bool is_down = table->has_inclusive;
    bool is_member = is_down && row->inclusive == NULL;
    const struct cell *cells = is_down ? row->inclusive : row->cells;

    for (size_t i = 0; i < table->n_columns; i++) {
        struct cell cell = is_member ? none : cells[i];
        write_markdown_cost_and_share(markdown, i, cell);
        if (!table->is_difference || table->columns[i].is_ratio)
            continue;
        const struct cell *old = is_down ? row->old->inclusive : row->old->cells;
        write_markdown_growth(markdown, cell, old != NULL ? old[i] : none, row->old->change);
    }
    if (is_down) {
        write_self_share(markdown, row->cells[table->measured]);
        write_markdown_calls(markdown, row);
    }
    write_range(markdown, row);
}

static void write_path(const struct markdown *markdown, const struct table_row *row)
{
    FILE *out = markdown->out;

    fputc('|', out);
    write_figures(markdown, row);
    indent(markdown, row->tree);
    write_markdown_function(markdown,
                            row->function.length == 0 ? row_drawn_name(row, NULL) : row->function);
    if (row->n_members != 0)
        fprintf(out, " of %zu functions", row->n_members);
    if (row->tree->n_frames > 1)
        fprintf(out, " (%zu frames to main)", row->tree->n_frames);
    fputs(row->tree->is_recursive ? " (recursive) |\n" : " |\n", out);
}

static void write_left_out(const struct markdown *markdown, const struct table_row *row)
{
    const struct table *table = markdown->table;
    char count[MAX_COUNT];

    fputc('|', markdown->out);
    for (size_t i = 0; i < table->n_columns; i++)
        fputs(table->columns[i].is_ratio ? " |"
              : table->is_difference     ? " | | |"
                                         : " | |",
              markdown->out);
    fputs(table->has_inclusive ? " | | |" : " |", markdown->out);
    indent(markdown, row->tree);
    format_count((int64_t)row->tree->n_left_out, count);
    fprintf(
        markdown->out, "(%s more, up to %.2f %%) |\n", count,
        percent_of(row->tree->most_left_out.value, table->columns[table->measured].total.value));
}

static bool shows_estimate(const struct table *table, const struct cell *cells)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (cell_shows_estimate(cells[i]))
            return true;
    return false;
}

bool write_markdown_tree(const struct markdown *markdown, struct error *error)
{
    struct text remedy = markdown->table->remedy;
    struct table_row row = {0};
    bool has_estimates = false;

    write_heading(markdown);
    while (table_next_row(markdown->table, markdown->out, &row, error)) {
        if (row.kind == ROW_LEFT_OUT) {
            write_left_out(markdown, &row);
            continue;
        }
        write_path(markdown, &row);
        has_estimates = has_estimates || shows_estimate(markdown->table, row.cells) ||
                        (row.inclusive != NULL && shows_estimate(markdown->table, row.inclusive));
    }
    if (has_estimates)
        fprintf(markdown->out, "\n~ estimated, within the percentages given%s%.*s\n",
                remedy.length != 0 ? "; " : "", (int)remedy.length, remedy.at);
    return error->kind == ERROR_NONE;
}

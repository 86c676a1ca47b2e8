/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"
#include "reporter/format/contents.h"
#include "reporter/format/markdown_pieces.h"
#include "reporter/format/pieces.h"

/* The deepest level that is indented further: a cell of the table has only so much room. */
enum { MOST_LEVELS_INDENTED = 40 };

static void write_heading(const struct markdown *markdown)
{
    const struct table *table = markdown->table;
    bool is_down = table_has(table, COLUMN_INCLUSIVE), has_calls = table_has(table, COLUMN_CALLS);
    FILE *out = markdown->out;
    size_t n_figures = (size_t)1 + is_down + has_calls;

    fputc('|', out);
    for (size_t i = 0; i < table->n_events; i++) {
        bool is_ratio = table->events[i].is_ratio, has_growth = table->is_difference && !is_ratio;
        write_markdown_cost_heading(markdown, i, is_down ? "inclusive" : "self");
        fputs(has_growth ? " % of own |" : "", out);
        n_figures += is_ratio ? 1 : has_growth ? 3 : 2;
    }
    fprintf(out, "%s%s", is_down ? " self % |" : "", has_calls ? " calls |" : "");
    fputs(" within % | function |\n|", out);
    while (n_figures-- > 0)
        fputs("---:|", out);
    fputs("---|\n", out);
}

/* Writes the figure in percent of the program, marked where it is an estimate. */
static void write_self_share(const struct markdown *markdown, struct cell cell)
{
    const struct table *table = markdown->table;
    int64_t base = table->events[table->measured].base.value;
    const char *form = table->is_difference && cell.value != 0 ? " %s%+.2f |" : " %s%.2f |";

    if (!cell.is_given || base == 0)
        fputs(" . |", markdown->out);
    else
        fprintf(markdown->out, form, cell.is_estimate ? "~" : "", percent_of(cell.value, base));
}

/* Writes the range of a cost; nothing where it is known, or as good as known. */
static void write_range(const struct markdown *markdown, const struct table_row *row)
{
    const struct table *table = markdown->table;
    struct cell cell = table_shown(table, &row_tree_figures(row)[table->measured]);
    int64_t base = table->events[table->measured].base.value;
    char least[MAX_COUNT], most[MAX_COUNT];
    bool is_estimate = cell_shows_estimate(cell);

    if (is_estimate && !cell.has_range)
        fputs(" ? |", markdown->out);
    else if (is_estimate && format_range_ends(cell, base, table->is_difference, least, most))
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
    static const struct figure none = {0};
    const struct table *table = markdown->table;
    bool is_down = table_has(table, COLUMN_INCLUSIVE);
    const struct figure *figures = is_down ? row->inclusive : row->self;

    for (size_t i = 0; i < table->n_events; i++) {
        const struct figure *figure = figures != NULL ? &figures[i] : &none;
        struct cell cell = table_shown(table, figure);
        write_markdown_cost_and_share(markdown, i, cell);
        if (table->is_difference && !table->events[i].is_ratio)
            write_markdown_growth(markdown, cell, figure->old, row->old.change);
    }
    if (is_down)
        write_self_share(markdown, table_shown(table, &row->self[table->measured]));
    if (table_has(table, COLUMN_CALLS))
        write_markdown_cost(markdown, row_calls(table, row));
    write_range(markdown, row);
}

static void write_path(const struct markdown *markdown, const struct table_row *row)
{
    FILE *out = markdown->out;

    fputc('|', out);
    write_figures(markdown, row);
    indent(markdown, row->tree);
    for (size_t i = 0; i < row->tree->n_chained; i++) {
        write_markdown_function(markdown, row->tree->chain[i]);
        write_text(out, chain_sign(row->tree));
    }
    write_markdown_function(markdown,
                            row->function.length == 0 ? row_drawn_name(row) : row->function);
    if (row->n_members != 0)
        fprintf(out, " of %zu functions", row->n_members);
    if (row->tree->n_frames > 1)
        fprintf(out, " (%zu frames to main)", row->tree->n_frames);
    fputs(row->tree->is_recursive ? " (recursive) |\n" : " |\n", out);
}

static void write_left_out(const struct markdown *markdown, const struct table_row *row)
{
    const struct table *table = markdown->table;
    int64_t base = table->events[table->measured].base.value;
    char count[MAX_COUNT];

    fputc('|', markdown->out);
    for (size_t i = 0; i < table->n_events; i++)
        fputs(table->events[i].is_ratio ? " |"
              : table->is_difference    ? " | | |"
                                        : " | |",
              markdown->out);
    fprintf(markdown->out, "%s%s |", table_has(table, COLUMN_INCLUSIVE) ? " |" : "",
            table_has(table, COLUMN_CALLS) ? " |" : "");
    indent(markdown, row->tree);
    format_count((int64_t)row->n_left_out, count);
    fprintf(markdown->out, "(%s more, up to %.2f %%) |\n", count,
            percent_of(row->tree->most_left_out.value, base));
}

static bool figures_show_estimate(const struct table *table, const struct figure *figures)
{
    for (size_t i = 0; figures != NULL && i < table->n_events; i++)
        if (cell_shows_estimate(table_shown(table, &figures[i])))
            return true;
    return false;
}

bool write_markdown_tree(const struct markdown *markdown, struct error *error)
{
    const struct table *table = markdown->table;
    struct text remedy = table->remedy;
    const struct table_row *row;
    bool has_estimates = false;

    write_heading(markdown);
    while ((row = table_next_row(table, markdown->out, error)) != NULL) {
        if (row->kind == ROW_LEFT_OUT) {
            write_left_out(markdown, row);
            continue;
        }
        write_path(markdown, row);
        has_estimates = has_estimates || figures_show_estimate(table, row->self) ||
                        figures_show_estimate(table, row->inclusive);
    }
    if (has_estimates)
        fprintf(markdown->out, "\n~ estimated, within the percentages given%s%.*s\n",
                remedy.length != 0 ? "; " : "", (int)remedy.length, remedy.at);
    return error->kind == ERROR_NONE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/shown_view.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reporter/format/contents.h"
#include "reporter/report.h"

void viewed_read(struct viewed *viewed, const struct view_options *options, const char *fresh,
                 const char *old)
{
    struct view_input *input = &viewed->input;
    struct error error = {0};

    *viewed = (struct viewed){.is_difference = old != NULL};
    if (viewed->is_difference)
        compared_read(&viewed->compared, fresh, old);
    else
        parsed_read(&viewed->compared.fresh, fresh);
    cr_assert(viewed->compared.fresh.is_read, "%s", viewed->compared.fresh.error.text);
    *input = (struct view_input){.options = options, .warnings = &viewed->warnings};
    if (viewed->is_difference) {
        input->diff = &viewed->compared.diff;
        input->profile = &input->diff->change;
        diff_of_program(input->diff, &input->program);
        cr_assert(diff_fits(input->diff, &error), "%s", error.text);
        program_compute(&input->old_program, &input->diff->old.profile);
        cr_assert(profile_fits(&input->diff->old.profile, &error));
    } else {
        input->profile = &viewed->compared.fresh.profile;
        program_compute(&input->program, input->profile);
        cr_assert(profile_fits(input->profile, &error), "%s", error.text);
    }
    source_paths_create(&input->paths, &options->sources_at, input->profile);
}

void viewed_free(struct viewed *viewed)
{
    program_free(&viewed->input.program);
    program_free(&viewed->input.old_program);
    source_paths_free(&viewed->input.paths);
    arena_free(&viewed->input.arena);
    if (viewed->is_difference)
        compared_free(&viewed->compared);
    else
        parsed_free(&viewed->compared.fresh);
}

static void print_text(FILE *out, struct text text)
{
    if (text.length != 0)
        fwrite(text.at, 1, text.length, out);
}

static void print_cell(FILE *out, struct cell cell)
{
    if (cell.is_given && cell.is_ratio)
        fprintf(out, " %g", cell.ratio);
    else if (cell.is_given)
        fprintf(out, " %s%" PRIi64,
                cell.is_estimate ? "about "
                : cell.is_bound  ? "~"
                                 : "",
                cell.value);
    else
        fputs(" .", out);
}

static void print_cells(FILE *out, const char *label, const struct cell *cells, size_t count)
{
    if (cells == NULL)
        return;
    fputs(label, out);
    for (size_t i = 0; i < count; i++)
        print_cell(out, cells[i]);
}

/* "FILE:FUNCTION:LINE[OBJECT]", as far as they are there; or a label. */
static void print_name(FILE *out, const struct table_row *row)
{
    const char *colon = "";

    fputc(' ', out);
    if (row->file.at != NULL) {
        print_text(out, row->file);
        colon = ":";
    }
    if (row->function.at != NULL) {
        fputs(colon, out);
        print_text(out, row->function);
        colon = ":";
    }
    if (row->line != 0)
        fprintf(out, "%s%" PRIu64, colon, row->line);
    if (row->object.at != NULL) {
        fputc('[', out);
        print_text(out, row->object);
        fputc(']', out);
    }
    print_text(out, row->label);
}

static void print_event(FILE *out, const struct event_facts *event)
{
    const struct text texts[] = {event->long_name, event->formula, event->meaning};

    print_text(out, event->name);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fputs(" | ", out);
        print_text(out, texts[i]);
    }
}

static void print_old(FILE *out, const struct old_table_row *old, size_t n_columns)
{
    static const char *const changes[] = {"", " new", " gone", " moved", " renamed"};

    print_cells(out, " was", old->cells, n_columns);
    print_cells(out, " incl", old->inclusive, n_columns);
    if (!old->lacks_calls)
        fprintf(out, " x%" PRIi64, old->calls);
    fputs(changes[old->change], out);
    if (old->function.at != NULL)
        print_name(out, &(struct table_row){.file = old->file, .function = old->function});
}

static bool has_calls(const struct table_row *row)
{
    switch (row->kind) {
    case ROW_CALLER:
    case ROW_CALLEE:
    case ROW_RECURSION:
    case ROW_CALL:
    case ROW_ARC:
        return true;
    default:
        return row->tree != NULL && row->kind != ROW_PATH
                 ? row->tree->has_calls
                 : row->inclusive != NULL && row->cycle == 0 && row->kind != ROW_PATH;
    }
}

/* " [2-5]" for each cell with a figure that is an estimate. */
static void print_ranges(FILE *out, const char *label, const struct cell *cells,
                         const struct cell_range *ranges, size_t count)
{
    for (size_t i = 0; cells != NULL && ranges != NULL && i < count; i++) {
        if (!cells[i].is_given || !cells[i].is_estimate)
            continue;
        if (ranges[i].is_known)
            fprintf(out, " %s[%" PRIi64 "-%" PRIi64 "]", label, ranges[i].least, ranges[i].most);
        else
            fprintf(out, " %s[?]", label);
    }
}

static void print_place(FILE *out, const struct table_row *row, size_t n_columns)
{
    const struct tree_place *place = row->tree;
    bool is_path = row->kind == ROW_PATH; /* its cells are inclusive */

    print_ranges(out, "self ", is_path ? NULL : row->cells, place->self, n_columns);
    print_ranges(out, "incl ", is_path ? row->cells : row->inclusive, place->inclusive, n_columns);
    if (row->kind == ROW_LEFT_OUT)
        fprintf(out, " %zu up to %" PRIi64, place->n_left_out, place->most_left_out.value);
    if (place->n_frames > 1)
        fprintf(out, " %zu frames", place->n_frames);
    fprintf(out, "%s%s at %zu%s", place->is_recursive ? " recursive" : "",
            place->is_member ? " member" : "", place->depth, place->has_next ? "+" : "");
}

/* Of a graph: "3", "3 centre", or "3->4". */
static void print_numbers(FILE *out, const struct table_row *row)
{
    fprintf(out, " %zu", row->graph->number);
    if (row->kind == ROW_ARC)
        fprintf(out, "->%zu", row->graph->callee);
    fputs(row->graph->is_match ? " centre" : "", out);
}

static void print_row(FILE *out, const struct table_row *row, size_t n_columns)
{
    static const char *const kinds[] = {
        "total", "function",     "caller", "callee", "gap",      "range", "source",    "call",
        "bogus", "unidentified", "sum",    "event",  "hotspot",  "cycle", "recursion", "file",
        "path",  "listing",      "line",   "tree",   "left out", "node",  "arc",
    };

    fputs(kinds[row->kind], out);
    if (row->graph != NULL)
        print_numbers(out, row);
    if (row->kind != ROW_ARC)
        print_name(out, row);
    if (row->event != NULL)
        print_event(out, row->event);
    if (row->cycle != 0)
        fprintf(out, " number %zu of %zu", row->cycle, row->n_members);
    print_cells(out, " =", row->cells, n_columns);
    print_cells(out, " incl", row->inclusive, n_columns);
    if (has_calls(row))
        fprintf(out, " x%" PRIi64, row->calls);
    if (row->old != NULL)
        print_old(out, row->old, n_columns);
    if (row->n_left_out != 0)
        fprintf(out, " %zu more", row->n_left_out);
    if (row->tree != NULL)
        print_place(out, row, n_columns);
    if (row->text.length != 0) {
        fputs(" \"", out);
        print_text(out, row->text);
        fputc('"', out);
    }
    fputc('\n', out);
}

static void print_columns(FILE *out, const struct table *table)
{
    fprintf(out, "table by %.*s measured %zu%s%s most calls %" PRIi64 "\n", (int)table->by.length,
            table->by.at != NULL ? table->by.at : "", table->measured,
            table->has_inclusive ? " inclusive" : "", table->is_difference ? " difference" : "",
            table->most_calls);
    for (size_t i = 0; i < table->n_columns; i++) {
        const struct column *column = &table->columns[i];

        fputs("column ", out);
        print_text(out, column->name);
        print_cells(out, " total", &column->total, 1);
        print_cells(out, " change", &column->change, 1);
        print_cells(out, " largest", &column->largest, 1);
        print_cells(out, " smallest", &column->smallest, 1);
        print_cells(out, " self", &column->self, 1);
        print_cells(out, " incl", &column->inclusive, 1);
        fputs(column->has_bounds ? " bounds\n" : "\n", out);
    }
}

static void print_section(FILE *out, const struct section *section, enum shown_of_view shown,
                          struct error *error)
{
    static const char *const kinds[N_SECTION_KINDS] = {
        "totals",        "functions",  "file listing", "no cost",  "missing",
        "annotated sum", "events",     "hotspots",     "peek",     "code listing",
        "call tree",     "call graph", "growth",       "warnings",
    };
    const struct table *table = &section->table;
    struct table_row row;

    fprintf(out, "== %s\n", kinds[section->kind]);
    if (shown == SHOW_COLUMNS)
        print_columns(out, table);
    while (table->next != NULL && table_next_row(table, out, &row, error))
        print_row(out, &row, table->n_columns);
    for (size_t i = 0; i < section->names.count; i++)
        fprintf(out, "%s\n", section->names.items[i].at);
}

static void print_error(FILE *out, const struct error *error)
{
    if (error->kind != ERROR_NONE)
        fprintf(out, "error %s: %s\n", error->kind == ERROR_USAGE ? "usage" : "failed",
                error->text);
}

char *show_sections(bool (*next)(void *maker, struct section *section, struct error *error),
                    void *maker, enum shown_of_view shown)
{
    struct section section = {0};
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (; next(maker, &section, &error); section = (struct section){0})
        print_section(out, &section, shown, &error);
    print_error(out, &error);
    fclose(out);
    return text;
}

/* Why a view could not be opened. */
static char *show_error(const struct error *error)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    fputs("not opened: ", out);
    print_error(out, error);
    fclose(out);
    return text;
}

char *show_view(const struct view_kind *kind, const struct view_options *options, const char *fresh,
                const char *old, enum shown_of_view shown)
{
    struct viewed viewed;
    struct error error = {0};
    char *text;

    viewed_read(&viewed, options, fresh, old);
    void *view = kind->open(&viewed.input, &error);
    if (view != NULL) {
        text = show_sections(kind->next, view, shown);
        kind->close(view);
    } else {
        text = show_error(&error);
    }
    viewed_free(&viewed);
    return text;
}

void check_view(const struct view_kind *kind, const struct view_case *cases, size_t count,
                enum shown_of_view shown)
{
    for (size_t i = 0; i < count; i++) {
        char *text = show_view(kind, &cases[i].options, cases[i].fresh, cases[i].old, shown);

        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
    }
}

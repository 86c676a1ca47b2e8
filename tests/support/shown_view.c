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

/* What a table shows of figures; and what they were. */
static void print_figures(FILE *out, const char *label, const struct table *table,
                          const struct figure *figures)
{
    if (figures == NULL)
        return;
    fputs(label, out);
    for (size_t i = 0; i < table->n_events; i++)
        print_cell(out, table_shown(table, &figures[i]));
}

static void print_old_figures(FILE *out, const char *label, const struct table *table,
                              const struct figure *figures)
{
    if (figures == NULL)
        return;
    fputs(label, out);
    for (size_t i = 0; i < table->n_events; i++)
        print_cell(out, figures[i].old);
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

/* What the row itself cost, or its calls, or by it a path. */
static const struct figure *main_figures(const struct table_row *row)
{
    return row->kind == ROW_CYCLE ? NULL : row_figures(row);
}

/* What else it cost: of calls the caller, of a step of a path the function. */
static const struct figure *other_figures(const struct table_row *row)
{
    switch (row->kind) {
    case ROW_CALLER:
    case ROW_CALLEE:
    case ROW_RECURSION:
    case ROW_CALL:
        return NULL;
    case ROW_PATH:
        return row->tree->of_function;
    case ROW_ARC:
        return row->graph->leaving;
    default:
        return row->inclusive;
    }
}

static void print_old(FILE *out, const struct table *table, const struct table_row *row)
{
    static const char *const changes[] = {"", " new", " gone", " moved", " renamed"};
    const struct old_row *old = &row->old;

    print_old_figures(out, " was", table, main_figures(row));
    print_old_figures(out, " incl", table, other_figures(row));
    if (row->calls.old.is_given)
        fprintf(out, " x%" PRIi64, row->calls.old.value);
    fputs(changes[old->change], out);
    if (old->function.at != NULL)
        print_name(out, &(struct table_row){.file = old->file, .function = old->function});
}

/* " [2-5]" for each figure that is an estimate. */
static void print_ranges(FILE *out, const char *label, const struct table *table,
                         const struct figure *figures)
{
    for (size_t i = 0; figures != NULL && i < table->n_events; i++) {
        const struct cell cell = table_shown(table, &figures[i]);
        if (!cell.is_given || !cell.is_estimate)
            continue;
        if (cell.has_range)
            fprintf(out, " %s[%" PRIi64 "-%" PRIi64 "]", label, cell.least, cell.most);
        else
            fprintf(out, " %s[?]", label);
    }
}

static void print_place(FILE *out, const struct table *table, const struct table_row *row)
{
    const struct tree_place *place = row->tree;

    print_ranges(out, "self ", table, row->self);
    print_ranges(out, "incl ", table, row->inclusive);
    if (row->kind == ROW_LEFT_OUT)
        fprintf(out, " %zu up to %" PRIi64, row->n_left_out, place->most_left_out.value);
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

static void print_row(FILE *out, const struct table *table, const struct table_row *row)
{
    static const char *const kinds[] = {
        "total",     "function", "caller",       "callee",  "gap",        "range",       "source",
        "call",      "bogus",    "unidentified", "sum",     "event",      "hotspot",     "cycle",
        "recursion", "file",     "path",         "listing", "listed sum", "listed part", "fold",
        "line",      "tree",     "left out",     "node",    "arc",
    };
    const struct cell calls = row_calls(table, row);

    fputs(kinds[row->kind], out);
    if (row->graph != NULL)
        print_numbers(out, row);
    if (row->kind != ROW_ARC)
        print_name(out, row);
    if (row->event != NULL)
        print_event(out, row->event);
    if (row->cycle != 0)
        fprintf(out, " number %zu of %zu", row->cycle, row->n_members);
    print_figures(out, " =", table, main_figures(row));
    print_figures(out, " incl", table, other_figures(row));
    if (calls.is_given)
        fprintf(out, " x%" PRIi64, calls.value);
    if (table->is_difference && row->has_old)
        print_old(out, table, row);
    if (row->n_left_out != 0 && row->tree == NULL)
        fprintf(out, " %zu more", row->n_left_out);
    if (row->tree != NULL)
        print_place(out, table, row);
    if (row->text.length != 0) {
        fputs(" \"", out);
        print_text(out, row->text);
        fputc('"', out);
    }
    fputc('\n', out);
}

static void print_labelled(FILE *out, const char *label, struct cell cell)
{
    fputs(label, out);
    print_cell(out, cell);
}

static void print_events(FILE *out, const struct table *table)
{
    fprintf(out, "table by %.*s measured %zu%s%s most calls %" PRIi64 "\n", (int)table->by.length,
            table->by.at != NULL ? table->by.at : "", table->measured,
            table_has(table, COLUMN_INCLUSIVE) ? " inclusive" : "",
            table->is_difference ? " difference" : "", table->most_calls);
    for (size_t i = 0; i < table->n_events; i++) {
        const struct table_event *event = &table->events[i];

        fputs("column ", out);
        print_text(out, event->name);
        print_labelled(out, " total", event->base);
        print_labelled(out, " change", table_shown(table, &event->total));
        print_labelled(out, " largest", event->largest);
        print_labelled(out, " smallest", event->smallest);
        print_labelled(out, " self", event->self);
        print_labelled(out, " incl", event->inclusive);
        fputs(event->has_bounds ? " bounds\n" : "\n", out);
    }
}

static void print_section(FILE *out, struct section *section, enum shown_of_view shown,
                          struct error *error)
{
    static const char *const kinds[N_SECTION_KINDS] = {
        "totals",     "functions", "file listing", "no cost",  "missing",      "annotated sum",
        "events",     "hotspots",  "runs",         "peek",     "code listing", "call tree",
        "call graph", "growth",    "explanation",  "overview", "path",         "warnings",
    };
    struct table *table = &section->table;
    struct table_rows rows = {0};
    const struct table_row *row;

    fprintf(out, "== %s\n", kinds[section->kind]);
    if (shown == SHOW_COLUMNS)
        print_events(out, table);
    table->rows = &rows;
    while (table->make_rows != NULL && (row = table_next_row(table, out, error)) != NULL)
        print_row(out, table, row);
    table_rows_free(&rows);
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

/* A view, and how many of its sections were shown. */
struct counted_view {
    const struct view_kind *kind;
    void *view;
    size_t n_shown;
};

static bool next_of_view(void *maker, struct section *section, struct error *error)
{
    struct counted_view *counted = maker;

    return counted->kind->show(counted->view, counted->n_shown++, section, error);
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
        text = show_sections(next_of_view, &(struct counted_view){kind, view, 0}, shown);
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

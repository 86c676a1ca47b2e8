/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/view_kind.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/contents.h"
#include "reporter/report.h"
#include "support/temporary.h"
#include "support/viewed.h"

TestSuite(all_views, .init = temporary_enter, .fini = temporary_leave);

#define HEAD "events: A\nfl=a\n"
#define FN(name, self) "fn=" name "\n1 " self "\n"
#define CALL(callee, count, cost) "cfn=" callee "\ncalls=" count " 1\n1 " cost "\n"

#define OPTIONS                                                                                    \
    {                                                                                              \
        .view = VIEW_ALL, .context = 1                                                             \
    }

/* m costs 100: 60 in a, all of it in v, and 39 in b, 8 of it in v and 1 in w. */
#define PROGRAM                                                                                    \
    HEAD FN("m", "1") CALL("a", "1", "60") CALL("b", "2", "39") FN("a", "0") CALL("v", "3", "60")  \
        FN("b", "30") CALL("v", "4", "8") CALL("w", "5", "1") FN("v", "68") FN("w", "1")

static void print_text(FILE *out, const char *before, struct text text)
{
    if (text.length != 0)
        fprintf(out, "%s%.*s", before, (int)text.length, text.at);
}

/* Each after a blank: "." is not given, "~5" a bound. */
static void print_figures(FILE *out, const char *label, const struct table *table,
                          const struct figure *figures)
{
    if (figures != NULL)
        fputs(label, out);
    for (size_t i = 0; figures != NULL && i < table->n_events; i++) {
        const struct cell cell = table_shown(table, &figures[i]);
        fputs(cell.is_bound ? " ~" : " ", out);
        if (!cell.is_given)
            fputc('.', out);
        else if (cell.is_ratio)
            fprintf(out, "%g", cell.ratio);
        else
            fprintf(out, "%" PRIi64, cell.value);
    }
}

/*
 * "FILE:FUNCTION:LINE cycle NUMBER = SELF incl INCLUSIVE xCALLS at DEPTH", as far as it has them;
 * of an arc "CALLER->CALLEE" by the places of their rows.
 */
static void print_row(FILE *out, const struct table *table, const struct table_row *row)
{
    const struct cell calls = row_calls(table, row);

    if (row->kind == ROW_ARC)
        fprintf(out, "%zu->%zu", row->graph->number, row->graph->callee);
    print_text(out, "", row->file);
    print_text(out, row->file.length != 0 ? ":" : "", row->function);
    if (row->line != 0)
        fprintf(out, ":%" PRIu64, row->line);
    print_text(out, "", row->label);
    if (row->cycle != 0)
        fprintf(out, " cycle %zu", row->cycle);
    print_figures(out, " =", table, row->self);
    print_figures(out, " incl", table, row->inclusive);
    if (calls.is_given)
        fprintf(out, " x%" PRIi64, calls.value);
    if (row->tree != NULL)
        fprintf(out, " at %zu", row->tree->depth);
    fputc('\n', out);
}

/* "== KIND" of each section, with its rows and what it names; or the error. The caller frees it. */
static char *show(const struct view_options *options, const char *profile)
{
    static const char *const kinds[N_SECTION_KINDS] = {
        [SECTION_CALL_GRAPH] = "call graph", [SECTION_HOTSPOTS] = "hotspots",
        [SECTION_CALL_TREE] = "call tree",   [SECTION_CODE_LISTING] = "code listing",
        [SECTION_WARNINGS] = "warnings",
    };
    struct viewed viewed;
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    viewed_read(&viewed, options, profile, NULL);
    void *view = all_views.open(&viewed.input, &error);
    for (struct section section = {0}; view && all_views.show(view, &section, &error);
         section = (struct section){0}) {
        struct table_rows rows = {0};
        const struct table_row *row;
        fprintf(out, "== %s\n", kinds[section.kind]);
        section.table.rows = &rows;
        while (section.table.make_rows && (row = table_next_row(&section.table, out, &error)))
            print_row(out, &section.table, row);
        table_rows_free(&rows);
        for (size_t i = 0; i < section.names.count; i++)
            fprintf(out, "%s\n", section.names.items[i].at);
    }
    fputs(error.text, out);
    if (view != NULL)
        all_views.close(view);
    fclose(out);
    viewed_free(&viewed);
    return text;
}

Test(all_views, has_all_views)
{
    static const struct {
        const char *behaviour, *profile, *expected;
    } cases[] = {
        {"functions, groups, trees down and up, and what is hot by its self cost", PROGRAM,
         "== call graph\n"
         "a:m = 1 incl 100 x0\n0->2 incl 60 x1\n0->3 incl 39 x2\n"
         "a:v = 68 incl 68 x7\na:a = 0 incl 60 x1\n2->1 incl 60 x3\n"
         "a:b = 30 incl 39 x2\n3->1 incl 8 x4\n3->4 incl 1 x5\na:w = 1 incl 1 x5\n"
         "== hotspots\na:1 = 100\n"
         "== hotspots\na = 100 incl 100 x15\n"
         "== hotspots\n. = 100 incl 100 x15\n"
         "== hotspots\n = 100 incl 100 x15\n"
         "== hotspots\n = 100 incl 100 x15\n"
         "== call tree\n"
         "a:m = 1 incl 100 at 0\n"
         "a:a = 0 incl 60 x1 at 1\na:v = 60 incl 60 x3 at 2\n"
         "a:b = 30 incl 39 x2 at 1\n"
         "a:v = 8 incl 8 x4 at 2\na:w = 1 incl 1 x5 at 2\n"
         "== call tree\n"
         "a:v = 68 at 0\na:a = 60 at 1\na:m = 60 at 2\n"
         "a:b = 8 at 1\na:m = 8 at 2\n"
         "a:b = 30 at 0\na:m = 30 at 1\n"
         "a:m = 1 at 0\na:w = 1 at 0\na:b = 1 at 1\na:m = 1 at 2\n"
         "== code listing\na:v\na:v:1 = 68 incl 68\n"
         "== code listing\na:b\na:b:1 = 30 incl 39\n"
         "a:v incl 8 x4\na:w incl 1 x5\n"
         "== code listing\na:m\na:m:1 = 1 incl 100\n"
         "a:a incl 60 x1\na:b incl 39 x2\n"
         "== code listing\na:w\na:w:1 = 1 incl 1\n"
         "== code listing\na:a\na:a:1 = 0 incl 60\na:v incl 60 x3\n"
         "== warnings\na: source not found (see --include, --path-map)\n"},
        /* f and g call each other, 2 and 3 of it themselves; who is below whom is not told. */
        {"cycles, whose calls within add nothing to either end",
         HEAD FN("m", "0") CALL("f", "1", "5") FN("f", "2") CALL("g", "1", "4") FN("g", "3")
             CALL("f", "1", "1"),
         "== call graph\n<cycle 1> cycle 1 incl 5\n"
         "a:f cycle 1 = 2 incl ~5 x2\n0->2 incl . x1\na:m = 0 incl 5 x0\n1->0 incl 5 x1\n"
         "a:g cycle 1 = 3 incl ~3 x1\n2->0 incl . x1\n"
         "== hotspots\na:1 = 5\n"
         "== hotspots\na = 5 incl 5 x3\n"
         "== hotspots\n. = 5 incl 5 x3\n"
         "== hotspots\n = 5 incl 5 x3\n"
         "== hotspots\n = 5 incl 5 x3\n"
         "== call tree\na:m = 0 incl 5 at 0\n"
         "<cycle 1> cycle 1 = 5 incl 5 x1 at 1\n"
         "a:g = 3 at 2\na:f = 2 at 2\n"
         "== call tree\n"
         "a:g = 3 at 0\n"
         "<cycle 1> cycle 1 = 3 at 1\n"
         "a:m = 3 at 2\n"
         "a:f = 2 at 0\n"
         "<cycle 1> cycle 1 = 2 at 1\n"
         "a:m = 2 at 2\n"
         "== code listing\na:g\na:g:1 = 3 incl ~3\na:f incl . x1\n"
         "== code listing\na:f\na:f:1 = 2 incl ~2\na:g incl . x1\n"
         "== code listing\na:m\na:m:1 = 0 incl 5\na:f incl 5 x1\n"
         "== warnings\na: source not found (see --include, --path-map)\n"},
        {"no trees without calls, and no code without lines",
         "events: A\nfl=???\nfn=f\n0 3\nfn=g\n0 4\n",
         "== call graph\n???:g = 4 incl 4 x0\n???:f = 3 incl 3 x0\n"
         "== hotspots\n??? = 7\n"
         "== hotspots\n??? = 7 incl 7 x0\n"
         "== hotspots\n. = 7 incl 7 x0\n"
         "== hotspots\n = 7 incl 7 x0\n"
         "== hotspots\n = 7 incl 7 x0\n"},
        {"parts and threads, where there are several",
         "part: 1\nthread: 1\nevents: A\nfl=???\nfn=f\n0 3\npart: 1\nthread: 2\nfn=f\n0 4\n",
         "== call graph\n???:f = 7 incl 7 x0\n"
         "== hotspots\n??? = 7\n"
         "== hotspots\n??? = 7 incl 7 x0\n"
         "== hotspots\n. = 7 incl 7 x0\n"
         "== hotspots\n = 7 incl 7 x0\n"
         "== hotspots\n = 7 incl 7 x0\n"
         "== hotspots\nthread 2 = 4\nthread 1 = 3\n"
         "== hotspots\npart 1, thread 2 = 4\npart 1, thread 1 = 3\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = show(&(struct view_options)OPTIONS, cases[i].profile);

        cr_expect_str_eq(text, cases[i].expected, "%s: got\n%s", cases[i].behaviour, text);
        free(text);
    }
}

Test(all_views, is_drawn_by_cost)
{
    char *text = show(&(struct view_options){.view = VIEW_ALL, .sort = {"calls", 5}}, PROGRAM);

    cr_expect_str_eq(text, "this view is not sorted by calls: see --sort");
    free(text);
}

/* The recorded events and those of the profile, and built-in ratios, but no built-in sums. */
Test(all_views, has_ratios)
{
    char *text = show(&(struct view_options)OPTIONS,
                      "events: Ir I1mr\nevent: Twice = 2 Ir\nfl=???\nfn=f\n0 200 3\n");

    cr_expect(strstr(text, "???:f = 200 3 400 1.5 incl 200 3 400 1.5 x0\n") != NULL, "%s", text);
    free(text);
}

/* A name that --show could not have, since a comma is between names there. */
Test(all_views, has_events_of_any_name)
{
    char *text =
        show(&(struct view_options)OPTIONS, "events: a,b Ir I1mr\nfl=???\nfn=f\n0 5 200 3\n");

    cr_expect(strstr(text, "???:f = 5 200 3 1.5 incl 5 200 3 1.5 x0\n") != NULL, "%s", text);
    free(text);
}

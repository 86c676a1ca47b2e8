/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "base/verdict.h"
#include "reporter/format/html/html_text.h"
#include "reporter/format/html/page.h"
#include "reporter/format/pieces.h"
#include "reporter/format/verdict_text.h"

/* Rows of the table, and characters of what it names: these may be as long as they like. */
enum { MOST_ROWS = 100, MOST_OF_NAME = 200, MOST_OF_FACT = 300 };

/* Returns what rows are ranked by: the size, since a change, and any cost, may be negative. */
static int64_t rank_of(const struct page_graph *graph, size_t function)
{
    struct cell cell = cell_store_at(&graph->self.shown, function, graph->table.measured);

    return magnitude(cell.value);
}

/* Finds the functions with the most self cost, in descending order. Returns how many there are. */
static size_t rank_functions(const struct page_graph *graph, size_t top[MOST_ROWS])
{
    size_t count = 0;

    for (size_t i = 0; i < graph->n_functions; i++) {
        int64_t rank = rank_of(graph, i);
        size_t place = count;
        if (!cell_store_at(&graph->self.shown, i, graph->table.measured).is_given)
            continue;
        while (place > 0 && rank > rank_of(graph, top[place - 1]))
            place--;
        if (place == MOST_ROWS)
            continue;
        count += count < MOST_ROWS;
        for (size_t k = count - 1; k > place; k--)
            top[k] = top[k - 1];
        top[place] = i;
    }
    return count;
}

static void write_number(struct buffer *out, const char *number)
{
    buffer_append(out, TEXT("<td class=\"number\">"));
    buffer_append(out, text_of(number));
    buffer_append(out, TEXT("</td>"));
}

static void write_share(struct buffer *out, const struct page_graph *graph, struct cell cell)
{
    const struct table_event *event = &graph->table.events[graph->table.measured];
    bool has_sign = graph->table.is_difference && cell.value != 0;
    char share[MAX_COUNT] = ".";

    if (cell.is_given && event->base.value != 0)
        snprintf(share, sizeof share, has_sign ? "%+.2f" : "%.2f",
                 percent_of(cell.value, event->base.value));
    write_number(out, share);
}

/* Writes a cost. One that is not exact has a mark; nothing is known of a difference of such. */
static void write_cost(struct buffer *out, const struct page_graph *graph, struct cell cell)
{
    bool is_unknown = (cell.is_bound || cell.is_estimate) && graph->table.is_difference;
    const char *mark = cell.is_noise                     ? "\xe2\x89\x88" /* U+2248 */
                     : cell.is_given && cell.is_estimate ? "~"
                     : cell.is_given && cell.is_bound    ? "\xe2\x89\xa5" /* U+2265 */
                                                         : "";
    char figure[MAX_COUNT], text[MAX_COUNT + 4];

    format_figure(cell, graph->table.is_difference, figure);
    snprintf(text, sizeof text, "%s%s", mark, figure);
    write_number(out, is_unknown ? "?" : text);
    if (is_unknown)
        cell.is_given = false;
    write_share(out, graph, cell);
}

static void write_calls(struct buffer *out, const struct page_graph *graph,
                        const struct page_function *function)
{
    const struct cell calls = {.value = function->calls, .is_given = function->has_calls};
    char figure[MAX_COUNT];

    format_figure(calls, graph->table.is_difference, figure);
    write_number(out, figure);
}

static void write_function(struct buffer *out, const struct page_graph *graph, size_t number)
{
    const struct page_function *function = &graph->functions[number];

    buffer_append(out, TEXT("<tr>"));
    write_cost(out, graph, cell_store_at(&graph->self.shown, number, graph->table.measured));
    if (table_has(&graph->table, COLUMN_INCLUSIVE)) {
        write_cost(out, graph,
                   cell_store_at(&graph->inclusive.shown, number, graph->table.measured));
        write_calls(out, graph, function);
    }
    buffer_append(out, TEXT("<th scope=\"row\" title=\""));
    html_cut_text(out, names_text(graph->names, function->names.function), MOST_OF_FACT);
    buffer_append(out, TEXT("\">"));
    html_cut_text(out, names_text(graph->names, function->short_name), MOST_OF_NAME);
    if (function->inlined != INLINED_NOT)
        buffer_append(out, function->inlined == INLINED_WHOLLY ? TEXT(" [inlined]")
                                                               : TEXT(" [partly inlined]"));
    buffer_append(out, TEXT("</th><td>"));
    html_cut_text(out, names_text_if_any(graph->names, function->names.file), MOST_OF_NAME);
    buffer_append(out, TEXT("</td></tr>\n"));
}

static void write_heading(struct buffer *out, const char *class, const char *text)
{
    buffer_append(out, TEXT("<th scope=\"col\""));
    buffer_append(out, text_of(class));
    buffer_append(out, TEXT(">"));
    buffer_append(out, text_of(text));
    buffer_append(out, TEXT("</th>"));
}

static void write_headings(struct buffer *out, const struct page_graph *graph)
{
    static const char *const number = " class=\"number\"";
    const char *const headings[] = {"Self", table_has(&graph->table, COLUMN_INCLUSIVE) ? "Inclusive"
                                                                                       : NULL};

    buffer_append(out, TEXT("<thead><tr>"));
    for (size_t i = 0; i < ARRAY_LENGTH(headings) && headings[i] != NULL; i++) {
        write_heading(out, number, headings[i]);
        write_heading(out, number, "%");
    }
    if (table_has(&graph->table, COLUMN_INCLUSIVE))
        write_heading(out, number, "Calls");
    write_heading(out, "", "Function");
    write_heading(out, "", "File");
    buffer_append(out, TEXT("</tr></thead>\n"));
}

static void write_functions(struct buffer *out, const struct page_graph *graph)
{
    size_t top[MOST_ROWS] = {0}, count = rank_functions(graph, top);
    char shown[MAX_COUNT], all[MAX_COUNT];

    if (count == 0)
        return;
    buffer_append(out,
                  graph->table.is_difference
                      ? TEXT("<table><caption>Functions with the largest change of self cost of ")
                      : TEXT("<table><caption>Functions with most self cost of "));
    html_cut_text(out, graph->table.events[graph->table.measured].name, MOST_OF_NAME);
    format_count((int64_t)graph->n_functions, all);
    format_count((int64_t)count, shown);
    buffer_append(out, TEXT(": "));
    buffer_append(out, text_of(shown));
    buffer_append(out, TEXT(" of "));
    buffer_append(out, text_of(all));
    buffer_append(out, TEXT("</caption>\n"));
    write_headings(out, graph);
    buffer_append(out, TEXT("<tbody>\n"));
    for (size_t i = 0; i < count; i++)
        write_function(out, graph, top[i]);
    buffer_append(out, TEXT("</tbody></table>\n"));
}

static void write_limits(struct buffer *out, struct verdict_list verdicts)
{
    if (verdicts.count == 0)
        return;
    buffer_append(out, TEXT("<table><caption>Limits</caption>\n<thead><tr>"));
    write_heading(out, "", "Verdict");
    write_heading(out, "", "Limit");
    buffer_append(out, TEXT("</tr></thead>\n<tbody>\n"));
    for (size_t i = 0; i < verdicts.count; i++) {
        char text[VERDICT_ROOM];
        format_verdict(&verdicts.items[i], text);
        buffer_append(out, TEXT("<tr><td>"));
        html_text(out, outcome_name(verdicts.items[i].outcome));
        buffer_append(out, TEXT("</td><td>"));
        html_text(out, text_of(text));
        buffer_append(out, TEXT("</td></tr>\n"));
    }
    buffer_append(out, TEXT("</tbody></table>\n"));
}

static void write_causes(struct buffer *out, const struct page *page)
{
    if (page->causes.length == 0)
        return;
    buffer_append(out, TEXT("<table><caption>What changed "));
    html_cut_text(out, page->graph.table.events[page->graph.table.measured].name, MOST_OF_NAME);
    buffer_append(out, TEXT("</caption>\n<thead><tr>"));
    write_heading(out, " class=\"number\"", "Contribution");
    write_heading(out, " class=\"number\"", "%");
    write_heading(out, "", "Cause");
    buffer_append(out, TEXT("</tr></thead>\n<tbody>\n"));
    buffer_append(out, buffer_text(&page->causes));
    buffer_append(out, TEXT("</tbody></table>\n"));
}

/* Writes the first of the files, and how many others there are. */
static void write_files(struct buffer *out, const char *label, struct text_list files)
{
    char others[MAX_COUNT];

    if (files.count == 0)
        return;
    buffer_append(out, text_of(label));
    html_cut_text(out, files.items[0], MOST_OF_FACT);
    if (files.count <= 1)
        return;
    format_count((int64_t)files.count - 1, others);
    buffer_append(out, TEXT(" and "));
    buffer_append(out, text_of(others));
    buffer_append(out, TEXT(" more"));
}

static void write_total(struct buffer *out, const struct page_graph *graph)
{
    if (graph->table.n_events == 0)
        return;
    const struct table_event *event = &graph->table.events[graph->table.measured];
    char figure[MAX_COUNT];

    format_figure(table_shown(&graph->table, &event->total), graph->table.is_difference, figure);
    buffer_append(out, TEXT(". "));
    buffer_append(out, text_of(figure));
    buffer_append(out, TEXT(" "));
    html_cut_text(out, event->name, MOST_OF_NAME);
    if (graph->table.is_difference && event->total.old.is_given) {
        format_figure(event->total.old, false, figure);
        buffer_append(out, TEXT(", was "));
        buffer_append(out, text_of(figure));
    }
}

/* Writes what was read, what wrote it, and what it adds up to. */
static void write_facts(struct buffer *out, const struct page *page)
{
    const struct facts *facts = &page->report->facts;

    buffer_append(out, TEXT("<p>"));
    write_files(out, "Profile: ", facts->files);
    write_files(out, ", compared with ", facts->old_files);
    if (facts->creators.count != 0 && facts->creators.items[0].length != 0) {
        buffer_append(out, TEXT(", by "));
        html_cut_text(out, facts->creators.items[0], MOST_OF_FACT);
    }
    write_total(out, &page->graph);
    buffer_append(out, TEXT("</p>\n"));
}

static void write_list(struct buffer *out, struct text_list texts)
{
    if (texts.count == 0)
        return;
    buffer_append(out, TEXT("<ul>\n"));
    for (size_t i = 0; i < texts.count; i++) {
        buffer_append(out, TEXT("<li>"));
        html_cut_text(out, texts.items[i], MOST_OF_FACT);
        buffer_append(out, TEXT("</li>\n"));
    }
    buffer_append(out, TEXT("</ul>\n"));
}

void static_section_write(struct buffer *out, const struct page *page)
{
    buffer_append(out, TEXT("<section id=\"static\">\n<h1>"));
    html_cut_text(out, page_title(page), MOST_OF_FACT);
    buffer_append(out, TEXT("</h1>\n"));
    write_facts(out, page);
    write_list(out, page->warnings);
    write_list(out, page->report->facts.inlining_notes);
    write_limits(out, page->report->verdicts);
    write_causes(out, page);
    write_functions(out, &page->graph);
    buffer_append(
        out,
        TEXT(
            "<noscript><p>Where scripts are allowed, this page also shows all functions with their "
            "callers and callees, the call tree, sources, files and all events.</p></noscript>\n"
            "</section>\n"));
}

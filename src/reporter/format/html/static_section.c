/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/static_section.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "reporter/format/contents.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

/* Characters of what is named here: names may be as long as they like. */
enum { MOST_OF_NAME = 200, MOST_OF_FACT = 300 };

/* Returns what stands for a character that is markup; NULL for any other. */
static const char *entity_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void html_cut_text(struct buffer *out, struct text text, size_t n_characters)
{
    struct buffer clean = {0};

    append_utf8(&clean, text);
    for (size_t i = 0; i < clean.length; i++) {
        const char *entity = entity_of(clean.at[i]);
        bool begins = ((unsigned char)clean.at[i] & 0xc0) != 0x80; /* a character */
        if (begins && n_characters-- == 0) {
            buffer_append(out, TEXT("\xe2\x80\xa6")); /* U+2026 */
            break;
        }
        buffer_append(out, entity != NULL ? text_of(entity) : (struct text){clean.at + i, 1});
    }
    free(clean.at);
}

static void write_number(struct buffer *out, const char *sign, const char *number)
{
    buffer_print(out, "<td class=\"number\">%s%s</td>", sign, number);
}

/*
 * Writes a cost and its share of the total. A cost that is not exact has a mark; nothing is known
 * of a difference of such.
 */
static void write_cost(struct buffer *out, const struct table *table, struct cell cell)
{
    const struct table_event *event = &table->events[table->measured];
    bool is_unknown = (cell.is_bound || cell.is_estimate) && table->is_difference;
    bool has_share = cell.is_given && !is_unknown && event->base.value != 0;
    const char *mark = cell.is_noise                     ? "\xe2\x89\x88" /* U+2248 */
                     : cell.is_given && cell.is_estimate ? "~"
                     : cell.is_given && cell.is_bound    ? "\xe2\x89\xa5" /* U+2265 */
                                                         : "";
    char figure[MAX_COUNT], share[MAX_COUNT] = ".";

    format_figure(cell, table->is_difference, figure);
    if (has_share)
        snprintf(share, sizeof share, table->is_difference && cell.value != 0 ? "%+.2f" : "%.2f",
                 percent_of(cell.value, event->base.value));
    write_number(out, is_unknown ? "" : mark, is_unknown ? "?" : figure);
    write_number(out, "", share);
}

static void write_function(struct buffer *out, const struct table *table,
                           const struct table_row *row)
{
    struct buffer short_name = {0};

    append_short_name(&short_name, row->function, NAME_ROOM, false);
    buffer_append(out, TEXT("<tr>"));
    write_cost(out, table, table_shown(table, &row->self[table->measured]));
    if (table->has_inclusive) {
        char calls[MAX_COUNT];
        write_cost(out, table, table_shown(table, &row_figures(row)[table->measured]));
        format_figure(row_calls(table, row), table->is_difference, calls);
        write_number(out, "", calls);
    }
    buffer_append(out, TEXT("<th scope=\"row\" title=\""));
    html_cut_text(out, row->function, MOST_OF_FACT);
    buffer_append(out, TEXT("\">"));
    html_cut_text(out, buffer_text(&short_name), MOST_OF_NAME);
    buffer_append(out,
                  row->inlined == INLINED_WHOLLY ? TEXT(" [inlined]</th><td>") : TEXT("</th><td>"));
    html_cut_text(out, row->file, MOST_OF_NAME);
    buffer_append(out, TEXT("</td></tr>\n"));
    free(short_name.at);
}

void static_section_add(struct static_section *section, const struct table *table,
                        const struct table_row *row)
{
    struct cell self = table_shown(table, &row->self[table->measured]);
    int64_t cost = magnitude(self.value);
    size_t place = section->n_top;

    while (place > 0 && cost > section->top[place - 1].cost)
        place--;
    if (!self.is_given || place == ARRAY_LENGTH(section->top))
        return;
    if (section->n_top == ARRAY_LENGTH(section->top))
        free(section->top[--section->n_top].html.at);
    memmove(&section->top[place + 1], &section->top[place],
            (section->n_top++ - place) * sizeof section->top[place]);
    section->top[place].cost = cost;
    section->top[place].html = (struct buffer){0};
    write_function(&section->top[place].html, table, row);
}

static void write_total(struct buffer *out, const struct table *table)
{
    const struct table_event *event = &table->events[table->measured];
    char figure[MAX_COUNT];

    format_figure(table_shown(table, &event->total), table->is_difference, figure);
    buffer_print(out, "%s ", figure);
    html_cut_text(out, event->name, MOST_OF_NAME);
    if (table->is_difference && event->total.old.is_given) {
        format_figure(event->total.old, false, figure);
        buffer_print(out, ", was %s", figure);
    }
}

void static_section_end(struct static_section *section, const struct table *table,
                        size_t n_functions)
{
    static const char *const percent = "<th scope=\"col\" class=\"number\">%</th>";
    struct buffer *out = &section->functions;
    bool has_inclusive = table->has_inclusive;
    char all[MAX_COUNT];

    if (table->n_events != 0)
        write_total(&section->total, table);
    if (section->n_top == 0)
        return;
    buffer_print(out, "<table><caption>Functions with %s of ",
                 table->is_difference ? "the largest change of self cost" : "most self cost");
    html_cut_text(out, table->events[table->measured].name, MOST_OF_NAME);
    format_count((int64_t)n_functions, all);
    buffer_print(out, ": %zu of %s</caption>\n", section->n_top, all);
    buffer_print(out, "<thead><tr><th scope=\"col\" class=\"number\">Self</th>%s", percent);
    if (has_inclusive)
        buffer_print(out,
                     "<th scope=\"col\" class=\"number\">Inclusive</th>%s"
                     "<th scope=\"col\" class=\"number\">Calls</th>",
                     percent);
    buffer_append(out, TEXT("<th scope=\"col\">Function</th><th scope=\"col\">File</th>"
                            "</tr></thead>\n<tbody>\n"));
    for (size_t i = 0; i < section->n_top; i++)
        buffer_append(out, buffer_text(&section->top[i].html));
    buffer_append(out, TEXT("</tbody></table>\n"));
}

struct text report_title(const struct report *report)
{
    const struct facts *facts = &report->facts;

    if (facts->command.length != 0)
        return facts->command;
    return facts->files.count != 0 ? facts->files.items[0] : (struct text){0};
}

void static_section_write(FILE *out, const struct static_section *section,
                          const struct report *report)
{
    struct buffer text = {0};

    buffer_append(&text, TEXT("<section id=\"static\">\n<h1>"));
    html_cut_text(&text, report_title(report), MOST_OF_FACT);
    buffer_append(&text, TEXT("</h1>\n<p>"));
    buffer_append(&text, buffer_text(&section->total));
    buffer_append(&text, TEXT("</p>\n"));
    buffer_append(&text, buffer_text(&section->functions));
    buffer_append(
        &text,
        TEXT(
            "<noscript><p>Where scripts are allowed, this page also shows all functions with their "
            "callers and callees, the call tree, sources, files, all events, limits and "
            "warnings.</p></noscript>\n"
            "</section>\n"));
    fwrite(text.at, 1, text.length, out);
    free(text.at);
}

void static_section_free(struct static_section *section)
{
    for (size_t i = 0; i < section->n_top; i++)
        free(section->top[i].html.at);
    free(section->total.at);
    free(section->functions.at);
}

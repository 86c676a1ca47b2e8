/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_MARKDOWN_PIECES_H
#define QUERN_REPORTER_FORMAT_MARKDOWN_PIECES_H

/* The parts that tables in Markdown are made of: untrusted names, and figures. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/kinds.h"
#include "base/text.h"
#include "reporter/format/text_sections.h"

struct cell;
struct error;
struct facts;
struct figure;
struct table;
struct table_row;

/* Before a change that is none beside noise: U+2248. */
#define NOISE_MARK "\xe2\x89\x88"

struct markdown {
    FILE *out;
    const struct facts *facts;
    const struct table *table; /* the one being written */
    bool has_texts;            /* lines of source have theirs after their number */
    struct text_writer text;   /* for blocks of text */
};

/* Writes a name so that it means nothing to Markdown; what is not UTF-8 becomes U+FFFD. */
void write_markdown_name(FILE *out, struct text text);

/* Writes " (NAME)", or nothing for an empty name. */
void write_markdown_in_brackets(FILE *out, struct text text);

/* Writes the name of a function, short where that is wanted. */
void write_markdown_function(const struct markdown *markdown, struct text name);

/*
 * Writes the headings of a column of costs and of their shares: `heading` or, where there are
 * several events, the event's name. A table has one line of headings, so the long name is a second
 * line of the same cell.
 */
void write_markdown_cost_heading(const struct markdown *markdown, size_t event,
                                 const char *heading);

/*
 * Writes a figure in a cell of the table; the second function adds a cell with its percentage of
 * the program, unless it is a ratio.
 */
void write_markdown_cost(const struct markdown *markdown, struct cell cell);
void write_markdown_cost_and_share(const struct markdown *markdown, size_t event, struct cell cell);

/* Writes a change in percent of the old figure, in a difference. */
void write_markdown_growth(const struct markdown *markdown, struct cell change, struct cell old,
                           enum change kind);

/* Writes what a ratio is, what it was, and how it changed, in a cell of the table each. */
void write_markdown_ratio_change(const struct markdown *markdown, const struct figure *ratio);

/* Writes what a row is, in the last column of a table, and ends its line. */
void write_markdown_label(const struct markdown *markdown, const struct table_row *row);

/*
 * Writes the rule below a heading: each event has `n_costs` costs, with their shares, and with
 * their changes if has_growth or in a trend; then come `others` columns of figures, and one of
 * names.
 */
void write_markdown_rule(const struct markdown *markdown, size_t n_costs, bool has_growth,
                         size_t others);

/*
 * Writes the lines or instructions of a listing. Returns false when a row fails. See
 * listing/markdown_listing.c.
 */
bool write_markdown_listing(const struct markdown *markdown, struct error *error);

/* Writes the table of a call tree. Returns false when a row fails. See markdown_tree.c. */
bool write_markdown_tree(const struct markdown *markdown, struct error *error);

/* Writes the table of causes. Returns false when a row fails. See markdown_causes.c. */
bool write_markdown_causes(const struct markdown *markdown, struct error *error);

#endif

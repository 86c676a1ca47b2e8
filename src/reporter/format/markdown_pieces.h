/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_MARKDOWN_PIECES_H
#define QUERN_REPORTER_FORMAT_MARKDOWN_PIECES_H

/* What tables in Markdown are made of: names from strangers, and cells of figures. */

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
struct shortener;
struct table;
struct table_row;

struct markdown {
    FILE *out;
    const struct facts *facts;
    const struct table *table;         /* that is being written */
    const struct shortener *shortener; /* of the names of functions; NULL: they stay as they are */
    bool has_long_names;               /* in headings */
    struct text_writer text;           /* of blocks that are text */
};

/* A name as it is, meaning nothing to Markdown: what is not UTF-8 becomes U+FFFD. */
void write_markdown_name(FILE *out, struct text text);

/* " (NAME)"; nothing where it is empty. */
void write_markdown_in_brackets(FILE *out, struct text text);

/* The name of a function, short where that is wanted. */
void write_markdown_function(const struct markdown *markdown, struct text name);

/*
 * The heading of a column of costs, and of their shares: what it has or, where there are several
 * events, the event's name. A table has one heading, so the long name is a line of the same cell.
 */
void write_markdown_cost_heading(const struct markdown *markdown, size_t event,
                                 const char *heading);

/* A cell; and with one more that is in percent of the program, unless it is a ratio. */
void write_markdown_cost(const struct markdown *markdown, struct cell cell);
void write_markdown_cost_and_share(const struct markdown *markdown, size_t event, struct cell cell);

/* A change in percent of what it was, in a difference. */
void write_markdown_growth(const struct markdown *markdown, struct cell change, struct cell old,
                           enum change kind);

/* What a ratio is, what it was, and how it changed: a cell each. */
void write_markdown_ratio_change(const struct markdown *markdown, const struct figure *ratio);

void write_markdown_calls(const struct markdown *markdown, const struct table_row *row);

/* What a row is, in the last column of a table, and the end of its line. */
void write_markdown_label(const struct markdown *markdown, const struct table_row *row);

/*
 * The rule below a heading: each event has a number of costs, with what is beside them and how they
 * changed or not; there are other columns of figures, and one of names.
 */
void write_markdown_rule(const struct markdown *markdown, size_t n_costs, bool has_growth,
                         size_t others);

/* listing/markdown_listing.c: the lines or instructions of a listing. False when a row fails. */
bool write_markdown_listing(const struct markdown *markdown, struct error *error);

/* markdown_tree.c: the table of a call tree. False when a row fails. */
bool write_markdown_tree(const struct markdown *markdown, struct error *error);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_MARKDOWN_PIECES_H
#define QUERN_REPORTER_FORMAT_MARKDOWN_PIECES_H

/* The parts that tables in Markdown are made of: untrusted names, and figures. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/text.h"
#include "reporter/format/text_sections.h"

struct error;
struct facts;
struct section;
struct table;
struct table_row;

struct markdown {
    FILE *out;
    const struct facts *facts;
    const struct table *table; /* the one being written */
    bool has_texts;            /* lines of source have theirs after their number */
    struct text_writer text;   /* for blocks of text */
};

/* Writes a name so that it means nothing to Markdown; what is not UTF-8 becomes U+FFFD. */
void write_markdown_name(FILE *out, struct text text);

/* Writes the name of a function, short where that is wanted. */
void write_markdown_function(const struct markdown *markdown, struct text name);

/* Writes what a row is, in the last column of a table, and ends its line. */
void write_markdown_label(const struct markdown *markdown, const struct table_row *row);

/*
 * markdown_tables.c: writes the table of a section, or its listing. Returns false when a row fails.
 */
bool write_markdown_table(const struct markdown *markdown, const struct section *section,
                          struct error *error);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_GRID_H
#define QUERN_REPORTER_FORMAT_GRID_H

/*
 * Lays out the columns of a table that people read, in text and in Markdown: headings, rows,
 * widths, and what is left out for want of room. What a row is called comes after its columns, and
 * is up to whoever writes the table.
 */

#include <stdbool.h>
#include <stddef.h>

#include "reporter/columns.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

struct error;
struct text_writer;

/* The blanks between columns, and how many columns names should have. */
enum { GAP = 2, ROOM_FOR_NAMES = 32 };

struct grid_column {
    const struct column *column;
    size_t width; /* of the widest cell, in text */
};

struct grid {
    const struct text_writer *writer;
    const struct table *table;
    struct grid_column *columns;
    size_t count, capacity;
    struct table_row **rows; /* all rows of the table, which stay until the next one is read */
    size_t n_rows;
    size_t room; /* for names, in columns of the terminal; 0: no limit */
};

/*
 * Chooses the columns of a table and reads its first rows, `most` of them. In Markdown they have
 * short names of functions from then on. Returns false where a row fails; free with grid_free() in
 * either case.
 */
bool grid_read(struct grid *grid, const struct text_writer *writer, const struct table *table,
               size_t most, struct error *error);
void grid_free(struct grid *grid);

/* Cuts the names of functions in the rows, where no width limits them. */
void grid_shorten_names(struct grid *grid);

/*
 * Leaves out columns, the cheapest first, until `wanted` columns of the terminal are left for what
 * stands beside them, and sets the room. The writer's notes name events and slices left out.
 */
void grid_fit(struct grid *grid, size_t wanted);

/* Returns the width of all columns, with the gaps between them. */
size_t grid_width(const struct grid *grid);

/* Returns whether some column has a figure of the row. */
bool grid_shows(const struct grid *grid, const struct table_row *row);

/* Returns whether some figure of the rows is an estimate, and says so. */
bool grid_has_estimates(const struct grid *grid);

/*
 * Writes the headings, and `last` above what comes after the columns: in text without ending the
 * line, so that the end of its colour is on it; in Markdown with the rule below.
 */
void grid_write_heading(const struct grid *grid, struct text last);

/* Writes the cells of a row, and what separates them from its name. */
void grid_write_row(const struct grid *grid, const struct table_row *row);

/* Writes the cells of a row, with nothing after them. */
void grid_write_cells(const struct grid *grid, const struct table_row *row);

/* Writes blanks in place of cells, and what separates them from a name. */
void grid_write_blanks(const struct grid *grid);

/* Writes untrusted text, which means nothing to Markdown where that is written. */
void write_words(const struct text_writer *writer, struct text text);

/* Writes a text that takes `columns` columns at the right end of `width` of them. */
void write_right(FILE *out, const char *string, size_t columns, size_t width);

#endif

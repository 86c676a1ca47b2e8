/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_GRID_H
#define QUERN_REPORTER_FORMAT_GRID_H

/*
 * The columns of figures that people read, in text and in Markdown. A grid is made for a table: it
 * has the columns of that kind of section, which are made of ready-made kinds of cells. All else is
 * a loop over them: headings, rows, widths, and what is left out for want of room. What a row is
 * called comes after its columns, and is up to whoever writes the table.
 */

#include <stdbool.h>
#include <stddef.h>

#include "reporter/format/columns.h"
#include "reporter/format/pieces.h"
#include "reporter/report.h"

struct error;
struct text_writer;

/* The blanks between columns, and how many columns names should have. */
enum { GAP = 2, ROOM_FOR_NAMES = 32 };

/* Room for a cell: two figures with their marks. */
enum { CELL_ROOM = 2 * MAX_COUNT };

/* The order in which columns go for want of room; they go one rank at a time. */
enum column_rank {
    RANK_ABSENT, /* such a column is not made */
    RANK_KEPT,   /* never */
    RANK_PER_CALL,
    RANK_RUNNING,
    RANK_TREE_GROWTH, /* the ranges of a tree say more */
    RANK_LISTED_GROWTH,
    RANK_CALLS,
    RANK_INCLUSIVE_GROWTH,
    RANK_OTHER_INCLUSIVE, /* of events that rows are not ranked by */
    RANK_INCLUSIVE,
    RANK_SHARES, /* likewise, or those of a trend, which say least */
    RANK_OLD_RATIOS,
    RANK_TREND_GROWTH,
    RANK_EVENTS,        /* from here on: an event or a slice each, which a note names */
    RANK_OLD = 1 << 30, /* the new cost and the change imply the old cost */
};

struct grid_cell;

/* What stands in the cells of a column. */
struct cell_kind {
    const char *heading; /* NULL: the list and the event that the figures are from */
    size_t gap;          /* blanks before it in text */
    size_t least;        /* its least width */
    bool is_left;        /* its cells are words, aligned at the left */
    /* Writes the cell, which may be left empty, and returns its tint. */
    enum tint (*write)(const struct grid_cell *at, char *text);
};

struct grid_column {
    const struct cell_kind *kind;
    enum figure_list list; /* the row's list that the figure is from */
    size_t event;          /* its place in the table */
    size_t slice;
    struct text heading; /* empty: that of its kind */
    unsigned rank;
    size_t width; /* of the widest cell */
};

struct grid {
    const struct text_writer *writer;
    const struct table *table;
    enum section_kind section;
    bool is_markdown;
    bool is_brief; /* it has no columns that people can do without */
    struct grid_column *columns;
    size_t count, capacity;
    struct table_row **rows; /* all rows of the table, which stay until the next one is read */
    size_t n_rows;
    size_t room;         /* for names, in columns of the terminal; 0: no limit */
    struct cell running; /* the sum of the rows up to the one being written */
};

/*
 * Makes the columns of a section and reads the first rows of its table, `most` of them. `is_brief`
 * leaves out what people can do without. Returns false where a row fails; free with grid_free() in
 * either case.
 */
bool grid_read(struct grid *grid, const struct text_writer *writer, const struct section *section,
               bool is_markdown, bool is_brief, size_t most, struct error *error);
void grid_free(struct grid *grid);

/*
 * Leaves out columns, the cheapest first, until `wanted` columns of the terminal are left for what
 * stands beside them, and sets the room. The writer's notes name events and slices left out.
 */
void grid_fit(struct grid *grid, size_t wanted);

/* Returns the width of all columns, with the gaps between them. */
size_t grid_width(const struct grid *grid);

/* Returns whether there is a column of that list, of the event that rows are ranked by. */
bool grid_has_list(const struct grid *grid, enum figure_list list);

/* Returns whether some figure of the rows is an estimate, and says so. */
bool grid_has_estimates(const struct grid *grid);

/*
 * Writes the headings, in text without ending the line unless `last` heads what comes after the
 * columns; in Markdown with the rule below.
 */
void grid_write_heading(const struct grid *grid, struct text last);

/* Writes the cells of a row, and what separates them from its name. */
void grid_write_row(struct grid *grid, const struct table_row *row);

/* Writes the cells of a row, with nothing after them. */
void grid_write_cells(struct grid *grid, const struct table_row *row);

/* Writes blanks in place of cells, and what separates them from a name. */
void grid_write_blanks(const struct grid *grid);

/* Returns what became of a row, or of the calls that a line makes. */
enum change row_change(const struct table_row *row);

/* Returns the figure with the sides that the row has: a new line has no old cost. */
struct figure row_sides(const struct table_row *row, const struct figure *figure);

/* Writes a text that takes `columns` columns at the right end of `width` of them. */
void write_right(FILE *out, const char *string, size_t columns, size_t width);

#endif

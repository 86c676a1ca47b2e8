/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_LISTING_LISTING_PIECES_H
#define QUERN_REPORTER_FORMAT_LISTING_LISTING_PIECES_H

/*
 * The parts that listings are made of: titles, figures with and without a difference, jumps in
 * words and as arrows. It is private to this folder.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/error.h"
#include "reporter/format/pieces.h"
#include "reporter/table.h"

struct figure_columns;
struct text_writer;

/*
 * Writes a line that says what is listed, "fib in src/fib.c [bin/fib]: 64,137, 92.23 %", with names
 * that are fitted to the terminal.
 */
void write_listing_title(const struct text_writer *writer, const struct table *table,
                         const struct table_row *row);

/* The files or functions that are listed, in a line that is written at the first heading. */
struct parts_line {
    struct buffer text; /* empty, or "3 files: 41.02 % a.c, 9.80 % b.h" */
    size_t n_parts;
    bool is_full;
};

/* Begins the line, adds a part as long as there is room, and writes it, if it was begun. */
void parts_line_begin(struct parts_line *line, const struct table *table,
                      const struct table_row *row);
void parts_line_add(struct parts_line *line, const struct text_writer *writer,
                    const struct table *table, const struct table_row *row);
void parts_line_write(struct parts_line *line, FILE *out);

/* Appends what a fold stands for: "40 lines", or "40 lines in 2 other files". */
void append_fold(struct buffer *to, const struct table *table, const struct table_row *row);

/* Writes a title, a link to the file where that is wanted, on a line of its own, and frees it. */
void write_title_line(const struct text_writer *writer, struct buffer *title, struct text file);

/* Writes what matters less in the same way, and frees it. */
void write_dim_line(FILE *out, const struct palette *palette, struct buffer *text);

/* Writes the text of a line, or why it has none, which depends on whether the source is there. */
void write_listed_text(const struct text_writer *writer, const struct table *table,
                       const struct table_row *row, size_t room, bool has_source);

/* Writes the headings of each event's columns; or a row's figures with their shares, or blanks. */
void write_listing_heading(const struct figure_columns *figures);
void write_listing_figures(const struct figure_columns *figures, const struct table_row *row);

/*
 * Returns the tint of a whole line: hot lines stand out, in a difference those that changed much.
 */
enum tint tint_of_listed(const struct table *table, const struct table_row *row);

/*
 * Appends "63 of 64" for a conditional jump, "63 of ≥64" where the second number is a lower bound,
 * or "12x" for an unconditional one.
 */
void append_jump_counts(struct buffer *to, const struct jump_facts *jump, bool is_ascii);

/*
 * Appends " to 117e", the address that the jump leads to, or " to g at 117e", with as much of the
 * function's name as the note has room for; a room of 0 is no limit.
 */
void append_jump_address(struct buffer *to, const struct jump_facts *jump, size_t room,
                         bool is_ascii);

/*
 * Appends a jump from a line: its direction, how often, and the line, "↑ 63 of ≥64 to 13". Where
 * there is too little room a file goes without its directories; a room of 0 is no limit.
 */
void append_line_jump(struct buffer *to, const struct jump_facts *jump, size_t room, bool is_ascii);

/* An event whose figures are written in a difference. */
struct changed_event {
    size_t place;        /* in the table */
    size_t side, change; /* widths: of the old and new figure, and of the change */
};

/* The figures of a difference: for each event the old one, the new one and the change. */
struct changed_figures {
    const struct text_writer *writer;
    const struct table *table;
    struct changed_event *events;
    size_t n_events;
    bool has_growth; /* changes are written in percent, too */
    bool has_old;    /* old costs are written beside new ones */
};

/*
 * Chooses the events of the table that fit into the writer's width, of which something else takes
 * `others` columns. Free with changed_figures_free().
 */
struct changed_figures changed_figures_create(const struct text_writer *writer,
                                              const struct table *table, size_t others);
void changed_figures_free(struct changed_figures *figures);

/* Returns the width of all figures of a row. */
size_t changed_figures_width(const struct changed_figures *figures);

/*
 * Writes the heading, without ending its line. Where columns need the names of their events, a line
 * with these comes before it. Each line begins with `begin`.
 */
void changed_figures_write_heading(const struct changed_figures *figures, const char *begin);

/* Writes a row's figures, or blanks in their place. */
void changed_figures_write(const struct changed_figures *figures, const struct table_row *row);

/* Appends ": 133, now 283: +150, +112.78 %", the figures of the measured event. */
void changed_figures_append(struct buffer *title, const struct changed_figures *figures,
                            const struct table_row *row);

/* A listing of a difference by line, as text. */
struct line_changes {
    const struct text_writer *writer;
    struct changed_figures figures;
    bool is_sign_first; /* each row begins with its sign, as in a diff */
    bool has_source;    /* the source of the file being listed is there */
    size_t room;        /* columns for the text of lines; 0 for no limit */
};

/* Fits the columns to the writer's width. Free with line_changes_free(). */
struct line_changes line_changes_create(const struct text_writer *writer, const struct table *table,
                                        bool is_sign_first);
void line_changes_free(struct line_changes *changes);

/*
 * Appends what is listed and how it changed: "parse in parse.c: 133, now 283: +150, +112.78 %".
 * Each name gets half of the room; with a room of 0 they are written in full.
 */
void line_changes_append_title(const struct line_changes *changes, struct buffer *title,
                               const struct table_row *row, size_t room);

void line_changes_write_heading(const struct line_changes *changes);

/* Writes a line, a call or a gap. */
void line_changes_write_row(const struct line_changes *changes, const struct table_row *row);

struct arrow_style {
    size_t n_lanes; /* how many are drawn: the innermost of those that the table has */
    bool is_ascii;
    const struct palette *palette; /* NULL: no colours */
};

/* Returns how many columns the arrows take, with a blank after them; 0 without lanes. */
size_t arrows_width(size_t n_lanes);

/*
 * Writes the arrows beside a row after `n_blanks` blanks; `lanes` are the table's, or NULL where no
 * arrow passes. Blanks at the end are not written: returns their number, for what comes next.
 */
size_t arrows_write(FILE *out, const struct arrow_style *style, const unsigned char *lanes,
                    size_t n_blanks);

/*
 * Writes a listing by instruction: costs, addresses, lines, and the instructions with arrows for
 * their jumps. Returns false when a row fails.
 */
bool text_instructions_write(const struct text_writer *writer, const struct table *table,
                             struct error *error);

#endif

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
#include "reporter/format/grid.h"
#include "reporter/format/pieces.h"
#include "reporter/table.h"

struct text_writer;

/*
 * Writes a line that says what is listed, "fib in src/fib.c [bin/fib]: 64,137, 92.23 %", with names
 * that are fitted to the terminal; in a difference how it changed, as the next function appends it.
 */
void write_listing_title(const struct text_writer *writer, const struct table *table,
                         const struct table_row *row);

/*
 * Appends what is listed in a difference and how it changed, "parse in parse.c: 133, now 283: +150,
 * +112.78 %". Each name gets half of the room; with a room of 0 they are written in full.
 */
void append_changed_title(struct buffer *title, const struct text_writer *writer,
                          const struct table *table, const struct table_row *row, size_t room);

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

/* Writes what matters less on a line of its own, and frees it. */
void write_dim_line(FILE *out, const struct palette *palette, struct buffer *text);

/* Writes the text of a line, or why it has none, which depends on whether the source is there. */
void write_listed_text(const struct text_writer *writer, const struct table *table,
                       const struct table_row *row, size_t room, bool has_source);

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

/* A listing by line, as text. */
struct listing_text {
    struct grid grid;
    bool is_sign_first; /* each row begins with its sign, as in a diff */
    bool has_source;    /* the source of the file being listed is there */
    size_t room;        /* columns for the text of lines; 0 for no limit */
};

/* Reads the rows. Returns false when one fails; end it with listing_text_end() in either case. */
bool listing_text_begin(struct listing_text *listing, const struct text_writer *writer,
                        const struct section *section, bool is_sign_first, struct error *error);
void listing_text_end(struct listing_text *listing);

void listing_text_write_heading(const struct listing_text *listing);

/* Writes a line, a call, a jump, a gap or a fold. */
void listing_text_write_row(struct listing_text *listing, const struct table_row *row);

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
bool text_instructions_write(const struct text_writer *writer, const struct section *section,
                             struct error *error);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_TEXT_NAMES_H
#define QUERN_REPORTER_FORMAT_TEXT_NAMES_H

/* Writes what a row is called, in as many columns as there are for it. */

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "reporter/table.h"

struct text_writer;

/*
 * Makes the name of a row and what comes after it, as much of both as fits into these columns; in
 * full where room is 0. Parts are left out before the name of a function gets shorter; a line of
 * source, which goes last, is for the caller to cut.
 */
void make_label(const struct table_row *row, size_t room, bool is_ascii, struct buffer *name,
                struct buffer *rest);

/*
 * Writes "function (file) [object]", a note, which always has room, and the end of the line: in
 * full where room is 0, else with base names, and as much as fits into `room` columns. First the
 * object is left out, then the file, then the name gets shorter step by step, and at last its
 * middle is elided.
 */
void write_label(const struct text_writer *writer, const struct table_row *row, size_t room,
                 struct text note);

/* Appends as much of a function's name as fits; all of it where room is 0. */
void append_function(struct buffer *to, const struct text_writer *writer, struct text name,
                     size_t room);

/*
 * Appends what a listing shows, "function in file" or "file". Each gets `room` columns at most, and
 * an unknown file is left out beside a function.
 */
void append_code(struct buffer *to, const struct text_writer *writer, struct text function,
                 struct text file, size_t room);

/* Functions each of which calls the next, or is called by it: "a > b > c". */
struct chain {
    const struct text *names;
    size_t count; /* at least 1 */
    struct text sign;
};

/*
 * Sets a buffer, which is empty, to the names of a chain. If that is too wide, all names get
 * shorter step by step, and then names after the first are left out, but never the last one.
 */
void append_chain(struct buffer *to, const struct chain *chain, size_t room, bool is_ascii);

/* Appends what follows the name of a row in a tree, as " (recursive)", and the range of its cost.
 */
void append_tree_note(struct buffer *note, const struct table *table, const struct table_row *row);

/*
 * Begins a link to a source for terminals that know OSC 8, by the name that the profile has of it,
 * where the options want links and the file is there; returns whether it did: "ESC ] 8 ; ; URL
 * ESC \\" before what is shown, and the same without a URL after it.
 */
bool link_begin(const struct text_writer *writer, struct text file);
void link_end(const struct text_writer *writer, bool is_link);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_TEXT_NAMES_H
#define QUERN_REPORTER_FORMAT_TEXT_NAMES_H

/* What a row is called, in as many columns as there are for it. */

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "reporter/table.h"

struct text_writer;

/*
 * "function (file) [object]" and the end of the line: in full where room is 0, else with base
 * names, and as much of it as fits into `room` columns. First the object goes, then the file, then
 * the name gets shorter step by step, and at last it loses its middle. Where the options want short
 * or full names, it is always short, or never anything but full.
 */
void write_label(const struct text_writer *writer, const struct table_row *row, size_t room,
                 bool has_color);

/* The same with a note after it, which always has room. */
void write_label_and_note(const struct text_writer *writer, const struct table_row *row,
                          size_t room, bool has_color, struct text note);

/*
 * A function's name where there is any room for it: short only if that is wanted. Good until the
 * next name is made shorter.
 */
struct text function_name(const struct text_writer *writer, struct text name);

/* Adds a function's name alone, as much of it as fits, likewise. */
void append_function(struct buffer *to, const struct text_writer *writer, struct text name,
                     size_t room);

/*
 * Adds what a listing is of, "function in file" or "file"; each has that room at most, and a file
 * that is not known is left out beside a function.
 */
void append_code(struct buffer *to, const struct text_writer *writer, struct text function,
                 struct text file, size_t room);

/* Adds what there is to say of a row in a tree after its name, as " (recursive)". */
void append_tree_note(struct buffer *note, const struct table_row *row);

/* Adds a text, with a sign for its middle where it has not room; all of it where that is 0. */
void append_fitted(struct buffer *to, struct text text, size_t room, bool is_ascii);

#endif

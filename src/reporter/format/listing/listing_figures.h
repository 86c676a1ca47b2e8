/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_LISTING_LISTING_FIGURES_H
#define QUERN_REPORTER_FORMAT_LISTING_LISTING_FIGURES_H

/* What listings of lines and of instructions have in common: their headings and figures. */

#include "reporter/format/pieces.h"

struct buffer;
struct figure_columns;
struct table_row;
struct text_writer;

/* What the next rows are of, "fib in src/fib.c [bin/fib]", fitted to the terminal, on a line. */
void write_listing_title(const struct text_writer *writer, const struct table_row *row,
                         bool is_of_instructions);

/* The title, which it frees, on a line. */
void write_listing_text(const struct text_writer *writer, struct buffer *title);

void write_listing_heading(const struct figure_columns *figures);

/* The figures of each event, each with its share, or room for them. */
void write_listing_figures(const struct figure_columns *figures, const struct table_row *row);

/* Hot lines stand out as a whole. */
enum tint tint_of_listed(const struct table_row *row, const struct figure_columns *figures);

#endif

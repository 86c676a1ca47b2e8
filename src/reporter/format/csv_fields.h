/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_CSV_FIELDS_H
#define QUERN_REPORTER_FORMAT_CSV_FIELDS_H

/* Writes the fields of a line of CSV or TSV. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/text.h"

struct cell;

/* The line that is being written, which goes out as a whole. Free its text. */
struct csv_line {
    FILE *out;
    char separator;
    bool is_begun;
    struct buffer text;
};

/*
 * Writes a text. What is not UTF-8, and what a terminal must not get, becomes U+FFFD. The text is
 * quoted where needed, and a quote within quotes is doubled.
 */
void csv_text(struct csv_line *line, struct text text);

/* Writes a cost or a ratio, or an empty field where it is not given. */
void csv_cell(struct csv_line *line, struct cell cell);

/* Writes a number in base 10, or as "0x4011f6" in base 16. */
void csv_unsigned(struct csv_line *line, uint64_t number, unsigned base);

/* Writes the line. */
void csv_end_line(struct csv_line *line);

#endif

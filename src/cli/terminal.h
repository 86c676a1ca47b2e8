/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_TERMINAL_H
#define QUERN_CLI_TERMINAL_H

/* What a stream is connected to, and what that can show. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/text.h"

/* The smallest and the largest width. The smallest has just room for a figure and a name. */
enum { LEAST_WIDTH = 20, LARGEST_WIDTH = 100000 };

/*
 * Returns the columns of the terminal that the stream writes to, from COLUMNS or the terminal
 * itself; 80 where neither knows; 0 where it is not a terminal.
 */
size_t terminal_width(FILE *stream);

/* Returns the rows of that terminal, from LINES or the terminal itself; 24 where neither knows. */
size_t terminal_rows(FILE *stream);

/* Whether TERM is not set, or names a terminal that can do nothing but print. */
bool terminal_is_dumb(void);

/* Whether the stream writes to a terminal that shows colours, and NO_COLOR is empty. */
bool terminal_has_color(FILE *stream);

/* Whether the charset of the user's locale is UTF-8. The locale of the program stays that of C. */
bool terminal_has_utf8(void);

/*
 * Counts how many rows of a terminal a text takes: long lines take several, sequences of colour
 * none.
 */
struct screen {
    size_t rows, columns; /* of the terminal */
    size_t taken;         /* rows, by whole lines */
    size_t column;        /* where the line that has no end yet goes on; may be beyond the last */
    enum { SCREEN_PLAIN, SCREEN_ESCAPE, SCREEN_SEQUENCE } state;
};

static inline struct screen screen_begin(size_t rows, size_t columns)
{
    return (struct screen){.rows = rows, .columns = columns};
}

/*
 * Whether the screen has room for the text after all that was given before. Each character counts
 * as one column, however wide it is.
 */
bool screen_fits(struct screen *screen, struct text text);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_TERMINAL_H
#define QUERN_CLI_TERMINAL_H

/* What a stream is connected to, and what that can show. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What a width may be: less has no room for a figure and a name. */
enum { LEAST_WIDTH = 20, LARGEST_WIDTH = 100000 };

/*
 * The columns of the terminal that the stream writes to, as COLUMNS or the terminal says;
 * 80 where neither does; 0 where it is not a terminal.
 */
size_t terminal_width(FILE *stream);

/* The rows of that terminal, as LINES or the terminal says; 24 where neither does. */
size_t terminal_rows(FILE *stream);

/* Whether TERM says nothing of the terminal, or that it can do nothing but print. */
bool terminal_is_dumb(void);

/* Whether the stream writes to a terminal that shows colours, and NO_COLOR is empty. */
bool terminal_has_color(FILE *stream);

/* Whether the charset of the user's locale is UTF-8. The locale of the program stays that of C. */
bool terminal_has_utf8(void);

#endif

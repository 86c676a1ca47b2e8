/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_SCREEN_H
#define QUERN_CLI_SCREEN_H

/* How many rows of a terminal a text takes: long lines take several, sequences of colour none. */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

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
 * Whether the screen has room for the text, after all that was before it. A character counts as a
 * column, however wide it is.
 */
bool screen_fits(struct screen *screen, struct text text);

#endif

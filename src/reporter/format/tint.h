/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_TINT_H
#define QUERN_REPORTER_FORMAT_TINT_H

/* Colours of a terminal. They make things easier to find and say nothing that no text says. */

#include <stdbool.h>
#include <stdio.h>

enum tint {
    TINT_NONE,
    TINT_DIM,   /* what hardly matters */
    TINT_TITLE, /* what a table or a listing is of */
    TINT_WARM,
    TINT_HOT,
    TINT_HOTTEST,
};

/* How hot a share of the program is, in percent; of a change its size counts. */
enum tint tint_of_share(double percent);

/* Begin and end a tint; nothing where there is no colour, or none is needed. */
void tint_begin(FILE *out, bool has_color, enum tint tint);
void tint_end(FILE *out, bool has_color, enum tint tint);

#endif

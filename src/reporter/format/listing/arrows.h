/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_LISTING_ARROWS_H
#define QUERN_REPORTER_FORMAT_LISTING_ARROWS_H

/* Arrows beside instructions, out of lines and corners. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct arrow_style {
    size_t n_lanes; /* that are drawn, of those that the table has: the innermost */
    bool is_ascii;
    bool has_color;
};

/* How many columns the arrows take, with a blank after them; 0 without lanes. */
size_t arrows_width(size_t n_lanes);

/*
 * Writes what is beside a row: `lanes` are the table's, or NULL where there is nothing. No blanks
 * end it: it begins with the given number of them, and gives how many there are to be after it.
 */
size_t arrows_write(FILE *out, const struct arrow_style *style, const unsigned char *lanes,
                    size_t n_blanks);

#endif

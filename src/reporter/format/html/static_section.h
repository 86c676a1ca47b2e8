/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_STATIC_SECTION_H
#define QUERN_REPORTER_FORMAT_HTML_STATIC_SECTION_H

/*
 * The part of a page that is shown without its script: the run, its limits, the functions with most
 * self cost.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/text.h"

struct report;
struct table;
struct table_row;

/* {0} is empty. Free with static_section_free(). */
struct static_section {
    struct buffer total;     /* what the program costs, in words, */
    struct buffer functions; /* and the table, once it is known how many there are */
    struct {
        int64_t cost; /* its size: a change, and any cost, may be negative */
        struct buffer html;
    } top[25]; /* the rows of that table, the costliest first */
    size_t n_top;
};

/* Adds a function if it costs more than one of those that are there, of which the last may go. */
void static_section_add(struct static_section *section, const struct table *table,
                        const struct table_row *row);

/* Makes the table of these functions, the costliest of so many. */
void static_section_end(struct static_section *section, const struct table *table,
                        size_t n_functions);

void static_section_write(FILE *out, const struct static_section *section,
                          const struct report *report);

void static_section_free(struct static_section *section);

/* Returns the command, or the first file where none is known; empty where there is none either. */
struct text report_title(const struct report *report);

/*
 * Appends the first characters of an untrusted text, with an ellipsis where it is cut, so that it
 * can stand between tags and within the quotes of an attribute. What is not UTF-8, control
 * characters, and what changes the direction of writing become U+FFFD.
 */
void html_cut_text(struct buffer *out, struct text text, size_t n_characters);

#endif

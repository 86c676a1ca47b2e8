/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_LINE_SET_H
#define QUERN_TESTS_SUPPORT_LINE_SET_H

/*
 * What two views say, as lines of one form, to see whether those of one are among those of the
 * other. Commas are left out: people get them in large numbers, machines do not.
 */

#include <stddef.h>
#include <stdio.h>

/* {0} is empty; line_set_free() gives it back. */
struct line_set {
    char **list;
    size_t count, capacity;

    FILE *out; /* the line that is being written */
    char *text;
    size_t size;
};

/* Begins a line, to be written to the stream, and ends it. */
FILE *line_set_begin(struct line_set *set);
void line_set_end(struct line_set *set);

void line_set_sort(struct line_set *set);

/*
 * Expects each line among others, which have been sorted, but for lines with characters that text
 * for people shows in another way; gives the number of those that were looked for.
 */
size_t line_set_expect_among(const struct line_set *set, const struct line_set *others,
                             const char *path, const char *view);

void line_set_free(struct line_set *set);

#endif

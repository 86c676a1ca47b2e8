/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_MANUAL_H
#define QUERN_TESTS_SUPPORT_MANUAL_H

/* The manual, page after page and line by line, for tests that hold it against the code. */

#include <glob.h>
#include <stdbool.h>
#include <stddef.h>

enum { MANUAL_MOST_PAGES = 20 };

struct manual {
    glob_t paths;
    char *texts[MANUAL_MOST_PAGES], *rest;
    size_t n_read;       /* how many pages were begun */
    const char *page;    /* that the line is in: "quern-ci.7" */
    const char *line;    /* the one that was read, without its end; valid until manual_close() */
    int number;          /* of that line in its page, from 1 */
    const char *section; /* that it is in: "EXIT STATUS"; "" before the first one of a page */
};

void manual_open(struct manual *manual);
void manual_close(struct manual *manual);

/* Reads the next line; false at the end of the last page. */
bool manual_next_line(struct manual *manual);

/* The same of the sections of that name alone. */
bool manual_next_of(struct manual *manual, const char *section);

/* Appends what a line of mdoc(7) stands for to a text of that size: its escapes are resolved. */
void manual_append(char *text, size_t size, const char *line);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_MANUAL_PAGE_H
#define QUERN_TESTS_SUPPORT_MANUAL_PAGE_H

/* man/quern.1, line by line, for tests that hold it against the code. */

#include <stdbool.h>

struct manual_page {
    char *text, *rest;
    const char *line;    /* the one that was read, without its end */
    int number;          /* of that line, from 1 */
    const char *section; /* that it is in: "EXIT STATUS"; "" before the first one */
};

void manual_open(struct manual_page *page);
void manual_close(struct manual_page *page);

/* Reads the next line; false at the end. */
bool manual_next_line(struct manual_page *page);

/* The same of a section alone. */
bool manual_next_of(struct manual_page *page, const char *section);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_UNIT_REPORTER_FORMAT_HTML_PAGE_SECTIONS_H
#define QUERN_TESTS_UNIT_REPORTER_FORMAT_HTML_PAGE_SECTIONS_H

/* A section of each kind that a page has: a graph of two functions first, and at the end their
 * code. */

#include "unit/reporter/format/hand_made.h"

enum { N_PAGE_SECTIONS = 7 };
extern const struct hand_made_section page_sections[N_PAGE_SECTIONS];

/* The only row of the second, a table by file. */
extern const struct table_row page_group_row;

#endif

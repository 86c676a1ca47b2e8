/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_REPORT_H
#define QUERN_TESTS_SUPPORT_REPORT_H

/* Whole reports of quern, to be compared with each other. */

/*
 * What quern prints, which must succeed, with options and operands, words separated by single
 * blanks. Its stdin is the file `input`, or empty where that is NULL. The caller frees it.
 */
char *report_of(const char *options, const char *operands, const char *input);

/* What follows the lines that name the inputs and their parts, within the report. */
const char *report_without_header(const char *report);

#endif

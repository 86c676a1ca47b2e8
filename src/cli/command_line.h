/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_COMMAND_LINE_H
#define QUERN_CLI_COMMAND_LINE_H

/*
 * Reading the command line: options in any order among the operands, by the table of options.
 * Options for every run are read from the variable QUERN_OPTS first, unless the program is called
 * as callgrind_annotate. Where both give a value, the command line's counts. Where an option of the
 * variable cannot be combined with the command line, it is left out if it only says what is shown,
 * and how; if it decides what the figures are of, or what they are held against, that is an error.
 */

#include <stdbool.h>

struct arena;
struct error;
struct options;
struct text_list;

/*
 * Reads both into options that point into argv. False with a usage error; call options_free() in
 * any case.
 */
bool command_line_read(struct options *options, int argc, char **argv, struct error *error);

/*
 * Splits the text at blanks, tabs and newlines, as a shell would. Quotes and backslashes mean what
 * they mean to a shell; all else, as $, * and #, stands for itself. The words are appended to the
 * list and end in a NUL byte; the arena owns both. False where a quote is not closed.
 */
bool shell_words_split(const char *text, struct arena *arena, struct text_list *words);

#endif

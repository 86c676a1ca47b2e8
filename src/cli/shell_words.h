/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_SHELL_WORDS_H
#define QUERN_CLI_SHELL_WORDS_H

/* Words of a text as a shell would have them, without running one. */

#include <stdbool.h>

struct arena;
struct text_list;

/*
 * Splits the text at blanks, tabs and newlines. Quotes and backslashes mean what they mean to a
 * shell; all else, as $, * and #, stands for itself. The words are appended to the list and end in
 * a NUL byte; the arena owns both. False where a quote is not closed.
 */
bool shell_words_split(const char *text, struct arena *arena, struct text_list *words);

#endif

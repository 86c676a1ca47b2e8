/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_SHELL_WORDS_H
#define QUERN_BASE_SHELL_WORDS_H

/* Words of a command line as a shell reads them. */

#include <stdbool.h>

#include "base/text.h"

struct arena;
struct buffer;

/*
 * Splits the text at blanks, tabs and newlines, as a shell would. Quotes and backslashes mean what
 * they mean to a shell; everything else, such as $, * and #, stands for itself. The words are
 * appended to the list and end in a NUL byte; the arena owns both. Returns false if a quote is not
 * closed.
 */
bool shell_words_split(const char *text, struct arena *arena, struct text_list *words);

/* Appends a word so that a shell takes it literally, in quotes if it needs them. */
void append_shell_word(struct buffer *to, struct text word);

#endif

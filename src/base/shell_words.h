/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_SHELL_WORDS_H
#define QUERN_BASE_SHELL_WORDS_H

#include "base/text.h"

struct buffer;

/* Appends a word so that a shell takes it literally, in quotes if it needs them. */
void append_shell_word(struct buffer *to, struct text word);

#endif

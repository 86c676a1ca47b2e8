/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_SOURCE_CODE_H
#define QUERN_TESTS_SUPPORT_SOURCE_CODE_H

/*
 * The program's own C, for tests that hold a document against it: calls, their arguments, and the
 * texts that stand in them.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/text.h"

/* A file of src/. */
struct source_file {
    const char *path; /* "src/cli/apply.c" */
    const char *code; /* comments are blanks, so that lines keep their numbers */
};

/* All of them, .c and .h; source_code_free() gives them back. */
struct source_code {
    struct source_file *list;
    size_t count, capacity;
    struct arena arena;
};

void source_code_read(struct source_code *code);
void source_code_free(struct source_code *code);

/* The number of the line that `at` is on. */
int source_line(const struct source_file *file, const char *at);

/* The next call, or declaration, of a function or macro; *at is moved past its '('. */
bool source_next_call(const char **at, const char *function, struct text *arguments);

/*
 * Cuts off a piece of code up to the end of its next text: literals side by side, with macros
 * that stand for literals. Conversions are as in "%s". The arena of the code owns the text; false
 * where there is none.
 */
bool source_next_text(struct source_code *code, struct text *piece, struct text *text);

#endif

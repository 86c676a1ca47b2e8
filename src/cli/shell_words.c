/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/shell_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"

static const char blanks[] = " \t\n";

/* What a backslash takes its meaning from within double quotes; elsewhere it is anything. */
static const char special_in_quotes[] = "\"\\$`\n";

/*
 * Adds what the character at `at` stands for, after a backslash, with which a newline is nothing.
 * Gives what is after it; a backslash at the very end stands for itself.
 */
static const char *append_escaped(struct buffer *word, const char *at)
{
    if (*at == '\0') {
        buffer_append(word, TEXT("\\"));
        return at;
    }
    if (*at != '\n')
        buffer_append(word, (struct text){at, 1});
    return at + 1;
}

/* What is between double quotes, from after the first. Gives what follows; NULL: no end. */
static const char *append_quoted(struct buffer *word, const char *at)
{
    while (*at != '\0' && *at != '"') {
        if (*at == '\\' && at[1] != '\0' && strchr(special_in_quotes, at[1]) != NULL) {
            at = append_escaped(word, at + 1);
        } else {
            buffer_append(word, (struct text){at, 1});
            at++;
        }
    }
    return *at == '"' ? at + 1 : NULL;
}

/* The same between single quotes, where nothing is special. */
static const char *append_literal(struct buffer *word, const char *at)
{
    const char *end = strchr(at, '\'');

    if (end != NULL)
        buffer_append(word, text_between(at, end));
    return end != NULL ? end + 1 : NULL;
}

/* A word, up to a blank that is neither quoted nor escaped. */
static const char *append_word(struct buffer *word, const char *at)
{
    while (at != NULL && *at != '\0' && strchr(blanks, *at) == NULL) {
        if (*at == '\'') {
            at = append_literal(word, at + 1);
        } else if (*at == '"') {
            at = append_quoted(word, at + 1);
        } else if (*at == '\\') {
            at = append_escaped(word, at + 1);
        } else {
            buffer_append(word, (struct text){at, 1});
            at++;
        }
    }
    return at;
}

/* To the next word: a newline after a backslash does not count. */
static const char *skip_blanks(const char *at)
{
    for (;;) {
        at += strspn(at, blanks);
        if (at[0] != '\\' || at[1] != '\n')
            return at;
        at += 2;
    }
}

bool shell_words_split(const char *text, struct arena *arena, struct text_list *words)
{
    struct buffer word = {0};
    const char *at = skip_blanks(text);

    while (at != NULL && *at != '\0') {
        word.length = 0;
        at = append_word(&word, at);
        if (at == NULL)
            break;
        arena_append_text(arena, words, arena_copy_text(arena, text_of(buffer_string(&word))));
        at = skip_blanks(at);
    }
    free(word.at);
    return at != NULL;
}

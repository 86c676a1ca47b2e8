/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/shell_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"

static const char blanks[] = " \t\n";

/* Within double quotes a backslash escapes only these characters; elsewhere it escapes any. */
static const char special_in_quotes[] = "\"\\$`\n";

/*
 * Appends a word, up to a blank that is neither quoted nor escaped. Nothing is special between
 * single quotes. An escaped newline is dropped, and a backslash at the very end is literal. Returns
 * NULL if a quote is not closed.
 */
static const char *append_word(struct buffer *word, const char *at)
{
    char quote = '\0';

    for (; *at != '\0' && (quote != '\0' || strchr(blanks, *at) == NULL); at++) {
        bool is_escape = *at == '\\' && quote != '\'' && at[1] != '\0' &&
                         (quote == '\0' || strchr(special_in_quotes, at[1]) != NULL);
        if (quote == '\0' ? *at == '\'' || *at == '"' : *at == quote) {
            quote = (char)(quote == '\0' ? *at : '\0');
            continue;
        }
        at += is_escape;
        if (!is_escape || *at != '\n')
            buffer_append(word, (struct text){at, 1});
    }
    return quote == '\0' ? at : NULL;
}

/* Skips blanks and escaped newlines up to the next word. */
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

static bool is_plain_in_shell(char c)
{
    return is_letter(c) || is_digit(c) || (c != '\0' && strchr("_-+=:,./@%^", c) != NULL);
}

void append_shell_word(struct buffer *to, struct text word)
{
    bool is_plain = word.length != 0;

    for (size_t i = 0; i < word.length; i++)
        is_plain = is_plain && is_plain_in_shell(word.at[i]);
    if (is_plain) {
        buffer_append(to, word);
        return;
    }
    buffer_append(to, TEXT("'"));
    for (size_t i = 0; i < word.length; i++)
        buffer_append(to, word.at[i] == '\'' ? TEXT("'\\''") : (struct text){word.at + i, 1});
    buffer_append(to, TEXT("'"));
}

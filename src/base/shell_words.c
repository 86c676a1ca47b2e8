/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/shell_words.h"

#include <stdbool.h>
#include <string.h>

#include "base/buffer.h"

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

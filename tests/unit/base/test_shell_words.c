/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/shell_words.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"

Test(shell_words, are_quoted_where_they_need_it)
{
    static const struct {
        const char *word, *quoted;
    } cases[] = {
        {"", "''"},
        {"--annotate=main", "--annotate=main"},
        {"a/b_c-d+e:f,g.h@i%j^k0", "a/b_c-d+e:f,g.h@i%j^k0"},
        {"a b", "'a b'"},
        {"it's", "'it'\\''s'"},
        {"f(int)$", "'f(int)$'"},
        {"\u00e9", "'\u00e9'"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer quoted = {0};
        append_shell_word(&quoted, text_of(cases[i].word));
        cr_expect_str_eq(buffer_string(&quoted), cases[i].quoted);
        free(quoted.at);
    }
}

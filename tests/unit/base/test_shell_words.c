/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/shell_words.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"

/* What a shell makes of each is between brackets. */
Test(shell_words, splits_words_as_a_shell)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", ""},
        {" \t\n ", ""},
        {"--top", "[--top]"},
        {" --top=10\t--wide\n-I x ", "[--top=10][--wide][-I][x]"},
        {"'a b' \"c d\"", "[a b][c d]"},
        {"a'b c'd\"e f\"g", "[ab cde fg]"},
        {"'' \"\"", "[][]"},
        {"'a\\b' '\"'", "[a\\b][\"]"},
        {"\"a\\b \\\" \\\\ \\$ \\` '\"", "[a\\b \" \\ $ ` ']"},
        {"a\\ b \\'c \\\"d \\\\", "[a b]['c][\"d][\\]"},
        {"a\\\nb \"c\\\nd\" \\\n e", "[ab][cd][e]"},
        {"a\\", "[a\\]"},
        {"$HOME ~ * ? `x` # ; | & > (", "[$HOME][~][*][?][`x`][#][;][|][&][>][(]"},
        {"--fail-if='Ir of ^f$ > 5%'", "[--fail-if=Ir of ^f$ > 5%]"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct arena arena = {0};
        struct text_list words = {0};
        char made[200] = "";
        cr_expect(shell_words_split(cases[i].text, &arena, &words), "%s", cases[i].text);
        for (size_t word = 0; word < words.count; word++) {
            cr_expect_eq(words.items[word].at[words.items[word].length], '\0');
            strcat(strcat(strcat(made, "["), words.items[word].at), "]");
        }
        cr_expect_str_eq(made, cases[i].words, "%s: '%s' instead of '%s'", cases[i].text, made,
                         cases[i].words);
        arena_free(&arena);
    }
}

Test(shell_words, needs_the_end_of_a_quote)
{
    static const char *const texts[] = {"'", "\"", "a 'b", "\"a\\\"", "'a\"", "a\"b c"};

    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        struct arena arena = {0};
        struct text_list words = {0};
        cr_expect_not(shell_words_split(texts[i], &arena, &words), "%s", texts[i]);
        arena_free(&arena);
    }
}

/* What was quoted is one word again, and what needs no quotes has none. */
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
        struct arena arena = {0};
        struct buffer quoted = {0};
        struct text_list words = {0};
        append_shell_word(&quoted, text_of(cases[i].word));
        cr_expect_str_eq(buffer_string(&quoted), cases[i].quoted);
        cr_expect(shell_words_split(buffer_string(&quoted), &arena, &words));
        cr_assert_eq(words.count, 1);
        cr_expect_str_eq(words.items[0].at, cases[i].word);
        free(quoted.at);
        arena_free(&arena);
    }
}

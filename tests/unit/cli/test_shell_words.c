/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/shell_words.h"

#include <criterion/criterion.h>

#include "base/arena.h"
#include "base/array.h"

/* What a shell makes of each is between brackets. */
Test(shell_words, are_those_of_a_shell)
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

Test(shell_words, need_the_end_of_a_quote)
{
    static const char *const texts[] = {"'", "\"", "a 'b", "\"a\\\"", "'a\"", "a\"b c"};

    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        struct arena arena = {0};
        struct text_list words = {0};
        cr_expect_not(shell_words_split(texts[i], &arena, &words), "%s", texts[i]);
        arena_free(&arena);
    }
}

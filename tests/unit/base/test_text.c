/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/text.h"

#include <criterion/criterion.h>

#include "base/array.h"

Test(text, compares_bytewise)
{
    static const struct {
        struct text a, b;
        int order; /* below, equal or above 0 */
    } cases[] = {
        {{0}, {0}, 0},
        {{"", 0}, {0}, 0},
        {{"a", 1}, {0}, 1},
        {{"a", 1}, {"a", 1}, 0},
        {{"a", 1}, {"b", 1}, -1},
        {{"a", 1}, {"ab", 2}, -1},
        {{"b", 1}, {"ab", 2}, 1},
        {{"Z", 1}, {"a", 1}, -1},
        {{"a", 1}, {"\xc3", 1}, -1}, /* bytes are unsigned */
        {{"a\0b", 3}, {"a\0c", 3}, -1},
        {{"a\0", 2}, {"a", 1}, 1},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        int order = text_compare(cases[i].a, cases[i].b);
        int reverse = text_compare(cases[i].b, cases[i].a);

        cr_expect_eq((order > 0) - (order < 0), cases[i].order, "case %zu", i);
        cr_expect_eq((reverse > 0) - (reverse < 0), -cases[i].order, "case %zu, reversed", i);
        cr_expect_eq(text_equal(cases[i].a, cases[i].b), cases[i].order == 0, "case %zu", i);
    }
}

Test(text, knows_its_start)
{
    cr_expect(text_starts_with(TEXT("events: Ir"), TEXT("events:")));
    cr_expect(text_starts_with(TEXT("events:"), TEXT("events:")));
    cr_expect(text_starts_with(TEXT("x"), TEXT("")));
    cr_expect_not(text_starts_with(TEXT("event"), TEXT("events:")));
    cr_expect_not(text_starts_with(TEXT("xevents:"), TEXT("events:")));
}

Test(text, is_trimmed_of_blanks)
{
    static const struct {
        const char *text, *trimmed;
    } cases[] = {
        {"", ""},       {"a", "a"}, {" \t a b\t ", "a b"}, {"   ", ""}, {"a\r", "a"},
        {"a \r ", "a"}, {"\r", ""}, {"\n a", "\n a"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect(text_equal(text_trim(text_of(cases[i].text)), text_of(cases[i].trimmed)), "'%s'",
                  cases[i].text);
}

static void expect_words(bool cut(struct text *, struct text *), const char *text, size_t count,
                         const char *const words[])
{
    struct text rest = text_of(text), word;

    for (size_t i = 0; i < count; i++) {
        cr_assert(cut(&rest, &word), "'%s' has only %zu words", text, i);
        cr_expect(text_equal(word, text_of(words[i])), "'%s': word %zu is '%.*s'", text, i,
                  (int)word.length, word.at);
    }
    cr_expect_not(cut(&rest, &word), "'%s' has more than %zu words", text, count);
    cr_expect_not(cut(&rest, &word), "'%s' has no end", text);
}

static bool cut_at_comma(struct text *rest, struct text *word)
{
    return text_cut(rest, ',', word);
}

Test(text, is_cut_at_separators)
{
    expect_words(cut_at_comma, "a", 1, (const char *const[]){"a"});
    expect_words(cut_at_comma, "a,bc", 2, (const char *const[]){"a", "bc"});
    expect_words(cut_at_comma, "a,,b,", 4, (const char *const[]){"a", "", "b", ""});
    expect_words(cut_at_comma, "", 1, (const char *const[]){""});
    expect_words(cut_at_comma, ",", 2, (const char *const[]){"", ""});
}

Test(text, is_cut_into_words)
{
    expect_words(text_cut_word, "", 0, NULL);
    expect_words(text_cut_word, " \t ", 0, NULL);
    expect_words(text_cut_word, "Ir", 1, (const char *const[]){"Ir"});
    expect_words(text_cut_word, "  Ir \t Dr\r", 2, (const char *const[]){"Ir", "Dr"});
}

Test(text, is_cut_between_characters)
{
    static const struct {
        const char *text;
        int most, length;
    } cases[] = {
        {"", 3, 0},
        {"abc", 3, 3},
        {"abcd", 3, 3},
        {"ab\u00e9", 4, 4},
        {"ab\u00e9", 3, 2},
        {"\u20ac\u20ac", 5, 3},
        {"\u20ac\u20ac", 4, 3},
        {"\u20ac\u20ac", 3, 3},
        {"\U0001f600\U0001f600", 7, 4},
        {"\x80\x80\x80\x80\x80\x80", 5, 2}, /* this is no UTF-8 */
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(text_cut_length(text_of(cases[i].text), cases[i].most), cases[i].length,
                     "'%s' to %d", cases[i].text, cases[i].most);
}

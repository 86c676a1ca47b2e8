/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/pieces.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"

Test(format_pieces, puts_commas_between_thousands)
{
    static const struct {
        int64_t value;
        const char *expected;
    } cases[] = {
        {0, "0"},
        {7, "7"},
        {999, "999"},
        {1000, "1,000"},
        {12345, "12,345"},
        {999999, "999,999"},
        {1000000, "1,000,000"},
        {-1, "-1"},
        {-999, "-999"},
        {-1000, "-1,000"},
        {-123456, "-123,456"},
        {INT64_MAX, "9,223,372,036,854,775,807"},
        {INT64_MIN, "-9,223,372,036,854,775,808"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char count[MAX_COUNT];

        cr_expect_eq(format_count(cases[i].value, count), strlen(cases[i].expected), "%s",
                     cases[i].expected);
        cr_expect_str_eq(count, cases[i].expected);
    }
}

Test(format_pieces, give_all_digits_of_ratios)
{
    static const struct {
        double ratio;
        const char *expected;
    } cases[] = {
        {0, "0"},        {-0.0, "-0"},    {1, "1"}, {-2.5, "-2.5"}, {1.0 / 3, "0.333333333333333"},
        {2e-9, "2e-09"}, {1e15, "1e+15"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char ratio[MAX_COUNT];

        cr_expect_eq(format_whole_ratio(cases[i].ratio, ratio), strlen(cases[i].expected));
        cr_expect_str_eq(ratio, cases[i].expected);
    }
}

/* What is above 0 has a sign, 0 does not. */
Test(format_pieces, show_the_sign_of_changes)
{
    static const struct {
        int64_t value;
        const char *expected;
    } cases[] = {
        {0, "0"},
        {1, "+1"},
        {-1, "-1"},
        {1234, "+1,234"},
        {INT64_MAX, "+9,223,372,036,854,775,807"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char count[MAX_COUNT];
        cr_expect_eq(format_signed_count(cases[i].value, count), strlen(cases[i].expected), "%s",
                     cases[i].expected);
        cr_expect_str_eq(count, cases[i].expected);
    }
}

Test(format_pieces, tell_growth)
{
    static const struct {
        struct cell change, old;
        enum change kind;
        const char *expected;
    } cases[] = {
        {{.value = 5, .is_given = true}, {.value = 200, .is_given = true}, CHANGE_NONE, "+2.50"},
        {{.value = -5, .is_given = true}, {.value = 200, .is_given = true}, CHANGE_MOVED, "-2.50"},
        {{.value = 5, .is_given = true}, {.value = -200, .is_given = true}, CHANGE_NONE, "+2.50"},
        {{.value = 0, .is_given = true}, {.value = 200, .is_given = true}, CHANGE_NONE, "0.00"},
        {{.value = 5, .is_given = true}, {.value = 0, .is_given = true}, CHANGE_NONE, "."},
        {{.value = 5, .is_given = true}, {0}, CHANGE_NONE, "."},
        {{0}, {.value = 200, .is_given = true}, CHANGE_NONE, "."},
        {{.value = 5, .is_given = true}, {.value = 0, .is_given = true}, CHANGE_NEW, "new"},
        {{.value = -5, .is_given = true}, {.value = 5, .is_given = true}, CHANGE_GONE, "gone"},
        /* Ten thousand percent: hundredths say nothing. */
        {{.value = 200, .is_given = true}, {.value = 2, .is_given = true}, CHANGE_NONE, "+10,000"},
        {{.value = -200, .is_given = true}, {.value = 2, .is_given = true}, CHANGE_NONE, "-10,000"},
        {{.value = 322, .is_given = true}, {.value = 2, .is_given = true}, CHANGE_NONE, "+16,100"},
        {{.value = 19999, .is_given = true},
         {.value = 2, .is_given = true},
         CHANGE_NONE,
         "+999,950"},
        {{.value = 9999999, .is_given = true},
         {.value = 1000, .is_given = true},
         CHANGE_NONE,
         "+1,000,000"},
        {{.value = -32200, .is_given = true},
         {.value = 2, .is_given = true},
         CHANGE_NONE,
         "-1,610,000"},
        {{.value = 9999999999, .is_given = true},
         {.value = 1000, .is_given = true},
         CHANGE_NONE,
         "+1,000,000,000"},
        {{.value = INT64_MAX, .is_given = true},
         {.value = 1, .is_given = true},
         CHANGE_NONE,
         "+9.22e+20"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char growth[MAX_COUNT];
        size_t length = format_growth(cases[i].change, cases[i].old, cases[i].kind, growth);
        cr_expect_str_eq(growth, cases[i].expected, "case %zu: %s", i, growth);
        cr_expect_eq(length, strlen(growth));
    }
}

/* Two digits after the point, or one from 99.995 up and from -9.995 down. Of 0 nothing is a share.
 */
Test(format_pieces, writes_percentages)
{
    static const struct {
        int64_t value, total;
        const char *expected;
    } cases[] = {
        {0, 10, " ( 0.00%)"},
        {1, 3, " (33.33%)"},
        {1, 100, " ( 1.00%)"},
        {1, 1000000, " ( 0.00%)"},
        {5, 100000, " ( 0.01%)"},
        {99994, 100000, " (99.99%)"},
        {99995, 100000, " (100.0%)"},
        {99996, 100000, " (100.0%)"},
        {3, 1, " (300.0%)"},
        {-999, 10000, " (-9.99%)"},
        {-9994, 100000, " (-9.99%)"},
        {-9995, 100000, " (-10.0%)"},
        {-10000, 10000, " (-100.0%)"},
        {5, 0, " ( 0.00%)"},
        {-1, 10, " (-10.0%)"},
        {1, -10, " (-10.0%)"},
        {INT64_MAX, 1, " (922337203685477580800.0%)"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char percentage[MAX_COUNT];
        size_t length = format_percentage(cases[i].value, cases[i].total, percentage);
        cr_expect_str_eq(percentage, cases[i].expected, "case %zu: '%s'", i, percentage);
        cr_expect_eq(length, strlen(percentage));
    }
}

/* As many digits as it takes, and nothing where two after the point do not tell the ends apart. */
Test(format_pieces, say_what_is_known_of_an_estimate)
{
#define ABOUT .value = 30000, .is_given = true, .is_estimate = true
#define EXACT .value = 30000, .is_given = true
#define RANGE(from, to) .least = (from), .most = (to), .has_range = true
    static const struct {
        struct cell cell;
        bool is_change;
        const char *expected;
    } cases[] = {
        {{ABOUT, RANGE(25000, 35000)}, false, "  [25.0-35.0 %]"},
        {{ABOUT, RANGE(0, 100000)}, false, "  [0.0-100.0 %]"},
        {{ABOUT, RANGE(30000, 30050)}, false, ""},
        {{ABOUT, RANGE(30000, 30099)}, false, ""},
        {{ABOUT, RANGE(30000, 30101)}, false, "  [30.0-30.1 %]"},
        {{ABOUT, RANGE(30000, 30001)}, false, ""},
        {{ABOUT, RANGE(-1000, 3000)}, true, "  [-1.0 to +3.0 %]"},
        {{ABOUT}, false, "  [?]"},
        {{EXACT, RANGE(25000, 35000)}, false, ""},
        {{EXACT}, false, ""},
    };
#undef ABOUT
#undef EXACT
#undef RANGE

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char room[MAX_COUNT];
        struct text text = format_range(cases[i].cell, 100000, cases[i].is_change, room);
        cr_expect(text_equal(text, text_of(cases[i].expected)), "case %zu: '%.*s'", i,
                  (int)text.length, text.at);
    }
}

/* To the next multiple of 8 columns; what a line ends in CRLF with is not a part of it. */
Test(format_pieces, expand_tabs_of_source_lines)
{
    static const struct {
        struct text source;
        size_t room;
        const char *expected, *in_ascii;
    } cases[] = {
        {{0}, 0, "\n", "\n"},
        {{"\tx", 2}, 0, "        x\n", "        x\n"},
        {{"abc\tx", 5}, 0, "abc     x\n", "abc     x\n"},
        {{"12345678\tx", 10}, 0, "12345678        x\n", "12345678        x\n"},
        {{"\t1\t\tx", 5}, 0, "        1               x\n", "        1               x\n"},
        {{"\xc3\xa4\tx", 4}, 0, "\xc3\xa4       x\n", "\xc3\xa4       x\n"},
        {{"x\r", 2}, 0, "x\n", "x\n"},
        {{"x\ry", 3}, 0, "x\\x0dy\n", "x\\x0dy\n"},
        {{"123456789", 9}, 9, "123456789\n", "123456789\n"},
        {{"1234567890", 10}, 9, "12345678\xe2\x80\xa6\n", "123456...\n"},
        {{"\tx", 2}, 8, "       \xe2\x80\xa6\n", "     ...\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        for (int is_ascii = 0; is_ascii < 2; is_ascii++) {
            const char *expected = is_ascii ? cases[i].in_ascii : cases[i].expected;
            char *written = NULL;
            size_t size;
            FILE *out = open_memstream(&written, &size);
            cr_assert(out, "out of memory");
            write_source_text(out, cases[i].source, cases[i].room, is_ascii);
            fclose(out);
            cr_expect_str_eq(written, expected, "case %zu: '%s'", i, written);
            free(written);
        }
    }
}

/* Nothing is not a share of anything, and has no sign. */
Test(format_pieces, know_percentages)
{
    cr_expect_eq(percent_of(1, 4), 25.0);
    cr_expect_eq(percent_of(-1, 4), -25.0);
    cr_expect_eq(percent_of(1, 0), 0.0);
    cr_expect_eq(1 / percent_of(0, -4), INFINITY, "it is -0");
}

static void expect_written(void write(FILE *, struct text), struct text text, const char *expected)
{
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);

    cr_assert(out, "out of memory");
    write(out, text);
    fclose(out);
    cr_expect_str_eq(written, expected);
    free(written);
}

static void utf8(FILE *out, struct text text)
{
    struct buffer clean = {0};

    append_utf8(&clean, text);
    if (clean.length != 0) /* fwrite() takes no null pointer */
        fwrite(clean.at, 1, clean.length, out);
    free(clean.at);
}

Test(format_pieces, utf8_is_valid_and_harmless)
{
    expect_written(utf8, (struct text){0}, "");
    expect_written(utf8, TEXT("a\tb \xc3\xa4~"), "a\tb \xc3\xa4~");
    expect_written(utf8, TEXT("\xff\xe2\x82"), "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    expect_written(utf8, TEXT("\x1b[m\n"), "\xef\xbf\xbd[m\xef\xbf\xbd");
}

/* Bytes from 0x80 on belong to UTF-8, or to whatever else a name is in. */
Test(format_pieces, shows_control_characters)
{
    expect_written(write_text, (struct text){0}, "");
    expect_written(write_text, TEXT("a\tb \xc3\xa4\xff~"), "a\\x09b \xc3\xa4\xff~");
    expect_written(write_text, TEXT("\x1b[31mred\x1b[0m"), "\\x1b[31mred\\x1b[0m");
    expect_written(write_text,
                   TEXT("a\xc2\x9b"
                        "1m"),
                   "a\\xc2\\x9b1m"); /* U+009B, which is ESC [ */
    expect_written(write_text, TEXT("\0\n\r\b\x1f\x7f"), "\\x00\\x0a\\x0d\\x08\\x1f\\x7f");
}

/* Any byte at any place of those that are looked at together. */
Test(format_pieces, shows_control_characters_among_others)
{
    for (int byte = 0; byte < 256; byte++) {
        bool is_shown = byte < ' ' || (byte >= 0x7f && byte < 0xa0);
        for (size_t place = 0; place < 16; place++) {
            char text[] = "abcdefghijklmnop", expected[32];
            text[place] = (char)byte;
            snprintf(expected, sizeof expected, is_shown ? "%.*s\\x%02x%s" : "%.*s%c%s", (int)place,
                     text, byte, text + place + 1);
            expect_written(write_text, (struct text){text, 16}, expected);
        }
    }
}

Test(format_pieces, ends_source_lines_as_they_were)
{
    expect_written(write_source_line, TEXT("x"), "x\n");
    expect_written(write_source_line, (struct text){0}, "\n");
    expect_written(write_source_line, TEXT("x\r"), "x\r\n");
    expect_written(write_source_line, TEXT("x\ry\r\r"), "x\\x0dy\\x0d\r\n");
    expect_written(write_source_line, TEXT("\f"), "\\x0c\n");
}

Test(format_pieces, writes_blanks)
{
    for (size_t count = 0; count < 200; count++) {
        char *written = NULL;
        size_t size;
        FILE *out = open_memstream(&written, &size);

        cr_assert(out, "out of memory");
        write_blanks(out, count);
        fclose(out);
        cr_expect_eq(size, count);
        cr_expect_eq(strspn(written, " "), count);
        free(written);
    }
}

/* UTF-8 takes a column a character, and what is shown as \xNN four a byte. */
Test(format_pieces, count_columns)
{
    static const struct {
        struct text text;
        size_t columns;
    } cases[] = {
        {{"", 0}, 0},         {{"abc", 3}, 3},  {{"\xc3\xa4\xe2\x82\xac", 5}, 2},
        {{"a\x1b", 2}, 5},    {{"\xe4", 1}, 1}, /* Latin-1 */
        {{"\xc2\x9b", 2}, 8},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(text_columns(cases[i].text), cases[i].columns, "case %zu", i);
}

/* A character that does not fit as a whole is left out. */
Test(format_pieces, cut_texts_between_characters)
{
    static const struct {
        struct text text;
        size_t columns;
        struct text head, tail;
    } cases[] = {
        {{"abc", 3}, 0, {"", 0}, {"", 0}},
        {{"abc", 3}, 2, {"ab", 2}, {"bc", 2}},
        {{"abc", 3}, 9, {"abc", 3}, {"abc", 3}},
        {{"\xc3\xa4z\xc3\xbc", 5}, 2, {"\xc3\xa4z", 3}, {"z\xc3\xbc", 3}},
        {{"a\x1b", 2}, 3, {"a", 1}, {"", 0}},
        {{"\x1b"
          "a",
          2},
         3,
         {"", 0},
         {"a", 1}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_expect(text_equal(text_head(cases[i].text, cases[i].columns), cases[i].head), "head %zu",
                  i);
        cr_expect(text_equal(text_tail(cases[i].text, cases[i].columns), cases[i].tail), "tail %zu",
                  i);
    }
}

/*
 * U+4E2D and U+6587 take two columns each, U+0301 none, since it is put on the letter before, and
 * U+E000, of private use, one.
 */
Test(format_pieces, count_the_columns_that_characters_take)
{
    const struct text text = TEXT("a\xe4\xb8\xad"
                                  "e\xcc\x81\xe6\x96\x87");
    const struct {
        size_t columns;
        struct text head, tail;
    } cases[] = {
        {0, {"", 0}, {"", 0}},
        {1, {"a", 1}, {"", 0}},
        {2, {"a", 1}, {"\xe6\x96\x87", 3}},
        {3, {"a\xe4\xb8\xad", 4}, {"e\xcc\x81\xe6\x96\x87", 6}},
        {4,
         {"a\xe4\xb8\xad"
          "e\xcc\x81",
          7},
         {"e\xcc\x81\xe6\x96\x87", 6}},
        {5,
         {"a\xe4\xb8\xad"
          "e\xcc\x81",
          7},
         {"\xe4\xb8\xad"
          "e\xcc\x81\xe6\x96\x87",
          9}},
        {6, text, text},
    };
    struct character_widths widths = character_widths_begin();

    if (widths.characters == (locale_t)0)
        cr_skip_test("there is no locale C.UTF-8");
    cr_expect_eq(text_columns(text), 6);
    cr_expect_eq(text_columns(TEXT("\xee\x80\x80")), 1);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_expect(text_equal(text_head(text, cases[i].columns), cases[i].head), "head %zu", i);
        cr_expect(text_equal(text_tail(text, cases[i].columns), cases[i].tail), "tail %zu", i);
    }
    character_widths_end(&widths);
    cr_expect_eq(text_columns(text), 5, "the locale of before is about bytes");
}

static void rule(FILE *out, struct text text)
{
    (void)text;
    write_rule(out);
}

Test(format_pieces, rule_80_columns)
{
    expect_written(rule, (struct text){0},
                   "----------------------------------------"
                   "----------------------------------------\n");
}

/* By the size of the share, of a change too. */
Test(format_pieces, tint_shares)
{
    static const struct {
        double percent;
        enum tint tint;
    } cases[] = {
        {0, TINT_DIM},      {0.0049, TINT_DIM},  {0.005, TINT_NONE},  {0.49, TINT_NONE},
        {0.5, TINT_WARM},   {2.9, TINT_WARM},    {3, TINT_HOT},       {9.9, TINT_HOT},
        {10, TINT_HOTTEST}, {100, TINT_HOTTEST}, {-10, TINT_HOTTEST}, {-0.001, TINT_DIM},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(tint_of_share(cases[i].percent), cases[i].tint, "%g", cases[i].percent);
}

static void tinted(FILE *out, struct text text)
{
    tint_begin(out, true, TINT_TITLE);
    write_text(out, text);
    tint_end(out, true, TINT_TITLE);
    tint_begin(out, true, TINT_NONE);
    write_text(out, text);
    tint_end(out, true, TINT_NONE);
    tint_begin(out, false, TINT_HOT);
    write_text(out, text);
    tint_end(out, false, TINT_HOT);
}

/* Less is another colour than more, and much of either is bold. */
Test(format_pieces, tint_changes)
{
    static const struct {
        double percent;
        enum tint tint;
    } cases[] = {
        {0, TINT_DIM},        {0.0049, TINT_DIM},      {0.005, TINT_NONE}, {-0.49, TINT_NONE},
        {0.5, TINT_MORE},     {-0.5, TINT_LESS},       {9.9, TINT_MORE},   {-9.9, TINT_LESS},
        {10, TINT_MUCH_MORE}, {-98.7, TINT_MUCH_LESS},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(tint_of_change(cases[i].percent), cases[i].tint, "%g", cases[i].percent);
}

Test(format_pieces, tint_only_where_there_is_colour)
{
    expect_written(tinted, TEXT("x"), "\x1b[1mx\x1b[0mxx");
}

/* What would be markup of Markdown, or of the HTML that is made of it, or what tells people. */
Test(format_pieces, names_mean_nothing_to_markdown)
{
    static const struct {
        struct text name;
        const char *expected;
    } cases[] = {
        {{0}, ""},
        {{"a&b<c>", 6}, "a&amp;b&lt;c\\>"},
        {{"|\\`*_[]~$", 9}, "\\|\\\\\\`\\*\\_\\[\\]\\~\\$"},
        {{"(){}+-.!/'\":;,?=^%", 18}, "(){}+-.!/'\":;,?=^%"},
        {{"@a", 2}, "@<!-- -->a"},
        {{"f#12", 4}, "f#<!-- -->12"},
        {{"a\r\n\0b", 5}, "a   b"},
        {{"\x1b[0m", 4}, "\\x1b\\[0m"},
        {{"\xc3\xa4\xe4", 3}, "\xc3\xa4\xef\xbf\xbd"},
        {{"\xc2\x9b", 2}, "\\xc2\\x9b"}, /* U+009B, which is ESC [ */
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        cr_assert(out, "out of memory");
        write_markdown_name(out, cases[i].name);
        fclose(out);
        cr_expect_str_eq(text, cases[i].expected, "case %zu: %s", i, text);
        free(text);
    }
}

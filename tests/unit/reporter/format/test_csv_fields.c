/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/csv_fields.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "reporter/table.h"

static void begin(struct csv_line *line, char separator, char **text, size_t *size)
{
    *line = (struct csv_line){.out = open_memstream(text, size), .separator = separator};
    cr_assert(line->out, "out of memory");
}

static void expect_line(struct csv_line *line, char **text, const char *expected)
{
    csv_end_line(line);
    fclose(line->out);
    cr_expect_str_eq(*text, expected, "expected\n%sgot\n%s", expected, *text);
    free(*text);
}

/* As RFC 4180 has it. What is not UTF-8, or nothing for a terminal, becomes U+FFFD. */
Test(csv_fields, are_quoted_where_they_need_it)
{
    static const struct {
        struct text text;
        const char *csv, *tsv;
    } cases[] = {
        {{"a b;'c'", 7}, "a b;'c'\r\n", "a b;'c'\r\n"},
        {{"a,b", 3}, "\"a,b\"\r\n", "a,b\r\n"},
        {{"a\tb", 3}, "a\tb\r\n", "\"a\tb\"\r\n"},
        {{"say \"a\"", 7}, "\"say \"\"a\"\"\"\r\n", "\"say \"\"a\"\"\"\r\n"},
        {{"a\nb\r", 4}, "\"a\nb\r\"\r\n", "\"a\nb\r\"\r\n"},
        {{"\xc3\xa4", 2}, "\xc3\xa4\r\n", "\xc3\xa4\r\n"},
        {{"\xe4-\x1b", 3}, "\xef\xbf\xbd-\xef\xbf\xbd\r\n", "\xef\xbf\xbd-\xef\xbf\xbd\r\n"},
        {{0}, "\r\n", "\r\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct csv_line line;
        char *text;
        size_t size;
        begin(&line, ',', &text, &size);
        csv_text(&line, cases[i].text);
        expect_line(&line, &text, cases[i].csv);
        begin(&line, '\t', &text, &size);
        csv_text(&line, cases[i].text);
        expect_line(&line, &text, cases[i].tsv);
    }
}

Test(csv_fields, have_the_separator_between_them)
{
    struct csv_line line;
    char *text;
    size_t size;

    begin(&line, ',', &text, &size);
    csv_text(&line, TEXT("a"));
    csv_text(&line, TEXT(""));
    csv_text(&line, TEXT("b"));
    csv_end_line(&line);
    csv_text(&line, TEXT(""));
    csv_text(&line, TEXT("c"));
    expect_line(&line, &text, "a,,b\r\n,c\r\n");
}

/* No figure is cut or rounded, and what is not given is not 0. */
Test(csv_fields, hold_figures_of_any_size)
{
    static const struct cell most = {.value = INT64_MAX, .is_given = true},
                             ratio = {.ratio = 0.1, .is_given = true, .is_ratio = true},
                             no_ratio = {.ratio = 0.1, .is_ratio = true}, none = {.value = 5},
                             least = {.value = INT64_MIN, .is_given = true};
    struct csv_line line;
    char *text;
    size_t size;

    begin(&line, ',', &text, &size);
    csv_cell(&line, least);
    csv_unsigned(&line, UINT64_MAX, 10);
    csv_cell(&line, most);
    csv_cell(&line, none);
    csv_cell(&line, ratio);
    csv_cell(&line, no_ratio);
    csv_unsigned(&line, UINT64_MAX, 16);
    csv_unsigned(&line, 0, 16);
    expect_line(&line, &text,
                "-9223372036854775808,18446744073709551615,9223372036854775807,,0.1,,"
                "0xffffffffffffffff,0x0\r\n");
}

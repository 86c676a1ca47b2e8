/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/pieces.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

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

/* Bytes from 0x80 on belong to UTF-8, or to whatever else a name is in. */
Test(format_pieces, shows_control_characters)
{
    expect_written(write_text, (struct text){0}, "");
    expect_written(write_text, TEXT("a\tb \xc3\xa4\xff~"), "a\tb \xc3\xa4\xff~");
    expect_written(write_text, TEXT("\x1b[31mred\x1b[0m"), "\\x1b[31mred\\x1b[0m");
    expect_written(write_text,
                   TEXT("a\xc2\x9b"
                        "1m"),
                   "a\\xc2\\x9b1m"); /* U+009B, which is ESC [ */
    expect_written(write_text, TEXT("\0\n\r\b\x1f\x7f"), "\\x00\\x0a\\x0d\\x08\\x1f\\x7f");
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

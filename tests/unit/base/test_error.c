/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/error.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

Test(error, is_filled_in_one_statement)
{
    struct error error = {0};

    cr_expect_not(error_set(&error, ERROR_FAILED, "p", 7, "%d of %s", 3, "x"));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_str_eq(error.path, "p");
    cr_expect_eq(error.line, 7);
    cr_expect_str_eq(error.text, "3 of x");
    cr_expect_not(error_usage(&error, "no %s", "y"));
    cr_expect_eq(error.kind, ERROR_USAGE);
    cr_expect_null(error.path);
    cr_expect_eq(error.line, 0);
    cr_expect_str_eq(error.text, "no y");
}

Test(error, cuts_what_is_too_long)
{
    struct error error;
    char text[sizeof(error.text) + 100];

    memset(text, 'x', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    cr_expect_not(error_usage(&error, "%s", text));
    cr_expect_eq(strlen(error.text), sizeof(error.text) - 1);
}

Test(error, is_printed_as_one_line)
{
    static const struct {
        const char *path;
        uint64_t line;
        const char *text, *expected;
    } cases[] = {
        {NULL, 0, "no such event", "quern: no such event\n"},
        {"p", 0, "is a directory", "quern: p: is a directory\n"},
        {"p", 412, "expected a number, found '%'", "quern: p:412: expected a number, found '%'\n"},
        {"p", UINT64_MAX, "x", "quern: p:18446744073709551615: x\n"},
        {NULL, 5, "x", "quern: x\n"},
        {"a\x1b[2Jb", 1, "c\nd\te\rf\x7fg", "quern: a?[2Jb:1: c?d?e?f?g\n"},
        {"\xc3\xa4", 1, "\xc3\xb6", "quern: \xc3\xa4:1: \xc3\xb6\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);

        cr_assert(out, "out of memory");
        message_print(out, cases[i].path, cases[i].line, cases[i].text);
        fclose(out);
        cr_expect_str_eq(text, cases[i].expected);
        free(text);
    }
}

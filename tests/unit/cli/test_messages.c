/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/output.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"

Test(messages, are_lines_that_steer_no_terminal)
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
        {"a\x1b[2Jb", 1, "c\nd\te\rf\x7fg", "quern: a\\x1b[2Jb:1: c\\x0ad\\x09e\\x0df\\x7fg\n"},
        {"\xc3\xa4", 1, "\xc3\xb6", "quern: \xc3\xa4:1: \xc3\xb6\n"},
        {NULL, 0,
         "a\xc2\x9b"
         "b",
         "quern: a\\xc2\\x9b"
         "b\n"},
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

static void expect_warnings(const struct warnings *warnings, const char *expected)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    messages_print(warnings, "warnings", out);
    fclose(out);
    cr_expect_str_eq(text, expected);
    free(text);
}

Test(messages, of_warnings_keep_their_order)
{
    struct warnings warnings = {0};

    expect_warnings(&warnings, "");
    warnings_add(&warnings, "p", 9, "%s%d", "a", 1);
    warnings_add(&warnings, "p", 3, "b");
    warnings_add(&warnings, NULL, 0, "c\n");
    expect_warnings(&warnings, "quern: p:9: a1\nquern: p:3: b\nquern: c\\x0a\n");
}

Test(messages, of_notes_are_counted_as_notes)
{
    struct warnings notes = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (int i = 0; i < 12; i++)
        warnings_add(&notes, "p", 0, "n%d", i);
    messages_print(&notes, "notes", out);
    fclose(out);
    cr_expect(strstr(text, "quern: p: n0\n"), "%s", text);
    cr_expect(strstr(text, "quern: 2 more notes\n"), "%s", text);
    free(text);
}

/* Ten, and with the eleventh a line with the number of those that are not shown. */
Test(messages, count_the_warnings_beyond_the_first_ten)
{
    static const char ten[] = "quern: p:1: w\nquern: p:2: w\nquern: p:3: w\nquern: p:4: w\n"
                              "quern: p:5: w\nquern: p:6: w\nquern: p:7: w\nquern: p:8: w\n"
                              "quern: p:9: w\nquern: p:10: w\n";
    struct warnings warnings = {0};
    char more[sizeof ten + 30];

    for (uint64_t i = 1; i <= 10; i++)
        warnings_add(&warnings, "p", i, "w");
    expect_warnings(&warnings, ten);
    for (uint64_t i = 11; i <= 1234; i++)
        warnings_add(&warnings, "p", i, "w");
    snprintf(more, sizeof more, "%squern: 1224 more warnings\n", ten);
    expect_warnings(&warnings, more);
}

Test(messages, have_a_line_for_each_verdict)
{
    const struct verdict list[] = {
        {.limit = TEXT("Ir > 5"), .current = {.count = 5}, .bound = {.count = 5}},
        {.limit = TEXT("calls of each f > 1"),
         .name = TEXT("ff"),
         .path = "budget",
         .line = 3,
         .outcome = LIMIT_EXCEEDED,
         .current = {.count = 2000},
         .bound = {.count = 1}},
        {.limit = TEXT("Ir of g > 1"), .outcome = LIMIT_UNDECIDED, .reason = "no such"},
    };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    verdicts_print((struct verdict_list){list, ARRAY_LENGTH(list)}, out);
    fclose(out);
    cr_expect_str_eq(text, "quern: ok: Ir > 5: 5, limit 5\n"
                           "quern: budget:3: exceeded: calls of each f > 1: 2,000 in ff, limit 1\n"
                           "quern: undecided: Ir of g > 1: no such\n");
    free(text);
}

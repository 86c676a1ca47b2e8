/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hand-made listings of lines with their calls, as text. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

#define ARROW "\xe2\x86\x92"
#define AT_LEAST "\xe2\x89\xa5"

static const struct cell self = GIVEN(5000), call = GIVEN(3000), bound = BOUND(8000), none = {0};
static const struct column column = {.name = {"Ir", 2}, .total = GIVEN(20000)};

static void expect_listing(const struct table_row *rows, size_t count, bool has_inclusive,
                           const struct format_options *options, const char *expected)
{
    const struct hand_made_section section = {
        {.kind = SECTION_CODE_LISTING,
         .table = {.columns = &column, .n_columns = 1, .has_inclusive = has_inclusive}},
        rows,
        count,
    };
    const char *lead = "profile: profile\nevent:   Ir\ntotal:   20,000\n\n";
    char *text = hand_made_write_section(&section, format_text, options);

    cr_assert_eq(strncmp(text, lead, strlen(lead)), 0, "%s", text);
    cr_expect_str_eq(text + strlen(lead), expected, "expected\n%sgot\n%s", expected,
                     text + strlen(lead));
    free(text);
}

/* Self cost alone: what a call costs is shown beside it. */
Test(format_text_code_listing, shows_lines_and_calls)
{
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING,
         .object = {"bin/o", 5},
         .file = {"a.c", 3},
         .function = {"f", 1},
         .text = {"src/a.c", 7}},
        {.kind = ROW_LINE, .line = 7, .text = {"g(x);", 5}, .cells = &self},
        {.kind = ROW_CALLEE,
         .function = {"g", 1},
         .file = {"g.c", 3},
         .calls = 1000,
         .cells = &call},
        {.kind = ROW_CALLEE, .function = {"h", 1}, .calls = 1, .cells = &none},
        {.kind = ROW_SOURCE, .line = 8, .text = {"}", 1}},
        {.kind = ROW_GAP},
        {.kind = ROW_LINE, .line = 123, .text = {"", 0}, .cells = &none},
    };

    expect_listing(rows, ARRAY_LENGTH(rows), false, &(struct format_options){0},
                   "f in a.c [bin/o], found as src/a.c\n"
                   "     self      %    line\n"
                   "    5,000  25.00       7  g(x);\n"
                   "                              " ARROW " 1,000x, 3,000 in g (g.c)\n"
                   "                              " ARROW " 1x h\n"
                   "                       8  }\n"
                   "                     ...\n"
                   "        .      .     123  \n\n");
}

Test(format_text_code_listing, shows_inclusive_cost)
{
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING, .file = {"a.c", 3}, .text = {"a.c", 3}},
        {.kind = ROW_LINE, .line = 7, .text = {"g(x);", 5}, .cells = &self, .inclusive = &bound},
        {.kind = ROW_CALLEE, .function = {"g", 1}, .calls = 2, .cells = &call},
        {.kind = ROW_SOURCE, .line = 8, .text = {"}", 1}},
        {.kind = ROW_GAP},
    };

    expect_listing(rows, ARRAY_LENGTH(rows), true, &(struct format_options){0},
                   "a.c\n"
                   "     self      %   inclusive      %    line\n"
                   "    5,000  25.00      " AT_LEAST "8,000  40.00       7  g(x);\n"
                   "                       3,000  15.00              " ARROW " 2x g\n"
                   "                                          8  }\n"
                   "                                        ...\n\n");
}

/* Why a line has no text; of a file that is not there its title says it. */
Test(format_text_code_listing, explains_lines_without_text)
{
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING, .file = {"a.c", 3}, .text = {"a.c", 3}},
        {.kind = ROW_LINE, .line = 99, .cells = &self},
        {.kind = ROW_LINE, .cells = &self},
        {.kind = ROW_LISTING, .file = {"b.c", 3}},
        {.kind = ROW_LINE, .line = 99, .cells = &self},
        {.kind = ROW_LINE, .cells = &self},
    };

    expect_listing(rows, ARRAY_LENGTH(rows), false, &(struct format_options){0},
                   "a.c\n"
                   "     self      %    line\n"
                   "    5,000  25.00      99  (past the end of the file)\n"
                   "    5,000  25.00       .  (on no line)\n"
                   "\n"
                   "b.c, source not found\n"
                   "     self      %    line\n"
                   "    5,000  25.00      99  \n"
                   "    5,000  25.00       .  (on no line)\n\n");
}

/* To the next multiple of 8 characters, and without the '\r' of a line that ends in CRLF. */
Test(format_text_code_listing, expands_tabs)
{
    static const struct {
        struct text source;
        const char *expected;
    } cases[] = {
        {{"\tx", 2}, "        x"},
        {{"abc\tx", 5}, "abc     x"},
        {{"12345678\tx", 10}, "12345678        x"},
        {{"\xc3\xa4\tx", 4}, "\xc3\xa4       x"},
        {{"x\r", 2}, "x"},
        {{"x\ry", 3}, "x\\x0dy"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct table_row row = {.kind = ROW_SOURCE, .line = 1, .text = cases[i].source};
        char expected[100];
        snprintf(expected, sizeof expected, "                       1  %s\n\n", cases[i].expected);
        expect_listing(&row, 1, false, &(struct format_options){0}, expected);
    }
}

/* Before the text there are 26 columns; it has 20 of its own at least. */
Test(format_text_code_listing, fits_into_the_terminal)
{
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING,
         .object = {"bin/o", 5},
         .file = {"a.c", 3},
         .function = {"std::vector<int>::push_back(int const&)", 39},
         .text = {"a.c", 3}},
        {.kind = ROW_SOURCE, .line = 7, .text = {"123456789 123456789 1234", 24}},
        {.kind = ROW_SOURCE, .line = 8, .text = {"123456789 123456789 12345", 25}},
        {.kind = ROW_CALLEE,
         .function = {"function", 8},
         .file = {"file.c", 6},
         .calls = 3,
         .cells = &none},
    };

    expect_listing(rows, ARRAY_LENGTH(rows), false, &(struct format_options){.width = 50},
                   "push_back in a.c [o]\n"
                   "     self      %    line\n"
                   "                       7  123456789 123456789 1234\n"
                   "                       8  123456789 123456789 123\xe2\x80\xa6\n"
                   "                              " ARROW " 3x function\n\n");
    expect_listing(rows + 1, 1, false, &(struct format_options){.width = 30},
                   "                       7  123456789 123456789\xe2\x80\xa6\n\n");
}

/* Hot lines as a whole, excuses dim. */
Test(format_text_code_listing, has_colours)
{
    static const struct cell little = GIVEN(200);
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING, .file = {"a.c", 3}, .text = {"a.c", 3}},
        {.kind = ROW_LINE, .line = 7, .text = {"x;", 2}, .cells = &self},
        {.kind = ROW_LINE, .line = 8, .text = {"y;", 2}, .cells = &little},
        {.kind = ROW_LINE, .cells = &self},
    };

    expect_listing(rows, ARRAY_LENGTH(rows), false, &(struct format_options){.has_color = true},
                   "\x1b[1ma.c\x1b[0m\n"
                   "     self      %    line\n"
                   "    5,000\x1b[1;31m  25.00\x1b[0m       7  \x1b[1;31mx;\n\x1b[0m"
                   "      200\x1b[33m   1.00\x1b[0m       8  y;\n"
                   "    5,000\x1b[1;31m  25.00\x1b[0m       .  \x1b[2m(on no line)\n\x1b[0m\n");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/markdown_pieces.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"

/* What would be markup of Markdown, or of the HTML that is made of it, or what tells people. */
Test(markdown_pieces, names_mean_nothing_to_markdown)
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

/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Where the charset is not UTF-8, text for people has no byte of it but those of names and sources:
 * every view is printed in both charsets, of profiles that have names of ASCII and need signs.
 */

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/report.h"

/* A report, and what it has in place of a sign where that is of ASCII. */
static const struct {
    const char *options, *operands, *sign, *in_ascii;
} cases[] = {
    {"--inclusive=yes", "spec/cycle-three", NULL, "60 (67.42%)  three.c:a (at least)"},
    {"--top", "spec/cycle-three", "\xe2\x89\xa5", "   >=60  67.42  "},
    {"--by=file", "fib_static", "\xe2\x89\xa5", ">="},
    {"--by=namespace", "rust_O0", "\xe2\x89\xa5", ">="},
    {"--peek=.", "spec/cycle-three", "\xe2\x89\xa5", "   >=60  67.42  "},
    {"--annotate=is_even --inclusive=both", "cycles", "\xe2\x86\x92", " -> 200x is_odd"},
    {"--annotate=is_even --context=8 --width=60", "cycles", "\xe2\x80\xa6", "..."},
    {"--annotate=sum --context=0", "instructions", "\xe2\x86\x91", "^ 42 of >="},
    {"--annotate=sum --instructions", "instructions", "\xe2\x94\x9c",
     "`--\n                                   |    ^ 22x to 115e"},
    {"--annotate=main --diff=lines_old -Isrc/lines --old-path-map=src/lines", "lines_new",
     "\xe2\x86\x92", " -> "},
    {"--call-tree", "callers_default", "\xe2\x94\x94", "` fast"},
    {"--call-tree --width=60", "rust_O0", "\xe2\x80\xa6", "..."},
    {"--by=object --width=40", "rust_O0", "\xe2\x80\xa6", "..."},
    {"--top --width=50", "rust_O0", "\xe2\x80\xa6", "..."},
    {"--by=line --width=50", "rust_O0", "\xe2\x80\xa6", "..."},
    {"--by=instruction --width=50", "instructions", NULL, ""},
    {"--list-events", "cycles", NULL, ""},
    {"--top --diff=diff_old", "diff_new", NULL, ""},
    {"--help=all", "", NULL, ""},
};

static char *report_in(const char *charset, size_t i)
{
    setenv("LC_ALL", charset, 1);
    return report_of(cases[i].options, cases[i].operands, NULL);
}

static bool is_ascii(const char *text)
{
    while (*text > 0)
        text++;
    return *text == '\0';
}

Test(signs, are_of_the_charset, .timeout = 60)
{
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *utf8 = report_in("C.UTF-8", i), *ascii = report_in("C", i);
        const char *label = cases[i].options, *sign = cases[i].sign;
        cr_expect(sign == NULL || strstr(utf8, sign), "%s: no sign in %s", label, utf8);
        cr_expect(is_ascii(ascii), "%s: not ASCII: %s", label, ascii);
        cr_expect(strstr(ascii, cases[i].in_ascii), "%s: no %s in %s", label, cases[i].in_ascii,
                  ascii);
        free(utf8);
        free(ascii);
    }
}

/* Formats that programs and web sites read are of UTF-8 whatever the terminal is. */
Test(signs, of_other_formats_are_always_of_utf8)
{
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
    setenv("LC_ALL", "C", 1);
    char *report = report_of("--top --format=markdown", "spec/cycle-three", NULL);
    cr_expect(strstr(report, "\xe2\x89\xa5"));
    free(report);
}

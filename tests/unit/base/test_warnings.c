/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/warnings.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static char *print(const struct warnings *warnings)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    warnings_print(warnings, out);
    fclose(out);
    return text;
}

static size_t count_lines(const char *text)
{
    size_t count = 0;

    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

Test(warnings, are_printed_in_order)
{
    struct warnings warnings = {0};
    char *text = print(&warnings);

    cr_expect_str_eq(text, "");
    free(text);
    warnings_add(&warnings, "p", 9, "%s%d", "a", 1);
    warnings_add(&warnings, "p", 3, "b");
    warnings_add(&warnings, NULL, 0, "c\n");
    text = print(&warnings);
    cr_expect_str_eq(text, "quern: p:9: a1\nquern: p:3: b\nquern: c?\n");
    free(text);
}

/* Ten, and with the eleventh a line with the number of those that are not shown. */
Test(warnings, are_counted_beyond_the_first_ten)
{
    struct warnings warnings = {0};

    for (uint64_t i = 1; i <= 10; i++)
        warnings_add(&warnings, "p", i, "w");
    char *text = print(&warnings);
    cr_expect_eq(count_lines(text), 10);
    cr_expect(strstr(text, "quern: p:10: w\n"));
    free(text);

    for (uint64_t i = 11; i <= 1234; i++)
        warnings_add(&warnings, "p", i, "w");
    cr_expect_eq(warnings.count, 1234);
    text = print(&warnings);
    cr_expect_eq(count_lines(text), 11);
    cr_expect_not(strstr(text, "p:11:"));
    cr_expect(strstr(text, "1224"), "it is\n%s", text);
    free(text);
}

Test(warnings, are_cut_where_too_long)
{
    struct warnings warnings = {0};
    char text[sizeof(warnings.first[0].text) + 100];

    memset(text, 'x', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    warnings_add(&warnings, "p", 1, "%s", text);
    cr_expect_eq(strlen(warnings.first[0].text), sizeof(warnings.first[0].text) - 1);
}

Test(warnings, are_errors_where_strict)
{
    struct warnings warnings = {0};
    struct error error = {0};

    cr_expect(warnings_permit(&warnings, true, &error));
    warnings_add(&warnings, "p", 1, "w");
    cr_expect(warnings_permit(&warnings, false, &error));
    cr_expect_eq(error.kind, ERROR_NONE);
    cr_expect_not(warnings_permit(&warnings, true, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect(strstr(error.text, "--strict"), "%s", error.text);
}

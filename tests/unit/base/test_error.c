/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/error.h"

#include <criterion/criterion.h>
#include <string.h>

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

Test(warnings, are_kept_in_order)
{
    struct warnings warnings = {0};

    warnings_add(&warnings, "p", 9, "%s%d", "a", 1);
    warnings_add(&warnings, NULL, 0, "b");
    cr_assert_eq(warnings.count, 2);
    cr_expect_str_eq(warnings.first[0].path, "p");
    cr_expect_eq(warnings.first[0].line, 9);
    cr_expect_str_eq(warnings.first[0].text, "a1");
    cr_expect_null(warnings.first[1].path);
    cr_expect_str_eq(warnings.first[1].text, "b");
}

Test(warnings, are_counted_beyond_the_first_ten)
{
    struct warnings warnings = {0};

    for (uint64_t i = 1; i <= 1234; i++)
        warnings_add(&warnings, "p", i, "w");
    cr_expect_eq(warnings.count, 1234);
    cr_expect_eq(warnings.first[0].line, 1);
    cr_expect_eq(warnings.first[WARNINGS_KEPT - 1].line, WARNINGS_KEPT);
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

Test(warnings, of_pieces_are_appended)
{
    struct warnings warnings = {0}, piece = {0};

    for (uint64_t i = 1; i < WARNINGS_KEPT; i++)
        warnings_add(&warnings, "p", i, "first");
    warnings_add(&piece, "p", 0, "whole");
    warnings_add(&piece, "p", 5, "later");
    warnings_append(&warnings, &piece);
    cr_expect_eq(warnings.count, WARNINGS_KEPT + 1);
    cr_expect_str_eq(warnings.first[WARNINGS_KEPT - 1].text, "whole");
    cr_expect_eq(warnings.first[WARNINGS_KEPT - 1].line, 0);

    warnings = (struct warnings){0};
    warnings_append(&warnings, &piece);
    cr_expect_eq(warnings.count, 2);
    cr_expect_eq(warnings.first[1].line, 5);
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

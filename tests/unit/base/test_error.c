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

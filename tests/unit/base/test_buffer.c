/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/buffer.h"

#include <criterion/criterion.h>
#include <stdlib.h>

Test(buffer, grows_at_its_end)
{
    struct buffer buffer = {0};

    cr_expect_eq(buffer_text(&buffer).length, 0);
    buffer_append(&buffer, (struct text){0});
    cr_expect_null(buffer.at);
    for (char c = 0; c < 100; c++)
        buffer_append(&buffer, (struct text){(char[]){c, c}, 2});
    cr_assert_eq(buffer_text(&buffer).length, 200);
    for (size_t i = 0; i < 200; i++)
        cr_expect_eq(buffer.at[i], i / 2);
    free(buffer.at);
}

/* The NUL byte is overwritten by what is appended next. */
Test(buffer, may_be_read_as_a_string_in_between)
{
    struct buffer buffer = {0};

    cr_expect_str_eq(buffer_string(&buffer), "");
    buffer_append(&buffer, TEXT("abc"));
    cr_expect_str_eq(buffer_string(&buffer), "abc");
    cr_expect_eq(buffer.length, 3);
    buffer_append(&buffer, TEXT("def"));
    cr_expect_str_eq(buffer_string(&buffer), "abcdef");
    free(buffer.at);
}

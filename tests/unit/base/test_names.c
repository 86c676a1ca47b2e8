/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/names.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"

Test(names, gives_an_id_to_each_distinct_text)
{
    struct names *names = names_create();

    cr_expect_eq(names_count(names), 0);
    cr_expect_eq(names_find(names, TEXT("main")), NO_ID);
    cr_expect_eq(names_add(names, TEXT("main")), 0);
    cr_expect_eq(names_add(names, TEXT("f")), 1);
    cr_expect_eq(names_add(names, TEXT("main")), 0);
    cr_expect_eq(names_add(names, TEXT("main ")), 2);
    cr_expect_eq(names_add(names, TEXT("Main")), 3);
    cr_expect_eq(names_count(names), 4);
    cr_expect_eq(names_find(names, TEXT("f")), 1);
    names_free(names);
}

Test(names, may_be_empty_or_hold_any_byte)
{
    struct names *names = names_create();

    cr_expect_eq(names_add(names, TEXT("")), 0);
    cr_expect_eq(names_find(names, TEXT("")), 0);
    cr_expect_eq(names_add(names, TEXT("a\0b")), 1);
    cr_expect_eq(names_add(names, TEXT("a\0c")), 2);
    cr_expect_eq(names_add(names, TEXT("a")), 3);
    cr_expect_eq(names_text(names, 0).length, 0);
    cr_expect_eq(names_text(names, 1).length, 3);
    names_free(names);
}

Test(names, copies_and_terminates_texts)
{
    struct names *names = names_create();
    char text[] = "main()";

    names_add(names, (struct text){text, 4});
    text[0] = 'x';
    cr_expect_str_eq(names_text(names, 0).at, "main");
    cr_expect_eq(names_text(names, 0).length, 4);
    names_free(names);
}

Test(names, do_not_move)
{
    enum { COUNT = 100000 };
    struct names *names = names_create();
    size_t n_wrong = 0;
    char text[16];

    names_add(names, TEXT("first"));
    const char *first = names_text(names, 0).at;
    for (uint32_t i = 1; i < COUNT; i++) {
        snprintf(text, sizeof(text), "f%u", i);
        n_wrong += names_add(names, text_of(text)) != i;
    }
    for (uint32_t i = 1; i < COUNT; i++) {
        snprintf(text, sizeof(text), "f%u", i);
        n_wrong += names_find(names, text_of(text)) != i;
        n_wrong += !text_equal(names_text(names, i), text_of(text));
    }
    cr_expect_eq(n_wrong, 0);
    cr_expect_eq(names_text(names, 0).at, first);
    names_free(names);
}

Test(names, are_freed_where_there_are_none)
{
    struct names *names = names_create();

    names_free(NULL);
    names_free(names);
    names = names_create();
    cr_expect_eq(names_add(names, TEXT("a")), 0);
    names_free(names);
}

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

/* The n-th name of a table that begins with `first`; they are longer than what is hashed at once.
 */
static struct text nth_name(uint32_t n, char *room, size_t size)
{
    return (struct text){room, (size_t)snprintf(room, size, "name %u %0100u", n, n)};
}

static void add_range(struct names *names, uint32_t begin, uint32_t end)
{
    char room[200];

    for (uint32_t n = begin; n < end; n++)
        names_add(names, nth_name(n, room, sizeof room));
}

/* 0 to 999, and of the other from `begin` to `end`, with a placeholder and a name of no length. */
static void check_take_over(uint32_t begin, uint32_t end)
{
    struct names *names = names_create(), *other = names_create();
    uint32_t *map = memory_alloc(end - begin + 2, sizeof *map), n_known = begin < 1000 ? 1000 : 0;
    char room[200];

    add_range(names, 0, 1000);
    map[names_add_placeholder(other)] = 7;
    names_add(other, TEXT(""));
    add_range(other, begin, end);
    names_take_over(names, other, map);
    names_free(other);
    cr_expect_eq(map[0], 7, "a placeholder stays");
    cr_expect_eq(map[1], 1000);
    cr_expect_eq(names_text(names, map[1]).length, 0);
    for (uint32_t n = begin; n < end; n++) {
        struct text text = nth_name(n, room, sizeof room);
        uint32_t id = map[n - begin + 2];
        cr_assert(n >= n_known || id == n, "%u is %u", n, id);
        cr_assert(text_equal(names_text(names, id), text), "%u", n);
        cr_assert_eq(names_text(names, id).at[text.length], '\0');
        cr_assert_eq(names_find(names, text), id);
        cr_assert_eq(names_add(names, text), id);
    }
    cr_expect_eq(names_count(names), 1001 + end - (begin < 1000 ? 1000 : begin));
    free(map);
    names_free(names);
}

Test(names, are_taken_over_from_another_table)
{
    check_take_over(1000, 3000); /* all new: not copied */
    check_take_over(900, 3000);
    check_take_over(100, 1010); /* few new: copied */
}

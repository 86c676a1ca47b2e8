/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "parser/name_ids.h"

#include <criterion/criterion.h>

#include "base/array.h"

Test(name_ids, may_be_any_number)
{
    static const uint64_t numbers[] = {0,     1,          4095,           4096,
                                       65536, UINT32_MAX, UINT64_MAX - 1, UINT64_MAX};
    struct name_ids ids = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++)
        cr_expect_eq(name_ids_find(&ids, numbers[i]), NO_ID);
    for (uint32_t i = 0; i < ARRAY_LENGTH(numbers); i++)
        name_ids_define(&ids, numbers[i], i + 7);
    for (uint32_t i = 0; i < ARRAY_LENGTH(numbers); i++)
        cr_expect_eq(name_ids_find(&ids, numbers[i]), i + 7);
    cr_expect_eq(name_ids_find(&ids, 2), NO_ID);
    cr_expect_eq(name_ids_find(&ids, 5000), NO_ID);
    name_ids_free(&ids);
    cr_expect_eq(name_ids_find(&ids, 0), NO_ID);
}

Test(name_ids, are_redefined)
{
    struct name_ids ids = {0};

    name_ids_define(&ids, 3, 1);
    name_ids_define(&ids, UINT64_MAX, 2);
    name_ids_define(&ids, 3, 4);
    name_ids_define(&ids, UINT64_MAX, 5);
    cr_expect_eq(name_ids_find(&ids, 3), 4);
    cr_expect_eq(name_ids_find(&ids, UINT64_MAX), 5);
    name_ids_free(&ids);
}

/* Forwards, backwards and scattered: wherever a number is kept, its newest name is found. */
Test(name_ids, may_be_a_million, .timeout = 30)
{
    enum { COUNT = 1000000 };
    /* No number appears twice, not even in the last step, since it is odd. */
    static const struct {
        uint64_t first, step;
    } orders[] = {{0, 1}, {COUNT - 1, UINT64_MAX}, {1, UINT64_C(0x9e3779b97f4a7c15)}};

    for (size_t order = 0; order < ARRAY_LENGTH(orders); order++) {
        struct name_ids ids = {0};
        uint64_t number = orders[order].first;
        size_t n_wrong = 0;

        for (uint32_t i = 0; i < COUNT; i++, number += orders[order].step)
            name_ids_define(&ids, number, i);
        number = orders[order].first;
        for (uint32_t i = 0; i < COUNT; i++, number += orders[order].step)
            n_wrong += name_ids_find(&ids, number) != i;
        cr_expect_eq(n_wrong, 0, "order %zu: %zu are wrong", order, n_wrong);
        name_ids_free(&ids);
    }
}

/* First beyond the array, which then grows over it. */
Test(name_ids, are_redefined_where_they_are_near_by_then)
{
    struct name_ids ids = {0};

    name_ids_define(&ids, 6000, 1);
    for (uint32_t i = 0; i < 6000; i++)
        name_ids_define(&ids, i, 2);
    cr_expect_eq(name_ids_find(&ids, 6000), 1);
    name_ids_define(&ids, 6000, 3);
    for (uint32_t i = 6001; i < 20000; i++)
        name_ids_define(&ids, i, 4);
    cr_expect_eq(name_ids_find(&ids, 6000), 3);
    name_ids_free(&ids);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/rank.h"
#include "base/array.h"

/* Ranks things of up to two keys and compares the order of their ids, which run from 0. */
static void expect_order(const struct ranked *items, const int64_t (*keys)[2], size_t count,
                         size_t n_keys, const uint32_t *expected)
{
    struct ranking ranking = {0};

    ranking_begin(&ranking, n_keys);
    for (uint32_t i = 0; i < count; i++) {
        struct ranked item = items[i];
        item.id = i;
        memcpy(ranking_add(&ranking, item), keys[i], n_keys * sizeof **keys);
    }
    ranking_sort(&ranking);
    cr_assert_eq(ranking.count, count);
    for (size_t i = 0; i < count; i++) {
        cr_expect_eq(ranking.items[i].id, expected[i], "item %zu is %u, not %u", i,
                     ranking.items[i].id, expected[i]);
        cr_expect_arr_eq(ranking.items[i].keys, keys[ranking.items[i].id], n_keys * sizeof **keys);
    }
    ranking_free(&ranking);
}

/* The first key decides, then the second; larger ones come first. */
Test(rank, is_by_keys)
{
    static const int64_t keys[][2] = {{1, 9}, {INT64_MAX, 0}, {INT64_MIN, 0}, {1, 10}, {-1, 0}};
    static const struct ranked items[ARRAY_LENGTH(keys)] = {{0}};
    static const uint32_t by_both[] = {1, 3, 0, 4, 2};

    expect_order(items, keys, ARRAY_LENGTH(keys), 2, by_both);
}

/* Bytewise as one text, ':' between file and function: ":" < "a.c:z" < "a:f"; then by object. */
Test(rank, is_by_name_where_keys_are_equal)
{
    static const int64_t keys[][2] = {{1}, {INT64_MAX}, {INT64_MIN}, {1}, {1}, {1}, {1}};
    static const struct ranked items[] = {
        {.file = {"b", 1}, .function = {"f", 1}},
        {.file = {"z", 1}, .function = {"z", 1}},
        {.file = {"a", 1}, .function = {"a", 1}},
        {0},
        {.file = {"a", 1}, .function = {"f", 1}, .object = {"p", 1}},
        {.file = {"a", 1}, .function = {"f", 1}, .object = {"o", 1}},
        {.file = {"a.c", 3}, .function = {"z", 1}},
    };
    static const uint32_t expected[] = {1, 3, 6, 5, 4, 0, 2};

    expect_order(items, keys, ARRAY_LENGTH(items), 1, expected);
}

/* An order of qsort()'s own would show in one of the two. */
static void expect_order_and_reversed(const struct ranked *items, size_t count)
{
    static const int64_t keys[10][2];
    struct ranked reversed[10];
    uint32_t expected[10] = {0};

    for (uint32_t i = 0; i < count; i++) {
        expected[i] = i;
        reversed[i] = items[count - 1 - i];
    }
    expect_order(items, keys, count, 1, expected);
    for (uint32_t i = 0; i < count; i++)
        expected[i] = (uint32_t)count - 1 - i;
    expect_order(reversed, keys, count, 1, expected);
}

Test(rank, is_by_number_where_names_are_equal)
{
    static const struct ranked items[] = {
        {.number = 5},
        {.number = UINT64_MAX},
        {.file = {"a", 1}, .number = 9},
        {.file = {"a", 1}, .number = 10},
        {.file = {"b", 1}, .number = 1},
    };

    expect_order_and_reversed(items, ARRAY_LENGTH(items));
}

Test(rank, tells_names_apart_that_read_the_same)
{
    static const struct ranked items[] = {
        {.file = {"a", 1}, .function = {"b:c", 3}},
        {.file = {"a", 1}, .function = {"b:c", 3}, .object = {"o", 1}},
        {.file = {"a:b", 3}, .function = {"c", 1}},
    };

    expect_order_and_reversed(items, ARRAY_LENGTH(items));
}

Test(rank, begins_anew)
{
    struct ranking ranking = {0};

    ranking_sort(&ranking);
    cr_expect_eq(ranking.count, 0);
    ranking_begin(&ranking, 2);
    for (int64_t i = 0; i < 100; i++)
        memcpy(ranking_add(&ranking, (struct ranked){.id = (uint32_t)i}), (int64_t[]){i, -i},
               2 * sizeof i);
    ranking_sort(&ranking);
    cr_assert_eq(ranking.count, 100);
    cr_expect_eq(ranking.items[0].id, 99);
    cr_expect_eq(ranking.items[0].keys[1], -99);
    cr_expect_eq(ranking.items[99].id, 0);

    ranking_begin(&ranking, 1);
    *ranking_add(&ranking, (struct ranked){.id = 7}) = 1;
    ranking_sort(&ranking);
    cr_assert_eq(ranking.count, 1);
    cr_expect_eq(ranking.items[0].id, 7);
    cr_expect_eq(ranking.items[0].n_keys, 1);
    ranking_free(&ranking);
    cr_expect_eq(ranking.count, 0);
}

/* Keys of all sizes, several of them equal: the first ones are those of the whole order. */
Test(rank, sorts_the_first_alone)
{
    enum { COUNT = 3000 };
    struct ranking whole = {0}, first = {0};

    srand(1);
    ranking_begin(&whole, 1);
    ranking_begin_rows(&first, NULL, 1);
    for (uint32_t i = 0; i < COUNT; i++) {
        int64_t key = (int64_t)((uint64_t)rand() << 33 ^ (uint64_t)rand()) >> rand() % 64;
        key = i == 0 ? INT64_MIN : i == 1 ? INT64_MAX : i % 5 == 0 ? 7 : i % 7 == 0 ? -1 : key;
        *ranking_add(&whole, (struct ranked){.id = i, .number = i}) = key;
        *ranking_add_row(&first, i) = key;
    }
    ranking_sort(&whole);
    ranking_sort_begin(&first);
    for (size_t count = 1; count < 2 * COUNT; count = count * 3 / 2 + 1) {
        ranking_sort_first(&first, count);
        for (size_t i = 0; i < count && i < COUNT; i++) {
            cr_assert_eq(first.items[i].id, whole.items[i].id, "item %zu of %zu", i, count);
            cr_assert_eq(*first.items[i].keys, *whole.items[i].keys);
        }
    }
    ranking_free(&whole);
    ranking_free(&first);
}

/* Also after some were sorted, and after one was dropped. */
Test(rank, begins_anew_with_rows)
{
    struct ranking ranking = {0};

    for (uint32_t turn = 1; turn < 3; turn++) {
        ranking_begin_rows(&ranking, NULL, 2);
        for (uint32_t i = 0; i < 100; i++)
            memcpy(ranking_add_row(&ranking, i), (int64_t[]){turn * i, i}, 2 * sizeof(int64_t));
        ranking_drop_row(&ranking);
        memcpy(ranking_add_row(&ranking, 200), (int64_t[]){98 * turn, 0}, 2 * sizeof(int64_t));
        ranking_sort_begin(&ranking);
        cr_expect_eq(ranking.n_sorted, 0);
        ranking_sort_first(&ranking, SIZE_MAX);
        cr_assert_eq(ranking.n_sorted, 100);
        cr_expect_eq(ranking.items[0].id, 98);
        cr_expect_eq(ranking.items[1].id, 200);
        cr_expect_eq(ranking.items[1].keys[0], 98 * turn);
        cr_expect_eq(ranking.items[99].id, 0);
    }
    ranking_free(&ranking);
}

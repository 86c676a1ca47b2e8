/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/pairs.h"

#include <criterion/criterion.h>
#include <stdlib.h>

Test(pairs, gives_dense_ids)
{
    struct pairs pairs = {0};

    cr_expect_eq(pairs_find(&pairs, 0, 0), NO_ID);
    cr_expect_eq(pairs_add(&pairs, 0, 0), 0);
    cr_expect_eq(pairs_add(&pairs, 0, 1), 1);
    cr_expect_eq(pairs_add(&pairs, 7, 0), 2);
    cr_expect_eq(pairs_add(&pairs, 0, 0), 0);
    cr_expect_eq(pairs_add(&pairs, 7, NO_ID), 3);
    cr_expect_eq(pairs.count, 4);
    cr_expect_eq(pairs_find(&pairs, 7, 0), 2);
    cr_expect_eq(pairs_find(&pairs, 7, NO_ID), 3);
    cr_expect_eq(pairs_find(&pairs, 6, 0), NO_ID);
    cr_expect_eq(pairs_find(&pairs, 8, 0), NO_ID);
    cr_expect_eq(pairs.list[2].from, 7);
    cr_expect_eq(pairs.list[2].to, 0);
    pairs_free(&pairs);
    cr_expect_eq(pairs_add(&pairs, 7, 7), 0, "it is usable again");
    pairs_free(&pairs);
}

/* Around the length at which a chain is hashed, with others beside it that are not. */
Test(pairs, finds_the_partners_of_one_that_has_many)
{
    enum { COUNT = 3 * LONGEST_CHAIN };
    struct pairs pairs = {0};

    for (uint32_t to = 0; to < COUNT; to++) {
        cr_expect_eq(pairs_add(&pairs, 1, 100 - to), 2 * to);
        cr_expect_eq(pairs_add(&pairs, 2 + to % 4, to), 2 * to + 1);
        cr_expect_eq(pairs_find(&pairs, 1, 99 - to), NO_ID, "after %u", to);
        for (uint32_t before = 0; before <= to; before++) {
            cr_expect_eq(pairs_add(&pairs, 1, 100 - before), 2 * before, "after %u", to);
            cr_expect_eq(pairs_find(&pairs, 2 + before % 4, before), 2 * before + 1);
        }
    }
    cr_expect_eq(pairs.count, 2 * COUNT);
    pairs_free(&pairs);
}

/* One with all partners, all with one partner, and as many of each. */
Test(pairs, keeps_many_pairs_apart, .timeout = 30)
{
    enum { COUNT = 300000 };
    static const struct {
        uint32_t from_modulus, to_modulus;
    } shapes[] = {{1, COUNT}, {COUNT, 1}, {COUNT / 10, COUNT}, {1000, COUNT}};

    for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
        uint32_t n_wrong = 0, from_modulus = shapes[shape].from_modulus;
        uint32_t to_modulus = shapes[shape].to_modulus;
        struct pairs pairs = {0};

        for (uint32_t i = 0; i < COUNT; i++)
            n_wrong += pairs_add(&pairs, i % from_modulus, i % to_modulus) != i;
        for (uint32_t i = 0; i < COUNT; i++)
            n_wrong += pairs_find(&pairs, i % from_modulus, i % to_modulus) != i ||
                       pairs_add(&pairs, i % from_modulus, i % to_modulus) != i;
        cr_expect_eq(n_wrong, 0, "shape %zu: %u are wrong", shape, n_wrong);
        cr_expect_eq(pairs_find(&pairs, 0, COUNT), NO_ID);
        cr_expect_eq(pairs.count, COUNT);
        pairs_free(&pairs);
    }
}

Test(pairs, sorts_ids_by_either_half)
{
    static const uint32_t added[][2] = {{2, 1}, {0, 1}, {2, 3}, {0, 0}, {2, 1}};
    static const uint32_t by_from[] = {1, 3, 0, 2}, by_to[] = {3, 0, 1, 2};
    static const size_t from_begin[] = {0, 2, 2, 4}, to_begin[] = {0, 1, 3, 3, 4};
    struct pairs pairs = {0};
    size_t *begin;

    for (size_t i = 0; i < sizeof added / sizeof *added; i++)
        pairs_add(&pairs, added[i][0], added[i][1]);
    uint32_t *ids = pairs_sort(&pairs, PAIR_FROM, 3, &begin);
    cr_expect_arr_eq(ids, by_from, sizeof by_from);
    cr_expect_arr_eq(begin, from_begin, sizeof from_begin);
    free(ids);
    free(begin);
    ids = pairs_sort(&pairs, PAIR_TO, 4, &begin);
    cr_expect_arr_eq(ids, by_to, sizeof by_to);
    cr_expect_arr_eq(begin, to_begin, sizeof to_begin);
    free(ids);
    free(begin);
    pairs_free(&pairs);
}

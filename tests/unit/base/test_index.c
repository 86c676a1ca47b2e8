/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/index.h"

#include <criterion/criterion.h>
#include <stdlib.h>

Test(index, gives_dense_ids)
{
    struct index index = {0};

    cr_expect_eq(index_find(&index, 0, 0), NO_ID);
    cr_expect_eq(index_add(&index, 0, 0), 0);
    cr_expect_eq(index_add(&index, 0, 1), 1);
    cr_expect_eq(index_add(&index, 1, 0), 2);
    cr_expect_eq(index_add(&index, 0, 1), 1);
    cr_expect_eq(index_add(&index, UINT64_MAX, UINT64_MAX), 3);
    cr_expect_eq(index.count, 4);
    cr_expect_eq(index_find(&index, 1, 0), 2);
    cr_expect_eq(index_find(&index, UINT64_MAX, UINT64_MAX), 3);
    cr_expect_eq(index_find(&index, 1, 1), NO_ID);
    cr_expect_eq(index.keys[2].high, 1);
    cr_expect_eq(index.keys[2].low, 0);
    index_free(&index);
    cr_expect_eq(index_add(&index, 7, 7), 0, "it is usable again");
    index_free(&index);
}

/* Keys as the profile has them: small numbers, numbers 2^32 apart, both halves. */
Test(index, keeps_many_keys_apart, .timeout = 30)
{
    enum { COUNT = 300000 };
    static const struct {
        uint64_t high, low;
    } steps[] = {{0, 1}, {1, 0}, {UINT64_C(1) << 32, 0}, {1, UINT64_MAX}, {0, UINT64_C(1) << 40}};

    for (size_t step = 0; step < sizeof(steps) / sizeof(*steps); step++) {
        struct index index = {0};
        uint64_t n_wrong = 0;

        for (uint64_t i = 0; i < COUNT; i++)
            n_wrong += index_add(&index, i * steps[step].high, i * steps[step].low) != i;
        for (uint64_t i = 0; i < COUNT; i++)
            n_wrong += index_find(&index, i * steps[step].high, i * steps[step].low) != i;
        cr_expect_eq(index_find(&index, 3, 3), NO_ID);
        cr_expect_eq(n_wrong, 0, "step %zu: %zu are wrong", step, (size_t)n_wrong);
        cr_expect_eq(index.count, COUNT);
        index_free(&index);
    }
}

Test(index, sorts_ids_by_either_half_of_their_keys)
{
    static const uint64_t keys[][2] = {{2, 1}, {0, 1}, {2, 3}, {0, 0}, {2, 1}};
    static const uint32_t by_high[] = {1, 3, 0, 2}, by_low[] = {3, 0, 1, 2};
    static const size_t high_begin[] = {0, 2, 2, 4}, low_begin[] = {0, 1, 3, 3, 4};
    struct index index = {0};
    size_t *begin;

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        index_add(&index, keys[i][0], keys[i][1]);
    uint32_t *ids = index_sort(&index, INDEX_HIGH, 3, &begin);
    cr_expect_arr_eq(ids, by_high, sizeof by_high);
    cr_expect_arr_eq(begin, high_begin, sizeof high_begin);
    free(ids);
    free(begin);
    ids = index_sort(&index, INDEX_LOW, 4, &begin);
    cr_expect_arr_eq(ids, by_low, sizeof by_low);
    cr_expect_arr_eq(begin, low_begin, sizeof low_begin);
    free(ids);
    free(begin);
    index_free(&index);
}

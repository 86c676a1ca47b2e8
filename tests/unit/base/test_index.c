/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/index.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

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

Test(index, sorts_ids_by_their_groups)
{
    static const uint32_t group_of[] = {3, 0, NO_ID, 3, 1, 0, NO_ID, 3};
    static const uint32_t expected[] = {1, 5, 4, 0, 3, 7};
    static const size_t expected_begin[] = {0, 2, 3, 3, 6, 6};
    size_t *begin;

    uint32_t *ids = ids_sort(group_of, sizeof group_of / sizeof *group_of, 5, &begin);
    cr_expect_arr_eq(ids, expected, sizeof expected);
    cr_expect_arr_eq(begin, expected_begin, sizeof expected_begin);
    free(ids);
    free(begin);
    free(ids_sort(group_of, 0, 0, &begin));
    cr_expect_eq(begin[0], 0);
    free(begin);
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

/*
 * Two words that meet in one lane: the topmost bit of the first, and in the second the bits to
 * which a multiplication by an odd number and a shift by 32 take it.
 */
static void flip_twice(char *first, char *second)
{
    uint64_t words[2];

    memcpy(&words[0], first, sizeof words[0]);
    memcpy(&words[1], second, sizeof words[1]);
    words[0] ^= UINT64_C(1) << 63;
    words[1] ^= UINT64_C(1) << 63 | UINT64_C(1) << 31;
    memcpy(first, &words[0], sizeof words[0]);
    memcpy(second, &words[1], sizeof words[1]);
}

/* Names made so that their differences meet; the distance is that of two words of one lane. */
Test(index, hashes_texts_made_to_meet_apart)
{
    static const size_t distances[] = {8, 32};
    char name[320];

    for (size_t i = 0; i < sizeof(distances) / sizeof(*distances); i++) {
        struct text text = {name, distances[i] == 8 ? 56 : sizeof name};
        for (size_t at = 0; at + distances[i] + 8 <= text.length; at += 8) {
            memset(name, 'a', sizeof name);
            uint64_t hash = index_hash_text(text);
            flip_twice(name + at, name + at + distances[i]);
            cr_expect_neq(index_hash_text(text), hash, "word %zu of %zu bytes", at / 8,
                          text.length);
        }
    }
}

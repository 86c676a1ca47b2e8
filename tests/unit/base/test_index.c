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

/* Addresses of which only each fourth is used, and keys whose second half is always the same. */
Test(index, keeps_more_than_a_million_keys_apart, .timeout = 60)
{
    enum { COUNT = 1250000 };
    static const struct {
        uint64_t high, low;
    } steps[] = {{0, 4}, {7, 0}};

    for (size_t step = 0; step < sizeof(steps) / sizeof(*steps); step++) {
        struct index index = {0};
        uint64_t n_wrong = 0;

        for (uint64_t i = 0; i < COUNT; i++)
            n_wrong += index_add(&index, i * steps[step].high, i * steps[step].low) != i;
        cr_expect_eq(n_wrong, 0, "step %zu: %zu are wrong", step, (size_t)n_wrong);
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

static void check_ids(bool is_sparse)
{
    struct pairs pairs = {.is_sparse = is_sparse};

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

Test(pairs, gives_dense_ids)
{
    check_ids(false);
    check_ids(true);
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

/* One with all partners, all with one partner, and as many of each; in chains and sparse. */
Test(pairs, keeps_many_pairs_apart, .timeout = 30)
{
    enum { COUNT = 300000 };
    static const struct {
        uint32_t from_modulus, to_modulus;
    } shapes[] = {{1, COUNT}, {COUNT, 1}, {COUNT / 10, COUNT}, {1000, COUNT}};

    for (size_t trial = 0; trial < 2 * sizeof shapes / sizeof *shapes; trial++) {
        size_t shape = trial / 2;
        uint32_t n_wrong = 0, from_modulus = shapes[shape].from_modulus;
        uint32_t to_modulus = shapes[shape].to_modulus;
        struct pairs pairs = {.is_sparse = trial % 2 != 0};

        for (uint32_t i = 0; i < COUNT; i++)
            n_wrong += pairs_add(&pairs, i % from_modulus, i % to_modulus) != i;
        for (uint32_t i = 0; i < COUNT; i++)
            n_wrong += pairs_find(&pairs, i % from_modulus, i % to_modulus) != i ||
                       pairs_add(&pairs, i % from_modulus, i % to_modulus) != i;
        cr_expect_eq(n_wrong, 0, "trial %zu: %u are wrong", trial, n_wrong);
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

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/map.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(map, gives_dense_ids)
{
    struct map map = {0};

    cr_expect_eq(map_find(&map, 0, 0), NO_ID);
    cr_expect_eq(map_add(&map, 0, 0), 0);
    cr_expect_eq(map_add(&map, 0, 1), 1);
    cr_expect_eq(map_add(&map, 1, 0), 2);
    cr_expect_eq(map_add(&map, 0, 1), 1);
    cr_expect_eq(map_add(&map, UINT64_MAX, UINT64_MAX), 3);
    cr_expect_eq(map.count, 4);
    cr_expect_eq(map_find(&map, 1, 0), 2);
    cr_expect_eq(map_find(&map, UINT64_MAX, UINT64_MAX), 3);
    cr_expect_eq(map_find(&map, 1, 1), NO_ID);
    cr_expect_eq(map.keys[2].from, 1);
    cr_expect_eq(map.keys[2].to, 0);
    map_free(&map);
    cr_expect_eq(map_add(&map, 7, 7), 0, "it is usable again");
    map_free(&map);
}

Test(map, sorts_ids_by_their_groups)
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
Test(map, keeps_many_keys_apart, .timeout = 30)
{
    enum { COUNT = 300000 };
    static const struct {
        uint64_t from, to;
    } steps[] = {{0, 1}, {1, 0}, {UINT64_C(1) << 32, 0}, {1, UINT64_MAX}, {0, UINT64_C(1) << 40}};

    for (size_t step = 0; step < sizeof(steps) / sizeof(*steps); step++) {
        struct map map = {0};
        uint64_t n_wrong = 0;

        for (uint64_t i = 0; i < COUNT; i++)
            n_wrong += map_add(&map, i * steps[step].from, i * steps[step].to) != i;
        for (uint64_t i = 0; i < COUNT; i++)
            n_wrong += map_find(&map, i * steps[step].from, i * steps[step].to) != i;
        cr_expect_eq(map_find(&map, 3, 3), NO_ID);
        cr_expect_eq(n_wrong, 0, "step %zu: %zu are wrong", step, (size_t)n_wrong);
        cr_expect_eq(map.count, COUNT);
        map_free(&map);
    }
}

/* Addresses of which only each fourth is used, and keys whose second half is always the same. */
Test(map, keeps_more_than_a_million_keys_apart, .timeout = 60)
{
    enum { COUNT = 1250000 };
    static const struct {
        uint64_t from, to;
    } steps[] = {{0, 4}, {7, 0}};

    for (size_t step = 0; step < sizeof(steps) / sizeof(*steps); step++) {
        struct map map = {0};
        uint64_t n_wrong = 0;

        for (uint64_t i = 0; i < COUNT; i++)
            n_wrong += map_add(&map, i * steps[step].from, i * steps[step].to) != i;
        cr_expect_eq(n_wrong, 0, "step %zu: %zu are wrong", step, (size_t)n_wrong);
        map_free(&map);
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
Test(map, hashes_texts_made_to_meet_apart)
{
    static const size_t distances[] = {8, 32};
    char name[320];

    for (size_t i = 0; i < sizeof(distances) / sizeof(*distances); i++) {
        struct text text = {name, distances[i] == 8 ? 56 : sizeof name};
        for (size_t at = 0; at + distances[i] + 8 <= text.length; at += 8) {
            memset(name, 'a', sizeof name);
            uint64_t hash = hash_text(text);
            flip_twice(name + at, name + at + distances[i]);
            cr_expect_neq(hash_text(text), hash, "word %zu of %zu bytes", at / 8, text.length);
        }
    }
}

/* Known keys in the order of their ids, which is tried first, backwards, and with others between.
 */
Test(map, finds_keys_in_any_order)
{
    enum { COUNT = 1000 };
    struct map map = {0};

    for (uint32_t i = 0; i < COUNT; i++)
        cr_expect_eq(map_add(&map, i / 10, i % 10), i);
    for (uint32_t i = 0; i < COUNT; i++)
        cr_expect_eq(map_add(&map, i / 10, i % 10), i);
    for (uint32_t i = COUNT; i-- != 0;)
        cr_expect_eq(map_add(&map, i / 10, i % 10), i);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint32_t other = i * 7 % COUNT;
        cr_expect_eq(map_add(&map, other / 10, other % 10), other);
        cr_expect_eq(map_find(&map, COUNT + i, i), NO_ID);
        cr_expect_eq(map_find(&map, i / 10, i % 10), i);
    }
    cr_expect_eq(map.count, COUNT);
    map_free(&map);
}

/* One with all partners, all with one partner, and as many of each. */
Test(map, keeps_many_pairs_apart, .timeout = 30)
{
    enum { COUNT = 300000 };
    static const struct {
        uint32_t from_modulus, to_modulus;
    } shapes[] = {{1, COUNT}, {COUNT, 1}, {COUNT / 10, COUNT}, {1000, COUNT}};

    for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
        uint32_t n_wrong = 0, from_modulus = shapes[shape].from_modulus;
        uint32_t to_modulus = shapes[shape].to_modulus;
        struct map pairs = {0};

        for (uint32_t i = 0; i < COUNT; i++)
            n_wrong += map_add(&pairs, i % from_modulus, i % to_modulus) != i;
        for (uint32_t i = 0; i < COUNT; i++)
            n_wrong += map_find(&pairs, i % from_modulus, i % to_modulus) != i ||
                       map_add(&pairs, i % from_modulus, i % to_modulus) != i;
        cr_expect_eq(n_wrong, 0, "shape %zu: %u are wrong", shape, n_wrong);
        cr_expect_eq(map_find(&pairs, 0, COUNT), NO_ID);
        cr_expect_eq(pairs.count, COUNT);
        map_free(&pairs);
    }
}

Test(map, sorts_ids_by_either_half)
{
    static const uint32_t added[][2] = {{2, 1}, {0, 1}, {2, 3}, {0, 0}, {2, 1}};
    static const uint32_t by_from[] = {1, 3, 0, 2}, by_to[] = {3, 0, 1, 2};
    static const size_t from_begin[] = {0, 2, 2, 4}, to_begin[] = {0, 1, 3, 3, 4};
    struct map pairs = {0};
    size_t *begin;

    for (size_t i = 0; i < sizeof added / sizeof *added; i++)
        map_add(&pairs, added[i][0], added[i][1]);
    uint32_t *ids = map_sort(&pairs, MAP_FROM, 3, &begin);
    cr_expect_arr_eq(ids, by_from, sizeof by_from);
    cr_expect_arr_eq(begin, from_begin, sizeof from_begin);
    free(ids);
    free(begin);
    ids = map_sort(&pairs, MAP_TO, 4, &begin);
    cr_expect_arr_eq(ids, by_to, sizeof by_to);
    cr_expect_arr_eq(begin, to_begin, sizeof to_begin);
    free(ids);
    free(begin);
    map_free(&pairs);
}

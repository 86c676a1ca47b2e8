/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/spots.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static uint32_t add(struct spots *spots, uint32_t place, uint64_t address, uint64_t line)
{
    return spots_add(spots, place, (struct position){address, line});
}

Test(spots, gives_dense_ids)
{
    struct spots spots = {0};

    cr_expect_eq(add(&spots, 0, 0, 5), 0);
    cr_expect_eq(add(&spots, 0, 0, 5), 0);
    cr_expect_eq(add(&spots, 0, 0, 7), 1);
    cr_expect_eq(add(&spots, 3, 0, 7), 2, "places are apart");
    cr_expect_eq(add(&spots, 0, 1, 2), 3, "addresses come before lines");
    cr_expect_eq(add(&spots, 0, 0, 5), 0, "it is found though others came after");
    cr_expect_eq(add(&spots, 0, 0, 6), 4);
    cr_expect_eq(add(&spots, 0, 1, 2), 3);
    cr_expect_eq(add(&spots, 0, UINT64_MAX, UINT64_MAX), 5);
    cr_expect_eq(add(&spots, 3, 0, 7), 2);
    cr_expect_eq(spots.count, 6);
    cr_expect_eq(spots.list[4].place, 0);
    cr_expect_eq(spots.list[4].position.line, 6);
    spots_free(&spots);
    cr_expect_eq(add(&spots, 9, 9, 9), 0, "it is usable again");
    spots_free(&spots);
}

/*
 * Places are told once or again, from their beginning or their end: each order in which spots can
 * come to be hashed, with more of them than the slots at first. Ids are those of a table.
 */
Test(spots, finds_each_again_in_any_order)
{
    enum { N_PLACES = 40, N_LINES = 500, N_ROUNDS = 5 };
    static uint32_t known[N_PLACES][N_LINES];
    struct spots spots = {0};
    uint32_t count = 0;
    size_t n_wrong = 0;

    for (unsigned round = 0; round < N_ROUNDS; round++)
        for (uint32_t place = 0; place < N_PLACES; place++)
            for (unsigned i = 0; i < N_LINES; i += 1 + place % 3) {
                unsigned step = round * place % 7 == 0 ? i : N_LINES - 1 - i;
                unsigned line = round < 3 ? step : (step * 7 + round) % N_LINES;
                bool is_new = known[place][line] == 0;
                if (is_new)
                    known[place][line] = ++count;
                n_wrong += add(&spots, place, line / 50, line) != known[place][line] - 1;
            }
    cr_expect_eq(n_wrong, 0, "%zu are wrong", n_wrong);
    cr_expect_eq(spots.count, count);
    spots_free(&spots);
}

Test(spots, chains_those_of_a_place)
{
    struct spots spots = {0};

    add(&spots, 2, 0, 1);
    add(&spots, 0, 0, 9);
    add(&spots, 2, 0, 3);
    add(&spots, 2, 0, 3);
    struct spot_chain chain = spots_of_place(&spots, 2);
    cr_assert_eq(chain.length, 2);
    cr_assert_eq(chain.last, 2 + 1);
    cr_assert_eq(spots.list[2].older, 0 + 1);
    cr_expect_eq(spots.list[0].older, 0);
    cr_expect_eq(spots_of_place(&spots, 0).length, 1);
    cr_expect_eq(spots_of_place(&spots, 1).length, 0);
    cr_expect_eq(spots_of_place(&spots, UINT32_MAX).length, 0);
    spots_free(&spots);
}

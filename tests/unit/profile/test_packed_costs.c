/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/costs.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static void set(struct packed_costs *packed, size_t row, size_t event, int64_t figure)
{
    costs_set(&packed->unpacked, packed_costs_edit(packed, row), event, figure);
    packed_costs_settle(packed);
}

static void expect(const struct packed_costs *packed, size_t row, size_t event, int64_t figure)
{
    const int64_t *cells = packed_costs_unpack(packed, row);

    cr_expect(costs_is_given(cells, event));
    cr_expect_eq(costs_sum(&packed->unpacked, cells, event), figure, "%zu, %zu: not %lld", row,
                 event, (long long)figure);
}

static void expect_not_given(const struct packed_costs *packed, size_t row, size_t event)
{
    const int64_t *cells = packed_costs_unpack(packed, row);

    cr_expect_not(costs_is_given(cells, event));
    cr_expect_eq(costs_sum(&packed->unpacked, cells, event), 0);
}

/* Both sides of each power of two, in rows next to each other, which grow and shrink. */
Test(packed_costs, keeps_figures_of_any_size)
{
    enum { N_ROWS = 64 };
    struct packed_costs packed = {0};

    packed_costs_widen(&packed, 3);
    packed_costs_ensure(&packed, N_ROWS);
    for (unsigned round = 0; round < 2 * N_ROWS; round++) {
        for (unsigned row = 0; row < N_ROWS; row++) {
            int64_t power = (int64_t)(UINT64_C(1) << (row + round) % 63);
            set(&packed, row, 0, power - 1);
            set(&packed, row, 2, power);
            set(&packed, row, 1, -power);
            if (round % 3 == 0)
                set(&packed, row, 1, -power - 1);
        }
        for (unsigned row = 0; row < N_ROWS; row++) {
            int64_t power = (int64_t)(UINT64_C(1) << (row + round) % 63);
            expect(&packed, row, 0, power - 1);
            expect(&packed, row, 1, round % 3 == 0 ? -power - 1 : -power);
            expect(&packed, row, 2, power);
        }
    }
    set(&packed, 5, 0, INT64_MIN);
    set(&packed, 5, 1, INT64_MAX);
    expect(&packed, 5, 0, INT64_MIN);
    expect(&packed, 5, 1, INT64_MAX);
    packed_costs_free(&packed);
}

Test(packed_costs, keeps_each_small_figure)
{
    struct packed_costs packed = {0};

    packed_costs_widen(&packed, 1);
    packed_costs_ensure(&packed, 1);
    for (int64_t figure = -70000; figure < 70000; figure++) {
        set(&packed, 0, 0, figure);
        expect(&packed, 0, 0, figure);
    }
    packed_costs_free(&packed);
}

Test(packed_costs, knows_what_was_given_and_which_rows_were_packed)
{
    struct packed_costs packed = {0};

    packed_costs_widen(&packed, 70);
    packed_costs_ensure(&packed, 3);
    set(&packed, 0, 66, 0);
    (void)packed_costs_edit(&packed, 1);
    packed_costs_settle(&packed);
    cr_expect(packed_costs_has(&packed, 0));
    cr_expect(packed_costs_has(&packed, 1), "though nothing of it was given");
    cr_expect_not(packed_costs_has(&packed, 2));
    for (size_t event = 0; event < 70; event++) {
        if (event != 66)
            expect_not_given(&packed, 0, event);
        expect_not_given(&packed, 1, event);
        expect_not_given(&packed, 2, event);
    }
    expect(&packed, 0, 66, 0);
    packed_costs_free(&packed);
}

Test(packed_costs, widens)
{
    struct packed_costs packed = {0};

    packed_costs_widen(&packed, 1);
    packed_costs_ensure(&packed, 1);
    set(&packed, 0, 0, 1000);
    packed_costs_widen(&packed, 65);
    expect(&packed, 0, 0, 1000);
    expect_not_given(&packed, 0, 64);
    set(&packed, 0, 64, -1000);
    expect(&packed, 0, 0, 1000);
    expect(&packed, 0, 64, -1000);
    packed_costs_free(&packed);
}

/* What a row had before it grew is left behind, which must not be more each time it changes. */
Test(packed_costs, grows_no_more_than_its_rows)
{
    struct packed_costs packed = {0};

    packed_costs_widen(&packed, 1);
    packed_costs_ensure(&packed, 1);
    for (int64_t figure = 0; figure < 100000; figure++)
        set(&packed, 0, 0, figure);
    cr_expect_leq(packed.n_bytes, 20);
    packed_costs_free(&packed);
}

/* A row that is edited again before any other is packed once, with both changes. */
Test(packed_costs, packs_what_was_edited_when_another_row_is)
{
    struct packed_costs packed = {0};

    packed_costs_widen(&packed, 2);
    packed_costs_ensure(&packed, 2);
    costs_set(&packed.unpacked, packed_costs_edit(&packed, 0), 0, 1000);
    costs_set(&packed.unpacked, packed_costs_edit(&packed, 0), 1, 2000);
    cr_expect_not(packed_costs_has(&packed, 0));
    costs_set(&packed.unpacked, packed_costs_edit(&packed, 1), 0, 3000);
    cr_expect(packed_costs_has(&packed, 0));
    packed_costs_settle(&packed);
    packed_costs_settle(&packed);
    expect(&packed, 0, 0, 1000);
    expect(&packed, 0, 1, 2000);
    expect(&packed, 1, 0, 3000);
    expect_not_given(&packed, 1, 1);
    packed_costs_free(&packed);
}

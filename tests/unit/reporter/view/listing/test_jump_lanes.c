/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/listing/listing_rows.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/table.h"

enum { ROWS = 12 };

/*
 * A letter for each row and lane, the outermost first: '.' for nothing, '|' where a line passes,
 * 'b' where an arrow begins, 'h' at its head; in capitals where it leads back.
 */
static void draw(const unsigned char *lanes, size_t n_lanes, char *drawn)
{
    for (size_t row = 0; row < ROWS; row++) {
        for (size_t lane = n_lanes; lane-- > 0;) {
            unsigned mark = lanes[row * n_lanes + lane];
            bool is_back = (mark & LANE_BACK) != 0;
            *drawn++ = mark == 0                ? '.'
                     : (mark & LANE_HEAD) != 0  ? (is_back ? 'H' : 'h')
                     : (mark & LANE_BEGIN) != 0 ? (is_back ? 'B' : 'b')
                                                : '|';
        }
        *drawn++ = ' ';
    }
    *drawn = '\0';
}

static void expect_lanes(struct drawn_jump *jumps, size_t count, const char *expected)
{
    char drawn[ROWS * (MOST_LANES + 1) + 1];
    size_t n_lanes;
    unsigned char *lanes = jump_lanes_find(jumps, count, ROWS, &n_lanes);

    draw(lanes, n_lanes, drawn);
    cr_expect_str_eq(drawn, expected);
    free(lanes);
}

Test(jump_lanes, are_none_without_jumps)
{
    expect_lanes(NULL, 0, "            ");
}

Test(jump_lanes, have_the_shortest_innermost)
{
    struct drawn_jump jumps[] = {{9, 0, true}, {4, 2, true}, {5, 7, false}};

    expect_lanes(jumps, ARRAY_LENGTH(jumps), "H. |. |H || |B |b || |h |. B. .. .. ");
}

/* One that ends where another begins needs a lane of its own. */
Test(jump_lanes, are_free_from_end_to_end)
{
    struct drawn_jump jumps[] = {{0, 2, false}, {2, 4, false}, {5, 7, false}};

    expect_lanes(jumps, ARRAY_LENGTH(jumps), ".b .| bh |. h. .b .| .h .. .. .. .. ");
}

Test(jump_lanes, are_shared_by_jumps_to_one_row)
{
    struct drawn_jump jumps[] = {{6, 3, true}, {1, 3, false}, {8, 3, true}};

    expect_lanes(jumps, ARRAY_LENGTH(jumps), ". B | H | | B | B . . . ");
}

Test(jump_lanes, are_not_more_than_there_may_be)
{
    struct drawn_jump jumps[MOST_LANES + 1];
    size_t n_lanes;

    for (size_t i = 0; i < ARRAY_LENGTH(jumps); i++)
        jumps[i] = (struct drawn_jump){.from = 10, .to = i, .is_back = true};
    unsigned char *lanes = jump_lanes_find(jumps, ARRAY_LENGTH(jumps), ROWS, &n_lanes);
    cr_expect_eq(n_lanes, MOST_LANES);
    for (size_t lane = 0; lane < MOST_LANES; lane++)
        cr_expect_eq(lanes[lane], 0, "the longest one is not drawn");
    cr_expect_neq(lanes[1 * MOST_LANES + MOST_LANES - 1] & LANE_HEAD, 0);
    free(lanes);
}

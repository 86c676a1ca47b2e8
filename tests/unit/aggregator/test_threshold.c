/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/threshold.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "aggregator/rank.h"
#include "base/array.h"

enum { MOST_ROWS = 4 };

struct threshold_case {
    const char *behaviour;
    int64_t keys[MOST_ROWS][2]; /* by row, in order */
    size_t n_rows, n_keys;
    struct threshold thresholds[2];
    size_t expected; /* rows until all are reached */
};

static void check(const struct threshold_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ranking ranking = {0};

        ranking_begin_rows(&ranking, NULL, cases[i].n_keys);
        for (uint32_t row = 0; row < cases[i].n_rows; row++)
            memcpy(ranking_add_row(&ranking, row), cases[i].keys[row],
                   cases[i].n_keys * sizeof **cases[i].keys);
        ranking_sort_begin(&ranking);
        size_t n_shown = threshold_count(&ranking, cases[i].thresholds, MOST_ROWS);
        cr_expect_eq(n_shown, cases[i].expected, "%s: %zu rows, not %zu", cases[i].behaviour,
                     n_shown, cases[i].expected);
        ranking_free(&ranking);
    }
}

#define ROWS_OF_100 {{60}, {30}, {10}}, 3, 1

/* Looked at before each row: the rows so far have to make up less. */
Test(threshold, is_reached_by_the_sum_of_rows)
{
    static const struct threshold_case cases[] = {
        {"after the first", ROWS_OF_100, {{.percent = 60, .total = 100}}, 1},
        {"just not", ROWS_OF_100, {{.percent = 60.1, .total = 100}}, 2},
        {"by all", ROWS_OF_100, {{.percent = 99, .total = 100}}, 3},
        {"never", ROWS_OF_100, {{.percent = INFINITY, .total = 100}}, 3},
        {"at once", ROWS_OF_100, {{.percent = 0, .total = 100}}, 0},
        {"of a larger total", ROWS_OF_100, {{.percent = 6, .total = 1000}}, 1},
        {"of a total that rows do not make up", ROWS_OF_100, {{.percent = 11, .total = 1000}}, 3},
        {"no rows", {{0}}, 0, 1, {{.percent = 99, .total = 100}}, 0},
        {"a total of 0 is never reached", {{0}, {0}}, 2, 1, {{.percent = 1}}, 2},
        {"but by 0", {{0}, {0}}, 2, 1, {{.percent = 0}}, 0},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* As for inclusive costs, which contain one another: 40 is what 60 % leave of 100. */
Test(threshold, is_reached_by_a_row_that_is_small_enough)
{
#define ALONE(share) .percent = (share), .total = 100, .is_alone = true
    static const struct threshold_case cases[] = {
        {"at once", {{100}, {40}, {5}, {1}}, 4, 1, {{ALONE(0)}}, 0},
        {"50 %: 40 is less than the rest of 100 %",
         {{100}, {40}, {5}, {1}},
         4,
         1,
         {{ALONE(50)}},
         2},
        {"60 %: 40 is no more than the rest", {{100}, {40}, {5}, {1}}, 4, 1, {{ALONE(60)}}, 2},
        {"61 %: 40 is more", {{100}, {40}, {5}, {1}}, 4, 1, {{ALONE(61)}}, 3},
        {"not the sum", {{40}, {40}, {40}, {40}}, 4, 1, {{ALONE(61)}}, 4},
        {"what was not given is 0", {{100}, {-1}, {-1}}, 3, 1, {{ALONE(100)}}, 2},
    };
#undef ALONE

    check(cases, ARRAY_LENGTH(cases));
}

/* Of changes the total is that of all sizes, whatever the program's changed by. */
Test(threshold, is_a_share_of_all_sizes)
{
#define BY_SIZE(share) .percent = (share), .total = 1, .by_size = true
    static const struct threshold_case cases[] = {
        {"reached", ROWS_OF_100, {{BY_SIZE(60)}}, 1},
        {"just not", ROWS_OF_100, {{BY_SIZE(60.1)}}, 2},
        {"nothing changed, which is 100 %", {{0}, {0}}, 2, 1, {{BY_SIZE(99)}}, 0},
        {"unless all are asked for", {{0}, {0}}, 2, 1, {{BY_SIZE(INFINITY)}}, 2},
        /* 2^63 - 1 of 2^64 - 1, which is beyond 64 bits. */
        {"of sums that no number holds", {{INT64_MAX}, {INT64_MAX}, {1}}, 3, 1, {{BY_SIZE(60)}}, 2},
    };
#undef BY_SIZE

    check(cases, ARRAY_LENGTH(cases));
}

/* The rows are in the order of the first key: 0 % of that is reached at once. */
Test(threshold, is_one_of_several)
{
    static const struct threshold_case cases[] = {
        {"each is to be reached",
         {{60, 0}, {30, 10}, {10, 90}},
         3,
         2,
         {{.percent = 50, .total = 100}, {.percent = 50, .total = 100}},
         3},
        {"one of 0 stops nothing",
         {{60, 0}, {30, 10}, {10, 90}},
         3,
         2,
         {{.percent = 50, .total = 100}, {.percent = 0, .total = 100}},
         1},
        {"what was not given adds nothing",
         {{3, -1}, {2, 60}, {1, 40}},
         3,
         2,
         {{.percent = 0, .total = 6}, {.percent = 60, .total = 100}},
         2},
        {"one by sum, one by size",
         {{60, 5}, {30, 50}, {10, 45}},
         3,
         2,
         {{.percent = 60, .total = 100}, {.percent = 55, .by_size = true}},
         2},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which columns go for want of room, and in which order. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "reporter/format/format.h"
#include "reporter/format/grid.h"
#include "reporter/format/text_sections.h"
#include "unit/reporter/format/hand_made.h"

/* Makes a grid of columns, ten wide each, and fits it with 20 columns wanted for names. */
static struct grid fitted(const struct text_writer *writer, const struct table *table,
                          const struct column *columns, size_t count)
{
    struct grid grid = {.writer = writer, .table = table};

    for (size_t i = 0; i < count; i++)
        ARRAY_ADD(grid.columns, grid.count, grid.capacity, (struct grid_column){&columns[i], 10});
    grid_fit(&grid, 20);
    return grid;
}

Test(grid, columns_go_by_rank_until_the_rest_fits)
{
    static const struct column columns[] = {{.rank = RANK_KEPT},
                                            {.rank = RANK_CALLS},
                                            {.rank = RANK_PER_CALL},
                                            {.rank = RANK_CALLS},
                                            {.rank = RANK_KEPT}};
    static const struct {
        size_t width, n_kept, room;
    } cases[] = {
        {0, 5, 0},   {78, 5, 18}, {77, 4, 29}, {66, 4, 18},
        {65, 2, 41}, {42, 2, 18}, {41, 2, 17}, {20, 2, 8},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct format_options options = {.width = cases[i].width};
        const struct text_writer writer = {.options = &options};
        struct grid grid = fitted(&writer, &(struct table){0}, columns, ARRAY_LENGTH(columns));
        cr_expect_eq(grid.count, cases[i].n_kept, "%zu: %zu columns", cases[i].width, grid.count);
        cr_expect_eq(grid.room, cases[i].room, "%zu: room %zu", cases[i].width, grid.room);
        cr_expect_eq(grid.columns[grid.count - 1].column->rank, RANK_KEPT);
        grid_free(&grid);
    }
}

/* The last event goes first, and a note names those that went. */
Test(grid, events_that_go_are_named_once)
{
    static const struct column columns[] = {{.rank = RANK_KEPT},
                                            {.rank = RANK_EVENTS + 2, .event = 1},
                                            {.rank = RANK_EVENTS + 1, .event = 2}};
    static const struct table_event events[] = {
        {.name = {"Ir", 2}}, {.name = {"Dr", 2}}, {.name = {"Dw", 2}}};
    const struct table table = {.events = events, .n_events = ARRAY_LENGTH(events)};
    const struct format_options options = {.width = 42};
    struct warnings notes = {0};
    const struct text_writer writer = {.options = &options, .notes = &notes};

    for (size_t i = 0; i < 2; i++) {
        struct grid grid = fitted(&writer, &table, columns, ARRAY_LENGTH(columns));
        cr_expect_eq(grid.count, 2);
        cr_expect_eq(grid.columns[1].column->event, 1);
        grid_free(&grid);
    }
    cr_assert_eq(notes.count, 1);
    cr_expect_str_eq(notes.first[0].text, "no room for Dw in 42 columns: see --wide");
}

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

static enum tint write_nothing(const struct grid_cell *at, char *text)
{
    (void)at;
    (void)text;
    return TINT_NONE;
}

static const struct cell_kind kind = {.heading = "", .gap = 2, .write = write_nothing};

/* Makes a grid of columns, ten wide each, and fits it with 20 columns wanted for names. */
static struct grid fitted(const struct text_writer *writer, const struct table *table,
                          const unsigned *ranks, size_t count)
{
    struct grid grid = {.writer = writer, .table = table};

    for (size_t i = 0; i < count; i++) {
        ARRAY_GROW(grid.columns, grid.count, grid.capacity);
        grid.columns[grid.count++] =
            (struct grid_column){.kind = &kind, .rank = ranks[i], .width = 10, .event = i};
    }
    grid_fit(&grid, 20);
    return grid;
}

Test(grid, columns_go_by_rank_until_the_rest_fits)
{
    static const unsigned ranks[] = {RANK_KEPT, RANK_CALLS, RANK_PER_CALL, RANK_CALLS, RANK_KEPT};
    static const struct {
        size_t width, n_kept, room;
    } cases[] = {
        {0, 5, 0},   {78, 5, 18}, {77, 4, 29}, {66, 4, 18},
        {65, 2, 41}, {42, 2, 18}, {41, 2, 17}, {20, 2, 8},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct format_options options = {.width = cases[i].width};
        const struct text_writer writer = {.options = &options};
        struct grid grid = fitted(&writer, &(struct table){0}, ranks, ARRAY_LENGTH(ranks));
        cr_expect_eq(grid.count, cases[i].n_kept, "%zu: %zu columns", cases[i].width, grid.count);
        cr_expect_eq(grid.room, cases[i].room, "%zu: room %zu", cases[i].width, grid.room);
        cr_expect_eq(grid.columns[grid.count - 1].rank, RANK_KEPT);
        grid_free(&grid);
    }
}

/* The last event goes first, and a note names those that went. */
Test(grid, events_that_go_are_named_once)
{
    static const unsigned ranks[] = {RANK_KEPT, RANK_EVENTS + 2, RANK_EVENTS + 1};
    static const struct table_event events[] = {
        {.name = {"Ir", 2}}, {.name = {"Dr", 2}}, {.name = {"Dw", 2}}};
    const struct table table = {.events = events, .n_events = ARRAY_LENGTH(events)};
    const struct format_options options = {.width = 42};
    struct warnings notes = {0};
    const struct text_writer writer = {.options = &options, .notes = &notes};

    for (size_t i = 0; i < 2; i++) {
        struct grid grid = fitted(&writer, &table, ranks, ARRAY_LENGTH(ranks));
        cr_expect_eq(grid.count, 2);
        cr_expect_eq(grid.columns[1].event, 1);
        grid_free(&grid);
    }
    cr_assert_eq(notes.count, 1);
    cr_expect_str_eq(notes.first[0].text, "no room for Dw in 42 columns: see --wide");
}

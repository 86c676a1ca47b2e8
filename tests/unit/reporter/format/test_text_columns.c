/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/text_columns.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/error.h"
#include "reporter/format/format.h"
#include "reporter/format/text_sections.h"
#include "unit/reporter/format/hand_made.h"

/* Those of hotspots in a terminal of that width. */
static struct figure_columns columns_of(const struct table *table, size_t width)
{
    const struct format_options options = {.width = width};
    const struct text_writer writer = {.options = &options};
    struct figure_columns columns = figure_columns_of(&writer, table);

    figure_columns_fit(&columns, &writer, table, 0, 32);
    return columns;
}

Test(format_text_columns, are_as_wide_as_the_widest_figure)
{
    static const struct {
        struct table_event event;
        int64_t most_calls;
        size_t cost, calls, per_call, share;
        size_t cost_of_change; /* where the table is a difference */
    } cases[] = {
        {{TOTAL(1)}, 1, 9, 5, 8, 7, 9},
        {{TOTAL(1234567890)}, 1, 13, 5, 13, 7, 9},
        {{.largest = GIVEN(123456789)}, 123456, 11, 7, 11, 7, 12},
        {{.smallest = GIVEN(-123456789)}, 1, 12, 5, 12, 7, 12},
        {{.inclusive = GIVEN(123456789)}, 1, 11, 5, 8, 7, 12},
        {{.largest = GIVEN(12345678)}, 1, 10, 5, 10, 7, 11},
        {{TOTAL(5), .largest = GIVEN(10000)}, 1, 9, 5, 8, 10, 9},
        {{TOTAL(5), .smallest = GIVEN(-10000)}, 1, 9, 5, 8, 11, 9},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct table table = {
            .events = &cases[i].event, .n_events = 1, .most_calls = cases[i].most_calls};
        struct figure_columns columns = columns_of(&table, 0);
        cr_expect_eq(columns.events[0].cost, cases[i].cost, "case %zu: %zu", i,
                     columns.events[0].cost);
        cr_expect_eq(columns.calls, cases[i].calls, "case %zu: %zu", i, columns.calls);
        cr_expect_eq(columns.per_call, cases[i].per_call, "case %zu: %zu", i, columns.per_call);
        cr_expect_eq(columns.share, cases[i].share, "case %zu: %zu", i, columns.share);
        figure_columns_free(&columns);
        table.is_difference = true;
        columns = columns_of(&table, 0);
        cr_expect_eq(columns.events[0].cost, cases[i].cost_of_change, "case %zu: %zu", i,
                     columns.events[0].cost);
        figure_columns_free(&columns);
    }
}

/* What tables have where inclusive cost is known. */
#define WITH_CALLS (COLUMN(COLUMN_INCLUSIVE) | COLUMN(COLUMN_CALLS))

/* A sign for each column that there is, in the order in which they are written. */
static const char *columns_shown(const struct figure_columns *columns, char shown[8])
{
    size_t n = 0;

    if (columns->has_running)
        shown[n++] = 'r';
    if (columns->has_growth)
        shown[n++] = 'g';
    if (measured_event(columns)->has_inclusive)
        shown[n++] = 'i';
    if (columns->has_inclusive_growth)
        shown[n++] = 'G';
    if (columns->has_calls)
        shown[n++] = 'c';
    if (columns->has_per_call)
        shown[n++] = 'p';
    shown[n] = '\0';
    return shown;
}

/*
 * Costs take 9 columns, shares 7, calls and what each cost 7 and 10, an inclusive cost 19 with its
 * share, and the gap before the name 2: 61, and names want 32. In a difference shares take 9, each
 * growth 10: 68.
 */
Test(format_text_columns, make_room_for_names)
{
    static const struct {
        bool is_difference, has_inclusive;
        size_t width;
        const char *shown;
        size_t room;
    } cases[] = {
        {false, true, 0, "ricp", 0},   {false, true, 93, "ricp", 32}, {false, true, 92, "ric", 41},
        {false, true, 83, "ric", 32},  {false, true, 82, "ic", 38},   {false, true, 75, "i", 38},
        {false, true, 69, "i", 32},    {false, true, 68, "", 50},     {false, true, 27, "", 9},
        {false, true, 20, "", 8},      {false, false, 57, "r", 32},   {false, false, 56, "", 38},
        {true, true, 100, "giGc", 32}, {true, true, 99, "giG", 38},   {true, true, 92, "gi", 41},
        {true, true, 82, "g", 52},     {true, true, 20, "g", 8},
    };
    static const struct table_event event = {TOTAL(1)};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct table table = {.columns = cases[i].has_inclusive ? WITH_CALLS : 0,
                                    .events = &event,
                                    .n_events = 1,
                                    .is_difference = cases[i].is_difference};
        struct figure_columns columns = columns_of(&table, cases[i].width);
        char shown[8];
        cr_expect_str_eq(columns_shown(&columns, shown), cases[i].shown, "case %zu", i);
        cr_expect_eq(columns.room, cases[i].room, "case %zu: %zu", i, columns.room);
        figure_columns_free(&columns);
    }
}

/* The events that are left, with '%' for a share and '+' for inclusive cost; the columns as above.
 */
static const char *events_shown(const struct figure_columns *columns, char shown[32])
{
    char others[8];
    size_t n = 0;

    for (size_t i = 0; i < columns->n_events; i++)
        n += (size_t)sprintf(shown + n, "%s%s%s ", columns->events[i].name.at,
                             columns->events[i].has_share ? "%" : "",
                             columns->events[i].has_inclusive ? "+" : "");
    sprintf(shown + n, "%s", columns_shown(columns, others));
    return shown;
}

/*
 * Three events take 135 columns: the one measured 7 for its running share, each 9, 7, 12 and 7 for
 * self and inclusive cost, and 2 between them. The one measured is never left out.
 */
Test(format_text_columns, make_room_by_leaving_out_events)
{
    static const struct {
        size_t width, measured;
        bool keeps_inclusive;
        const char *shown;
        size_t room;
        const char *note;
    } cases[] = {
        {0, 1, false, "A%+ B%+ C%+ ricp", 0, NULL},
        {167, 1, false, "A%+ B%+ C%+ ricp", 32, NULL},
        {166, 1, false, "A%+ B%+ C%+ ric", 41, NULL},
        {156, 1, false, "A%+ B%+ C%+ ic", 38, NULL},
        {149, 1, false, "A%+ B%+ C%+ i", 38, NULL},
        {143, 1, false, "A%+ B%+ C%+ i", 32, NULL},
        {142, 1, false, "A% B%+ C% i", 69, NULL},
        {105, 1, false, "A% B%+ C% i", 32, NULL},
        {104, 1, false, "A% B% C% ", 50, NULL},
        {86, 1, false, "A% B% C% ", 32, NULL},
        {85, 1, false, "A B% C ", 45, NULL},
        {71, 1, false, "A B% ", 42, "no room for C in 71 columns: see --wide"},
        {71, 2, false, "A C% ", 42, "no room for B in 71 columns: see --wide"},
        {60, 1, false, "B% ", 42, "no room for A, C in 60 columns: see --wide"},
        {60, 0, false, "A% ", 42, "no room for B, C in 60 columns: see --wide"},
        {60, 2, false, "C% ", 42, "no room for A, B in 60 columns: see --wide"},
        {20, 2, false, "C% ", 8, "no room for A, B in 20 columns: see --wide"},
        {105, 1, true, "A% B%+ C% i", 32, NULL},
        {104, 1, true, "A B%+ C i", 45, NULL},
        {90, 1, true, "A B%+ i", 42, "no room for C in 90 columns: see --wide"},
        {79, 1, true, "B%+ i", 42, "no room for A, C in 79 columns: see --wide"},
        {20, 1, true, "B%+ i", 8, "no room for A, C in 20 columns: see --wide"},
    };
    static const struct table_event events[] = {
        {.name = {"A", 1}, TOTAL(1)}, {.name = {"B", 1}, TOTAL(1)}, {.name = {"C", 1}, TOTAL(1)}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct table table = {.columns = WITH_CALLS,
                                    .kept = cases[i].keeps_inclusive ? COLUMN(COLUMN_INCLUSIVE) : 0,
                                    .events = events,
                                    .n_events = ARRAY_LENGTH(events),
                                    .measured = cases[i].measured};
        const struct format_options options = {.width = cases[i].width};
        struct warnings notes = {0};
        const struct text_writer writer = {.options = &options, .notes = &notes};
        struct figure_columns fitted = figure_columns_of(&writer, &table);
        char shown[32];
        figure_columns_fit(&fitted, &writer, &table, 0, 32);
        cr_expect_str_eq(events_shown(&fitted, shown), cases[i].shown, "case %zu: %s", i, shown);
        cr_expect_eq(fitted.room, cases[i].room, "case %zu: %zu", i, fitted.room);
        cr_assert_eq(notes.count, cases[i].note != NULL, "case %zu", i);
        if (cases[i].note != NULL)
            cr_expect_str_eq(notes.first[0].text, cases[i].note);
        size_t measured = fitted.events[fitted.measured].event;
        cr_expect_eq(measured, cases[i].measured, "case %zu: %zu", i, measured);
        figure_columns_free(&fitted);
        /* Said once, however many tables there are. */
        fitted = figure_columns_of(&writer, &table);
        figure_columns_fit(&fitted, &writer, &table, 0, 32);
        cr_expect_eq(notes.count, cases[i].note != NULL, "case %zu", i);
        figure_columns_free(&fitted);
    }
}

/* Rows in the order of calls would seem to be in none without them. */
Test(format_text_columns, keep_what_rows_are_in_the_order_of)
{
    static const struct table_event event = {TOTAL(1)};
    const struct table table = {
        .columns = WITH_CALLS, .kept = WITH_CALLS, .events = &event, .n_events = 1};
    char shown[8];
    struct figure_columns columns = columns_of(&table, 20);

    cr_expect_str_eq(columns_shown(&columns, shown), "ic");
    figure_columns_free(&columns);
}

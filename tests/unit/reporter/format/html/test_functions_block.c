/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/page.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "unit/reporter/format/html/page_blocks.h"

#define RATIO(number)                                                                              \
    {                                                                                              \
        .ratio = (number), .is_given = true, .is_ratio = true                                      \
    }
#define NOW_RATIO(number)                                                                          \
    {                                                                                              \
        .now = RATIO(number)                                                                       \
    }

static const struct table_event events[] = {
    {.name = {"Ir", 2},
     .long_name = {"Instruction Fetch", 17},
     .meaning = {"What ran.", 9},
     TOTAL(100)},
    {.name = {"IPC", 3},
     .formula = {"Ir / Cy", 7},
     .total = NOW_RATIO(0.5),
     .base = RATIO(0.5),
     .is_ratio = true},
};

static const struct table table = {
    .columns = COLUMN(COLUMN_INCLUSIVE), .events = events, .n_events = 2, .measured = 0};

/* The block of a graph. The caller frees it. */
static char *functions_of(const struct table *of, const struct table_row *rows, size_t count)
{
    const struct hand_made_section section = {
        {.kind = SECTION_CALL_GRAPH, .table = *of}, rows, count};

    return block_of_sections(&section, 1, "functions");
}

/* main calls f, which is in a cycle with g, and g calls itself. */
static const struct figure main_self[] = {NOW(10), NOW_RATIO(0.25)},
                           main_inclusive[] = {NOW(100), NOW_RATIO(0.5)}, f_self[2] = {NOW(50)},
                           f_inclusive[2] = {NOW_BOUND(60)}, g_self[2] = {NOW(INT64_MAX)},
                           g_inclusive[2] = {NOW(40)}, called[2] = {NOW(90)}, nothing[2],
                           left[2] = {NOW(80)}, cycle_cost[] = {NOW(90), NOW_RATIO(0.5)};

static const struct graph_place in_main = {.number = 0}, in_f = {.number = 1}, in_g = {.number = 2},
                                main_to_f = {.number = 0, .callee = 1, .leaving = called},
                                f_to_g = {.number = 1, .callee = 2, .leaving = left},
                                g_to_g = {.number = 2, .callee = 2, .leaving = nothing},
                                f_to_main = {.number = 1, .callee = 0, .leaving = nothing};

static const struct table_row rows[] = {
    {.kind = ROW_NODE,
     .function = {"main", 4},
     .file = {"a.c", 3},
     .object = {"bin/a", 5},
     .self = main_self,
     .inclusive = main_inclusive,
     .calls = NOW(0),
     .graph = &in_main},
    {.kind = ROW_NODE,
     .function = {"f(int)", 6},
     .file = {"a.c", 3},
     .calls = NOW(3),
     .cycle = 1,
     .self = f_self,
     .inclusive = f_inclusive,
     .graph = &in_f},
    {.kind = ROW_NODE,
     .function = {"n::g(\"<>\")", 10},
     .calls = NOW(7),
     .cycle = 1,
     .self = g_self,
     .inclusive = g_inclusive,
     .graph = &in_g},
    {.kind = ROW_CYCLE,
     .function = {"<cycle 1>", 9},
     .cycle = 1,
     .n_members = 2,
     .inclusive = cycle_cost},
    {.kind = ROW_ARC, .inclusive = nothing, .calls = NOW(5), .graph = &g_to_g},
    {.kind = ROW_ARC, .inclusive = called, .calls = NOW(3), .graph = &f_to_g},
    {.kind = ROW_ARC, .inclusive = called, .calls = NOW(2), .graph = &main_to_f},
    {.kind = ROW_ARC, .inclusive = called, .calls = NOW(1), .graph = &f_to_main},
};

Test(functions_block, has_functions_by_column)
{
    char *json = functions_of(&table, rows, ARRAY_LENGTH(rows));

    expect_member(json, "events",
                  "[{\"name\": \"Ir\", \"long_name\": \"Instruction Fetch\", \"formula\": \"\", "
                  "\"meaning\": \"What ran.\", \"is_ratio\": false, \"total\": 100}, "
                  "{\"name\": \"IPC\", \"long_name\": \"\", \"formula\": \"Ir / Cy\", "
                  "\"meaning\": \"\", \"is_ratio\": true, \"total\": 0.5}]");
    expect_member(json, "measured", "0,");
    expect_member(json, "is_difference", "false");
    expect_member(json, "has_inclusive", "true");
    expect_member(json, "count", "3,");
    expect_member(json, "left_out", "0,");
    /* Each name once: these are short enough. */
    expect_member(json, "names",
                  "[\"main\", \"f(int)\", \"n::g(\\\"\\u003c\\u003e\\\")\", \"a.c\", \"bin/a\"]");
    expect_member(json, "function", "[0,1,1]");
    expect_member(json, "short", "[0,1,1]");
    expect_member(json, "file", "[3,3,-1]");
    expect_member(json, "object", "[4,-1,-1]");
    /* Calls are less those that are told: 0 - 1, 3 - 2 and 7 - 8. Costs are too large for that. */
    expect_member(json, "rests_of_calls", "true");
    expect_member(json, "calls", "[-1,1,-1]");
    expect_member(json, "rests", "[false, false]");
    expect_member(json, "cycle", "[0,1,1]");
    expect_member(json, "self", "[[10,50,\"9223372036854775807\"], [0.25,null,null]]");
    expect_member(json, "inclusive", "[[100,60,40], [0.5,null,null]]");
    expect_member(json, "bounds", "[[1], []]");
    expect_member(json, "cycles",
                  "[{\"cycle\": 1, \"name\": \"\\u003ccycle 1\\u003e\", \"members\": 2, "
                  "\"inclusive\": [90, 0.5]}]");
    cr_expect_null(member(json, "old"));
    free(json);
}

/*
 * m cost 100, 10 itself; 60 of it in f, and 30 in g, which cost 5 elsewhere as well. What calls of
 * g add to m is not what they add to g.
 */
Test(functions_block, has_what_does_not_follow_from_calls)
{
    static const struct figure ten = NOW(10), whole = NOW(100), sixty = NOW(60), thirty = NOW(30),
                               twenty = NOW(20), more = NOW(35), none = {0};
    static const struct graph_place m = {.number = 0}, f = {.number = 1}, g = {.number = 2},
                                    to_f = {.number = 0, .callee = 1, .leaving = &sixty},
                                    to_g = {.number = 0, .callee = 2, .leaving = &twenty};
    static const struct table_row all[] = {
        {.kind = ROW_NODE,
         .function = {"m", 1},
         .calls = NOW(1),
         .self = &ten,
         .inclusive = &whole,
         .graph = &m},
        {.kind = ROW_NODE,
         .function = {"f", 1},
         .calls = NOW(4),
         .self = &sixty,
         .inclusive = &sixty,
         .graph = &f},
        {.kind = ROW_NODE,
         .function = {"g", 1},
         .calls = NOW(9),
         .self = &none,
         .inclusive = &more,
         .graph = &g},
        {.kind = ROW_ARC, .calls = NOW(4), .inclusive = &sixty, .graph = &to_f},
        {.kind = ROW_ARC, .calls = NOW(7), .inclusive = &thirty, .graph = &to_g},
    };
    static const struct table graph = {
        .columns = COLUMN(COLUMN_INCLUSIVE), .events = events, .n_events = 1};
    char *json = functions_of(&graph, all, ARRAY_LENGTH(all));

    expect_member(json, "rests", "[true]");
    /* 100, 60 - 60, 35 - 30 */
    expect_member(json, "inclusive", "[[100,0,5]]");
    /* 10 - (100 - 60 - 20), 60 - 60; that of g is not given */
    expect_member(json, "self", "[[-10,0,null]]");
    expect_member(json, "calls", "[1,0,2]");
    free(json);
}

/* By caller and callee, by steps: 0 to 1, 1 to 0, 1 to 2, 2 to 2; "leaving" has those alone that
 * differ. */
Test(functions_block, has_arcs_by_caller)
{
    char *json = functions_of(&table, rows, ARRAY_LENGTH(rows));

    expect_member(json, "arcs",
                  "{\"count\": 4, \"caller\": [0,1,0,1], \"callee\": [1,-1,2,0], "
                  "\"calls\": [2,1,3,5], \"entering\": [[90,90,90,null], [null,null,null,null]], "
                  "\"leaving\": [[[1, null], [2, 80]], []]}");
    free(json);
}

Test(functions_block, needs_neither_calls_nor_cycles)
{
    static const struct table without_calls = {.events = events, .n_events = 1};
    static const struct table_row row = {
        .kind = ROW_NODE, .function = {"f", 1}, .self = f_self, .graph = &in_main};
    char *json = functions_of(&without_calls, &row, 1);

    expect_member(json, "has_inclusive", "false");
    expect_member(json, "self", "[[50]]");
    expect_member(json, "inclusive", "[[50]]");
    expect_member(json, "cycles", "[]");
    expect_member(json, "arcs",
                  "{\"count\": 0, \"caller\": [], \"callee\": [], \"calls\": [], "
                  "\"entering\": [[]], \"leaving\": [[]]}");
    cr_expect_null(member(json, "cycle"));
    free(json);
    json = functions_of(&without_calls, NULL, 0);
    expect_member(json, "count", "0,");
    expect_member(json, "names", "[]");
    free(json);
}

static const struct table_event changed_events[] = {
    {.name = {"Ir", 2}, .total = {GIVEN(70), GIVEN(100)}, .base = GIVEN(100)},
    {.name = {"IPC", 3}, .total = {RATIO(0.75), RATIO(0.5)}, .base = RATIO(0.5), .is_ratio = true},
};

/* One function was renamed, one is new, and of a third nothing is known but what it costs. */
Test(functions_block, has_what_was_of_a_difference)
{
    static const struct table changes = {.columns =
                                             COLUMN(COLUMN_INCLUSIVE) | COLUMNS_OF_DIFFERENCE,
                                         .events = changed_events,
                                         .n_events = 2,
                                         .is_difference = true};
    static const struct figure less[] = {{GIVEN(10), GIVEN(15)}, {RATIO(1), RATIO(0.5)}},
                               added[] = {NOW(5), {RATIO(1), {.is_ratio = true}}},
                               change[] = {NOW(-5), NOW_RATIO(0.5)};
    static const struct table_row changed[] = {
        {.kind = ROW_NODE,
         .function = {"g", 1},
         .self = less,
         .inclusive = less,
         .calls = {GIVEN(1), GIVEN(2)},
         .graph = &in_main,
         .has_old = true,
         .old = {.change = CHANGE_RENAMED, .function = {"h", 1}}},
        {.kind = ROW_NODE,
         .function = {"n", 1},
         .self = added,
         .inclusive = added,
         .graph = &in_f,
         .has_old = true,
         .old.change = CHANGE_NEW},
        {.kind = ROW_NODE,
         .function = {"o", 1},
         .self = change,
         .inclusive = change,
         .graph = &in_g},
    };
    char *json = functions_of(&changes, changed, ARRAY_LENGTH(changed));

    cr_expect(strstr(json, "\"is_ratio\": false, \"total\": -30, \"old_total\": 100}"));
    cr_expect(strstr(json, "\"total\": 0.25, \"old_total\": 0.5, \"new_total\": 0.75}"));
    expect_member(json, "calls", "[-1,0,0]");
    expect_member(json, "old",
                  "{\"self\": [[15,null,null], [0.5,null,null]], "
                  "\"inclusive\": [[15,null,null], [0.5,null,null]], \"calls\": [2,null,null], "
                  "\"ratios\": [[], [1,1,null]], \"inclusive_ratios\": [[], [1,1,null]], "
                  "\"status\": {\"0\": \"renamed\", \"1\": \"new\"}, "
                  "\"names\": {\"0\": {\"function\": \"h\"}}}");
    free(json);
}

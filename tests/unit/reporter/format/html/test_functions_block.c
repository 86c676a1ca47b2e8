/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/functions_block.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "unit/reporter/format/html/page_blocks.h"

#define RATIO(number)                                                                              \
    {                                                                                              \
        .ratio = (number), .is_given = true, .is_ratio = true                                      \
    }

static const struct column columns[] = {
    {.name = {"Ir", 2},
     .long_name = {"Instruction Fetch", 17},
     .meaning = {"What ran.", 9},
     .total = GIVEN(100)},
    {.name = {"IPC", 3}, .formula = {"Ir / Cy", 7}, .total = RATIO(0.5), .is_ratio = true},
};

static const struct table table = {
    .columns = columns, .n_columns = 2, .measured = 0, .has_inclusive = true};

/* The block of a graph. The caller frees it. */
static char *functions_of(const struct table *of, const struct table_row *rows, size_t count)
{
    const struct hand_made_section section = {
        {.kind = SECTION_CALL_GRAPH, .table = *of}, rows, count};

    return block_of_sections(&section, 1, "functions");
}

/* main calls f, which is in a cycle with g, and g calls itself. */
static const struct cell main_self[] = {GIVEN(10), RATIO(0.25)},
                         main_inclusive[] = {GIVEN(100), RATIO(0.5)}, f_self[] = {GIVEN(50), {0}},
                         f_inclusive[] = {BOUND(60), {0}}, g_self[] = {GIVEN(INT64_MAX), {0}},
                         g_inclusive[] = {GIVEN(40), {0}}, called[] = {GIVEN(90), {0}},
                         nothing[2] = {{0}}, left[] = {GIVEN(80), {0}},
                         cycle_cost[] = {GIVEN(90), RATIO(0.5)};

static const struct graph_place in_main = {.number = 0}, in_f = {.number = 1}, in_g = {.number = 2},
                                main_to_f = {.number = 0, .callee = 1},
                                f_to_g = {.number = 1, .callee = 2},
                                g_to_g = {.number = 2, .callee = 2},
                                f_to_main = {.number = 1, .callee = 0};

static const struct table_row rows[] = {
    {.kind = ROW_NODE,
     .function = {"main", 4},
     .file = {"a.c", 3},
     .object = {"bin/a", 5},
     .cells = main_self,
     .inclusive = main_inclusive,
     .graph = &in_main},
    {.kind = ROW_NODE,
     .function = {"f(int)", 6},
     .file = {"a.c", 3},
     .calls = 3,
     .cycle = 1,
     .cells = f_self,
     .inclusive = f_inclusive,
     .graph = &in_f},
    {.kind = ROW_NODE,
     .function = {"n::g(\"<>\")", 10},
     .calls = 7,
     .cycle = 1,
     .cells = g_self,
     .inclusive = g_inclusive,
     .graph = &in_g},
    {.kind = ROW_CYCLE,
     .function = {"<cycle 1>", 9},
     .cycle = 1,
     .n_members = 2,
     .inclusive = cycle_cost},
    {.kind = ROW_ARC, .cells = nothing, .inclusive = nothing, .calls = 5, .graph = &g_to_g},
    {.kind = ROW_ARC, .cells = called, .inclusive = left, .calls = 3, .graph = &f_to_g},
    {.kind = ROW_ARC, .cells = called, .inclusive = called, .calls = 2, .graph = &main_to_f},
    {.kind = ROW_ARC, .cells = called, .inclusive = nothing, .calls = 1, .graph = &f_to_main},
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
    /* Each name once, and short ones after theirs. */
    expect_member(json, "names",
                  "[\"main\", \"f(int)\", \"f\", \"n::g(\\\"\\u003c\\u003e\\\")\", \"g\", "
                  "\"a.c\", \"bin/a\"]");
    expect_member(json, "function", "[0,1,2]");
    expect_member(json, "short", "[0,2,2]");
    expect_member(json, "file", "[5,5,-1]");
    expect_member(json, "object", "[6,-1,-1]");
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
    static const struct cell ten = {.value = 10, .is_given = true},
                             whole = {.value = 100, .is_given = true},
                             sixty = {.value = 60, .is_given = true},
                             thirty = {.value = 30, .is_given = true},
                             twenty = {.value = 20, .is_given = true},
                             more = {.value = 35, .is_given = true}, none = {0};
    static const struct graph_place m = {.number = 0}, f = {.number = 1}, g = {.number = 2},
                                    to_f = {.number = 0, .callee = 1},
                                    to_g = {.number = 0, .callee = 2};
    static const struct table_row all[] = {
        {.kind = ROW_NODE,
         .function = {"m", 1},
         .calls = 1,
         .cells = &ten,
         .inclusive = &whole,
         .graph = &m},
        {.kind = ROW_NODE,
         .function = {"f", 1},
         .calls = 4,
         .cells = &sixty,
         .inclusive = &sixty,
         .graph = &f},
        {.kind = ROW_NODE,
         .function = {"g", 1},
         .calls = 9,
         .cells = &none,
         .inclusive = &more,
         .graph = &g},
        {.kind = ROW_ARC, .calls = 4, .cells = &sixty, .inclusive = &sixty, .graph = &to_f},
        {.kind = ROW_ARC, .calls = 7, .cells = &thirty, .inclusive = &twenty, .graph = &to_g},
    };
    static const struct table graph = {.columns = columns, .n_columns = 1, .has_inclusive = true};
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
    static const struct table without_calls = {.columns = columns, .n_columns = 1};
    static const struct table_row row = {
        .kind = ROW_NODE, .function = {"f", 1}, .cells = f_self, .graph = &in_main};
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

static const struct column changed_columns[] = {
    {.name = {"Ir", 2}, .total = GIVEN(100), .change = GIVEN(-30)},
    {.name = {"IPC", 3},
     .total = RATIO(0.5),
     .change = RATIO(0.25),
     .now = RATIO(0.75),
     .is_ratio = true},
};

/* One function was renamed, one is new, and of a third nothing is known but what it costs. */
Test(functions_block, has_what_was_of_a_difference)
{
    static const struct table changes = {
        .columns = changed_columns, .n_columns = 2, .has_inclusive = true, .is_difference = true};
    static const struct cell was[] = {GIVEN(15), RATIO(0.5)}, now[] = {{0}, RATIO(1)},
                             change[] = {GIVEN(-5), RATIO(0.5)};
    static const struct old_table_row renamed = {.change = CHANGE_RENAMED,
                                                 .function = {"h", 1},
                                                 .cells = was,
                                                 .inclusive = was,
                                                 .now = now,
                                                 .inclusive_now = now,
                                                 .calls = 2},
                                      fresh = {.change = CHANGE_NEW,
                                               .cells = nothing,
                                               .inclusive = nothing,
                                               .now = now,
                                               .inclusive_now = now,
                                               .lacks_calls = true};
    static const struct table_row changed[] = {
        {.kind = ROW_NODE,
         .function = {"g", 1},
         .calls = -1,
         .cells = change,
         .inclusive = change,
         .graph = &in_main,
         .old = &renamed},
        {.kind = ROW_NODE,
         .function = {"n", 1},
         .cells = change,
         .inclusive = change,
         .graph = &in_f,
         .old = &fresh},
        {.kind = ROW_NODE,
         .function = {"o", 1},
         .cells = change,
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

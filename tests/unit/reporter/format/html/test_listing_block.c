/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/html/page.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "unit/reporter/format/html/page_blocks.h"

static const struct table_event events[] = {{.name = {"Ir", 2}}, {.name = {"Dr", 2}}};
static const struct figure given[2] = {NOW(10)}, more[2] = {NOW_BOUND(30)}, nothing[2];
static const struct graph_place first = {.number = 0};
static const struct table_row node = {
    .kind = ROW_NODE, .function = {"f", 1}, .self = given, .graph = &first};

/* The listing of the function of a page; it has to be the block of that name. */
static char *listing_of(const struct table *table, const struct table_row *rows, size_t count,
                        const char *name)
{
    const struct hand_made_section sections[] = {
        {{.kind = SECTION_CALL_GRAPH, .table = {.events = events, .n_events = 2}}, &node, 1},
        {{.kind = SECTION_CODE_LISTING, .table = *table, .number = 0}, rows, count},
    };

    return block_of_sections(sections, ARRAY_LENGTH(sections), name);
}

Test(listing_block, has_lines_with_calls_and_jumps)
{
    static const struct jump_facts ahead = {.times = 4, .line = 9}, back = {.times = 2, .line = 3};
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING,
         .object = {"bin", 3},
         .file = {"a.c", 3},
         .function = {"f", 1},
         .text = {"src/a.c", 7}},
        {.kind = ROW_LINE, .line = 4, .text = {"{", 1}, .self = nothing},
        {.kind = ROW_LINE, .line = 5, .text = {"\tg(\"<\");", 8}, .self = given, .inclusive = more},
        {.kind = ROW_CALLEE, .function = {"g", 1}, .calls = NOW(2), .inclusive = given},
        {.kind = ROW_CALLEE,
         .function = {"h", 1},
         .file = {"h.c", 3},
         .object = {"lib", 3},
         .calls = NOW(1),
         .inclusive = nothing},
        {.kind = ROW_JUMP, .jump = &ahead},
        {.kind = ROW_JUMP, .jump = &back},
        {.kind = ROW_GAP},
        {.kind = ROW_LISTING, .file = {"b.h", 3}},
        {.kind = ROW_LINE, .self = given, .inclusive = given},
    };
    static const struct table table = {.events = events, .n_events = 2};

    expect_text(
        listing_of(&table, rows, ARRAY_LENGTH(rows), "listing-0"),
        "{\"function\": 0, \"codes\": ["
        "{\"function\": \"f\", \"file\": \"a.c\", \"object\": \"bin\", \"found\": \"src/a.c\", "
        "\"lines\": [\n"
        "{\"line\": 4, \"text\": \"{\", \"self\": null},\n"
        "{\"line\": 5, \"text\": \"\\u0009g(\\\"\\u003c\\\");\", \"self\": [10, null], "
        "\"inclusive\": [30, null], \"bound\": true, \"calls\": ["
        "{\"function\": \"g\", \"calls\": 2, \"cost\": [10, null]}, "
        "{\"function\": \"h\", \"file\": \"h.c\", \"object\": \"lib\", \"calls\": 1, "
        "\"cost\": null}], \"jumps\": [{\"line\": 9, \"times\": 4}, "
        "{\"line\": 3, \"times\": 2}]},\n"
        "{\"gap\": true}]}, "
        "{\"file\": \"b.h\", \"found\": \"\", \"lines\": [\n"
        "{\"line\": null, \"text\": null, \"self\": [10, null], \"inclusive\": [10, null]}]}]}");
}

Test(listing_block, has_instructions_below_their_lines)
{
    static const unsigned char lanes[] = {LANE_BEGIN, LANE_ABOVE | LANE_BELOW};
    static const struct jump_facts jump = {
        .followed = 63, .executed = 64, .address = 0x117e, .course = JUMP_BACK};
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING, .file = {"a.c", 3}},
        {.kind = ROW_LINE, .line = 5, .text = {"f();", 4}, .self = nothing},
        {.kind = ROW_INSTRUCTION,
         .line = 5,
         .address = 0xdeadbeef00,
         .text = {"call 1040", 9},
         .lanes = lanes,
         .self = given},
        {.kind = ROW_CALLEE,
         .function = {"f", 1},
         .calls = NOW(2),
         .target = 0x1040,
         .inclusive = given},
        {.kind = ROW_JUMP, .jump = &jump},
        {.kind = ROW_INSTRUCTION, .line = 5, .address = 1, .self = given},
    };
    static const struct table table = {
        .columns = COLUMNS_OF_INSTRUCTIONS, .events = events, .n_events = 2, .n_lanes = 2};

    expect_text(listing_of(&table, rows, ARRAY_LENGTH(rows), "instructions-0"),
                "{\"function\": 0, \"codes\": [{\"file\": \"a.c\", \"found\": \"\", \"lines\": [\n"
                "{\"line\": 5, \"text\": \"f();\", \"self\": null},\n"
                "{\"line\": 5, \"text\": \"call 1040\", \"address\": \"deadbeef00\", "
                "\"lanes\": [4, 3], \"self\": [10, null], \"calls\": [{\"function\": \"f\", "
                "\"calls\": 2, \"cost\": [10, null], \"address\": \"1040\"}], \"jumps\": "
                "[{\"address\": \"0x117e\", \"taken\": 63, \"executed\": 64, \"exact\": true, "
                "\"course\": \"back\"}]},\n"
                "{\"line\": 5, \"text\": null, \"address\": \"1\", \"self\": [10, null]}]}]}");
}

/* Each changed by 10: from nothing, 10 or 30. */
Test(listing_block, says_what_became_of_lines)
{
    static const struct figure from_ten[2] = {{GIVEN(20), GIVEN(10)}},
                               from_thirty[2] = {{GIVEN(40), GIVEN(30)}};
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING, .file = {"a.c", 3}},
        {.kind = ROW_LINE,
         .line = 5,
         .self = from_ten,
         .inclusive = from_thirty,
         .has_old = true,
         .old = {.line = 6, .line_change = LINE_REFORMATTED}},
        {.kind = ROW_LINE, .line = 6, .self = given, .has_old = true, .old.line_change = LINE_NEW},
        {.kind = ROW_LINE, .self = from_ten, .has_old = true, .old.line = 9},
    };
    static const struct table table = {.columns = COLUMNS_OF_DIFFERENCE | COLUMNS_OF_OLD_LINES,
                                       .events = events,
                                       .n_events = 2,
                                       .is_difference = true};

    expect_text(listing_of(&table, rows, ARRAY_LENGTH(rows), "listing-0"),
                "{\"function\": 0, \"codes\": [{\"file\": \"a.c\", \"found\": \"\", \"lines\": [\n"
                "{\"line\": 5, \"text\": null, \"self\": [10, null], \"inclusive\": [10, null], "
                "\"change\": \"reformatted\", \"old_line\": 6, \"old\": {\"self\": [10, null], "
                "\"inclusive\": [30, null]}},\n"
                "{\"line\": 6, \"text\": null, \"self\": [10, null], \"change\": \"new\", "
                "\"old\": {\"self\": null}},\n"
                "{\"line\": null, \"text\": null, \"self\": [10, null], \"old_line\": 9, "
                "\"old\": {\"self\": [10, null]}}]}]}");
}

/* What a ratio is now, beside by how much it changed. */
Test(listing_block, has_new_ratios_of_a_difference)
{
    static const struct table_event with_ratio[] = {{.name = {"Ir", 2}},
                                                    {.name = {"IPC", 3}, .is_ratio = true}};
    static const struct figure figures[] = {
        {GIVEN(20), GIVEN(10)},
        {{.ratio = 1.5, .is_given = true, .is_ratio = true}, {.is_ratio = true}}};
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING, .file = {"a.c", 3}},
        {.kind = ROW_LINE,
         .line = 5,
         .self = figures,
         .inclusive = figures,
         .has_old = true,
         .old.line = 5},
    };
    static const struct table table = {.columns = COLUMNS_OF_DIFFERENCE | COLUMNS_OF_OLD_LINES,
                                       .events = with_ratio,
                                       .n_events = 2,
                                       .is_difference = true};

    expect_text(listing_of(&table, rows, ARRAY_LENGTH(rows), "listing-0"),
                "{\"function\": 0, \"codes\": [{\"file\": \"a.c\", \"found\": \"\", \"lines\": [\n"
                "{\"line\": 5, \"text\": null, \"self\": [10, null], \"inclusive\": [10, null], "
                "\"old_line\": 5, \"old\": {\"self\": [10, null], \"inclusive\": [10, null]}, "
                "\"ratios\": [null, 1.5], \"inclusive_ratios\": [null, 1.5]}]}]}");
}

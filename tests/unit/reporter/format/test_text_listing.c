/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hand-made listings of instructions, as text. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "reporter/columns.h"
#include "reporter/format/format.h"
#include "reporter/format/text_sections.h"
#include "unit/reporter/format/hand_made.h"

static const struct figure self = NOW(5000), call = NOW(3000), none = {0};
static const struct table_event event = {.name = {"Ir", 2}, TOTAL(20000)};

static const unsigned char head[] = {LANE_HEAD | LANE_BELOW}, line[] = {LANE_ABOVE | LANE_BELOW},
                           begin[] = {LANE_BEGIN | LANE_ABOVE}, nothing[] = {0};
static const struct jump_facts loop = {
    .followed = 63, .executed = 64, .address = 0x117e, .course = JUMP_BACK};
static const struct jump_facts table = {.times = 7, .address = 0x1190, .course = JUMP_AHEAD};
static const struct jump_facts tail = {.times = 1, .address = 0x2000, .function = {"other", 5}};

static const struct table_row rows[] = {
    {.kind = ROW_LISTING,
     .object = {"bin/o", 5},
     .file = {"a.c", 3},
     .function = {"f", 1},
     .text = {"build/o", 7}},
    {.kind = ROW_SOURCE, .file = {"a.c", 3}, .line = 13, .text = {"do", 2}, .lanes = nothing},
    {.kind = ROW_INSTRUCTION,
     .file = {"a.c", 3},
     .line = 13,
     .address = 0x117e,
     .text = {"mov    %eax,%edx", 16},
     .self = &self,
     .lanes = head},
    {.kind = ROW_INSTRUCTION, .address = 0x1180, .text = {"nop", 3}, .lanes = line},
    {.kind = ROW_INSTRUCTION,
     .file = {"a.c", 3},
     .line = 14,
     .address = 0x118e,
     .text = {"jne    117e", 11},
     .self = &self,
     .lanes = begin},
    {.kind = ROW_JUMP, .jump = &loop, .has_target = true, .lanes = nothing},
    {.kind = ROW_GAP, .lanes = nothing},
    {.kind = ROW_INSTRUCTION,
     .file = {"a.c", 3},
     .line = 14,
     .address = 0x1198,
     .text = {"call   *%rax", 12},
     .self = &self,
     .lanes = nothing},
    {.kind = ROW_JUMP, .jump = &table, .lanes = nothing},
    {.kind = ROW_JUMP, .jump = &tail, .lanes = nothing},
    {.kind = ROW_CALLEE,
     .function = {"lib_sum", 7},
     .calls = NOW(1000),
     .inclusive = &call,
     .target = 0x1040,
     .lanes = nothing},
    {.kind = ROW_CALLEE,
     .function = {"g", 1},
     .calls = NOW(1),
     .inclusive = &none,
     .lanes = nothing},
    {.kind = ROW_INSTRUCTION, .address = 0x11a0, .self = &self, .lanes = nothing},
    {.kind = ROW_JUMP, .jump = &loop, .lanes = nothing},
};

static void expect_listing(const struct format_options *options, const char *expected)
{
    struct columns columns = {0};
    const struct hand_made_section section = {
        {.kind = SECTION_CODE_LISTING,
         .table = {.columns = &columns,
                   .by = {"instruction", 11},
                   .events = &event,
                   .n_events = 1,
                   .n_lanes = 1}},
        rows,
        ARRAY_LENGTH(rows),
    };
    const struct table *shown = &section.section.table;
    const char *lead = "profile: profile\nevent:   Ir\ntotal:   20,000\n\n";

    columns_add_cost(shown, LIST_SELF, 0, RANK_KEPT, RANK_KEPT, RANK_ABSENT);
    columns_add(shown, &address_column, NO_LIST, 0, RANK_KEPT);
    columns_add(shown, &line_column, NO_LIST, 0, RANK_KEPT);
    char *text = hand_made_write_section(&section, format_text, options);

    cr_assert_eq(strncmp(text, lead, strlen(lead)), 0, "%s", text);
    cr_expect_str_eq(text + strlen(lead), expected, "expected\n%sgot\n%s", expected,
                     text + strlen(lead));
    columns_free(&columns);
    free(text);
}

/* Where text names the address that a jump leads to, no note does. */
Test(text_instructions, are_listed_with_jumps_and_calls)
{
    expect_listing(&(struct format_options){.is_ascii = true},
                   "f in a.c [bin/o], found as build/o\n"
                   "     self      %  address    line  instruction\n"
                   "                               13     do\n"
                   "    5,000  25.00     117e      13  ,> mov    %eax,%edx\n"
                   "                     1180          |  nop\n"
                   "    5,000  25.00     118e      14  `- jne    117e\n"
                   "                                      ^ 63 of 64\n"
                   "                              ...\n"
                   "    5,000  25.00     1198      14     call   *%rax\n"
                   "                                      v 7x to 1190\n"
                   "                                      1x to other at 2000\n"
                   "                                      -> 1,000x, 3,000 in lib_sum at 1040\n"
                   "                                      -> 1x g\n"
                   "    5,000  25.00     11a0        \n"
                   "                                      ^ 63 of 64 to 117e\n\n");
}

Test(text_instructions, fit_the_terminal)
{
    expect_listing(&(struct format_options){.is_ascii = true, .width = 60},
                   "f in a.c [o], found as build/o\n"
                   "     self      %  address    line  instruction\n"
                   "                               13     do\n"
                   "    5,000  25.00     117e      13  ,> mov    %eax,%edx\n"
                   "                     1180          |  nop\n"
                   "    5,000  25.00     118e      14  `- jne    117e\n"
                   "                                      ^ 63 of 64\n"
                   "                              ...\n"
                   "    5,000  25.00     1198      14     call   *%rax\n"
                   "                                      v 7x to 1190\n"
                   "                                      1x to other at 2000\n"
                   "                                      -> 1,000x, 3,000 in lib_sum at 1040\n"
                   "                                      -> 1x g\n"
                   "    5,000  25.00     11a0        \n"
                   "                                      ^ 63 of 64 to 117e\n\n");
}

static void expect_buffer(struct buffer *buffer, const char *expected)
{
    cr_expect_str_eq(buffer_string(buffer), expected);
    free(buffer->at);
}

enum {
    BEGIN_UP = LANE_BEGIN | LANE_ABOVE,
    HEAD_DOWN = LANE_HEAD | LANE_BELOW,
    PASSES = LANE_ABOVE | LANE_BELOW
};

/* Lanes are given from the innermost on, and written from the outermost. */
Test(arrows, are_drawn)
{
    static const struct {
        unsigned char lanes[2];
        const char *drawn, *ascii;
    } cases[] = {
        {{0, 0}, "    ", "    "},
        {{HEAD_DOWN, 0}, " \xe2\x94\x8c> ", " ,> "},
        {{BEGIN_UP, 0}, " \xe2\x94\x94\xe2\x94\x80 ", " `- "},
        {{LANE_BEGIN | PASSES, 0}, " \xe2\x94\x9c\xe2\x94\x80 ", " |- "},
        {{PASSES, PASSES}, "\xe2\x94\x82\xe2\x94\x82  ", "||  "},
        {{0, PASSES}, "\xe2\x94\x82   ", "|   "},
        {{PASSES, HEAD_DOWN}, "\xe2\x94\x8c\xe2\x94\xbc> ", ",+> "},
        {{0, BEGIN_UP}, "\xe2\x94\x94\xe2\x94\x80\xe2\x94\x80 ", "`-- "},
        {{HEAD_DOWN, BEGIN_UP}, "\xe2\x94\x94\xe2\x94\xbc> ", "`+> "},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct buffer drawn = {0}, ascii = {0};
        append_arrows(&drawn, cases[i].lanes, 2, false);
        append_arrows(&ascii, cases[i].lanes, 2, true);
        expect_buffer(&drawn, cases[i].drawn);
        expect_buffer(&ascii, cases[i].ascii);
    }
}

Test(arrows, leave_out_outer_lanes)
{
    const unsigned char lanes[] = {BEGIN_UP, PASSES};
    struct buffer one = {0}, zero = {0}, blank = {0};

    append_arrows(&one, lanes, 1, true);
    append_arrows(&zero, lanes, 0, true);
    append_arrows(&blank, NULL, 1, true);
    expect_buffer(&one, "`- ");
    expect_buffer(&zero, "");
    expect_buffer(&blank, "   ");
}

Test(jump_text, tells_counts_and_places)
{
    static const struct {
        struct jump_facts jump;
        bool is_of_instruction, is_ascii;
        size_t room;
        const char *expected;
    } cases[] = {
        {{.followed = 63, .executed = 64, .line = 9}, false, true, 0, "63 of 64 to 9"},
        {{.followed = 0, .executed = 64, .line = 9}, false, true, 0, "0 of 64 to 9"},
        {{.executed = 64, .is_bound = true, .line = 9}, false, true, 0, "0 of >=64 to 9"},
        {{.executed = 64, .is_bound = true, .course = JUMP_BACK, .line = 9},
         false,
         false,
         0,
         "\xe2\x86\x91 0 of \xe2\x89\xa5\x36\x34 to 9"},
        {{.times = 0, .line = 9}, false, true, 0, "0x to 9"},
        {{.times = 2, .followed = 1, .executed = 3, .line = 9},
         false,
         true,
         0,
         "1 of 3 and 2x to 9"},
        {{.times = 1234, .line = 9, .course = JUMP_AHEAD}, false, true, 0, "v 1,234x to 9"},
        {{.times = 1, .line = 9, .course = JUMP_AHEAD}, false, false, 0, "\xe2\x86\x93 1x to 9"},
        {{.times = 1, .line = 9}, false, false, 0, "\xe2\x86\x95 1x to 9"},
        {{.times = 1, .line = 9, .file = {"a/b.h", 5}}, false, true, 0, "1x to a/b.h:9"},
        {{.times = 1, .line = 9, .file = {"a/b.h", 5}}, false, true, 40, "1x to b.h:9"},
        {{.times = 1, .line = 9, .file = {"b.h", 3}, .function = {"g", 1}},
         false,
         true,
         0,
         "1x to g b.h:9"},
        {{.times = 1, .line = 1951, .file = {"/usr/include/bits/tree.h", 24}},
         false,
         true,
         16,
         "1x t...ee.h:1951"},
        {{.times = 1, .address = 0x117e}, true, true, 0, "1x to 117e"},
        {{.times = 1, .address = 0x117e, .function = {"g", 1}, .file = {"b.h", 3}},
         true,
         true,
         0,
         "1x to g at 117e"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct table_row row = {.jump = &cases[i].jump};
        struct buffer text = {0};
        append_jump(&text, &row, cases[i].is_of_instruction, cases[i].room, cases[i].is_ascii);
        expect_buffer(&text, cases[i].expected);
    }
}

/* Where the text of an instruction names the address that it jumps to, nothing else does. */
Test(jump_text, repeats_no_address)
{
    const struct jump_facts jump = {.times = 1, .address = 0x117e};
    const struct table_row row = {.jump = &jump, .has_target = true};
    struct buffer text = {0};

    append_jump(&text, &row, true, 0, true);
    expect_buffer(&text, "1x");
}

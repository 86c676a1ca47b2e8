/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hand-made listings of instructions, as text. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "reporter/format/listing/listing_pieces.h"
#include "reporter/format/pieces.h"
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
    const struct hand_made_section section = {
        {.kind = SECTION_CODE_LISTING,
         .table = {.columns = COLUMNS_OF_INSTRUCTIONS,
                   .events = &event,
                   .n_events = 1,
                   .n_lanes = 1,
                   .highest_address = 0x11a0}},
        rows,
        ARRAY_LENGTH(rows),
    };
    const char *lead = "profile: profile\nevent:   Ir\ntotal:   20,000\n\n";
    char *text = hand_made_write_section(&section, format_text, options);

    cr_assert_eq(strncmp(text, lead, strlen(lead)), 0, "%s", text);
    cr_expect_str_eq(text + strlen(lead), expected, "expected\n%sgot\n%s", expected,
                     text + strlen(lead));
    free(text);
}

/* Where text names the address that a jump leads to, no note does. */
Test(text_instructions, are_listed_with_jumps_and_calls)
{
    expect_listing(
        &(struct format_options){.is_ascii = true},
        "f in a.c [bin/o], found as build/o\n"
        "     self      %  address    line  instruction\n"
        "                               13     do\n"
        "    5,000  25.00     117e          ,> mov    %eax,%edx\n"
        "                     1180          |  nop\n"
        "    5,000  25.00     118e      14  `- jne    117e                     63 of 64\n"
        "                      ...\n"
        "    5,000  25.00     1198             call   *%rax                    7x to 1190\n"
        "                                                                      1x to other at "
        "2000\n"
        "                                                                      1,000x lib_sum at "
        "1040, 3,000\n"
        "                                                                      1x g\n"
        "    5,000  25.00     11a0                                             63 of 64 to "
        "117e\n\n");
}

Test(text_instructions, fit_the_terminal)
{
    expect_listing(
        &(struct format_options){.is_ascii = true, .width = 80},
        "f in a.c [o], found as build/o\n"
        "     self      %  address    line  instruction\n"
        "                               13     do\n"
        "    5,000  25.00     117e          ,> mov    %eax,%edx\n"
        "                     1180          |  nop\n"
        "    5,000  25.00     118e      14  `- jne    117e                  63 of 64\n"
        "                      ...\n"
        "    5,000  25.00     1198             call   *%rax                 7x to 1190\n"
        "                                                             1x to other at 2000\n"
        "                                                   1,000x lib_sum at 1040, 3,000\n"
        "                                                                   1x g\n"
        "    5,000  25.00     11a0                                       63 of 64 to 117e\n\n");
}

static void expect_arrows(const struct arrow_style *style, const unsigned char *lanes,
                          const char *expected)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    fprintf(out, "[%zu]", arrows_write(out, style, lanes, 1));
    fclose(out);
    cr_expect_str_eq(text, expected);
    free(text);
}

enum {
    BEGIN_UP = LANE_BEGIN | LANE_ABOVE,
    HEAD_DOWN = LANE_HEAD | LANE_BELOW,
    PASSES = LANE_ABOVE | LANE_BELOW
};

/* Lanes are given from the innermost on, and written from the outermost. */
static const struct {
    unsigned char lanes[2];
    const char *drawn, *ascii;
} cases[] = {
    {{0, 0}, "[5]", "[5]"},
    {{HEAD_DOWN, 0}, "  \xe2\x94\x8c>[1]", "  ,>[1]"},
    {{BEGIN_UP, 0}, "  \xe2\x94\x94\xe2\x94\x80[1]", "  `-[1]"},
    {{LANE_BEGIN | PASSES, 0}, "  \xe2\x94\x9c\xe2\x94\x80[1]", "  |-[1]"},
    {{PASSES, PASSES}, " \xe2\x94\x82\xe2\x94\x82[2]", " ||[2]"},
    {{0, PASSES}, " \xe2\x94\x82[3]", " |[3]"},
    {{PASSES, HEAD_DOWN}, " \xe2\x94\x8c\xe2\x94\xbc>[1]", " ,+>[1]"},
    {{0, BEGIN_UP}, " \xe2\x94\x94\xe2\x94\x80\xe2\x94\x80[1]", " `--[1]"},
    {{HEAD_DOWN, BEGIN_UP}, " \xe2\x94\x94\xe2\x94\xbc>[1]", " `+>[1]"},
};

Test(arrows, are_drawn_with_lines)
{
    const struct arrow_style style = {.n_lanes = 2};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_arrows(&style, cases[i].lanes, cases[i].drawn);
    cr_expect_eq(arrows_width(2), 4);
    cr_expect_eq(arrows_width(0), 0);
}

Test(arrows, are_drawn_with_signs_of_ascii)
{
    const struct arrow_style style = {.n_lanes = 2, .is_ascii = true};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_arrows(&style, cases[i].lanes, cases[i].ascii);
}

Test(arrows, leave_out_outer_lanes)
{
    const unsigned char lanes[] = {BEGIN_UP, PASSES};

    expect_arrows(&(struct arrow_style){.n_lanes = 1, .is_ascii = true}, lanes, " `-[1]");
    expect_arrows(&(struct arrow_style){.n_lanes = 0, .is_ascii = true}, lanes, "[1]");
    expect_arrows(&(struct arrow_style){.n_lanes = 2, .is_ascii = true}, NULL, "[5]");
}

/* What leads back stands out; blanks have no colour. */
Test(arrows, have_colour)
{
    const struct palette palette = palette_read(NULL);
    const struct arrow_style style = {.n_lanes = 1, .is_ascii = true, .palette = &palette};

    expect_arrows(&style, &(unsigned char){0}, "[4]");
    expect_arrows(&style, &(unsigned char){PASSES}, " \033[2m|\033[0m[2]");
    expect_arrows(&style, &(unsigned char){PASSES | LANE_BACK}, " \033[33m|\033[0m[2]");
}

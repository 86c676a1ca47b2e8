/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/listing/arrows.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "reporter/table.h"

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
    const struct arrow_style style = {.n_lanes = 1, .is_ascii = true, .has_color = true};

    expect_arrows(&style, &(unsigned char){0}, "[4]");
    expect_arrows(&style, &(unsigned char){PASSES}, " \033[2m|\033[0m[2]");
    expect_arrows(&style, &(unsigned char){PASSES | LANE_BACK}, " \033[33m|\033[0m[2]");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A hand-made function with what calls it and what it calls, as text. */

#include <criterion/criterion.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

#define AT_LEAST "\xe2\x89\xa5"

static const struct cell self = GIVEN(5000), inclusive = GIVEN(20000), part = GIVEN(4000),
                         bound = BOUND(10000),
                         about = {.value = 5000, .is_given = true, .is_estimate = true};
static const struct cell_range range = {4000, 6000, true};
static const struct tree_place place = {.inclusive = &range};
static const struct table_row rows[] = {
    {.kind = ROW_CALLER, .function = {"a", 1}, .calls = 1000, .cells = &part},
    {.kind = ROW_CALLER, .function = {"b", 1}, .calls = 2, .cells = &bound},
    {.kind = ROW_FUNCTION,
     .object = {"o", 1},
     .file = {"f.c", 3},
     .function = {"f", 1},
     .calls = 7,
     .cells = &self,
     .inclusive = &inclusive},
    {.kind = ROW_RECURSION, .function = {"f", 1}, .calls = 4, .cells = &part},
    {.kind = ROW_CALLEE, .function = {"c", 1}, .calls = 5, .cells = &part},
    {.kind = ROW_FILE, .file = {"f.h", 3}, .cells = &part},
    {.kind = ROW_PATH, .function = {"main", 4}, .cells = &inclusive, .tree = &place},
    {.kind = ROW_PATH, .function = {"f", 1}, .cells = &about, .tree = &place},
};

/* Calls are shares of the inclusive cost, files of the self cost, a path of the program. */
Test(format_text_peek, shows_what_belongs_to_a_function)
{
    static const struct column column = {
        .name = {"Ir", 2}, .total = GIVEN(40000), .self = GIVEN(5000), .inclusive = GIVEN(20000)};
    static const struct hand_made_section section = {
        {.kind = SECTION_PEEK,
         .table = {.columns = &column, .n_columns = 1, .has_inclusive = true}},
        rows,
        ARRAY_LENGTH(rows),
    };

    expect_text(hand_made_write_section(&section, format_text, &(struct format_options){0}),
                "profile: profile\nevent:   Ir\ntotal:   40,000\n\n"
                "  called from\n"
                "       4,000  20.00 %    1,000x  a\n"
                "     " AT_LEAST "10,000  50.00 %        2x  b\n"
                "f (f.c) [o]\n"
                "      20,000  50.00 %  inclusive\n"
                "       5,000  12.50 %  self\n"
                "           7  calls\n"
                "  calls itself\n"
                "       4,000  20.00 %        4x  f\n"
                "  calls\n"
                "       4,000  20.00 %        5x  c\n"
                "  self cost comes from\n"
                "       4,000  80.00 %  f.h\n"
                "  hottest path and its cost\n"
                "      20,000  50.00 %  main\n"
                "      ~5,000  12.50 %  f  [10.0-15.0 %]\n\n");
}

/* All shares are of the old program, and the function says what it was. */
Test(format_text_peek, shows_differences)
{
    static const struct column column = {
        .name = {"Ir", 2}, .total = GIVEN(40000), .change = GIVEN(4000), .inclusive = GIVEN(4000)};
    static const struct old_table_row same = {.cells = &self, .inclusive = &inclusive},
                                      fresh = {.change = CHANGE_NEW,
                                               .cells = &self,
                                               .inclusive = &inclusive};
    static const struct table_row changed[] = {
        {.kind = ROW_FUNCTION,
         .function = {"f", 1},
         .calls = -7,
         .cells = &part,
         .inclusive = &part,
         .old = &same},
        {.kind = ROW_CALLEE, .function = {"c", 1}, .calls = 5, .cells = &part},
        {.kind = ROW_FUNCTION,
         .function = {"g", 1},
         .cells = &part,
         .inclusive = &part,
         .old = &fresh},
    };
    static const struct hand_made_section section = {
        {.kind = SECTION_PEEK,
         .table =
             {.columns = &column, .n_columns = 1, .has_inclusive = true, .is_difference = true}},
        changed,
        ARRAY_LENGTH(changed),
    };

    expect_text(hand_made_write_section(&section, format_text, &(struct format_options){0}),
                "profile: profile\nevent:   Ir\n"
                "total:   44,000, was 40,000: +4,000, +10.00 %\n\n"
                "f\n"
                "      +4,000   +10.00 %  inclusive, +20.00 % of what it was\n"
                "      +4,000   +10.00 %  self, +80.00 % of what it was\n"
                "          -7  calls\n"
                "  calls\n"
                "      +4,000   +10.00 %       +5x  c\n"
                "g\n"
                "      +4,000   +10.00 %  inclusive, new\n"
                "      +4,000   +10.00 %  self, new\n"
                "           0  calls\n\n");
}

/* Before the names of calls there are 34 columns; this one takes 17 with its file. */
Test(format_text_peek, fits_into_the_terminal)
{
    static const struct column column = {
        .name = {"Ir", 2}, .total = GIVEN(40000), .inclusive = GIVEN(20000)};
    static const struct table_row row = {.kind = ROW_CALLEE,
                                         .function = {"function", 8},
                                         .file = {"src/file.c", 10},
                                         .calls = 5,
                                         .cells = &part};
    static const struct hand_made_section section = {
        {.kind = SECTION_PEEK, .table = {.columns = &column, .n_columns = 1}}, &row, 1};
    const struct format_options wide_enough = {.width = 50}, too_narrow = {.width = 49};

    expect_text(hand_made_write_section(&section, format_text, &wide_enough),
                "profile: profile\nevent:   Ir\ntotal:   40,000\n\n"
                "  calls\n"
                "       4,000  20.00 %        5x  function (file.c)\n\n");
    expect_text(hand_made_write_section(&section, format_text, &too_narrow),
                "profile: profile\nevent:   Ir\ntotal:   40,000\n\n"
                "  calls\n"
                "       4,000  20.00 %        5x  function\n\n");
}

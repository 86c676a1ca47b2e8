/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hand-made listings of differences, as text. */

#include "reporter/format/listing/line_changes.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

#define ARROW "\xe2\x86\x92"
#define AT_LEAST "\xe2\x89\xa5"

static const struct cell zero = GIVEN(0), more = GIVEN(150), less = GIVEN(-45), many = GIVEN(1000),
                         some = GIVEN(45), none = {0};

/* What is after the lead, which says what the total is. */
static void expect_listing(const struct column *column, const struct table_row *rows, size_t count,
                           bool has_inclusive, size_t width, const char *expected)
{
    const struct hand_made_section section = {
        {.kind = SECTION_CODE_LISTING,
         .table = {.columns = column,
                   .n_columns = 1,
                   .by = TEXT("line"),
                   .is_difference = true,
                   .has_inclusive = has_inclusive}},
        rows,
        count,
    };
    char *text =
        hand_made_write_section(&section, format_text, &(struct format_options){.width = width});
    const char *lead = strstr(text, "\n\n");

    cr_assert_not_null(lead, "%s", text);
    cr_expect_str_eq(lead + 2, expected, "expected\n%sgot\n%s", expected, lead + 2);
    free(text);
}

static const struct column cost = {
    .name = {"Ir", 2}, .largest = GIVEN(150), .smallest = GIVEN(-45), .largest_side = GIVEN(1150)};

Test(line_changes, have_the_figures_and_numbers_of_both_sides)
{
    static const struct old_table_row listing = {.cells = &many, .line_change = LINE_SAME},
                                      same = {.cells = &many, .line = 12, .line_change = LINE_SAME},
                                      reformatted = {.cells = &some,
                                                     .line = 13,
                                                     .line_change = LINE_REFORMATTED},
                                      gone = {.cells = &some, .line = 14, .line_change = LINE_GONE},
                                      fresh = {.cells = &none, .line_change = LINE_NEW},
                                      calls = {.cells = &many, .calls = 20},
                                      context = {.line = 15, .line_change = LINE_SAME}, gap = {0};
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING,
         .file = {"a.c", 3},
         .function = {"f", 1},
         .text = {"a.c", 3},
         .cells = &more,
         .old = &listing},
        {.kind = ROW_LINE, .line = 2, .text = {"x", 1}, .cells = &more, .old = &same},
        {.kind = ROW_CALLEE, .function = {"g", 1}, .calls = 1, .cells = &more, .old = &calls},
        {.kind = ROW_CALLEE, .function = {"h", 1}, .calls = 0, .cells = &zero, .old = &calls},
        {.kind = ROW_LINE, .line = 3, .text = {"  y", 3}, .cells = &zero, .old = &reformatted},
        {.kind = ROW_LINE, .text = {"z", 1}, .cells = &less, .old = &gone},
        {.kind = ROW_LINE, .line = 4, .text = {"zz", 2}, .cells = &more, .old = &fresh},
        {.kind = ROW_SOURCE, .line = 5, .text = {"}", 1}, .old = &context},
        {.kind = ROW_GAP, .old = &gap},
    };

    /* 1,000 and 150 more are 15 %; of the 45 nothing is left, and the 150 are new. */
    expect_listing(&cost, rows, ARRAY_LENGTH(rows), false, 0,
                   "f in a.c: 1,000, now 1,150: +150, +15.00 %\n"
                   "     old     new  change  % of own    old    new\n"
                   "   1,000   1,150    +150    +15.00     12      2    x\n"
                   "   1,000   1,150    +150    +15.00                    " ARROW
                   " 20x, now 21x g\n"
                   "   1,000   1,000       .         .                    " ARROW " 20x h\n"
                   "      45      45       .         .     13      3  ~   y\n"
                   "      45       .     -45      gone     14      -  - z\n"
                   "       .     150    +150       new      -      4  + zz\n"
                   "                                       15      5    }\n"
                   "                                             ...\n\n");
}

/* A number of a line has a blank before it, however long it is. */
Test(line_changes, say_where_there_is_no_text)
{
    static const struct old_table_row listing = {.cells = &many}, nowhere = {.cells = &many},
                                      past = {.cells = &many,
                                              .line = 900,
                                              .line_change = LINE_GONE},
                                      far = {.cells = &many, .line = 123456789};
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING,
         .file = {"a.c", 3},
         .text = {"a.c", 3},
         .cells = &more,
         .old = &listing},
        {.kind = ROW_LINE, .cells = &more, .old = &nowhere},
        {.kind = ROW_LINE, .cells = &more, .old = &past},
        {.kind = ROW_LINE, .line = 123456789, .cells = &more, .old = &far},
        {.kind = ROW_LISTING, .file = {"b.c", 3}, .cells = &zero, .old = &listing},
        {.kind = ROW_LINE, .line = 7, .cells = &more, .old = &far},
    };

    expect_listing(
        &cost, rows, ARRAY_LENGTH(rows), false, 0,
        "a.c: 1,000, now 1,150: +150, +15.00 %; old source not known (see --old-include), lines by "
        "number\n"
        "     old     new  change  % of own    old    new\n"
        "   1,000   1,150    +150    +15.00      .      .    (on no line)\n"
        "   1,000       .    +150      gone    900      -  - (past the end of the file)\n"
        "   1,000   1,150    +150    +15.00 123456789 123456789    (past the end of the file)\n\n"
        "b.c: 1,000, unchanged; source not found, lines by number\n"
        "     old     new  change  % of own    old    new\n"
        "   1,000   1,150    +150    +15.00 123456789      7    \n\n");
}

Test(line_changes, have_inclusive_cost_and_bounds)
{
    static const struct cell at_least = BOUND(1000), about = BOUND(150);
    static const struct old_table_row listing = {.cells = &many, .line_change = LINE_SAME},
                                      same = {.cells = &many,
                                              .inclusive = &at_least,
                                              .line = 1,
                                              .line_change = LINE_SAME},
                                      calls = {.cells = &at_least, .calls = 20};
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING,
         .file = {"a.c", 3},
         .text = {"a.c", 3},
         .cells = &more,
         .old = &listing},
        {.kind = ROW_LINE,
         .line = 1,
         .text = {"x", 1},
         .cells = &zero,
         .inclusive = &about,
         .old = &same},
        {.kind = ROW_CALLEE, .function = {"g", 1}, .calls = 5, .cells = &about, .old = &calls},
    };

    expect_listing(&cost, rows, ARRAY_LENGTH(rows), true, 0,
                   "a.c: 1,000, now 1,150: +150, +15.00 %\n"
                   "                              self                         inclusive\n"
                   "     old     new  change  % of own     old     new  change  % of own    old    "
                   "new\n"
                   "   1,000   1,000       .         .  " AT_LEAST "1,000  " AT_LEAST
                   "1,150   ~+150    +15.00      1      1    x\n"
                   "                                    " AT_LEAST "1,000  " AT_LEAST
                   "1,150   ~+150    +15.00                    " ARROW " 20x, now 25x g\n\n");
}

/* Growth is left out first; then the text is cut. */
Test(line_changes, fit_into_the_terminal)
{
    static const struct old_table_row listing = {.cells = &many, .line_change = LINE_SAME},
                                      same = {.cells = &many, .line = 12, .line_change = LINE_SAME};
    static const struct table_row rows[] = {
        {.kind = ROW_LISTING,
         .file = {"a.c", 3},
         .text = {"a.c", 3},
         .cells = &more,
         .old = &listing},
        {.kind = ROW_LINE,
         .line = 2,
         .text = {"an expression of 32 characters;;", 32},
         .cells = &more,
         .old = &same},
    };

    expect_listing(
        &cost, rows, ARRAY_LENGTH(rows), false, 70,
        "a.c: 1,000, now 1,150: +150, +15.00 %\n"
        "     old     new  change    old    new\n"
        "   1,000   1,150    +150     12      2    an expression of 32 charact\xe2\x80\xa6"
        "\n\n");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hand-made hotspots as text. */

#include <criterion/criterion.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

#define LEAD(total) "profile: profile\nevent:   Ir\ntotal:   " total "\n\n"
#define AT_LEAST "\xe2\x89\xa5"

static const struct cell self = GIVEN(5000), some = GIVEN(1000), inclusive = BOUND(20000),
                         members = GIVEN(6000);
static const struct table_row rows[] = {
    {.kind = ROW_HOTSPOT,
     .object = {"o", 1},
     .file = {"a.c", 3},
     .function = {"main", 4},
     .calls = 3,
     .cells = &self,
     .inclusive = &inclusive},
    {.kind = ROW_CYCLE,
     .function = {"<cycle 1>", 9},
     .cycle = 1,
     .n_members = 2,
     .inclusive = &members},
    {.kind = ROW_HOTSPOT, .function = {"f", 1}, .cells = &some, .inclusive = &some},
};
static const struct column column = {.name = {"Ir", 2}, .total = GIVEN(20000)};

static char *format_hotspots(const struct table *table, size_t width)
{
    const struct hand_made_section section = {
        {.kind = SECTION_HOTSPOTS, .table = *table}, rows, ARRAY_LENGTH(rows)};

    return hand_made_write_section(&section, format_text, &(struct format_options){.width = width});
}

/* A cycle has no self cost, no calls, and no share in the sum. */
Test(format_text_hotspots, are_a_table)
{
    static const struct table table = {
        .columns = &column, .n_columns = 1, .has_inclusive = true, .by = {"function", 8}};

    expect_text(
        format_hotspots(&table, 0),
        LEAD("20,000") "     self      %  sum %   inclusive      %  calls  per call  function\n"
                       "    5,000  25.00  25.00     " AT_LEAST
                       "20,000 100.00      3     6,666  main (a.c) [o]\n"
                       "        .      .      .       6,000  30.00      .         .  "
                       "<cycle 1> of 2 functions\n"
                       "    1,000   5.00  30.00       1,000   5.00      0         .  f\n");
}

Test(format_text_hotspots, say_what_is_in_a_cycle)
{
    static const struct {
        struct text by;
        const char *members;
    } cases[] = {{{"function", 8}, "2 functions\n"},   {{"file:function", 13}, "2 functions\n"},
                 {{"file", 4}, "2 files\n"},           {{"directory", 9}, "2 directories\n"},
                 {{"namespace", 9}, "2 namespaces\n"}, {{"object", 6}, "2 objects\n"}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct table table = {
            .columns = &column, .n_columns = 1, .has_inclusive = true, .by = cases[i].by};
        char *text = format_hotspots(&table, 0);
        cr_expect(strstr(text, cases[i].members), "%s", text);
        free(text);
    }
}

/* There is no room for the running sum and the cost per call. */
Test(format_text_hotspots, fit_into_the_terminal)
{
    static const struct table table = {
        .columns = &column, .n_columns = 1, .has_inclusive = true, .by = {"function", 8}};

    expect_text(
        format_hotspots(&table, 80),
        LEAD("20,000") "     self      %   inclusive      %  calls  function\n"
                       "    5,000  25.00     " AT_LEAST "20,000 100.00      3  main (a.c) [o]\n"
                       "        .      .       6,000  30.00      .  <cycle 1> of 2 functions\n"
                       "    1,000   5.00       1,000   5.00      0  f\n");
}

/* Of what is beyond 64 bits there is no share, nor of all that comes after it. */
Test(format_text_hotspots, stop_a_sum_that_overflows)
{
    static const struct column of_large = {.name = {"Ir", 2}, .total = GIVEN(INT64_MAX)};
    static const struct cell large = GIVEN(INT64_MAX), one = GIVEN(1), less = GIVEN(-1);
    static const struct table_row large_rows[] = {
        {.kind = ROW_HOTSPOT, .function = {"f", 1}, .cells = &large},
        {.kind = ROW_HOTSPOT, .function = {"g", 1}, .cells = &one},
        {.kind = ROW_HOTSPOT, .function = {"h", 1}, .cells = &less},
    };
    static const struct hand_made_section section = {
        {.kind = SECTION_HOTSPOTS,
         .table = {.columns = &of_large, .n_columns = 1, .by = {"function", 8}}},
        large_rows,
        ARRAY_LENGTH(large_rows),
    };

    expect_text(
        hand_made_write_section(&section, format_text, &(struct format_options){0}),
        LEAD("9,223,372,036,854,775,807") "                     self      %  sum %  function\n"
                                          "9,223,372,036,854,775,807 100.00 100.00  f\n"
                                          "                        1   0.00      .  g\n"
                                          "                       -1  -0.00      .  h\n");
}

Test(format_text_hotspots, show_differences)
{
    static const struct run_facts old_run = {.name = {"old", 3}};
    static const struct column of_change = {
        .name = {"Ir", 2}, .total = GIVEN(20000), .change = GIVEN(5000)};
    static const struct cell change = GIVEN(5000), unknown = BOUND(-1000), was = GIVEN(20000);
    static const struct old_table_row lost = {.change = CHANGE_GONE,
                                              .cells = &was,
                                              .inclusive = &was},
                                      same = {.cells = &was, .inclusive = &was};
    static const struct table_row changed[] = {
        {.kind = ROW_HOTSPOT,
         .function = {"f", 1},
         .calls = 3,
         .cells = &change,
         .inclusive = &unknown,
         .old = &same},
        {.kind = ROW_HOTSPOT,
         .function = {"g", 1},
         .calls = -1,
         .cells = &change,
         .inclusive = &change,
         .old = &lost},
    };
    static const struct hand_made_section section = {
        {.kind = SECTION_HOTSPOTS,
         .table = {.columns = &of_change,
                   .n_columns = 1,
                   .has_inclusive = true,
                   .is_difference = true,
                   .by = {"function", 8}}},
        changed,
        ARRAY_LENGTH(changed),
    };
    struct hand_made report = {.facts = hand_made_facts, .sections = &section, .n_sections = 1};

    report.facts.old_runs = (struct run_list){&old_run, 1};
    expect_text(hand_made_write(&report, format_text, &(struct format_options){0}),
                "profile: profile\nold:     old\nevent:   Ir\n"
                "total:   25,000, was 20,000: +5,000, +25.00 %\n\n"
                "     self        %  % of own   inclusive        %  % of own  calls  function\n"
                "   +5,000   +25.00    +25.00     ~-1,000    -5.00     -5.00     +3  f\n"
                "   +5,000   +25.00      gone      +5,000   +25.00      gone     -1  g\n");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is above the tables, where no golden case can have it. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

/* Golden cases name their profiles: what is not known of them is not asked for either. */
Test(format_text_facts, names_profiles_that_nobody_named)
{
    const struct text file = TEXT("p"), creator = {0};
    const struct hand_made report = {
        .facts = {.are_files_chosen = true, .files = {&file, 1}, .creators = {&creator, 1}},
        .is_classic = true};
    char *text = hand_made_write(&report, format_text, &(struct format_options){0});
    const char *begin = "Reading data from 'p'...\n---";

    cr_expect_eq(strncmp(text, begin, strlen(begin)), 0, "%s", text);
    free(text);
}

/* A total that the new profile does not have is not known: what it was may be. */
Test(format_text_facts, leaves_out_a_total_that_is_not_given)
{
    static const struct table_event event = {
        .name = {"Ir", 2}, .total.old = GIVEN(INT64_MAX), .base = GIVEN(INT64_MAX)};
    const struct hand_made_section section = {
        .section = {.kind = SECTION_CODE_LISTING,
                    .table = {.events = &event, .n_events = 1, .is_difference = true}}};

    expect_text(hand_made_write_section(&section, format_text, &(struct format_options){0}),
                "profile: profile\nevent:   Ir\n"
                "total:   ., was 9,223,372,036,854,775,807: -9,223,372,036,854,775,807, "
                "-100.00 %\n\n\n");
}

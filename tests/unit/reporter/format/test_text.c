/* SPDX-License-Identifier: GPL-3.0-or-later */

/* In which order a report is written as text. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/format/format.h"
#include "unit/reporter/format/hand_made.h"

static const struct column column = {.name = {"Ir", 2}, .total = GIVEN(100)};

static const struct hand_made_section sections[] = {
    {.section = {.kind = SECTION_HOTSPOTS,
                 .table = {.columns = &column, .n_columns = 1, .by = {"a", 1}}}},
    {.section = {.kind = SECTION_HOTSPOTS,
                 .table = {.columns = &column, .n_columns = 1, .by = {"b", 1}}}},
};

/* Above the first table alone. */
Test(format_text, leads_into_tables_once)
{
    const struct hand_made report = {
        .facts = hand_made_facts, .sections = sections, .n_sections = ARRAY_LENGTH(sections)};

    expect_text(hand_made_write(&report, format_text, &(struct format_options){0}),
                "profile: profile\nevent:   Ir\ntotal:   100\n\n"
                "     self      %  sum %  a\n"
                "     self      %  sum %  b\n");
}

/* All facts, then sections that need no lead. */
Test(format_text, begins_the_report_with_facts)
{
    const struct hand_made_section missing = {.section = {.kind = SECTION_MISSING}};
    const struct hand_made report = {
        .facts = hand_made_facts, .is_classic = true, .sections = &missing, .n_sections = 1};
    const struct format_options options = {.lists_missing = true};
    char *text = hand_made_write(&report, format_text, &options);
    const char *facts_end = strstr(text, "Auto-annotation:  off\n\n-----");

    cr_expect_eq(strncmp(text, "-----", 5), 0, "%s", text);
    cr_expect(facts_end, "%s", text);
    cr_expect_eq(strstr(text, "event:   "), NULL, "%s", text);
    free(text);
}

static bool fail(void *maker, struct section *section, struct error *error)
{
    (void)maker;
    (void)section;
    return error_set(error, ERROR_FAILED, NULL, 0, "no");
}

Test(format_text, fails_where_a_section_does)
{
    struct report report = {.is_classic = true, .next = fail};
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    cr_expect_not(format_text(&report, &(struct format_options){0}, out, &error));
    cr_expect_str_eq(error.text, "no");
    fclose(out);
    free(text);
}

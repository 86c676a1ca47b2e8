/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/object/places.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"

TestSuite(places, .timeout = 20);

enum { MOST = 16 };

/*
 * Of executed instructions, each " FUNCTION@ADDRESS", and their places: "L" the last of its
 * function, "G" before a gap, "S" stray, "T" Thumb.
 */
static void expect(const char *instructions, const char *expected)
{
    struct executed executed[MOST] = {0};
    char printed[40 * MOST] = "", function;
    size_t count = 0, length = 0;
    int end;

    for (;
         sscanf(instructions, " %c@%" SCNx64 "%n", &function, &executed[count].address, &end) == 2;
         instructions += end)
        executed[count++].function = (unsigned char)function;
    struct place *places = places_of(executed, count);
    for (size_t i = 0; i < count; i++)
        length +=
            (size_t)snprintf(printed + length, sizeof printed - length, " %c@%" PRIx64 "%s%s%s%s",
                             (int)executed[i].function, executed[i].address,
                             places[i].is_last ? "L" : "", places[i].is_before_gap ? "G" : "",
                             places[i].is_stray ? "S" : "", places[i].is_thumb ? "T" : "");
    cr_expect_str_eq(printed, expected);
    free(places);
}

Test(places, are_before_gaps_of_functions)
{
    expect("", "");
    expect(" f@100", " f@100L");
    expect(" f@100 f@104 g@200", " f@100G f@104L g@200L");
    /* g is within f. */
    expect(" f@100 g@200 f@300 h@400", " f@100G g@200LG f@300L h@400L");
    /* They are interleaved. */
    expect(" f@100 g@200 f@300 g@400 h@500", " f@100G g@200G f@300LG g@400L h@500L");
}

Test(places, may_be_too_far_from_each_other)
{
    expect(" f@100 f@10100", " f@100G f@10100L");
    expect(" f@100 f@10104", " f@100S f@10104LS");
    expect(" g@100 f@10104", " g@100L f@10104L");
}

/* Up to eight. */
Test(places, are_stray_where_few_are_far_from_the_others)
{
    struct executed executed[12] = {0};

    for (unsigned i = 0; i < ARRAY_LENGTH(executed); i++)
        executed[i].address = (i < 3 ? 0x100 : 0x20000) + 4 * i;
    struct place *places = places_of(executed, ARRAY_LENGTH(executed));
    for (unsigned i = 0; i < ARRAY_LENGTH(executed); i++) {
        cr_expect_eq(places[i].is_stray, i < 3);
        cr_expect_eq(places[i].cluster, i < 3 ? 0 : 3);
    }
    free(places);
    places = places_of(executed, ARRAY_LENGTH(executed) - 1);
    for (unsigned i = 0; i < ARRAY_LENGTH(executed) - 1; i++)
        cr_expect(places[i].is_stray);
    free(places);
}

Test(places, are_of_thumb_functions)
{
    expect(" f@100 f@104 g@108 g@10a g@10c", " f@100G f@104L g@108GT g@10aGT g@10cLT");
}

Test(places, know_how_far_code_hangs_together)
{
    static const struct {
        uint64_t address;
        uint32_t function;
        uint64_t end;
    } cases[] = {{0x100, 'f', 0x1114},  {0x104, 'f', 0x1114},  {0x1104, 'g', 0x1114},
                 {0x3000, 'h', 0xd010}, {0xd000, 'h', 0xd010}, {UINT64_MAX, 'i', UINT64_MAX}};
    struct executed executed[ARRAY_LENGTH(cases)] = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        executed[i].address = cases[i].address;
        executed[i].function = cases[i].function;
    }
    struct place *places = places_of(executed, ARRAY_LENGTH(cases));
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_expect_eq(places[i].end, cases[i].end, "case %zu: %" PRIx64, i, places[i].end);
        cr_expect_eq(places[i].next,
                     i + 1 < ARRAY_LENGTH(cases) ? cases[i + 1].address : UINT64_MAX);
    }
    free(places);
}

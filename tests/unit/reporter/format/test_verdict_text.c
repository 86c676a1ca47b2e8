/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/verdict_text.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "base/array.h"

/* What is too large, or nothing, for golden cases to be about it. */
Test(verdict_text, says_all_of_an_odd_limit)
{
    static const struct {
        struct verdict verdict;
        const char *expected;
    } cases[] = {
        {{.limit = {"L", 1}, .is_share = true, .whole = 0}, "L: 0, limit 0"},
        {{.limit = {"L", 1},
          .is_growth = true,
          .is_share = true,
          .current = {.count = -20},
          .old = {.count = -10},
          .value = {.count = -10},
          .bound = {.count = 1}},
         "L: -20, was -10: -100.00 %, limit -9"},
        {{.limit = {"L", 1},
          .is_growth = true,
          .current = {.count = INT64_MAX},
          .old = {.count = INT64_MAX},
          .bound = {.count = 5}},
         "L: 9,223,372,036,854,775,807, was 9,223,372,036,854,775,807: 0, limit "
         "9,223,372,036,854,775,807"},
        {{.limit = {"L", 1},
          .name = {"f", 1},
          .is_growth = true,
          .is_share = true,
          .is_of_whole = true,
          .is_new = true,
          .current = {.count = 30},
          .value = {.count = 30},
          .bound = {.count = 10},
          .whole = 1000},
         "L: 30 in f, new: +30, 3.00 % of the old total of 1,000, limit 10"},
        {{.limit = {"L", 1},
          .is_growth = true,
          .is_share = true,
          .is_of_whole = true,
          .current = {.count = 30},
          .value = {.count = 30},
          .bound = {.count = 0}},
         "L: 30, was 0: +30, limit 0"},
        {{.limit = {"L", 1},
          .name = {"f", 1},
          .outcome = LIMIT_UNDECIDED,
          .reason = "not known",
          .n_others = 2},
         "L: not known for f and 2 others"},
    };
    char text[VERDICT_ROOM];

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        format_verdict(&cases[i].verdict, text);
        cr_expect_str_eq(text, cases[i].expected);
    }
}

Test(verdict_text, has_room_for_long_names)
{
    static char name[3000];
    const struct verdict verdict = {.limit = {name, sizeof name},
                                    .name = {name, sizeof name},
                                    .file = {name, sizeof name},
                                    .has_namesake = true,
                                    .is_growth = true,
                                    .current = {.count = INT64_MIN},
                                    .old = {.count = INT64_MIN},
                                    .bound = {.count = INT64_MAX}};
    char text[VERDICT_ROOM];

    memset(name, 'n', sizeof name);
    format_verdict(&verdict, text);
    cr_expect(strstr(text, "-9,223,372,036,854,775,808 in nnn") != NULL, "%s", text);
    cr_expect(strstr(text, ", limit -1") != NULL, "%s", text);
}

Test(verdict_text, marks_where_a_name_is_cut)
{
    char name[202], text[VERDICT_ROOM];
    struct verdict verdict = {.limit = TEXT("Ir > 5"),
                              .name = {name, 201},
                              .file = {name, 201},
                              .has_namesake = true,
                              .outcome = LIMIT_UNDECIDED,
                              .reason = "why"};

    memset(name, 'x', sizeof name);
    format_verdict(&verdict, text);
    cr_expect(strstr(text, "x... (xx") != NULL && strstr(text, "x...)") != NULL, "%s", text);
    verdict.name.length = verdict.file.length = 200;
    format_verdict(&verdict, text);
    cr_expect(strstr(text, "...") == NULL, "%s", text);
}

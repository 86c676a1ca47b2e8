/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/format/verdict_text.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include "base/array.h"

Test(verdict_text, says_all_of_a_limit)
{
    static const struct {
        struct verdict verdict;
        const char *expected;
    } cases[] = {
        {{.limit = {"L", 1}, .fresh = {.count = 69544}, .bound = {.count = 60000}},
         "L: 69,544, limit 60,000"},
        {{.limit = {"L", 1},
          .function = {"f", 1},
          .is_share = true,
          .fresh = {.count = 27619},
          .bound = {.count = 22949},
          .whole = 69544},
         "L: 27,619 in f, 39.71 % of 69,544, limit 22,949"},
        {{.limit = {"L", 1}, .is_share = true, .whole = 0}, "L: 0, limit 0"},
        {{.limit = {"L", 1}, .is_bound = true, .fresh = {.count = 28}, .bound = {.count = 27}},
         "L: at least 28, limit 27"},
        {{.limit = {"L", 1}, .reason = "too small"}, "L: too small"},
        {{.limit = {"L", 1}, .function = {"f", 1}, .file = {"a.c", 3}}, "L: 0 in f, limit 0"},
        {{.limit = {"L", 1}, .function = {"f", 1}, .file = {"a.c", 3}, .has_namesake = true},
         "L: 0 in f (a.c), limit 0"},
        {{.limit = {"L", 1},
          .function = {"f", 1},
          .is_growth = true,
          .is_share = true,
          .fresh = {.count = 5516},
          .old = {.count = 2454},
          .value = {.count = 3062},
          .bound = {.count = 245}},
         "L: 5,516 in f, was 2,454: +124.78 %, limit 2,699"},
        {{.limit = {"L", 1},
          .is_growth = true,
          .is_share = true,
          .fresh = {.count = -20},
          .old = {.count = -10},
          .value = {.count = -10},
          .bound = {.count = 1}},
         "L: -20, was -10: -100.00 %, limit -9"},
        {{.limit = {"L", 1},
          .is_growth = true,
          .is_share = true,
          .fresh = {.count = 7},
          .value = {.count = 7}},
         "L: 7, was 0: +7, limit 0"},
        {{.limit = {"L", 1},
          .is_growth = true,
          .fresh = {.count = INT64_MAX},
          .old = {.count = INT64_MAX},
          .bound = {.count = 5}},
         "L: 9,223,372,036,854,775,807, was 9,223,372,036,854,775,807: 0, limit "
         "9,223,372,036,854,775,807"},
        {{.limit = {"L", 1}, .is_ratio = true, .fresh = {.ratio = 5.5}, .bound = {.ratio = 5.25}},
         "L: 5.5, limit 5.25"},
        {{.limit = {"L", 1},
          .is_ratio = true,
          .fresh = {.ratio = 12868217.5},
          .bound = {.ratio = 12868217}},
         "L: 12868218, limit 12868217"},
        {{.limit = {"L", 1},
          .is_ratio = true,
          .is_growth = true,
          .fresh = {.ratio = 5.5},
          .old = {.ratio = 5},
          .value = {.ratio = 0.5},
          .bound = {.ratio = 0.25}},
         "L: 5.5, was 5: +0.5, limit 5.25"},
        {{.limit = {"L", 1},
          .is_ratio = true,
          .is_growth = true,
          .is_share = true,
          .fresh = {.ratio = 5.5},
          .old = {.ratio = 5},
          .value = {.ratio = 0.5},
          .bound = {.ratio = 0.25}},
         "L: 5.5, was 5: +10.00 %, limit 5.25"},
        {{.limit = {"L", 1}, .outcome = LIMIT_UNDECIDED, .reason = "no function matches"},
         "L: no function matches"},
        {{.limit = {"L", 1},
          .function = {"f", 1},
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
                                    .function = {name, sizeof name},
                                    .file = {name, sizeof name},
                                    .has_namesake = true,
                                    .is_growth = true,
                                    .fresh = {.count = INT64_MIN},
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
                              .function = {name, 201},
                              .file = {name, 201},
                              .has_namesake = true,
                              .outcome = LIMIT_UNDECIDED,
                              .reason = "why"};

    memset(name, 'x', sizeof name);
    format_verdict(&verdict, text);
    cr_expect(strstr(text, "x... (xx") != NULL && strstr(text, "x...)") != NULL, "%s", text);
    verdict.function.length = verdict.file.length = 200;
    format_verdict(&verdict, text);
    cr_expect(strstr(text, "...") == NULL, "%s", text);
}

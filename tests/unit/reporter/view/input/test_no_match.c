/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/input/view_input.h"

#include <criterion/criterion.h>

#include "aggregator/rows.h"
#include "base/array.h"
#include "base/error.h"
#include "profile/filter.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(no_match, .init = temporary_enter, .fini = temporary_leave);

Test(no_match, suggests_a_name_that_is_close)
{
    static const struct {
        const char *expression, *text;
    } cases[] = {
        {"nosuch", "--peek: no function matches"},
        {"a<.*>::b", "--peek: no function matches"},
        {"hovse", "--peek: no function matches: did you mean 'house'?"},
        {"^hovse", "--peek: no function matches: did you mean 'house'?"},
    };
    struct parsed parsed;
    struct rows rows;

    parsed_read(&parsed, "events: Ir\nfn=house\n1 1\n");
    rows_create(&rows, &parsed.profile, &(struct row_choice){.key = BY_FUNCTION});

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct pattern pattern = {0};
        struct error error = {0};

        cr_assert(pattern_set(&pattern, "peek", cases[i].expression, &error), "%s", error.text);
        cr_expect_not(no_function_matches("--peek", &rows, &pattern, &error));
        cr_expect_eq(error.kind, ERROR_FAILED);
        cr_expect_str_eq(error.text, cases[i].text, "%s", cases[i].expression);
        pattern_free(&pattern);
    }
    rows_free(&rows);
    parsed_free(&parsed);
}

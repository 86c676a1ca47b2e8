/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which functions a header says not to be exact. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/names.h"
#include "profile/profile.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(parse_doubts, .init = temporary_enter, .fini = temporary_leave);

#define BODY "events: A\nob=o\nfl=a\nfn=f\n1 5\nob=\nfn=f\n2 5\n"

/* The doubt of f, in an object or in none. */
static enum doubt doubt_of(const struct profile *profile, const char *object_name)
{
    const struct symbols *symbols = &profile->symbols;

    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        struct function function = profile_function(profile, id);
        const char *object =
            function.object == NO_ID ? "" : names_text(symbols->objects, function.object).at;
        const char *name = names_text(symbols->functions, function.symbol).at;
        if (strcmp(object, object_name) == 0 && strcmp(name, "f") == 0)
            return profile_doubt(profile, id);
    }
    cr_assert_fail("no f in '%s'", object_name);
    return DOUBT_NONE;
}

Test(parse_doubts, are_of_one_function)
{
    static const struct {
        const char *text;
        enum doubt in_object, elsewhere;
        size_t n_warnings;
    } cases[] = {
        {BODY, DOUBT_NONE, DOUBT_NONE, 0},
        {"desc: Uncertain object: o\ndesc: Uncertain file: a\ndesc: Uncertain callee: f\n" BODY,
         DOUBT_CALLEE, DOUBT_NONE, 0},
        {"desc: Uncertain object:o\r\ndesc: Uncertain file: \ta\r\ndesc: Uncertain levels: "
         "f\r\n" BODY,
         DOUBT_LEVELS, DOUBT_NONE, 0},
        {"desc: Uncertain file: a\ndesc: Uncertain levels: f\n" BODY, DOUBT_NONE, DOUBT_LEVELS, 0},
        {"desc: Uncertain object: o\ndesc: Uncertain file: a\ndesc: Uncertain callee: f\n"
         "desc: Uncertain file: a\ndesc: Uncertain levels: f\n" BODY,
         DOUBT_CALLEE, DOUBT_LEVELS, 0},
        {"desc: Uncertain object: o\ndesc: Uncertain callee: f\n" BODY, DOUBT_NONE, DOUBT_NONE, 1},
        {"desc: Uncertain object: o\ndesc: Uncertain file: a\n" BODY, DOUBT_NONE, DOUBT_NONE, 0},
        {"desc: Uncertain: f\ndesc: Uncertain\n" BODY, DOUBT_NONE, DOUBT_NONE, 0},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct parsed parsed;
        parsed_read(&parsed, cases[i].text);
        cr_assert(parsed.is_read, "%s", parsed.error.text);
        cr_expect_eq(doubt_of(&parsed.profile, "o"), cases[i].in_object, "%s", cases[i].text);
        cr_expect_eq(doubt_of(&parsed.profile, ""), cases[i].elsewhere, "%s", cases[i].text);
        cr_expect_eq(parsed.warnings.count, cases[i].n_warnings, "%s", cases[i].text);
        parsed_free(&parsed);
    }
}

/* They say nothing of the run that somebody would want to read. */
Test(parse_doubts, are_no_descriptions)
{
    struct parsed parsed;

    parsed_read(&parsed, "desc: Uncertain file: a\ndesc: Uncertain callee: f\ndesc: x\n" BODY);
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    cr_expect_eq(parsed.profile.n_descriptions, 1);
    parsed_free(&parsed);
}

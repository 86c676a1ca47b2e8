/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/stacks.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "profile/merge.h"
#include "profile/rename.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(stacks, .init = temporary_enter, .fini = temporary_leave);

#define HEAD "creator: xdebug 2.9.8 (PHP 7.4.33)\nevents: T\n\n"
#define FN(name, cost) "fl=a\nfn=" name "\n1 " cost "\n"
#define CALL(callee, cost) "cfl=a\ncfn=" callee "\ncalls=1 0 0\n1 " cost "\n"

/* g is called by f, and by m. */
static const char program[] = HEAD FN("g", "1") "\n" FN("f", "2")
    CALL("g", "1") "\n" FN("g", "4") "\n" FN("m", "8") CALL("f", "3") CALL("g", "4") "\n";

static void expect_shown(const struct parsed *parsed, const char *expected)
{
    char *shown = parsed_show(parsed, SHOW_STACKS);

    cr_expect_str_eq(shown, expected);
    free(shown);
}

Test(stacks, of_a_parent_have_the_smaller_id)
{
    struct parsed parsed;

    parsed_read(&parsed, program);
    cr_assert(profile_knows_stacks(&parsed.profile));
    cr_assert_eq(parsed.profile.stacks.pairs.count, 4);
    for (uint32_t id = 0; id < 4; id++) {
        struct stack stack = profile_stack(&parsed.profile, id);
        cr_expect(stack.above == NO_ID ? id == 0 : stack.above < id);
        cr_expect_eq(profile_add_stack(&parsed.profile, stack), id);
    }
    parsed_free(&parsed);
}

Test(stacks, of_two_profiles_are_added_up)
{
    struct parsed parsed, other;

    parsed_read(&parsed, program);
    parsed_read(&other, HEAD FN("h", "1") "\n" FN("g", "5") CALL("h", "1") "\n" FN("m", "9")
                            CALL("g", "6") "\n");
    cr_assert(profile_merge_foreign(&parsed.profile, &other.profile, &parsed.error));
    expect_shown(&parsed, "stack a:m > a:f > a:g x1 = 1\nstack a:m > a:f x1 = 2\n"
                          "stack a:m > a:g > a:h x1 = 1\nstack a:m > a:g x2 = 9\n"
                          "stack a:m x2 = 17\n");
    parsed_free(&other);
    parsed_free(&parsed);
}

Test(stacks, are_lost_with_a_profile_that_has_none)
{
    static const char none[] = "events: T\n" FN("m", "9");

    for (int i = 0; i < 2; i++) {
        struct parsed parsed, other;
        parsed_read(&parsed, i == 0 ? program : none);
        parsed_read(&other, i == 0 ? none : program);
        cr_assert(profile_merge_foreign(&parsed.profile, &other.profile, &parsed.error));
        cr_expect_not(profile_knows_stacks(&parsed.profile));
        cr_expect_eq(parsed.profile.stacks.pairs.count, 0);
        parsed_free(&other);
        parsed_free(&parsed);
    }
}

Test(stacks, are_lost_in_a_difference)
{
    struct parsed parsed, other;
    const struct symbol_maps same = {0};

    parsed_read(&parsed, program);
    parsed_read_beside(&other, &parsed, program);
    cr_assert(profile_subtract(&parsed.profile, &other.profile, &same, &parsed.error));
    cr_expect_not(profile_knows_stacks(&parsed.profile));
    other.symbols.objects = NULL; /* the other one's */
    parsed_free(&other);
    parsed_free(&parsed);
}

Test(stacks, have_the_names_that_functions_are_given)
{
    static const struct {
        const char *renaming, *expected;
    } cases[] = {
        {"s/f/k/", "stack a:m > a:g x1 = 4\nstack a:m > a:k > a:g x1 = 1\nstack a:m > a:k x1 = 2\n"
                   "stack a:m x1 = 8\n"},
        {"s/f/g/", "stack a:m > a:g > a:g x1 = 1\nstack a:m > a:g x2 = 6\nstack a:m x1 = 8\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct parsed parsed;
        struct renaming renaming = {0};
        parsed_read(&parsed, program);
        cr_assert(renaming_add(&renaming, RENAME_FUNCTIONS, cases[i].renaming, &parsed.error));
        cr_assert(profile_rename(&parsed.profile, &renaming, &parsed.error));
        expect_shown(&parsed, cases[i].expected);
        renaming_free(&renaming);
        parsed_free(&parsed);
    }
}

Test(stacks, have_to_cost_what_places_do)
{
    struct parsed parsed;

    parsed_read(&parsed, program);
    costs_set(&parsed.profile.by_place.self, costs_row(&parsed.profile.by_place.self, 0), 0, 99);
    cr_expect_not(profile_knows_stacks(&parsed.profile));
    parsed_free(&parsed);
}

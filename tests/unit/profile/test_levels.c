/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/profile.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(levels, .init = temporary_enter, .fini = temporary_leave);

#define CALL(callee) "cfn=" callee "\ncalls=1 1\n1 1\n"
#define FUNCTION(name) "fn=" name "\n1 1\n"
#define HEAD "events: A\nfl=a\n"

/* m > f > g > f'2 */
#define SEPARATED                                                                                  \
    HEAD FUNCTION("m") CALL("f") FUNCTION("f") CALL("g") FUNCTION("g") CALL("f'2") FUNCTION("f'2")
#define MERGED HEAD FUNCTION("f") CALL("g") FUNCTION("g") CALL("f")
#define TREE HEAD FUNCTION("f") CALL("g") FUNCTION("g")

Test(levels, are_found_in_the_calls)
{
    static const struct {
        const char *behaviour, *profile;
        enum levels expected;
    } cases[] = {
        {"no cycle", TREE, LEVELS_NOT_NEEDED},
        {"no calls", HEAD FUNCTION("f"), LEVELS_NOT_NEEDED},
        {"a call of itself is not a cycle", HEAD FUNCTION("f") CALL("f"), LEVELS_NOT_NEEDED},
        {"a second level tells them apart", HEAD FUNCTION("f") CALL("f'2") FUNCTION("f'2"),
         LEVELS_SEPARATED},
        {"a cycle without levels", MERGED, LEVELS_MERGED},
        {"a cycle once levels count as one", SEPARATED, LEVELS_SEPARATED},
        {"contexts are not levels",
         HEAD FUNCTION("f'm") CALL("g") FUNCTION("g") CALL("f'm") FUNCTION("m") FUNCTION("f"),
         LEVELS_MERGED},
        {"two functions of one name are not one",
         HEAD FUNCTION("f") "cfi=b\n" CALL("f") "fl=b\n" FUNCTION("f"), LEVELS_NOT_NEEDED},
        {"levels of any function are enough", MERGED FUNCTION("h") CALL("h'2"), LEVELS_SEPARATED},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct parsed parsed;

        parsed_read(&parsed, cases[i].profile);
        cr_expect_eq(profile_find_levels(&parsed.profile, &parsed.profile.ledgers[ARCS]),
                     cases[i].expected, "%s", cases[i].behaviour);
        parsed_free(&parsed);
    }
}

/* Names that were demangled by c++filt and the like may have lost them. */
Test(levels, may_have_been_lost)
{
    struct parsed parsed;

    parsed_read(&parsed, SEPARATED);
    parsed.profile.inputs[0].has_lost_levels = true;
    cr_expect_eq(profile_find_levels(&parsed.profile, &parsed.profile.ledgers[ARCS]),
                 LEVELS_MERGED);
    parsed_free(&parsed);
}

/* Each input was looked at before; the worst of them holds for all, also where the sum has levels.
 */
Test(levels, of_several_inputs_are_those_of_the_worst)
{
    static const struct {
        enum levels one, other, expected;
    } cases[] = {
        {LEVELS_NOT_NEEDED, LEVELS_NOT_NEEDED, LEVELS_NOT_NEEDED},
        {LEVELS_NOT_NEEDED, LEVELS_SEPARATED, LEVELS_SEPARATED},
        {LEVELS_SEPARATED, LEVELS_NOT_NEEDED, LEVELS_SEPARATED},
        {LEVELS_SEPARATED, LEVELS_MERGED, LEVELS_MERGED},
        {LEVELS_MERGED, LEVELS_SEPARATED, LEVELS_MERGED},
        {LEVELS_MERGED, LEVELS_NOT_NEEDED, LEVELS_MERGED},
        /* Nobody looked: the calls of all decide. */
        {LEVELS_UNKNOWN, LEVELS_UNKNOWN, LEVELS_SEPARATED},
    };
    struct parsed parsed;

    parsed_begin(&parsed);
    parsed_add(&parsed, SEPARATED);
    parsed_add(&parsed, TREE);
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        parsed.profile.inputs[0].levels = cases[i].one;
        parsed.profile.inputs[1].levels = cases[i].other;
        cr_expect_eq(profile_levels(&parsed.profile, &parsed.profile.ledgers[ARCS]),
                     cases[i].expected, "case %zu", i);
    }
    parsed_free(&parsed);
}

/* The id that a function has in the fold; the function must be there. */
static uint32_t find(const struct parsed *parsed, const uint32_t *folded, const char *name)
{
    for (function_id id = 0; id < profile_n_functions(&parsed->profile); id++)
        if (strcmp(parsed_function_name(&parsed->profile, id), name) == 0)
            return folded[id];
    cr_assert_fail("there is no %s", name);
    return NO_ID;
}

/* Seven functions, four of which are f of a in no object; one each of b, of the object, and g. */
Test(levels, are_folded)
{
    struct parsed parsed;
    size_t count;
    bool has_levels = false;

    parsed_read(&parsed, HEAD FUNCTION("f") FUNCTION("f'2") FUNCTION("f'g") FUNCTION("f'3'g")
                             FUNCTION("g") "fl=b\n" FUNCTION("f") "fl=a\nob=o\n" FUNCTION("f"));
    uint32_t *folded = profile_fold(&parsed.profile, &count, &has_levels);
    uint32_t f = find(&parsed, folded, "a:f");
    cr_expect(has_levels);
    cr_expect_eq(count, 4);
    cr_expect_eq(find(&parsed, folded, "a:f'2"), f);
    cr_expect_eq(find(&parsed, folded, "a:f'g"), f);
    cr_expect_eq(find(&parsed, folded, "a:f'3'g"), f);
    cr_expect_neq(find(&parsed, folded, "a:g"), f);
    cr_expect_neq(find(&parsed, folded, "b:f"), f);
    cr_expect_neq(find(&parsed, folded, "a:f [o]"), f);
    for (function_id id = 0; id < profile_n_functions(&parsed.profile); id++)
        cr_expect_lt(folded[id], count);
    free(folded);
    parsed_free(&parsed);
}

Test(levels, are_not_contexts)
{
    struct parsed parsed;
    size_t count;
    bool has_levels = true;

    parsed_read(&parsed, HEAD FUNCTION("f") FUNCTION("f'g") FUNCTION("g"));
    free(profile_fold(&parsed.profile, &count, &has_levels));
    cr_expect_eq(count, 2);
    cr_expect_not(has_levels);
    parsed_free(&parsed);
}

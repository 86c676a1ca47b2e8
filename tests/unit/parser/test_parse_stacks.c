/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Stacks of small profiles that are written as Xdebug writes them, derived by hand. Version 2 needs
 * no summary at the end.
 */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "parser/input/input.h"
#include "parser/parse.h"
#include "profile/stacks.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(parse_stacks, .init = temporary_enter, .fini = temporary_leave);

#define CREATOR "version: 1\ncreator: xdebug 2.9.8 (PHP 7.4.33)\n"
#define HEAD CREATOR "cmd: x\npart: 1\npositions: line\n\nevents: T M\n\n"
#define FN(name, costs) "fl=a\nfn=" name "\n1 " costs "\n"
#define CALL(callee, costs) "cfl=a\ncfn=" callee "\ncalls=1 0 0\n1 " costs "\n"
#define FILE_END "\n"

Test(parse_stacks, are_those_of_blocks_in_post_order)
{
    static const struct parse_case cases[] = {
        {"a function alone", HEAD FN("m", "7 2") FILE_END, "stack a:m x1 = 7 2\n"},
        {"a caller after its callee",
         HEAD FN("f", "5 1") "\n" FN("m", "7 2") CALL("f", "5 1") FILE_END,
         "stack a:m > a:f x1 = 5 1\nstack a:m x1 = 7 2\n"},
        /* The first f is called by m, the second by g. */
        {"callees of two callers",
         HEAD FN("f", "5 1") "\n" FN("f", "3 0") "\n" FN("g", "2 0")
             CALL("f", "3 0") "\n" FN("m", "7 2") CALL("f", "5 1") CALL("g", "5 0") FILE_END,
         "stack a:m > a:f x1 = 5 1\nstack a:m > a:g > a:f x1 = 3 0\nstack a:m > a:g x1 = 2 0\n"
         "stack a:m x1 = 7 2\n"},
        {"what runs several times is added up",
         HEAD FN("h", "1 0") "\n" FN("f", "5 1") CALL("h", "1 0") "\n" FN("f", "3 -4") "\n" FN(
             "m", "7 2") CALL("f", "6 1") CALL("f", "3 -4") FILE_END,
         "stack a:m > a:f > a:h x1 = 1 0\nstack a:m > a:f x2 = 8 -3\nstack a:m x1 = 7 2\n"},
        {"recursion",
         HEAD FN("f", "1 0") "\n" FN("f", "2 0") CALL("f", "1 0") "\n" FN("f", "4 0")
             CALL("f", "3 0") FILE_END,
         "stack a:f > a:f > a:f x1 = 1 0\nstack a:f > a:f x1 = 2 0\nstack a:f x1 = 4 0\n"},
        {"several roots, of a run that was killed",
         HEAD FN("f", "1 0") "\n" FN("f", "2 0") "\n" FN("g", "4 0") CALL("f", "2 0") FILE_END,
         "stack a:f x1 = 1 0\nstack a:g > a:f x1 = 2 0\nstack a:g x1 = 4 0\n"},
        {"rounding of one for each invocation",
         HEAD FN("f", "1 0") "\n" FN("m", "7 0") CALL("f", "2 0") FILE_END,
         "stack a:m > a:f x1 = 1 0\nstack a:m x1 = 7 0\n"},
        {"memory that was given back is written as 0",
         HEAD FN("f", "1 90") "\n" FN("m", "7 0") CALL("f", "1 0") FILE_END,
         "stack a:m > a:f x1 = 1 90\nstack a:m x1 = 7 0\n"},
        {"a summary between blocks",
         HEAD FN("m", "7 0") "\nsummary: 7 0\n\n" FN("f", "1 0") FILE_END,
         "stack a:f x1 = 1 0\nstack a:m x1 = 7 0\n"},
        {"numbers for names",
         HEAD "fl=(1) a\nfn=(1) f\n1 5 1\n\nfl=(1)\nfn=(2) m\n1 7 2\ncfl=(1)\ncfn=(1)\n"
              "calls=1 0 0\n2 5 1\n\n",
         "stack a:m > a:f x1 = 5 1\nstack a:m x1 = 7 2\n"},
        {"callees without files, of an old version, in whatever file they are",
         HEAD "fl=b\nfn=f\n1 5 1\n\nfl=a\nfn=m\n1 7 2\ncfn=f\ncalls=1 0 0\n1 5 1\n\n",
         "stack a:m > b:f x1 = 5 1\nstack a:m x1 = 7 2\n"},
        {"a summary within the block of an old version",
         HEAD FN("f", "5 1") "\nfl=a\nfn={main}\n\nsummary: 12 3\n\n0 7 2\n" CALL("f", "5 1") "\n",
         "stack a:{main} > a:f x1 = 5 1\nstack a:{main} x1 = 7 2\n"},
        {"a profile that was appended",
         HEAD FN("f", "5 1") "\n" FN("m", "7 2")
             CALL("f", "5 1") "\nsummary: 12 3\n\n==== NEW PROFILING FILE ====\n" HEAD FN(
                 "f", "1 0") "\n" FN("m", "2 0") CALL("f", "1 0") "\n",
         "stack a:m > a:f x2 = 6 1\nstack a:m x2 = 9 2\n"},
        {"a profile that another version appended",
         HEAD FN("m", "7 2") "\n==== NEW PROFILING FILE ====\ncreator: xdebug 2.9.9 (PHP 7.4.33)\n"
                             "events: T M\n\n" FN("m", "5 1") "\n",
         "stack a:m x2 = 12 3\n"},
        {"other events of a profile that was appended",
         HEAD FN("m", "7 2") "\n==== NEW PROFILING FILE ====\n" CREATOR
                             "events: M\n\n" FN("m", "5") "\n",
         "stack a:m x2 = 7 7\n"},
        {"a cost that was not given", HEAD FN("m", "7") "\n", "stack a:m x1 = 7 .\n"},
        {"a run that was killed while it named the next function",
         HEAD FN("m", "7 2") "\nfl=a\nfn=(1", "stack a:m x1 = 7 2\nwarning 14\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_STACKS);
}

Test(parse_stacks, are_not_known_where_something_contradicts_them)
{
    static const struct {
        const char *behaviour, *text;
    } cases[] = {
        {"another writer", "creator: callgrind-3.19.0\nevents: T M\n" FN("m", "7 2") FILE_END},
        {"no writer", "events: T M\n" FN("m", "7 2") FILE_END},
        {"no cost", HEAD},
        {"a callee of another name",
         HEAD FN("f", "5 1") "\n" FN("m", "7 2") CALL("g", "5 1") FILE_END},
        {"a callee of another file",
         HEAD FN("f", "5 1") "\n" FN("m", "7 2") "cfl=b\ncfn=f\ncalls=1 0 0\n1 5 1\n\n"},
        {"callees in another order", HEAD FN("f", "5 0") "\n" FN("g", "5 0") "\n" FN("m", "7 2")
                                         CALL("g", "5 0") CALL("f", "5 0") FILE_END},
        {"a call whose block is missing", HEAD FN("m", "7 2") CALL("g", "5 1") FILE_END},
        {"a call that cost more than its callee",
         HEAD FN("f", "5 1") "\n" FN("m", "7 2") CALL("f", "7 1") FILE_END},
        {"a call that cost less",
         HEAD FN("f", "5 1") "\n" FN("m", "7 2") CALL("f", "3 1") FILE_END},
        {"several calls at once",
         HEAD FN("f", "5 1") "\n" FN("m", "7 2") "cfl=a\ncfn=f\ncalls=2 0 0\n1 5 1\n\n"},
        {"calls of what has no cost of its own",
         HEAD FN("f", "5 1") "\nfl=a\nfn=m\n" CALL("f", "5 1") FILE_END},
        {"a block that was cut off after its cost", HEAD FN("f", "5 1") "\n" FN("m", "7 2")},
        {"a block that was cut off within its cost", HEAD FN("f", "5 1") "\nfl=a\nfn=m\n1 7"},
        {"a block that was cut off after a call",
         HEAD FN("f", "5 1") "\n" FN("m", "7 2") CALL("f", "5 1")},
        {"one that was cut off before another profile",
         HEAD FN("m", "7 2") "==== NEW PROFILING FILE ====\n" HEAD FN("m", "5 1") FILE_END},
        {"a damaged line",
         HEAD FN("f", "5 1") "\n" FN("g", "5x 1") "\n" FN("m", "7 2") CALL("f", "5 1") FILE_END},
        {"a damaged call",
         HEAD FN("f", "5 1") "\n" FN("m", "7 2") "cfl=a\ncfn=f\ncalls=x\n1 5 1\n\n"},
        {"a fiber",
         HEAD "fl=php:internal\nfn=php::Fiber->start\n1 3 0\n\n" FN(
             "m", "7 2") "cfl=php:internal\ncfn=php::Fiber->start\ncalls=1 0 0\n1 3 0\n\n"},
        {"a profile of another writer after it",
         HEAD FN("m", "7 2") "\ncreator: callgrind-3.19.0\nevents: T M\n" FN("m", "5 1") "\n"},
        {"a second part that contradicts itself",
         HEAD FN("m", "7 2") "\n==== NEW PROFILING FILE ====\n" HEAD FN("m", "7 2") CALL("g", "5 1")
             FILE_END},
        {"sums of more than 64 bits on one path",
         HEAD FN("f", "9223372036854775807 0") "\n" FN("m", "-9223372036854775807 0")
             CALL("f", "-9223372036854775807 0") FILE_END},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct parsed parsed;

        parsed_read(&parsed, cases[i].text);
        cr_expect(parsed.is_read, "%s: %s", cases[i].behaviour, parsed.error.text);
        cr_expect_not(profile_knows_stacks(&parsed.profile), "%s", cases[i].behaviour);
        parsed_free(&parsed);
    }
}

Test(parse_stacks, are_not_read_unless_they_are_asked_for)
{
    struct symbols symbols = symbols_create();
    struct profile profile;
    struct warnings warnings = {0};
    struct error error = {0};
    struct input input;

    temporary_write(PARSED_PATH, HEAD FN("m", "7 2") FILE_END);
    profile_init(&profile, &symbols, (struct keep){.places = KEEP_SELF_AND_CALLS});
    cr_assert(input_open(&input, PARSED_PATH, &error));
    cr_assert(parse_profile(&input, &(struct parse_options){0}, &profile, &warnings, &error));
    input_close(&input);
    cr_expect_eq(profile.ledgers[STACKS].map.count, 0);
    cr_expect_not(profile_knows_stacks(&profile));
    profile_free(&profile);
    symbols_free(&symbols);
}

Test(parse_stacks, are_those_of_the_parts_that_were_asked_for)
{
    struct parsed parsed;
    struct number_set parts = {0};
    struct input input;

    temporary_write(PARSED_PATH,
                    HEAD FN("m", "7 2") "\npart: 2\nevents: T M\n\n" FN(
                        "f", "5 1") "\npart: 3\nevents: T M\n\n" FN("g", "1 1") CALL("x", "1 1"));
    cr_assert(number_set_add(&parts, TEXT("2")));
    parsed_begin(&parsed);
    cr_assert(input_open(&input, PARSED_PATH, &parsed.error));
    cr_assert(parse_profile(&input, &(struct parse_options){.parts = &parts}, &parsed.profile,
                            &parsed.warnings, &parsed.error));
    input_close(&input);
    char *shown = parsed_show(&parsed, SHOW_STACKS);
    cr_expect_str_eq(shown, "stack a:f x1 = 5 1\n");
    free(shown);
    free(parts.ranges);
    parsed_free(&parsed);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/lines/line_costs.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(own_lines, .init = temporary_enter, .fini = temporary_leave);

enum { LAST_LINE = 100 };

struct own_case {
    const char *behaviour, *profile;
    uint32_t last_line;
    const char *expected; /* "FUNCTION: LINES" of each function in the order of their names */
};

static void print_lines(FILE *out, const struct own_lines *own, uint32_t function,
                        uint32_t last_line)
{
    uint32_t lines[LAST_LINE];
    size_t count = own_lines_of(own, function, last_line, lines);

    cr_assert_leq(count, last_line);
    for (size_t i = 0; i < count; i++)
        fprintf(out, " %u", lines[i]);
}

/* By place: the number of the function, or its id, where its own file is; else NO_ID. */
static uint32_t *own_places(const struct profile *profile, const uint32_t *numbers)
{
    uint32_t *of_places = memory_alloc(profile_n_places(profile), sizeof *of_places);

    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);
        bool is_own = place.file == profile_function(profile, place.function).file;
        uint32_t number = numbers != NULL ? numbers[place.function] : place.function;
        of_places[id] = is_own ? number : NO_ID;
    }
    return of_places;
}

/* Functions have their ids as numbers. */
static void check(const struct own_case *one)
{
    struct parsed parsed;
    struct own_lines own;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    parsed_read(&parsed, one->profile);
    size_t n_functions = profile_n_functions(&parsed.profile);
    uint32_t *numbers = own_places(&parsed.profile, NULL);
    own_lines_find(&own, &parsed.profile, numbers, n_functions);
    cr_expect_eq(own.n_functions, n_functions);
    for (function_id id = 0; id < n_functions; id++) {
        fprintf(out, "%s:", parsed_function_name(&parsed.profile, id));
        print_lines(out, &own, id, one->last_line);
        fputc('\n', out);
    }
    fclose(out);
    cr_expect_str_eq(text, one->expected, "%s: expected\n%sgot\n%s", one->behaviour, one->expected,
                     text);
    free(text);
    free(numbers);
    own_lines_free(&own);
    parsed_free(&parsed);
}

Test(own_lines, are_where_functions_have_code)
{
    static const struct own_case cases[] = {
        {"all between two of its lines", "events: A\nfl=a\nfn=f\n3 1\n7 1\n", LAST_LINE,
         "a:f: 3 4 5 6 7\n"},
        {"not what is between those of others",
         "events: A\nfl=a\nfn=f\n1 1\n2 1\n9 1\nfn=g\n4 1\n6 1\n", LAST_LINE,
         "a:f: 1 2 9\na:g: 4 5 6\n"},
        {"a line of two functions is of both", "events: A\nfl=a\nfn=f\n1 1\n3 1\nfn=g\n3 1\n5 1\n",
         LAST_LINE, "a:f: 1 2 3\na:g: 3 4 5\n"},
        {"each line once", "events: A\nfl=a\nfn=f\n2 1\n2 1\n2 1\nfn=g\n2 1\n", LAST_LINE,
         "a:f: 2\na:g: 2\n"},
        {"in order of their numbers", "events: A\nfl=a\nfn=f\n9 1\n3 1\n8 1\n", LAST_LINE,
         "a:f: 3 4 5 6 7 8 9\n"},
        {"not lines of other files, and those of others there are no matter",
         "events: A\nfl=a\nfn=f\n1 1\n5 1\nfi=b\n3 1\nfl=c\nfn=g\n3 1\n", LAST_LINE,
         "a:f: 1 2 3 4 5\nc:g: 3\n"},
        {"code from another file alone is none", "events: A\nfl=a\nfn=f\nfi=b\n3 1\n", LAST_LINE,
         "a:f:\n"},
        {"line 0 is none", "events: A\nfl=a\nfn=f\n0 1\nfn=g\n0 1\n2 1\n", LAST_LINE,
         "a:f:\na:g: 2\n"},
        {"lines of calls are its own",
         "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=1 9\n4 1\nfn=g\n9 1\n", LAST_LINE,
         "a:f: 1 2 3 4\na:g: 9\n"},
        {"up to the last line of the file", "events: A\nfl=a\nfn=f\n2 1\n7 1\nfn=g\n9 1\n", 4,
         "a:f: 2 3 4\na:g:\n"},
        {"of a file without lines", "events: A\nfl=a\nfn=f\n2 1\n7 1\n", 0, "a:f:\n"},
        {"of any number",
         "events: A\nfl=a\nfn=f\n2 1\n18446744073709551615 1\n9223372036854775808 1\n", 4,
         "a:f: 2 3 4\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        check(&cases[i]);
}

/* What has the same number is one function, with its lines in the file that comes first. */
Test(own_lines, of_several_functions_are_those_of_one)
{
    static const uint32_t numbers[] = {1, 1, 0, 1};
    struct parsed parsed;
    struct own_lines own;
    uint32_t lines[LAST_LINE];

    parsed_read(&parsed, "events: A\nfl=a\nfn=f\n1 1\nfn=f'2\n3 1\nfn=g\n5 1\nfl=b\nfn=f\n8 1\n");
    cr_assert_eq(profile_n_functions(&parsed.profile), ARRAY_LENGTH(numbers));
    uint32_t *of_places = own_places(&parsed.profile, numbers);
    own_lines_find(&own, &parsed.profile, of_places, 2);
    free(of_places);
    cr_expect_eq(own_lines_of(&own, 0, LAST_LINE, lines), 1);
    cr_expect_eq(lines[0], 5);
    cr_expect_eq(own_lines_of(&own, 1, LAST_LINE, lines), 3);
    cr_expect_eq(lines[0], 1);
    cr_expect_eq(lines[2], 3);
    own_lines_free(&own);
    parsed_free(&parsed);
}

Test(own_lines, of_nothing_are_none)
{
    struct parsed parsed;
    struct own_lines own;

    parsed_read(&parsed, "events: A\n");
    own_lines_find(&own, &parsed.profile, NULL, 0);
    cr_expect_eq(own.begin[0], 0);
    own_lines_free(&own);
    parsed_free(&parsed);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/lines/line_costs.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(line_calls, .init = temporary_enter, .fini = temporary_leave);

static void print_calls(FILE *out, struct line_calls *calls, const char *file,
                        const struct numbered_line *line)
{
    struct error error = {0};
    size_t first;

    first = line_calls_add_up(calls, line->id);
    cr_assert(profile_fits(calls->profile, &error), "%s", error.text);
    cr_expect_eq(line_calls_has(calls, line->id), first < calls->table.map.count, "%s:%" PRIu64,
                 file, line->number);
    for (size_t id = first; id < calls->table.map.count; id++) {
        fprintf(out, "%s:%" PRIu64 " > %s x%" PRIi64, file, line->number,
                parsed_function_name(calls->profile, (function_id)calls->table.map.keys[id].to),
                calls->table.counts[id]);
        parsed_print_costs(out, &calls->table.costs, id);
        fputc('\n', out);
    }
}

/* "FILE:LINE > FUNCTION xCOUNT COSTS" of all lines. */
static char *show(struct line_calls *calls)
{
    const struct profile *profile = calls->profile;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (file_id file = 0; file < names_count(profile->symbols.files); file++) {
        for (size_t i = calls->line_begin[file]; i < calls->line_begin[file + 1]; i++)
            print_calls(out, calls, names_text(profile->symbols.files, file).at, &calls->lines[i]);
    }
    fclose(out);
    return figured_sort(text);
}

struct line_calls_case {
    const char *behaviour, *profile;
    const char *expected;
};

/* With the nesting that the rows of the report know, and with one that is found out. */
static void check(const struct line_calls_case *cases, size_t count)
{
    for (size_t i = 0; i < 2 * count; i++) {
        const struct line_calls_case *expected = &cases[i / 2];
        struct figured figured;
        struct line_calls calls;

        figured_read(&figured, expected->profile, ROWS(BY_FILE_FUNCTION));
        const struct nesting *nesting = inclusive_nesting(figured.figures.inclusive);
        line_calls_create(&calls, &figured.parsed.profile, i % 2 == 0 ? nesting : NULL);
        char *text = show(&calls);
        cr_expect(strcmp(text, expected->expected) == 0, "%s: expected\n%sgot\n%s",
                  expected->behaviour, expected->expected, text);
        free(text);
        line_calls_free(&calls);
        figured_free(&figured);
    }
}

Test(line_calls, add_up_by_line_and_function)
{
    static const struct line_calls_case cases[] = {
        {"none", "events: A\nfl=a\nfn=f\n1 1\n", ""},
        {"calls of two lines",
         "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=3 9\n1 9\ncalls=2 9\n1 5\ncfn=g\ncalls=1 9\n2 "
         "1\n",
         "a:1 > a:g x5 14\na:2 > a:g x1 1\n"},
        {"of several functions",
         "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=3 9\n1 9\ncfi=c\ncfn=h\ncalls=1 9\n1 4\n",
         "a:1 > a:g x3 9\na:1 > c:h x1 4\n"},
        /* The code of line 5 of b is in f and in g. */
        {"by whatever function the line's code is in",
         "events: A\nfl=a\nfn=f\n1 1\nfi=b\n5 1\ncfi=c\ncfn=h\ncalls=3 9\n5 9\nfl=a\nfn=g\n1 "
         "1\nfi=b\n"
         "5 1\ncfi=c\ncfn=h\ncalls=4 9\n5 8\n",
         "b:5 > c:h x7 17\n"},
        {"an event that is not given", "events: A B\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=3 9\n1 9\n",
         "a:1 > a:g x3 9 .\n"},
        {"calls that never were", "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=0 9\n1 9\n",
         "a:1 > a:g x0 9\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* m calls f in line 1, f itself or g in line 2, g f again in line 3. */
Test(line_calls, cost_each_instruction_once)
{
    static const struct line_calls_case cases[] = {
        {"the second level's calls of itself are within those of the first",
         "events: A\nfl=a\nfn=m\n1 5\ncfn=f\ncalls=1 2\n1 100\nfn=f\n2 40\ncfn=f'2\ncalls=1 2\n2 "
         "60\n"
         "fn=f'2\n2 60\ncfn=f'2\ncalls=3 2\n2 20\n",
         "a:1 > a:f x1 100\na:2 > a:f'2 x4 60\n"},
        {"without levels no cost is known",
         "events: A\nfl=a\nfn=m\n1 5\ncfn=f\ncalls=1 2\n1 100\nfn=f\n2 100\ncfn=f\ncalls=4 2\n2 "
         "80\n",
         "a:1 > a:f x1 100\na:2 > a:f x4 .\n"},
        /* m > f > g > f'2 > g'2 of 1, 2, 4, 8 and 16: no function as recorded leads back. */
        {"through another function",
         "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 2\n1 30\nfn=f\n2 2\ncfn=g\ncalls=1 3\n2 "
         "28\nfn=g\n"
         "3 4\ncfn=f'2\ncalls=1 2\n3 24\nfn=f'2\n2 8\ncfn=g'2\ncalls=1 3\n2 16\nfn=g'2\n3 16\n",
         "a:1 > a:f x1 30\na:2 > a:g x1 28\na:2 > a:g'2 x1 16\na:3 > a:f'2 x1 24\n"},
        /* f'2 and g'2 call each other now: what g'2 costs is not known, f'2 costs what g spends. */
        {"and deeper",
         "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 2\n1 30\nfn=f\n2 2\ncfn=g\ncalls=1 3\n2 "
         "28\nfn=g\n"
         "3 4\ncfn=f'2\ncalls=1 2\n3 24\nfn=f'2\n2 8\ncfn=g'2\ncalls=2 3\n2 20\nfn=g'2\n3 "
         "16\ncfn=f'2\n"
         "calls=1 2\n3 6\n",
         "a:1 > a:f x1 30\na:2 > a:g x1 28\na:2 > a:g'2 x2 .\na:3 > a:f'2 x2 24\n"},
        /* e and o call each other; the calls of h never lead back. */
        {"a cycle without levels",
         "events: A\nfl=a\nfn=m\n1 1\ncfn=e\ncalls=1 2\n1 11\nfn=e\n2 3\ncfn=o\ncalls=2 3\n2 "
         "8\nfn=o\n"
         "3 4\ncfn=e\ncalls=1 2\n3 2\ncfn=h\ncalls=1 4\n3 4\nfn=h\n4 4\n",
         "a:1 > a:e x1 11\na:2 > a:o x2 .\na:3 > a:e x1 .\na:3 > a:h x1 4\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* The id of a line that the profile has. */
static uint32_t line_of(const struct profile *profile, const char *file, uint64_t number)
{
    return map_find(&profile->ledgers[LINES].map, names_find(profile->symbols.files, text_of(file)),
                    number);
}

/* h costs 2^63 - 1 in all, but on line 5 of b one more: line 6 has -1. */
Test(line_calls, fail_where_a_sum_does_not_fit)
{
    struct parsed parsed;
    struct line_calls calls;
    struct error error = {0};

    parsed_read(&parsed,
                "events: A\nfl=a\nfn=f\nfi=b\ncfi=c\ncfn=h\ncalls=1 9\n5 9223372036854775807\n"
                "calls=1 9\n6 -1\nfl=a\nfn=g\nfi=b\ncfi=c\ncfn=h\ncalls=1 9\n5 1\n");
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    line_calls_create(&calls, &parsed.profile, NULL);
    line_calls_add_up(&calls, line_of(&parsed.profile, "b", 5));
    cr_expect_not(profile_fits(calls.profile, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    line_calls_free(&calls);
    parsed_free(&parsed);
}

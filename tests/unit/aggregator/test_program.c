/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/program.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(program, .init = temporary_enter, .fini = temporary_leave);

/* "total COSTS", and " calculated"; the caller frees it. */
static char *show(const struct program *program)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    fputs("total", out);
    parsed_print_costs(out, &program->total, 0);
    fputs(program->is_calculated ? " calculated\n" : "\n", out);
    fclose(out);
    return text;
}

struct program_case {
    const char *behaviour;
    const char *text;
    const char *expected;
};

static void check_program(const struct program_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct parsed parsed;
        struct program program = {0};
        struct error error = {0};

        parsed_read(&parsed, cases[i].text);
        cr_assert(parsed.is_read, "%s: %s", cases[i].behaviour, parsed.error.text);
        program_compute(&program, &parsed.profile);
        cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
        char *text = show(&program);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        program_free(&program);
        parsed_free(&parsed);
    }
}

/* summary:, or where it is zero, missing, wrapped or too small totals:, or else the sum. */
Test(program, finds_its_total)
{
    static const struct program_case cases[] = {
        {"summary", "events: A\nsummary: 9\nfn=f\n1 5\ntotals: 7\n", "total 9\n"},
        {"a summary that equals the sum", "events: A\nsummary: 5\nfn=f\n1 5\ntotals: 7\n",
         "total 5\n"},
        {"summary 0", "events: A\nsummary: 0\nfn=f\n1 5\ntotals: 7\n", "total 7\n"},
        {"no summary", "events: A\nfn=f\n1 5\ntotals: 7\n", "total 7\n"},
        {"a wrapped summary", "events: A\nsummary: 18446744073709551000\nfn=f\n1 5\ntotals: 7\n",
         "total 7\n"},
        {"a summary below the sum", "events: A\nsummary: 4\nfn=f\n1 5\ntotals: 7\n", "total 7\n"},
        {"totals below the sum too", "events: A\nsummary: 4\nfn=f\n1 5\ntotals: 3\n", "total 5\n"},
        {"neither", "events: A\nfn=f\n1 5\nfn=g\n1 6\n", "total 11 calculated\n"},
        {"both 0", "events: A\nsummary: 0\nfn=f\n1 5\ntotals: 0\n", "total 5 calculated\n"},
        {"each event for itself",
         "events: A B C D\nsummary: 9 0 4\nfn=f\n1 5 5 5 5\ntotals: 7 7 7\n", "total 9 7 7 5\n"},
        {"an event that is never given", "events: A B\nfn=f\n1 5\n", "total 5 . calculated\n"},
        {"an event that is only in the summary", "events: A B\nsummary: 5 2\nfn=f\n1 5\n",
         "total 5 2\n"},
        {"no body", "events: A\nsummary: 141072\ntotals: 0\n", "total 141072\n"},
        {"calls are not part of it", "events: A\nfn=f\n1 5\ncfn=g\ncalls=1 1\n1 100\n",
         "total 5 calculated\n"},
        {"negative costs", "events: A\nfn=f\n1 -5\n", "total -5 calculated\n"},
        {"a summary of 0 says nothing of them", "events: A\nsummary: 0\nfn=f\n1 -5\n",
         "total -5 calculated\n"},
    };

    check_program(cases, ARRAY_LENGTH(cases));
}

Test(program, adds_up_the_totals_of_parts)
{
    static const struct program_case cases[] = {
        {"summaries", "events: A\nsummary: 9\nfn=f\n1 5\npart: 2\nevents: A\nsummary: 8\n1 5\n",
         "total 17\n"},
        /* 9, and 6 of the part whose summary is below its sum. */
        {"each part by its own rule",
         "events: A\nsummary: 9\nfn=f\n1 5\npart: 2\nevents: A\nsummary: 1\n1 6\n", "total 15\n"},
        {"one has no sums", "events: A\nsummary: 9\nfn=f\n1 5\npart: 2\nevents: A\n1 6\n",
         "total 15\n"},
        {"none has", "events: A\nfn=f\n1 5\npart: 2\nevents: A\n1 6\n", "total 11 calculated\n"},
        {"events of their own",
         "events: A B\nsummary: 9 8\nfn=f\n1 1 1\npart: 2\nevents: B C\nsummary: 7 6\n1 1 1\n",
         "total 9 15 6\n"},
    };

    check_program(cases, ARRAY_LENGTH(cases));
}

Test(program, tells_the_total_of_each_part)
{
    struct parsed parsed;

    parsed_read(&parsed,
                "events: A B\nsummary: 9\nfn=f\n1 5\npart: 2\nevents: A\n1 6\ntotals: 6\n");
    cr_expect_eq(program_of_part(&parsed.profile, 0, 0).sum, 9);
    cr_expect_not(program_of_part(&parsed.profile, 0, 1).is_given);
    cr_expect_eq(program_of_part(&parsed.profile, 1, 0).sum, 6);
    parsed_free(&parsed);
}

Test(program, fails_where_summaries_of_parts_do_not_fit)
{
    struct parsed parsed;
    struct program program = {0};
    struct error error = {0};

    parsed_read(&parsed, "events: A\nsummary: 9223372036854775807\nfn=f\n1 1\npart: 2\nevents: A\n"
                         "summary: 1\n1 1\n");
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    program_compute(&program, &parsed.profile);
    cr_expect_not(profile_fits(&parsed.profile, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    program_free(&program);
    parsed_free(&parsed);
}

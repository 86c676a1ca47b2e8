/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/program.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(totals, .init = temporary_enter, .fini = temporary_leave);

static void print_name(FILE *out, const struct totals *totals, row_id row)
{
    const struct symbols *symbols = &totals->profile->symbols;
    struct row_key key = totals_row(totals, row);

    fprintf(out, "%s:%s", names_text(symbols->files, key.file).at,
            names_text(symbols->functions, key.function).at);
    if (key.object != NO_ID)
        fprintf(out, "[%s]", names_text(symbols->objects, key.object).at);
}

/* One row and " <" its callers, " >" its callees, in no order that is promised. */
static void print_calls(FILE *out, const struct totals *totals, row_id row)
{
    for (size_t i = totals->callers_begin[row]; i < totals->callers_begin[row + 1]; i++) {
        uint32_t arc = totals->callers[i];
        cr_expect_eq(totals_arc(totals, arc).callee, row);
        fputs(" <", out);
        print_name(out, totals, totals_arc(totals, arc).caller);
        fprintf(out, "x%" PRIi64, totals->arcs.counts[arc]);
        parsed_print_costs(out, &totals->arcs.costs, arc);
    }
    for (size_t i = totals->callees_begin[row]; i < totals->callees_begin[row + 1]; i++) {
        uint32_t arc = totals->callees[i];
        cr_expect_eq(totals_arc(totals, arc).caller, row);
        fputs(" >", out);
        print_name(out, totals, totals_arc(totals, arc).callee);
        fprintf(out, "x%" PRIi64, totals->arcs.counts[arc]);
        parsed_print_costs(out, &totals->arcs.costs, arc);
    }
}

enum shown_totals {
    PROGRAM,   /* "total COSTS", and " calculated" */
    SELF,      /* "NAME COSTS" of each row with code that ran, in the order of their ids */
    INCLUSIVE, /* "NAME COSTS" of all rows */
    CALLS,     /* "NAME <CALLER... >CALLEE..." of all rows */
};

/* The caller frees it. */
static char *show_totals(const struct totals *totals, enum shown_totals shown)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    size_t count = shown == PROGRAM ? 0
                 : shown == SELF    ? totals->n_self_rows
                                    : totals_n_rows(totals);

    cr_assert(out, "out of memory");
    if (shown == PROGRAM) {
        fputs("total", out);
        parsed_print_costs(out, &totals->program, 0);
        fputs(totals->is_calculated ? " calculated\n" : "\n", out);
    }
    for (row_id row = 0; row < count; row++) {
        print_name(out, totals, row);
        if (shown == CALLS)
            print_calls(out, totals, row);
        else
            parsed_print_costs(out, shown == SELF ? &totals->self : &totals->inclusive, row);
        fputc('\n', out);
    }
    fclose(out);
    return text;
}

struct totals_case {
    const char *behaviour;
    const char *text;
    const char *expected;
};

static void check_totals(const struct totals_case *cases, size_t count, enum shown_totals shown)
{
    for (size_t i = 0; i < count; i++) {
        struct parsed parsed;
        struct totals totals;
        struct error error = {0};

        parsed_read(&parsed, cases[i].text);
        cr_assert(parsed.is_read, "%s: %s", cases[i].behaviour, parsed.error.text);
        cr_assert(totals_compute(&totals, &parsed.profile, &error), "%s", error.text);
        cr_assert(totals_add_inclusive(&totals, &error), "%s", error.text);
        char *text = show_totals(&totals, shown);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        totals_free(&totals);
        parsed_free(&parsed);
    }
}

/* summary:, or where it is zero, missing, wrapped or too small totals:, or else the sum. */
Test(totals, finds_the_program_total)
{
    static const struct totals_case cases[] = {
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
        {"calls are no part of it", "events: A\nfn=f\n1 5\ncfn=g\ncalls=1 1\n1 100\n",
         "total 5 calculated\n"},
        {"negative costs", "events: A\nfn=f\n1 -5\n", "total -5 calculated\n"},
        {"a summary of 0 says nothing of them", "events: A\nsummary: 0\nfn=f\n1 -5\n",
         "total -5 calculated\n"},
    };

    check_totals(cases, ARRAY_LENGTH(cases), PROGRAM);
}

Test(totals, adds_up_the_totals_of_parts)
{
    static const struct totals_case cases[] = {
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

    check_totals(cases, ARRAY_LENGTH(cases), PROGRAM);
}

Test(totals, tells_the_total_of_each_part)
{
    struct parsed parsed;

    parsed_read(&parsed,
                "events: A B\nsummary: 9\nfn=f\n1 5\npart: 2\nevents: A\n1 6\ntotals: 6\n");
    cr_expect_eq(totals_of_part(&parsed.profile, 0, 0).sum, 9);
    cr_expect_not(totals_of_part(&parsed.profile, 0, 1).is_given);
    cr_expect_eq(totals_of_part(&parsed.profile, 1, 0).sum, 6);
    parsed_free(&parsed);
}

Test(totals, has_a_row_by_object_file_and_function)
{
    static const struct totals_case cases[] = {
        {"functions of one name in two files", "events: A\nfl=a\nfn=f\n1 1\nfl=b\nfn=f\n1 2\n",
         "a:f 1\nb:f 2\n"},
        {"functions of one name in two objects",
         "events: A\nob=o\nfl=a\nfn=f\n1 1\nob=p\nfn=f\n1 2\nob=o\nfn=f\n1 4\n",
         "a:f[o] 5\na:f[p] 2\n"},
        {"code inlined from another file is a row",
         "events: A\nfl=a\nfn=f\n1 1\nfi=b\n1 2\nfe=a\n1 4\n", "a:f 5\nb:f 2\n"},
        /* "inlined from b into f of a" and "f of b" are the same (object, file, name). */
        {"which a function of that name in that file shares",
         "events: A\nfl=a\nfn=f\n1 1\nfi=b\n1 2\nfl=b\nfn=f\n1 4\n", "a:f 1\nb:f 6\n"},
        {"what is only called is none",
         "events: A\nfl=a\nfn=f\n1 1\ncfi=c\ncfn=g\ncalls=1 1\n1 9\n", "a:f 1\n"},
        {"not given and not given stays so", "events: A B\nfl=a\nfn=f\n1 1\nfi=b\n1 2\n1 4\n",
         "a:f 1 .\nb:f 6 .\n"},
    };

    check_totals(cases, ARRAY_LENGTH(cases), SELF);
}

/* A function that is called: the arcs into it. Another: its self cost and the arcs out of it. */
Test(totals, adds_inclusive_cost_by_the_plain_rule)
{
    static const struct totals_case cases[] = {
        /* main is not called: 20 + 400 + 400; func1 400; func2 400 + 300. */
        {"the specification's extended example",
         "events: Instructions\nfl=file1.c\nfn=main\n16 20\ncfn=func1\ncalls=1 50\n16 400\n"
         "cfi=file2.c\ncfn=func2\ncalls=3 20\n16 400\nfn=func1\n51 100\ncfi=file2.c\ncfn=func2\n"
         "calls=2 20\n51 300\nfl=file2.c\nfn=func2\n20 700\n",
         "file1.c:main 820\nfile1.c:func1 400\nfile2.c:func2 700\n"},
        {"what only calls or is only called",
         "events: A\nfl=a\nfn=f\ncfi=b\ncfn=g\ncalls=1 1\n1 9\n", "a:f 9\nb:g 9\n"},
        {"inlined code: its self cost and the calls from its lines",
         "events: A\nfl=a\nfn=f\n1 1\nfi=b\n2 2\ncfi=c\ncfn=g\ncalls=1 1\n2 40\nfl=a\nfn=h\n1 "
         "1\ncfn=f\ncalls=1 1\n1 43\n",
         "a:f 43\nb:f 42\na:h 44\nc:g 40\n"},
        {"calls with count 0 count", "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=0 1\n1 9\n",
         "a:f 10\na:g 9\n"},
    };

    check_totals(cases, ARRAY_LENGTH(cases), INCLUSIVE);
}

Test(totals, lists_callers_and_callees)
{
    static const struct totals_case cases[] = {
        {"one call", "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=3 1\n1 9\nfn=g\n1 9\n",
         "a:f >a:gx3 9\na:g <a:fx3 9\n"},
        {"calls between the same two add up",
         "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=3 1\n1 9\ncalls=1 1\n2 1\nfn=g\n1 10\n",
         "a:f >a:gx4 10\na:g <a:fx4 10\n"},
        {"recursion", "events: A\nfl=a\nfn=f\n1 1\ncfn=f\ncalls=2 1\n1 9\n",
         "a:f <a:fx2 9 >a:fx2 9\n"},
        {"inlined code calls for itself",
         "events: A\nfl=a\nfn=f\n1 1\nfi=b\n1 1\ncfi=a\ncfn=g\ncalls=1 1\n1 9\nfl=a\nfn=g\n1 9\n",
         "a:f\nb:f >a:gx1 9\na:g <b:fx1 9\n"},
        {"objects are kept apart",
         "events: A\nob=o\nfl=a\nfn=f\n1 1\ncob=p\ncfn=f\ncalls=1 1\n1 9\nob=p\nfn=f\n1 9\n",
         "a:f[o] >a:f[p]x1 9\na:f[p] <a:f[o]x1 9\n"},
    };

    check_totals(cases, ARRAY_LENGTH(cases), CALLS);
}

/* Each fits by itself; nothing wraps, whichever sum it is. */
Test(totals, fails_where_sums_do_not_fit)
{
    static const struct {
        const char *behaviour, *text;
        bool is_computed; /* only the inclusive costs are too large */
    } cases[] = {
        {"summaries of parts",
         "events: A\nsummary: 9223372036854775807\nfn=f\n1 1\npart: 2\nevents: A\nsummary: 1\n1 "
         "1\n",
         false},
        {"inclusive cost of a caller",
         "events: A\nfl=a\nfn=f\n1 9223372036854775807\ncfn=g\ncalls=1 1\n1 1\n", true},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct parsed parsed;
        struct totals totals;
        struct error error = {0};

        parsed_read(&parsed, cases[i].text);
        cr_assert(parsed.is_read, "%s: %s", cases[i].behaviour, parsed.error.text);
        bool is_computed = totals_compute(&totals, &parsed.profile, &error);
        cr_expect_eq(is_computed, cases[i].is_computed, "%s", cases[i].behaviour);
        if (is_computed)
            cr_expect_not(totals_add_inclusive(&totals, &error), "%s", cases[i].behaviour);
        cr_expect_eq(error.kind, ERROR_FAILED, "%s", cases[i].behaviour);
        totals_free(&totals);
        parsed_free(&parsed);
    }
}

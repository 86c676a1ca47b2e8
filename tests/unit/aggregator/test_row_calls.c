/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/row_figures.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(row_calls, .init = temporary_enter, .fini = temporary_leave);

static void begin(struct figured *figured, const char *profile)
{
    figured_read(figured, profile, FOLDED(BY_FUNCTION));
}

static row_id find(const struct figured *figured, const char *name)
{
    char full[40];

    snprintf(full, sizeof full, "a:%s", name);
    return figured_find(figured->figures.rows, full);
}

/* "COUNT ENTERING LEAVING" of the calls from one function to another. Static memory. */
static const char *show_call(const struct figured *figured, const char *caller, const char *callee)
{
    static char text[80];
    const struct row_calls *calls = figured->figures.calls;
    row_id from = find(figured, caller), to = find(figured, callee);

    for (size_t i = calls->callees_begin[from]; i < calls->callees_begin[from + 1]; i++) {
        uint32_t arc = calls->callees[i];

        cr_expect_eq(row_call(calls, arc).caller, from);
        if (row_call(calls, arc).callee != to)
            continue;
        snprintf(text, sizeof(text), "%" PRIi64 " %" PRIi64 " %" PRIi64, calls->arcs.counts[arc],
                 costs_sum(&calls->entering, costs_row(&calls->entering, arc), 0),
                 costs_sum(&calls->leaving, costs_row(&calls->leaving, arc), 0));
        return text;
    }
    return "none";
}

/* By Ir main's calls of g cost most, by Dr those of f. */
static const char plain[] =
    "events: Ir Dr\nfl=a\nfn=main\n1 1 1\ncfn=f\ncalls=1 1\n1 30 9\ncfn=h\ncalls=2 1\n1 50 5\n"
    "fn=f\n2 10 4\ncfn=g\ncalls=3 1\n2 20 5\nfn=h\n3 10 1\ncfn=g\ncalls=4 1\n3 40 4\n"
    "fn=g\n4 60 9\n";

Test(row_calls, are_between_functions)
{
    struct figured figured;

    begin(&figured, plain);
    cr_expect_str_eq(show_call(&figured, "main", "f"), "1 30 30");
    cr_expect_str_eq(show_call(&figured, "h", "g"), "4 40 40");
    cr_expect_str_eq(show_call(&figured, "g", "h"), "none");
    figured_free(&figured);
}

/* main > f 100 > f'2 60 > f'2 20: f costs what main spends on it, and f's calls nest in that. */
Test(row_calls, leave_out_what_nests_in_others)
{
    struct figured figured;

    begin(&figured, "events: Ir\nfl=a\nfn=main\n1 5\ncfn=f\ncalls=1 1\n1 100\nfn=f\n2 40\ncfn=f'2\n"
                    "calls=1 1\n2 60\nfn=f'2\n2 60\ncfn=f'2\ncalls=1 1\n2 20\n");
    cr_expect_str_eq(show_call(&figured, "main", "f"), "1 100 100");
    cr_expect_str_eq(show_call(&figured, "f", "f"), "2 0 0");
    figured_free(&figured);
}

/* main > f > g > f'2 > g'2, of 1, 2, 4, 8 and 16. */
static const char levels[] =
    "events: Ir\nfl=a\nfn=main\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n2 2\ncfn=g\ncalls=1 1\n2 28\n"
    "fn=g\n3 4\ncfn=f'2\ncalls=1 1\n3 24\nfn=f'2\n2 8\ncfn=g'2\ncalls=1 1\n2 16\nfn=g'2\n3 16\n";

Test(row_calls, count_those_of_the_first_level)
{
    struct figured figured;

    begin(&figured, levels);
    cr_expect_str_eq(show_call(&figured, "main", "f"), "1 30 30");
    cr_expect_str_eq(show_call(&figured, "f", "g"), "2 28 28"); /* not g'2 in f'2: it nests */
    cr_expect_str_eq(show_call(&figured, "g", "f"), "1 0 24");
    cr_expect(figured.figures.inclusive->is_exact[find(&figured, "g")]);
    figured_free(&figured);
}

/* The calls at one side of a row: "<CALLERxCOUNT COST" or ">CALLEExCOUNT COST", as recorded. */
static void print_side(FILE *out, const struct row_calls *calls, row_id row, enum calls_by by)
{
    struct side_of_row side = row_calls_side(calls, row, by);

    for (size_t i = 0; i < side.count; i++) {
        struct row_call call = row_call(calls, side.arcs[i]);
        row_id other = row_calls_other(calls, side.arcs[i], by);

        cr_expect_eq(by == CALLS_BY_CALLEE ? call.callee : call.caller, row);
        cr_expect_eq(by == CALLS_BY_CALLEE ? call.caller : call.callee, other);
        fprintf(out, " %c%s", by == CALLS_BY_CALLEE ? '<' : '>', figured_name(calls->rows, other));
        fprintf(out, "x%" PRIi64, calls->arcs.counts[side.arcs[i]]);
        parsed_print_costs(out, &calls->arcs.costs, side.arcs[i]);
    }
}

static char *show_sides(const struct row_calls *calls)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (row_id id = 0; id < calls->rows->count; id++) {
        fputs(figured_name(calls->rows, id), out);
        print_side(out, calls, id, CALLS_BY_CALLEE);
        print_side(out, calls, id, CALLS_BY_CALLER);
        fputc('\n', out);
    }
    fclose(out);
    return figured_sort(text);
}

/* By file:function, as recorded. */
Test(row_calls, have_callers_and_callees)
{
    static const struct {
        const char *behaviour, *profile, *expected;
    } cases[] = {
        {"one call", "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=3 1\n1 9\nfn=g\n1 9\n",
         "a:f >a:gx3 9\na:g <a:fx3 9\n"},
        {"calls between the same two add up",
         "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=3 1\n1 9\ncalls=1 1\n2 1\nfn=g\n1 10\n",
         "a:f >a:gx4 10\na:g <a:fx4 10\n"},
        {"recursion", "events: A\nfl=a\nfn=f\n1 1\ncfn=f\ncalls=2 1\n1 9\n",
         "a:f <a:fx2 9 >a:fx2 9\n"},
        {"inlined code calls for itself",
         "events: A\nfl=a\nfn=f\n1 1\nfi=b\n1 1\ncfi=a\ncfn=g\ncalls=1 1\n1 9\nfl=a\nfn=g\n1 9\n",
         "a:f\na:g <b:fx1 9\nb:f >a:gx1 9\n"},
        {"objects are kept apart",
         "events: A\nob=o\nfl=a\nfn=f\n1 1\ncob=p\ncfn=f\ncalls=1 1\n1 9\nob=p\nfn=f\n1 9\n",
         "a:f[o] >a:f[p]x1 9\na:f[p] <a:f[o]x1 9\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct figured figured;

        figured_read(&figured, cases[i].profile, ROWS(BY_FILE_FUNCTION));
        char *text = show_sides(figured.figures.calls);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        figured_free(&figured);
    }
}

/* Without nesting the calls are known only as recorded. */
Test(row_calls, without_nesting_have_no_share_of_inclusive_costs)
{
    struct figured figured;
    struct row_calls calls;
    struct error error = {0};

    begin(&figured, plain);
    row_calls_create(&calls, figured.figures.rows, NULL);
    cr_assert(profile_fits(figured.figures.rows->profile, &error), "%s", error.text);
    cr_assert_eq(calls.arcs.map.count, 4);
    for (uint32_t arc = 0; arc < 4; arc++) {
        cr_expect_gt(figured_cost(&calls.arcs.costs, arc, 0), 0);
        cr_expect_not(costs_is_given(costs_row(&calls.entering, arc), 0));
        cr_expect_not(costs_is_given(costs_row(&calls.leaving, arc), 0));
    }
    row_calls_free(&calls);
    figured_free(&figured);
}

/* What code of b adds to its function, and to that which it calls: by function, not by row. */
Test(row_calls, of_inlined_code_add_to_what_functions_cost)
{
    struct figured figured;

    figured_read(&figured,
                 "events: A\nfl=a\nfn=f\n1 1\nfi=b\n1 2\ncfi=a\ncfn=f'2\ncalls=1 1\n1 12\nfl=a\n"
                 "fn=f'2\n1 4\nfi=b\n1 8\n",
                 ROWS(BY_FILE_FUNCTION));
    const struct row_calls *calls = figured.figures.calls;
    cr_assert_eq(calls->arcs.map.count, 1);
    cr_expect_eq(row_call(calls, 0).caller, figured_find(calls->rows, "b:f"));
    cr_expect_eq(row_call(calls, 0).callee, figured_find(calls->rows, "a:f'2"));
    cr_expect_eq(figured_cost(&calls->entering, 0, 0), 12);
    cr_expect_eq(figured_cost(&calls->leaving, 0, 0), 12);
    figured_free(&figured);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/inclusive.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/filter.h"
#include "profile/profile.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(function_parts, .init = temporary_enter, .fini = temporary_leave);

/* A profile, its functions and other rows that these are divided among. */
struct divided {
    struct parsed parsed;
    struct program program;
    struct function_figures functions;
    struct rows rows;
    struct function_parts parts;
};

static void print_part(FILE *out, const struct divided *divided, struct function_part part,
                       const struct costs *costs, size_t id)
{
    fprintf(out, "%s in ", figured_name(&divided->functions.rows, part.function));
    fputs(part.row == NO_ID ? "several" : figured_name(&divided->rows, part.row), out);
    fputs(part.is_exact ? "" : " ~", out);
    parsed_print_costs(out, costs, id);
    fputc('\n', out);
}

/* "FUNCTION in ROW COSTS" of each function and of each inlined part, "~" before a bound. */
static char *show(const struct divided *divided)
{
    const struct inclusive *functions = &divided->functions.inclusive;
    const struct function_parts *parts = &divided->parts;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (row_id id = 0; id < functions->rows->count; id++) {
        const struct function_part own = {id, parts->own[id], functions->is_exact[id]};
        print_part(out, divided, own, &functions->costs, id);
    }
    for (size_t i = 0; i < parts->count; i++)
        print_part(out, divided, parts->list[i], &parts->costs, i);
    fclose(out);
    return figured_sort(text);
}

/* Whether all fits; only the parts may not. */
static bool divide(struct divided *divided, const char *text, struct row_choice of_rows,
                   bool is_folded)
{
    const struct profile *profile = &divided->parsed.profile;
    struct rows *functions = &divided->functions.rows;
    struct row_choice of_functions = ROWS(BY_FUNCTION);
    struct error error = {0};

    *divided = (struct divided){0};
    of_functions.is_folded = is_folded;
    parsed_read(&divided->parsed, text);
    cr_assert(divided->parsed.is_read, "%s", divided->parsed.error.text);
    rows_create(&divided->rows, profile, &of_rows);
    cr_assert(profile_fits(profile, &error), "%s", error.text);
    program_compute(&divided->program, profile);
    cr_assert(profile_fits(profile, &error), "%s", error.text);
    rows_create(functions, profile, &of_functions);
    cr_assert(profile_fits(profile, &error), "%s", error.text);
    inclusive_compute(&divided->functions.inclusive, functions,
                      profile_levels(profile, functions->arcs));
    cr_assert(profile_fits(functions->profile, &error), "%s", error.text);
    function_parts_create(&divided->parts, &divided->functions, &divided->rows);
    bool is_done = profile_fits(profile, &error);
    cr_expect_eq(error.kind, is_done ? ERROR_NONE : ERROR_FAILED);
    return is_done;
}

static void divided_free(struct divided *divided)
{
    function_parts_free(&divided->parts);
    inclusive_free(&divided->functions.inclusive);
    rows_free(&divided->functions.rows);
    rows_free(&divided->rows);
    program_free(&divided->program);
    parsed_free(&divided->parsed);
}

static char *show_parts(const char *profile, struct row_choice of_rows, bool is_folded)
{
    struct divided divided;

    cr_assert(divide(&divided, profile, of_rows, is_folded));
    char *text = show(&divided);
    divided_free(&divided);
    return text;
}

struct parts_case {
    const char *behaviour, *profile;
    const char *expected;
};

static void check(const struct parts_case *cases, size_t count, enum row_key key, bool is_folded)
{
    for (size_t i = 0; i < count; i++) {
        struct row_choice choice = ROWS(key);

        choice.is_folded = is_folded;
        char *text = show_parts(cases[i].profile, choice, is_folded);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
    }
}

/* f costs 1 in its own file a, 2 in b and 40 in g, which b's code calls. */
Test(function_parts, of_inlined_code_cost_what_it_does_and_calls)
{
    static const struct parts_case cases[] = {
        {"no code but its own", "events: A\nfl=a\nfn=f\n1 1\n", "a:f in a:f 1\n"},
        {"calls of code from elsewhere",
         "events: A\nfl=a\nfn=f\n1 1\nfi=b\n2 2\ncfi=c\ncfn=g\ncalls=1 1\n2 40\nfl=c\nfn=g\n1 40\n",
         "a:f in a:f 43\na:f in b:f 42\nc:g in c:g 40\n"},
        {"calls of its own code",
         "events: A\nfl=a\nfn=f\n1 1\ncfi=c\ncfn=g\ncalls=1 1\n2 40\nfi=b\n2 2\nfl=c\nfn=g\n1 40\n",
         "a:f in a:f 43\na:f in b:f 2\nc:g in c:g 40\n"},
        {"what was not given",
         "events: A B\nfl=a\nfn=f\n1 1\nfi=b\n2 2\ncfi=c\ncfn=g\ncalls=1 1\n2 40 5\n",
         "a:f in a:f 43 5\na:f in b:f 42 5\nc:g in c:g 40 5\n"},
        {"cache use is not a cost of calls", "events: Ir AcCost1\nfl=a\nfn=f\n1 1 3\nfi=b\n2 2 4\n",
         "a:f in a:f 3 .\na:f in b:f 2 .\n"},
    };

    check(cases, ARRAY_LENGTH(cases), BY_FILE_FUNCTION, true);
}

/* m calls f once; what f's first activation costs is 2 in a, 4 in b and what it calls. */
#define MAIN "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n2 2\n"

Test(function_parts, count_each_instruction_once_under_recursion)
{
    static const struct parts_case cases[] = {
        {"code of the first activation alone",
         MAIN "fi=b\n3 4\ncfi=a\ncfn=f'2\ncalls=1 1\n3 24\nfl=a\nfn=f'2\n2 24\n",
         "a:f in a:f 30\na:f in b:f 28\na:m in a:m 31\n"},
        /* Code of b is never within itself: 4 and 16. */
        {"which does not lead back",
         MAIN "cfn=f'2\ncalls=1 1\n2 24\nfi=b\n3 4\nfl=a\nfn=f'2\n2 8\nfi=b\n3 16\n",
         "a:f in a:f 30\na:f in b:f 20\na:m in a:m 31\n"},
        /* 4 and 24 of the first, or 4 and 16 of all: the 16 need not be within the 24. */
        {"code of deeper activations too",
         MAIN "fi=b\n3 4\ncfi=a\ncfn=f'2\ncalls=1 1\n3 24\nfl=a\nfn=f'2\n2 8\nfi=b\n3 16\n",
         "a:f in a:f 30\na:f in b:f ~ 28\na:m in a:m 31\n"},
        /* The same, where 5 of the 24 are calls from there: 4 and 24, or 4, 8 and 5. */
        {"which calls others",
         MAIN "fi=b\n3 4\ncfi=a\ncfn=f'2\ncalls=1 1\n3 24\nfl=a\nfn=f'2\n2 11\nfi=b\n3 8\ncfi=c\n"
              "cfn=h\ncalls=1 1\n3 5\nfl=c\nfn=h\n5 5\n",
         "a:f in a:f 30\na:f in b:f ~ 28\na:m in a:m 31\nc:h in c:h 5\n"},
        /* 4 and 3 of the first, or 4 and 20 of all. */
        {"which costs more than the calls",
         MAIN "fi=b\n3 4\ncfi=a\ncfn=f'2\ncalls=1 1\n3 3\nfe=a\ncfn=f'2\ncalls=1 1\n3 21\n"
              "fn=f'2\n2 4\nfi=b\n3 20\n",
         "a:f in a:f 30\na:f in b:f ~ 24\na:m in a:m 31\n"},
        /* Which calls are within others is not known; self cost never is. */
        {"without levels", MAIN "2 8\nfi=b\n3 20\ncfi=a\ncfn=f\ncalls=1 1\n3 24\n",
         "a:f in a:f 30\na:f in b:f ~ 20\na:m in a:m 31\n"},
        /* m > f > g > f'2: 4 and the 24 of g. */
        {"through another function",
         MAIN
         "fi=b\n3 4\ncfi=a\ncfn=g\ncalls=1 1\n3 24\nfl=a\nfn=g\n4 8\ncfn=f'2\ncalls=1 1\n4 16\n"
         "fn=f'2\n2 16\n",
         "a:f in a:f 30\na:f in b:f 28\na:g in a:g 24\na:m in a:m 31\n"},
        /* m > f > g > f'2 > g'2: 4 and 24 of the first, or 4 and 6 of all. */
        {"and from code of deeper activations",
         MAIN
         "fi=b\n3 4\ncfi=a\ncfn=g\ncalls=1 1\n3 24\nfl=a\nfn=g\n4 8\ncfn=f'2\ncalls=1 1\n4 16\n"
         "fn=f'2\n2 6\nfi=b\n3 6\ncfi=a\ncfn=g'2\ncalls=1 1\n3 4\nfl=a\nfn=g'2\n4 4\n",
         "a:f in a:f 30\na:f in b:f ~ 28\na:g in a:g 24\na:m in a:m 31\n"},
        {"through another function, without levels",
         MAIN "fi=b\n3 4\ncfi=a\ncfn=g\ncalls=1 1\n3 24\nfl=a\nfn=g\n4 24\ncfn=f\ncalls=1 1\n4 0\n",
         "a:f in a:f ~ 30\na:f in b:f ~ 4\na:g in a:g ~ 24\na:m in a:m 31\n"},
    };

    check(cases, ARRAY_LENGTH(cases), BY_FILE_FUNCTION, true);
}

/* As recorded f and f'2 are two functions, of which neither leads back to itself. */
Test(function_parts, are_of_functions_as_recorded)
{
    static const struct parts_case cases[] = {
        {"levels apart",
         MAIN "fi=b\n3 4\ncfi=a\ncfn=f'2\ncalls=1 1\n3 24\nfl=a\nfn=f'2\n2 8\nfi=b\n3 16\n",
         "a:f in a:f 30\na:f in b:f 28\na:f'2 in a:f'2 24\na:f'2 in b:f'2 16\na:m in a:m 31\n"},
    };

    check(cases, ARRAY_LENGTH(cases), BY_FILE_FUNCTION, false);
}

/* f of a and f of c, which have code of b: 3 and 7, 5 and 15. */
Test(function_parts, may_share_a_row)
{
    static const char profile[] =
        "events: A\nfl=a\nfn=f\n1 3\nfi=b\n2 7\nfl=c\nfn=f\n1 5\nfi=b\n2 15\n";
    static const struct parts_case by_name[] = {
        {"of one name", profile, "a:f in a:f 10\na:f in b:f 7\nc:f in b:f 15\nc:f in c:f 20\n"}};
    static const struct parts_case by_file[] = {
        {"of one file", profile, "a:f in a 10\na:f in b 7\nc:f in b 15\nc:f in c 20\n"}};
    static const struct parts_case by_directory[] = {
        {"in one directory", profile, "a:f in . 10\na:f in . 7\nc:f in . 15\nc:f in . 20\n"}};

    check(by_name, ARRAY_LENGTH(by_name), BY_FILE_FUNCTION, true);
    check(by_file, ARRAY_LENGTH(by_file), BY_FILE, true);
    check(by_directory, ARRAY_LENGTH(by_directory), BY_DIRECTORY, true);
}

/* f is let through and f'2 is not: one function is in a row that is shown and in a hidden one. */
Test(function_parts, may_be_divided_by_a_filter)
{
    static const char profile[] = MAIN "cfn=f'2\ncalls=1 1\n2 28\nfn=f'2\n2 28\n";
    struct filter filter = {0};
    struct error error = {0};
    struct row_choice choice = ROWS(BY_FILE);

    cr_assert(pattern_set(&filter.function, "function", "^f$", &error));
    choice.filter = &filter;
    char *text = show_parts(profile, choice, true);
    cr_expect_str_eq(text, "a:f in several 30\na:m in a:m 31\n", "got\n%s", text);
    free(text);
    filter_free(&filter);
}

/* f's 2^63 - 2 and the 1 of g fit; code of b without the -1 of a does not. */
Test(function_parts, fail_where_a_sum_does_not_fit)
{
    struct divided divided;

    cr_expect_not(divide(&divided,
                         "events: A\nfl=a\nfn=f\n1 -1\nfi=b\n2 9223372036854775807\ncfi=a\ncfn=g\n"
                         "calls=1 1\n2 1\nfl=a\nfn=g\n3 1\n",
                         FOLDED(BY_FILE_FUNCTION), true));
    divided_free(&divided);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures derived by hand; tests/whole/test_random_programs.c has the truth of many programs. */

#include "aggregator/inclusive.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/filter.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(inclusive, .init = temporary_enter, .fini = temporary_leave);

/* "ROW COSTS" of each row, "~" before a bound and "in N" after it for its cycle; "cycle COSTS". */
static char *show(const struct inclusive *inclusive)
{
    const struct rows *rows = inclusive->rows;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (row_id id = 0; id < rows->count; id++) {
        fprintf(out, "%s%s", figured_name(rows, id), inclusive->is_exact[id] ? "" : " ~");
        parsed_print_costs(out, &inclusive->costs, id);
        if (inclusive->cycle[id] != 0)
            fprintf(out, " in %u", inclusive->cycle[id]);
        fputc('\n', out);
    }
    for (size_t i = 0; i < inclusive->n_cycles; i++) {
        fputs("<cycle>", out);
        parsed_print_costs(out, &inclusive->cycles, i);
        fputc('\n', out);
    }
    fclose(out);
    return figured_sort(text);
}

struct inclusive_case {
    const char *behaviour, *profile;
    const char *expected; /* in bytewise order */
};

static void check(const struct inclusive_case *cases, size_t count, struct row_choice choice)
{
    for (size_t i = 0; i < count; i++) {
        struct figured figured;

        figured_read(&figured, cases[i].profile, choice);
        char *text = show(figured.figures.inclusive);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        figured_free(&figured);
    }
}

/* A function that is called: the arcs into it. Another: its self cost and the arcs out of it. */
Test(inclusive, follows_the_plain_rule)
{
    static const struct inclusive_case cases[] = {
        /* main is not called: 20 + 400 + 400; func1 400; func2 400 + 300. */
        {"the specification's extended example",
         "events: Instructions\nfl=file1.c\nfn=main\n16 20\ncfn=func1\ncalls=1 50\n16 400\n"
         "cfi=file2.c\ncfn=func2\ncalls=3 20\n16 400\nfn=func1\n51 100\ncfi=file2.c\ncfn=func2\n"
         "calls=2 20\n51 300\nfl=file2.c\nfn=func2\n20 700\n",
         "file1.c:func1 400\nfile1.c:main 820\nfile2.c:func2 700\n"},
        {"what only calls or is only called",
         "events: A\nfl=a\nfn=f\ncfi=b\ncfn=g\ncalls=1 1\n1 9\n", "a:f 9\nb:g 9\n"},
        {"inlined code: its self cost and the calls from its lines",
         "events: A\nfl=a\nfn=f\n1 1\nfi=b\n2 2\ncfi=c\ncfn=g\ncalls=1 1\n2 40\nfl=a\nfn=h\n1 "
         "1\ncfn=f\ncalls=1 1\n1 43\n",
         "a:f 43\na:h 44\nb:f 42\nc:g 40\n"},
        {"calls with count 0 count", "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=0 1\n1 9\n",
         "a:f 10\na:g 9\n"},
        /* f is called for 12 B, and spends 5 A and -2 B, or the other way round. */
        {"what a line does not give is 0 beside costs below 0",
         "events: A B\nfl=a\nfn=f\n1 5 -2\npart: 2\nevents: C\nfl=a\nfn=m\ncfn=f\ncalls=1 1\n"
         "1 12\n",
         "a:f 5 0 12\na:m . . 12\n"},
        {"also where the calls have it",
         "events: A B\nfl=a\nfn=m\ncfn=f\ncalls=1 1\n1 5 -2\npart: 2\nevents: C\nfl=a\nfn=f\n"
         "1 12\n",
         "a:f 5 0 12\na:m 5 -2 .\n"},
    };

    check(cases, ARRAY_LENGTH(cases), ROWS(BY_FILE_FUNCTION));
}

/* m > f > g > f'2 > g'2, of 1, 2, 4, 8 and 16. */
#define LEVELS                                                                                     \
    "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n2 2\ncfn=g\ncalls=1 1\n2 "          \
    "28\nfn=g\n"                                                                                   \
    "3 4\ncfn=f'2\ncalls=1 1\n3 24\nfn=f'2\n2 8\ncfn=g'2\ncalls=1 1\n2 16\nfn=g'2\n3 16\n"

/* The same without levels: of f 10, of g 20. */
#define MERGED                                                                                     \
    "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n2 10\ncfn=g\ncalls=2 1\n2 44\n"     \
    "fn=g\n3 20\ncfn=f\ncalls=1 1\n3 24\n"

Test(inclusive, follows_the_rules_of_recursion)
{
    static const struct inclusive_case cases[] = {
        {"calls of itself are within those of others",
         "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 9\nfn=f\n2 9\ncfn=f\ncalls=2 1\n2 12\n",
         "a:f 9\na:m 10\n"},
        {"so are deeper levels",
         "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 9\nfn=f\n2 4\ncfn=f'2\ncalls=1 1\n2 5\n"
         "fn=f'2\n2 5\ncfn=f'2\ncalls=1 1\n2 2\n",
         "a:f 9\na:m 10\n"},
        /* What enters f is 30, what enters g's first level 28. */
        {"first levels are exact in a cycle", LEVELS, "a:f 30\na:g 28\na:m 31\n"},
        /* f: the 30 that m spends; g: its own 20. All that m spends is spent in the cycle. */
        {"without levels there are bounds", MERGED,
         "<cycle> 30\na:f ~ 30 in 1\na:g ~ 20 in 1\na:m 31\n"},
        /* f's first level calls itself: what enters the cycle from outside remains, 30. */
        {"first levels do not call themselves", LEVELS "fn=f\ncfn=f\ncalls=1 1\n2 3\n",
         "<cycle> 30\na:f ~ 30 in 1\na:g 28 in 1\na:m 31\n"},
        /* g is called for 31, where f and g cost 30 together: 20 of its own are sure. */
        {"nor are they called for more than there is", LEVELS "fn=m\ncfn=g\ncalls=1 1\n1 3\n",
         "<cycle> 30\na:f 30 in 1\na:g ~ 20 in 1\na:m 34\n"},
    };

    check(cases, ARRAY_LENGTH(cases), FOLDED(BY_FUNCTION));
}

/*
 * What f's call of the resolver r costs, 60, has f'2 in it, which the profile does not show: its
 * own 35, and the 20 of its own call of r, must not be added to f's 40 + 60.
 */
Test(inclusive, is_a_bound_where_a_chain_is_cut)
{
    static const struct inclusive_case cases[] = {
        {"nobody enters the deeper level",
         "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 100\nfn=f\n2 40\ncfn=r\ncalls=1 1\n2 60\n"
         "fn=f'2\n2 35\ncfn=r\ncalls=1 1\n2 20\nfn=r\n9 5\n",
         "a:f ~ 100\na:m 101\na:r 80\n"},
        {"its self cost is a bound too", "events: A\nfl=a\nfn=f\n2 4\nfn=f'2\n2 35\n",
         "a:f ~ 39\n"},
    };

    check(cases, ARRAY_LENGTH(cases), FOLDED(BY_FUNCTION));
}

/* f costs 2 in a and 4 in b at its first level, whose code of b spends 24 at the second. */
#define INLINED "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n2 2\nfi=b\n3 4\ncfi=a\n"

/* See test_function_parts.c for the parts; rows by file:function are made of them. */
Test(inclusive, of_inlined_code_under_recursion)
{
    static const struct inclusive_case cases[] = {
        {"levels separated, code of the first",
         INLINED "cfn=f'2\ncalls=1 1\n3 24\nfl=a\nfn=f'2\n2 24\n", "a:f 30\na:m 31\nb:f 28\n"},
        {"levels separated, code of all",
         INLINED "cfn=f'2\ncalls=1 1\n3 24\nfl=a\nfn=f'2\n2 8\nfi=b\n3 16\n",
         "a:f 30\na:m 31\nb:f ~ 28\n"},
        /* 4 and 16 of code of b. */
        {"levels merged", INLINED "cfn=f\ncalls=1 1\n3 24\nfl=a\nfn=f\n2 8\nfi=b\n3 16\n",
         "a:f 30\na:m 31\nb:f ~ 20\n"},
        /* f > g > f'2: the cycle is that of functions, but neither is a bound. */
        {"a cycle, levels separated",
         INLINED
         "cfn=g\ncalls=1 1\n3 24\nfl=a\nfn=g\n4 8\ncfn=f'2\ncalls=1 1\n4 16\nfn=f'2\n2 16\n",
         "a:f 30\na:g 24\na:m 31\nb:f 28\n"},
        /* f > g > f: 4 of b, 8 of g, and 30 that m spends on f. */
        {"a cycle, levels merged",
         INLINED "cfn=g\ncalls=1 1\n3 24\nfl=a\nfn=g\n4 8\ncfn=f\ncalls=1 1\n4 16\nfn=f\n2 16\n",
         "<cycle> 30\na:f ~ 30 in 1\na:g ~ 8 in 1\na:m 31\nb:f ~ 4\n"},
    };

    check(cases, ARRAY_LENGTH(cases), FOLDED(BY_FILE_FUNCTION));
}

/* Functions f of a and f of c, both with code of b: "b:f" is one row. */
Test(inclusive, of_a_row_that_functions_of_one_name_share)
{
    static const struct inclusive_case cases[] = {
        /* They run one after the other: 7 and 15 of b. */
        {"beside each other",
         "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 10\ncfi=c\ncfn=f\ncalls=1 1\n1 20\n"
         "fn=f\n1 3\nfi=b\n2 7\nfl=c\nfn=f\n1 5\nfi=b\n2 15\n",
         "a:f 10\na:m 31\nb:f 22\nc:f 20\n"},
        /* Code of b in f of a calls f of c: it costs 7 and 20, which the 15 are within. */
        {"within each other",
         "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n1 3\nfi=b\n2 7\ncfi=c\ncfn=f\n"
         "calls=1 1\n2 20\nfl=c\nfn=f\n1 5\nfi=b\n2 15\n",
         "a:f 30\na:m 31\nb:f ~ 27\nc:f 20\n"},
        /* f of a has code of c, where the other f is: 7 and 5. */
        {"one of them as its own",
         "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 10\ncfi=c\ncfn=f\ncalls=1 1\n1 5\n"
         "fn=f\n1 3\nfi=c\n2 7\nfl=c\nfn=f\n1 5\n",
         "a:f 10\na:m 16\nc:f 12\n"},
    };

    check(cases, ARRAY_LENGTH(cases), FOLDED(BY_FILE_FUNCTION));
}

/* The same as LEVELS, with m and f in o and g in p: each of these leads back to itself. */
#define OBJECTS                                                                                    \
    "events: A\nob=o\nfl=d/a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n2 "                         \
    "2\ncob=p\ncfi=e/b\ncfn=g\n"                                                                   \
    "calls=1 1\n2 28\nob=p\nfl=e/b\nfn=g\n3 4\ncob=o\ncfi=d/a\ncfn=f'2\ncalls=1 1\n3 24\nob=o\n"   \
    "fl=d/a\nfn=f'2\n2 8\ncob=p\ncfi=e/b\ncfn=g'2\ncalls=1 1\n2 16\nob=p\nfl=e/b\nfn=g'2\n3 16\n"

/* What the calls between groups prove is their self cost: 11 of o, 20 of p. m costs 31, g 28. */
Test(inclusive, of_groups_is_at_least_that_of_a_function_in_them)
{
    static const struct {
        enum row_key key;
        const char *expected;
    } cases[] = {
        {BY_OBJECT, "<cycle> 31\n[o] ~ 31 in 1\n[p] ~ 28 in 1\n"},
        {BY_FILE, "<cycle> 31\nd/a ~ 31 in 1\ne/b ~ 28 in 1\n"},
        {BY_DIRECTORY, "<cycle> 31\nd ~ 31 in 1\ne ~ 28 in 1\n"},
        {BY_NAMESPACE, "<cycle> 31\n[o] ~ 31 in 1\n[p] ~ 28 in 1\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct inclusive_case by_key = {figured_key_name(cases[i].key), OBJECTS,
                                              cases[i].expected};

        check(&by_key, 1, FOLDED(cases[i].key));
        check(&by_key, 1, ROWS(cases[i].key));
    }
}

/* f has 5 of b, which calls g for 50; of these b has 1 again. */
Test(inclusive, of_groups_is_at_least_that_of_inlined_code_in_them)
{
    static const struct inclusive_case cases[] = {
        {"by file",
         "events: A\nfl=a\nfn=f\n1 2\nfi=b\n2 5\ncfi=a\ncfn=g\ncalls=1 1\n2 50\nfl=a\nfn=g\n3 49\n"
         "fi=b\n2 1\n",
         "<cycle> 57\na ~ 57 in 1\nb ~ 55 in 1\n"},
    };

    check(cases, ARRAY_LENGTH(cases), FOLDED(BY_FILE));
}

/*
 * g'2 calls f'2 too, and of the rows, which have names as recorded where they are hidden, f alone
 * is not. What f and g cost in all is known, but each of them is in two rows.
 */
Test(inclusive, of_functions_that_a_filter_divides_proves_nothing)
{
    static const struct inclusive_case cases[] = {
        {"by file", LEVELS "cfn=f'2\ncalls=1 1\n3 2\n",
         "<cycle> 24\na 30\na:f'2 ~ 24 in 1\na:g 28\na:g'2 ~ 16 in 1\na:m 31\n"},
    };
    struct filter filter = {0};
    struct error error = {0};
    struct row_choice choice = ROWS(BY_FILE);

    cr_assert(pattern_set(&filter.function, "function", "^f$", &error));
    choice.filter = &filter;
    check(cases, ARRAY_LENGTH(cases), choice);
    filter_free(&filter);
}

/* A call costs nothing of them, nor does the code that is inlined. */
Test(inclusive, is_not_of_cache_use)
{
    static const struct inclusive_case exact[] = {
        {"exact",
         "events: Ir AcCost1 SpLoss2\nfl=a\nfn=f\n1 1 3 3\nfi=b\n2 2 4 4\ncfi=c\ncfn=g\ncalls=1 1\n"
         "2 40 5 5\n",
         "a:f 43 . .\nb:f 42 . .\nc:g 40 . .\n"},
    };
    static const struct inclusive_case bounds[] = {
        {"a bound",
         "events: Ir AcCost1\nfl=a\nfn=f\n1 1 3\nfi=b\n2 2 4\ncfi=a\ncfn=f\ncalls=1 1\n2 1 9\n",
         "a:f 3 .\nb:f ~ 2 .\n"},
    };

    check(exact, ARRAY_LENGTH(exact), ROWS(BY_FILE_FUNCTION));
    check(bounds, ARRAY_LENGTH(bounds), FOLDED(BY_FILE_FUNCTION));
}

/* Rows by file:function have the nesting of their functions: m, f and f'2, but not b:f. */
Test(inclusive, knows_what_nests)
{
    struct figured figured;

    figured_read(&figured, INLINED "cfn=f'2\ncalls=1 1\n3 24\nfl=a\nfn=f'2\n2 24\n",
                 ROWS(BY_FILE_FUNCTION));
    const struct inclusive *inclusive = figured.figures.inclusive;
    const struct rows *functions = inclusive_nesting(inclusive)->rows;
    cr_expect_eq(functions->key, BY_FUNCTION);
    cr_expect_eq(functions->count, 3);
    cr_expect_eq(inclusive->rows->count, 4);
    figured_free(&figured);

    figured_read(&figured, LEVELS, FOLDED(BY_FUNCTION));
    cr_expect_eq(inclusive_nesting(figured.figures.inclusive)->rows, figured.figures.rows);
    figured_free(&figured);
}

/* f costs 2^63 - 1, and 1 of g. */
Test(inclusive, fails_where_a_sum_does_not_fit)
{
    static const enum row_key keys[] = {BY_FUNCTION, BY_FILE_FUNCTION, BY_FILE};

    for (size_t i = 0; i < ARRAY_LENGTH(keys); i++) {
        struct parsed parsed;
        struct program program = {0};
        struct rows rows;
        struct inclusive inclusive;
        struct error error = {0};

        parsed_read(&parsed,
                    "events: A\nfl=a\nfn=f\n1 9223372036854775807\ncfi=b\ncfn=g\ncalls=1 1\n"
                    "1 1\n");
        program_compute(&program, &parsed.profile);
        cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
        rows_create(&rows, &parsed.profile, &FOLDED(keys[i]));
        cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
        inclusive_compute(&inclusive, &rows, LEVELS_NOT_NEEDED);
        cr_expect_not(profile_fits(rows.profile, &error));
        cr_expect_eq(error.kind, ERROR_FAILED);
        inclusive_free(&inclusive);
        rows_free(&rows);
        program_free(&program);
        parsed_free(&parsed);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures derived by hand, of rows that inclusive.c would raise further. */

#include "aggregator/inclusive.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(inclusive_graph, .init = temporary_enter, .fini = temporary_leave);

struct graph_case {
    const char *behaviour;
    enum row_key key;
    enum levels levels;
    const char *profile;
    const char *expected; /* in bytewise order */
};

/* "ROW COSTS" of each row, "~" before a bound and "in N" after it for its cycle; "<N> COSTS". */
static void print(FILE *out, const struct inclusive *inclusive)
{
    for (row_id id = 0; id < inclusive->rows->count; id++) {
        fprintf(out, "%s%s", figured_name(inclusive->rows, id),
                inclusive->is_exact[id] ? "" : " ~");
        parsed_print_costs(out, &inclusive->costs, id);
        if (inclusive->cycle[id] != 0)
            fprintf(out, " in %u", inclusive->cycle[id]);
        fputc('\n', out);
    }
    for (size_t i = 0; i < inclusive->n_cycles; i++) {
        fprintf(out, "<%zu>", i + 1);
        parsed_print_costs(out, &inclusive->cycles, i);
        fputc('\n', out);
    }
}

/* What inclusive_compute() has made when it comes to the graph. */
static struct inclusive begin(const struct rows *rows)
{
    struct inclusive inclusive = {.rows = rows};

    costs_init(&inclusive.costs, rows->profile->events.n_recorded);
    costs_ensure(&inclusive.costs, rows->count);
    inclusive.is_exact = memory_alloc(rows->count, sizeof *inclusive.is_exact);
    inclusive.cycle = memory_alloc(rows->count, sizeof *inclusive.cycle);
    return inclusive;
}

static char *show(const struct graph_case *one)
{
    struct parsed parsed;
    struct rows rows;
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    parsed_read(&parsed, one->profile);
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    rows_create(&rows, &parsed.profile, &FOLDED(one->key));
    cr_assert(profile_fits(&parsed.profile, &error), "%s", error.text);
    struct inclusive inclusive = begin(&rows);
    inclusive_by_graph(&inclusive, one->levels);
    if (profile_fits(&parsed.profile, &error))
        print(out, &inclusive);
    else
        fprintf(out, "error: %s\n", error.text);
    fclose(out);
    inclusive_free(&inclusive);
    rows_free(&rows);
    parsed_free(&parsed);
    return figured_sort(text);
}

static void check(const struct graph_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = show(&cases[i]);

        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%sgot\n%s", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
    }
}

/* Rule 1: the larger of what enters and of self cost with what leaves. */
Test(inclusive_graph, is_the_larger_side_of_rows_in_no_cycle)
{
    static const struct graph_case cases[] = {
        {"as much enters as leaves", BY_FUNCTION, LEVELS_NOT_NEEDED,
         "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=1 1\n1 9\nfn=g\n1 9\n", "a:f 10\na:g 9\n"},
        {"more enters", BY_FUNCTION, LEVELS_NOT_NEEDED,
         "events: A\nfl=a\nfn=f\n1 5\ncfn=g\ncalls=1 1\n1 9\nfn=g\n1 7\n", "a:f 14\na:g 9\n"},
        {"more leaves: somebody else entered it", BY_FUNCTION, LEVELS_NOT_NEEDED,
         "events: A\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=1 1\n1 9\nfn=g\n1 12\n", "a:f 10\na:g 12\n"},
        {"by event", BY_FUNCTION, LEVELS_NOT_NEEDED,
         "events: A B\nfl=a\nfn=f\n1 2 1\ncfn=g\ncalls=1 1\n1 9 2\nfn=g\n1 7 4\n",
         "a:f 11 3\na:g 9 4\n"},
        {"calls of itself are within it", BY_FUNCTION, LEVELS_MERGED,
         "events: A\nfl=a\nfn=f\n1 9\ncfn=f\ncalls=2 1\n1 12\n", "a:f 9\n"},
        {"and calls of its deeper levels", BY_FUNCTION, LEVELS_SEPARATED,
         "events: A\nfl=a\nfn=f\n1 4\ncfn=f'2\ncalls=1 1\n1 5\nfn=f'2\n1 5\n", "a:f 9\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* m > f > g > f'2 > g'2, of 1, 2, 4, 8 and 16. */
#define LEVELS                                                                                     \
    "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n2 2\ncfn=g\ncalls=1 1\n2 28\n"      \
    "fn=g\n3 4\ncfn=f'2\ncalls=1 1\n3 24\nfn=f'2\n2 8\ncfn=g'2\ncalls=1 1\n2 16\nfn=g'2\n3 16\n"

#define KNOWN "a:f 30\na:g 28\na:m 31\n"
#define BOUNDS "<1> 30\na:f ~ 30 in 1\na:g ~ 20 in 1\na:m 31\n"

/* Rules 2 and 3. What is sure of f without them is the call that enters the cycle, of g itself. */
Test(inclusive_graph, trusts_first_levels_in_a_cycle)
{
    static const struct graph_case cases[] = {
        {"separated", BY_FUNCTION, LEVELS_SEPARATED, LEVELS, KNOWN},
        {"merged", BY_FUNCTION, LEVELS_MERGED, LEVELS, BOUNDS},
        {"unknown", BY_FUNCTION, LEVELS_UNKNOWN, LEVELS, BOUNDS},
        {"of functions alone", BY_OBJECT, LEVELS_SEPARATED,
         "events: A\nob=o\nfn=f\n1 3\ncob=p\ncfn=g\ncalls=1 1\n1 12\nob=p\nfn=g\n1 5\ncob=o\n"
         "cfn=f'2\ncalls=1 1\n1 7\nob=o\nfn=f'2\n1 7\n",
         "<1> 15\n[o] ~ 10 in 1\n[p] ~ 5 in 1\n"},
        {"that call themselves", BY_FUNCTION, LEVELS_SEPARATED,
         LEVELS "fn=f\ncfn=f\ncalls=1 1\n2 3\n", "<1> 30\na:f ~ 30 in 1\na:g 28 in 1\na:m 31\n"},
        /* All that the cycle costs may have been spent in g. */
        {"called for as much as the cycle costs", BY_FUNCTION, LEVELS_SEPARATED,
         LEVELS "fn=m\ncfn=g\ncalls=1 1\n1 2\n", "a:f 30\na:g 30\na:m 33\n"},
        {"called for more", BY_FUNCTION, LEVELS_SEPARATED, LEVELS "fn=m\ncfn=g\ncalls=1 1\n1 3\n",
         "<1> 30\na:f 30 in 1\na:g ~ 20 in 1\na:m 34\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* m calls f and h; f and g call each other, and so do h and i; g calls k. */
#define TWO_CYCLES                                                                                 \
    "events: A\nfl=a\nfn=m\n1 1\ncfn=f\ncalls=1 1\n1 17\ncfn=h\ncalls=1 1\n1 20\nfn=f\n1 4\n"      \
    "cfn=g\ncalls=1 1\n1 8\nfn=g\n1 6\ncfn=f\ncalls=1 1\n1 3\ncfn=k\ncalls=1 1\n1 7\nfn=h\n1 8\n"  \
    "cfn=i\ncalls=1 1\n1 14\nfn=i\n1 12\ncfn=h\ncalls=1 1\n1 5\nfn=k\n1 7\n"

/* Their cost is that of their members and of calls that leave them. */
Test(inclusive_graph, numbers_cycles)
{
    static const struct graph_case cases[] = {
        {"in the order of their rows", BY_FUNCTION, LEVELS_MERGED, TWO_CYCLES,
         "<1> 17\n<2> 20\na:f ~ 17 in 1\na:g ~ 13 in 1\na:h ~ 20 in 2\na:i ~ 12 in 2\na:k 7\n"
         "a:m 38\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Code of b is in f of a, and calls g of c. */
#define INLINED                                                                                    \
    "events: A\nfl=a\nfn=f\n1 1\nfi=b\n2 2\ncfi=c\ncfn=g\ncalls=1 1\n2 40\nfl=c\nfn=g\n1 40\n"

/* To its function inlined code is as if that had called it. */
Test(inclusive_graph, takes_inlined_code_for_calls)
{
    static const struct graph_case cases[] = {
        {"by file", BY_FILE, LEVELS_NOT_NEEDED, INLINED, "a 43\nb 42\nc 40\n"},
        {"by file and function", BY_FILE_FUNCTION, LEVELS_NOT_NEEDED, INLINED,
         "a:f 43\nb:f 42\nc:g 40\n"},
        {"by function it is part of it", BY_FUNCTION, LEVELS_NOT_NEEDED, INLINED,
         "a:f 43\nc:g 40\n"},
        /* g is of b, so that its code in f makes b a part of the cycle: 3 of a, 42 of b. */
        {"that leads back", BY_FILE, LEVELS_NOT_NEEDED,
         "events: A\nfl=a\nfn=f\n1 3\nfi=b\n2 2\ncfi=b\ncfn=g\ncalls=1 1\n2 40\nfl=b\nfn=g\n1 40\n"
         "cfi=a\ncfn=h\ncalls=1 1\n1 0\n",
         "<1> 45\na ~ 3 in 1\nb ~ 42 in 1\n"},
        /* d is inlined in a, which c leads back to: what leaves the cycle is 5 and 6. */
        {"that leaves a cycle", BY_FILE, LEVELS_NOT_NEEDED,
         "events: A\nfl=a\nfn=f\n1 3\nfi=d\n1 5\ncfi=e\ncfn=k\ncalls=1 1\n1 6\nfl=a\nfn=f\ncfi=c\n"
         "cfn=g\ncalls=1 1\n1 8\nfl=c\nfn=g\n1 7\ncfi=a\ncfn=h\ncalls=1 1\n1 1\nfl=a\nfn=h\n1 1\n"
         "fl=e\nfn=k\n1 6\n",
         "<1> 22\na ~ 15 in 1\nc ~ 7 in 1\nd 11\ne 6\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(inclusive_graph, is_not_of_cache_use)
{
    static const struct graph_case cases[] = {
        {"exact", BY_FUNCTION, LEVELS_NOT_NEEDED,
         "events: A AcCost1\nfl=a\nfn=f\n1 1 3\ncfn=g\ncalls=1 1\n1 9 5\nfn=g\n1 9 5\n",
         "a:f 10 .\na:g 9 .\n"},
        /* A call for more of it is no reason to distrust the levels or the profile. */
        {"called for more of it", BY_FUNCTION, LEVELS_NOT_NEEDED,
         "events: A AcCost1\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n1 2 5\nfn=g\n1 2 4\n",
         "a:f 2 .\na:g 2 .\n"},
        {"of a cycle", BY_FUNCTION, LEVELS_MERGED,
         "events: A AcCost1\nfl=a\nfn=f\n1 1 3\ncfn=g\ncalls=1 1\n1 8 9\nfn=g\n1 1 5\ncfn=f\n"
         "calls=1 1\n1 7 3\n",
         "<1> 2 .\na:f ~ 1 . in 1\na:g ~ 1 . in 1\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

#define DOES_NOT_FIT "error: the costs add up to more than 64 bits\n"
#define MOST "9223372036854775807"

Test(inclusive_graph, fails_where_a_sum_does_not_fit)
{
    static const struct graph_case cases[] = {
        {"self cost and a call", BY_FUNCTION, LEVELS_NOT_NEEDED,
         "events: A\nfl=a\nfn=f\n1 " MOST "\ncfn=g\ncalls=1 1\n1 1\n", DOES_NOT_FIT},
        {"calls of one function", BY_FUNCTION, LEVELS_NOT_NEEDED,
         "events: A\nfl=a\nfn=f\ncfn=h\ncalls=1 1\n1 " MOST "\nfn=g\ncfn=h\ncalls=1 1\n1 1\n",
         DOES_NOT_FIT},
        {"as much as there may be", BY_FUNCTION, LEVELS_NOT_NEEDED,
         "events: A\nfl=a\nfn=f\ncfn=h\ncalls=1 1\n1 " MOST "\nfn=g\ncfn=h\ncalls=1 1\n1 0\n",
         "a:f " MOST "\na:g 0\na:h " MOST "\n"},
        /* The second call is part of the first. */
        {"calls that nest in a file", BY_FILE, LEVELS_NOT_NEEDED,
         "events: A\nfl=a\nfn=f\n1 1\ncfn=f\ncalls=1 1\n1 " MOST "\n", "a 1\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

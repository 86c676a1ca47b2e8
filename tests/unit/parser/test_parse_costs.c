/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a line of cost adds, and where. */

#include <criterion/criterion.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(parse_costs, .init = temporary_enter, .fini = temporary_leave);

/* Proved by a run with --compress-pos=yes against the same one with =no. */
Test(parse_costs, lets_only_self_cost_move_the_base)
{
    static const struct parse_case cases[] = {
        {"not the line after calls",
         "events: Ir\nfl=a\nfn=f\n10 1\ncfn=g\ncalls=1 20\n+5 100\n+1 2\n",
         "call a:15 > a:g x1 = 100\nline a:10 = 1\nline a:11 = 2\n"},
        {"nor an absolute one",
         "events: Ir\nfl=a\nfn=f\n10 1\ncfn=g\ncalls=1 20\n90 100\ncalls=1 20\n+1 200\n* 2\n",
         "call a:11 > a:g x1 = 200\ncall a:90 > a:g x1 = 100\nline a:10 = 3\n"},
        {"nor the target of calls",
         "events: Ir\nfl=a\nfn=f\n10 1\ncfn=g\ncalls=1 +20\n* 100\n+1 2\n",
         "call a:10 > a:g x1 = 100\nline a:10 = 1\nline a:11 = 2\n"},
        {"nor the line after jump, nor its target",
         "events: Ir\nfl=a\nfn=f\n10 1\njump=1 +20\n+5\n+1 2\n", "line a:10 = 1\nline a:11 = 2\n"},
        {"nor the line after jcnd", "events: Ir\nfl=a\nfn=f\n10 1\njcnd=1/2 +20\n90\n+1 2\n",
         "line a:10 = 1\nline a:11 = 2\n"},
        {"nor a damaged line", "events: Ir\nfl=a\nfn=f\n10 1\n20 x\n+1 2\n",
         "line a:10 = 1\nline a:11 = 2\nwarning 5\n"},
        {"nor a line with too many costs", "events: Ir\nfl=a\nfn=f\n10 1\n20 1 1\n+1 2\n",
         "line a:10 = 1\nline a:11 = 2\nwarning 5\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_LINES | SHOW_CALLS);
}

Test(parse_costs, adds_in_the_order_of_the_events_of_the_part)
{
    static const struct parse_case cases[] = {
        {"the other way round",
         "events: A B\nfl=a\nfn=f\n1 1 2\npart: 2\nevents: B A\n1 3 4\ncfn=g\ncalls=1 1\n1 5\n",
         "arc a:f > a:g x1 = . 5\ncall a:1 > a:g x1 = . 5\nline a:1 = 5 5\nself a:f = 5 5\n"},
        {"only one of them",
         "events: A B\nfl=a\nfn=f\n1 1 2\npart: 2\nevents: B\n1 3\ncfn=g\ncalls=1 1\n1 5\n",
         "arc a:f > a:g x1 = . 5\ncall a:1 > a:g x1 = . 5\nline a:1 = 1 5\nself a:f = 1 5\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF | SHOW_LINES | SHOW_ARCS | SHOW_CALLS);
}

Test(parse_costs, fails_where_sums_do_not_fit)
{
    static const struct parse_case cases[] = {
        {"of one line", "events: A\nfl=a\nfn=f\n1 9223372036854775807\n1 1\n", "error 0\n"},
        {"below 0", "events: A\nfl=a\nfn=f\n1 -9223372036854775808\n1 -1\n", "error 0\n"},
        {"of one function", "events: A\nfl=a\nfn=f\n1 9223372036854775807\n2 1\n", "error 0\n"},
        {"of calls' cost",
         "events: A\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n1 9223372036854775807\ncalls=1 1\n2 1\n",
         "error 0\n"},
        {"of calls' counts",
         "events: A\nfl=a\nfn=f\ncfn=g\ncalls=9223372036854775807 1\n1 1\ncalls=1 1\n2 1\n",
         "error 0\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), 0);
}

/* Found out only when the second function or the file ends. */
Test(parse_costs, fails_where_the_sum_of_a_part_does_not_fit)
{
    struct parsed parsed;

    parsed_read(&parsed, "events: A\nfl=a\nfn=f\n1 9223372036854775807\nfn=g\n1 1\n");
    cr_expect_not(parsed.is_read);
    cr_expect_eq(parsed.error.kind, ERROR_FAILED);
    cr_expect_str_eq(parsed.error.path, PARSED_PATH);
    parsed_free(&parsed);
}

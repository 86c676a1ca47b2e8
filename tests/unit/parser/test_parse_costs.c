/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines of cost: positions, relative positions, numbers, and what is wrong with them. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(parse_costs, .init = temporary_enter, .fini = temporary_leave);

Test(parse_costs, reads_positions)
{
    static const struct parse_case cases[] = {
        {"a line by default", "events: Ir\nfl=a\nfn=f\n7 1\n", "line a:7 = 1\n"},
        {"instr line", "positions: instr line\nevents: Ir\nfl=a\nfn=f\n0xff 7 1\n",
         "line a:7 = 1\n"},
        {"instr bb line", "positions: instr bb line\nevents: Ir\nfl=a\nfn=f\n0xff 3 7 1\n",
         "line a:7 = 1\n"},
        {"bb line", "positions: bb line\nevents: Ir\nfl=a\nfn=f\n3 7 1\n", "line a:7 = 1\n"},
        {"without a line the cost is on line 0",
         "positions: instr\nevents: Ir\nfl=a\nfn=f\n0xff 1\n0x100 2\n", "line a:0 = 3\n"},
        {"instr bb", "positions: instr bb\nevents: Ir\nfl=a\nfn=f\n0xff 3 1\n", "line a:0 = 1\n"},
        {"hexadecimal line", "events: Ir\nfl=a\nfn=f\n0x1F 1\n", "line a:31 = 1\n"},
        {"the largest line", "events: Ir\nfl=a\nfn=f\n18446744073709551615 1\n",
         "line a:18446744073709551615 = 1\n"},
        {"an address of 64 bits",
         "positions: instr line\nevents: Ir\nfl=a\nfn=f\n0xffffffffffffffff 7 1\n+0 +1 2\n",
         "line a:7 = 1\nline a:8 = 2\n"},
        {"of a range the first line", "events: Ir\nfl=a\nfn=f\n3:5 1\n7-9 2\n10+2 4\n",
         "line a:10 = 4\nline a:3 = 1\nline a:7 = 2\n"},
        {"a line that begins with a blank has no position", "events: Ir\nfl=a\nfn=f\n 37\n\t5\n",
         "line a:0 = 42\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_LINES);
}

Test(parse_costs, reads_relative_positions)
{
    static const struct parse_case cases[] = {
        {"plus, minus and star", "events: Ir\nfl=a\nfn=f\n10 1\n+5 2\n-3 4\n* 8\n",
         "line a:10 = 1\nline a:12 = 12\nline a:15 = 2\n"},
        {"hexadecimal", "events: Ir\nfl=a\nfn=f\n10 1\n+0x10 2\n-0xa 4\n",
         "line a:10 = 1\nline a:16 = 4\nline a:26 = 2\n"},
        {"mixed with absolute ones", "events: Ir\nfl=a\nfn=f\n10 1\n+1 2\n50 4\n+1 8\n",
         "line a:10 = 1\nline a:11 = 2\nline a:50 = 4\nline a:51 = 8\n"},
        {"each position for itself",
         "positions: instr line\nevents: Ir\nfl=a\nfn=f\n0x10 10 1\n+4 * 2\n* +1 4\n",
         "line a:10 = 3\nline a:11 = 4\n"},
        {"the base is 0 at first", "events: Ir\nfl=a\nfn=f\n+5 1\n", "line a:5 = 1\n"},
        {"names do not move the base", "events: Ir\nfl=a\nfn=f\n10 1\nfl=b\nfn=g\n+1 2\n",
         "line a:10 = 1\nline b:11 = 2\n"},
        {"a line without cost does", "events: Ir\nfl=a\nfn=f\n10\n+1 2\n",
         "line a:10 = .\nline a:11 = 2\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_LINES);
}

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

Test(parse_costs, reads_costs)
{
    static const struct parse_case cases[] = {
        {"what is left out is not given, and 0 is", "events: A B C\nfl=a\nfn=f\n1 1 0\n2 2\n",
         "line a:1 = 1 0 .\nline a:2 = 2 . .\nself a:f = 3 0 .\n"},
        {"a position alone", "events: A B\nfl=a\nfn=f\n5\n", "line a:5 = . .\nself a:f = . .\n"},
        {"lines of one position add up", "events: A B\nfl=a\nfn=f\n5 1\n5 2 3\n5\n",
         "line a:5 = 3 3\nself a:f = 3 3\n"},
        {"runs of blanks and tabs", "events: A B\nfl=a\nfn=f\n5   1\t \t2  \n6\t3\n",
         "line a:5 = 1 2\nline a:6 = 3 .\nself a:f = 4 2\n"},
        {"hexadecimal", "events: A B\nfl=a\nfn=f\n5 0x10 0XfF\n",
         "line a:5 = 16 255\nself a:f = 16 255\n"},
        {"negative", "events: A\nfl=a\nfn=f\n5 -7\n6 +2\n",
         "line a:5 = -7\nline a:6 = 2\nself a:f = -5\n"},
        {"the largest and the smallest",
         "events: A B\nfl=a\nfn=f\n5 9223372036854775807 -9223372036854775808\n",
         "line a:5 = 9223372036854775807 -9223372036854775808\n"
         "self a:f = 9223372036854775807 -9223372036854775808\n"},
        {"leading zeros", "events: A\nfl=a\nfn=f\n005 00000000000000000000000007\n",
         "line a:5 = 7\nself a:f = 7\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF | SHOW_LINES);
}

/* Each is the fifth line, between two good ones. */
Test(parse_costs, leaves_out_damaged_lines)
{
    static const char *const lines[] = {
        "x 5",
        "7 x",
        "7 5x",
        "7x 5",
        "7 5 6 7",               /* more costs than events */
        "7 5 -",                 /* a sign alone */
        "7 0x",                  /* no digit */
        "7 9223372036854775808", /* 2^63: a cost is signed */
        "7 -9223372036854775809",
        "7 99999999999999999999",
        "7 0x10000000000000000",
        "18446744073709551616 5", /* 2^64 */
        "+ 5",
        "- 5",
        "-11 5", /* line -1 */
        "+x 5",
        "*5 5",
        "3: 5",
        "3:x 5",
        "7 5.5",
        "7 1,000",
        "7 5\r6", /* a carriage return inside */
    };

    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
        struct parsed parsed;
        char text[128];

        snprintf(text, sizeof(text), "events: A B\nfl=a\nfn=f\n10 1\n%s\n11 2 4\n", lines[i]);
        parsed_read(&parsed, text);
        char *shown = parsed_show(&parsed, SHOW_SELF | SHOW_LINES);
        cr_expect_str_eq(shown, "line a:10 = 1 .\nline a:11 = 2 4\nself a:f = 3 4\nwarning 5\n",
                         "'%s' gives\n%s", lines[i], shown);
        free(shown);
        parsed_free(&parsed);
    }
}

Test(parse_costs, fails_where_sums_do_not_fit)
{
    static const struct parse_case cases[] = {
        {"of one line", "events: A\nfl=a\nfn=f\n1 9223372036854775807\n1 1\n", "error 5\n"},
        {"below 0", "events: A\nfl=a\nfn=f\n1 -9223372036854775808\n1 -1\n", "error 5\n"},
        {"of one function", "events: A\nfl=a\nfn=f\n1 9223372036854775807\n2 1\n", "error 5\n"},
        {"of calls' cost",
         "events: A\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n1 9223372036854775807\ncalls=1 1\n2 1\n",
         "error 8\n"},
        {"of calls' counts",
         "events: A\nfl=a\nfn=f\ncfn=g\ncalls=9223372036854775807 1\n1 1\ncalls=1 1\n2 1\n",
         "error 8\n"},
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

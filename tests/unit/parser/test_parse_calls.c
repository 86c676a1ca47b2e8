/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jumps. Calls are in test_parse.c, with the names that go before them. */

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(parse_calls, .init = temporary_enter, .fini = temporary_leave);

#define IN_F "events: A\nfl=a\nfn=f\n10 1\n"

Test(parse_calls, read_jumps)
{
    static const struct parse_case cases[] = {
        {"a line without cost is the jump's", IN_F "jump=3 +5\n12\n",
         "jump a:f in a:12 > a:15 x3 0/0\n"},
        {"it does not move the base", IN_F "jump=3 20\n+2\n+1 1\n",
         "jump a:f in a:12 > a:20 x3 0/0\nline a:10 = 1\nline a:11 = 1\n"},
        {"a line with cost is self cost, and moves the base", IN_F "jump=3 20\n+2 4\n+1 1\n",
         "jump a:f in a:10 > a:20 x3 0/0\nline a:10 = 1\nline a:12 = 4\nline a:13 = 1\n"},
        {"no line is needed", IN_F "jump=3 20\nfn=g\n12 1\n",
         "jump a:f in a:10 > a:20 x3 0/0\nline a:10 = 1\nline a:12 = 1\n"},
        {"nor at the end", IN_F "jump=3 20\n", "jump a:f in a:10 > a:20 x3 0/0\nline a:10 = 1\n"},
        {"blanks before the number", IN_F "jump= \t3 5\n12\n", "jump a:f in a:12 > a:5 x3 0/0\n"},
        {"conditional ones, as Callgrind writes them", IN_F "jcnd=2/9 +5\n12\n",
         "jump a:f in a:12 > a:15 x0 2/9\n"},
        {"and as they are specified", IN_F "jcnd= 9 2 +5\n12\n",
         "jump a:f in a:12 > a:15 x0 2/9\n"},
        {"those to one target add up", IN_F "jcnd=2/9 20\n12\njcnd=1/3 20\n12\njump=4 20\n12\n",
         "jump a:f in a:12 > a:20 x4 3/12\n"},
        {"each target is one", IN_F "jcnd=2/9 20\n12\njcnd=1/3 21\n12\n",
         "jump a:f in a:12 > a:20 x0 2/9\njump a:f in a:12 > a:21 x0 1/3\n"},
        {"the file and the function of the target, for one jump",
         IN_F "jfi=b\njfn=g\njump=1 5\n12\njump=2 6\n12\n",
         "jump a:f in a:12 > a:6 x2 0/0\njump a:f in a:12 > g in b:5 x1 0/0\n"},
        {"the function itself is none", IN_F "jfn=f\njump=1 5\n12\n",
         "jump a:f in a:12 > a:5 x1 0/0\n"},
        {"one that was never executed is none", IN_F "jump=0 5\n12\njcnd=0/0 5\n13\n",
         "line a:10 = 1\n"},
        {"without a target", IN_F "jump=1\n12\n", "jump a:f in a:12 > a:0 x1 0/0\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        parsed_check(&cases[i], 1,
                     strstr(cases[i].expected, "line") ? SHOW_JUMPS | SHOW_LINES : SHOW_JUMPS);
}

Test(parse_calls, lose_jumps_that_cannot_be_read)
{
    static const struct parse_case cases[] = {
        {"no number", IN_F "jump=x 3\n12\n+1 1\n", "line a:10 = 1\nline a:11 = 1\nwarning 5\n"},
        {"half a number", IN_F "jcnd=2/ 3\n12\n", "line a:10 = 1\nwarning 5\n"},
        {"its cost counts", IN_F "jump=x\n12 7\n", "line a:10 = 1\nline a:12 = 7\nwarning 5\n"},
        {"more than 64 bits", IN_F "jump=9223372036854775808 3\n12\n",
         "line a:10 = 1\nwarning 5\n"},
        {"sums of more than 64 bits", IN_F "jump=9223372036854775807 3\n12\njump=1 3\n12\n",
         "jump a:f in a:12 > a:3 x-9223372036854775808 0/0\nline a:10 = 1\nerror 0\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_JUMPS | SHOW_LINES);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines of cost: positions, relative positions, numbers, and what is wrong with them. */

#include "parser/cost_line.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(cost_line, .init = temporary_enter, .fini = temporary_leave);

Test(cost_line, reads_positions)
{
    static const struct parse_case cases[] = {
        {"a line by default", "events: Ir\nfl=a\nfn=f\n7 1\n", "line a:7 = 1\n"},
        {"instr line", "positions: instr line\nevents: Ir\nfl=a\nfn=f\n0xff 7 1\n",
         "line a:7 = 1\n"},
        {"instr bb line", "positions: instr bb line\nevents: Ir\nfl=a\nfn=f\n0xff 3 7 1\n",
         "line a:7 = 1\n"},
        {"bb line", "positions: bb line\nevents: Ir\nfl=a\nfn=f\n3 7 1\n", "line a:7 = 1\n"},
        {"line instr", "positions: line instr\nevents: Ir\nfl=a\nfn=f\n7 0xff 1\n+1 +4 2\n",
         "line a:7 = 1\nline a:8 = 2\n"},
        {"instr line bb", "positions: instr line bb\nevents: Ir\nfl=a\nfn=f\n0xff 7 3 1\n",
         "line a:7 = 1\n"},
        {"one that is not known", "positions: instr column line\nevents: Ir\nfl=a\nfn=f\n9 3 7 1\n",
         "line a:7 = 1\nwarning 1\n"},
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

Test(cost_line, reads_relative_positions)
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

Test(cost_line, reads_costs)
{
    static const struct parse_case cases[] = {
        {"what is left out is not given, and 0 is", "events: A B C\nfl=a\nfn=f\n1 1 0\n2 2\n",
         "line a:1 = 1 0 .\nline a:2 = 2 . .\nself a:f = 3 0 .\n"},
        {"a position alone", "events: A B\nfl=a\nfn=f\n5\n", "line a:5 = . .\nself a:f = . .\n"},
        {"lines of one position add up", "events: A B\nfl=a\nfn=f\n5 1\n5 2 3\n5\n",
         "line a:5 = 3 3\nself a:f = 3 3\n"},
        {"runs of blanks and tabs", "events: A B\nfl=a\nfn=f\n5   1\t \t2  \n6\t3\n",
         "line a:5 = 1 2\nline a:6 = 3 .\nself a:f = 4 2\n"},
        {"a comment after them",
         "events: A B\nfl=a\nfn=f\n5 1 2 # 3\n5 1 # 2\r\n5 # 1\n5 1\t\t#\n 8 #9\n",
         "line a:0 = 8 .\nline a:5 = 3 2\nself a:f = 11 2\n"},
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
Test(cost_line, leaves_out_damaged_lines)
{
    static const char *const lines[] = {
        "x 5",
        "7 x",
        "7 5x",
        "7x 5",
        "7 5 6 7", /* more costs than events */
        "7 5 -",   /* a sign alone */
        "7 0x",    /* no digit */
        "7 99999999999999999999 x",
        "18446744073709551616 5", /* 2^64 */
        "+ 5",
        "- 5",
        "+x 5",
        "*5 5",
        "3: 5",
        "3:x 5",
        "7 5.5",
        "7 5#6",
        "7# 5",
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

Test(cost_line, loses_only_the_number_that_does_not_fit)
{
    static const struct parse_case cases[] = {
        {"2^63: a cost is signed", "events: A B\nfl=a\nfn=f\n7 9223372036854775808 5\n",
         "line a:7 = 0 5\nself a:f = 0 5\nwarning 4\n"},
        {"below -2^63", "events: A B\nfl=a\nfn=f\n7 5 -9223372036854775809\n",
         "line a:7 = 5 0\nself a:f = 5 0\nwarning 4\n"},
        {"both, with one warning",
         "events: A B\nfl=a\nfn=f\n7 99999999999999999999 0x10000000000000000\n8 1\n",
         "line a:7 = 0 0\nline a:8 = 1 .\nself a:f = 1 0\nwarning 4\n"},
        {"of a call", "events: A\nfl=a\nfn=f\n7 1\ncfn=g\ncalls=2 1\n7 9223372036854775808\n",
         "line a:7 = 1\nself a:f = 1\nwarning 7\n"},
        {"a line number below 0", "events: A\nfl=a\nfn=f\n10 1\n-11 5\n",
         "line a:0 = 5\nline a:10 = 1\nself a:f = 6\nwarning 5\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), SHOW_SELF | SHOW_LINES);
}

/* A line read by itself: two costs are due, and positions are relative to 0x10 and 20. */
struct reading {
    char text[64];
    int64_t costs[MAX_EVENTS];
    struct cost_line line;
    struct damage damage;
    const char *end;
};

static void read_line(struct reading *reading, const char *text, struct positions positions)
{
    struct line_layout layout = {.positions = positions, .events.count = 2};

    *reading = (struct reading){.line.costs = reading->costs};
    snprintf(reading->text, sizeof(reading->text), "%s", text);
    reading->end = cost_line_read(reading->text, &layout, (struct position){0x10, 20},
                                  &reading->line, &reading->damage);
}

Test(cost_line, gives_the_address_where_it_is_kept)
{
    static const struct {
        const char *text;
        uint64_t address, number;
        bool is_lost; /* the address alone: below 0 or above 64 bits */
    } cases[] = {
        {"0x400 7 1 2\n", 0x400, 7, false},
        {"+0x8 +1 1\n", 0x18, 21, false},
        {"-4 -1 1\n", 12, 19, false},
        {"* * 1\n", 0x10, 20, false},
        {"-17 7 1\n", 0, 7, true},
        {"+18446744073709551615 7 1\n", 0, 7, true},
        {" 1 2\n", 0, 0, false},
    };
    static const struct positions kept = {2, 1, 0, true}, not_kept = {2, 1, SIZE_MAX, true};
    struct reading reading;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const char *text = cases[i].text;

        read_line(&reading, text, kept);
        cr_expect_not_null(reading.end, "'%s' is damaged", text);
        cr_expect_eq(reading.line.position.address, cases[i].address, "'%s' is at %" PRIx64, text,
                     reading.line.position.address);
        cr_expect_eq(reading.line.position.line, cases[i].number, "'%s'", text);
        cr_expect_eq(reading.damage.reason != NULL, cases[i].is_lost, "'%s'", text);

        read_line(&reading, text, not_kept);
        cr_expect_not_null(reading.end, "'%s' is damaged", text);
        cr_expect_eq(reading.line.position.address, 0, "'%s' keeps its address", text);
        cr_expect_eq(reading.line.position.line, cases[i].number, "'%s'", text);
        cr_expect_null(reading.damage.reason, "'%s'", text);
    }
}

Test(cost_line, gives_no_basic_block)
{
    struct reading reading;

    read_line(&reading, "0x400 9 7 1\n", (struct positions){3, 2, 0, true});
    cr_assert_not_null(reading.end);
    cr_expect_eq(reading.line.position.address, 0x400);
    cr_expect_eq(reading.line.position.line, 7);
    cr_expect_eq(reading.line.n_costs, 1);
}

Test(cost_line, ends_at_the_newline)
{
    static const char *const lines[] = {"7 1\n9",   "7 1 #2\r 3\n9", "7 1 2\n9",
                                        "7 1  \n9", "7\n9",          "7 1 2\r\n9"};
    struct reading reading;

    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
        read_line(&reading, lines[i], (struct positions){1, 0, SIZE_MAX, true});
        cr_assert_not_null(reading.end, "'%s' is damaged", lines[i]);
        cr_expect_str_eq(reading.end, "\n9", "'%s'", lines[i]);
    }
}

Test(cost_line, says_what_is_damaged)
{
    static const struct {
        const char *text, *reason, *rest; /* from the byte that is wrong on; NULL: none is named */
    } cases[] = {
        {"7 x\n", "expected a cost", "x\n"},
        {"7 1 5.5\n", "expected a cost", ".5\n"},
        {"x 1\n", "expected a position", "x 1\n"},
        {"7x 1\n", "expected a position", "x 1\n"},
        {"+\n", "expected a position", "+\n"},
        {"3: 5\n", "expected the end of a range", " 5\n"},
        {"7 5\r6\n", "expected a cost", "\r6\n"},
        {"7 1 2 3\n", "more costs than events", NULL},
        {"18446744073709551616 5\n", "a position of more than 64 bits", NULL},
    };
    struct reading reading;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        read_line(&reading, cases[i].text, (struct positions){1, 0, SIZE_MAX, true});
        cr_expect_null(reading.end, "'%s' is read", cases[i].text);
        cr_assert_not_null(reading.damage.reason);
        cr_expect_str_eq(reading.damage.reason, cases[i].reason);
        cr_assert_eq(reading.damage.at != NULL, cases[i].rest != NULL, "'%s'", cases[i].text);
        if (cases[i].rest != NULL)
            cr_expect_str_eq(reading.damage.at, cases[i].rest);
    }
}

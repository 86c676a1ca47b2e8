/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether a part comes to the end that its writer gives it. What sums say is in
 * test_parse_header.c. */

#include <criterion/criterion.h>

#include "base/array.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(parse_sums, .init = temporary_enter, .fini = temporary_leave);

#define CALLGRIND "version: 1\ncreator: callgrind-3.19.0\n"
#define XDEBUG "version: 1\ncreator: xdebug 3.2.0 (PHP 8.2.35)\ncmd: a.php\n"

Test(parse_sums, end_what_their_writers_write)
{
    static const struct parse_case cases[] = {
        {"Callgrind", CALLGRIND "events: A\n1 1\n", "warning 4\n"},
        {"Callgrind, whole", CALLGRIND "events: A\n1 1\ntotals: 1", ""},
        {"Callgrind, the total cut", CALLGRIND "events: A\n1 10\ntotals: 1", "warning 5\n"},
        {"Callgrind, a total left out", CALLGRIND "events: A B\n1 1 2\ntotals: 1", "warning 5\n"},
        {"Callgrind, zeros left out", CALLGRIND "events: A B\n1 1\ntotals: 1\n", ""},
        {"Callgrind, the first of two parts",
         CALLGRIND "part: 1\nevents: A\n1 1\npart: 2\nevents: A\n1 1\ntotals: 1\n", "warning 6\n"},
        {"Callgrind, cut after the first of two parts",
         CALLGRIND "part: 1\nevents: A\n1 1\ntotals: 1\n\n", ""},
        {"Callgrind, the second header cut",
         CALLGRIND "part: 1\nevents: A\n1 1\ntotals: 1\n\npart: 2\n", "warning 8\n"},
        {"Callgrind, without the end of a header", CALLGRIND "events: A\n", "warning 3\n"},
        {"quern", "creator: quern-0.1.0\nevents: A\n1 1\n", "warning 3\n"},
        {"xtree", "creator: xtree-1\nevents: A\n1 1\n", "warning 3\n"},
        {"Xdebug 3", XDEBUG "events: A B\n1 1 1\n", "warning 5\n"},
        {"Xdebug 3, whole", XDEBUG "events: A B\n1 1 1\n\nsummary: 10 1\n\n", ""},
        {"Xdebug 3, without its last newline", XDEBUG "events: A B\n1 1 1\n\nsummary: 10 1\n", ""},
        {"Xdebug 3, the last sum cut", XDEBUG "events: A B\n1 1 1\n\nsummary: 10 1", "warning 7\n"},
        {"Xdebug 3, a sum left out", XDEBUG "events: A B\n1 1 1\n\nsummary: 10\n", "warning 7\n"},
        {"Xdebug 10", "creator: xdebug 10.0\nevents: A\n1 1\n", "warning 3\n"},
        {"Xdebug 2", "creator: xdebug 2.9.8 (PHP 7.4.3)\nevents: A\n1 1\n", ""},
        {"Cachegrind", "desc: I1 cache: 1\ncmd: ./a\nevents: Ir I1mr \nfl=a\nfn=f\n1 1 1\n",
         "warning 6\n"},
        {"Cachegrind without cache simulation", "cmd: ./a\nevents: Ir\nfl=a\nfn=f\n1 1\n",
         "warning 5\n"},
        {"Cachegrind, whole", "cmd: ./a\nevents: Ir Bc\nfl=a\nfn=f\n1 12 2\nsummary: 12 2", ""},
        {"Cachegrind, a sum cut", "cmd: ./a\nevents: Ir Bc\nfl=a\nfn=f\n1 2 12\nsummary: 2 1",
         "warning 6\n"},
        {"Cachegrind, a sum left out", "cmd: ./a\nevents: Ir Bc\nfl=a\nfn=f\n1 2 0\nsummary: 2",
         "warning 6\n"},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), 0);
}

/* None of them is by Cachegrind, or by anybody else who always ends a file so. */
Test(parse_sums, end_anyhow_by_hand)
{
    static const struct parse_case cases[] = {
        {"nothing but costs", "events: Ir\n1 1\n", ""},
        {"a description and a command of other events", "desc: x: y\ncmd: a\nevents: A\n1 1\n", ""},
        {"a version", "version: 1\ncmd: a\nevents: Ir\n1 1\n", ""},
        {"another creator", "creator: me\ncmd: a\nevents: Ir\n1 1\n", ""},
        {"a creator like Callgrind", "creator: callgrind2x\nevents: Ir\n1 1\n", ""},
        {"positions", "cmd: a\npositions: line\nevents: Ir\n1 1\n", ""},
        {"a process", "pid: 7\ncmd: a\nevents: Ir\n1 1\n", ""},
        {"calls", "cmd: a\nevents: Ir\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n1 1\n", ""},
        {"totals in the first part alone",
         "part: 1\nevents: Ir\n1 1\ntotals: 1\npart: 2\nevents: Ir\n1 1\n", ""},
        {"totals that leave an event out", "events: A B\n1 1 2\ntotals: 1\n", ""},
    };

    parsed_check(cases, ARRAY_LENGTH(cases), 0);
}

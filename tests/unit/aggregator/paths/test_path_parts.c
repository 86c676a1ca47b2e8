/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/paths.h"
#include "base/array.h"
#include "profile/profile.h"
#include "support/path_rows.h"
#include "support/profile_text.h"
#include "support/temporary.h"

TestSuite(path_parts, .init = temporary_enter, .fini = temporary_leave);

#define PART "part: 2\nevents: A\nfl=a\n"

/*
 * In the first part v is a's and calls w, in the second it is b's and calls x: together each way
 * through v would be an estimate.
 */
#define TWO_PARTS                                                                                  \
    HEAD FN("m", "0") CALL("a", "1", "7") FN("a", "0") CALL("v", "1", "7") FN("v", "2")            \
        CALL("w", "1", "5") FN("w", "5") PART FN("m", "0") CALL("b", "1", "9") FN("b", "0")        \
            CALL("v", "1", "9") FN("v", "1") CALL("x", "1", "8") FN("x", "8")

Test(path_parts, are_bounded_apart_and_added)
{
    static const struct path_case cases[] = {
        {"where each has its own way through a function",
         TWO_PARTS,
         {0},
         "m 16 self 0\n"
         "  b 9 self 0 x1\n"
         "    v 9 self 1 x1\n"
         "      x 8 self 8 x1?\n"
         "      w 0 self 0 x1?\n"
         "  a 7 self 0 x1\n"
         "    v 7 self 2 x1\n"
         "      w 5 self 5 x1?\n"
         "      x 0 self 0 x1?\n"},
        {"from functions, too",
         TWO_PARTS,
         {.functions = "a", .least = 1},
         "a 7 self 0\n"
         "  v 7 self 2 x1\n"
         "    w 5 self 5 x1?\n"
         "    (1 more, up to 0)\n"},
        {"and up",
         TWO_PARTS,
         {.functions = "w", .goes_up = true, .least = 1},
         "w 5\n"
         "  v 5 x1?\n"
         "    a 5 x1?\n"
         "      m 5 x1?\n"
         "    (1 more, up to 0)\n"},
        /*
         * The dump came while m called v, after 30 of v's own cost: the call, of 40, is all in the
         * second part. There is no way to tell how much of it was there. n's call of v is of the
         * second part, all of it.
         */
        {"but not where a call was cut by a dump",
         HEAD FN("m", "1") FN("v", "30") PART FN("m", "2") CALL("v", "1", "40") FN("n", "0")
             CALL("v", "1", "20") FN("v", "20") CALL("w", "1", "10") FN("w", "10"),
         {.least = 1},
         "m 43 self 3\n"
         "  v 40 self ~33.3333[30-40] x1\n"
         "    w ~6.66667[0-10] self ~6.66667[0-10] x1?\n"
         "n 20 self 0\n"
         "  v 20 self ~16.6667[10-20] x1\n"
         "    w ~3.33333[0-10] self ~3.33333[0-10] x1?\n"},
    };

    path_rows_check(cases, ARRAY_LENGTH(cases));
}

/* As many times the first part as fit beside the second; one more, and they are together. */
Test(path_parts, are_together_where_there_are_too_many)
{
    static const char first[] = FN("m", "0") CALL("a", "1", "7") FN("a", "0") CALL("v", "1", "7")
        FN("v", "2") CALL("w", "1", "5") FN("w", "5");

    for (int count = MOST_PARTS_APART - 1; count <= MOST_PARTS_APART; count++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        cr_assert(out, "out of memory");
        fputs(TWO_PARTS, out);
        for (int part = 2; part <= count; part++)
            fprintf(out, "part: %d\nevents: A\nfl=a\n%s", part + 1, first);
        fclose(out);
        char *shown = path_rows_show(text, &(struct path_question){.least = 1});
        bool is_apart = strchr(shown, '~') == NULL;
        cr_expect_eq(is_apart, count < MOST_PARTS_APART, "%d and one: %s", count, shown);
        free(shown);
        free(text);
    }
}

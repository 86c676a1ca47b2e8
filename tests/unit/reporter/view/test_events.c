/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/view_kind.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/profile.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(view_events, .init = temporary_enter, .fini = temporary_leave);

/* "event NAME | LONG NAME | FORMULA | MEANING = TOTAL" */
Test(view_events, have_names_formulas_and_totals)
{
    static const struct view_case cases[] = {
        {"what is recorded, of the file, and built in; Zz is never given",
         {0},
         "events: Ir Zz\nevent: X = 2 Ir : twice\nfl=a.c\nfn=f\n1 5\n1 4\n",
         NULL,
         "== events\n"
         "event Ir | Instruction Fetch |  |  = 9\n"
         "event Zz |  |  |  = .\n"
         "event X | twice | 2 Ir |  = 18\n"
         "event CEst | Cycle Estimation | Ir + 10 Bm + 10 L1m + 20 Ge + 100 L2m + 100 LLm |  = 9\n"
         "event EstCycles | Estimated Cycles | Ir + Dr + Dw + 4 L1m + 30 LLm |  = 9\n"},
        {"the total that the file gives",
         {0},
         "events: Zz\nsummary: 11\nfl=a.c\nfn=f\n1 5\n",
         NULL,
         "== events\nevent Zz |  |  |  = 11\n"},
        {"what known ones mean",
         {.explains_events = true},
         "events: Dr Zz\nfl=a.c\nfn=f\n1 5 6\n",
         NULL,
         "== events\n"
         "event Dr | Data Read Access |  | Reads of memory. = 5\n"
         "event Zz |  |  |  = 6\n"
         "event EstCycles | Estimated Cycles | Ir + Dr + Dw + 4 L1m + 30 LLm | "
         "Cycles as gungraun estimates them: misses weigh 5 or 35 Ir. = 5\n"},
    };

    check_view(&events_view, cases, ARRAY_LENGTH(cases), SHOW_ROWS);
}

Test(view_events, fail_where_a_total_does_not_fit)
{
    static const char profile[] =
        "events: Zz\nevent: X = 2 Zz\nfl=a.c\nfn=f\n1 9223372036854775807\n";
    char *text = show_view(&events_view, &(struct view_options){0}, profile, NULL, SHOW_ROWS);

    cr_expect_str_eq(text, "not opened: error failed: event 'X' does not fit into 64 bits\n");
    free(text);
}

Test(view_events, keep_nothing_but_totals)
{
    const struct view_options options = {.view = VIEW_EVENTS};

    for (int is_difference = 0; is_difference < 2; is_difference++) {
        struct keep keep = events_view.keep(&options, is_difference);

        cr_expect_eq(keep.places, KEEP_NOTHING);
        cr_expect_eq(keep.lines, KEEP_NOTHING);
        cr_expect_eq(keep.spots, KEEP_NOTHING);
    }
}

Test(view_events, cannot_be_of_a_difference)
{
    const char *why = events_view.why_no_difference(&(struct view_options){.view = VIEW_EVENTS});

    cr_assert_not_null(why);
    cr_expect(strstr(why, "--list-events") && strstr(why, "--diff"), "%s", why);
}

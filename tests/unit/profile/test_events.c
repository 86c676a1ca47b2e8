/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/events.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "support/made_events.h"

Test(events, has_a_column_by_name)
{
    struct events events = events_made();

    cr_expect_eq(events_add_recorded(&events, TEXT("Miss")), 1);
    cr_expect_eq(events_add_recorded(&events, TEXT("Missed")), N_MADE_EVENTS);
    cr_expect_eq(events.n_recorded, N_MADE_EVENTS + 1);
    cr_expect_eq(events_find(&events, TEXT("Time_(10ns)")), 3);
    cr_expect_eq(events_find(&events, TEXT("tick")), NO_ID);
    cr_expect_eq(events_find(&events, TEXT("cycles")), NO_ID);
    events_free(&events);
}

Test(events, are_complete_where_all_lists_name_them)
{
    const uint32_t first[] = {1, 0}, second[] = {0}, of_others[] = {2, 0};
    struct events events = events_made(), others = {0};

    cr_expect(events_are_complete(&events, 3), "of no list nothing is known");
    events_note_list(&events, first, 2);
    events_note_list(&events, second, 1);
    cr_expect(events_are_complete(&events, 0));
    cr_expect_not(events_are_complete(&events, 1));
    cr_expect_not(events_are_complete(&events, 2));
    events_add_recorded(&others, TEXT("cycles:u"));
    events_add_recorded(&others, TEXT("Tick"));
    events_note_list(&others, first, 2);
    events_note_lists_of(&events, &others, of_others);
    cr_expect(events_are_complete(&events, 0));
    cr_expect_not(events_are_complete(&events, 2));
    events_free(&others);
    events_free(&events);
}

Test(events, need_a_name)
{
    struct events events = events_made();

    cr_expect_not(events_made_define(&events, ""));
    cr_expect_not(events_made_define(&events, "= Tick"));
    cr_expect_not(events_made_define(&events, " : long name"));
    events_free(&events);
}

Test(events, are_limited_in_number)
{
    struct events events = {0};
    char name[32];

    for (int i = 0; i < MAX_EVENTS; i++) {
        snprintf(name, sizeof(name), "e%d = Tick", i);
        cr_expect(events_made_define(&events, name));
    }
    cr_expect_not(events_made_define(&events, "one = Tick"));
    events_free(&events);
}

Test(events, give_costs)
{
    struct events events = events_made();
    struct warnings warnings = {0};
    struct error error = {0};
    struct costs costs;
    struct event_cost cost;

    events_made_define(&events, "S = Tick - 10 Miss");
    events_made_define(&events, "T = cycles:u");
    events_made_define(&events, "Z = 0 Tick");
    events_made_define(&events, "D = Tick - Tick");
    events_made_resolve(&events, &warnings);
    costs_init(&costs, N_MADE_EVENTS);
    costs_ensure(&costs, 2);
    costs_set(&costs, costs_row(&costs, 0), 0, 7);
    costs_set(&costs, costs_row(&costs, 0), 1, 2);

    cr_expect(event_cost(&events, 0, &costs, costs_row(&costs, 0), &cost, &error));
    cr_expect(cost.is_given && cost.sum == 7);
    cr_expect(event_cost(&events, 4, &costs, costs_row(&costs, 0), &cost, &error));
    cr_expect(cost.is_given && cost.sum == 7 - 10 * 2);
    cr_expect(event_cost(&events, 2, &costs, costs_row(&costs, 0), &cost, &error));
    cr_expect(!cost.is_given && cost.sum == 0);
    cr_expect(event_cost(&events, 5, &costs, costs_row(&costs, 0), &cost, &error));
    cr_expect(!cost.is_given && cost.sum == 0, "none of its events is given");
    for (size_t event = 6; event < 8; event++) {
        cr_expect(event_cost(&events, event, &costs, costs_row(&costs, 0), &cost, &error));
        cr_expect(cost.is_given && cost.sum == 0, "no times a cost is 0");
    }

    costs_set(&costs, costs_row(&costs, 1), 0, 5);
    cr_expect(event_cost(&events, 4, &costs, costs_row(&costs, 1), &cost, &error));
    cr_expect(cost.is_given && cost.sum == 5, "one of its events is given");
    costs_free(&costs);
    events_free(&events);
}

Test(events, fail_where_a_cost_does_not_fit)
{
    struct events events = events_made();
    struct warnings warnings = {0};
    struct error error = {0};
    struct costs costs;
    struct event_cost cost;

    events_made_define(&events, "P = 2 Tick");
    events_made_define(&events, "S = Tick + Miss");
    events_made_resolve(&events, &warnings);
    costs_init(&costs, N_MADE_EVENTS);
    costs_ensure(&costs, 1);
    costs_set(&costs, costs_row(&costs, 0), 0, INT64_MAX);
    costs_set(&costs, costs_row(&costs, 0), 1, 1);
    cr_expect_not(event_cost(&events, 4, &costs, costs_row(&costs, 0), &cost, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_not(event_cost(&events, 5, &costs, costs_row(&costs, 0), &cost, &error));
    costs_free(&costs);
    events_free(&events);
}

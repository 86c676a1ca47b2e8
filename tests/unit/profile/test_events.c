/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/events.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "base/warnings.h"
#include "profile/derive_events.h"

enum { N_RECORDED = 4 };

/* Names that are not known, two of them with signs inside. */
static struct events create_events(void)
{
    struct events events = {0};

    events_add_recorded(&events, TEXT("Tick"));
    events_add_recorded(&events, TEXT("Miss"));
    events_add_recorded(&events, TEXT("cycles:u"));
    events_add_recorded(&events, TEXT("Time_(10ns)"));
    return events;
}

static bool define(struct events *events, const char *definition)
{
    struct error error;

    return events_define(events, text_of(definition), "p", 7, &error);
}

static void resolve(struct events *events, struct warnings *warnings)
{
    struct error error = {0};

    cr_assert(events_resolve(events, warnings, &error), "%s", error.text);
}

Test(events, has_a_column_by_name)
{
    struct events events = create_events();

    cr_expect_eq(events_add_recorded(&events, TEXT("Miss")), 1);
    cr_expect_eq(events_add_recorded(&events, TEXT("Missed")), N_RECORDED);
    cr_expect_eq(events.n_recorded, N_RECORDED + 1);
    cr_expect_eq(events_find(&events, TEXT("Time_(10ns)")), 3);
    cr_expect_eq(events_find(&events, TEXT("tick")), NO_ID);
    cr_expect_eq(events_find(&events, TEXT("cycles")), NO_ID);
    events_free(&events);
}

Test(events, are_complete_where_all_lists_name_them)
{
    const uint32_t first[] = {1, 0}, second[] = {0}, of_others[] = {2, 0};
    struct events events = create_events(), others = {0};

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
    struct events events = create_events();

    cr_expect_not(define(&events, ""));
    cr_expect_not(define(&events, "= Tick"));
    cr_expect_not(define(&events, " : long name"));
    events_free(&events);
}

Test(events, are_limited_in_number)
{
    struct events events = {0};
    char name[32];

    for (int i = 0; i < MAX_EVENTS; i++) {
        snprintf(name, sizeof(name), "e%d = Tick", i);
        cr_expect(define(&events, name));
    }
    cr_expect_not(define(&events, "one = Tick"));
    events_free(&events);
}

Test(events, give_costs)
{
    struct events events = create_events();
    struct warnings warnings = {0};
    struct error error = {0};
    struct costs costs;
    struct event_cost cost;

    define(&events, "S = Tick - 10 Miss");
    define(&events, "T = cycles:u");
    define(&events, "Z = 0 Tick");
    define(&events, "D = Tick - Tick");
    resolve(&events, &warnings);
    costs_init(&costs, N_RECORDED);
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
    struct events events = create_events();
    struct warnings warnings = {0};
    struct error error = {0};
    struct costs costs;
    struct event_cost cost;

    define(&events, "P = 2 Tick");
    define(&events, "S = Tick + Miss");
    resolve(&events, &warnings);
    costs_init(&costs, N_RECORDED);
    costs_ensure(&costs, 1);
    costs_set(&costs, costs_row(&costs, 0), 0, INT64_MAX);
    costs_set(&costs, costs_row(&costs, 0), 1, 1);
    cr_expect_not(event_cost(&events, 4, &costs, costs_row(&costs, 0), &cost, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_not(event_cost(&events, 5, &costs, costs_row(&costs, 0), &cost, &error));
    costs_free(&costs);
    events_free(&events);
}

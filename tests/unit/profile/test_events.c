/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/events.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "base/array.h"

enum { N_RECORDED = 4 };

/* Names that nobody knows anything about, two of them with signs inside. */
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

Test(events, reads_formulas)
{
    static const struct {
        const char *definition, *name;
        int64_t factors[N_RECORDED];
    } cases[] = {
        {"S = Tick + Miss", "S", {1, 1}},
        {"S=Tick+Miss", "S", {1, 1}},
        {"S = Tick", "S", {1}},
        {"S = 10 Miss", "S", {0, 10}},
        {"S = 10Miss", "S", {0, 10}},
        {"S = 0x10 Miss", "S", {0, 16}},
        {"S = 10*Miss", "S", {0, 10}},
        {"S = 10 * Miss", "S", {0, 10}},
        {"S = 10 *Miss + 3 Tick", "S", {3, 10}},
        {"S = Tick - Miss", "S", {1, -1}},
        {"S = - Miss", "S", {0, -1}},
        {"S = Tick - 2 Miss", "S", {1, -2}},
        {"S = Tick + Tick + 2 Tick", "S", {4}},
        {"S = Tick - Tick + Miss", "S", {0, 1}},
        {"S = 2 cycles:u + Tick", "S", {1, 0, 2}},
        {"S = Tick + Time_(10ns)", "S", {1, 0, 0, 1}},
        {"  S  =  Tick  ", "S", {1}},
        {"a-b = Tick", "a-b", {1}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct events events = create_events();
        struct warnings warnings = {0};

        cr_expect(define(&events, cases[i].definition));
        resolve(&events, &warnings);
        cr_expect_eq(warnings.count, 0, "%s: %s", cases[i].definition, warnings.first[0].text);
        cr_expect_eq(events.n_recorded, N_RECORDED);
        uint32_t id = events_find(&events, text_of(cases[i].name));
        cr_assert_eq(id, N_RECORDED, "%s is not there", cases[i].definition);
        for (size_t column = 0; column < N_RECORDED; column++)
            cr_expect_eq(events.list[id].factors[column], cases[i].factors[column],
                         "%s: column %zu", cases[i].definition, column);
        events_free(&events);
    }
}

Test(events, leaves_out_formulas_that_make_no_sense)
{
    static const char *const definitions[] = {
        "S = Tick + Nix",
        "S = +",
        "S = Tick +",
        "S = Tick Miss",
        "S = 10",
        "S = *Tick",
        "S = S",
        "S = Tick + S",
        "S = x Tick",
        "S = Tick * 10",
        "S = tick",
        "S = 1.5 Tick",
        "S = Tick + + Miss",
        "S = (Tick)",
        "S = 9223372036854775808 Tick",
        "S = 9223372036854775807 Tick + Tick",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(definitions); i++) {
        struct events events = create_events();
        struct warnings warnings = {0};

        cr_expect(define(&events, definitions[i]));
        resolve(&events, &warnings);
        cr_expect_eq(warnings.count, 1, "%s gives no warning", definitions[i]);
        cr_expect_eq(warnings.first[0].line, 7, "%s", definitions[i]);
        cr_expect_eq(events.count, N_RECORDED, "%s is an event", definitions[i]);
        events_free(&events);
    }
}

Test(events, may_be_defined_in_any_order)
{
    struct events events = create_events();
    struct warnings warnings = {0};

    cr_expect(define(&events, "C = 2 B + Tick"));
    cr_expect(define(&events, "B = 3 A - Tick"));
    cr_expect(define(&events, "A = Tick + Miss"));
    resolve(&events, &warnings);
    cr_expect_eq(warnings.count, 0);
    uint32_t id = events_find(&events, TEXT("C"));
    cr_assert_neq(id, NO_ID);
    /* 2 (3 (Tick + Miss) - Tick) + Tick */
    cr_expect_eq(events.list[id].factors[0], 5);
    cr_expect_eq(events.list[id].factors[1], 6);
    events_free(&events);
}

Test(events, leaves_out_circles)
{
    struct events events = create_events();
    struct warnings warnings = {0};

    cr_expect(define(&events, "A = B + Tick"));
    cr_expect(define(&events, "B = A"));
    cr_expect(define(&events, "C = A"));
    cr_expect(define(&events, "D = Tick"));
    resolve(&events, &warnings);
    cr_expect_eq(warnings.count, 3);
    cr_expect_eq(events.count, N_RECORDED + 1);
    cr_expect_neq(events_find(&events, TEXT("D")), NO_ID);
    events_free(&events);
}

Test(events, have_long_names)
{
    static const struct {
        const char *definition, *name, *long_name;
    } cases[] = {
        {"Tick : Instruction Fetches", "Tick", "Instruction Fetches"},
        {"Tick: Instruction Fetches", "Tick", "Instruction Fetches"},
        {"Tick :Instruction Fetches", "Tick", "Instruction Fetches"},
        {"Tick:", "Tick", ""},
        {"cycles:u : Cycles in user space", "cycles:u", "Cycles in user space"},
        {"cycles:u: Cycles", "cycles:u", "Cycles"},
        {"cycles:u", "cycles:u", ""},
        {"S = Tick + 2 cycles:u : The sum: of both", "S", "The sum: of both"},
        {"S = Tick : a = b", "S", "a = b"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct events events = create_events();
        struct warnings warnings = {0};

        cr_expect(define(&events, cases[i].definition));
        resolve(&events, &warnings);
        uint32_t id = events_find(&events, text_of(cases[i].name));
        cr_assert_neq(id, NO_ID, "%s", cases[i].definition);
        cr_expect(text_equal(events.list[id].long_name, text_of(cases[i].long_name)),
                  "%s has the long name '%.*s'", cases[i].definition,
                  (int)events.list[id].long_name.length, events.list[id].long_name.at);
        events_free(&events);
    }
}

Test(events, hold_as_first_defined)
{
    struct events events = create_events();
    struct warnings warnings = {0};

    cr_expect(define(&events, "S = Tick"));
    cr_expect(define(&events, "S = Miss"));
    /* A recorded event stays one, whatever its formula. */
    cr_expect(define(&events, "Miss = 2 Tick"));
    resolve(&events, &warnings);
    uint32_t id = events_find(&events, TEXT("S"));
    cr_assert_eq(id, N_RECORDED);
    cr_expect_eq(events.list[id].factors[0], 1);
    cr_expect_eq(events_find(&events, TEXT("Miss")), 1);
    cr_expect_null(events.list[1].factors);
    cr_expect_eq(events.count, N_RECORDED + 1);
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

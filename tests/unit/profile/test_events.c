/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/events.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "base/array.h"
#include "base/error.h"
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

    cost = event_sum(&events, 0, &costs, costs_row(&costs, 0));
    cr_expect(cost.is_given && cost.sum == 7);
    cost = event_sum(&events, 4, &costs, costs_row(&costs, 0));
    cr_expect(cost.is_given && cost.sum == 7 - 10 * 2);
    cost = event_sum(&events, 2, &costs, costs_row(&costs, 0));
    cr_expect(!cost.is_given && cost.sum == 0);
    cost = event_sum(&events, 5, &costs, costs_row(&costs, 0));
    cr_expect(!cost.is_given && cost.sum == 0, "none of its events is given");
    for (size_t event = 6; event < 8; event++) {
        cost = event_sum(&events, event, &costs, costs_row(&costs, 0));
        cr_expect(cost.is_given && cost.sum == 0, "no times a cost is 0");
    }

    costs_set(&costs, costs_row(&costs, 1), 0, 5);
    cost = event_sum(&events, 4, &costs, costs_row(&costs, 1));
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

    events_made_define(&events, "P = 2 Tick");
    events_made_define(&events, "S = Tick + Miss");
    events_made_resolve(&events, &warnings);
    costs_init(&costs, N_MADE_EVENTS);
    costs_ensure(&costs, 1);
    costs_set(&costs, costs_row(&costs, 0), 0, INT64_MAX);
    costs_set(&costs, costs_row(&costs, 0), 1, 1);
    cr_expect(events_fit(&events, &error));
    for (size_t event = 4; event < 6; event++) {
        cr_expect_eq(event_sum(&events, event, &costs, costs_row(&costs, 0)).sum, 0);
        cr_expect_not(events_fit(&events, &error));
        cr_expect_eq(error.kind, ERROR_FAILED);
        events.list[event].overflows = false;
    }
    costs_free(&costs);
    events_free(&events);
}

struct definition_case {
    const char *text, *name, *formula, *long_name;
};

static void expect_part(struct text part, const char *expected, const char *text)
{
    cr_expect(text_equal(part, text_of(expected)), "'%s' has '%.*s', not '%s'", text,
              (int)part.length, part.at, expected);
}

static void check(const struct events *events, const struct definition_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct event_definition definition = {.text = text_of(cases[i].text)};

        definition_split(&definition, events);
        expect_part(definition.name, cases[i].name, cases[i].text);
        expect_part(definition.formula, cases[i].formula, cases[i].text);
        expect_part(definition.long_name, cases[i].long_name, cases[i].text);
    }
}

Test(definitions, are_cut_at_colons_beside_blanks)
{
    static const struct definition_case cases[] = {
        {"Ir : Fetches", "Ir", "", "Fetches"},
        {"Ir: Fetches : all", "Ir", "", "Fetches : all"},
        {"Ir :Fetches", "Ir", "", "Fetches"},
        {"S = Ir + Dr : Sum", "S", "Ir + Dr", "Sum"},
        {"S=Ir+Dr", "S", "Ir+Dr", ""},
        {"S = Ir : a = b", "S", "Ir", "a = b"},
        {"S : a = b", "S", "", "a = b"},
        {":", "", "", ""},
        {"=", "", "", ""},
        {"", "", "", ""},
    };
    const struct events none = {0};

    check(&none, cases, ARRAY_LENGTH(cases));
}

Test(definitions, are_cut_at_colons_that_end_names)
{
    static const struct definition_case cases[] = {
        {"Ir:Fetches", "Ir", "", "Fetches"},
        {"cycles:u", "cycles:u", "", ""},
        {"cycles:u:Cycles", "cycles:u", "", "Cycles"},
        {"cycles:k", "cycles", "", "k"},
        {"new:name = Ir", "new:name", "Ir", ""},
        {"S=Ir:Sum", "S", "Ir", "Sum"},
        {"S=2*cycles:u+10cycles:u:Sum", "S", "2*cycles:u+10cycles:u", "Sum"},
        {"S=Nix:Sum", "S", "Nix", "Sum"},
        {"S=A:B", "S", "A:B", ""},
        {"R=Ir/cycles:u:Ratio", "R", "Ir/cycles:u", "Ratio"},
        {"R=2cycles:u/Ir:Ratio", "R", "2cycles:u/Ir", "Ratio"},
        {"R=(cycles:u+2cycles:u)/(2*cycles:u):Ratio", "R", "(cycles:u+2cycles:u)/(2*cycles:u)",
         "Ratio"},
        {"R = 2 cpu(us):k / Ir : Ratio", "R", "2 cpu(us):k / Ir", "Ratio"},
        {"R%=(cpu(us):k)/Ir:Ratio", "R%", "(cpu(us):k)/Ir", "Ratio"},
    };
    struct events events = {0};
    struct error error;

    events_add_recorded(&events, TEXT("Ir"));
    events_add_recorded(&events, TEXT("cycles"));
    events_add_recorded(&events, TEXT("cycles:u"));
    events_add_recorded(&events, TEXT("cpu(us):k"));
    cr_assert(events_define(&events, TEXT("A:B = Ir"), "p", 1, &error));
    check(&events, cases, ARRAY_LENGTH(cases));
    events_free(&events);
}

enum { N_RECORDED = 3 };

/* A ratio of A, B and C that is defined as that; the last event. */
static struct events create_events(const char *definition)
{
    struct events events = {0};
    struct warnings warnings = {0};
    struct error error = {0};

    events_add_recorded(&events, TEXT("A"));
    events_add_recorded(&events, TEXT("B"));
    events_add_recorded(&events, TEXT("C"));
    cr_assert(events_define(&events, text_of(definition), NULL, 0, &error));
    cr_assert(events_resolve(&events, &warnings, &error), "%s", error.text);
    cr_assert_eq(events.count, N_RECORDED + 1);
    cr_assert(event_is_ratio(&events.list[N_RECORDED]));
    return events;
}

/* Of the sum of two rows; the second has no C. */
static bool value_of(const char *definition, const int64_t *first, const int64_t *second,
                     double *value)
{
    struct events events = create_events(definition);
    struct ratio ratio = {0};
    struct costs costs;

    costs_init(&costs, N_RECORDED);
    costs_ensure(&costs, 2);
    for (size_t i = 0; i < N_RECORDED; i++)
        costs_set(&costs, costs_row(&costs, 0), i, first[i]);
    for (size_t i = 0; i < 2; i++)
        costs_set(&costs, costs_row(&costs, 1), i, second[i]);
    ratio_add(&ratio, &events.list[N_RECORDED], &costs, costs_row(&costs, 0));
    ratio_add(&ratio, &events.list[N_RECORDED], &costs, costs_row(&costs, 1));
    bool is_given = ratio_value(&ratio, value);
    costs_free(&costs);
    events_free(&events);
    return is_given;
}

Test(ratios, divide_sums)
{
    static const struct {
        const char *definition;
        int64_t first[N_RECORDED], second[2];
        double expected;
    } cases[] = {
        {"R = A / B", {1, 2, 0}, {2, 4}, 0.5},
        {"R% = A / B", {1, 2, 0}, {2, 4}, 50},
        {"R = A / B", {1, 1, 0}, {0, 3}, 0.25},
        {"R = (A + 2 C) / (B - C)", {1, 6, 2}, {0, 0}, 1.25},
        {"R = A / C", {1, 0, 4}, {1, 0}, 0.5},
        {"R = A / B", {-3, 2, 0}, {0, 0}, -1.5},
        {"R = A / B", {3, -2, 0}, {0, 0}, -1.5},
        {"R% = A / B", {73, 1000, 0}, {0, 0}, 7.3},
        {"R% = A / B", {INT64_MAX, INT64_MAX, 0}, {0, 0}, 100},
        {"R% = A / B", {INT64_MIN, 1, 0}, {0, 0}, -0x1p63 * 100},
        {"R = (A - C) / B", {INT64_MAX, 1, INT64_MAX - 1}, {0, 0}, 1},
    };
    double value;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_expect(value_of(cases[i].definition, cases[i].first, cases[i].second, &value));
        cr_expect_eq(value, cases[i].expected, "%zu, %s: %.17g", i, cases[i].definition, value);
    }
}

Test(ratios, of_nothing_are_none)
{
    double value = 7;

    cr_expect_not(value_of("R = A / B", (int64_t[]){1, 0, 1}, (int64_t[]){1, 0}, &value));
    cr_expect_eq(value, 0);
    cr_expect_not(value_of("R = A / (B - C)", (int64_t[]){1, 5, 6}, (int64_t[]){1, 1}, &value));
    /* What does not fit into 64 bits. */
    cr_expect_not(value_of("R = 2 A / B", (int64_t[]){INT64_MAX, 1, 0}, (int64_t[]){0, 0}, &value));
    cr_expect_not(value_of("R = A / B", (int64_t[]){1, INT64_MAX, 0}, (int64_t[]){0, 1}, &value));
}

Test(ratios, are_not_sums)
{
    struct events events = create_events("R = A / B");

    cr_expect_not(event_is_ratio(&events.list[0]));
    events_free(&events);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/ratios.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "base/error.h"
#include "profile/derive_events.h"
#include "profile/events.h"

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
        {"R = 1000 A / B", {INT64_MAX, INT64_MAX, 0}, {0, 0}, 1000},
        {"R = 1000 A / B", {INT64_MAX, 1, 0}, {1, 0}, 9223372036854775808.0 * 1000},
        {"R% = 1000 A / 1000 B", {INT64_MAX, INT64_MAX, 0}, {INT64_MAX, INT64_MAX}, 100},
        {"R = (1000 A - 1000 C) / B", {INT64_MAX, 1, INT64_MAX - 1}, {0, 0}, 1000},
        {"R = 1099511627776 A / B", {INT64_MIN, 1, 0}, {0, 0}, -0x1p103},
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
}

Test(ratios, are_not_sums)
{
    struct events events = create_events("R = A / B");

    cr_expect_not(event_is_ratio(&events.list[0]));
    events_free(&events);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/formulas.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "profile/events.h"

enum { N_RECORDED = 5 };

/* Names that are not known, three of them with signs or digits that formulas have too. */
static struct events create_events(void)
{
    struct events events = {0};

    events_add_recorded(&events, TEXT("Tick"));
    events_add_recorded(&events, TEXT("Miss"));
    events_add_recorded(&events, TEXT("a+b"));
    events_add_recorded(&events, TEXT("2nd-(10ns)"));
    events_add_recorded(&events, TEXT("cycles:u"));
    return events;
}

static void expect_factors(const struct events *events, const char *formula,
                           const int64_t *expected)
{
    struct factor factors[N_RECORDED] = {0};

    cr_expect_eq(formula_resolve(events, text_of(formula), ABSENT_IF_KNOWN, factors),
                 FORMULA_RESOLVED, "%s", formula);
    for (size_t column = 0; column < N_RECORDED; column++)
        cr_expect_eq(factors[column].times, expected[column], "%s: column %zu", formula, column);
}

static void expect_resolution(const struct events *events, const char *formula,
                              enum resolution expected)
{
    struct factor factors[N_RECORDED] = {0};

    cr_expect_eq(formula_resolve(events, text_of(formula), ABSENT_IF_KNOWN, factors), expected,
                 "%s", formula);
}

Test(formulas, give_factors)
{
    static const struct {
        const char *formula;
        int64_t factors[N_RECORDED];
    } cases[] = {
        {"Tick + Miss", {1, 1}},
        {"Tick+Miss", {1, 1}},
        {"Tick", {1}},
        {"+ Tick", {1}},
        {"10 Miss", {0, 10}},
        {"10Miss", {0, 10}},
        {"0x10 Miss", {0, 16}},
        {"10*Miss", {0, 10}},
        {"10 * Miss", {0, 10}},
        {"10 *Miss + 3 Tick", {3, 10}},
        {"Tick - Miss", {1, -1}},
        {"- Miss", {0, -1}},
        {"Tick - 2 Miss", {1, -2}},
        {"Tick + Tick + 2 Tick", {4}},
        {"Tick - Tick + Miss", {0, 1}},
        {"0 Tick", {0}},
        {"Tick + 5 D1mr", {1}},
        {"2 a+b + Tick", {1, 0, 2}},
        {"Tick - 2nd-(10ns)", {1, 0, 0, -1}},
        {"3 2nd-(10ns)", {0, 0, 0, 3}},
        {"2 cycles:u + Tick", {1, 0, 0, 0, 2}},
    };
    struct events events = create_events();

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        expect_factors(&events, cases[i].formula, cases[i].factors);
    events_free(&events);
}

Test(formulas, are_impossible_where_they_make_no_sense)
{
    static const char *const formulas[] = {
        "Tick + Nix",
        "+",
        "Tick +",
        "Tick Miss",
        "10",
        "*Tick",
        "x Tick",
        "Tick * 10",
        "tick",
        "1.5 Tick",
        "Tick + + Miss",
        "- -1 Tick",
        "(Tick)",
        "9223372036854775808 Tick",
        "9223372036854775807 Tick + Tick",
    };
    struct events events = create_events();

    for (size_t i = 0; i < ARRAY_LENGTH(formulas); i++)
        expect_resolution(&events, formulas[i], FORMULA_IMPOSSIBLE);
    events_free(&events);
}

Test(formulas, of_files_may_name_what_is_absent)
{
    static const struct {
        const char *formula;
        enum resolution resolution;
    } cases[] = {
        {"Tick + Nix", FORMULA_RESOLVED},   {"Nix", FORMULA_RESOLVED},
        {"tick + x_2", FORMULA_RESOLVED},   {"Tick - Nix", FORMULA_RESOLVED},
        {"Tick-Miss", FORMULA_IMPOSSIBLE},  {"Tick + 2", FORMULA_IMPOSSIBLE},
        {"(Tick)", FORMULA_IMPOSSIBLE},     {"Nix Tick", FORMULA_IMPOSSIBLE},
        {"Tick / Nix", FORMULA_IMPOSSIBLE},
    };
    struct events events = create_events();

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct factor factors[N_RECORDED] = {0};
        cr_expect_eq(formula_resolve(&events, text_of(cases[i].formula), ABSENT_ALL, factors),
                     cases[i].resolution, "%s", cases[i].formula);
    }
    events_free(&events);
}

static void define(struct events *events, const char *definition)
{
    struct error error;

    cr_assert(events_define(events, text_of(definition), "p", 7, &error));
}

Test(formulas, wait_for_events_that_are_defined)
{
    struct events events = create_events();

    define(&events, "A = Tick");
    define(&events, "B : has but a long name");
    expect_resolution(&events, "Tick + 2 A", FORMULA_WAITING);
    expect_resolution(&events, "A + Tick", FORMULA_WAITING);
    expect_resolution(&events, "A + Nix", FORMULA_IMPOSSIBLE);
    expect_resolution(&events, "B", FORMULA_IMPOSSIBLE);
    events_free(&events);
}

Test(formulas, take_derived_events_apart)
{
    struct events events = create_events();
    struct warnings warnings = {0};
    struct error error = {0};

    define(&events, "S = Tick - 3 Miss");
    define(&events, "Huge = 9223372036854775807 Miss");
    cr_assert(events_resolve(&events, &warnings, &error));
    expect_factors(&events, "Miss - 2 S", (int64_t[N_RECORDED]){-2, 1 + 2 * 3});
    expect_resolution(&events, "2 Huge", FORMULA_IMPOSSIBLE);
    expect_resolution(&events, "Huge + Miss", FORMULA_IMPOSSIBLE);
    events_free(&events);
}

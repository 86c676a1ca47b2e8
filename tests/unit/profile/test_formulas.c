/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/events.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"

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

/* What became of a formula, and its factors. */
struct outcome {
    enum resolution resolution;
    struct factor factors[N_RECORDED], divisor[N_RECORDED];
    bool is_ratio;
    int64_t unit;
    struct text absent;
};

static struct outcome resolve(struct events *events, const char *formula, enum absent_events absent)
{
    struct outcome outcome = {0};
    struct resolved_formula resolved = {.factors = outcome.factors, .divisor = outcome.divisor};

    outcome.resolution = formula_resolve(events, text_of(formula), absent, NULL, &resolved);
    outcome.is_ratio = resolved.is_ratio;
    outcome.unit = resolved.unit;
    outcome.absent = resolved.absent;
    return outcome;
}

static void expect_factors(struct events *events, const char *formula, const int64_t *expected)
{
    const struct outcome outcome = resolve(events, formula, ABSENT_IF_KNOWN);

    cr_expect_eq(outcome.resolution, FORMULA_RESOLVED, "%s", formula);
    cr_expect_not(outcome.is_ratio, "%s", formula);
    for (size_t column = 0; column < N_RECORDED; column++)
        cr_expect_eq(outcome.factors[column].times, expected[column], "%s: column %zu", formula,
                     column);
}

static void expect_resolution(struct events *events, const char *formula, enum resolution expected)
{
    cr_expect_eq(resolve(events, formula, ABSENT_IF_KNOWN).resolution, expected, "%s", formula);
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
        {"Tick + Nix", FORMULA_RESOLVED},  {"Nix", FORMULA_RESOLVED},
        {"tick + x_2", FORMULA_RESOLVED},  {"Tick - Nix", FORMULA_RESOLVED},
        {"Tick-Miss", FORMULA_IMPOSSIBLE}, {"Tick + 2", FORMULA_IMPOSSIBLE},
        {"(Tick)", FORMULA_IMPOSSIBLE},    {"Nix Tick", FORMULA_IMPOSSIBLE},
        {"Tick / Nix", FORMULA_ABSENT},
    };
    struct events events = create_events();

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        cr_expect_eq(resolve(&events, cases[i].formula, ABSENT_ALL).resolution, cases[i].resolution,
                     "%s", cases[i].formula);
    }
    events_free(&events);
}

static void define(struct events *events, const char *definition)
{
    struct error error;

    cr_assert(events_define(events, text_of(definition), "p", 7, &error));
}

Test(formulas, resolve_the_events_that_they_name_first)
{
    struct events events = create_events();
    struct warnings warnings = {0};
    struct error error = {0};

    define(&events, "C = 2 D + Tick");
    define(&events, "D = A + Tick");
    define(&events, "A = Tick");
    define(&events, "B : has but a long name");
    cr_assert(events_resolve(&events, &warnings, &error));
    cr_expect_eq(warnings.count, 0);
    expect_factors(&events, "C", (int64_t[N_RECORDED]){5});
    expect_factors(&events, "A + Tick", (int64_t[N_RECORDED]){2});
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

Test(formulas, may_be_per_unit)
{
    static const struct {
        const char *formula;
        int64_t factors[N_RECORDED], unit;
    } cases[] = {
        {"Tick", {1}, 1},
        {"Tick / 20", {1}, 20},
        {"2 (Tick - Miss)/0x10", {2, -2}, 16},
        {"a+b/7", {0, 0, 1}, 7},
        {"3 2nd-(10ns) / 9223372036854775807", {0, 0, 0, 3}, INT64_MAX},
    };
    struct events events = create_events();

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct outcome outcome = resolve(&events, cases[i].formula, ABSENT_IF_KNOWN);
        expect_factors(&events, cases[i].formula, cases[i].factors);
        cr_expect_eq(outcome.unit, cases[i].unit, "%s", cases[i].formula);
    }
    events_free(&events);
}

/* With names that have the signs of a ratio themselves. */
Test(formulas, may_be_ratios)
{
    static const struct {
        const char *formula;
        int64_t factors[N_RECORDED + 2], divisor[N_RECORDED + 2];
    } cases[] = {
        {"Tick / Miss", {1}, {0, 1}},
        {"Tick/Miss", {1}, {0, 1}},
        {"1000 Tick / Miss", {1000}, {0, 1}},
        {"1000*Tick / 2*Miss", {1000}, {0, 2}},
        {"- Tick / Miss", {-1}, {0, 1}},
        {"(Tick + 3 Miss) / (Tick - Miss)", {1, 3}, {1, -1}},
        {"(Tick+Miss)/(Tick)", {1, 1}, {1}},
        {"1000 (Tick + 2 Miss) / 3*(Miss)", {1000, 2000}, {0, 3}},
        {"2 * ( Tick - Miss )/4(Tick)", {2, -2}, {4}},
        {"( Tick ) / Miss", {1}, {0, 1}},
        {"(a+b + 2nd-(10ns)) / cycles:u", {0, 0, 1, 1}, {0, 0, 0, 0, 1}},
        {"2nd-(10ns)/a+b", {0, 0, 0, 1}, {0, 0, 1}},
        {"(cpu(us)) / Tick", {0, 0, 0, 0, 0, 1}, {1}},
        {"(cpu(us) + Tick) / (Tick + 2 cpu(us))", {1, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 0, 2}},
        {"cpu(us) / Tick/Miss", {0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 1}},
        {"Tick/Miss / Tick", {0, 0, 0, 0, 0, 0, 1}, {1}},
        {"(Tick/Miss + Miss)/Tick/Miss", {0, 1, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 1}},
    };
    struct events events = create_events();

    events_add_recorded(&events, TEXT("cpu(us)"));
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct factor factors[N_RECORDED + 2] = {0}, divisor[N_RECORDED + 2] = {0};
        struct resolved_formula resolved = {.factors = factors, .divisor = divisor};
        if (strstr(cases[i].formula, "Tick/Miss ") != NULL ||
            strstr(cases[i].formula, "/ Tick/") != NULL)
            events_add_recorded(&events, TEXT("Tick/Miss"));
        enum resolution resolution =
            formula_resolve(&events, text_of(cases[i].formula), ABSENT_IF_KNOWN, NULL, &resolved);
        cr_expect_eq(resolution, FORMULA_RESOLVED, "%s", cases[i].formula);
        cr_expect(resolved.is_ratio, "%s", cases[i].formula);
        for (size_t column = 0; column < N_RECORDED + 2; column++) {
            cr_expect_eq(factors[column].times, cases[i].factors[column], "%s: column %zu",
                         cases[i].formula, column);
            cr_expect_eq(divisor[column].times, cases[i].divisor[column], "%s: column %zu",
                         cases[i].formula, column);
        }
    }
    events_free(&events);
}

Test(formulas, of_ratios_are_impossible_where_they_make_no_sense)
{
    static const char *const formulas[] = {
        "Tick /",
        "/ Tick",
        "/",
        "() / Tick",
        "Tick / ()",
        "Tick + Miss / Tick",
        "Tick / Tick + Miss",
        "(Tick + Miss / Tick",
        "Tick + Miss) / Tick",
        "(Tick / Miss)",
        "((Tick) / Miss)",
        "2 (2 (Tick)) / Miss",
        "- (Tick) / Miss",
        "1000 (Tick)",
        "2000000000000 (Tick) / Miss",
        "9223372036854775807 (2 Tick) / Miss",
        "2 (Tick",
        "2 / (Tick)",
        "Tick / Miss / Tick",
        "Tick / (Miss / Tick)",
        "2 / Tick",
        "Tick / 0",
        "Tick / -2",
        "Tick / 1.5",
        "Tick / 2 *",
        "Tick / 2 / 2",
        "Tick / (2)",
        "Tick + Miss / 2",
        "Tick / 9223372036854775808",
        "Tick / 0 Miss",
        "Tick / (Miss - Miss)",
        "Tick / Nix",
        "Tick / (Miss) 2",
        "1099511627777 Tick / Miss",
        "(1099511627776 Tick - 1 Miss) / Miss",
        "Tick / 1099511627777 Miss",
    };
    struct events events = create_events();

    for (size_t i = 0; i < ARRAY_LENGTH(formulas); i++)
        expect_resolution(&events, formulas[i], FORMULA_IMPOSSIBLE);
    expect_resolution(&events, "1099511627776 Tick / Miss", FORMULA_RESOLVED);
    events_free(&events);
}

Test(formulas, of_ratios_need_all_of_their_events)
{
    static const struct {
        const char *formula, *absent;
        enum absent_events allowed;
    } cases[] = {
        {"D1mr / Tick", "D1mr", ABSENT_IF_KNOWN},
        {"Tick / (Miss + Dr + Dw)", "Dr", ABSENT_IF_KNOWN},
        {"1000LLm/Tick", "LLm", ABSENT_IF_KNOWN},
        {"Nix / Tick", "Nix", ABSENT_ALL},
    };
    struct events events = create_events();

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct outcome outcome = resolve(&events, cases[i].formula, cases[i].allowed);
        cr_expect_eq(outcome.resolution, FORMULA_ABSENT, "%s", cases[i].formula);
        cr_expect(text_equal(outcome.absent, text_of(cases[i].absent)), "%s", cases[i].formula);
    }
    events_free(&events);
}

Test(formulas, have_no_ratios_in_them)
{
    struct events events = create_events();
    struct warnings warnings = {0};
    struct error error = {0};

    define(&events, "R = Tick / Miss");
    define(&events, "S = Tick + Miss");
    cr_assert(events_resolve(&events, &warnings, &error));
    expect_resolution(&events, "S / R", FORMULA_IMPOSSIBLE);
    expect_resolution(&events, "R", FORMULA_IMPOSSIBLE);
    expect_resolution(&events, "2 R + Tick", FORMULA_IMPOSSIBLE);
    expect_resolution(&events, "Tick / R", FORMULA_IMPOSSIBLE);
    const struct outcome outcome = resolve(&events, "S / Tick", ABSENT_IF_KNOWN);
    cr_expect_eq(outcome.resolution, FORMULA_RESOLVED);
    cr_expect(outcome.factors[0].times == 1 && outcome.factors[1].times == 1);
    events_free(&events);
}

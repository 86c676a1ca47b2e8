/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/events.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "support/made_events.h"

Test(derive_events, are_left_out_if_their_formula_makes_no_sense)
{
    struct events events = events_made();
    struct warnings warnings = {0};

    cr_expect(events_made_define(&events, "S = Tick + Nix-1"));
    events_made_resolve(&events, &warnings);
    cr_expect_eq(warnings.count, 1);
    cr_expect_eq(warnings.first[0].line, 7);
    cr_expect_str_eq(warnings.first[0].path, "p");
    cr_expect_eq(events.count, N_MADE_EVENTS);
    events_free(&events);
}

Test(derive_events, may_be_defined_in_any_order)
{
    struct events events = events_made();
    struct warnings warnings = {0};

    cr_expect(events_made_define(&events, "C = 2 B + Tick"));
    cr_expect(events_made_define(&events, "B = 3 A - Tick"));
    cr_expect(events_made_define(&events, "A = Tick + Miss"));
    events_made_resolve(&events, &warnings);
    cr_expect_eq(warnings.count, 0);
    uint32_t id = events_find(&events, TEXT("C"));
    cr_assert_neq(id, NO_ID);
    /* 2 (3 (Tick + Miss) - Tick) + Tick */
    cr_expect_eq(events.list[id].factors[0].times, 5);
    cr_expect_eq(events.list[id].factors[1].times, 6);
    events_free(&events);
}

Test(derive_events, leaves_out_circles)
{
    struct events events = events_made();
    struct warnings warnings = {0};

    cr_expect(events_made_define(&events, "A = B + Tick"));
    cr_expect(events_made_define(&events, "B = A"));
    cr_expect(events_made_define(&events, "C = A"));
    cr_expect(events_made_define(&events, "D = Tick"));
    cr_expect(events_made_define(&events, "E = Tick + E"));
    events_made_resolve(&events, &warnings);
    cr_expect_eq(warnings.count, 4);
    cr_expect_eq(events.count, N_MADE_EVENTS + 1);
    cr_expect_neq(events_find(&events, TEXT("D")), NO_ID);
    events_free(&events);
}

static void expect_text(struct text text, const char *expected, const char *definition)
{
    cr_expect(text_equal(text, text_of(expected)), "%s gives '%.*s'", definition, (int)text.length,
              text.at);
}

Test(derive_events, may_have_formulas_and_long_names)
{
    static const struct {
        const char *definition, *name, *formula, *long_name;
    } cases[] = {
        {"S = Tick", "S", "Tick", ""},
        {"S=Tick+Miss", "S", "Tick+Miss", ""},
        {"  S  =  Tick  ", "S", "Tick", ""},
        {"a-b = Tick", "a-b", "Tick", ""},
        {"S = Tick + 2 cycles:u : The sum: of both", "S", "Tick + 2 cycles:u", "The sum: of both"},
        {"S = Tick : a = b", "S", "Tick", "a = b"},
        {"Tick : Instruction Fetches", "Tick", "", "Instruction Fetches"},
        {"Tick: Instruction Fetches", "Tick", "", "Instruction Fetches"},
        {"Tick :Instruction Fetches", "Tick", "", "Instruction Fetches"},
        {"Tick:", "Tick", "", ""},
        {"Tick:Fetches", "Tick", "", "Fetches"},
        {"Tick:Fetches: all", "Tick", "", "Fetches: all"},
        {"Tick:a = b: c : d", "Tick", "", "a = b: c : d"},
        {"S=Tick+Miss:Sum", "S", "Tick+Miss", "Sum"},
        {"S = Tick + 2 Miss:Sum of a + b: all", "S", "Tick + 2 Miss", "Sum of a + b: all"},
        {"S=2cycles:u+3*cycles:u:a:b", "S", "2cycles:u+3*cycles:u", "a:b"},
        {"S = cycles:u", "S", "cycles:u", ""},
        {"S=Nix:Sum", "S", "Nix", "Sum"},
        {"a:b = Tick", "a:b", "Tick", ""},
        {"cycles:u:Cycles", "cycles:u", "", "Cycles"},
        {"cycles:u : Cycles in user space", "cycles:u", "", "Cycles in user space"},
        {"cycles:u: Cycles", "cycles:u", "", "Cycles"},
        {"cycles:u", "cycles:u", "", ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct events events = events_made();
        struct warnings warnings = {0};

        cr_expect(events_made_define(&events, cases[i].definition));
        events_made_resolve(&events, &warnings);
        uint32_t id = events_find(&events, text_of(cases[i].name));
        cr_assert_neq(id, NO_ID, "%s", cases[i].definition);
        expect_text(events.list[id].formula, cases[i].formula, cases[i].definition);
        expect_text(events.list[id].long_name, cases[i].long_name, cases[i].definition);
        events_free(&events);
    }
}

Test(derive_events, have_known_long_names_unless_defined)
{
    struct events events = {0};
    struct warnings warnings = {0};

    events_add_recorded(&events, TEXT("Dr"));
    events_add_recorded(&events, TEXT("Dw"));
    events_add_recorded(&events, TEXT("Bm"));
    cr_expect(events_made_define(&events, "Dw : Stores"));
    events_made_resolve(&events, &warnings);
    expect_text(events.list[0].long_name, "Data Read Access", "Dr");
    expect_text(events.list[1].long_name, "Stores", "Dw");
    expect_text(events.list[2].long_name, "", "a recorded Bm");
    events_free(&events);
}

Test(derive_events, derive_built_in_ones_unless_there)
{
    struct events events = {0};
    struct warnings warnings = {0};

    events_add_recorded(&events, TEXT("Bim"));
    events_add_recorded(&events, TEXT("L1m"));
    cr_expect(events_made_define(&events, "Bm = 2 Bim"));
    events_made_resolve(&events, &warnings);
    cr_assert_eq(events.count, 5);
    cr_expect_not(events.list[1].is_built_in, "L1m is recorded");
    cr_expect_eq(events_find(&events, TEXT("Bm")), 2);
    cr_expect_not(events.list[2].is_built_in, "Bm is defined");
    cr_expect_eq(events_find(&events, TEXT("CEst")), 3);
    cr_expect(events.list[3].is_built_in);
    expect_text(events.list[3].long_name, "Cycle Estimation", "CEst");
    cr_expect_eq(events.list[3].factors[0].times, 20, "of the profile's own Bm");
    cr_expect_eq(events.list[3].factors[1].times, 10);
    events_free(&events);
}

enum { N_KNOWN = 16, N_BUILT_IN_RATIOS = 8 }; /* these: test_derive_ratios.c */

/* The factors as KCachegrind and gungraun document them; Bc counts nowhere. */
Test(derive_events, derive_built_in_ones_from_all_that_is_recorded)
{
    static const char *const recorded[N_KNOWN] = {"Ir",   "Dr",   "Dw",   "I1mr", "D1mr", "D1mw",
                                                  "ILmr", "DLmr", "DLmw", "I2mr", "D2mr", "D2mw",
                                                  "Bcm",  "Bim",  "Ge",   "Bc"};
    static const struct {
        const char *name;
        int64_t factors[N_KNOWN];
    } cases[] = {
        {"L1m", {0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
        {"L2m", {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0}},
        {"LLm", {0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0}},
        {"Bm", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0}},
        {"CEst", {1, 0, 0, 10, 10, 10, 100, 100, 100, 100, 100, 100, 10, 10, 20, 0}},
        {"EstCycles", {1, 1, 1, 4, 4, 4, 30, 30, 30, 0, 0, 0, 0, 0, 0, 0}},
    };
    struct events events = {0};
    struct warnings warnings = {0};

    for (size_t i = 0; i < N_KNOWN; i++)
        events_add_recorded(&events, text_of(recorded[i]));
    events_made_resolve(&events, &warnings);
    cr_assert_eq(events.count, N_KNOWN + ARRAY_LENGTH(cases) + N_BUILT_IN_RATIOS - 2,
                 "those of Bi");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct event *event = &events.list[N_KNOWN + i];
        expect_text(event->name, cases[i].name, "the table");
        for (size_t column = 0; column < N_KNOWN; column++)
            cr_expect_eq(event->factors[column].times, cases[i].factors[column], "%s: %s",
                         cases[i].name, recorded[column]);
    }
    events_free(&events);
}

Test(derive_events, of_built_in_names_may_have_other_long_names)
{
    struct events events = {0};
    struct warnings warnings = {0};

    events_add_recorded(&events, TEXT("Bcm"));
    cr_expect(events_made_define(&events, "Bm : guesses"));
    events_made_resolve(&events, &warnings);
    expect_text(events.list[events_find(&events, TEXT("Bm"))].long_name, "guesses", "defined");
    expect_text(events.list[events_find(&events, TEXT("CEst"))].long_name, "Cycle Estimation",
                "known");
    events_free(&events);
}

Test(derive_events, of_built_in_formulas_may_be_in_others)
{
    struct events events = {0};
    struct warnings warnings = {0};

    events_add_recorded(&events, TEXT("Ir"));
    events_add_recorded(&events, TEXT("DLmr"));
    events_add_recorded(&events, TEXT("Bcm"));
    cr_expect(events_made_define(&events, "S = 1000 LLm + Ir"));
    cr_expect(events_made_define(&events, "T = 2 Bm"));
    cr_expect(events_made_define(&events, "Bm = 5 Bcm"));
    events_made_resolve(&events, &warnings);
    uint32_t id = events_find(&events, TEXT("S"));
    cr_expect_eq(events.list[id].factors[0].times, 1);
    cr_expect_eq(events.list[id].factors[1].times, 1000);
    id = events_find(&events, TEXT("T"));
    cr_expect_eq(events.list[id].factors[2].times, 10, "the profile's own Bm");
    cr_expect_not(events.list[events_find(&events, TEXT("Bm"))].is_built_in);
    cr_expect(events.list[events_find(&events, TEXT("LLm"))].is_built_in);
    events_free(&events);
}

Test(derive_events, of_built_in_names_are_built_in_where_their_formula_makes_no_sense)
{
    struct events events = {0};
    struct warnings warnings = {0};

    events_add_recorded(&events, TEXT("Bcm"));
    cr_expect(events_made_define(&events, "Bm = + 3"));
    events_made_resolve(&events, &warnings);
    cr_expect_eq(warnings.count, 1);
    uint32_t id = events_find(&events, TEXT("Bm"));
    cr_assert_eq(id, 1);
    cr_expect(events.list[id].is_built_in);
    cr_expect_eq(events.list[id].factors[0].times, 1);
    events_free(&events);
}

Test(derive_events, hold_as_first_defined)
{
    struct events events = events_made();
    struct warnings warnings = {0};

    cr_expect(events_made_define(&events, "S = Tick"));
    cr_expect(events_made_define(&events, "S =Tick "));
    cr_expect(events_made_define(&events, "S = Miss"));
    /* A recorded event stays one, whatever its formula. */
    cr_expect(events_made_define(&events, "Miss = 2 Tick"));
    events_made_resolve(&events, &warnings);
    uint32_t id = events_find(&events, TEXT("S"));
    cr_assert_eq(id, N_MADE_EVENTS);
    cr_expect_eq(events.list[id].factors[0].times, 1);
    cr_expect_eq(events_find(&events, TEXT("Miss")), 1);
    cr_expect_null(events.list[1].factors);
    cr_expect_eq(events.count, N_MADE_EVENTS + 1);
    cr_expect_eq(warnings.count, 1);
    cr_expect_str_eq(warnings.first[0].text,
                     "the formula of event 'S' is another one than before, which counts: 'Tick'");
    events_free(&events);
}

/* One profile has Miss as a sum, another one records it: it is of that one alone. */
Test(derive_events, are_missed_where_others_record_them)
{
    struct events events = events_made();
    struct warnings warnings = {0};

    cr_expect(events_made_define(&events, "Miss = 2 Tick"));
    events_note_list(&events, (uint32_t[]){0}, 1);
    events_made_resolve(&events, &warnings);
    cr_expect_eq(warnings.count, 1);
    cr_expect_str_eq(warnings.first[0].text,
                     "event 'Miss' is recorded in another part or profile: what it is by its "
                     "formula here does not count");
    events_free(&events);
}

/* KCachegrind's rule for its own formulas, and ours for built-in ones. */
Test(derive_events, that_are_absent_count_0_in_the_formula_of_a_file)
{
    struct events events = events_made();
    struct warnings warnings = {0};

    cr_expect(events_made_define(&events, "S = 2 Tick + 3 Nix"));
    cr_expect(events_made_define(&events, "N = Nix_2 : none of it is there"));
    events_made_resolve(&events, &warnings);
    cr_expect_eq(warnings.count, 0);
    cr_assert_eq(events.count, N_MADE_EVENTS + 2);
    cr_expect_eq(events.list[N_MADE_EVENTS].factors[0].times, 2);
    cr_expect_not(events.list[N_MADE_EVENTS + 1].factors[0].is_named);
    events_free(&events);
}

static bool resolve_option(const char *definition)
{
    struct events events = events_made();
    struct warnings warnings = {0};
    struct error error = {0};

    cr_assert(events_define(&events, text_of(definition), NULL, 0, &error));
    bool is_done = events_resolve(&events, &warnings, &error);
    cr_expect(is_done || error.kind == ERROR_USAGE);
    events_free(&events);
    return is_done;
}

Test(derive_events, that_are_absent_count_0_in_an_option_where_valgrind_knows_them)
{
    cr_expect(resolve_option("S = Tick + 10 D1mr"));
    cr_expect(resolve_option("S = Tick + L1m"), "a built-in one of which nothing is recorded");
    cr_expect_not(resolve_option("S = Tick + Nix"));
    cr_expect_not(resolve_option("S = Tick + d1mr"));
}

Test(derive_events, may_have_long_names_apart_from_their_formulas)
{
    struct events events = events_made();
    struct warnings warnings = {0};

    cr_expect(events_made_define(&events, "S : Sum"));
    cr_expect(events_made_define(&events, "S = Tick : Other"));
    cr_expect(events_made_define(&events, "S = Miss"));
    cr_expect(events_made_define(&events, "S = Tick : Other"), "every part says it");
    events_made_resolve(&events, &warnings);
    cr_expect_eq(warnings.count, 1, "of the second formula");
    cr_assert_eq(events.count, N_MADE_EVENTS + 1);
    cr_expect_eq(events.n_definitions, 3);
    expect_text(events.list[N_MADE_EVENTS].long_name, "Sum", "the first long name");
    expect_text(events.list[N_MADE_EVENTS].formula, "Tick", "the first formula");
    events_free(&events);
}

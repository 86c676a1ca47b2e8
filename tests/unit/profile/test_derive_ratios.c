/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ratios among derived events: those that are built in, and what one needs to be made. */

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"
#include "profile/events.h"
#include "support/made_events.h"

/* As Cachegrind divides them at the end of a run (cg_main.c): misses by what may miss. */
Test(derive_ratios, are_those_that_cachegrind_prints)
{
    static const char *const recorded[] = {"Ir",   "I1mr", "ILmr", "Dr",  "D1mr", "DLmr", "Dw",
                                           "D1mw", "DLmw", "Bc",   "Bcm", "Bi",   "Bim"};
    enum { N_EVENTS = ARRAY_LENGTH(recorded) };
    static const struct {
        const char *name, *dividend, *divisor;
    } cases[] = {
        {"I1%", " I1mr", " Ir"},
        {"D1%", " D1mr D1mw", " Dr Dw"},
        {"LLi%", " ILmr", " Ir"},
        {"LLd%", " DLmr DLmw", " Dr Dw"},
        {"LL%", " ILmr DLmr DLmw", " Ir Dr Dw"},
        {"Bc%", " Bcm", " Bc"},
        {"Bi%", " Bim", " Bi"},
        {"B%", " Bcm Bim", " Bc Bi"},
    };
    struct events events = {0};
    struct warnings warnings = {0};

    for (size_t i = 0; i < N_EVENTS; i++)
        events_add_recorded(&events, text_of(recorded[i]));
    events_made_resolve(&events, &warnings);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        uint32_t id = events_find(&events, text_of(cases[i].name));
        cr_assert_neq(id, NO_ID, "%s", cases[i].name);
        char dividend[60] = "", divisor[60] = "";
        for (size_t column = 0; column < N_EVENTS; column++) {
            const struct event *event = &events.list[id];
            cr_expect(event->factors[column].times <= 1 && event->divisor[column].times <= 1);
            if (event->factors[column].times == 1)
                strcat(strcat(dividend, " "), recorded[column]);
            if (event->divisor[column].times == 1)
                strcat(strcat(divisor, " "), recorded[column]);
        }
        cr_expect_str_eq(dividend, cases[i].dividend, "%s", cases[i].name);
        cr_expect_str_eq(divisor, cases[i].divisor, "%s", cases[i].name);
        cr_expect(events.list[id].is_built_in);
    }
    events_free(&events);
}

/* A rate of some of the misses would be too low, and look like one of all. */
Test(derive_ratios, are_not_of_what_is_recorded_in_part)
{
    static const char *const recorded[] = {"Ir", "Dr", "Dw", "D1mr", "DLmr", "DLmw", "Bcm", "Bi"};
    struct events events = {0};
    struct warnings warnings = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(recorded); i++)
        events_add_recorded(&events, text_of(recorded[i]));
    events_made_resolve(&events, &warnings);
    cr_expect_neq(events_find(&events, TEXT("LLd%")), NO_ID);
    cr_expect_eq(events_find(&events, TEXT("D1%")), NO_ID, "no D1mw");
    cr_expect_eq(events_find(&events, TEXT("LL%")), NO_ID, "no ILmr");
    cr_expect_eq(events_find(&events, TEXT("I1%")), NO_ID, "no I1mr");
    cr_expect_eq(events_find(&events, TEXT("Bc%")), NO_ID, "no Bc");
    cr_expect_eq(events_find(&events, TEXT("B%")), NO_ID, "no Bim");
    events_free(&events);
}

static void expect_ratio_refused(const char *definition, const char *message)
{
    struct events events = {0};
    struct warnings warnings = {0};
    struct error error = {0};

    events_add_recorded(&events, TEXT("Ir"));
    cr_assert(events_define(&events, text_of(definition), NULL, 0, &error));
    cr_expect_not(events_resolve(&events, &warnings, &error));
    cr_expect_eq(error.kind, ERROR_USAGE);
    cr_expect_str_eq(error.text, message);
    events_free(&events);
}

Test(derive_ratios, say_what_they_need)
{
    struct events events = {0};
    struct warnings warnings = {0};

    expect_ratio_refused("MPKI = 1000 LLm / Ir", "--event: 'MPKI' needs LLm, which is not in this "
                                                 "profile; record it with --cache-sim=yes");
    expect_ratio_refused("R = Ir / Smp", "--event: 'R' needs Smp, which is not in this profile");
    expect_ratio_refused("R = Ir / Nix", "--event: 'R' is made of 'Nix', which is no event");
    events_add_recorded(&events, TEXT("Ir"));
    cr_expect(events_made_define(&events, "R = Nix / Ir"));
    events_made_resolve(&events, &warnings);
    cr_expect_eq(events_find(&events, TEXT("R")), NO_ID);
    cr_expect_str_eq(warnings.first[0].text,
                     "event 'R' left out: it needs Nix, which is not in this profile");
    events_free(&events);
}

/* Sums of what is there in part would make the ratio too low; estimates are that by definition. */
Test(derive_ratios, are_not_of_a_sum_that_lacks_something)
{
    struct events events = {0};
    struct warnings warnings = {0};

    expect_ratio_refused("R = 2 D1mr / Ir", "--event: 'R' needs D1mr, which is not in this "
                                            "profile; record it with --cache-sim=yes");
    events_add_recorded(&events, TEXT("Ir"));
    events_add_recorded(&events, TEXT("I1mr"));
    cr_expect(events_made_define(&events, "S = I1mr + D1mr"));
    cr_expect(events_made_define(&events, "R = L1m / Ir"));
    cr_expect(events_made_define(&events, "T = Ir / S"));
    cr_expect(events_made_define(&events, "U = CEst / Ir"));
    events_made_resolve(&events, &warnings);
    cr_assert_eq(warnings.count, 2);
    for (size_t i = 0; i < 2; i++)
        cr_expect(strstr(warnings.first[i].text, "it needs D1mr, which"), "%s",
                  warnings.first[i].text);
    cr_expect_eq(events_find(&events, TEXT("R")), NO_ID);
    cr_expect_eq(events_find(&events, TEXT("T")), NO_ID);
    uint32_t id = events_find(&events, TEXT("U"));
    cr_assert_neq(id, NO_ID);
    cr_expect_eq(events.list[id].factors[1].times, 10);
    events_free(&events);
}

/* Not even one that is not there counts 0 in a sum. */
Test(derive_ratios, are_in_no_sum)
{
    struct events events = {0};
    struct warnings warnings = {0};
    struct error error = {0};

    events_add_recorded(&events, TEXT("Ir"));
    cr_assert(events_define(&events, TEXT("X = Ir + D1%"), NULL, 0, &error));
    cr_expect_not(events_resolve(&events, &warnings, &error));
    cr_expect_eq(error.kind, ERROR_USAGE);
    events_free(&events);
}

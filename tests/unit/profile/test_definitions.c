/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/definitions.h"

#include <criterion/criterion.h>

#include "base/array.h"
#include "profile/events.h"

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

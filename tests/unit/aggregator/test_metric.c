/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/metric.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "base/array.h"
#include "base/error.h"
#include "profile/events.h"

Test(metric, is_an_event_or_calls)
{
    static const struct {
        const char *text;
        struct metric expected;
    } cases[] = {
        {"Ir", {METRIC_SELF, 0}},
        {"self(Ir)", {METRIC_SELF, 0}},
        {"incl(Ir)", {METRIC_INCLUSIVE, 0}},
        {"calls", {METRIC_CALLS, 0}},
        {"Time_(10ns)", {METRIC_SELF, 1}},
        {"incl(Time_(10ns))", {METRIC_INCLUSIVE, 1}},
        {"incl(x)", {METRIC_SELF, 2}}, /* an event of that name */
        {"self(incl(x))", {METRIC_SELF, 2}},
        {"S", {METRIC_SELF, 3}}, /* a derived one */
        {"incl(S)", {METRIC_INCLUSIVE, 3}},
    };
    struct events events = {0};
    struct warnings warnings = {0};
    struct error error = {0};

    events_add_recorded(&events, TEXT("Ir"));
    events_add_recorded(&events, TEXT("Time_(10ns)"));
    events_add_recorded(&events, TEXT("incl(x)"));
    cr_assert(events_define(&events, TEXT("S = 2 Ir"), "p", 1, &error), "%s", error.text);
    cr_assert(events_resolve(&events, &warnings, &error), "%s", error.text);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct metric metric;

        cr_expect(metric_read(&metric, text_of(cases[i].text), &events), "'%s'", cases[i].text);
        cr_expect_eq(metric.kind, cases[i].expected.kind, "'%s'", cases[i].text);
        cr_expect_eq(metric.event, cases[i].expected.event, "'%s'", cases[i].text);
    }
    events_free(&events);
}

Test(metric, may_be_the_event_that_is_called_calls)
{
    struct events events = {0};
    struct metric metric;

    events_add_recorded(&events, TEXT("Ir"));
    events_add_recorded(&events, TEXT("calls"));
    cr_expect(metric_read(&metric, TEXT("calls"), &events));
    cr_expect_eq(metric.kind, METRIC_SELF);
    cr_expect_eq(metric.event, 1);
    events_free(&events);
}

Test(metric, is_nothing_else)
{
    static const char *const texts[] = {
        "",          "ir",     "Dr",   "incl", "incl(",     "incl()",   "incl(Dr)", "incl(Ir",
        "incl(Ir) ", "self()", "(Ir)", "Ir)",  "calls(Ir)", "Incl(Ir)", "Calls",    "incl(calls)",
    };
    struct events events = {0};

    events_add_recorded(&events, TEXT("Ir"));
    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        struct metric metric;

        cr_expect_not(metric_read(&metric, text_of(texts[i]), &events), "'%s'", texts[i]);
    }
    events_free(&events);
}

Test(metric, tells_why_its_event_is_not_there)
{
    static const struct {
        const char *text, *reason;
        size_t n_lists;
    } cases[] = {
        {"D1mr", "D1mr is not in this profile; record it with --cache-sim=yes", 1},
        {"incl(D1mr)", "D1mr is not in this profile; record it with --cache-sim=yes", 2},
        {"self(Bm)", "Bm is not in this profile; record it with --branch-sim=yes", 1},
        {"D1%", "D1% needs events that are not in this profile; record them with --cache-sim=yes",
         1},
        {"incl(B%)",
         "B% needs events that are not in all parts and profiles; record them with "
         "--branch-sim=yes",
         2},
        {"Ir", "", 1},
        {"calls", "", 1},
        {"incl(D1mr", "", 1},
        {"incl(self(D1mr))", "", 1},
        {"incl(Dr)", "", 1}, /* it is there */
    };
    struct events events = {0};

    events_add_recorded(&events, TEXT("Dr"));
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char reason[200] = "";
        events.n_lists = cases[i].n_lists;
        bool is_known =
            metric_explain_absence(text_of(cases[i].text), &events, reason, sizeof reason);
        cr_expect_eq(is_known, reason[0] != '\0', "%s", cases[i].text);
        cr_expect_str_eq(reason, cases[i].reason, "'%s'", cases[i].text);
    }
    events_free(&events);
}

static void add_all(struct events *events, const char *names)
{
    struct text rest = text_of(names), name;

    while (text_cut(&rest, ' ', &name))
        events_add_recorded(events, name);
}

Test(metric, may_be_meant_for_one_of_the_events)
{
    static const struct {
        const char *names, *text, *list;
    } cases[] = {
        {"Ir Dr", "Nix", "the events are Ir, Dr"},
        {"Ir Dr", "ir", "the events are Ir, Dr; did you mean 'Ir'?"},
        {"Dr", "instructions", "the events are Dr"},
        {"Dr Ir", "incl(Irr)", "the events are Dr, Ir; did you mean 'Ir'?"},
        {"Time_(10ns) Memory_(bytes)", "time",
         "the events are Time_(10ns), Memory_(bytes); did you mean 'Time_(10ns)'?"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct events events = {0};
        char list[200];

        add_all(&events, cases[i].names);
        metric_list_events(text_of(cases[i].text), &events, list, sizeof list);
        cr_expect_str_eq(list, cases[i].list);
        events_free(&events);
    }
}

/* No name is cut, and neither is what was meant. */
Test(metric, may_be_meant_for_one_of_many)
{
    struct events events = {0};
    char name[20], list[120];

    for (int i = 0; i < MAX_EVENTS; i++) {
        snprintf(name, sizeof name, "event%d", i);
        events_add_recorded(&events, text_of(name));
    }
    metric_list_events(TEXT("evant0"), &events, list, sizeof list);
    cr_expect_str_eq(list, "the events are event0, event1, event2, event3, event4, event5, event6, "
                           "event7 and 1016 more; did you mean 'event0'?");
    events_free(&events);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/input/event_choice.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"

enum { CHOSEN_MAX = 4 };

/* Ir, Dr and two whose names hold colons. */
static struct events create_events(void)
{
    struct events events = {0};

    events_add_recorded(&events, TEXT("Ir"));
    events_add_recorded(&events, TEXT("Dr"));
    events_add_recorded(&events, TEXT("cycles:u"));
    events_add_recorded(&events, TEXT("cycles"));
    return events;
}

static bool choose(struct event_choice *chosen, struct arena *arena, const char *show,
                   const char *sort, const char *threshold, struct error *error)
{
    struct events events = create_events();
    const struct event_words words = {
        .show = text_of(show), .sort = text_of(sort), .threshold = text_of(threshold)};
    bool is_chosen = events_choose(chosen, &events, words, arena, error);

    events_free(&events);
    return is_chosen;
}

/* A sort key of a profile that is not a difference. */
#define KEY(event, threshold)                                                                      \
    {                                                                                              \
        (event), (threshold), false, 0                                                             \
    }

Test(events_chosen, are_shown_in_the_order_given)
{
    static const struct {
        const char *show;
        size_t count, shown[CHOSEN_MAX];
    } cases[] = {
        {"", 4, {0, 1, 2, 3}},          {"Dr", 1, {1}},
        {"Dr,Ir", 2, {1, 0}},           {"Ir,Dr,Ir", 3, {0, 1, 0}}, /* repeats are allowed */
        {"cycles:u,cycles", 2, {2, 3}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct event_choice chosen;
        struct arena arena = {0};
        struct error error = {0};

        cr_assert(choose(&chosen, &arena, cases[i].show, "", "99", &error), "%s", error.text);
        cr_assert_eq(chosen.n_shown, cases[i].count, "--show=%s", cases[i].show);
        for (size_t j = 0; j < chosen.n_shown; j++)
            cr_expect_eq(chosen.shown[j], cases[i].shown[j], "--show=%s: %zu", cases[i].show, j);
        arena_free(&arena);
    }
}

Test(events_chosen, are_sorted_by)
{
    static const struct {
        const char *sort, *threshold;
        size_t count;
        struct sort_key keys[CHOSEN_MAX];
        const char *written[CHOSEN_MAX]; /* thresholds as typed, without '%' */
    } cases[] = {
        {"", "99", 4, {KEY(0, 99), KEY(1, 0), KEY(2, 0), KEY(3, 0)}, {"99", "0", "0", "0"}},
        {"Dr", "12.50%", 1, {KEY(1, 12.5)}, {"12.50"}},
        {"Dr,Ir", "5", 2, {KEY(1, 5), KEY(0, 0)}, {"5", "0"}},
        /* Once one has a threshold of its own, --threshold is not looked at. */
        {"Dr:90,Ir", "5", 2, {KEY(1, 90), KEY(0, 0)}, {"90", "0"}},
        {"Dr,Ir:7%", "5", 2, {KEY(1, 0), KEY(0, 7)}, {"0", "7"}},
        {"Dr:1,Ir:2.5", "5", 2, {KEY(1, 1), KEY(0, 2.5)}, {"1", "2.5"}},
        {"Dr:0", "5", 1, {KEY(1, 0)}, {"0"}},
        {"cycles:u", "5", 1, {KEY(2, 5)}, {"5"}},
        {"cycles:u:30,cycles:40", "5", 2, {KEY(2, 30), KEY(3, 40)}, {"30", "40"}},
        {"Ir", "0", 1, {KEY(0, 0)}, {"0"}},
        {"Ir", "100", 1, {KEY(0, INFINITY)}, {"100"}}, /* every row */
        {"Ir", "100.0%", 1, {KEY(0, INFINITY)}, {"100.0"}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const char *sort = cases[i].sort;
        struct event_choice chosen;
        struct arena arena = {0};
        struct error error = {0};

        cr_assert(choose(&chosen, &arena, "", sort, cases[i].threshold, &error), "%s", error.text);
        cr_assert_eq(chosen.n_sort_keys, cases[i].count, "--sort=%s", sort);
        for (size_t j = 0; j < chosen.n_sort_keys; j++) {
            cr_expect_eq(chosen.sort_keys[j].event, cases[i].keys[j].event, "--sort=%s: %zu", sort,
                         j);
            cr_expect_eq(chosen.sort_keys[j].threshold, cases[i].keys[j].threshold,
                         "--sort=%s: %zu is %g", sort, j, chosen.sort_keys[j].threshold);
            cr_expect(text_equal(chosen.thresholds[j], text_of(cases[i].written[j])),
                      "--sort=%s: %zu", sort, j);
        }
        arena_free(&arena);
    }
}

/* Each message names the option, what is wrong, and where an event is, those that there are. */
Test(events_chosen, must_make_sense)
{
    static const struct {
        const char *show, *sort, *threshold;
        const char *named[3];
    } cases[] = {
        {"Nix", "", "99", {"--show", "Nix", "Ir, Dr, cycles:u, cycles"}},
        {"Ir,Nix", "", "99", {"--show", "Nix", "Ir, Dr, cycles:u, cycles"}},
        {"ir", "", "99", {"--show", "ir", "Ir, Dr, cycles:u, cycles"}},
        {"", "Nix", "99", {"--sort", "Nix", "Ir, Dr, cycles:u, cycles"}},
        {"", "Nix:50", "99", {"--sort", "Nix", "Ir, Dr, cycles:u, cycles"}},
        {"", "Ir:x", "99", {"--sort", "Ir:x", ""}},
        {"", "Ir:", "99", {"--sort", "Ir:", ""}},
        {"", "Ir:101", "99", {"--sort", "Ir:101", ""}},
        {"", "Ir:-1", "99", {"--sort", "Ir:-1", ""}},
        {"", "", "x", {"--threshold", "x", ""}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct event_choice chosen;
        struct arena arena = {0};
        struct error error = {0};

        cr_expect_not(
            choose(&chosen, &arena, cases[i].show, cases[i].sort, cases[i].threshold, &error),
            "case %zu", i);
        cr_expect_eq(error.kind, ERROR_USAGE);
        for (size_t j = 0; j < ARRAY_LENGTH(cases[i].named); j++)
            cr_expect(strstr(error.text, cases[i].named[j]), "'%s' is not in '%s'",
                      cases[i].named[j], error.text);
        arena_free(&arena);
    }
}

#define SORTED "the report is sorted by events, --inclusive=yes by their inclusive cost"

static const char *explain(struct text word)
{
    return text_equal(word, TEXT("time")) ? "not Ir?" : NULL;
}

/* Somebody knows what was meant; and views have metrics, by which the report is not sorted. */
Test(events_chosen, may_be_explained)
{
    static const struct {
        const char *sort, *text;
    } cases[] = {
        {"time", "unknown event 'time' in --sort: not Ir?"},
        {"Dr,time", "unknown event 'time' in --sort: not Ir?"},
        {"Nix", "unknown event 'Nix' in --sort: the events are Ir, Dr, cycles:u, cycles"},
        {"calls", "--sort=calls goes with --top or another view: " SORTED},
        {"incl(Dr)", "--sort=incl(Dr) goes with --top or another view: " SORTED},
        {"self(Ir)", "--sort=self(Ir) goes with --top or another view: " SORTED},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct events events = create_events();
        struct event_choice chosen;
        struct arena arena = {0};
        struct error error = {0};
        const struct event_words words = {
            .sort = text_of(cases[i].sort), .threshold = TEXT("99"), .explain_sort = explain};

        cr_expect_not(events_choose(&chosen, &events, words, &arena, &error));
        cr_expect_eq(error.kind, ERROR_USAGE);
        cr_expect_str_eq(error.text, cases[i].text);
        arena_free(&arena);
        events_free(&events);
    }
}

Test(events_chosen, name_a_few_of_many_in_the_message)
{
    struct events events = {0};
    struct event_choice chosen;
    struct arena arena = {0};
    struct error error = {0};
    char name[16];

    for (int i = 0; i < MAX_EVENTS; i++) {
        snprintf(name, sizeof(name), "event%d", i);
        events_add_recorded(&events, text_of(name));
    }
    const struct event_words words = {.show = TEXT("Nix"), .threshold = TEXT("99")};
    cr_expect_not(events_choose(&chosen, &events, words, &arena, &error));
    cr_expect(strstr(error.text, "event0, event1, "), "%s", error.text);
    arena_free(&arena);
    events_free(&events);
}

Test(events_chosen, have_thresholds_from_0_to_100)
{
    static const struct {
        const char *text;
        bool is_good;
        double threshold;
        const char *written;
    } cases[] = {
        {"0", true, 0, "0"},        {"99", true, 99, "99"},   {"99%", true, 99, "99"},
        {"0.5", true, 0.5, "0.5"},  {".5%", true, 0.5, ".5"}, {"100.0", true, 100, "100.0"},
        {"5.", true, 5, "5."},      {"", false, 0, ""},       {"%", false, 0, ""},
        {".", false, 0, ""},        {"1.2.3", false, 0, ""},  {"100.01", false, 0, ""},
        {"1e1", false, 0, ""},      {"0x10", false, 0, ""},   {"-0", false, 0, ""},
        {"+5", false, 0, ""},       {" 5", false, 0, ""},     {"5 %", false, 0, ""},
        {"infinity", false, 0, ""}, {"nan", false, 0, ""},    {"5%%", false, 0, ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        double threshold;
        struct text written;

        cr_expect_eq(read_threshold(text_of(cases[i].text), &threshold, &written), cases[i].is_good,
                     "'%s'", cases[i].text);
        if (!cases[i].is_good)
            continue;
        cr_expect_eq(threshold, cases[i].threshold, "'%s'", cases[i].text);
        cr_expect(text_equal(written, text_of(cases[i].written)), "'%s'", cases[i].text);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/compare/compare.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/line_map.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(diff, .init = temporary_enter, .fini = temporary_leave);

/* The change as the model shows it: see parsed_show(). */
static char *show_change(const struct diff *diff, unsigned shown)
{
    const struct parsed change = {.profile = diff->change, .is_read = true};

    return parsed_show(&change, shown);
}

struct diff_case {
    const char *behaviour, *fresh, *old;
    const char *expected;
};

static void check(const struct diff_case *cases, size_t count, unsigned shown)
{
    for (size_t i = 0; i < count; i++) {
        struct compared compared;

        compared_read(&compared, cases[i].fresh, cases[i].old);
        char *text = show_change(&compared.diff, shown);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        compared_free(&compared);
    }
}

Test(diff, is_new_less_old)
{
    static const struct diff_case cases[] = {
        {"itself", "events: A\nfl=a\nfn=f\n1 3\n", "events: A\nfl=a\nfn=f\n1 3\n",
         "self a:f = 0\n"},
        {"a cost", "events: A\nfl=a\nfn=f\n1 3\n", "events: A\nfl=a\nfn=f\n1 5\n",
         "self a:f = -2\n"},
        {"what is new and what is gone", "events: A\nfl=a\nfn=f\n1 3\n",
         "events: A\nfl=a\nfn=g\n1 5\n", "self a:f = 3\nself a:g = -5\n"},
        {"under the new names", "events: A\nob=n/p\nfl=n/a\nfn=f\n1 3\nfi=n/b\n2 1\n",
         "events: A\nob=o/p\nfl=o/a\nfn=f\n1 5\nfi=o/b\n2 7\n",
         "self n/a:f [n/p] = -2\nself n/a:f [n/p] in n/b = -6\n"},
        {"events of both, by name", "events: A B\nfl=a\nfn=f\n1 3 1\n",
         "events: C A\nfl=a\nfn=f\n1 7 5\n", "self a:f = -2 1 -7\n"},
        {"what neither gives", "events: A B\nfl=a\nfn=f\n1 3\n", "events: A B\nfl=a\nfn=f\n1 5\n",
         "self a:f = -2 .\n"},
        /* As one, since nobody knows which was which: 3 + 4 minus 1. */
        {"functions without names",
         "events: A\nfl=a\nfn=0x10\n1 3\nfn=0x20\n1 4\nfl=b\nfn=0x30\n1 5\n",
         "events: A\nfl=a\nfn=0x20\n1 1\n", "self a:(no name) = 6\nself b:(no name) = 5\n"},
    };

    check(cases, ARRAY_LENGTH(cases), SHOW_SELF);
}

Test(diff, is_of_lines_and_calls_too)
{
    static const struct diff_case cases[] = {
        {"f calls g", "events: A\nfl=a\nfn=f\n1 3\n2 4\ncfn=g\ncalls=3 1\n2 9\n",
         "events: A\nfl=a\nfn=f\n1 5\n9 1\ncfn=g\ncalls=1 1\n2 4\ncfn=h\ncalls=7 1\n9 8\n",
         "arc a:f > a:g x2 = 5\narc a:f > a:h x-7 = -8\n"
         "call a:2 > a:g x2 = 5\ncall a:9 > a:h x-7 = -8\n"
         "line a:1 = -2\nline a:2 = 4\nline a:9 = -1\n"},
    };

    check(cases, ARRAY_LENGTH(cases), SHOW_LINES | SHOW_ARCS | SHOW_CALLS);
}

/* "FUNCTION" of the change and what became of it: "new", or what it was called. */
static char *show_origins(const struct diff *diff)
{
    static const char *const changes[] = {"as", "", "", "moved from", "renamed from"};
    const struct profile *change = &diff->change;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (function_id id = 0; id < profile_n_functions(change); id++) {
        const struct origin *origin = &diff->origins[id];

        fputs(parsed_function_name(change, id), out);
        if (origin->is_known)
            fprintf(out, " %s %s:%s\n", changes[origin->change],
                    names_text(change->symbols.files, origin->function.file).at,
                    names_text(change->symbols.functions, origin->function.symbol).at);
        else
            fputs(" new\n", out);
    }
    fclose(out);
    return figured_sort(text);
}

Test(diff, tells_what_functions_were)
{
    static const struct diff_case cases[] = {
        {"the same", "events: A\nfl=a\nfn=f\n1 3\n", "events: A\nfl=a\nfn=f\n1 3\n",
         "a:f as a:f\n"},
        {"of another checkout", "events: A\nfl=n/a\nfn=f\n1 3\n", "events: A\nfl=o/a\nfn=f\n1 3\n",
         "n/a:f as o/a:f\n"},
        {"moved", "events: A\nfl=b\nfn=f\n1 3\n", "events: A\nfl=a\nfn=f\n1 3\n",
         "b:f moved from a:f\n"},
        {"renamed by the compiler", "events: A\nfl=a\nfn=f.cold\n1 3\n",
         "events: A\nfl=a\nfn=f\n1 3\n", "a:f.cold renamed from a:f\n"},
        {"renamed and moved", "events: A\nfl=b\nfn=f.cold\n1 3\n", "events: A\nfl=a\nfn=f\n1 3\n",
         "b:f.cold renamed from a:f\n"},
        {"new, and gone under its own name", "events: A\nfl=a\nfn=f\n1 3\n",
         "events: A\nfl=a\nfn=g\n1 3\n", "a:f new\na:g as a:g\n"},
        /* Levels go with their function, for which it is said what it was. */
        {"a second level", "events: A\nfl=b\nfn=f\n1 3\ncfn=f'2\ncalls=1 1\n1 1\nfn=f'2\n1 1\n",
         "events: A\nfl=a\nfn=f\n1 3\ncfn=f'2\ncalls=1 1\n1 1\nfn=f'2\n1 1\n",
         "b:f moved from a:f\nb:f'2 moved from a:f\n"},
        {"an address says nothing", "events: A\nfl=b\nfn=0x10\n1 3\n",
         "events: A\nfl=b\nfn=0x20\n1 3\n", "b:(no name) as b:0x20\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct compared compared;

        compared_read(&compared, cases[i].fresh, cases[i].old);
        char *text = show_origins(&compared.diff);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        compared_free(&compared);
    }
}

/* Each side keeps its costs, in the columns of both, and knows where its code is in the change. */
static void check_side(const struct side *side, const struct profile *change)
{
    const struct profile *profile = &side->profile;

    cr_assert_eq(profile->events.n_recorded, change->events.n_recorded);
    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        struct function own = profile_function(profile, id);
        struct function now = profile_function(change, side->functions[id]);

        cr_expect_eq(own.object, now.object);
        cr_expect_eq(own.file, now.file);
        cr_expect_eq(own.symbol, now.symbol);
    }
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place own = profile_place(profile, id);
        struct place now = profile_place(change, side->places[id]);

        cr_expect_eq(own.file, now.file);
        cr_expect_eq(side->functions[own.function], now.function);
    }
}

Test(diff, keeps_both_sides)
{
    struct compared compared;

    compared_read(&compared, "events: A B\nfl=n/a\nfn=f\n1 3\nfi=n/b\n2 1 9\nfl=n/a\nfn=h\n1 2\n",
                  "events: A\nfl=o/a\nfn=g\n1 4\nfn=f\n1 5\nfi=o/b\n2 7\n");
    const struct diff *diff = &compared.diff;
    check_side(&diff->fresh, &diff->change);
    check_side(&diff->old, &diff->change);
    cr_expect_eq(profile_n_functions(&diff->change), 3);
    for (place_id id = 0; id < profile_n_places(&diff->change); id++) {
        int64_t changed = figured_cost(&diff->change.ledgers[PLACES].costs, id, 0), sides = 0;

        for (place_id own = 0; own < profile_n_places(&diff->fresh.profile); own++)
            if (diff->fresh.places[own] == id)
                sides += figured_cost(&diff->fresh.profile.ledgers[PLACES].costs, own, 0);
        for (place_id own = 0; own < profile_n_places(&diff->old.profile); own++)
            if (diff->old.places[own] == id)
                sides -= figured_cost(&diff->old.profile.ledgers[PLACES].costs, own, 0);
        cr_expect_eq(changed, sides, "place %u: %" PRIi64 ", not %" PRIi64, id, changed, sides);
    }
    compared_free(&compared);
}

/* For objects and files alone: f of a and f of b are two functions still. */
Test(diff, by_paths_leaves_functions_where_they_were)
{
    struct compared compared;
    struct diff diff;
    struct error error = {0};

    compared_read(&compared, "events: A\nfl=n/a\nfn=g\n1 1\nfl=b\nfn=f\n1 3\n",
                  "events: A\nfl=o/a\nfn=g\n1 1\nfn=f\n1 5\n");
    cr_assert(diff_by(&diff, &compared, MATCH_PATHS, (struct text_list){0}, &error), "%s",
              error.text);
    char *text = show_change(&diff, SHOW_SELF);
    cr_expect_str_eq(text, "self b:f = 3\nself n/a:f = -5\nself n/a:g = 0\n");
    free(text);
    text = show_change(&compared.diff, SHOW_SELF);
    cr_expect_str_eq(text, "self b:f = -2\nself n/a:g = 0\n");
    free(text);
    diff_free(&diff);
    compared_free(&compared);
}

/* One of A, which the new profile has, and of B, which the old one has. */
Test(diff, has_derived_events_of_both_and_of_options)
{
    static const struct text option = {"E = A + 10 B", 12};
    struct compared compared;
    struct diff diff;
    struct error error = {0};
    struct event_cost cost;

    compared_read(&compared, "events: A\nevent: C = 2 A\nfl=a\nfn=f\n1 3\n",
                  "events: B\nevent: D = 2 B\nfl=a\nfn=f\n1 5\n");
    cr_assert(diff_by(&diff, &compared, MATCH_FUNCTIONS, (struct text_list){&option, 1}, &error),
              "%s", error.text);
    static const struct {
        const char *name;
        int64_t expected;
    } events[] = {{"C", 6}, {"D", -10}, {"E", 3 - 50}};
    for (size_t i = 0; i < ARRAY_LENGTH(events); i++) {
        const struct profile *change = &diff.change;
        uint32_t event = events_find(&change->events, text_of(events[i].name));

        cr_assert_neq(event, NO_ID, "there is no %s", events[i].name);
        cost = event_sum(&change->events, event, &change->ledgers[PLACES].costs,
                         costs_row(&change->ledgers[PLACES].costs, 0));
        cr_expect_eq(cost.sum, events[i].expected, "%s is %" PRIi64, events[i].name, cost.sum);
    }
    diff_free(&diff);
    cr_expect_not(diff_by(&diff, &compared, MATCH_FUNCTIONS,
                          (struct text_list){&(struct text){"E = A +", 7}, 1}, &error));
    cr_expect_eq(error.kind, ERROR_USAGE);
    diff_free(&diff);
    compared_free(&compared);
}

/* f is in the file below b.c, and its line 2 is line 9 there; what was line 3 is gone. */
Test(diff, moves_lines_as_they_are_mapped)
{
    static const char fresh[] = "events: A\nfl=b.c\nfn=f\n8 1\n9 10\n3 7\n";
    static const char old[] = "events: A\nfl=a.c\nfn=f\n1 1\n2 4\n3 5\n";
    struct line_map lines = {0};
    struct compared compared;
    struct matches matches;
    struct error error = {0};
    struct diff diff;

    parsed_read(&compared.fresh, fresh);
    parsed_read_beside(&compared.old, &compared.fresh, old);
    const struct profile *sides[] = {&compared.fresh.profile, &compared.old.profile};
    file_id a = names_find(sides[0]->symbols.files, TEXT("a.c"));
    file_id b = names_find(sides[0]->symbols.files, TEXT("b.c"));
    line_map_add(&lines.old, a, 3);
    line_map_add(&lines.fresh, b, 9);
    line_map_set(&lines, (struct file_line){a, 1}, (struct file_line){b, 8});
    line_map_set(&lines, (struct file_line){a, 2}, (struct file_line){b, 9});
    line_map_set_gone(&lines, (struct file_line){a, 3}, b);
    matches_create(&matches, sides[0], &sides[1], 1, MATCH_FUNCTIONS);
    matches.lines = &lines;
    cr_assert(diff_create(&diff, sides[0], sides[1], &matches, (struct text_list){0}, &error), "%s",
              error.text);
    char expected[200];
    uint64_t gone = line_map_find(&lines, (struct file_line){a, 3}, b).number;
    snprintf(expected, sizeof expected,
             "line b.c:3 = 7\nline b.c:8 = 0\nline b.c:9 = 6\nline b.c:%" PRIu64 " = -5\n", gone);
    char *text = show_change(&diff, SHOW_LINES);
    cr_expect_str_eq(text, expected);
    cr_expect_eq(diff.change.spots.count, 4);
    for (uint32_t id = 0; id < diff.change.spots.count; id++)
        cr_expect_eq(profile_place(&diff.change, diff.change.spots.list[id].place).file, b);
    free(text);
    diff_free(&diff);
    matches_free(&matches);
    line_map_free(&lines);
    parsed_free(&compared.old);
    parsed_free(&compared.fresh);
}

/* The total of the new program is its summary, 80, that of the old one the sum of its costs. */
Test(diff, has_the_change_of_the_total)
{
    struct compared compared;
    struct program change = {0};
    struct error error = {0};

    compared_read(
        &compared,
        "events: Ir\nfl=n/a.c\nfn=main\n1 10\nfn=f\n2 60\nfl=n/c.c\nfn=g\n3 5\nsummary: 80\n",
        "events: Ir Dr\nfl=o/a.c\nfn=main\n1 12 1\nfn=f\n2 40\nfn=h\n4 21 3\nfl=o/b.c\nfn=g\n3 "
        "5\n");
    diff_of_program(&compared.diff, &change);
    cr_assert(diff_fits(&compared.diff, &error), "%s", error.text);
    cr_expect_eq(costs_sum(&change.total, program_row(&change), 0), 80 - 78);
    cr_expect_eq(costs_sum(&change.total, program_row(&change), 1), -4);
    cr_expect_not(change.is_calculated);
    program_free(&change);
    compared_free(&compared);
}

Test(diff, notices_what_does_not_fit)
{
    static const char most[] = "events: Ir\nfn=f\n1 9223372036854775807\n";
    static const char least[] = "events: Ir\nfn=f\n1 -9223372036854775807\n";
    struct compared compared;
    struct diff diff;
    struct error error = {0};

    parsed_read(&compared.fresh, most);
    parsed_read_beside(&compared.old, &compared.fresh, least);
    cr_expect_not(diff_by(&diff, &compared, MATCH_FUNCTIONS, (struct text_list){0}, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    diff_free(&diff);
    parsed_free(&compared.old);
    parsed_free(&compared.fresh);
}

/* The costs of code agree; what the summaries say is 2^63 apart. */
Test(diff, notices_a_total_that_does_not_fit)
{
    struct compared compared;
    struct program change = {0};
    struct error error = {0};

    compared_read(&compared, "events: Ir\nsummary: 9223372036854775807\nfn=f\n1 -1\n",
                  "events: Ir\nfn=f\n1 -1\n");
    diff_of_program(&compared.diff, &change);
    cr_expect_not(diff_fits(&compared.diff, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    program_free(&change);
    compared_free(&compared);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/tree_side.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/profile.h"
#include "support/temporary.h"
#include "support/viewed.h"

TestSuite(tree_side, .init = temporary_enter, .fini = temporary_leave);

#define EVENTS "event: D = A + B\nevent: R = B / A\nevent: T = (B - A) / B\nevents: A B\nfl=a\n"
#define FN(name, self) "fn=" name "\n1 " self "\n"
#define CALL(callee, count, cost) "cfn=" callee "\ncalls=" count " 1\n1 " cost "\n"

/* Reads and chooses the events; `old` is NULL where it is not a difference. */
static void begin(struct viewed *viewed, const struct view_options *options, const char *current,
                  const char *old)
{
    struct error error = {0};

    viewed_read(viewed, options, current, old);
    cr_assert(view_choose_metric(&viewed->input, true, &error), "%s", error.text);
}

/* The names of the tree's events. */
static char *show_events(const struct tree_side *side)
{
    const struct event *events = side->profile->events.list;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (size_t i = 0; i < side->tree.n_events; i++) {
        struct text name = events[side->tree.events[i]].name;
        fprintf(out, "%s%.*s", i == 0 ? "" : " ", (int)name.length, name.at);
    }
    fclose(out);
    return text;
}

/* Where a ratio is measured the first event is. */
Test(tree_side, has_the_events_that_are_shown_but_ratios)
{
    static const struct {
        struct text show;
        const char *expected;
    } cases[] = {
        {{"A", 1}, "A"},     {{"B,A", 3}, "B A"}, {{"B,D", 3}, "B D"}, {{"R", 1}, "A"},
        {{"R,B", 3}, "A B"}, {{"R,A", 3}, "A"},   {{"A,R", 3}, "A"},   {{"D,R,T", 5}, "D"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct view_options options = {.show = cases[i].show};
        struct viewed viewed;
        struct tree_side side;

        begin(&viewed, &options, EVENTS FN("f", "1 1"), NULL);
        tree_side_open(&side, &(struct tree_source){.profile = viewed.input.profile},
                       &viewed.input.figures, &options);
        char *text = show_events(&side);
        cr_expect_str_eq(text, cases[i].expected, "%.*s: %s", (int)cases[i].show.length,
                         cases[i].show.at, text);
        free(text);
        tree_side_close(&side);
        viewed_free(&viewed);
    }
}

/* What enters f is more than 64 bits have. */
Test(tree_side, marks_calls_that_do_not_fit)
{
    static const struct view_options options = {.show = {"A", 1}};
    struct viewed viewed;
    struct tree_side side;
    struct error error = {0};

    begin(&viewed, &options,
          "events: A\nfl=a\n" FN("m", "1") CALL("f", "1", "9223372036854775807") FN("n", "1")
              CALL("f", "1", "9223372036854775807"),
          NULL);
    cr_expect(view_fits(&viewed.input, &error));
    tree_side_open(&side, &(struct tree_source){.profile = viewed.input.profile},
                   &viewed.input.figures, &options);
    cr_expect_not(view_fits(&viewed.input, &error));
    cr_expect_neq(error.kind, ERROR_NONE);
    tree_side_close(&side);
    viewed_free(&viewed);
}

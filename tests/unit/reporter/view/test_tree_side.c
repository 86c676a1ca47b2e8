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
static void begin(struct viewed *viewed, const struct view_options *options, const char *fresh,
                  const char *old)
{
    struct error error = {0};

    viewed_read(viewed, options, fresh, old);
    cr_assert(view_choose_metric(&viewed->input, true, &error), "%s", error.text);
}

/* The names of the tree's events, with ':' before all that are recorded. */
static char *show_events(const struct tree_side *side)
{
    const struct event *events = side->profile->events.list;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (size_t i = 0; i < side->tree.n_events; i++) {
        struct text name = events[side->tree.events[i]].name;
        fprintf(out, "%s%s%.*s", i == 0 ? "" : " ", i == side->n_recorded_from ? ": " : "",
                (int)name.length, name.at);
    }
    fclose(out);
    return text;
}

/* A ratio goes by the first event that makes it larger. */
Test(tree_side, has_the_events_that_those_shown_are_made_of)
{
    static const struct {
        struct text show;
        const char *expected;
    } cases[] = {
        {{"A", 1}, "A"},         {{"B,A", 3}, "B A"},       {{"B,D", 3}, "B D"},
        {{"R", 1}, "B : A B"},   {{"R,B", 3}, "B : A B"},   {{"R,A", 3}, "B A : A B"},
        {{"A,R", 3}, "A : A B"}, {{"D,R,T", 5}, "D : A B"}, {{"T", 1}, "B : A B"},
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

/* f costs 20 of A on three lines, and 10 of B. */
#define LINES                                                                                      \
    "events: A B\nevent: R = B / A\nfl=a\n" FN("m", "1 0") CALL("f", "1", "20 10")                 \
        FN("f", "10 4") "2 6 4\nfi=b\n3 4 2\n"

/* By line of f: "FILE:LINE SHARE OLD_SHARE, ..." of each event. */
static char *show_lines(const struct tree_side *side, const struct figures *figures, bool is_old,
                        const struct tree_share *shares)
{
    uint32_t name = 0;
    struct arena arena = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    while (!text_equal(rows_names(&side->graph.names, name).function, TEXT("f")))
        name++;
    size_t count = tree_side_count_lines(side, name);
    struct tree_line *lines = arena_alloc_array(&arena, count, sizeof *lines);
    tree_side_set_lines(side, figures, name, is_old, shares, lines, &arena);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%.*s:%" PRIu64, (int)lines[i].file.length, lines[i].file.at, lines[i].number);
        for (size_t j = 0; j < figures->n_shown; j++) {
            const struct tree_share *share = &lines[i].shares[j];
            fprintf(out, "%s%s %" PRIi64 " %" PRIi64, j == 0 ? "" : ",",
                    share->is_estimate ? " about" : "", share->cost, share->old_cost);
        }
        fputc('\n', out);
    }
    fclose(out);
    arena_free(&arena);
    return text;
}

/* In proportion to what they cost, which is exact of the whole of it; a ratio has no shares. */
Test(tree_side, divides_shares_among_lines)
{
    static const struct view_options options = {.show = {"A,R,B", 5}, .has_lines = true};
    static const struct tree_share whole[] = {{.cost = 20}, {0}, {.cost = 10}},
                                   half[] = {{.old_cost = 10}, {0}, {.old_cost = 5}};
    struct viewed viewed;
    struct tree_side side;

    begin(&viewed, &options, LINES, NULL);
    const struct figures *figures = &viewed.input.figures;
    tree_side_open(&side, &(struct tree_source){.profile = viewed.input.profile}, figures,
                   &options);
    char *text = show_lines(&side, figures, false, whole);
    cr_expect_str_eq(text, "a:1 10 0, 0 0, 4 0\na:2 6 0, 0 0, 4 0\nb:3 4 0, 0 0, 2 0\n", "%s",
                     text);
    free(text);
    text = show_lines(&side, figures, true, half);
    cr_expect_str_eq(text,
                     "a:1 about 0 5, 0 0, about 0 2\na:2 about 0 3, 0 0, about 0 2\n"
                     "b:3 about 0 2, 0 0, about 0 1\n",
                     "%s", text);
    free(text);
    tree_side_close(&side);
    viewed_free(&viewed);
}

Test(tree_side, has_no_lines_unless_asked_for)
{
    static const struct view_options options = {.show = {"A", 1}};
    struct viewed viewed;
    struct tree_side side;

    begin(&viewed, &options, LINES, NULL);
    tree_side_open(&side, &(struct tree_source){.profile = viewed.input.profile},
                   &viewed.input.figures, &options);
    for (uint32_t name = 0; name < side.graph.names.count; name++)
        cr_expect_eq(tree_side_count_lines(&side, name), 0);
    tree_side_close(&side);
    viewed_free(&viewed);
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

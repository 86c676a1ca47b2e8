/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/tree_side.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/profile.h"
#include "support/shown_view.h"
#include "support/temporary.h"

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

/* " about 5[2-7]", "[?]" where nothing is known; what is not given is ".", " .[2-7]" an estimate.
 */
static void print_cells(FILE *out, const struct tree_side *side, const struct view_input *input,
                        size_t costs)
{
    for (size_t i = 0; i < input->figures.n_shown; i++) {
        const struct cell cell = tree_side_cell(side, &input->figures, i, costs);
        if (!cell.is_given)
            fputs(" .", out);
        else if (cell.is_ratio)
            fprintf(out, " %.4g", cell.ratio);
        else
            fprintf(out, " %s%" PRIi64, cell.is_estimate ? "about " : "", cell.value);
        if (cell.is_estimate && cell.has_range)
            fprintf(out, "[%" PRIi64 "-%" PRIi64 "]", cell.least, cell.most);
        else
            fputs(cell.is_estimate ? "[?]" : "", out);
    }
}

/* The rows, each before those below it: "NAME SELF of INCLUSIVE". */
static void print_rows(FILE *out, struct tree_side *side, const struct view_input *input,
                       struct path_rows rows)
{
    for (uint32_t id = rows.first; id < rows.first + rows.count; id++) {
        const struct path_row row = side->tree.rows[id];
        struct path_rows below;
        struct error error = {0};
        struct text name = rows_names(&side->graph.names, row.name).function;
        fprintf(out, "%.*s", (int)name.length, name.at);
        print_cells(out, side, input, row.self);
        fputs(" of", out);
        print_cells(out, side, input, row.inclusive);
        fputc('\n', out);
        below = path_tree_add_below(&side->tree, id, -1);
        cr_assert(profile_fits(side->tree.graph->profile, &error), "%s", error.text);
        print_rows(out, side, input, below);
    }
}

static char *show(const struct view_input *input, const struct profile *profile)
{
    struct tree_side side;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    tree_side_open(&side, &(struct tree_source){.profile = profile}, &input->figures,
                   input->options);
    print_rows(out, &side, input, tree_side_add_first(&side, input->options, -1));
    fclose(out);
    tree_side_close(&side);
    return text;
}

struct cells_case {
    const char *behaviour;
    struct view_options options;
    const char *profile, *expected;
};

static void check(const struct cells_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct viewed viewed;
        begin(&viewed, &cases[i].options, cases[i].profile, NULL);
        char *text = show(&viewed.input, viewed.input.profile);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        viewed_free(&viewed);
    }
}

/* Each of a and b calls v for 5, of which half, from 0 to 5, is due to v itself, half to w. */
#define HALVES                                                                                     \
    EVENTS FN("m", "1 3") CALL("a", "1", "5 10") CALL("b", "1", "5 10") FN("a", "0")               \
        CALL("v", "1", "5 10") FN("b", "0") CALL("v", "1", "5 10") FN("v", "5 10")                 \
            CALL("w", "1", "5 10") FN("w", "5 10")

/* The same below 0, where nothing has bounds. */
#define BELOW_ZERO                                                                                 \
    "events: A\nfl=a\n" FN("m", "1") CALL("a", "1", "-5") CALL("b", "1", "-5") FN("a", "0")        \
        CALL("v", "1", "-5") FN("b", "0") CALL("v", "1", "-5") FN("v", "-5") CALL("w", "1", "-5")  \
            FN("w", "-5")

Test(tree_side, rounds_estimates)
{
    static const struct cells_case cases[] = {
        {"up",
         {.show = {"A", 1}},
         HALVES,
         "m 1 of 11\na 0 of 5\nv about 3[0-5] of 5\nw about 3[0-5] of about 3[0-5]\n"
         "b 0 of 5\nv about 3[0-5] of 5\nw about 3[0-5] of about 3[0-5]\n"},
        {"down below 0",
         {.show = {"A", 1}},
         BELOW_ZERO,
         "m about 1[?] of -9\na about 0[?] of about -5[?]\nv about -3[?] of about -5[?]\n"
         "w about -3[?] of about -3[?]\nb about 0[?] of about -5[?]\n"
         "v about -3[?] of about -5[?]\nw about -3[?] of about -3[?]\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* R is B / A, which is 3 / 1 in m, 23 / 11 with all it calls, and 2 elsewhere. */
Test(tree_side, gives_ratios_of_what_is_known)
{
    static const struct cells_case cases[] = {
        {"beside costs",
         {.show = {"A,R", 3}},
         HALVES,
         "m 1 3 of 11 2.091\na 0 . of 5 2\nv about 3[0-5] . of 5 2\n"
         "w about 3[0-5] . of about 3[0-5] .\nb 0 . of 5 2\nv about 3[0-5] . of 5 2\n"
         "w about 3[0-5] . of about 3[0-5] .\n"},
        {"without them",
         {.show = {"R", 1}},
         HALVES,
         "m 3 of 2.091\na . of 2\nv . of 2\nw . of .\nb . of 2\nv . of 2\nw . of .\n"},
        /* E does not ask for C, of which f has an estimate. */
        {"whatever is known of other events",
         {.show = {"C,E", 3}},
         "event: E = B / A\nevents: A B C\nfl=a\n" FN("m", "1 1 9") CALL("f", "1", "2 3 -1")
             FN("f", "2 3 -1"),
         "m about 9[?] 1 of 8 1.333\nf about -1[?] 1.5 of about -1[?] 1.5\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* Each with its own costs, of the events of both. */
Test(tree_side, is_the_new_one_or_the_old_one)
{
    static const struct view_options options = {.show = {"B,R", 3}};
    struct viewed viewed;

    begin(&viewed, &options, EVENTS FN("f", "2 8"), EVENTS FN("f", "3 9"));
    const struct diff *diff = viewed.input.diff;
    char *fresh = show(&viewed.input, &diff->fresh.profile);
    char *old = show(&viewed.input, &diff->old.profile);
    cr_expect_str_eq(fresh, "f 8 4 of 8 4\n");
    cr_expect_str_eq(old, "f 9 3 of 9 3\n");
    free(fresh);
    free(old);
    viewed_free(&viewed);
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/path_building.h"
#include "aggregator/paths/paths.h"
#include "base/array.h"
#include "support/path_rows.h"
#include "support/profile_text.h"
#include "support/temporary.h"

TestSuite(path_shares, .init = temporary_enter, .fini = temporary_leave);

struct share_case {
    const char *behaviour, *profile;
    struct path_question question;
    uint32_t depth;       /* levels; 0: all */
    const int64_t *total; /* NULL: what the rows at the top cost */
    const char
        *expected; /* "f 3": a row by level and its share, '~' after an estimate; '+': rest */
};

static void print_share(FILE *out, const struct path_rows_made *made,
                        const struct listed_path *path, const struct path_share *share)
{
    fprintf(out, "%*s", (int)path->depth, "");
    if (path->n_left_out != 0) {
        fputc('+', out);
    } else {
        const struct path_row *row = &made->tree.rows[path->rows[PATHS_FRESH]];
        struct text name = row->name < made->graph.names.count
                             ? rows_names(&made->graph.names, row->name).function
                             : TEXT("<cycle>");
        fprintf(out, "%.*s", (int)name.length, name.at);
    }
    fprintf(out, " %" PRIi64 "%s\n", share->cost, share->is_estimate ? "~" : "");
}

static char *show(const struct share_case *of)
{
    struct path_rows_made made;
    struct error error = {0};
    struct path_shares shares;
    struct path_list list;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    path_rows_begin(&made, of->profile, &of->question);
    struct path_side sides[N_PATH_SIDES] = {
        {.tree = &made.tree, .totals = of->total, .least = of->question.least}};
    cr_assert(path_rows_add_first(&made, &of->question, -1, &sides[PATHS_FRESH].first, &error));
    cr_assert(path_list_create(&list, sides, of->depth, &error));
    path_shares_create(&shares, &list, sides);
    cr_assert(profile_fits(sides[PATHS_FRESH].tree->graph->profile, &error));
    for (size_t i = 0; i < list.count; i++)
        print_share(out, &made, &list.items[i], &shares.of[PATHS_FRESH][list.items[i].id]);
    fclose(out);
    path_shares_free(&shares);
    path_list_free(&list);
    path_rows_free(&made);
    return text;
}

static void check(const struct share_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = show(&cases[i]);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
    }
}

/* work costs 10: two thirds of it by way of a, and 5 of that in leaf. */
#define WORK                                                                                       \
    HEAD FN("main", "1") CALL("a", "1", "8") CALL("b", "1", "4") FN("a", "1")                      \
        CALL("work", "1", "7") FN("b", "1") CALL("work", "1", "3") FN("work", "5")                 \
            CALL("leaf", "1", "5") FN("leaf", "5")

Test(path_shares, add_up_to_the_total)
{
    static const int64_t more = 20;
    static const struct share_case cases[] = {
        /* By way of a work has 7 of 10: 3.5 itself, and 3.5 in leaf; b has 1.5 and 1.5. The larger
           fractions are those that come first. */
        {"rounded so that they do",
         WORK,
         {.least = 0.5},
         .expected = "main 1\n a 1\n  work 4~\n   leaf 4~\n b 1\n  work 1~\n   leaf 1~\n+ 0\n"},
        {"with what is below the limit",
         WORK,
         {.least = 3},
         .expected = "main 1\n a 1\n  work 4~\n   leaf 4~\n b 1\n  work 1~\n   + 1~\n+ 0\n"},
        {"with what is too deep",
         WORK,
         {.least = 0.5},
         .depth = 2,
         .expected = "main 1\n a 1\n  + 7\n b 1\n  + 3\n+ 0\n"},
        {"with what no function has",
         WORK,
         {.least = 8},
         .total = &more,
         .expected = "main 1\n a 1\n  + 7\n + 4\n+ 7\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(path_shares, are_of_members_where_a_cycle_has_them)
{
    static const struct share_case cases[] = {
        {"and of what these call",
         HEAD FN("main", "1") CALL("f", "1", "9") FN("f", "2") CALL("g", "1", "5") FN("g", "3")
             CALL("f", "1", "1") CALL("leaf", "1", "4") FN("leaf", "4"),
         {.least = 0.5},
         .expected = "main 1\n <cycle> 0\n  g 3\n  f 2\n  leaf 4\n+ 0\n"},
        {"or where it is asked for by one of them",
         HEAD FN("main", "1") CALL("f", "1", "9") FN("f", "2") CALL("g", "1", "5") FN("g", "3")
             CALL("f", "1", "1") CALL("leaf", "1", "4") FN("leaf", "4"),
         {.functions = "f", .least = 0.5},
         .expected = "<cycle> 0\n g 3\n f 2\n leaf 4\n+ 0\n"},
        {"and where paths go up from one, of the cycle",
         HEAD FN("main", "1") CALL("f", "1", "6") FN("f", "2") CALL("g", "1", "5") FN("g", "3")
             CALL("f", "1", "1") CALL("leaf", "1", "4") FN("leaf", "4"),
         {.goes_up = true, .functions = "g", .least = 0.5},
         /* 3 of the 9 that it cost nobody called it for. */
         .expected = "g 0\n <cycle> 1~\n  main 2~\n+ 0\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* leaf's callers were charged 12 for it, but it cost 6: of each 12 only 6 were spent there. */
Test(path_shares, are_of_what_was_spent)
{
    static const struct share_case cases[] = {
        {"where callers were charged for more",
         HEAD FN("main", "1") CALL("leaf", "1", "12") FN("leaf", "6"),
         {.least = 0.5},
         .expected = "main 1\n leaf 6~\n+ 0\n"},
        {"also in what is left out",
         HEAD FN("main", "1") CALL("leaf", "1", "12") FN("leaf", "6"),
         {.least = 0.5},
         .depth = 1,
         .expected = "main 1\n + 6~\n+ 0\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

/* leaf costs 5; of work, which calls it, 7 of 10 are by way of a, and 3 by way of b. */
Test(path_shares, are_of_where_paths_started_if_they_go_up)
{
    static const struct share_case cases[] = {
        {"all of it at the top",
         WORK,
         {.goes_up = true, .functions = "leaf", .least = 0.5},
         .expected = "leaf 0\n work 0\n  a 0~\n   main 4~\n  b 0~\n   main 1~\n+ 0\n"},
        {"and of what was only called in part",
         HEAD FN("m", "1") CALL("f", "1", "10") FN("f", "5") CALL("g", "4", "20") FN("g", "20"),
         {.goes_up = true, .functions = "g", .least = 0.5},
         /* f was called for 10 of 25. */
         .expected = "g 0\n f 12~\n  m 8~\n+ 0\n"},
        {"cut off",
         WORK,
         {.goes_up = true, .functions = "leaf", .least = 2},
         .expected = "leaf 0\n work 0\n  a 0~\n   main 4~\n  + 1~\n+ 0\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

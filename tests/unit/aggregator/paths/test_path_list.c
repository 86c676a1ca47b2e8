/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/paths/paths.h"
#include "base/array.h"
#include "profile/filter.h"
#include "support/path_rows.h"
#include "support/path_sides.h"
#include "support/profile_text.h"
#include "support/temporary.h"

TestSuite(path_list, .init = temporary_enter, .fini = temporary_leave);

struct list_case {
    const char *behaviour, *fresh, *old; /* old: NULL where it is not a difference */
    double least;                        /* cost */
    size_t most_levels;
    const char *function, *ignored; /* the filter; NULL: there is none */
    double least_change;            /* above 0: what changed less is dropped */
    double least_rest;              /* above 0: what stands for smaller ones is dropped */
    double least_chain;             /* above 0: chains that differ by less are folded */
    const char *expected;
};

/* What a path costs on a side; "." where it has none. */
static void print_cost(FILE *out, const struct path_side *side, uint32_t row)
{
    if (row == NO_ID) {
        fputs(" .", out);
        return;
    }
    fprintf(out, " %.6g", side->tree->rows[row].estimate);
}

/*
 * "NAME COST[ was COST][ recursive][ +]", two blanks deeper than what is above; the last where
 * another one of its level follows. "in NAME" is a member of a cycle, "2> NAME" the end of a chain
 * of three.
 */
static void print_path(FILE *out, const struct path_sides_made *made,
                       const struct listed_path *path)
{
    const struct path_side *sides = made->sides;

    fprintf(out, "%*s", (int)(2 * path->depth), "");
    if (path->n_left_out != 0) {
        fprintf(out, "(%zu more, up to %" PRIi64 ")\n", path->n_left_out, path->most_left_out);
        cr_expect_eq(path->rows[PATHS_FRESH], NO_ID);
        cr_expect_eq(path->rows[PATHS_OLD], NO_ID);
        return;
    }
    int which = path->rows[PATHS_FRESH] != NO_ID ? PATHS_FRESH : PATHS_OLD;
    const struct path_row *row = &sides[which].tree->rows[path->rows[which]];
    fputs(row->is_member ? "in " : "", out);
    if (path->n_chained != 0)
        fprintf(out, "%" PRIu32 "> ", path->n_chained);
    path_sides_print_name(out, sides[which].tree->graph, row->name);
    print_cost(out, &sides[PATHS_FRESH], path->rows[PATHS_FRESH]);
    if (made->is_difference) {
        fputs(" was", out);
        print_cost(out, &sides[PATHS_OLD], path->rows[PATHS_OLD]);
    }
    fprintf(out, "%s%s\n", row->is_recursive ? " recursive" : "", path->has_next ? " +" : "");
}

static void filter_list(struct path_list *list, const struct path_sides_made *made,
                        const struct list_case *one)
{
    struct filter filter = {0};
    struct error error = {0};

    if (one->function != NULL)
        cr_assert(pattern_set(&filter.function, "function", one->function, &error));
    if (one->ignored != NULL)
        cr_assert(pattern_set(&filter.ignored, "ignore", one->ignored, &error));
    path_list_filter(list, made->sides, &filter);
    filter_free(&filter);
}

static char *show(const struct list_case *one)
{
    struct path_sides_made made;
    struct path_list list;
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    path_sides_begin(&made, one->fresh, one->old, one->least);
    cr_assert(path_list_create(&list, made.sides, one->most_levels, &error), "%s", error.text);
    cr_assert(profile_fits(made.graphs[PATHS_FRESH].profile, &error), "%s", error.text);
    if (one->least_change > 0)
        path_list_drop_unchanged(&list, one->least_change);
    filter_list(&list, &made, one);
    path_list_shorten(&list, made.sides, one->least_rest, one->least_chain);
    for (size_t i = 0; i < list.count; i++)
        print_path(out, &made, &list.items[i]);
    fclose(out);
    path_list_free(&list);
    path_sides_free(&made);
    return text;
}

static void check(const struct list_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = show(&cases[i]);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
    }
}

/* m calls f for 9 and g for 6, f calls g for 4: all of that is known. */
#define THREE                                                                                      \
    HEAD FN("m", "1") CALL("f", "2", "9") CALL("g", "3", "6") FN("f", "5") CALL("g", "4", "4")     \
        FN("g", "10")

/*
 * v, of 24, is called by a for 8 and by b for 16, and calls w for 18: below a that is about
 * 8 * 18 / 24 = 6, up to 8, and below b about 12, up to 16.
 */
#define SHARED                                                                                     \
    HEAD FN("m", "1") CALL("a", "1", "10") CALL("b", "1", "20") FN("a", "2") CALL("v", "1", "8")   \
        FN("b", "4") CALL("v", "1", "16") FN("v", "6") CALL("w", "1", "18") FN("w", "18")

/* m enters a cycle of a and b for 13, which calls h for 3. */
#define CYCLE                                                                                      \
    HEAD FN("m", "1") CALL("a", "1", "13") FN("a", "4") CALL("b", "1", "6") CALL("h", "1", "3")    \
        FN("b", "6") CALL("a", "1", "0") FN("h", "3")

Test(path_list, says_what_is_left_out)
{
    static const struct list_case cases[] = {
        {.behaviour = "below the limit",
         .fresh = THREE,
         .least = 7,
         .expected = "m 16\n  f 9 +\n    (1 more, up to 4)\n  (1 more, up to 6)\n"},
        {.behaviour = "what reaches the limit is not",
         .fresh = THREE,
         .least = 6,
         .expected = "m 16\n  f 9 +\n    (1 more, up to 4)\n  g 6\n"},
        {.behaviour = "at the top",
         .fresh = HEAD FN("n", "3") FN("m", "5") FN("o", "2"),
         .least = 4,
         .expected = "m 5 +\n(2 more, up to 3)\n"},
        {.behaviour = "members of a cycle, too",
         .fresh = CYCLE,
         .least = 5,
         .expected = "m 14\n  <1> 13\n    in b 6 +\n    (2 more, up to 4)\n"},
        {.behaviour = "by what it may be, not by what it is about",
         .fresh = SHARED,
         .least = 7,
         .expected = "m 31\n  b 20 +\n    v 16\n      w 12\n  a 10\n    v 8\n"
                     "      (1 more, up to 8)\n"},
        {.behaviour = "below 0 by its size",
         .fresh = HEAD FN("m", "9") CALL("f", "1", "-3") FN("f", "-3"),
         .least = 5,
         .expected = "m 6\n  (1 more, up to 3)\n"},
        {.behaviour = "but not what costs nothing",
         .fresh = HEAD FN("m", "1") CALL("f", "1", "0") FN("f", "0"),
         .least = 0.5,
         .expected = "m 1\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(path_list, has_no_more_levels_than_asked_for)
{
    static const struct list_case cases[] = {
        {.behaviour = "one",
         .fresh = THREE,
         .most_levels = 1,
         .expected = "m 16\n  (2 more, up to 9)\n"},
        {.behaviour = "two",
         .fresh = THREE,
         .most_levels = 2,
         .expected = "m 16\n  f 9 +\n    (1 more, up to 4)\n  g 6\n"},
        {.behaviour = "as many as there are",
         .fresh = THREE,
         .most_levels = 3,
         .expected = "m 16\n  f 9 +\n    g 4\n  g 6\n"},
        {.behaviour = "the functions of a cycle are one",
         .fresh = CYCLE,
         .most_levels = 2,
         .expected = "m 14\n  <1> 13\n    (3 more, up to 6)\n"},
        /* m, and f by 7 of 9 + 7, g by the same 5 of both. */
        {.behaviour = "a path of both sides counts once",
         .fresh =
             HEAD FN("m", "1") CALL("f", "1", "9") CALL("g", "1", "5") FN("f", "9") FN("g", "5"),
         .old = HEAD FN("m", "1") CALL("f", "1", "7") CALL("g", "1", "5") CALL("h", "1", "6")
             FN("f", "7") FN("g", "5") FN("h", "6"),
         .most_levels = 1,
         .expected = "m 15 was 19\n  (3 more, up to 9)\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

Test(path_list, knows_the_largest_change)
{
    static const struct {
        const char *fresh, *old;
        double expected;
    } cases[] = {
        {HEAD FN("m", "1") CALL("f", "1", "9") FN("f", "9"),
         HEAD FN("m", "3") CALL("f", "1", "7") FN("f", "7"), 2},
        {HEAD FN("m", "2"), HEAD FN("m", "9"), 7},
        {HEAD FN("m", "2"), HEAD FN("m", "2"), 0},
        {HEAD, HEAD, 0},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct path_sides_made made;
        struct path_list list;
        struct error error = {0};

        path_sides_begin(&made, cases[i].fresh, cases[i].old, 0);
        cr_assert(path_list_create(&list, made.sides, 0, &error), "%s", error.text);
        double largest = path_list_largest_change(&list);
        cr_expect_float_eq(largest, cases[i].expected, 0, "case %zu: %g", i, largest);
        path_list_free(&list);
        path_sides_free(&made);
    }
}

/* A chain of functions that call the next one, each of which costs 1. */
static char *make_chain(unsigned count)
{
    char *profile = NULL;
    size_t size;
    FILE *out = open_memstream(&profile, &size);

    cr_assert(out, "out of memory");
    fputs(HEAD, out);
    for (unsigned i = 1; i < count; i++)
        fprintf(out, "fn=f%u\n1 1\ncfn=f%u\ncalls=1 1\n1 %u\n", i, i + 1, count - i);
    fprintf(out, "fn=f%u\n1 1\n", count);
    fclose(out);
    return profile;
}

Test(path_list, ends_where_there_are_too_many_levels)
{
    static const struct {
        unsigned length;
        size_t n_paths, n_left_out; /* of which the last one may stand for others */
    } cases[] = {
        {MOST_PATH_LEVELS, MOST_PATH_LEVELS, 0},
        {MOST_PATH_LEVELS + 1, MOST_PATH_LEVELS + 1, 1},
        {MOST_PATH_LEVELS + 9, MOST_PATH_LEVELS + 1, 1},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct path_sides_made made;
        struct path_list list;
        struct error error = {0};
        char *profile = make_chain(cases[i].length);

        path_sides_begin(&made, profile, NULL, 0);
        cr_assert(path_list_create(&list, made.sides, 0, &error), "%s", error.text);
        cr_assert_eq(list.count, cases[i].n_paths, "%u: %zu", cases[i].length, list.count);
        cr_expect_eq(list.items[list.count - 1].n_left_out, cases[i].n_left_out);
        path_list_filter(&list, made.sides, &(struct filter){0});
        cr_expect_eq(list.count, cases[i].n_paths);
        path_list_free(&list);
        path_sides_free(&made);
        free(profile);
    }
}

/* f costs 12 instead of 9, and g is new. */
#define BEFORE HEAD FN("m", "1") CALL("f", "1", "9") FN("f", "9")
#define AFTER HEAD FN("m", "1") CALL("f", "1", "12") CALL("g", "1", "5") FN("f", "12") FN("g", "5")

/* By way of a f costs 2 instead of 6 and g 6 instead of 2, and a what it did. */
#define CALLS_OF_A(of_f, of_g)                                                                     \
    HEAD FN("m", "1") CALL("a", "1", "9") FN("a", "1") CALL("f", "1", of_f) CALL("g", "1", of_g)   \
        FN("f", of_f) FN("g", of_g)

/* m calls f, and g which costs the same on both sides. */
#define LARGE_CALL(of_f)                                                                           \
    HEAD FN("m", "1") CALL("f", "1", of_f) CALL("g", "1", "3") FN("f", of_f) FN("g", "3")

Test(path_list, drops_what_did_not_change)
{
    static const struct list_case cases[] = {
        {.behaviour = "enough",
         .fresh = AFTER,
         .old = BEFORE,
         .least_change = 4,
         .expected = "m 18 was 10\n  g 5 was .\n"},
        {.behaviour = "but not by just that much",
         .fresh = AFTER,
         .old = BEFORE,
         .least_change = 3,
         .expected = "m 18 was 10\n  g 5 was . +\n  f 12 was 9\n"},
        {.behaviour = "at all", .fresh = THREE, .old = THREE, .least_change = 0.1, .expected = ""},
        {.behaviour = "what is above a change stays",
         .fresh = CALLS_OF_A("2", "6"),
         .old = CALLS_OF_A("6", "2"),
         .least_change = 4,
         .expected = "m 10 was 10\n  a 9 was 9\n    f 2 was 6 +\n    g 6 was 2\n"},
        /* 2^53 + 1 and 2^53, which are one double. */
        {.behaviour = "nor what changed by less than doubles tell",
         .fresh = LARGE_CALL("9007199254740993"),
         .old = LARGE_CALL("9007199254740992"),
         .least_change = 1,
         .expected = "m 9.0072e+15 was 9.0072e+15\n  f 9.0072e+15 was 9.0072e+15\n"},
        {.behaviour = "with what was left out below it",
         .fresh = AFTER,
         .old = BEFORE,
         .most_levels = 1,
         .least_change = 9,
         .expected = ""},
        {.behaviour = "and not what was left out below others",
         .fresh = AFTER,
         .old = BEFORE,
         .most_levels = 1,
         .least_change = 8,
         .expected = "m 18 was 10\n  (2 more, up to 12)\n"},
    };

    check(cases, ARRAY_LENGTH(cases));
}

static size_t n_names(const struct path_graph *graph)
{
    return graph->names.count + graph->n_cycles;
}

/* The names of a graph that have the key, each after a blank. */
static void print_names(FILE *out, const struct path_graph *graph, const uint32_t *keys,
                        uint32_t key)
{
    for (uint32_t name = 0; name < n_names(graph); name++) {
        if (keys[name] != key)
            continue;
        fputc(' ', out);
        path_sides_print_name(out, graph, name);
    }
}

/* "NAME:" of each new name with the old ones of its key, and "was NAME:" with the new ones. */
static char *show_keys(const struct path_sides_made *made)
{
    const struct path_graph *fresh = &made->graphs[PATHS_FRESH], *old = &made->graphs[PATHS_OLD];
    const uint32_t *fresh_keys = made->sides[PATHS_FRESH].keys;
    const uint32_t *old_keys = made->sides[PATHS_OLD].keys;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (uint32_t name = 0; name < n_names(fresh); name++) {
        path_sides_print_name(out, fresh, name);
        fputc(':', out);
        print_names(out, old, old_keys, fresh_keys[name]);
        fputc('\n', out);
    }
    for (uint32_t name = 0; name < n_names(old); name++) {
        fputs("was ", out);
        path_sides_print_name(out, old, name);
        fputc(':', out);
        print_names(out, fresh, fresh_keys, old_keys[name]);
        fputc('\n', out);
    }
    fclose(out);
    return figured_sort(text);
}

/* m enters a cycle of a and b, or of a, b and c. */
#define CYCLE_OF_TWO                                                                               \
    HEAD FN("m", "1") CALL("a", "1", "3") FN("a", "2") CALL("b", "1", "1") FN("b", "1")            \
        CALL("a", "1", "1")
#define CYCLE_OF_THREE                                                                             \
    HEAD FN("m", "1") CALL("a", "1", "6") FN("a", "2") CALL("b", "1", "1") FN("b", "1")            \
        CALL("c", "1", "1") FN("c", "3") CALL("a", "1", "1")

Test(path_list, are_the_same_for_what_is_the_same)
{
    static const struct {
        const char *behaviour, *fresh, *old, *expected;
    } cases[] = {
        {"functions, in whichever order they come", HEAD FN("f", "1") FN("g", "1") FN("h", "1"),
         HEAD FN("i", "1") FN("g", "1") FN("f", "1"),
         "f: f\ng: g\nh:\nwas f: f\nwas g: g\nwas i:\n"},
        {"one that moved into another file", HEAD FN("f", "1"), "events: A\nfl=b\n" FN("f", "1"),
         "f: f\nwas f: f\n"},
        {"levels and contexts are none of their own",
         HEAD FN("f", "1") CALL("g'f", "1", "1") FN("g'f", "1"),
         HEAD FN("f'2", "1") CALL("g", "1", "1") FN("g", "1"), "f: f\ng: g\nwas f: f\nwas g: g\n"},
        {"a cycle of the same functions, in whichever order they come", CYCLE_OF_TWO,
         HEAD FN("b", "1") CALL("a", "1", "1") FN("a", "2") CALL("b", "1", "1") FN("m", "1")
             CALL("b", "1", "3"),
         "<1>: <1>\na: a\nb: b\nm: m\nwas <1>: <1>\nwas a: a\nwas b: b\nwas m: m\n"},
        {"a cycle that another function came into", CYCLE_OF_THREE, CYCLE_OF_TWO,
         "<1>: <1>\na: a\nb: b\nc:\nm: m\nwas <1>: <1>\nwas a: a\nwas b: b\nwas m: m\n"},
        {"not one that is no cycle any more",
         HEAD FN("m", "1") CALL("a", "1", "3") FN("a", "2") CALL("b", "1", "1") FN("b", "1"),
         CYCLE_OF_TWO, "a: a\nb: b\nm: m\nwas <1>:\nwas a: a\nwas b: b\nwas m: m\n"},
        {"nothing", HEAD, HEAD, ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct path_sides_made made;
        path_sides_begin(&made, cases[i].fresh, cases[i].old, 0);
        char *text = show_keys(&made);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        path_sides_free(&made);
    }
}

/* Two cycles on each side, of which one is the same, and has another number. */
Test(path_list, tell_cycles_apart)
{
#define PAIR(a, b) FN(a, "2") CALL(b, "1", "1") FN(b, "1") CALL(a, "1", "1")
    struct path_sides_made made;

    path_sides_begin(&made, HEAD PAIR("a", "b") PAIR("c", "d"), HEAD PAIR("e", "f") PAIR("d", "c"),
                     0);
    const struct path_graph *graphs = made.graphs;
    cr_assert_eq(graphs[PATHS_FRESH].n_cycles, 2);
    cr_assert_eq(graphs[PATHS_OLD].n_cycles, 2);
    int n_same = 0;
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 2; k++)
            n_same += made.sides[PATHS_FRESH].keys[graphs[PATHS_FRESH].names.count + i] ==
                      made.sides[PATHS_OLD].keys[graphs[PATHS_OLD].names.count + k];
    cr_expect_eq(n_same, 1);
    path_sides_free(&made);
#undef PAIR
}

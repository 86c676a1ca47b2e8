/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/paths/path_keys.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "support/path_sides.h"
#include "support/profile_text.h"
#include "support/temporary.h"

TestSuite(path_keys, .init = temporary_enter, .fini = temporary_leave);

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
static char *show(const struct path_sides_made *made, const struct path_keys *keys)
{
    const struct path_graph *fresh = &made->graphs[PATHS_FRESH], *old = &made->graphs[PATHS_OLD];
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    for (uint32_t name = 0; name < n_names(fresh); name++) {
        path_sides_print_name(out, fresh, name);
        fputc(':', out);
        print_names(out, old, keys->of_old, keys->of_fresh[name]);
        fputc('\n', out);
    }
    for (uint32_t name = 0; name < n_names(old); name++) {
        fputs("was ", out);
        path_sides_print_name(out, old, name);
        fputc(':', out);
        print_names(out, fresh, keys->of_fresh, keys->of_old[name]);
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

Test(path_keys, are_the_same_for_what_is_the_same)
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
        {"not a cycle of others", CYCLE_OF_THREE, CYCLE_OF_TWO,
         "<1>:\na: a\nb: b\nc:\nm: m\nwas <1>:\nwas a: a\nwas b: b\nwas m: m\n"},
        {"nor one that is no cycle any more",
         HEAD FN("m", "1") CALL("a", "1", "3") FN("a", "2") CALL("b", "1", "1") FN("b", "1"),
         CYCLE_OF_TWO, "a: a\nb: b\nm: m\nwas <1>:\nwas a: a\nwas b: b\nwas m: m\n"},
        {"nothing", HEAD, HEAD, ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct path_sides_made made;
        path_sides_begin(&made, cases[i].fresh, cases[i].old, 0);
        char *text = show(&made, &made.keys);
        cr_expect(strcmp(text, cases[i].expected) == 0, "%s: expected\n%sgot\n%s",
                  cases[i].behaviour, cases[i].expected, text);
        free(text);
        path_sides_free(&made);
    }
}

/* Two cycles on each side, of which one is the same, and has another number. */
Test(path_keys, tell_cycles_apart)
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
            n_same += made.keys.of_fresh[graphs[PATHS_FRESH].names.count + i] ==
                      made.keys.of_old[graphs[PATHS_OLD].names.count + k];
    cr_expect_eq(n_same, 1);
    path_sides_free(&made);
#undef PAIR
}

/* As --no-fold has it: each is a name, matched by the difference. */
Test(path_keys, keep_levels_and_contexts_apart)
{
    struct path_sides_made made;
    struct path_graph graphs[N_PATH_SIDES];
    struct path_keys keys;
    struct error error = {0};

    path_sides_begin(&made, HEAD FN("f", "1") CALL("f'2", "1", "1") FN("f'2", "1"),
                     HEAD FN("f", "1"), 0);
    const struct diff *diff = &made.compared.diff;
    cr_assert(path_graph_create(&graphs[PATHS_FRESH], &diff->fresh.profile,
                                &(struct path_naming){.is_folded = false}, false, &error));
    cr_assert(path_graph_create(&graphs[PATHS_OLD], &diff->old.profile,
                                &(struct path_naming){.is_folded = false}, false, &error));
    cr_assert(
        path_keys_create(&keys, diff, &graphs[PATHS_FRESH], &graphs[PATHS_OLD], false, &error));
    struct path_sides_made unfolded = {.graphs = {graphs[PATHS_FRESH], graphs[PATHS_OLD]}};
    char *text = show(&unfolded, &keys);
    cr_expect_str_eq(text, "f'2:\nf: f\nwas f: f\n");
    free(text);
    path_keys_free(&keys);
    for (int i = 0; i < N_PATH_SIDES; i++)
        path_graph_free(&graphs[i]);
    path_sides_free(&made);
}

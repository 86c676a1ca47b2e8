/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/rank.h"
#include "base/array.h"
#include "profile/filter.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(rank, .init = temporary_enter, .fini = temporary_leave);

/* Ranks things of up to two keys and compares the order of their ids, which run from 0. */
static void expect_order(const struct ranked *items, const int64_t (*keys)[2], size_t count,
                         size_t n_keys, const uint32_t *expected)
{
    struct ranking ranking = {0};

    ranking_begin(&ranking, n_keys);
    for (uint32_t i = 0; i < count; i++) {
        struct ranked item = items[i];
        item.id = i;
        memcpy(ranking_add(&ranking, item), keys[i], n_keys * sizeof **keys);
    }
    ranking_sort(&ranking);
    cr_assert_eq(ranking.count, count);
    for (size_t i = 0; i < count; i++) {
        cr_expect_eq(ranking.items[i].id, expected[i], "item %zu is %u, not %u", i,
                     ranking.items[i].id, expected[i]);
        cr_expect_arr_eq(ranking.items[i].keys, keys[ranking.items[i].id], n_keys * sizeof **keys);
    }
    ranking_free(&ranking);
}

/* The first key decides, then the second; larger ones come first. */
Test(rank, is_by_keys)
{
    static const int64_t keys[][2] = {{1, 9}, {INT64_MAX, 0}, {INT64_MIN, 0}, {1, 10}, {-1, 0}};
    static const struct ranked items[ARRAY_LENGTH(keys)] = {{0}};
    static const uint32_t by_both[] = {1, 3, 0, 4, 2};

    expect_order(items, keys, ARRAY_LENGTH(keys), 2, by_both);
}

/* Bytewise as one text, ':' between file and function: ":" < "a.c:z" < "a:f"; then by object. */
Test(rank, is_by_name_where_keys_are_equal)
{
    static const int64_t keys[][2] = {{1}, {INT64_MAX}, {INT64_MIN}, {1}, {1}, {1}, {1}};
    static const struct ranked items[] = {
        {.file = {"b", 1}, .function = {"f", 1}},
        {.file = {"z", 1}, .function = {"z", 1}},
        {.file = {"a", 1}, .function = {"a", 1}},
        {0},
        {.file = {"a", 1}, .function = {"f", 1}, .object = {"p", 1}},
        {.file = {"a", 1}, .function = {"f", 1}, .object = {"o", 1}},
        {.file = {"a.c", 3}, .function = {"z", 1}},
    };
    static const uint32_t expected[] = {1, 3, 6, 5, 4, 0, 2};

    expect_order(items, keys, ARRAY_LENGTH(items), 1, expected);
}

/* An order of qsort()'s own would show in one of the two. */
static void expect_order_and_reversed(const struct ranked *items, size_t count)
{
    static const int64_t keys[10][2];
    struct ranked reversed[10];
    uint32_t expected[10] = {0};

    for (uint32_t i = 0; i < count; i++) {
        expected[i] = i;
        reversed[i] = items[count - 1 - i];
    }
    expect_order(items, keys, count, 1, expected);
    for (uint32_t i = 0; i < count; i++)
        expected[i] = (uint32_t)count - 1 - i;
    expect_order(reversed, keys, count, 1, expected);
}

Test(rank, is_by_number_where_names_are_equal)
{
    static const struct ranked items[] = {
        {.number = 5},
        {.number = UINT64_MAX},
        {.file = {"a", 1}, .number = 9},
        {.file = {"a", 1}, .number = 10},
        {.file = {"b", 1}, .number = 1},
    };

    expect_order_and_reversed(items, ARRAY_LENGTH(items));
}

Test(rank, tells_names_apart_that_read_the_same)
{
    static const struct ranked items[] = {
        {.file = {"a", 1}, .function = {"b:c", 3}},
        {.file = {"a", 1}, .function = {"b:c", 3}, .object = {"o", 1}},
        {.file = {"a:b", 3}, .function = {"c", 1}},
    };

    expect_order_and_reversed(items, ARRAY_LENGTH(items));
}

Test(rank, begins_anew)
{
    struct ranking ranking = {0};

    ranking_sort(&ranking);
    cr_expect_eq(ranking.count, 0);
    ranking_begin(&ranking, 2);
    for (int64_t i = 0; i < 100; i++)
        memcpy(ranking_add(&ranking, (struct ranked){.id = (uint32_t)i}), (int64_t[]){i, -i},
               2 * sizeof i);
    ranking_sort(&ranking);
    cr_assert_eq(ranking.count, 100);
    cr_expect_eq(ranking.items[0].id, 99);
    cr_expect_eq(ranking.items[0].keys[1], -99);
    cr_expect_eq(ranking.items[99].id, 0);

    ranking_begin(&ranking, 1);
    *ranking_add(&ranking, (struct ranked){.id = 7}) = 1;
    ranking_sort(&ranking);
    cr_assert_eq(ranking.count, 1);
    cr_expect_eq(ranking.items[0].id, 7);
    cr_expect_eq(ranking.items[0].n_keys, 1);
    ranking_free(&ranking);
    cr_expect_eq(ranking.count, 0);
}

/* f costs 5 of A and nothing is known of B, g -3 and 0; C is 2 A - B. */
static const char profile[] = "events: A B\nevent: C = 2 A - B\nfl=a\nfn=f\n1 5\nfn=g\n1 -3 0\n";

Test(rank, has_keys_of_costs)
{
    static const struct {
        const char *behaviour, *row;
        struct sort_key key;
        int64_t expected;
    } cases[] = {
        {"a cost", "a:f", {.event = 0}, 5},
        {"below 0", "a:g", {.event = 0}, -3},
        {"not given", "a:f", {.event = 1}, -1},
        {"given as 0", "a:g", {.event = 1}, 0},
        {"a derived event, which is given where one of its events is", "a:f", {.event = 2}, 10},
        {"the size of a change", "a:g", {.event = 0, .by_size = true}, 3},
        {"not given is no change", "a:f", {.event = 1, .by_size = true}, 0},
    };
    struct figured figured;
    struct error error = {0};

    figured_read(&figured, profile, FOLDED(BY_FUNCTION));
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct rows *rows = figured.figures.rows;
        const struct sorting sorting = {&rows->profile->events, &cases[i].key, 1};
        int64_t key = INT64_MIN;

        rank_keys(&sorting, costs_alone(&rows->self), figured_find(rows, cases[i].row), &key);
        cr_assert(events_fit(sorting.events, &error));
        cr_expect_eq(key, cases[i].expected, "%s: %" PRIi64, cases[i].behaviour, key);
    }
    figured_free(&figured);
}

/* 2 * 2^62 is 2^63. */
Test(rank, fails_where_a_derived_cost_does_not_fit)
{
    static const struct sort_key keys[] = {{.event = 0}, {.event = 1}};
    struct figured figured;
    struct error error = {0};
    int64_t of_row[2];

    figured_read(&figured, "events: A\nevent: B = 2 A\nfl=a\nfn=f\n1 4611686018427387904\n",
                 FOLDED(BY_FUNCTION));
    const struct rows *rows = figured.figures.rows;
    struct sorting sorting = {&rows->profile->events, keys, 1};
    rank_keys(&sorting, costs_alone(&rows->self), 0, of_row);
    cr_expect(events_fit(sorting.events, &error));
    sorting.n_keys = 2;
    rank_keys(&sorting, costs_alone(&rows->self), 0, of_row);
    cr_expect_not(events_fit(sorting.events, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    figured_free(&figured);
}

Test(rank, takes_the_names_of_rows)
{
    static const char objects[] =
        "events: A\nob=o\nfl=d/a\nfn=f\n1 1\nob=p\nfn=f\n1 1\nfn=e\n1 1\n";
    struct figured figured;

    figured_read(&figured, objects, FOLDED(BY_FUNCTION));
    const struct rows *rows = figured.figures.rows;
    struct ranked item = rank_row(rows, figured_find(rows, "d/a:f[p]"), 42);
    cr_expect_eq(item.id, 42);
    cr_expect_str_eq(item.file.at, "d/a");
    cr_expect_str_eq(item.function.at, "f");
    cr_expect_str_eq(item.object.at, "p");
    figured_free(&figured);

    figured_read(&figured, objects, FOLDED(BY_DIRECTORY));
    item = rank_row(figured.figures.rows, 0, 0);
    cr_expect(text_equal(item.file, TEXT("d")));
    figured_free(&figured);
}

/* A line's number, or when a part was read. */
Test(rank, takes_the_numbers_of_rows)
{
    static const char lines[] = "events: A\npart: 7\nfl=a\nfn=f\n30 1\n4 1\npart: 7\nfn=f\n1 1\n";
    struct figured figured;

    figured_read(&figured, lines, FOLDED(BY_LINE));
    cr_assert_eq(figured.figures.rows->count, 3);
    for (row_id id = 0; id < 3; id++)
        cr_expect_eq(rank_row(figured.figures.rows, id, 0).number,
                     figured.figures.rows->list[id].line);
    figured_free(&figured);

    figured_read(&figured, lines, FOLDED(BY_PART));
    cr_assert_eq(figured.figures.rows->count, 2);
    struct ranked first = rank_row(figured.figures.rows, 0, 0);
    struct ranked second = rank_row(figured.figures.rows, 1, 0);
    cr_expect_lt(first.number, second.number);
    figured_free(&figured);
}

/* Keys of all sizes, several of them equal: the first ones are those of the whole order. */
Test(rank, sorts_the_first_alone)
{
    enum { COUNT = 3000 };
    struct ranking whole = {0}, first = {0};

    srand(1);
    ranking_begin(&whole, 1);
    ranking_begin_rows(&first, NULL, 1);
    for (uint32_t i = 0; i < COUNT; i++) {
        int64_t key = (int64_t)((uint64_t)rand() << 33 ^ (uint64_t)rand()) >> rand() % 64;
        key = i == 0 ? INT64_MIN : i == 1 ? INT64_MAX : i % 5 == 0 ? 7 : i % 7 == 0 ? -1 : key;
        *ranking_add(&whole, (struct ranked){.id = i, .number = i}) = key;
        *ranking_add_row(&first, i) = key;
    }
    ranking_sort(&whole);
    ranking_sort_begin(&first);
    for (size_t count = 1; count < 2 * COUNT; count = count * 3 / 2 + 1) {
        ranking_sort_first(&first, count);
        for (size_t i = 0; i < count && i < COUNT; i++) {
            cr_assert_eq(first.items[i].id, whole.items[i].id, "item %zu of %zu", i, count);
            cr_assert_eq(*first.items[i].keys, *whole.items[i].keys);
        }
    }
    ranking_free(&whole);
    ranking_free(&first);
}

/* Also after some were sorted, and after one was dropped. */
Test(rank, begins_anew_with_rows)
{
    struct ranking ranking = {0};

    for (uint32_t turn = 1; turn < 3; turn++) {
        ranking_begin_rows(&ranking, NULL, 2);
        for (uint32_t i = 0; i < 100; i++)
            memcpy(ranking_add_row(&ranking, i), (int64_t[]){turn * i, i}, 2 * sizeof(int64_t));
        ranking_drop_row(&ranking);
        memcpy(ranking_add_row(&ranking, 200), (int64_t[]){98 * turn, 0}, 2 * sizeof(int64_t));
        ranking_sort_begin(&ranking);
        cr_expect_eq(ranking.n_sorted, 0);
        ranking_sort_first(&ranking, SIZE_MAX);
        cr_assert_eq(ranking.n_sorted, 100);
        cr_expect_eq(ranking.items[0].id, 98);
        cr_expect_eq(ranking.items[1].id, 200);
        cr_expect_eq(ranking.items[1].keys[0], 98 * turn);
        cr_expect_eq(ranking.items[99].id, 0);
    }
    ranking_free(&ranking);
}

/* A sort key of a profile that is not a difference. */
#define KEY(event, threshold)                                                                      \
    {                                                                                              \
        (event), (threshold), false, 0                                                             \
    }

static struct selecting selecting_of(const struct figured *figured, bool is_inclusive,
                                     const struct sort_key *keys, size_t n_keys)
{
    const struct row_figures *figures = &figured->figures;

    return (struct selecting){
        .sorting = {.events = &figured->parsed.profile.events, .keys = keys, .n_keys = n_keys},
        .costs = costs_alone(is_inclusive ? &figures->inclusive->costs : &figures->rows->self),
        .is_inclusive = is_inclusive,
        .total = &figured->program.total,
    };
}

/* "FILE:FUNCTION" of all rows in order, a blank after each, and '|' where the selection ends. */
static char *show(struct selection *selection, const struct rows *rows)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    ranking_sort_first(&selection->ranking, SIZE_MAX);
    for (size_t i = 0; i <= selection->ranking.count; i++) {
        if (i == selection->n_selected)
            fputc('|', out);
        if (i < selection->ranking.count)
            fprintf(out, "%s ", figured_name(rows, selected_row(selection, i)));
    }
    fclose(out);
    return text;
}

static char *select_from(const char *input, bool is_inclusive, const struct sort_key *keys,
                         size_t n_keys)
{
    struct figured figured;
    struct selection selection;
    struct error error = {0};

    figured_read(&figured, input, ROWS(BY_FILE_FUNCTION));
    const struct selecting selecting = selecting_of(&figured, is_inclusive, keys, n_keys);
    select_rows(&selection, figured.figures.rows, &selecting);
    cr_assert(profile_fits(figured.figures.rows->profile, &error), "%s", error.text);
    char *text = show(&selection, figured.figures.rows);
    selection_free(&selection);
    figured_free(&figured);
    return text;
}

struct select_case {
    const char *behaviour;
    const char *input;
    struct sort_key keys[2];
    size_t n_keys;
    const char *expected;
};

static void check_selected(const struct select_case *cases, size_t count, bool is_inclusive)
{
    for (size_t i = 0; i < count; i++) {
        char *text = select_from(cases[i].input, is_inclusive, cases[i].keys, cases[i].n_keys);

        cr_expect_str_eq(text, cases[i].expected, "%s: expected '%s', got '%s'", cases[i].behaviour,
                         cases[i].expected, text);
        free(text);
    }
}

Test(rank, sorts_rows)
{
    static const struct select_case cases[] = {
        {"by cost, descending",
         "events: A\nfl=a\nfn=f\n1 1\nfn=g\n1 3\nfn=h\n1 2\n",
         {KEY(0, INFINITY)},
         1,
         "a:g a:h a:f |"},
        {"by the second key where the first is equal",
         "events: A B\nfl=a\nfn=f\n1 1 1\nfn=g\n1 1 3\nfn=h\n1 2 0\n",
         {KEY(0, INFINITY), KEY(1, 0)},
         2,
         "a:h a:g a:f |"},
        {"by another event",
         "events: A B\nfl=a\nfn=f\n1 1 9\nfn=g\n1 2 3\n",
         {KEY(1, INFINITY)},
         1,
         "a:f a:g |"},
        /* g has 0, f nothing, e -2. */
        {"what is not given counts as -1",
         "events: A B\nfl=a\nfn=e\n1 1 -2\nfn=f\n1 1\nfn=g\n1 1 0\n",
         {KEY(1, INFINITY)},
         1,
         "a:g a:f a:e |"},
        {"by name where all are equal",
         "events: A\nfl=b\nfn=f\n1 1\nfl=a\nfn=g\n1 1\nfn=f\n1 1\n",
         {KEY(0, INFINITY)},
         1,
         "a:f a:g b:f |"},
        /* Bytewise, '.' is below ':' and '_' above: "a.c:z" < "a:f" < "a_:a". */
        {"names are compared as \"file:function\"",
         "events: A\nfl=a_\nfn=a\n1 1\nfl=a\nfn=f\n1 1\nfl=a.c\nfn=z\n1 1\n",
         {KEY(0, INFINITY)},
         1,
         "a.c:z a:f a_:a |"},
        {"bytes are unsigned, capitals come first",
         "events: A\nfl=a\nfn=\xc3\xa4\n1 1\nfn=z\n1 1\nfn=Z\n1 1\n",
         {KEY(0, INFINITY)},
         1,
         "a:Z a:z a:\xc3\xa4 |"},
        {"a beginning comes first",
         "events: A\nfl=a\nfn=ff\n1 1\nfn=f\n1 1\n",
         {KEY(0, INFINITY)},
         1,
         "a:f a:ff |"},
        {"last by object",
         "events: A\nob=p\nfl=a\nfn=f\n1 1\nob=o\nfn=f\n1 1\n",
         {KEY(0, INFINITY)},
         1,
         "a:f[o] a:f[p] |"},
        {"by a derived event",
         "events: A B\nevent: C = B - A\nfl=a\nfn=f\n1 5 6\nfn=g\n1 1 4\n",
         {KEY(2, INFINITY)},
         1,
         "a:g a:f |"},
    };

    check_selected(cases, ARRAY_LENGTH(cases), false);
}

/* Looked at before each row: rows are shown while those before make less than the threshold. */
Test(rank, stops_when_the_self_cost_so_far_reaches_the_threshold)
{
#define TENTHS "events: A B\nfl=a\nfn=f\n1 60 0\nfn=g\n1 30 10\nfn=h\n1 10 90\nfn=i\n1\n"
    static const struct select_case cases[] = {
        {"reached after the first", TENTHS, {KEY(0, 60)}, 1, "a:f |a:g a:h a:i "},
        {"just not", TENTHS, {KEY(0, 60.1)}, 1, "a:f a:g |a:h a:i "},
        {"after two", TENTHS, {KEY(0, 90)}, 1, "a:f a:g |a:h a:i "},
        {"99 %", TENTHS, {KEY(0, 99)}, 1, "a:f a:g a:h |a:i "},
        {"100 is every row", TENTHS, {KEY(0, INFINITY)}, 1, "a:f a:g a:h a:i |"},
        {"0 shows no row", TENTHS, {KEY(0, 0)}, 1, "|a:f a:g a:h a:i "},
        {"every threshold has to be reached",
         TENTHS,
         {KEY(0, 50), KEY(1, 50)},
         2,
         "a:f a:g a:h |a:i "},
        {"a key of threshold 0 stops nothing",
         TENTHS,
         {KEY(0, 50), KEY(1, 0)},
         2,
         "a:f |a:g a:h a:i "},
        /* 60 of 1000 is 6 %, and all rows together are 10 %. */
        {"the share is that of the program's total",
         "events: A\nsummary: 1000\nfl=a\nfn=f\n1 60\nfn=g\n1 40\n",
         {KEY(0, 6)},
         1,
         "a:f |a:g "},
        {"and may never be reached",
         "events: A\nsummary: 1000\nfl=a\nfn=f\n1 60\nfn=g\n1 40\n",
         {KEY(0, 11)},
         1,
         "a:f a:g |"},
        {"no row", "events: A\nsummary: 5\n", {KEY(0, 99)}, 1, "|"},
    };
#undef TENTHS

    check_selected(cases, ARRAY_LENGTH(cases), false);
}

/* In a difference: f -60, g 30, h -10, i 0, so that all sizes are 100, and the total is -40. */
Test(rank, ranks_changes_by_their_size)
{
#define CHANGES "events: A\nfl=a\nfn=h\n1 -10\nfn=f\n1 -60\nfn=i\n1 0\nfn=g\n1 30\n"
    static const struct select_case cases[] = {
        {"all", CHANGES, {{0, INFINITY, true, 0}}, 1, "a:f a:g a:h a:i |"},
        {"shares are those of all sizes", CHANGES, {{0, 60, true, 0}}, 1, "a:f |a:g a:h a:i "},
        {"just not", CHANGES, {{0, 60.1, true, 0}}, 1, "a:f a:g |a:h a:i "},
        {"99 %", CHANGES, {{0, 99, true, 0}}, 1, "a:f a:g a:h |a:i "},
        {"smaller ones are left out", CHANGES, {{0, 99, true, 30}}, 1, "a:f a:g |"},
        {"just larger than any", CHANGES, {{0, 99, true, 61}}, 1, "|"},
        {"nothing has changed",
         "events: A\nfl=a\nfn=f\n1 0\nfn=g\n1 0\n",
         {{0, 99, true, 0}},
         1,
         "|a:f a:g "},
    };
#undef CHANGES

    check_selected(cases, ARRAY_LENGTH(cases), false);
}

/*
 * By 100 % minus the share of the last row: rows are shown until one has at most that little. f
 * has 100, g 40, h 5 of 100, and i, which is only called, 1.
 */
Test(rank, stops_when_the_last_inclusive_cost_is_small)
{
#define CALLS                                                                                      \
    "events: A\nfl=a\nfn=f\n1 60\ncfn=g\ncalls=1 1\n1 40\nfn=g\n1 35\ncfn=h\ncalls=1 1\n1 5\n"     \
    "fn=h\n1 5\ncfn=i\ncalls=1 1\n1 1\n"
    static const struct select_case cases[] = {
        {"50: until a row has 50 % or less", CALLS, {KEY(0, 50)}, 1, "a:f a:g |a:h a:i "},
        {"60: 40 % is 100 minus 60", CALLS, {KEY(0, 60)}, 1, "a:f a:g |a:h a:i "},
        {"61", CALLS, {KEY(0, 61)}, 1, "a:f a:g a:h |a:i "},
        {"99", CALLS, {KEY(0, 99)}, 1, "a:f a:g a:h a:i |"},
        {"100 is every row", CALLS, {KEY(0, INFINITY)}, 1, "a:f a:g a:h a:i |"},
        {"0 shows no row", CALLS, {KEY(0, 0)}, 1, "|a:f a:g a:h a:i "},
    };
#undef CALLS

    check_selected(cases, ARRAY_LENGTH(cases), true);
}

/* They are not in the ranking at all; of shares they are a part all the same: 60 of 100. */
Test(rank, leaves_out_what_filters_hide)
{
    struct figured figured;
    struct selection selection;
    struct filter filter = {0};
    struct error error = {0};
    struct sort_key key = KEY(0, 60);
    struct row_choice choice = ROWS(BY_FILE_FUNCTION);

    cr_assert(pattern_set(&filter.function, "function", "^[fh]$", &error));
    choice.filter = &filter;
    figured_read(&figured, "events: A\nfl=a\nfn=f\n1 60\nfn=g\n1 30\nfn=h\n1 10\n", choice);
    const struct selecting selecting = selecting_of(&figured, false, &key, 1);
    select_rows(&selection, figured.figures.rows, &selecting);
    cr_assert(profile_fits(figured.figures.rows->profile, &error), "%s", error.text);
    char *text = show(&selection, figured.figures.rows);
    cr_expect_str_eq(text, "a:f |a:h ");
    free(text);
    selection_free(&selection);
    figured_free(&figured);
    filter_free(&filter);
}

/* 2 * 2^62 is 2^63. */
Test(rank, fails_where_the_cost_of_a_selected_row_does_not_fit)
{
    struct figured figured;
    struct selection selection;
    struct error error = {0};
    struct sort_key key = KEY(1, 99);

    figured_read(&figured, "events: A\nevent: B = 2 A\nfl=a\nfn=f\n1 4611686018427387904\n",
                 ROWS(BY_FILE_FUNCTION));
    const struct selecting selecting = selecting_of(&figured, false, &key, 1);
    select_rows(&selection, figured.figures.rows, &selecting);
    cr_expect_not(profile_fits(figured.figures.rows->profile, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    selection_free(&selection);
    figured_free(&figured);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/causes/causes.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(causes, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

/* A difference by its first event, with what is known of its causes. */
struct explained {
    struct compared compared;
    struct row_diff rows;
    struct causes causes;
    int64_t change;
    int64_t *rounded; /* by owner */
};

static int64_t total_of(const struct profile *profile)
{
    int64_t total = 0;

    for (place_id id = 0; id < profile_n_places(profile); id++)
        total += costs_sum(&profile->ledgers[PLACES].costs,
                           costs_row(&profile->ledgers[PLACES].costs, id), 0);
    return total;
}

static void explain(struct explained *explained, const char *current, const char *old)
{
    static const size_t first = 0;
    const struct row_choice choice = {.key = BY_FUNCTION, .is_folded = true};
    struct error error = {0};

    compared_read(&explained->compared, current, old);
    const struct diff *diff = &explained->compared.diff;
    cr_assert(row_diff_create(&explained->rows, diff, &choice, false, &error), "%s", error.text);
    explained->change = total_of(&diff->current.profile) - total_of(&diff->old.profile);
    const struct causes_wanted wanted = {.rows = &explained->rows.rows,
                                         .events = &first,
                                         .n_events = 1,
                                         .changes = &explained->change};
    causes_find(&explained->causes, diff, &wanted);
    size_t count = causes_n_owners(&explained->causes);
    explained->rounded = calloc(count, sizeof *explained->rounded);
    number_round_to_sum(explained->causes.contributions, count, explained->change,
                        explained->rounded);
}

static void explained_free(struct explained *explained)
{
    free(explained->rounded);
    causes_free(&explained->causes);
    row_diff_free(&explained->rows);
    compared_free(&explained->compared);
}

static struct text name_of(const struct explained *explained, size_t owner)
{
    return rows_names(&explained->rows.rows, causes_row(&explained->causes, owner)).function;
}

static void print_owner(FILE *out, const struct explained *explained, size_t owner)
{
    const struct causes *causes = &explained->causes;

    if (owner == causes_start(causes))
        fputs("start", out);
    else if (owner < causes->graph.n_nodes)
        fputs(name_of(explained, owner).at, out);
    else
        fprintf(out, "cycle of %zu", cycle_size(&causes->graph, owner - causes->graph.n_nodes));
}

static void print_term(FILE *out, const struct explained *explained, const struct cause_term *term)
{
    static const char *const kinds[] = {[CAUSE_WORK] = "work",
                                        [CAUSE_LIBRARY] = "library",
                                        [CAUSE_CALLS] = "calls",
                                        [CAUSE_RECURSION] = "recursion",
                                        [CAUSE_CYCLE] = "cycle"};
    row_id named = term->callee != NO_ID ? term->callee : term->caller;

    if (term->amount != 0)
        fprintf(out, "  %s %s %+.6g: %.6g, was %.6g\n", kinds[term->facts.kind],
                rows_names(&explained->rows.rows, named).function.at, term->amount,
                term->facts.new_value, term->facts.old_value);
}

/* "OWNER CONTRIBUTION", and a line for each of its terms, for owners that contribute. */
static char *show(struct explained *explained)
{
    char *text = NULL;
    size_t size, n_terms;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    for (size_t owner = 0; owner < causes_n_owners(&explained->causes); owner++) {
        if (explained->rounded[owner] == 0)
            continue;
        print_owner(out, explained, owner);
        fprintf(out, " %+" PRIi64 "\n", explained->rounded[owner]);
        if (owner == causes_start(&explained->causes))
            continue;
        struct cause_term *terms = causes_terms(&explained->causes, owner, &n_terms);
        for (size_t i = 0; i < n_terms; i++)
            print_term(out, explained, &terms[i]);
        free(terms);
    }
    fclose(out);
    return text;
}

/* The name without what the compiler appended. */
static struct text plain(struct text name)
{
    struct text rest = name, first;

    (void)text_cut(&rest, '.', &first);
    return first;
}

/* Counts the functions that do not contribute the opposite with old and new swapped. */
static size_t count_not_opposite(const struct explained *there, const struct explained *back)
{
    size_t count = 0;

    for (size_t owner = 0; owner < there->causes.graph.n_nodes; owner++) {
        struct text name = plain(name_of(there, owner));
        for (size_t other = 0; other < back->causes.graph.n_nodes; other++)
            if (text_equal(plain(name_of(back, other)), name))
                count += there->rounded[owner] != -back->rounded[other];
    }
    return count;
}

static void expect(const char *current, const char *old, const char *expected)
{
    struct explained explained;

    explain(&explained, current, old);
    char *text = show(&explained);
    cr_expect_str_eq(text, expected, "got\n%s", text);
    free(text);
    explained_free(&explained);
}

/* Without calls each function is its own, also a new one. */
Test(causes, are_work_alone_without_calls)
{
    expect("events: Ir\nfl=a.c\nfn=f\n1 10\nfn=g\n2 30\n", "events: Ir\nfl=a.c\nfn=f\n1 15\n",
           "f -5\n  work f -5: 10, was 15\ng +30\n  work g +30: 30, was 0\n");
}

/* What either program has of its own is no linker's, whichever of the two is the new one. */
Test(causes, are_of_the_program_where_either_side_has_it_there)
{
    const char *dynamic = "events: Ir\nob=prog\nfl=a.c\nfn=main\n1 10\n"
                          "ob=/lib/ld-linux-x86-64.so.2\nfl=dl.c\nfn=init\n2 30\n";
    const char *linked = "events: Ir\nob=prog\nfl=a.c\nfn=main\n1 10\nfl=dl.c\nfn=init\n2 50\n";

    expect(linked, dynamic, "init +20\n  work init +20: 50, was 30\n");
    expect(dynamic, linked, "init -20\n  work init -20: 30, was 50\n");
}

/* Where one side names no objects nothing is a library's, also of what the other has alone. */
Test(causes, turn_round_where_one_side_names_no_objects)
{
    static const struct {
        const char *with, *without, *expected;
    } cases[] = {
        {"events: Ir\nob=/lib/ld-linux-x86-64.so.2\nfl=dl-reloc.c\nfn=_dl_relocate_object\n"
         "1 1000\nob=/b/prog\nfl=a.c\nfn=main\n1 500\n",
         "events: Ir\nfl=dl-reloc.c\nfn=_dl_relocate_object\n1 1200\nfl=a.c\nfn=main\n1 400\n",
         "_dl_relocate_object -200\n  work _dl_relocate_object -200: 1000, was 1200\n"
         "main +100\n  work main +100: 500, was 400\n"},
        {"events: Ir\nob=/b/prog\nfl=a.c\nfn=main\n1 500\ncob=/lib/libc.so.6\ncfi=m.c\n"
         "cfn=memcpy\ncalls=2 1\n1 80\ncob=/lib/libc.so.6\ncfi=s.c\ncfn=memset\ncalls=1 1\n1 9\n"
         "ob=/lib/libc.so.6\nfl=m.c\nfn=memcpy\n1 80\nfl=s.c\nfn=memset\n1 9\n",
         "events: Ir\nfl=a.c\nfn=main\n1 500\ncfi=m.c\ncfn=memcpy\ncalls=2 1\n1 60\nfl=m.c\n"
         "fn=memcpy\n1 60\n",
         "main +9\n  calls memset +9: 1, was 0\nmemcpy +20\n  work memcpy +20: 40, was 30\n"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct explained there, back;

        expect(cases[i].with, cases[i].without, cases[i].expected);
        explain(&there, cases[i].with, cases[i].without);
        explain(&back, cases[i].without, cases[i].with);
        cr_expect_eq(count_not_opposite(&there, &back), 0);
        cr_expect_eq(there.rounded[causes_start(&there.causes)], 0);
        cr_expect_eq(back.rounded[causes_start(&back.causes)], 0);
        explained_free(&there);
        explained_free(&back);
    }
}

enum { MOST_FUNCTIONS = 12 };

/* A program: what each function does in a run, and how often it then calls each other one. */
struct made {
    size_t count;
    int64_t work[MOST_FUNCTIONS], calls[MOST_FUNCTIONS][MOST_FUNCTIONS];
};

/* Numbers that are the same on each machine. */
static uint32_t random_below(uint64_t *state, uint32_t limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % limit;
}

static void make_program(struct made *made, uint64_t *state)
{
    *made = (struct made){.count = 2 + random_below(state, MOST_FUNCTIONS - 1)};
    for (size_t i = 0; i < made->count; i++) {
        made->work[i] = 1 + random_below(state, 50);
        for (size_t j = i + 1; j < made->count; j++)
            if (j == i + 1 || random_below(state, 3) == 0)
                made->calls[i][j] = 1 + random_below(state, 3);
    }
}

/* Runs a program without cycles, in which the first function starts, and writes its profile. */
static void run_made(const struct made *made, struct buffer *text)
{
    int64_t runs[MOST_FUNCTIONS] = {1}, price[MOST_FUNCTIONS] = {0};
    char line[100];

    for (size_t i = 0; i < made->count; i++)
        for (size_t j = i + 1; j < made->count; j++)
            runs[j] += runs[i] * made->calls[i][j];
    for (size_t i = made->count; i-- != 0;) {
        price[i] = made->work[i];
        for (size_t j = i + 1; j < made->count; j++)
            price[i] += made->calls[i][j] * price[j];
    }
    text->length = 0;
    buffer_append(text, TEXT("events: Ir\nfl=a.c\n"));
    for (size_t i = 0; i < made->count; i++) {
        if (runs[i] == 0)
            continue;
        snprintf(line, sizeof line, "fn=f%02zu\n1 %" PRIi64 "\n", i, runs[i] * made->work[i]);
        buffer_append(text, text_of(line));
        for (size_t j = i + 1; j < made->count; j++) {
            int64_t calls = runs[i] * made->calls[i][j];
            if (calls == 0)
                continue;
            snprintf(line, sizeof line, "cfn=f%02zu\ncalls=%" PRIi64 " 1\n1 %" PRIi64 "\n", j,
                     calls, calls * price[j]);
            buffer_append(text, text_of(line));
        }
    }
    buffer_append(text, (struct text){"", 1});
}

/* Of one coefficient that changed all of the change is its function's, and nothing any other's. */
Test(causes, name_the_one_coefficient_that_changed)
{
    struct buffer old = {0}, current = {0};
    size_t n_wrong = 0, n_changed = 0;

    for (uint64_t seed = 1; seed <= 400; seed++) {
        uint64_t state = seed;
        struct made made;
        struct explained explained;

        make_program(&made, &state);
        run_made(&made, &old);
        size_t culprit = random_below(&state, (uint32_t)made.count);
        size_t callee = culprit + random_below(&state, (uint32_t)(made.count - culprit));
        int64_t *changed = callee == culprit ? &made.work[culprit] : &made.calls[culprit][callee];
        *changed += *changed == 0 || random_below(&state, 2) ? 1 : -1;
        run_made(&made, &current);
        explain(&explained, current.at, old.at);
        for (size_t owner = 0; owner < causes_n_owners(&explained.causes); owner++) {
            char name[24];
            snprintf(name, sizeof name, "f%02zu", culprit);
            bool is_culprit = owner < explained.causes.graph.n_nodes &&
                              text_equal(name_of(&explained, owner), text_of(name));
            int64_t due = is_culprit ? explained.change : 0;
            n_wrong += explained.rounded[owner] != due;
        }
        n_changed += explained.change != 0;
        explained_free(&explained);
    }
    cr_expect_eq(n_wrong, 0, "%zu are wrong", n_wrong);
    cr_expect_gt(n_changed, 300);
    free(old.at);
    free(current.at);
}

/* Writes what may be a profile of a program with cycles: counts and costs of no meaning. */
static void make_cyclic(struct buffer *text, size_t count, const char *suffix, uint64_t *state)
{
    char line[100];

    text->length = 0;
    buffer_append(text, TEXT("events: Ir\nfl=a.c\nfn=main\n1 7\n"));
    for (size_t i = 0; i < count; i++) {
        if (i != 0) {
            snprintf(line, sizeof line, "fn=f%02zu%s\n1 %u\n", i, i == 1 ? suffix : "",
                     random_below(state, 1000));
            buffer_append(text, text_of(line));
        }
        for (size_t j = 1; j < count; j++) {
            if (j != i + 1 && random_below(state, 4) != 0)
                continue;
            snprintf(line, sizeof line, "cfn=f%02zu%s\ncalls=%u 1\n1 %u\n", j, j == 1 ? suffix : "",
                     1 + random_below(state, 20), random_below(state, 1000));
            buffer_append(text, text_of(line));
        }
    }
    buffer_append(text, (struct text){"", 1});
}

/*
 * main alone starts, and does so once: all of the change is somebody's, with cycles too. With old
 * and new swapped each contributes the opposite, also where one of them was renamed.
 */
Test(causes, add_up_and_turn_round_with_cycles)
{
    struct buffer old = {0}, current = {0};
    size_t n_wrong = 0, n_cycles = 0;

    for (uint64_t seed = 1; seed <= 400; seed++) {
        uint64_t state = seed;
        size_t count = 3 + random_below(&state, MOST_FUNCTIONS - 2);
        struct explained there, back;

        make_cyclic(&old, count, "", &state);
        make_cyclic(&current, count, seed % 2 == 0 ? "" : ".isra.0", &state);
        explain(&there, current.at, old.at);
        explain(&back, old.at, current.at);
        n_wrong += there.rounded[causes_start(&there.causes)] != 0;
        n_wrong += count_not_opposite(&there, &back);
        n_cycles += there.causes.graph.n_cycles;
        explained_free(&there);
        explained_free(&back);
    }
    cr_expect_eq(n_wrong, 0, "%zu are wrong", n_wrong);
    cr_expect_gt(n_cycles, 400);
    free(old.at);
    free(current.at);
}

/* Terms of an owner add up to what it contributes. */
Test(causes, have_terms_that_add_up)
{
    struct buffer old = {0}, current = {0};
    size_t n_wrong = 0, n_terms = 0, count;

    for (uint64_t seed = 1; seed <= 100; seed++) {
        uint64_t state = seed;
        struct explained explained;

        make_cyclic(&old, MOST_FUNCTIONS, "", &state);
        make_cyclic(&current, MOST_FUNCTIONS, "", &state);
        explain(&explained, current.at, old.at);
        for (size_t owner = 0; owner < causes_start(&explained.causes); owner++) {
            struct cause_term *terms = causes_terms(&explained.causes, owner, &count);
            double sum = 0, whole = explained.causes.contributions[owner];
            for (size_t i = 0; i < count; i++)
                sum += terms[i].amount;
            n_wrong += sum - whole > 1e-6 || whole - sum > 1e-6;
            n_terms += count;
            free(terms);
        }
        explained_free(&explained);
    }
    cr_expect_eq(n_wrong, 0, "%zu are wrong", n_wrong);
    cr_expect_gt(n_terms, 1000);
    free(old.at);
    free(current.at);
}

Test(causes, are_rounded_to_their_sum)
{
    static const struct {
        double amounts[4];
        int64_t sum, expected[4];
    } cases[] = {
        {{1.2, 2.2, 3.6, 0}, 7, {1, 2, 4, 0}},
        {{0.4, 0.4, 0.4, 0}, 1, {1, 0, 0, 0}},
        {{-0.4, -0.4, -0.4, 0}, -1, {-1, 0, 0, 0}},
        {{0.5, 1.5, -2, 0}, 0, {1, 1, -2, 0}},
        {{-0.5, -1.5, 2, 0}, 0, {-1, -1, 2, 0}},
        {{3, 4, 0, 0}, 107, {3, 104, 0, 0}},
        {{0.4, 9.3e18, 0, 0}, INT64_MAX, {0, INT64_MAX, 0, 0}},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        int64_t rounded[4];
        number_round_to_sum(cases[i].amounts, 4, cases[i].sum, rounded);
        cr_expect_arr_eq(rounded, cases[i].expected, sizeof rounded,
                         "case %zu: %" PRIi64 " %" PRIi64 " %" PRIi64 " %" PRIi64, i, rounded[0],
                         rounded[1], rounded[2], rounded[3]);
    }
}

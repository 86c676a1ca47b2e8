/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/callgrind.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "profile/costs.h"
#include "profile/filter.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(callgrind_order, .init = temporary_enter, .fini = temporary_leave);

struct ordered {
    struct parsed parsed;
    struct written_order order;
};

static void order_text(struct ordered *ordered, const char *text, const struct filter *filter)
{
    parsed_begin(&ordered->parsed);
    ordered->parsed.profile.keep.spots = KEEP_SELF_AND_CALLS;
    ordered->parsed.profile.keep.addresses = true;
    parsed_add(&ordered->parsed, text);
    cr_assert(ordered->parsed.is_read, "%s", ordered->parsed.error.text);
    written_order_create(&ordered->order, &ordered->parsed.profile, filter);
}

static void ordered_free(struct ordered *ordered)
{
    written_order_free(&ordered->order);
    parsed_free(&ordered->parsed);
}

/* All that is written, as text: a line each function, "> PATH" each place, then its spots. */
static char *show(struct ordered *ordered)
{
    struct written_order *order = &ordered->order;
    const struct profile *profile = order->profile;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    for (size_t i = 0; i < profile_n_functions(profile); i++) {
        size_t n_places, n_spots;
        const struct ordered_place *places = written_places(order, order->functions[i], &n_places);
        fprintf(out, "%s\n", parsed_function_name(profile, order->functions[i]));
        for (size_t j = 0; j < n_places; j++) {
            const struct ordered_place *place = &places[j];
            const struct ordered_spot *spots = written_spots(order, place->id, &n_spots);
            fprintf(out, "%s %s:", place->is_inlined ? ">>" : ">", place->path.at);
            for (size_t k = 0; k < n_spots; k++)
                fprintf(out, " 0x%" PRIx64 "/%" PRIu64, spots[k].position.address,
                        spots[k].position.line);
            fputc('\n', out);
        }
    }
    fclose(out);
    return text;
}

static void check(const char *text, const char *expected)
{
    struct ordered ordered;

    order_text(&ordered, text, &(struct filter){0});
    char *shown = show(&ordered);
    cr_expect_str_eq(shown, expected, "%s", shown);
    free(shown);
    ordered_free(&ordered);
}

Test(callgrind_order, sorts_functions_by_object_file_and_name)
{
    check("events: Ir\nob=y\nfl=a\nfn=a\n1 1\nob=x\nfl=b\nfn=a\n1 1\nfl=a\nfn=d\n1 1\nfn=c\n1 1\n",
          "a:c [x]\n> a: 0x0/1\na:d [x]\n> a: 0x0/1\nb:a [x]\n> b: 0x0/1\na:a [y]\n> a: 0x0/1\n");
}

Test(callgrind_order, puts_functions_of_no_object_first)
{
    check("events: Ir\nfl=z\nfn=z\n1 1\nob=a\nfl=a\nfn=a\n1 1\n",
          "z:z\n> z: 0x0/1\na:a [a]\n> a: 0x0/1\n");
}

Test(callgrind_order, puts_inlined_code_last_and_sorts_it_by_path)
{
    check("events: Ir\nfl=m\nfn=f\nfi=z\n1 1\nfi=a\n1 1\nfe=m\n1 1\n",
          "m:f\n> m: 0x0/1\n>> a: 0x0/1\n>> z: 0x0/1\n");
}

Test(callgrind_order, leaves_out_places_with_nothing_to_write)
{
    struct parsed parsed;
    struct written_order order;
    size_t count;

    parsed_read(&parsed, "events: Ir\nfl=a\nfn=f\n1 1\n");
    profile_add_spot(&parsed.profile, 0, (struct position){.line = 1});
    place_id empty =
        profile_add_place(&parsed.profile, 0, names_add(parsed.symbols.files, TEXT("b")));
    written_order_create(&order, &parsed.profile, &(struct filter){0});
    const struct ordered_place *places = written_places(&order, 0, &count);
    cr_assert_eq(count, 1);
    cr_expect_neq(places[0].id, empty);
    written_order_free(&order);
    parsed_free(&parsed);
}

Test(callgrind_order, sorts_spots_by_address_then_line)
{
    check("positions: instr line\nevents: Ir\nfl=a\nfn=f\n"
          "0x20 1 1\n0x10 3 1\n0x8000000000000000 1 1\n0x10 2 1\nfn=g\n0x30 4 1\n",
          "a:f\n> a: 0x10/2 0x10/3 0x20/1 0x8000000000000000/1\na:g\n> a: 0x30/4\n");
}

Test(callgrind_order, ranks_functions)
{
    struct ordered ordered;

    order_text(&ordered, "events: Ir\nfl=a\nfn=c\n1 1\nfn=a\n1 1\nfn=b\n1 1\n",
               &(struct filter){0});
    for (uint32_t rank = 0; rank < 3; rank++)
        cr_expect_eq(ordered.order.ranks[ordered.order.functions[rank]], rank);
    ordered_free(&ordered);
}

/* Line 1 calls three functions, and line 2 one, which comes first. */
Test(callgrind_order, sorts_calls_by_spot_and_rank)
{
    struct ordered ordered;
    size_t count;

    order_text(&ordered,
               "events: Ir\nfl=a\nfn=f\ncfn=x\ncalls=4 1\n2 1\ncfn=z\ncalls=1 1\n1 1\n"
               "cfn=x\ncalls=2 1\n1 1\ncfn=y\ncalls=3 1\n1 1\n",
               &(struct filter){0});
    const struct ordered_call *calls = written_calls(&ordered.order, 0, &count);
    cr_assert_eq(count, 4);
    const int64_t *counts = ordered.parsed.profile.ledgers[SPOT_CALLS].counts;
    cr_expect_eq(counts[calls[0].id], 2);
    cr_expect_eq(counts[calls[1].id], 3);
    cr_expect_eq(counts[calls[2].id], 1);
    cr_expect_eq(counts[calls[3].id], 4);
    for (size_t i = 0; i < 4; i++) {
        cr_expect_eq(calls[i].rank, ordered.order.ranks[calls[i].callee]);
        cr_expect_eq(calls[i].from.position.line, i < 3 ? 1 : 2);
    }
    ordered_free(&ordered);
}

Test(callgrind_order, keeps_what_the_filter_lets_through)
{
    struct filter filter = {0};
    struct error error = {0};
    struct ordered ordered;

    cr_assert(pattern_set(&filter.function, "function", "^b$", &error));
    order_text(&ordered, "events: Ir\nfl=a\nfn=c\n1 1\nfn=a\n1 1\nfn=b\n1 1\n", &filter);
    const struct written_order *order = &ordered.order;
    cr_expect_not(order->is_kept[order->functions[0]]);
    cr_expect(order->is_kept[order->functions[1]]);
    cr_expect_not(order->is_kept[order->functions[2]]);
    ordered_free(&ordered);
    filter_free(&filter);
}

/* What is written can be added up in any order, or it is not written. */
TestSuite(callgrind_sums, .init = temporary_enter, .fini = temporary_leave);

#define LARGE "6000000000000000000"

/* Whether the functions of that name can be added up; their self cost of the first event. */
static bool adds_up(const char *profile, const char *function, int64_t *sum)
{
    struct filter filter = {0};
    struct error error = {0};
    struct written_order order;
    struct parsed parsed;
    struct costs total;

    cr_assert(pattern_set(&filter.function, "function", function, &error));
    parsed_begin(&parsed);
    parsed.profile.keep.spots = KEEP_SELF_AND_CALLS;
    parsed_add(&parsed, profile);
    cr_assert(parsed.is_read, "%s", parsed.error.text);
    written_order_create(&order, &parsed.profile, &filter);
    costs_init(&total, parsed.profile.events.n_recorded);
    costs_ensure(&total, 1);
    bool is_done = add_up_written(&order, &total, &error);
    cr_expect_eq(is_done, error.kind == ERROR_NONE);
    *sum = costs_sum(&total, costs_row(&total, 0), 0);
    costs_free(&total);
    written_order_free(&order);
    parsed_free(&parsed);
    filter_free(&filter);
    return is_done;
}

Test(callgrind_sums, adds_up_self_cost_of_what_is_written)
{
    static const char profile[] = "events: Ir\nfl=a\nfn=f\n1 1\n2 4\ncfn=g\ncalls=1 1\n2 7\n"
                                  "fi=b\n1 8\nfn=g\n1 -16\n";
    int64_t sum;

    cr_expect(adds_up(profile, ".", &sum));
    cr_expect_eq(sum, -3);
    cr_expect(adds_up(profile, "f", &sum));
    cr_expect_eq(sum, 13);
    cr_expect(adds_up(profile, "x", &sum));
    cr_expect_eq(sum, 0);
}

/* In the order of names b would be too much. */
Test(callgrind_sums, refuses_self_cost_that_fits_in_some_orders_alone)
{
    static const char profile[] =
        "events: Ir\nfl=a\nfn=a\n1 " LARGE "\nfn=c\n1 -" LARGE "\nfn=b\n1 " LARGE "\n";
    int64_t sum;

    cr_expect_not(adds_up(profile, ".", &sum));
    cr_expect(adds_up(profile, "[ac]", &sum));
    cr_expect_eq(sum, 0);
}

Test(callgrind_sums, refuses_calls_that_fit_in_some_orders_alone)
{
    static const char profile[] =
        "events: Ir\nfl=a\nfn=f\ncfn=g\ncalls=1 1\n1 " LARGE "\ncalls=1 1\n3 -" LARGE
        "\ncalls=1 1\n2 " LARGE "\nfn=h\ncfn=g\ncalls=1 1\n1 " LARGE "\n";
    int64_t sum;

    cr_expect_not(adds_up(profile, ".", &sum));
    cr_expect(adds_up(profile, "h", &sum));
}

Test(callgrind_sums, refuses_numbers_of_calls_that_fit_in_some_orders_alone)
{
    int64_t sum;

    cr_expect_not(adds_up("events: Ir\nfl=a\nfn=f\ncfn=g\ncalls=" LARGE " 1\n1 1\ncalls=-" LARGE
                          " 1\n3 1\ncalls=" LARGE " 1\n2 1\n",
                          ".", &sum));
}

/* Calls below one another cost more than all that was spent. */
Test(callgrind_sums, adds_up_calls_of_one_caller_and_callee_alone)
{
    int64_t sum;

    cr_expect(adds_up("events: Ir\nfl=a\nfn=f\n1 -1\ncfn=g\ncalls=1 1\n1 " LARGE
                      "\ncfn=h\ncalls=1 1\n1 " LARGE "\ncfn=i\ncalls=1 1\n1 -1\n",
                      ".", &sum));
}

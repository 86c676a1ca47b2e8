/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is written can be added up in any order, or it is not written. */

#include "reporter/callgrind_sums.h"

#include <criterion/criterion.h>

#include "profile/costs.h"
#include "profile/filter.h"
#include "reporter/callgrind_order.h"
#include "support/parsed.h"
#include "support/temporary.h"

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

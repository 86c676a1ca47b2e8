/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Positions are relative only where all readers agree on the base, and costs end at the last. */

#include "reporter/callgrind_costs.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "profile/costs.h"
#include "profile/filter.h"
#include "reporter/callgrind_order.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(callgrind_costs, .init = temporary_enter, .fini = temporary_leave);

/* Calls with three rows of two events: "5 -7", "3" and nothing. */
struct written {
    struct call_table table;
    int64_t counts[3];
    struct cost_writer costs;
    char line[300];
    FILE *out;
    char *text;
    size_t size;
};

static void write_begin(struct written *written, bool has_addresses)
{
    struct costs *costs = &written->table.costs;

    *written = (struct written){.counts = {4, -2, 0}};
    written->table.counts = written->counts;
    costs_init(costs, 2);
    costs_ensure(costs, 3);
    costs_set(costs, costs_row(costs, 0), 0, 5);
    costs_set(costs, costs_row(costs, 0), 1, -7);
    costs_set(costs, costs_row(costs, 1), 0, 3);
    written->out = open_memstream(&written->text, &written->size);
    written->costs = (struct cost_writer){
        .out = written->out, .has_addresses = has_addresses, .line = written->line};
}

static void write_end(struct written *written, const char *expected)
{
    fclose(written->out);
    cr_expect_str_eq(written->text, expected, "%s", written->text);
    free(written->text);
    costs_free(&written->table.costs);
}

/* Self cost of 3 at a line. */
static void write_line(struct written *written, uint64_t line)
{
    write_self_cost(&written->costs, (struct position){.line = line}, &written->table.costs, 1);
}

Test(callgrind_costs, ends_a_row_at_the_last_cost_given)
{
    struct written written;

    write_begin(&written, false);
    for (size_t row = 0; row < 3; row++)
        write_costs(&written.costs, &written.table.costs, row);
    write_end(&written, " 5 -7\n 3\n\n");
}

Test(callgrind_costs, writes_0_for_a_cost_not_given_before_one_that_is)
{
    struct written written;

    write_begin(&written, false);
    costs_set(&written.table.costs, costs_row(&written.table.costs, 2), 1, INT64_MIN);
    write_costs(&written.costs, &written.table.costs, 2);
    write_end(&written, " 0 -9223372036854775808\n");
}

Test(callgrind_costs, writes_near_positions_as_relative)
{
    struct written written;

    write_begin(&written, false);
    write_line(&written, 5000);
    write_line(&written, 5000);
    write_line(&written, 5999);
    write_line(&written, 5000);
    write_line(&written, 6000);
    write_line(&written, 5000);
    write_end(&written, "5000 3\n* 3\n+999 3\n-999 3\n6000 3\n5000 3\n");
}

Test(callgrind_costs, writes_addresses_before_lines)
{
    struct written written;

    write_begin(&written, true);
    write_self_cost(&written.costs, (struct position){0x1000, 7}, &written.table.costs, 1);
    write_self_cost(&written.costs, (struct position){0x1004, 7}, &written.table.costs, 1);
    write_self_cost(&written.costs, (struct position){0xffffffffffffffff, 8}, &written.table.costs,
                    1);
    write_end(&written, "0x1000 7 3\n+4 * 3\n0xffffffffffffffff +1 3\n");
}

Test(callgrind_costs, writes_positions_of_and_after_calls_in_full)
{
    struct written written;

    write_begin(&written, false);
    write_line(&written, 10);
    write_call_cost(&written.costs, (struct position){.line = 10}, (struct position){.line = 70},
                    &written.table, 0);
    write_line(&written, 10);
    write_line(&written, 11);
    write_end(&written, "10 3\ncalls=4 70\n10 5 -7\n10 3\n+1 3\n");
}

Test(callgrind_costs, gives_calls_a_target_of_as_many_positions)
{
    struct written written;

    write_begin(&written, true);
    write_call_cost(&written.costs, (struct position){0x10, 2}, (struct position){0x20, 3},
                    &written.table, 1);
    write_call_cost(&written.costs, (struct position){0x10, 2}, (struct position){0, 0},
                    &written.table, 1);
    write_end(&written, "calls=-2 0x20 3\n0x10 2 3\ncalls=-2 0x0 0\n0x10 2 3\n");
}

Test(callgrind_costs, writes_jumps_with_a_line_for_where_they_are)
{
    static const struct jump_counts counts = {7, 2, 9};
    struct written written;

    write_begin(&written, true);
    write_jump(&written.costs, (struct position){0x10, 2}, (struct position){0x8, 1}, &counts);
    write_conditional_jump(&written.costs, (struct position){0x10, 2}, (struct position){0x20, 3},
                           &counts);
    write_end(&written, "jump=7 0x8 1\n0x10 2\njcnd=2/9 0x20 3\n0x10 2\n");
}

Test(callgrind_costs, restarts_in_full)
{
    struct written written;

    write_begin(&written, false);
    write_line(&written, 10);
    cost_writer_restart(&written.costs);
    write_line(&written, 10);
    write_end(&written, "10 3\n10 3\n");
}

static bool writes_addresses(const char *profile, const char *function)
{
    struct filter filter = {0};
    struct error error = {0};
    struct written_order order;
    struct parsed parsed;
    struct cost_writer costs;

    cr_assert(pattern_set(&filter.function, "function", function, &error));
    parsed_begin(&parsed);
    parsed.profile.keep.spots = KEEP_SELF_AND_CALLS;
    parsed.profile.keep.addresses = true;
    parsed_add(&parsed, profile);
    written_order_create(&order, &parsed.profile, &filter);
    cost_writer_init(&costs, &order, stdout);
    written_order_free(&order);
    parsed_free(&parsed);
    filter_free(&filter);
    return costs.has_addresses;
}

Test(callgrind_costs, has_addresses_where_any_position_that_is_written_has_one)
{
    static const char profile[] =
        "positions: instr line\nevents: Ir\nfl=a\nfn=f\n0 12 1\nfn=g\n0x10 0 1\n";

    cr_expect(writes_addresses(profile, "."));
    cr_expect(writes_addresses(profile, "g"));
    cr_expect_not(writes_addresses(profile, "f"));
}

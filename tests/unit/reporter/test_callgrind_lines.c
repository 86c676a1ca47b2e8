/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/callgrind.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "profile/costs.h"
#include "profile/filter.h"
#include "support/parsed.h"
#include "support/temporary.h"

/* Names are written once, but for readers that would take another one for them. */
TestSuite(callgrind_names, .init = temporary_enter, .fini = temporary_leave);

/* A profile and what is written of its names. */
struct written {
    struct parsed parsed;
    struct written_order order;
    struct line_writer lines;
    FILE *out;
    char *text;
    size_t size;
};

static void write_filtered(struct written *written, const char *profile,
                           const struct filter *filter)
{
    parsed_begin(&written->parsed);
    written->parsed.profile.keep.spots = KEEP_SELF_AND_CALLS;
    parsed_add(&written->parsed, profile);
    cr_assert(written->parsed.is_read, "%s", written->parsed.error.text);
    written->out = open_memstream(&written->text, &written->size);
    written_order_create(&written->order, &written->parsed.profile, filter);
    line_writer_create(&written->lines, &written->order, written->out);
}

static void write_begin(struct written *written, const char *profile)
{
    write_filtered(written, profile, &(struct filter){0});
}

static void write_end(struct written *written, const char *expected)
{
    flush_lines(&written->lines);
    fclose(written->out);
    cr_expect_str_eq(written->text, expected, "%s", written->text);
    free(written->text);
    line_writer_free(&written->lines);
    written_order_free(&written->order);
    parsed_free(&written->parsed);
}

Test(callgrind_names, defines_a_function_once)
{
    struct written written;

    write_begin(&written, "events: Ir\nob=o\nfl=a\nfn=f\n1 1\nfn=g\n1 1\n");
    write_function_name(&written.lines, 0);
    write_callee_name(&written.lines, 1);
    write_function_name(&written.lines, 1);
    write_callee_name(&written.lines, 0);
    write_end(&written, "ob=(1) o\nfl=(1) a\nfn=(1) f\ncfi=(1)\ncfn=(2) g\nfn=(2)\ncfn=(1)\n");
}

/* KCachegrind takes (1) for f of a, wherever it comes again. */
Test(callgrind_names, gives_each_function_a_number_of_its_own)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=a\nfn=f\n1 1\nob=o\nfn=f\n1 1\n");
    write_function_name(&written.lines, 0);
    write_callee_name(&written.lines, 1);
    write_callee_name(&written.lines, 0);
    write_function_name(&written.lines, 1);
    write_end(&written,
              "fl=(1) a\nfn=(1) f\ncob=(1) o\ncfi=(1)\ncfn=(2) f\ncob=\ncfn=(1)\nob=(1)\nfn=(2)\n");
}

Test(callgrind_names, names_object_and_file_where_they_change)
{
    struct written written;

    write_begin(&written, "events: Ir\nob=o\nfl=a\nfn=f\n1 1\nfl=b\nfn=g\n1 1\nob=p\nfn=h\n1 1\n");
    write_function_name(&written.lines, 0);
    write_function_name(&written.lines, 1);
    write_function_name(&written.lines, 2);
    write_end(&written, "ob=(1) o\nfl=(1) a\nfn=(1) f\nfl=(2) b\nfn=(2) g\nob=(2) p\nfn=(3) h\n");
}

Test(callgrind_names, names_the_callees_object_and_file_where_they_differ)
{
    struct written written;

    write_begin(&written, "events: Ir\nob=o\nfl=a\nfn=f\n1 1\nob=p\nfl=b\nfn=g\n1 1\n");
    write_function_name(&written.lines, 0);
    write_callee_name(&written.lines, 1);
    write_callee_name(&written.lines, 0);
    write_end(&written, "ob=(1) o\nfl=(1) a\nfn=(1) f\ncob=(2) p\ncfi=(2) b\ncfn=(2) g\n"
                        "cob=(1)\ncfn=(1)\n");
}

/* gprof2dot takes the last callee's for that of the next one, until there is a line of self cost.
 */
Test(callgrind_names, names_the_callees_object_again_until_there_is_self_cost)
{
    struct written written;

    write_begin(&written, "events: Ir\nob=o\nfl=a\nfn=f\n1 1\nob=p\nfn=g\n1 1\n");
    write_function_name(&written.lines, 0);
    write_callee_name(&written.lines, 1);
    write_function_name(&written.lines, 0);
    write_callee_name(&written.lines, 0);
    write_callee_name(&written.lines, 1);
    const struct packed_costs *self = &written.parsed.profile.ledgers[SPOTS].packed;
    (void)packed_costs_unpack(self, 0);
    write_self_cost(&written.lines, (struct position){.line = 1}, &self->unpacked, 0);
    write_callee_name(&written.lines, 0);
    write_end(&written, "ob=(1) o\nfl=(1) a\nfn=(1) f\ncob=(2) p\ncfi=(1)\ncfn=(2) g\n"
                        "fn=(1)\ncob=(1)\ncfn=(1)\ncob=(2)\ncfn=(2)\n1 1\ncfn=(1)\n");
}

/* Whether it is that of "fl=" or of "fi=": readers do not agree on the one meant without. */
Test(callgrind_names, always_names_the_callees_file_in_inlined_code)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=a\nfn=f\n1 1\nfl=b\nfn=g\n1 1\n");
    struct function inlined = profile_function(&written.parsed.profile, 1);
    write_function_name(&written.lines, 0);
    write_inlined_file(&written.lines, inlined.file);
    write_callee_name(&written.lines, 0);
    write_callee_name(&written.lines, 1);
    write_end(&written, "fl=(1) a\nfn=(1) f\nfi=(2) b\ncfi=(1)\ncfn=(1)\ncfi=(2)\ncfn=(2) g\n");
}

Test(callgrind_names, names_the_file_again_after_inlined_code)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=a\nfn=f\n1 1\nfn=g\nfi=b\n1 1\n");
    place_id inlined = (place_id)profile_n_places(&written.parsed.profile) - 1;
    write_function_name(&written.lines, 0);
    write_inlined_file(&written.lines, profile_place(&written.parsed.profile, inlined).file);
    write_function_name(&written.lines, 1);
    write_end(&written, "fl=(1) a\nfn=(1) f\nfi=(2) b\nfl=(1)\nfn=(2) g\n");
}

Test(callgrind_names, leaves_an_object_that_is_not_known)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=a\nfn=f\n1 1\nob=o\nfn=g\n1 1\n");
    write_function_name(&written.lines, 0);
    write_function_name(&written.lines, 1);
    write_callee_name(&written.lines, 0);
    write_function_name(&written.lines, 0);
    write_end(&written,
              "fl=(1) a\nfn=(1) f\nob=(1) o\nfn=(2) g\ncob=\ncfi=(1)\ncfn=(1)\nob=\nfn=(1)\n");
}

/* Of the names "(2)'2" and "(4)" readers take only the first apart. */
Test(callgrind_names, reserves_numbers_that_names_mention)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=(9) a\nfn=(1) f\n1 1\nfn=(5) (2)'2\n1 1\n"
                          "fn=(6) (4)\n1 1\nfn=(7) h\n1 1\n");
    for (function_id id = 0; id < 4; id++)
        write_function_name(&written.lines, id);
    write_end(&written, "fl=(1) a\nfn=(1) f\nfn=(3) (2)'2\nfn=(4) (4)\nfn=(5) h\n");
}

/* The reader takes one carriage return for a part of the line's end. */
Test(callgrind_names, keeps_a_carriage_return_at_the_end_of_a_name)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=a\r\r\nfn=f\r\r\n1 1\n");
    write_function_name(&written.lines, 0);
    write_end(&written, "fl=(1) a\r\r\nfn=(1) f\r\r\n");
}

static void check_pieces(const char *profile, const char *function, const char *expected)
{
    struct filter filter = {0};
    struct error error = {0};
    struct written written;

    cr_assert(pattern_set(&filter.function, "function", function, &error));
    write_filtered(&written, profile, &filter);
    declare_pieces(&written.lines);
    write_end(&written, expected);
    filter_free(&filter);
}

/*
 * it is not a piece of it's, since there is no s; and the 2 of f'2 is a level, not that function.
 */
static const char levels[] = "events: Ir\nfl=a\nfn=f'2'main\n1 1\nfn=f\n1 1\nfn=main\n1 1\n"
                             "fn=g\n2 1\ncfn=f'2'main\ncalls=1 1\n2 1\nfn=it's\n3 1\n"
                             "fn=it\n3 1\nfn=2\n4 1\n";

Test(callgrind_names, declares_pieces_that_are_written_nowhere)
{
    check_pieces(levels, "^f'", "fn=(1) f\nfn=(2) main\n");
    check_pieces(levels, "^(f'|main)", "fn=(1) f\n");
    check_pieces(levels, "^f", "fn=(1) main\n");
}

Test(callgrind_names, declares_pieces_of_callees)
{
    check_pieces(levels, "^g$", "fn=(1) f\nfn=(2) main\n");
}

Test(callgrind_names, declares_nothing_where_all_is_written)
{
    check_pieces(levels, ".", "");
    check_pieces(levels, "^it's$", "");
}

/* s and m are names of their own nowhere: s'm and m'm alone tell that they are pieces. */
Test(callgrind_names, declares_pieces_that_only_other_names_begin_with)
{
    static const char profile[] = "events: Ir\nfl=a\nfn=d's'm\n1 1\nfn=s'm\n1 2\nfn=m'm\n1 4\n";

    check_pieces(profile, "^d", "fn=(1) s\nfn=(2) m\n");
    check_pieces(profile, "^[ds]", "fn=(1) m\n");
    check_pieces(profile, ".", "");
}

Test(callgrind_names, reserves_no_numbers_for_names_that_are_not_written)
{
    check_pieces("events: Ir\nfl=a\nfn=(1)'2\n1 1\nfn=f\n1 1\nfn=f'2\n1 1\n", "^f'", "fn=(1) f\n");
}

/* Positions are relative only where all readers agree on the base, and costs end at the last. */
TestSuite(callgrind_costs, .init = temporary_enter, .fini = temporary_leave);

/* Calls with three rows of two events: "5 -7", "3" and nothing. */
struct written_costs {
    struct ledger table;
    int64_t counts[3];
    struct line_writer lines;
    char room[300]; /* for all lines of a test */
    FILE *out;
    char *text;
    size_t size;
};

static void costs_begin(struct written_costs *written, bool has_addresses)
{
    struct costs *costs = &written->table.costs;

    *written = (struct written_costs){.counts = {4, -2, 0}};
    written->table.counts = written->counts;
    costs_init(costs, 2);
    costs_ensure(costs, 3);
    costs_set(costs, costs_row(costs, 0), 0, 5);
    costs_set(costs, costs_row(costs, 0), 1, -7);
    costs_set(costs, costs_row(costs, 1), 0, 3);
    written->out = open_memstream(&written->text, &written->size);
    written->lines = (struct line_writer){
        .out = written->out, .has_addresses = has_addresses, .lines = written->room};
}

static void costs_end(struct written_costs *written, const char *expected)
{
    flush_lines(&written->lines);
    fclose(written->out);
    cr_expect_str_eq(written->text, expected, "%s", written->text);
    free(written->text);
    costs_free(&written->table.costs);
}

/* Self cost of 3 at a line. */
static void write_line(struct written_costs *written, uint64_t line)
{
    write_self_cost(&written->lines, (struct position){.line = line}, &written->table.costs, 1);
}

Test(callgrind_costs, ends_a_row_at_the_last_cost_given)
{
    struct written_costs written;

    costs_begin(&written, false);
    for (size_t row = 0; row < 3; row++)
        write_costs(&written.lines, &written.table.costs, row);
    costs_end(&written, " 5 -7\n 3\n\n");
}

Test(callgrind_costs, writes_0_for_a_cost_not_given_before_one_that_is)
{
    struct written_costs written;

    costs_begin(&written, false);
    costs_set(&written.table.costs, costs_row(&written.table.costs, 2), 1, INT64_MIN);
    write_costs(&written.lines, &written.table.costs, 2);
    costs_end(&written, " 0 -9223372036854775808\n");
}

Test(callgrind_costs, writes_near_positions_as_relative)
{
    struct written_costs written;

    costs_begin(&written, false);
    write_line(&written, 5000);
    write_line(&written, 5000);
    write_line(&written, 5999);
    write_line(&written, 5000);
    write_line(&written, 6000);
    write_line(&written, 5000);
    costs_end(&written, "5000 3\n* 3\n+999 3\n-999 3\n6000 3\n5000 3\n");
}

Test(callgrind_costs, writes_addresses_before_lines)
{
    struct written_costs written;

    costs_begin(&written, true);
    write_self_cost(&written.lines, (struct position){0x1000, 7}, &written.table.costs, 1);
    write_self_cost(&written.lines, (struct position){0x1004, 7}, &written.table.costs, 1);
    write_self_cost(&written.lines, (struct position){0xffffffffffffffff, 8}, &written.table.costs,
                    1);
    costs_end(&written, "0x1000 7 3\n+4 * 3\n0xffffffffffffffff +1 3\n");
}

Test(callgrind_costs, writes_positions_of_and_after_calls_in_full)
{
    struct written_costs written;

    costs_begin(&written, false);
    write_line(&written, 10);
    write_call_cost(&written.lines, (struct position){.line = 10}, (struct position){.line = 70},
                    &written.table, 0);
    write_line(&written, 10);
    write_line(&written, 11);
    costs_end(&written, "10 3\ncalls=4 70\n10 5 -7\n10 3\n+1 3\n");
}

Test(callgrind_costs, gives_calls_a_target_of_as_many_positions)
{
    struct written_costs written;

    costs_begin(&written, true);
    write_call_cost(&written.lines, (struct position){0x10, 2}, (struct position){0x20, 3},
                    &written.table, 1);
    write_call_cost(&written.lines, (struct position){0x10, 2}, (struct position){0, 0},
                    &written.table, 1);
    costs_end(&written, "calls=-2 0x20 3\n0x10 2 3\ncalls=-2 0x0 0\n0x10 2 3\n");
}

Test(callgrind_costs, writes_jumps_with_a_line_for_where_they_are)
{
    static const struct jump_counts counts = {7, 2, 9};
    struct written_costs written;

    costs_begin(&written, true);
    write_jump(&written.lines, (struct position){0x10, 2}, (struct position){0x8, 1}, &counts);
    write_conditional_jump(&written.lines, (struct position){0x10, 2}, (struct position){0x20, 3},
                           &counts);
    costs_end(&written, "jump=7 0x8 1\n0x10 2\njcnd=2/9 0x20 3\n0x10 2\n");
}

Test(callgrind_costs, restarts_in_full_for_each_function)
{
    struct written written;

    write_begin(&written, "events: Ir\nfl=a\nfn=f\n10 3\nfn=g\n10 4\n");
    for (function_id id = 0; id < 2; id++) {
        const struct packed_costs *self = &written.parsed.profile.ledgers[SPOTS].packed;
        (void)packed_costs_unpack(self, id);
        write_function_name(&written.lines, id);
        write_self_cost(&written.lines, (struct position){.line = 10}, &self->unpacked, 0);
    }
    write_end(&written, "fl=(1) a\nfn=(1) f\n10 3\nfn=(2) g\n10 4\n");
}

static bool writes_addresses(const char *profile, const char *function)
{
    struct filter filter = {0};
    struct error error = {0};
    struct written_order order;
    struct parsed parsed;
    struct line_writer lines;

    cr_assert(pattern_set(&filter.function, "function", function, &error));
    parsed_begin(&parsed);
    parsed.profile.keep.spots = KEEP_SELF_AND_CALLS;
    parsed.profile.keep.addresses = true;
    parsed_add(&parsed, profile);
    written_order_create(&order, &parsed.profile, &filter);
    line_writer_create(&lines, &order, stdout);
    line_writer_free(&lines);
    written_order_free(&order);
    parsed_free(&parsed);
    filter_free(&filter);
    return lines.has_addresses;
}

Test(callgrind_costs, has_addresses_where_any_position_that_is_written_has_one)
{
    static const char profile[] =
        "positions: instr line\nevents: Ir\nfl=a\nfn=f\n0 12 1\nfn=g\n0x10 0 1\n";

    cr_expect(writes_addresses(profile, "."));
    cr_expect(writes_addresses(profile, "g"));
    cr_expect_not(writes_addresses(profile, "f"));
}

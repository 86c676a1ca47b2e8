/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "profile/profile.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "base/array.h"

static struct symbols symbols;
static struct profile profile;

static void begin(void)
{
    symbols = symbols_create();
    profile_init(&profile, &symbols,
                 (struct keep){.places = KEEP_SELF_AND_CALLS, .lines = KEEP_SELF_AND_CALLS});
    events_add_recorded(&profile.events, TEXT("Ir"));
    profile_widen(&profile);
}

static void end(void)
{
    profile_free(&profile);
    symbols_free(&symbols);
}

TestSuite(profile, .init = begin, .fini = end);

Test(profile, keeps_what_either_of_two_needs)
{
    static const struct {
        struct keep one, other, both;
    } cases[] = {
        {{0}, {0}, {0}},
        {{.places = KEEP_SELF, .lines = KEEP_SELF_AND_CALLS},
         {.places = KEEP_SELF_AND_CALLS, .lines = KEEP_SELF},
         {.places = KEEP_SELF_AND_CALLS, .lines = KEEP_SELF_AND_CALLS}},
        {{.addresses = true, .jumps = true},
         {.each_part = true},
         {.addresses = true, .jumps = true, .each_part = true}},
        /* The change has spots as soon as one of both needs them there. */
        {{.spots = KEEP_SELF, .only_sides = true}, {0}, {.spots = KEEP_SELF, .only_sides = true}},
        {{.spots = KEEP_SELF, .only_sides = true},
         {.spots = KEEP_SELF, .only_sides = true},
         {.spots = KEEP_SELF, .only_sides = true}},
        {{.spots = KEEP_SELF, .only_sides = true}, {.spots = KEEP_SELF}, {.spots = KEEP_SELF}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct keep both[] = {keep_both(cases[i].one, cases[i].other),
                              keep_both(cases[i].other, cases[i].one)};
        for (size_t j = 0; j < ARRAY_LENGTH(both); j++) {
            cr_expect_eq(both[j].places, cases[i].both.places, "case %zu", i);
            cr_expect_eq(both[j].lines, cases[i].both.lines, "case %zu", i);
            cr_expect_eq(both[j].spots, cases[i].both.spots, "case %zu", i);
            cr_expect_eq(both[j].addresses, cases[i].both.addresses, "case %zu", i);
            cr_expect_eq(both[j].only_sides, cases[i].both.only_sides, "case %zu", i);
            cr_expect_eq(both[j].jumps, cases[i].both.jumps, "case %zu", i);
            cr_expect_eq(both[j].each_part, cases[i].both.each_part, "case %zu", i);
        }
    }
}

Test(profile, sorts_lines_by_file_and_number)
{
    static const uint64_t numbers[] = {65536, 7, 0, UINT64_MAX, 8};
    static const uint64_t sorted[] = {0, 7, 8, 65536, UINT64_MAX};
    size_t *begin;

    for (char name = 'a'; name <= 'd'; name++)
        names_add(symbols.files, (struct text){&name, 1});
    for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
        profile_add_line(&profile, 3, numbers[i]);
        profile_add_line(&profile, 1, numbers[i] / 2);
    }
    struct numbered_line *lines = profile_sort_lines(&profile, &begin);
    cr_expect(begin[0] == begin[1] && begin[2] == begin[3], "files without lines");
    cr_assert_eq(begin[4] - begin[3], ARRAY_LENGTH(sorted));
    for (size_t i = 0; i < ARRAY_LENGTH(sorted); i++) {
        cr_expect_eq(lines[begin[3] + i].number, sorted[i]);
        cr_expect_eq(lines[begin[3] + i].id, profile_add_line(&profile, 3, sorted[i]));
    }
    free(lines);
    free(begin);
}

/* Whatever was kept stays, in its column. */
Test(profile, widens_all_rows)
{
    place_id place = profile_add_place(&profile, profile_add_function(&profile, 0, 0, 0), 0);
    uint32_t arc = ledger_add(&profile.ledgers[ARCS], place, 0);

    costs_set(&profile.ledgers[PLACES].costs, costs_row(&profile.ledgers[PLACES].costs, place), 0,
              7);
    costs_set(&profile.ledgers[ARCS].costs, costs_row(&profile.ledgers[ARCS].costs, arc), 0, 8);
    events_add_recorded(&profile.events, TEXT("Dr"));
    profile_widen(&profile);
    cr_expect_eq(profile.ledgers[PLACES].costs.n_events, 2);
    cr_expect_eq(profile.ledgers[ARCS].costs.n_events, 2);
    cr_expect_eq(profile.ledgers[LINES].costs.n_events, 2);
    cr_expect_eq(profile.ledgers[LINE_CALLS].costs.n_events, 2);
    cr_expect_eq(profile.ledgers[PARTS].costs.n_events, 2);
    cr_expect_eq(profile.ledgers[PART_SUMMARIES].costs.n_events, 2);
    cr_expect_eq(profile.ledgers[PART_TOTALS].costs.n_events, 2);
    cr_expect_eq(costs_sum(&profile.ledgers[PLACES].costs,
                           costs_row(&profile.ledgers[PLACES].costs, place), 0),
                 7);
    cr_expect_eq(
        costs_sum(&profile.ledgers[ARCS].costs, costs_row(&profile.ledgers[ARCS].costs, arc), 0),
        8);
    cr_expect_not(costs_is_given(costs_row(&profile.ledgers[PLACES].costs, place), 1));
}

Test(profile, keeps_parts_and_their_descriptions)
{
    profile_add_input(&profile)->path = "a";
    const struct part *part = profile_add_part(&profile);
    cr_expect_eq(part->input, 0);
    cr_expect(part->pid == -1 && part->number == -1 && part->thread == -1);
    profile_add_description(&profile, TEXT("x"));
    profile_add_description(&profile, TEXT("y"));
    profile_add_input(&profile)->path = "b";
    part = profile_add_part(&profile);
    cr_expect_eq(part->input, 1);
    profile_add_description(&profile, TEXT("z"));
    cr_expect_eq(profile.parts[0].first_description, 0);
    cr_expect_eq(profile.parts[0].n_descriptions, 2);
    cr_expect_eq(profile.parts[1].first_description, 2);
    cr_expect_eq(profile.parts[1].n_descriptions, 1);
    cr_expect_str_eq(profile.descriptions.items[2].at, "z");
}

static const struct jump first = {.from = 3, .to = {.file = 1, .function = NO_ID, .position = 7}};

Test(jumps, add_up_by_both_their_ends, .init = begin, .fini = end)
{
    const struct jump_counts counts = {1, 2, 5};
    struct jump others[] = {first, first, first, first};

    others[0].from = 4;
    others[1].to.file = 2;
    others[2].to.function = 0;
    others[3].to.position = 8;
    cr_expect_not(profile_add_jump_overflows(&profile, first, &counts));
    for (size_t i = 0; i < 4; i++)
        cr_expect_not(profile_add_jump_overflows(&profile, others[i], &counts));
    cr_expect_not(profile_add_jump_overflows(&profile, first, &counts));
    cr_assert_eq(profile.ledgers[JUMPS].map.count, 5);
    cr_expect_eq(profile_jump_counts(&profile, 0)->unconditional, 2);
    cr_expect_eq(profile_jump_counts(&profile, 0)->followed, 4);
    cr_expect_eq(profile_jump_counts(&profile, 0)->executed, 10);
    cr_expect_eq(profile_jump_counts(&profile, 4)->executed, 5);
    for (size_t i = 0; i < 4; i++) {
        struct jump jump = profile_jump(&profile, i + 1);
        cr_expect_eq(jump.from, others[i].from);
        cr_expect_eq(jump.to.file, others[i].to.file);
        cr_expect_eq(jump.to.function, others[i].to.function);
        cr_expect_eq(jump.to.position, others[i].to.position);
    }
}

Test(jumps, tell_sums_that_do_not_fit, .init = begin, .fini = end)
{
    const struct jump_counts counts[] = {
        {INT64_MAX, 0, 0}, {0, INT64_MAX, 0}, {0, 0, INT64_MAX}, {1, 1, 1}};

    for (uint32_t i = 0; i < 3; i++) {
        const struct jump jump = {.from = i, .to = first.to};
        cr_expect_not(profile_add_jump_overflows(&profile, jump, &counts[i]));
        cr_expect(profile_add_jump_overflows(&profile, jump, &counts[3]), "of counts %u",
                  (unsigned)i);
    }
}

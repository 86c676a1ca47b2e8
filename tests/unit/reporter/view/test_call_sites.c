/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/call_sites.h"

#include <criterion/criterion.h>

#include "support/figured.h"
#include "support/temporary.h"

TestSuite(call_sites, .init = temporary_enter, .fini = temporary_leave);

/* main calls f from lines 3 and 5, and in the old version from line 9; g only there. */
Test(call_sites, are_where_most_calls_are_made)
{
    const char *fresh =
        "events: Ir\nfl=a.c\nfn=main\n1 10\ncfn=f\ncalls=2 1\n3 20\ncfn=f\ncalls=7 1\n"
        "5 70\nfn=f\n2 90\n";
    const char *old =
        "events: Ir\nfl=a.c\nfn=main\n1 10\ncfn=f\ncalls=99 1\n9 990\ncfn=g\ncalls=1 1\n"
        "8 1\nfn=f\n2 990\nfn=g\n3 1\n";
    const struct row_choice choice = {.key = BY_FUNCTION, .is_folded = true};
    struct compared compared;
    struct row_diff rows;
    struct call_sites sites = {0};
    struct error error = {0};

    compared_read(&compared, fresh, old);
    cr_assert(row_diff_create(&rows, &compared.diff, &choice, false, &error));
    row_id main_row = figured_find(&rows.rows, "a.c:main");
    row_id f = figured_find(&rows.rows, "a.c:f"), g = figured_find(&rows.rows, "a.c:g");
    bool is_wanted[3] = {false};
    is_wanted[main_row] = true;
    call_sites_find(&sites, &compared.diff, &rows.rows, is_wanted);

    uint32_t place = call_sites_get(&sites, main_row, f);
    cr_assert_neq(place, NO_ID);
    cr_expect_eq(sites.list[place].line, 5);
    cr_expect_not(sites.list[place].is_old);
    place = call_sites_get(&sites, main_row, g);
    cr_assert_neq(place, NO_ID);
    cr_expect_eq(sites.list[place].line, 8);
    cr_expect(sites.list[place].is_old);
    cr_expect_eq(call_sites_get(&sites, f, g), NO_ID);
    call_sites_free(&sites);

    is_wanted[main_row] = false;
    call_sites_find(&sites, &compared.diff, &rows.rows, is_wanted);
    cr_expect_eq(call_sites_get(&sites, main_row, f), NO_ID, "what is not wanted is not found");
    call_sites_free(&sites);
    row_diff_free(&rows);
    compared_free(&compared);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of parts, threads and inputs against runs on each of them: see slices.py. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(slices, .timeout = 600);

Test(slices, are_what_each_has_alone)
{
    char *quern = run_quern_path();
    char *arguments[] = {"python3", TESTDATA_DIR "/../tests/whole/slices.py", quern, NULL};

    run_leave_to_plain_builds();
    run_need("slices", "python3");
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
    struct run run = run_program("python3", arguments, NULL);
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_expect_eq(strncmp(run.out, "compared ", 9), 0, "%s", run.out);
    cr_expect_gt(strtoul(run.out + 9, NULL, 10), 100000UL, "%s", run.out);
    run_free(&run);
    free(quern);
}

Test(slices, are_at_most_a_thousand, .init = temporary_enter, .fini = temporary_leave)
{
    struct buffer profile = {0};

    for (int i = 1; i <= 1001; i++)
        buffer_print(&profile, "part: %d\nevents: Ir\nfl=a.c\nfn=f\n1 1\n", i);
    temporary_write("profile", buffer_string(&profile));
    free(profile.at);

    struct run all = run_quern(OPTIONS("--per=part", "--format=csv"), "profile");
    cr_expect_eq(all.status, 1, "%s", all.err);
    cr_expect_str_eq(all.err, "quern: --per=part: 1001 columns are more than 1000; --by=part has a "
                              "row for each\n");
    run_free(&all);

    struct run some = run_quern(OPTIONS("--per=part", "--part=2-1001", "--format=csv"), "profile");
    cr_expect_eq(some.status, 0, "%s", some.err);
    run_free(&some);
}

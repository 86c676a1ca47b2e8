/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of parts, threads and inputs against runs on each of them: see slices.py. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/run.h"

TestSuite(slices, .timeout = 600);

Test(slices, are_what_each_has_alone)
{
    char *quern = run_quern_path();
    char *arguments[] = {"python3", TESTDATA_DIR "/../tests/whole/slices.py", quern, NULL};

    run_need("slices", "python3");
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
    struct run run = run_program("python3", arguments, NULL);
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_expect_eq(strncmp(run.out, "compared ", 9), 0, "%s", run.out);
    cr_expect_gt(strtoul(run.out + 9, NULL, 10), 100000UL, "%s", run.out);
    run_free(&run);
    free(quern);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What limits on rows of every key say, of all profiles in testdata/: see limit_keys.py. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/run.h"

TestSuite(limit_keys, .timeout = 900);

static unsigned long number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    cr_assert(at, "no %s in %s", key, text);
    return strtoul(at + strlen(key), NULL, 10);
}

Test(limit_keys, have_the_figures_of_rows_by_that_key)
{
    char *quern = run_quern_path(), stride[30];
    char *arguments[] = {"python3", TESTDATA_DIR "/../tests/whole/limit_keys.py", quern, stride,
                         NULL};

    run_leave_to_plain_builds();
    run_need("limit_keys", "python3");
    snprintf(stride, sizeof stride, "%zu", run_stride());
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
    struct run run = run_program("python3", arguments, NULL);
    cr_assert_eq(run.status, 0, "%s", run.err);
    bool is_thorough = run_is_thorough();
    cr_expect_gt(number_after(run.out, "'profiles': "), is_thorough ? 200 : 3, "%s", run.out);
    cr_expect_gt(number_after(run.out, "'differences': "), is_thorough ? 200 : 3, "%s", run.out);
    cr_expect_gt(number_after(run.out, "'verdicts': "), is_thorough ? 100000 : 100, "%s", run.out);
    cr_expect_gt(number_after(run.out, "'new': "), is_thorough ? 10000 : 10, "%s", run.out);
    run_free(&run);
    free(quern);
}

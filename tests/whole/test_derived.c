/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What derived events and ratios are, of all profiles in testdata/: see derived.py. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/run.h"

TestSuite(derived, .timeout = 600);

static unsigned long number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    cr_assert(at, "no %s in %s", key, text);
    return strtoul(at + strlen(key), NULL, 10);
}

Test(derived, events_are_what_recorded_ones_make)
{
    char *quern = run_quern_path(), stride[30];
    char *arguments[] = {"python3", TESTDATA_DIR "/../tests/whole/derived.py", quern, stride, NULL};

    run_leave_to_plain_builds();
    run_need("derived", "python3");
    snprintf(stride, sizeof stride, "%zu", run_stride());
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
    struct run run = run_program("python3", arguments, NULL);
    cr_assert_eq(run.status, 0, "%s", run.err);
    bool is_thorough = run_is_thorough();
    cr_expect_gt(number_after(run.out, "'profiles': "), is_thorough ? 200 : 3, "%s", run.out);
    cr_expect_gt(number_after(run.out, "'ratios': "), is_thorough ? 100000 : 100, "%s", run.out);
    if (is_thorough) /* few profiles have any */
        cr_expect_gt(number_after(run.out, "'bounds': "), 1000, "%s", run.out);
    cr_expect_gt(number_after(run.out, "'changes': "), 1000, "%s", run.out);
    run_free(&run);
    free(quern);
}

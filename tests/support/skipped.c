/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Says how many tests were skipped, which Criterion's closing line leaves out. */

#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <stdio.h>

ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
    size_t count = 0;

    for (struct criterion_suite_stats *suite = stats->suites; suite; suite = suite->next)
        for (struct criterion_test_stats *test = suite->tests; test; test = test->next)
            /* What --filter leaves out is disabled, and was not to run at all. */
            count += test->test_status == CR_STATUS_SKIPPED && !test->test->data->disabled;
    if (count != 0)
        fprintf(stderr, "%zu tests were skipped\n", count);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Overviews of profiles in testdata/ and of their differences: see overview.py. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/run.h"
#include "support/temporary.h"

TestSuite(overview, .init = temporary_enter, .fini = temporary_leave, .timeout = 600);

Test(overview, fits_and_advises_what_works)
{
    char *quern = run_quern_path(), stride[30], folder[4096];
    char *arguments[] = {
        "python3", TESTDATA_DIR "/../tests/whole/overview.py", quern, stride, folder, NULL};

    run_leave_to_plain_builds();
    run_need("overview", "python3");
    snprintf(stride, sizeof stride, "%zu", run_stride());
    cr_assert(getcwd(folder, sizeof folder) != NULL);
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
    struct run run = run_program("python3", arguments, NULL);
    cr_expect_eq(run.status, 0, "%s", run.err);
    cr_expect(strstr(run.out, "'named': "), "%s", run.out);
    cr_assert(chdir(folder) == 0);
    run_free(&run);
    free(quern);
}

/* Prints an overview, and returns what stands in it. */
static struct run print_in_c(const char *options)
{
    char *quern = run_quern_path(), command[8192];
    char *arguments[] = {"sh", "-c", command, NULL};

    snprintf(command, sizeof command, "cd %s && %s --overview %s", TESTDATA_DIR, quern, options);
    struct run run = run_program("sh", arguments, NULL);
    free(quern);
    return run;
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;

    while ((text = strstr(text, part)) != NULL) {
        text += strlen(part);
        count++;
    }
    return count;
}

/* Messages say the same in the overview as beside it, and each once. */
Test(overview, has_the_messages_as_they_are_printed)
{
    struct run run = print_in_c("--diff=o_everything o_jumps");

    cr_expect_eq(count_of(run.out, "the command is"), 1, "%s", run.out);
    cr_expect_eq(count_of(run.err, "the command is"), 1, "%s", run.err);
    cr_expect_eq(count_of(run.out, "the old source of"), 1, "%s", run.out);
    cr_expect_eq(count_of(run.err, "the old source of"), 1, "%s", run.err);
    run_free(&run);
}

/* What --inline says of objects stands in the overview, as other notes do. */
Test(overview, says_what_is_inlined)
{
    struct run run = print_in_c("--inline o_jumps_instr_inl");

    cr_expect_gt(count_of(run.err, "inline: "), 0, "%s", run.err);
    cr_expect_eq(count_of(run.out, "inline: "), count_of(run.err, "inline: "), "%s", run.out);
    run_free(&run);
}

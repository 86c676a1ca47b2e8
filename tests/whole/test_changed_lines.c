/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether the lines of differences add up, of profiles in testdata/: see changed_lines.py. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"

TestSuite(changed_lines, .timeout = 120);

static unsigned long number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    cr_assert(at, "no %s in %s", key, text);
    return strtoul(at + strlen(key), NULL, 10);
}

Test(changed_lines, add_up_to_their_functions)
{
    static const char *const kinds[] = {"'gone': ", "'new': ", "'matched': ", "'by number': "};
    char *quern = run_quern_path();
    char *arguments[] = {"python3", TESTDATA_DIR "/../tests/whole/changed_lines.py", quern, NULL};

    run_leave_to_plain_builds();
    run_need("changed_lines", "python3");
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
    struct run run = run_program("python3", arguments, NULL);
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_expect_gt(number_after(run.out, "'functions': "), 40, "%s", run.out);
    for (size_t i = 0; i < ARRAY_LENGTH(kinds); i++)
        cr_expect_gt(number_after(run.out, kinds[i]), 50, "%s", run.out);
    run_free(&run);
    free(quern);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What --fail-if='cause(Ir) > ...' says of pairs of profiles is what --explain says: see gate.py.
 */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/run.h"
#include "support/temporary.h"

TestSuite(gate, .init = temporary_enter, .fini = temporary_leave, .timeout = 600);

Test(gate, never_contradicts_the_explanation)
{
    char *quern = run_quern_path(), folder[4096];
    char *arguments[] = {"python3", TESTDATA_DIR "/../tests/whole/gate.py", quern, folder, NULL};

    run_leave_to_plain_builds();
    run_need("gate", "python3");
    cr_assert(getcwd(folder, sizeof folder) != NULL);
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
    struct run run = run_program("python3", arguments, NULL);
    cr_expect_eq(run.status, 0, "%s", run.err);
    cr_assert(chdir(folder) == 0);
    run_free(&run);
    free(quern);
}

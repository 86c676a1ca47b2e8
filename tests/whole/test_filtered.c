/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What quern says of a profile that it wrote with a filter: calls are missing in it. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"
#include "support/temporary.h"

TestSuite(filtered, .init = temporary_enter, .fini = temporary_leave, .timeout = 60);

/* The CSV of a view of what is left of a profile. */
static char *view_of(char *profile, char *filter, char *view)
{
    char *quern = run_quern_path();
    char *write[] = {"quern", "--format=callgrind", "-o", "filtered", filter, profile, NULL};
    char *read[] = {"quern", "--format=csv", view, "filtered", NULL};

    free(run_output(quern, write, NULL));
    char *text = run_output(quern, read, NULL);
    free(quern);
    return text;
}

static void expect_line(char *text, const char *line)
{
    cr_expect(strstr(text, line), "expected\n%s\nin\n%s", line, text);
    free(text);
}

/* Its second level is entered through the dynamic linker, which is left out. */
Test(filtered, functions_entered_by_what_is_left_out_have_bounds)
{
    expect_line(view_of(TESTDATA_DIR "/dl", "--object=!/ld-linux", "--top"),
                "_dl_catch_exception,,18,1554,60131,false\r\n");
}

/* is_even'2 is called by is_odd alone. 4,960 is what is_even costs in the whole profile. */
Test(filtered, functions_of_a_cycle_that_is_gone_have_bounds)
{
    expect_line(view_of(TESTDATA_DIR "/cycles", "--function=is_even", "--top"),
                "is_even,,0,2600,4960,false\r\n");
}

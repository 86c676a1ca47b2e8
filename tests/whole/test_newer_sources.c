/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Golden cases have no sources that are newer than their profiles. */

#define _XOPEN_SOURCE 700 /* for utimensat */

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(newer_sources, .init = temporary_enter, .fini = temporary_leave);

Test(newer_sources, are_warned_of)
{
    static const struct timespec later[] = {{4102444800, 0}, {4102444800, 0}}; /* in 2100 */
    static const char *const views[][3] = {{"--auto=yes"}, {"--annotate=f"}, {"--by=line"}};

    temporary_write("c.c", "one\n");
    temporary_write("profile", "events: Ir\nfl=c.c\nfn=f\n1 1\n");
    cr_assert_eq(utimensat(AT_FDCWD, "c.c", later, 0), 0);
    for (size_t i = 0; i < ARRAY_LENGTH(views); i++) {
        struct run run = run_quern(views[i], "profile");

        cr_assert_eq(run.status, 0, "%s", run.err);
        cr_expect(strstr(run.err, "c.c: is newer than the profile 'profile': the listing may not "
                                  "fit"),
                  "%s: %s", views[i][0], run.err);
        run_free(&run);
    }
}

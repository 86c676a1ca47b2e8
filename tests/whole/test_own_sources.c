/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Golden cases have no sources in their folder, nor any that are newer than their profiles. */

#define _XOPEN_SOURCE 700 /* for utimensat */

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(own_sources, .init = temporary_enter, .fini = temporary_leave);

Test(own_sources, are_warned_of_if_newer)
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

Test(own_sources, are_found_by_the_absolute_path_that_was_recorded)
{
    char here[1000], profile[1100], option[1100];

    cr_assert_not_null(getcwd(here, sizeof here));
    snprintf(profile, sizeof profile, "events: Ir\nfl=%s/c.c\nfn=f\n1 7\n", here);
    snprintf(option, sizeof option, "--annotate=%s/c.c", here);
    temporary_write("c.c", "one\n");
    temporary_write("profile", profile);
    const char *const options[3] = {option};
    struct run run = run_quern(options, "profile");
    cr_expect_eq(run.status, 0, "%s", run.err);
    cr_expect(strstr(run.out, "\nc.c: 7, 100.00 %\n"), "%s", run.out);
    run_free(&run);
}

/* As in C++, a header has nearly all self cost of the function. */
Test(own_sources, come_first_by_inclusive_cost_where_there_are_calls)
{
    static const char calls[] = "cfl=d.cpp\ncfn=g\ncalls=1 1\n2 5000\n";
    static const struct {
        const char *inclusive, *calls, *first;
    } cases[] = {
        {"--inclusive=no", calls, "\nf in /h.h: 1,000"},
        {"--inclusive=both", calls, "\nf in c.cpp: 10"},
        {"--inclusive=both", "", "\nf in /h.h: 1,000"},
    };

    temporary_write("c.cpp", "one\ntwo\n");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char profile[200];
        snprintf(profile, sizeof profile,
                 "events: Ir\nfl=c.cpp\nfn=f\n1 10\n%sfi=/h.h\n3 1000\nfl=d.cpp\nfn=g\n1 5000\n",
                 cases[i].calls);
        temporary_write("profile", profile);
        const char *const options[] = {"--annotate=f", cases[i].inclusive, NULL};
        struct run run = run_quern(options, "profile");
        cr_expect_eq(run.status, 0, "%s", run.err);
        const char *listing = strstr(run.out, "\nf in ");
        cr_expect(listing != NULL && strncmp(listing, cases[i].first, strlen(cases[i].first)) == 0,
                  "%zu: %s", i, run.out);
        run_free(&run);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The C library may sort as it likes: with the qsort() of tests/support/other_sort.c, which has
 * equal elements the other way round, every view must print the same bytes. So must the golden
 * cases: see test_golden.c. It does not work with AddressSanitizer, where these tests are skipped.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/run.h"
#include "support/temporary.h"

#define USED "used"

#ifndef OTHER_SORT_LIBRARY
#define OTHER_SORT_LIBRARY ""
#endif

TestSuite(other_sort, .init = temporary_enter, .fini = temporary_leave, .timeout = 120);

/*
 * All that can be ranked costs the same: lines, functions, files and objects, two cycles, calls
 * from a line, parts and threads that nothing but their order tells apart.
 */
static const char ties[] =
    "events: A\npid: 1\npart: 1\nthread: 1\n"
    "ob=p\nfl=d/a\nfn=main\n4 1\n3 1\n2 1\n"
    "cob=o\ncfi=c\ncfn=f\ncalls=1 1\n2 9\ncob=o\ncfi=b\ncfn=f\ncalls=1 1\n2 9\n"
    "cob=p\ncfi=d/a\ncfn=y\ncalls=1 1\n2 9\ncob=p\ncfi=d/a\ncfn=v\ncalls=1 1\n2 9\n"
    "ob=o\nfl=c\nfn=f\n9 1\n8 1\nfi=x\n1 1\nfi=w\n1 1\nfl=b\nfn=f\n2 1\n1 1\n"
    "ob=p\nfl=d/a\nfn=y\n7 4\ncfn=z\ncalls=1 1\n7 5\nfn=z\n6 5\ncfn=y\ncalls=1 1\n6 4\n"
    "fn=v\n7 4\ncfn=w\ncalls=1 1\n7 5\nfn=w\n6 5\ncfn=v\ncalls=1 1\n6 4\n"
    "fl=e\nfn=g:h\n1 1\nfl=e:g\nfn=h\n1 1\n"
    "part: 1\nthread: 1\ndesc: Trigger: once\nfl=d/a\nfn=main\n1 29\n"
    "part: 1\nthread: 1\ndesc: Trigger: again\nfl=d/a\nfn=main\n1 29\n";

static const char *const views[][4] = {
    {"--threshold=100", "--tree=both"},
    {"--threshold=100", "--tree=both", "--inclusive=both"},
    {"--by=function", "--rows=1000000"},
    {"--by=function", "--sort=calls", "--rows=1000000"},
    {"--by=file:function", "--format=csv"},
    {"--by=file", "--format=csv"},
    {"--by=directory", "--format=csv"},
    {"--by=namespace", "--format=csv"},
    {"--by=object", "--format=csv"},
    {"--by=line", "--format=csv"},
    {"--by=line"},
    {"--by=part", "--format=csv"},
    {"--by=thread", "--format=csv"},
    {"--by=input", "--format=csv"},
    {"--top=1000", "--inclusive=yes"},
    {"--peek=."},
    {"--annotate=.", "--inclusive=both"},
    {"--format=json"},
    {"--format=callgrind"},
};

static void print_command(FILE *out, const char *const view[], const char *profile)
{
    fputs("quern", out);
    for (size_t i = 0; view[i] != NULL; i++)
        fprintf(out, " %s", view[i]);
    fprintf(out, " %s\n", profile);
}

static void check_view(const char *const view[], const char *profile)
{
    struct run expected = run_quern(view, profile);
    setenv("LD_PRELOAD", OTHER_SORT_LIBRARY, 1);
    struct run run = run_quern(view, profile);
    unsetenv("LD_PRELOAD");
    bool is_same = run.out_size == expected.out_size &&
                   memcmp(run.out, expected.out, run.out_size) == 0 &&
                   strcmp(run.err, expected.err) == 0 && run.status == expected.status;

    if (!is_same)
        print_command(stderr, view, profile);
    cr_expect(is_same, "%s differs", view[0]);
    cr_expect_eq(run.status, 0, "%s: %s", view[0], run.err);
    run_free(&run);
    run_free(&expected);
}

static void check(const char *profile)
{
    if (strlen(OTHER_SORT_LIBRARY) == 0)
        cr_skip_test("not in this build");
    setenv("OTHER_SORT_USED", USED, 1);
    for (size_t i = 0; i < ARRAY_LENGTH(views); i++)
        check_view(views[i], profile);
    cr_expect(access(USED, F_OK) == 0, "%s: the other sort was not used", profile);
}

Test(other_sort, tells_nothing_of_ties)
{
    temporary_write("ties", ties);
    check("ties");
}

Test(other_sort, tells_nothing_of_real_profiles)
{
    check(TESTDATA_DIR "/fib_static");
    check(TESTDATA_DIR "/cycles");
    check(TESTDATA_DIR "/o_every");
    check(TESTDATA_DIR "/o_threads_combined");
    check(TESTDATA_DIR "/pybrz");
    check(TESTDATA_DIR "/rust_O0");
    check(TESTDATA_DIR "/xdebug_r");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hotspots by input, each compared with the one before. */

#include <criterion/criterion.h>
#include <string.h>

#include "support/run.h"
#include "support/temporary.h"

TestSuite(trend, .init = temporary_enter, .fini = temporary_leave);

/* Three runs of Ir 10, 4 and 5, of which the second does not say what Dr is. */
static void write_runs(void)
{
    temporary_write("z", "events: Ir Dr\nfl=a.c\nfn=main\n1 10 3\n");
    temporary_write("a", "events: Ir Dr\nfl=a.c\nfn=main\n1 4\n");
    temporary_write("m", "events: Ir Dr\nfl=a.c\nfn=main\n1 5 7\n");
}

/* The part of what is printed from "rows" on. */
static void expect_rows(const char *const options[], const char *expected)
{
    struct run run = run_quern(options, "m");
    const char *rows = strstr(run.out, "\"rows\"");

    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert(rows, "%s", run.out);
    cr_expect_str_eq(rows, expected);
    run_free(&run);
}

Test(trend, is_in_the_order_of_the_command_line)
{
    static const char *const options[] = {"--by=input", "--format=json", "z", "a", NULL};

    write_runs();
    expect_rows(options, "\"rows\": [\n"
                         "{\"input\": \"z\", \"self\": {\"Ir\": 10, \"Dr\": 3}},\n"
                         "{\"input\": \"a\", \"self\": {\"Ir\": 4, \"Dr\": null}, "
                         "\"change\": {\"Ir\": -6, \"Dr\": null}},\n"
                         "{\"input\": \"m\", \"self\": {\"Ir\": 5, \"Dr\": 7}, "
                         "\"change\": {\"Ir\": 1, \"Dr\": null}}\n]}\n");
}

Test(trend, ends_with_the_last_rows)
{
    static const char *const options[] = {"--by=input", "--format=json", "-n1", "z", "a", NULL};

    write_runs();
    expect_rows(options, "\"rows\": [\n"
                         "{\"input\": \"m\", \"self\": {\"Ir\": 5, \"Dr\": 7}, "
                         "\"change\": {\"Ir\": 1, \"Dr\": null}}\n]}\n");
}

Test(trend, gives_way_to_an_order)
{
    static const char *const options[] = {"--by=input", "--format=json", "--sort=Dr", "z", "a",
                                          NULL};

    write_runs();
    expect_rows(options, "\"rows\": [\n"
                         "{\"input\": \"m\", \"self\": {\"Ir\": 5, \"Dr\": 7}},\n"
                         "{\"input\": \"z\", \"self\": {\"Ir\": 10, \"Dr\": 3}},\n"
                         "{\"input\": \"a\", \"self\": {\"Ir\": 4, \"Dr\": null}}\n]}\n");
}

Test(trend, is_not_of_one_input)
{
    static const char *const options[] = {"--by=input", "--format=json", NULL};

    write_runs();
    expect_rows(options, "\"rows\": [\n{\"input\": \"m\", \"self\": {\"Ir\": 5, \"Dr\": 7}}\n]}\n");
}

/* From the least number to the largest is further than 64 bits. */
Test(trend, leaves_out_what_does_not_fit)
{
    static const char *const options[] = {"--by=input", "--format=json", "z", NULL};

    temporary_write("z", "events: Ir\nfl=a.c\nfn=main\n1 -9223372036854775807\n");
    temporary_write("m", "events: Ir\nfl=a.c\nfn=main\n1 5\n");
    expect_rows(options, "\"rows\": [\n"
                         "{\"input\": \"z\", \"self\": {\"Ir\": -9223372036854775807}},\n"
                         "{\"input\": \"m\", \"self\": {\"Ir\": 5}, "
                         "\"change\": {\"Ir\": null}}\n]}\n");
}

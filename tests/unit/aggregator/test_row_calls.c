/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/row_calls.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/program.h"
#include "base/array.h"
#include "profile/levels.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(group_calls, .init = temporary_enter, .fini = temporary_leave);

/* What a profile says of calls between functions. */
struct trial {
    struct parsed parsed;
    struct totals totals;
    struct groups groups;
    struct inclusive inclusive;
    struct group_calls calls;
};

static void begin(struct trial *trial, const char *profile)
{
    static const struct filter everything;
    struct error error = {0};

    parsed_read(&trial->parsed, profile);
    cr_assert(trial->parsed.is_read, "%s", trial->parsed.error.text);
    cr_assert(totals_compute(&trial->totals, &trial->parsed.profile, &error) &&
                  groups_create(&trial->groups, &trial->parsed.profile, BY_FUNCTION, true,
                                &everything, &error) &&
                  inclusive_compute(&trial->inclusive, &trial->groups,
                                    profile_find_levels(&trial->parsed.profile),
                                    &trial->totals.program, &error) &&
                  group_calls_create(&trial->calls, &trial->inclusive, &error),
              "%s", error.text);
}

static void end(struct trial *trial)
{
    group_calls_free(&trial->calls);
    inclusive_free(&trial->inclusive);
    groups_free(&trial->groups);
    totals_free(&trial->totals);
    parsed_free(&trial->parsed);
}

static const char *name_of(const struct trial *trial, group_id id)
{
    return groups_names(&trial->groups, id).function.at;
}

static group_id find(const struct trial *trial, const char *name)
{
    for (group_id id = 0; id < trial->groups.count; id++) {
        if (strcmp(name_of(trial, id), name) == 0)
            return id;
    }
    cr_assert_fail("there is no %s", name);
    return 0;
}

/* "COUNT ENTERING LEAVING" of the calls from one function to another. Static memory. */
static const char *show_call(const struct trial *trial, const char *caller, const char *callee)
{
    static char text[80];
    const struct group_calls *calls = &trial->calls;
    group_id from = find(trial, caller), to = find(trial, callee);

    for (size_t i = calls->callees_begin[from]; i < calls->callees_begin[from + 1]; i++) {
        uint32_t arc = calls->callees[i];

        cr_expect_eq(group_call(calls, arc).caller, from);
        if (group_call(calls, arc).callee != to)
            continue;
        snprintf(text, sizeof(text), "%" PRIi64 " %" PRIi64 " %" PRIi64, calls->arcs.counts[arc],
                 costs_sum(&calls->entering, costs_row(&calls->entering, arc), 0),
                 costs_sum(&calls->leaving, costs_row(&calls->leaving, arc), 0));
        return text;
    }
    return "none";
}

static void expect_path(const struct trial *trial, const char *to, size_t column, size_t room,
                        const char *expected)
{
    group_id path[8];
    char text[100] = "";
    size_t count = group_calls_path(&trial->calls, find(trial, to), column, path, room);

    for (size_t i = 0; i < count; i++)
        strcat(strcat(text, i != 0 ? " " : ""), name_of(trial, path[i]));
    cr_expect_str_eq(text, expected, "to %s: '%s', not '%s'", to, text, expected);
}

/* By Ir main's calls of g cost most, by Dr those of f. */
static const char plain[] =
    "events: Ir Dr\nfl=a\nfn=main\n1 1 1\ncfn=f\ncalls=1 1\n1 30 9\ncfn=h\ncalls=2 1\n1 50 5\n"
    "fn=f\n2 10 4\ncfn=g\ncalls=3 1\n2 20 5\nfn=h\n3 10 1\ncfn=g\ncalls=4 1\n3 40 4\n"
    "fn=g\n4 60 9\n";

Test(group_calls, are_between_functions)
{
    struct trial trial;

    begin(&trial, plain);
    cr_expect_str_eq(show_call(&trial, "main", "f"), "1 30 30");
    cr_expect_str_eq(show_call(&trial, "h", "g"), "4 40 40");
    cr_expect_str_eq(show_call(&trial, "g", "h"), "none");
    end(&trial);
}

/* main > f 100 > f'2 60 > f'2 20: f costs what main spends on it, and f's calls nest in that. */
Test(group_calls, leave_out_what_nests_in_others)
{
    struct trial trial;

    begin(&trial, "events: Ir\nfl=a\nfn=main\n1 5\ncfn=f\ncalls=1 1\n1 100\nfn=f\n2 40\ncfn=f'2\n"
                  "calls=1 1\n2 60\nfn=f'2\n2 60\ncfn=f'2\ncalls=1 1\n2 20\n");
    cr_expect_str_eq(show_call(&trial, "main", "f"), "1 100 100");
    cr_expect_str_eq(show_call(&trial, "f", "f"), "2 0 0");
    end(&trial);
}

/* main > f > g > f'2 > g'2, of 1, 2, 4, 8 and 16. */
static const char levels[] =
    "events: Ir\nfl=a\nfn=main\n1 1\ncfn=f\ncalls=1 1\n1 30\nfn=f\n2 2\ncfn=g\ncalls=1 1\n2 28\n"
    "fn=g\n3 4\ncfn=f'2\ncalls=1 1\n3 24\nfn=f'2\n2 8\ncfn=g'2\ncalls=1 1\n2 16\nfn=g'2\n3 16\n";

Test(group_calls, count_those_of_the_first_level)
{
    struct trial trial;

    begin(&trial, levels);
    cr_expect_str_eq(show_call(&trial, "main", "f"), "1 30 30");
    cr_expect_str_eq(show_call(&trial, "f", "g"), "2 28 28"); /* not g'2 in f'2: it nests */
    cr_expect_str_eq(show_call(&trial, "g", "f"), "1 0 24");
    cr_expect(trial.inclusive.is_exact[find(&trial, "g")]);
    end(&trial);
}

Test(group_calls, have_a_hottest_path)
{
    struct trial trial;

    begin(&trial, plain);
    expect_path(&trial, "g", 0, 8, "main h g");
    expect_path(&trial, "g", 1, 8, "main f g");
    expect_path(&trial, "main", 0, 8, "main");
    expect_path(&trial, "g", 0, 2, "h g");
    expect_path(&trial, "g", 0, 1, "g");
    end(&trial);
    begin(&trial, levels);
    expect_path(&trial, "g", 0, 8, "main f g");
    end(&trial);
}

/* Where all call each other, a path has an end all the same. */
Test(group_calls, have_a_path_in_a_cycle)
{
    struct trial trial;
    group_id path[8];

    begin(&trial, "events: Ir\nfl=a\nfn=f\n1 1\ncfn=g\ncalls=1 1\n1 2\nfn=g\n1 1\ncfn=f\n"
                  "calls=1 1\n1 1\n");
    for (group_id id = 0; id < trial.groups.count; id++) {
        size_t count = group_calls_path(&trial.calls, id, 0, path, ARRAY_LENGTH(path));

        cr_assert(count == 1 || count == 2);
        cr_expect_eq(path[count - 1], id);
        cr_expect(count == 1 || path[0] != id);
    }
    end(&trial);
}

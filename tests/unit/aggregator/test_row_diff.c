/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "aggregator/row_diff.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/levels.h"
#include "support/parsed.h"
#include "support/temporary.h"

TestSuite(group_diff, .init = temporary_enter, .fini = temporary_leave);

static const struct filter everything;
static const struct text_list none;

/* main calls f and g; in the old version g is in another file, f costs less, and h is there too. */
static const char fresh_text[] =
    "events: Ir\nfl=n/a.c\nfn=main\n1 10\ncfn=f\ncalls=3 1\n1 60\ncfi=n/c.c\ncfn=g\ncalls=1 1\n"
    "1 5\nfn=f\n2 60\nfl=n/c.c\nfn=g\n3 5\nsummary: 80\n";
static const char old_text[] =
    "events: Ir Dr\nfl=o/a.c\nfn=main\n1 12 1\ncfn=f\ncalls=2 1\n1 40\ncfi=o/b.c\ncfn=g\ncalls=1 "
    "1\n1 5\ncfn=h\ncalls=7 1\n1 21 3\nfn=f\n2 40\nfn=h\n4 21 3\nfl=o/b.c\nfn=g\n3 5\n";

/* The two and what changed. */
struct compared {
    struct parsed fresh, old;
    struct diff diff;
};

static void compare(struct compared *compared, const char *fresh, const char *old)
{
    struct error error = {0};

    parsed_read(&compared->fresh, fresh);
    parsed_read_beside(&compared->old, &compared->fresh, old);
    compared->fresh.profile.inputs[0].levels = profile_find_levels(&compared->fresh.profile);
    compared->old.profile.inputs[0].levels = profile_find_levels(&compared->old.profile);
    cr_assert(diff_create(&compared->diff, &compared->fresh.profile, &compared->old.profile,
                          MATCH_FUNCTIONS, none, &error),
              "%s", error.text);
}

static void compared_free(struct compared *compared)
{
    diff_free(&compared->diff);
    parsed_free(&compared->old);
    parsed_free(&compared->fresh);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lines of a text, sorted; it is changed. */
static char *sorted(char *text)
{
    char *lines[100], *result = calloc(1, strlen(text) + 1);
    size_t count = 0;

    cr_assert(result);
    for (char *line = strtok(text, "\n"); line && count < 100; line = strtok(NULL, "\n"))
        lines[count++] = line;
    qsort(lines, count, sizeof *lines, by_text);
    for (size_t i = 0; i < count; i++)
        strcat(strcat(result, lines[i]), "\n");
    free(text);
    return result;
}

/* "NAME self CHANGE (was OLD) incl ... xCALLS (was OLD) STATUS WAS" for each group. */
static char *show(const struct group_diff *group_diff)
{
    static const char *const changes[] = {"", " new", " gone", " moved", " renamed"};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    for (group_id id = 0; id < group_diff->groups.count; id++) {
        struct group_names names = groups_names(&group_diff->groups, id), was = {0};
        enum change change = group_diff_change(group_diff, id, &was);

        fprintf(out, "%s:%s self", names.file.at, names.function.at);
        parsed_print_costs(out, &group_diff->groups.self, id);
        fputs(" was", out);
        parsed_print_costs(out, &group_diff->old_self, id);
        fputs(group_diff->inclusive.is_exact[id] ? " incl" : " incl ~", out);
        parsed_print_costs(out, &group_diff->inclusive.costs, id);
        fputs(" was", out);
        parsed_print_costs(out, &group_diff->old_inclusive, id);
        fprintf(out, " x%" PRIi64 " was %" PRIi64 "%s", group_diff->groups.calls[id],
                group_diff->old_calls[id], changes[change]);
        if (change == CHANGE_MOVED || change == CHANGE_RENAMED)
            fprintf(out, " %s:%s", was.file.at, was.function.at);
        fputc('\n', out);
    }
    fclose(out);
    return sorted(text);
}

static void expect_groups(const char *fresh, const char *old, const char *expected)
{
    struct compared compared;
    struct group_diff group_diff;
    struct error error = {0};

    compare(&compared, fresh, old);
    cr_assert(group_diff_create(&group_diff, &compared.diff, BY_FUNCTION, true, &everything, true,
                                &error),
              "%s", error.text);
    char *text = show(&group_diff);
    cr_expect_str_eq(text, expected, "got\n%s", text);
    free(text);
    group_diff_free(&group_diff);
    compared_free(&compared);
}

Test(group_diff, subtracts_after_every_sum)
{
    expect_groups(fresh_text, old_text,
                  "n/a.c:f self 20 . was 40 . incl 20 . was 40 . x1 was 2\n"
                  "n/a.c:h self -21 -3 was 21 3 incl -21 -3 was 21 3 x-7 was 7 gone\n"
                  "n/a.c:main self -2 -1 was 12 1 incl -3 -4 was 78 4 x0 was 0\n"
                  "n/c.c:g self 0 . was 5 . incl 0 . was 5 . x0 was 1 moved o/b.c:g\n");
}

Test(group_diff, knows_what_is_new)
{
    expect_groups("events: Ir\nfl=a.c\nfn=f.cold\n1 3\nfn=g\n1 4\n",
                  "events: Ir\nfl=a.c\nfn=f\n1 1\n",
                  "a.c:f.cold self 2 was 1 incl 2 was 1 x0 was 0 renamed a.c:f\n"
                  "a.c:g self 4 was . incl 4 was . x0 was 0 new\n");
}

/* e and o call each other: without levels their inclusive cost is a bound, and nobody knows the
   difference, though the other side is exact. */
Test(group_diff, is_exact_where_both_sides_are)
{
    expect_groups("events: Ir\nfl=a.c\nfn=e\n1 1\ncfn=o\ncalls=1 1\n1 5\nfn=o\n2 5\n",
                  "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=e\ncalls=1 1\n1 30\nfn=e\n2 10\ncfn=o\n"
                  "calls=1 1\n2 25\nfn=o\n3 20\ncfn=e\ncalls=1 1\n3 15\n",
                  "a.c:e self -9 was 10 incl ~ -24 was 30 x-2 was 2\n"
                  "a.c:main self -1 was 1 incl -31 was 31 x0 was 0 gone\n"
                  "a.c:o self -15 was 20 incl ~ -15 was 20 x0 was 1\n");
}

Test(group_diff, of_a_profile_and_itself_is_nothing)
{
    expect_groups(fresh_text, fresh_text,
                  "n/a.c:f self 0 was 60 incl 0 was 60 x0 was 3\n"
                  "n/a.c:main self 0 was 10 incl 0 was 75 x0 was 0\n"
                  "n/c.c:g self 0 was 5 incl 0 was 5 x0 was 1\n");
}

/* 0x1 calls main, which calls 0x2: as one they would be a cycle. As one row they are a bound. */
Test(group_diff, computes_inclusive_costs_before_addresses_become_one)
{
    static const char text[] = "events: Ir\nfl=???\nfn=0x1\n0 5\ncfn=main\ncalls=1 0\n0 1000\n"
                               "fn=main\n0 100\ncfn=0x2\ncalls=1 0\n0 900\nfn=0x2\n0 900\n";

    expect_groups(text, text,
                  "???:(no name) self 0 was 905 incl ~ 0 was 1005 x0 was 1\n"
                  "???:main self 0 was 100 incl 0 was 1000 x0 was 1\n");
}

Test(group_diff, tells_how_calls_changed)
{
    struct compared compared;
    struct group_diff group_diff;
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out);
    compare(&compared, fresh_text, old_text);
    cr_assert(group_diff_create(&group_diff, &compared.diff, BY_FUNCTION, true, &everything, true,
                                &error));
    for (uint32_t id = 0; id < group_diff.calls.arcs.index.count; id++) {
        struct group_call call = group_call(&group_diff.calls, id);

        fprintf(out, "%s > %s x%" PRIi64, groups_names(&group_diff.groups, call.caller).function.at,
                groups_names(&group_diff.groups, call.callee).function.at,
                group_diff.calls.arcs.counts[id]);
        parsed_print_costs(out, &group_diff.calls.entering, id);
        parsed_print_costs(out, &group_diff.calls.leaving, id);
        fputc('\n', out);
    }
    fclose(out);
    text = sorted(text);
    cr_expect_str_eq(text,
                     "main > f x1 20 . 20 .\n"
                     "main > g x0 0 . 0 .\n"
                     "main > h x-7 -21 -3 -21 -3\n",
                     "got\n%s", text);
    free(text);
    group_diff_free(&group_diff);
    compared_free(&compared);
}

/* The total of the new program is its summary, that of the old one the sum of its costs. */
Test(group_diff, has_the_change_of_the_total)
{
    struct compared compared;
    struct totals totals;
    struct error error = {0};

    compare(&compared, fresh_text, old_text);
    cr_assert(diff_totals(&compared.diff, true, &totals, &error), "%s", error.text);
    cr_expect_eq(costs_sum(&totals.program, costs_row(&totals.program, 0), 0), 80 - 78);
    cr_expect_eq(costs_sum(&totals.program, costs_row(&totals.program, 0), 1), -4);
    totals_free(&totals);
    compared_free(&compared);
}

Test(group_diff, notices_what_does_not_fit)
{
    static const char most[] = "events: Ir\nfn=f\n1 9223372036854775807\n";
    static const char least[] = "events: Ir\nfn=f\n1 -9223372036854775807\n";
    struct parsed fresh, old;
    struct diff diff;
    struct error error = {0};

    parsed_read(&fresh, most);
    parsed_read_beside(&old, &fresh, least);
    cr_expect_not(diff_create(&diff, &fresh.profile, &old.profile, MATCH_FUNCTIONS, none, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    diff_free(&diff);
    parsed_free(&old);
    parsed_free(&fresh);
}

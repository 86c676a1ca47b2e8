/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/input/view_options.h"
#include "reporter/view/views.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "reporter/report.h"
#include "support/shown_view.h"
#include "support/temporary.h"

TestSuite(views, .init = temporary_enter, .fini = temporary_leave);

static const char profile[] = "events: Ir\nfl=a.c\nfn=main\n1 10\ncfn=f\ncalls=3 2\n1 60\nfn=f\n"
                              "2 60\n";
static const char old_profile[] =
    "events: Ir\nfl=a.c\nfn=main\n1 10\ncfn=f\ncalls=2 2\n1 40\nfn=f\n2 40\n";

/* Pulls the report of a subject, or of nothing but its options; the error is in the text. */
static char *show_report(const struct view_options *options, const char *old, struct report *report)
{
    struct viewed viewed;
    struct error error = {0};
    char *text;

    viewed_read(&viewed, &(struct view_options){0}, profile, old);
    const struct subject subject = {.profile = viewed.input.profile, .diff = viewed.input.diff};
    struct views *views = views_create(&subject, options, &viewed.warnings, report, &error);
    text =
        views != NULL ? show_sections(report->next, report->maker, SHOW_ROWS) : strdup(error.text);
    cr_assert(text, "out of memory");
    views_free(views);
    viewed_free(&viewed);
    return text;
}

/* One of each kind; what they show in full is the business of their own tests. */
Test(views, make_the_report_that_was_asked_for)
{
    struct view_options cases[] = {
        {.view = VIEW_CLASSIC, .threshold = TEXT("99")},
        {.view = VIEW_CLASSIC, .threshold = TEXT("99"), .is_tabular = true},
        {.view = VIEW_HOTSPOTS, .n_rows = 1},
        {.view = VIEW_PEEK},
        {.view = VIEW_CODE_LISTING, .annotate = TEXT("none")},
        {.view = VIEW_EVENTS},
    };
    static const struct {
        const char *begins;
        bool is_classic;
    } expected[] = {
        {"== totals\n", true},
        {"== hotspots\nhotspot a.c:f = 60 incl 60 x3\nhotspot a.c:main = 10 incl 70 x0\n", false},
        {"== hotspots\nhotspot a.c:f = 60 incl 60 x3\n", false},
        {"== peek\nfunction a.c:main = 10 incl 70 x0\n", false},
        {"", false}, /* an error, which names what was asked for */
        {"== events\nevent Ir", false},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct report report = {0};
        char *text = show_report(&cases[i], NULL, &report);

        cr_expect(strncmp(text, expected[i].begins, strlen(expected[i].begins)) == 0,
                  "case %zu: got\n%s", i, text);
        cr_expect_eq(report.is_classic, expected[i].is_classic, "case %zu", i);
        if (cases[i].view == VIEW_CODE_LISTING)
            cr_expect(strstr(text, "none"), "%s", text);
        free(text);
    }
}

Test(views, make_a_report_of_a_difference)
{
    const struct view_options options = {.view = VIEW_HOTSPOTS, .n_rows = 9};
    struct report report = {0};
    char *text = show_report(&options, old_profile, &report);

    cr_expect_str_eq(text, "== hotspots\n"
                           "hotspot a.c:f = 20 incl 20 x1 was 40 incl 40 x2\n"
                           "hotspot a.c:main = 0 incl 20 x0 was 10 incl 50 x0\n");
    cr_expect_eq(report.facts.old_files.count, 1);
    free(text);
}

Test(views, fail_with_the_error_of_their_own)
{
    static const struct {
        struct view_options options;
        const char *message;
    } cases[] = {
        {{.view = VIEW_HOTSPOTS, .sort = {"Nix", 3}},
         "unknown event 'Nix' in --sort: the events are Ir, CEst, EstCycles"},
        {{.view = VIEW_HOTSPOTS, .show = {"Nix", 3}},
         "unknown event 'Nix' in --show: the events are Ir, CEst, EstCycles"},
        {{.view = VIEW_CLASSIC, .threshold = {"x", 1}}, "--threshold=x: must be from 0 to 100"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct report report = {0};
        char *text = show_report(&cases[i].options, NULL, &report);

        cr_expect_str_eq(text, cases[i].message);
        free(text);
    }
    views_free(NULL);
}

Test(views, fit_differences_or_say_why_not)
{
    static const struct {
        struct view_options options;
        const char *message; /* NULL: it fits */
    } cases[] = {
        {{.view = VIEW_CLASSIC}, NULL},
        {{.view = VIEW_PEEK}, NULL},
        {{.view = VIEW_HOTSPOTS, .by = BY_FUNCTION}, NULL},
        {{.view = VIEW_HOTSPOTS, .by = BY_OBJECT}, NULL},
        {{.view = VIEW_HOTSPOTS, .by = BY_LINE}, NULL},
        {{.view = VIEW_HOTSPOTS, .by = BY_INPUT}, NULL},
        {{.view = VIEW_CODE_LISTING}, NULL},
        {{.view = VIEW_EVENTS}, "--list-events cannot be combined with --diff"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error = {0};

        cr_expect_eq(views_fit_difference(&cases[i].options, &error), cases[i].message == NULL,
                     "case %zu", i);
        cr_expect_eq(error.kind, cases[i].message == NULL ? ERROR_NONE : ERROR_USAGE);
        cr_expect_str_eq(error.text, cases[i].message == NULL ? "" : cases[i].message);
    }
}

Test(views, keep_what_each_needs)
{
    static const struct {
        struct view_options options;
        struct keep keep, of_difference;
    } cases[] = {
        {{.view = VIEW_CLASSIC}, {.places = KEEP_SELF}, {.places = KEEP_SELF_AND_CALLS}},
        {{.view = VIEW_CLASSIC, .is_inclusive = true},
         {.places = KEEP_SELF_AND_CALLS},
         {.places = KEEP_SELF_AND_CALLS}},
        {{.view = VIEW_CLASSIC, .is_auto_annotated = true},
         {.places = KEEP_SELF, .lines = KEEP_SELF_AND_CALLS},
         {.places = KEEP_SELF_AND_CALLS, .spots = KEEP_SELF_AND_CALLS}},
        /* As hotspots. */
        {{.view = VIEW_CLASSIC, .is_auto_annotated = true, .is_tabular = true},
         {.places = KEEP_SELF_AND_CALLS},
         {.places = KEEP_SELF_AND_CALLS}},
        {{.view = VIEW_HOTSPOTS, .by = BY_PART},
         {.places = KEEP_SELF},
         {.places = KEEP_SELF_AND_CALLS}},
        {{.view = VIEW_PEEK}, {.places = KEEP_SELF_AND_CALLS}, {.places = KEEP_SELF_AND_CALLS}},
        {{.view = VIEW_CODE_LISTING},
         {.places = KEEP_SELF_AND_CALLS, .spots = KEEP_SELF_AND_CALLS},
         {.places = KEEP_SELF_AND_CALLS, .spots = KEEP_SELF_AND_CALLS}},
        {{.view = VIEW_EVENTS}, {.places = KEEP_NOTHING}, {.places = KEEP_NOTHING}},
    };

    for (size_t i = 0; i < 2 * ARRAY_LENGTH(cases); i++) {
        bool is_difference = i % 2 != 0;
        struct keep keep = views_keep(&cases[i / 2].options, is_difference);
        struct keep expected = is_difference ? cases[i / 2].of_difference : cases[i / 2].keep;

        cr_expect_eq(keep.places, expected.places, "case %zu", i / 2);
        cr_expect_eq(keep.lines, expected.lines, "case %zu", i / 2);
        cr_expect_eq(keep.spots, expected.spots, "case %zu", i / 2);
        cr_expect_eq(keep.only_sides, expected.only_sides, "case %zu", i / 2);
        cr_expect_eq(keep.addresses, expected.addresses, "case %zu", i / 2);
    }
}

Test(views, match_what_their_rows_are)
{
    static const struct {
        struct view_options options;
        enum matching matching;
    } cases[] = {
        {{.view = VIEW_HOTSPOTS, .by = BY_FUNCTION}, MATCH_FUNCTIONS},
        {{.view = VIEW_HOTSPOTS, .by = BY_FILE_FUNCTION}, MATCH_FUNCTIONS},
        {{.view = VIEW_HOTSPOTS, .by = BY_LINE}, MATCH_LINES},
        {{.view = VIEW_HOTSPOTS, .by = BY_FILE}, MATCH_PATHS},
        {{.view = VIEW_HOTSPOTS, .by = BY_DIRECTORY}, MATCH_PATHS},
        {{.view = VIEW_HOTSPOTS, .by = BY_NAMESPACE}, MATCH_PATHS},
        {{.view = VIEW_HOTSPOTS, .by = BY_OBJECT}, MATCH_PATHS},
        {{.view = VIEW_HOTSPOTS, .by = BY_INSTRUCTION}, MATCH_PATHS},
        {{.view = VIEW_CLASSIC, .by = BY_FILE}, MATCH_FUNCTIONS},
        {{.view = VIEW_CLASSIC, .is_auto_annotated = true}, MATCH_LINES},
        {{.view = VIEW_CODE_LISTING}, MATCH_LINES},
        {{.view = VIEW_PEEK}, MATCH_FUNCTIONS},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(views_matching(&cases[i].options), cases[i].matching, "case %zu", i);
}

/* 70 now, 50 before. */
Test(views, know_the_total_of_their_subject)
{
    static const struct {
        const char *old;
        int64_t total;
    } cases[] = {{NULL, 70}, {old_profile, 70 - 50}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct viewed viewed;
        struct program program = {0};
        struct error error = {0};

        viewed_read(&viewed, &(struct view_options){0}, profile, cases[i].old);
        const struct subject subject = {.profile = viewed.input.profile, .diff = viewed.input.diff};
        cr_assert(subject_total(&subject, &program, &error), "%s", error.text);
        cr_expect_eq(figured_cost(&program.total, 0, 0), cases[i].total);
        program_free(&program);
        viewed_free(&viewed);
    }
}

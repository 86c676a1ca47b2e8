/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/options.h"

#include <criterion/criterion.h>
#include <string.h>

/* As callgrind_annotate has them. */
Test(options, have_defaults)
{
    struct options options;
    struct error error;

    options_init(&options);
    cr_expect_null(options.help);
    cr_expect_null(options.completion);
    cr_expect_not(options.wants_version);
    cr_expect(options.format.show_percentages);
    cr_expect_not(options.format.show_long_names);
    cr_expect(options.view.is_auto_annotated);
    cr_expect_not(options.view.is_inclusive);
    cr_expect_not(options.view.shows_callers);
    cr_expect_not(options.view.shows_callees);
    cr_expect_eq(options.view.context, 8);
    cr_expect_eq(options.view.n_rows, 30);
    cr_expect(text_equal(options.view.threshold, TEXT("99")));
    cr_expect_eq(options.view.show.length, 0);
    cr_expect_eq(options.view.sort.length, 0);
    cr_expect_eq(options.view.sources_at.include_dirs.count, 0);
    cr_expect_eq(options.files.count, 0);
    cr_expect(options_check(&options, &error));
    options_free(&options);
}

/* NULL: they can be combined. */
static void expect_check(const struct options *options, const char *message)
{
    struct error error = {0};

    if (message == NULL) {
        cr_expect(options_check(options, &error), "%s", error.text);
        return;
    }
    cr_expect_not(options_check(options, &error), "not refused: %s", message);
    cr_expect_eq(error.kind, ERROR_USAGE);
    cr_expect(strstr(error.text, message), "'%s' instead of '%s'", error.text, message);
}

static const struct text old = {"old", 3}, standard_input = {"-", 1};

Test(options, need_an_old_profile_for_what_compares)
{
    struct options options;
    struct error error;

    options_init(&options);
    options.view.has_least = true;
    expect_check(&options, "--min-delta needs --diff=OLD");
    options.old = (struct text_list){&old, 1};
    expect_check(&options, NULL);
    options_free(&options);

    options_init(&options);
    options.view.old_sources_at.at.include_dirs = (struct text_list){&old, 1};
    expect_check(&options, "--old-include needs --diff=OLD");
    options.old = (struct text_list){&old, 1};
    expect_check(&options, NULL);
    options_free(&options);

    options_init(&options);
    options.view.old_sources_at.at.maps_from = (struct text_list){&old, 1};
    expect_check(&options, "--old-path-map needs --diff=OLD");
    options_free(&options);

    options_init(&options);
    options.view.old_sources_at.revision = TEXT("HEAD");
    expect_check(&options, "--old-rev needs --diff=OLD");
    options.old = (struct text_list){&old, 1};
    expect_check(&options, NULL);
    options_free(&options);

    options_init(&options);
    cr_assert(limits_add(&options.limits, "Ir > +2%", &error));
    expect_check(&options, "growth needs --diff=OLD");
    options.old = (struct text_list){&old, 1};
    expect_check(&options, NULL);
    options_free(&options);
}

/* How many rows is a matter of --top, unless a view is asked for or the format has its own. */
Test(options, have_rows_of_one_view)
{
    struct options options;

    options_init(&options);
    options.has_rows = true;
    options_settle(&options);
    cr_expect_eq(options.view.view, VIEW_HOTSPOTS);
    expect_check(&options, NULL);
    options_free(&options);

    options_init(&options);
    options.has_rows = options.has_view = true;
    options.view.view = VIEW_EVENTS;
    options_settle(&options);
    cr_expect_eq(options.view.view, VIEW_EVENTS);
    options_free(&options);

    for (enum format format = FORMAT_TEXT; format < N_FORMATS; format++) {
        options_init(&options);
        options.has_rows = options.view.has_limit = true;
        options.format.format = format;
        options_settle(&options);
        cr_expect_eq(options.view.view == VIEW_HOTSPOTS, format <= FORMAT_MARKDOWN, "%s",
                     format_name(format));
        options_free(&options);
    }
}

/* "--top=5" asks for a table, "--rows=5" only for rows of what there is. */
Test(options, draw_a_graph_of_objects)
{
    struct options options;

    for (int has_rows = 0; has_rows < 2; has_rows++) {
        options_init(&options);
        options.format.format = FORMAT_DOT;
        options.view.view = VIEW_HOTSPOTS;
        options.view.by = BY_OBJECT;
        options.has_view = options.view.has_limit = true;
        options.has_rows = has_rows;
        options_settle(&options);
        cr_expect_eq(options.view.view, has_rows ? VIEW_CALL_GRAPH : VIEW_HOTSPOTS);
        options_free(&options);
    }
}

Test(options, have_a_depth_around_a_function)
{
    struct options options;

    options_init(&options);
    options.format.format = FORMAT_DOT;
    options.view.depth = 2;
    options_settle(&options);
    expect_check(&options, "--depth of a call graph needs --peek");
    options.view.peek.is_given = true;
    expect_check(&options, NULL);
    options.view.peek.is_given = false;
    options_free(&options);
}

/* All views are on a page, so that none is asked for. */
Test(options, write_a_page_without_a_view)
{
    struct options options;

    options_init(&options);
    options.format.format = FORMAT_HTML;
    options.output = "report.html";
    cr_expect_eq(options.format.html_limit, 10000000);
    options_settle(&options);
    cr_expect_eq(options.view.view, VIEW_ALL);
    expect_check(&options, NULL);
    options.has_view = true;
    expect_check(&options, "--format=html has all views");
    options_free(&options);
}

/* What grew needs something that it can have grown from, or a limit. */
Test(options, write_findings_without_a_view)
{
    struct error error = {0};
    struct options options;

    options_init(&options);
    options.format.format = FORMAT_SARIF;
    options.has_rows = true;
    options_settle(&options);
    cr_expect_eq(options.view.view, VIEW_GROWTH);
    expect_check(&options, "--format=sarif needs --diff=OLD or --fail-if");
    cr_assert(limits_add(&options.limits, "Ir > 2", &error));
    expect_check(&options, NULL);
    options.has_view = true;
    expect_check(&options, "--format=sarif has no view");
    options_free(&options);

    options_init(&options);
    options.format.format = FORMAT_GITHUB;
    options.old = (struct text_list){&old, 1};
    options_settle(&options);
    expect_check(&options, NULL);
    options_free(&options);
}

Test(options, read_standard_input_once)
{
    struct options options;

    options_init(&options);
    options.old = (struct text_list){&standard_input, 1};
    expect_check(&options, NULL);
    options.files = (struct text_list){&standard_input, 1};
    expect_check(&options, "standard input ('-') can be read only once");
    options_free(&options);
}

Test(options, write_a_profile_without_a_view)
{
    struct options options;

    options_init(&options);
    options.format.format = FORMAT_CALLGRIND;
    expect_check(&options, NULL);
    options.has_view = true;
    expect_check(&options, "--format=callgrind");
    options.format.format = FORMAT_CSV;
    expect_check(&options, NULL);
    options_free(&options);
}

/* "--top 10"; a file of that name would be a profile. */
Test(options, explain_a_number_among_the_files)
{
    static const struct text number = {"1234567", 7}, name = {"1234567x", 8};
    struct options options;

    options_init(&options);
    options.files = (struct text_list){&number, 1};
    expect_check(&options, NULL);
    options.view.view = VIEW_HOTSPOTS;
    expect_check(&options, "did you mean --top=1234567?");
    options.files = (struct text_list){&name, 1};
    expect_check(&options, NULL);
    options_free(&options);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/options.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"

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

/* How many rows is a matter of --top, unless a view is asked for or the format has its own. */
Test(option_checks, have_rows_of_one_view)
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
        cr_expect_eq(options.view.view == VIEW_HOTSPOTS, format <= FORMAT_GREP, "%s",
                     formats[format].name);
        options_free(&options);
    }
}

/* All views are on a page, so that none is asked for. */
Test(option_checks, write_a_page_without_a_view)
{
    struct options options;

    options_init(&options);
    options.format.format = FORMAT_HTML;
    options.output = "report.html";
    cr_expect_eq(options.format.page_limit, 10000000);
    options_settle(&options);
    cr_expect_eq(options.view.view, VIEW_ALL);
    expect_check(&options, NULL);
    options.has_view = true;
    options.view.view = VIEW_HOTSPOTS;
    expect_check(&options, "--format=html cannot be combined with --top");
    options_free(&options);
}

/* Causes need an old profile; findings that, or a limit. */
Test(option_checks, write_findings_without_a_view)
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
    options.view.view = VIEW_HOTSPOTS;
    expect_check(&options, "--format=sarif cannot be combined with --top");
    options.view.view = VIEW_EXPLANATION;
    options_settle(&options);
    cr_expect_eq(options.view.view, VIEW_GROWTH);
    options_free(&options);

    options_init(&options);
    options.format.format = FORMAT_GITHUB;
    options.old = (struct text_list){&old, 1};
    options_settle(&options);
    expect_check(&options, NULL);
    options_free(&options);
}

Test(option_checks, read_standard_input_once)
{
    struct options options;

    options_init(&options);
    options.old = (struct text_list){&standard_input, 1};
    expect_check(&options, NULL);
    options.files = (struct text_list){&standard_input, 1};
    expect_check(&options, "standard input ('-') can be read only once");
    options_free(&options);
}

Test(option_checks, write_a_profile_without_a_view)
{
    struct options options;

    options_init(&options);
    options.format.format = FORMAT_CALLGRIND;
    options_settle(&options);
    expect_check(&options, NULL);
    options.has_view = true;
    options.view.view = VIEW_HOTSPOTS;
    expect_check(&options, "--format=callgrind cannot be combined with --top");
    options.format.format = FORMAT_CSV;
    expect_check(&options, NULL);
    options_free(&options);
}

enum { ARGUMENTS_MAX = 10 };

/* Reads a command line of words separated by blanks, in which '_' is a blank. */
static bool read_line(const char *line, struct error *error)
{
    char *arguments[ARGUMENTS_MAX] = {"quern"}, words[200];
    struct options options;
    int count = 1;

    strcpy(words, line);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        for (char *at = word; (at = strchr(at, '_')) != NULL;)
            *at = ' ';
        arguments[count++] = word;
    }
    *error = (struct error){0};
    bool is_done = command_line_read(&options, count, arguments, error);
    options_free(&options);
    return is_done;
}

Test(option_checks, refuse_what_changes_other_figures)
{
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"--min-delta=5", "--min-delta needs --diff=OLD"},
        {"--old-path-map=a=b", "--old-path-map needs --diff=OLD"},
        {"--old-rev=HEAD", "--old-rev needs --diff=OLD"},
        {"--old-object-path=a=b", "--old-object-path needs --diff=OLD"},
        {"--explain", "--explain needs --diff=OLD"},
        {"--explain --format=sarif --fail-if=Ir_>_2", "--explain needs --diff=OLD"},
        {"--fail-if=Ir_>_+2%", "growth needs --diff=OLD"},
        {"--function=x --by=line", "--function cannot be combined with --by=line"},
        {"--file=x --by=part", "--file cannot be combined with --by=part"},
        {"--ignore=x --list-events", "--ignore cannot be combined with --list-events"},
        {"--no-fold", "--no-fold cannot be combined with the report"},
        {"--no-fold --format=callgrind -o x",
         "--no-fold cannot be combined with --format=callgrind"},
        {"--min-delta=1 --diff=o --peek=f", "--min-delta cannot be combined with --peek"},
        {"--min-delta=1 --diff=o --format=dot", "--min-delta cannot be combined with --format=dot"},
        {"--diff=x --noise=x --annotate=f", "--noise cannot be combined with --annotate"},
        {"--per=part --call-tree", "--per cannot be combined with --call-tree"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error;
        cr_expect_not(read_line(cases[i].line, &error), "'%s' is taken", cases[i].line);
        cr_expect_eq(error.kind, ERROR_USAGE);
        cr_expect(strstr(error.text, cases[i].message), "'%s' gives '%s'", cases[i].line,
                  error.text);
    }
}

/* The environment has what is for some views; what is typed is named where it is for another. */
Test(option_checks, name_what_is_only_presentation)
{
    static const struct {
        const char *typed[4], *message; /* NULL: nothing is named */
    } cases[] = {
        {{"--top", "--depth=2"}, "--depth is not used by --top"},
        {{"--depth=2", "--bottom-up", "--depth=3"},
         "--depth, --bottom-up, --depth are not used by the report"},
        {{"--by=file", "--path-map=a=b"}, "--path-map is not used by --by=file"},
        {{"--list-events", "--threshold=5"}, "--threshold is not used by --list-events"},
        {{"--format=dot", "--depth=2"}, "--depth is not used by --format=dot"},
        {{"--format=dot", "--depth=2", "--peek=f"}, NULL},
        {{"--annotate=f", "--percent-limit=5"}, NULL},
        {{"--annotate=f", "--percent-limit=5", "--format=csv"},
         "--percent-limit is not used by --annotate"},
        {{"--object-path=a=b"}, "--object-path is not used by the report"},
        {{"--object-path=a=b", "--inline"}, NULL},
        {{"--context=1", "--tree=both", "--top"}, NULL}, /* of callgrind_annotate */
    };

    setenv("QUERN_OPTS", "--percent-limit=5 --object-path=a=b", 1);
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        char *words[6] = {"quern"};
        struct buffer message = {0};
        struct options options;
        struct error error = {0};
        int count = 1;
        for (size_t j = 0; j < 4 && cases[i].typed[j] != NULL; j++)
            words[count++] = (char *)cases[i].typed[j];
        cr_assert(command_line_read(&options, count, words, &error), "%s", error.text);
        bool has_unused = options_list_unused(&options, &message);
        cr_expect_eq(has_unused, cases[i].message != NULL, "case %zu", i);
        if (has_unused && cases[i].message != NULL)
            cr_expect_str_eq(buffer_string(&message), cases[i].message);
        free(message.at);
        options_free(&options);
    }
    unsetenv("QUERN_OPTS");
}

Test(option_checks, accept_what_is_used)
{
    static const char *const lines[] = {
        "--no-fold --diff=o",
        "--explain=3 --percent-limit=1 --old-rev=v1 --format=sarif --diff=o",
        /* limits use these in any view */
        "--ignore=x --by=part --fail-if=Ir_>_1",
        "--min-delta=1 --diff=o --peek=f --fail-if=Ir_>_1",
        /* options of callgrind_annotate */
        "--list-events --show=A --sort=A --auto=no --context=3 --inclusive=yes",
        "--peek=f --tree=both -I d --show-percs=no",
        /* who asks for help does not want a view */
        "--no-fold --help",
        "--no-fold --version",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
        struct error error;
        cr_expect(read_line(lines[i], &error), "'%s' gives '%s'", lines[i], error.text);
    }
}

/* What callgrind_annotate has is taken by every view. */
Test(option_checks, take_options_of_the_reference)
{
    static const char reference[] =
        " show sort show-percs auto context inclusive tree include help version ";

    for (size_t i = 0; i < n_option_rows; i++) {
        char name[40];
        snprintf(name, sizeof name, " %s ", option_rows[i].name);
        if (strstr(reference, name) != NULL)
            cr_expect_eq(option_rows[i].use, 0, "--%s", option_rows[i].name);
    }
}

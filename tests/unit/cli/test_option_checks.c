/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/options.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

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

Test(option_checks, need_an_old_profile_for_what_compares)
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
        cr_expect_eq(options.view.view == VIEW_HOTSPOTS, format <= FORMAT_BMF, "%s",
                     formats[format].name);
        options_free(&options);
    }
}

/* "--top=5" asks for a table, "--rows=5" only for rows of what there is. */
Test(option_checks, draw_a_graph_of_objects)
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

Test(option_checks, have_a_depth_around_a_function)
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
Test(option_checks, write_a_page_without_a_view)
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
    options.view.view = VIEW_HOTSPOTS;
    expect_check(&options, "--format=html has all views");
    options_free(&options);
}

/* What grew needs something that it can have grown from, or a limit. */
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
    expect_check(&options, "--format=sarif has no view");
    options.view.view = VIEW_EXPLANATION;
    options_settle(&options);
    cr_expect_eq(options.view.view, VIEW_GROWTH);
    cr_expect(options.view.has_causes);
    expect_check(&options, "--explain needs --diff=OLD");
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
    expect_check(&options, "--format=callgrind writes the profile: it cannot be combined");
    options.format.format = FORMAT_CSV;
    expect_check(&options, NULL);
    options_free(&options);
}

/* "--top 10"; a file of that name would be a profile. */
Test(option_checks, explain_a_number_among_the_files)
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

Test(option_checks, refuses_what_a_view_ignores)
{
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"--rows=3 --list-events",
         "--rows does nothing in --list-events: it goes with "
         "--overview, --top, --by, --peek, --format=github|gitlab|sarif and --explain"},
        {"-n 3 --call-tree", "--rows does nothing in --call-tree: "},
        {"--rows=3 --annotate=f", "--rows does nothing in --annotate: "},
        {"--rows=3 --format=folded", "--rows does nothing in --format=folded: "},
        {"--rows=3 --format=dot", "--rows does nothing in --format=dot: "},
        {"--rows=3 --format=dot --by=object", "--rows does nothing in --format=dot: "},
        {"--rows=3 --format=callgrind", "--rows does nothing in --format=callgrind: "},
        {"--exact", "--exact does nothing in the report: it goes with --call-tree"},
        {"--exact --rows=3", "--exact does nothing in --top: "},
        {"--exact --by=function", "--exact does nothing in --top: "},
        {"--exact --by=thread", "--exact does nothing in --by=thread: "},
        {"--exact --format=csv", "--exact does nothing in the table of functions: "},
        {"--exact --help=events", "--exact does nothing in --help=events: "},
        {"--exact --by=namespace", "--exact does nothing in --by=namespace: "},
        {"--exact --by=line", "--exact does nothing in --by=line: "},
        {"--exact --by=instruction", "--exact does nothing in --by=instruction: "},
        {"--exact --by=object", "--exact does nothing in --by=object: "},
        {"--exact --top", "--exact does nothing in --top: "},
        {"--exact --peek=f", "--exact does nothing in --peek: "},
        {"--exact --annotate=f", "--exact does nothing in --annotate: "},
        {"--exact --annotate=f --instructions", "--exact does nothing in --annotate: "},
        {"--exact --diff=o", "--exact does nothing in the report: "},
        {"--exact --list-events", "--exact does nothing in --list-events: "},
        {"--exact --format=dot", "--exact does nothing in --format=dot: "},
        {"--exact --format=callgrind", "--exact does nothing in --format=callgrind: "},
        {"--exact --diff=o --format=gitlab", "--exact does nothing in --format=gitlab: "},
        {"--function=x --by=line", "--function does nothing in --by=line: it goes with views of "
                                   "functions"},
        {"--file=x --by=part", "--file does nothing in --by=part: it goes with views of functions "
                               "and --by=line"},
        {"--ignore=x --by=input",
         "--ignore does nothing in --by=input: it goes with views of functions and --fail-if"},
        {"--no-fold",
         "--no-fold does nothing in the report: it goes with the report with --diff, "
         "--overview, --top, --by=namespace, --by=instruction, --peek, --annotate, --call-tree, "
         "--format=dot, --format=github|gitlab|sarif, --format=html and --explain"},
        {"--depth=2", "--depth does nothing in the report: it goes with --by=namespace, "
                      "--call-tree and --format=dot"},
        {"--path-map=a=b --format=pprof",
         "--path-map does nothing in --format=pprof: it goes with the report, --overview, "
         "--by=line, --annotate, --format=pprof with --diff, --format=github|gitlab|sarif, "
         "--format=html and "
         "--explain"},
        {"--disassembler=none --annotate=f", "--disassembler does nothing in --annotate: it goes "
                                             "with --by=instruction, --annotate with "
                                             "--instructions and --format=html"},
        {"--object-path=a=b", "--object-path does nothing in the report: it goes with "
                              "--by=instruction, --annotate with --instructions, --format=html "
                              "and --inline"},
        {"--percent-limit=5 --annotate=f --format=json",
         "--percent-limit does nothing in --annotate: it goes with --top, --by, --peek, --annotate "
         "in text and Markdown, --call-tree, --format=dot, --format=html and --explain"},
        {"--percent-limit=5",
         "--percent-limit does nothing in the report: it goes with --top, --by, --peek, --annotate "
         "in text and Markdown, --call-tree, --format=dot, --format=html and --explain; the report "
         "is cut by --threshold"},
        {"--threshold=5 --annotate=f",
         "--threshold does nothing in --annotate: it goes with the report, --top, --by and --peek; "
         "--annotate is cut by --percent-limit"},
        {"--threshold=5 --list-events", "--threshold does nothing in --list-events: "},
        {"--threshold=5 --format=callgrind", "--threshold does nothing in --format=callgrind: "},
        {"--depth=2 --by=line",
         "--depth does nothing in --by=line: it goes with --by=namespace, --call-tree and "
         "--format=dot; --by=line is cut by "},
        {"--rows=3 --format=html -o x", "--rows does nothing in --format=html: "},
        {"--exact --format=html -o x", "--exact does nothing in --format=html: "},
        {"--html-limit=1M --top", "--html-limit does nothing in --top: it goes with "
                                  "--format=html"},
        {"--exact --diff=o --explain", "--exact does nothing in --explain: "},
        {"--min-delta=1 --diff=o --peek=f", "--min-delta does nothing in --peek: "},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error;
        cr_expect_not(read_line(cases[i].line, &error), "'%s' is taken", cases[i].line);
        cr_expect_eq(error.kind, ERROR_USAGE);
        cr_expect_eq(strncmp(error.text, cases[i].message, strlen(cases[i].message)), 0,
                     "'%s' gives '%s'", cases[i].line, error.text);
    }
}

Test(option_checks, accepts_what_is_used)
{
    static const char *const lines[] = {
        "--rows=3",
        "--rows=3 --format=csv",
        "--rows=3 --by=part",
        "--percent-limit=5 --top",
        "--percent-limit=5 --by=part",
        "--percent-limit=5 --annotate=f",
        "--percent-limit=5 --annotate=f --instructions --format=markdown",
        "--rows=3 --peek=f",
        "--rows=3 --format=sarif --diff=o",
        "--explain=3 --percent-limit=1 --old-rev=v1 --format=sarif --diff=o",
        "--exact --format=pprof -o x",
        "--no-fold --diff=o",
        "--path-map=a=b --format=pprof -o x --diff=o",
        "--disassembler=none --annotate=f --instructions",
        "--depth=2 --by=namespace",
        "--format=html -o x --html-limit=1M --percent-limit=3 --disassembler=none --path-map=a=b",
        /* of limits, in any view */
        "--ignore=x --by=part --fail-if=Ir_>_1",
        "--min-delta=1 --diff=o --peek=f --fail-if=Ir_>_1",
        /* options of callgrind_annotate */
        "--list-events --show=A --sort=A --auto=no --context=3 --inclusive=yes",
        "--peek=f --tree=both -I d --show-percs=no",
        "--format=callgrind --tree=both --auto=no",
        "--threshold=3 --format=csv",
        "--threshold=3 --diff=o",
        "--threshold=3 --by=thread",
        "--threshold=3 --peek=f",
        /* who asks for help does not want a view */
        "--exact --help",
        "--exact --help=all",
        "--exact --version",
    };

    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
        struct error error;
        cr_expect(read_line(lines[i], &error), "'%s' gives '%s'", lines[i], error.text);
    }
}

/* Nothing that does not help either is named. */
Test(option_checks, names_no_other_way_where_there_is_none)
{
    static const char *const lines[] = {"--percent-limit=5 --list-events",
                                        "--percent-limit=5 --annotate=f --format=csv",
                                        "--exact --top"};

    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
        struct error error;
        cr_expect_not(read_line(lines[i], &error));
        cr_expect_null(strchr(error.text, ';'), "'%s' gives '%s'", lines[i], error.text);
    }
}

/* Every option says what it goes with, and those of callgrind_annotate go with all, but one. */
Test(option_checks, is_said_of_every_option)
{
    static const char reference[] =
        " show sort show-percs auto context inclusive tree include help version ";

    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        char name[40];
        snprintf(name, sizeof name, " %s ", row->name);
        cr_expect_neq(row->goes_with, 0, "--%s", row->name);
        cr_expect_eq(row->goes_with & ~(unsigned)WITH_ALL, 0, "--%s", row->name);
        if (strstr(reference, name) != NULL)
            cr_expect_eq(row->goes_with, WITH_ALL, "--%s", row->name);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/options.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/help.h"

enum { ARGUMENTS_MAX = 16 };

/* Read a command line of words parted by blanks, "quern" before it. *line is cut up. */
static bool read_line(struct options *options, char *line, struct error *error)
{
    char *arguments[ARGUMENTS_MAX] = {"quern"};
    int count = 1;

    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        cr_assert(count < ARGUMENTS_MAX - 1, "too many arguments");
        arguments[count++] = word;
    }
    *error = (struct error){0};
    return options_read(options, count, arguments, error);
}

static void expect_text(struct text text, const char *expected)
{
    cr_expect(text_equal(text, text_of(expected)), "expected '%s', got '%.*s'", expected,
              (int)text.length, text.at);
}

static void expect_list(struct text_list list, size_t count, const char *const expected[])
{
    cr_assert_eq(list.count, count, "%zu items instead of %zu", list.count, count);
    for (size_t i = 0; i < count; i++)
        expect_text(list.items[i], expected[i]);
}

/* As callgrind_annotate has them. */
Test(options, have_defaults)
{
    struct options options;
    struct error error;
    char line[] = "";

    cr_assert(read_line(&options, line, &error), "%s", error.text);
    cr_expect_null(options.help);
    cr_expect_not(options.wants_version);
    cr_expect(options.format.show_percentages);
    cr_expect(options.view.report.is_auto_annotated);
    cr_expect_not(options.view.report.is_inclusive);
    cr_expect_not(options.view.report.shows_callers);
    cr_expect_not(options.view.report.shows_callees);
    cr_expect_eq(options.view.report.context, 8);
    expect_text(options.view.report.threshold, "99");
    expect_text(options.view.report.show, "");
    expect_text(options.view.report.sort, "");
    cr_expect_eq(options.view.report.sources_at.include_dirs.count, 0);
    cr_expect_eq(options.files.count, 0);
    options_free(&options);
}

Test(options, are_all_read)
{
    struct options options;
    struct error error;
    char line[] = "--show=Ir,Dr --sort=Dr:90,Ir --threshold=12.5% --show-percs=no --auto=no "
                  "--context=0 --inclusive=yes --tree=both --include=d p s.c";

    cr_assert(read_line(&options, line, &error), "%s", error.text);
    expect_text(options.view.report.show, "Ir,Dr");
    expect_text(options.view.report.sort, "Dr:90,Ir");
    expect_text(options.view.report.threshold, "12.5%");
    cr_expect_not(options.format.show_percentages);
    cr_expect_not(options.view.report.is_auto_annotated);
    cr_expect_eq(options.view.report.context, 0);
    cr_expect(options.view.report.is_inclusive);
    cr_expect(options.view.report.shows_callers);
    cr_expect(options.view.report.shows_callees);
    expect_list(options.view.report.sources_at.include_dirs, 1, (const char *const[]){"d"});
    expect_list(options.files, 2, (const char *const[]){"p", "s.c"});
    options_free(&options);
}

Test(options, know_help)
{
    struct options options;
    struct error error;
    char line[] = "--help";

    cr_expect(read_line(&options, line, &error), "%s", error.text);
    cr_expect_not_null(options.help);
    cr_expect_not(options.wants_version);
    options_free(&options);
}

Test(options, know_help_by_a_letter)
{
    struct options options;
    struct error error;
    char line[] = "-h";

    cr_expect(read_line(&options, line, &error), "%s", error.text);
    cr_expect_not_null(options.help);
    options_free(&options);
}

Test(options, know_version)
{
    struct options options;
    struct error error;
    char line[] = "--version";

    cr_expect(read_line(&options, line, &error), "%s", error.text);
    cr_expect(options.wants_version);
    cr_expect_null(options.help);
    options_free(&options);
}

Test(options, take_include_directories_in_every_form)
{
    struct options options;
    struct error error;
    char line[] = "-Ia p -I b -I=c --include=d --include e s.c -If";

    cr_assert(read_line(&options, line, &error), "%s", error.text);
    expect_list(options.view.report.sources_at.include_dirs, 6,
                (const char *const[]){"a", "b", "c", "d", "e", "f"});
    expect_list(options.files, 2, (const char *const[]){"p", "s.c"});
    options_free(&options);
}

Test(options, may_have_their_value_behind_a_blank)
{
    struct options options;
    struct error error;
    char line[] = "--show Ir --context 3";

    cr_assert(read_line(&options, line, &error), "%s", error.text);
    expect_text(options.view.report.show, "Ir");
    cr_expect_eq(options.view.report.context, 3);
    cr_expect_eq(options.files.count, 0);
    options_free(&options);
}

Test(options, leave_operands_in_order)
{
    struct options options;
    struct error error;
    char line[] = "b --auto=no a - --inclusive=yes c -- --show -h --";

    cr_assert(read_line(&options, line, &error), "%s", error.text);
    expect_list(options.files, 7, (const char *const[]){"b", "a", "-", "c", "--show", "-h", "--"});
    cr_expect_not(options.view.report.is_auto_annotated);
    cr_expect(options.view.report.is_inclusive);
    cr_expect_null(options.help);
    options_free(&options);
}

/* The last one holds; an empty list of events is the default. */
Test(options, may_be_repeated)
{
    struct options options;
    struct error error;
    char line[] = "--show=Ir --show= --threshold=5 --threshold=100 --auto=no --auto=yes";

    cr_assert(read_line(&options, line, &error), "%s", error.text);
    expect_text(options.view.report.show, "");
    expect_text(options.view.report.threshold, "100");
    cr_expect(options.view.report.is_auto_annotated);
    options_free(&options);
}

/* Of what is printed by help_print_names(), which the manual is tested against. */
Test(options, are_all_in_the_help)
{
    char *help = NULL, *names = NULL;
    size_t size;
    struct error error = {0};
    FILE *out = open_memstream(&help, &size);

    cr_assert(out, "out of memory");
    cr_assert(help_print(out, "all", &error));
    fclose(out);
    out = open_memstream(&names, &size);
    cr_assert(out, "out of memory");
    help_print_names(out);
    fclose(out);
    int count = 0;
    for (char *name = strtok(names, "\n"); name; name = strtok(NULL, "\n")) {
        cr_expect(strstr(help, name), "%s is not in the help", name);
        count++;
    }
    cr_expect_geq(count, 11);
    free(names);
    free(help);
}

/* One screen is 24 lines of 80 columns, the prompt's being one. */
Test(options, have_a_help_of_one_screen)
{
    static const char *const topics[] = {"", "all"};
    struct error error = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(topics); i++) {
        char *help = NULL, *rest;
        size_t size, count = 0;
        FILE *out = open_memstream(&help, &size);
        cr_assert(out && help_print(out, topics[i], &error));
        fclose(out);
        rest = help;
        for (char *line; (line = strtok_r(rest, "\n", &rest)); count++)
            cr_expect_leq(strlen(line), 80, "%s", line);
        cr_expect(i != 0 || count <= 23, "%zu lines", count);
        free(help);
    }
}

/*
 * What follows has a process for each line: getopt_long() keeps its place in the word that it read
 * last from one call to the next.
 */

static size_t *indexes(size_t count)
{
    size_t *all = cr_malloc(count * sizeof(*all));

    for (size_t i = 0; i < count; i++)
        all[i] = i;
    return all;
}

static void free_indexes(struct criterion_test_params *parameters)
{
    cr_free(parameters->params);
}

static const struct {
    const char *line;
    const char *named; /* what the message has to name */
} refused[] = {
    {"--nonsense", "--nonsense"},
    {"--nonsense=1", "--nonsense"},
    {"-x", "-x"},
    {"-xh", "-x"},
    {"--thresh=5", "--thresh"}, /* never abbreviated */
    {"--incl=yes", "--incl"},
    {"--inclu=d", "--inclu"},
    {"--s=Ir", "--s"},
    {"--hel", "--hel"},
    {"--tre", "--tre"},
    {"--strict=yes", "--strict"}, /* takes no value */
    {"--version=1", "--version"},
    {"--show", "--show"}, /* needs one */
    {"--include", "--include"},
    {"-I", "-I"},
    {"--include=", "--include"},
    {"--threshold=", "--threshold"},
    {"--threshold=x", "--threshold"},
    {"--threshold=101", "--threshold"},
    {"--threshold=100.5", "--threshold"},
    {"--threshold=-1", "--threshold"},
    {"--threshold=5%%", "--threshold"},
    {"--threshold=1e1", "--threshold"},
    {"--threshold=nan", "--threshold"},
    {"--threshold=0x10", "--threshold"},
    {"--context=", "--context"},
    {"--context=x", "--context"},
    {"--context=-1", "--context"},
    {"--context=1.5", "--context"},
    {"--context=18446744073709551616", "--context"},
    {"--auto=maybe", "--auto"},
    {"--auto=", "--auto"},
    {"--auto=YES", "--auto"},
    {"--show-percs=1", "--show-percs"},
    {"--inclusive=y", "--inclusive"},
    {"--tree=callers", "--tree"},
    {"--tree=", "--tree"},
    {"p --nonsense", "--nonsense"},
    {"p --help --nonsense", "--nonsense"},
};

ParameterizedTestParameters(options, are_refused)
{
    size_t count = ARRAY_LENGTH(refused);

    return cr_make_param_array(size_t, indexes(count), count, free_indexes);
}

ParameterizedTest(size_t *index, options, are_refused)
{
    struct options options;
    struct error error;
    char line[64];

    strcpy(line, refused[*index].line);
    cr_expect_not(read_line(&options, line, &error), "'%s' is taken", refused[*index].line);
    cr_expect_eq(error.kind, ERROR_USAGE, "'%s'", refused[*index].line);
    cr_expect(strstr(error.text, refused[*index].named), "'%s' gives '%s'", refused[*index].line,
              error.text);
    cr_expect_not(strchr(error.text, '\n'), "'%s' gives more than a line", refused[*index].line);
    options_free(&options);
}

static const struct {
    const char *line;
    bool callers, callees;
} trees[] = {
    {"--tree=none", false, false},
    {"--tree=caller", true, false},
    {"--tree=calling", false, true},
    {"--tree=both", true, true},
    {"--tree=caller --tree=calling", true, true},
    {"--tree=calling --tree=caller", true, true},
    {"--tree=both --tree=none", true, true},
};

ParameterizedTestParameters(options, choose_callers_and_callees)
{
    size_t count = ARRAY_LENGTH(trees);

    return cr_make_param_array(size_t, indexes(count), count, free_indexes);
}

ParameterizedTest(size_t *index, options, choose_callers_and_callees)
{
    struct options options;
    struct error error;
    char line[64];

    strcpy(line, trees[*index].line);
    cr_expect(read_line(&options, line, &error), "%s", error.text);
    cr_expect_eq(options.view.report.shows_callers, trees[*index].callers, "%s",
                 trees[*index].line);
    cr_expect_eq(options.view.report.shows_callees, trees[*index].callees, "%s",
                 trees[*index].line);
    options_free(&options);
}

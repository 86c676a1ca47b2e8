/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/command_line.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "cli/options.h"

enum { ARGUMENTS_MAX = 16 };

/* Read a command line of words separated by blanks, "quern" before it. *line is cut up. */
static bool read_line(struct options *options, char *line, struct error *error)
{
    char *arguments[ARGUMENTS_MAX] = {"quern"};
    int count = 1;

    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        cr_assert(count < ARGUMENTS_MAX - 1, "too many arguments");
        arguments[count++] = word;
    }
    *error = (struct error){0};
    return command_line_read(options, count, arguments, error);
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

Test(command_line, may_ask_for_help)
{
    struct options options;
    struct error error;
    char line[] = "--help";

    cr_expect(read_line(&options, line, &error), "%s", error.text);
    cr_expect_not_null(options.help);
    cr_expect_not(options.wants_version);
    options_free(&options);
}

Test(command_line, has_letters)
{
    struct options options;
    struct error error;
    char line[] = "-h";

    cr_expect(read_line(&options, line, &error), "%s", error.text);
    cr_expect_not_null(options.help);
    options_free(&options);
}

Test(command_line, has_values_in_every_form)
{
    struct options options;
    struct error error;
    char line[] = "-Ia p -I b -I=c --include=d --include e s.c -If";

    cr_assert(read_line(&options, line, &error), "%s", error.text);
    expect_list(options.view.sources_at.include_dirs, 6,
                (const char *const[]){"a", "b", "c", "d", "e", "f"});
    expect_list(options.files, 2, (const char *const[]){"p", "s.c"});
    options_free(&options);
}

Test(command_line, may_have_values_after_a_blank)
{
    struct options options;
    struct error error;
    char line[] = "--show Ir --context 3";

    cr_assert(read_line(&options, line, &error), "%s", error.text);
    expect_text(options.view.show, "Ir");
    cr_expect_eq(options.view.context, 3);
    cr_expect_eq(options.files.count, 0);
    options_free(&options);
}

Test(command_line, keeps_operands_in_order)
{
    struct options options;
    struct error error;
    char line[] = "b --auto=no a - --inclusive=yes c -- --show -h --";

    cr_assert(read_line(&options, line, &error), "%s", error.text);
    expect_list(options.files, 7, (const char *const[]){"b", "a", "-", "c", "--show", "-h", "--"});
    cr_expect_not(options.view.is_auto_annotated);
    cr_expect(options.view.is_inclusive);
    cr_expect_null(options.help);
    options_free(&options);
}

/* The last one holds; an empty list of events is the default. */
Test(command_line, may_repeat_options)
{
    struct options options;
    struct error error;
    char line[] = "--show=Ir --show= --threshold=5 --threshold=100 --auto=no --auto=yes";

    cr_assert(read_line(&options, line, &error), "%s", error.text);
    expect_text(options.view.show, "");
    expect_text(options.view.threshold, "100");
    cr_expect(options.view.is_auto_annotated);
    options_free(&options);
}

Test(command_line, tells_that_it_was_called_as_callgrind_annotate)
{
    static const struct {
        const char *name;
        bool is_compatible;
    } cases[] = {
        {"quern", false},
        {"callgrind_annotate", true},
        {"/usr/bin/callgrind_annotate", true},
        {"/opt/callgrind_annotate/quern", false},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct options options;
        struct error error = {0};
        char *arguments[] = {(char *)cases[i].name, NULL};
        cr_assert(command_line_read(&options, 1, arguments, &error), "%s", error.text);
        cr_expect_eq(options.is_compatible, cases[i].is_compatible, "%s", cases[i].name);
        options_free(&options);
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
    const char *line, *message; /* a part of it */
} refused[] = {
    {"--nonsense", "unknown option '--nonsense' (see 'quern --help')"},
    {"--nonsense=1", "unknown option '--nonsense=1'"},
    {"-x", "unknown option '-x'"},
    {"-xh", "unknown option '-xh'"},
    {"--fromat=csv", "unknown option '--fromat=csv': did you mean '--format'?"},
    {"--thresh=5", "unknown option '--thresh=5': did you mean '--thread' or '--threshold'?"},
    {"--incl=yes", "unknown option '--incl=yes'"}, /* never abbreviated */
    {"--inclu=d", "unknown option '--inclu=d'"},
    {"--s=Ir", "unknown option '--s=Ir'"},
    {"--hel", "unknown option '--hel'"},
    {"--tre", "unknown option '--tre'"},
    {"--strict=yes", "option '--strict=yes' takes no value"},
    {"--version=1", "option '--version=1' takes no value"},
    {"--show", "option '--show' needs a value: A,B,C"},
    {"--include", "option '--include' needs a value: DIR"},
    {"-I", "option '-I' needs a value: DIR"},
    {"--color=red", "--color=red: must be auto, always or never"},
    {"--min-delta=5", "--min-delta needs --diff=OLD"},
    {"p --nonsense", "--nonsense"},
    {"p --help --nonsense", "--nonsense"},
};

ParameterizedTestParameters(command_line, is_refused)
{
    size_t count = ARRAY_LENGTH(refused);

    return cr_make_param_array(size_t, indexes(count), count, free_indexes);
}

ParameterizedTest(size_t *index, command_line, is_refused)
{
    struct options options;
    struct error error;
    char line[64];

    strcpy(line, refused[*index].line);
    cr_expect_not(read_line(&options, line, &error), "'%s' is taken", refused[*index].line);
    cr_expect_eq(error.kind, ERROR_USAGE, "'%s'", refused[*index].line);
    cr_expect(strstr(error.text, refused[*index].message), "'%s' gives '%s'", refused[*index].line,
              error.text);
    cr_expect_not(strchr(error.text, '\n'), "'%s' gives more than a line", refused[*index].line);
    options_free(&options);
}

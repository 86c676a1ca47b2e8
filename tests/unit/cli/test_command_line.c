/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/options.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "support/temporary.h"

enum { ARGUMENTS_MAX = 16 };

/*
 * Read a command line of words separated by blanks, in which '_' is a blank, "quern" before it.
 * *line is cut up.
 */
static bool read_line(struct options *options, char *line, struct error *error)
{
    char *arguments[ARGUMENTS_MAX] = {"quern"};
    int count = 1;

    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        cr_assert(count < ARGUMENTS_MAX - 1, "too many arguments");
        for (char *at = word; (at = strchr(at, '_')) != NULL;)
            *at = ' ';
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
    {"--thresh=5", "unknown option '--thresh=5': did you mean '--thread'?"},
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
    {"--explain", "--explain needs --diff=OLD"},
    {"--explain=x", "--explain=x: must be a number of rows"},
    {"--explain --top --diff=o", "only one of --top (or --by), --peek, "},
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

/* Reads a command line after what QUERN_OPTS has. */
static bool read_after(const char *defaults, struct options *options, const char *line,
                       struct error *error)
{
    static char copy[200];

    snprintf(copy, sizeof copy, "%s", line);
    setenv("QUERN_OPTS", defaults, 1);
    bool is_done = read_line(options, copy, error);
    unsetenv("QUERN_OPTS");
    return is_done;
}

Test(command_line, comes_after_the_defaults)
{
    struct options options;
    struct error error;

    cr_assert(read_after("--wide --color=always -I a\n--show=Dr", &options,
                         "-I c --show=Ir --color=never p", &error),
              "%s", error.text);
    expect_list(options.view.sources_at.include_dirs, 2, (const char *const[]){"a", "c"});
    expect_text(options.view.show, "Ir");
    cr_expect_eq(options.color, COLOR_NEVER);
    cr_expect(options.has_width);
    expect_list(options.files, 1, (const char *const[]){"p"});
    options_free(&options);
}

Test(command_line, has_defaults_that_are_no_options)
{
    static const struct {
        const char *defaults, *message;
    } cases[] = {
        {"--tpo", "QUERN_OPTS: unknown option '--tpo': did you mean '--top'?"},
        {"-n x", "QUERN_OPTS: -n x: must be a number of rows"},
        {"--wide profile", "QUERN_OPTS: 'profile' is not an option"},
        {"-- profile", "QUERN_OPTS: 'profile' is not an option"},
        {"-", "QUERN_OPTS: '-' is not an option"},
        {"--wide --depth", "QUERN_OPTS: option '--depth' needs a value: N"},
        {"--wide -I", "QUERN_OPTS: option '-I' needs a value: DIR"},
        {"--wide=1", "QUERN_OPTS: option '--wide=1' takes no value"},
        {"-I 'a b'", "QUERN_OPTS: is split at blanks, and cannot have quotes"},
        {"-I \"x\"", "QUERN_OPTS: is split at blanks, and cannot have quotes"},
        {"--help", "QUERN_OPTS: --help is for one run"},
        {"--help=events", "QUERN_OPTS: --help is for one run"},
        {"--version", "QUERN_OPTS: --version is for one run"},
        {"--top", "QUERN_OPTS: --top is for one run"},
        {"--wide --peek=x", "QUERN_OPTS: --peek is for one run"},
        {"--by=line", "QUERN_OPTS: --by is for one run"},
        {"--report", "QUERN_OPTS: --report is for one run"},
        {"--min-delta=5", "QUERN_OPTS: --min-delta is for one run"},
        {"--old-rev=x", "QUERN_OPTS: --old-rev is for one run"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct options options;
        struct error error;
        cr_expect_not(read_after(cases[i].defaults, &options, "p", &error));
        cr_expect_eq(error.kind, ERROR_USAGE);
        cr_expect_eq(strncmp(error.text, cases[i].message, strlen(cases[i].message)), 0,
                     "%s: '%s' instead of '%s'", cases[i].defaults, error.text, cases[i].message);
        options_free(&options);
    }
}

Test(command_line, takes_defaults_for_all_views)
{
    static const struct {
        const char *defaults, *line;
        enum view view;
        enum format format;
    } cases[] = {
        {"-n 5", "--peek=x p", VIEW_PEEK, FORMAT_TEXT},
        {"-n 5", "p", VIEW_HOTSPOTS, FORMAT_TEXT},
        {"--depth=3 --percent-limit=2 --bottom-up", "--top p", VIEW_HOTSPOTS, FORMAT_TEXT},
        {"--format=json", "--top p", VIEW_HOTSPOTS, FORMAT_JSON},
        {"--format=json", "--format=dot p", VIEW_CALL_GRAPH, FORMAT_DOT},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct options options;
        struct error error;
        cr_expect(read_after(cases[i].defaults, &options, cases[i].line, &error), "%s %s: %s",
                  cases[i].defaults, cases[i].line, error.text);
        cr_expect_eq(options.view.view, cases[i].view, "%s %s", cases[i].defaults, cases[i].line);
        cr_expect_eq(options.format.format, cases[i].format, "%s %s", cases[i].defaults,
                     cases[i].line);
        options_free(&options);
    }
}

/* Figures of something else than was asked for would not be seen to be that. */
Test(command_line, leaves_out_no_defaults)
{
    static const struct {
        const char *defaults, *line, *message;
    } cases[] = {
        {"--format=callgrind", "--top p",
         "QUERN_OPTS: --format=callgrind cannot be combined with --top"},
        {"--no-fold", "--by=line p", "QUERN_OPTS: --no-fold cannot be combined with --by=line"},
        {"--object=x", "--by=part p", "QUERN_OPTS: --object cannot be combined with --by=part"},
        {"--fail-if=Ir>+1%", "p", "QUERN_OPTS: --fail-if='Ir>+1%': growth needs --diff=OLD"},
        {"--wide", "--no-fold p", "--no-fold cannot be combined with the report"},
        {"--object=x", "--tpo p", "unknown option '--tpo': did you mean '--top'?"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct options options;
        struct error error;
        cr_expect_not(read_after(cases[i].defaults, &options, cases[i].line, &error));
        cr_expect_str_eq(error.text, cases[i].message);
        options_free(&options);
    }
}

Test(command_line, keeps_what_an_error_of_the_defaults_is_about)
{
    static const struct {
        const char *defaults, *path;
        enum error_kind kind;
        uint64_t line;
    } cases[] = {
        {"--limits=/nosuch", "/nosuch", ERROR_FAILED, 0},
        {"--limits=limits", "limits", ERROR_USAGE, 2},
    };

    temporary_enter();
    temporary_write("limits", "Ir > 5\nIr > +5\n");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct options options;
        struct error error;
        cr_expect_not(read_after(cases[i].defaults, &options, "p", &error));
        cr_expect_eq(error.kind, cases[i].kind, "%s: %s", cases[i].defaults, error.text);
        cr_expect(error.path != NULL && strcmp(error.path, cases[i].path) == 0, "%s: %s",
                  cases[i].defaults, error.text);
        cr_expect_eq(error.line, cases[i].line, "%s: %s", cases[i].defaults, error.text);
        options_free(&options);
    }
    temporary_leave();
}

/* A pipe gives its lines once, however often the words are read. */
Test(command_line, reads_files_of_limits_once)
{
    static const char *const defaults[] = {"--wide", "--depth=2", "--limits=limits"};
    static const char *const expected[] = {"Ir > 1", "Ir > 2", "Ir > 7", "Ir > 5"};

    temporary_enter();
    temporary_write("limits", "Ir > 7\n");
    for (size_t i = 0; i < ARRAY_LENGTH(defaults); i++) {
        struct options options;
        struct error error;
        char line[100];
        int ends[2];
        cr_assert_eq(pipe(ends), 0);
        cr_assert_eq(write(ends[1], "Ir > 5\n", 7), 7);
        close(ends[1]);
        snprintf(line, sizeof line, "--top --fail-if=Ir_>_1 --limits=/dev/fd/%d --fail-if=Ir_>_2 p",
                 ends[0]);
        cr_assert(read_after(defaults[i], &options, line, &error), "%s: %s", defaults[i],
                  error.text);
        bool has_default = i == 2;
        cr_assert_eq(options.limits.count, 3 + has_default);
        for (size_t j = 0; j < options.limits.count; j++)
            cr_expect_str_eq(options.limits.list[j].written.at,
                             expected[j < 2 || has_default ? j : 3]);
        options_free(&options);
        close(ends[0]);
    }
    temporary_leave();
}

/* Who asks for help need not have the file. */
Test(command_line, reads_no_limits_for_help)
{
    static const char *const lines[] = {"--limits=/nosuch --help", "--limits=/nosuch --version"};

    for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
        struct options options;
        struct error error;
        cr_expect(read_after("", &options, lines[i], &error), "%s: %s", lines[i], error.text);
        options_free(&options);
    }
}

Test(command_line, has_no_defaults_under_the_name_of_the_reference)
{
    struct options options;
    struct error error = {0};
    char *arguments[] = {"/usr/bin/callgrind_annotate", "p", NULL};

    setenv("QUERN_OPTS", "--top", 1);
    cr_expect(command_line_read(&options, 2, arguments, &error), "%s", error.text);
    cr_expect_not(options.has_view);
    options_free(&options);
}

Test(command_line, may_have_defaults_without_a_word)
{
    struct options options;
    struct error error;

    cr_expect(read_after(" \n", &options, "p", &error), "%s", error.text);
    cr_expect_not(options.has_view);
    options_free(&options);
}

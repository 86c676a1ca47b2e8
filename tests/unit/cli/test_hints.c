/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/options.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "support/temporary.h"

TestSuite(hints, .init = temporary_enter, .fini = temporary_leave);

static bool is_option(struct text name)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (text_equal(name, text_of(option_rows[i].name)))
            return true;
    return false;
}

static bool is_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || c == '-';
}

/* Each option that a message names has to exist. */
static void expect_options(const char *message)
{
    for (const char *at = strstr(message, "--"); at != NULL; at = strstr(at, "--")) {
        struct text name = {at += 2, 0};
        while (is_of_name(name.at[name.length]))
            name.length++;
        cr_expect(is_option(name), "there is no option --%.*s: %s", (int)name.length, name.at,
                  message);
    }
}

/* Reads a command line of one argument that is refused. */
static void refuse(const char *argument, struct error *error)
{
    struct options options;

    *error = (struct error){0};
    cr_expect_not(
        command_line_read(&options, 2, (char *[]){"quern", (char *)argument, NULL}, error),
        "%s is accepted", argument);
    cr_expect_eq(error->kind, ERROR_USAGE, "%s", argument);
    options_free(&options);
}

Test(hints, are_for_what_is_refused_and_name_options_that_exist)
{
    for (size_t i = 0; i < n_hints; i++) {
        struct text rest = text_of(hints[i].words), word;
        if (strncmp(hints[i].hint, "nothing:", 8) != 0)
            expect_options(hints[i].hint);
        while (text_cut(&rest, ' ', &word)) {
            char argument[60];
            struct error error;
            snprintf(argument, sizeof argument, "%.*s", (int)word.length, word.at);
            cr_expect_eq(hint_find("", word), hints[i].hint, "%s is there twice", argument);
            if (is_letter(argument[0]))
                continue;
            refuse(argument, &error);
            cr_expect(strstr(error.text, hints[i].hint), "%s: %s", argument, error.text);
        }
    }
}

Test(hints, are_found_as_options_are_typed)
{
    static const struct {
        const char *typed, *hint;
    } cases[] = {
        {"--callers=main", "unknown option '--callers=main': --peek=REGEX shows"},
        {"--list=main", "'--list=main': --annotate=WHAT shows"}, /* as getopt has --list-events */
        {"-nodecount=10", "'-nodecount=10': --top=N shows"},     /* not -n */
        {"-cum", "--inclusive=yes"},
        {"--format=flamegraph", "--format=flamegraph: --format=folded writes"},
        {"--format=page", "--format=page: must be text, json,"},
        {"--inclusive=maybe", "--inclusive=maybe: must be yes, no or both"},
        {"-j4", "'-j4': --jobs=N reads"},
        {"-output=x", "did you mean '--output'?"}, /* not -o */
        {"-top", "did you mean '--top'?"},
        {"-zip", "unknown option '-zip' (see 'quern --help')"},
        {"--topp", "did you mean '--top'?"},
        {"--strict=3", "option '--strict=3' takes no value"},
        {"--stric=3", "did you mean '--strict'?"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct error error;
        refuse(cases[i].typed, &error);
        cr_expect(strstr(error.text, cases[i].hint), "%s: %s", cases[i].typed, error.text);
    }
}

/* An error about an operand, as it is and as it is explained. */
Test(hints, of_files_are_functions)
{
    static const struct {
        const char *operand, *path, *text;
    } cases[] = {
        {"parse", "parse", "gone: did you mean --annotate='parse'?"},
        {"top", "top", "'top' is not a file: --top shows the functions that cost most"},
        {"A::b(int)", "A::b(int)", "gone: did you mean --annotate='A::b(int)'?"},
        {"~A", "~A", "gone: did you mean --annotate='~A'?"},
        {"main", "parse", "gone"},
        {"a.c", "a.c", "gone"},
        {"a/b", "a/b", "gone"},
        {"it's", "it's", "gone"},
        {"123", "123", "'123' is not a file: did you mean --top=123?"},
        {"123x", "123x", "gone"},
        {"there", "there", "gone"},
        {"parse", NULL, "gone"},
    };

    temporary_write("there", "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct text operand = text_of(cases[i].operand);
        struct error error = {.kind = ERROR_FAILED, .path = cases[i].path, .text = "gone"};
        operands_explain((struct text_list){&operand, 1}, &error);
        cr_expect_str_eq(error.text, cases[i].text, "%s", cases[i].operand);
        cr_expect_eq(error.kind, strstr(error.text, "--top") ? ERROR_USAGE : ERROR_FAILED);
    }
}

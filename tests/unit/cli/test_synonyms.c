/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/options.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "aggregator/rows.h"
#include "base/error.h"
#include "support/temporary.h"

TestSuite(synonyms, .init = temporary_enter, .fini = temporary_leave);

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

/* How many options a message names, each of which has to exist. */
static size_t count_options(const char *message)
{
    size_t count = 0;

    for (const char *at = strstr(message, "--"); at != NULL; at = strstr(at, "--"), count++) {
        struct text name = {at += 2, 0};
        while (is_of_name(name.at[name.length]))
            name.length++;
        cr_expect(is_option(name), "there is no option --%.*s: %s", (int)name.length, name.at,
                  message);
    }
    return count;
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

/* Refuses a word as it is typed; those of --sort wait for a profile. */
static void expect_hint(const struct synonym *synonym, struct text word)
{
    static const char *const before[] = {
        [SYNONYM_OPTION] = "--",
        [SYNONYM_LETTER] = "-",
        [SYNONYM_BY] = "--by=",
        [SYNONYM_FORMAT] = "--format=",
        [SYNONYM_INCLUSIVE] = "--inclusive=",
        [SYNONYM_SORT] = "",
        [SYNONYM_WORD] = "",
    };
    char argument[100], hint[HINT_ROOM];
    struct error error;

    snprintf(argument, sizeof argument, "%s%.*s", before[synonym->kind], (int)word.length, word.at);
    cr_assert(synonym_hint(synonym->kind, word, NULL, hint), "%s", argument);
    cr_expect_gt(count_options(hint), 0, "%s names no option: %s", argument, hint);
    cr_expect_lt(strlen(hint) + 1, HINT_ROOM, "%s: the hint is cut", argument);
    if (synonym->kind == SYNONYM_SORT)
        return;
    refuse(argument, &error);
    cr_expect(strstr(error.text, hint), "%s: %s", argument, error.text);
}

Test(synonyms, name_options_that_exist)
{
    for (size_t i = 0; i < n_synonyms; i++) {
        struct text rest = text_of(synonyms[i].typed), word;
        while (text_cut(&rest, ' ', &word))
            expect_hint(&synonyms[i], word);
    }
}

/* How many words of the table are this one. */
static size_t count_words(enum synonym_kind kind, struct text wanted)
{
    size_t count = 0;

    for (size_t i = 0; i < n_synonyms; i++) {
        struct text rest = text_of(synonyms[i].typed), word;
        while (synonyms[i].kind == kind && text_cut(&rest, ' ', &word))
            count += text_equal(word, wanted);
    }
    return count;
}

static bool is_accepted(enum synonym_kind kind, struct text word)
{
    bool is_known = kind == SYNONYM_OPTION && is_option(word);

    for (size_t i = 0; kind == SYNONYM_LETTER && i < n_option_rows; i++)
        is_known |= word.at[0] == option_rows[i].letter;
    for (int key = BY_FUNCTION; kind == SYNONYM_BY && key <= BY_INPUT; key++)
        is_known |= text_equal(word, text_of(row_keys[key].name));
    return is_known;
}

Test(synonyms, mean_one_thing_that_is_not_accepted)
{
    for (size_t i = 0; i < n_synonyms; i++) {
        struct text rest = text_of(synonyms[i].typed), word;
        while (text_cut(&rest, ' ', &word)) {
            cr_expect_eq(count_words(synonyms[i].kind, word), 1, "%.*s is there twice",
                         (int)word.length, word.at);
            cr_expect_not(is_accepted(synonyms[i].kind, word), "%.*s is accepted", (int)word.length,
                          word.at);
        }
    }
}

Test(synonyms, show_the_value_where_it_is_one)
{
    static const struct {
        const char *typed, *hint;
    } cases[] = {
        {"--callers=main", "'--callers=main': --peek=main shows"},
        {"--callers", "--peek=REGEX shows"},
        {"--callers=", "--peek=REGEX shows"},
        {"--callers=a*b", "--peek='a*b' shows"},
        {"--callers=it's", "--peek=REGEX shows"},
        {"--exclude=libc", "--function='!libc' or --object='!libc' leaves"},
        {"--exclude=a b", "--function='!a b' or --object='!a b' leaves"},
        {"--exclude=a b", "--ignore='a b' leaves"},
        {"--limit=10", "--top=10 shows"},
        {"--limit=ten", "--top=N shows"},
        {"--budget=3", "--fail-if='Ir > +2%' exits"},
        {"--list=main", "'--list=main': --annotate=main shows"}, /* as getopt has --list-events */
        {"-nodecount=10", "'-nodecount=10': --top=10 shows"},    /* not -n */
        {"-cum", "--inclusive=yes"},
        {"--format=flamegraph", "--format=flamegraph: did you mean --format=folded, of"},
        {"--format=page", "--format=page: must be text, json,"},
        {"--inclusive=self", "--inclusive=self: did you mean --inclusive=no?"},
        {"--inclusive=maybe", "--inclusive=maybe: must be yes, no or both"},
        {"--sort-by=dso", "--by=object chooses what they are"},
        {"--sort-by=inclusive", "--sort='incl(EVENT)' goes"},
        {"--sort-by=Dr", "--sort=Dr chooses"},
        {"--group-by=dso", "did you mean --by=object?"},
        {"-j4", "'-j4': --jobs=4 reads"},
        {"-f=gfm", "did you mean --format=markdown?"},
        {"-f", "'-f': --format=FORMAT"},
        {"-output=x", "did you mean '--output'?"}, /* not -o */
        {"-top", "did you mean '--top'?"},
        {"-zip", "unknown option '-zip' (see 'quern --help')"},
        {"--topp", "did you mean '--top'?"},
        {"--strict=3", "option '--strict=3' takes no value"},
        {"--stric=3", "did you mean '--strict'?"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error;
        refuse(cases[i].typed, &error);
        cr_expect(strstr(error.text, cases[i].hint), "%s: %s", cases[i].typed, error.text);
    }
}

/* The word after a letter is its value where it can be. */
Test(synonyms, of_letters_have_the_next_word)
{
    static const struct {
        const char *letter, *next, *hint;
    } cases[] = {
        {"-s", "Dr", "'-s': --sort=Dr chooses"},
        {"-s", "object", "'-s': rows are sorted by cost; --by=object chooses"},
        {"-s", "-o", "'-s': --sort=EVENT chooses"},
        {"-s", "profile", "'-s': --sort=EVENT chooses"}, /* which is a file */
        {"-d", "profile", "'-d': --diff=profile shows"},
        {"-f", "json", "'-f': --format=json chooses"},
        {"-f", "flamegraph", "'-f': did you mean --format=folded, of"},
        {"-t", "10", "'-t': --top=10 shows"},
        {"-t", "ten", "'-t': --top=N shows"},
        {"-q", "profile", "'-q': --output=FILE has the report alone; messages go to standard"},
    };

    temporary_write("profile", "events: Ir\nfn=f\n1 1\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *words[] = {"quern", (char *)cases[i].letter, (char *)cases[i].next, NULL};
        struct options options;
        struct error error = {0};
        cr_expect_not(command_line_read(&options, 3, words, &error));
        cr_expect(strstr(error.text, cases[i].hint), "%s %s: %s", cases[i].letter, cases[i].next,
                  error.text);
        options_free(&options);
    }
}

/* Whatever its length, no value is cut, and no hint. */
Test(synonyms, leave_out_long_values)
{
    struct error error;
    char typed[1000] = "--exclude=";

    memset(typed + strlen(typed), 'a', 60);
    refuse(typed, &error);
    cr_expect(strstr(error.text, "aaa leaves functions out of limits too"), "%s", error.text);
    strcpy(typed, "--callers=");
    memset(typed + strlen(typed), 'a', 800);
    refuse(typed, &error);
    cr_expect(strstr(error.text, "--peek=REGEX shows"), "%s", error.text);
}

Test(synonyms, of_sort_have_an_event)
{
    char hint[HINT_ROOM];

    cr_expect(synonym_of_sort(TEXT("inclusive"), "Ir", hint));
    cr_expect(strstr(hint, "--sort='incl(Ir)' goes"), "%s", hint);
    cr_expect(synonym_of_sort(TEXT("time"), "Time_(10ns)", hint));
    cr_expect(strstr(hint, "--sort='Time_(10ns)' goes"), "%s", hint);
    cr_expect(synonym_of_sort(TEXT("time"), "it's", hint));
    cr_expect(strstr(hint, "--sort=EVENT goes"), "%s", hint);
    cr_expect_not(synonym_of_sort(TEXT("Ir"), "Ir", hint));
}

Test(synonyms, are_files_where_there_is_one)
{
    struct options options;
    struct error error = {0};

    refuse("top", &error);
    cr_expect_str_eq(error.text, "'top' is not a file: did you mean --top?");
    temporary_write("top", "events: Ir\nfn=f\n1 1\n");
    cr_expect(command_line_read(&options, 2, (char *[]){"quern", "top", NULL}, &error), "%s",
              error.text);
    options_free(&options);
}

/* An error about an operand, as it is and as it is explained. */
Test(synonyms, of_files_are_functions)
{
    static const struct {
        const char *operand, *path, *text;
    } cases[] = {
        {"parse", "parse", "gone: did you mean --peek='^parse$' or --annotate=parse?"},
        {"A::b(int)", "A::b(int)", "gone: did you mean --annotate='A::b(int)'?"},
        {"~A", "~A", "gone: did you mean --annotate='~A'?"},
        {"main", "parse", "gone"},
        {"a.c", "a.c", "gone"},
        {"a/b", "a/b", "gone"},
        {"it's", "it's", "gone"},
        {"123", "123", "gone"},
        {"there", "there", "gone"},
        {"parse", NULL, "gone"},
    };

    temporary_write("there", "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct text operand = text_of(cases[i].operand);
        struct error error = {.kind = ERROR_FAILED, .path = cases[i].path, .text = "gone"};
        operands_explain((struct text_list){&operand, 1}, &error);
        cr_expect_str_eq(error.text, cases[i].text, "%s", cases[i].operand);
        cr_expect_eq(error.kind, ERROR_FAILED);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The manual and README.md against the table of options: neither leaves out nor invents one.
 */

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/options.h"
#include "support/manual.h"
#include "support/run.h"

#define README TESTDATA_DIR "/../README.md"

enum { NAME_MAX_LENGTH = 60 };

static const char name_bytes[] = "abcdefghijklmnopqrstuvwxyz-";

/* Options of other programs that the texts speak of. */
static const char *const of_others[] = {
    "--tool",           "--callgrind-out-file", "--separate-recs",    "--separate-threads",
    "--mangle-names",   "--compress-pos",       "--separate-callers", "--dump-instr",
    "--cache-sim",      "--branch-sim",         "--collect-jumps",    "--date",
    "--toggle-collect", "--collect-atstart",    "--instr-atstart",    "--upload-file",
    "--data-binary",
};

static char *read_document(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t size;

    cr_assert(file, "cannot open %s", path);
    char *text = run_read_file(file, &size);
    fclose(file);
    return text;
}

/* The program's options as "\n--name\n-x\n", so that each is between newlines. */
static char *program_options(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    fputc('\n', out);
    for (size_t i = 0; i < n_option_rows; i++) {
        fprintf(out, "--%s\n", option_rows[i].name);
        if (option_rows[i].letter != 0)
            fprintf(out, "-%c\n", option_rows[i].letter);
    }
    fclose(out);
    return text;
}

/* Is it an option of the program, written with its dashes? */
static bool is_option(const char *options, const char *option)
{
    char line[NAME_MAX_LENGTH + 3];

    snprintf(line, sizeof(line), "\n%s\n", option);
    return strstr(options, line) != NULL;
}

/* Options that are gone have a hint, and stand in the news alone. */
static bool is_gone(const char *option, const char *path)
{
    return strstr(path, "quern-news.7") != NULL && hint_find("", text_of(option)) != NULL;
}

static bool is_of_others(const char *option)
{
    for (size_t i = 0; i < ARRAY_LENGTH(of_others); i++)
        if (strcmp(of_others[i], option) == 0)
            return true;
    return false;
}

/* Cuts the next line off; NULL at the end. */
static char *next_line(char **rest)
{
    char *line = *rest;

    if (*line == '\0')
        return NULL;
    char *end = strchr(line, '\n');
    *rest = end ? end + 1 : line + strlen(line);
    if (end)
        *end = '\0';
    return line;
}

/*
 * The option of the next "Fl" macro of a macro line, with its dashes: "Fl -top" is "--top", and
 * "Fl n" is "-n". *at is moved past it; false where there is no more.
 */
static bool next_flag(const char **at, char option[NAME_MAX_LENGTH])
{
    const char *flag = strstr(*at, " Fl ");

    if (!flag && strncmp(*at, ".Fl ", 4) == 0)
        flag = *at;
    if (!flag)
        return false;
    flag += 4;
    size_t length = strcspn(flag, " ");
    *at = flag + length;
    snprintf(option, NAME_MAX_LENGTH, "-%.*s", (int)length, flag);
    return true;
}

/* Does an item of a list in the page of options begin with the option? */
static bool has_item(const char *option)
{
    struct manual manual;
    bool is_found = false;

    manual_open(&manual);
    while (manual_next_of(&manual, "OPTIONS")) {
        char flag[NAME_MAX_LENGTH];
        const char *at = manual.line;
        while (strncmp(manual.line, ".It ", 4) == 0 && next_flag(&at, flag))
            is_found = is_found || strcmp(flag, option) == 0;
    }
    manual_close(&manual);
    return is_found;
}

Test(manual, describes_every_option)
{
    char *options = program_options(), *rest = options + 1;
    size_t count = 0;

    for (const char *option; (option = next_line(&rest)); count++)
        cr_expect(has_item(option), "OPTIONS of the manual does not describe %s", option);
    cr_expect(count > 0, "the program has no options");
    free(options);
}

Test(manual, names_no_option_that_does_not_exist)
{
    char *options = program_options();
    struct manual manual;
    int count = 0;

    manual_open(&manual);
    while (manual_next_line(&manual)) {
        char option[NAME_MAX_LENGTH];
        const char *at = manual.line;
        for (; manual.line[0] == '.' && next_flag(&at, option); count++)
            cr_expect(is_option(options, option) || is_gone(option, manual.page),
                      "man/%s:%d: there is no option %s", manual.page, manual.number, option);
    }
    cr_expect(count > 0, "the manual names no option");
    manual_close(&manual);
    free(options);
}

/* The option with two dashes of an item's line; false where it has none. */
static bool long_option(const char *line, char option[NAME_MAX_LENGTH])
{
    const char *at = line;
    bool is_found = false;

    while (!is_found && strncmp(line, ".It ", 4) == 0 && next_flag(&at, option))
        is_found = strncmp(option, "--", 2) == 0;
    return is_found;
}

/* What an item's line looks like when it is printed: "-n N, --rows=N". */
static void read_usage(const char *line, char usage[NAME_MAX_LENGTH])
{
    struct text rest = text_skip(text_of(line), strlen(".It ")), word;
    bool is_flag = false, is_joined = true, is_optional = false;

    usage[0] = '\0';
    while (text_cut_word(&rest, &word)) {
        bool is_macro = text_equal(word, TEXT("Fl")) || text_equal(word, TEXT("Ar")) ||
                        text_equal(word, TEXT("Cm")) || text_equal(word, TEXT("Op"));
        size_t length = strlen(usage);
        is_optional |= text_equal(word, TEXT("Op"));
        is_flag |= text_equal(word, TEXT("Fl"));
        is_joined |= text_equal(word, TEXT("Ns")) || text_equal(word, TEXT(","));
        if (text_equal(word, TEXT("Op")))
            snprintf(usage + length, NAME_MAX_LENGTH - length, "[");
        if (is_macro || text_equal(word, TEXT("Ns")))
            continue;
        snprintf(usage + length, NAME_MAX_LENGTH - length, "%s%s%.*s", is_joined ? "" : " ",
                 is_flag ? "-" : "", (int)word.length, word.at);
        is_flag = is_joined = false;
    }
    if (is_optional)
        strcat(usage, "]");
}

/* The same of the option's row. */
static void print_usage(const struct option_row *row, char usage[NAME_MAX_LENGTH])
{
    const char *argument = row->argument != NULL ? row->argument : "";
    const char *sign = row->argument == NULL || option_is_optional(row) ? "" : "=";

    if (row->letter != 0)
        snprintf(usage, NAME_MAX_LENGTH, "-%c%s%s, --%s%s%s", row->letter,
                 option_is_optional(row) ? "" : " ", option_is_optional(row) ? "" : argument,
                 row->name, sign, argument);
    else
        snprintf(usage, NAME_MAX_LENGTH, "--%s%s%s", row->name, sign, argument);
}

static void check_usage(const char *line, const struct option_row *row)
{
    char written[NAME_MAX_LENGTH], usage[NAME_MAX_LENGTH];

    read_usage(line, written);
    print_usage(row, usage);
    cr_expect_str_eq(written, usage);
}

/* A line of the page's options, against the next row of the table. */
static void check_line(const char *line, size_t *row, size_t *n_examples)
{
    char option[NAME_MAX_LENGTH];

    if (strncmp(line, ".Ss ", 4) == 0) {
        cr_assert(*row < n_option_rows && option_rows[*row].group != NULL, "%s", line);
        cr_expect_str_eq(line + 4, option_rows[*row].group);
        cr_expect_eq(*n_examples, (size_t)(*row > 0), "the group before %s has %zu examples", line,
                     *n_examples);
        *n_examples = 0;
    } else if (long_option(line, option)) {
        cr_assert_lt(*row, n_option_rows, "%s comes after all", option);
        check_usage(line, &option_rows[*row]);
        ++*row;
    }
    *n_examples += strncmp(line, ".Dl quern ", 10) == 0;
}

/* Groups too, each with one example. */
Test(manual, has_the_options_in_the_order_of_help)
{
    struct manual manual;
    size_t row = 0, n_examples = 0;

    manual_open(&manual);
    while (manual_next_of(&manual, "OPTIONS"))
        check_line(manual.line, &row, &n_examples);
    cr_expect_eq(row, n_option_rows, "%zu of %zu", row, n_option_rows);
    cr_expect_eq(n_examples, (size_t)1, "the last group has %zu examples", n_examples);
    manual_close(&manual);
}

/* Takes the backslash out of "\-", which is how the page writes a dash in an example. */
static void unescape_dashes(char *text)
{
    char *to = text;

    for (const char *from = text; *from; from++)
        if (from[0] != '\\' || from[1] != '-')
            *to++ = *from;
    *to = '\0';
}

/* The next "--name" in a text, which is moved past it. */
static bool next_written(const char **at, char option[NAME_MAX_LENGTH])
{
    for (const char *dashes = *at; (dashes = strstr(dashes, "--")); dashes++) {
        size_t length = strspn(dashes, name_bytes);
        bool is_start = dashes == *at || !strchr(name_bytes, dashes[-1]);
        if (!is_start || length == 2 || dashes[2] == '-')
            continue;
        snprintf(option, NAME_MAX_LENGTH, "%.*s", (int)length, dashes);
        *at = dashes + length;
        return true;
    }
    return false;
}

/* Every "--name" of running text and examples, the macros aside; gives how many there are. */
static int expect_known_options(const char *text, const char *path, int number)
{
    char *copy = strdup(text), *options = program_options(), option[NAME_MAX_LENGTH];
    const char *at = copy;
    int count = 0;

    unescape_dashes(copy);
    for (; next_written(&at, option); count++)
        cr_expect(is_option(options, option) || is_of_others(option) || is_gone(option, path),
                  "%s:%d: there is no option %s", path, number, option);
    free(options);
    free(copy);
    return count;
}

Test(manual, uses_only_options_that_exist_in_examples)
{
    struct manual manual;
    int count = 0;

    manual_open(&manual);
    while (manual_next_line(&manual))
        count += expect_known_options(manual.line, manual.page, manual.number);
    cr_expect(count > 100, "the manual has only %d options in its text", count);
    manual_close(&manual);
}

/* Types an option that is gone: the message says what the page says. */
static void expect_instead(const char *typed, const char *line)
{
    struct run run = run_quern((const char *const[]){typed, NULL}, TESTDATA_DIR "/fib");
    char instead[200] = ": ";

    manual_append(instead, sizeof instead, line);
    cr_expect(run.status == 2 && strstr(run.err, instead) != NULL, "%s: %d, %s", typed, run.status,
              run.err);
    run_free(&run);
}

Test(manual, says_what_to_type_for_options_that_are_gone)
{
    char typed[NAME_MAX_LENGTH] = "";
    struct manual manual;
    bool is_in_table = false;
    int count = 0;

    manual_open(&manual);
    while (manual_next_line(&manual)) {
        if (strncmp(manual.line, ".Ss ", 4) == 0)
            is_in_table = strcmp(manual.line, ".Ss Options that are gone") == 0;
        if (is_in_table && strncmp(manual.line, ".It ", 4) == 0) {
            read_usage(manual.line, typed);
        } else if (is_in_table && typed[0] != '\0' && manual.line[0] != '.') {
            count++;
            expect_instead(typed, manual.line);
        }
    }
    cr_expect_eq(count, 14);
    manual_close(&manual);
}

/* Does the page have a section whose title the text ends in? */
static bool ends_in_title(struct text text, struct text page)
{
    struct manual manual;
    bool is_there = false;

    manual_open(&manual);
    while (!is_there && manual_next_line(&manual)) {
        bool is_title =
            strncmp(manual.line, ".Sh ", 4) == 0 || strncmp(manual.line, ".Ss ", 4) == 0;
        struct text title = text_of(is_title ? manual.line + 4 : "");
        is_there = title.length != 0 && title.length <= text.length &&
                   text_starts_with(text_of(manual.page), page) &&
                   text_equal(text_skip(text, text.length - title.length), title);
    }
    manual_close(&manual);
    return is_there;
}

/* "See CALL TREE in" before ".Xr quern-figures 7", and ".Pq Causes in Xr quern-figures 7 :". */
Test(manual, refers_to_sections_that_there_are)
{
    static const char begin[] = "Xr quern-", before[] = " in";
    struct manual manual;
    char last[200] = "";
    int count = 0;

    manual_open(&manual);
    for (; manual_next_line(&manual); snprintf(last, sizeof last, "%s", manual.line)) {
        const char *at = manual.line[0] == '.' ? strstr(manual.line, begin) : NULL;
        if (at == NULL)
            continue;
        bool is_first = at == manual.line + 1;
        struct text text = is_first ? text_of(last) : text_between(manual.line, at - 1);
        struct text page = {at + 3, strcspn(at + 3, " ")};
        if (text.length <= strlen(before) ||
            !text_equal(text_skip(text, text.length - strlen(before)), text_of(before)))
            continue;
        text.length -= strlen(before);
        const char *word = text.at + text.length;
        while (word > text.at && word[-1] != ' ')
            word--;
        if (!isupper((unsigned char)*word))
            continue; /* "described in" */
        cr_expect(ends_in_title(text, page), "man/%s:%d: there is no such section in %.*s",
                  manual.page, manual.number, (int)page.length, page.at);
        count++;
    }
    cr_expect_gt(count, 30, "only %d references", count);
    manual_close(&manual);
}

Test(readme, uses_only_options_that_exist)
{
    char *text = read_document(README);

    cr_expect(expect_known_options(text, README, 1) > 0, "%s names no option", README);
    free(text);
}

Test(manual, has_the_news_of_this_version)
{
    struct manual manual;
    bool is_there = false;

    manual_open(&manual);
    while (manual_next_of(&manual, QUERN_VERSION))
        is_there = true;
    cr_expect(is_there, "the manual has no news of " QUERN_VERSION);
    manual_close(&manual);
}

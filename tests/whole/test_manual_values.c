/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The manual against the code: the values that options take, the exit statuses, and the
 * variables of the environment. It leaves out none and invents none.
 */

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "cli/options.h"
#include "support/manual.h"
#include "support/source_code.h"

/* A value that the page names: ".Fl -by Ns = Ns Cm line", or ".Cm line" in the item of --by. */
struct named_value {
    const struct option_row *row;
    struct text word;
    const char *page;
    int line;
    bool is_in_item; /* of the option */
};

struct named_values {
    struct manual manual;          /* owns the words */
    const struct option_row *item; /* whose item the line is in, or NULL */
    struct named_value *list;
    size_t count, capacity;
};

/* Of "-by" or "n", as it follows "Fl". */
static const struct option_row *find_option(struct text flag)
{
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        bool is_long = flag.at[0] == '-' && text_equal(text_skip(flag, 1), text_of(row->name));
        if (is_long || (flag.length == 1 && flag.at[0] == row->letter))
            return row;
    }
    return NULL;
}

static bool is_macro(struct text word)
{
    return word.length == 2 && isupper((unsigned char)word.at[0]) &&
           islower((unsigned char)word.at[1]);
}

static bool is_punctuation(struct text word)
{
    return word.length == 1 && ispunct((unsigned char)word.at[0]);
}

static void add_value(struct named_values *values, const struct option_row *row, struct text word)
{
    if (row == NULL || row->values == NULL)
        return;
    ARRAY_GROW(values->list, values->count, values->capacity);
    values->list[values->count++] = (struct named_value){
        row, word, values->manual.page, values->manual.number, row == values->item};
}

/* Of a line of macros: what follows "Cm", of the option that is named before it. */
static void add_values_of_line(struct named_values *values, struct text line)
{
    const struct option_row *row = values->item;
    bool is_item = text_starts_with(line, TEXT("It "));
    struct text macro = {0}, word;

    while (text_cut_word(&line, &word)) {
        if (is_macro(word)) {
            macro = word;
        } else if (word.length > 1 && word.at[0] == '=') {
            add_value(values, row, text_skip(word, 1));
        } else if (is_punctuation(word)) {
            continue;
        } else if (text_equal(macro, TEXT("Fl"))) {
            row = find_option(word);
            values->item = is_item ? row : values->item;
        } else if (text_equal(macro, TEXT("Cm"))) {
            add_value(values, row, word);
        }
    }
}

static struct named_values read_named_values(void)
{
    struct named_values values = {0};

    manual_open(&values.manual);
    while (manual_next_line(&values.manual)) {
        struct text line = text_of(values.manual.line);
        if (text_starts_with(line, TEXT(".Sh ")) || text_starts_with(line, TEXT(".Ss ")))
            values.item = NULL;
        else if (text_starts_with(line, TEXT(".")))
            add_values_of_line(&values, text_skip(line, 1));
    }
    return values;
}

static void free_named_values(struct named_values *values)
{
    free(values->list);
    manual_close(&values->manual);
}

static bool takes(const struct option_row *row, struct text value)
{
    struct text rest = text_of(row->values), word;

    while (text_cut_word(&rest, &word))
        if (text_equal(word, value))
            return true;
    return false;
}

static bool is_in_item(const struct named_values *values, const struct option_row *row,
                       struct text word)
{
    for (size_t i = 0; i < values->count; i++) {
        const struct named_value *value = &values->list[i];
        if (value->row == row && value->is_in_item && text_equal(value->word, word))
            return true;
    }
    return false;
}

/* Is it what --help calls a group of options? The page has them as its sections. */
static bool is_group(struct text value)
{
    for (size_t i = 0; i < n_option_rows; i++) {
        const char *group = option_rows[i].group;
        if (group != NULL && strlen(group) == value.length &&
            strncasecmp(group, value.at, value.length) == 0)
            return true;
    }
    return false;
}

Test(manual_values, names_every_value)
{
    struct named_values values = read_named_values();

    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        struct text rest = text_of(row->values != NULL ? row->values : ""), word;
        while (text_cut_word(&rest, &word))
            cr_expect(is_in_item(&values, row, word) || is_group(word),
                      "the manual: the item of --%s lacks %.*s", row->name, (int)word.length,
                      word.at);
    }
    free_named_values(&values);
}

/* True of what the news says is gone, and the program has a hint for. */
static bool is_told_as_gone(const struct named_value *value)
{
    char prefix[40];

    snprintf(prefix, sizeof prefix, "--%s=", value->row->name);
    return strcmp(value->page, "quern-news.7") == 0 && hint_find(prefix, value->word) != NULL;
}

Test(manual_values, names_none_that_is_not_taken)
{
    struct named_values values = read_named_values();

    for (size_t i = 0; i < values.count; i++) {
        const struct named_value *value = &values.list[i];
        cr_expect(takes(value->row, value->word) || is_told_as_gone(value),
                  "man/%s:%d: there is no --%s=%.*s", value->page, value->line, value->row->name,
                  (int)value->word.length, value->word.at);
    }
    cr_expect(values.count > 50, "the manual names only %zu values", values.count);
    free_named_values(&values);
}

/* How many exit statuses main() has: 0 is the first of its enum. */
static int count_statuses(void)
{
    struct source_code code;
    int count = 0;

    source_code_read(&code);
    for (size_t i = 0; i < code.count; i++) {
        const char *at = strstr(code.list[i].code, "enum { EXIT_");
        for (; at != NULL && *at != '}'; at++)
            count += strncmp(at, "EXIT_", 5) == 0;
    }
    source_code_free(&code);
    return count;
}

Test(manual_values, has_every_exit_status_and_no_other)
{
    struct manual manual;
    int next = 0, count = count_statuses();

    manual_open(&manual);
    while (manual_next_of(&manual, "EXIT STATUS")) {
        if (strncmp(manual.line, ".It ", 4) != 0)
            continue;
        cr_expect(atoi(manual.line + 4) == next && next < count,
                  "man/%s:%d: main() has no such status, or another one is left out before it",
                  manual.page, manual.number);
        next++;
    }
    cr_expect_eq(next, count, "EXIT STATUS has %d items, main() has %d statuses", next, count);
    cr_expect(count > 0);
    manual_close(&manual);
}

/* Of the environment: which variables the code asks for. */
struct variables {
    struct source_code code; /* owns the names */
    struct text_list names;
};

static bool is_variable(struct text name)
{
    for (size_t i = 0; i < name.length; i++)
        if (!isupper((unsigned char)name.at[i]) && name.at[i] != '_')
            return false;
    return name.length > 1;
}

/* The last use of an array before a place, which is where it is made; NULL if there is none. */
static const char *find_array(const struct source_file *file, const char *array, const char *before)
{
    const char *last = NULL;

    for (const char *at = file->code; (at = strstr(at, array)) != NULL && at < before; at++)
        last = at;
    return last;
}

/* Those of an array, whose name an argument begins with: names[i]. */
static void add_of_array(struct variables *variables, const struct source_file *file,
                         struct text argument)
{
    char array[40];
    struct text name;

    snprintf(array, sizeof array, "%.*s[", (int)strcspn(argument.at, "[)"), argument.at);
    const char *at = find_array(file, array, argument.at);
    cr_assert(at != NULL, "%s:%d: which variables are these?", file->path,
              source_line(file, argument.at));
    struct text piece = {at, strcspn(at, ";")};
    while (source_next_text(&variables->code, &piece, &name))
        if (is_variable(name))
            arena_append_text(&variables->code.arena, &variables->names, name);
}

static void add_variables(struct variables *variables, const struct source_file *file)
{
    const char *at = file->code;

    for (struct text argument; source_next_call(&at, "getenv", &argument);) {
        struct text name, piece = argument;
        if (source_next_text(&variables->code, &piece, &name) && is_variable(name))
            arena_append_text(&variables->code.arena, &variables->names, name);
        else
            add_of_array(variables, file, argument);
    }
}

static struct variables read_variables(void)
{
    struct variables variables = {0};

    source_code_read(&variables.code);
    for (size_t i = 0; i < variables.code.count; i++)
        add_variables(&variables, &variables.code.list[i]);
    return variables;
}

static size_t find(struct text_list names, struct text name)
{
    size_t i = 0;

    while (i < names.count && !text_equal(names.items[i], name))
        i++;
    return i;
}

Test(manual_values, has_every_variable_and_no_other)
{
    static const struct text begin = {".It Ev ", 7};
    struct variables variables = read_variables();
    struct manual manual;
    bool is_there[100] = {false};

    cr_assert(variables.names.count > 0 && variables.names.count < ARRAY_LENGTH(is_there));
    manual_open(&manual);
    while (manual_next_of(&manual, "ENVIRONMENT")) {
        struct text line = text_of(manual.line), word;
        if (!text_starts_with(line, begin))
            continue;
        line = text_skip(line, begin.length);
        while (text_cut_word(&line, &word)) {
            size_t i = find(variables.names, word);
            cr_expect(i < variables.names.count || is_punctuation(word),
                      "man/%s:%d: nothing asks for %.*s", manual.page, manual.number,
                      (int)word.length, word.at);
            is_there[i] = true;
        }
    }
    for (size_t i = 0; i < variables.names.count; i++)
        cr_expect(is_there[find(variables.names, variables.names.items[i])],
                  "ENVIRONMENT does not have %.*s", (int)variables.names.items[i].length,
                  variables.names.items[i].at);
    manual_close(&manual);
    source_code_free(&variables.code);
}

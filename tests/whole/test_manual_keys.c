/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What the manual says of the formats for machines, against what there is: the keys of JSON
 * against its schema, which tests/check-schema holds against the JSON; the columns of CSV against
 * headings. Neither leaves out nor invents one.
 */

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/manual.h"
#include "support/run.h"

#define SCHEMA "quern.schema.json"

enum { WORD_ROOM = 40, MAX_WORDS = 200, MAX_DEPTH = 60 };

struct word_set {
    char words[MAX_WORDS][WORD_ROOM];
    size_t count;
};

static void enter_testdata(void)
{
    cr_assert(chdir(TESTDATA_DIR) == 0, "there is no %s", TESTDATA_DIR);
}

TestSuite(manual_keys, .init = enter_testdata, .timeout = 60);

static char *read_document(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t size;

    cr_assert(file, "cannot open %s", path);
    char *text = run_read_file(file, &size);
    fclose(file);
    return text;
}

static bool has_word(const struct word_set *set, const char *word)
{
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->words[i], word) == 0)
            return true;
    return false;
}

static void add_word(struct word_set *set, const char *at, size_t length)
{
    char word[WORD_ROOM];

    cr_assert(length < sizeof word, "too long: %.*s", (int)length, at);
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    if (has_word(set, word))
        return;
    cr_assert(set->count < MAX_WORDS, "there are too many words");
    memcpy(set->words[set->count++], word, sizeof word);
}

/* The end of a string of JSON whose first byte, after the quote, is `at`. */
static const char *string_end(const char *at)
{
    while (*at != '"') {
        cr_assert_neq(*at, '\0', "a string does not end");
        at += *at == '\\' ? 2 : 1;
    }
    return at;
}

/* The keys of all objects that are values of "properties", which are not such keys themselves. */
static void read_properties(const char *at, struct word_set *keys)
{
    bool is_of_properties[MAX_DEPTH] = {false}, comes_next = false;
    size_t depth = 0;

    for (; *at != '\0'; at++) {
        if (*at == '{' || *at == '[') {
            cr_assert(depth + 1 < MAX_DEPTH);
            is_of_properties[++depth] = *at == '{' && comes_next;
            comes_next = false;
        } else if (*at == '}' || *at == ']') {
            cr_assert(depth > 0, "a bracket has no partner");
            depth--;
        } else if (*at == '"') {
            const char *word = at + 1;
            at = string_end(word);
            bool is_key = at[1] == ':', is_keyword = !is_of_properties[depth];
            if (is_key && !is_keyword)
                add_word(keys, word, (size_t)(at - word));
            comes_next = is_key && is_keyword && strncmp(word, "properties\"", 11) == 0;
        }
    }
}

static bool is_macro(const char *word, size_t length)
{
    return length == 2 && isupper((unsigned char)word[0]) && islower((unsigned char)word[1]);
}

/*
 * The words that stand after an "Li" of a line of macros, up to the next macro, if they are names:
 * ".It Li self:Ir , No ..." has "self", as what is after a colon is an event.
 */
static void read_literals_of_line(const char *line, size_t length, struct word_set *names)
{
    static const char name_bytes[] = "abcdefghijklmnopqrstuvwxyz_";
    bool is_literal = false;

    for (size_t begin = 1; begin < length;) {
        size_t size = strcspn(line + begin, " \n");
        const char *word = line + begin;
        size_t n_bytes = strspn(word, name_bytes);
        if (is_macro(word, size))
            is_literal = size == 2 && memcmp(word, "Li", 2) == 0;
        else if (is_literal && n_bytes != 0 && (n_bytes == size || word[n_bytes] == ':') &&
                 word[n_bytes - 1] != '_')
            add_word(names, word, n_bytes);
        begin += size + 1;
    }
}

static void read_literals(const char *section, struct word_set *names)
{
    struct manual manual;

    manual_open(&manual);
    while (manual_next_of(&manual, section))
        if (manual.line[0] == '.')
            read_literals_of_line(manual.line, strlen(manual.line), names);
    manual_close(&manual);
}

static void expect_all(const struct word_set *all, const struct word_set *of, const char *what)
{
    cr_expect_gt(all->count, 20, "only %zu words are asked for", all->count);
    for (size_t i = 0; i < all->count; i++)
        cr_expect(has_word(of, all->words[i]), "%s \"%s\"", what, all->words[i]);
}

static struct word_set keys_of_schema(void)
{
    char *schema = read_document(SCHEMA);
    struct word_set keys = {0};

    read_properties(schema, &keys);
    free(schema);
    return keys;
}

Test(manual_keys, page_has_each_key_of_the_schema)
{
    struct word_set keys = keys_of_schema(), names = {0};

    read_literals("JSON", &names);
    expect_all(&keys, &names, "the section JSON of the manual does not name");
}

Test(manual_keys, schema_has_each_key_of_the_page)
{
    struct word_set keys = keys_of_schema(), names = {0};

    read_literals("JSON", &names);
    expect_all(&names, &keys, "the section JSON of the manual names what no schema has:");
}

/* Options whose tables have all columns that there are, together. */
static const struct {
    const char *options[4], *path;
} tables[] = {
    {{"--top"}, "fib_static"},
    {{"--list-events"}, "fib_static"},
    {{"--peek=."}, "fib_static"},
    {{"--call-tree"}, "fib_static"},
    {{"--by=part"}, "spec/parts"},
    {{"--top", "--noise=fib", "--diff=fib"}, "fib_static"},
    {{"--top", "--inline"}, "fib_static"},
    {{"--explain", "--diff=diff_old"}, "diff_new"},
    {{"--by=input", "fib"}, "fib_static"},
    {{"--fail-if=Ir > 1G"}, "benchmarks/more"},
    {{"--by=instruction"}, "instructions"},
    {{"--annotate=sum"}, "instructions"},
    {{"--by=line", "--diff=spec/ratios-old", "--event=R% = A / B"}, "spec/ratios"},
};

/* The names of a heading, without their events. */
static void read_heading(const char *line, struct word_set *columns)
{
    for (const char *at = line; *at != '\r';) {
        size_t length = strcspn(at, ",\r");
        size_t before_event = strcspn(at, ":,\r");
        cr_assert_neq(at[length], '\0', "a heading does not end: %s", line);
        add_word(columns, at, before_event);
        at += length + (at[length] == ',');
    }
}

static struct word_set columns_of_tables(void)
{
    struct word_set columns = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(tables); i++) {
        const char *options[ARRAY_LENGTH(tables[i].options) + 2] = {"--format=csv"};
        for (size_t k = 0; k < ARRAY_LENGTH(tables[i].options); k++)
            options[k + 1] = tables[i].options[k];
        struct run run = run_quern(options, tables[i].path);
        cr_assert_eq(run.status, 0, "%s: %s", tables[i].options[0], run.err);
        read_heading(run.out, &columns);
        run_free(&run);
    }
    return columns;
}

Test(manual_keys, page_has_each_column)
{
    struct word_set columns = columns_of_tables(), names = {0};

    read_literals("CSV AND TSV", &names);
    expect_all(&columns, &names, "the section CSV AND TSV of the manual does not name");
}

Test(manual_keys, there_is_each_column_of_the_page)
{
    struct word_set columns = columns_of_tables(), names = {0};

    read_literals("CSV AND TSV", &names);
    expect_all(&names, &columns, "the section CSV AND TSV of the manual names what no table has:");
}

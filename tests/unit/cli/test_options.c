/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/options.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/array.h"

/* As callgrind_annotate has them. */
static const struct option_row *find_row(const char *name)
{
    for (size_t i = 0; i < n_option_rows; i++)
        if (strcmp(option_rows[i].name, name) == 0)
            return &option_rows[i];
    cr_assert_fail("no option --%s", name);
    return NULL;
}

static bool give(struct options *options, const char *name, const char *value, struct error *error)
{
    *error = (struct error){0};
    return option_give(options, find_row(name), value, error);
}

struct name_and_value {
    const char *name, *value;
};

static void give_all(struct options *options, const struct name_and_value *given, size_t count)
{
    struct error error;

    options_init(options);
    for (size_t i = 0; i < count; i++)
        cr_assert(give(options, given[i].name, given[i].value, &error), "%s", error.text);
}

Test(options, take_a_dash_for_standard_output)
{
    static const struct name_and_value given[] = {{"output", "f"}, {"output", "-"}};
    struct options options;

    give_all(&options, given, ARRAY_LENGTH(given));
    options_settle(&options);
    cr_expect_null(options.output);
    options_free(&options);
}

Test(options, choose_callers_and_callees)
{
    static const struct {
        const char *words[2];
        bool callers, callees;
    } cases[] = {
        {{"none", "none"}, false, false},    {{"none", "caller"}, true, false},
        {{"none", "calling"}, false, true},  {{"none", "both"}, true, true},
        {{"caller", "calling"}, true, true}, {{"both", "none"}, true, true},
    };
    struct options options;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct name_and_value given[] = {{"tree", cases[i].words[0]},
                                               {"tree", cases[i].words[1]}};
        give_all(&options, given, ARRAY_LENGTH(given));
        cr_expect_eq(options.view.shows_callers, cases[i].callers, "case %zu", i);
        cr_expect_eq(options.view.shows_callees, cases[i].callees, "case %zu", i);
    }
}

Test(options, hold_to_the_last_of_several_words)
{
    static const struct name_and_value given[] = {
        {"inclusive", "yes"}, {"inclusive", "both"}, {"color", "always"}, {"color", "auto"}};
    struct options options;

    give_all(&options, given, ARRAY_LENGTH(given));
    cr_expect(options.view.shows_both);
    cr_expect_not(options.view.is_inclusive);
    cr_expect_eq(options.color, COLOR_AUTO);
}

/* One view a run; --by is --top by something else, and --rows says how many. */
Test(options, choose_one_view)
{
    static const struct {
        struct name_and_value first, second;
        bool is_one;
    } cases[] = {
        {{"top", NULL}, {"by", "file"}, true},
        {{"by", "line"}, {"rows", "5"}, true},
        {{"peek", "f"}, {"peek", "g"}, true},
        {{"help", "Events"}, {"list-events", NULL}, true},
        {{"top", NULL}, {"peek", "f"}, false},
        {{"peek", "f"}, {"annotate", "f"}, false},
        {{"annotate", "f"}, {"by", "file"}, false},
        {{"list-events", NULL},
         {"rows", "5"},
         true}, /* it is refused later: see test_option_checks.c */
    };
    struct options options;
    struct error error;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        give_all(&options, &cases[i].first, 1);
        bool is_one = give(&options, cases[i].second.name, cases[i].second.value, &error);
        cr_expect_eq(is_one, cases[i].is_one, "case %zu", i);
        cr_expect(is_one || strstr(error.text, "only one of"), "%s", error.text);
        options_free(&options);
    }
}

Test(options, count_rows)
{
    static const struct name_and_value given[] = {{"top", "5"}, {"top", NULL}, {"by", "thread"}};
    struct options options;

    give_all(&options, given, ARRAY_LENGTH(given));
    cr_expect_eq(options.view.view, VIEW_HOTSPOTS);
    cr_expect_eq(options.view.by, BY_THREAD);
    cr_expect_eq(options.view.n_rows, 5);
    cr_expect(options.view.has_limit);
}

Test(options, refuse_values)
{
    static const struct {
        const char *name, *value, *message;
    } cases[] = {
        {"part", "", "--part: expected numbers, as in 1,3-5"},
        {"thread", "", "--thread: expected numbers, as in 1,3-5"},
        {"diff", "", "--diff: expected the name of a profile or a directory"},
        {"jobs", "0", "--jobs=0: must be from 1 to 256"},
        {"jobs", "257", "--jobs=257: must be from 1 to 256"},
        {"jobs", "+1", "--jobs=+1: must be from 1 to 256"},
        {"width", "19", "--width=19: must be a number of columns from 20 to 100000"},
        {"width", "100001", "--width=100001: must be a number of columns from 20 to 100000"},
        {"percent-limit", "101", "--percent-limit=101: must be a number from 0 to 100"},
        {"limits", "", "--limits: expected the name of a file"},
        {"threshold", "", "--threshold=: must be a number from 0 to 100"},
        {"threshold", "101", "--threshold=101: must be a number from 0 to 100"},
        {"threshold", "100.5", "--threshold=100.5: must be a number from 0 to 100"},
        {"threshold", "-1", "--threshold=-1: must be a number from 0 to 100"},
        {"threshold", "5%%", "--threshold=5%%: must be a number from 0 to 100"},
        {"threshold", "1e1", "--threshold=1e1: must be a number from 0 to 100"},
        {"threshold", "nan", "--threshold=nan: must be a number from 0 to 100"},
        {"threshold", "0x10", "--threshold=0x10: must be a number from 0 to 100"},
        {"top", "x", "--top=x: must be a number of rows"},
        {"rows", "", "-n : must be a number of rows"},
        {"by", "foo",
         "--by=foo: must be function, file:function, file, directory, extension, namespace, "
         "object, "
         "line, instruction, part, "
         "thread, label or input"},
        {"annotate", "", "--annotate: expected a function, FILE or FILE:LINE"},
        {"inclusive", "y", "--inclusive=y: must be yes, no or both"},
        {"tree", "callers", "--tree=callers: must be none, caller, calling or both"},
        {"tree", "", "--tree=: must be none, caller, calling or both"},
        {"auto", "YES", "--auto=YES: must be yes or no"},
        {"context", "", "--context=: must be a number of lines"},
        {"context", "-1", "--context=-1: must be a number of lines"},
        {"context", "1.5", "--context=1.5: must be a number of lines"},
        {"context", "18446744073709551616",
         "--context=18446744073709551616: must be a number of lines"},
        {"include", "=", "--include: expected a directory"},
        {"old-path-map", "", "--old-path-map=: must be FROM=TO or a directory"},
        {"path-map", "a", "--path-map=a: must be FROM=TO"},
        {"show-percs", "1", "--show-percs=1: must be yes or no"},
        {"format", "xml",
         "--format=xml: must be text, json, csv, tsv, markdown, grep, folded, "
         "pprof, dot, "
         "github, gitlab, sarif, html or callgrind"},
        {"output", "", "--output: expected the name of a file"},
        {"color", "red", "--color=red: must be auto, always or never"},
        {"min-delta", "x", "--min-delta=x: must be a count (1.2M) or a share (0.1%)"},
    };
    struct options options;
    struct error error;

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        options_init(&options);
        cr_expect_not(give(&options, cases[i].name, cases[i].value, &error), "%s",
                      cases[i].message);
        cr_expect_eq(error.kind, ERROR_USAGE);
        cr_expect_str_eq(error.text, cases[i].message);
        options_free(&options);
    }
}

Test(options, are_completely_described)
{
    cr_expect_not_null(option_rows[0].group);
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        cr_expect_str_not_empty(option_sentence(row), "--%s", row->name);
        cr_expect(row->at != 0 || row->apply != NULL || row->view != VIEW_CLASSIC ||
                      row->type == OPTION_RENAMING,
                  "--%s", row->name);
        cr_expect_eq(row->type == OPTION_FLAG, row->argument == NULL && row->at != 0, "--%s",
                     row->name);
        cr_expect(row->values == NULL || row->argument != NULL, "--%s", row->name);
        for (size_t j = 0; j < i; j++) {
            cr_expect_str_neq(row->name, option_rows[j].name);
            cr_expect(row->letter == 0 || row->letter != option_rows[j].letter, "-%c", row->letter);
        }
    }
}

/* But for --help: its words are the groups, which its page shows. */
Test(options, explain_the_words_that_they_take)
{
    for (size_t i = 0; i < n_option_rows; i++) {
        const struct option_row *row = &option_rows[i];
        struct text rest, word;
        if (row->values == NULL || strcmp(row->name, "help") == 0)
            continue;
        for (rest = text_of(row->values); text_cut(&rest, ' ', &word);) {
            char string[40] = "";
            memcpy(string, word.at, word.length);
            cr_expect(strstr(option_sentence(row), string) || strstr(row->argument, string),
                      "--%s does not explain '%s'", row->name, string);
        }
    }
}

/* They are named elsewhere too: in the same order, and no others. */
Test(options, have_the_names_of_formats_and_keys)
{
    struct text rest = text_of(find_row("format")->values), word;
    size_t n_formats = 0;

    for (; text_cut(&rest, ' ', &word); n_formats++)
        cr_expect(n_formats < N_FORMATS && text_equal(word, text_of(formats[n_formats].name)),
                  "format %zu", n_formats);
    cr_expect_eq(n_formats, N_FORMATS);
    rest = text_of(find_row("by")->values);
    for (int key = 0; key < N_ROW_KEYS; key++) {
        cr_assert(text_cut(&rest, ' ', &word));
        cr_expect(text_equal(word, text_of(row_keys[key].name)), "key %d", key);
        cr_expect(strstr(option_sentence(find_row("by")), row_keys[key].name), "key %d", key);
    }
    cr_expect_null(rest.at);
}

/* Neither another word, nor a part of one, nor several. */
Test(options, take_no_other_words)
{
    static const char *const words[] = {"auto", "always", "never"},
                             *const others[] = {"",          "Auto",        "alway",
                                                "nevermore", "auto always", "a"};
    struct options options;
    struct error error;

    options_init(&options);
    for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
        cr_expect(give(&options, "color", words[i], &error), "%s", error.text);
        cr_expect_eq(options.color, (enum color)i);
    }
    for (size_t i = 0; i < ARRAY_LENGTH(others); i++) {
        cr_expect_not(give(&options, "color", others[i], &error), "%s", others[i]);
        cr_expect_eq(error.kind, ERROR_USAGE);
    }
    cr_expect_str_eq(error.text, "--color=a: must be auto, always or never");
    options_free(&options);
}

Test(options, say_what_argument_they_have)
{
    cr_expect_not(option_is_optional(find_row("strict")));
    cr_expect(option_is_optional(find_row("top")));
    cr_expect_not(option_is_optional(find_row("color")));
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/view/listing/listing_target.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "profile/filter.h"
#include "support/figured.h"
#include "support/temporary.h"

TestSuite(listing_target, .init = temporary_enter, .fini = temporary_leave);

/* Two functions f of files of one base name, and functions with signs in their names. */
#define PROFILE                                                                                    \
    "events: A\nfl=src/a.c\nfn=f\n1 1\nfn=main\n1 1\ncfi=d.c\ncfn=called\ncalls=1 1\n1 1\n"        \
    "fl=lib/a.c\nfn=f\n1 1\nfl=src/b.c\nfn=g(int)\n1 1\nfn=C::bar:12\n1 1\n"

/* "FUNCTION" or "file NAME" of each code, then ":LINE"; or "? FUNCTION..."; or the error. */
static char *show(const struct rows *rows, const char *what)
{
    struct listing_target target;
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert(out, "out of memory");
    if (!listing_target_find(&target, rows, text_of(what), &error))
        fprintf(out, " %s: %s", error.kind == ERROR_USAGE ? "usage" : "error", error.text);
    for (size_t i = 0; error.kind == ERROR_NONE && i < target.count; i++) {
        struct listed_code code = target.codes[i];
        if (code.row != NO_ID)
            fprintf(out, " %s", figured_name(rows, code.row));
        if (code.file != NO_ID)
            fprintf(out, " file %s", names_text(rows->profile->symbols.files, code.file).at);
    }
    if (error.kind == ERROR_NONE && target.line != 0)
        fprintf(out, ":%" PRIu64, target.line);
    if (error.kind == ERROR_NONE && target.is_match != NULL)
        fputs(" ?", out);
    for (row_id id = 0; error.kind == ERROR_NONE && id < rows->count; id++)
        if (target.is_match != NULL && target.is_match[id])
            fprintf(out, " %s", figured_name(rows, id));
    listing_target_free(&target);
    fclose(out);
    return text;
}

struct target_case {
    const char *what;
    const char *expected;
};

static void check(const char *profile, const struct target_case *cases, size_t count,
                  const struct filter *filter)
{
    struct row_choice choice = FOLDED(BY_FUNCTION);
    struct figured figured;

    choice.filter = filter;
    figured_read(&figured, profile, choice);
    for (size_t i = 0; i < count; i++) {
        char *text = show(figured.figures.rows, cases[i].what);

        cr_expect_str_eq(text, cases[i].expected, "%s: expected\n%s\ngot\n%s", cases[i].what,
                         cases[i].expected, text);
        free(text);
    }
    figured_free(&figured);
}

Test(listing_target, is_the_exact_name_of_functions_first)
{
    static const struct target_case cases[] = {
        {"main", " src/a.c:main"},     {"f", " src/a.c:f lib/a.c:f"},
        {"g(int)", " src/b.c:g(int)"}, {"C::bar:12", " src/b.c:C::bar:12"},
        {"called", " d.c:called"},
    };
    static const struct target_case file_names[] = {
        {"a.c", " a.c:a.c"},
        {"a.c:1", " file a.c:1"},
    };

    check(PROFILE, cases, ARRAY_LENGTH(cases), NULL);
    check("events: A\nfl=a.c\nfn=a.c\n1 1\n", file_names, ARRAY_LENGTH(file_names), NULL);
}

#define NO_SUCH(what) " error: --annotate=" what ": no such function or file"
#define WRONG_LINE(what)                                                                           \
    " usage: --annotate=" what ": line numbers start at 1 and have at most 64 bits"

Test(listing_target, is_a_file_by_the_end_of_its_path)
{
    static const struct target_case cases[] = {
        {"src/b.c", " file src/b.c"},
        {"b.c", " file src/b.c"},
        {"/b.c", " file src/b.c"},
        {"rc/b.c", NO_SUCH("rc/b.c")}, /* whole components */
        {"a.c", " usage: --annotate=a.c: is it src/a.c or lib/a.c?"},
        {"lib/a.c", " file lib/a.c"},
        {"d.c", NO_SUCH("d.c") ": did you mean 'a.c' or 'b.c'?"}, /* it has no code */
    };
    /* The exact name is not ambiguous, be it first or last of them. */
    static const struct target_case exact[] = {{"a.c", " file a.c"},
                                               {"/a.c",
                                                " usage: "
                                                "--annotate=/a.c: is it src/a.c or lib/a.c?"}};

    check(PROFILE, cases, ARRAY_LENGTH(cases), NULL);
    check("events: A\nfl=src/a.c\nfn=f\n1 1\nfl=a.c\nfn=g\n1 1\nfl=lib/a.c\nfn=h\n1 1\n", exact,
          ARRAY_LENGTH(exact), NULL);
}

Test(listing_target, is_a_line_of_a_file)
{
    static const struct target_case cases[] = {
        {"src/b.c:7", " file src/b.c:7"},
        {"b.c:18446744073709551615", " file src/b.c:18446744073709551615"},
        {"b.c:007", " file src/b.c:7"},
        {"b.c:0", WRONG_LINE("b.c:0")},
        {"b.c:18446744073709551616", WRONG_LINE("b.c:18446744073709551616")},
        {"a.c:7", " usage: --annotate=a.c:7: is it src/a.c or lib/a.c?"},
        {"b.c:", NO_SUCH("b.c:") ": did you mean 'b.c' or 'a.c'?"},
        {":7", NO_SUCH(":7")},
        {"nowhere.c:0", NO_SUCH("nowhere.c:0")},
        /* A regular expression, with the number of no line. */
        {"r:12", " src/b.c:C::bar:12"},
        {"main:3", NO_SUCH("main:3") ": did you mean 'main'?"},
    };

    check(PROFILE, cases, ARRAY_LENGTH(cases), NULL);
}

Test(listing_target, is_a_regular_expression_of_functions_last)
{
    static const struct target_case cases[] = {
        {"ai", " src/a.c:main"},
        {"^(f|main)$", " ? src/a.c:f src/a.c:main lib/a.c:f"},
        {"!^[fmC]", " ? d.c:called src/b.c:g(int)"},
        {"mian", NO_SUCH("mian") ": did you mean 'main'?"},
        {"b.d", NO_SUCH("b.d") ": did you mean 'b.c'?"},
        {"nothing_like_it", NO_SUCH("nothing_like_it")},
    };

    check(PROFILE, cases, ARRAY_LENGTH(cases), NULL);
}

/* What regcomp() says of it depends on the C library. */
Test(listing_target, fails_with_suggestions_where_the_expression_is_wrong)
{
    struct figured figured;

    figured_read(&figured, PROFILE, FOLDED(BY_FUNCTION));
    char *text = show(figured.figures.rows, "g(int");
    cr_expect_eq(strncmp(text, " usage: --annotate=g(int: ", 26), 0, "%s", text);
    cr_expect(strstr(text, ": did you mean 'g(int)'?") != NULL, "%s", text);
    free(text);
    figured_free(&figured);
}

/* Files have code whoever's it is. */
Test(listing_target, is_not_what_filters_hide)
{
    static const struct target_case cases[] = {
        {"main", " src/a.c:main"},     {"f", NO_SUCH("f")},      {"[fm]", " src/a.c:main"},
        {"g(int)", NO_SUCH("g(int)")}, {"b.c", " file src/b.c"},
    };
    struct filter filter = {0};
    struct error error = {0};

    cr_assert(pattern_set(&filter.function, "function", "^main$", &error));
    check(PROFILE, cases, ARRAY_LENGTH(cases), &filter);
    filter_free(&filter);
}

/* Listing each of very many functions takes long: they are a table from 31 on. */
Test(listing_target, is_a_table_where_very_many_functions_have_the_name)
{
    for (size_t count = 30; count <= 31; count++) {
        char *profile = NULL;
        size_t size;
        struct figured figured;
        struct listing_target target;
        struct error error = {0};
        FILE *out = open_memstream(&profile, &size);

        cr_assert(out, "out of memory");
        fputs("events: A\nfl=x\nfn=other\n1 1\n", out);
        for (size_t i = 0; i < count; i++)
            fprintf(out, "fl=%zu\nfn=f\n1 1\n", i);
        fclose(out);
        figured_read(&figured, profile, FOLDED(BY_FUNCTION));
        cr_assert(listing_target_find(&target, figured.figures.rows, TEXT("f"), &error));
        cr_expect_eq(target.count, count == 30 ? 30 : 0);
        cr_assert_eq(target.is_match != NULL, count == 31);
        for (row_id id = 0; target.is_match != NULL && id < figured.figures.rows->count; id++)
            cr_expect_eq(target.is_match[id], id != figured_find(figured.figures.rows, "x:other"));
        listing_target_free(&target);
        figured_free(&figured);
        free(profile);
    }
}

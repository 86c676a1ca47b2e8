/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/options.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "support/temporary.h"

TestSuite(completion, .init = temporary_enter, .fini = temporary_leave);

Test(completion, offers_plain_names)
{
    static const struct {
        const char *name, *plain;
    } cases[] = {
        {"main", "main"},
        {"a_1::b.c@plt", "a_1::b.c@plt"},
        {"a::~a", "a::~a"},
        {"php::strlen", "php::strlen"},
        {"parse(int, char const*)", "parse"},
        {"fib'2", "fib"},
        {"f'main", "f"},
        {"f(int)'2", "f"},
        {"f [clone .cold]", "f"},
        {"f [inlined]", ""},
        {"std::vector<int>::size() const", ""},
        {"operator()", "operator"},
        {"operator<<", ""},
        {"(anonymous namespace)::f", ""},
        {"void f<int>(int)", ""},
        {"A->b", ""},
        {"a$b", ""},
        {"a*b", ""},
        {"$(touch pwned)", ""},
        {"`x`", ""},
        {"a;b", ""},
        {"a\\b", ""},
        {"a\033b", ""},
        {"\303\244", ""},
        {"-rf", ""},
        {"~root", ""},
        {"0x1234", ""},
        {"", ""},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct text plain = function_name_plain(text_of(cases[i].name));
        cr_expect(text_equal(plain, text_of(cases[i].plain)), "%s: %.*s", cases[i].name,
                  (int)plain.length, plain.at);
    }
}

/* Prints what is wanted of these files; the caller frees it. */
static char *print(const char *wanted, struct text_list files, bool *is_done, struct error *error)
{
    char *printed = NULL;
    size_t size;
    FILE *out = open_memstream(&printed, &size);
    struct arena arena = {0};

    *is_done = completion_print(out, wanted, files, &arena, error);
    fclose(out);
    error->path = NULL;
    arena_free(&arena);
    return printed;
}

static void expect_names(struct text_list files, const char *expected)
{
    struct error error = {0};
    bool is_done;
    char *printed = print("functions", files, &is_done, &error);

    cr_expect(is_done, "%s", error.text);
    cr_expect_str_eq(printed, expected, "%s", printed);
    free(printed);
}

Test(completion, offers_functions_of_profiles)
{
    const struct text files[] = {TEXT("a"), TEXT("source.c"), TEXT("b")};

    temporary_write("a", "events: Ir\nfl=(1) fn=no\nfn=(1) main\n1 1\ncfn=(2) f'2\ncalls=1 1\n1 1\n"
                         "fn=(2)\n1 1\nfn=f\n1 1\nfn=(3)\n1 1\nfn=(4 x\n1 1\nfn= g \r\n1 1\nfn=");
    temporary_write("b", "events: Ir\nfn=h\n1 1\nfn=main\n1 1");
    temporary_write("source.c", "int x;\nfn=source\n");
    expect_names((struct text_list){files, 3}, "main\nf\ng\nh\n");
}

/* A name that the parser finds is offered, however the line says it. */
Test(completion, reads_names_as_the_parser_does)
{
    const struct text file = TEXT("a");

    temporary_write("a", "events: Ir\nfn=(0x5) hexadecimal\n1 1\nfn=(6)joined\n1 1\n"
                         "  fn=(7) indented\n1 1\nfrfn=(8) caller\nfn=(8)\n1 1\n"
                         "fn=(9) (7)'2\n1 1\nfn=(7)'2\n1 1\nfl=(1) no\nfne=no\ncfne=no\n");
    expect_names((struct text_list){&file, 1}, "hexadecimal\njoined\nindented\ncaller\n");
}

/* Without a file: of those that Valgrind wrote here. */
Test(completion, offers_functions_of_the_newest_run)
{
    struct error error = {0};
    bool is_done;

    char *printed = print("functions", (struct text_list){0}, &is_done, &error);
    cr_expect_not(is_done);
    cr_expect(strstr(error.text, "no profile named"), "%s", error.text);
    free(printed);
    temporary_write("callgrind.out.1", "events: Ir\nfn=main\n1 1\n");
    expect_names((struct text_list){0}, "main\n");
}

/* Nobody waits for the end of a large one. */
Test(completion, offers_functions_of_the_beginning)
{
    const struct text file = TEXT("large");
    enum { LINES = 70 << 20 >> 3 };
    FILE *out = fopen("large", "w");

    cr_assert_not_null(out);
    fputs("events: Ir\nfn=first\n", out);
    for (size_t i = 0; i < LINES; i++)
        fputs("1 10000\n", out);
    fputs("fn=last\n1 1\n", out);
    fclose(out);
    expect_names((struct text_list){&file, 1}, "first\n");
}

/* The events that every profile with Ir has. */
#define BUILT_IN "CEst\nEstCycles\n"

static bool prints_events(struct text_list files, const char *expected)
{
    struct error error = {0};
    bool is_done;
    char *printed = print("events", files, &is_done, &error);

    cr_expect_str_eq(printed, expected, "%s: %s", printed, error.text);
    free(printed);
    return is_done;
}

Test(completion, offers_events_of_profiles)
{
    const struct text files[] = {TEXT("a"), TEXT("source.c")};

    temporary_write("a", "event: Sum = 2 Ir\nevents: Ir $(x) Dr;y D_1 `z`\nfn=main\n1 1\n");
    temporary_write("source.c", "int x;\n");
    cr_expect(prints_events((struct text_list){files, 2}, "Ir\nD_1\nSum\n" BUILT_IN));
}

Test(completion, offers_events_of_the_newest_run)
{
    cr_expect_not(prints_events((struct text_list){0}, ""));
    temporary_write("callgrind.out.1", "events: Ir\nfn=main\n1 1\n");
    cr_expect(prints_events((struct text_list){0}, "Ir\n" BUILT_IN));
}

/* What is after the first megabyte is not read, even where that ends within a line. */
Test(completion, offers_events_of_the_beginning)
{
    const struct text file = TEXT("large");
    FILE *out = fopen("large", "w");

    cr_assert_not_null(out);
    fputs("events: Ir\nfn=first\n", out);
    for (size_t i = 0; i < (2 << 20) / 8; i++)
        fputs("+1 1234\n", out);
    fputs("events: Ir Late\n1 1 1\n", out);
    fclose(out);
    cr_expect(prints_events((struct text_list){&file, 1}, "Ir\n" BUILT_IN));
}

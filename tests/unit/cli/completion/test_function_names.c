/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "cli/completion/function_names.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "support/temporary.h"

TestSuite(function_names, .init = temporary_enter, .fini = temporary_leave);

Test(function_names, are_plain)
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

/* What is printed of these files; the caller frees it. */
static char *print(struct text_list files, bool *is_done, struct error *error)
{
    char *printed = NULL;
    size_t size;
    FILE *out = open_memstream(&printed, &size);
    struct arena arena = {0};

    *is_done = function_names_print(out, files, &arena, error);
    fclose(out);
    error->path = NULL;
    arena_free(&arena);
    return printed;
}

static void expect_names(struct text_list files, const char *expected)
{
    struct error error = {0};
    bool is_done;
    char *printed = print(files, &is_done, &error);

    cr_expect(is_done, "%s", error.text);
    cr_expect_str_eq(printed, expected, "%s", printed);
    free(printed);
}

Test(function_names, are_of_profiles)
{
    const struct text files[] = {TEXT("a"), TEXT("source.c"), TEXT("b")};

    temporary_write("a", "events: Ir\nfl=(1) fn=no\nfn=(1) main\n1 1\ncfn=(2) f'2\ncalls=1 1\n1 1\n"
                         "fn=(2)\n1 1\nfn=f\n1 1\nfn=(3)\n1 1\nfn=(4 x\n1 1\nfn= g \r\n1 1\nfn=");
    temporary_write("b", "events: Ir\nfn=h\n1 1\nfn=main\n1 1");
    temporary_write("source.c", "int x;\nfn=source\n");
    expect_names((struct text_list){files, 3}, "main\nf\ng\nh\n");
}

/* A name that the parser finds is offered, however the line says it. */
Test(function_names, are_read_as_the_parser_does)
{
    const struct text file = TEXT("a");

    temporary_write("a", "events: Ir\nfn=(0x5) hexadecimal\n1 1\nfn=(6)joined\n1 1\n"
                         "  fn=(7) indented\n1 1\nfrfn=(8) caller\nfn=(8)\n1 1\n"
                         "fn=(9) (7)'2\n1 1\nfn=(7)'2\n1 1\nfl=(1) no\nfne=no\ncfne=no\n");
    expect_names((struct text_list){&file, 1}, "hexadecimal\njoined\nindented\ncaller\n");
}

/* Without a file: of those that Valgrind wrote here. */
Test(function_names, are_of_the_newest_run)
{
    struct error error = {0};
    bool is_done;

    char *printed = print((struct text_list){0}, &is_done, &error);
    cr_expect_not(is_done);
    cr_expect(strstr(error.text, "no profile named"), "%s", error.text);
    free(printed);
    temporary_write("callgrind.out.1", "events: Ir\nfn=main\n1 1\n");
    expect_names((struct text_list){0}, "main\n");
}

/* Nobody waits for the end of a large one. */
Test(function_names, are_those_at_the_beginning)
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

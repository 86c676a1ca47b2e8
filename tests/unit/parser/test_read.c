/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the operands on the command line are. */

#include "parser/read.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "support/temporary.h"

TestSuite(read, .init = temporary_enter, .fini = temporary_leave);

static void expect_list(struct text_list list, size_t count, const char *const expected[])
{
    cr_assert_eq(list.count, count, "%zu items instead of %zu", list.count, count);
    for (size_t i = 0; i < count; i++)
        cr_expect(text_equal(list.items[i], text_of(expected[i])), "expected '%s', got '%.*s'",
                  expected[i], (int)list.items[i].length, list.items[i].at);
}

/* All but the one that this is about have to be as expected in the order typed. */
Test(read, tells_profiles_from_sources)
{
    const struct text files[] = {TEXT("p"),    TEXT("a.c"),    TEXT("q"),
                                 TEXT("fifo"), TEXT("none.c"), TEXT("-")};
    struct operands operands;
    struct arena arena = {0};
    struct error error = {0};

    temporary_write("p", "# callgrind format\nevents: Ir\n");
    temporary_write("q", "events: Ir\n");
    temporary_write("a.c", "int x;\n");
    cr_assert_eq(mkfifo("fifo", 0666), 0);
    cr_assert(
        operands_sort(&operands, (struct text_list){files, ARRAY_LENGTH(files)}, &arena, &error),
        "%s", error.text);
    expect_list(operands.profiles, 4, (const char *const[]){"p", "q", "fifo", "-"});
    expect_list(operands.sources, 2, (const char *const[]){"a.c", "none.c"});
    cr_expect_eq(operands.chosen_profile.length, 0);
    arena_free(&arena);
}

Test(read, takes_the_current_directory_off_sources)
{
    char path[512];
    struct operands operands;
    struct arena arena = {0};
    struct error error = {0};

    cr_assert(getcwd(path, sizeof(path) - 8));
    strcat(path, "/d/a.c");
    temporary_write("p", "events: Ir\n");
    const struct text files[] = {TEXT("p"), text_of(path), TEXT("/other/b.c")};
    cr_assert(operands_sort(&operands, (struct text_list){files, 3}, &arena, &error));
    expect_list(operands.sources, 2, (const char *const[]){"d/a.c", "/other/b.c"});
    arena_free(&arena);
}

/* Never the default file, although there is one. */
Test(read, fails_where_no_operand_is_a_profile)
{
    static const struct {
        const char *file, *reason;
    } cases[] = {{"a.c", "not a profile"}, {"none", "No such file"}};

    temporary_write("callgrind.out.1", "events: Ir\n");
    temporary_write("a.c", "int x;\n");
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const struct text file = text_of(cases[i].file);
        struct operands operands;
        struct arena arena = {0};
        struct error error = {0};

        cr_expect_not(operands_sort(&operands, (struct text_list){&file, 1}, &arena, &error));
        cr_expect_eq(error.kind, ERROR_FAILED);
        cr_assert_not_null(error.path);
        cr_expect_str_eq(error.path, cases[i].file);
        cr_expect(strstr(error.text, cases[i].reason), "%s", error.text);
        arena_free(&arena);
    }
}

Test(read, finds_a_profile_where_there_is_no_operand)
{
    static const char *const expected = "callgrind.out.1";
    struct operands operands;
    struct arena arena = {0};
    struct error error = {0};

    temporary_write(expected, "events: Ir\n");
    cr_assert(operands_sort(&operands, (struct text_list){0}, &arena, &error), "%s", error.text);
    expect_list(operands.profiles, 1, &expected);
    expect_list((struct text_list){&operands.chosen_profile, 1}, 1, &expected);
    cr_expect_eq(operands.sources.count, 0);
    arena_free(&arena);
}

Test(read, fails_where_there_is_no_default)
{
    struct operands operands;
    struct arena arena = {0};
    struct error error = {0};

    temporary_write("a.c", "int x;\n");
    cr_expect_not(operands_sort(&operands, (struct text_list){0}, &arena, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect(strstr(error.text, "callgrind.out"), "%s", error.text);
    arena_free(&arena);
}

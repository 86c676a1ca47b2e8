/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/directory.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "support/temporary.h"

TestSuite(directory, .init = temporary_enter, .fini = temporary_leave);

static void go_down(const char *name)
{
    cr_assert(mkdir(name, 0777) == 0 && chdir(name) == 0);
}

Test(directory, has_a_slash_at_its_end)
{
    struct arena arena = {0};
    struct text parent = current_directory(&arena);

    go_down("d");
    struct text directory = current_directory(&arena);
    cr_assert_gt(parent.length, 1);
    cr_expect_eq(parent.at[0], '/');
    cr_expect(text_starts_with(directory, parent));
    cr_expect(text_equal(text_skip(directory, parent.length), TEXT("d/")));
    arena_free(&arena);
}

/* getcwd() is first asked with less room. */
Test(directory, may_be_a_long_path)
{
    enum { DEPTH = 20 };
    const char *name = "a-directory-of-thirty-bytes...";
    struct arena arena = {0};
    size_t length = current_directory(&arena).length;

    for (int i = 0; i < DEPTH; i++)
        go_down(name);
    cr_expect_eq(current_directory(&arena).length, length + DEPTH * (strlen(name) + 1));
    arena_free(&arena);
}

Test(directory, is_empty_where_it_was_removed)
{
    struct arena arena = {0};

    go_down("d");
    cr_assert_eq(rmdir("../d"), 0);
    cr_expect_eq(current_directory(&arena).length, 0);
    arena_free(&arena);
}

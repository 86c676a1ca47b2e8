/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "parser/default_profile.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "support/temporary.h"

TestSuite(default_profile, .init = temporary_enter, .fini = temporary_leave);

/* A file of that time of change, in seconds since 1970 and nanoseconds. */
static void write_changed(const char *path, const char *text, time_t seconds, long nanoseconds)
{
    const struct timespec changed = {seconds, nanoseconds};

    temporary_write(path, text);
    cr_assert_eq(utimensat(AT_FDCWD, path, (struct timespec[]){changed, changed}, 0), 0);
}

static void write_profile(const char *path, time_t changed)
{
    write_changed(path, "events: Ir\n", changed, 0);
}

static void expect_default(const char *expected)
{
    struct arena arena = {0};
    struct text found = default_profile(&arena);

    cr_expect(text_equal(found, text_of(expected)), "expected '%s', got '%.*s'", expected,
              (int)found.length, found.at);
    arena_free(&arena);
}

Test(default_profile, is_the_newest)
{
    write_profile("callgrind.out.2", 200);
    expect_default("callgrind.out.2");
    write_profile("callgrind.out.10", 300);
    expect_default("callgrind.out.10");
    write_profile("callgrind.out", 100);
    expect_default("callgrind.out.10");
}

Test(default_profile, is_newer_by_less_than_a_second)
{
    write_changed("callgrind.out.1", "events: Ir\n", 300, 5);
    write_changed("callgrind.out.2", "events: Ir\n", 300, 6);
    write_changed("callgrind.out.3", "events: Ir\n", 300, 4);
    expect_default("callgrind.out.2");
}

Test(default_profile, is_the_first_by_name_of_those_as_new)
{
    write_profile("callgrind.out.2", 300);
    write_profile("callgrind.out.10", 300);
    write_profile("callgrind.out.3", 300);
    expect_default("callgrind.out.10");
}

Test(default_profile, is_of_cachegrind_where_callgrind_left_none)
{
    write_profile("cachegrind.out.5", 500);
    write_profile("cachegrind.out.6", 600);
    expect_default("cachegrind.out.6");
    write_profile("callgrind.out.1", 100);
    expect_default("callgrind.out.1");
}

Test(default_profile, has_one_of_two_names)
{
    write_profile("profile", 900);
    write_profile("old.callgrind.out", 900);
    write_profile("callgrind.ou", 900);
    expect_default("");
}

/* Valgrind leaves an empty one beside those of each thread. */
Test(default_profile, is_a_file_that_is_not_empty)
{
    write_profile("callgrind.out.1-01", 100);
    write_changed("callgrind.out.1", "", 900, 0);
    cr_assert_eq(mkdir("callgrind.out.d", 0777), 0);
    cr_assert_eq(mkfifo("callgrind.out.f", 0666), 0);
    expect_default("callgrind.out.1-01");
}

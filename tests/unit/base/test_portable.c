/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/portable.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "support/temporary.h"

TestSuite(portable, .init = temporary_enter, .fini = temporary_leave);

Test(portable, knows_some_processor)
{
    cr_expect_geq(portable_processors(), 1);
}

Test(portable, tells_when_a_file_was_changed)
{
    const struct timespec times[2] = {{.tv_sec = 3, .tv_nsec = 4}, {.tv_sec = 7, .tv_nsec = 1000}};
    struct stat status;

    temporary_write("file", "");
    cr_assert(utimensat(AT_FDCWD, "file", times, 0) == 0);
    cr_assert(stat("file", &status) == 0);
    struct timespec changed = portable_change_time(&status);
    cr_expect_eq(changed.tv_sec, 7);
    cr_expect_eq(changed.tv_nsec, 1000);
}

Test(portable, knows_the_later_time)
{
    const struct timespec early = {.tv_sec = 1, .tv_nsec = 9}, late = {.tv_sec = 2, .tv_nsec = 0};
    const struct timespec latest = {.tv_sec = 2, .tv_nsec = 1};

    cr_expect(is_later(late, early) && is_later(latest, late));
    cr_expect_not(is_later(early, late) || is_later(late, latest) || is_later(late, late));
}

Test(portable, makes_pipes_that_programs_do_not_inherit)
{
    int ends[2];

    cr_assert(portable_pipe(ends));
    for (size_t i = 0; i < 2; i++)
        cr_expect(fcntl(ends[i], F_GETFD) & FD_CLOEXEC);
    errno = EDOM;
    portable_close_pipe(ends);
    cr_expect_eq(errno, EDOM);
    for (size_t i = 0; i < 2; i++)
        cr_expect_lt(fcntl(ends[i], F_GETFD), 0);
}

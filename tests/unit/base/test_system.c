/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/system.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/array.h"
#include "support/temporary.h"

TestSuite(process, .timeout = 20);

static const char *const none[] = {NULL};

Test(process, answers_what_is_written_to_it)
{
    static const char *const arguments[] = {"cat", NULL};
    struct process process;
    char line[20];

    cr_assert(process_start(&process, arguments, none));
    for (int i = 0; i < 3; i++) {
        fprintf(process.to, "%d\n", i);
        fflush(process.to);
        cr_assert_not_null(fgets(line, sizeof line, process.from));
        cr_expect_eq(line[0], '0' + i);
    }
    cr_expect(process_end(&process));
    cr_expect_null(process.to);
}

Test(process, ends_with_its_status)
{
    static const struct {
        const char *command;
        bool is_done;
    } cases[] = {{"exit 0", true}, {"exit 3", false}, {"kill -9 $$", false}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        const char *const arguments[] = {"sh", "-c", cases[i].command, NULL};
        struct process process;
        cr_assert(process_start(&process, arguments, none));
        cr_expect_eq(process_end(&process), cases[i].is_done, "%s", cases[i].command);
    }
}

/* No shell takes them apart. */
Test(process, gets_its_arguments_as_they_are)
{
    static const char *const arguments[] = {"printf", "%s|%s|%s", "a b", "$HOME `x`", "", NULL};
    struct process process;
    char answer[40] = "";

    cr_assert(process_start(&process, arguments, none));
    cr_expect_not_null(fgets(answer, sizeof answer, process.from));
    cr_expect_str_eq(answer, "a b|$HOME `x`|");
    cr_expect(process_end(&process));
}

Test(process, has_the_environment_with_settings)
{
    static const char *const arguments[] = {"sh", "-c", "echo \"$KEPT|$CHANGED|$CHANGE|$NEW\"",
                                            NULL};
    static const char *const settings[] = {"CHANGED=new", "NEW=", NULL};
    struct process process;
    char answer[40] = "";

    setenv("KEPT", "kept", 1);
    setenv("CHANGED", "old", 1);
    setenv("CHANGE", "other", 1);
    setenv("NEW", "old", 1);
    cr_assert(process_start(&process, arguments, settings));
    cr_expect_not_null(fgets(answer, sizeof answer, process.from));
    cr_expect_str_eq(answer, "kept|new|other|\n");
    cr_expect(process_end(&process));
    cr_expect_str_eq(getenv("CHANGED"), "old");
}

Test(process, cannot_be_what_is_not_there)
{
    static const char *const arguments[] = {"quern-no-such-program", NULL};
    struct process process;

    cr_expect_not(process_start(&process, arguments, none));
    cr_expect_eq(errno, ENOENT);
}

/* One that waits for the end of its input gets it, though another was started after it. */
Test(process, has_its_ends_for_itself)
{
    static const char *const arguments[] = {"cat", NULL};
    struct process first, second;

    cr_assert(process_start(&first, arguments, none));
    cr_assert(process_start(&second, arguments, none));
    cr_expect(process_end(&first));
    cr_expect(process_end(&second));
}

/* What it was not asked to read, it did not have to. */
Test(process, may_end_before_its_input_does)
{
    static const char *const arguments[] = {"true", NULL};
    struct process process;

    cr_assert(process_start(&process, arguments, none));
    cr_expect_eq(fgetc(process.from), EOF);
    cr_expect(process_end(&process));
}

Test(process, has_nothing_to_say_on_standard_error)
{
    static const char *const arguments[] = {"sh", "-c", "echo error >&2; echo answer", NULL};
    struct process process;
    char answer[20] = "";

    cr_assert(process_start(&process, arguments, none));
    cr_expect_not_null(fgets(answer, sizeof answer, process.from));
    cr_expect_str_eq(answer, "answer\n");
    cr_expect(process_end(&process));
}

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

/* Opening a FIFO that nobody writes to would wait forever. */
Test(directory, has_regular_files_to_open, .timeout = 20)
{
    struct stat status;

    temporary_write("file", "content");
    cr_assert(symlink("file", "link") == 0 && mkdir("d", 0777) == 0 && mkfifo("fifo", 0666) == 0);
    int descriptor = open_regular("link", &status);
    cr_expect_geq(descriptor, 0);
    cr_expect_eq(status.st_size, 7);
    close(descriptor);
    cr_expect_eq(open_regular("none", &status), -1);
    cr_expect_eq(open_regular("d", &status), -1);
    cr_expect_eq(open_regular("fifo", &status), -1);
    cr_expect_eq(open_regular("/dev/null", &status), -1);
}

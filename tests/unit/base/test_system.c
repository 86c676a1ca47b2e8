/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/system.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/array.h"
#include "support/temporary.h"

TestSuite(process, .timeout = 20);

static const char *const none[] = {NULL};
static const struct process_limits no_limits = {0};

/* Runs a command, of which the first line is kept. Returns its status. */
static int run_line(const char *command, const struct process_limits *limits, char *line,
                    size_t size)
{
    const char *const arguments[] = {"sh", "-c", command, NULL};
    struct process process;
    struct text read;

    line[0] = '\0';
    cr_assert(process_start(&process, arguments, none, limits));
    for (bool is_first = true; process_next(&process, '\n', &read); is_first = false)
        if (is_first)
            snprintf(line, size, "%.*s", (int)read.length, read.at);
    return process_end(&process);
}

Test(process, answers_what_is_written_to_it)
{
    static const char *const arguments[] = {"cat", NULL};
    struct process process;
    struct text line;

    cr_assert(process_start(&process, arguments, none, &no_limits));
    for (int i = 0; i < 3; i++) {
        char asked[] = {(char)('0' + i), '\n'};
        cr_assert_eq(write(process.to, asked, sizeof asked), 2);
        cr_assert(process_next(&process, '\n', &line));
        cr_expect(text_equal(line, (struct text){asked, 1}));
    }
    process_end(&process);
    cr_expect_eq(process.id, 0);
}

Test(process, ends_with_its_status)
{
    static const struct {
        const char *command;
        int status;
    } cases[] = {{"exit 0", 0}, {"exit 3", 3}, {"kill -9 $$", -1}};
    char line[20];

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(run_line(cases[i].command, &no_limits, line, sizeof line), cases[i].status,
                     "%s", cases[i].command);
}

/* No shell takes them apart. */
Test(process, gets_its_arguments_as_they_are)
{
    static const char *const arguments[] = {"printf", "%s|%s|%s|", "a b", "$HOME `x`", "", NULL};
    static const char expected[] = "a b|$HOME `x`||";
    struct process process;
    char answer[sizeof expected - 1], more;

    cr_assert(process_start(&process, arguments, none, &no_limits));
    cr_expect(process_read(&process, answer, sizeof answer));
    cr_expect(memcmp(answer, expected, sizeof answer) == 0);
    cr_expect_not(process_read(&process, &more, 1));
    cr_expect_eq(process_end(&process), 0);
}

Test(process, has_the_environment_with_settings)
{
    static const char *const arguments[] = {"sh", "-c", "echo \"$KEPT|$CHANGED|$CHANGE|$NEW\"",
                                            NULL};
    static const char *const settings[] = {"CHANGED=new", "NEW=", NULL};
    struct process process;
    struct text answer;

    setenv("KEPT", "kept", 1);
    setenv("CHANGED", "old", 1);
    setenv("CHANGE", "other", 1);
    setenv("NEW", "old", 1);
    cr_assert(process_start(&process, arguments, settings, &no_limits));
    cr_assert(process_next(&process, '\n', &answer));
    cr_expect(text_equal(answer, TEXT("kept|new|other|")));
    process_end(&process);
    cr_expect_str_eq(getenv("CHANGED"), "old");
}

Test(process, cannot_be_what_is_not_there)
{
    static const char *const arguments[] = {"quern-no-such-program", NULL};
    struct process process;
    char byte;

    cr_assert(process_start(&process, arguments, none, &no_limits));
    cr_expect_not(process_read(&process, &byte, 1));
    cr_expect_eq(process_end(&process), PROCESS_NOT_FOUND);
}

/* One that waits for the end of its input gets it, though another was started after it. */
Test(process, has_its_ends_for_itself)
{
    static const char *const arguments[] = {"sh", "-c", "cat; echo end", NULL};
    struct process first, second;
    struct text line;

    cr_assert(process_start(&first, arguments, none, &no_limits));
    cr_assert(process_start(&second, arguments, none, &no_limits));
    close(first.to);
    first.to = dup(second.to);
    cr_expect(process_next(&first, '\n', &line));
    process_end(&first);
    process_end(&second);
}

/* What it was not asked to read, it did not have to. */
Test(process, may_end_before_its_input_does)
{
    char line[20];

    cr_expect_eq(run_line("true", &no_limits, line, sizeof line), 0);
}

Test(process, has_nothing_to_say_on_standard_error)
{
    char line[20];

    cr_expect_eq(run_line("echo error >&2; echo answer", &no_limits, line, sizeof line), 0);
    cr_expect_str_eq(line, "answer");
}

/* Whatever it does, it ends: it waits, works or prints for ever, or takes all memory. */
Test(process, is_ended_beyond_its_limits)
{
    static const struct {
        const char *command;
        struct process_limits limits;
        int status;
    } cases[] = {
        {"sleep 1000", {.silent_seconds = 1}, -1},
        {"mkfifo never; read line <never", {.silent_seconds = 1}, -1},
        {"yes", {.output = 100000}, -1},
        {"while :; do :; done", {.processor_seconds = 1}, -1},
        {"ulimit -v | grep -x 1048576", {.memory = 1 << 30}, 0},
    };
    char line[20];

    temporary_enter();
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(run_line(cases[i].command, &cases[i].limits, line, sizeof line),
                     cases[i].status, "%s", cases[i].command);
    const struct process_limits late = {.deadline = milliseconds_now() + 300};
    cr_expect_eq(run_line("while echo; do sleep 0.01; done", &late, line, sizeof line), -1);
    temporary_leave();
}

static void answer(void *context)
{
    const char *text = context;

    (void)!write(STDOUT_FILENO, text, strlen(text));
    if (text[0] == 'c')
        raise(SIGKILL);
}

/* What is not written yet is not written twice, and a crash is that of the copy. */
Test(process, may_be_a_function)
{
    char whole[] = "whole\n", crashed[] = "crashed\n";
    struct process process;
    struct text line;

    temporary_enter();
    FILE *file = fopen("file", "w");
    fputs("once", file);
    cr_assert(process_call(&process, answer, whole, &no_limits));
    cr_assert(process_next(&process, '\n', &line));
    cr_expect(text_equal(line, TEXT("whole")));
    cr_expect_not(process_next(&process, '\n', &line));
    cr_expect_eq(process_end(&process), 0);
    cr_assert(process_call(&process, answer, crashed, &no_limits));
    cr_assert(process_next(&process, '\n', &line));
    cr_expect_not(process_next(&process, '\n', &line));
    cr_expect_eq(process_end(&process), -1);
    fclose(file);
    temporary_leave();
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

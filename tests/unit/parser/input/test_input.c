/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "parser/input/input.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "support/temporary.h"

TestSuite(input, .init = temporary_enter, .fini = temporary_leave);

/* All windows of an open input in a row; each must be of whole lines. */
static char *read_all(struct input *input, size_t *size, size_t *n_windows)
{
    struct text window;
    struct error error = {0};
    char *all = NULL;
    FILE *out = open_memstream(&all, size);

    cr_assert(out, "out of memory");
    for (*n_windows = 0;; ++*n_windows) {
        cr_assert(input_next_lines(input, &window, &error), "%s", error.text);
        if (window.length == 0)
            break;
        cr_expect_eq(window.at[window.length - 1], '\n', "a window ends inside a line");
        fwrite(window.at, 1, window.length, out);
    }
    cr_expect(input_next_lines(input, &window, &error), "the end is not the end");
    cr_expect_eq(window.length, 0, "there is something after the end");
    fclose(out);
    return all;
}

static void expect_read(const char *bytes, size_t size, const char *expected, size_t expected_size)
{
    struct input input;
    struct error error = {0};
    size_t got, n_windows;

    temporary_write_bytes("p", bytes, size);
    cr_assert(input_open(&input, "p", &error), "%s", error.text);
    char *all = read_all(&input, &got, &n_windows);
    cr_assert_eq(got, expected_size, "%zu bytes instead of %zu", got, expected_size);
    cr_expect_eq(memcmp(all, expected, got), 0);
    input_close(&input);
    free(all);
}

Test(input, ends_every_line)
{
    expect_read("", 0, "", 0);
    expect_read("a\nb\n", 4, "a\nb\n", 4);
    expect_read("a\nb", 3, "a\nb\n", 4);
    expect_read("a", 1, "a\n", 2);
    expect_read("\n", 1, "\n", 1);
    expect_read("a\r\n\0\nb", 6, "a\r\n\0\nb\n", 7);
}

/* `size` bytes in lines of `line_length`, the last one without its newline. */
static char *make_lines(size_t size, size_t line_length)
{
    char *bytes = malloc(size);

    cr_assert(bytes, "out of memory");
    for (size_t i = 0; i < size; i++)
        bytes[i] = (i + 1) % line_length == 0 ? '\n' : (char)('a' + i % 26);
    return bytes;
}

/* Lengths around the 256 KiB of a window, and lines that are longer than several. */
Test(input, reads_files_of_any_size)
{
    static const struct {
        size_t size, line_length;
    } cases[] = {
        {256 * 1024, 64},     {256 * 1024 - 1, 64}, {256 * 1024 + 1, 64}, {1000003, 7},
        {256 * 1024, 300000}, {1000003, 300000},    {3000000, 2999999},   {1 << 20, 1},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        size_t size = cases[i].size;
        char *bytes = make_lines(size + 1, cases[i].line_length);

        bytes[size - 1] = 'x';
        bytes[size] = '\n';
        expect_read(bytes, size, bytes, size + 1);
        free(bytes);
    }
}

/* In a process of its own, so that the pipe is filled while it is read. */
Test(input, reads_a_pipe, .timeout = 20)
{
    enum { SIZE = 1000003 };
    char *bytes = make_lines(SIZE, 1000);
    struct input input;
    struct error error = {0};
    size_t got, n_windows;
    int ends[2];

    bytes[SIZE - 1] = '\n';
    cr_assert_eq(pipe(ends), 0);
    if (fork() == 0) {
        for (size_t at = 0; at < SIZE;) {
            ssize_t written = write(ends[1], bytes + at, at + 777 < SIZE ? 777 : SIZE - at);
            if (written < 0)
                _exit(1);
            at += (size_t)written;
        }
        _exit(0);
    }
    close(ends[1]);
    cr_assert_neq(dup2(ends[0], STDIN_FILENO), -1);
    cr_assert(input_open(&input, "-", &error), "%s", error.text);
    cr_expect_eq(input.changed, 0);
    char *all = read_all(&input, &got, &n_windows);
    cr_assert_eq(got, SIZE);
    cr_expect_eq(memcmp(all, bytes, SIZE), 0);
    input_close(&input);
    free(all);
    free(bytes);
}

Test(input, holds_a_window_and_not_the_file)
{
    enum { SIZE = 16 << 20 };
    char *bytes = make_lines(SIZE, 100);
    struct input input;
    struct error error = {0};
    size_t got, n_windows;

    temporary_write_bytes("p", bytes, SIZE);
    cr_assert(input_open(&input, "p", &error), "%s", error.text);
    char *all = read_all(&input, &got, &n_windows);
    cr_expect_gt(n_windows, 10);
    cr_expect_lt(input.capacity, 2 << 20);
    input_close(&input);
    free(all);
    free(bytes);
}

Test(input, fails_where_there_is_no_file)
{
    static const char *const paths[] = {"no", "directory", "no/file", ""};

    cr_assert_eq(mkdir("directory", 0777), 0);
    for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
        struct input input;
        struct error error = {0};

        cr_expect_not(input_open(&input, paths[i], &error), "'%s' is opened", paths[i]);
        cr_expect_eq(error.kind, ERROR_FAILED);
        cr_expect_str_eq(error.path, paths[i]);
        cr_expect_neq(error.text[0], '\0', "no reason is given for '%s'", paths[i]);
    }
}

Test(input, tells_when_the_file_was_changed)
{
    struct input input;
    struct error error = {0};
    struct stat status;

    temporary_write("p", "x\n");
    cr_assert_eq(stat("p", &status), 0);
    cr_assert(input_open(&input, "p", &error), "%s", error.text);
    cr_expect_eq(input.changed, (int64_t)status.st_mtime);
    input_close(&input);
}

Test(input, knows_a_profile_by_its_start)
{
    static const struct {
        const char *text;
        bool is_profile;
    } cases[] = {
        {"# callgrind format\n", true},
        {"# callgrind format\r\nversion: 1\r\n", true},
        {"version: 1\ncreator: x\n", true},
        {"events: Ir\n", true},
        {"desc: I1 cache: x\n", true},
        {"positions: line\n", true},
        {"cmd: x\n", true},
        {"pid: 1\n", true},
        {"fl=a\n", true},
        {"fn=(1) f\n", true},
        {"ob=x\n", true},
        {"==== NEW PROFILING FILE ====\n", true},
        {"\n# made by hand\n\nevents: Ir\n", true},
        {"", true}, /* Valgrind leaves such */
        {"int main(void)\n", false},
        {"#include <stdio.h>\nint main(void)\n", false},
        {"# a comment only\n", false},
        {"event\n", false},
        {"\n", false},
        {"\x7f"
         "ELF\n",
         false},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(is_profile_start(text_of(cases[i].text)), cases[i].is_profile, "'%s'",
                     cases[i].text);
}

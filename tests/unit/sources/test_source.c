/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "sources/source.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/names.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(source, .init = temporary_enter, .fini = temporary_leave);

static const struct text here = {"", 0};

/* What there is in the file, each line in square brackets. The caller frees it. */
static char *read_source(const char *name)
{
    struct source source;
    struct text line;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    uint64_t count = 0;

    cr_assert(out, "out of memory");
    cr_assert(source_open(&source, here, text_of(name), SOURCE_LARGEST));
    cr_expect_eq(source.number, 0);
    while (source_next_line(&source, &line)) {
        fputc('[', out);
        fwrite(line.at, 1, line.length, out);
        fputc(']', out);
        cr_expect_eq(source.number, ++count);
    }
    cr_expect_not(source_next_line(&source, &line), "there is something after the end");
    source_close(&source);
    fclose(out);
    return text;
}

Test(source, reads_lines)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"", ""},
        {"a\nb\n", "[a][b]"},
        {"a\nb", "[a][b]"}, /* no newline at the end */
        {"\n\n", "[][]"},
        {"a\r\nb\r\n", "[a\r][b\r]"}, /* shown as it is */
        {"\ta b \n", "[\ta b ]"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        temporary_write("s.c", cases[i].text);
        char *text = read_source("s.c");
        cr_expect_str_eq(text, cases[i].expected);
        free(text);
    }
}

Test(source, reads_lines_of_any_length_and_bytes)
{
    enum { LENGTH = 1 << 20 };
    struct source source;
    struct text line;
    char *bytes = malloc(LENGTH + 4);

    cr_assert(bytes, "out of memory");
    memset(bytes, 'x', LENGTH);
    memcpy(bytes + LENGTH, "\na\0b", 4);
    temporary_write_bytes("s.c", bytes, LENGTH + 4);
    cr_assert(source_open(&source, here, TEXT("s.c"), SOURCE_LARGEST));
    cr_assert(source_next_line(&source, &line));
    cr_expect_eq(line.length, LENGTH);
    cr_assert(source_next_line(&source, &line));
    cr_expect(text_equal(line, TEXT("a\0b")));
    source_close(&source);
    free(bytes);
}

Test(source, may_be_in_a_directory)
{
    struct source source;

    cr_assert(mkdir("d", 0777) == 0);
    temporary_write("d/s.c", "x\n");
    cr_assert(source_open(&source, TEXT("d/"), TEXT("s.c"), SOURCE_LARGEST));
    cr_expect_str_eq(source.path, "d/s.c");
    cr_expect(text_equal(source.found_in, TEXT("d/")));
    cr_expect(text_equal(source.found_as, TEXT("s.c")));
    source_close(&source);
    cr_expect_not(source_open(&source, TEXT("e/"), TEXT("s.c"), SOURCE_LARGEST));
}

/* /proc/self/environ has the secrets of a CI job. */
Test(source, is_empty_where_the_system_generates_it)
{
    static const char *const paths[] = {"/proc/self/environ", "/proc/self/status", "/proc/version",
                                        "/proc/self/maps"};

    for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
        char *text = read_source(paths[i]);
        cr_expect_str_eq(text, "", "%s", paths[i]);
        free(text);
    }
}

/* Control groups are below /sys, but are mounted there: each version of them in another way. */
Test(source, has_nothing_of_control_groups)
{
    static const char *const patterns[] = {"/sys/fs/cgroup/cgroup.procs",
                                           "/sys/fs/cgroup/*/cgroup.procs"};
    glob_t found = {0};

    for (size_t i = 0; i < ARRAY_LENGTH(patterns); i++)
        glob(patterns[i], i == 0 ? 0 : GLOB_APPEND, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *text = read_source(found.gl_pathv[i]);
        cr_expect_str_eq(text, "", "%s", found.gl_pathv[i]);
        free(text);
    }
    globfree(&found);
}

/*
 * In a namespace of its own a process may mount /proc again, if the system allows that. The
 * processes there are others, but nothing is read of them either.
 */
Test(source, is_not_generated_wherever_that_is_mounted)
{
    char command[600], *quern = run_quern_path();

    mkdir("mount", 0777);
    temporary_write("profile", "events: Ir\nfl=mount/version\nfn=f\n1 10\n");
    snprintf(command, sizeof command,
             "mount -t proc proc mount && test -s mount/version -o -r mount/version && %s profile",
             quern);
    free(quern);
    struct run run =
        run_program("unshare", (char *[]){"unshare", "-rmpf", "sh", "-c", command, NULL}, NULL);
    if (strstr(run.out, "PROGRAM TOTALS") == NULL)
        cr_skip_test("nothing may be mounted here");
    cr_expect(strstr(run.out, "Linux version") == NULL, "%s", run.out);
    run_free(&run);
}

Test(source, tells_when_it_was_changed)
{
    struct source source;
    struct stat status;

    temporary_write("s.c", "x\n");
    cr_assert_eq(stat("s.c", &status), 0);
    cr_assert(source_open(&source, here, TEXT("s.c"), SOURCE_LARGEST));
    cr_expect_eq(source.changed, (int64_t)status.st_mtime);
    source_close(&source);
}

/* A name from a profile may be anything; opening a FIFO would wait for somebody to write to it. */
Test(source, opens_regular_files_only, .timeout = 10)
{
    static const struct text names[] = {
        {"fifo", 4}, {"directory", 9}, {"/dev/null", 9}, {"/dev/tty", 8}, {"link", 4},
        {"", 0},     {"no", 2},        {"s.c\0x", 5},    {"/", 1},        {"s.c/", 4},
    };
    struct source source;

    temporary_write("s.c", "x\n");
    cr_assert_eq(mkfifo("fifo", 0666), 0);
    cr_assert_eq(mkdir("directory", 0777), 0);
    cr_assert_eq(symlink("fifo", "link"), 0);
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
        cr_expect_not(source_open(&source, here, names[i], SOURCE_LARGEST), "'%s' is opened",
                      names[i].at);
}

Test(source, follows_links_to_regular_files)
{
    struct source source;

    temporary_write("s.c", "x\n");
    cr_assert_eq(symlink("s.c", "link"), 0);
    cr_assert(source_open(&source, here, TEXT("link"), SOURCE_LARGEST));
    source_close(&source);
}

TestSuite(source_text, .init = temporary_enter, .fini = temporary_leave);

static void read_bytes(struct source_text *text, const char *bytes, size_t size,
                       struct names *known)
{
    struct source source = {0};

    temporary_write_bytes("source", bytes, size);
    cr_assert(source_open(&source, (struct text){0}, TEXT("source"), SOURCE_LARGEST));
    source_text_read(text, &source, known);
    source_close(&source);
}

static void read_text(struct source_text *text, const char *lines, struct names *known)
{
    read_bytes(text, lines, strlen(lines), known);
}

Test(source_text, has_the_lines_of_a_file)
{
    static const char bytes[] = "one\n\nth\0ree\r\nfour";
    static const struct text expected[] = {{"one", 3}, {"", 0}, {"th\0ree\r", 7}, {"four", 4}};
    struct source_text text;

    read_bytes(&text, bytes, sizeof bytes - 1, NULL);
    cr_expect(text_equal(text.path, TEXT("source")));
    cr_expect_not(text.state.is_cut);
    cr_expect_neq(text.state.changed, 0);
    cr_assert_eq(text.count, ARRAY_LENGTH(expected));
    for (size_t i = 0; i < text.count; i++) {
        cr_expect(text_equal(source_text_line(&text, i + 1), expected[i]), "line %zu", i + 1);
        cr_expect_not_null(source_text_line(&text, i + 1).at);
    }
    cr_expect_null(source_text_line(&text, 0).at);
    cr_expect_null(source_text_line(&text, text.count + 1).at);
    cr_expect_null(source_text_line(&text, UINT64_MAX).at);
    source_text_free(&text);
    cr_expect_eq(text.count, 0);
}

/* As `git diff -w` has it: blanks are no difference wherever they are. */
Test(source_text, knows_lines_but_for_their_blanks)
{
    static const struct {
        const char *a, *b;
        bool is_same;
    } cases[] = {
        {"a b", "a b", true},    {"a b", "ab", true},   {"a b", " a\t b \r", true},
        {"", " \t\v\f\r", true}, {"ab", "ba", false},   {"a", "A", false},
        {"a", "", false},        {"a", "aa", false},    {"\xc3\xa4", "\xc3\xa4 ", true},
        {"a\x01", "a", false},   {"a\xa0", "a", false},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct names *known = names_create();
        struct source_text a, b;
        char line[20];
        snprintf(line, sizeof line, "%s\n", cases[i].a);
        read_text(&a, line, known);
        snprintf(line, sizeof line, "x\n%s\n", cases[i].b);
        read_text(&b, line, known);
        cr_expect_eq(a.ids[0] == b.ids[1], cases[i].is_same, "case %zu", i);
        cr_expect_lt(b.ids[1], names_count(known));
        source_text_free(&a);
        source_text_free(&b);
        names_free(known);
    }
}

Test(source_text, is_read_from_memory_too)
{
    struct source source;
    struct source_text text;

    source_open_memory(&source, TEXT("one\ntwo\n"), TEXT("HEAD:a.c"));
    source_text_read(&text, &source, NULL);
    source_close(&source);
    cr_expect(text_equal(text.path, TEXT("HEAD:a.c")));
    cr_expect_eq(text.count, 2);
    cr_expect(text_equal(source_text_line(&text, 2), TEXT("two")));
    cr_expect_eq(text.state.changed, 0);
    source_text_free(&text);

    source_open_memory(&source, (struct text){"", 0}, TEXT("HEAD:empty"));
    source_text_read(&text, &source, NULL);
    source_close(&source);
    cr_expect_not_null(text.path.at);
    cr_expect_eq(text.count, 0);
    source_text_free(&text);
}

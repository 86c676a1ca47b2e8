/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "reporter/source/source.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
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
    cr_assert(source_open(&source, here, text_of(name)));
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
    cr_assert(source_open(&source, here, TEXT("s.c")));
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
    cr_assert(source_open(&source, TEXT("d/"), TEXT("s.c")));
    cr_expect_str_eq(source.path, "d/s.c");
    cr_expect(text_equal(source.found_in, TEXT("d/")));
    cr_expect(text_equal(source.found_as, TEXT("s.c")));
    source_close(&source);
    cr_expect_not(source_open(&source, TEXT("e/"), TEXT("s.c")));
}

Test(source, tells_when_it_was_changed)
{
    struct source source;
    struct stat status;

    temporary_write("s.c", "x\n");
    cr_assert_eq(stat("s.c", &status), 0);
    cr_assert(source_open(&source, here, TEXT("s.c")));
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
        cr_expect_not(source_open(&source, here, names[i]), "'%s' is opened", names[i].at);
}

Test(source, follows_links_to_regular_files)
{
    struct source source;

    temporary_write("s.c", "x\n");
    cr_assert_eq(symlink("s.c", "link"), 0);
    cr_assert(source_open(&source, here, TEXT("link")));
    source_close(&source);
}

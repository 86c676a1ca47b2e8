/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "parser/run_file.h"

#include <criterion/criterion.h>

#include "base/array.h"

/* A file of process 7 and command "./a". */
static struct run_file file_of(const char *path, int64_t part, int64_t thread)
{
    return (struct run_file){.path = text_of(path),
                             .command = TEXT("./a"),
                             .time_range = TEXT("Basic block 1 - 2"),
                             .pid = 7,
                             .part = part,
                             .thread = thread};
}

Test(run_file, has_bases)
{
    static const struct {
        const char *path;
        int64_t part, thread;
        const char *bases[MAX_RUN_BASES];
    } cases[] = {
        {"c.out.7", 1, -1, {"c.out.7"}},
        {"c.out.7", 7, -1, {"c.out.7", "c.out"}},
        {"c.out.7.1", 1, -1, {"c.out.7.1", "c.out.7"}},
        {"c.out.7-01", 1, 1, {"c.out.7-01", "c.out.7"}},
        {"c.out.7-01", 7, 1, {"c.out.7-01", "c.out.7", "c.out"}},
        {"c.out.7.12-103", 12, 103, {"c.out.7.12-103", "c.out.7.12", "c.out.7"}},
        {"c.out.7.12-03", 12, 4, {"c.out.7.12-03"}},
        {"c.out.7-1", 1, 1, {"c.out.7-1"}},
        {"c.out.2026-11-21", 1, -1, {"c.out.2026-11-21"}},
        {"d.1/-01", 1, 1, {"d.1/-01"}},
        {"d/.1", 1, -1, {"d/.1"}},
        {".1", 1, -1, {".1"}},
        {"1", 1, -1, {"1"}},
        {"c.7.1.gz", 1, -1, {"c.7.1", "c.7"}},
        {"c.7-02.zst", 1, 2, {"c.7-02", "c.7"}},
        {"c.7.xz", -1, -1, {"c.7"}},
        {"c.12345678901234567890123", 1, -1, {"c.12345678901234567890123"}},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        struct run_file file = file_of(cases[i].path, cases[i].part, cases[i].thread);
        struct run_bases bases = run_file_bases(&file);
        for (size_t j = 0; j < bases.count; j++)
            cr_expect(cases[i].bases[j] != NULL &&
                          text_equal(bases.list[j], text_of(cases[i].bases[j])),
                      "%s: %.*s", cases[i].path, (int)bases.list[j].length, bases.list[j].at);
        cr_expect(bases.count == MAX_RUN_BASES || cases[i].bases[bases.count] == NULL, "%s",
                  cases[i].path);
    }
}

Test(run_file, may_have_a_path_of_the_run)
{
    static const struct {
        const char *path;
        bool expected;
    } cases[] = {
        {"c.7", true},        {"c.7.1", true},     {"c.7-01", true},       {"c.7.1-01", true},
        {"c.7.12-123", true}, {"c.71", false},     {"c.7.", false},        {"c.7-1", false},
        {"c.7.1.2", false},   {"c.7.x", false},    {"c.7-01.1", false},    {"c.7.old", false},
        {"c.7.gz", false},    {"c.7.1.gz", false}, {"c.7.1-01-02", false}, {"c", false},
    };
    struct run_file file = file_of("c.7", 1, -1);
    struct run_bases bases = run_file_bases(&file);

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        cr_expect_eq(run_path_may_be_of(text_of(cases[i].path), &bases), cases[i].expected, "%s",
                     cases[i].path);
    file = file_of("c.7.gz", 1, -1);
    bases = run_file_bases(&file);
    cr_expect(run_path_may_be_of(TEXT("c.7.1.gz"), &bases));
    cr_expect_not(run_path_may_be_of(TEXT("c.7.1"), &bases));
}

Test(run_file, is_of_the_run_of_another)
{
    struct run_file first = file_of("c.7.1-01", 1, 1), last = file_of("c.7-02", 2, 2);

    cr_expect(run_files_are_of_one_run(&first, &last));
    last.path = TEXT("c.8-02");
    cr_expect_not(run_files_are_of_one_run(&first, &last), "another name");
    last = file_of("c.7-02", 2, 2);
    last.pid = 8;
    cr_expect_not(run_files_are_of_one_run(&first, &last), "another process");
    last = file_of("c.7-02", 2, 2);
    last.command = TEXT("./b");
    cr_expect_not(run_files_are_of_one_run(&first, &last), "another program");
    last = file_of("c.7-02", 2, 2);
    first.pid = last.pid = -1;
    cr_expect_not(run_files_are_of_one_run(&first, &last), "no process");
}

Test(run_file, excludes_what_is_counted_in_it)
{
    struct run_file one = file_of("c.7-01", 3, 1), other = file_of("c.7-02", 3, 2);

    cr_expect_not(run_files_exclude_each_other(&one, &other));
    other.time_range = TEXT("Basic block 2 - 3");
    cr_expect(run_files_exclude_each_other(&one, &other), "threads of different times");
    other.part = 4;
    cr_expect_not(run_files_exclude_each_other(&one, &other), "another part");
    other = file_of("c.7", 3, -1);
    cr_expect(run_files_exclude_each_other(&one, &other), "all threads and one of them");
}

Test(run_file, reads_a_header)
{
    static const char text[] = "# callgrind format\r\nversion: 1\r\n\r\npid: 7\r\ncmd:  ./a b\r\n"
                               "part: 3\r\nthread: 2\r\ndesc: Trigger: x\r\n"
                               "desc: Timerange: Basic block 1 - 2\r\nevents: Ir\r\npid: 8\r\n";
    struct run_file file = run_file_of(TEXT("c"));

    cr_expect(run_file_read_lines(&file, TEXT(text)));
    cr_expect_eq(file.pid, 7);
    cr_expect_eq(file.part, 3);
    cr_expect_eq(file.thread, 2);
    cr_expect(text_equal(file.command, TEXT("./a b")));
    cr_expect(text_equal(text_trim(file.time_range), TEXT("Basic block 1 - 2")));
}

Test(run_file, reads_a_header_in_pieces)
{
    struct run_file file = run_file_of(TEXT("c"));

    cr_expect_not(run_file_read_lines(&file, TEXT("version: 1\npid: 7\n")));
    cr_expect_not(run_file_read_lines(&file, TEXT("part: 2\n")));
    cr_expect(run_file_read_lines(&file, TEXT("events: Ir\nthread: 3\n")));
    cr_expect_eq(file.pid, 7);
    cr_expect_eq(file.part, 2);
    cr_expect_eq(file.thread, -1);
}

Test(run_file, reads_what_makes_sense)
{
    static const char *const texts[] = {
        "pid: -7\n", "pid: 7x\n", "pid:\n", "events: Ir\npid: 7\n", "fl=a\n1 1\npid: 7\n", "pid\n"};

    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        struct run_file file = run_file_of(TEXT("c"));
        run_file_read_lines(&file, text_of(texts[i]));
        cr_expect_eq(file.pid, -1, "%s", texts[i]);
    }
}

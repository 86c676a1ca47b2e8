/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the operands on the command line are. */

#include "parser/read.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(operands, .init = temporary_enter, .fini = temporary_leave);

static void expect_list(struct text_list list, size_t count, const char *const expected[])
{
    cr_assert_eq(list.count, count, "%zu items instead of %zu", list.count, count);
    for (size_t i = 0; i < count; i++)
        cr_expect(text_equal(list.items[i], text_of(expected[i])), "expected '%s', got '%.*s'",
                  expected[i], (int)list.items[i].length, list.items[i].at);
}

/* All but the one that this is about have to be as expected in the order typed. */
Test(operands, tells_profiles_from_sources)
{
    const struct text files[] = {TEXT("p"),    TEXT("a.c"),    TEXT("q"),
                                 TEXT("fifo"), TEXT("none.c"), TEXT("-")};
    struct operands operands;
    struct arena arena = {0};
    struct warnings notes = {0};
    struct error error = {0};

    temporary_write("p", "# callgrind format\nevents: Ir\n");
    temporary_write("q", "events: Ir\n");
    temporary_write("a.c", "int x;\n");
    cr_assert_eq(mkfifo("fifo", 0666), 0);
    cr_assert(operands_sort(&operands, (struct text_list){files, ARRAY_LENGTH(files)}, &arena,
                            &notes, &error),
              "%s", error.text);
    expect_list(operands.profiles, 4, (const char *const[]){"p", "q", "fifo", "-"});
    expect_list(operands.sources, 2, (const char *const[]){"a.c", "none.c"});
    cr_expect_not(operands.are_chosen);
    arena_free(&arena);
}

Test(operands, takes_the_current_directory_off_sources)
{
    char path[512];
    struct operands operands;
    struct arena arena = {0};
    struct warnings notes = {0};
    struct error error = {0};

    cr_assert(getcwd(path, sizeof(path) - 8));
    strcat(path, "/d/a.c");
    temporary_write("p", "events: Ir\n");
    const struct text files[] = {TEXT("p"), text_of(path), TEXT("/other/b.c")};
    cr_assert(operands_sort(&operands, (struct text_list){files, 3}, &arena, &notes, &error));
    expect_list(operands.sources, 2, (const char *const[]){"d/a.c", "/other/b.c"});
    arena_free(&arena);
}

/* Never the default file, although there is one. */
Test(operands, fails_where_no_operand_is_a_profile)
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
        struct warnings notes = {0};
        struct error error = {0};

        cr_expect_not(
            operands_sort(&operands, (struct text_list){&file, 1}, &arena, &notes, &error));
        cr_expect_eq(error.kind, ERROR_FAILED);
        cr_assert_not_null(error.path);
        cr_expect_str_eq(error.path, cases[i].file);
        cr_expect(strstr(error.text, cases[i].reason), "%s", error.text);
        arena_free(&arena);
    }
}

Test(operands, finds_a_profile_where_there_is_no_operand)
{
    static const char *const expected = "callgrind.out.1";
    struct operands operands;
    struct arena arena = {0};
    struct warnings notes = {0};
    struct error error = {0};

    temporary_write(expected, "events: Ir\n");
    cr_assert(operands_sort(&operands, (struct text_list){0}, &arena, &notes, &error), "%s",
              error.text);
    expect_list(operands.profiles, 1, &expected);
    cr_expect(operands.are_chosen);
    cr_expect_eq(operands.sources.count, 0);
    arena_free(&arena);
}

Test(operands, fails_where_there_is_no_default)
{
    struct operands operands;
    struct arena arena = {0};
    struct warnings notes = {0};
    struct error error = {0};

    temporary_write("a.c", "int x;\n");
    cr_expect_not(operands_sort(&operands, (struct text_list){0}, &arena, &notes, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect(strstr(error.text, "callgrind.out"), "%s", error.text);
    arena_free(&arena);
}

/* A part of process 7, as Callgrind writes it: of a thread, or of none if that is 0. */
static void write_part(const char *path, int part, int thread)
{
    char text[200], line[40] = "";

    if (thread != 0)
        snprintf(line, sizeof line, "thread: %d\n", thread);
    snprintf(text, sizeof text,
             "version: 1\ncreator: callgrind-3\npid: 7\ncmd: ./a\npart: %d\n%s"
             "desc: Timerange: Basic block %d - %d\nevents: Ir\nfl=a\nfn=f\n1 1\ntotals: 1\n",
             part, line, part, part + 1);
    temporary_write(path, text);
}

/* Two dumps before the last, and two threads at the end. */
static void write_threads(void)
{
    temporary_write("run.7", "");
    write_part("run.7.1-01", 1, 1);
    write_part("run.7.2-01", 2, 1);
    write_part("run.7-01", 3, 1);
    write_part("run.7-02", 3, 2);
}

static void write_dumps(void)
{
    write_part("run.7.1", 1, 0);
    write_part("run.7.2", 2, 0);
    write_part("run.7", 3, 0);
}

/*
 * What profiles are read for these operands, and what is said of others: the files with blanks
 * between them, as the note, NULL for none.
 */
static void check_files(const char *typed, const char *read, const char *note)
{
    struct text_list files = {0};
    struct operands operands;
    struct arena arena = {0};
    struct warnings notes = {0};
    struct error error = {0};
    char found[400] = "";
    struct text rest = text_of(typed), word;

    while (text_cut_word(&rest, &word))
        arena_append_text(&arena, &files, arena_copy_text(&arena, word));
    cr_assert(operands_sort(&operands, files, &arena, &notes, &error), "%s: %s", typed, error.text);
    for (size_t i = 0; i < operands.profiles.count; i++) {
        strcat(found, i == 0 ? "" : " ");
        strcat(found, operands.profiles.items[i].at);
    }
    cr_expect_str_eq(found, read, "%s", typed);
    cr_expect_eq(notes.count, note != NULL, "%s", typed);
    if (note != NULL && notes.count != 0)
        cr_expect_str_eq(notes.first[0].text, note, "%s", typed);
    arena_free(&arena);
}

Test(operands, take_an_empty_file_for_its_run)
{
    static const char all[] = "run.7.1-01 run.7.2-01 run.7-01 run.7-02";

    write_threads();
    write_part("run.71-01", 3, 1);
    check_files("run.7", all, NULL);
    check_files("./run.7", "./run.7.1-01 ./run.7.2-01 ./run.7-01 ./run.7-02", NULL);
    check_files("run.7 run.7", all, NULL);
    check_files("run.7-02 run.7", "run.7-02 run.7.1-01 run.7.2-01 run.7-01", NULL);
    check_files("./run.7-02 run.7", "./run.7-02 run.7.1-01 run.7.2-01 run.7-01", NULL);
    check_files("run.7 ./run.7", all, NULL);
    check_files("./run.7 run.7-01 run.7-02 run.7.1-01 run.7.2-01",
                "run.7-01 run.7-02 run.7.1-01 run.7.2-01", NULL);
    check_files("run.7 run.7-01 run.7-02 run.7.1-01 run.7.2-01",
                "run.7-01 run.7-02 run.7.1-01 run.7.2-01", NULL);
}

Test(operands, say_where_a_run_has_more_files)
{
    write_threads();
    check_files("run.7-02", "run.7-02",
                "3 more files of the same run were not read (first: run.7.1-01)");
    check_files("run.7-02 run.7.1-01", "run.7-02 run.7.1-01",
                "2 more files of the same run were not read (first: run.7.2-01)");
    cr_assert_eq(remove("run.7"), 0);
    check_files("run.7-02", "run.7-02",
                "3 more files of the same run were not read (first: run.7.1-01)");
    check_files("run.7-01 run.7-02 run.7.1-01 run.7.2-01",
                "run.7-01 run.7-02 run.7.1-01 run.7.2-01", NULL);
}

/* Gungraun's names of files; what they had before is of another run. */
Test(operands, are_of_one_run_by_the_names_of_gungraun)
{
    write_part("callgrind.x.t1.p1.out", 1, 1);
    write_part("callgrind.x.t2.p1.out", 1, 2);
    write_part("callgrind.x.t1.p1.out.old", 1, 1);
    write_part("callgrind.x.t2.p1.out.old", 1, 2);
    write_part("callgrind.x.t1.p1.out.base@main", 1, 1);
    check_files("callgrind.x.t1.p1.out", "callgrind.x.t1.p1.out",
                "1 more file of the same run was not read (callgrind.x.t2.p1.out)");
    check_files("callgrind.x.t2.p1.out.old", "callgrind.x.t2.p1.out.old",
                "1 more file of the same run was not read (callgrind.x.t1.p1.out.old)");
    check_files("callgrind.x.t1.p1.out callgrind.x.t2.p1.out",
                "callgrind.x.t1.p1.out callgrind.x.t2.p1.out", NULL);
    check_files("", "callgrind.x.t1.p1.out callgrind.x.t2.p1.out", NULL);
}

Test(operands, say_where_dumps_are_not_named)
{
    write_dumps();
    check_files("run.7", "run.7", "2 more files of the same run were not read (first: run.7.1)");
    check_files("run.7.2", "run.7.2",
                "2 more files of the same run were not read (first: run.7.1)");
    check_files("run.7 run.7.1 run.7.2", "run.7 run.7.1 run.7.2", NULL);
}

static void touch(const char *path, time_t seconds)
{
    const struct timespec changed = {seconds, 0};

    cr_assert_eq(utimensat(AT_FDCWD, path, (struct timespec[]){changed, changed}, 0), 0);
}

Test(operands, are_those_of_the_newest_run_where_none_is_named)
{
    write_part("callgrind.out.7.1", 1, 0);
    write_part("callgrind.out.7", 2, 0);
    temporary_write("callgrind.out.8", "pid: 8\npart: 1\nevents: Ir\n1 1\n");
    touch("callgrind.out.7", 100);
    touch("callgrind.out.7.1", 300);
    touch("callgrind.out.8", 200);
    check_files("", "callgrind.out.7.1 callgrind.out.7", NULL);
    touch("callgrind.out.8", 400);
    check_files("", "callgrind.out.8", NULL);
}

/* Of gzip, of nothing: it stands for a run as an empty file does, if there is one. */
Test(operands, may_be_a_compressed_file_with_nothing_in_it)
{
    static const char packed[] = "\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0";

    run_need_library("operands", "zlib");
    temporary_write_bytes("callgrind.out.7.gz", packed, sizeof packed);
    check_files("", "callgrind.out.7.gz", NULL);
    check_files("callgrind.out.7.gz", "callgrind.out.7.gz", NULL);
    write_part("callgrind.out.7-01.gz", 1, 1); /* what a file is shows its content */
    write_part("callgrind.out.7-02.gz", 1, 2);
    check_files("", "callgrind.out.7-01.gz callgrind.out.7-02.gz", NULL);
    check_files("callgrind.out.7.gz", "callgrind.out.7-01.gz callgrind.out.7-02.gz", NULL);
    check_files("callgrind.out.7-02.gz", "callgrind.out.7-02.gz",
                "1 more file of the same run was not read (callgrind.out.7-01.gz)");
}

/* What is no profile is read, and fails with its name. */
Test(operands, have_damaged_files_of_a_run)
{
    write_threads();
    temporary_write("run.7.3-01", "damaged");
    temporary_write("run.7-03", "version: 1\ncreator: callgrind-3\n");
    check_files("run.7", "run.7-03 run.7.3-01 run.7.1-01 run.7.2-01 run.7-01 run.7-02", NULL);
}

/* Left by an earlier process of the same number: nobody can say which are to be read. */
Test(operands, fail_where_files_are_not_of_one_run)
{
    const struct text file = TEXT("run.7");
    struct operands operands;
    struct arena arena = {0};
    struct warnings notes = {0};
    struct error error = {0};

    write_threads();
    temporary_write("run.7-03", "pid: 7\ncmd: ./a\npart: 3\nthread: 3\n"
                                "desc: Timerange: Basic block 5 - 9\nevents: Ir\n1 1\n");
    cr_expect_not(operands_sort(&operands, (struct text_list){&file, 1}, &arena, &notes, &error));
    cr_expect_eq(error.kind, ERROR_FAILED);
    cr_expect_str_eq(error.path, "run.7-03");
    cr_expect(strstr(error.text, "is part 3 of process 7 as 'run.7-02' is"), "%s", error.text);
    arena_free(&arena);
}

Test(operands, leave_an_empty_file_alone_that_has_no_run)
{
    temporary_write("run.7", "");
    temporary_write("run.7-01", "events: Ir\n1 1\n"); /* not by Callgrind */
    check_files("run.7", "run.7", NULL);
    check_files("run.7 run.7-01", "run.7 run.7-01", NULL);
}

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

Test(default_profile, is_of_callgrind_or_cachegrind)
{
    write_profile("cachegrind.out.5", 500);
    write_profile("callgrind.out.1", 100);
    expect_default("cachegrind.out.5");
    write_profile("callgrind.out.2", 600);
    expect_default("callgrind.out.2");
}

Test(default_profile, has_one_of_these_names)
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

/* The runs that files stand for, with '|' between them, and what is noted. */
static void check_runs(const char *typed, const char *expected, const char *note)
{
    struct text_list files = {0};
    struct run_operands runs;
    struct arena arena = {0};
    struct warnings notes = {0};
    struct error error = {0};
    char found[400] = "";
    struct text rest = text_of(typed), word;

    while (text_cut_word(&rest, &word))
        arena_append_text(&arena, &files, arena_copy_text(&arena, word));
    cr_assert(operands_find_runs(files, false, &runs, &arena, &notes, &error), "%s: %s", typed,
              error.text);
    for (size_t i = 0; i < runs.count; i++)
        for (size_t k = 0; k < runs.items[i].count; k++) {
            strcat(found, i == 0 && k == 0 ? "" : k == 0 ? " | " : " ");
            strcat(found, runs.items[i].items[k].at);
        }
    cr_expect_str_eq(found, expected, "%s", typed);
    cr_expect_eq(notes.count, note != NULL, "%s", typed);
    if (note != NULL && notes.count != 0)
        cr_expect_str_eq(notes.first[0].text, note, "%s", typed);
    arena_free(&arena);
}

Test(operands, are_runs_of_their_own)
{
    cr_assert_eq(mkdir("d", 0700), 0);
    cr_assert_eq(mkdir("d/below", 0700), 0);
    write_threads();
    write_part("d/run.8", 1, 0);
    write_part("d/run.9", 1, 0);
    write_part("d/run.9.1", 1, 0);
    write_part("d/below/run.3", 1, 0);
    temporary_write("d/notes", "not a profile\n");
    temporary_write("d/empty", "");
    check_runs("run.7 d/run.8", "run.7.1-01 run.7.2-01 run.7-01 run.7-02 | d/run.8", NULL);
    check_runs("run.7-02 run.7-01 run.7.1-01 run.7.2-01", "run.7-02 run.7-01 run.7.1-01 run.7.2-01",
               NULL);
    check_runs("d/run.8 ./d/run.8 d/run.8", "d/run.8", NULL);
    check_runs("d", "d/below/run.3 | d/run.8 | d/run.9 d/run.9.1",
               "1 of its files skipped: not profiles");
    check_runs("d/ -", "d/below/run.3 | d/run.8 | d/run.9 d/run.9.1 | -",
               "1 of its files skipped: not profiles");
    check_runs("nosuch", "nosuch", NULL);
}

Test(operands, are_no_runs_where_a_directory_has_none)
{
    struct text directory = TEXT("d");
    struct run_operands runs;
    struct arena arena = {0};
    struct warnings notes = {0};
    struct error error = {0};

    cr_assert_eq(mkdir("d", 0700), 0);
    cr_expect_not(operands_find_runs((struct text_list){&directory, 1}, false, &runs, &arena,
                                     &notes, &error));
    cr_expect_str_eq(error.text, "has no profiles");
    arena_free(&arena);
}

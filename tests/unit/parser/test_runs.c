/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "parser/runs.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "profile/profile.h"
#include "support/run.h"
#include "support/temporary.h"

enum { MOST_INPUTS = 5 };

/* An input and its first part. */
struct file {
    const char *path;
    int64_t pid, part, thread;
};

/* Numbers the runs of inputs and shows them as "RUN NAME", a line each. */
static void check_runs(const struct file *files, const char *expected)
{
    struct symbols symbols = symbols_create();
    struct arena arena = {0};
    struct profile profile;
    char found[300] = "";
    size_t length = 0;

    profile_init(&profile, &symbols, (struct keep){0});
    for (const struct file *file = files; file->path != NULL; file++) {
        profile_add_input(&profile)->path = file->path;
        struct part *part = profile_add_part(&profile);
        part->pid = file->pid;
        part->given = file->part;
        part->thread = file->thread;
        profile_add_part(&profile)->pid = 999; /* a later one says nothing */
    }
    profile_find_runs(&profile, &arena);
    for (size_t i = 0; i < profile.n_inputs; i++)
        length += (size_t)snprintf(found + length, sizeof found - length, "%u %.*s\n",
                                   profile.inputs[i].run, (int)profile.inputs[i].run_name.length,
                                   profile.inputs[i].run_name.at);
    cr_expect_str_eq(found, expected);
    profile_free(&profile);
    symbols_free(&symbols);
    arena_free(&arena);
}

Test(runs, are_of_one_name_and_process)
{
    static const struct {
        struct file files[MOST_INPUTS + 1];
        const char *expected;
    } cases[] = {
        {{{"c.7.1-01", 7, 1, 1}, {"c.7-01", 7, 2, 1}, {"c.7-02", 7, 2, 2}},
         "0 c.7\n0 c.7\n0 c.7\n"},
        {{{"c.7", 7, 3, -1}, {"d/c.7.1", 7, 1, -1}, {"c.7.2", 7, 2, -1}, {"c.8.1", 8, 1, -1}},
         "0 c.7\n1 d/c.7.1\n0 c.7\n2 c.8.1\n"},
        {{{"c.7.1-01", 7, 1, 1}, {"c.7.1-02", 7, 1, 2}}, "0 c.7.1\n0 c.7.1\n"},
        {{{"c.1", 8, 1, -1}, {"c.2", 9, 2, -1}, {"c.3", 8, 3, -1}}, "0 c\n1 c.2\n0 c\n"},
        {{{"c-01", -1, 1, 1}, {"c-02", -1, 1, 2}, {"-", -1, -1, -1}}, "0 c-01\n1 c-02\n2 -\n"},
        {{{"c.7", 7, 1, -1}, {"c.7", 7, 1, -1}}, "0 c.7\n0 c.7\n"},
        {{{"d/callgrind.x.t1.p1.out", 7, 1, 1}, {"d/callgrind.x.t2.p1.out", 7, 1, 2}},
         "0 d/callgrind.x.out\n0 d/callgrind.x.out\n"},
        {{{"callgrind.x.t1.p1.out.old", 7, 1, 1},
          {"callgrind.x.t1.p2.out", 7, 1, 1},
          {"callgrind.x.t1.p1.out.base@b.out", 7, 1, 1},
          {"callgrind.x.t2.p1.out.old", 7, 1, 2}},
         "0 callgrind.x.out.old\n1 callgrind.x.t1.p2.out\n2 callgrind.x.t1.p1.out.base@b.out\n"
         "0 callgrind.x.out.old\n"},
        {{{"callgrind.x.p1.out", 7, 1, -1},
          {"callgrind.x.p2.out", 7, 2, -1},
          {"callgrind.x.8.p1.out", 8, 1, -1}},
         "0 callgrind.x.out\n0 callgrind.x.out\n1 callgrind.x.8.p1.out\n"},
    };

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        check_runs(cases[i].files, cases[i].expected);
}

/* One run of many dumps, and as many runs of one. */
Test(runs, may_be_many)
{
    enum { N_INPUTS = 2000, PATH_ROOM = 24 };
    struct symbols symbols = symbols_create();
    struct arena arena = {0};
    struct profile profile;
    char(*paths)[PATH_ROOM] = calloc(2 * (size_t)N_INPUTS, sizeof *paths);

    cr_assert(paths);
    profile_init(&profile, &symbols, (struct keep){0});
    for (int i = 0; i < 2 * N_INPUTS; i++) {
        bool is_dump = i < N_INPUTS;
        snprintf(paths[i], sizeof *paths, is_dump ? "c.7.%d" : "d.%d", i);
        profile_add_input(&profile)->path = paths[i];
        struct part *part = profile_add_part(&profile);
        part->pid = is_dump ? 7 : i;
        part->given = is_dump ? i : 1;
    }
    profile_find_runs(&profile, &arena);
    cr_expect_eq(profile.n_runs, 1 + N_INPUTS);
    cr_expect(text_equal(profile.inputs[N_INPUTS - 1].run_name, TEXT("c.7")));
    cr_expect(text_equal(profile.inputs[2 * N_INPUTS - 1].run_name, TEXT("d.3999")));
    profile_free(&profile);
    symbols_free(&symbols);
    arena_free(&arena);
    free(paths);
}

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
        {"callgrind.x.t1.p1.out", 1, 1, {"callgrind.x"}},
        {"d/callgrind.x.9.p2.out.gz", 2, -1, {"d/callgrind.x.9"}},
        {"callgrind.x.out.t1.out.old", -1, -1, {"callgrind.x.out"}},
        {"callgrind.t1.p1.out", 1, 1, {"callgrind.t1.p1.out"}},
        {"callgrind.x.out", 1, 1, {"callgrind.x.out"}},
        {"callgrind.xt1.p.out", 1, 1, {"callgrind.xt1.p.out"}},
        {"c.x.t1.p1.out", 1, 1, {"c.x.t1.p1.out"}},
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

/* What is found beside a profile; test_operands.c has what is read of it. */

TestSuite(run_files, .init = temporary_enter, .fini = temporary_leave);

static void write_part(const char *path, const char *part)
{
    char text[200];

    snprintf(text, sizeof text, "pid: 7\ncmd: ./a\n%sevents: Ir\nfn=f\n1 1\n", part);
    temporary_write(path, text);
}

/* What the header of a profile says; not all of it has to make sense. */
static struct run_file header_of(const char *text, struct arena *arena)
{
    struct error error = {0};
    struct profile_look look;

    temporary_write("header", text);
    cr_assert(profile_look(&look, TEXT("header"), arena, &error), "%s: %s", text, error.text);
    return look.file;
}

Test(run_files, have_headers)
{
    struct arena arena = {0};
    struct run_file file =
        header_of("# callgrind format\r\nversion: 1\r\n\r\npid: 7\r\ncmd:  ./a b\r\n"
                  "part: 3\r\nthread: 2\r\ndesc: Trigger: x\r\n"
                  "desc: Timerange: Basic block 1 - 2\r\nevents: Ir\r\nfn=f\r\npid: 8\r\n",
                  &arena);

    cr_expect_eq(file.pid, 7);
    cr_expect_eq(file.part, 3);
    cr_expect_eq(file.thread, 2);
    cr_expect(text_equal(file.command, TEXT("./a b")));
    cr_expect(text_equal(file.time_range, TEXT("Basic block 1 - 2")));
    arena_free(&arena);
}

Test(run_files, have_headers_that_make_sense)
{
    static const char *const texts[] = {"pid: -7\nevents: Ir\n",
                                        "pid: 7x\nevents: Ir\n",
                                        "pid:\nevents: Ir\n",
                                        "fl=a\n1 1\npid: 7\n",
                                        "pid: 7\npositions:\nfl=a\n",
                                        "version: 2\npid: 7\nfl=a\n",
                                        "pid: 7\n"};

    for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
        struct arena arena = {0};
        cr_expect_eq(header_of(texts[i], &arena).pid, -1, "%s", texts[i]);
        arena_free(&arena);
    }
}

/* The run of a path, as "FILE FILE". */
static void check_run(const char *path, const char *expected)
{
    struct arena arena = {0};
    struct run_finder finder = {.arena = &arena};
    struct error error = {0};
    struct profile_look look;
    struct found_run run;
    char found[300] = "";

    cr_assert(profile_look(&look, text_of(path), &arena, &error), "%s", error.text);
    run_find(&finder, &look, &run);
    for (size_t i = 0; i < run.count; i++) {
        strcat(found, i == 0 ? "" : " ");
        strcat(found, run.files[i].path.at);
    }
    cr_expect_str_eq(found, expected, "%s", path);
    arena_free(&arena);
}

Test(run_files, are_in_the_same_directory)
{
    cr_assert_eq(mkdir("d", 0777), 0);
    write_part("d/c.7", "part: 3\n");
    write_part("d/c.7.1", "part: 1\n");
    write_part("d/c.7.10", "part: 10\n");
    write_part("c.7.2", "part: 2\n");
    check_run("d/c.7", "d/c.7.1 d/c.7 d/c.7.10");
    check_run("d/c.7.10", "d/c.7.1 d/c.7 d/c.7.10");
    check_run("c.7.2", "c.7.2");
}

Test(run_files, are_compressed_alike)
{
    write_part("c.7.gz", "part: 2\n"); /* what a file is shows its content */
    write_part("c.7.1.gz", "part: 1\n");
    write_part("c.7.1", "part: 1\n");
    check_run("c.7.gz", "c.7.1.gz c.7.gz");
    check_run("c.7.1", "c.7.1");
}

Test(run_files, are_not_those_of_other_writers)
{
    temporary_write("x.7", "events: Ir\nfn=f\n1 1\n");
    write_part("x.7.1", "part: 1\n");
    check_run("x.7", "x.7");
    temporary_write("y.7", "");
    temporary_write("y.7-01", "events: Ir\nfn=f\n1 1\n");
    cr_assert_eq(mkdir("y.7-02", 0777), 0);
    check_run("y.7", "");
}

Test(run_files, of_an_empty_file_are_those_of_the_newest_process)
{
    temporary_write("c", "");
    write_part("c-01", "part: 1\nthread: 1\n");
    check_run("c", "c-01");
    check_run("c-01", "c-01");
}

Test(run_files, look_like_profiles_or_fail)
{
    struct arena arena = {0};
    struct error error = {0};
    struct profile_look look;

    cr_expect_not(profile_look(&look, TEXT("none"), &arena, &error));
    cr_expect(strstr(error.text, "No such file"), "%s", error.text);
    temporary_write("a.c", "int x;\n");
    cr_expect_not(profile_look(&look, TEXT("a.c"), &arena, &error));
    cr_expect(strstr(error.text, "not a profile"), "%s", error.text);
    cr_expect(profile_look(&look, TEXT("-"), &arena, &error));
    cr_expect_eq(look.file.pid, -1);
    temporary_write("cut", "version: 1\ncreator: callgrind\n");
    cr_expect(profile_look(&look, TEXT("cut"), &arena, &error));
    cr_expect(look.is_cut);
    arena_free(&arena);
}

/* Of gzip, of nothing. */
static const char packed[] = "\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0";

Test(run_files, of_an_empty_compressed_file_are_compressed)
{
    run_need_library("run_files", "zlib");
    temporary_write_bytes("c.gz", packed, sizeof packed);
    write_part("c-01.gz", "part: 1\nthread: 1\n");
    write_part("c-02.gz", "part: 1\nthread: 2\n");
    check_run("c.gz", "c-01.gz c-02.gz");
    check_run("c-02.gz", "c-01.gz c-02.gz");
    temporary_write("d.gz", "");
    write_part("d-01.gz", "part: 1\nthread: 1\n");
    check_run("d.gz", "d-01.gz");
}

/* What was cut, or never written, has the name of one of the run's files. */
Test(run_files, may_be_damaged)
{
    temporary_write("c", "");
    write_part("c-01", "part: 1\nthread: 1\n");
    temporary_write("c-02", "");
    temporary_write("c-03", "version: 1\npid: 7\ncmd: ./a\npart: 1\nthr");
    temporary_write("c-04", "junk");
    check_run("c", "c-02 c-03 c-04 c-01");
    check_run("c-01", "c-02 c-03 c-04 c-01");
}

/* Process 1, as in containers: it is not known whether its file is dump 1 of another base. */
Test(run_files, are_not_what_has_the_name_of_another_process)
{
    temporary_write("c.1", "pid: 1\ncmd: ./a\npart: 1\nevents: Ir\n1 1\n");
    temporary_write("c.2", "junk");
    temporary_write("c.3", "");
    check_run("c.1", "c.1");
}

/* A command of more than a window of the reader. */
Test(run_files, have_headers_of_any_length)
{
    enum { LENGTH = 300000 };
    char *header = malloc(LENGTH + 200);

    cr_assert(header);
    memset(header, 'x', LENGTH);
    strcpy(header + LENGTH, "\npart: 1\nthread: 1\n");
    memcpy(header, "desc: ", 6);
    char *text = malloc(LENGTH + 400);
    cr_assert(text);
    sprintf(text, "pid: 7\ncmd: ./a\n%sevents: Ir\nfn=f\n1 1\n", header);
    temporary_write("c", "");
    temporary_write("c-01", text);
    write_part("c-02", "part: 1\nthread: 2\n");
    check_run("c", "c-01 c-02");
    free(text);
    free(header);
}

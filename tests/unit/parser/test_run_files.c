/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is found beside a profile; test_operands.c has what is read of it. */

#include "parser/run_files.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/error.h"
#include "support/run.h"
#include "support/temporary.h"

TestSuite(run_files, .init = temporary_enter, .fini = temporary_leave);

static void write_part(const char *path, const char *part)
{
    char text[200];

    snprintf(text, sizeof text, "pid: 7\ncmd: ./a\n%sevents: Ir\nfn=f\n1 1\n", part);
    temporary_write(path, text);
}

/* The run of a path, as "FILE FILE | BASE", with '+' where the base is there and 0 where empty. */
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
        strcat(found, run.files[i].path.at);
        strcat(found, " ");
    }
    strcat(found, "| ");
    strncat(found, run.base.at, run.base.length);
    strncat(found, run.compression.at ? run.compression.at : "", run.compression.length);
    strcat(found, run.base_is_empty ? " 0" : run.has_base ? " +" : "");
    cr_expect_str_eq(found, expected, "%s", path);
    run_finder_free(&finder);
    arena_free(&arena);
}

Test(run_files, are_in_the_same_directory)
{
    cr_assert_eq(mkdir("d", 0777), 0);
    write_part("d/c.7", "part: 3\n");
    write_part("d/c.7.1", "part: 1\n");
    write_part("d/c.7.10", "part: 10\n");
    write_part("c.7.2", "part: 2\n");
    check_run("d/c.7", "d/c.7.1 d/c.7 d/c.7.10 | d/c.7 +");
    check_run("d/c.7.10", "d/c.7.1 d/c.7 d/c.7.10 | d/c.7 +");
    check_run("c.7.2", "c.7.2 | c.7.2 +");
}

Test(run_files, are_compressed_alike)
{
    write_part("c.7.gz", "part: 2\n"); /* what a file is shows its content */
    write_part("c.7.1.gz", "part: 1\n");
    write_part("c.7.1", "part: 1\n");
    check_run("c.7.gz", "c.7.1.gz c.7.gz | c.7.gz +");
    check_run("c.7.1", "c.7.1 | c.7.1 +");
}

Test(run_files, are_not_those_of_other_writers)
{
    temporary_write("x.7", "events: Ir\nfn=f\n1 1\n");
    write_part("x.7.1", "part: 1\n");
    check_run("x.7", "x.7 | x.7");
    temporary_write("y.7", "");
    temporary_write("y.7-01", "events: Ir\nfn=f\n1 1\n");
    cr_assert_eq(mkdir("y.7-02", 0777), 0);
    check_run("y.7", "| y.7");
}

Test(run_files, of_an_empty_file_are_those_of_the_newest_process)
{
    temporary_write("c", "");
    write_part("c-01", "part: 1\nthread: 1\n");
    check_run("c", "c-01 | c 0");
    check_run("c-01", "c-01 | c 0");
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
    check_run("c.gz", "c-01.gz c-02.gz | c.gz 0");
    check_run("c-02.gz", "c-01.gz c-02.gz | c.gz 0");
    temporary_write("d.gz", "");
    write_part("d-01.gz", "part: 1\nthread: 1\n");
    check_run("d.gz", "d-01.gz | d.gz 0");
}

/* What was cut, or never written, has the name of one of the run's files. */
Test(run_files, may_be_damaged)
{
    temporary_write("c", "");
    write_part("c-01", "part: 1\nthread: 1\n");
    temporary_write("c-02", "");
    temporary_write("c-03", "version: 1\npid: 7\ncmd: ./a\npart: 1\nthr");
    temporary_write("c-04", "junk");
    check_run("c", "c-02 c-03 c-04 c-01 | c 0");
    check_run("c-01", "c-02 c-03 c-04 c-01 | c 0");
}

/* Process 1, as in containers: it is not known whether its file is dump 1 of another base. */
Test(run_files, are_not_what_has_the_name_of_another_process)
{
    temporary_write("c.1", "pid: 1\ncmd: ./a\npart: 1\nevents: Ir\n1 1\n");
    temporary_write("c.2", "junk");
    temporary_write("c.3", "");
    check_run("c.1", "c.1 | c.1 +");
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
    check_run("c", "c-01 c-02 | c 0");
    free(text);
    free(header);
}

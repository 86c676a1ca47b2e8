/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What quern does when the system fails it: each allocation, read and write in turn. Allocations
 * and files that change while they are read are the work of tests/support/faults.c; errors of
 * system calls that of strace. Neither works with AddressSanitizer or gcov, where these tests are
 * skipped.
 */

#include <criterion/criterion.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/run.h"
#include "support/temporary.h"

enum { MOST_WORDS = 32 };

#define REPORT "report"
#define OLD_REPORT "what was there before\n"
#define TRACE "trace"
#define FIRED "fired"

static void enter(void)
{
    temporary_enter();
    /* The profiles of testdata name their sources as seen from there. */
    cr_assert(symlink(TESTDATA_DIR "/src", "src") == 0);
}

TestSuite(faults, .init = enter, .fini = temporary_leave, .timeout = 300);

/* Appends the words of a text, which are separated by single blanks, and NULL. */
static void append_words(char **list, size_t count, char *text)
{
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        cr_assert(count < MOST_WORDS - 1);
        list[count++] = word;
    }
    list[count] = NULL;
}

/* Runs a program after the words that bring the fault. */
static struct run run_words(const char *prefix, const char *arguments)
{
    char line[1000], *words[MOST_WORDS], *quern = run_quern_path();

    snprintf(line, sizeof(line), "%s %s %s", prefix, quern, arguments);
    append_words(words, 0, line);
    struct run run = run_program(words[0], words, NULL);
    free(quern);
    return run;
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

static char *read_path(const char *path)
{
    size_t size;
    FILE *file = fopen(path, "r");

    cr_assert(file, "there is no %s", path);
    char *text = run_read_file(file, &size);
    fclose(file);
    return text;
}

static void copy(const char *from, const char *to)
{
    char *text = read_path(from);

    temporary_write(to, text);
    free(text);
}

static bool is_same(const struct run *a, const struct run *b)
{
    return a->status == b->status && a->out_size == b->out_size && a->err_size == b->err_size &&
           memcmp(a->out, b->out, a->out_size) == 0 && memcmp(a->err, b->err, a->err_size) == 0;
}

/* Whether it ended with status 1 and one message. */
static bool has_failed(const struct run *run)
{
    const char *newline = strchr(run->err, '\n');

    return run->status == 1 && strncmp(run->err, "quern: ", 7) == 0 && newline != NULL &&
           newline[1] == '\0';
}

/* With sanitizers the one that comes first has to be theirs. */
static void need_faults(void)
{
#ifndef FAULTS_LIBRARY
    cr_skip_test("not in this build");
#endif
}

static struct run run_with_fault(const char *fault, const char *arguments)
{
    char prefix[300];

#ifdef FAULTS_LIBRARY
    snprintf(prefix, sizeof(prefix), "env LD_PRELOAD=%s QUERN_FAULT=%s", FAULTS_LIBRARY, fault);
#else
    snprintf(prefix, sizeof(prefix), "env");
    (void)fault;
#endif
    unlink(FIRED);
    return run_words(prefix, arguments);
}

/* Each allocation fails; how many there were is returned. */
static unsigned check_allocations(const char *arguments)
{
    struct run expected = run_words("env", arguments);
    bool is_over = false;
    unsigned n = 0;

    while (!is_over) {
        char fault[40];
        snprintf(fault, sizeof(fault), "memory:%u", ++n);
        struct run run = run_with_fault(fault, arguments);
        is_over = !is_there(FIRED);
        /* The libraries that decompress say only that they cannot begin. */
        bool says_why = strstr(run.err, "memory") || strstr(run.err, "cannot set up");
        cr_expect((has_failed(&run) && says_why) || is_same(&run, &expected),
                  "%s: allocation %u: status %d, %s", arguments, n, run.status, run.err);
        run_free(&run);
    }
    run_free(&expected);
    return n - 1;
}

Test(faults, each_allocation)
{
    static const char *const runs[] = {
        TESTDATA_DIR "/fib_static",
        "--inclusive=yes --tree=both --threshold=100 " TESTDATA_DIR "/cycles",
        "--top --sort=incl(Ir) --fail-if=calls>5 " TESTDATA_DIR "/fib_static",
        "--peek=fib --format=json --mod-funcname=s/a/b/g " TESTDATA_DIR "/fib_static",
        "--by=line --format=markdown " TESTDATA_DIR "/fib_static",
        "--annotate=is_even --inclusive=both " TESTDATA_DIR "/cycles",
        "--annotate=fob " TESTDATA_DIR "/fib_static",
        "--format=callgrind --function=fib " TESTDATA_DIR "/o_jumps_instr_inl",
        "--diff=" TESTDATA_DIR "/diff_old --by=file " TESTDATA_DIR "/diff_new",
        "--diff=" TESTDATA_DIR "/diff_old --format=csv " TESTDATA_DIR "/diff_new",
        "--auto=no " TESTDATA_DIR "/compressed/hello_asm.gz",
        "--auto=no " TESTDATA_DIR "/compressed/hello_asm.zst",
        "--auto=no " TESTDATA_DIR "/compressed/hello_asm.xz",
        "--list-events --event=x=Ir+Dr " TESTDATA_DIR "/o_everything",
        "--help",
    };

    need_faults();
    for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++) {
        unsigned count = check_allocations(runs[i]);
        cr_expect_gt(count, 0, "%s: nothing was allocated", runs[i]);
    }
}

Test(faults, short_reads)
{
    static const char *const profiles[] = {
        "spec/ids",
        "spec/crlf",
        "o_everything",
        "compressed/hello_asm.gz",
        "compressed/members.gz",
        "compressed/hello_asm.zst",
        "compressed/frames.zst",
        "compressed/hello_asm.xz",
        "compressed/streams.xz",
    };
    static const char *const faults[] = {"short:1", "short:2", "short:7", "short:1000"};

    need_faults();
    for (size_t i = 0; i < sizeof(profiles) / sizeof(*profiles); i++) {
        char arguments[200];
        snprintf(arguments, sizeof(arguments), "--auto=no " TESTDATA_DIR "/%s", profiles[i]);
        struct run expected = run_words("env", arguments);
        cr_expect_eq(expected.status, 0);
        for (size_t j = 0; j < sizeof(faults) / sizeof(*faults); j++) {
            struct run run = run_with_fault(faults[j], arguments);
            cr_expect(is_there(FIRED), "%s: no read was short", profiles[i]);
            cr_expect(is_same(&run, &expected), "%s: %s: %s", profiles[i], faults[j], run.err);
            run_free(&run);
        }
        run_free(&expected);
    }
}

/* A profile larger than what is read at once, and than what one thread reads. */
static void write_large_profile(const char *path)
{
    FILE *file = fopen(path, "w");
    long long total = 0;

    cr_assert(file);
    fputs("version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nfl=a.c\n", file);
    for (int i = 0; i < 1300000; i++) {
        if (i % 1000 == 0)
            fprintf(file, "fn=f%d\n", i / 1000);
        fprintf(file, "%d %d\n", i % 1000 + 1, i % 1000);
        total += i % 1000;
    }
    fprintf(file, "totals: %lld\n", total);
    fclose(file);
}

/* Whatever is lost of a profile while it is read, a warning says that figures are incomplete. */
Test(faults, profile_shrinks_while_read)
{
    need_faults();
    for (unsigned n = 1; n <= 20; n++) {
        char fault[60];
        snprintf(fault, sizeof(fault), "read:%u:profile", n);
        for (int jobs = 1; jobs <= 2; jobs++) {
            write_large_profile("profile");
            struct run run = run_with_fault(fault, jobs == 1 ? "--jobs=1 --top profile"
                                                             : "--jobs=2 --top profile");
            cr_expect(run.status == 0 || has_failed(&run), "%s: status %d", fault, run.status);
            cr_expect(is_there(FIRED), "%s did not happen", fault);
            cr_expect_neq(run.err_size, 0, "%s, %d jobs: not a word", fault, jobs);
            run_free(&run);
        }
    }
}

static void check_source_fault(const char *fault)
{
    copy(TESTDATA_DIR "/src/fib.c", "fib.c");
    temporary_write("profile", "events: Ir\nfl=fib.c\nfn=main\n1 10\n20 5\n");
    struct run run = run_with_fault(fault, "--context=1 profile");
    cr_expect_eq(run.status, 0, "%s: status %d: %s", fault, run.status, run.err);
    cr_expect(is_there(FIRED), "%s did not happen", fault);
    cr_expect(strstr(run.out, "PROGRAM TOTALS"), "%s: no report", fault);
    run_free(&run);
}

Test(faults, source_changes_while_read)
{
    need_faults();
    check_source_fault("fdopen:1:fib.c");
    for (unsigned n = 1; n <= 3; n++) {
        char fault[40];
        snprintf(fault, sizeof(fault), "open:%u:fib.c", n);
        check_source_fault(fault);
    }
}

static void need_strace(void)
{
    need_faults();
    struct run run = run_program("strace", (char *[]){"strace", "-o", TRACE, "true", NULL}, NULL);
    bool works = run.status == 0;

    run_free(&run);
    if (!works) {
        fprintf(stderr, "faults: skipped, strace does not work here\n");
        cr_skip_test("strace does not work here");
    }
}

struct call_fault {
    const char *call;  /* names of system calls, with commas */
    const char *error; /* what the N-th of them gives */
    const char *path;  /* only of those on this file; NULL: of all */
    const char *arguments;
    bool is_lasting;    /* and all after it give it too */
    const char *output; /* this file is as it was before each run; NULL: there is no such file */
};

/* False where there is no N-th call. */
static bool run_with_error(const struct call_fault *fault, unsigned n, struct run *run)
{
    char prefix[600];
    /* strace says so where a path is not the real one. */
    char *path = fault->path != NULL ? realpath(fault->path, NULL) : NULL;

    snprintf(prefix, sizeof(prefix),
             "strace -f -qq -o %s -e trace=%s -e inject=%s:error=%s:when=%u%s%s%s", TRACE,
             fault->call, fault->call, fault->error, n, fault->is_lasting ? "+" : "",
             path != NULL ? " -P " : "", path != NULL ? path : "");
    free(path);
    if (fault->output != NULL)
        temporary_write(fault->output, OLD_REPORT);
    *run = run_words(prefix, fault->arguments);
    char *trace = read_path(TRACE);
    bool is_injected = strstr(trace, "(INJECTED)") != NULL;
    free(trace);
    return is_injected;
}

/* What must hold after the N-th call gave the error. */
typedef bool outcome(const struct run *run, const struct run *expected);

static void check_error(const struct call_fault *fault, outcome *is_right)
{
    struct run expected = run_words("env", fault->arguments), run;
    unsigned n = 1;

    for (; run_with_error(fault, n, &run); n++) {
        cr_expect(is_right(&run, &expected), "%s: %s %u of '%s': status %d, %s", fault->error,
                  fault->call, n, fault->arguments, run.status, run.err);
        run_free(&run);
    }
    cr_expect_gt(n, 1, "%s: no %s", fault->arguments, fault->call);
    run_free(&run);
    run_free(&expected);
}

/* An error, and nothing printed. */
static bool has_nothing(const struct run *run, const struct run *expected)
{
    (void)expected;
    return has_failed(run) && run->out_size == 0;
}

/* What was not read at first may have been read again. */
static bool has_nothing_or_all(const struct run *run, const struct run *expected)
{
    return has_nothing(run, expected) || is_same(run, expected);
}

static bool has_stopped(const struct run *run, const struct run *expected)
{
    (void)expected;
    return has_failed(run);
}

static bool has_status_of(const struct run *run, const struct run *expected)
{
    return run->status == expected->status && strcmp(run->err, expected->err) == 0;
}

Test(faults, read_errors)
{
    need_strace();
    write_large_profile("large");
    check_error(&(struct call_fault){.call = "read",
                                     .error = "EIO",
                                     .path = TESTDATA_DIR "/fib",
                                     .arguments = "--top " TESTDATA_DIR "/fib"},
                has_nothing);
    check_error(
        &(struct call_fault){.call = "read",
                             .error = "EIO",
                             .path = TESTDATA_DIR "/compressed/hello_asm.xz",
                             .arguments = "--auto=no " TESTDATA_DIR "/compressed/hello_asm.xz"},
        has_nothing);
    check_error(&(struct call_fault){.call = "read,pread64",
                                     .error = "EIO",
                                     .path = "large",
                                     .arguments = "--jobs=1 --top large"},
                has_nothing);
    check_error(&(struct call_fault){.call = "read,pread64",
                                     .error = "EIO",
                                     .path = "large",
                                     .arguments = "--jobs=2 --top large"},
                has_nothing_or_all);
}

Test(faults, interrupted_reads)
{
    need_strace();
    write_large_profile("large");
    check_error(&(struct call_fault){.call = "read",
                                     .error = "EINTR",
                                     .path = TESTDATA_DIR "/fib",
                                     .arguments = "--top " TESTDATA_DIR "/fib"},
                is_same);
    check_error(&(struct call_fault){.call = "read,pread64",
                                     .error = "EINTR",
                                     .path = "large",
                                     .arguments = "--jobs=2 --top large"},
                is_same);
}

Test(faults, no_threads)
{
    need_strace();
    write_large_profile("large");
    check_error(&(struct call_fault){.call = "clone,clone3",
                                     .error = "EAGAIN",
                                     .arguments = "--jobs=3 --top large"},
                is_same);
}

/* A listing that could not be read to its end must say so. */
static bool names_source(const struct run *run, const struct run *expected)
{
    (void)expected;
    return run->status == 0 && strstr(run->err, "fib.c") != NULL;
}

Test(faults, read_errors_of_sources)
{
    need_strace();
    copy(TESTDATA_DIR "/src/fib.c", "fib.c");
    temporary_write("profile", "events: Ir\nfl=fib.c\nfn=main\n1 10\n20 5\n");
    check_error(
        &(struct call_fault){
            .call = "read", .error = "EIO", .path = "fib.c", .arguments = "--context=1 profile"},
        names_source);
}

/* No source is newer: a warning of that would be one more write, whose failure changes nothing. */
static void write_recent_profile(void)
{
    copy(TESTDATA_DIR "/fib", "profile");
}

/* A full disk is an error, and takes precedence over an exceeded limit. */
Test(faults, write_errors)
{
    need_strace();
    write_recent_profile();
    check_error(&(struct call_fault){.call = "write",
                                     .error = "ENOSPC",
                                     .arguments = "--tree=both --threshold=100 profile"},
                has_stopped);
    check_error(&(struct call_fault){.call = "write",
                                     .error = "ENOSPC",
                                     .arguments = "--format=json " TESTDATA_DIR "/fib"},
                has_stopped);
    check_error(&(struct call_fault){.call = "write",
                                     .error = "ENOSPC",
                                     .arguments = "--format=callgrind " TESTDATA_DIR "/fib"},
                has_stopped);
    check_error(&(struct call_fault){.call = "write", .error = "ENOSPC", .arguments = "--help"},
                has_stopped);
}

/* A reader that has seen enough is not one, and limits are still decided. */
Test(faults, closed_pipes)
{
    need_strace();
    write_recent_profile();
    check_error(&(struct call_fault){.call = "write",
                                     .error = "EPIPE",
                                     .arguments = "--tree=both --threshold=100 profile",
                                     .is_lasting = true},
                has_status_of);
    check_error(&(struct call_fault){.call = "write",
                                     .error = "EPIPE",
                                     .arguments = "--format=csv " TESTDATA_DIR "/fib",
                                     .is_lasting = true},
                has_status_of);
}

/* Either the new report is there in whole and the status is 0, or the old one and an error. */
static bool has_whole_file(const struct run *run, const struct run *expected)
{
    enum { NOT_LOADED = 127 }; /* the call that failed was one of the program's loader */
    char *report = read_path(REPORT);
    bool is_old = strcmp(report, OLD_REPORT) == 0;

    (void)expected;
    free(report);
    return is_old ? has_failed(run) || run->status == NOT_LOADED
                  : run->status == 0 && run->err_size == 0;
}

static void expect_no_other_report(void)
{
    struct run left = run_program("sh", (char *[]){"sh", "-c", "ls " REPORT ".* 2>&1", NULL}, NULL);

    cr_expect_neq(left.status, 0, "there is still %s", left.out);
    run_free(&left);
}

Test(faults, output_file)
{
    static const char *const faults[][2] = {
        {"write", "ENOSPC"}, {"write", "EIO"},    {"close", "EIO"},
        {"rename", "EXDEV"}, {"fchmod", "EPERM"},
    };

    need_strace();
    for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
        check_error(
            &(struct call_fault){.call = faults[i][0],
                                 .error = faults[i][1],
                                 .arguments = "-o " REPORT " --format=json " TESTDATA_DIR "/fib",
                                 .output = REPORT},
            has_whole_file);
    }
    expect_no_other_report();
}

/* A signal while a report is written ends the program as ever, and leaves the old report alone. */
Test(faults, output_file_and_signal)
{
    need_strace();
    temporary_write(REPORT, OLD_REPORT);
    struct run run = run_words("strace -qq -o " TRACE " -e inject=write:signal=SIGTERM:when=1",
                               "-o " REPORT " --format=json " TESTDATA_DIR "/fib");
    char *report = read_path(REPORT);

    cr_expect_eq(run.status, RUN_SIGNAL + SIGTERM, "status %d: %s", run.status, run.err);
    cr_expect_str_eq(report, OLD_REPORT);
    expect_no_other_report();
    free(report);
    run_free(&run);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What quern does when each system call of a kind fails in turn: the work of strace. It does not
 * work with AddressSanitizer or gcov, where these tests are skipped.
 */

#include <criterion/criterion.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/fault_run.h"
#include "support/run.h"
#include "support/temporary.h"

#define REPORT "report"
#define OLD_REPORT "what was there before\n"
#define TRACE "trace"

TestSuite(call_faults, .init = fault_enter, .fini = temporary_leave, .timeout = 300);

static void need_strace(void)
{
    fault_need_library();
    struct run run = run_program("strace", (char *[]){"strace", "-o", TRACE, "true", NULL}, NULL);
    bool works = run.status == 0;

    run_free(&run);
    if (!works) {
        fprintf(stderr, "faults: skipped, strace does not work here\n");
        run_skip("strace");
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
    *run = fault_run(prefix, fault->arguments);
    char *trace = fault_read_path(TRACE);
    bool is_injected = strstr(trace, "(INJECTED)") != NULL;
    free(trace);
    return is_injected;
}

/* What must hold after the N-th call gave the error. */
typedef bool outcome(const struct run *run, const struct run *expected);

static void check_error(const struct call_fault *fault, outcome *is_right)
{
    struct run expected = fault_run("", fault->arguments), run;
    unsigned n = 1, step = (unsigned)run_stride();

    for (; run_with_error(fault, n, &run); n += n < 10 ? 1 : step) {
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
    return fault_has_failed(run) && run->out_size == 0;
}

/* What was not read at first may have been read again. */
static bool has_nothing_or_all(const struct run *run, const struct run *expected)
{
    return has_nothing(run, expected) || fault_is_same(run, expected);
}

static bool has_stopped(const struct run *run, const struct run *expected)
{
    (void)expected;
    return fault_has_failed(run);
}

static bool has_status_of(const struct run *run, const struct run *expected)
{
    return run->status == expected->status && strcmp(run->err, expected->err) == 0;
}

Test(call_faults, read_errors)
{
    need_strace();
    fault_write_large_profile("large");
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

Test(call_faults, interrupted_reads)
{
    need_strace();
    fault_write_large_profile("large");
    check_error(&(struct call_fault){.call = "read",
                                     .error = "EINTR",
                                     .path = TESTDATA_DIR "/fib",
                                     .arguments = "--top " TESTDATA_DIR "/fib"},
                fault_is_same);
    check_error(&(struct call_fault){.call = "read,pread64",
                                     .error = "EINTR",
                                     .path = "large",
                                     .arguments = "--jobs=2 --top large"},
                fault_is_same);
}

Test(call_faults, no_threads)
{
    need_strace();
    fault_write_large_profile("large");
    fault_write_large_profile("other");
    check_error(&(struct call_fault){.call = "clone,clone3",
                                     .error = "EAGAIN",
                                     .arguments = "--jobs=3 --top large other"},
                fault_is_same);
}

/* A listing that could not be read to its end must say so. */
static bool names_source(const struct run *run, const struct run *expected)
{
    (void)expected;
    return run->status == 0 && strstr(run->err, "fib.c") != NULL;
}

Test(call_faults, read_errors_of_sources)
{
    need_strace();
    fault_copy(TESTDATA_DIR "/src/fib.c", "fib.c");
    temporary_write("profile", "events: Ir\nfl=fib.c\nfn=main\n1 10\n20 5\n");
    check_error(
        &(struct call_fault){
            .call = "read", .error = "EIO", .path = "fib.c", .arguments = "--context=1 profile"},
        names_source);
}

/* No source is newer: a warning of that would be one more write, whose failure changes nothing. */
static void write_recent_profile(void)
{
    fault_copy(TESTDATA_DIR "/fib", "profile");
}

/* A full disk is an error, and takes precedence over an exceeded limit. */
Test(call_faults, write_errors)
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
Test(call_faults, closed_pipes)
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
    char *report = fault_read_path(REPORT);
    bool is_old = strcmp(report, OLD_REPORT) == 0;

    (void)expected;
    free(report);
    return is_old ? fault_has_failed(run) || run->status == NOT_LOADED
                  : run->status == 0 && run->err_size == 0;
}

static void expect_no_other_report(void)
{
    struct run left = run_program("sh", (char *[]){"sh", "-c", "ls " REPORT ".* 2>&1", NULL}, NULL);

    cr_expect_neq(left.status, 0, "there is still %s", left.out);
    run_free(&left);
}

Test(call_faults, output_file)
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
Test(call_faults, output_file_and_signal)
{
    need_strace();
    temporary_write(REPORT, OLD_REPORT);
    struct run run = fault_run("strace -qq -o " TRACE " -e inject=write:signal=SIGTERM:when=1",
                               "-o " REPORT " --format=json " TESTDATA_DIR "/fib");
    char *report = fault_read_path(REPORT);

    cr_expect_eq(run.status, RUN_SIGNAL + SIGTERM, "status %d: %s", run.status, run.err);
    cr_expect_str_eq(report, OLD_REPORT);
    expect_no_other_report();
    free(report);
    run_free(&run);
}

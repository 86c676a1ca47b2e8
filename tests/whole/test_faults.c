/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * What quern does when each allocation in turn fails, and when files change while they are read:
 * the work of tests/support/faults.c. It does not work with AddressSanitizer or gcov, where these
 * tests are skipped.
 */

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "support/fault_run.h"
#include "support/run.h"
#include "support/temporary.h"

#define FIRED "fired"
#define REPORT "report"

TestSuite(faults, .init = fault_enter, .fini = temporary_leave, .timeout = 300);

static struct run run_with_fault(const char *fault, const char *arguments)
{
    unlink(FIRED);
#ifdef FAULTS_LIBRARY
    setenv("LD_PRELOAD", FAULTS_LIBRARY, 1);
#endif
    setenv("QUERN_FAULT", fault, 1);
    struct run run = fault_run("", arguments);
    unsetenv("QUERN_FAULT");
    unsetenv("LD_PRELOAD");
    return run;
}

static const char *const allocating[] = {
    TESTDATA_DIR "/fib_static",
    "--inclusive=yes --tree=both --threshold=100 " TESTDATA_DIR "/cycles",
    "--top --sort=incl(Ir) --fail-if=calls>5 " TESTDATA_DIR "/fib_static",
    "--peek=fib --format=json --mod-funcname=s/a/b/g " TESTDATA_DIR "/fib_static",
    "--by=line --format=markdown " TESTDATA_DIR "/fib_static",
    "--annotate=is_even --inclusive=both " TESTDATA_DIR "/cycles",
    "--annotate=fob " TESTDATA_DIR "/fib_static",
    "--format=callgrind --function=fib " TESTDATA_DIR "/o_jumps_instr_inl",
    "--format=html " TESTDATA_DIR "/spec/cycle-three",
    "--diff=" TESTDATA_DIR "/diff_old --by=file " TESTDATA_DIR "/diff_new",
    "--diff=" TESTDATA_DIR "/diff_old --format=csv " TESTDATA_DIR "/diff_new",
    "--auto=no " TESTDATA_DIR "/compressed/hello_asm.gz",
    "--auto=no " TESTDATA_DIR "/compressed/hello_asm.zst",
    "--auto=no " TESTDATA_DIR "/compressed/hello_asm.xz",
    "--list-events --event=x=Ir+Dr " TESTDATA_DIR "/o_everything",
    "-o " REPORT " --top " TESTDATA_DIR "/fib_static",
    "--help",
};

ParameterizedTestParameters(faults, each_allocation)
{
    static size_t indexes[ARRAY_LENGTH(allocating)];

    for (size_t i = 0; i < ARRAY_LENGTH(allocating); i++)
        indexes[i] = i;
    return cr_make_param_array(size_t, indexes, ARRAY_LENGTH(allocating));
}

static void expect_no_unfinished_file(const char *arguments)
{
    struct run left = run_program("sh", (char *[]){"sh", "-c", "ls " REPORT ".* 2>&1", NULL}, NULL);

    cr_expect_neq(left.status, 0, "%s: there is still %s", arguments, left.out);
    run_free(&left);
}

/*
 * One allocation after another fails: the first twenty of a run, then some of them, and each one
 * where tests are thorough.
 */
ParameterizedTest(const size_t *index, faults, each_allocation)
{
    const char *arguments = allocating[*index];
    size_t n = 1, step = run_is_thorough() ? 1 : 8;
    bool is_over = false;

    fault_need_library();
    struct run expected = fault_run("", arguments);
    for (; !is_over; n += n < 20 ? 1 : step) {
        char fault[40];
        snprintf(fault, sizeof(fault), "memory:%zu", n);
        struct run run = run_with_fault(fault, arguments);
        is_over = !fault_is_there(FIRED);
        /* The libraries that decompress say only that they cannot begin. */
        bool says_why = strstr(run.err, "memory") || strstr(run.err, "cannot set up");
        cr_expect((fault_has_failed(&run) && says_why) || fault_is_same(&run, &expected),
                  "%s: allocation %zu: status %d, %s", arguments, n, run.status, run.err);
        run_free(&run);
    }
    cr_expect_gt(n, 2, "%s: nothing was allocated", arguments);
    expect_no_unfinished_file(arguments);
    run_free(&expected);
}

/*
 * Without memory the library that reads debug information ends, or crashes: then what it read is
 * damaged, and quern goes on.
 */
Test(faults, each_allocation_of_debug_information)
{
    static const char arguments[] = "--inline --top profile";
    bool is_over = false;

    fault_need_library();
    run_need("faults", "gcc");
    run_need("faults", "valgrind");
    free(run_output("sh",
                    (char *[]){"sh", "-c",
                               "gcc -O2 -g -o program " TESTDATA_DIR "/src/inlined.c && valgrind "
                               "--tool=callgrind --callgrind-out-file=profile ./program",
                               NULL},
                    NULL));
    struct run expected = fault_run("", arguments);
    if (strstr(expected.err, "libdw")) {
        run_free(&expected);
        return;
    }
    for (size_t n = 1, step = run_is_thorough() ? 1 : 293; !is_over; n += step) {
        char fault[40];
        snprintf(fault, sizeof fault, "memory:%zu", n);
        struct run run = run_with_fault(fault, arguments);
        is_over = !fault_is_there(FIRED);
        bool says_why =
            strstr(run.err, "quern: out of memory\n") || strstr(run.err, "cannot be loaded\n");
        cr_expect(run.status == 0 || (run.status == 1 && says_why), "allocation %zu: status %d, %s",
                  n, run.status, run.err);
        cr_expect(run.status != 0 || fault_is_same(&run, &expected) || strstr(run.err, "damaged"),
                  "allocation %zu: %s", n, run.err);
        run_free(&run);
    }
    run_free(&expected);
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

    fault_need_library();
    for (size_t i = 0; i < sizeof(profiles) / sizeof(*profiles); i++) {
        char arguments[200];
        if (!run_quern_reads(profiles[i]))
            continue;
        snprintf(arguments, sizeof(arguments), "--auto=no " TESTDATA_DIR "/%s", profiles[i]);
        struct run expected = fault_run("", arguments);
        cr_expect_eq(expected.status, 0);
        for (size_t j = 0; j < sizeof(faults) / sizeof(*faults); j++) {
            struct run run = run_with_fault(faults[j], arguments);
            cr_expect(fault_is_there(FIRED), "%s: no read was short", profiles[i]);
            cr_expect(fault_is_same(&run, &expected), "%s: %s: %s", profiles[i], faults[j],
                      run.err);
            run_free(&run);
        }
        run_free(&expected);
    }
}

/* Whatever is lost of a profile while it is read, a warning says that figures are incomplete. */
Test(faults, profile_shrinks_while_read)
{
    fault_need_library();
    for (size_t n = 1; n <= 20; n += run_stride()) {
        char fault[60];
        snprintf(fault, sizeof(fault), "read:%zu:profile", n);
        for (int jobs = 1; jobs <= 2; jobs++) {
            fault_write_large_profile("profile");
            struct run run = run_with_fault(fault, jobs == 1 ? "--jobs=1 --top profile"
                                                             : "--jobs=2 --top profile");
            cr_expect(run.status == 0 || fault_has_failed(&run), "%s: status %d", fault,
                      run.status);
            cr_expect(fault_is_there(FIRED), "%s did not happen", fault);
            cr_expect_neq(run.err_size, 0, "%s, %d jobs: not a word", fault, jobs);
            run_free(&run);
        }
    }
}

static void check_source_fault(const char *fault)
{
    fault_copy(TESTDATA_DIR "/src/fib.c", "fib.c");
    temporary_write("profile", "events: Ir\nfl=fib.c\nfn=main\n1 10\n20 5\n");
    struct run run = run_with_fault(fault, "--context=1 profile");
    cr_expect_eq(run.status, 0, "%s: status %d: %s", fault, run.status, run.err);
    cr_expect(fault_is_there(FIRED), "%s did not happen", fault);
    cr_expect(strstr(run.out, "PROGRAM TOTALS"), "%s: no report", fault);
    run_free(&run);
}

Test(faults, source_changes_while_read)
{
    fault_need_library();
    check_source_fault("fdopen:1:fib.c");
    for (unsigned n = 1; n <= 3; n++) {
        char fault[40];
        snprintf(fault, sizeof(fault), "open:%u:fib.c", n);
        check_source_fault(fault);
    }
}

/* Whoever sets such a limit is told, as of a full disk. */
Test(faults, file_gets_too_large)
{
    static const struct {
        const char *to, *message;
    } cases[] = {
        {"-o " REPORT, "quern: " REPORT ": cannot be written: File too large\n"},
        {">printed", "quern: cannot write the output: File too large\n"},
    };
    char command[600], *quern = run_quern_path();

    fault_need_library(); /* gcov would have files of its own to write */
    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
        snprintf(command, sizeof command,
                 "ulimit -f 4; exec %s --format=json " TESTDATA_DIR "/cycles %s", quern,
                 cases[i].to);
        struct run run = run_program("sh", (char *[]){"sh", "-c", command, NULL}, NULL);
        cr_expect_eq(run.status, 1, "%s: status %d", cases[i].to, run.status);
        cr_expect_str_eq(run.err, cases[i].message);
        run_free(&run);
    }
    expect_no_unfinished_file(cases[0].to);
    cr_expect_not(fault_is_there(REPORT));
    free(quern);
}

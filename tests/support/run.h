/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_RUN_H
#define QUERN_TESTS_SUPPORT_RUN_H

/*
 * Running a program from a test: its output is kept in memory, how it ended in one number.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Values of run.status that are not an exit status. */
enum {
    RUN_NOT_STARTED = -1, /* no such program, or no means to start it */
    RUN_SIGNAL = 1000,    /* plus the number of the signal that ended it */
};

struct run {
    int status;      /* exit status, or one of the above */
    char *out;       /* all that it wrote to stdout, then '\0' */
    size_t out_size; /* in bytes, without that '\0' */
    char *err;       /* the same for stderr */
    size_t err_size;
};

/*
 * Run `program` (a path, or a name to be found in PATH) with `arguments`, which end in NULL and
 * begin with the name that the program is to go by; its stdin is the file `input`, or empty where
 * that is NULL. The caller gives the result to run_free().
 */
struct run run_program(const char *program, char *const arguments[], const char *input);

void run_free(struct run *run);

/* What a program that must succeed writes to stdout; the caller frees it. */
char *run_output(const char *program, char *const arguments[], const char *input);

/* Skip the test, and say so, where a program cannot be run: `program --version` fails. */
void run_need(const char *test, char *program);

/*
 * Skip the test, for want of what it names; with QUERN_TESTS_LEAVE_OUT_NONE in the environment it
 * fails, so that CI cannot pass without it.
 */
void run_skip(const char *lacking);

/*
 * With QUERN_TESTS_THOROUGH in the environment, as in `make check-all`, tests of very many cases
 * try them all, and else some of them: who builds quern does not wait that long.
 */
bool run_is_thorough(void);

/*
 * Tests of each profile try one of this number of them: 1 where they are thorough, else 8, or 32
 * under the sanitizers.
 */
size_t run_stride(void);

/*
 * Tests that take long for what the sanitizers do not see, as compilers at work or how much memory
 * is needed, try one of `step` cases with them: gives 1 where tests are thorough or without
 * sanitizers, and else `step`.
 */
size_t run_step_sanitized(size_t step);

/*
 * Skip a test that has thousands of commands for what the sanitizers do not see, as figures are: in
 * builds with sanitizers, unless tests are thorough.
 */
void run_leave_to_plain_builds(void);

/* Was the binary to test built without this library, or any if NULL, as its --version says? */
bool run_quern_lacks(const char *library);

/*
 * Skip the test where the binary to test was built without the library. That is a choice, which
 * QUERN_TESTS_LEAVE_OUT_NONE leaves alone.
 */
void run_need_library(const char *test, const char *library);

/* Can the binary to test read a file of this name: if it is compressed, with that library? */
bool run_quern_reads(const char *name);

/* Did a sanitizer stop the program, or complain when it ended? */
bool run_has_sanitizer_report(const struct run *run);

/* The absolute path of the binary to test: $QUERN, or else the one built. The caller frees it. */
char *run_quern_path(void);

/* What the binary to test says of a profile, with these options, which end in NULL. */
#define OPTIONS(...) ((const char *const[]){__VA_ARGS__, NULL})
struct run run_quern(const char *const options[], const char *path);

/* All of an open file, from its beginning, then '\0'; the caller frees it. */
char *run_read_file(FILE *file, size_t *size);

#endif

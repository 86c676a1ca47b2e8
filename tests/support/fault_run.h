/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_FAULT_RUN_H
#define QUERN_TESTS_SUPPORT_FAULT_RUN_H

/*
 * For tests of what quern does when the system fails it: runs with a fault, and what is to be said
 * of them.
 */

#include <stdbool.h>

#include "support/run.h"

/* Enters a temporary directory where the sources of testdata are found. */
void fault_enter(void);

/* Skips the test in builds where neither tests/support/faults.c nor strace works. */
void fault_need_library(void);

/*
 * Runs quern after the words that bring the fault. Single blanks separate words. The caller gives
 * the result to run_free().
 */
struct run fault_run(const char *prefix, const char *arguments);

bool fault_is_there(const char *path);

/* All of a file that must be there; the caller frees it. */
char *fault_read_path(const char *path);

void fault_copy(const char *from, const char *to);

/* A profile larger than what is read at once, and than what one thread reads. */
void fault_write_large_profile(const char *path);

/* Both ended alike and wrote the same. */
bool fault_is_same(const struct run *a, const struct run *b);

/* Whether it ended with status 1 and one message. */
bool fault_has_failed(const struct run *run);

#endif

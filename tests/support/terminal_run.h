/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_TERMINAL_RUN_H
#define QUERN_TESTS_SUPPORT_TERMINAL_RUN_H

/* Running quern on a terminal of 80 columns and 24 rows; in a folder of support/temporary.h. */

#include <sys/types.h>

#include "support/run.h"

/*
 * What the terminal shows of quern under a name, with the words of a line, and in `err` its
 * messages, which go to the file "errors". The caller gives it to run_free().
 */
struct run terminal_run(const char *name, const char *line);

/*
 * Opens both ends of a terminal that changes nothing of what is written to it. The test is skipped
 * where the system has no pseudo-terminals, as in a chroot without /dev/pts.
 */
int terminal_open(int *slave);

#endif

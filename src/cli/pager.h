/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_PAGER_H
#define QUERN_CLI_PAGER_H

/*
 * A program that shows on the terminal what is longer than that, as git has it. Until there is more
 * than the screen has nothing is started; then the program gets all of it while it is written.
 * While it runs, SIGINT and SIGQUIT are left to it. SIGHUP and SIGTERM are passed to the pager;
 * quern ends after it, and so waits for one that ignores them, as git does.
 */

#include <stdbool.h>
#include <stdio.h>

struct pager;

/*
 * The command line that the user wants: QUERN_PAGER, PAGER or less. NULL where it is empty or
 * "cat", and so none is wanted.
 */
const char *pager_command(void);

/*
 * Gives a stream for what is to be shown on standard output, which is a terminal. To be closed
 * before pager_close(), and a closed pipe once the pager has ended. NULL, where the system has no
 * means for it. The command must outlive it.
 */
struct pager *pager_open(const char *command, FILE **stream);

/*
 * Waits until all is shown, and the pager has ended; frees it. A message is printed where it could
 * not be started: then all was written without it. 0, or why standard output failed, as errno has
 * it.
 */
int pager_close(struct pager *pager);

#endif

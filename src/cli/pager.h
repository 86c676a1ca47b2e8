/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_PAGER_H
#define QUERN_CLI_PAGER_H

/*
 * Shows what is longer than the terminal through a program, as git does. The program is started as
 * soon as there is more than the screen holds, and gets all of it while the rest is still written.
 * While it runs, SIGINT and SIGQUIT are left to it. SIGHUP and SIGTERM are passed to the pager, or
 * to the shell where it is more than one plain command; quern ends after it, and so waits for one
 * that ignores them, as git does.
 */

#include <stdio.h>

struct pager;

/*
 * The command line that the user wants: QUERN_PAGER, else PAGER, else less. NULL if that is empty
 * or "cat": then the user wants no pager.
 */
const char *pager_command(void);

/*
 * Opens a stream for what standard output, a terminal, is to show. The caller closes the stream
 * before pager_close(); once the pager has ended, writing to it fails with EPIPE. NULL if the
 * system has no pipe or thread left. The command must outlive the pager.
 */
struct pager *pager_open(const char *command, FILE **stream);

/*
 * Waits until everything is shown and the pager has ended; frees it. If the pager could not be run,
 * everything was written without it, and a message says so. A pager that ends with 126 or 127 and
 * has read nothing counts as one that could not. 0, or the errno of why standard output failed.
 */
int pager_close(struct pager *pager);

#endif

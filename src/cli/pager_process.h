/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_PAGER_PROCESS_H
#define QUERN_CLI_PAGER_PROCESS_H

/*
 * The process of a pager, and the signals while it runs: pager.h says what becomes of each. Only
 * one runs at a time.
 */

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

enum { PAGER_SIGNALS = 4 }; /* whose actions change while it runs */

struct pager_process {
    char *script; /* for a shell; this and the environment belong to the pager */
    char **environment;
    sigset_t mask; /* of blocked signals, for the pager */
    pid_t id;
    struct sigaction before[PAGER_SIGNALS];
};

/*
 * Starts a shell with the script, which reads from the descriptor `input`. The calling thread has
 * blocked all signals. False, with all as before, if there can be no process; it does not return if
 * a signal is ending quern.
 */
bool pager_process_start(struct pager_process *process, int input);

/* Waits until the process has ended, and reaps it; does not return if a signal is ending quern. */
void pager_process_end(struct pager_process *process);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_PROCESS_H
#define QUERN_BASE_PROCESS_H

/* Another program, started without a shell, that answers what is written to it. */

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* {0} is none. */
struct process {
    pid_t id;
    FILE *to;   /* its standard input */
    FILE *from; /* its standard output */
};

/*
 * Starts the program, which is looked for in PATH, with these arguments, of which the first is its
 * name and the last NULL. What it has to say on standard error is dropped. False, with errno set,
 * when it cannot be started; else process_end() is to be called.
 */
bool process_start(struct process *process, const char *const *arguments);

/* Closes both ends and waits for it. Whether it ended with status 0. */
bool process_end(struct process *process);

#endif

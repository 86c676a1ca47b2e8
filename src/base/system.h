/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_SYSTEM_H
#define QUERN_BASE_SYSTEM_H

/* What the system has: other programs, the directory that this one runs in, and files. */

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/text.h"

/* A process is another program, started without a shell, that answers what is written to it. */

/* {0} is none. */
struct process {
    pid_t id;
    FILE *to;   /* its standard input */
    FILE *from; /* its standard output */
};

/*
 * Starts the program, which is looked for in PATH, with these arguments, of which the first is its
 * name and the last NULL, and with the settings, which are those of environment_with(). What it has
 * to say on standard error is dropped. False, with errno set, when it cannot be started; otherwise
 * call process_end().
 */
bool process_start(struct process *process, const char *const *arguments,
                   const char *const *settings);

/* Closes both ends and waits for the process. True if it ended with status 0. */
bool process_end(struct process *process);

/*
 * Copies the environment with these settings, "NAME=value" up to NULL, in place of those that it
 * has of the same names. The caller frees the list, and keeps the settings as long.
 */
char **environment_with(const char *const *settings);

/* Names in profiles begin with the current directory, or are relative to it. */

struct arena;

/*
 * Returns the absolute path of the current directory with a '/' added. It is empty where there is
 * none, as after its removal. The arena owns the text.
 */
struct text current_directory(struct arena *arena);

struct stat;

/*
 * Opens a file for reading if it is a regular one, and fills its status. Returns the descriptor, or
 * -1. Opening a device or a FIFO may already do harm: nothing else is ever opened.
 */
int open_regular(const char *path, struct stat *status);

#endif

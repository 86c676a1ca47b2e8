/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_OUTPUT_H
#define QUERN_CLI_OUTPUT_H

/*
 * Where the report goes: standard output, through a pager maybe, or a file that changes only when
 * all is well. That file is written under a name of its own and renamed at the end; SIGHUP, SIGINT
 * and SIGTERM remove it and end the program as they always do. Only one output is open at a time.
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

struct pager;

struct output {
    FILE *stream;
    const char *path;    /* NULL for standard output */
    char *aside;         /* a regular file is written here first; NULL if it is written directly */
    char *target;        /* and then replaces this file; NULL if there was none */
    struct pager *pager; /* NULL for none */
};

/*
 * A path of NULL is standard output. Only there the command line `pager_command`, unless it is
 * NULL, shows what is longer than the terminal. /dev/stdout, /dev/fd/N and the like are the
 * descriptor that this process has, which is written to from its offset on, or appended to. What
 * exists and is not a regular file is written to directly. The path must outlive the output. False
 * when the file cannot be made; otherwise call output_close().
 */
bool output_open(struct output *output, const char *path, const char *pager_command,
                 struct error *error);

/*
 * Flushes and closes, and waits for the pager; where is_done it puts the file in its place, else
 * the old one stays. False when something could not be written. A reader that has seen enough, as
 * in "quern | head", is not an error.
 */
bool output_close(struct output *output, bool is_done, struct error *error);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_OUTPUT_H
#define QUERN_CLI_OUTPUT_H

/*
 * The destination of the report: standard output, perhaps through a pager, or a file that changes
 * only when all is well. That file is written under a temporary name and renamed at the end. It is
 * removed if memory runs out, and by SIGHUP, SIGINT, SIGQUIT, SIGTERM and SIGXCPU, which end the
 * program as they always do. Only one output is open at a time.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

struct pager;

struct output {
    FILE *stream;
    const char *path;    /* NULL for standard output */
    char *aside;         /* a regular file is written here first; NULL if it is written directly */
    char *target;        /* the existing file that it then replaces; NULL if there was none */
    struct pager *pager; /* NULL for none */
};

/*
 * Opens an output. A path of NULL is standard output. Only there the command line `pager_command`,
 * unless it is NULL, shows what is printed. What is below /dev or not a
 * regular file is appended to as it is. The path must outlive the output. Returns false when the
 * file cannot be created; otherwise call output_close().
 */
bool output_open(struct output *output, const char *path, const char *pager_command,
                 struct error *error);

/*
 * Flushes and closes, and waits for the pager; if is_done, puts the file in its place, else the old
 * one stays. Returns false when something could not be written. A reader that has seen enough, as
 * in "quern | head", is not an error.
 */
bool output_close(struct output *output, bool is_done, struct error *error);

/* terminal.c finds out what a stream is connected to, and what that can show. */

/* The smallest and the largest width. The smallest just has room for a figure and a name. */
enum { LEAST_WIDTH = 20, LARGEST_WIDTH = 100000 };

/*
 * Returns the columns of the terminal that the stream writes to, from COLUMNS or the terminal
 * itself; 80 where neither knows; 0 where it is not a terminal.
 */
size_t terminal_width(FILE *stream);

/* The rows of a terminal that does not say how many it has. */
enum { USUAL_ROWS = 24 };

/* Returns the rows of that terminal, from LINES or the terminal itself; 24 where neither knows. */
size_t terminal_rows(FILE *stream);

/* Returns whether TERM is not set, or names a terminal that can do nothing but print. */
bool terminal_is_dumb(void);

/* Returns whether the stream writes to a terminal that shows colours, and NO_COLOR is empty. */
bool terminal_has_color(FILE *stream);

/*
 * Returns the name of this machine for links to its files, which the arena owns; empty where it has
 * none that fits into one.
 */
const char *host_name(struct arena *arena);

/* Returns whether the user's locale names UTF-8, be it installed or not, as in a container. */
bool terminal_has_utf8(void);

/*
 * pager.c shows what is printed on a terminal through a program, as git does: less itself knows
 * whether the screen has room for it. While the program runs, SIGINT and SIGQUIT are left to it.
 */

/*
 * Returns the command line that the user wants: QUERN_PAGER, else PAGER, else less. Returns NULL if
 * that is empty or "cat": then the user wants no pager.
 */
const char *pager_command(void);

/*
 * Starts the pager and opens a stream to it. The caller closes the stream before pager_close();
 * once the pager has ended, writing to it fails with EPIPE. Returns NULL where the pager
 * cannot be run, and says so on standard error if the user named it.
 */
struct pager *pager_open(const char *command, FILE **stream);

/* Waits until the pager has ended, and frees it. */
void pager_close(struct pager *pager);

#endif

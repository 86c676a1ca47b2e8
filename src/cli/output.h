/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_CLI_OUTPUT_H
#define QUERN_CLI_OUTPUT_H

/*
 * The destination of the report: standard output, perhaps through a pager, or a file that changes
 * only on success. That file is written under a temporary name and renamed at the end. It is
 * removed if memory runs out, and by SIGHUP, SIGINT, SIGQUIT, SIGTERM and SIGXCPU, which end the
 * program as they always do. Only one output is open at a time.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "base/verdict.h"

struct pager;

struct output {
    FILE *stream;
    const char *path;    /* NULL for standard output */
    char *temporary;     /* path of the temporary file; NULL if written directly */
    char *target;        /* the existing file that it will replace; NULL for none */
    struct pager *pager; /* NULL for none */
};

/*
 * Opens an output. A path of NULL is standard output, which goes through `pager_command` unless
 * that is NULL. A file below /dev, or one that is not regular, is appended to directly. The path
 * must outlive the output. Returns false if the file cannot be created; otherwise call
 * output_close().
 */
bool output_open(struct output *output, const char *path, const char *pager_command,
                 struct error *error);

/*
 * Flushes and closes the output, and waits for the pager. If is_done, moves the file into place;
 * otherwise the old one stays. Returns false if something could not be written. A reader that stops
 * early, as in "quern | head", is not an error.
 */
bool output_close(struct output *output, bool is_done, struct error *error);

/* terminal.c detects terminals and their capabilities. */

/* The smallest and the largest width. The smallest has just enough room for a figure and a name. */
enum { LEAST_WIDTH = 20, LARGEST_WIDTH = 100000 };

/*
 * Returns the width of the terminal that the stream writes to, from COLUMNS or the terminal itself;
 * 80 if unknown; 0 if it is not a terminal.
 */
size_t terminal_width(FILE *stream);

/* Assume this many rows if unknown. */
enum { USUAL_ROWS = 24 };

/* Returns the height of the terminal, from LINES or the terminal itself; 24 if unknown. */
size_t terminal_rows(FILE *stream);

/* Returns whether TERM is unset or names a terminal that can only print. */
bool terminal_is_dumb(void);

/* Returns whether the stream writes to a colour terminal, and NO_COLOR is empty. */
bool terminal_has_color(FILE *stream);

/*
 * Returns the name of this machine for links to files, or an empty text if it is unsuitable. The
 * arena owns it.
 */
const char *host_name(struct arena *arena);

/* Returns whether the user's locale names UTF-8, even if it is not installed, as in a container. */
bool terminal_has_utf8(void);

/*
 * pager.c pipes output to a terminal through a pager, as git does; less itself exits if the output
 * fits the screen. While the pager runs, SIGINT and SIGQUIT are left to it.
 */

/*
 * Returns the user's pager: QUERN_PAGER, else PAGER, else less. Returns NULL if that is empty or
 * "cat".
 */
const char *pager_command(void);

/*
 * Starts the pager and opens a stream to it. The caller closes the stream before pager_close();
 * after the pager has ended, writing fails with EPIPE. Returns NULL if the pager cannot be run,
 * with a message on standard error if the user chose it.
 */
struct pager *pager_open(const char *command, FILE **stream);

/* Waits until the pager has ended, and frees it. */
void pager_close(struct pager *pager);

/* messages.c */

/* Prints one message. The path may be NULL, and the line 0. */
void message_print(FILE *out, const char *path, uint64_t line, const char *text);

/* Prints each message that was kept, and the number of others of that kind, such as "warnings". */
void messages_print(const struct warnings *messages, const char *kind, FILE *out);

/* Prints each verdict: the limit as typed, the figure and the bound. */
void verdicts_print(struct verdict_list verdicts, FILE *out);

#endif

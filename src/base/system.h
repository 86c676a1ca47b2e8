/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_SYSTEM_H
#define QUERN_BASE_SYSTEM_H

/* What the system has: other programs, the directory that this one runs in, and files. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/text.h"

/*
 * A process is another program, started without a shell, or a function of this one that reads what
 * is not trusted to let it live or end. What it writes to its standard output is read here, and
 * what it has to say on standard error is dropped.
 */

enum { PROCESS_BUFFER_SIZE = 64 * 1024 };

/* What a process may use. Of 0 there is as much as there is. */
struct process_limits {
    unsigned processor_seconds;
    unsigned silent_seconds; /* between two pieces of output */
    int64_t deadline;        /* for the last of these: see milliseconds_now() */
    uint64_t memory;         /* bytes of addresses, where these have more than 32 bits */
    uint64_t output;         /* bytes that it may print, about */
};

/* {0} is none. */
struct process {
    pid_t id;
    int to, from; /* its standard input and output */
    struct process_limits limits;
    bool is_at_end;    /* it has closed its output */
    bool is_endless;   /* it printed too much, or took too long */
    uint64_t n_read;   /* bytes */
    size_t begin, end; /* what is left in the buffer */
    char buffer[PROCESS_BUFFER_SIZE];
};

/* What a program that cannot be run ends with, as in a shell. */
enum { PROCESS_NOT_FOUND = 127 };

int64_t milliseconds_now(void);

/*
 * Starts the program, which is looked for in PATH, with these arguments, of which the first is its
 * name and the last NULL, and with these settings in its environment, "NAME=value" up to NULL.
 * False when it cannot be started; otherwise call process_end().
 */
bool process_start(struct process *process, const char *const *arguments,
                   const char *const *settings, const struct process_limits *limits);

/*
 * Calls the function in a copy of this process, which ends when it returns. No other thread may be
 * there. False as above.
 */
bool process_call(struct process *process, void (*function)(void *context), void *context,
                  const struct process_limits *limits);

/*
 * Reads what it prints up to a character, or up to its end; what is longer than the buffer loses
 * its beginning. The text is there until more is read. False at the end, or beyond the limits.
 */
bool process_next(struct process *process, char after, struct text *piece);

/* Reads the given number of bytes. Returns false where there are fewer. */
bool process_read(struct process *process, void *bytes, size_t size);

/*
 * Ends the process, which is killed unless it has closed its output. Returns its exit status, or -1
 * if it did not end by itself.
 */
int process_end(struct process *process);

/* Names in profiles begin with the current directory, or are relative to it. */

struct arena;

/*
 * Returns the absolute path of the current directory with a '/' added. It is empty where there is
 * none, as after its removal. The arena owns the text.
 */
struct text current_directory(struct arena *arena);

/* Returns a path without the current directory, as names are where they are below it. */
struct text path_from_here(struct text path, struct arena *arena);

struct stat;

/*
 * Opens a file for reading if it is a regular one, and fills its status. Returns the descriptor, or
 * -1. Opening a device or a FIFO may already do harm: nothing else is ever opened.
 */
int open_regular(const char *path, struct stat *status);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_SYSTEM_H
#define QUERN_BASE_SYSTEM_H

/* Services of the system: other programs, the current directory, and files. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/text.h"

/*
 * A process is another program, started without a shell, or a function of this one that reads input
 * that could make it crash or hang. Its standard output is read here; its standard error is
 * discarded.
 */

enum { PROCESS_BUFFER_SIZE = 64 * 1024 };

/* Limits of a process. 0 means no limit. */
struct process_limits {
    unsigned processor_seconds;
    unsigned silent_seconds; /* between two pieces of output */
    int64_t deadline;        /* for the last output: see milliseconds_now() */
    uint64_t memory;         /* bytes of address space, if addresses have more than 32 bits */
    uint64_t output;         /* approximate number of bytes it may print */
};

/* {0} is no process. */
struct process {
    pid_t id;
    int to, from; /* its standard input and output */
    struct process_limits limits;
    bool is_at_end;    /* it has closed its output */
    bool is_endless;   /* it printed too much, or took too long */
    uint64_t n_read;   /* bytes */
    size_t begin, end; /* unread part of the buffer */
    char buffer[PROCESS_BUFFER_SIZE];
};

/* The exit status of a program that cannot be run, as in a shell. */
enum { PROCESS_NOT_FOUND = 127 };

int64_t milliseconds_now(void);

/*
 * Starts a program, searched for in PATH, with these arguments (the first is its name, the last
 * NULL) and these additional environment settings ("NAME=value", up to NULL). False if it cannot be
 * started; otherwise call process_end().
 */
bool process_start(struct process *process, const char *const *arguments,
                   const char *const *settings, const struct process_limits *limits);

/*
 * Calls the function in a fork of this process, which ends when it returns. There must be no other
 * threads. False if it cannot be started; otherwise call process_end().
 */
bool process_call(struct process *process, void (*function)(void *context), void *context,
                  const struct process_limits *limits);

/*
 * Reads output up to a character, or to the end; text longer than the buffer loses its beginning.
 * The text is valid until the next read. False at the end, or beyond the limits.
 */
bool process_next(struct process *process, char after, struct text *piece);

/* Reads the given number of bytes. Returns false if there are fewer. */
bool process_read(struct process *process, void *bytes, size_t size);

/*
 * Ends the process, which is killed unless it has closed its output. Returns its exit status, or -1
 * if it did not end by itself.
 */
int process_end(struct process *process);

/* Names in profiles begin with the current directory, or are relative to it. */

struct arena;

/*
 * Returns the absolute path of the current directory followed by '/', or an empty text if it was
 * removed. The arena owns the text.
 */
struct text current_directory(struct arena *arena);

/* Returns a path relative to the current directory if it is below it. */
struct text path_from_here(struct text path, struct arena *arena);

struct stat;

/*
 * Opens a file for reading if it is a regular one, and fills its status. Returns the descriptor, or
 * -1. Nothing else is opened, since merely opening a device or a FIFO may do harm.
 */
int open_regular(const char *path, struct stat *status);

#endif

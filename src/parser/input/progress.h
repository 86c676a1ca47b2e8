/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_INPUT_PROGRESS_H
#define QUERN_PARSER_INPUT_PROGRESS_H

/* How far the reading of large profiles has come: a line on a terminal, gone when it is done. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

struct progress {
    FILE *out;     /* not owned */
    int64_t delay; /* in milliseconds: nothing is shown before */
    int64_t total; /* bytes to be read; 0 where that is not known */
    struct timespec begin;
    atomic_int_fast64_t n_read; /* bytes, by all threads */
    pthread_mutex_t lock;       /* of the members below */
    int64_t shown;              /* when a line was shown last, in milliseconds from `begin` */
    bool has_line;
};

/* Nothing is shown within `delay` milliseconds from now. End with progress_end(). */
void progress_begin(struct progress *progress, FILE *out, int64_t delay);

/* Notes that n_bytes more were read. Any thread may call it, also with NULL. */
void progress_add(struct progress *progress, int64_t n_bytes);

/* Takes the line away. */
void progress_end(struct progress *progress);

#endif

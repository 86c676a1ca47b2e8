/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/input/input.h"

#include <inttypes.h>

/* Clears the line from here on: the one before may have been longer. */
#define TO_END "\x1b[K"

enum { MILLISECONDS = 1000, BETWEEN = 200 };

static int64_t passed(const struct progress *progress)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)(now.tv_sec - progress->begin.tv_sec) * MILLISECONDS +
           (now.tv_nsec - progress->begin.tv_nsec) / 1000000;
}

void progress_begin(struct progress *progress, FILE *out, int64_t delay)
{
    *progress = (struct progress){.out = out, .delay = delay, .shown = delay - BETWEEN};
    atomic_init(&progress->n_read, 0);
    pthread_mutex_init(&progress->lock, NULL);
    clock_gettime(CLOCK_MONOTONIC, &progress->begin);
}

/* "reading:  43 %, 310 MB/s"; where the size is not known "reading: 120 MB, 310 MB/s". */
static void show(struct progress *progress, int64_t now)
{
    const int64_t megabyte = 1000000;
    int64_t n_read = atomic_load(&progress->n_read);
    int64_t speed = n_read / (now > 0 ? now : 1) * MILLISECONDS / megabyte;

    if (progress->total > 0)
        fprintf(progress->out, "\rreading: %3" PRIi64 " %%, %" PRIi64 " MB/s" TO_END,
                n_read >= progress->total ? 100 : n_read * 100 / progress->total, speed);
    else
        fprintf(progress->out, "\rreading: %" PRIi64 " MB, %" PRIi64 " MB/s" TO_END,
                n_read / megabyte, speed);
    fflush(progress->out);
    progress->has_line = true;
}

void progress_add(struct progress *progress, int64_t n_bytes)
{
    if (progress == NULL)
        return;
    atomic_fetch_add(&progress->n_read, n_bytes);
    /* If another thread is showing progress, there is nothing newer to show. */
    if (pthread_mutex_trylock(&progress->lock) != 0)
        return;
    int64_t now = passed(progress);
    if (now - progress->shown >= BETWEEN) {
        show(progress, now);
        progress->shown = now;
    }
    pthread_mutex_unlock(&progress->lock);
}

void progress_end(struct progress *progress)
{
    if (progress->has_line) {
        fputs("\r" TO_END, progress->out);
        fflush(progress->out);
    }
    pthread_mutex_destroy(&progress->lock);
}

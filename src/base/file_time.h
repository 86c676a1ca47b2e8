/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_FILE_TIME_H
#define QUERN_BASE_FILE_TIME_H

/* When files were changed. */

#include <stdbool.h>
#include <time.h>

static inline bool is_later(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

#endif

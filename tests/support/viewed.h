/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_VIEWED_H
#define QUERN_TESTS_SUPPORT_VIEWED_H

/* What views are opened with, made of small profiles that a test has as text. */

#include <stdbool.h>

#include "base/error.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "support/figured.h"

/* A profile, or two in a difference, and all that a view of them is opened with. */
struct viewed {
    struct compared compared; /* without an old profile `current` alone is read */
    struct warnings warnings;
    struct view_input input;
    bool is_difference;
};

/*
 * Reads the texts, which must succeed; `old` is NULL where it is not a difference. viewed_free()
 * gives it back; the options must outlive it.
 */
void viewed_read(struct viewed *viewed, const struct view_options *options, const char *current,
                 const char *old);
void viewed_free(struct viewed *viewed);

#endif

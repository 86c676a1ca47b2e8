/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PROFILE_DOUBTS_H
#define QUERN_PROFILE_DOUBTS_H

/*
 * How a profile that we write says that the figures of a function may not be exact. The format has
 * no line for it, so there are descriptions, which other readers show or ignore:
 *
 *     desc: Uncertain object: /usr/lib/libphp.so       left out where no object is known
 *     desc: Uncertain file: lib/user.php
 *     desc: Uncertain callee: init                     or "Uncertain levels", which ends it
 */

#include "base/text.h"
#include "profile/profile.h"

enum { N_DOUBTS = DOUBT_CALLEE + 1 };

/* What stands between "desc: " and ": ". */
struct doubt_keys {
    struct text object, file;
    struct text functions[N_DOUBTS]; /* by doubt */
};

extern const struct doubt_keys doubt_keys;

#endif

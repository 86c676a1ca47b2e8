/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_JUMP_COURSE_H
#define QUERN_BASE_JUMP_COURSE_H

/* Which way a jump goes, by address: the last one of a loop goes back. */
enum jump_course {
    JUMP_ANY_WAY, /* it is not known */
    JUMP_BACK,    /* or to itself */
    JUMP_AHEAD,
};

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_KINDS_H
#define QUERN_BASE_KINDS_H

/* Kinds that are decided in one place and shown in others. */

/* What became of something from an old to a new profile. */
enum change {
    CHANGE_NONE,    /* it is on both sides, as it was */
    CHANGE_NEW,     /* on the new side alone */
    CHANGE_GONE,    /* on the old side alone */
    CHANGE_MOVED,   /* a function in a file of another name */
    CHANGE_RENAMED, /* a function of another name */
};

/* Which way a jump goes, by address: the last one of a loop goes back. */
enum jump_course {
    JUMP_ANY_WAY, /* it is not known */
    JUMP_BACK,    /* or to itself */
    JUMP_AHEAD,
};

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_CHANGE_H
#define QUERN_BASE_CHANGE_H

/* What became of something from an old to a new profile: decided in one place, shown in others. */
enum change {
    CHANGE_NONE,    /* it is on both sides, as it was */
    CHANGE_NEW,     /* on the new side alone */
    CHANGE_GONE,    /* on the old side alone */
    CHANGE_MOVED,   /* a function in a file of another name */
    CHANGE_RENAMED, /* a function of another name */
};

#endif

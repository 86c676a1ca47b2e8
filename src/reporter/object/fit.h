/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_FIT_H
#define QUERN_REPORTER_OBJECT_FIT_H

/*
 * Whether an object is the build that ran, told by its instructions at the addresses that were
 * executed.
 */

#include <stdbool.h>
#include <stdint.h>

#include "reporter/object/decoder.h"
#include "reporter/object/disassembly.h"

enum fit {
    FIT,
    MISFIT_NO_CODE,
    MISFIT_NOT_FOLLOWED, /* what always goes on with the next instruction did not */
    MISFIT_INSIDE,       /* the next one executed begins within this one */
    MISFIT_NO_JUMP,      /* a jump to elsewhere is recorded of what is no such jump */
    MISFIT_TARGET,       /* a jump is recorded to another place than it leads to */
};

/* An instruction that was executed, and the address of the next one that was. */
struct fit_case {
    const struct executed *executed;
    const struct decoded *decoded;
    uint64_t next;  /* UINT64_MAX: none */
    bool is_last;   /* of its function */
    bool is_locked; /* it begins with "lock", which glibc jumps over where there is one thread */
};

enum fit fit_of(const struct fit_case *fit);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_PLACES_H
#define QUERN_REPORTER_OBJECT_PLACES_H

/* What executed instructions say about each other, before any is decoded. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "reporter/object/disassembly.h"

/* Of one executed instruction. */
struct place {
    uint64_t next;      /* the next address that was executed; UINT64_MAX: none */
    uint64_t end;       /* how far code hangs together that may be decoded from here on */
    size_t cluster;     /* number of the first one of its function that is near, by small steps */
    bool is_last;       /* of its function */
    bool is_before_gap; /* a function goes on after what is up to the next one */
    bool is_stray;      /* few, and far from the others of the function: it may not belong there */
    bool is_thumb;      /* where it is of ARM: its function is in the other instruction set */
};

/* The place of each one; the caller frees them. */
struct place *places_of(const struct executed *executed, size_t count);

#endif

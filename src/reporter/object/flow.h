/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_FLOW_H
#define QUERN_REPORTER_OBJECT_FLOW_H

/*
 * Where a program goes on after an instruction, told by its text: disassemblers have that in
 * common.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "reporter/object/object_file.h"

/* {0} is an instruction of which nothing is known. */
struct flow {
    bool is_jump; /* but to a subroutine, or back from one; some may not be known as one */
    bool is_call;
    bool is_plain;      /* always goes on with the next: surely no jump, call, return or trap */
    bool falls_through; /* may go on with the next */
    bool has_target;    /* of a jump or call: it is in the instruction itself */
    uint64_t target;
};

/* Prefixes are a part of the mnemonic: "rep stos". */
struct flow flow_of(enum object_machine machine, struct text mnemonic, struct text operands);

#endif

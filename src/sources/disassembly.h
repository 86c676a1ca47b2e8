/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_SOURCES_DISASSEMBLY_H
#define QUERN_SOURCES_DISASSEMBLY_H

/*
 * Reads the instructions of an object, as the program objdump prints them. It is run on the ranges
 * that have cost, since an object may be far larger than these, and is not trusted to end.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"

enum disassembly_status {
    DISASSEMBLED,
    DISASSEMBLY_MISFIT,     /* no instruction begins at an address that was executed */
    DISASSEMBLY_NO_PROGRAM, /* there is no such program */
    DISASSEMBLY_FAILED,     /* it cannot read the object, crashed, or took too long */
};

struct instruction {
    uint64_t address;
    struct text text; /* "mov    %eax,%edx": printable ASCII, without tabs */
    uint32_t length;  /* in bytes, at least 1 */
    bool has_target;  /* its text says where it jumps to, or whom it calls */
};

/* Holds instructions. {0} is empty. */
struct disassembly {
    struct arena texts; /* owns the texts of the instructions */
    struct instruction *list;
    size_t count, capacity;
    uint64_t misfit; /* after DISASSEMBLY_MISFIT: the address */
};

/* An executed instruction, in a stretch of code that is known to consist of instructions. */
struct executed_address {
    uint64_t address;
    uint64_t reach; /* the last executed address of the stretch */
};

/*
 * Adds the instructions at the addresses, which ascend, and those between two addresses of a
 * stretch. The program is a name in PATH or a path. Free with disassembly_free(), whatever the
 * outcome.
 */
enum disassembly_status disassemble(struct disassembly *disassembly, const char *program,
                                    const char *object, const struct executed_address *executed,
                                    size_t count);

void disassembly_free(struct disassembly *disassembly);

#endif

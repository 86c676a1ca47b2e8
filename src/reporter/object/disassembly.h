/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_DISASSEMBLY_H
#define QUERN_REPORTER_OBJECT_DISASSEMBLY_H

/*
 * Decodes the instructions of an object that were executed and those between them, and tells
 * whether the object is the build that ran. Decoding begins only at addresses that were executed:
 * bytes do not tell where an instruction begins.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"
#include "reporter/object/disassembler.h"

/* An instruction that was executed, and what is recorded of it. */
struct executed {
    uint64_t address;     /* as linked; 1 may be added to that of a Thumb instruction */
    uint32_t function;    /* any number that stands for its function */
    bool has_jump;        /* it jumped, within the object */
    uint64_t jump_target; /* where one of its jumps went to */
    bool is_conditional;  /* whether that jump is conditional */
    bool has_call;        /* it called something, anywhere */
};

struct instruction {
    uint64_t address;
    uint32_t length;       /* in bytes, at least 1 */
    struct text text;      /* "mov    %eax,%edx": printable ASCII, without tabs */
    bool is_jump, is_call; /* as far as its text tells */
    bool has_target;       /* its text also says where it leads to */
};

/* {0} is empty. */
struct disassembly {
    struct arena texts;       /* owns the texts of the instructions */
    struct instruction *list; /* ascending; empty without has_text, or if it failed */
    size_t count, capacity;
    uint64_t
        misfit; /* after DISASSEMBLY_MISFIT, an executed address that the object does not fit */
};

/*
 * Decodes what was executed, at distinct ascending addresses, and what is between two executed
 * instructions of a function unless that is very much; nothing after the last one. Without has_text
 * everything is checked and nothing listed. Give all that was executed of the object, or of whole
 * functions, for the object to be checked with. Free with disassembly_free(), whatever the outcome.
 */
enum disassembly_status disassemble(struct disassembly *disassembly,
                                    const struct object_file *object,
                                    enum disassembler disassembler, const struct executed *executed,
                                    size_t count, bool has_text);

void disassembly_free(struct disassembly *disassembly);

/* The steps of disassemble(), declared for their tests. */

/* What executed instructions say about each other before any of them is decoded. */
struct surroundings {
    uint64_t next;      /* the next address that was executed, or UINT64_MAX */
    uint64_t end;       /* up to where code is worth decoding in one go */
    size_t cluster;     /* index of the first instruction that small steps connect with this one */
    bool is_last;       /* it is the last one executed of its function */
    bool is_before_gap; /* what is between it and the next is within a function */
    bool is_stray;      /* its cluster is small and far from the rest of its function */
    bool is_thumb;      /* on ARM, its function is in the Thumb instruction set */
};

/* Returns the surroundings of each instruction; the caller frees them. */
struct surroundings *surroundings_of(const struct executed *executed, size_t count);

/* Whether what was recorded of an executed instruction agrees with what the object has there. */
enum fit {
    FIT,
    MISFIT_NO_CODE,
    MISFIT_NOT_FOLLOWED, /* a plain instruction was not followed by the next one */
    MISFIT_INSIDE,       /* the next one executed begins within this one */
    MISFIT_NO_JUMP,      /* a jump elsewhere was recorded where no such jump is */
    MISFIT_TARGET,       /* a jump was recorded to another target than the one it names */
};

/*
 * Of the surroundings only `next` and `is_last` count. The instruction is_locked if it begins with
 * "lock", which the C library jumps over in a process of one thread.
 */
enum fit fit_of(const struct executed *executed, const struct decoded *decoded,
                const struct surroundings *around, bool is_locked);

#endif

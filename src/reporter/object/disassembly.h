/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_DISASSEMBLY_H
#define QUERN_REPORTER_OBJECT_DISASSEMBLY_H

/*
 * The instructions of an object that were executed, those between them, and whether the object is
 * the one that ran. Decoding begins at addresses that were executed, never in between: bytes do not
 * tell where an instruction begins.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"

struct object_file;

enum disassembler {
    DISASSEMBLER_CAPSTONE, /* the library, if quern was built with it */
    DISASSEMBLER_OBJDUMP,  /* the program */
    DISASSEMBLER_NONE,
};

/* An instruction that was executed, and what is recorded of it. */
struct executed {
    uint64_t address;     /* as linked; of Thumb 1 may be added to it */
    uint32_t function;    /* any number; the same number, the same function */
    bool has_jump;        /* from here, and within the object */
    uint64_t jump_target; /* of one of them */
    bool is_conditional;  /* that jump */
    bool has_call;        /* from here, to anywhere */
};

struct instruction {
    uint64_t address;
    uint32_t length;       /* in bytes, at least 1 */
    struct text text;      /* "mov    %eax,%edx": printable ASCII, without tabs */
    bool is_jump, is_call; /* as far as its text tells; */
    bool has_target;       /* which also says where to */
};

/* {0} is empty. */
struct disassembly {
    struct arena texts;       /* of the instructions */
    struct instruction *list; /* ascending; empty without has_text, or if it failed */
    size_t count, capacity;
    uint64_t misfit; /* DISASSEMBLY_MISFIT: an executed address that the object does not fit */
};

enum disassembly_status {
    DISASSEMBLED,
    DISASSEMBLY_UNKNOWN, /* that disassembler is not there, or does not know the machine */
    DISASSEMBLY_MISFIT,  /* the object is another build than the one that ran: see fit.h */
    DISASSEMBLY_FAILED,  /* objdump did not do its work */
};

/*
 * Decodes what was executed, at distinct ascending addresses, and what is between two executed
 * instructions of a function unless that is very much; what is after its last one is not. Without
 * has_text all is checked and nothing listed. The object is to be checked with all that was
 * executed of it, or that of whole functions. disassembly_free() gives back what is in it, whatever
 * the outcome.
 */
enum disassembly_status disassemble(struct disassembly *disassembly,
                                    const struct object_file *object,
                                    enum disassembler disassembler, const struct executed *executed,
                                    size_t count, bool has_text);

void disassembly_free(struct disassembly *disassembly);

#endif

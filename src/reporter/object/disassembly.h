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
#include "reporter/object/object_file.h"

/*
 * Disassemblers are the library capstone (capstone.c) and the program objdump (objdump.c). Each
 * decodes the instructions of an object one by one. Both print them as text, which instruction.c
 * brings into one form and reads where the program goes on.
 */

enum disassembler {
    DISASSEMBLER_CAPSTONE, /* if quern was built with it */
    DISASSEMBLER_OBJDUMP,
    DISASSEMBLER_NONE,
};

enum disassembly_status {
    DISASSEMBLED,
    DISASSEMBLY_UNKNOWN, /* the disassembler is not installed, or does not know the machine */
    DISASSEMBLY_MISFIT,  /* the object is another build than the one that ran */
    DISASSEMBLY_FAILED,  /* objdump could not be run */
};

/* Describes where the program goes on after an instruction. {0} says that nothing is known. */
struct flow {
    bool is_jump; /* jumps, but neither calls nor returns; not every jump is recognized */
    bool is_call;
    bool is_plain;       /* always continues with the next: no jump, call, return or trap */
    bool falls_through;  /* may continue with the next */
    bool is_conditional; /* a jump that is only taken if a condition holds; set on x86 alone */
    bool has_target;     /* of a jump or call: its operand names the target */
    uint64_t target;
};

/* Derives the flow from the text. The mnemonic includes prefixes: "rep stos". */
struct flow flow_of(enum object_machine machine, struct text mnemonic, struct text operands);

/* Says where to look for an instruction, and what is known of it beforehand. */
struct spot_to_decode {
    uint64_t address;
    uint64_t next; /* where the next instruction is known to begin; UINT64_MAX: nowhere */
    uint64_t end;  /* a guess how far decoding will continue: at least one byte after the address */
    bool is_thumb; /* ARM: it is in the Thumb instruction set */
};

struct decoded {
    uint32_t length; /* in bytes, at least 1 */
    bool is_unknown; /* the disassembler does not know these bytes */
    struct flow flow;
    struct text text; /* in the common form, until the next is decoded; a decoder that was opened to
                         check alone leaves it empty */
};

struct decoder {
    void *state;
    /* Returns false where there is no code, or none that the disassembler knows. */
    bool (*decode)(void *state, const struct spot_to_decode *spot, struct decoded *decoded);
    /* Frees the state, and says whether the disassembler was installed and knew the machine. */
    enum disassembly_status (*close)(void *state);
};

/*
 * Each opens a decoder of an object, which must outlive it. Returns false if that disassembler is
 * not installed, or does not know the machine.
 */
bool capstone_open(struct decoder *decoder, const struct object_file *object, bool has_text);
bool objdump_open(struct decoder *decoder, const struct object_file *object);

enum { LONGEST_INSTRUCTION_TEXT = 400 };

/*
 * Writes an instruction in the one form that does not depend on the disassembler, such as
 * "mov    %eax,%edx": the mnemonic is padded to six columns, runs of blanks become one, and bytes
 * that are not printable ASCII become '?'. What is too long is cut off.
 */
struct text instruction_text_set(char room[LONGEST_INSTRUCTION_TEXT], struct text mnemonic,
                                 struct text operands);

/* Holds a line of objdump's output. */
struct objdump_line {
    uint64_t address;
    uint32_t length;                /* in bytes, at least 1 */
    struct text mnemonic, operands; /* point into the line */
};

/*
 * Reads an instruction. Returns false if the line is something else, such as the heading of a
 * function.
 */
bool objdump_line_read(struct text text, struct objdump_line *line);

/* Describes an instruction that was executed, and what is recorded of it. */
struct executed {
    uint64_t address;     /* as linked; 1 may be added to that of a Thumb instruction */
    uint64_t jump_target; /* where one of its jumps went to */
    uint32_t function;    /* any number that identifies its function */
    bool has_jump;        /* it jumped, within the object */
    bool is_conditional;  /* whether that jump is conditional */
    bool has_call;        /* it called something, anywhere */
};

struct instruction {
    uint64_t address;
    struct text text;      /* "mov    %eax,%edx": printable ASCII, without tabs */
    uint32_t length;       /* in bytes, at least 1 */
    bool is_jump, is_call; /* as far as its text tells */
    bool has_target;       /* its text also says where it leads to */
};

/* Holds decoded instructions. {0} is empty. */
struct disassembly {
    struct arena texts;       /* owns the texts of the instructions */
    struct instruction *list; /* ascending; empty if nothing is to be listed, or if it failed */
    size_t count, capacity;
    uint64_t
        misfit; /* after DISASSEMBLY_MISFIT, an executed address that the object does not fit */
};

/*
 * What is listed: nothing, so that what was executed is only checked; or that; or also what is
 * between two executed instructions of a function unless that is very much, but nothing after the
 * last one.
 */
enum listed_code_extent { LIST_NOTHING, LIST_EXECUTED, LIST_FUNCTIONS };

/*
 * Decodes what was executed, at distinct ascending addresses, and what is to be listed. Pass all
 * that was executed of the object, or of whole functions, for the object to be checked against.
 * Free with disassembly_free(), whatever the outcome.
 */
enum disassembly_status disassemble(struct disassembly *disassembly,
                                    const struct object_file *object,
                                    enum disassembler disassembler, const struct executed *executed,
                                    size_t count, enum listed_code_extent extent);

void disassembly_free(struct disassembly *disassembly);

/* The steps of disassemble() are declared here for their tests. */

/* Holds what executed instructions say about each other before any of them is decoded. */
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

/* Tells whether what was recorded of an executed instruction agrees with the object. */
enum fit {
    FIT,
    MISFIT_NO_CODE,
    MISFIT_NOT_FOLLOWED, /* a plain instruction was not followed by the next one */
    MISFIT_INSIDE,       /* the next one executed begins within this one */
    MISFIT_NO_JUMP,      /* a jump elsewhere was recorded, but the instruction is no such jump */
    MISFIT_TARGET,       /* a jump was recorded to another target than the one it names */
};

/*
 * Checks one instruction. Of the surroundings only `next` and `is_last` count. The instruction
 * is_locked if it begins with "lock", which the C library jumps over in a process of one thread.
 */
enum fit fit_of(const struct executed *executed, const struct decoded *decoded,
                const struct surroundings *around, bool is_locked);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_DISASSEMBLER_H
#define QUERN_REPORTER_OBJECT_DISASSEMBLER_H

/*
 * Disassemblers: the library capstone and the program objdump. Each decodes the instructions of an
 * object one by one. Both print them as text, which is brought into one form here and tells where
 * the program goes on.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "reporter/object/object_file.h"

enum disassembler {
    DISASSEMBLER_CAPSTONE, /* if quern was built with it */
    DISASSEMBLER_OBJDUMP,
    DISASSEMBLER_NONE,
};

enum disassembly_status {
    DISASSEMBLED,
    DISASSEMBLY_UNKNOWN, /* the disassembler is not there, or does not know the machine */
    DISASSEMBLY_MISFIT,  /* the object is another build than the one that ran */
    DISASSEMBLY_FAILED,  /* objdump could not be run */
};

/* Where the program goes on after an instruction. {0} says that nothing is known. */
struct flow {
    bool is_jump; /* jumps, but neither calls nor returns; not every jump is recognized */
    bool is_call;
    bool is_plain;      /* always goes on with the next: no jump, call, return or trap */
    bool falls_through; /* may go on with the next */
    bool has_target;    /* of a jump or call: the instruction itself names it */
    uint64_t target;
};

/* Tells the flow by the text. The mnemonic includes prefixes: "rep stos". */
struct flow flow_of(enum object_machine machine, struct text mnemonic, struct text operands);

/* Where to look for an instruction, and what is known of it beforehand. */
struct spot_to_decode {
    uint64_t address;
    uint64_t end;  /* a guess how far decoding will go on: at least one byte after the address */
    bool is_thumb; /* ARM: it is in the Thumb instruction set */
};

struct decoded {
    uint32_t length; /* in bytes, at least 1 */
    bool is_unknown; /* the disassembler does not know these bytes */
    struct flow flow;
    struct text text; /* in its one form, until the next is decoded; empty without has_text */
};

struct decoder {
    void *state;
    /* False where there is no code, or none that the disassembler knows. */
    bool (*decode)(void *state, const struct spot_to_decode *spot, struct decoded *decoded);
    /* Frees the state, and says whether the disassembler was there and knew the machine. */
    enum disassembly_status (*close)(void *state);
};

/*
 * Each opens a decoder of an object, which must outlive it. False if that disassembler is not
 * there, or does not know the machine.
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

/* A line of objdump's output. */
struct objdump_line {
    uint64_t address;
    uint32_t length;                /* in bytes, at least 1 */
    struct text mnemonic, operands; /* point into the line */
};

/* False if the line is not an instruction but, say, the heading of a function. */
bool objdump_line_read(struct text text, struct objdump_line *line);

#endif

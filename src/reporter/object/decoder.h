/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_DECODER_H
#define QUERN_REPORTER_OBJECT_DECODER_H

/* What disassemblers have in common: they decode one instruction of an object after the other. */

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "reporter/object/disassembly.h"
#include "reporter/object/flow.h"

struct object_file;

/* Where an instruction is looked for, and what is known of it before. */
struct spot_to_decode {
    uint64_t address;
    uint64_t end;  /* a guess how far this and later ones go: at least one byte after the address */
    bool is_thumb; /* ARM: which of its two instruction sets */
};

struct decoded {
    uint32_t length; /* in bytes, at least 1 */
    bool is_unknown; /* these are bytes, of which the disassembler knows nothing */
    struct flow flow;
    struct text text; /* in normal form, until the next one is decoded; empty without has_text */
};

struct decoder {
    void *state;
    /* False where there is no code, or none that the disassembler knows. */
    bool (*decode)(void *state, const struct spot_to_decode *spot, struct decoded *decoded);
    /* Whether the disassembler was there, and knew the machine. */
    enum disassembly_status (*close)(void *state);
};

/*
 * Each opens a decoder of an object, which must outlive it. False where that disassembler is not
 * there, or does not know the machine.
 */
bool capstone_open(struct decoder *decoder, const struct object_file *object, bool has_text);
bool objdump_open(struct decoder *decoder, const struct object_file *object);

#endif

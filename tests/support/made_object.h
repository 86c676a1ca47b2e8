/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_MADE_OBJECT_H
#define QUERN_TESTS_SUPPORT_MADE_OBJECT_H

/* ELF files of a few bytes, made for a test: of any class and byte order, whole or damaged. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MADE_OBJECT_ROOM = 16384, MADE_SEGMENTS = 100 };

struct made_segment {
    uint32_t type, flags; /* 1: loaded, 4: notes; 1: executable */
    uint64_t offset, address, size, alignment;
};

/*
 * A file: its header, headers of segments, code at MADE_CODE_OFFSET, notes after it, and sections
 * that objdump wants. Other members than those that are set are as they should be.
 */
struct made_object {
    unsigned bits; /* 32 or 64 */
    bool is_big_endian;
    unsigned machine; /* as the format has it */
    uint64_t address; /* of the code */
    const void *code;
    size_t size;
    const void *notes;
    size_t notes_size;
    uint64_t notes_alignment;
    const struct made_segment *segments; /* instead of those of code and notes */
    size_t n_segments;
    unsigned segment_header_size; /* 0: the right one */
    uint64_t segments_offset;     /* likewise */
};

enum { MADE_CODE_OFFSET = 8192 };

/* The bytes; the room has MADE_OBJECT_ROOM of them. How many there are. */
size_t made_object_bytes(const struct made_object *made, unsigned char *bytes);

/* Writes them to a file. */
void made_object_write(const struct made_object *made, const char *path);

/* Writes one of x86-64, with code that has no zero byte, and a build id of three bytes. */
void made_build_write(const char *path, const char *code, const char *build_id);

#endif

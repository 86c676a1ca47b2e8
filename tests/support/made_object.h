/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_TESTS_SUPPORT_MADE_OBJECT_H
#define QUERN_TESTS_SUPPORT_MADE_OBJECT_H

/* ELF files of a few bytes, made for a test: of any class and byte order. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MADE_OBJECT_ROOM = 16384 };

/*
 * A file: its header, that of a segment, code at MADE_CODE_OFFSET, and sections that objdump wants.
 */
struct made_object {
    unsigned bits; /* 32 or 64 */
    bool is_big_endian;
    unsigned machine; /* as the format has it */
    uint64_t address; /* of the code */
    const void *code;
    size_t size;
};

enum { MADE_CODE_OFFSET = 8192 };

/* Writes it. */
void made_object_write(const struct made_object *made, const char *path);

#endif

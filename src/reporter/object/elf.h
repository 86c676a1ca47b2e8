/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_ELF_H
#define QUERN_REPORTER_OBJECT_ELF_H

/* The header of an ELF file, of 32 and 64 bits and either byte order. */

#include <stddef.h>
#include <stdint.h>

#include "reporter/object/object_file.h"

/* Bytes of a file from an offset on: how many there are, at most `size`. */
size_t elf_read_bytes(int descriptor, uint64_t offset, size_t size, unsigned char *bytes);

/* Fills all of the object that its header tells. It is open, and has that many bytes. */
enum object_status elf_read(struct object_file *object, uint64_t file_size);

#endif

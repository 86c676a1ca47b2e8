/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_SOURCES_OBJECT_FILE_H
#define QUERN_SOURCES_OBJECT_FILE_H

/*
 * Reads programs and libraries as ELF files, of 32 and 64 bits and either byte order: their build
 * ids, and whether they have the same code. They are untrusted, and may change while they are read.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum object_status {
    OBJECT_READ,
    OBJECT_NOT_FOUND, /* it does not exist, is no regular file, or may not be read */
    OBJECT_NOT_ELF,   /* for example a script, or a program of another system */
    OBJECT_DAMAGED,   /* it begins like an ELF file, but its header makes no sense */
};

/* Further segments, and a longer build id, are ignored. */
enum { MOST_CODE_SEGMENTS = 64, LONGEST_BUILD_ID = 64 };

/*
 * Describes code that is loaded unchanged from the file. Neither its addresses nor its offsets
 * overflow.
 */
struct code_segment {
    uint64_t address; /* as linked */
    uint64_t offset;  /* in the file */
    uint64_t size;    /* at least 1, and within the file at the time that it was opened */
};

/* Holds an open file. {0} is a closed one. */
struct object_file {
    bool is_open;
    int descriptor;
    char *path;       /* as given; owned */
    int64_t changed;  /* when it was last changed, in seconds since 1970 */
    uint64_t machine; /* as the format numbers them */
    unsigned bits;    /* the size of its addresses: 32 or 64 */
    bool is_big_endian;
    struct code_segment code[MOST_CODE_SEGMENTS]; /* in the file's order */
    size_t n_code;
    unsigned char build_id[LONGEST_BUILD_ID];
    size_t build_id_length; /* 0 if it has none */
    uint64_t size; /* in bytes; holes are not counted, and compressed sections as unpacked */
    bool has_debug_information;
    bool has_zstd;        /* some of its sections are compressed with zstd */
    char debug_link[256]; /* the name of a file with debug information; empty if it has none */
};

/*
 * Opens a file and reads its header. Only OBJECT_READ leaves it open, but close it with
 * object_close() in any case, since it owns its path. A file that is not linked, or that has only
 * the symbols of another, is read too, but has no code.
 */
enum object_status object_open(struct object_file *object, const char *path);

/* Returns the number that some bytes are in the object's byte order. */
uint64_t object_number(const struct object_file *object, const unsigned char *at, size_t size);

/* Writes the build id in hexadecimal digits, and a zero byte. */
void object_format_build_id(const struct object_file *object,
                            char digits[2 * LONGEST_BUILD_ID + 1]);

/* Tells whether both have code for the same machine, with the same bytes at the same addresses. */
bool object_has_equal_code(const struct object_file *a, const struct object_file *b);

void object_close(struct object_file *object);

#endif

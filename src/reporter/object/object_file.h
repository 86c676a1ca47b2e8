/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_OBJECT_FILE_H
#define QUERN_REPORTER_OBJECT_OBJECT_FILE_H

/*
 * Programs and libraries as files: which machine they are for, and the code in them. They may come
 * from strangers, and change while they are read.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Those that Valgrind runs on. */
enum object_machine {
    MACHINE_UNKNOWN,
    MACHINE_X86,
    MACHINE_X86_64,
    MACHINE_ARM,
    MACHINE_ARM64,
    MACHINE_PPC,
    MACHINE_PPC64,
    MACHINE_MIPS,
    MACHINE_MIPS64,
    MACHINE_S390X,
    MACHINE_RISCV64,
};

enum object_status {
    OBJECT_READ,
    OBJECT_NOT_FOUND, /* not there, no regular file, or it may not be read */
    OBJECT_NOT_ELF,   /* a script, or of another system */
    OBJECT_DAMAGED,   /* it begins like one, but its header makes no sense */
};

/* What a file has beyond is left out: more segments, and a longer build id. */
enum { MOST_CODE_SEGMENTS = 64, LONGEST_BUILD_ID = 64 };

/* Code that is loaded as it is in the file: neither its addresses nor its offsets overflow. */
struct code_segment {
    uint64_t address; /* as linked */
    uint64_t offset;  /* in the file */
    uint64_t size;    /* at least 1, and within the file as it was when it was opened */
};

/* {0} is closed. */
struct object_file {
    bool is_open;
    int descriptor;
    char *path;      /* as given; owned */
    int64_t changed; /* time of its last change, in seconds since 1970 */
    enum object_machine machine;
    unsigned bits; /* 32 or 64: the size of its addresses */
    bool is_big_endian;
    struct code_segment code[MOST_CODE_SEGMENTS]; /* in the file's order */
    size_t n_code;
    unsigned char build_id[LONGEST_BUILD_ID];
    size_t build_id_length; /* 0: it has none */
};

/*
 * Opens a file and reads what is in its header; only OBJECT_READ leaves it open, but object_close()
 * gives back its path in any case. One that is not
 * linked, or that holds the symbols of another alone, is read too, but has no code.
 */
enum object_status object_open(struct object_file *object, const char *path);

/*
 * Reads code from an address on, and gives how many bytes there are: at most `size`, all of one
 * segment, and 0 where no code is.
 */
size_t object_read_code(const struct object_file *object, uint64_t address, size_t size,
                        unsigned char *bytes);

/* Whether both are for one machine and have the same code, not none, at the same addresses. */
bool object_has_equal_code(const struct object_file *a, const struct object_file *b);

void object_close(struct object_file *object);

#endif

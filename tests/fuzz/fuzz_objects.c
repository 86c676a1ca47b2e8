/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Objects from strangers: a whole file, or bytes as the code of some machine. */

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "fuzz.h"
#include "sources/object_file.h"

/* The first byte of an input: a machine, or this. */
enum { KIND_FILE = 0x40 };

enum { CODE_OFFSET = 120, LARGEST_CODE = 20000 };

/* Of ELF: number, class and byte order. */
static const unsigned char machines[][3] = {{62, 2, 1}, {3, 1, 1},  {40, 1, 1}, {183, 2, 1},
                                            {21, 2, 2}, {21, 2, 1}, {20, 1, 2}, {8, 1, 2},
                                            {8, 2, 1},  {22, 2, 2}, {40, 1, 2}, {243, 2, 1}};

static void require(bool is_so)
{
    if (!is_so)
        abort();
}

static void put(unsigned char *at, uint64_t number, size_t size, bool is_big_endian)
{
    for (size_t i = 0; i < size; i++)
        at[is_big_endian ? size - 1 - i : i] = (unsigned char)(number >> 8 * i);
}

/* A file with one segment of code, at the address where it is in the file. */
static void write_code(unsigned machine, const uint8_t *code, size_t size)
{
    static unsigned char file[CODE_OFFSET + LARGEST_CODE];
    const unsigned char *kind = machines[machine % ARRAY_LENGTH(machines)];
    bool is_32 = kind[1] == 1, is_big_endian = kind[2] == 2;
    size_t word = is_32 ? 4 : 8, header = is_32 ? 52 : 64;

    size = size < LARGEST_CODE ? size : LARGEST_CODE;
    memset(file, 0, CODE_OFFSET);
    memcpy(file, "\177ELF", 4);
    file[4] = kind[1];
    file[5] = kind[2];
    put(file + 18, kind[0], 2, is_big_endian);
    put(file + (is_32 ? 28 : 32), header, word, is_big_endian);
    put(file + (is_32 ? 42 : 54), is_32 ? 32 : 56, 2, is_big_endian);
    put(file + (is_32 ? 44 : 56), 1, 2, is_big_endian);
    put(file + header, 1, 4, is_big_endian);
    put(file + header + (is_32 ? 24 : 4), 5, 4, is_big_endian);
    put(file + header + word, CODE_OFFSET, word, is_big_endian);
    put(file + header + 2 * word, CODE_OFFSET, word, is_big_endian);
    put(file + header + 4 * word, size, word, is_big_endian);
    memcpy(file + CODE_OFFSET, code, size);
    fuzz_write(FUZZ_NEW, file, CODE_OFFSET + size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct object_file object, again;
    char build_id[2 * LONGEST_BUILD_ID + 1];

    if (size < 1)
        return 0;
    if (data[0] >= KIND_FILE)
        fuzz_write(FUZZ_NEW, data + 1, size - 1);
    else
        write_code(data[0], data + 1, size - 1);
    if (object_open(&object, fuzz_path(FUZZ_NEW)) != OBJECT_READ) {
        object_close(&object);
        return 0;
    }
    require(object_open(&again, fuzz_path(FUZZ_NEW)) == OBJECT_READ);
    require(object_has_equal_code(&object, &again) == (object.n_code != 0));
    object_format_build_id(&object, build_id);
    object_close(&again);
    object_close(&object);
    return 0;
}

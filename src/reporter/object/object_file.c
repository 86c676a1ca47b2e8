/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/object/object_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "reporter/object/elf.h"

/* No program has as much code as the largest one that is compared: a file with holes may seem to.
 */
enum { BLOCK_SIZE = 64 * 1024, LARGEST_COMPARED = 1 << 30 };

/* Looked at before it is opened, since opening a device or a FIFO may already do harm. */
static int open_regular(const char *path, uint64_t *size, int64_t *changed)
{
    struct stat status;

    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return -1;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0)
        return -1;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size < 0) {
        close(descriptor);
        return -1;
    }
    *size = (uint64_t)status.st_size;
    *changed = (int64_t)status.st_mtime;
    return descriptor;
}

enum object_status object_open(struct object_file *object, const char *path)
{
    uint64_t size;
    int64_t changed;
    int descriptor = open_regular(path, &size, &changed);

    *object = (struct object_file){0};
    if (descriptor < 0)
        return OBJECT_NOT_FOUND;
    size_t length = strlen(path) + 1;
    object->is_open = true;
    object->descriptor = descriptor;
    object->changed = changed;
    object->path = memcpy(memory_alloc(length, 1), path, length);
    enum object_status status = elf_read(object, size);
    if (status != OBJECT_READ)
        close(descriptor);
    object->is_open = status == OBJECT_READ;
    return status;
}

size_t object_read_code(const struct object_file *object, uint64_t address, size_t size,
                        unsigned char *bytes)
{
    for (size_t i = 0; i < object->n_code; i++) {
        const struct code_segment *code = &object->code[i];
        if (address < code->address || address - code->address >= code->size)
            continue;
        uint64_t begin = address - code->address, left = code->size - begin;
        return elf_read_bytes(object->descriptor, code->offset + begin,
                              left < size ? (size_t)left : size, bytes);
    }
    return 0;
}

static bool has_equal_bytes(const struct object_file *a, const struct object_file *b, size_t i,
                            unsigned char *blocks)
{
    const struct code_segment *code_a = &a->code[i], *code_b = &b->code[i];

    for (uint64_t at = 0; at < code_a->size; at += BLOCK_SIZE) {
        uint64_t left = code_a->size - at;
        size_t size = left < BLOCK_SIZE ? (size_t)left : BLOCK_SIZE;
        if (elf_read_bytes(a->descriptor, code_a->offset + at, size, blocks) != size ||
            elf_read_bytes(b->descriptor, code_b->offset + at, size, blocks + BLOCK_SIZE) != size ||
            memcmp(blocks, blocks + BLOCK_SIZE, size) != 0)
            return false;
    }
    return true;
}

bool object_has_equal_code(const struct object_file *a, const struct object_file *b)
{
    if (a->machine != b->machine || a->bits != b->bits || a->is_big_endian != b->is_big_endian ||
        a->n_code != b->n_code || a->n_code == 0)
        return false;
    for (size_t i = 0; i < a->n_code; i++)
        if (a->code[i].address != b->code[i].address || a->code[i].size != b->code[i].size ||
            a->code[i].size > LARGEST_COMPARED)
            return false;
    unsigned char *blocks = memory_alloc(2, BLOCK_SIZE);
    bool is_equal = true;
    for (size_t i = 0; i < a->n_code && is_equal; i++)
        is_equal = has_equal_bytes(a, b, i, blocks);
    free(blocks);
    return is_equal;
}

void object_close(struct object_file *object)
{
    if (object->is_open)
        close(object->descriptor);
    free(object->path);
    *object = (struct object_file){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sources/object_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/system.h"

enum {
    HEADER_SIZE = 64,         /* in files of 64 bits */
    SEGMENT_HEADER_SIZE = 56, /* in files of 64 bits */
    SECTION_HEADER_SIZE = 64, /* likewise */
    MOST_SEGMENTS = 4096,
    MOST_SECTIONS = 4096,
    MOST_UNPACKED = 16, /* of a byte: what becomes more was made to */
    LARGEST_NOTES = 64 * 1024,
    BLOCK_SIZE = 64 * 1024,
    LARGEST_COMPARED = 1 << 30, /* no program has more code, but a file with holes may seem to */
};

/* These are values of the ELF format. */
enum {
    CLASS_32 = 1,
    CLASS_64 = 2,
    LITTLE_ENDIAN_DATA = 1,
    BIG_ENDIAN_DATA = 2,
    SEGMENT_LOADED = 1,
    SEGMENT_NOTES = 4,
    SEGMENT_EXECUTABLE = 1,
    NOTE_BUILD_ID = 3,
    SECTION_WITHOUT_CONTENT = 8,
    SECTION_COMPRESSED = 1 << 11,
    COMPRESSED_WITH_ZSTD = 2,
};

/* Gives offset and size of a member of a header, in files of 32 and of 64 bits. */
struct member {
    unsigned char offset_32, size_32, offset_64, size_64;
};

static const struct member machine_member = {18, 2, 18, 2};
static const struct member segments_offset = {28, 4, 32, 8};
static const struct member segment_header_size = {42, 2, 54, 2};
static const struct member segment_count = {44, 2, 56, 2};

static const struct member segment_type = {0, 4, 0, 4};
static const struct member segment_flags = {24, 4, 4, 4};
static const struct member segment_offset = {4, 4, 8, 8};
static const struct member segment_address = {8, 4, 16, 8};
static const struct member segment_size = {16, 4, 32, 8};
static const struct member segment_alignment = {28, 4, 48, 8};

static const struct member sections_offset = {32, 4, 40, 8};
static const struct member section_header_size = {46, 2, 58, 2};
static const struct member section_count = {48, 2, 60, 2};
static const struct member section_of_names = {50, 2, 62, 2};

static const struct member section_name = {0, 4, 0, 4};
static const struct member section_type = {4, 4, 4, 4};
static const struct member section_flags = {8, 4, 8, 8};
static const struct member section_offset = {16, 4, 24, 8};
static const struct member section_size = {20, 4, 32, 8};

/* At the beginning of a compressed section. */
static const struct member compression_type = {0, 4, 0, 4};
static const struct member unpacked_size = {4, 4, 8, 8};

/* Reads bytes of a file from an offset on, and returns how many there are. */
static size_t read_bytes(int descriptor, uint64_t offset, size_t size, unsigned char *bytes)
{
    size_t done = 0;

    while (done < size && offset <= INT64_MAX - size) {
        ssize_t length = pread(descriptor, bytes + done, size - done, (off_t)(offset + done));
        if (length == 0 || (length < 0 && errno != EINTR))
            break;
        done += length > 0 ? (size_t)length : 0;
    }
    return done;
}

uint64_t object_number(const struct object_file *object, const unsigned char *at, size_t size)
{
    uint64_t number = 0;

    for (size_t i = 0; i < size; i++)
        number = number << 8 | at[object->is_big_endian ? i : size - 1 - i];
    return number;
}

static uint64_t value_of(const struct object_file *object, const unsigned char *header,
                         const struct member *member)
{
    return object->bits == 32 ? object_number(object, header + member->offset_32, member->size_32)
                              : object_number(object, header + member->offset_64, member->size_64);
}

/* Adds a segment of code, as far as it is within the file. */
static void add_code(struct object_file *object, const unsigned char *header, uint64_t file_size)
{
    struct code_segment code = {value_of(object, header, &segment_address),
                                value_of(object, header, &segment_offset),
                                value_of(object, header, &segment_size)};

    if (code.offset >= file_size || object->n_code == MOST_CODE_SEGMENTS)
        return;
    if (code.size > file_size - code.offset)
        code.size = file_size - code.offset;
    if (code.size == 0 || code.size > UINT64_MAX - code.address)
        return;
    object->code[object->n_code++] = code;
}

/*
 * Reads a note and returns its length. It has the lengths of its name and of its content, its type,
 * and then name and content, each padded.
 */
static size_t read_note(struct object_file *object, const unsigned char *notes, size_t left,
                        size_t alignment)
{
    static const char owner[] = "GNU";

    if (left < 12)
        return left;
    uint64_t name_size = object_number(object, notes, 4),
             size = object_number(object, notes + 4, 4);
    uint64_t content = (12 + name_size + alignment - 1) / alignment * alignment;
    uint64_t end = (content + size + alignment - 1) / alignment * alignment;
    if (content + size > left)
        return left;
    if (object_number(object, notes + 8, 4) == NOTE_BUILD_ID && name_size == sizeof owner &&
        memcmp(notes + 12, owner, sizeof owner) == 0 && size <= LONGEST_BUILD_ID) {
        object->build_id_length = (size_t)size;
        memcpy(object->build_id, notes + content, (size_t)size);
    }
    return end < left ? (size_t)end : left;
}

static void read_notes(struct object_file *object, const unsigned char *header)
{
    uint64_t size = value_of(object, header, &segment_size);
    size_t alignment = value_of(object, header, &segment_alignment) == 8 ? 8 : 4;

    if (object->build_id_length != 0)
        return;
    unsigned char *notes = memory_alloc(LARGEST_NOTES, 1);
    size_t length = read_bytes(object->descriptor, value_of(object, header, &segment_offset),
                               size < LARGEST_NOTES ? (size_t)size : LARGEST_NOTES, notes);
    for (size_t at = 0; at < length && object->build_id_length == 0;)
        at += read_note(object, notes + at, length - at, alignment);
    free(notes);
}

static void read_segment(struct object_file *object, const unsigned char *header,
                         uint64_t file_size)
{
    uint64_t type = value_of(object, header, &segment_type);

    if (type == SEGMENT_LOADED &&
        (value_of(object, header, &segment_flags) & SEGMENT_EXECUTABLE) != 0)
        add_code(object, header, file_size);
    if (type == SEGMENT_NOTES)
        read_notes(object, header);
}

static enum object_status read_segments(struct object_file *object, const unsigned char *header,
                                        uint64_t file_size)
{
    unsigned char segment[SEGMENT_HEADER_SIZE];
    uint64_t offset = value_of(object, header, &segments_offset);
    uint64_t size = value_of(object, header, &segment_header_size);
    uint64_t count = value_of(object, header, &segment_count);
    size_t needed = object->bits == 32 ? 32 : SEGMENT_HEADER_SIZE;

    if (count == 0)
        return OBJECT_READ;
    if (size < needed || offset > file_size || count * size > file_size - offset)
        return OBJECT_DAMAGED;
    for (uint64_t i = 0; i < count && i < MOST_SEGMENTS; i++) {
        if (read_bytes(object->descriptor, offset + i * size, needed, segment) != needed)
            return OBJECT_DAMAGED;
        read_segment(object, segment, file_size);
    }
    return OBJECT_READ;
}

/* Notes what a section has, whose name is somewhere from that offset on. */
static void read_section(struct object_file *object, const unsigned char *header, uint64_t names)
{
    char name[sizeof ".debug_info.dwo"] = {0};
    unsigned char compression[24] = {0};
    uint64_t offset = value_of(object, header, &section_offset);
    uint64_t size = value_of(object, header, &section_size);

    if (value_of(object, header, &section_type) == SECTION_WITHOUT_CONTENT)
        return;
    read_bytes(object->descriptor, names + value_of(object, header, &section_name), sizeof name - 1,
               (unsigned char *)name);
    if (strcmp(name, ".debug_info") == 0 || strcmp(name, ".zdebug_info") == 0 ||
        strcmp(name, ".debug_info.dwo") == 0)
        object->has_debug_information = true;
    if (strcmp(name, ".gnu_debuglink") == 0)
        read_bytes(object->descriptor, offset, sizeof object->debug_link - 1,
                   (unsigned char *)object->debug_link);
    if ((value_of(object, header, &section_flags) & SECTION_COMPRESSED) == 0)
        return;
    read_bytes(object->descriptor, offset, sizeof compression, compression);
    if (value_of(object, compression, &compression_type) == COMPRESSED_WITH_ZSTD)
        object->has_zstd = true;
    uint64_t unpacked = value_of(object, compression, &unpacked_size);
    object->size += unpacked / MOST_UNPACKED < size ? unpacked : size * MOST_UNPACKED;
}

/* Sections that make no sense are as none: code is found by segments. */
static void read_sections(struct object_file *object, const unsigned char *header)
{
    unsigned char section[SECTION_HEADER_SIZE];
    uint64_t offset = value_of(object, header, &sections_offset);
    uint64_t size = value_of(object, header, &section_header_size);
    uint64_t count = value_of(object, header, &section_count);
    size_t needed = object->bits == 32 ? 40 : SECTION_HEADER_SIZE;

    if (size < needed || offset > INT64_MAX / 2 ||
        read_bytes(object->descriptor, offset + value_of(object, header, &section_of_names) * size,
                   needed, section) != needed)
        return;
    uint64_t names = value_of(object, section, &section_offset);
    for (uint64_t i = 0; i < count && i < MOST_SECTIONS; i++)
        if (read_bytes(object->descriptor, offset + i * size, needed, section) == needed)
            read_section(object, section, names);
}

static enum object_status read_header(struct object_file *object, uint64_t file_size)
{
    static const unsigned char magic[] = {0x7f, 'E', 'L', 'F'};
    unsigned char header[HEADER_SIZE] = {0};
    size_t length = read_bytes(object->descriptor, 0, sizeof header, header);

    if (length < sizeof magic || memcmp(header, magic, sizeof magic) != 0)
        return OBJECT_NOT_ELF;
    object->bits = header[4] == CLASS_32 ? 32 : 64;
    object->is_big_endian = header[5] == BIG_ENDIAN_DATA;
    if ((header[4] != CLASS_32 && header[4] != CLASS_64) ||
        (header[5] != LITTLE_ENDIAN_DATA && header[5] != BIG_ENDIAN_DATA) ||
        length < (object->bits == 32 ? 52 : HEADER_SIZE))
        return OBJECT_DAMAGED;
    object->machine = value_of(object, header, &machine_member);
    read_sections(object, header);
    return read_segments(object, header, file_size);
}

enum object_status object_open(struct object_file *object, const char *path)
{
    struct stat status;
    int descriptor = open_regular(path, &status);

    *object = (struct object_file){0};
    if (descriptor < 0)
        return OBJECT_NOT_FOUND;
    size_t length = strlen(path) + 1;
    object->is_open = true;
    object->descriptor = descriptor;
    object->changed = (int64_t)status.st_mtime;
    object->size = (uint64_t)(status.st_blocks < status.st_size / 512 ? status.st_blocks * 512
                                                                      : status.st_size);
    object->path = memcpy(memory_alloc(length, 1), path, length);
    enum object_status result = read_header(object, (uint64_t)status.st_size);
    if (result != OBJECT_READ)
        close(descriptor);
    object->is_open = result == OBJECT_READ;
    return result;
}

void object_format_build_id(const struct object_file *object, char digits[2 * LONGEST_BUILD_ID + 1])
{
    digits[0] = '\0';
    for (size_t i = 0; i < object->build_id_length; i++)
        snprintf(digits + 2 * i, 3, "%02x", (unsigned)object->build_id[i]);
}

static bool has_equal_bytes(const struct object_file *a, const struct object_file *b, size_t i,
                            unsigned char *blocks)
{
    const struct code_segment *code_a = &a->code[i], *code_b = &b->code[i];

    for (uint64_t at = 0; at < code_a->size; at += BLOCK_SIZE) {
        uint64_t left = code_a->size - at;
        size_t size = left < BLOCK_SIZE ? (size_t)left : BLOCK_SIZE;
        if (read_bytes(a->descriptor, code_a->offset + at, size, blocks) != size ||
            read_bytes(b->descriptor, code_b->offset + at, size, blocks + BLOCK_SIZE) != size ||
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/made_object.h"

#include <criterion/criterion.h>
#include <string.h>

#include "support/temporary.h"

/* Numbers are put at the end of what was written. */
struct writer {
    const struct made_object *made;
    unsigned char *at;
};

static void put(struct writer *writer, uint64_t number, size_t size)
{
    for (size_t i = 0; i < size; i++)
        writer->at[writer->made->is_big_endian ? size - 1 - i : i] =
            (unsigned char)(number >> 8 * i);
    writer->at += size;
}

/* What is as large as an address. */
static void put_word(struct writer *writer, uint64_t number)
{
    put(writer, number, writer->made->bits / 8);
}

static void put_header(struct writer *writer, uint64_t sections)
{
    const struct made_object *made = writer->made;
    const unsigned char identity[16] = {
        0x7f, 'E', 'L', 'F', made->bits == 32 ? 1 : 2, made->is_big_endian ? 2 : 1, 1};
    size_t header_size = made->bits == 32 ? 52 : 64;

    memcpy(writer->at, identity, sizeof identity);
    writer->at += sizeof identity;
    put(writer, 2, 2); /* an executable */
    put(writer, made->machine, 2);
    put(writer, 1, 4);
    put_word(writer, made->address);
    put_word(writer, header_size);
    put_word(writer, sections);
    put(writer, 0, 4);
    put(writer, header_size, 2);
    put(writer, made->bits == 32 ? 32 : 56, 2);
    put(writer, 1, 2);
    put(writer, made->bits == 32 ? 40 : 64, 2);
    put(writer, 3, 2);
    put(writer, 2, 2);
}

/* All of the code is loaded, and executable. */
static void put_segment(struct writer *writer)
{
    const struct made_object *made = writer->made;

    put(writer, 1, 4);
    if (made->bits == 64)
        put(writer, 5, 4);
    put_word(writer, MADE_CODE_OFFSET);
    put_word(writer, made->address);
    put_word(writer, made->address);
    put_word(writer, made->size);
    put_word(writer, made->size);
    if (made->bits == 32)
        put(writer, 5, 4);
    put_word(writer, 1);
}

struct made_section {
    uint32_t name, type;
    uint64_t flags, address, offset, size;
};

static void put_section(struct writer *writer, struct made_section section)
{
    put(writer, section.name, 4);
    put(writer, section.type, 4);
    put_word(writer, section.flags);
    put_word(writer, section.address);
    put_word(writer, section.offset);
    put_word(writer, section.size);
    put(writer, 0, 8);
    put_word(writer, 1);
    put_word(writer, 0);
}

static size_t made_object_bytes(const struct made_object *made, unsigned char *bytes)
{
    static const char names[] = "\0.text\0.shstrtab";
    uint64_t name_table = MADE_CODE_OFFSET + made->size;
    uint64_t sections = (name_table + sizeof names + 7) / 8 * 8;
    struct writer writer = {made, bytes};

    cr_assert(sections + 300 <= MADE_OBJECT_ROOM);
    memset(bytes, 0, MADE_OBJECT_ROOM);
    put_header(&writer, sections);
    put_segment(&writer);
    memcpy(bytes + MADE_CODE_OFFSET, made->code, made->size);
    memcpy(bytes + name_table, names, sizeof names);
    writer.at = bytes + sections;
    put_section(&writer, (struct made_section){0});
    put_section(&writer,
                (struct made_section){1, 1, 6, made->address, MADE_CODE_OFFSET, made->size});
    put_section(&writer, (struct made_section){7, 3, 0, 0, name_table, sizeof names});
    return (size_t)(writer.at - bytes);
}

void made_object_write(const struct made_object *made, const char *path)
{
    static unsigned char bytes[MADE_OBJECT_ROOM];

    temporary_write_bytes(path, (const char *)bytes, made_object_bytes(made, bytes));
}

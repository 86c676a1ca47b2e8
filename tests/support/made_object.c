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

static size_t segment_header_size(const struct made_object *made)
{
    return made->bits == 32 ? 32 : 56;
}

static void put_header(struct writer *writer, size_t n_segments, uint64_t sections)
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
    put_word(writer, made->segments_offset != 0 ? made->segments_offset : header_size);
    put_word(writer, sections);
    put(writer, 0, 4);
    put(writer, header_size, 2);
    put(writer,
        made->segment_header_size != 0 ? made->segment_header_size : segment_header_size(made), 2);
    put(writer, n_segments, 2);
    put(writer, made->bits == 32 ? 40 : 64, 2);
    put(writer, 3, 2);
    put(writer, 2, 2);
}

static void put_segment(struct writer *writer, const struct made_segment *segment)
{
    bool is_32 = writer->made->bits == 32;

    put(writer, segment->type, 4);
    if (!is_32)
        put(writer, segment->flags, 4);
    put_word(writer, segment->offset);
    put_word(writer, segment->address);
    put_word(writer, segment->address);
    put_word(writer, segment->size);
    put_word(writer, segment->size);
    if (is_32)
        put(writer, segment->flags, 4);
    put_word(writer, segment->alignment);
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

size_t made_object_bytes(const struct made_object *made, unsigned char *bytes)
{
    static const char names[] = "\0.text\0.shstrtab";
    uint64_t notes = MADE_CODE_OFFSET + made->size, name_table = notes + made->notes_size;
    uint64_t sections = (name_table + sizeof names + 7) / 8 * 8;
    const struct made_segment usual[] = {{1, 5, MADE_CODE_OFFSET, made->address, made->size, 1},
                                         {4, 4, notes, 0, made->notes_size, made->notes_alignment}};
    const struct made_segment *segments = made->segments != NULL ? made->segments : usual;
    size_t n_segments = made->segments != NULL ? made->n_segments : 1 + (made->notes != NULL);
    struct writer writer = {made, bytes};

    cr_assert(sections + 300 <= MADE_OBJECT_ROOM && n_segments <= MADE_SEGMENTS);
    memset(bytes, 0, MADE_OBJECT_ROOM);
    put_header(&writer, n_segments, sections);
    for (size_t i = 0; i < n_segments; i++)
        put_segment(&writer, &segments[i]);
    if (made->size != 0)
        memcpy(bytes + MADE_CODE_OFFSET, made->code, made->size);
    if (made->notes_size != 0)
        memcpy(bytes + notes, made->notes, made->notes_size);
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

void made_build_write(const char *path, const char *code, const char *build_id)
{
    char notes[] = "\4\0\0\0\3\0\0\0\3\0\0\0GNU\0xxx";

    memcpy(notes + 16, build_id, 3);
    made_object_write(&(struct made_object){.bits = 64,
                                            .machine = 62,
                                            .address = 0x401000,
                                            .code = code,
                                            .size = strlen(code),
                                            .notes = notes,
                                            .notes_size = sizeof notes - 1},
                      path);
}

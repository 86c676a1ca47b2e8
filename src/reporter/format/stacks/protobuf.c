/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/stacks/protobuf.h"

#include <stdlib.h>

enum { WIRE_NUMBER = 0, WIRE_BYTES = 2, MOST_BYTES = 10 };

static void append_number(struct buffer *message, uint64_t number)
{
    char bytes[MOST_BYTES];
    size_t length = 0;

    for (; number >= 0x80; number >>= 7)
        bytes[length++] = (char)(number | 0x80);
    bytes[length++] = (char)number;
    buffer_append(message, (struct text){bytes, length});
}

static void append_key(struct buffer *message, unsigned field, unsigned wire)
{
    append_number(message, (uint64_t)field << 3 | wire);
}

void protobuf_number(struct buffer *message, unsigned field, uint64_t number)
{
    if (number == 0)
        return;
    append_key(message, field, WIRE_NUMBER);
    append_number(message, number);
}

void protobuf_bytes(struct buffer *message, unsigned field, struct text bytes)
{
    append_key(message, field, WIRE_BYTES);
    append_number(message, bytes.length);
    buffer_append(message, bytes);
}

void protobuf_numbers(struct buffer *message, unsigned field, const uint64_t *numbers, size_t count)
{
    struct buffer packed = {0};

    for (size_t i = 0; i < count; i++)
        append_number(&packed, numbers[i]);
    protobuf_bytes(message, field, buffer_text(&packed));
    free(packed.at);
}

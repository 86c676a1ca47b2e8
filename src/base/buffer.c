/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void buffer_print(struct buffer *buffer, const char *format, ...)
{
    size_t room = 60, length = 0; /* most texts are short */
    va_list arguments;

    for (bool fits = false; !fits; room = length + 1) {
        if (buffer->at == NULL || buffer->length + room > buffer->capacity)
            buffer->at = memory_grow(buffer->at, &buffer->capacity, buffer->length + room, 1);
        va_start(arguments, format);
        length = (size_t)vsnprintf(buffer->at + buffer->length, room, format, arguments);
        va_end(arguments);
        fits = length < room;
    }
    buffer->length += length;
}

struct text buffer_keep(struct buffer *buffer, struct arena *arena)
{
    struct text kept = arena_copy_text(arena, buffer_text(buffer));

    free(buffer->at);
    *buffer = (struct buffer){0};
    return kept;
}

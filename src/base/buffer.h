/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_BUFFER_H
#define QUERN_BASE_BUFFER_H

/* A text that grows at its end, on the heap. {0} is empty; free(buffer.at) gives it back. */

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

struct buffer {
    char *at;
    size_t length, capacity;
};

/* Adds a text to its end; it must not be a part of the buffer. */
static inline void buffer_append(struct buffer *buffer, struct text text)
{
    if (text.length == 0)
        return;
    if (buffer->at == NULL || buffer->length + text.length > buffer->capacity)
        buffer->at = memory_grow(buffer->at, &buffer->capacity, buffer->length + text.length, 1);
    memcpy(buffer->at + buffer->length, text.at, text.length);
    buffer->length += text.length;
}

/* Makes the buffer a C string; the NUL byte is not counted. */
static inline const char *buffer_string(struct buffer *buffer)
{
    buffer_append(buffer, (struct text){"", 1});
    buffer->length--;
    return buffer->at;
}

/* What it holds, until it grows. */
static inline struct text buffer_text(const struct buffer *buffer)
{
    return (struct text){buffer->at, buffer->length};
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_BUFFER_H
#define QUERN_BASE_BUFFER_H

/* A text on the heap that grows at its end. {0} is empty. Free with free(buffer.at). */

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

struct buffer {
    char *at;
    size_t length, capacity;
};

/* Appends a text, which must not be a part of the buffer. */
static inline void buffer_append(struct buffer *buffer, struct text text)
{
    if (text.length == 0)
        return;
    if (buffer->at == NULL || buffer->length + text.length > buffer->capacity)
        buffer->at = memory_grow(buffer->at, &buffer->capacity, buffer->length + text.length, 1);
    memcpy(buffer->at + buffer->length, text.at, text.length);
    buffer->length += text.length;
}

/* Appends what printf() would print. */
void buffer_print(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Makes the buffer a C string; the NUL byte is not counted. */
static inline const char *buffer_string(struct buffer *buffer)
{
    buffer_append(buffer, (struct text){"", 1});
    buffer->length--;
    return buffer->at;
}

/* Returns what the buffer holds, which is valid until it grows. */
static inline struct text buffer_text(const struct buffer *buffer)
{
    return (struct text){buffer->at, buffer->length};
}

/* Copies what the buffer holds to the arena, and frees the buffer. */
struct text buffer_keep(struct buffer *buffer, struct arena *arena);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/gzip.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"

#if defined HAVE_LIBDEFLATE
#include <libdeflate.h>

/* Takes half of zlib's time, and at the fastest level a third of its own at the usual one. */
void gzip_append(struct buffer *buffer, struct text bytes)
{
    enum { FASTEST = 1 };
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(FASTEST);

    if (compressor == NULL)
        out_of_memory();
    size_t most = libdeflate_gzip_compress_bound(compressor, bytes.length);
    if (buffer->length + most > buffer->capacity)
        buffer->at = memory_grow(buffer->at, &buffer->capacity, buffer->length + most, 1);
    buffer->length += libdeflate_gzip_compress(compressor, bytes.at, bytes.length,
                                               buffer->at + buffer->length, most);
    libdeflate_free_compressor(compressor);
}
#elif defined HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>

/* Allocates memory for zlib. Running out of it ends the process, as everywhere. */
static void *allocate(void *ignored, unsigned count, unsigned size)
{
    (void)ignored;
    return memory_alloc(count, size);
}

static void give_back(void *ignored, void *memory)
{
    (void)ignored;
    free(memory);
}

void gzip_append(struct buffer *buffer, struct text bytes)
{
    enum { ROOM = 64 * 1024, WINDOW_BITS = 15, GZIP_HEADER = 16, MEMORY_LEVEL = 8 };
    z_stream stream = {.zalloc = allocate, .zfree = give_back};
    char room[ROOM];

    /* It can fail only for lack of memory. */
    (void)deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, WINDOW_BITS + GZIP_HEADER, MEMORY_LEVEL,
                       Z_DEFAULT_STRATEGY);
    do {
        unsigned length = bytes.length < UINT32_MAX / 2 ? (unsigned)bytes.length : UINT32_MAX / 2;
        stream.next_in = (const unsigned char *)bytes.at;
        stream.avail_in = length;
        bytes = text_skip(bytes, length);
        do {
            stream.next_out = (unsigned char *)room;
            stream.avail_out = ROOM;
            (void)deflate(&stream, bytes.length == 0 ? Z_FINISH : Z_NO_FLUSH);
            buffer_append(buffer, (struct text){room, ROOM - stream.avail_out});
        } while (stream.avail_out == 0);
    } while (bytes.length != 0);
    deflateEnd(&stream);
}
#else
void gzip_append(struct buffer *buffer, struct text bytes)
{
    buffer_append(buffer, bytes);
}
#endif

bool gzip_append_compresses(void)
{
#if defined HAVE_LIBDEFLATE || defined HAVE_ZLIB
    return true;
#else
    return false;
#endif
}

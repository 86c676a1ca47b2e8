/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/format/gzip.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"

#ifdef HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

#ifdef HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>

enum { ROOM = 64 * 1024, WINDOW_BITS = 15, GZIP_HEADER = 16, MEMORY_LEVEL = 8 };

struct gzip {
    FILE *out;
    struct buffer *memory; /* to write to instead of `out`, or NULL */
    z_stream stream;
    unsigned char room[ROOM];
};

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

static struct gzip *begin(void)
{
    struct gzip *gzip = memory_alloc(1, sizeof *gzip);

    gzip->stream.zalloc = allocate;
    gzip->stream.zfree = give_back;
    /* It can fail only for lack of memory. */
    (void)deflateInit2(&gzip->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_BITS + GZIP_HEADER,
                       MEMORY_LEVEL, Z_DEFAULT_STRATEGY);
    return gzip;
}

struct gzip *gzip_open(FILE *out)
{
    struct gzip *gzip = begin();

    gzip->out = out;
    return gzip;
}

/* Compresses until all input is taken and, at the end, all output is written. */
static void compress_all(struct gzip *gzip, int flush)
{
    do {
        gzip->stream.next_out = gzip->room;
        gzip->stream.avail_out = ROOM;
        (void)deflate(&gzip->stream, flush);
        size_t length = ROOM - gzip->stream.avail_out;
        if (gzip->memory != NULL)
            buffer_append(gzip->memory, (struct text){(const char *)gzip->room, length});
        else
            fwrite(gzip->room, 1, length, gzip->out);
    } while (gzip->stream.avail_out == 0);
}

void gzip_write(struct gzip *gzip, struct text bytes)
{
    while (bytes.length != 0) {
        unsigned length = bytes.length < UINT32_MAX / 2 ? (unsigned)bytes.length : UINT32_MAX / 2;
        gzip->stream.next_in = (const unsigned char *)bytes.at;
        gzip->stream.avail_in = length;
        compress_all(gzip, Z_NO_FLUSH);
        bytes.at += length;
        bytes.length -= length;
    }
}

void gzip_close(struct gzip *gzip)
{
    compress_all(gzip, Z_FINISH);
    deflateEnd(&gzip->stream);
    free(gzip);
}
#else
struct gzip {
    FILE *out;
};

struct gzip *gzip_open(FILE *out)
{
    struct gzip *gzip = memory_alloc(1, sizeof *gzip);

    gzip->out = out;
    return gzip;
}

void gzip_write(struct gzip *gzip, struct text bytes)
{
    fwrite(bytes.at, 1, bytes.length, gzip->out);
}

void gzip_close(struct gzip *gzip)
{
    free(gzip);
}
#endif

#ifdef HAVE_LIBDEFLATE
/* libdeflate takes half of zlib's time, but cannot compress a stream. */
void gzip_append(struct buffer *buffer, struct text bytes)
{
    enum { LEVEL = 6 };
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LEVEL);

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
void gzip_append(struct buffer *buffer, struct text bytes)
{
    struct gzip *gzip = begin();

    gzip->memory = buffer;
    gzip_write(gzip, bytes);
    gzip_close(gzip);
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

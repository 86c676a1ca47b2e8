/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "parser/input/input.h"

#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef HAVE_LZMA
#include <lzma.h>
#endif

enum outcome {
    WENT_ON, /* took or gave bytes, or waits for more */
    AT_END,  /* the data is complete here; more may follow */
    IS_CORRUPT,
    IS_TOO_LARGE, /* needs an unreasonable amount of memory */
};

/* A kind of compression. */
struct kind {
    const char *name;
    const char *magic;
    size_t magic_length;
    void *(*create)(void); /* NULL: not built in */
    enum outcome (*run)(void *state, struct bytes *in, bool in_is_last, struct bytes *out);
    void (*free)(void *state);
};

struct decompressor {
    const struct kind *kind;
    void *state;
    const char *path;
    enum outcome last;
};

#ifdef HAVE_ZLIB
static void *gzip_create(void)
{
    z_stream *stream = memory_alloc(1, sizeof *stream);

    if (inflateInit2(stream, 15 + 16) == Z_OK) /* the largest window, and gzip's header */
        return stream;
    free(stream);
    return NULL;
}

static unsigned int_size(size_t size)
{
    return size > UINT32_MAX / 2 ? UINT32_MAX / 2 : (unsigned)size;
}

static enum outcome gzip_run(void *state, struct bytes *in, bool in_is_last, struct bytes *out)
{
    z_stream *stream = state;

    (void)in_is_last;
    stream->next_in = (unsigned char *)in->at;
    stream->avail_in = int_size(in->length);
    stream->next_out = (unsigned char *)out->at;
    stream->avail_out = int_size(out->length);
    int status = inflate(stream, Z_NO_FLUSH);
    in->length -= (size_t)((char *)stream->next_in - in->at);
    in->at = (char *)stream->next_in;
    out->length -= (size_t)((char *)stream->next_out - out->at);
    out->at = (char *)stream->next_out;
    if (status == Z_MEM_ERROR)
        out_of_memory();
    if (status == Z_STREAM_END) /* another member may follow, as from "cat a.gz b.gz" */
        return inflateReset(stream) == Z_OK ? AT_END : IS_CORRUPT;
    return status == Z_OK || status == Z_BUF_ERROR ? WENT_ON : IS_CORRUPT;
}

static void gzip_free(void *state)
{
    inflateEnd(state);
    free(state);
}
#define GZIP gzip_create, gzip_run, gzip_free
#else
#define GZIP NULL, NULL, NULL
#endif

#ifdef HAVE_ZSTD
static void *zstd_create(void)
{
    return ZSTD_createDStream();
}

static enum outcome zstd_run(void *state, struct bytes *in, bool in_is_last, struct bytes *out)
{
    ZSTD_inBuffer from = {in->at, in->length, 0};
    ZSTD_outBuffer to = {out->at, out->length, 0};
    size_t status = ZSTD_decompressStream(state, &to, &from);

    (void)in_is_last;
    *in = (struct bytes){in->at + from.pos, in->length - from.pos};
    *out = (struct bytes){out->at + to.pos, out->length - to.pos};
    if (ZSTD_isError(status))
        return strstr(ZSTD_getErrorName(status), "memory") != NULL ? IS_TOO_LARGE : IS_CORRUPT;
    return status == 0 ? AT_END : WENT_ON;
}

static void zstd_free(void *state)
{
    ZSTD_freeDStream(state);
}
#define ZSTD zstd_create, zstd_run, zstd_free
#else
#define ZSTD NULL, NULL, NULL
#endif

#ifdef HAVE_LZMA
/* xz -9 needs 65 MiB. */
#define LZMA_MEMORY_LIMIT (UINT64_C(512) << 20)

static void *xz_create(void)
{
    lzma_stream *stream = memory_alloc(1, sizeof *stream);

    *stream = (lzma_stream)LZMA_STREAM_INIT;
    if (lzma_stream_decoder(stream, LZMA_MEMORY_LIMIT, LZMA_CONCATENATED) == LZMA_OK)
        return stream;
    free(stream);
    return NULL;
}

static enum outcome xz_run(void *state, struct bytes *in, bool in_is_last, struct bytes *out)
{
    lzma_stream *stream = state;

    stream->next_in = (const uint8_t *)in->at;
    stream->avail_in = in->length;
    stream->next_out = (uint8_t *)out->at;
    stream->avail_out = out->length;
    lzma_ret status = lzma_code(stream, in_is_last ? LZMA_FINISH : LZMA_RUN);
    *in = (struct bytes){in->at + (in->length - stream->avail_in), stream->avail_in};
    *out = (struct bytes){out->at + (out->length - stream->avail_out), stream->avail_out};
    switch (status) {
    case LZMA_STREAM_END:
        return AT_END;
    case LZMA_OK:
    case LZMA_BUF_ERROR:
        return WENT_ON;
    case LZMA_MEMLIMIT_ERROR:
        return IS_TOO_LARGE;
    case LZMA_MEM_ERROR:
        out_of_memory();
    default:
        return IS_CORRUPT;
    }
}

static void xz_free(void *state)
{
    lzma_end(state);
    free(state);
}
#define XZ xz_create, xz_run, xz_free
#else
#define XZ NULL, NULL, NULL
#endif

static const struct kind kinds[] = {
    {"gzip", "\x1f\x8b", 2, GZIP},
    {"zstd", "\x28\xb5\x2f\xfd", 4, ZSTD},
    {"xz",
     "\xfd"
     "7zXZ",
     5, XZ},
};

static const struct kind *find_kind(const char *start, size_t length)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (length >= kinds[i].magic_length &&
            memcmp(start, kinds[i].magic, kinds[i].magic_length) == 0)
            return &kinds[i];
    return NULL;
}

bool is_compressed(const char *start, size_t length)
{
    return find_kind(start, length) != NULL;
}

struct decompressor *decompressor_create(const char *start, size_t length, const char *path,
                                         struct error *error)
{
    const struct kind *kind = find_kind(start, length);

    if (kind == NULL) {
        error_set(error, ERROR_FAILED, path, 0, "is not compressed");
        return NULL;
    }
    if (kind->create == NULL) {
        error_set(error, ERROR_FAILED, path, 0,
                  "is compressed with %s, which this quern was built without", kind->name);
        return NULL;
    }
    void *state = kind->create();
    if (state == NULL) {
        error_set(error, ERROR_FAILED, path, 0, "cannot set up %s", kind->name);
        return NULL;
    }
    struct decompressor *decompressor = memory_alloc(1, sizeof *decompressor);
    *decompressor = (struct decompressor){.kind = kind, .state = state, .path = path};
    return decompressor;
}

bool decompressor_run(struct decompressor *decompressor, struct bytes *in, bool in_is_last,
                      struct bytes *out, struct error *error)
{
    const struct kind *kind = decompressor->kind;
    size_t length_before = in->length, room_before = out->length;

    /* The data may be followed by padding, as on tapes and disks. */
    if (decompressor->last == AT_END) {
        while (in->length != 0 && in->at[0] == '\0')
            *in = (struct bytes){in->at + 1, in->length - 1};
        if (in->length == 0)
            return true;
    }
    decompressor->last = kind->run(decompressor->state, in, in_is_last, out);
    switch (decompressor->last) {
    case IS_CORRUPT:
        return error_set(error, ERROR_FAILED, decompressor->path, 0, "the %s data is corrupt",
                         kind->name);
    case IS_TOO_LARGE:
        return error_set(error, ERROR_FAILED, decompressor->path, 0,
                         "the %s data needs too much memory to be read", kind->name);
    case WENT_ON:
        if (in_is_last && in->length == length_before && out->length == room_before)
            return error_set(error, ERROR_FAILED, decompressor->path, 0,
                             "the %s data is cut off: it ends too early", kind->name);
        break;
    case AT_END:
        break;
    }
    return true;
}

void decompressor_free(struct decompressor *decompressor)
{
    if (decompressor == NULL)
        return;
    decompressor->kind->free(decompressor->state);
    free(decompressor);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "parser/input/input.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef HAVE_LZMA
#include <lzma.h>
#endif

#include "base/error.h"

enum { PLAIN_SIZE = 100000, PACKED_ROOM = 2 * PLAIN_SIZE, N_PIECES = 4 };

/* How much is passed at a time: a byte, some, and all of it. */
static const size_t pieces[N_PIECES] = {1, 7, 4096, PACKED_ROOM};

#ifdef HAVE_ZLIB
static size_t pack_gzip(const char *text, size_t size, char *packed)
{
    z_stream stream = {.next_in = (unsigned char *)text,
                       .avail_in = (unsigned)size,
                       .next_out = (unsigned char *)packed,
                       .avail_out = PACKED_ROOM};

    cr_assert(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    cr_assert(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    deflateEnd(&stream);
    return stream.total_out;
}
#endif

#ifdef HAVE_ZSTD
/* With a checksum, as the zstd command writes it. */
static size_t pack_zstd(const char *text, size_t size, char *packed)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    size_t length;

    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    length = ZSTD_compress2(context, packed, PACKED_ROOM, text, size);
    cr_assert(!ZSTD_isError(length));
    ZSTD_freeCCtx(context);
    return length;
}
#endif

#ifdef HAVE_LZMA
static size_t pack_xz(const char *text, size_t size, char *packed)
{
    size_t length = 0;

    cr_assert(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, (const uint8_t *)text, size,
                                      (uint8_t *)packed, &length, PACKED_ROOM) == LZMA_OK);
    return length;
}
#endif

static const struct {
    const char *name;
    size_t (*pack)(const char *text, size_t size, char *packed);
} kinds[] = {
#ifdef HAVE_ZLIB
    {"gzip", pack_gzip},
#endif
#ifdef HAVE_ZSTD
    {"zstd", pack_zstd},
#endif
#ifdef HAVE_LZMA
    {"xz", pack_xz},
#endif
    {NULL, NULL},
};

static char plain[PLAIN_SIZE], packed[PACKED_ROOM];

/* Text that neither vanishes when compressed nor stays as it is. */
static void make_plain(void)
{
    unsigned random = 1;

    for (size_t i = 0; i < PLAIN_SIZE; i++) {
        random = random * 1103515245 + 12345;
        plain[i] = i % 20 == 19 ? '\n' : (char)('0' + (random >> 16) % 10);
    }
}

TestSuite(decompress, .init = make_plain);

/* Unpack it in pieces; false with an error. *text, which the caller frees, is what came out. */
static bool unpack(size_t size, size_t piece, char **text, size_t *length, struct error *error)
{
    struct decompressor *decompressor = decompressor_create(packed, size, "p", error);
    struct bytes in = {packed, 0};
    char room[1000];
    size_t left = size;
    bool is_last = false, is_done = true;
    FILE *out = open_memstream(text, length);

    cr_assert(out && decompressor, "%s", error->text);
    while (is_done) {
        struct bytes rest = {room, sizeof(room)};

        if (in.length == 0 && !is_last) {
            in.length = piece < left ? piece : left;
            is_last = left == 0;
            left -= in.length;
        }
        is_done = decompressor_run(decompressor, &in, is_last, &rest, error);
        fwrite(room, 1, sizeof(room) - rest.length, out);
        if (is_last && in.length == 0 && rest.length == sizeof(room))
            break;
    }
    fclose(out);
    decompressor_free(decompressor);
    return is_done;
}

static void expect_plain(const char *name, size_t size, size_t expected_length)
{
    for (size_t i = 0; i < N_PIECES; i++) {
        char *text;
        size_t length;
        struct error error = {0};

        cr_expect(unpack(size, pieces[i], &text, &length, &error), "%s: %s", name, error.text);
        cr_expect_eq(length, expected_length, "%s by %zu: %zu bytes", name, pieces[i], length);
        for (size_t at = 0; at < length; at += PLAIN_SIZE)
            cr_expect_eq(
                memcmp(text + at, plain, length - at < PLAIN_SIZE ? length - at : PLAIN_SIZE), 0,
                "%s by %zu", name, pieces[i]);
        free(text);
    }
}

static void expect_failure(const char *name, size_t size, const char *reason)
{
    for (size_t i = 0; i < N_PIECES; i++) {
        char *text;
        size_t length;
        struct error error = {0};

        cr_expect_not(unpack(size, pieces[i], &text, &length, &error), "%s of %zu bytes", name,
                      size);
        cr_expect_eq(error.kind, ERROR_FAILED);
        cr_expect_str_eq(error.path, "p");
        cr_expect(strstr(error.text, name) && strstr(error.text, reason), "%s of %zu bytes: '%s'",
                  name, size, error.text);
        free(text);
    }
}

Test(decompress, knows_compressed_data)
{
    cr_expect(is_compressed("\x1f\x8b\x08\0\0\0", 6));
    cr_expect(is_compressed("\x28\xb5\x2f\xfd\x04\0", 6));
    cr_expect(is_compressed("\xfd"
                            "7zXZ\0",
                            6));
    cr_expect_not(is_compressed("\x1f", 1));
    cr_expect_not(is_compressed("\x28\xb5\x2f", 3));
    cr_expect_not(is_compressed("# call", 6));
    cr_expect_not(is_compressed("", 0));
}

Test(decompress, gives_back_what_was_compressed)
{
    for (size_t i = 0; kinds[i].name; i++) {
        expect_plain(kinds[i].name, kinds[i].pack(plain, PLAIN_SIZE, packed), PLAIN_SIZE);
        expect_plain(kinds[i].name, kinds[i].pack(plain, 1, packed), 1);
        expect_plain(kinds[i].name, kinds[i].pack(plain, 0, packed), 0);
    }
}

/* As "cat a.gz b.gz" makes it. */
Test(decompress, reads_on_after_the_first_of_several)
{
    for (size_t i = 0; kinds[i].name; i++) {
        size_t size = kinds[i].pack(plain, PLAIN_SIZE, packed);

        cr_assert_leq(2 * size, PACKED_ROOM);
        memcpy(packed + size, packed, size);
        expect_plain(kinds[i].name, 2 * size, 2 * PLAIN_SIZE);
    }
}

/* As tapes and disks leave them after a file; xz takes them four at a time. */
Test(decompress, takes_zero_bytes_at_the_end_for_padding)
{
    for (size_t i = 0; kinds[i].name; i++) {
        size_t size = kinds[i].pack(plain, PLAIN_SIZE, packed);

        memset(packed + size, 0, 100);
        expect_plain(kinds[i].name, size + 100, PLAIN_SIZE);
    }
}

Test(decompress, notices_what_is_cut_off)
{
    for (size_t i = 0; kinds[i].name; i++) {
        size_t size = kinds[i].pack(plain, PLAIN_SIZE, packed);

        expect_failure(kinds[i].name, size - 1, "cut off");
        expect_failure(kinds[i].name, size / 2, "cut off");
        expect_failure(kinds[i].name, MAGIC_LENGTH, "cut off");
    }
}

Test(decompress, notices_damage)
{
    for (size_t i = 0; kinds[i].name; i++) {
        size_t size = kinds[i].pack(plain, PLAIN_SIZE, packed);

        /* In the middle, where only the checksum may show it. */
        packed[size / 2] = (char)(packed[size / 2] ^ 0x55);
        expect_failure(kinds[i].name, size, "corrupt");
    }
}

Test(decompress, notices_what_is_after_the_end)
{
    for (size_t i = 0; kinds[i].name; i++) {
        size_t size = kinds[i].pack(plain, 100, packed);

        memcpy(packed + size, "rubbish, and more", 17);
        expect_failure(kinds[i].name, size + 17, "corrupt");
    }
}

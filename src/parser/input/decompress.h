/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_PARSER_INPUT_DECOMPRESS_H
#define QUERN_PARSER_INPUT_DECOMPRESS_H

/* Compressed input as a stream: gzip, zstd and xz, as far as built in. */

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { MAGIC_LENGTH = 6 }; /* bytes that tell the kinds apart */

struct decompressor;

/* Bytes to be decompressed, or room for what comes out. */
struct bytes {
    char *at;
    size_t length;
};

/* Whether these first bytes are those of compressed data, built in or not. */
bool is_compressed(const char *start, size_t length);

/*
 * A stream for data that starts so. NULL, with the reason, when it is not compressed or this
 * build cannot read that kind. `path` is for messages, and must outlive it.
 */
struct decompressor *decompressor_create(const char *start, size_t length, const char *path,
                                         struct error *error);

/*
 * Takes bytes off the front of *in and puts what they hold to the front of *out, which is
 * not full. `in_is_last` says that nothing follows what is in *in. False, with the reason,
 * when the data is corrupt, or ends too early.
 */
bool decompressor_run(struct decompressor *decompressor, struct bytes *in, bool in_is_last,
                      struct bytes *out, struct error *error);

void decompressor_free(struct decompressor *decompressor);

#endif

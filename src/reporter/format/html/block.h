/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_BLOCK_H
#define QUERN_REPORTER_FORMAT_HTML_BLOCK_H

/*
 * A block of data in a page: an element with JSON, compressed where libdeflate or zlib is built in.
 * It is made in memory, since its size decides whether the page has room for it.
 */

#include "base/buffer.h"
#include "base/text.h"
#include "reporter/format/json/json_writer.h"

/* A block being made, which must not be moved. */
struct block {
    struct json json; /* what is written here becomes its content */
    struct buffer content;
};

void block_begin(struct block *block);

/* Returns the element, whose id is "data-" and the name. The caller frees its text. */
struct buffer block_end(struct block *block, const char *name);

/* Appends a text packed: what gzip makes of it, in base64. Only where gzip_append_compresses(). */
void packed_append(struct buffer *buffer, struct text text);

/* Appends any bytes as text according to RFC 4648: without line breaks, and padded. */
void base64_append(struct buffer *buffer, struct text bytes);

#endif

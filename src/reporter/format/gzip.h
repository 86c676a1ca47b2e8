/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_GZIP_H
#define QUERN_REPORTER_FORMAT_GZIP_H

/*
 * Compresses what is written to a stream, with zlib, or to memory, with libdeflate or else zlib.
 * Without these the bytes stay as they are.
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/text.h"

struct gzip;

/*
 * Begins to compress into a stream. Close with gzip_close() even if the stream fails, which its
 * owner checks.
 */
struct gzip *gzip_open(FILE *out);
void gzip_write(struct gzip *gzip, struct text bytes);
void gzip_close(struct gzip *gzip);

/* Compresses the bytes as a whole and appends them to a buffer. */
void gzip_append(struct buffer *buffer, struct text bytes);

/* Tells whether that compresses them. */
bool gzip_append_compresses(void);

#endif

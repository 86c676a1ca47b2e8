/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_GZIP_H
#define QUERN_REPORTER_FORMAT_GZIP_H

/* Compresses what is written to a stream or to memory; without zlib it stays as it is. */

#include <stdbool.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/text.h"

struct gzip;

bool gzip_is_built_in(void);

/* Close with gzip_close() even if the stream fails, which its owner checks. */
struct gzip *gzip_open(FILE *out);
void gzip_write(struct gzip *gzip, struct text bytes);
void gzip_close(struct gzip *gzip);

/* Appends the bytes, compressed as a whole, to a buffer. */
void gzip_append(struct buffer *buffer, struct text bytes);

#endif

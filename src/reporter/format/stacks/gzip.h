/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_STACKS_GZIP_H
#define QUERN_REPORTER_FORMAT_STACKS_GZIP_H

/* Writing to a stream, or to memory, through gzip; as it is where zlib is not built in. */

#include <stdbool.h>
#include <stdio.h>

#include "base/buffer.h"
#include "base/text.h"

struct gzip;

bool gzip_is_built_in(void);

/* Whoever opens it closes it, whether the stream fails or not: that is for its owner to see. */
struct gzip *gzip_open(FILE *out);
void gzip_write(struct gzip *gzip, struct text bytes);
void gzip_close(struct gzip *gzip);

/* Adds the bytes, compressed as a whole, to a buffer. */
void gzip_append(struct buffer *buffer, struct text bytes);

#endif

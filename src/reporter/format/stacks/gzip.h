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

/* How well it compresses, as zlib counts it: the quick way takes half the time for some 4 % more.
 */
enum gzip_level { GZIP_QUICK = 5, GZIP_USUAL = 6 };

/* Whoever opens it closes it, whether the stream fails or not: that is for its owner to see. */
struct gzip *gzip_open(FILE *out, enum gzip_level level);
void gzip_write(struct gzip *gzip, struct text bytes);
void gzip_close(struct gzip *gzip);

/* Adds the bytes, compressed as a whole, to a buffer. */
void gzip_append(struct buffer *buffer, struct text bytes, enum gzip_level level);

#endif

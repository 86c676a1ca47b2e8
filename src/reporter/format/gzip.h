/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_GZIP_H
#define QUERN_REPORTER_FORMAT_GZIP_H

/*
 * Compresses bytes with libdeflate or else zlib. Without these they stay as they are.
 */

#include <stdbool.h>

#include "base/buffer.h"
#include "base/text.h"

/* Compresses the bytes as a whole and appends them to a buffer. */
void gzip_append(struct buffer *buffer, struct text bytes);

/* Tells whether that compresses them. */
bool gzip_append_compresses(void);

#endif

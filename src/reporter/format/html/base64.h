/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_BASE64_H
#define QUERN_REPORTER_FORMAT_HTML_BASE64_H

/* Any bytes as text, as RFC 4648 has it: without line breaks, and padded. */

#include "base/buffer.h"
#include "base/text.h"

/* Adds the text of the bytes to a buffer. */
void base64_append(struct buffer *buffer, struct text bytes);

#endif

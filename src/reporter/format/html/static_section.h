/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_STATIC_SECTION_H
#define QUERN_REPORTER_FORMAT_HTML_STATIC_SECTION_H

/* What a page shows without its script: what ran, its limits, the functions with most self cost. */

#include "base/buffer.h"

struct page;

void static_section_write(struct buffer *out, const struct page *page);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_FACTS_BLOCK_H
#define QUERN_REPORTER_FORMAT_HTML_FACTS_BLOCK_H

/* What a page says of the run, of its limits and of itself: which blocks it has, and which not. */

struct json;
struct page;

void facts_block_write(struct json *json, struct page *page);

#endif

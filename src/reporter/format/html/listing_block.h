/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_LISTING_BLOCK_H
#define QUERN_REPORTER_FORMAT_HTML_LISTING_BLOCK_H

/* The source of a function of a page, or its instructions, with what each line costs and calls. */

#include <stdbool.h>

struct error;
struct json;
struct section;

/* Writes all rows of the listing as an object. False when one of them fails. */
bool listing_block_write(struct json *json, const struct section *section, struct error *error);

#endif

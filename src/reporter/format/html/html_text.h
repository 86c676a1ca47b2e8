/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_HTML_TEXT_H
#define QUERN_REPORTER_FORMAT_HTML_HTML_TEXT_H

/* Writes untrusted texts within HTML. */

#include <stddef.h>

#include "base/buffer.h"
#include "base/text.h"

/*
 * Appends a text so that it can stand between tags and within the quotes of an attribute: it has no
 * markup of its own. What is not UTF-8, control characters, and what changes the direction of
 * writing become U+FFFD.
 */
void html_text(struct buffer *out, struct text text);

/* Appends only the first characters, with an ellipsis where the text is cut. */
void html_cut_text(struct buffer *out, struct text text, size_t n_characters);

#endif

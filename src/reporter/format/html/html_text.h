/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_HTML_HTML_TEXT_H
#define QUERN_REPORTER_FORMAT_HTML_HTML_TEXT_H

/* Texts from strangers within HTML. */

#include <stddef.h>

#include "base/buffer.h"
#include "base/text.h"

/*
 * Adds a text that can stand between tags and within the quotes of an attribute: it has no markup
 * of its own. What is not UTF-8, control characters, and what changes the direction of writing
 * become U+FFFD.
 */
void html_text(struct buffer *out, struct text text);

/* The same of the first characters alone, with an ellipsis where it is cut. */
void html_cut_text(struct buffer *out, struct text text, size_t n_characters);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_LISTING_JUMP_TEXT_H
#define QUERN_REPORTER_FORMAT_LISTING_JUMP_TEXT_H

/* Jumps in words. */

#include <stdbool.h>

struct buffer;
struct jump_facts;

/*
 * "63 of 64" of one with a condition, or "63 of ≥64" where that may be more; "12x" of one without.
 */
void append_jump_counts(struct buffer *to, const struct jump_facts *jump, bool is_ascii);

/* " to 117e", where it leads to, by address. */
void append_jump_address(struct buffer *to, const struct jump_facts *jump);

/*
 * A jump of a line: which way it goes, how often, and to which line: "↑ 63 of ≥64 to 13".
 */
void append_line_jump(struct buffer *to, const struct jump_facts *jump, bool is_ascii);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_TEXT_LISTING_H
#define QUERN_REPORTER_FORMAT_TEXT_LISTING_H

/* Listings of source and of instructions for people: jumps in words and as arrows beside rows. */

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "reporter/format/text_sections.h"
#include "reporter/table.h"

struct error;
struct section;

/*
 * Writes a listing in Markdown: titles, and below each a block of text, which in a difference is
 * coloured as one. Returns false when a row fails.
 */
bool write_markdown_listing(const struct text_writer *writer, const struct section *section,
                            struct error *error);

/*
 * Appends a jump: its direction, how often, and where it leads to, "↑ 63 of ≥64 to 13" or by
 * instruction "↓ 1x to g at 117e", where the text of the instruction does not say that. Where room
 * is not 0, files are named without their directories, and names elided.
 */
void append_jump(struct buffer *to, const struct table_row *row, bool is_of_instruction,
                 size_t room, bool is_ascii);

/*
 * Appends the arrows of the innermost lanes beside a row; `lanes` are the table's, or NULL where no
 * arrow passes. They take two columns more than there are lanes.
 */
void append_arrows(struct buffer *to, const unsigned char *lanes, size_t n_lanes, bool is_ascii);

#endif

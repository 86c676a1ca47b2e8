/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_FORMAT_LISTING_TEXT_INSTRUCTIONS_H
#define QUERN_REPORTER_FORMAT_LISTING_TEXT_INSTRUCTIONS_H

#include <stdbool.h>

struct error;
struct table;
struct text_writer;

/*
 * Writes a listing by instruction: costs, addresses, lines, and the instructions with arrows for
 * their jumps. False when a row fails.
 */
bool text_instructions_write(const struct text_writer *writer, const struct table *table,
                             struct error *error);

#endif

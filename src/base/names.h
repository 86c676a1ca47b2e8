/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_NAMES_H
#define QUERN_BASE_NAMES_H

/*
 * Distinct texts and their ids. Objects, files and functions have a table each, so that ids are
 * dense and can index arrays of that kind.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h" /* NO_ID */
#include "base/text.h"

struct names;

/* Returns an empty table. Free with names_free(). */
struct names *names_create(void);
void names_free(struct names *names);

/* Returns the id of the text, a new one (the old count) if the text is new. Copies the text. */
uint32_t names_add(struct names *names, struct text text);

/* Returns the id of the text, or NO_ID. */
uint32_t names_find(const struct names *names, struct text text);

/*
 * Returns the text of an id of this table, which ends in a NUL byte and lives as long as the table.
 */
struct text names_text(const struct names *names, uint32_t id);

/* Returns the same, or a text with a null pointer for NO_ID. */
struct text names_text_if_any(const struct names *names, uint32_t id);

/* Returns the number of ids, which start at 0. */
size_t names_count(const struct names *names);

#endif

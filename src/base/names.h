/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_BASE_NAMES_H
#define QUERN_BASE_NAMES_H

/*
 * Distinct texts and their ids. Objects, files and functions have a table each, so
 * that an id of a table is dense and can index arrays about that kind of thing.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/index.h" /* NO_ID */
#include "base/text.h"

struct names;

/* Returns an empty table. Free with names_free(). */
struct names *names_create(void);
void names_free(struct names *names);

/*
 * Returns the id of the text, which is a new one (the count until now) if it is not there yet.
 * Copies the text.
 */
uint32_t names_add(struct names *names, struct text text);

/*
 * Adds all names of another table, without hashing them or, where most are new, copying them: its
 * texts then live as long as this table. map[id] is set to the id here of each of its names; the
 * ids of placeholders stay as they are.
 */
void names_take_over(struct names *names, struct names *from, uint32_t *map);

/* Returns a new id without a text, which no text finds. Its text is empty and has no pointer. */
uint32_t names_add_placeholder(struct names *names);

bool names_is_placeholder(const struct names *names, uint32_t id);

/* Returns the id of the text, or NO_ID. */
uint32_t names_find(const struct names *names, struct text text);

/*
 * Returns the text of an id of this table, which ends in a NUL byte and lives as long as the table.
 */
struct text names_text(const struct names *names, uint32_t id);

/* Returns the same, and for NO_ID a text without pointer. */
struct text names_text_if_any(const struct names *names, uint32_t id);

/* Returns how many ids there are: they run from 0 to below this. */
size_t names_count(const struct names *names);

#endif

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

/* An empty table; names_free() gives it back. */
struct names *names_create(void);
void names_free(struct names *names);

/* The id of the text, a new one (the count until now) if it is not there yet. Copies the text. */
uint32_t names_add(struct names *names, struct text text);

/*
 * Adds all names of another table, without hashing or, where most are new, copying them: the texts
 * of that live as long as this one then. map[id] is set to what a name of it is here; the ids of
 * placeholders stay as they are.
 */
void names_take_over(struct names *names, struct names *from, uint32_t *map);

/* A new id without a text, which no text finds: its text is empty and without pointer. */
uint32_t names_add_placeholder(struct names *names);

bool names_is_placeholder(const struct names *names, uint32_t id);

/* The id of the text, or NO_ID. */
uint32_t names_find(const struct names *names, struct text text);

/* The text of an id of this table; it ends in a NUL byte and lives as long as the table. */
struct text names_text(const struct names *names, uint32_t id);

/* The same; for NO_ID a text without pointer. */
struct text names_text_if_any(const struct names *names, uint32_t id);

/* How many there are: ids run from 0 to below this. */
size_t names_count(const struct names *names);

#endif

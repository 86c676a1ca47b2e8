/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_ENTRY_NAMES_H
#define QUERN_REPORTER_OBJECT_ENTRY_NAMES_H

/*
 * Names functions that debug information has no linkage name of, as gcc has none of what is in
 * anonymous namespaces, of lambdas in static functions, and of templates of these. The name is put
 * together of the entries that it is in, its template arguments and its parameters, as a demangler
 * would write it if there were a symbol.
 */

#include <stdbool.h>
#include <stddef.h>

struct buffer;
struct entry_names;
struct library;

#ifdef HAVE_LIBDW

#include <elfutils/libdw.h>

/* Free with entry_names_free(). The library has to live as long. */
struct entry_names *entry_names_create(const struct library *library);
void entry_names_free(struct entry_names *names);

/*
 * Appends the name of a function. It is cut off where damage makes it endless. Returns false where
 * debug information is without types, so that other functions of the unit may have the same name.
 */
bool entry_names_append(struct entry_names *names, const Dwarf_Die *function, struct buffer *name);

/*
 * Finds the namespace, type or function that an entry is in, or the one that it refers to. Returns
 * false if there is none.
 */
bool entry_names_scope(struct entry_names *names, const Dwarf_Die *entry, Dwarf_Die *scope);

#endif

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_DEBUG_ENTRIES_H
#define QUERN_REPORTER_OBJECT_DEBUG_ENTRIES_H

/*
 * Entries of debug information: the functions of libdw, and of libelf below it, that read them and
 * are loaded only when they are asked for; a walk through them; and names of functions that have no
 * linkage name.
 */

struct buffer; /* declared without the library too: C has no source of nothing */
struct entry_names;

#ifdef HAVE_LIBDW

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stddef.h>

#define FOR_EACH_FUNCTION(DO)                                                                      \
    DO(dwfl_begin)                                                                                 \
    DO(dwfl_end)                                                                                   \
    DO(dwfl_report_offline)                                                                        \
    DO(dwfl_report_end)                                                                            \
    DO(dwfl_module_info)                                                                           \
    DO(dwfl_standard_find_debuginfo)                                                               \
    DO(dwfl_offline_section_address)                                                               \
    DO(dwfl_module_getdwarf)                                                                       \
    DO(dwfl_module_getsymtab)                                                                      \
    DO(dwfl_module_getsym)                                                                         \
    DO(dwfl_module_getelf)                                                                         \
    DO(dwarf_getelf)                                                                               \
    DO(dwarf_getalt)                                                                               \
    DO(elf_nextscn)                                                                                \
    DO(elf_getshdrstrndx)                                                                          \
    DO(elf_strptr)                                                                                 \
    DO(elf_rawdata)                                                                                \
    DO(gelf_getshdr)                                                                               \
    DO(dwarf_get_units)                                                                            \
    DO(dwarf_getsrclines)                                                                          \
    DO(dwarf_getsrcfiles)                                                                          \
    DO(dwarf_filesrc)                                                                              \
    DO(dwarf_onesrcline)                                                                           \
    DO(dwarf_lineaddr)                                                                             \
    DO(dwarf_lineno)                                                                               \
    DO(dwarf_linesrc)                                                                              \
    DO(dwarf_lineendsequence)                                                                      \
    DO(dwarf_child)                                                                                \
    DO(dwarf_siblingof)                                                                            \
    DO(dwarf_tag)                                                                                  \
    DO(dwarf_attr)                                                                                 \
    DO(dwarf_formref_die)                                                                          \
    DO(dwarf_formstring)                                                                           \
    DO(dwarf_formudata)                                                                            \
    DO(dwarf_formsdata)                                                                            \
    DO(dwarf_formflag)                                                                             \
    DO(dwarf_ranges)                                                                               \
    DO(dwarf_diecu)                                                                                \
    DO(dwarf_srclang)

#define LIBRARY_MEMBER(name) __typeof__(name) *(name);

struct library {
    FOR_EACH_FUNCTION(LIBRARY_MEMBER)
};

/* From an entry to the one that has its name. */
enum { MOST_REFERENCES = 16 };

/* Returns a text of an entry, or NULL. */
static inline const char *text_at(const struct library *library, Dwarf_Die *entry, unsigned name)
{
    Dwarf_Attribute attribute;

    return library->dwarf_attr(entry, name, &attribute) != NULL
             ? library->dwarf_formstring(&attribute)
             : NULL;
}

/* Follows a reference to another entry, if there is one. */
static inline bool follow(const struct library *library, Dwarf_Die *entry, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Die found;

    if (library->dwarf_attr(entry, name, &attribute) == NULL ||
        library->dwarf_formref_die(&attribute, &found) == NULL)
        return false;
    *entry = found;
    return true;
}

static inline const char *linkage_name(const struct library *library, Dwarf_Die *entry)
{
    const char *name = text_at(library, entry, DW_AT_linkage_name);

    return name != NULL ? name : text_at(library, entry, DW_AT_MIPS_linkage_name);
}

/*
 * Appends what a demangler makes of a mangled name of C++ or Rust, with its options. Returns false,
 * and appends nothing, where the name is none, or a few bytes of it would make any number.
 */
bool append_demangled(struct buffer *to, const char *name, int options);

/* Entries in entries, at most; what is deeper is left out. */
enum { MOST_LEVELS = 256 };

/* A walk through the entries in another one, each before those that are in it. */
struct entry_walk {
    const struct library *library;
    Dwarf_Die entries[MOST_LEVELS]; /* the one that it is at, after those that this is in */
    size_t count;                   /* of these; 0 at the end */
    bool is_damaged;                /* it ended since it would be endless */
};

/* Begins a walk at the first entry in one. */
void entry_walk_begin(struct entry_walk *walk, const struct library *library, Dwarf_Die *entry);

/* Goes on to the first entry in the current one if that is entered, and else to the one after it.
 */
void entry_walk_next(struct entry_walk *walk, bool is_entered);

/*
 * Names functions that debug information has no linkage name of, as gcc has none of what is in
 * anonymous namespaces, of lambdas in static functions, and of templates of these. The name is put
 * together of the entries that it is in, its template arguments and its parameters, as a demangler
 * would write it if there were a symbol. Free with entry_names_free(). The library has to live as
 * long.
 */
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

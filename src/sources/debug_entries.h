/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_SOURCES_DEBUG_ENTRIES_H
#define QUERN_SOURCES_DEBUG_ENTRIES_H

/*
 * Entries of debug information: the functions of libdw, and of libelf below it, that read them and
 * are loaded only when they are asked for; a walk through them, the scopes that they are in, and
 * names as Callgrind writes them.
 */

struct buffer; /* declared without the library too: C has no source of nothing */

#ifdef HAVE_LIBDW

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"
#include "base/text.h"
#include "sources/inlined_code.h"

#define FOR_EACH_FUNCTION(DO)                                                                      \
    DO(dwfl_begin)                                                                                 \
    DO(dwfl_end)                                                                                   \
    DO(dwfl_report_offline)                                                                        \
    DO(dwfl_report_end)                                                                            \
    DO(dwfl_module_info)                                                                           \
    DO(dwfl_build_id_find_debuginfo)                                                               \
    DO(dwfl_standard_find_debuginfo)                                                               \
    DO(dwfl_offline_section_address)                                                               \
    DO(dwfl_module_getdwarf)                                                                       \
    DO(dwfl_module_getsymtab)                                                                      \
    DO(dwfl_module_getsym)                                                                         \
    DO(dwarf_getalt)                                                                               \
    DO(dwarf_cu_getdwarf)                                                                          \
    DO(dwarf_cu_info)                                                                              \
    DO(dwelf_dwarf_gnu_debugaltlink)                                                               \
    DO(dwfl_version)                                                                               \
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
    DO(dwarf_getelf)                                                                               \
    DO(elf_getdata)                                                                                \
    DO(elf_getshdrstrndx)                                                                          \
    DO(elf_nextscn)                                                                                \
    DO(elf_strptr)                                                                                 \
    DO(gelf_getshdr)                                                                               \
    DO(dwarf_diecu)                                                                                \
    DO(dwarf_srclang)

#define LIBRARY_MEMBER(name) __typeof__(name) *(name);

struct library {
    FOR_EACH_FUNCTION(LIBRARY_MEMBER)
    bool *is_damaged; /* set where what an entry refers to is not there */
};

/* From an entry to the one that has its name. */
enum { MOST_REFERENCES = 16 };

/* Notes that what an attribute refers to is not there, unless it is in a file that is missing. */
static inline void note_dangling(const struct library *library, const Dwarf_Attribute *attribute)
{
    if (attribute->form != DW_FORM_GNU_strp_alt && attribute->form != DW_FORM_GNU_ref_alt)
        *library->is_damaged = true;
}

/* Returns a text of an entry, or NULL. */
static inline const char *text_at(const struct library *library, Dwarf_Die *entry, unsigned name)
{
    Dwarf_Attribute attribute;

    if (library->dwarf_attr(entry, name, &attribute) == NULL)
        return NULL;
    const char *text = library->dwarf_formstring(&attribute);
    if (text == NULL)
        note_dangling(library, &attribute);
    return text;
}

/* Follows a reference to another entry, if there is one. */
static inline bool follow(const struct library *library, Dwarf_Die *entry, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Die found;

    if (library->dwarf_attr(entry, name, &attribute) == NULL)
        return false;
    if (library->dwarf_formref_die(&attribute, &found) == NULL) {
        note_dangling(library, &attribute);
        return false;
    }
    *entry = found;
    return true;
}

static inline const char *linkage_name(const struct library *library, Dwarf_Die *entry)
{
    const char *name = text_at(library, entry, DW_AT_linkage_name);

    return name != NULL ? name : text_at(library, entry, DW_AT_MIPS_linkage_name);
}

/* Goes from an entry to one that it completes, or is an instance of, if there is one. */
static inline bool follow_declaration(const struct library *library, Dwarf_Die *entry)
{
    return follow(library, entry, DW_AT_specification) ||
           follow(library, entry, DW_AT_abstract_origin);
}

/*
 * Returns a name as Callgrind writes it, which has the same demangler: the name itself where it is
 * not mangled, or a few bytes of it would make any number. The result may be in the room.
 */
struct text demangle(struct buffer *room, const char *name);

/* A walk through the entries in another one, each before those that are in it. */
struct entry_walk {
    const struct library *library;
    Dwarf_Die entries[MOST_LEVELS]; /* the one that it is at, after those that this is in */
    size_t count;                   /* of these; 0 at the end */
    bool is_damaged;                /* it ended at what is no entry, or since it would be endless */
};

/* Begins a walk at the first entry in one. */
void entry_walk_begin(struct entry_walk *walk, const struct library *library, Dwarf_Die *entry);

/* Goes on to the first entry in the current one if that is entered, and else to the one after it.
 */
void entry_walk_next(struct entry_walk *walk, bool is_entered);

/*
 * Scopes of entries. libdw does not say what an entry is in: the scopes of a unit are noted when it
 * is first asked of. {library} is empty. Free with entry_scopes_free().
 */
struct entry_scopes {
    const struct library *library;
    struct map ids;  /* of scopes and units, by address in memory */
    uint32_t *above; /* by id: the scope that it is in, or NO_ID */
    size_t count, capacity;
};

void entry_scopes_free(struct entry_scopes *scopes);

/*
 * Finds the namespace, type or function that an entry was declared in. Returns false if it is in
 * none.
 */
bool entry_scope(struct entry_scopes *scopes, const Dwarf_Die *entry, Dwarf_Die *scope);

#endif

#endif

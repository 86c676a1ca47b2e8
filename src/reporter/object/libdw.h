/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef QUERN_REPORTER_OBJECT_LIBDW_H
#define QUERN_REPORTER_OBJECT_LIBDW_H

/*
 * The functions of libdw, and of libelf below it, that are called. They are loaded only when they
 * are asked for.
 */

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdbool.h>

#define FOR_EACH_FUNCTION(DO)                                                                      \
    DO(dwfl_begin)                                                                                 \
    DO(dwfl_end)                                                                                   \
    DO(dwfl_report_offline)                                                                        \
    DO(dwfl_report_end)                                                                            \
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

#endif

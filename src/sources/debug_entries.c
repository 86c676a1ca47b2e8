/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "sources/debug_entries.h"

#ifdef HAVE_LIBDW

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buffer.h"

enum {
    MOST_NOTED = 1 << 24,        /* scopes of all units */
    LONGEST_DEMANGLED = 1 << 16, /* bytes */
};

/* A name while a demangler writes it, which nothing but a jump can stop. */
struct demangling {
    struct buffer *to;
    jmp_buf is_too_long;
};

static void take_demangled(const char *text, size_t length, void *context)
{
    struct demangling *demangling = context;

    if (demangling->to->length + length > LONGEST_DEMANGLED)
        longjmp(demangling->is_too_long, 1);
    buffer_append(demangling->to, (struct text){text, length});
}

/* Puts what a demangler makes of a name into the room. Returns false where it makes nothing. */
static bool put_demangled(struct buffer *room, const char *name)
{
    enum { OPTIONS = DMGL_ANSI | DMGL_PARAMS };
    struct demangling demangling = {.to = room};

    room->length = 0;
    if (setjmp(demangling.is_too_long) != 0)
        return false;
    if (rust_demangle_callback(name, OPTIONS, take_demangled, &demangling) != 0)
        return true;
    room->length = 0;
    return cplus_demangle_v3_callback(name, OPTIONS, take_demangled, &demangling) != 0;
}

struct text demangle(struct buffer *room, const char *name)
{
    bool may_be_mangled = name[0] == '_' && (name[1] == 'Z' || name[1] == 'R');

    return may_be_mangled && put_demangled(room, name) ? buffer_text(room) : text_of(name);
}

/* Ends a walk, or has it go on at the last of its entries. Below 0 there was no telling which. */
static void settle_walk(struct entry_walk *walk, int result, const void *last)
{
    /*
     * Entries come at ascending addresses. A damaged reference to the next one of a level leads
     * into what was walked, at each level again.
     */
    walk->is_damaged =
        result < 0 ||
        (walk->count != 0 && (uintptr_t)walk->entries[walk->count - 1].addr <= (uintptr_t)last);
    if (walk->is_damaged)
        walk->count = 0;
}

void entry_walk_begin(struct entry_walk *walk, const struct library *library, Dwarf_Die *entry)
{
    walk->library = library;
    int result = library->dwarf_child(entry, &walk->entries[0]);
    walk->count = result == 0;
    settle_walk(walk, result, entry->addr);
}

void entry_walk_next(struct entry_walk *walk, bool is_entered)
{
    const struct library *library = walk->library;
    Dwarf_Die *at = &walk->entries[walk->count - 1];
    const void *last = at->addr;
    int result = is_entered && walk->count < MOST_LEVELS ? library->dwarf_child(at, at + 1) : 1;

    if (result == 0)
        walk->count++;
    else
        while (result >= 0 && walk->count != 0 &&
               (result = library->dwarf_siblingof(&walk->entries[walk->count - 1],
                                                  &walk->entries[walk->count - 1])) > 0)
            walk->count--;
    settle_walk(walk, result, last);
}

/*
 * Notes the scope of an entry: *above is its id, or NO_ID. Sets *below to the scope of what is in
 * the entry. Returns false if no scope or function is in it.
 */
static bool note_scope(struct entry_scopes *scopes, Dwarf_Die *entry, const uint32_t *above,
                       uint32_t *below)
{
    switch (scopes->library->dwarf_tag(entry)) {
    case DW_TAG_lexical_block:
        *below = *above;
        return true;
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_subprogram:
        break;
    default:
        return false;
    }
    *below = map_add(&scopes->ids, (uintptr_t)entry->addr, 0);
    if (*below == scopes->count)
        ARRAY_ADD(scopes->above, scopes->count, scopes->capacity, *above);
    return true;
}

/* Notes the scopes of a unit; the unit itself stands for all that is in no scope. */
static void note_unit(struct entry_scopes *scopes, Dwarf_Die *unit)
{
    uint32_t above[MOST_LEVELS + 1] = {NO_ID}; /* by level */
    struct entry_walk walk;

    map_add(&scopes->ids, (uintptr_t)unit->addr, 0);
    ARRAY_ADD(scopes->above, scopes->count, scopes->capacity, NO_ID);
    entry_walk_begin(&walk, scopes->library, unit);
    while (walk.count != 0 && scopes->count < MOST_NOTED) {
        size_t level = walk.count - 1;
        entry_walk_next(&walk,
                        note_scope(scopes, &walk.entries[level], &above[level], &above[level + 1]));
    }
}

bool entry_scope(struct entry_scopes *scopes, const Dwarf_Die *entry, Dwarf_Die *scope)
{
    Dwarf_Die declared = *entry, unit;

    for (size_t i = 0; i < MOST_REFERENCES && follow_declaration(scopes->library, &declared);)
        i++;
    if (scopes->library->dwarf_diecu(&declared, &unit, NULL, NULL) == NULL)
        return false;
    if (map_find(&scopes->ids, (uintptr_t)unit.addr, 0) == NO_ID)
        note_unit(scopes, &unit);
    uint32_t id = map_find(&scopes->ids, (uintptr_t)declared.addr, 0);
    if (id == NO_ID || scopes->above[id] == NO_ID)
        return false;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): the key was one */
    void *at = (void *)(uintptr_t)scopes->ids.keys[scopes->above[id]].from;
    *scope = (Dwarf_Die){.addr = at, .cu = declared.cu};
    return true;
}

void entry_scopes_free(struct entry_scopes *scopes)
{
    map_free(&scopes->ids);
    free(scopes->above);
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Walks the debug information of an object with libdw, which is loaded only when needed. Each unit
 * is walked once: asking libdw for the functions at an address would walk it again for each
 * address.
 */

#include "sources/inlined_code.h"

#ifdef HAVE_LIBDW

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <inttypes.h>
#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/map.h"
#include "base/names.h"
#include "base/number.h"
#include "profile/name_pieces.h"
#include "sources/source.h"

/*
 * Limits on entries, ranges and lines of an object to visit, and on bytes of names: a few damaged
 * bytes can produce any number.
 */
enum { MOST_PIECES = 1 << 25, MOST_BYTES = 1 << 29 };

/* Limits on nested entries, recorded scopes, scopes of a name, and bytes of their names. */
enum { MOST_LEVELS = 256, MOST_NOTED = 1 << 24, MOST_SCOPES = 64, LONGEST_SCOPES = 20000 };

#define FOR_EACH_FUNCTION(DO)                                                                      \
    DO(dwfl_begin)                                                                                 \
    DO(dwfl_end)                                                                                   \
    DO(dwfl_report_offline)                                                                        \
    DO(dwfl_report_end)                                                                            \
    DO(dwfl_module_info)                                                                           \
    DO(dwfl_build_id_find_debuginfo)                                                               \
    DO(dwfl_offline_section_address)                                                               \
    DO(dwfl_module_getdwarf)                                                                       \
    DO(dwfl_module_getsymtab)                                                                      \
    DO(dwfl_module_getsym)                                                                         \
    DO(dwarf_cu_info)                                                                              \
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
    DO(dwarf_attr_integrate)                                                                       \
    DO(dwarf_decl_file)                                                                            \
    DO(dwarf_formref_die)                                                                          \
    DO(dwarf_formstring)                                                                           \
    DO(dwarf_formudata)                                                                            \
    DO(dwarf_formflag)                                                                             \
    DO(dwarf_ranges)                                                                               \
    DO(dwarf_diecu)                                                                                \
    DO(dwarf_srclang)

#define LIBRARY_MEMBER(name) __typeof__(name) *(name);
#define LISTED(name) {#name, offsetof(struct library, name)},

struct library {
    FOR_EACH_FUNCTION(LIBRARY_MEMBER)
};

/* Loads the library, which is never closed. The file name has the version of its interface. */
static bool load(struct library *library)
{
    static const struct {
        const char *name;
        size_t at;
    } wanted[] = {FOR_EACH_FUNCTION(LISTED)};
    void *handle = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
    bool is_loaded = handle != NULL;

    for (size_t i = 0; i < ARRAY_LENGTH(wanted) && is_loaded; i++) {
        void *symbol = dlsym(handle, wanted[i].name);
        is_loaded = symbol != NULL;
        /*
         * C cannot convert a pointer to an object into one to a function, but POSIX guarantees that
         * their bytes agree.
         */
        memcpy((char *)library + wanted[i].at, &symbol, sizeof symbol);
    }
    return is_loaded;
}

bool debug_information_can_be_read(void)
{
    struct library library;

    return load(&library);
}

/* The entry that all instances of a function refer to. */
struct origin {
    Dwarf_Die entry;
    uint64_t address;  /* where an instance with a symbol begins, or 0 */
    uint32_t function; /* its id, or NO_ID until it has one */
};

/* Code of a node, including code inlined into it, or code of a line. */
struct piece {
    uint64_t begin, end;
    uint64_t number; /* of the line */
    uint32_t file;
    uint32_t node; /* NO_ID: code of a line */
};

/* A symbol of a function; the module owns its name. */
struct function_symbol {
    uint64_t address;
    const char *name;
    int order; /* in the object */
};

/* The state while an object is read. */
struct reading {
    struct library library;
    struct inlined_code *code;
    struct code_point *wanted; /* ascending addresses; by line those of the functions, each with its
                                  number as its node */
    size_t n_wanted, wanted_capacity;
    bool is_by_line;
    size_t n_looked_at, n_bytes; /* see MOST_PIECES */
    bool is_damaged;
    struct function_symbol *symbols; /* ascending */
    size_t n_symbols, symbol_capacity;
    struct map origin_ids; /* by the address of the entry in memory */
    struct origin *origins;
    size_t n_origins, origin_capacity;
    uint32_t *origin_of; /* by node */
    size_t origin_of_capacity;
    struct map file_ids; /* by the address of the path in memory: */
    uint32_t *file_of;   /* index among the code's files */
    size_t n_files, file_capacity;

    /*
     * Scopes of entries, by address in memory. libdw does not say what an entry is in: those of a
     * unit are noted when it is first asked for.
     */
    struct map scope_ids; /* of scopes and units */
    uint32_t *above;      /* by id: the scope that it is in, or NO_ID */
    size_t n_scopes, scope_capacity;
    struct map scoped_ids; /* (unit, name) of functions that are named by their scopes: */
    uint32_t *n_of_scoped; /* how many have that name */
    size_t n_scoped, scoped_capacity;

    /* The current unit: */
    size_t first_node;
    Dwarf_Files *unit_files; /* NULL: none are known */
    size_t n_unit_files;
    const char *directory; /* base of relative paths; NULL if unknown */
    struct piece *pieces;  /* nodes before those they contain, and then lines */
    size_t n_pieces, piece_capacity;
    struct code_point *points; /* by line: starts and ends of pieces */
    size_t point_capacity;
};

/* Returns whether the object is damaged, or large enough to suggest an attack on memory. */
static bool is_too_much(const struct reading *reading)
{
    return reading->is_damaged || reading->n_looked_at >= MOST_PIECES ||
           reading->n_bytes >= MOST_BYTES;
}

/* Returns a text of an entry, or of the one that it is an instance of or completes, or NULL. */
static const char *text_at(const struct library *library, Dwarf_Die *entry, unsigned name)
{
    Dwarf_Attribute attribute;

    return library->dwarf_attr_integrate(entry, name, &attribute) != NULL
             ? library->dwarf_formstring(&attribute)
             : NULL;
}

/* Follows a reference to another entry, if there is one. */
static bool follow(const struct library *library, Dwarf_Die *entry, unsigned name)
{
    Dwarf_Attribute attribute;

    return library->dwarf_attr(entry, name, &attribute) != NULL &&
           library->dwarf_formref_die(&attribute, entry) != NULL;
}

/*
 * Returns a name as Callgrind writes it, which has the same demangler: the name itself where it is
 * not mangled. The caller frees the room, which the result may be in.
 */
static struct text demangle(const char *name, char **room)
{
    *room = name[0] == '_' && (name[1] == 'Z' || name[1] == 'R')
              ? cplus_demangle(name, DMGL_ANSI | DMGL_PARAMS)
              : NULL;
    return text_of(*room != NULL ? *room : name);
}

/*
 * Adds a name or path, and keeps it in one line, as those of profiles are: a second one would be
 * read as a line of its own where a profile is written.
 */
static uint32_t add_text(struct reading *reading, struct names *names, struct text text)
{
    struct buffer line = {0};

    reading->n_bytes += text.length;
    buffer_append(&line, text);
    for (size_t i = 0; i < line.length; i++)
        if (line.at[i] == '\n' || line.at[i] == '\r')
            line.at[i] = '?';
    uint32_t id = names_add(names, buffer_text(&line));
    free(line.at);
    return id;
}

/*
 * Returns the id of a path that the library has of a unit, or NO_ID. It leaves relative ones as
 * they are, which Valgrind puts the compiler's directory before.
 */
static uint32_t add_file(struct reading *reading, const char *path, const char *directory)
{
    if (path == NULL)
        return NO_ID;
    uint32_t id = map_add(&reading->file_ids, (uintptr_t)path, 0);
    if (id == reading->n_files) {
        struct buffer whole = {0};
        if (path[0] != '/' && directory != NULL)
            buffer_print(&whole, "%s/", directory);
        buffer_append(&whole, text_of(path));
        ARRAY_ADD(reading->file_of, reading->n_files, reading->file_capacity,
                  add_text(reading, reading->code->files, buffer_text(&whole)));
        free(whole.at);
    }
    return reading->file_of[id];
}

/* A walk through the descendants of an entry, parents first. */
struct entry_walk {
    Dwarf_Die entries[MOST_LEVELS]; /* the current entry, after its ancestors */
    size_t count;                   /* depth; 0 at the end */
};

/*
 * Continues with the first child of the current entry if it is entered, or else with the next
 * entry.
 */
static void walk_on(struct reading *reading, struct entry_walk *walk, bool is_entered)
{
    const struct library *library = &reading->library;
    Dwarf_Die *at = &walk->entries[walk->count - 1];
    int result = is_entered && walk->count < MOST_LEVELS ? library->dwarf_child(at, at + 1) : 1;

    reading->n_looked_at++;
    if (result == 0)
        walk->count++;
    while (result > 0 && walk->count != 0) {
        at = &walk->entries[walk->count - 1];
        result = library->dwarf_siblingof(at, at);
        walk->count -= result > 0;
    }
    reading->is_damaged |= result < 0;
    if (is_too_much(reading))
        walk->count = 0;
}

/* Begins a walk at the first child of an entry. */
static void begin_walk(struct reading *reading, struct entry_walk *walk, Dwarf_Die *entry)
{
    int result = reading->library.dwarf_child(entry, &walk->entries[0]);

    walk->count = result == 0;
    reading->is_damaged |= result < 0;
}

/* Returns the id of the origin of a function's entry. */
static uint32_t find_origin(struct reading *reading, const Dwarf_Die *entry)
{
    enum { MOST_REFERENCES = 16 };
    Dwarf_Die origin = *entry;

    for (size_t i = 0; i < MOST_REFERENCES; i++)
        if (!follow(&reading->library, &origin, DW_AT_abstract_origin))
            break;
    uint32_t id = map_add(&reading->origin_ids, (uintptr_t)origin.addr, 0);
    if (id == reading->n_origins) {
        ARRAY_ADD(reading->origins, reading->n_origins, reading->origin_capacity,
                  (struct origin){origin, 0, NO_ID});
    }
    return id;
}

/* Returns the index of the first wanted address in a range, or NO_ID. */
static uint32_t find_wanted(const struct reading *reading, uint64_t begin, uint64_t end)
{
    size_t at = code_points_find(reading->wanted, reading->n_wanted, begin);

    return at < reading->n_wanted && reading->wanted[at].address < end ? (uint32_t)at : NO_ID;
}

/* Goes on to the next range of an entry, from 0 on. Returns false at the end, and at damage. */
static bool next_range(struct reading *reading, Dwarf_Die *entry, ptrdiff_t *at, Dwarf_Addr *base,
                       Dwarf_Addr *begin, Dwarf_Addr *end)
{
    if (is_too_much(reading))
        return false;
    *at = reading->library.dwarf_ranges(entry, *at, base, begin, end);
    reading->is_damaged = *at < 0;
    reading->n_looked_at++;
    return *at > 0;
}

/* Adds the node of an entry. Returns NO_ID for a function with a symbol that is not wanted. */
static uint32_t add_node(struct reading *reading, Dwarf_Die *entry, uint32_t parent)
{
    struct inlined_code *code = reading->code;
    struct code_node node = {
        .call_file = NO_ID, .parent = parent, .function = NO_ID, .host = NO_ID};
    uint32_t id = (uint32_t)code->n_nodes, wanted = NO_ID;
    size_t first = reading->n_pieces;
    Dwarf_Addr base = 0, begin, end;

    for (ptrdiff_t at = 0; next_range(reading, entry, &at, &base, &begin, &end);) {
        if (begin <= 1 || begin >= end) /* linkers leave there what they discard */
            continue;
        node.address = node.address == 0 ? begin : node.address;
        wanted = wanted == NO_ID ? find_wanted(reading, begin, end) : wanted;
        ARRAY_ADD(reading->pieces, reading->n_pieces, reading->piece_capacity,
                  (struct piece){begin, end, 0, NO_ID, id});
    }
    if (parent == NO_ID && node.address == 0)
        return NO_ID;
    uint32_t origin = find_origin(reading, entry);
    if (parent == NO_ID)
        reading->origins[origin].address = node.address;
    if (parent == NO_ID && wanted == NO_ID) {
        reading->n_pieces = first;
        return NO_ID;
    }
    if (reading->is_by_line)
        node.host = parent != NO_ID ? code->nodes[parent].host : reading->wanted[wanted].node;
    ARRAY_GROW(reading->origin_of, code->n_nodes, reading->origin_of_capacity);
    reading->origin_of[id] = origin;
    ARRAY_ADD(code->nodes, code->n_nodes, code->node_capacity, node);
    return id;
}

/* Records where the function of a node was inlined. */
static void note_call(struct reading *reading, Dwarf_Die *entry, struct code_node *node)
{
    const struct library *library = &reading->library;
    Dwarf_Attribute attribute;
    Dwarf_Word file, line;

    if (library->dwarf_attr(entry, DW_AT_call_file, &attribute) == NULL ||
        library->dwarf_formudata(&attribute, &file) != 0 || file >= reading->n_unit_files ||
        library->dwarf_attr(entry, DW_AT_call_line, &attribute) == NULL ||
        library->dwarf_formudata(&attribute, &line) != 0 || line > UINT32_MAX)
        return;
    node->call_file =
        add_file(reading, library->dwarf_filesrc(reading->unit_files, (size_t)file, NULL, NULL),
                 reading->directory);
    node->call_line = line;
}

/*
 * Adds the code of an entry in a node, and sets which the entries in it are in. Returns false if
 * there can be no code in them.
 */
static bool enter(struct reading *reading, Dwarf_Die *entry, uint32_t node, uint32_t *below)
{
    *below = node;
    switch (reading->library.dwarf_tag(entry)) {
    case DW_TAG_subprogram:
        *below = add_node(reading, entry, NO_ID);
        return true;
    case DW_TAG_inlined_subroutine:
        if (node == NO_ID)
            return false;
        *below = add_node(reading, entry, node);
        note_call(reading, entry, &reading->code->nodes[*below]);
        return true;
    case DW_TAG_namespace:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_module:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_with_stmt:
    case DW_TAG_common_block:
        return true;
    default:
        return false;
    }
}

static void add_nodes(struct reading *reading, Dwarf_Die *unit)
{
    uint32_t nodes[MOST_LEVELS + 1] = {NO_ID}; /* by level: the node that contains its entries */
    struct entry_walk walk;

    begin_walk(reading, &walk, unit);
    while (walk.count != 0) {
        uint32_t *at = &nodes[walk.count - 1];
        walk_on(reading, &walk, enter(reading, &walk.entries[walk.count - 1], *at, at + 1));
    }
}

/* Adds the lines of a unit, by address those that have one. */
static void add_lines(struct reading *reading, Dwarf_Die *unit)
{
    const struct library *library = &reading->library;
    Dwarf_Attribute attribute;
    Dwarf_Lines *lines;
    size_t count = 0;

    if (library->dwarf_getsrclines(unit, &lines, &count) != 0)
        reading->is_damaged |= library->dwarf_attr(unit, DW_AT_stmt_list, &attribute) != NULL;
    for (size_t i = 0; i + 1 < count && !is_too_much(reading); i++, reading->n_looked_at++) {
        Dwarf_Line *line = library->dwarf_onesrcline(lines, i),
                   *next = library->dwarf_onesrcline(lines, i + 1);
        Dwarf_Addr begin, end;
        bool is_end = true;
        int number;
        if (library->dwarf_lineaddr(line, &begin) != 0 ||
            library->dwarf_lineaddr(next, &end) != 0 || begin >= end ||
            library->dwarf_lineendsequence(line, &is_end) != 0 || is_end ||
            library->dwarf_lineno(line, &number) != 0 || number < 0 ||
            (!reading->is_by_line && find_wanted(reading, begin, end) == NO_ID))
            continue;
        ARRAY_ADD(reading->pieces, reading->n_pieces, reading->piece_capacity,
                  (struct piece){begin, end, (uint64_t)number,
                                 add_file(reading, library->dwarf_linesrc(line, NULL, NULL),
                                          reading->directory),
                                 NO_ID});
    }
}

/*
 * Assigns the points in each piece to it; of nested pieces the last one counts. Lines count only
 * within functions of their unit: those of discarded code may extend anywhere.
 */
static void paint(const struct reading *reading, struct code_point *points, size_t count)
{
    for (size_t i = 0; i < reading->n_pieces; i++) {
        const struct piece *piece = &reading->pieces[i];
        for (size_t at = code_points_find(points, count, piece->begin);
             at < count && points[at].address < piece->end; at++) {
            if (piece->node != NO_ID) {
                points[at].node = piece->node;
            } else if (points[at].node != NO_ID && points[at].node >= reading->first_node) {
                points[at].file = piece->file;
                points[at].number = piece->number;
            }
        }
    }
}

static int compare_points(const void *left, const void *right)
{
    const struct code_point *a = left, *b = right;

    return number_compare(a->address, b->address);
}

/* Adds all points of a unit where the line or node of a wanted function's code changes. */
static void add_points(struct reading *reading)
{
    struct inlined_code *code = reading->code;
    size_t n_points = 0, count = 0;

    for (size_t i = 0; i < reading->n_pieces; i++) {
        const struct piece *piece = &reading->pieces[i];
        const uint64_t ends[] = {piece->begin, piece->end};
        for (size_t j = 0; j < ARRAY_LENGTH(ends); j++)
            ARRAY_ADD(reading->points, n_points, reading->point_capacity,
                      (struct code_point){ends[j], 0, NO_ID, NO_ID});
    }
    ARRAY_SORT(reading->points, n_points, compare_points);
    for (size_t i = 0; i < n_points; i++)
        if (count == 0 || reading->points[count - 1].address != reading->points[i].address)
            reading->points[count++] = reading->points[i];
    paint(reading, reading->points, count);
    for (size_t i = 0; i < count; i++)
        if (reading->points[i].node != NO_ID && reading->points[i].number != 0)
            ARRAY_ADD(code->points, code->n_points, code->point_capacity, reading->points[i]);
}

/* Returns whether a unit may contain wanted code. */
static bool has_wanted_code(struct reading *reading, Dwarf_Die *unit)
{
    Dwarf_Addr base = 0, begin, end;
    bool has_ranges = false;

    for (ptrdiff_t at = 0; next_range(reading, unit, &at, &base, &begin, &end);) {
        has_ranges = true;
        if (find_wanted(reading, begin, end) != NO_ID)
            return true;
    }
    return !has_ranges;
}

/* Reads the wanted code of all units. A unit may be described in a separate file. */
static void read_units(struct reading *reading, Dwarf *debug)
{
    const struct library *library = &reading->library;
    Dwarf_CU *unit = NULL;
    Dwarf_Die entry, split;
    int result = 0;

    while (!is_too_much(reading) &&
           (result = library->dwarf_get_units(debug, unit, &unit, NULL, NULL, &entry, NULL)) == 0) {
        split = (Dwarf_Die){0};
        if (!has_wanted_code(reading, &entry) ||
            library->dwarf_cu_info(unit, NULL, NULL, NULL, &split, NULL, NULL, NULL) != 0)
            continue;
        Dwarf_Die *described = split.addr != NULL ? &split : &entry;
        if (library->dwarf_tag(described) != DW_TAG_compile_unit)
            continue;
        reading->n_pieces = 0;
        reading->first_node = reading->code->n_nodes;
        reading->directory = text_at(library, described, DW_AT_comp_dir);
        if (library->dwarf_getsrcfiles(described, &reading->unit_files, &reading->n_unit_files) !=
            0)
            reading->n_unit_files = 0;
        add_nodes(reading, described);
        add_lines(reading, &entry);
        if (reading->is_by_line)
            add_points(reading);
        else
            paint(reading, reading->wanted, reading->n_wanted);
    }
    reading->is_damaged |= result < 0;
}

/*
 * Records the scope of an entry: above is its id, or NO_ID. Sets *below to the scope of its
 * children. Returns false if it contains no scope or function.
 */
static bool note_scope(struct reading *reading, Dwarf_Die *entry, uint32_t above, uint32_t *below)
{
    switch (reading->library.dwarf_tag(entry)) {
    case DW_TAG_lexical_block:
        *below = above;
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
    *below = map_add(&reading->scope_ids, (uintptr_t)entry->addr, 0);
    if (*below == reading->n_scopes)
        ARRAY_ADD(reading->above, reading->n_scopes, reading->scope_capacity, above);
    return true;
}

/* Records the scopes of a unit; the unit itself is the scope of everything else. */
static void note_scopes(struct reading *reading, Dwarf_Die *unit)
{
    uint32_t above[MOST_LEVELS + 1] = {NO_ID}; /* by level */
    struct entry_walk walk;

    map_add(&reading->scope_ids, (uintptr_t)unit->addr, 0);
    ARRAY_ADD(reading->above, reading->n_scopes, reading->scope_capacity, NO_ID);
    begin_walk(reading, &walk, unit);
    while (walk.count != 0 && reading->n_scopes < MOST_NOTED) {
        size_t level = walk.count - 1;
        walk_on(reading, &walk,
                note_scope(reading, &walk.entries[level], above[level], &above[level + 1]));
    }
}

/*
 * Finds the namespace, type or function that an entry was declared in. Returns false if it is in
 * none.
 */
static bool find_scope(struct reading *reading, const Dwarf_Die *entry, Dwarf_Die *scope)
{
    const struct library *library = &reading->library;
    Dwarf_Die declared = *entry, unit;

    (void)follow(library, &declared, DW_AT_abstract_origin);
    (void)follow(library, &declared, DW_AT_specification);
    if (library->dwarf_diecu(&declared, &unit, NULL, NULL) == NULL)
        return false;
    if (map_find(&reading->scope_ids, (uintptr_t)unit.addr, 0) == NO_ID)
        note_scopes(reading, &unit);
    uint32_t id = map_find(&reading->scope_ids, (uintptr_t)declared.addr, 0);
    if (id == NO_ID || reading->above[id] == NO_ID)
        return false;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): the key was one */
    void *at = (void *)(uintptr_t)reading->scope_ids.keys[reading->above[id]].from;
    *scope = (Dwarf_Die){.addr = at, .cu = declared.cu};
    return true;
}

/* Appends the scopes of a function, each with "::"; libdw has no name for some. */
static void append_scopes(struct reading *reading, const Dwarf_Die *entry, const char *base,
                          struct buffer *to)
{
    const struct library *library = &reading->library;
    Dwarf_Die scopes[MOST_SCOPES], at = *entry;
    bool is_of_lambda = strncmp(base, "operator()", strlen("operator()")) == 0 ||
                        strcmp(base, "_FUN") == 0; /* gcc's name for a pointer to it */
    size_t count = 0;

    for (; count < MOST_SCOPES && find_scope(reading, &at, &scopes[count]); count++)
        at = scopes[count];
    while (count-- != 0) {
        bool is_namespace = library->dwarf_tag(&scopes[count]) == DW_TAG_namespace;
        const char *name = text_at(library, &scopes[count], DW_AT_name);
        if (name == NULL)
            name = is_namespace               ? "(anonymous namespace)"
                 : count == 0 && is_of_lambda ? "{lambda}"
                                              : "{unnamed}";
        if (to->length + strlen(name) > LONGEST_SCOPES)
            break;
        buffer_print(to, "%s::", name);
    }
}

/*
 * Numbers a name that other functions of the unit had before: without parameters, overloaded
 * functions share one, and so do lambdas.
 */
static void append_number(struct reading *reading, const Dwarf_Die *unit, struct buffer *name)
{
    uint32_t id = map_add(&reading->scoped_ids, (uintptr_t)unit->addr,
                          names_add(reading->code->names, buffer_text(name)));

    if (id == reading->n_scoped)
        ARRAY_ADD(reading->n_of_scoped, reading->n_scoped, reading->scoped_capacity, 0);
    if (++reading->n_of_scoped[id] != 1)
        buffer_print(name, "#%" PRIu32, reading->n_of_scoped[id]);
}

/* Returns the mangled symbol at an address, or NULL. */
static const char *find_mangled(const struct reading *reading, uint64_t address)
{
    size_t low = 0;

    for (size_t high = reading->n_symbols; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (reading->symbols[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == reading->n_symbols || reading->symbols[low].address != address)
        return NULL;
    const char *name = reading->symbols[low].name;
    return name[0] == '_' && (name[1] == 'Z' || name[1] == 'R') ? name : NULL;
}

/*
 * Names a function: by its linkage name; where it has none, as in anonymous namespaces of C++, by
 * the symbol of an instance that has one; else by its own name, but in C with its scopes.
 */
static uint32_t add_name(struct reading *reading, struct origin *origin)
{
    const struct library *library = &reading->library;
    const char *mangled = text_at(library, &origin->entry, DW_AT_linkage_name),
               *base = text_at(library, &origin->entry, DW_AT_name);
    struct buffer scoped = {0};
    char *room = NULL;
    Dwarf_Die unit;

    mangled = mangled != NULL ? mangled : text_at(library, &origin->entry, DW_AT_MIPS_linkage_name);
    mangled = mangled != NULL ? mangled : find_mangled(reading, origin->address);
    const char *symbol = mangled != NULL ? mangled : base;
    if (symbol == NULL || library->dwarf_diecu(&origin->entry, &unit, NULL, NULL) == NULL) {
        reading->is_damaged = true;
        return 0;
    }
    int language = library->dwarf_srclang(&unit);
    bool is_of_c = language == DW_LANG_C89 || language == DW_LANG_C || language == DW_LANG_C99 ||
                   language == DW_LANG_C11;
    if (mangled == NULL && !is_of_c) {
        append_scopes(reading, &origin->entry, symbol, &scoped);
        buffer_append(&scoped, text_of(symbol));
        append_number(reading, &unit, &scoped);
    }
    struct text name = scoped.length != 0 ? buffer_text(&scoped) : demangle(symbol, &room);
    uint32_t id = add_text(reading, reading->code->names, name);
    free(scoped.at);
    free(room);
    return id;
}

/* Returns the id of the file that an entry is declared in, or NO_ID. */
static uint32_t find_file(struct reading *reading, Dwarf_Die *entry)
{
    const struct library *library = &reading->library;
    Dwarf_Die unit;

    if (library->dwarf_diecu(entry, &unit, NULL, NULL) == NULL)
        return NO_ID;
    return add_file(reading, library->dwarf_decl_file(entry),
                    text_at(library, &unit, DW_AT_comp_dir));
}

/* Adds the function of an origin, each name and file once. */
static void add_function(struct reading *reading, struct origin *origin, struct map *ids)
{
    const struct library *library = &reading->library;
    struct inlined_code *code = reading->code;
    Dwarf_Die scope;
    Dwarf_Attribute attribute;
    bool is_external = false;

    uint32_t name = add_name(reading, origin), file = find_file(reading, &origin->entry);
    /* The call operator of a lambda has no file: its class has one. */
    if (file == NO_ID && find_scope(reading, &origin->entry, &scope))
        file = find_file(reading, &scope);
    if (library->dwarf_attr_integrate(&origin->entry, DW_AT_external, &attribute) != NULL)
        (void)library->dwarf_formflag(&attribute, &is_external);
    is_external = is_external || library->dwarf_attr_integrate(&origin->entry, DW_AT_linkage_name,
                                                               &attribute) != NULL;
    origin->function = map_add(ids, name, file);
    if (origin->function == code->n_functions)
        ARRAY_ADD(code->functions, code->n_functions, code->function_capacity,
                  (struct code_function){name, file, !is_external});
}

/* Names all inlined functions, in the order found. */
static void name_functions(struct reading *reading)
{
    struct inlined_code *code = reading->code;
    struct map ids = {0};

    for (size_t i = 0; i < code->n_nodes && !is_too_much(reading); i++) {
        struct origin *origin = &reading->origins[reading->origin_of[i]];
        if (code->nodes[i].parent == NO_ID)
            continue;
        if (origin->function == NO_ID)
            add_function(reading, origin, &ids);
        code->nodes[i].function = origin->function;
    }
    map_free(&ids);
}

static int compare_symbols(const void *left, const void *right)
{
    const struct function_symbol *a = left, *b = right;
    int order = number_compare(a->address, b->address);

    return order != 0 ? order : a->order - b->order;
}

/* Finds the symbols of functions. The library would scan all of them for each address. */
static void find_symbols(struct reading *reading, Dwfl_Module *module, Dwarf_Addr bias)
{
    const struct library *library = &reading->library;
    int count = library->dwfl_module_getsymtab(module);

    for (int i = 0; i < count; i++) {
        GElf_Sym symbol;
        const char *name = library->dwfl_module_getsym(module, i, &symbol, NULL);
        int type = GELF_ST_TYPE(symbol.st_info);
        if (name != NULL && (type == STT_FUNC || type == STT_GNU_IFUNC) && name[0] != '\0')
            ARRAY_ADD(reading->symbols, reading->n_symbols, reading->symbol_capacity,
                      (struct function_symbol){symbol.st_value - bias, name, i});
    }
    ARRAY_SORT(reading->symbols, reading->n_symbols, compare_symbols);
}

/* Records the start of the functions whose lines are wanted. */
static void want_functions(struct reading *reading, const struct names *functions)
{
    for (size_t i = 0; i < reading->n_symbols && !is_too_much(reading); i++) {
        char *room;
        struct text name = demangle(reading->symbols[i].name, &room);
        uint32_t function = names_find(functions, plain_name(name));
        reading->n_bytes += name.length;
        if (function != NO_ID)
            ARRAY_ADD(reading->wanted, reading->n_wanted, reading->wanted_capacity,
                      (struct code_point){reading->symbols[i].address, 0, NO_ID, function});
        free(room);
    }
}

/*
 * Finds the file with the debug information of a module, or a part shared by several: by its build
 * id, or by a link relative to the folder of the linking file. The library's own search would load
 * another library to query the network, and open other things than files.
 */
static int find_debug_file(Dwfl_Module *module, void **data, const char *module_name,
                           Dwarf_Addr base, const char *path, const char *link, GElf_Word checksum,
                           char **found)
{
    static const char *const formats[] = {"%.*s%s", "%.*s.debug/%s", "/usr/lib/debug/%.*s%s"};
    const struct library *library = *data;
    struct text folder = text_of(path != NULL ? path : "");
    int descriptor = library->dwfl_build_id_find_debuginfo(module, data, module_name, base, path,
                                                           link, checksum, found);

    folder.length -= path_base(folder).length;
    for (size_t i = 0; i < ARRAY_LENGTH(formats) && descriptor < 0 && link != NULL; i++) {
        struct buffer tried = {0};
        struct stat status;
        if (i == 1 && link[0] == '/')
            continue; /* it would be in the current directory */
        buffer_print(&tried, formats[i], link[0] == '/' ? 0 : (int)folder.length, folder.at, link);
        descriptor = open_regular(buffer_string(&tried), &status);
        if (descriptor >= 0)
            *found = tried.at;
        else
            free(tried.at);
    }
    return descriptor;
}

/* Reads the debug information of the one module. */
static enum inlined_code_status read_module(struct reading *reading, Dwfl *session,
                                            const struct source *object,
                                            const struct wanted_code *wanted)
{
    const struct library *library = &reading->library;
    struct inlined_code *code = reading->code;
    Dwfl_Module *module =
        library->dwfl_report_offline(session, "", object->path, dup(fileno(object->stream)));
    Dwarf_Addr bias;
    void **data;

    library->dwfl_report_end(session, NULL, NULL);
    if (module == NULL)
        return INLINED_CODE_NONE;
    library->dwfl_module_info(module, &data, NULL, NULL, NULL, NULL, NULL, NULL);
    *data = &reading->library;
    Dwarf *debug = library->dwfl_module_getdwarf(module, &bias);
    if (debug == NULL)
        return INLINED_CODE_NONE;
    find_symbols(reading, module, bias);
    if (reading->is_by_line)
        want_functions(reading, wanted->functions);
    for (size_t i = 0; !reading->is_by_line && i < wanted->n_addresses; i++)
        ARRAY_ADD(reading->wanted, reading->n_wanted, reading->wanted_capacity,
                  (struct code_point){wanted->addresses[i], 0, NO_ID, NO_ID});
    read_units(reading, debug);
    if (!reading->is_by_line) {
        code->points = reading->wanted;
        code->n_points = reading->n_wanted;
        reading->wanted = NULL;
    }
    name_functions(reading);
    if (is_too_much(reading))
        code->n_nodes = code->n_points = code->n_functions = 0;
    return is_too_much(reading) ? INLINED_CODE_DAMAGED
         : code->n_nodes == 0   ? INLINED_CODE_NONE
                                : INLINED_CODE_READ;
}

enum inlined_code_status debug_information_read(struct inlined_code *code,
                                                const struct source *object,
                                                const struct wanted_code *wanted)
{
    struct reading reading = {.code = code, .is_by_line = wanted->functions != NULL};

    *code = (struct inlined_code){.names = names_create(), .files = names_create()};
    if (!load(&reading.library))
        return INLINED_CODE_NONE;
    const Dwfl_Callbacks callbacks = {.find_debuginfo = find_debug_file,
                                      .section_address =
                                          reading.library.dwfl_offline_section_address};
    Dwfl *session = reading.library.dwfl_begin(&callbacks);
    enum inlined_code_status status =
        session != NULL ? read_module(&reading, session, object, wanted) : INLINED_CODE_DAMAGED;
    if (session != NULL)
        reading.library.dwfl_end(session);
    free(reading.wanted);
    free(reading.symbols);
    map_free(&reading.origin_ids);
    free(reading.origins);
    free(reading.origin_of);
    map_free(&reading.file_ids);
    free(reading.file_of);
    map_free(&reading.scope_ids);
    free(reading.above);
    map_free(&reading.scoped_ids);
    free(reading.n_of_scoped);
    free(reading.pieces);
    free(reading.points);
    return status;
}

#else

bool debug_information_can_be_read(void)
{
    return false;
}

enum inlined_code_status debug_information_read(struct inlined_code *code,
                                                const struct source *object,
                                                const struct wanted_code *wanted)
{
    (void)object;
    (void)wanted;
    *code = (struct inlined_code){0};
    return INLINED_CODE_NONE;
}

#endif

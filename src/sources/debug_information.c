/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Walks the debug information of an object with libdw, which is loaded only when it is asked for.
 * Each unit is walked once: asking libdw for the functions at an address would walk it again for
 * each address.
 */

#include "sources/inlined_code.h"

#ifdef HAVE_LIBDW

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/heap.h"
#include "base/names.h"
#include "base/number.h"
#include "base/portable.h"
#include "base/system.h"
#include "sources/debug_entries.h"
#include "sources/object_file.h"

/*
 * Entries, ranges and lines of an object that are looked at, and bytes of what is made of them:
 * damage makes any number of a few bytes.
 */
enum { MOST_PIECES = 1 << 25, MOST_BYTES = 1 << 29 };

/* The library may use this multiple of a file's size, and at least this number of bytes. */
enum { MOST_OF_SIZE = 64, FREE_BYTES = INT32_MAX };

/* Scopes of a function, and bytes of their names: no source has as many. */
enum { MOST_SCOPES = 64, LONGEST_SCOPES = 20000 };

#define LISTED(name) {#name, offsetof(struct library, name)},

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
        /* C cannot convert a pointer to an object into one to a function, but POSIX guarantees
         * that their bytes agree. */
        memcpy((char *)library + wanted[i].at, &symbol, sizeof symbol);
    }
    return is_loaded;
}

/* The entry that all instances of a function refer to. */
struct origin {
    Dwarf_Die entry;
    uint64_t address;  /* where an instance with a symbol begins, or 0 */
    uint32_t function; /* its id, or NO_ID as long as it has none */
};

/* The files that a unit refers to by their numbers. */
struct unit_files {
    Dwarf_Files *list; /* NULL: none are known */
    size_t count;
    const char *directory; /* that relative paths are in; NULL where it is not known */
};

/* A symbol of a function; the module owns its name. */
struct function_symbol {
    const char *name;
    uint64_t address;
};

/* The state while an object is read. */
struct reading {
    struct library library;
    struct inlined_code *code;
    const struct object_file *object;
    bool wants_all;
    uint64_t *wanted; /* addresses of code that is wanted otherwise, ascending */
    size_t n_wanted, wanted_capacity;
    Dwfl_Module *module;
    uint64_t bias; /* of addresses that the module is asked for */

    size_t n_pieces, n_bytes; /* see MOST_PIECES */
    bool is_damaged;
    Dwarf *checked; /* what check_range_tables() was last asked of */
    bool is_packed; /* in a way that the library does not know */
    bool has_debug_information;
    uint64_t mapped, size; /* bytes that were used at the beginning, or 0; of all files */
    char **folders;        /* where files are looked for */
    size_t n_folders, folder_capacity;
    struct function_symbol *symbols; /* in the order of the object */
    size_t n_symbols;
    struct map symbol_ids;   /* by address: */
    uint32_t *first_symbols; /* the first of its symbols */

    struct entry_scopes scopes;
    struct map scoped_ids; /* (unit, name) of functions that are named by their scopes: */
    uint32_t *n_of_scoped; /* how many have that name */
    size_t n_scoped, scoped_capacity;
    struct map origin_ids; /* by the address of the entry in memory */
    struct origin *origins;
    size_t n_origins, origin_capacity;
    struct code_range *ranges;
    size_t n_ranges, range_capacity;
    struct map file_ids; /* by the address of the path in memory: */
    uint32_t *file_of;   /* which of the code's files it is */
    size_t n_files, file_capacity;

    struct unit_files files; /* of the unit that is being walked */
};

/* Whether the object is damaged, or so much was looked at that it is made to take all memory. */
static bool is_too_much(const struct reading *reading)
{
    return reading->is_damaged || reading->is_packed || reading->n_pieces >= MOST_PIECES ||
           reading->n_bytes >= MOST_BYTES;
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

static bool is_of_c(int language)
{
    switch (language) {
    case DW_LANG_C89:
    case DW_LANG_C:
    case DW_LANG_C99:
    case DW_LANG_C11:
    case DW_LANG_Mips_Assembler:
        return true;
    default:
        return false;
    }
}

/*
 * Returns the id of a path that the library has of a unit. It leaves relative ones as they are,
 * which Valgrind puts the compiler's directory before.
 */
static uint32_t add_file(struct reading *reading, const char *path, const char *directory)
{
    if (path == NULL)
        return NO_ID;
    uint32_t id = map_add(&reading->file_ids, (uintptr_t)path, 0);
    if (id == reading->n_files) {
        struct buffer whole = {0};
        if (path[0] != '/' && directory != NULL) {
            buffer_append(&whole, text_of(directory));
            buffer_append(&whole, TEXT("/"));
        }
        buffer_append(&whole, text_of(path));
        ARRAY_ADD(reading->file_of, reading->n_files, reading->file_capacity,
                  add_text(reading, reading->code->files, buffer_text(&whole)));
        free(whole.at);
    }
    return reading->file_of[id];
}

/* Returns the id of the file that an attribute of an entry of the unit names. */
static uint32_t file_at(struct reading *reading, Dwarf_Attribute *attribute,
                        const struct unit_files *files)
{
    const struct library *library = &reading->library;
    Dwarf_Word number;

    if (files->list == NULL || library->dwarf_formudata(attribute, &number) != 0 ||
        number >= files->count)
        return NO_ID;
    return add_file(reading, library->dwarf_filesrc(files->list, (size_t)number, NULL, NULL),
                    files->directory);
}

/* Returns the id of the origin of a function's entry. */
static uint32_t origin_of(struct reading *reading, const Dwarf_Die *entry)
{
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

/* Notes that a unit's table of lines cannot be read, which is damage where it has one. */
static void note_no_table(struct reading *reading, Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;

    if (reading->library.dwarf_attr(unit, DW_AT_stmt_list, &attribute) != NULL)
        reading->is_damaged = true;
}

static struct unit_files files_of(struct reading *reading, Dwarf_Die *unit)
{
    const struct library *library = &reading->library;
    struct unit_files files = {0};

    if (library->dwarf_getsrcfiles(unit, &files.list, &files.count) != 0) {
        note_no_table(reading, unit);
        return (struct unit_files){0};
    }
    files.directory = text_at(library, unit, DW_AT_comp_dir);
    return files;
}

/*
 * Whether there can be code: linkers leave what they discard at addresses next to 0, where no code
 * of a process is.
 */
static bool is_code(const struct object_file *object, uint64_t begin, uint64_t end)
{
    if (begin <= 1 || end <= begin)
        return false;
    for (size_t i = 0; i < object->n_code; i++)
        if (begin >= object->code[i].address &&
            begin - object->code[i].address < object->code[i].size)
            return true;
    return false;
}

/* Compares code with an address, which is equal if it is in it. */
static int compare_code_with_address(const void *range, const void *address)
{
    const struct code_range *code = range;
    uint64_t at = *(const uint64_t *)address;

    return code->end <= at ? -1 : code->begin > at;
}

/* Whether code from one address to another is wanted. */
static bool is_wanted(const struct reading *reading, uint64_t begin, uint64_t end)
{
    const struct code_range code = {.begin = begin, .end = end};

    return reading->wants_all ||
           (reading->n_wanted != 0 && bsearch(&code, reading->wanted, reading->n_wanted,
                                              sizeof *reading->wanted, compare_code_with_address));
}

/* Whether a section is tables of ranges, one after another, with headers as DWARF 5 has them. */
static bool are_range_tables(const struct object_file *object, const unsigned char *at, size_t left)
{
    while (left >= 12) {
        uint64_t length = object_number(object, at, 4);
        bool is_long = length == UINT32_MAX; /* another one follows, and offsets are long too */
        if (is_long)
            length = object_number(object, at + 4, 8);
        at += is_long ? 12 : 4;
        left -= is_long ? 12 : 4;
        /* version, size of addresses, size of segments, number of offsets */
        if (length < 8 || length > left || object_number(object, at, 2) != 5 ||
            (at[2] != 4 && at[2] != 8) || at[3] != 0 ||
            object_number(object, at + 4, 4) > (length - 8) / (is_long ? 8 : 4))
            return false;
        at += length;
        left -= length;
    }
    return left == 0;
}

/*
 * Notes whether the tables of ranges are damaged: the library reads what entries refer to in them,
 * and not their headers.
 */
static void check_range_tables(struct reading *reading, Dwarf *debug)
{
    const struct library *library = &reading->library;
    Elf *elf = library->dwarf_getelf(debug);
    Elf_Scn *section = NULL;
    size_t names;

    if (debug == reading->checked || library->elf_getshdrstrndx(elf, &names) != 0)
        return;
    reading->checked = debug;
    while ((section = library->elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;
        const char *name = library->gelf_getshdr(section, &header) != NULL
                             ? library->elf_strptr(elf, names, header.sh_name)
                             : NULL;
        if (name == NULL ||
            (strcmp(name, ".debug_rnglists") != 0 && strcmp(name, ".debug_rnglists.dwo") != 0))
            continue;
        const Elf_Data *data = library->elf_getdata(section, NULL);
        if (data != NULL && data->d_buf != NULL &&
            !are_range_tables(reading->object, data->d_buf, data->d_size))
            reading->is_damaged = true;
    }
}

/* Goes on to the next range of an entry, from 0 on. Returns false at the end, and at damage. */
static bool next_range(struct reading *reading, Dwarf_Die *entry, ptrdiff_t *at, Dwarf_Addr *base,
                       Dwarf_Addr *begin, Dwarf_Addr *end)
{
    if (is_too_much(reading))
        return false;
    *at = reading->library.dwarf_ranges(entry, *at, base, begin, end);
    reading->is_damaged = *at < 0;
    reading->n_pieces++;
    return *at > 0;
}

/* Adds the ranges of a node; returns where the first of them begins, or 0. */
static uint64_t add_ranges(struct reading *reading, Dwarf_Die *entry, uint32_t node, uint32_t depth)
{
    Dwarf_Addr base = 0, begin, end;
    uint64_t first = 0;

    for (ptrdiff_t at = 0; next_range(reading, entry, &at, &base, &begin, &end);) {
        if (!is_code(reading->object, begin, end))
            continue;
        if (first == 0)
            first = begin;
        ARRAY_ADD(reading->ranges, reading->n_ranges, reading->range_capacity,
                  (struct code_range){begin, end, node, depth});
        /* Each may make two intervals. */
        reading->n_bytes += sizeof(struct code_range) + 2 * sizeof(struct code_interval);
    }
    return first;
}

static uint32_t add_node(struct reading *reading, Dwarf_Die *entry, uint32_t parent, uint32_t depth)
{
    struct inlined_code *code = reading->code;
    uint32_t id = (uint32_t)code->n_nodes;
    struct code_node node = {.parent = parent, .call_file = NO_ID};
    size_t first = reading->n_ranges;
    bool is_left_out = parent == NO_ID;

    node.address = add_ranges(reading, entry, id, depth);
    for (size_t i = first; i < reading->n_ranges && is_left_out; i++)
        is_left_out = !is_wanted(reading, reading->ranges[i].begin, reading->ranges[i].end);
    if (parent == NO_ID && node.address == 0)
        return NO_ID;
    node.function = origin_of(reading, entry);
    if (parent == NO_ID)
        reading->origins[node.function].address = node.address;
    if (is_left_out) {
        reading->n_ranges = first;
        return NO_ID;
    }
    ARRAY_ADD(code->nodes, code->n_nodes, code->node_capacity, node);
    reading->n_bytes += sizeof node;
    return id;
}

/* Notes where the function of a node was inlined. */
static void note_call(struct reading *reading, Dwarf_Die *entry, struct code_node *node)
{
    const struct library *library = &reading->library;
    Dwarf_Attribute attribute;
    Dwarf_Word line;

    if (library->dwarf_attr(entry, DW_AT_call_file, &attribute) != NULL)
        node->call_file = file_at(reading, &attribute, &reading->files);
    if (node->call_file != NO_ID &&
        library->dwarf_attr(entry, DW_AT_call_line, &attribute) != NULL &&
        library->dwarf_formudata(&attribute, &line) == 0 && line <= UINT32_MAX)
        node->call_line = (uint32_t)line;
}

/* What the entries at a level of a walk are in. */
struct level {
    uint32_t node; /* NO_ID: no code */
    uint32_t depth;
};

/*
 * Adds the code of an entry, and sets what the entries in it are in. Returns false if there can be
 * no code in them.
 */
static bool enter(struct reading *reading, Dwarf_Die *entry, const struct level *at,
                  struct level *below)
{
    below->node = at->node;
    below->depth = at->depth;
    switch (reading->library.dwarf_tag(entry)) {
    case DW_TAG_subprogram:
        below->depth = 1;
        below->node = add_node(reading, entry, NO_ID, 1);
        return true;
    case DW_TAG_inlined_subroutine:
        if (at->node == NO_ID)
            return false;
        below->depth++;
        below->node = add_node(reading, entry, at->node, below->depth);
        note_call(reading, entry, &reading->code->nodes[below->node]);
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

/* Walks the entries of a unit. */
static void walk_unit(struct reading *reading, Dwarf_Die *unit)
{
    struct level levels[MOST_LEVELS + 1] = {{.node = NO_ID}};
    struct entry_walk walk;

    entry_walk_begin(&walk, &reading->library, unit);
    for (; walk.count != 0 && !is_too_much(reading); reading->n_pieces++) {
        struct level *at = &levels[walk.count - 1];
        entry_walk_next(&walk, enter(reading, &walk.entries[walk.count - 1], at, at + 1));
    }
    reading->is_damaged = reading->is_damaged || walk.is_damaged;
}

/* Adds the lines of a unit that have code of the nodes, or an address that is wanted. */
static void add_lines(struct reading *reading, Dwarf_Die *unit)
{
    const struct library *library = &reading->library;
    struct inlined_code *code = reading->code;
    Dwarf_Lines *lines;
    size_t count;

    if (library->dwarf_getsrclines(unit, &lines, &count) != 0) {
        note_no_table(reading, unit);
        return;
    }
    for (size_t i = 0; i + 1 < count && !is_too_much(reading); i++, reading->n_pieces++) {
        Dwarf_Line *line = library->dwarf_onesrcline(lines, i),
                   *next = library->dwarf_onesrcline(lines, i + 1);
        Dwarf_Addr begin, end;
        bool is_end = true;
        int number;
        if (library->dwarf_lineaddr(line, &begin) != 0 ||
            library->dwarf_lineaddr(next, &end) != 0 ||
            library->dwarf_lineendsequence(line, &is_end) != 0 || is_end ||
            library->dwarf_lineno(line, &number) != 0 || number < 0 ||
            !is_code(reading->object, begin, end) ||
            !(inlined_code_has(code, begin, end) || is_wanted(reading, begin, end)))
            continue;
        ARRAY_ADD(code->lines, code->n_lines, code->line_capacity,
                  (struct line_interval){begin, end,
                                         add_file(reading, library->dwarf_linesrc(line, NULL, NULL),
                                                  reading->files.directory),
                                         (uint32_t)number});
        reading->n_bytes += sizeof *code->lines;
    }
}

/* Whether a unit has some of the code that is wanted, as far as it says. */
static bool has_wanted_code(struct reading *reading, Dwarf_Die *unit)
{
    Dwarf_Addr base = 0, begin, end;
    bool has_ranges = false;

    for (ptrdiff_t at = 0; next_range(reading, unit, &at, &base, &begin, &end);) {
        has_ranges = true;
        if (is_wanted(reading, begin, end))
            return true;
    }
    return !has_ranges;
}

/* What is known of a function by its origin and by the entries that this refers to. */
struct facts {
    const char *linkage_name, *name;
    uint32_t file;
    bool is_external;
    bool is_of_c;
};

/* Returns the id of the file that an entry is declared in, or NO_ID. */
static uint32_t declaring_file(struct reading *reading, Dwarf_Die *entry)
{
    Dwarf_Attribute attribute;
    Dwarf_Die unit;

    if (reading->library.dwarf_attr(entry, DW_AT_decl_file, &attribute) == NULL ||
        reading->library.dwarf_diecu(entry, &unit, NULL, NULL) == NULL)
        return NO_ID;
    struct unit_files files = files_of(reading, &unit);
    return file_at(reading, &attribute, &files);
}

static struct facts find_facts(struct reading *reading, const struct origin *origin)
{
    const struct library *library = &reading->library;
    struct facts facts = {.file = NO_ID};
    Dwarf_Die entry = origin->entry, unit;

    for (size_t i = 0; i < MOST_REFERENCES; i++) {
        Dwarf_Attribute attribute;
        bool is_set;
        if (library->dwarf_diecu(&entry, &unit, NULL, NULL) == NULL)
            break;
        if (i == 0)
            facts.is_of_c = is_of_c(library->dwarf_srclang(&unit));
        if (facts.linkage_name == NULL)
            facts.linkage_name = linkage_name(library, &entry);
        if (facts.name == NULL)
            facts.name = text_at(library, &entry, DW_AT_name);
        if (library->dwarf_attr(&entry, DW_AT_external, &attribute) != NULL &&
            library->dwarf_formflag(&attribute, &is_set) == 0)
            facts.is_external = facts.is_external || is_set;
        if (facts.file == NO_ID)
            facts.file = declaring_file(reading, &entry);
        if (!follow_declaration(library, &entry))
            break;
    }
    /* The call operator of a lambda has no file: its class has one. */
    if (facts.file == NO_ID && !facts.is_of_c &&
        entry_scope(&reading->scopes, &origin->entry, &unit))
        facts.file = declaring_file(reading, &unit);
    return facts;
}

/* Appends the scopes of a function, each with "::"; libdw has no name for some. */
static void append_scopes(struct reading *reading, const struct origin *origin,
                          const struct facts *facts, struct buffer *to)
{
    const struct library *library = &reading->library;
    Dwarf_Die scopes[MOST_SCOPES], at = origin->entry;
    const char *base = facts->name != NULL ? facts->name : "";
    bool is_of_lambda = strncmp(base, "operator()", strlen("operator()")) == 0 ||
                        strcmp(base, "_FUN") == 0; /* what gcc makes of it for a pointer */
    size_t count = 0;

    for (; count < MOST_SCOPES && entry_scope(&reading->scopes, &at, &scopes[count]); count++)
        at = scopes[count];
    while (count-- != 0) {
        bool is_namespace = library->dwarf_tag(&scopes[count]) == DW_TAG_namespace;
        const char *name = text_at(library, &scopes[count], DW_AT_name);
        for (size_t i = 0; i < MOST_REFERENCES && name == NULL; i++) {
            if (!follow_declaration(library, &scopes[count]))
                break;
            name = text_at(library, &scopes[count], DW_AT_name);
        }
        if (name == NULL)
            name = is_namespace               ? "(anonymous namespace)"
                 : count == 0 && is_of_lambda ? "{lambda}"
                                              : "{unnamed}";
        if (to->length + strlen(name) > LONGEST_SCOPES)
            break;
        buffer_append(to, text_of(name));
        buffer_append(to, TEXT("::"));
    }
}

/*
 * Appends a number to a name that other functions of the unit had before: without parameters,
 * overloaded functions have the same, and lambdas too.
 */
static void append_number(struct reading *reading, const struct origin *origin, struct buffer *name)
{
    Dwarf_Die entry = origin->entry, unit;

    if (reading->library.dwarf_diecu(&entry, &unit, NULL, NULL) == NULL)
        return;
    uint32_t id = map_add(&reading->scoped_ids, (uintptr_t)unit.addr,
                          names_add(reading->code->names, buffer_text(name)));
    if (id == reading->n_scoped)
        ARRAY_ADD(reading->n_of_scoped, reading->n_scoped, reading->scoped_capacity, 0);
    if (++reading->n_of_scoped[id] != 1)
        buffer_print(name, "#%" PRIu32, reading->n_of_scoped[id]);
}

/*
 * Names a function: by its linkage name; where it has none, as in C and in anonymous namespaces of
 * C++, by the symbol of an instance that has one; else by its own name, in C++ with its scopes.
 */
static uint32_t add_name(struct reading *reading, const struct origin *origin,
                         const struct facts *facts)
{
    const char *mangled = facts->linkage_name;
    struct buffer room = {0};
    struct text name;

    if (mangled == NULL && !facts->is_of_c && origin->address != 0) {
        uint32_t id = map_find(&reading->symbol_ids, origin->address, 0);
        if (id != NO_ID)
            mangled = reading->symbols[reading->first_symbols[id]].name;
    }
    if (mangled != NULL) {
        name = demangle(&room, mangled);
    } else if (facts->is_of_c) {
        name = text_of(facts->name != NULL ? facts->name : "");
    } else {
        append_scopes(reading, origin, facts, &room);
        buffer_append(&room, text_of(facts->name != NULL ? facts->name : "{unnamed}"));
        append_number(reading, origin, &room);
        name = buffer_text(&room);
    }
    uint32_t id = add_text(reading, reading->code->names, name);
    free(room.at);
    return id;
}

/*
 * Finds the symbols of functions, of which what has no linkage name has one. The library goes
 * through all of them for each address that it is asked of.
 */
static void find_symbols(struct reading *reading)
{
    const struct library *library = &reading->library;
    int n_symbols = library->dwfl_module_getsymtab(reading->module);

    reading->symbols =
        memory_alloc(n_symbols > 0 ? (size_t)n_symbols : 0, sizeof *reading->symbols);
    reading->first_symbols =
        memory_alloc(n_symbols > 0 ? (size_t)n_symbols : 0, sizeof *reading->first_symbols);
    for (int i = 0; i < n_symbols; i++) {
        GElf_Sym symbol;
        const char *name = library->dwfl_module_getsym(reading->module, i, &symbol, NULL);
        int type = GELF_ST_TYPE(symbol.st_info);
        if (name == NULL || (type != STT_FUNC && type != STT_GNU_IFUNC) || name[0] == '\0')
            continue;
        uint64_t address = symbol.st_value - reading->bias;
        size_t n_addresses = reading->symbol_ids.count;
        uint32_t id = map_add(&reading->symbol_ids, address, 0);
        if (id == n_addresses)
            reading->first_symbols[id] = (uint32_t)reading->n_symbols;
        reading->symbols[reading->n_symbols++] = (struct function_symbol){name, address};
    }
}

/* Notes which functions are wanted by the names of their symbols, as far as there are symbols. */
static void want_functions(struct reading *reading, const struct wanted_code *wanted)
{
    struct buffer room = {0};

    reading->wants_all = reading->wants_all || reading->n_symbols == 0;
    for (size_t i = 0; i < reading->n_symbols && !is_too_much(reading); i++) {
        const struct function_symbol *symbol = &reading->symbols[i];
        struct text name = demangle(&room, symbol->name);
        reading->n_bytes += name.length;
        if (!wanted->wants(wanted->context, name))
            continue;
        ARRAY_ADD(reading->wanted, reading->n_wanted, reading->wanted_capacity, symbol->address);
    }
    free(room.at);
    ARRAY_SORT(reading->wanted, reading->n_wanted, numbers_compare);
}

/* Names the functions of all nodes, each name and file once, and has the nodes refer to them. */
static void name_functions(struct reading *reading)
{
    struct inlined_code *code = reading->code;
    struct map ids = {0};

    for (size_t i = 0; i < code->n_nodes && !is_too_much(reading); i++) {
        struct origin *origin = &reading->origins[code->nodes[i].function];
        if (origin->function != NO_ID)
            continue;
        struct facts facts = find_facts(reading, origin);
        uint32_t name = add_name(reading, origin, &facts);
        origin->function = map_add(&ids, name, facts.file);
        if (origin->function < code->n_functions)
            continue;
        ARRAY_ADD(code->functions, code->n_functions, code->function_capacity,
                  (struct code_function){name, facts.file,
                                         facts.linkage_name == NULL && !facts.is_external});
    }
    for (size_t i = 0; i < code->n_nodes; i++)
        code->nodes[i].function = reading->origins[code->nodes[i].function].function;
    map_free(&ids);
}

/*
 * Finds the symbols that a function has beside the one that debug information names. C++ gives a
 * function one name, even if it has several symbols.
 */
static void find_aliases(struct reading *reading)
{
    struct inlined_code *code = reading->code;
    struct map by_address = {0};
    uint32_t *nodes = memory_alloc(code->n_nodes, sizeof *nodes);

    for (uint32_t id = 0; id < code->n_nodes; id++)
        if (code->nodes[id].parent == NO_ID)
            nodes[map_add(&by_address, code->nodes[id].address, 0)] = id;
    for (size_t i = 0; i < reading->n_symbols && !is_too_much(reading); i++) {
        const struct function_symbol *symbol = &reading->symbols[i];
        uint32_t id = symbol->name[0] == '_' && symbol->name[1] == 'Z'
                        ? NO_ID
                        : map_find(&by_address, symbol->address, 0);
        if (id == NO_ID)
            continue;
        ARRAY_ADD(
            code->aliases, code->n_aliases, code->alias_capacity,
            (struct code_alias){add_text(reading, code->names, text_of(symbol->name)), nodes[id]});
    }
    map_free(&by_address);
    free(nodes);
}

/* Notes what a file has, and lets the library use memory for it. */
static void note_file(struct reading *reading, const struct object_file *file)
{
    enum { FIRST_WITH_ZSTD = 189 }; /* of versions "0.N" */
    const char *version = reading->library.dwfl_version(NULL);

    if (file->has_zstd && strncmp(version, "0.", 2) == 0 &&
        strtoul(version + 2, NULL, 10) < FIRST_WITH_ZSTD)
        reading->is_packed = true;
    reading->has_debug_information |= file->has_debug_information;
    reading->size += file->size;
    if (reading->mapped != 0)
        process_limit_memory(reading->mapped + (reading->size > FREE_BYTES / MOST_OF_SIZE
                                                    ? reading->size * MOST_OF_SIZE
                                                    : FREE_BYTES));
}

/* Notes what the file at a path has. */
static void note_path(struct reading *reading, const char *path)
{
    struct object_file file;

    if (object_open(&file, path) == OBJECT_READ)
        note_file(reading, &file);
    object_close(&file);
}

/* Adds the folder of a file, and those of the system that are like it, or like an end of it. */
static void add_folder(struct reading *reading, const char *file)
{
    struct text path = text_of(file);
    struct buffer folder = {0};

    path.length -= path_base(path).length;
    buffer_append(&folder, path.length != 0 ? path : TEXT("./"));
    for (const char *at = buffer_string(&folder); at != NULL; at = strchr(at + 1, '/')) {
        struct buffer like = {0};
        buffer_print(&like, "/usr/lib/debug/%s", at);
        ARRAY_ADD(reading->folders, reading->n_folders, reading->folder_capacity, like.at);
    }
    ARRAY_ADD(reading->folders, reading->n_folders, reading->folder_capacity, folder.at);
}

/* Adds the folders of a file's path, as it is and with all links followed. */
static void add_folders(struct reading *reading, const char *path)
{
    char *real = realpath(path, NULL);

    add_folder(reading, path);
    if (real != NULL && strcmp(real, path) != 0)
        add_folder(reading, real);
    free(real);
}

static void free_folders(struct reading *reading)
{
    for (size_t i = 0; i < reading->n_folders; i++)
        free(reading->folders[i]);
    free(reading->folders);
}

/*
 * Checks wherever the library looks for a name, which may be a path: something else than a file in
 * that place is damage. Opening a pipe may last for ever, and opening a device do anything. Notes
 * the files, if that is asked for. Returns whether there is any.
 */
static bool check_name(struct reading *reading, const char *within, const char *name, bool notes)
{
    bool is_absolute = name[0] == '/' || within[0] == '/', is_there = false;

    for (size_t i = 0; i < (is_absolute ? 1 : reading->n_folders); i++) {
        struct buffer path = {0};
        struct stat status;
        buffer_print(&path, "%s%s/%s", is_absolute ? "" : reading->folders[i],
                     name[0] == '/' ? "" : within, name);
        if (stat(path.at, &status) == 0) {
            is_there = true;
            if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
                reading->is_damaged = true;
            if (notes)
                note_path(reading, path.at);
        }
        free(path.at);
    }
    return is_there;
}

/* Checks the places of debug information, or by a link of what several objects share. */
static bool check_places(struct reading *reading, const char *link)
{
    static const char *const folders[] = {".debug", ".dwz", ""};
    const char *own_name = path_base(text_of(reading->object->path)).at;
    char digits[2 * LONGEST_BUILD_ID + 1];
    struct buffer made = {0}, by_id = {0};
    bool is_there = false;

    object_format_build_id(reading->object, digits);
    buffer_print(&made, "%s.debug", own_name);
    buffer_print(&by_id, "/usr/lib/debug/.build-id/%.2s/%s.debug", digits,
                 digits[0] != '\0' ? digits + 2 : "");
    const char *const names[] = {link != NULL ? link : made.at,
                                 link != NULL ? link + strspn(link, "/") : by_id.at,
                                 link != NULL ? path_base(text_of(link)).at : own_name};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
        for (size_t j = 0; j < ARRAY_LENGTH(folders) - (names[i] == own_name); j++)
            is_there |= check_name(reading, folders[j], names[i], false);
    free(made.at);
    free(by_id.at);
    return is_there;
}

/* Returns whether debug information refers to another file that has what several objects share. */
static bool shares(const struct reading *reading, Dwarf *debug)
{
    const char *link;
    const void *id;

    return debug != NULL && reading->library.dwelf_dwarf_gnu_debugaltlink(debug, &link, &id) > 0;
}

/*
 * Finds the entry that describes the code of a unit: it may be in a file of its own, ".dwo", or
 * ".dwp" for all units. Leaves the entry that it is where there is none.
 */
static void find_described(struct reading *reading, Dwarf_CU *unit, Dwarf_Die *entry, bool notes)
{
    const struct library *library = &reading->library;
    const char *name = text_at(library, entry, DW_AT_dwo_name),
               *directory = text_at(library, entry, DW_AT_comp_dir);
    Dwarf_Die split = {0};
    struct buffer of_all = {0};

    name = name != NULL ? name : text_at(library, entry, DW_AT_GNU_dwo_name);
    if (name == NULL)
        return;
    buffer_print(&of_all, "%s.dwp", path_base(text_of(reading->object->path)).at);
    check_name(reading, "", of_all.at, notes);
    check_name(reading, "", name, notes);
    check_name(reading, directory != NULL ? directory : "", name, notes);
    free(of_all.at);
    if (is_too_much(reading) ||
        library->dwarf_cu_info(unit, NULL, NULL, NULL, &split, NULL, NULL, NULL) != 0 ||
        split.addr == NULL)
        return;
    *entry = split;
    check_range_tables(reading, library->dwarf_cu_getdwarf(split.cu));
    reading->is_damaged |= shares(reading, library->dwarf_cu_getdwarf(split.cu));
}

/*
 * Goes through all units, of which each is either walked or has its lines read. Returns false where
 * they are damaged.
 */
static bool read_units(struct reading *reading, Dwarf *debug, bool reads_lines)
{
    const struct library *library = &reading->library;
    Dwarf_CU *unit = NULL;
    Dwarf_Die entry;
    int result;

    while ((result = library->dwarf_get_units(debug, unit, &unit, NULL, NULL, &entry, NULL)) == 0) {
        Dwarf_Die described = entry;
        int tag = library->dwarf_tag(&entry);
        if ((tag != DW_TAG_compile_unit && tag != DW_TAG_skeleton_unit) ||
            !has_wanted_code(reading, &entry))
            continue;
        find_described(reading, unit, &described, !reads_lines);
        if (library->dwarf_tag(&described) != DW_TAG_compile_unit || is_too_much(reading))
            continue;
        reading->files = files_of(reading, &described);
        if (reads_lines)
            add_lines(reading, &entry);
        else
            walk_unit(reading, &described);
    }
    return result == 1 && !is_too_much(reading);
}

/* Reads what all units have of the code that is wanted. */
static bool read_code(struct reading *reading, Dwarf *debug, const struct wanted_code *wanted)
{
    struct inlined_code *code = reading->code;

    find_symbols(reading);
    if (wanted != NULL && wanted->wants != NULL)
        want_functions(reading, wanted);
    bool is_read = read_units(reading, debug, false);
    if (is_read) {
        name_functions(reading);
        find_aliases(reading);
        code->intervals =
            code_ranges_flatten(reading->ranges, reading->n_ranges, &code->n_intervals);
        is_read = read_units(reading, debug, true);
        code->n_lines = line_intervals_sort(code->lines, code->n_lines);
    }
    if (!is_read)
        code->n_nodes = code->n_aliases = code->n_intervals = code->n_lines = 0;
    return is_read;
}

/*
 * Finds the file with the debug information of a module, or what several of these share. The link
 * to the first is the name of a file. The library is asked where there is one: where it finds none,
 * it loads another library, to look in the network, which takes longer than reading a small object.
 */
static int find_debug_file(Dwfl_Module *module, void **data, const char *module_name,
                           Dwarf_Addr base, const char *path, const char *link, GElf_Word checksum,
                           char **found)
{
    struct reading *reading = *data;
    const struct library *library = &reading->library;

    if (link != NULL && strcmp(link, reading->object->debug_link) == 0)
        link = path_base(text_of(link)).at;
    int descriptor = library->dwfl_build_id_find_debuginfo(module, data, module_name, base, path,
                                                           link, checksum, found);
    if (descriptor < 0 && check_places(reading, link) && !reading->is_damaged)
        descriptor = library->dwfl_standard_find_debuginfo(module, data, module_name, base, path,
                                                           link, checksum, found);
    if (*found == NULL)
        return descriptor;
    add_folders(reading, *found);
    note_path(reading, *found);
    return descriptor;
}

/* Reads the debug information of the one module. */
static enum inlined_code_status read_module(struct reading *reading, Dwfl *session,
                                            const struct wanted_code *wanted)
{
    const struct library *library = &reading->library;
    Dwarf_Addr bias;
    void **data;

    reading->module = library->dwfl_report_offline(session, "", reading->object->path,
                                                   dup(reading->object->descriptor));
    library->dwfl_report_end(session, NULL, NULL);
    if (reading->module == NULL)
        return INLINED_CODE_DAMAGED;
    library->dwfl_module_info(reading->module, &data, NULL, NULL, NULL, NULL, NULL, NULL);
    *data = reading;
    Dwarf *debug = library->dwfl_module_getdwarf(reading->module, &bias);
    reading->bias = bias;
    if (debug != NULL)
        check_range_tables(reading, debug);
    if (debug == NULL && !is_too_much(reading) && !reading->has_debug_information)
        return INLINED_CODE_NONE;
    if (debug != NULL && !is_too_much(reading) && !shares(reading, library->dwarf_getalt(debug)) &&
        read_code(reading, debug, wanted))
        return INLINED_CODE_READ;
    return reading->is_packed ? INLINED_CODE_PACKED : INLINED_CODE_DAMAGED;
}

enum inlined_code_status debug_information_read(struct inlined_code *code,
                                                const struct object_file *object,
                                                const struct wanted_code *wanted,
                                                bool limits_memory)
{
    struct reading reading = {.code = code,
                              .object = object,
                              .wants_all = wanted == NULL,
                              .mapped = limits_memory ? portable_mapped_size() : 0};

    *code = (struct inlined_code){.names = names_create(), .files = names_create()};
    for (size_t i = 0; wanted != NULL && i < wanted->n_addresses; i++) {
        ARRAY_ADD(reading.wanted, reading.n_wanted, reading.wanted_capacity, wanted->addresses[i]);
    }
    if (!load(&reading.library))
        return INLINED_CODE_NO_LIBRARY;
    reading.library.is_damaged = &reading.is_damaged;
    add_folders(&reading, object->path);
    note_file(&reading, object);
    reading.scopes.library = &reading.library;
    const Dwfl_Callbacks callbacks = {.find_debuginfo = find_debug_file,
                                      .section_address =
                                          reading.library.dwfl_offline_section_address};
    Dwfl *session = reading.library.dwfl_begin(&callbacks);
    enum inlined_code_status status =
        session != NULL ? read_module(&reading, session, wanted) : INLINED_CODE_DAMAGED;
    if (limits_memory) /* in a copy of this process, which ends */
        return status;
    if (session != NULL)
        reading.library.dwfl_end(session);
    free(reading.wanted);
    entry_scopes_free(&reading.scopes);
    map_free(&reading.scoped_ids);
    free(reading.n_of_scoped);
    map_free(&reading.symbol_ids);
    free(reading.symbols);
    free(reading.first_symbols);
    map_free(&reading.origin_ids);
    map_free(&reading.file_ids);
    free(reading.origins);
    free(reading.ranges);
    free(reading.file_of);
    free_folders(&reading);
    return status;
}

struct question {
    const struct object_file *object;
    const struct wanted_code *wanted;
};

/* In a copy of this process. */
static void answer(void *context)
{
    const struct question *question = context;
    struct inlined_code code;

    /* The library needs a lot at once, and limits of a process are those of addresses. */
    enum { PREPARED = 24 * 1024 * 1024 };
    free(heap_resize(NULL, PREPARED));
    heap_take_little();
    enum inlined_code_status status =
        debug_information_read(&code, question->object, question->wanted, true);

    inlined_code_write(&code, status, stdout);
    fflush(stdout);
}

void inlined_code_start(struct inlined_code_reader *reader, const struct object_file *object,
                        const struct wanted_code *wanted)
{
    enum { SECONDS = 60, BYTES_FOR_SECOND = 1 << 20 };
    const uint64_t seconds = SECONDS + object->size / BYTES_FOR_SECOND;
    const struct process_limits limits = {
        .processor_seconds = seconds < INT32_MAX / 1000 ? (unsigned)seconds : INT32_MAX / 1000,
        .silent_seconds = limits.processor_seconds};
    struct question question = {object, wanted};
    struct reading reading = {.object = object};

    reader->is_running = false;
    reader->status = INLINED_CODE_NO_LIBRARY;
    /* Here, so that it is there in each copy. */
    if (!load(&reading.library))
        return;
    add_folders(&reading, object->path);
    bool is_there = object->has_debug_information || check_places(&reading, NULL) ||
                    (object->debug_link[0] != '\0' && check_places(&reading, object->debug_link));
    free_folders(&reading);
    reader->is_running = is_there && process_call(&reader->process, answer, &question, &limits);
    reader->status = is_there ? INLINED_CODE_DAMAGED : INLINED_CODE_NONE;
}

enum inlined_code_status inlined_code_finish(struct inlined_code_reader *reader,
                                             struct inlined_code *code)
{
    *code = (struct inlined_code){0};
    if (!reader->is_running)
        return reader->status;
    enum inlined_code_status status = inlined_code_receive(code, &reader->process);
    if (process_end(&reader->process) == 0)
        return status;
    inlined_code_free(code);
    return INLINED_CODE_DAMAGED;
}

#else

void inlined_code_start(struct inlined_code_reader *reader, const struct object_file *object,
                        const struct wanted_code *wanted)
{
    (void)object;
    (void)wanted;
    reader->status = INLINED_CODE_NO_LIBRARY;
}

enum inlined_code_status inlined_code_finish(struct inlined_code_reader *reader,
                                             struct inlined_code *code)
{
    *code = (struct inlined_code){0};
    return reader->status;
}

#endif

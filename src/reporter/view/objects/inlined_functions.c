/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/objects/inlined_functions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/map.h"
#include "base/names.h"
#include "base/number.h"
#include "base/system.h"
#include "profile/inlining.h"
#include "profile/name_pieces.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/objects/objects.h"
#include "sources/inlined_code.h"
#include "sources/object_file.h"

/* The most that may be elsewhere than the debug information says: it is 0.13 % of the right one. */
static const double most_unfit_percent = 1;

/*
 * The files that the profile names, by their paths without "." and "..": debug information may
 * write them otherwise.
 */
struct known_files {
    struct names *paths;
    file_id *ids; /* by path */
    size_t count, capacity;
    struct arena arena;
    struct text current_dir;
};

/* What code of a line is of. */
struct line_code {
    uint32_t node; /* of all nodes, or NO_ID: the function's own */
    bool is_ambiguous;
};

/* An object whose code is known. */
struct known_object {
    struct inlined_code code;
    bool is_usable;
    size_t first_node;   /* of its nodes among all */
    uint32_t *files;     /* by file of the code: that of the profile, or NO_ID */
    struct names *hosts; /* names of functions with a symbol, without what compilers append */
    uint32_t *host_ids;  /* by name: the function's first name */
    uint32_t *host_of;   /* by node: the name of the function that it is in */
    struct map line_ids; /* (host and file, number) */
    struct line_code *lines;
    size_t n_lines, line_capacity; /* while lines are found; of what is known of each by then */
};

/* The cost of an object, of the first event, and of how many keys it is. */
struct object_sums {
    bool has_addresses, has_lines;
    int64_t all, named, ambiguous, unfit;
    size_t n_keys, n_unfit;
};

/* What belongs to objects: see ids_sort(). */
struct ids_by_object {
    uint32_t *ids;
    size_t *begin;
};

struct search {
    struct profile *profile;
    bool is_old;
    struct source_paths paths;
    struct known_files files;
    struct map function_ids; /* (object, name) */
    function_id *last_of;    /* by that: the last function of the name; */
    function_id *others;     /* by function: another one, or NO_ID */
    struct known_object *objects;
    struct object_sums *sums;
    struct inlined_node *nodes;
    size_t n_nodes, node_capacity;
    uint32_t *hosts; /* by function of the profile: its name in the hosts of its object, or NO_ID */
    struct ids_by_object spots, functions;
};

struct keep inlined_functions_keep(struct keep keep)
{
    keep.places = KEEP_SELF_AND_CALLS;
    keep.lines = KEEP_NOTHING;
    keep.spots = KEEP_SELF_AND_CALLS;
    keep.addresses = true;
    return keep;
}

/* Appends the components of a path without "." and, where what they leave is there, "..". */
static struct text plain_path(struct arena *arena, struct text path)
{
    struct buffer plain = {0};
    struct text rest = path, component;
    size_t least = path.length != 0 && path.at[0] == '/' ? 1 : 0;

    if (least != 0)
        buffer_append(&plain, TEXT("/"));
    while (text_cut(&rest, '/', &component)) {
        struct text last = path_base(buffer_text(&plain));
        if (component.length == 0 || text_equal(component, TEXT(".")))
            continue;
        if (text_equal(component, TEXT("..")) && last.length != 0 &&
            !text_equal(last, TEXT(".."))) {
            plain.length -= last.length;
            if (plain.length > least)
                plain.length--;
            continue;
        }
        if (plain.length > least)
            buffer_append(&plain, TEXT("/"));
        buffer_append(&plain, component);
    }
    return buffer_keep(&plain, arena);
}

/* Notes a path of a file, unless another file has the same. */
static void add_path(struct known_files *files, struct text path, file_id id)
{
    if (names_add(files->paths, path) < files->count)
        return;
    ARRAY_ADD(files->ids, files->count, files->capacity, id);
}

/*
 * Returns a relative path with the directory that it begins with once where it is there twice:
 * Valgrind puts the compiler's directory before itself, as in "./elf/./elf/dl-lookup.c".
 */
static struct text without_doubled(struct text path)
{
    for (size_t i = 1; i < path.length; i++)
        if (path.at[i - 1] == '/' &&
            text_starts_with(text_skip(path, i), (struct text){path.at, i}))
            return text_skip(path, i);
    return path;
}

static void find_files(struct known_files *files, const struct profile *profile)
{
    const struct names *names = profile->symbols.files;

    files->paths = names_create();
    files->current_dir = current_directory(&files->arena);
    for (file_id id = 0; id < names_count(names); id++)
        add_path(files, plain_path(&files->arena, names_text(names, id)), id);
    for (file_id id = 0; id < names_count(names); id++)
        add_path(files, without_doubled(plain_path(&files->arena, names_text(names, id))), id);
}

/* Takes the current directory off the front of a path, as it is taken off those of the profile. */
static struct text without_current_dir(const struct known_files *files, struct text path)
{
    struct text dir = files->current_dir;

    return dir.length != 0 && text_starts_with(path, dir) ? text_skip(path, dir.length) : path;
}

/*
 * Finds the file that the profile has of a path: of the same, or else the same without "." and
 * "..", or a relative one that is the longest end of it. Returns NO_ID if there is none.
 */
static file_id find_file(struct search *search, struct text path)
{
    struct known_files *files = &search->files;
    struct text rest = without_current_dir(files, path);
    file_id same = names_find(search->profile->symbols.files, rest);

    if (same != NO_ID)
        return same;
    rest = without_current_dir(files, plain_path(&files->arena, path));
    uint32_t found = names_find(files->paths, rest);

    while (found == NO_ID && rest.length != 0) {
        size_t slash = 0;
        while (slash < rest.length && rest.at[slash] != '/')
            slash++;
        rest = text_skip(rest, slash < rest.length ? slash + 1 : slash);
        if (rest.length != 0)
            found = names_find(files->paths, rest);
    }
    return found == NO_ID ? NO_ID : files->ids[found];
}

static void find_functions(struct search *search)
{
    const struct profile *profile = search->profile;
    size_t count = profile_n_functions(profile);

    search->last_of = memory_alloc(count, sizeof *search->last_of);
    search->others = memory_alloc(count, sizeof *search->others);
    for (function_id id = 0; id < count; id++) {
        struct function function = profile_function(profile, id);
        size_t known = search->function_ids.count;
        uint32_t key = map_add(&search->function_ids, function.object, function.symbol);
        search->others[id] = key < known ? search->last_of[key] : NO_ID;
        search->last_of[key] = id;
    }
}

/*
 * Returns what an inlined function is called: as a function that has code elsewhere, so that both
 * are one, or else by the file where it is declared.
 */
static struct function name_function(struct search *search, object_id object,
                                     const struct inlined_code *code,
                                     const struct code_function *function)
{
    const struct symbols *symbols = &search->profile->symbols;
    struct text path = names_text_if_any(code->files, function->file);
    struct function named = {
        .object = object,
        .file = path.at == NULL ? NO_ID : find_file(search, path),
        .symbol = names_add(symbols->functions, names_text(code->names, function->name))};
    uint32_t key = map_find(&search->function_ids, object, named.symbol);
    function_id last = key == NO_ID ? NO_ID : search->last_of[key];

    for (function_id id = last; id != NO_ID; id = search->others[id])
        if (profile_function(search->profile, id).file == named.file)
            return named;
    if (last != NO_ID && search->others[last] == NO_ID && function->is_in_a_file == 0)
        return profile_function(search->profile, last);
    if (named.file == NO_ID)
        named.file =
            names_add(symbols->files,
                      path.at == NULL ? TEXT("???") : without_current_dir(&search->files, path));
    return named;
}

static object_id object_of(const struct profile *profile, place_id place)
{
    return profile_function(profile, profile_place(profile, place).function).object;
}

static bool has_code_at(const struct spot *spot)
{
    return spot->position.address != 0;
}

/* Adds up what objects cost. */
static void add_up_objects(struct search *search)
{
    const struct profile *profile = search->profile;
    const struct packed_costs *self = &profile->ledgers[SPOTS].packed;

    for (uint32_t id = 0; id < profile->spots.count; id++) {
        const struct spot *spot = &profile->spots.list[id];
        object_id object = object_of(profile, spot->place);
        if (object == NO_ID || !packed_costs_has(self, id))
            continue;
        struct object_sums *sums = &search->sums[object];
        sums->has_addresses = sums->has_addresses || has_code_at(spot);
        sums->has_lines = sums->has_lines || !has_code_at(spot);
        (void)add_saturated(&sums->all,
                            costs_sum(&self->unpacked, packed_costs_unpack(self, id), 0));
    }
}

/* Sorts spots and functions by their objects. */
static void sort_by_object(struct search *search)
{
    const struct profile *profile = search->profile;
    size_t n_objects = names_count(profile->symbols.objects), n_spots = profile->spots.count,
           n_functions = profile_n_functions(profile),
           most = n_spots > n_functions ? n_spots : n_functions;
    object_id *objects = memory_alloc(most, sizeof *objects);

    for (size_t i = 0; i < n_spots; i++)
        objects[i] = object_of(profile, profile->spots.list[i].place);
    search->spots.ids = ids_sort(objects, n_spots, n_objects, &search->spots.begin);
    for (function_id id = 0; id < n_functions; id++)
        objects[id] = profile_function(profile, id).object;
    search->functions.ids = ids_sort(objects, n_functions, n_objects, &search->functions.begin);
    free(objects);
}

/* Returns the addresses of an object's code that has a cost, ascending. The caller frees them. */
static uint64_t *find_addresses(const struct search *search, object_id object, size_t *count)
{
    const struct ids_by_object *spots = &search->spots;
    size_t begin = spots->begin[object];

    *count = spots->begin[object + 1] - begin;
    uint64_t *addresses = memory_alloc(*count, sizeof *addresses);
    for (size_t i = 0; i < *count; i++)
        addresses[i] = search->profile->spots.list[spots->ids[begin + i]].position.address;
    ARRAY_SORT(addresses, *count, numbers_compare);
    return addresses;
}

/* Returns what debug information may call a function of the profile that has a symbol. */
static struct text host_name(const struct profile *profile, function_id id)
{
    const struct name_pieces *pieces = symbols_pieces(&profile->symbols);

    return plain_name(names_text(profile->symbols.functions,
                                 pieces->bases[profile_function(profile, id).symbol]));
}

/* Returns the names of an object's functions. The caller frees them. */
static struct names *find_names(const struct search *search, object_id object)
{
    const struct ids_by_object *functions = &search->functions;
    struct names *names = names_create();

    for (size_t i = functions->begin[object]; i < functions->begin[object + 1]; i++)
        names_add(names, host_name(search->profile, functions->ids[i]));
    return names;
}

/* Whether a file was there when the old profile was written. */
static bool is_old_enough(const struct profile *old, const struct object_file *file)
{
    for (size_t i = 0; i < old->n_inputs; i++)
        if (file->changed > old->inputs[i].changed)
            return false;
    return true;
}

/*
 * Opens an object. The old build is where the user says, or else still there: what was not changed
 * since then, as libraries of the system.
 */
static bool open_object(const struct search *search, struct text name, struct object_file *file)
{
    if (!search->is_old)
        return object_find(name, &search->paths, file) == OBJECT_READ;
    if (object_find_old(name, &search->paths, file) == OBJECT_READ)
        return true;
    object_close(file);
    return object_find(name, &search->paths, file) == OBJECT_READ &&
           is_old_enough(search->profile, file);
}

static bool has_plain_name(const void *names, struct text name)
{
    return names_find(names, plain_name(name)) != NO_ID;
}

/* What reads an object with cost. */
struct object_reader {
    object_id object; /* NO_ID: there is none */
    bool is_open;
    struct inlined_code_reader reader;
};

/* Begins to read an object. */
static void start_reading(const struct search *search, object_id object,
                          struct object_reader *reader)
{
    struct text name = names_text(search->profile->symbols.objects, object);
    struct object_file file = {0};

    reader->object = object;
    reader->is_open = is_known_name(name) && open_object(search, name, &file);
    if (reader->is_open) {
        struct wanted_code wanted = {0};
        uint64_t *addresses = find_addresses(search, object, &wanted.n_addresses);
        struct names *names = search->sums[object].has_lines ? find_names(search, object) : NULL;
        wanted.addresses = addresses;
        wanted.wants = names == NULL ? NULL : has_plain_name;
        wanted.context = names;
        inlined_code_start(&reader->reader, &file, &wanted);
        names_free(names);
        free(addresses);
    }
    object_close(&file);
}

static enum inline_outcome finish_reading(const struct search *search, struct object_reader *reader,
                                          struct known_object *known)
{
    if (!reader->is_open)
        return INLINE_NOT_FOUND;
    switch (inlined_code_finish(&reader->reader, &known->code)) {
    case INLINED_CODE_NO_LIBRARY:
        return INLINE_NO_LIBRARY;
    case INLINED_CODE_NONE:
        return INLINE_NO_DEBUG;
    case INLINED_CODE_PACKED:
        return INLINE_PACKED;
    case INLINED_CODE_DAMAGED:
        return INLINE_DAMAGED;
    case INLINED_CODE_READ:
        break;
    }
    if (known->code.n_nodes == 0)
        return INLINE_NO_DEBUG;
    return search->sums[reader->object].has_lines ? INLINE_BY_LINE : INLINE_BY_ADDRESS;
}

static void map_files(struct search *search, struct known_object *known)
{
    const struct inlined_code *code = &known->code;
    size_t count = names_count(code->files);

    known->files = memory_alloc(count, sizeof *known->files);
    for (uint32_t id = 0; id < count; id++)
        known->files[id] = find_file(search, names_text(code->files, id));
}

/* Finds by node the name of the function with a symbol that it is in. */
static void find_hosts(struct known_object *known)
{
    const struct inlined_code *code = &known->code;

    known->hosts = names_create();
    known->host_of = memory_alloc(code->n_nodes, sizeof *known->host_of);
    for (uint32_t id = 0; id < code->n_nodes; id++) {
        uint32_t parent = code->nodes[id].parent;
        known->host_of[id] =
            parent != NO_ID
                ? known->host_of[parent]
                : names_add(known->hosts,
                            plain_name(names_text(code->names,
                                                  code->functions[code->nodes[id].function].name)));
    }
    known->host_ids =
        memory_alloc(names_count(known->hosts) + code->n_aliases, sizeof *known->host_ids);
    for (uint32_t id = 0; id < names_count(known->hosts); id++)
        known->host_ids[id] = id;
    for (size_t i = 0; i < code->n_aliases; i++) {
        size_t count = names_count(known->hosts);
        uint32_t id =
            names_add(known->hosts, plain_name(names_text(code->names, code->aliases[i].name)));
        if (id == count)
            known->host_ids[id] = known->host_of[code->aliases[i].node];
    }
}

/* Finds which functions of the profile are functions of the object. */
static void find_hosts_of_profile(struct search *search, object_id object)
{
    const struct known_object *known = &search->objects[object];
    const struct ids_by_object *functions = &search->functions;

    for (size_t i = functions->begin[object]; i < functions->begin[object + 1]; i++) {
        function_id id = functions->ids[i];
        uint32_t host = names_find(known->hosts, host_name(search->profile, id));
        search->hosts[id] = host == NO_ID ? NO_ID : known->host_ids[host];
    }
}

/* Adds a node without the lines that it was called from, unless there is such a one. */
static uint32_t add_loose_node(struct search *search, const struct known_object *known,
                               struct map *loose, uint32_t *first_loose, uint32_t parent,
                               uint32_t node)
{
    size_t count = loose->count;
    uint32_t id = map_add(loose, parent, known->code.nodes[node].function);

    if (id < count)
        return *first_loose + id;
    ARRAY_GROW(search->nodes, search->n_nodes, search->node_capacity);
    if (count == 0)
        *first_loose = (uint32_t)search->n_nodes;
    search->nodes[search->n_nodes++] =
        (struct inlined_node){.parent = parent,
                              .function = search->nodes[known->first_node + node].function,
                              .call = {NO_ID, 0}};
    return *first_loose + id;
}

/* How much the chains of two nodes have in common. */
enum likeness { UNLIKE, LIKE_INNERMOST, LIKE_FUNCTIONS, LIKE_ALL };

static enum likeness compare_chains(const struct inlined_code *code, uint32_t a, uint32_t b)
{
    enum likeness likeness = LIKE_ALL;
    const struct code_node *left = &code->nodes[a], *right = &code->nodes[b];

    if ((left->parent == NO_ID) != (right->parent == NO_ID) || left->function != right->function)
        return UNLIKE;
    while (left->parent != NO_ID && right->parent != NO_ID) {
        if (left->function != right->function)
            return LIKE_INNERMOST;
        if (left->call_file != right->call_file || left->call_line != right->call_line)
            likeness = LIKE_FUNCTIONS;
        left = &code->nodes[left->parent];
        right = &code->nodes[right->parent];
    }
    return left->parent == NO_ID && right->parent == NO_ID ? likeness : LIKE_INNERMOST;
}

/* What is known of the code of a line while that is looked through. */
struct line_nodes {
    uint32_t node; /* of the object's own */
    enum likeness likeness;
};

/* Notes that a line of a function has code of a node. */
static void note_line(struct known_object *known, struct line_nodes **of_lines, uint64_t place,
                      uint32_t number, uint32_t node)
{
    size_t count = known->line_ids.count;
    uint32_t id = map_add(&known->line_ids, place, number);

    if (id == count) {
        ARRAY_GROW(*of_lines, count, known->line_capacity);
        (*of_lines)[id] = (struct line_nodes){node, LIKE_ALL};
        return;
    }
    struct line_nodes *line = &(*of_lines)[id];
    if (line->likeness == UNLIKE || line->node == node)
        return;
    enum likeness likeness = compare_chains(&known->code, line->node, node);
    if (likeness < line->likeness)
        line->likeness = likeness;
}

/* Returns the node that stands for all nodes of a line, among all. */
static uint32_t node_of_line(struct search *search, const struct known_object *known,
                             const struct line_nodes *line, struct map *loose,
                             uint32_t *first_loose)
{
    enum { MOST = 256 };
    const struct code_node *nodes = known->code.nodes;
    uint32_t chain[MOST], node = line->node, made = NO_ID;
    size_t length = 0;

    if (nodes[node].parent == NO_ID)
        return NO_ID;
    if (line->likeness == LIKE_ALL)
        return (uint32_t)known->first_node + node;
    for (; nodes[node].parent != NO_ID && length < MOST; node = nodes[node].parent) {
        chain[length++] = node;
        if (line->likeness == LIKE_INNERMOST)
            break;
    }
    while (length-- != 0)
        made = add_loose_node(search, known, loose, first_loose, made, chain[length]);
    return made;
}

/* Finds what the lines of an object's functions are of. */
static void find_lines(struct search *search, struct known_object *known)
{
    const struct inlined_code *code = &known->code;
    struct line_nodes *of_lines = memory_alloc(1, sizeof *of_lines);
    struct map loose = {0};
    uint32_t first_loose = 0;
    size_t next = 0;

    known->line_capacity = 1;

    for (size_t i = 0; i < code->n_lines; i++) {
        const struct line_interval *line = &code->lines[i];
        file_id file = line->file == NO_ID ? NO_ID : known->files[line->file];
        while (next < code->n_intervals && code->intervals[next].end <= line->begin)
            next++;
        if (file == NO_ID || line->number == 0)
            continue;
        for (size_t j = next; j < code->n_intervals && code->intervals[j].begin < line->end; j++) {
            uint32_t node = code->intervals[j].node;
            note_line(known, &of_lines, (uint64_t)known->host_of[node] << 32 | file, line->number,
                      node);
        }
    }
    known->n_lines = known->line_ids.count;
    known->lines = memory_alloc(known->n_lines, sizeof *known->lines);
    for (size_t i = 0; i < known->n_lines; i++) {
        known->lines[i].is_ambiguous = of_lines[i].likeness == UNLIKE;
        known->lines[i].node = known->lines[i].is_ambiguous
                                 ? NO_ID
                                 : node_of_line(search, known, &of_lines[i], &loose, &first_loose);
    }
    map_free(&loose);
    free(of_lines);
}

/* Returns the line of a function of the profile, or NULL where the object has no code of it. */
static const struct line_code *find_line(const struct search *search,
                                         const struct known_object *known, function_id function,
                                         file_id file, uint64_t number)
{
    uint32_t host = search->hosts[function];
    uint32_t id =
        host == NO_ID ? NO_ID : map_find(&known->line_ids, (uint64_t)host << 32 | file, number);

    return id == NO_ID ? NULL : &known->lines[id];
}

/* Adds the nodes of an object to all nodes. */
static void add_nodes(struct search *search, object_id object)
{
    struct known_object *known = &search->objects[object];
    const struct inlined_code *code = &known->code;
    struct function *functions = memory_alloc(code->n_functions, sizeof *functions);
    bool *is_named = memory_alloc(code->n_functions, sizeof *is_named);

    known->first_node = search->n_nodes;
    for (size_t i = 0; i < code->n_nodes; i++) {
        const struct code_node *node = &code->nodes[i];
        bool is_inlined_in_symbol =
            node->parent != NO_ID && code->nodes[node->parent].parent == NO_ID;
        if (node->parent != NO_ID && !is_named[node->function]) {
            functions[node->function] =
                name_function(search, object, code, &code->functions[node->function]);
            is_named[node->function] = true;
        }
        ARRAY_GROW(search->nodes, search->n_nodes, search->node_capacity);
        struct inlined_node *added = &search->nodes[search->n_nodes++];
        *added =
            (struct inlined_node){.parent = is_inlined_in_symbol || node->parent == NO_ID
                                              ? NO_ID
                                              : (uint32_t)known->first_node + node->parent,
                                  .function = functions[node->function],
                                  .call = {NO_ID, node->call_line},
                                  .address = search->sums[object].has_lines ? 0 : node->address};
        if (node->call_file != NO_ID)
            added->call.file = known->files[node->call_file];
        if (added->call.file == NO_ID)
            added->call.number = 0;
    }
    free(functions);
    free(is_named);
}

/* Whether what a spot says of its line is so by the debug information. */
static bool is_fit(const struct search *search, const struct known_object *known,
                   const struct spot *spot)
{
    struct place place = profile_place(search->profile, spot->place);

    if (!has_code_at(spot))
        return search->hosts[place.function] == NO_ID ||
               find_line(search, known, place.function, place.file, spot->position.line) != NULL;
    const struct line_interval *line = inlined_code_line(&known->code, spot->position.address);
    return line != NULL && line->file != NO_ID && known->files[line->file] == place.file &&
           line->number == spot->position.line;
}

/*
 * Whether the line of a spot tells whether the debug information is right. In assembler functions
 * jump into others, and such code counts as theirs.
 */
static bool is_telling(const struct profile *profile, const struct spot *spot)
{
    struct text file = names_text(profile->symbols.files, profile_place(profile, spot->place).file);
    struct text end = text_skip(file, file.length < 2 ? 0 : file.length - 2);

    return spot->position.line != 0 && is_known_name(file) && !text_equal(end, TEXT(".S")) &&
           !text_equal(end, TEXT(".s"));
}

/* Returns the innermost node at a spot, or NO_ID. */
static uint32_t find_node(const struct search *search, const struct spot *spot)
{
    struct place place = profile_place(search->profile, spot->place);
    struct position position = spot->position;
    object_id object = profile_function(search->profile, place.function).object;

    if (object == NO_ID || !search->objects[object].is_usable)
        return NO_ID;
    const struct known_object *known = &search->objects[object];
    if (position.address != 0) {
        uint32_t node = inlined_code_node(&known->code, position.address);
        return node == NO_ID || known->code.nodes[node].parent == NO_ID
                 ? NO_ID
                 : (uint32_t)known->first_node + node;
    }
    const struct line_code *line =
        find_line(search, known, place.function, place.file, position.line);
    return line == NULL ? NO_ID : line->node;
}

/* Adds up how much of each object is named, and how much does not fit. */
static void add_up_fit(struct search *search)
{
    const struct profile *profile = search->profile;
    const struct packed_costs *self = &profile->ledgers[SPOTS].packed;

    for (uint32_t id = 0; id < profile->spots.count; id++) {
        const struct spot *spot = &profile->spots.list[id];
        struct place place = profile_place(profile, spot->place);
        object_id object = profile_function(profile, place.function).object;
        if (object == NO_ID || !search->objects[object].is_usable || !packed_costs_has(self, id))
            continue;
        const struct known_object *known = &search->objects[object];
        struct object_sums *sums = &search->sums[object];
        int64_t cost = costs_sum(&self->unpacked, packed_costs_unpack(self, id), 0);
        if (is_telling(profile, spot)) {
            bool fits = is_fit(search, known, spot);
            sums->n_keys++;
            sums->n_unfit += !fits;
            (void)add_saturated(&sums->unfit, fits ? 0 : cost);
        }
        const struct line_code *line =
            find_line(search, known, place.function, place.file, spot->position.line);
        bool is_named = has_code_at(spot)
                          ? inlined_code_node(&known->code, spot->position.address) != NO_ID
                          : line != NULL && !line->is_ambiguous;
        bool is_ambiguous =
            !has_code_at(spot) && search->hosts[place.function] != NO_ID && !is_named;
        (void)add_saturated(is_named ? &sums->named : &sums->ambiguous,
                            is_named || is_ambiguous ? cost : 0);
    }
}

/* Finds what the code of an object is of, which is being read. */
static enum inline_outcome find_in_object(struct search *search, struct object_reader *reader)
{
    object_id object = reader->object;
    struct known_object *known = &search->objects[object];
    enum inline_outcome outcome = finish_reading(search, reader, known);

    known->is_usable = outcome == INLINE_BY_ADDRESS || outcome == INLINE_BY_LINE;
    if (!known->is_usable)
        return outcome;
    map_files(search, known);
    find_hosts(known);
    find_hosts_of_profile(search, object);
    add_nodes(search, object);
    if (outcome == INLINE_BY_LINE)
        find_lines(search, known);
    return outcome;
}

/* Reads all objects with cost; the next one is read while something is made of one. */
static void read_objects(struct search *search, enum inline_outcome *outcomes)
{
    struct object_reader *readers = memory_alloc(2, sizeof *readers);
    size_t count = names_count(search->profile->symbols.objects), next = 0;

    readers[0].object = readers[1].object = NO_ID;
    for (object_id id = 0; id <= count; id++) {
        if (id < count && search->sums[id].all == 0)
            continue;
        if (id < count)
            start_reading(search, id, &readers[next]);
        next = 1 - next;
        if (readers[next].object != NO_ID)
            outcomes[readers[next].object] = find_in_object(search, &readers[next]);
        readers[next].object = NO_ID;
    }
    free(readers);
}

static int by_cost(const void *left, const void *right)
{
    const struct inlined_object *a = left, *b = right;

    if (a->of_program != b->of_program)
        return a->of_program > b->of_program ? -1 : 1;
    return text_compare(a->name, b->name);
}

static void find_in_objects(struct search *search, struct inlined_objects *objects)
{
    size_t count = names_count(search->profile->symbols.objects);
    enum inline_outcome *outcomes = memory_alloc(count, sizeof *outcomes);
    int64_t program = 0;

    read_objects(search, outcomes);
    for (object_id id = 0; id < count; id++)
        (void)add_saturated(&program, search->sums[id].all);
    add_up_fit(search);
    for (object_id id = 0; id < count; id++) {
        const struct object_sums *sums = &search->sums[id];
        struct known_object *known = &search->objects[id];
        struct inlined_object told = {
            .name = names_text(search->profile->symbols.objects, id),
            .outcome = outcomes[id],
            .of_program = percent_of(sums->all, program),
            .named = percent_of(sums->named, sums->all),
            .ambiguous = percent_of(sums->ambiguous, sums->all),
            .unfit = percent_of(sums->unfit, sums->all),
        };
        if (sums->all == 0 || !is_known_name(told.name))
            continue;
        if (known->is_usable &&
            (told.unfit > most_unfit_percent ||
             percent_of((int64_t)sums->n_unfit, (int64_t)sums->n_keys) > most_unfit_percent)) {
            told.outcome = INLINE_OTHER_BUILD;
            known->is_usable = false;
        }
        ARRAY_ADD(objects->list, objects->count, objects->capacity, told);
    }
    ARRAY_SORT(objects->list, objects->count, by_cost);
    free(outcomes);
}

static void search_free(struct search *search)
{
    size_t count = names_count(search->profile->symbols.objects);

    for (size_t i = 0; i < count; i++) {
        struct known_object *known = &search->objects[i];
        inlined_code_free(&known->code);
        free(known->files);
        names_free(known->hosts);
        free(known->host_ids);
        free(known->host_of);
        map_free(&known->line_ids);
        free(known->lines);
    }
    free(search->objects);
    free(search->sums);
    free(search->nodes);
    free(search->hosts);
    free(search->spots.ids);
    free(search->spots.begin);
    free(search->functions.ids);
    free(search->functions.begin);
    map_free(&search->function_ids);
    free(search->last_of);
    free(search->others);
    names_free(search->files.paths);
    free(search->files.ids);
    arena_free(&search->files.arena);
    source_paths_free(&search->paths);
}

bool inlined_functions_add(struct profile *profile, const struct view_options *options, bool is_old,
                           struct keep keep, struct inlined_objects *objects, struct error *error)
{
    struct search search = {.profile = profile, .is_old = is_old};
    size_t n_objects = names_count(profile->symbols.objects),
           n_functions = profile_n_functions(profile);

    if (is_old)
        old_object_paths_create(&search.paths, options, profile);
    else
        object_paths_create(&search.paths, options, profile);
    search.objects = memory_alloc(n_objects, sizeof *search.objects);
    search.sums = memory_alloc(n_objects, sizeof *search.sums);
    search.hosts = memory_alloc(n_functions, sizeof *search.hosts);
    for (size_t i = 0; i < n_functions; i++)
        search.hosts[i] = NO_ID;
    find_files(&search.files, profile);
    find_functions(&search);
    sort_by_object(&search);
    add_up_objects(&search);
    find_in_objects(&search, objects);
    uint32_t *node_of_spot = memory_alloc(profile->spots.count, sizeof *node_of_spot);
    for (uint32_t id = 0; id < profile->spots.count; id++)
        node_of_spot[id] = find_node(&search, &profile->spots.list[id]);
    const struct inlining inlining = {search.nodes, search.n_nodes, node_of_spot,
                                      profile->spots.count};
    bool is_done = profile_inline(profile, &inlining, keep, error);
    free(node_of_spot);
    search_free(&search);
    return is_done;
}

struct text inline_reason(enum inline_outcome outcome)
{
    static const struct text reasons[] = {
        [INLINE_BY_ADDRESS] = {0},
        [INLINE_BY_LINE] = {0},
        [INLINE_NOT_FOUND] = {"not found", 9},
        [INLINE_NO_LIBRARY] = {"no libdw", 8},
        [INLINE_NO_DEBUG] = {"no debug information", 20},
        [INLINE_PACKED] = {"compressed", 10},
        [INLINE_DAMAGED] = {"damaged", 7},
        [INLINE_OTHER_BUILD] = {"another build", 13},
    };

    return reasons[outcome];
}

/* Adds the note about an object, whose name says which side of a difference it is of. */
static void add_note(const struct inlined_object *object, const char *name, bool is_old,
                     struct warnings *notes)
{
    switch (object->outcome) {
    case INLINE_BY_ADDRESS:
        warnings_add(notes, NULL, 0, "inline: %s: by address, %.1f %% named", name, object->named);
        break;
    case INLINE_BY_LINE:
        warnings_add(notes, NULL, 0, "inline: %s: by line, %.1f %% named, %.1f %% ambiguous", name,
                     object->named, object->ambiguous);
        break;
    case INLINE_NOT_FOUND:
        warnings_add(notes, NULL, 0, "inline: %s: not found (see %s)", name,
                     is_old ? "--old-object-path" : "--object-path");
        break;
    case INLINE_NO_LIBRARY:
        warnings_add(notes, NULL, 0, "inline: %s: not read, for want of libdw", name);
        break;
    case INLINE_NO_DEBUG:
        warnings_add(notes, NULL, 0,
                     "inline: %s: no debug information: compile with -g1, or install its package, "
                     "as libc6-dbg",
                     name);
        break;
    case INLINE_PACKED:
        warnings_add(notes, NULL, 0,
                     "inline: %s: its debug information is compressed with zstd, which this libdw "
                     "cannot read",
                     name);
        break;
    case INLINE_DAMAGED:
        warnings_add(notes, NULL, 0, "inline: %s: its debug information is damaged", name);
        break;
    case INLINE_OTHER_BUILD:
        warnings_add(notes, NULL, 0,
                     "inline: %s: not the build that was profiled: %.1f %% is on lines that it "
                     "does not have",
                     name, object->unfit);
        break;
    }
}

void inlined_objects_note(const struct inlined_objects *objects, bool is_old,
                          struct warnings *notes)
{
    enum { LEAST_TOLD = 1, ROOM = 80 };

    for (size_t i = 0; i < objects->count; i++) {
        struct text base = path_base(objects->list[i].name);
        char name[ROOM];
        snprintf(name, sizeof name, "%.*s%s", text_shown_length(base), base.at,
                 is_old ? " (old)" : "");
        if (objects->list[i].of_program >= LEAST_TOLD || objects->list[i].outcome == INLINE_DAMAGED)
            add_note(&objects->list[i], name, is_old, notes);
    }
}

void inlined_objects_free(struct inlined_objects *objects)
{
    free(objects->list);
    *objects = (struct inlined_objects){0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sources/inlined_functions.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/map.h"
#include "base/names.h"
#include "base/number.h"
#include "profile/inlining.h"
#include "profile/name_pieces.h"
#include "sources/source_paths.h"

/*
 * The largest share of cost that may contradict the debug information; with the right file it is
 * 0.13 %.
 */
static const double most_unfit_percent = 1;

/* The functions of a line's code. */
struct line_code {
    uint32_t node; /* of all nodes, or NO_ID: the function's own */
    bool is_ambiguous;
};

/* An object with cost in the first event. */
struct object {
    enum inlined_code_status status;
    bool is_by_line;
    int64_t all, named, ambiguous, unfit;
    size_t n_keys, n_unfit;
    uint64_t *addresses; /* that the profile has */
    size_t n_addresses, address_capacity;
    struct names *hosts; /* by line: names of the functions that the profile has */

    struct inlined_code_reader *reader; /* while it is read */
    struct inlined_code code;
    uint32_t *files; /* by file of the code: that of the profile, or NO_ID */
    uint32_t *nodes; /* by node of the code: its id among all nodes, or NO_ID if it has a symbol */
    uint32_t first_node;
    /* By line */
    bool *is_known;      /* by host: there is code of it */
    struct map inlined;  /* (node of all that it is in, or host; function) of nodes */
    struct map line_ids; /* (host and file, number) */
    struct line_code *lines;
    size_t line_capacity;
};

struct search {
    struct profile *profile;
    const struct source_paths *paths;
    bool is_old;
    struct names *file_paths; /* of the profile, without "." and ".." */
    file_id *file_ids;        /* by that */
    struct map function_ids;  /* (object, name) */
    function_id *last_of;     /* by that: the last function of the name */
    struct object **objects;  /* by id; NULL: it has no cost */
    struct inlined_node *nodes;
    size_t n_nodes, node_capacity;
    uint32_t *hosts; /* by function of the profile: its name in the hosts of its object, or NO_ID */
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
static void append_plain(struct buffer *plain, struct text path)
{
    struct text rest = path, component;

    while (text_cut(&rest, '/', &component)) {
        struct text last = path_base(buffer_text(plain));
        if (component.length == 0 || text_equal(component, TEXT(".")))
            continue;
        if (text_equal(component, TEXT("..")) && last.length != 0 &&
            !text_equal(last, TEXT(".."))) {
            plain->length -= last.length + (plain->length > last.length);
            continue;
        }
        if (plain->length != 0)
            buffer_append(plain, TEXT("/"));
        buffer_append(plain, component);
    }
}

/*
 * Returns a path with the directory that it begins with once where it is there twice: Valgrind puts
 * the compiler's directory before itself, as in "./elf/./elf/dl-lookup.c".
 */
static struct text without_doubled(struct text path)
{
    for (size_t i = 1; i < path.length; i++)
        if (path.at[i - 1] == '/' &&
            text_starts_with(text_skip(path, i), (struct text){path.at, i}))
            return text_skip(path, i);
    return path;
}

static void list_files(struct search *search)
{
    const struct names *files = search->profile->symbols.files;
    size_t n_files = names_count(files);

    search->file_paths = names_create();
    search->file_ids = memory_alloc(2 * n_files, sizeof *search->file_ids);
    for (size_t i = 0; i < 2 * n_files; i++) {
        file_id id = (file_id)(i % n_files);
        struct buffer plain = {0};
        size_t count = names_count(search->file_paths);
        append_plain(&plain, names_text(files, id));
        struct text path = buffer_text(&plain);
        if (names_add(search->file_paths, i == id ? path : without_doubled(path)) == count)
            search->file_ids[count] = id;
        free(plain.at);
    }
}

/*
 * Finds the profile's file for a path: the same path, or its longest end, if neither has "." and
 * "..".
 */
static file_id find_file(const struct search *search, struct text path)
{
    struct buffer plain = {0};
    struct text component;
    uint32_t same = names_find(search->profile->symbols.files, path), found = NO_ID;

    if (same != NO_ID)
        return same;
    append_plain(&plain, path);
    for (struct text rest = buffer_text(&plain); rest.length != 0 && found == NO_ID;
         text_cut(&rest, '/', &component))
        found = rest.length < LONGEST_END ? names_find(search->file_paths, rest) : NO_ID;
    free(plain.at);
    return found == NO_ID ? NO_ID : search->file_ids[found];
}

static void list_functions(struct search *search)
{
    const struct profile *profile = search->profile;
    size_t count = profile_n_functions(profile);

    search->last_of = memory_alloc(count, sizeof *search->last_of);
    for (function_id id = 0; id < count; id++) {
        struct function function = profile_function(profile, id);
        search->last_of[map_add(&search->function_ids, function.object, function.symbol)] = id;
    }
}

/*
 * Names an inlined function: like a function with code elsewhere, so that both are one, or else by
 * its declaring file.
 */
static struct function name_function(struct search *search, object_id object,
                                     const struct object *known, const struct code_function *code)
{
    const struct symbols *symbols = &search->profile->symbols;
    struct text path = names_text_if_any(known->code.files, code->file);
    struct function named = {
        .object = object,
        .file = path.at == NULL ? NO_ID : known->files[code->file],
        .symbol = names_add(symbols->functions, names_text(known->code.names, code->name))};
    uint32_t id = map_find(&search->function_ids, object, named.symbol);

    if (id != NO_ID && code->is_static == 0)
        return profile_function(search->profile, search->last_of[id]);
    if (named.file == NO_ID)
        named.file = names_add(symbols->files, path.at == NULL ? TEXT("???") : path);
    return named;
}

static object_id object_of(const struct profile *profile, place_id place)
{
    return profile_function(profile, profile_place(profile, place).function).object;
}

/* Returns the self cost of a spot in the first event. */
static int64_t self_cost(const struct profile *profile, uint32_t spot)
{
    const struct packed_costs *self = &profile->ledgers[SPOTS].packed;

    return packed_costs_has(self, spot)
             ? costs_sum(&self->unpacked, packed_costs_unpack(self, spot), 0)
             : 0;
}

/* Finds the costs of objects, and their wanted code. */
static void list_objects(struct search *search)
{
    const struct profile *profile = search->profile;
    const struct name_pieces *pieces = symbols_pieces(&profile->symbols);

    for (uint32_t id = 0; id < profile->spots.count; id++) {
        const struct spot *spot = &profile->spots.list[id];
        object_id object = object_of(profile, spot->place);
        uint64_t address = spot->position.address;
        if (object == NO_ID)
            continue;
        if (search->objects[object] == NULL)
            search->objects[object] = memory_alloc(1, sizeof *search->objects[object]);
        struct object *known = search->objects[object];
        int64_t cost = self_cost(profile, id);
        (void)add_saturated(&known->all, cost);
        known->is_by_line = known->is_by_line || (address == 0 && cost != 0);
        ARRAY_ADD(known->addresses, known->n_addresses, known->address_capacity, address);
    }
    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        struct function function = profile_function(profile, id);
        struct object *known = function.object == NO_ID ? NULL : search->objects[function.object];
        search->hosts[id] = NO_ID;
        if (known == NULL || !known->is_by_line)
            continue;
        known->hosts = known->hosts == NULL ? names_create() : known->hosts;
        search->hosts[id] = names_add(
            known->hosts,
            plain_name(names_text(profile->symbols.functions, pieces->bases[function.symbol])));
    }
}

/*
 * Opens an object: an old build where a map says, or else the recorded file if it did not change
 * since the old profile was written.
 */
static bool open_object(const struct search *search, struct text name, struct source *file)
{
    const struct profile *profile = search->profile;

    if (!is_known_name(name) || !source_find(file, name, search->paths))
        return false;
    bool is_newer = false;
    for (size_t i = 0; i < profile->n_inputs; i++)
        is_newer = is_newer || file->changed > profile->inputs[i].changed;
    if (!search->is_old || !is_newer)
        return true;
    source_close(file);
    return source_find_mapped(file, name, search->paths);
}

/* Begins to read an object. */
static void start_reading(const struct search *search, object_id id)
{
    struct object *object = search->objects[id];
    struct text name = names_text(search->profile->symbols.objects, id);
    struct source file;

    object->status = INLINED_CODE_NO_OBJECT;
    if (!open_object(search, name, &file))
        return;
    object->status = INLINED_CODE_READ;
    ARRAY_SORT(object->addresses, object->n_addresses, numbers_compare);
    const struct wanted_code wanted = {object->addresses, object->n_addresses, object->hosts};
    object->reader = memory_alloc(1, sizeof *object->reader);
    inlined_code_start(object->reader, &file, &wanted);
    source_close(&file);
}

/*
 * Adds a node to all nodes, and returns its id. By line, all instances of a function inlined into
 * another are one node.
 */
static uint32_t add_node(struct search *search, struct object *object, uint32_t parent,
                         const struct code_node *node, const struct function *functions)
{
    struct inlined_node added = {
        .parent = parent, .function = functions[node->function], .call = {NO_ID, 0}};
    uint32_t id = (uint32_t)search->n_nodes;

    if (node->call_file != NO_ID && object->files[node->call_file] != NO_ID)
        added.call = (struct file_line){object->files[node->call_file], node->call_line};
    if (object->is_by_line) {
        uint64_t within = parent != NO_ID ? parent : UINT64_C(1) << 32 | node->host;
        size_t count = object->inlined.count;
        uint32_t known = map_add(&object->inlined, within, node->function);
        if (known < count) {
            struct file_line *call = &search->nodes[object->first_node + known].call;
            if (call->file != added.call.file || call->number != added.call.number)
                *call = (struct file_line){NO_ID, 0};
            return object->first_node + known;
        }
    } else {
        added.address = node->address;
    }
    ARRAY_ADD(search->nodes, search->n_nodes, search->node_capacity, added);
    return id;
}

/* Records the nodes of a line's code. */
static void add_line(struct search *search, struct object *object, const struct code_point *point,
                     const struct function *functions)
{
    const struct code_node *code = &object->code.nodes[point->node];
    uint64_t place = (uint64_t)code->host << 32 | object->files[point->file];
    uint32_t node = object->nodes[point->node];
    size_t count = object->line_ids.count;
    uint32_t id = map_add(&object->line_ids, place, point->number);

    if (id == count) {
        ARRAY_ADD(object->lines, count, object->line_capacity, (struct line_code){node, false});
        return;
    }
    struct line_code *line = &object->lines[id];
    if (line->is_ambiguous || line->node == node)
        return;
    const struct function *is = NULL, *was = NULL;
    if (node != NO_ID && line->node != NO_ID) {
        is = &search->nodes[node].function;
        was = &search->nodes[line->node].function;
    }
    line->is_ambiguous = is == NULL || is->symbol != was->symbol || is->file != was->file;
    /*
     * It was inlined by different paths: treat it as inlined directly into the function with the
     * symbol.
     */
    line->node = line->is_ambiguous ? NO_ID
                                    : add_node(search, object, NO_ID,
                                               &(struct code_node){.call_file = NO_ID,
                                                                   .host = code->host,
                                                                   .function = code->function},
                                               functions);
}

/* Waits until an object is read, and maps its code to functions. */
static void finish_reading(struct search *search, object_id id)
{
    struct object *object = search->objects[id];
    const struct inlined_code *code = &object->code;

    if (object->status == INLINED_CODE_READ) {
        object->status = inlined_code_finish(object->reader, &object->code);
        free(object->reader);
    }
    if (object->status != INLINED_CODE_READ)
        return;
    size_t n_files = names_count(code->files);
    object->files = memory_alloc(n_files, sizeof *object->files);
    for (uint32_t file = 0; file < n_files; file++)
        object->files[file] = find_file(search, names_text(code->files, file));
    struct function *functions = memory_alloc(code->n_functions, sizeof *functions);
    for (size_t i = 0; i < code->n_functions; i++)
        functions[i] = name_function(search, id, object, &code->functions[i]);
    object->first_node = (uint32_t)search->n_nodes;
    object->nodes = memory_alloc(code->n_nodes, sizeof *object->nodes);
    for (size_t i = 0; i < code->n_nodes; i++) {
        uint32_t parent = code->nodes[i].parent;
        object->nodes[i] = parent == NO_ID ? NO_ID
                                           : add_node(search, object, object->nodes[parent],
                                                      &code->nodes[i], functions);
    }
    if (object->is_by_line)
        object->is_known = memory_alloc(names_count(object->hosts), 1);
    for (size_t i = 0; object->is_by_line && i < code->n_points; i++) {
        const struct code_point *point = &code->points[i];
        uint32_t host = point->node == NO_ID ? NO_ID : code->nodes[point->node].host;
        /* The child's answer is untrusted: its input may have corrupted it. */
        if (host < names_count(object->hosts))
            object->is_known[host] = true;
        if (point->file != NO_ID && object->files[point->file] != NO_ID)
            add_line(search, object, point, functions);
    }
    free(functions);
}

/* Reads all objects with cost, each in parallel with evaluating the previous one. */
static void read_objects(struct search *search)
{
    object_id last = NO_ID;

    for (object_id id = 0; id < names_count(search->profile->symbols.objects); id++) {
        if (search->objects[id] == NULL || search->objects[id]->all == 0)
            continue;
        start_reading(search, id);
        if (last != NO_ID)
            finish_reading(search, last);
        last = id;
    }
    if (last != NO_ID)
        finish_reading(search, last);
}

/*
 * Returns whether the line of a spot can confirm the debug information. In assembler, functions
 * jump into others, whose code then counts as theirs.
 */
static bool is_telling(const struct profile *profile, const struct spot *spot)
{
    struct text file = names_text(profile->symbols.files, profile_place(profile, spot->place).file);
    struct text end = text_skip(file, file.length < 2 ? 0 : file.length - 2);

    return spot->position.line != 0 && is_known_name(file) && !text_equal(end, TEXT(".S")) &&
           !text_equal(end, TEXT(".s"));
}

/* The node of a spot, and whether its line agrees. */
struct finding {
    uint32_t node; /* of all nodes */
    bool is_named, is_ambiguous;
    bool is_fit; /* the profile's line agrees with the debug information */
};

static struct finding find_by_address(const struct object *object, const struct spot *spot,
                                      struct place place)
{
    const struct inlined_code *code = &object->code;
    size_t at = code_points_find(code->points, code->n_points, spot->position.address);
    struct finding finding = {.node = NO_ID};

    if (at == code->n_points)
        return finding;
    const struct code_point *point = &code->points[at];
    finding.is_named = point->node != NO_ID;
    finding.node = finding.is_named ? object->nodes[point->node] : NO_ID;
    finding.is_fit = point->file != NO_ID && object->files[point->file] == place.file &&
                     point->number == spot->position.line;
    return finding;
}

static struct finding find_by_line(const struct search *search, const struct object *object,
                                   const struct spot *spot, struct place place)
{
    uint32_t host = search->hosts[place.function];

    if (host == NO_ID || !object->is_known[host])
        return (struct finding){.node = NO_ID, .is_fit = true};
    uint32_t id =
        map_find(&object->line_ids, (uint64_t)host << 32 | place.file, spot->position.line);
    if (id == NO_ID)
        return (struct finding){.node = NO_ID, .is_ambiguous = true};
    const struct line_code *line = &object->lines[id];
    return (struct finding){line->node, !line->is_ambiguous, line->is_ambiguous, true};
}

/* Finds the nodes of all spots, and sums the named and the contradictory cost of each object. */
static void find_nodes(const struct search *search, uint32_t *node_of_spot)
{
    const struct profile *profile = search->profile;

    for (uint32_t id = 0; id < profile->spots.count; id++) {
        const struct spot *spot = &profile->spots.list[id];
        struct place place = profile_place(profile, spot->place);
        object_id owner = profile_function(profile, place.function).object;
        struct object *object = owner == NO_ID ? NULL : search->objects[owner];
        node_of_spot[id] = NO_ID;
        if (object == NULL || object->all == 0 || object->status != INLINED_CODE_READ)
            continue;
        struct finding finding = object->is_by_line ? find_by_line(search, object, spot, place)
                                                    : find_by_address(object, spot, place);
        int64_t cost = self_cost(profile, id);
        node_of_spot[id] = finding.node;
        (void)add_saturated(&object->named, finding.is_named ? cost : 0);
        (void)add_saturated(&object->ambiguous, finding.is_ambiguous ? cost : 0);
        if (!is_telling(profile, spot) || !packed_costs_has(&profile->ledgers[SPOTS].packed, id))
            continue;
        object->n_keys++;
        object->n_unfit += !finding.is_fit;
        (void)add_saturated(&object->unfit, finding.is_fit ? 0 : cost);
    }
}

static int by_cost(const void *left, const void *right)
{
    const struct inlined_object *a = left, *b = right;

    if (a->of_program != b->of_program)
        return a->of_program > b->of_program ? -1 : 1;
    return text_compare(a->name, b->name);
}

/* Lists the results. Objects of another build stay unchanged. */
static void judge_objects(struct search *search, uint32_t *node_of_spot,
                          struct inlined_objects *objects)
{
    const struct profile *profile = search->profile;
    size_t count = names_count(profile->symbols.objects);
    int64_t program = 0;

    for (object_id id = 0; id < count; id++)
        (void)add_saturated(&program, search->objects[id] == NULL ? 0 : search->objects[id]->all);
    for (object_id id = 0; id < count; id++) {
        struct object *object = search->objects[id];
        struct text name = names_text(profile->symbols.objects, id);
        if (object == NULL || object->all == 0 || !is_known_name(name))
            continue;
        if (percent_of(object->unfit, object->all) > most_unfit_percent ||
            percent_of((int64_t)object->n_unfit, (int64_t)object->n_keys) > most_unfit_percent)
            object->status = INLINED_CODE_OTHER_BUILD;
        ARRAY_ADD(objects->list, objects->count, objects->capacity,
                  (struct inlined_object){name, object->status, object->is_by_line,
                                          percent_of(object->all, program),
                                          percent_of(object->named, object->all),
                                          percent_of(object->ambiguous, object->all)});
    }
    ARRAY_SORT(objects->list, objects->count, by_cost);
    for (uint32_t id = 0; id < profile->spots.count; id++) {
        object_id owner = object_of(profile, profile->spots.list[id].place);
        if (owner != NO_ID && search->objects[owner]->status != INLINED_CODE_READ)
            node_of_spot[id] = NO_ID;
    }
}

static void search_free(struct search *search)
{
    for (size_t i = 0; i < names_count(search->profile->symbols.objects); i++) {
        struct object *object = search->objects[i];
        if (object == NULL)
            continue;
        free(object->addresses);
        names_free(object->hosts);
        inlined_code_free(&object->code);
        free(object->files);
        free(object->nodes);
        free(object->is_known);
        map_free(&object->inlined);
        map_free(&object->line_ids);
        free(object->lines);
        free(object);
    }
    free(search->objects);
    free(search->nodes);
    free(search->hosts);
    map_free(&search->function_ids);
    free(search->last_of);
    names_free(search->file_paths);
    free(search->file_ids);
}

bool inlined_functions_add(struct profile *profile, const struct source_paths *paths, bool is_old,
                           struct keep keep, struct inlined_objects *objects, struct error *error)
{
    struct search search = {.profile = profile, .paths = paths, .is_old = is_old};

    if (!debug_information_can_be_read())
        return error_set(error, ERROR_FAILED, NULL, 0,
                         "--inline: quern was built without libdw, or it cannot be loaded");
    uint32_t *node_of_spot = memory_alloc(profile->spots.count, sizeof *node_of_spot);

    search.objects = memory_alloc(names_count(profile->symbols.objects), sizeof(struct object *));
    search.hosts = memory_alloc(profile_n_functions(profile), sizeof *search.hosts);
    list_files(&search);
    list_functions(&search);
    list_objects(&search);
    read_objects(&search);
    find_nodes(&search, node_of_spot);
    judge_objects(&search, node_of_spot, objects);
    const struct inlining inlining = {search.nodes, search.n_nodes, node_of_spot,
                                      profile->spots.count};
    bool is_done = profile_inline(profile, &inlining, keep, error);
    search_free(&search);
    free(node_of_spot);
    return is_done;
}

/* Why nothing was inlined, by status, with details for people in parentheses. */
static const char *const reasons[] = {
    [INLINED_CODE_NO_OBJECT] = "not found (see --object-path and --old-object-path)",
    [INLINED_CODE_NONE] = "no debug information (compile with -g1, or install its package, as "
                          "libc6-dbg)",
    [INLINED_CODE_DAMAGED] = "damaged (or some of its debug information is missing)",
    [INLINED_CODE_OTHER_BUILD] = "another build (its debug information lacks 1 % of what was "
                                 "profiled)",
};

struct text inline_reason(enum inlined_code_status status)
{
    if (status == INLINED_CODE_READ)
        return (struct text){0};
    const char *end = strstr(reasons[status], " (");
    return end == NULL ? text_of(reasons[status]) : text_between(reasons[status], end);
}

void inlined_objects_note(const struct inlined_objects *objects, bool is_old,
                          struct warnings *notes)
{
    enum { LEAST_NOTED = 1 };

    for (size_t i = 0; i < objects->count; i++) {
        const struct inlined_object *object = &objects->list[i];
        if (object->of_program < LEAST_NOTED && object->status != INLINED_CODE_DAMAGED)
            continue;
        struct text name = path_base(object->name);
        int length = text_shown_length(name);
        const char *side = is_old ? " (old)" : "";
        if (object->status != INLINED_CODE_READ)
            warnings_add(notes, NULL, 0, "inline: %.*s%s: %s", length, name.at, side,
                         reasons[object->status]);
        else if (object->is_by_line)
            warnings_add(notes, NULL, 0,
                         "inline: %.*s%s: by line, %.1f %% named, %.1f %% ambiguous", length,
                         name.at, side, object->named, object->ambiguous);
        else
            warnings_add(notes, NULL, 0, "inline: %.*s%s: by address, %.1f %% named", length,
                         name.at, side, object->named);
    }
}

void inlined_objects_free(struct inlined_objects *objects)
{
    free(objects->list);
    *objects = (struct inlined_objects){0};
}

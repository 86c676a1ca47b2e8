/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/objects/objects.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/diff.h"
#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/index.h"
#include "base/number.h"
#include "profile/name_pieces.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"

void object_paths_create(struct source_paths *paths, const struct view_options *options,
                         const struct profile *profile)
{
    const struct source_options at = {.include_dirs = options->sources_at.include_dirs,
                                      .maps_from = options->objects_at.maps_from,
                                      .maps_to = options->objects_at.maps_to};

    source_paths_create(paths, &at, profile);
    paths->has_large_files = true;
}

void old_object_paths_create(struct source_paths *paths, const struct view_options *options,
                             const struct profile *old)
{
    source_paths_create(paths, &options->old_objects_at, old);
    paths->has_large_files = true;
}

/* Opens the object in the file that was found. */
static enum object_status read_found(struct source *found, struct object_file *file)
{
    enum object_status status = object_open(file, found->path);

    source_close(found);
    return status;
}

enum object_status object_find(struct text name, const struct source_paths *paths,
                               struct object_file *file)
{
    struct source found;

    if (!source_find_mapped(&found, name, paths) && !source_find(&found, name, paths))
        return OBJECT_NOT_FOUND;
    return read_found(&found, file);
}

enum object_status object_find_old(struct text name, const struct source_paths *paths,
                                   struct object_file *file)
{
    struct source found;

    return source_find_mapped(&found, name, paths) ? read_found(&found, file) : OBJECT_NOT_FOUND;
}

/* The instruction of a spot, which several spots may share: what they are sorted by. */
struct executed_spot {
    uint64_t address;
    object_id object;
    symbol_id function;
    uint32_t spot;
};

/* What spots are sorted by, the least significant number first, each from its last byte on. */
enum spot_number { NUMBER_OF_FUNCTION, NUMBER_OF_ADDRESS, NUMBER_OF_OBJECT, N_SPOT_NUMBERS };

static uint64_t spot_number(const struct executed_spot *spot, enum spot_number which)
{
    return which == NUMBER_OF_FUNCTION ? spot->function
         : which == NUMBER_OF_ADDRESS  ? spot->address
                                       : spot->object;
}

/* Moves spots into the order of a byte of a number; equal ones stay in theirs. */
static void sort_by_byte(const struct executed_spot *spots, size_t count, enum spot_number which,
                         unsigned shift, struct executed_spot *sorted)
{
    enum { N_BYTES = 256 };
    size_t begin[N_BYTES + 1] = {0}; /* by byte */

    for (size_t i = 0; i < count; i++)
        begin[(spot_number(&spots[i], which) >> shift & (N_BYTES - 1)) + 1]++;
    for (size_t i = 0; i < N_BYTES; i++)
        begin[i + 1] += begin[i];
    for (size_t i = 0; i < count; i++)
        sorted[begin[spot_number(&spots[i], which) >> shift & (N_BYTES - 1)]++] = spots[i];
}

/*
 * Sorts by object, address and function, byte by byte: there may be millions, which differ in a few
 * bytes alone. Returns the sorted list, which the caller frees; it takes over the one given.
 */
static struct executed_spot *sort_spots(struct executed_spot *spots, size_t count)
{
    struct executed_spot *other = memory_alloc(count, sizeof *other), *sorted;

    for (enum spot_number which = 0; which < N_SPOT_NUMBERS; which++) {
        uint64_t differing = 0;
        for (size_t i = 1; i < count; i++)
            differing |= spot_number(&spots[i], which) ^ spot_number(&spots[0], which);
        for (unsigned shift = 0; shift < 64; shift += 8) {
            if ((differing >> shift & 0xff) == 0)
                continue;
            sort_by_byte(spots, count, which, shift, other);
            sorted = other;
            other = spots;
            spots = sorted;
        }
    }
    free(other);
    return spots;
}

bool profile_require_addresses(const struct profile *profile, struct error *error)
{
    for (size_t i = 0; i < profile->spots.count; i++)
        if (profile->spots.list[i].position.address != 0)
            return true;
    return error_usage(error, "instructions are not in this profile: record them with "
                              "--dump-instr=yes");
}

/* Lists the spots with cost at an address of an object; returns how many there are. */
static size_t list_spots(struct executed_spot *spots, const struct profile *profile,
                         const symbol_id *names)
{
    const struct packed_costs *self = &profile->by_spot.self;
    const struct name_pieces *pieces = symbols_pieces(&profile->symbols);
    size_t count = 0;

    for (uint32_t id = 0; id < self->n_rows; id++) {
        const struct spot *spot = &profile->spots.list[id];
        function_id function = profile_place(profile, spot->place).function;
        object_id object = profile_function(profile, function).object;
        /* What was inlined is in the middle of the function that has the symbol. */
        symbol_id host = profile_host(profile, id);
        symbol_id name = host == profile_function(profile, function).symbol ? names[function]
                                                                            : pieces->bases[host];
        if (packed_costs_has(self, id) && spot->position.address != 0 && object != NO_ID)
            spots[count++] = (struct executed_spot){spot->position.address, object, name, id};
    }
    return count;
}

/* Returns, by spot, what jumps and calls were made there. The caller frees it. */
static struct executed *find_jumps_and_calls(const struct profile *profile)
{
    const struct pairs *calls = &profile->by_spot.calls.pairs;
    struct executed *of_spot = memory_alloc(profile->spots.count, sizeof *of_spot);

    for (size_t id = 0; id < profile->jumps.pairs.count; id++) {
        struct jump jump = jumps_get(&profile->jumps, id);
        struct executed *executed = &of_spot[jump.from];
        /* A jump to another function may leave the object, whose addresses then say nothing. */
        if (jump.to.function != NO_ID)
            continue;
        executed->has_jump = true;
        executed->jump_target = profile_position(profile, jump.to.position).address;
        executed->is_conditional = profile->jumps.counts[id].executed != 0;
    }
    for (size_t id = 0; id < calls->count; id++)
        of_spot[calls->list[id].from].has_call = true;
    return of_spot;
}

/* Adds what another spot recorded of the same instruction. */
static void join(struct executed *into, const struct executed *other)
{
    if (!into->has_jump) {
        into->has_jump = other->has_jump;
        into->jump_target = other->jump_target;
        into->is_conditional = other->is_conditional;
    }
    into->has_call = into->has_call || other->has_call;
}

/* Lists each instruction once, of sorted spots. */
static void list_instructions(struct executed_code *code, const struct profile *profile,
                              const struct executed_spot *spots, size_t n_spots)
{
    struct executed *of_spot = find_jumps_and_calls(profile);
    const struct executed_spot *last = NULL;
    size_t count = 0;

    code->list = memory_alloc(n_spots, sizeof *code->list);
    for (size_t i = 0; i < n_spots; i++) {
        const struct executed_spot *spot = &spots[i];
        if (last == NULL || last->object != spot->object || last->address != spot->address) {
            code->list[count++] =
                (struct executed){.address = spot->address, .function = spot->function};
            code->begin[spot->object + 1]++;
        }
        join(&code->list[count - 1], &of_spot[spot->spot]);
        last = spot;
    }
    for (size_t i = 0; i < code->n_objects; i++)
        code->begin[i + 1] += code->begin[i];
    free(of_spot);
}

static void sort_by_function(struct executed_code *code, size_t n_names)
{
    size_t count = code->begin[code->n_objects];
    symbol_id *function_of = memory_alloc(count, sizeof *function_of);

    for (size_t i = 0; i < count; i++)
        function_of[i] = code->list[i].function;
    code->by_function = ids_sort(function_of, count, n_names, &code->function_begin);
    free(function_of);
}

/*
 * Finds what was executed in a profile with addresses and jumps. `names` has a name for each
 * function: those with the same name count as one. Free with executed_code_free().
 */
static void executed_code_find(struct executed_code *code, const struct profile *profile,
                               const symbol_id *names)
{
    struct executed_spot *spots = memory_alloc(profile->spots.count, sizeof *spots);
    size_t n_spots = list_spots(spots, profile, names);

    *code = (struct executed_code){.n_objects = names_count(profile->symbols.objects)};
    code->begin = memory_alloc(code->n_objects + 1, sizeof *code->begin);
    spots = sort_spots(spots, n_spots);
    list_instructions(code, profile, spots, n_spots);
    sort_by_function(code, names_count(profile->symbols.functions));
    free(spots);
}

static void executed_code_free(struct executed_code *code)
{
    free(code->list);
    free(code->begin);
    free(code->by_function);
    free(code->function_begin);
    *code = (struct executed_code){0};
}

/* Checks with capstone whether the file is the build of the object that ran. */
static enum disassembly_status check_build(const struct object_file *file,
                                           const struct executed_code *executed, object_id object,
                                           uint64_t *misfit)
{
    const size_t *begin = &executed->begin[object];
    struct disassembly checked;
    enum disassembly_status status =
        disassemble(&checked, file, DISASSEMBLER_CAPSTONE, executed->list + begin[0],
                    begin[1] - begin[0], LIST_NOTHING);

    *misfit = checked.misfit;
    disassembly_free(&checked);
    return status;
}

static struct text object_name(const struct view_input *input, object_id object)
{
    return names_text_if_any(input->profile->symbols.objects, object);
}

struct object_code {
    bool was_tried;
    bool is_usable; /* its file is open, and as far as known the build that ran */
    struct object_file file;
};

void object_codes_create(struct object_codes *codes, const struct view_input *input,
                         const symbol_id *names)
{
    *codes = (struct object_codes){.input = input};
    object_paths_create(&codes->paths, input->options, input->profile);
    executed_code_find(&codes->executed, input->profile, names);
    codes->list = memory_alloc(codes->executed.n_objects, sizeof *codes->list);
}

void object_codes_free(struct object_codes *codes)
{
    for (size_t i = 0; i < codes->executed.n_objects; i++)
        object_close(&codes->list[i].file);
    free(codes->list);
    source_paths_free(&codes->paths);
    executed_code_free(&codes->executed);
    *codes = (struct object_codes){0};
}

/* Warns under the recorded path, and says where the file was found if that is elsewhere. */
static void warn_of_object(struct object_codes *codes, object_id object, const char *path,
                           const char *reason)
{
    struct text name = object_name(codes->input, object);
    bool is_elsewhere = path != NULL && !text_equal(text_of(path), name);

    warnings_add(codes->input->warnings, name.at, 0, "%s%s%.80s%s", reason,
                 is_elsewhere ? "; found as " : "", is_elsewhere ? path : "",
                 " (see --object-path)");
}

static bool warn_of_file(struct object_codes *codes, object_id object, enum object_status status,
                         const char *path)
{
    const char *reason =
        status == OBJECT_NOT_FOUND ? "object not found: its instructions have no text"
        : status == OBJECT_NOT_ELF ? "is not an object in ELF: its instructions have no text"
                                   : "is damaged: its instructions have no text";

    if (status != OBJECT_READ)
        warn_of_object(codes, object, path, reason);
    return status == OBJECT_READ;
}

/* Warns of a newer file: it may be another build that looks like the one that ran. */
static void warn_of_time(struct object_codes *codes, object_id object,
                         const struct object_file *file)
{
    const struct profile *profile = codes->input->profile;

    for (size_t i = 0; i < profile->n_inputs; i++) {
        if (profile->inputs[i].changed == 0 || file->changed <= profile->inputs[i].changed)
            continue;
        warn_of_object(codes, object, file->path,
                       "is newer than the profile: its instructions may not be those that ran");
        return;
    }
}

static bool warn_of_code(struct object_codes *codes, object_id object,
                         const struct object_file *file, enum disassembly_status status,
                         uint64_t misfit)
{
    bool is_of_capstone = codes->input->options->disassembler == DISASSEMBLER_CAPSTONE;
    char reason[120];

    switch (status) {
    case DISASSEMBLED:
        return true;
    case DISASSEMBLY_MISFIT:
        snprintf(reason, sizeof reason,
                 "is not the build that was profiled, by what is at %" PRIx64
                 ": its instructions have no text",
                 misfit);
        warn_of_object(codes, object, file->path, reason);
        break;
    case DISASSEMBLY_UNKNOWN:
        if (!codes->has_warned)
            warnings_add(codes->input->warnings, object_name(codes->input, object).at, 0,
                         is_of_capstone ? "there is no capstone for it: its instructions have no "
                                          "text (see --disassembler=objdump)"
                                        : "objdump cannot read it: its instructions have no text");
        codes->has_warned = true;
        break;
    case DISASSEMBLY_FAILED:
        warnings_add(codes->input->warnings, object_name(codes->input, object).at, 0,
                     "objdump could not be run on it: its instructions have no text");
        break;
    }
    return false;
}

/*
 * Tells whether the file is usable. Checks all of the object, not just what is listed: a short
 * function may look the same in another build. With objdump that would take minutes, so only the
 * listed functions are checked.
 */
static bool is_usable(struct object_codes *codes, object_id object, struct object_file *file)
{
    struct text name = object_name(codes->input, object);
    uint64_t misfit;

    enum object_status found = object_find(name, &codes->paths, file);
    if (!warn_of_file(codes, object, found, file->path))
        return false;
    if (codes->input->options->disassembler != DISASSEMBLER_CAPSTONE)
        return true;
    enum disassembly_status status = check_build(file, &codes->executed, object, &misfit);
    return warn_of_code(codes, object, file, status, misfit);
}

static struct object_code *open_object(struct object_codes *codes, object_id object)
{
    if (codes->input->options->disassembler == DISASSEMBLER_NONE ||
        !is_known_name(object_name(codes->input, object)))
        return NULL;
    struct object_code *code = &codes->list[object];
    if (!code->was_tried)
        code->is_usable = is_usable(codes, object, &code->file);
    if (!code->was_tried && code->is_usable)
        warn_of_time(codes, object, &code->file);
    code->was_tried = true;
    return code->is_usable ? code : NULL;
}

static const struct executed *executed_at(const struct object_codes *codes, object_id object,
                                          uint64_t address)
{
    const struct executed_code *all = &codes->executed;
    size_t low = all->begin[object], high = all->begin[object + 1];

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all->list[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < all->begin[object + 1] && all->list[low].address == address ? &all->list[low]
                                                                             : NULL;
}

bool object_codes_was_executed(const struct object_codes *codes, object_id object, uint64_t address)
{
    return object != NO_ID && executed_at(codes, object, address) != NULL;
}

static int by_function(const void *left, const void *right)
{
    const struct executed *const *a = left, *const *b = right;

    return number_compare((*a)->function, (*b)->function);
}

static int by_address(const void *left, const void *right)
{
    const struct executed *a = left, *b = right;

    return number_compare(a->address, b->address);
}

/* Returns what was executed at the addresses, sorted by function; the caller frees it. */
static const struct executed **find_by_function(const struct object_codes *codes, object_id object,
                                                const uint64_t *addresses, size_t count,
                                                size_t *n_found)
{
    const struct executed **found = memory_alloc(count, sizeof *found);

    *n_found = 0;
    for (size_t i = 0; i < count; i++) {
        const struct executed *executed = executed_at(codes, object, addresses[i]);
        if (executed != NULL)
            found[(*n_found)++] = executed;
    }
    ARRAY_SORT(found, *n_found, by_function);
    return found;
}

/*
 * Returns all that was executed of the functions that the addresses are in, sorted by address; the
 * caller frees it.
 */
static struct executed *select_functions(const struct object_codes *codes, object_id object,
                                         const uint64_t *addresses, size_t count,
                                         size_t *n_selected)
{
    const struct executed_code *all = &codes->executed;
    size_t n_found;
    const struct executed **found = find_by_function(codes, object, addresses, count, &n_found);
    struct executed *selected = NULL;
    size_t capacity = 0;

    *n_selected = 0;
    for (size_t i = 0; i < n_found; i++) {
        uint32_t function = found[i]->function;
        if (i != 0 && found[i - 1]->function == function)
            continue;
        for (size_t k = all->function_begin[function]; k < all->function_begin[function + 1]; k++) {
            uint32_t place = all->by_function[k];
            if (place < all->begin[object] || place >= all->begin[object + 1])
                continue;
            ARRAY_ADD(selected, *n_selected, capacity, all->list[place]);
        }
    }
    if (selected != NULL)
        ARRAY_SORT(selected, *n_selected, by_address);
    free(found);
    return selected;
}

bool object_codes_decode(struct object_codes *codes, object_id object, const uint64_t *addresses,
                         size_t count, enum listed_code_extent extent,
                         struct disassembly *disassembly)
{
    struct object_code *code = open_object(codes, object);
    size_t n_selected;

    if (code == NULL)
        return false;
    struct executed *selected = select_functions(codes, object, addresses, count, &n_selected);
    enum disassembly_status status =
        disassemble(disassembly, &code->file, codes->input->options->disassembler, selected,
                    n_selected, extent);
    free(selected);
    code->is_usable = warn_of_code(codes, object, &code->file, status, disassembly->misfit);
    return code->is_usable;
}

struct text object_codes_path(const struct object_codes *codes, object_id object)
{
    if (object == NO_ID || !codes->list[object].is_usable)
        return (struct text){0};
    return text_of(codes->list[object].file.path);
}

/* Says why the instructions of an object cannot be compared, and what the user can do. */
struct obstacle {
    const char *reason, *help;
};

static const char help_of_old[] = "--old-object-path=FROM=TO tells where old builds are";
static const char help_of_fresh[] = "see --object-path";

static const struct obstacle
    nameless = {"nobody knows what code it was", "--object=PATTERN chooses others"},
    old_missing = {"its old build is not at hand", help_of_old},
    old_misfit = {"what was found of its old build is not what was profiled", help_of_old},
    fresh_missing = {"it is not at hand", help_of_fresh},
    fresh_misfit = {"it is not the build that was profiled", help_of_fresh},
    has_changed = {"its code has changed since", help_of_old};

struct compared_object {
    bool was_tried;
    const struct obstacle *obstacle; /* NULL if there is none */
    object_id named;                 /* the object of either side that the message names */
};

/*
 * Finds what was executed. Functions count as one if their names without levels and contexts are
 * equal.
 */
static void find_executed(struct executed_code *executed, const struct profile *profile)
{
    const struct name_pieces *pieces = symbols_pieces(&profile->symbols);
    symbol_id *names = memory_alloc(profile_n_functions(profile), sizeof *names);

    for (function_id id = 0; id < profile_n_functions(profile); id++)
        names[id] = pieces->bases[profile_function(profile, id).symbol];
    executed_code_find(executed, profile, names);
    free(names);
}

void same_code_create(struct same_code *code, const struct view_input *input)
{
    const struct diff *diff = input->diff;

    *code = (struct same_code){.input = input};
    code->list = memory_alloc(names_count(input->profile->symbols.objects) + 1, sizeof *code->list);
    object_paths_create(&code->fresh_paths, input->options, input->profile);
    old_object_paths_create(&code->old_paths, input->options, input->profile);
    find_executed(&code->fresh, &diff->fresh.profile);
    find_executed(&code->old, &diff->old.profile);
}

void same_code_free(struct same_code *code)
{
    if (code->input == NULL)
        return;
    source_paths_free(&code->fresh_paths);
    source_paths_free(&code->old_paths);
    executed_code_free(&code->fresh);
    executed_code_free(&code->old);
    free(code->list);
    *code = (struct same_code){0};
}

static bool was_executed(const struct executed_code *executed, object_id object)
{
    return executed->begin[object] != executed->begin[object + 1];
}

/* Checks the file with capstone alone, since objdump would take minutes. */
static bool is_fit(const struct object_file *file, const struct executed_code *executed,
                   object_id object)
{
    uint64_t misfit;

    return check_build(file, executed, object, &misfit) != DISASSEMBLY_MISFIT;
}

/* Warns of builds whose ids differ, also where their code is the same: their data may not be. */
static void warn_of_build_id(struct warnings *warnings, struct text name,
                             const struct object_file *fresh, const struct object_file *old)
{
    char fresh_id[2 * LONGEST_BUILD_ID + 1], old_id[2 * LONGEST_BUILD_ID + 1];

    if (fresh->build_id_length == 0 || old->build_id_length == 0 ||
        (fresh->build_id_length == old->build_id_length &&
         memcmp(fresh->build_id, old->build_id, old->build_id_length) == 0))
        return;
    object_format_build_id(fresh, fresh_id);
    object_format_build_id(old, old_id);
    warnings_add(warnings, name.at, 0,
                 "is another build than its old one: their build ids are %.40s and %.40s", fresh_id,
                 old_id);
}

/* Compares with one old build. `fresh` is closed if the new build was not found. */
static const struct obstacle *compare_with(struct same_code *code, object_id object, object_id was,
                                           const struct object_file *fresh)
{
    struct text name = object_name(code->input, was);
    struct object_file old = {0};
    const struct obstacle *obstacle = NULL;

    if (!is_known_name(name))
        obstacle = &nameless;
    else if (object_find_old(name, &code->old_paths, &old) != OBJECT_READ)
        obstacle = &old_missing;
    else if (!fresh->is_open)
        obstacle = &fresh_missing;
    else if (!object_has_equal_code(fresh, &old))
        obstacle = &has_changed;
    if (fresh->is_open && old.is_open)
        warn_of_build_id(code->input->warnings, object_name(code->input, object), fresh, &old);
    object_close(&old);
    return obstacle;
}

/* Compares with every object that its functions were in: some may have moved from another one. */
static void compare_with_all(struct same_code *code, object_id object,
                             const struct object_file *fresh)
{
    const struct pairs *were = &code->input->diff->objects;
    struct compared_object *compared = &code->list[object];
    const struct obstacle *obstacle = NULL;

    for (size_t i = 0; i < were->count && obstacle == NULL; i++) {
        if (were->list[i].from != object)
            continue;
        obstacle = compare_with(code, object, (object_id)were->list[i].to, fresh);
        if (obstacle == &old_missing)
            compared->named = (object_id)were->list[i].to;
    }
    bool is_there = obstacle == NULL || obstacle == &has_changed;
    if (is_there && !is_fit(fresh, &code->fresh, object))
        obstacle = &fresh_misfit;
    else if (obstacle == NULL && !is_fit(fresh, &code->old, object))
        obstacle = &old_misfit; /* the code of the new build is that of the old one */
    compared->obstacle = obstacle;
}

static void examine_object(struct same_code *code, object_id object)
{
    struct text name = object_name(code->input, object);
    struct object_file fresh = {0};

    code->list[object].named = object;
    if (!is_known_name(name)) {
        code->list[object].obstacle = &nameless;
        return;
    }
    /* Where only one side has executed it, there is nothing to compare. */
    if (!was_executed(&code->fresh, object) || !was_executed(&code->old, object))
        return;
    object_find(name, &code->fresh_paths, &fresh);
    compare_with_all(code, object, &fresh);
    object_close(&fresh);
}

bool same_code_has(struct same_code *code, object_id object, struct error *error)
{
    size_t n_objects = names_count(code->input->profile->symbols.objects);
    struct compared_object *compared = &code->list[object == NO_ID ? n_objects : object];

    if (object == NO_ID)
        *compared = (struct compared_object){true, &nameless, NO_ID};
    if (!compared->was_tried)
        examine_object(code, object);
    compared->was_tried = true;
    if (compared->obstacle == NULL)
        return true;
    struct text name = object_name(code->input, compared->named);
    return error_usage(error, "instructions of '%.200s' cannot be compared: %s (%s)",
                       name.at == NULL ? "???" : name.at, compared->obstacle->reason,
                       compared->obstacle->help);
}

bool instruction_rows_fit(const struct view_input *input, const struct row_figures *of,
                          struct error *error)
{
    const struct rows *rows = of->rows;
    bool is_done = profile_require_addresses(input->profile, error);
    struct same_code code;

    if (!is_done || input->diff == NULL)
        return is_done;
    same_code_create(&code, input);
    for (row_id id = 0; is_done && id < rows->count; id++)
        if (row_diff_has_changed(of->diff, id))
            is_done = same_code_has(&code, rows->list[id].object, error);
    same_code_free(&code);
    return is_done;
}

/* Says where an instruction is whose text is wanted, and where the text goes. */
struct wanted_text {
    object_id object;
    uint64_t address;
    struct text *text;
};

static int by_place(const void *left, const void *right)
{
    const struct wanted_text *a = left, *b = right;
    int order = number_compare(a->object, b->object);

    return order != 0 ? order : number_compare(a->address, b->address);
}

/* Reads the texts of instructions of one object, which are sorted by address. */
static void read_in_object(const struct wanted_text *wanted, size_t count,
                           struct object_codes *codes, struct arena *arena)
{
    uint64_t *addresses = memory_alloc(count, sizeof *addresses);
    struct disassembly disassembly = {0};
    size_t next = 0;

    for (size_t i = 0; i < count; i++)
        addresses[i] = wanted[i].address;
    if (!object_codes_decode(codes, wanted[0].object, addresses, count, LIST_EXECUTED,
                             &disassembly))
        disassembly.count = 0;
    for (size_t i = 0; i < count; i++) {
        while (next < disassembly.count && disassembly.list[next].address < addresses[i])
            next++;
        if (next < disassembly.count && disassembly.list[next].address == addresses[i])
            *wanted[i].text = disassembly.list[next].text;
    }
    arena_take_over(arena, &disassembly.texts);
    disassembly_free(&disassembly);
    free(addresses);
}

void instruction_rows_read(struct text *texts, const struct view_input *input,
                           const struct rows *rows, const struct ranked *ranked, size_t count,
                           struct arena *arena)
{
    struct wanted_text *wanted = memory_alloc(count, sizeof *wanted);
    struct object_codes codes;
    size_t n_wanted = 0, end;

    for (size_t i = 0; i < count; i++) {
        const struct row *row = &rows->list[ranked[i].id];
        if (row->address == 0) {
            texts[i] = NO_ADDRESS;
            continue;
        }
        texts[i] = (struct text){0};
        wanted[n_wanted++] = (struct wanted_text){row->object, row->address, &texts[i]};
    }
    ARRAY_SORT(wanted, n_wanted, by_place);
    object_codes_create(&codes, input, rows->base_of);
    for (size_t i = 0; i < n_wanted; i = end) {
        end = i + 1;
        while (end < n_wanted && wanted[end].object == wanted[i].object)
            end++;
        read_in_object(wanted + i, end - i, &codes, arena);
    }
    object_codes_free(&codes);
    free(wanted);
}

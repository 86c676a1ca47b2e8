/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/objects/objects.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/compare/compare.h"
#include "aggregator/rank.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/map.h"
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
};

static int compare_spots(const void *left, const void *right)
{
    const struct executed_spot *a = left, *b = right;
    int order = number_compare(a->object, b->object);

    order = order != 0 ? order : number_compare(a->address, b->address);
    return order != 0 ? order : number_compare(a->function, b->function);
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
    const struct packed_costs *self = &profile->ledgers[SPOTS].packed;
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
            spots[count++] = (struct executed_spot){spot->position.address, object, name};
    }
    return count;
}

/* Lists each instruction once, of sorted spots. */
static void list_instructions(struct executed_code *code, const struct executed_spot *spots,
                              size_t n_spots)
{
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
        last = spot;
    }
    for (size_t i = 0; i < code->n_objects; i++)
        code->begin[i + 1] += code->begin[i];
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
 * Finds what was executed in a profile with addresses. `names` has a name for each
 * function: those with the same name count as one. Free with executed_code_free().
 */
static void executed_code_find(struct executed_code *code, const struct profile *profile,
                               const symbol_id *names)
{
    struct executed_spot *spots = memory_alloc(profile->spots.count, sizeof *spots);
    size_t n_spots = list_spots(spots, profile, names);

    *code = (struct executed_code){.n_objects = names_count(profile->symbols.objects)};
    code->begin = memory_alloc(code->n_objects + 1, sizeof *code->begin);
    ARRAY_SORT(spots, n_spots, compare_spots);
    list_instructions(code, spots, n_spots);
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

static struct text object_name(const struct view_input *input, object_id object)
{
    return names_text_if_any(input->profile->symbols.objects, object);
}

struct object_code {
    bool was_tried;
    bool is_usable; /* its file is open, and as far as known the build that ran */
    struct object_file file;
    size_t n_read; /* how many of the chosen functions were read */
    struct disassembly disassembly;
};

void object_codes_create(struct object_codes *codes, const struct view_input *input,
                         const symbol_id *names, bool has_gaps)
{
    *codes = (struct object_codes){.input = input, .has_gaps = has_gaps};
    object_paths_create(&codes->paths, input->options, input->profile);
    executed_code_find(&codes->executed, input->profile, names);
    codes->list = memory_alloc(codes->executed.n_objects, sizeof *codes->list);
    codes->is_chosen = memory_alloc(names_count(input->profile->symbols.functions), 1);
}

void object_codes_free(struct object_codes *codes)
{
    for (size_t i = 0; i < codes->executed.n_objects; i++) {
        object_close(&codes->list[i].file);
        disassembly_free(&codes->list[i].disassembly);
    }
    free(codes->list);
    free(codes->chosen);
    free(codes->is_chosen);
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
    case DISASSEMBLY_NO_PROGRAM:
        if (!codes->has_warned)
            warnings_add(codes->input->warnings, NULL, 0,
                         "'%.80s' cannot be run: instructions have no text (see OBJDUMP)",
                         codes->input->options->objdump);
        codes->has_warned = true;
        break;
    case DISASSEMBLY_FAILED:
        warnings_add(codes->input->warnings, object_name(codes->input, object).at, 0,
                     "'%.80s' cannot read it: its instructions have no text (see OBJDUMP)",
                     codes->input->options->objdump);
        break;
    }
    return false;
}

static struct object_code *open_object(struct object_codes *codes, object_id object)
{
    if (codes->input->options->objdump == NULL || codes->has_warned ||
        !is_known_name(object_name(codes->input, object)))
        return NULL;
    struct object_code *code = &codes->list[object];
    if (!code->was_tried) {
        enum object_status found =
            object_find(object_name(codes->input, object), &codes->paths, &code->file);
        code->is_usable = warn_of_file(codes, object, found, code->file.path);
        if (code->is_usable)
            warn_of_time(codes, object, &code->file);
    }
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

void object_codes_choose(struct object_codes *codes, symbol_id function)
{
    if (codes->is_chosen[function])
        return;
    codes->is_chosen[function] = true;
    ARRAY_ADD(codes->chosen, codes->n_chosen, codes->chosen_capacity, function);
}

void object_codes_choose_at(struct object_codes *codes, object_id object, uint64_t address)
{
    const struct executed *executed = object != NO_ID ? executed_at(codes, object, address) : NULL;

    if (executed != NULL)
        object_codes_choose(codes, executed->function);
}

static int by_address(const void *left, const void *right)
{
    const struct executed_address *a = left, *b = right;

    return number_compare(a->address, b->address);
}

/*
 * Adds what was executed of a function in an object, in stretches: parts of a function that are far
 * from each other have code of others between them.
 */
static void add_function(const struct executed_code *all, object_id object, symbol_id function,
                         struct executed_address *to, size_t *count)
{
    size_t begin = *count;

    for (size_t i = all->function_begin[function]; i < all->function_begin[function + 1]; i++) {
        uint32_t place = all->by_function[i];
        if (place < all->begin[object] || place >= all->begin[object + 1])
            continue;
        uint64_t address = all->list[place].address;
        to[(*count)++] = (struct executed_address){.address = address, .reach = address};
    }
    for (size_t i = *count; i-- > begin + 1;)
        if (to[i].address - to[i - 1].address <= FURTHEST_INSTRUCTION)
            to[i - 1].reach = to[i].reach;
}

static int compare_instructions(const void *left, const void *right)
{
    const struct instruction *a = left, *b = right;

    return number_compare(a->address, b->address);
}

/* Brings instructions into order: functions that were chosen later may be between others. */
static void sort_instructions(struct disassembly *disassembly)
{
    size_t count = 0;

    ARRAY_SORT(disassembly->list, disassembly->count, compare_instructions);
    for (size_t i = 0; i < disassembly->count; i++)
        if (count == 0 || disassembly->list[count - 1].address != disassembly->list[i].address)
            disassembly->list[count++] = disassembly->list[i];
    disassembly->count = count;
}

/* Reads the chosen functions that were not yet read. */
static void read_chosen(struct object_codes *codes, object_id object, struct object_code *code)
{
    const struct executed_code *all = &codes->executed;
    struct executed_address *executed =
        memory_alloc(all->begin[object + 1] - all->begin[object], sizeof *executed);
    size_t count = 0;

    for (; code->n_read < codes->n_chosen; code->n_read++)
        add_function(all, object, codes->chosen[code->n_read], executed, &count);
    ARRAY_SORT(executed, count, by_address);
    enum disassembly_status status = disassemble(&code->disassembly, codes->input->options->objdump,
                                                 code->file.path, executed, count, codes->has_gaps);
    free(executed);
    sort_instructions(&code->disassembly);
    code->is_usable = warn_of_code(codes, object, &code->file, status, code->disassembly.misfit);
    if (!code->is_usable)
        disassembly_free(&code->disassembly);
}

const struct instruction *object_codes_read(struct object_codes *codes, object_id object,
                                            uint64_t address, size_t *count)
{
    struct object_code *code = object != NO_ID ? open_object(codes, object) : NULL;
    size_t low = 0;

    *count = 0;
    if (code != NULL && code->n_read < codes->n_chosen)
        read_chosen(codes, object, code);
    if (code == NULL || code->disassembly.count == 0)
        return NULL;
    for (size_t high = code->disassembly.count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (code->disassembly.list[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    *count = code->disassembly.count - low;
    return code->disassembly.list + low;
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

static const struct obstacle nameless = {"nobody knows what code it was",
                                         "--object=PATTERN chooses others"},
                             old_missing = {"its old build is not at hand", help_of_old},
                             fresh_missing = {"it is not at hand", help_of_fresh},
                             has_changed = {"its code has changed since", help_of_old};

struct compared_object {
    bool was_tried;
    const struct obstacle *obstacle; /* NULL if there is none */
    object_id named;                 /* the object of either side that the message names */
};

/* Returns, by object, whether some of its code was executed. The caller frees it. */
static bool *find_executed(const struct profile *profile)
{
    bool *is_executed = memory_alloc(names_count(profile->symbols.objects), 1);

    for (uint32_t id = 0; id < profile->ledgers[SPOTS].packed.n_rows; id++) {
        const struct spot *spot = &profile->spots.list[id];
        function_id function = profile_place(profile, spot->place).function;
        object_id object = profile_function(profile, function).object;
        if (packed_costs_has(&profile->ledgers[SPOTS].packed, id) && spot->position.address != 0 &&
            object != NO_ID)
            is_executed[object] = true;
    }
    return is_executed;
}

void same_code_create(struct same_code *code, const struct view_input *input)
{
    const struct diff *diff = input->diff;

    *code = (struct same_code){.input = input};
    code->list = memory_alloc(names_count(input->profile->symbols.objects) + 1, sizeof *code->list);
    object_paths_create(&code->fresh_paths, input->options, input->profile);
    old_object_paths_create(&code->old_paths, input->options, input->profile);
    code->fresh = find_executed(&diff->fresh.profile);
    code->old = find_executed(&diff->old.profile);
}

void same_code_free(struct same_code *code)
{
    if (code->input == NULL)
        return;
    source_paths_free(&code->fresh_paths);
    source_paths_free(&code->old_paths);
    free(code->fresh);
    free(code->old);
    free(code->list);
    *code = (struct same_code){0};
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
    const struct map *were = &code->input->diff->objects;
    struct compared_object *compared = &code->list[object];
    const struct obstacle *obstacle = NULL;

    for (size_t i = 0; i < were->count && obstacle == NULL; i++) {
        if (were->keys[i].from != object)
            continue;
        obstacle = compare_with(code, object, (object_id)were->keys[i].to, fresh);
        if (obstacle == &old_missing)
            compared->named = (object_id)were->keys[i].to;
    }
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
    if (!code->fresh[object] || !code->old[object])
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

void instruction_rows_read(struct text *texts, const struct view_input *input,
                           const struct rows *rows, const struct ranked *ranked, size_t count,
                           struct arena *arena)
{
    struct object_codes codes;

    object_codes_create(&codes, input, rows->base_of, false);
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &rows->list[ranked[i].id];
        object_codes_choose_at(&codes, row->object, row->address);
    }
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &rows->list[ranked[i].id];
        size_t n_instructions = 0;
        const struct instruction *found = NULL;
        texts[i] = row->address == 0 ? NO_ADDRESS : (struct text){0};
        if (row->address != 0)
            found = object_codes_read(&codes, row->object, row->address, &n_instructions);
        if (n_instructions != 0 && found->address == row->address)
            texts[i] = found->text;
    }
    for (size_t i = 0; i < codes.executed.n_objects; i++)
        arena_take_over(arena, &codes.list[i].disassembly.texts);
    object_codes_free(&codes);
}

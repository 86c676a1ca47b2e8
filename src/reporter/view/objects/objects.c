/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/objects/objects.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
                         bool is_old, const struct profile *profile)
{
    struct source_options at = is_old ? options->old_objects_at : options->objects_at;

    if (!is_old)
        at.include_dirs = options->sources_at.include_dirs;
    source_paths_create(paths, &at, profile);
    paths->has_large_files = true;
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
        /* Inlined code is in the middle of the function that has the symbol. */
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
    bool is_usable;     /* as far as known it is the build that ran */
    struct source file; /* closed if it was not found */
    size_t n_read;      /* how many of the chosen functions were read */
    struct disassembly disassembly;
};

void object_codes_create(struct object_codes *codes, const struct view_input *input,
                         const symbol_id *names)
{
    *codes = (struct object_codes){.input = input};
    object_paths_create(&codes->paths, input->options, false, input->profile);
    executed_code_find(&codes->executed, input->profile, names);
    codes->list = memory_alloc(codes->executed.n_objects, sizeof *codes->list);
    codes->is_chosen = memory_alloc(names_count(input->profile->symbols.functions), 1);
}

void object_codes_free(struct object_codes *codes)
{
    for (size_t i = 0; i < codes->executed.n_objects; i++) {
        source_close(&codes->list[i].file);
        disassembly_free(&codes->list[i].disassembly);
    }
    free(codes->list);
    free(codes->chosen);
    free(codes->is_chosen);
    source_paths_free(&codes->paths);
    executed_code_free(&codes->executed);
    *codes = (struct object_codes){0};
}

/* Warns under the recorded path of an object whose texts cannot be read; false if they cannot. */
static bool warn_of_code(struct object_codes *codes, object_id object,
                         enum disassembly_status status, uint64_t misfit)
{
    const char *name = object_name(codes->input, object).at,
               *objdump = codes->input->options->objdump;
    struct warnings *warnings = codes->input->warnings;

    switch (status) {
    case DISASSEMBLED:
        return true;
    case DISASSEMBLY_MISFIT:
        warnings_add(warnings, name, 0,
                     "is not the build that was profiled, by what is at %" PRIx64
                     ": its instructions have no text (see --object-path)",
                     misfit);
        break;
    case DISASSEMBLY_NO_PROGRAM:
        if (!codes->has_warned)
            warnings_add(warnings, NULL, 0,
                         "'%.80s' cannot be run: instructions have no text (see OBJDUMP)", objdump);
        codes->has_warned = true;
        break;
    case DISASSEMBLY_FAILED:
        warnings_add(warnings, name, 0,
                     "'%.80s' cannot read it: its instructions have no text (see OBJDUMP)",
                     objdump);
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
    struct text name = object_name(codes->input, object);
    if (!code->was_tried) {
        code->is_usable = source_find(&code->file, name, &codes->paths);
        if (code->is_usable)
            source_warn(source_state(&code->file), name.at, false, codes->input->profile,
                        codes->input->warnings);
        else
            warnings_add(codes->input->warnings, name.at, 0,
                         "object not found: its instructions have no text (see --object-path)");
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
                                                 code->file.path, executed, count);
    free(executed);
    sort_instructions(&code->disassembly);
    code->is_usable = warn_of_code(codes, object, status, code->disassembly.misfit);
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

void instruction_rows_read(struct text *texts, const struct view_input *input,
                           const struct rows *rows, const struct ranked *ranked, size_t count,
                           struct arena *arena)
{
    struct object_codes codes;

    object_codes_create(&codes, input, rows->base_of);
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

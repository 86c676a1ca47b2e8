/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/objects/object_codes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/warnings.h"
#include "reporter/object/object_file.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/input/view_options.h"
#include "reporter/view/objects/object_paths.h"

struct object_code {
    bool was_tried;
    bool is_usable; /* its file is open, and is the build that ran */
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

static struct text name_of(const struct object_codes *codes, object_id object)
{
    return names_text_if_any(codes->input->profile->symbols.objects, object);
}

/* The path, as recorded, with where the file was found if that is elsewhere. */
static void warn(struct object_codes *codes, object_id object, const char *path, const char *reason)
{
    struct text name = name_of(codes, object);
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
        warn(codes, object, path, reason);
    return status == OBJECT_READ;
}

/* It may be another build that looks like the one that ran. */
static void warn_of_time(struct object_codes *codes, object_id object,
                         const struct object_file *file)
{
    const struct profile *profile = codes->input->profile;

    for (size_t i = 0; i < profile->n_inputs; i++) {
        if (profile->inputs[i].changed == 0 || file->changed <= profile->inputs[i].changed)
            continue;
        warn(codes, object, file->path,
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
        warn(codes, object, file->path, reason);
        break;
    case DISASSEMBLY_UNKNOWN:
        if (!codes->has_told)
            warnings_add(codes->input->warnings, name_of(codes, object).at, 0,
                         is_of_capstone ? "there is no capstone for it: its instructions have no "
                                          "text (see --disassembler=objdump)"
                                        : "objdump cannot read it: its instructions have no text");
        codes->has_told = true;
        break;
    case DISASSEMBLY_FAILED:
        warnings_add(codes->input->warnings, name_of(codes, object).at, 0,
                     "objdump could not be run on it: its instructions have no text");
        break;
    }
    return false;
}

/*
 * All of the object is checked, not just what is listed: a short function may look the same in
 * another build. With objdump that would take minutes.
 */
static bool is_usable(struct object_codes *codes, object_id object, struct object_file *file)
{
    const struct executed_code *executed = &codes->executed;
    const size_t *begin = &executed->begin[object];
    struct disassembly checked = {0};
    struct text name = name_of(codes, object);

    enum object_status found = object_find(name, &codes->paths, file);
    if (!warn_of_file(codes, object, found, file->path))
        return false;
    if (codes->input->options->disassembler != DISASSEMBLER_CAPSTONE)
        return true;
    enum disassembly_status status =
        disassemble(&checked, file, DISASSEMBLER_CAPSTONE, executed->list + begin[0],
                    begin[1] - begin[0], false);
    bool is_done = warn_of_code(codes, object, file, status, checked.misfit);
    disassembly_free(&checked);
    return is_done;
}

static struct object_code *open_object(struct object_codes *codes, object_id object)
{
    if (codes->input->options->disassembler == DISASSEMBLER_NONE ||
        !object_has_name(name_of(codes, object)))
        return NULL;
    struct object_code *code = &codes->list[object];
    if (!code->was_tried)
        code->is_usable = is_usable(codes, object, &code->file);
    if (!code->was_tried && code->is_usable)
        warn_of_time(codes, object, &code->file);
    code->was_tried = true;
    return code->is_usable ? code : NULL;
}

static const struct executed *find_executed(const struct object_codes *codes, object_id object,
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
    return object != NO_ID && find_executed(codes, object, address) != NULL;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_function(const void *left, const void *right)
{
    const struct executed *const *a = left, *const *b = right;

    return compare_numbers((*a)->function, (*b)->function);
}

static int by_address(const void *left, const void *right)
{
    const struct executed *a = left, *b = right;

    return compare_numbers(a->address, b->address);
}

/* What was executed at the addresses, by function; the caller frees it. */
static const struct executed **find_all(const struct object_codes *codes, object_id object,
                                        const uint64_t *addresses, size_t count, size_t *n_found)
{
    const struct executed **found = memory_alloc(count, sizeof *found);

    *n_found = 0;
    for (size_t i = 0; i < count; i++) {
        const struct executed *executed = find_executed(codes, object, addresses[i]);
        if (executed != NULL)
            found[(*n_found)++] = executed;
    }
    if (*n_found > 1)
        qsort(found, *n_found, sizeof *found, by_function);
    return found;
}

/*
 * All that was executed of the functions that the addresses are in, by address; the caller frees
 * it.
 */
static struct executed *select_functions(const struct object_codes *codes, object_id object,
                                         const uint64_t *addresses, size_t count,
                                         size_t *n_selected)
{
    const struct executed_code *all = &codes->executed;
    size_t n_found;
    const struct executed **found = find_all(codes, object, addresses, count, &n_found);
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
            ARRAY_GROW(selected, *n_selected, capacity);
            selected[(*n_selected)++] = all->list[place];
        }
    }
    if (selected != NULL && *n_selected > 1)
        qsort(selected, *n_selected, sizeof *selected, by_address);
    free(found);
    return selected;
}

bool object_codes_decode(struct object_codes *codes, object_id object, const uint64_t *addresses,
                         size_t count, struct disassembly *disassembly)
{
    struct object_code *code = open_object(codes, object);
    size_t n_selected;

    if (code == NULL)
        return false;
    struct executed *selected = select_functions(codes, object, addresses, count, &n_selected);
    enum disassembly_status status = disassemble(
        disassembly, &code->file, codes->input->options->disassembler, selected, n_selected, true);
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

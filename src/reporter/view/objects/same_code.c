/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/objects/same_code.h"

#include <stdlib.h>

#include "aggregator/diff.h"
#include "profile/name_pieces.h"
#include "reporter/object/disassembly.h"
#include "reporter/object/object_file.h"
#include "reporter/view/input/view_input.h"
#include "reporter/view/objects/object_paths.h"

/* Why the instructions of an object cannot be compared, and what helps. */
struct obstacle {
    const char *reason, *help;
};

#define HELP_OF_OLD "--old-object-path=FROM=TO tells where old builds are"
#define HELP_OF_FRESH "see --object-path"

static const struct obstacle
    nameless = {"nobody knows what code it was", "--object=PATTERN chooses others"},
    old_missing = {"its old build is not at hand", HELP_OF_OLD},
    old_misfit = {"what was found of its old build is not what was profiled", HELP_OF_OLD},
    fresh_missing = {"it is not at hand", HELP_OF_FRESH},
    fresh_misfit = {"it is not the build that was profiled", HELP_OF_FRESH},
    has_changed = {"its code has changed since", HELP_OF_OLD};

struct compared_object {
    bool was_tried;
    const struct obstacle *obstacle; /* NULL: none */
    object_id named;                 /* it is about this one, of either side */
};

/* Its functions go by their names without levels and contexts. */
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

static struct text name_of(const struct same_code *code, object_id object)
{
    return names_text_if_any(code->input->profile->symbols.objects, object);
}

static bool was_executed(const struct executed_code *executed, object_id object)
{
    return executed->begin[object] != executed->begin[object + 1];
}

/*
 * Whether the object is the build that executed that, as far as can be told: by the library alone,
 * since objdump would take minutes.
 */
static bool is_fit(const struct object_file *file, const struct executed_code *executed,
                   object_id object)
{
    const size_t *begin = &executed->begin[object];
    struct disassembly checked = {0};
    enum disassembly_status status =
        disassemble(&checked, file, DISASSEMBLER_CAPSTONE, executed->list + begin[0],
                    begin[1] - begin[0], false);

    disassembly_free(&checked);
    return status != DISASSEMBLY_MISFIT;
}

/* The new build is closed where it is not at hand. */
static const struct obstacle *compare_with(struct same_code *code, object_id was,
                                           const struct object_file *fresh)
{
    struct text name = name_of(code, was);
    struct object_file old = {0};
    const struct obstacle *obstacle = NULL;

    if (!object_has_name(name))
        obstacle = &nameless;
    else if (object_find_old(name, &code->old_paths, &old) != OBJECT_READ)
        obstacle = &old_missing;
    else if (!fresh->is_open)
        obstacle = &fresh_missing;
    else if (!object_has_equal_code(fresh, &old))
        obstacle = &has_changed;
    object_close(&old);
    return obstacle;
}

/* With all that its functions were in: some may have moved there from another object. */
static void compare(struct same_code *code, object_id object, const struct object_file *fresh)
{
    const struct pairs *were = &code->input->diff->objects;
    struct compared_object *compared = &code->list[object];
    const struct obstacle *obstacle = NULL;

    for (size_t i = 0; i < were->count && obstacle == NULL; i++) {
        if (were->list[i].from != object)
            continue;
        obstacle = compare_with(code, (object_id)were->list[i].to, fresh);
        if (obstacle == &old_missing)
            compared->named = (object_id)were->list[i].to;
    }
    bool is_there = obstacle == NULL || obstacle == &has_changed;
    if (is_there && !is_fit(fresh, &code->fresh, object))
        obstacle = &fresh_misfit;
    else if (obstacle == NULL && !is_fit(fresh, &code->old, object))
        obstacle = &old_misfit; /* whose code is the same, wherever it was found */
    compared->obstacle = obstacle;
}

static void examine(struct same_code *code, object_id object)
{
    struct text name = name_of(code, object);
    struct object_file fresh = {0};

    code->list[object].named = object;
    if (!object_has_name(name)) {
        code->list[object].obstacle = &nameless;
        return;
    }
    /* What one side alone has cannot be taken for anything else. */
    if (!was_executed(&code->fresh, object) || !was_executed(&code->old, object))
        return;
    object_find(name, &code->fresh_paths, &fresh);
    compare(code, object, &fresh);
    object_close(&fresh);
}

bool same_code_has(struct same_code *code, object_id object, struct error *error)
{
    size_t n_objects = names_count(code->input->profile->symbols.objects);
    struct compared_object *compared = &code->list[object == NO_ID ? n_objects : object];

    if (object == NO_ID)
        *compared = (struct compared_object){true, &nameless, NO_ID};
    if (!compared->was_tried)
        examine(code, object);
    compared->was_tried = true;
    if (compared->obstacle == NULL)
        return true;
    struct text name = name_of(code, compared->named);
    return error_usage(error, "instructions of '%.200s' cannot be compared: %s (%s)",
                       name.at == NULL ? "???" : name.at, compared->obstacle->reason,
                       compared->obstacle->help);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reporter/view/objects/executed_code.h"

#include <stdlib.h>

#include "base/index.h"

/* An instruction, once for each place that it is in. */
struct found {
    object_id object;
    struct executed executed;
};

/* While they are gathered: by spot, as far as they are executed. */
struct finding {
    const struct profile *profile;
    const symbol_id *names;
    struct found *list; /* by spot; without object where nothing was executed */
    size_t count;
};

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_address(const void *left, const void *right)
{
    const struct found *a = left, *b = right;
    int order = compare_numbers(a->object, b->object);

    if (order == 0)
        order = compare_numbers(a->executed.address, b->executed.address);
    return order != 0 ? order : compare_numbers(a->executed.function, b->executed.function);
}

bool profile_require_addresses(const struct profile *profile, struct error *error)
{
    for (size_t i = 0; i < profile->positions.count; i++)
        if (profile->positions.keys[i].high != 0)
            return true;
    return error_usage(error, "instructions are not in this profile: record them with "
                              "--dump-instr=yes");
}

static void add_spots(struct finding *finding)
{
    const struct profile *profile = finding->profile;

    for (uint32_t id = 0; id < finding->count; id++) {
        struct spot spot = profile_spot(profile, id);
        function_id function = profile_place(profile, spot.place).function;
        bool is_executed = id < profile->by_spot.self.n_rows && profile->by_spot.has_self[id];
        finding->list[id] = (struct found){
            .object = is_executed ? profile_function(profile, function).object : NO_ID,
            .executed = {.address = spot.position.address, .function = finding->names[function]}};
    }
}

/* Jumps to other functions may be to other objects, whose addresses say nothing here. */
static void add_jumps(struct finding *finding)
{
    const struct profile *profile = finding->profile;

    for (size_t id = 0; id < profile->jumps.pairs.count; id++) {
        struct jump jump = jumps_get(&profile->jumps, id);
        struct executed *executed = &finding->list[jump.from].executed;
        if (jump.to.function != NO_ID)
            continue;
        executed->has_jump = true;
        executed->jump_target = profile_position(profile, jump.to.position).address;
        executed->is_conditional = profile->jumps.counts[id].executed != 0;
    }
}

static void add_calls(struct finding *finding)
{
    const struct call_table *calls = &finding->profile->by_spot.calls;

    for (size_t id = 0; id < calls->pairs.count; id++)
        finding->list[calls->pairs.list[id].from].executed.has_call = true;
}

/* What is recorded of one instruction in several places. */
static void join(struct executed *into, const struct executed *other)
{
    if (!into->has_jump) {
        into->has_jump = other->has_jump;
        into->jump_target = other->jump_target;
        into->is_conditional = other->is_conditional;
    }
    into->has_call = into->has_call || other->has_call;
}

static void list(struct executed_code *code, const struct finding *finding)
{
    size_t count = 0;
    const struct found *last = NULL;

    code->list = memory_alloc(finding->count, sizeof *code->list);
    for (size_t i = 0; i < finding->count && finding->list[i].object != NO_ID; i++) {
        const struct found *found = &finding->list[i];
        if (last != NULL && last->object == found->object &&
            last->executed.address == found->executed.address) {
            join(&code->list[count - 1], &found->executed);
            continue;
        }
        code->list[count++] = found->executed;
        code->begin[found->object + 1]++;
        last = found;
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

void executed_code_find(struct executed_code *code, const struct profile *profile,
                        const symbol_id *names)
{
    size_t n_spots = profile->spots.count;
    struct finding finding = {.profile = profile,
                              .names = names,
                              .list = memory_alloc(n_spots, sizeof *finding.list),
                              .count = n_spots};

    *code = (struct executed_code){.n_objects = names_count(profile->symbols.objects)};
    code->begin = memory_alloc(code->n_objects + 1, sizeof *code->begin);
    add_spots(&finding);
    add_jumps(&finding);
    add_calls(&finding);
    if (n_spots > 1)
        qsort(finding.list, n_spots, sizeof *finding.list, by_address);
    list(code, &finding);
    sort_by_function(code, names_count(profile->symbols.functions));
    free(finding.list);
}

void executed_code_free(struct executed_code *code)
{
    free(code->list);
    free(code->begin);
    free(code->by_function);
    free(code->function_begin);
    *code = (struct executed_code){0};
}

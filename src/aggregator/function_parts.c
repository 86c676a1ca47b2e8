/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/inclusive.h"

#include <stdlib.h>

#include "base/arena.h"

/* The code of one function in one row. */
struct inlined {
    bool leads_back; /* some call leads to the function again, or may */
    bool is_partial; /* what such calls cost, each instruction once, is not known of all */
    bool has_deeper; /* there is code of activations that are not the first */
};

/* While inlined code is added up. */
struct work {
    struct function_parts *parts;
    const struct function_figures *functions;
    const struct rows *rows;
    struct map ids;          /* (row of the function, row) */
    uint32_t *of_place;      /* by place: id of that index, or NO_ID for a function's own file */
    struct inlined *inlined; /* by id of the pair */
    struct costs all;        /* likewise: self cost, and calls that do not lead back */
    struct costs first;      /* the same of first activations, with their calls that do */
    bool overflows;
};

static void add_row(struct work *work, struct costs *costs, size_t row, const int64_t *added)
{
    work->overflows |= costs_add_row_overflows(costs, costs_row(costs, row), added);
}

static void find_inlined(struct work *work)
{
    const struct rows *rows = work->rows;
    const struct profile *profile = rows->profile;
    size_t n_events = profile->events.n_recorded;

    work->of_place = memory_alloc(profile_n_places(profile), sizeof *work->of_place);
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);
        bool is_own = place.file == profile_function(profile, place.function).file;
        row_id function = work->functions->rows.of_place[id];
        work->of_place[id] = is_own ? NO_ID : map_add(&work->ids, function, rows->of_place[id]);
    }
    work->inlined = memory_alloc(work->ids.count, sizeof *work->inlined);
    costs_init(&work->all, n_events);
    costs_init(&work->first, n_events);
    costs_ensure(&work->all, work->ids.count);
    costs_ensure(&work->first, work->ids.count);
}

static void add_self(struct work *work)
{
    const struct profile *profile = work->rows->profile;

    for (place_id id = 0; id < profile_n_places(profile); id++) {
        const int64_t *cost = costs_row(&profile->ledgers[PLACES].costs, id);
        function_id function = profile_place(profile, id).function;
        uint32_t part = work->of_place[id];
        if (part == NO_ID)
            continue;
        add_row(work, &work->all, part, cost);
        if (work->functions->rows.levels[function] == 1)
            add_row(work, &work->first, part, cost);
        else
            work->inlined[part].has_deeper = true;
    }
}

static void add_calls(struct work *work)
{
    const struct rows *functions = &work->functions->rows;
    const struct nesting *nesting = &work->functions->inclusive.nesting;

    for (size_t id = 0; id < functions->arcs->map.count; id++) {
        const int64_t *cost = costs_row(&functions->arcs->costs, id);
        uint32_t part = work->of_place[ledger_arc(functions->arcs, id).caller];
        struct row_arc arc = rows_arc(functions, id);
        if (part == NO_ID)
            continue;
        bool leads_back = nesting_leads_back(nesting, arc);
        bool is_counted = nesting_counts_call(nesting, arc);
        work->inlined[part].leads_back |= leads_back;
        work->inlined[part].is_partial |= !is_counted;
        if (!leads_back)
            add_row(work, &work->all, part, cost);
        if (is_counted && arc.from_first)
            add_row(work, &work->first, part, cost);
    }
}

static void take_inlined(struct work *work)
{
    const struct events *events = &work->rows->profile->events;
    struct function_parts *parts = work->parts;

    parts->list = memory_alloc(work->ids.count, sizeof *parts->list);
    costs_init(&parts->costs, events->n_recorded);
    costs_ensure(&parts->costs, work->ids.count);
    for (uint32_t id = 0; id < work->ids.count; id++) {
        const struct inlined *inlined = &work->inlined[id];
        row_id function = (row_id)work->ids.keys[id].from;
        bool is_cut = work->functions->inclusive.nesting.rules[function] == RULE_CUT;
        bool is_whole = !inlined->leads_back || !(inlined->is_partial || inlined->has_deeper);
        int64_t *row = costs_row(&parts->costs, id);
        parts->list[parts->count++] = (struct function_part){.function = function,
                                                             .row = (row_id)work->ids.keys[id].to,
                                                             .is_exact = is_whole && !is_cut};
        inclusive_raise(events, &parts->costs, row, costs_row(&work->all, id));
        if (inlined->leads_back)
            inclusive_raise(events, &parts->costs, row, costs_row(&work->first, id));
    }
}

/* Returns, by function, its row. A filter may let f through, but not f'2: then it is in several. */
static row_id *find_own_rows(const struct work *work)
{
    const struct rows *functions = &work->functions->rows;
    row_id *own = memory_alloc(functions->count, sizeof *own);
    bool *is_known = memory_alloc(functions->count, sizeof *is_known);

    for (function_id id = 0; id < profile_n_functions(functions->profile); id++) {
        row_id function = functions->of_function[id], row = work->rows->of_function[id];
        own[function] = !is_known[function] || own[function] == row ? row : NO_ID;
        is_known[function] = true;
    }
    free(is_known);
    return own;
}

void function_parts_create(struct function_parts *parts, const struct function_figures *functions,
                           const struct rows *rows)
{
    struct work work = {.parts = parts, .functions = functions, .rows = rows};

    *parts = (struct function_parts){0};
    find_inlined(&work);
    add_self(&work);
    add_calls(&work);
    take_inlined(&work);
    parts->own = find_own_rows(&work);
    map_free(&work.ids);
    free(work.of_place);
    free(work.inlined);
    costs_free(&work.all);
    costs_free(&work.first);
    profile_note_overflow(rows->profile, work.overflows);
}

void function_parts_free(struct function_parts *parts)
{
    free(parts->own);
    free(parts->list);
    costs_free(&parts->costs);
    *parts = (struct function_parts){0};
}

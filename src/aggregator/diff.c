/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/diff.h"

#include <stdlib.h>

#include "aggregator/match.h"
#include "base/arena.h"
#include "profile/merge.h"
#include "profile/name_pieces.h"

static bool too_large(struct error *error)
{
    return error_set(error, ERROR_FAILED, NULL, 0, "the costs add up to more than 64 bits");
}

/* Columns for all recorded events of a profile, in its order. */
static void add_columns(struct profile *profile, const struct profile *like)
{
    for (size_t i = 0; i < like->events.n_recorded; i++)
        events_add_recorded(&profile->events, like->events.list[i].name);
    profile_widen(profile);
}

/* Functions whose levels count apart became one by renaming before. */
static void keep_mixed_levels(struct profile *profile, const struct profile *before,
                              const struct function *targets)
{
    if (before->mixes_levels == NULL)
        return;
    profile->mixes_levels =
        memory_alloc(profile_n_functions(profile), sizeof *profile->mixes_levels);
    for (function_id id = 0; id < profile_n_functions(before); id++) {
        const struct function *target = &targets[id];
        function_id now =
            profile_add_function(profile, target->object, target->file, target->symbol);
        profile->mixes_levels[now] = profile->mixes_levels[now] || before->mixes_levels[id];
    }
}

/* A copy of the profile under other names. */
static bool copy_profile(struct profile *into, const struct profile *from,
                         const struct function *targets, const uint32_t *files, struct error *error)
{
    const struct symbol_maps maps = {.files = files, .targets = targets};
    bool is_done = profile_merge(into, from, &maps, error);

    if (is_done)
        keep_mixed_levels(into, from, targets);
    return is_done;
}

/* What all functions of an object and file become that have only an address. */
#define NO_NAME "(no name)"

/* By function of a side: its names in the change. */
static struct function *names_in_change(const struct profile *profile)
{
    struct names *names = profile->symbols.functions;
    symbol_id none = names_add(names, TEXT(NO_NAME));
    struct function *functions = memory_alloc(profile_n_functions(profile), sizeof *functions);
    struct name_pieces pieces;

    name_pieces_create(&pieces, names);
    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        functions[id] = profile_function(profile, id);
        if (is_address(names_text(names, pieces.bases[functions[id].symbol])))
            functions[id].symbol = none;
    }
    name_pieces_free(&pieces);
    return functions;
}

/* A new checkout directory is no move; what has no name cannot have another. */
static enum change change_between(const struct symbols *symbols, struct function was,
                                  struct function is)
{
    struct text old_file = names_text(symbols->files, was.file);
    struct text file = names_text(symbols->files, is.file);

    if (text_equal(names_text(symbols->functions, is.symbol), TEXT(NO_NAME)))
        return CHANGE_NONE;
    if (was.symbol != is.symbol)
        return CHANGE_RENAMED;
    return text_equal(path_base(old_file), path_base(file)) ? CHANGE_NONE : CHANGE_MOVED;
}

/* What each function of the old profile was, found under what it is in the change. */
static void keep_origins(struct diff *diff, const struct profile *old,
                         const struct function *targets)
{
    struct profile *change = &diff->change;
    struct name_pieces pieces;

    diff->origins = memory_alloc(profile_n_functions(change), sizeof *diff->origins);
    name_pieces_create(&pieces, change->symbols.functions);
    for (function_id id = 0; id < profile_n_functions(old); id++) {
        function_id copy = profile_add_function(&diff->old.profile, targets[id].object,
                                                targets[id].file, targets[id].symbol);
        function_id now = diff->old.functions[copy];
        struct function was = profile_function(old, id), is = profile_function(change, now);
        was.symbol = pieces.bases[was.symbol];
        is.symbol = pieces.bases[is.symbol];
        diff->origins[now] = (struct origin){true, change_between(&change->symbols, was, is), was};
    }
    name_pieces_free(&pieces);
}

/* Where the functions and places of a side are in the change, which has them all. */
static void find_in_change(struct diff_side *side, const struct function *names,
                           struct profile *change)
{
    const struct profile *profile = &side->profile;

    side->functions = memory_alloc(profile_n_functions(profile), sizeof *side->functions);
    for (function_id id = 0; id < profile_n_functions(profile); id++)
        side->functions[id] =
            profile_add_function(change, names[id].object, names[id].file, names[id].symbol);
    side->places = memory_alloc(profile_n_places(profile), sizeof *side->places);
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);
        side->places[id] = profile_add_place(change, side->functions[place.function], place.file);
    }
}

/* The new side less the old one, of which each has its names. */
static bool subtract(struct diff *diff, struct error *error)
{
    struct function *fresh = names_in_change(&diff->fresh.profile);
    struct function *old = names_in_change(&diff->old.profile);
    const struct symbol_maps fresh_maps = {.targets = fresh}, old_maps = {.targets = old};
    bool is_done = profile_merge(&diff->change, &diff->fresh.profile, &fresh_maps, error) &&
                   profile_subtract(&diff->change, &diff->old.profile, &old_maps, error);

    if (is_done) {
        events_add_definitions(&diff->change.events, &diff->old.profile.events);
        find_in_change(&diff->fresh, fresh, &diff->change);
        find_in_change(&diff->old, old, &diff->change);
    }
    free(fresh);
    free(old);
    return is_done;
}

static struct function *names_of(const struct profile *profile)
{
    struct function *names = memory_alloc(profile_n_functions(profile), sizeof *names);

    for (function_id id = 0; id < profile_n_functions(profile); id++)
        names[id] = profile_function(profile, id);
    return names;
}

/* Derived events may need recorded ones of both sides. That there are none was said before. */
static bool resolve_events(struct profile *change, struct error *error)
{
    struct warnings ignored = {0};

    return events_resolve(&change->events, &ignored, error);
}

bool diff_create(struct diff *diff, const struct profile *fresh, const struct profile *old,
                 enum matching matching, struct text_list events, struct error *error)
{
    const struct symbols symbols = fresh->symbols;
    struct function *fresh_names = names_of(fresh);
    struct matches matches;

    *diff = (struct diff){0};
    profile_init(&diff->fresh.profile, &symbols, fresh->keep);
    profile_init(&diff->old.profile, &symbols, fresh->keep);
    profile_init(&diff->change, &symbols, fresh->keep);
    matches_create(&matches, fresh, old, matching);
    add_columns(&diff->fresh.profile, fresh);
    add_columns(&diff->fresh.profile, old);
    add_columns(&diff->old.profile, &diff->fresh.profile);
    bool is_done = events_define_all(&diff->change.events, events, error) &&
                   copy_profile(&diff->fresh.profile, fresh, fresh_names, NULL, error) &&
                   copy_profile(&diff->old.profile, old, matches.old, matches.old_files, error) &&
                   subtract(diff, error);
    if (is_done)
        keep_origins(diff, old, matches.old);
    matches_free(&matches);
    free(fresh_names);
    return is_done && resolve_events(&diff->change, error);
}

static void side_free(struct diff_side *side)
{
    profile_free(&side->profile);
    free(side->functions);
    free(side->places);
}

void diff_free(struct diff *diff)
{
    side_free(&diff->fresh);
    side_free(&diff->old);
    profile_free(&diff->change);
    free(diff->origins);
    *diff = (struct diff){0};
}

/* Adds a row of one side to the change's, or takes it from that. */
static bool combine(struct costs *costs, size_t row, const int64_t *cost, bool is_subtracted)
{
    return is_subtracted ? costs_subtract_row_overflows(costs, costs_row(costs, row), cost)
                         : costs_add_row_overflows(costs, costs_row(costs, row), cost);
}

/* By row of a side's totals: its row in the change's. */
static row_id *rows_in_change(const struct totals *totals, const struct totals *side_totals,
                              const struct diff_side *side)
{
    row_id *rows = memory_alloc(totals_n_rows(side_totals), sizeof *rows);

    for (function_id id = 0; id < profile_n_functions(&side->profile); id++)
        rows[side_totals->of_function[id]] = totals->of_function[side->functions[id]];
    for (place_id id = 0; id < profile_n_places(&side->profile); id++)
        rows[side_totals->of_place[id]] = totals->of_place[side->places[id]];
    return rows;
}

/* Where several rows of a side are one, their costs may hold one another: the largest is a bound.
 */
static void take_inclusive(struct totals *totals, const struct totals *side, const row_id *rows,
                           struct costs *costs)
{
    bool *is_taken = memory_alloc(totals_n_rows(totals), sizeof *is_taken);

    for (row_id row = 0; row < totals_n_rows(side); row++) {
        const int64_t *cost = costs_row(&side->inclusive, row);
        int64_t *into = costs_row(costs, rows[row]);
        bool *is_exact = &totals->is_exact[rows[row]];
        *is_exact = *is_exact && side->is_exact[row] && !is_taken[rows[row]];
        is_taken[rows[row]] = true;
        costs_raise(costs, into, cost);
    }
    free(is_taken);
}

static bool combine_arcs(struct totals *totals, const struct totals *side, const row_id *rows,
                         bool is_subtracted)
{
    bool overflows = false;

    for (uint32_t id = 0; id < side->arcs.index.count; id++) {
        struct row_arc arc = totals_arc(side, id);
        uint32_t into = index_find(&totals->arcs.index, rows[arc.caller], rows[arc.callee]);
        overflows |=
            combine(&totals->entering, into, costs_row(&side->entering, id), is_subtracted);
        overflows |= combine(&totals->leaving, into, costs_row(&side->leaving, id), is_subtracted);
    }
    return overflows;
}

/* Adds the inclusive costs of a side to `costs`, and those of its calls to the change's. */
static bool add_inclusive_of(struct totals *totals, const struct diff_side *side,
                             struct costs *costs, bool is_subtracted, struct error *error)
{
    struct totals side_totals;
    bool is_done = totals_compute(&side_totals, &side->profile, error) &&
                   totals_add_inclusive(&side_totals, error);

    if (is_done) {
        row_id *rows = rows_in_change(totals, &side_totals, side);
        take_inclusive(totals, &side_totals, rows, costs);
        if (combine_arcs(totals, &side_totals, rows, is_subtracted))
            is_done = too_large(error);
        free(rows);
    }
    totals->is_inconsistent = totals->is_inconsistent || side_totals.is_inconsistent;
    totals_free(&side_totals);
    return is_done;
}

static bool add_inclusive(const struct diff *diff, struct totals *totals, struct error *error)
{
    size_t n_rows = totals_n_rows(totals), n_arcs = totals->arcs.index.count;
    struct costs old = {0};
    const struct {
        struct costs *costs;
        size_t count;
    } all[] = {{&totals->inclusive, n_rows},
               {&old, n_rows},
               {&totals->entering, n_arcs},
               {&totals->leaving, n_arcs}};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        costs_init(all[i].costs, totals->self.n_events);
        costs_ensure(all[i].costs, all[i].count);
    }
    totals->is_exact = memory_alloc(n_rows, sizeof *totals->is_exact);
    for (row_id row = 0; row < n_rows; row++)
        totals->is_exact[row] = true;
    bool is_done = add_inclusive_of(totals, &diff->fresh, &totals->inclusive, false, error) &&
                   add_inclusive_of(totals, &diff->old, &old, true, error);
    bool overflows = false;
    for (row_id row = 0; is_done && row < n_rows; row++)
        overflows |= combine(&totals->inclusive, row, costs_row(&old, row), true);
    costs_free(&old);
    return is_done && (!overflows || too_large(error));
}

bool diff_of_program(const struct diff *diff, struct costs *change, struct error *error)
{
    struct costs old = {0};
    bool is_calculated;
    bool is_done = totals_of_program(&diff->fresh.profile, change, &is_calculated, error) &&
                   totals_of_program(&diff->old.profile, &old, &is_calculated, error);

    if (is_done && combine(change, 0, costs_row(&old, 0), true))
        is_done = too_large(error);
    costs_free(&old);
    return is_done;
}

bool diff_totals(const struct diff *diff, bool has_inclusive, struct totals *totals,
                 struct error *error)
{
    bool is_done = totals_compute(totals, &diff->change, error);

    /* The parts of the change are those of the new profile, and so is the total until now. */
    costs_free(&totals->program);
    return is_done && diff_of_program(diff, &totals->program, error) &&
           (!has_inclusive || add_inclusive(diff, totals, error));
}

/* Marks the rows that a side has code or calls in. */
static bool *rows_of_side(const struct diff_side *side, const struct totals *totals)
{
    bool *has_row = memory_alloc(totals_n_rows(totals), sizeof *has_row);

    for (function_id id = 0; id < profile_n_functions(&side->profile); id++)
        has_row[totals->of_function[side->functions[id]]] = true;
    for (place_id id = 0; id < profile_n_places(&side->profile); id++)
        has_row[totals->of_place[side->places[id]]] = true;
    return has_row;
}

struct row_change *diff_changes(const struct diff *diff, const struct totals *totals)
{
    size_t n_rows = totals_n_rows(totals);
    struct row_change *changes = memory_alloc(n_rows, sizeof *changes);
    bool *in_fresh = rows_of_side(&diff->fresh, totals);
    bool *in_old = rows_of_side(&diff->old, totals);

    for (function_id id = 0; id < profile_n_functions(&diff->change); id++) {
        const struct origin *origin = &diff->origins[id];
        if (origin->is_known)
            changes[totals->of_function[id]] =
                (struct row_change){origin->change, origin->function};
    }
    for (row_id row = 0; row < n_rows; row++) {
        if (!in_old[row])
            changes[row].change = CHANGE_NEW;
        else if (!in_fresh[row])
            changes[row].change = CHANGE_GONE;
    }
    free(in_fresh);
    free(in_old);
    return changes;
}

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

/* Functions whose levels count apart became one by renaming, now or before. */
static void mark_mixed_levels(struct profile *profile, const struct profile *before,
                              const struct function *targets)
{
    symbol_id none = names_find(profile->symbols.functions, TEXT(NO_NAME));

    profile->mixes_levels =
        memory_alloc(profile_n_functions(profile), sizeof *profile->mixes_levels);
    for (function_id id = 0; id < profile_n_functions(before); id++) {
        const struct function *target = &targets[id];
        bool was_mixed = before->mixes_levels != NULL && before->mixes_levels[id];
        function_id now =
            profile_add_function(profile, target->object, target->file, target->symbol);
        profile->mixes_levels[now] =
            profile->mixes_levels[now] || was_mixed || target->symbol == none;
    }
}

/* The profile under other names; the one given is freed. */
static bool take_over(struct profile *into, struct profile *from, const struct function *targets,
                      const uint32_t *files, struct error *error)
{
    const struct symbol_maps maps = {.files = files, .targets = targets};
    bool is_done = profile_merge(into, from, &maps, error);

    if (is_done)
        mark_mixed_levels(into, from, targets);
    profile_free(from);
    return is_done;
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

/* What each function of the old profile was, found under what it is called now. */
static void keep_origins(struct diff *diff, const struct function *recorded, size_t count,
                         const struct function *targets)
{
    struct profile *change = &diff->change;
    struct name_pieces pieces;

    diff->origins = memory_alloc(profile_n_functions(change), sizeof *diff->origins);
    name_pieces_create(&pieces, change->symbols.functions);
    for (size_t i = 0; i < count; i++) {
        function_id id =
            profile_add_function(change, targets[i].object, targets[i].file, targets[i].symbol);
        struct function was = recorded[i], is = targets[i];
        was.symbol = pieces.bases[was.symbol];
        is.symbol = pieces.bases[is.symbol];
        diff->origins[id] = (struct origin){true, change_between(&change->symbols, was, is), was};
    }
    name_pieces_free(&pieces);
}

/* Where the functions and places of a side are in the change, which has them all. */
static void find_in_change(struct diff_side *side, struct profile *change)
{
    const struct profile *profile = &side->profile;

    side->functions = memory_alloc(profile_n_functions(profile), sizeof *side->functions);
    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        struct function function = profile_function(profile, id);
        side->functions[id] =
            profile_add_function(change, function.object, function.file, function.symbol);
    }
    side->places = memory_alloc(profile_n_places(profile), sizeof *side->places);
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);
        side->places[id] = profile_add_place(change, side->functions[place.function], place.file);
    }
}

/* Derived events may need recorded ones of both sides. That there are none was said before. */
static bool resolve_events(struct profile *change, struct error *error)
{
    struct warnings warnings = {0};
    bool is_done = events_resolve(&change->events, &warnings, error);

    return is_done;
}

static struct function *all_functions(const struct profile *profile)
{
    struct function *functions = memory_alloc(profile_n_functions(profile), sizeof *functions);

    for (function_id id = 0; id < profile_n_functions(profile); id++)
        functions[id] = profile_function(profile, id);
    return functions;
}

bool diff_create(struct diff *diff, struct profile *fresh, struct profile *old, struct error *error)
{
    static const struct symbol_maps same = {0};
    const struct symbols symbols = fresh->symbols;
    struct function *recorded = all_functions(old);
    size_t n_recorded = profile_n_functions(old);
    struct matches matches;

    *diff = (struct diff){0};
    profile_init(&diff->fresh.profile, &symbols, fresh->keep);
    profile_init(&diff->old.profile, &symbols, fresh->keep);
    profile_init(&diff->change, &symbols, fresh->keep);
    matches_create(&matches, fresh, old);
    add_columns(&diff->fresh.profile, fresh);
    add_columns(&diff->fresh.profile, old);
    add_columns(&diff->old.profile, &diff->fresh.profile);
    bool is_done = take_over(&diff->fresh.profile, fresh, matches.fresh, NULL, error) &&
                   take_over(&diff->old.profile, old, matches.old, matches.old_files, error) &&
                   profile_merge(&diff->change, &diff->fresh.profile, &same, error) &&
                   profile_subtract(&diff->change, &diff->old.profile, error);
    if (is_done) {
        events_add_definitions(&diff->change.events, &diff->old.profile.events);
        keep_origins(diff, recorded, n_recorded, matches.old);
        find_in_change(&diff->fresh, &diff->change);
        find_in_change(&diff->old, &diff->change);
    }
    matches_free(&matches);
    free(recorded);
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

/* Names of rows are ids that both sides share. */
static row_id row_in_change(const struct totals *totals, const struct totals *side, row_id row)
{
    const struct index_key *key = &side->rows.keys[row];

    return index_find(&totals->rows, key->high, key->low);
}

static bool combine_inclusive(struct totals *totals, const struct totals *side, bool is_subtracted)
{
    bool overflows = false;

    for (row_id row = 0; row < totals_n_rows(side); row++) {
        row_id into = row_in_change(totals, side, row);
        totals->is_exact[into] = totals->is_exact[into] && side->is_exact[row];
        overflows |=
            combine(&totals->inclusive, into, costs_row(&side->inclusive, row), is_subtracted);
    }
    for (uint32_t id = 0; id < side->arcs.index.count; id++) {
        struct row_arc arc = totals_arc(side, id);
        uint32_t into = index_find(&totals->arcs.index, row_in_change(totals, side, arc.caller),
                                   row_in_change(totals, side, arc.callee));
        overflows |=
            combine(&totals->entering, into, costs_row(&side->entering, id), is_subtracted);
        overflows |= combine(&totals->leaving, into, costs_row(&side->leaving, id), is_subtracted);
    }
    return overflows;
}

static bool add_inclusive_of(struct totals *totals, const struct diff_side *from,
                             bool is_subtracted, struct error *error)
{
    struct totals side;
    bool is_done =
        totals_compute(&side, &from->profile, error) && totals_add_inclusive(&side, error);

    if (is_done && combine_inclusive(totals, &side, is_subtracted))
        is_done = too_large(error);
    totals->is_inconsistent = totals->is_inconsistent || side.is_inconsistent;
    totals_free(&side);
    return is_done;
}

static bool add_inclusive(const struct diff *diff, struct totals *totals, struct error *error)
{
    size_t n_rows = totals_n_rows(totals), n_events = totals->self.n_events;
    struct costs *const of_arcs[] = {&totals->entering, &totals->leaving};

    costs_init(&totals->inclusive, n_events);
    costs_ensure(&totals->inclusive, n_rows);
    for (size_t i = 0; i < sizeof of_arcs / sizeof *of_arcs; i++) {
        costs_init(of_arcs[i], n_events);
        costs_ensure(of_arcs[i], totals->arcs.index.count);
    }
    totals->is_exact = memory_alloc(n_rows, sizeof *totals->is_exact);
    for (row_id row = 0; row < n_rows; row++)
        totals->is_exact[row] = true;
    return add_inclusive_of(totals, &diff->fresh, false, error) &&
           add_inclusive_of(totals, &diff->old, true, error);
}

bool diff_totals(const struct diff *diff, bool has_inclusive, struct totals *totals,
                 struct error *error)
{
    struct costs old_program = {0};
    bool is_calculated;
    bool is_done = totals_compute(totals, &diff->change, error) &&
                   totals_of_program(&diff->old.profile, &old_program, &is_calculated, error);

    /* The parts of the change are those of the new profile, and so is the total until now. */
    if (is_done && combine(&totals->program, 0, costs_row(&old_program, 0), true))
        is_done = too_large(error);
    costs_free(&old_program);
    return is_done && (!has_inclusive || add_inclusive(diff, totals, error));
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

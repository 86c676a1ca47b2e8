/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/row_figures.h"

#include <stdlib.h>

#include "aggregator/diff.h"
#include "aggregator/program.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/number.h"
#include "profile/profile.h"

static void map_to_change(struct side_rows *side, const struct diff_side *from,
                          const struct rows *change)
{
    size_t n_functions = profile_n_functions(&from->profile);
    size_t n_places = profile_n_places(&from->profile);

    side->of_function = memory_alloc(n_functions, sizeof *side->of_function);
    side->of_place = memory_alloc(n_places, sizeof *side->of_place);
    side->in_change = memory_alloc(side->rows.count, sizeof *side->in_change);
    for (function_id id = 0; id < n_functions; id++) {
        side->of_function[id] = change->of_function[from->functions[id]];
        side->in_change[side->rows.of_function[id]] = side->of_function[id];
    }
    for (place_id id = 0; id < n_places; id++) {
        side->of_place[id] = change->of_place[from->places[id]];
        side->in_change[side->rows.of_place[id]] = side->of_place[id];
    }
}

static void compute_inclusive(struct side_rows *side)
{
    const struct profile *profile = side->rows.profile;

    inclusive_compute(&side->inclusive, &side->rows, profile_levels(profile, side->rows.arcs));
}

void side_rows_create(struct side_rows *side, const struct diff_side *from,
                      const struct rows *change, const struct row_choice *choice)
{
    rows_create(&side->rows, &from->profile, choice);
    if (choice->has_inclusive)
        compute_inclusive(side);
    map_to_change(side, from, change);
}

void side_rows_free(struct side_rows *side)
{
    rows_free(&side->rows);
    inclusive_free(&side->inclusive);
    free(side->of_place);
    free(side->of_function);
    free(side->in_change);
    *side = (struct side_rows){0};
}

static void init_costs(struct row_diff *row_diff, bool has_inclusive)
{
    struct costs *const all[] = {&row_diff->old_self, &row_diff->inclusive.costs,
                                 &row_diff->old_inclusive};
    size_t count = row_diff->rows.count;

    for (size_t i = 0; i < ARRAY_LENGTH(all); i++) {
        costs_init(all[i], row_diff->rows.self.n_events);
        if (all[i] == &row_diff->old_self || has_inclusive)
            costs_ensure(all[i], count);
    }
    row_diff->old_calls = memory_alloc(count, sizeof *row_diff->old_calls);
    row_diff->is_in_fresh = memory_alloc(count, sizeof *row_diff->is_in_fresh);
    row_diff->is_in_old = memory_alloc(count, sizeof *row_diff->is_in_old);
    row_diff->origins = memory_alloc(count, sizeof *row_diff->origins);
    row_diff->inclusive.rows = &row_diff->rows;
    row_diff->inclusive.is_exact = memory_alloc(count, sizeof *row_diff->inclusive.is_exact);
    for (row_id id = 0; id < count; id++)
        row_diff->inclusive.is_exact[id] = true;
}

/*
 * Marks the rows that a side has, with its inclusive costs. Where one is several rows of the side,
 * their costs may contain one another: the largest is a lower bound.
 */
static void take_side(struct row_diff *row_diff, const struct side_rows *side, struct costs *costs,
                      bool *is_there)
{
    for (row_id id = 0; id < side->rows.count; id++) {
        row_id into = side->in_change[id];
        bool *is_exact = &row_diff->inclusive.is_exact[into];
        if (side->inclusive.rows != NULL) {
            *is_exact = *is_exact && side->inclusive.is_exact[id] && !is_there[into];
            costs_raise(costs, costs_row(costs, into), costs_row(&side->inclusive.costs, id));
        }
        is_there[into] = true;
    }
}

/* Self cost and calls of the old side, by row of the change. */
static void add_old(struct row_diff *row_diff, const struct side_rows *old)
{
    bool overflows = false;

    for (row_id id = 0; id < old->rows.count; id++) {
        row_id into = old->in_change[id];
        overflows |= add_saturated(&row_diff->old_calls[into], old->rows.calls[id]);
        overflows |= costs_combine_overflows(&row_diff->old_self, into,
                                             costs_row(&old->rows.self, id), false);
    }
    profile_note_overflow(row_diff->rows.profile, overflows);
}

static void subtract_inclusive(struct row_diff *row_diff)
{
    struct costs *costs = &row_diff->inclusive.costs;
    bool overflows = false;

    for (row_id id = 0; id < costs->n_rows; id++)
        overflows |=
            costs_combine_overflows(costs, id, costs_row(&row_diff->old_inclusive, id), true);
    profile_note_overflow(row_diff->rows.profile, overflows);
}

static void find_origins(struct row_diff *row_diff, const struct diff *diff)
{
    for (function_id id = 0; id < diff->n_origins; id++)
        if (diff->origins[id].is_known)
            row_diff->origins[row_diff->rows.of_function[id]] = &diff->origins[id];
}

static struct mapped_calls calls_of(const struct side_rows *side)
{
    bool has_nesting = side->inclusive.rows != NULL;

    return (struct mapped_calls){
        .rows = &side->rows,
        .nesting = has_nesting ? inclusive_nesting(&side->inclusive) : NULL,
        .of_place = side->of_place,
        .of_function = side->of_function,
    };
}

/* One side after the other: the rows of both are needed at once for their calls alone. */
static void take_sides(struct row_diff *row_diff, const struct diff *diff,
                       const struct row_choice *choice, bool has_calls)
{
    struct side_rows fresh = {0}, old = {0};

    side_rows_create(&fresh, &diff->fresh, &row_diff->rows, choice);
    take_side(row_diff, &fresh, &row_diff->inclusive.costs, row_diff->is_in_fresh);
    if (!has_calls)
        side_rows_free(&fresh);
    side_rows_create(&old, &diff->old, &row_diff->rows, choice);
    take_side(row_diff, &old, &row_diff->old_inclusive, row_diff->is_in_old);
    add_old(row_diff, &old);
    subtract_inclusive(row_diff);
    if (has_calls) {
        const struct mapped_calls of_fresh = calls_of(&fresh), of_old = calls_of(&old);
        row_calls_create_change(&row_diff->calls, &row_diff->rows, &of_fresh, &of_old);
    }
    side_rows_free(&fresh);
    side_rows_free(&old);
}

/*
 * Returns the row that one of a side is matched with, by what it is or its name; new ones are the
 * next.
 */
static row_id find_joined(struct row_finder *finder, const struct rows *side, row_id id)
{
    const struct row *row = &side->list[id];

    if (side->partners != NULL)
        return names_add(finder->partners, side->partners[id]);
    const struct map_key key =
        side->key == BY_INSTRUCTION
            ? instruction_key(row->object, row->function, row->address)
            : (struct map_key){(uint64_t)row->object << 32 | row->file, row->line};
    return map_add(&finder->pieces, key.from, key.to);
}

bool row_finder_add(struct row_finder *finder, const struct rows *rows, row_id *ids,
                    struct error *error)
{
    size_t known = finder->pieces.count;
    row_id same = NO_ID;

    if (finder->partners == NULL)
        finder->partners = names_create();
    known += names_count(finder->partners);
    bool *was_met = memory_alloc(known + rows->count, sizeof *was_met);
    for (row_id id = 0; id < rows->count; id++) {
        ids[id] = find_joined(finder, rows, id);
        if (was_met[ids[id]])
            same = id;
        was_met[ids[id]] = true;
    }
    free(was_met);
    if (same == NO_ID)
        return true;
    struct text name = text_of(row_keys[rows->key].name);
    return error_usage(
        error,
        "--by=%.*s: '%.80s' is not the only one of its number or name: which of them "
        "another profile has cannot be told",
        (int)name.length, name.at, rows->labels[same].at);
}

void row_finder_free(struct row_finder *finder)
{
    map_free(&finder->pieces);
    if (finder->partners != NULL)
        names_free(finder->partners);
    *finder = (struct row_finder){0};
}

/* Adds a row of the old side that the new one does not have. */
static void add_gone(struct rows *rows, const struct rows *old, row_id id)
{
    size_t count = rows->count, capacity = count, partner_capacity = count, span_capacity = count;

    rows_add(rows, old->list[id]);
    if (rows->labels == NULL)
        return;
    rows->labels = memory_grow(rows->labels, &capacity, count + 1, sizeof *rows->labels);
    rows->labels[count] = arena_copy_text(&rows->arena, old->labels[id]);
    rows->partners =
        memory_grow(rows->partners, &partner_capacity, count + 1, sizeof *rows->partners);
    rows->partners[count] = arena_copy_text(&rows->arena, old->partners[id]);
    if (rows->spans == NULL)
        return;
    rows->spans = memory_grow(rows->spans, &span_capacity, count + 1, sizeof *rows->spans);
    rows->spans[count] = (struct row_span){arena_copy_text(&rows->arena, old->spans[id].time_range),
                                           arena_copy_text(&rows->arena, old->spans[id].trigger)};
}

/* Subtracts the old rows from the new ones. */
static void subtract_rows(struct row_diff *row_diff, const struct rows *old, const row_id *ids)
{
    size_t n_fresh = row_diff->rows.count;
    bool overflows = false;

    for (row_id id = 0; id < old->count; id++)
        if (ids[id] >= row_diff->rows.count)
            add_gone(&row_diff->rows, old, id);
    costs_ensure(&row_diff->rows.self, row_diff->rows.count);
    init_costs(row_diff, false);
    for (row_id id = 0; id < n_fresh; id++)
        row_diff->is_in_fresh[id] = true;
    for (row_id id = 0; id < old->count; id++) {
        const int64_t *cost = costs_row(&old->self, id);
        row_diff->is_in_old[ids[id]] = true;
        overflows |= costs_combine_overflows(&row_diff->old_self, ids[id], cost, false);
        overflows |= costs_combine_overflows(&row_diff->rows.self, ids[id], cost, true);
    }
    profile_note_overflow(row_diff->rows.profile, overflows);
}

static bool join(struct row_diff *row_diff, struct rows *old, struct error *error)
{
    struct rows *fresh = &row_diff->rows;
    row_id *ids = memory_alloc(fresh->count + old->count, sizeof *ids);
    struct row_finder finder = {0};

    if (fresh->key == BY_INPUT && fresh->count == 1 && old->count == 1)
        old->partners[0] = fresh->partners[0];
    bool is_done =
        row_finder_add(&finder, fresh, ids, error) && row_finder_add(&finder, old, ids, error);
    if (is_done)
        subtract_rows(row_diff, old, ids);
    row_finder_free(&finder);
    free(ids);
    return is_done;
}

/* Rows of a key without calls: those of the new side, and after them what is gone. */
static bool create_without_calls(struct row_diff *row_diff, const struct diff *diff,
                                 const struct row_choice *choice, struct error *error)
{
    struct rows old;

    rows_create(&row_diff->rows, &diff->fresh.profile, choice);
    rows_create(&old, &diff->old.profile, choice);
    bool is_done = join(row_diff, &old, error);
    row_diff->rows.profile = &diff->change;
    if (row_diff->rows.base_of != NULL)
        rows_name_functions(&row_diff->rows, choice);
    rows_free(&old);
    return is_done;
}

bool row_diff_create(struct row_diff *row_diff, const struct diff *diff,
                     const struct row_choice *choice, bool has_calls, struct error *error)
{
    *row_diff = (struct row_diff){0};
    if (!row_keys[choice->key].has_calls)
        return create_without_calls(row_diff, diff, choice, error);
    rows_create(&row_diff->rows, &diff->change, choice);
    init_costs(row_diff, choice->has_inclusive);
    find_origins(row_diff, diff);
    take_sides(row_diff, diff, choice, has_calls);
    return true;
}

enum change row_diff_change(const struct row_diff *row_diff, row_id id, struct row_names *was)
{
    const struct symbols *symbols = &row_diff->rows.profile->symbols;
    const struct origin *origin = row_diff->origins[id];
    enum row_key key = row_diff->rows.key;

    if (!row_diff->is_in_old[id])
        return CHANGE_NEW;
    if (!row_diff->is_in_fresh[id])
        return CHANGE_GONE;
    if (origin == NULL || !row_keys[key].has_function || origin->change == CHANGE_NONE)
        return CHANGE_NONE;
    *was = (struct row_names){
        .object = names_text_if_any(symbols->objects, origin->function.object),
        .file = names_text(symbols->files, origin->function.file),
        .function = names_text(symbols->functions, origin->function.symbol),
    };
    return origin->change;
}

bool row_diff_has_changed(const struct row_diff *row_diff, row_id id)
{
    const struct costs *const all[] = {&row_diff->rows.self, &row_diff->inclusive.costs};

    for (size_t i = 0; i < ARRAY_LENGTH(all); i++)
        for (size_t event = 0; all[i]->n_rows != 0 && event < all[i]->n_events; event++)
            if (costs_sum(all[i], costs_row(all[i], id), event) != 0)
                return true;
    return rows_calls(&row_diff->rows, id) != 0;
}

void row_diff_free(struct row_diff *row_diff)
{
    rows_free(&row_diff->rows);
    inclusive_free(&row_diff->inclusive);
    row_calls_free(&row_diff->calls);
    costs_free(&row_diff->old_self);
    costs_free(&row_diff->old_inclusive);
    free(row_diff->old_calls);
    free(row_diff->is_in_fresh);
    free(row_diff->is_in_old);
    free(row_diff->origins);
    *row_diff = (struct row_diff){0};
}

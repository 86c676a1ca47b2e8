/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/row_figures.h"

#include <stdlib.h>

#include "aggregator/compare/compare.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/number.h"
#include "profile/events.h"
#include "profile/profile.h"

static void map_to_change(struct side_rows *side, const struct side *from,
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

void side_rows_create(struct side_rows *side, const struct side *from, const struct rows *change,
                      const struct row_choice *choice)
{
    rows_create(&side->rows, &from->profile, choice);
    if (choice->has_inclusive)
        inclusive_compute(&side->inclusive, &side->rows,
                          profile_levels(&from->profile, side->rows.arcs));
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

/* Makes room for that many rows of a side. */
static void row_side_init(struct row_side *side, size_t count, size_t n_events, bool has_inclusive)
{
    costs_init(&side->self, n_events);
    costs_init(&side->inclusive, n_events);
    costs_ensure(&side->self, count);
    if (has_inclusive)
        costs_ensure(&side->inclusive, count);
    side->calls = memory_alloc(count, sizeof *side->calls);
    side->is_there = memory_alloc(count, sizeof *side->is_there);
    side->is_exact = memory_alloc(count, sizeof *side->is_exact);
    for (row_id id = 0; id < count; id++)
        side->is_exact[id] = true;
}

/*
 * Adds up rows of a side in those of the change with the given ids. If several rows of the side
 * become one, their inclusive costs may contain one another: the largest is a lower bound.
 */
static void row_side_add(struct row_side *side, const struct rows *change, const struct rows *from,
                         const struct inclusive *inclusive, const row_id *ids)
{
    for (row_id id = 0; id < from->count; id++) {
        row_id into = ids[id];
        if (into >= change->count) /* of a further run alone */
            continue;
        profile_combine(change->profile, &side->self, into, costs_row(&from->self, id), false);
        profile_add_to(change->profile, &side->calls[into], rows_calls(from, id));
        if (inclusive->rows != NULL) {
            side->is_exact[into] &= inclusive->is_exact[id] && !side->is_there[into];
            costs_raise(&side->inclusive, costs_row(&side->inclusive, into),
                        costs_row(&inclusive->costs, id));
        }
        side->is_there[into] = true;
    }
}

static void row_side_free(struct row_side *side)
{
    costs_free(&side->self);
    costs_free(&side->inclusive);
    free(side->calls);
    free(side->is_there);
    free(side->is_exact);
}

/* Subtracts a row for each of the change. */
static void subtract(const struct rows *change, struct costs *costs, const struct costs *old)
{
    for (row_id id = 0; id < costs->n_rows; id++)
        profile_combine(change->profile, costs, id, costs_row(old, id), true);
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

static void init_sides(struct row_diff *row_diff, bool has_inclusive)
{
    struct row_side *const sides[] = {&row_diff->current, &row_diff->old};
    const struct rows *rows = &row_diff->rows;

    for (size_t i = 0; i < ARRAY_LENGTH(sides); i++)
        row_side_init(sides[i], rows->count, rows->self.n_events, has_inclusive);
    row_diff->origins = memory_alloc(rows->count, sizeof *row_diff->origins);
}

/* One side after the other: the rows of both are needed at once for their calls alone. */
static void create_with_calls(struct row_diff *row_diff, const struct diff *diff,
                              const struct row_choice *choice, bool has_calls)
{
    struct rows *rows = &row_diff->rows;
    struct side_rows current = {0}, old = {0};

    rows_create(rows, &diff->change, choice);
    init_sides(row_diff, choice->has_inclusive);
    for (function_id id = 0; id < diff->n_origins; id++)
        if (diff->origins[id].is_known)
            row_diff->origins[rows->of_function[id]] = &diff->origins[id];
    side_rows_create(&current, &diff->current, rows, choice);
    row_side_add(&row_diff->current, rows, &current.rows, &current.inclusive, current.in_change);
    if (!has_calls)
        side_rows_free(&current);
    side_rows_create(&old, &diff->old, rows, choice);
    row_side_add(&row_diff->old, rows, &old.rows, &old.inclusive, old.in_change);
    if (has_calls) {
        const struct mapped_calls sides[] = {calls_of(&current), calls_of(&old)};
        row_calls_create(&row_diff->calls, rows, sides, ARRAY_LENGTH(sides));
    }
    side_rows_free(&current);
    side_rows_free(&old);
}

/* Rows without calls, found by what they are, or by what rows of another profile are called. */
struct row_finder {
    struct map pieces;      /* (object and file, number) */
    struct names *partners; /* ids are those of the rows */
};

/* Returns the id of a row; new ones are the next. */
static row_id find_joined(struct row_finder *finder, const struct rows *rows, row_id id)
{
    const struct row *row = &rows->list[id];

    if (rows->labels != NULL)
        return names_add(finder->partners, rows->labels[id].partner);
    return map_add(&finder->pieces, (uint64_t)row->object << 32 | row->file, row->line);
}

/*
 * Sets the ids of rows of one side. They must be different: two threads 1 of two processes are not,
 * which is a usage error.
 */
static bool find_rows(struct row_finder *finder, const struct rows *rows, row_id *ids,
                      struct error *error)
{
    size_t known = finder->pieces.count + names_count(finder->partners);
    bool *was_met = memory_alloc(known + rows->count, sizeof *was_met);
    row_id same = NO_ID;

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
        (int)name.length, name.at, rows->labels[same].name.at);
}

/*
 * Maps the rows of another profile to `rows`, or to new ids after these, in order; NULL with an
 * error. The caller frees it.
 */
static row_id *join_rows(const struct rows *rows, const struct rows *others, struct error *error)
{
    struct row_finder finder = {.partners = names_create()};
    row_id *ids = memory_alloc(rows->count + others->count, sizeof *ids);
    bool is_only_one = rows->key == BY_INPUT && rows->count == 1 && others->count == 1;

    if (!is_only_one &&
        !(find_rows(&finder, rows, ids, error) && find_rows(&finder, others, ids, error))) {
        free(ids);
        ids = NULL;
    }
    map_free(&finder.pieces);
    names_free(finder.partners);
    return ids;
}

/* Rows of a key without calls: those of the new side, and after them what is gone. */
static bool create_without_calls(struct row_diff *row_diff, const struct diff *diff,
                                 const struct row_choice *choice, struct error *error)
{
    static const struct inclusive none = {0};
    struct rows old, *rows = &row_diff->rows;

    rows_create(rows, &diff->current.profile, choice);
    rows_create(&old, &diff->old.profile, choice);
    row_id *ids = join_rows(rows, &old, error);
    if (ids != NULL) {
        size_t n_current = rows->count, n_labels = n_current;
        for (row_id id = 0; id < old.count; id++) {
            if (ids[id] < rows->count)
                continue;
            if (rows->labels != NULL) {
                ARRAY_GROW(rows->labels, rows->count, n_labels);
                rows->labels[rows->count] = old.labels[id];
            }
            rows_add(rows, old.list[id]);
        }
        arena_take_over(&rows->arena, &old.arena);
        costs_ensure(&rows->self, rows->count);
        init_sides(row_diff, false);
        for (row_id id = 0; id < n_current; id++)
            row_diff->current.is_there[id] = true;
        row_side_add(&row_diff->old, rows, &old, &none, ids);
        subtract(rows, &rows->self, &row_diff->old.self);
        free(ids);
    }
    rows->profile = &diff->change;
    rows_free(&old);
    return ids != NULL;
}

bool row_diff_create(struct row_diff *row_diff, const struct diff *diff,
                     const struct row_choice *choice, bool has_calls, struct error *error)
{
    struct inclusive *inclusive = &row_diff->inclusive;
    bool is_done = true;

    *row_diff = (struct row_diff){0};
    if (row_keys[choice->key].has_calls)
        create_with_calls(row_diff, diff, choice, has_calls);
    else
        is_done = create_without_calls(row_diff, diff, choice, error);
    if (!is_done)
        return false;
    /* The new side's inclusive costs become the change. */
    *inclusive = (struct inclusive){.rows = &row_diff->rows,
                                    .costs = row_diff->current.inclusive,
                                    .is_exact = row_diff->current.is_exact};
    row_diff->current.inclusive = (struct costs){0};
    row_diff->current.is_exact = NULL;
    for (row_id id = 0; id < row_diff->rows.count; id++)
        inclusive->is_exact[id] &= row_diff->old.is_exact[id];
    subtract(&row_diff->rows, &inclusive->costs, &row_diff->old.inclusive);
    return true;
}

enum change row_diff_change(const struct row_diff *row_diff, row_id id, struct row_names *was)
{
    const struct symbols *symbols = &row_diff->rows.profile->symbols;
    const struct origin *origin = row_diff->origins[id];
    enum row_key key = row_diff->rows.key;

    if (!row_diff->old.is_there[id])
        return CHANGE_NEW;
    if (!row_diff->current.is_there[id])
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
    row_side_free(&row_diff->current);
    row_side_free(&row_diff->old);
    free(row_diff->origins);
    *row_diff = (struct row_diff){0};
}

/* Takes what a run has in each row. */
static void keep_run(struct row_noise *noise, size_t run, const struct row_side *side, size_t count)
{
    noise->self[run] = side->self;
    if (noise->inclusive != NULL)
        noise->inclusive[run] = side->inclusive;
    noise->calls[run] = side->calls;
    for (row_id id = 0; id < count; id++)
        noise->is_exact[id] &= side->is_exact[id];
    free(side->is_there);
    free(side->is_exact);
}

bool row_noise_create(struct row_noise *row_noise, const struct noise *noise,
                      const struct rows *rows, const struct row_choice *choice, struct error *error)
{
    bool has_calls = row_keys[choice->key].has_calls, is_done = true;
    size_t count = noise->count;

    *row_noise = (struct row_noise){.n_runs = count,
                                    .self = memory_alloc(count, sizeof *row_noise->self),
                                    .calls = memory_alloc(count, sizeof *row_noise->calls),
                                    .is_exact = memory_alloc(rows->count, sizeof(bool))};
    if (has_calls && choice->has_inclusive)
        row_noise->inclusive = memory_alloc(count, sizeof *row_noise->inclusive);
    for (row_id id = 0; id < rows->count; id++)
        row_noise->is_exact[id] = true;
    for (size_t run = 0; run < count; run++) {
        struct side_rows from = {0};
        struct row_side side;
        row_id *joined = NULL;
        if (has_calls) {
            side_rows_create(&from, &noise->runs[run], rows, choice);
        } else {
            rows_create(&from.rows, &noise->runs[run].profile, choice);
            joined = is_done ? join_rows(rows, &from.rows, error) : NULL;
            is_done = joined != NULL;
        }
        row_side_init(&side, rows->count, rows->self.n_events, has_calls && choice->has_inclusive);
        if (is_done)
            row_side_add(&side, rows, &from.rows, &from.inclusive,
                         has_calls ? from.in_change : joined);
        keep_run(row_noise, run, &side, rows->count);
        free(joined);
        side_rows_free(&from);
    }
    return is_done;
}

void row_noise_free(struct row_noise *row_noise)
{
    for (size_t run = 0; run < row_noise->n_runs; run++) {
        costs_free(&row_noise->self[run]);
        if (row_noise->inclusive != NULL)
            costs_free(&row_noise->inclusive[run]);
        free(row_noise->calls[run]);
    }
    free(row_noise->self);
    free(row_noise->inclusive);
    free(row_noise->calls);
    free(row_noise->is_exact);
    *row_noise = (struct row_noise){0};
}

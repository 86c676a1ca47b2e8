/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "aggregator/compare/compare.h"

#include <stdlib.h>

#include "aggregator/program.h"
#include "base/arena.h"
#include "base/error.h"
#include "profile/events.h"
#include "profile/merge.h"
#include "profile/name_pieces.h"

/* Returns whether the columns of a profile begin with those of another one. */
static bool has_columns_of(const struct profile *profile, const struct profile *like)
{
    bool is_same = profile->events.n_recorded >= like->events.n_recorded;

    for (size_t i = 0; is_same && i < like->events.n_recorded; i++)
        is_same = text_equal(profile->events.list[i].name, like->events.list[i].name);
    return is_same;
}

/* Columns for all recorded events of a profile, in its order. */
static void add_columns(struct profile *profile, const struct profile *like)
{
    for (size_t i = 0; i < like->events.n_recorded; i++)
        events_add_recorded(&profile->events, like->events.list[i].name);
    profile_widen(profile);
}

/* Returns whether the old profile can be used as it is, without new names and lines. */
static bool keeps_names(const struct profile *profile, const struct matches *matches,
                        const struct function *names)
{
    bool is_same = matches->lines == NULL;

    for (function_id id = 0; is_same && id < profile_n_functions(profile); id++) {
        struct function was = profile_function(profile, id), is = names[id];
        is_same = was.object == is.object && was.file == is.file && was.symbol == is.symbol;
    }
    for (place_id id = 0; is_same && id < profile_n_places(profile); id++) {
        file_id file = profile_place(profile, id).file;
        is_same = matches->old_files[file] == file;
    }
    return is_same;
}

/* Takes the profile as it is, or a copy of it under other names: that is most of the memory. */
static bool take_profile(struct side *side, const struct profile *from,
                         const struct symbol_maps *maps, bool keeps_names, struct error *error)
{
    side->is_borrowed = keeps_names && has_columns_of(from, &side->profile);
    if (!side->is_borrowed)
        return profile_merge(&side->profile, from, maps, error);
    profile_free(&side->profile);
    side->profile = *from;
    return true;
}

/* Takes a profile of the old build under the names that it was matched with. */
static bool take_old(struct side *side, const struct profile *old, const struct matches *matches,
                     size_t number, struct error *error)
{
    const struct old_functions *functions = &matches->old[number];
    const struct symbol_maps names = {.files = matches->old_files,
                                      .targets = functions->names,
                                      .lines = matches->lines,
                                      .stays = functions->stays};

    return take_profile(side, old, &names, keeps_names(old, matches, functions->names), error);
}

/* The name in the change of all functions of an object and file that are matched by none. */
#define NO_NAME "(no name)"

/*
 * Returns, by function of a side, its names in the change, where all that have only an address have
 * one. The caller frees them.
 */
static struct function *names_in(const struct profile *profile)
{
    struct names *names = profile->symbols.functions;
    const struct name_pieces *pieces = symbols_pieces(&profile->symbols);
    struct function *functions = memory_alloc(profile_n_functions(profile), sizeof *functions);

    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        functions[id] = profile_function(profile, id);
        if (name_is_address(names_text(names, pieces->bases[functions[id].symbol])))
            functions[id].symbol = names_add(names, TEXT(NO_NAME));
    }
    return functions;
}

/* A new checkout directory does not move anything; what has no name cannot get another. */
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

/* Keeps the old names of each function, by its id in the change. */
static void keep_origins(struct diff *diff, const struct profile *old,
                         const struct matches *matches)
{
    const struct old_functions *functions = &matches->old[0];
    struct profile *change = &diff->change;
    struct side *side = &diff->old;
    const struct name_pieces *pieces = symbols_pieces(&change->symbols);

    diff->n_origins = profile_n_functions(change);
    diff->origins = memory_alloc(diff->n_origins, sizeof *diff->origins);
    for (function_id id = 0; id < profile_n_functions(old); id++) {
        const struct function target = functions->names[id];
        function_id copy = side->is_borrowed ? id
                                             : profile_add_function(&side->profile, target.object,
                                                                    target.file, target.symbol);
        function_id now = side->functions[copy];
        struct function was = profile_function(old, id), is = profile_function(change, now);
        was.symbol = pieces->bases[was.symbol];
        is.symbol = pieces->bases[is.symbol];
        enum change what = change_between(&change->symbols, was, is);
        if (what == CHANGE_MOVED && functions->stays[id])
            what = CHANGE_NONE;
        diff->origins[now] = (struct origin){true, what, was};
    }
}

/* Finds the functions and places of a side in the change, which has them all. */
static void find_in_change(struct side *side, const struct function *names, struct profile *change)
{
    const struct profile *profile = &side->profile;

    side->functions = memory_alloc(profile_n_functions(profile), sizeof *side->functions);
    side->symbols = memory_alloc(profile_n_functions(profile), sizeof *side->symbols);
    for (function_id id = 0; id < profile_n_functions(profile); id++) {
        side->functions[id] =
            profile_add_function(change, names[id].object, names[id].file, names[id].symbol);
        side->symbols[id] = names[id].symbol;
    }
    side->places = memory_alloc(profile_n_places(profile), sizeof *side->places);
    for (place_id id = 0; id < profile_n_places(profile); id++) {
        struct place place = profile_place(profile, id);
        side->places[id] = profile_add_place(change, side->functions[place.function], place.file);
    }
}

/* Subtracts the old side from the new one, each under its names in the change. */
static bool subtract(struct diff *diff, struct error *error)
{
    struct function *current = names_in(&diff->current.profile);
    struct function *old = names_in(&diff->old.profile);
    const struct symbol_maps current_maps = {.targets = current}, old_maps = {.targets = old};
    bool is_done = profile_merge(&diff->change, &diff->current.profile, &current_maps, error) &&
                   profile_subtract(&diff->change, &diff->old.profile, &old_maps, error);

    if (is_done) {
        events_add_definitions(&diff->change.events, &diff->old.profile.events);
        find_in_change(&diff->current, current, &diff->change);
        find_in_change(&diff->old, old, &diff->change);
    }
    free(current);
    free(old);
    return is_done;
}

/*
 * Derived events may need recorded ones of both sides. There was a warning about what cannot be
 * resolved.
 */
static bool resolve_events(struct profile *change, struct error *error)
{
    struct warnings ignored = {0};

    return events_resolve(&change->events, &ignored, error);
}

bool diff_create(struct diff *diff, const struct profile *current, const struct profile *old,
                 const struct matches *matches, struct text_list events, struct error *error)
{
    static const struct symbol_maps same_names = {0};
    const struct symbols symbols = current->symbols;
    struct keep keep = current->keep;

    *diff = (struct diff){0};
    /* Targets of calls and jumps are lines of one side or the other. */
    keep.jumps = false;
    profile_init(&diff->current.profile, &symbols, keep);
    profile_init(&diff->old.profile, &symbols, keep);
    if (keep.only_sides)
        keep.spots = KEEP_NOTHING;
    profile_init(&diff->change, &symbols, keep);
    add_columns(&diff->current.profile, current);
    add_columns(&diff->current.profile, old);
    add_columns(&diff->old.profile, &diff->current.profile);
    bool is_done = events_define_all(&diff->change.events, events, error) &&
                   take_profile(&diff->current, current, &same_names, true, error) &&
                   take_old(&diff->old, old, matches, 0, error) && subtract(diff, error);
    if (is_done)
        keep_origins(diff, old, matches);
    return is_done && resolve_events(&diff->change, error);
}

/* Takes a further run. */
static bool take_run(struct side *side, const struct profile *run, const struct matches *matches,
                     size_t number, struct profile *change, struct error *error)
{
    struct keep keep = run->keep;

    keep.jumps = false;
    profile_init(&side->profile, &run->symbols, keep);
    add_columns(&side->profile, change);
    if (!take_old(side, run, matches, number, error))
        return false;
    struct function *names = names_in(&side->profile);
    find_in_change(side, names, change);
    free(names);
    return true;
}

bool noise_create(struct noise *noise, const struct profile *runs, size_t count,
                  const struct matches *matches, struct profile *change, struct error *error)
{
    size_t first = matches->n_old - count;
    bool is_done = true;

    *noise = (struct noise){.runs = memory_alloc(count, sizeof *noise->runs),
                            .totals = memory_alloc(count, sizeof *noise->totals)};
    for (; is_done && noise->count < count; noise->count++) {
        size_t i = noise->count;
        struct program program = {0};
        is_done = take_run(&noise->runs[i], &runs[i], matches, first + i, change, error);
        if (is_done)
            program_compute(&program, &noise->runs[i].profile);
        noise->totals[i] = program.total;
    }
    return is_done;
}

static void side_free(struct side *side)
{
    if (!side->is_borrowed)
        profile_free(&side->profile);
    free(side->functions);
    free(side->symbols);
    free(side->places);
}

void noise_free(struct noise *noise)
{
    for (size_t i = 0; i < noise->count; i++) {
        side_free(&noise->runs[i]);
        costs_free(&noise->totals[i]);
    }
    free(noise->runs);
    free(noise->totals);
    *noise = (struct noise){0};
}

void diff_free(struct diff *diff)
{
    side_free(&diff->current);
    side_free(&diff->old);
    profile_free(&diff->change);
    free(diff->origins);
    *diff = (struct diff){0};
}

void diff_of_program(const struct diff *diff, struct program *change)
{
    struct program old = {0};

    program_compute(change, &diff->current.profile);
    program_compute(&old, &diff->old.profile);
    profile_note_overflow(&diff->change,
                          costs_combine_overflows(&change->total, 0, program_row(&old), true));
    program_free(&old);
}

bool diff_fits(const struct diff *diff, struct error *error)
{
    return profile_fits(&diff->current.profile, error) && profile_fits(&diff->old.profile, error) &&
           profile_fits(&diff->change, error);
}

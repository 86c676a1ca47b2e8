/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parser/read.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/closest.h"
#include "base/error.h"
#include "base/map.h"
#include "base/number.h"
#include "base/portable.h"
#include "base/system.h"
#include "parser/input/input.h"
#include "parser/parse.h"
#include "parser/runs.h"
#include "profile/events.h"
#include "profile/filter.h"
#include "profile/merge.h"
#include "profile/profile.h"

/*
 * Finds the levels of a single file before it is merged with others, after which it would be too
 * late. If only lines have calls, adding up the arcs takes long: for a lone file that waits until
 * profile_levels() is called.
 */
static void find_levels(struct profile *profile, bool is_alone)
{
    const struct keep *keep = &profile->keep;
    const struct ledger *by_spot = &profile->ledgers[SPOT_CALLS];
    bool has_lines = keep->lines == KEEP_SELF_AND_CALLS;
    bool has_spots = keep->spots == KEEP_SELF_AND_CALLS;
    enum levels levels = LEVELS_UNKNOWN;
    struct ledger arcs = {0};

    if (keep->places == KEEP_SELF_AND_CALLS) {
        levels = profile_find_levels(profile, &profile->ledgers[ARCS]);
    } else if (has_spots || (has_lines && !is_alone)) {
        /* Only the arcs matter here, not their sums. */
        (void)profile_add_up_arcs_overflows(profile, &arcs);
        for (size_t i = 0; !has_lines && i < by_spot->map.count; i++) {
            struct spot_call call = profile_spot_call(profile, i);
            ledger_add(&arcs, profile->spots.list[call.spot].place, call.callee);
        }
        levels = profile_find_levels(profile, &arcs);
    }
    profile_last_input(profile)->levels = levels;
    ledger_free(&arcs);
}

/* Reads a file with a separate regex, since others may be read at the same time. */
static bool read_one(const char *path, bool is_alone, const struct parse_options *options,
                     struct profile *profile, struct warnings *warnings, struct error *error)
{
    struct parse_options own_options = *options;
    struct pattern label = {0};
    struct input input;
    size_t n_costly;

    if (!input_open(&input, path, error))
        return false;
    own_options.label = &label;
    bool is_done = (!options->label->is_given ||
                    pattern_set(&label, "label", options->label->written.at, error)) &&
                   parse_profile(&input, &own_options, profile, warnings, error) &&
                   pattern_check(&label, error);
    pattern_free(&label);
    input_close(&input);
    struct profile *costly = profile_list_with_costs(profile, &n_costly);
    for (size_t i = 0; is_done && i < n_costly; i++) {
        is_done = callee_files_find(&costly[i], warnings, error);
        if (is_done)
            find_levels(&costly[i], is_alone);
    }
    return is_done;
}

/*
 * Returns the files to read, without empty ones unless all are empty: Valgrind leaves one beside
 * those of threads. Warns of each file named more than once, since its costs count repeatedly, and
 * marks its repetitions.
 */
static struct text_list choose_files(struct text_list named, bool *are_repeated,
                                     struct arena *arena, struct warnings *warnings)
{
    struct text *kept = arena_alloc_array(arena, named.count, sizeof *kept);
    size_t *counts = memory_alloc(named.count, sizeof *counts);   /* by id of a file */
    size_t *first_of = memory_alloc(named.count, sizeof *counts); /* likewise: its first path */
    size_t n_kept = 0;
    struct warnings are_empty = {0};
    struct map files = {0};

    for (size_t i = 0; i < named.count; i++) {
        const char *path = named.items[i].at;
        struct stat status;
        bool is_repeated = false;
        if (strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
            size_t known = files.count;
            uint32_t file = map_add(&files, (uint64_t)status.st_dev, (uint64_t)status.st_ino);
            is_repeated = file < known;
            if (counts[file]++ == 0)
                first_of[file] = i;
            if (status.st_size == 0) {
                if (!is_repeated)
                    warnings_add(&are_empty, path, 0, "is empty: left out");
                continue;
            }
        }
        are_repeated[n_kept] = is_repeated;
        kept[n_kept++] = named.items[i];
    }
    for (size_t file = 0; file < files.count; file++)
        if (counts[file] > 1)
            warnings_add(warnings, named.items[first_of[file]].at, 0,
                         "is named %zu times, and counted as often", counts[file]);
    if (n_kept != 0)
        warnings_append(warnings, &are_empty);
    map_free(&files);
    free(counts);
    free(first_of);
    return n_kept == 0 ? named : (struct text_list){kept, n_kept};
}

/* A file that is read separately, then merged in order. */
struct read_file {
    const char *path;
    const struct parse_options *options;
    pthread_t thread;
    bool is_in_thread;
    struct symbols symbols;
    struct profile profile;
    struct warnings warnings;
    struct error error;
    bool is_done;
};

static void *read_apart(void *opaque)
{
    struct read_file *file = opaque;

    file->is_done =
        read_one(file->path, false, file->options, &file->profile, &file->warnings, &file->error);
    return NULL;
}

/*
 * Reads files in parallel, up to the number of jobs. Problems of a repeated file are reported only
 * once.
 */
static bool read_several(struct text_list paths, const bool *are_repeated,
                         const struct parse_options *options, size_t n_jobs,
                         struct profile *profile, struct warnings *warnings, struct error *error)
{
    size_t n_slots = n_jobs != 0 && n_jobs < paths.count ? n_jobs : paths.count, n_begun = 0;
    struct read_file *files = memory_alloc(n_slots, sizeof *files);
    bool is_done = true;

    for (size_t i = 0; i < (is_done ? paths.count : n_begun); i++) {
        for (; is_done && n_begun < paths.count && n_begun < i + n_slots; n_begun++) {
            struct read_file *next = &files[n_begun % n_slots];
            *next = (struct read_file){
                .path = paths.items[n_begun].at, .options = options, .symbols = symbols_create()};
            profile_init(&next->profile, &next->symbols, profile->keep);
            next->is_in_thread = pthread_create(&next->thread, NULL, read_apart, next) == 0;
            if (!next->is_in_thread) /* where there can be no thread, it is read at once */
                read_apart(next);
        }
        struct read_file *file = &files[i % n_slots];
        if (file->is_in_thread)
            pthread_join(file->thread, NULL);
        if (is_done && !are_repeated[i])
            warnings_append(warnings, &file->warnings);
        if (is_done && !file->is_done)
            *error = file->error;
        is_done = is_done && file->is_done && profile_merge_foreign(profile, &file->profile, error);
        if (!is_done && error->path == NULL)
            error->path = file->path;
        profile_free(&file->profile);
        symbols_free(&file->symbols);
    }
    free(files);
    return is_done;
}

/*
 * Warns of a dump of a process, or of a thread of it, that was read from another file before, such
 * as a copy: its costs count repeatedly.
 */
static void warn_of_repeated_parts(const struct profile *profile, const bool *are_repeated,
                                   struct warnings *warnings)
{
    struct map dumps = {0}; /* (process and thread, number) */

    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        size_t known = dumps.count;
        if (part->is_left_out || part->pid < 0 || part->given < 0 || are_repeated[part->input])
            continue;
        uint64_t thread = (uint64_t)part->pid << 32 ^ (uint64_t)part->thread;
        if (map_add(&dumps, thread, (uint64_t)part->given) < known)
            warnings_add(warnings, profile->inputs[part->input].path, 0,
                         "part %" PRIi64 " of process %" PRIi64
                         " was read before, and is counted again",
                         part->given, part->pid);
    }
    map_free(&dumps);
}

/*
 * A program that ran has cost unless collection was limited and never started: each part says that
 * nothing was counted.
 */
static void warn_of_nothing(const struct profile *profile, struct warnings *warnings)
{
    const struct costs *totals = &profile->ledgers[PART_TOTALS].costs;
    const struct costs *summaries = &profile->ledgers[PART_SUMMARIES].costs;

    for (size_t i = 0; i < profile->n_parts; i++) {
        const struct part *part = &profile->parts[i];
        if (part->is_left_out ||
            !text_starts_with(profile->inputs[part->input].creator, TEXT("callgrind-")) ||
            !costs_is_given(costs_row(totals, i), 0))
            return;
        for (size_t event = 0; event < profile->events.n_recorded; event++)
            if (costs_sum(totals, costs_row(totals, i), event) != 0 ||
                costs_sum(summaries, costs_row(summaries, i), event) != 0)
                return;
    }
    if (profile->n_parts != 0)
        warnings_add(warnings, profile->inputs[0].path, 0,
                     "nothing was collected: see --toggle-collect, --collect-atstart and "
                     "--instr-atstart of Callgrind");
}

/* At least one selected part must exist. */
static bool has_parts(const struct profile *profile, const struct pattern *label,
                      struct error *error)
{
    struct closest closest = {.typed = label->written};

    for (size_t i = 0; i < profile->n_parts; i++) {
        if (!profile->parts[i].is_left_out)
            return true;
        closest_consider(&closest, part_label(&profile->parts[i]));
    }
    if (profile->n_parts == 0)
        return true;
    error_set(error, ERROR_FAILED, NULL, 0,
              "--part, --thread, --label: no such part in the profile (see --by=part, --by=label)");
    if (label->is_given)
        closest_suggest(&closest, "--label=", error->text, sizeof error->text);
    return false;
}

bool read_profiles(struct text_list profiles, const struct read_options *options,
                   struct profile *profile, struct arena *arena, struct warnings *warnings,
                   struct error *error)
{
    struct number_set parts = {0}, threads = {0};
    struct parse_options parse = {
        .directory = current_directory(arena),
        .parts = options->parts.length != 0 ? &parts : NULL,
        .threads = options->threads.length != 0 ? &threads : NULL,
        .label = &options->label,
    };
    const size_t n_jobs = options->n_jobs != 0 ? options->n_jobs : portable_processors();
    bool *are_repeated = arena_alloc_array(arena, profiles.count, sizeof *are_repeated);
    struct warnings said_before = {0};
    bool is_done = true;
    size_t n_costly;

    profiles = choose_files(profiles, are_repeated, arena, warnings);
    if (!number_set_add(&parts, options->parts) || !number_set_add(&threads, options->threads))
        is_done = error_usage(error, "--part and --thread take numbers, as in 1,3-5");
    if (is_done)
        is_done =
            profiles.count == 1
                ? read_one(profiles.items[0].at, true, &parse, profile, warnings, error)
                : read_several(profiles, are_repeated, &parse, n_jobs, profile, warnings, error);
    free(parts.ranges);
    free(threads.ranges);
    if (!is_done || !has_parts(profile, &options->label, error))
        return false;
    profile_find_runs(profile, arena);
    warn_of_repeated_parts(profile, are_repeated, warnings);
    is_done = events_resolve(&profile->events, warnings, error);
    struct profile *costly = profile_list_with_costs(profile, &n_costly);
    for (size_t i = 0; is_done && i < n_costly; i++) {
        if (&costly[i] != profile) {
            profile_find_runs(&costly[i], arena);
            is_done = events_resolve(&costly[i].events, &said_before, error);
        }
        if (n_costly == 1)
            warn_of_nothing(&costly[i], warnings);
    }
    return is_done && warnings_permit(warnings, options->is_strict, error);
}

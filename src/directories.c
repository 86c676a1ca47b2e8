/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregator/limits/limits.h"
#include "aggregator/metric.h"
#include "aggregator/program.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "cli/options.h"
#include "cli/output.h"
#include "parser/read.h"
#include "profile/events.h"
#include "profile/merge.h"
#include "profile/profile.h"
#include "reporter/format/format.h"
#include "reporter/report.h"
#include "reporter/view/views.h"
#include "run.h"

/*
 * Runs of directories. Each is read, compared with its namesake, judged and freed before the next.
 * In a difference, each label counts as a run. The summary table is a profile with one input per
 * run, holding its total. Runs that are shown in detail are read again.
 */
struct several_runs {
    struct run *table; /* the summary of all runs */
    struct run_pairs found;
    struct judged_pair *pairs; /* those found; a run with labels is replaced by its labels */
    size_t n_pairs, capacity;
    struct text_list files, old, noise; /* as typed; old: empty without --diff */
    struct run_verdict *rows;           /* by row of the table */
    size_t n_failed;

    /* The run that was read last, split by label; without options: none. */
    bool has_labels; /* each label counts as a run */
    struct run cached_run;
    size_t cached_number; /* its index in `found` */

    /* The run that is being shown in detail. */
    size_t next; /* the next pair to look at */
    struct run detail;
    struct views *views;
    struct warnings warnings; /* of its sources */
};

/* The smallest change that is explained, as a share of the old cost. */
#define LEAST_OF_CHANGE 0.001

struct judged_pair {
    struct named_runs runs;
    size_t number;    /* the index of its run in `found` */
    const char *word; /* verdict; NULL if no limit applied */
    bool has_detail;  /* to be shown in detail */
};

/* Prepares a pair's run, with the command-line options applied to its files. */
static void begin_run(struct run *run, struct several_runs *several, const struct named_runs *pair)
{
    struct options *options = several->table->options;
    bool is_missing = pair->sides[SIDE_NEW].count == 0;
    struct run_operands *noise = &run->noise_operands;
    size_t n_dirs = several->found.n_sides - SIDE_NOISE;

    *run = (struct run){.options = options, .is_one_of_several = true, .name = pair->name};
    options->files = pair->sides[is_missing ? SIDE_OLD : SIDE_NEW];
    options->old = (struct text_list){0};
    if (!is_missing)
        options->old = pair->sides[SIDE_OLD];
    options->noise = (struct text_list){0};
    run->operands.profiles = options->files;
    if (n_dirs == 0 || options->old.count == 0)
        return;
    noise->items = arena_alloc_array(&options->arena, n_dirs, sizeof *noise->items);
    for (size_t i = 0; i < n_dirs; i++) {
        struct text_list files = pair->sides[SIDE_NOISE + i];
        if (files.count == 0)
            continue;
        noise->items[noise->count++] = files;
        for (size_t j = 0; j < files.count; j++)
            arena_append_text(&options->arena, &options->noise, files.items[j]);
    }
}

/* Adds the total of a run to a profile of the table; 0 if it could not be read (`from` is NULL). */
static bool add_total(struct several_runs *several, struct profile *into,
                      const struct profile *from, const struct named_runs *pair,
                      struct text_list files, struct error *error)
{
    struct profile nothing;
    struct program program = {0};
    struct profile_input run = {
        .path = files.items[0].at, .run_name = pair->name, .pair_name = pair->name};

    if (several->old.count == 0) /* with its directory, as there may be several directories */
        run.run_name = from != NULL ? from->inputs[0].run_name : files.items[0];
    profile_init(&nothing, &several->table->symbols, (struct keep){0});
    if (from == NULL)
        from = &nothing;
    program_compute(&program, from);
    bool is_done =
        profile_fits(from, error) && profile_add_run(into, from, &program.total, &run, error);
    program_free(&program);
    profile_free(&nothing);
    return is_done;
}

/*
 * Adds a pair to the table. If the comparison failed, both sides are empty, so that the row shows
 * no change. A missing noise run is replaced by the old run, so that it does not widen the noise.
 */
static bool add_pair(struct several_runs *several, const struct named_runs *pair,
                     const struct run *run, bool is_failed, struct error *error)
{
    struct run *table = several->table;
    const struct text_list new_files = pair->sides[SIDE_NEW], old = pair->sides[SIDE_OLD];
    const struct profile *new_side = is_failed ? NULL : &run->profile;
    const struct profile *old_side = is_failed            ? NULL
                                   : new_files.count != 0 ? &run->old
                                                          : &run->profile;
    size_t next = 0;
    bool is_done = (new_files.count == 0 ||
                    add_total(several, &table->profile, new_side, pair, new_files, error)) &&
                   (old.count == 0 || add_total(several, &table->old, old_side, pair, old, error));

    for (size_t i = 0; is_done && old.count != 0 && i < table->n_noise; i++) {
        struct text_list files = pair->sides[SIDE_NOISE + i];
        const struct profile *further =
            files.count != 0 && !is_failed && new_files.count != 0 ? &run->noise[next++] : old_side;
        is_done = add_total(several, &table->noise[i], further, pair,
                            files.count != 0 ? files : old, error);
    }
    return is_done;
}

/* Adds the messages and verdicts of a run to those of the table, under its name. */
static void take_messages(struct several_runs *several, struct run *run, const char *name)
{
    struct run *table = several->table;
    bool keeps_ok = formats[run->options->format.format].is_complete;

    for (uint64_t i = 0; i < run->doubts.count && i < WARNINGS_KEPT; i++)
        if (run->doubts.first[i].path == NULL)
            run->doubts.first[i].path = name;
    warnings_append(&table->doubts, &run->doubts);
    warnings_append(&table->read_warnings, &run->read_warnings);
    arena_take_over(&table->verdicts.arena, &run->verdicts.arena);
    for (size_t i = 0; i < run->verdicts.count; i++) {
        struct verdict *verdict = &run->verdicts.list[i];
        verdict->run = text_of(name);
        if (verdict->outcome != LIMIT_OK || keeps_ok)
            verdicts_add(&table->verdicts, verdict);
    }
}

/* Returns the verdict on a pair that could be read; NULL if no limit applied. */
static const char *word_for(const struct several_runs *several, const struct named_runs *pair,
                            const struct verdicts *verdicts)
{
    if (verdicts->has_exceeded)
        return "exceeded";
    if (pair->sides[SIDE_NEW].count == 0)
        return "missing";
    if (several->old.count != 0 && pair->sides[SIDE_OLD].count == 0)
        return "new";
    if (verdicts->has_undecided)
        return "undecided";
    return verdicts->count != 0 ? "ok" : NULL;
}

/* Returns whether the total of the event of --sort or --show, else the first, changed by > 0.1 %.
 */
static bool has_changed(const struct run *run)
{
    const struct view_options *view = &run->options->view;
    const struct profile *const sides[] = {&run->profile, &run->old};
    struct text words = view->sort.length != 0 ? view->sort : view->show, word = {0};
    int64_t sums[] = {0, 0};

    text_cut(&words, ',', &word);
    for (size_t i = 0; i < ARRAY_LENGTH(sides) && run->options->old.count != 0; i++) {
        const struct events *events = &sides[i]->events;
        struct metric metric;
        struct program program = {0};
        if (!metric_read(&metric, word, events) || event_is_ratio(&events->list[metric.event]))
            metric.event = 0;
        program_compute(&program, sides[i]);
        sums[i] = event_sum(events, metric.event, &program.total, program_row(&program)).sum;
        program_free(&program);
    }
    return fabs((double)sums[0] - (double)sums[1]) > LEAST_OF_CHANGE * fabs((double)sums[1]);
}

/* Returns whether details follow the table: causes, or the overview of a run that is not ok. */
static bool has_detail(const struct run *run, const struct named_runs *pair)
{
    bool has_both = pair->sides[SIDE_NEW].count != 0 && pair->sides[SIDE_OLD].count != 0;

    if (run->options->explains_runs)
        return has_both && has_changed(run);
    return run->verdicts.has_exceeded || (has_both && run->verdicts.has_undecided);
}

/* Frees the run that was read last. */
static void drop_cached_run(struct several_runs *several)
{
    if (several->cached_run.options != NULL)
        run_free(&several->cached_run);
    several->cached_run = (struct run){0};
}

/* Reads a run, split by label, in place of the one that was read last. */
static bool cache_run(struct several_runs *several, size_t number, struct error *error)
{
    drop_cached_run(several);
    begin_run(&several->cached_run, several, &several->found.list[number]);
    several->cached_run.symbols = symbols_create();
    several->cached_run.has_labels_apart = true;
    several->cached_number = number;
    return run_read(&several->cached_run, error);
}

/* Reads the prepared run of a pair, or takes its label from the cached run. */
static bool read_pair(struct several_runs *several, const struct judged_pair *judged,
                      struct run *run, struct error *error)
{
    const struct text label = judged->runs.label;

    if (several->has_labels)
        return run_take_label(run, &several->cached_run, label.at != NULL ? label : NO_LABEL,
                              error);
    run->symbols = symbols_create();
    return run_read(run, error);
}

/* Replaces the pair of the cached run by one pair for each label. */
static void split_by_label(struct several_runs *several, size_t number)
{
    struct arena *arena = &several->table->options->arena;
    const struct run *run = &several->cached_run;
    const struct judged_pair unsplit = several->pairs[number];
    const struct named_runs pair = unsplit.runs;
    bool is_missing = pair.sides[SIDE_NEW].count == 0;
    const struct text_list labels = run_labels(run, arena);

    if (labels.count == 0)
        return;
    for (size_t i = 1; i < labels.count; i++)
        ARRAY_ADD(several->pairs, several->n_pairs, several->capacity, (struct judged_pair){0});
    memmove(&several->pairs[number + labels.count], &several->pairs[number + 1],
            (several->n_pairs - labels.count - number) * sizeof *several->pairs);
    for (size_t i = 0; i < labels.count; i++) {
        struct named_runs runs = {.name = run_label_name(pair.name, labels.items[i], arena),
                                  .label = labels.items[i]};
        runs.sides = arena_alloc_array(arena, several->found.n_sides, sizeof *runs.sides);
        for (size_t side = 0, n_noise = 0; side < several->found.n_sides; side++) {
            const struct profile *profile = side == SIDE_NEW || is_missing ? &run->profile
                                          : side == SIDE_OLD               ? &run->old
                                          : n_noise < run->n_noise         ? &run->noise[n_noise]
                                                                           : NULL;
            if (pair.sides[side].count == 0 || profile == NULL)
                continue;
            n_noise += side >= SIDE_NOISE;
            profile = profile_find_label(profile, labels.items[i]);
            for (size_t k = 0; profile != NULL && k < profile->n_inputs; k++)
                arena_append_text(arena, &runs.sides[side], text_of(profile->inputs[k].path));
        }
        several->pairs[number + i] = (struct judged_pair){.runs = runs, .number = unsplit.number};
    }
}

/*
 * Compares the runs of a pair, and judges them. The first pair of a run reads it, and is then
 * replaced by one pair for each label. A failed run does not stop the others. False on a usage
 * error or overflow.
 */
static bool judge_pair(struct several_runs *several, size_t number, struct error *error)
{
    struct judged_pair *judged = &several->pairs[number];
    const struct limits *limits = &several->table->options->limits;
    struct error problem = {0};
    bool is_judged = true;
    struct run run;

    if (several->has_labels && judged->runs.label.at == NULL) {
        is_judged = cache_run(several, judged->number, &problem);
        take_messages(several, &several->cached_run, judged->runs.name.at);
        if (is_judged)
            split_by_label(several, number);
        judged = &several->pairs[number];
    }
    const struct named_runs *pair = &judged->runs;
    const bool is_missing = pair->sides[SIDE_NEW].count == 0;
    begin_run(&run, several, pair);
    is_judged = is_judged && read_pair(several, judged, &run, &problem);
    if (is_missing)
        limits_miss_run(&run.verdicts, limits, pair->name);
    is_judged =
        is_judged && (is_missing ? limits_check(limits, &problem) : run_decide(&run, &problem));
    judged->word = is_judged ? word_for(several, pair, &run.verdicts) : "failed";
    judged->has_detail = is_judged && has_detail(&run, pair);
    take_messages(several, &run, pair->name.at);
    if (!is_judged && problem.path == NULL)
        problem.path = pair->name.at;
    bool is_done = problem.kind != ERROR_USAGE && add_pair(several, pair, &run, !is_judged, error);
    if (problem.kind == ERROR_USAGE)
        *error = problem;
    else if (!is_judged)
        message_print(stderr, problem.path, problem.line, problem.text);
    several->n_failed += !is_judged;
    run_free(&run);
    return is_done;
}

/* Orders verdicts like the rows of the table: new runs in the order of pairs, then missing ones. */
static void order_rows(struct several_runs *several)
{
    size_t n_rows = 0;

    for (int is_missing = 0; is_missing <= 1; is_missing++)
        for (size_t i = 0; i < several->n_pairs; i++)
            if ((several->pairs[i].runs.sides[SIDE_NEW].count == 0) == (is_missing != 0))
                several->rows[n_rows++] = (struct run_verdict){several->pairs[i].word, i};
}

static void end_detail(struct several_runs *several)
{
    views_free(several->views);
    several->views = NULL;
    if (several->detail.options != NULL)
        run_free(&several->detail);
    several->detail = (struct run){0};
}

/*
 * Prepares the causes or the overview of the next pair to be shown in detail. Its run is read
 * again, once for all of its labels.
 */
static bool next_detail(void *opaque, struct report *report, struct error *error)
{
    struct several_runs *several = opaque;
    struct options *options = several->table->options;

    end_detail(several);
    while (several->next < several->n_pairs && !several->pairs[several->next].has_detail)
        several->next++;
    if (several->next == several->n_pairs)
        return false;
    const struct judged_pair *judged = &several->pairs[several->next++];
    const struct named_runs *pair = &judged->runs;
    options->view.view = options->explains_runs ? VIEW_EXPLANATION : VIEW_OVERVIEW;
    if (options->explains_runs) {
        options->view.has_limit = options->has_cause_limit;
        options->view.n_rows = options->n_causes;
        options->view.least_percent = LEAST_CAUSE;
    }
    bool is_cached =
        several->cached_run.options != NULL && several->cached_number == judged->number;
    if (several->has_labels && !is_cached && !cache_run(several, judged->number, error))
        return false;
    begin_run(&several->detail, several, pair);
    if (!read_pair(several, judged, &several->detail, error) ||
        !run_decide(&several->detail, error) || !run_compare_for_view(&several->detail, error))
        return false;
    if (several->has_labels && judged->runs.label.at == NULL) { /* else noted for all labels */
        several->detail.subject.read_warnings = &several->cached_run.read_warnings;
        several->detail.subject.doubts = &several->cached_run.doubts;
    }
    several->views =
        views_create(&several->detail.subject, &options->view, &several->warnings, report, error);
    report->run = pair->name;
    return several->views != NULL;
}

/* Returns the operands, the last with the number of runs. */
static struct run_list facts_of_side(struct several_runs *several, struct text_list typed,
                                     size_t side)
{
    struct arena *arena = &several->table->options->arena;
    struct run_facts *facts = arena_alloc_array(arena, typed.count, sizeof *facts);
    size_t n_runs = 0;
    char note[40];

    for (size_t i = 0; i < several->found.count; i++)
        n_runs += several->found.list[i].sides[side].count != 0;
    snprintf(note, sizeof note, "%zu run%s", n_runs, n_runs == 1 ? "" : "s");
    for (size_t i = 0; i < typed.count; i++)
        facts[i] = (struct run_facts){
            .name = typed.items[i],
            .note = i + 1 == typed.count ? arena_copy_text(arena, text_of(note)) : TEXT("")};
    return (struct run_list){facts, typed.count};
}

/* Names the directories instead of the runs in them, and lets the report ask for details. */
static void set_details(void *opaque, struct report *report)
{
    struct several_runs *several = opaque;

    report->facts.runs = facts_of_side(several, several->files, SIDE_NEW);
    report->facts.runs_have_commands = true;
    report->facts.old_runs = facts_of_side(several, several->old, SIDE_OLD);
    report->facts.noise_runs = several->noise;
    report->next_detail = next_detail;
    report->detail_maker = several;
}

/* Makes empty profiles for the totals of all runs. */
static bool begin_table(struct several_runs *several, struct error *error)
{
    static const struct text_list none = {0};
    struct run *table = several->table;
    struct options *options = table->options;

    table->n_noise = options->noise.count;
    table->noise = memory_alloc(table->n_noise, sizeof *table->noise);
    profile_init(&table->profile, &table->symbols, (struct keep){0});
    profile_init(&table->old, &table->symbols, (struct keep){0});
    for (size_t i = 0; i < table->n_noise; i++)
        profile_init(&table->noise[i], &table->symbols, (struct keep){0});
    return events_define_all(&table->profile.events,
                             several->old.count != 0 ? none : options->events, error);
}

/* Writes the table, and the details after it. */
static bool show_several(struct several_runs *several, struct error *error)
{
    struct run *table = several->table;
    struct warnings *warnings = &table->read_warnings;
    bool is_done = events_resolve(&table->profile.events, warnings, error) &&
                   events_resolve(&table->old.events, warnings, error);

    for (size_t i = 0; is_done && i < table->n_noise; i++)
        is_done = events_resolve(&table->noise[i].events, warnings, error);
    table->options->old = several->old;
    if (!is_done || !run_compare_for_view(table, error))
        return false;
    table->subject.runs = several->rows;
    return run_write_view(table, set_details, several, error);
}

bool run_directories(struct options *options, enum run_outcome *outcome, struct error *error)
{
    struct run table = {.options = options, .symbols = symbols_create()};
    struct several_runs several = {.table = &table,
                                   .files = options->files,
                                   .old = options->old,
                                   .noise = options->noise,
                                   .has_labels = options->old.count != 0};
    struct warnings notes = {0};
    struct text_list names = {0};
    bool is_done = operands_pair_runs(&several.found, options->files, options->old, options->noise,
                                      &options->arena, &notes, error) &&
                   begin_table(&several, error);

    messages_print(&notes, "notes", stderr);
    for (size_t i = 0; is_done && i < several.found.count; i++)
        ARRAY_ADD(several.pairs, several.n_pairs, several.capacity,
                  (struct judged_pair){.runs = several.found.list[i], .number = i});
    for (size_t i = 0; is_done && i < several.n_pairs; i++) {
        is_done = judge_pair(&several, i, error);
        arena_append_text(&options->arena, &names, several.pairs[i].runs.name);
    }
    drop_cached_run(&several);
    if (is_done) {
        several.rows = memory_alloc(several.n_pairs, sizeof *several.rows);
        limits_miss_sections(&table.verdicts, &options->limits, names);
        order_rows(&several);
        /* If all runs failed, there are no events to show. */
        is_done = several.n_failed == several.n_pairs || show_several(&several, error);
    }
    end_detail(&several);
    drop_cached_run(&several);
    messages_print(&table.read_warnings, "warnings", stderr);
    messages_print(&several.warnings, "warnings", stderr);
    messages_print(&table.doubts, "notes", stderr);
    for (size_t i = 0; i < table.verdicts.count; i++)
        if (table.verdicts.list[i].outcome != LIMIT_OK)
            verdicts_print((struct verdict_list){&table.verdicts.list[i], 1}, stderr);
    if (is_done && several.n_failed != 0)
        is_done = error_set(error, ERROR_FAILED, NULL, 0, "%zu of %zu runs failed",
                            several.n_failed, several.n_pairs);
    else if (!is_done)
        operands_explain(several.files, error);
    free(several.pairs);
    free(several.rows);
    run_finish(&table, outcome);
    return is_done;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "aggregator/compare/compare.h"
#include "aggregator/compare/trust.h"
#include "aggregator/limits/limits.h"
#include "aggregator/program.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/system.h"
#include "cli/options.h"
#include "cli/output.h"
#include "parser/read.h"
#include "profile/events.h"
#include "profile/inlining.h"
#include "profile/profile.h"
#include "reporter/callgrind.h"
#include "reporter/format/format.h"
#include "reporter/report.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/objects/objects.h"
#include "reporter/view/view_kind.h"
#include "reporter/view/views.h"
#include "sources/source_paths.h"

/*
 * A run, in the order of its steps: find_profiles(), run_read(), run_decide() of the limits,
 * run_compare_for_view() and run_write_view(). run_profiles() is all of it;
 * directories.c takes the same steps for each run of directories.
 */

/* Returns whether messages appear only in the report: an overview on the same terminal. */
static bool has_report_messages(const struct options *options)
{
    return options->view.view == VIEW_OVERVIEW && options->is_on_terminal && isatty(STDERR_FILENO);
}

enum message_kind { WARNINGS, NOTES };

/* Stores messages for the report (notes only for an overview); prints those that it does not show.
 */
static void keep_and_print(struct run *run, const struct warnings *messages, enum message_kind kind)
{
    if (kind == WARNINGS || run->options->view.view == VIEW_OVERVIEW)
        warnings_append(&run->read_warnings, messages);
    if (!run->is_one_of_several && !has_report_messages(run->options))
        messages_print(messages, kind == WARNINGS ? "warnings" : "notes", stderr);
}

/* Finds the runs of --noise. The new profile must not be one, or every change would be noise. */
static bool find_noise(struct run *run, struct warnings *notes, struct error *error)
{
    struct options *options = run->options;
    struct run_operands *noise = &run->noise_operands;

    if (!operands_find_runs(options->noise, false, noise, &options->arena, notes, error))
        return false;
    for (size_t i = 0; i < noise->count; i++) {
        const char *same = operands_find_file(run->operands.profiles, noise->items[i]);
        if (same != NULL)
            return error_set(error, ERROR_USAGE, same, 0,
                             "is the new profile: --noise takes runs of the old build");
    }
    return true;
}

/* Returns false if -o names an input. A callgrind profile may overwrite its own input. */
static bool check_output(const struct run *run, struct error *error)
{
    const struct options *options = run->options;
    const struct text_list *const read[] = {&run->operands.profiles, &options->old,
                                            &options->noise};

    if (options->output == NULL || options->view.view == VIEW_PROFILE)
        return true;
    const struct text written = text_of(options->output);
    for (size_t i = 0; i < ARRAY_LENGTH(read); i++)
        if (operands_find_file(*read[i], (struct text_list){&written, 1}) != NULL)
            return error_set(error, ERROR_USAGE, options->output, 0,
                             "is an input profile: -o would overwrite it");
    return true;
}

/* Finds the files to read. Adds notes about files of the same run that were not named. */
static bool find_profiles(struct run *run, struct error *error)
{
    struct options *options = run->options;
    struct operands *operands = &run->operands;
    struct warnings notes = {0};
    bool is_done = operands_sort(operands, options->files, &options->arena, &notes, error);
    uint64_t n_notes = notes.count;

    keep_and_print(run, &options->notes, NOTES);
    is_done = is_done && operands_expand(&options->old, &options->arena, &notes, error) &&
              operands_check_old(operands, options->old, error);
    run->is_partial = n_notes != 0;
    run->old_is_partial = notes.count != n_notes;
    is_done = is_done && find_noise(run, &notes, error) && check_output(run, error);
    keep_and_print(run, &notes, NOTES);
    if (!is_done)
        return false;
    options->view.are_profiles_chosen = operands->are_chosen;
    options->view.sources = operands->sources;
    options->view.annotate = path_from_here(options->view.annotate, &options->arena);
    /* The report lists the sources that are named; with --auto=no, only these. */
    if (operands->sources.count != 0)
        options->view.sources_at.quoting = options->view.old_sources_at.at.quoting = QUOTE_ALL;
    /* Only the classic report lists sources. */
    if (options->is_overview_chosen && operands->sources.count != 0) {
        options->view.view = VIEW_CLASSIC;
        options->is_overview_chosen = false;
        if (!options_check(options, error))
            return false;
    }
    if (views_actual(&options->view) == VIEW_CLASSIC || operands->sources.count == 0)
        return true;
    /* No view lists it as a source, so it may well be a damaged profile. */
    *error = operands->why_source;
    return false;
}

/* Gives inlined functions rows of their own, and notes how much of important objects was resolved.
 */
static bool add_inlined_functions(struct run *run, struct profile *profile, struct keep keep,
                                  struct error *error)
{
    bool is_old = profile != &run->profile && run->options->old.count != 0;
    struct inlined_objects of_noise = {0};
    struct inlined_objects *objects = profile == &run->profile ? &run->inlined
                                    : profile == &run->old     ? &run->old_inlined
                                                               : &of_noise;
    struct warnings notes = {0};
    struct source_paths paths;
    bool is_inlined = profile_is_inlined(profile);

    object_paths_create(&paths, &run->options->view, is_old, profile);
    bool is_done = is_inlined
                     ? profile_leave_inlined(profile, keep, error)
                     : inlined_functions_add(profile, &paths, is_old, keep, objects, error);
    source_paths_free(&paths);
    if (is_inlined)
        warnings_add(&notes, profile->inputs[0].path, 0,
                     "written with --inline: inlined functions are functions in it already");
    if (objects != &of_noise) /* no notes for noise runs */
        inlined_objects_note(objects, is_old, &notes);
    keep_and_print(run, &notes, NOTES);
    inlined_objects_free(&of_noise);
    return is_done;
}

/* Returns what the view and the limits need from a profile. */
static struct keep needed(const struct options *options)
{
    bool has_old = options->old.count != 0;

    return keep_both(views_keep(&options->view, has_old), limits_keep(&options->limits, has_old));
}

/* Applies --inline and the --mod options. */
static bool rename_functions(struct run *run, struct profile *profile, struct error *error)
{
    const struct options *options = run->options;

    return (!options->view.shows_inlined ||
            add_inlined_functions(run, profile, needed(options), error)) &&
           profile_rename(profile, &options->renaming, error);
}

/* Reads profiles into one, which keeps what the view and the limits need. */
static bool read_merged(struct run *run, struct text_list files, struct profile *profile,
                        struct error *error)
{
    static const struct text_list none = {0};
    struct options *options = run->options;
    struct warnings warnings = {0};
    struct keep keep = needed(options);

    keep = options->view.shows_inlined ? inlined_functions_keep(keep) : keep;
    keep.labels = run->has_labels_apart;
    profile_init(profile, &run->symbols, keep);
    /* In a difference, derived events may need events of both sides: diff_create() adds them. */
    bool is_done =
        events_define_all(&profile->events, options->old.count != 0 ? none : options->events,
                          error) &&
        read_profiles(files, &options->read, profile, &options->arena, &warnings, error) &&
        (run->has_labels_apart || rename_functions(run, profile, error));
    keep_and_print(run, &warnings, WARNINGS);
    return is_done;
}

static bool read_new(struct run *run, struct error *error)
{
    struct view_options *view = &run->options->view;
    bool is_trend = view->view == VIEW_HOTSPOTS && view->by == BY_INPUT;
    struct warnings notes = {0};

    if (!read_merged(run, run->operands.profiles, &run->profile, error))
        return false;
    /* A user who names two profiles may want to compare them; a script would say so. */
    if (run->options->is_on_terminal && run->profile.n_runs == 2 && run->options->old.count == 0 &&
        !is_trend)
        warnings_add(&notes, NULL, 0, "two profiles are added up; --diff=OLD NEW compares them");
    keep_and_print(run, &notes, NOTES);
    return true;
}

/* Returns false if a noise run has other events than the old run, or there are several old runs. */
static bool check_noise(const struct run *run, const struct profile *noise, struct error *error)
{
    const struct events *events = &noise->events, *others = &run->old.events;
    const char *path = noise->inputs[0].path;
    bool is_same = events->n_recorded == others->n_recorded;

    for (size_t i = 0; is_same && i < events->n_recorded; i++)
        is_same = events_find(others, events->list[i].name) < others->n_recorded;
    if (!is_same)
        return error_set(error, ERROR_FAILED, path, 0,
                         "has other events than %s: --noise needs runs recorded in the same way",
                         run->old.inputs[0].path);
    if (run->old.n_runs != 1)
        return error_usage(
            error, "--noise needs a single old run, but --diff adds up %zu, starting with %s",
            run->old.n_runs, run->old.inputs[0].path);
    return true;
}

static bool read_noise(struct run *run, struct error *error)
{
    const struct run_operands *operands = &run->noise_operands;

    run->noise = memory_alloc(operands->count, sizeof *run->noise);
    for (size_t i = 0; i < operands->count; i++) {
        struct profile *noise = &run->noise[run->n_noise++];
        if (!read_merged(run, operands->items[i], noise, error) || !check_noise(run, noise, error))
            return false;
    }
    return true;
}

/* Adds notes on doubtful figures; is_compatible drops those that callgrind_annotate lacks. */
static bool note_doubts(struct run *run, struct error *error)
{
    const struct options *options = run->options;
    const struct trust_side new_side = {&run->profile, run->operands.are_chosen, run->is_partial};
    const struct trust_side old_side = {&run->old, false, run->old_is_partial};

    trust_note(&run->doubts, &new_side, options->old.count != 0 ? &old_side : NULL,
               options->is_compatible);
    keep_and_print(run, &run->doubts, NOTES);
    return run->doubts.count == 0 || !options->read.is_strict ||
           error_set(error, ERROR_FAILED, NULL, 0, "--strict: the notes are errors");
}

static bool compare_lines(struct run *run, struct comparison *comparison, struct error *error)
{
    const struct view_options *view = &run->options->view;
    struct source_paths paths;
    struct old_sources old_sources;
    const struct matched_sides sides = {&run->profile, &run->old, &comparison->matches, &paths,
                                        &old_sources};

    source_paths_create(&paths, &view->sources_at, &run->profile);
    bool is_done = old_sources_create(&old_sources, &view->old_sources_at, &run->old, error);
    if (is_done) {
        match_lines(&comparison->lines, &sides);
        comparison->matches.lines = &comparison->lines.map;
    }
    source_paths_free(&paths);
    old_sources_free(&old_sources);
    return is_done;
}

/*
 * Matches the old profile and the noise runs with the new one, and compares them, unless that was
 * done before with the same matching.
 */
static bool compare_by(struct run *run, enum matching matching, struct error *error)
{
    struct comparison *comparison = &run->comparisons[matching];
    struct matches *matches = &comparison->matches;
    const struct profile **old;

    if (comparison->is_made)
        return true;
    comparison->is_made = true;
    old = memory_alloc(1 + run->n_noise, sizeof *old);
    old[0] = &run->old;
    for (size_t i = 0; i < run->n_noise; i++)
        old[1 + i] = &run->noise[i];
    matches_create(matches, &run->profile, old, 1 + run->n_noise, matching);
    free(old);
    if ((matching == MATCH_LINES && !compare_lines(run, comparison, error)) ||
        !diff_create(&comparison->diff, &run->profile, &run->old, matches, run->options->events,
                     error))
        return false;
    comparison->diff.noise = run->n_noise != 0 ? &comparison->noise : NULL;
    return noise_create(&comparison->noise, run->noise, run->n_noise, matches,
                        &comparison->diff.change, error);
}

static void comparison_free(struct comparison *comparison)
{
    noise_free(&comparison->noise);
    diff_free(&comparison->diff);
    line_matching_free(&comparison->lines);
    matches_free(&comparison->matches);
    *comparison = (struct comparison){0};
}

/* Frees the comparisons that only limits needed. */
static void free_others(struct run *run)
{
    enum matching matching = views_matching(&run->options->view);
    bool has_both = run->options->view.view == VIEW_ALL;

    for (enum matching i = 0; i < N_MATCHINGS; i++)
        if (i != matching && !(has_both && i == MATCH_PATHS))
            comparison_free(&run->comparisons[i]);
}

bool run_compare_for_view(struct run *run, struct error *error)
{
    const struct view_options *view = &run->options->view;
    enum matching matching = views_matching(view);
    struct comparison *comparison = &run->comparisons[matching];
    bool has_noise = run->n_noise != 0 && (views_kind(views_actual(view))->uses & USE_NOISE) != 0;

    run->subject = (struct subject){.profile = &run->profile,
                                    .inlined = &run->inlined,
                                    .old_inlined = &run->old_inlined,
                                    .noise = has_noise ? &comparison->noise : NULL,
                                    .read_warnings = &run->read_warnings,
                                    .doubts = &run->doubts,
                                    .verdicts = {run->verdicts.list, run->verdicts.count}};
    if (run->options->old.count == 0)
        return true;
    free_others(run);
    run->subject.profile = &comparison->diff.change;
    run->subject.diff = &comparison->diff;
    run->subject.lines = &comparison->lines;
    if (view->view != VIEW_ALL)
        return compare_by(run, matching, error);
    run->subject.diff_of_paths = &run->comparisons[MATCH_PATHS].diff;
    return compare_by(run, matching, error) && compare_by(run, MATCH_PATHS, error);
}

static int in_order(const void *left, const void *right)
{
    return text_compare(*(const struct text *)left, *(const struct text *)right);
}

struct text_list run_labels(const struct run *run, struct arena *arena)
{
    const struct profile *const sides[] = {&run->profile, &run->old};
    struct text *all =
        arena_alloc_array(arena, run->profile.n_parts + run->old.n_parts, sizeof *all);
    size_t count = 0;
    struct text_list labels = {0};
    bool has_any = false;

    for (size_t side = 0; side < ARRAY_LENGTH(sides); side++)
        for (size_t i = 0; i < sides[side]->n_parts; i++)
            if (!sides[side]->parts[i].is_left_out) {
                all[count] = part_label(&sides[side]->parts[i]);
                has_any |= !text_equal(all[count++], NO_LABEL);
            }
    ARRAY_SORT(all, count, in_order);
    for (size_t i = 0; has_any && i < count; i++)
        if (i == 0 || !text_equal(all[i], all[i - 1]))
            arena_append_text(arena, &labels, arena_copy_text(arena, all[i]));
    return labels;
}

struct text run_label_name(struct text run, struct text label, struct arena *arena)
{
    struct buffer name = {0};

    buffer_append(&name, run);
    buffer_append(&name, TEXT(" "));
    buffer_append(&name, label);
    return buffer_keep(&name, arena);
}

/* Warns if limits compare lines by number. The table of lines and the overview do so themselves. */
static void warn_of_line_numbers(struct run *run)
{
    const struct view_options *view = &run->options->view;
    struct warnings warnings = {0};

    if ((view->view == VIEW_HOTSPOTS && view->by == BY_LINE) || view->view == VIEW_OVERVIEW)
        return;
    line_matching_warn(&run->comparisons[MATCH_LINES].lines, &warnings);
    keep_and_print(run, &warnings, WARNINGS);
}

bool run_decide(struct run *run, struct error *error)
{
    const struct options *options = run->options;
    struct evidence evidence = {
        .profile = &run->profile,
        .filter = &options->view.filter,
        .least = options->view.has_least ? &options->view.least : NULL,
        .run = run->profile.n_runs == 1 ? run->profile.inputs[0].pair_name : (struct text){0},
    };

    if (run->name.at != NULL)
        evidence.run = run->name;
    if (!run->is_one_of_several && run_labels(run, &run->options->arena).count != 0)
        evidence.scope = LIMITS_WITHOUT_SECTION;
    if (run->is_label)
        evidence.scope = LIMITS_OF_SECTIONS;

    for (size_t i = 0; i < options->limits.count; i++) {
        enum row_key key = options->limits.list[i].by;
        enum matching matching = row_keys[key].matching;
        if (key == BY_INSTRUCTION && !profile_require_addresses(&run->profile, error))
            return false;
        if (options->old.count == 0)
            continue;
        if (!compare_by(run, matching, error))
            return false;
        evidence.diffs[matching] = &run->comparisons[matching].diff;
    }
    warn_of_line_numbers(run);
    return limits_decide(&run->verdicts, &options->limits, &evidence, error);
}

static bool write_profile(const struct run *run, struct error *error)
{
    const struct options *options = run->options;
    struct program program = {0};
    struct output output;
    bool is_done = subject_total(&run->subject, &program, error) &&
                   output_open(&output, options->output, options->pager, error);

    if (is_done) {
        is_done = write_callgrind(run->subject.profile, &program.total, &options->view.filter,
                                  output.stream, error);
        is_done = output_close(&output, is_done, error) && is_done;
    }
    program_free(&program);
    return is_done;
}

bool run_read(struct run *run, struct error *error)
{
    bool has_old = run->options->old.count != 0;

    return read_new(run, error) &&
           (!has_old || read_merged(run, run->options->old, &run->old, error)) &&
           note_doubts(run, error) && read_noise(run, error);
}

/* Moves a label out of a profile split by label. False, without an error, if it has none. */
static bool move_label(struct profile *into, const struct profile *whole, struct text label)
{
    struct profile *found = profile_find_label(whole, label);

    if (found == NULL)
        return false;
    *into = *found;
    profile_init(found, &whole->symbols, whole->keep);
    /* Parts without a label count as one only if others have labels. */
    for (size_t i = 0; text_equal(label, NO_LABEL) && i < whole->n_parts; i++)
        if (!text_equal(part_label(&whole->parts[i]), NO_LABEL)) {
            struct part *left_out = profile_copy_part(into, whole, &whole->parts[i]);
            left_out->is_left_out = true;
            left_out->input = 0;
        }
    return true;
}

bool run_take_label(struct run *run, struct run *whole, struct text label, struct error *error)
{
    bool has_old = run->options->old.count != 0;
    bool is_done = move_label(&run->profile, &whole->profile, label) ||
                   move_label(&run->profile, &whole->old, label);

    is_done = is_done && rename_functions(run, &run->profile, error);
    if (is_done && has_old)
        is_done =
            move_label(&run->old, &whole->old, label) && rename_functions(run, &run->old, error);
    if (has_old)
        run->noise = memory_alloc(whole->n_noise, sizeof *run->noise);
    for (size_t i = 0; is_done && has_old && i < whole->n_noise; i++)
        if (move_label(&run->noise[run->n_noise], &whole->noise[i], label))
            is_done = rename_functions(run, &run->noise[run->n_noise++], error);
    return is_done;
}

bool run_write_view(struct run *run, run_report_change *change, void *context, struct error *error)
{
    const struct options *options = run->options;
    struct warnings warnings = {0}, notes = {0};
    struct report report;
    struct output output;
    struct views *views = views_create(&run->subject, &options->view, &warnings, &report, error);
    bool is_done = views != NULL && warnings_permit(&warnings, options->read.is_strict, error) &&
                   output_open(&output, options->output, options->pager, error);

    if (is_done) {
        report.notes = &notes;
        if (change != NULL)
            change(context, &report);
        is_done =
            formats[options->format.format].write(&report, &options->format, output.stream, error);
        is_done = output_close(&output, is_done, error) && is_done;
    }
    run->is_in_report = is_done && has_report_messages(options);
    if (!run->is_in_report)
        messages_print(&warnings, "warnings", stderr);
    messages_print(&notes, "notes", stderr);
    views_free(views);
    return is_done;
}

/* Explains the events that quern knows, if no profile is given whose events it could explain. */
static bool explain_known_events(const struct options *options, struct error *error)
{
    struct output output;

    *error = (struct error){0};
    output_open(&output, NULL, options->pager, error);
    known_events_print(output.stream);
    return output_close(&output, true, error);
}

void run_free(struct run *run)
{
    for (enum matching i = 0; i < N_MATCHINGS; i++)
        comparison_free(&run->comparisons[i]);
    for (size_t i = 0; i < run->n_noise; i++)
        profile_free(&run->noise[i]);
    free(run->noise);
    inlined_objects_free(&run->old_inlined);
    inlined_objects_free(&run->inlined);
    profile_free(&run->old);
    profile_free(&run->profile);
    symbols_free(&run->symbols);
    verdicts_free(&run->verdicts);
}

void run_finish(struct run *run, enum run_outcome *outcome)
{
    *outcome = run->verdicts.has_exceeded  ? RUN_EXCEEDED
             : run->verdicts.has_undecided ? RUN_UNDECIDED
                                           : RUN_DONE;
    run_free(run);
}

/* Checks the sections of limits that apply to a label, as if it were a run. */
static bool judge_label(struct run *run, struct run *whole, struct text label, struct text name,
                        struct error *error)
{
    struct options *options = run->options;
    const struct text_list old = options->old;
    struct run part = {.options = options,
                       .operands = run->operands,
                       .is_one_of_several = true,
                       .is_label = true,
                       .name = name};
    bool is_done = true;

    if (profile_find_label(&whole->old, label) == NULL)
        options->old = (struct text_list){0};
    if (profile_find_label(&whole->profile, label) != NULL)
        is_done = run_take_label(&part, whole, label, error) && run_decide(&part, error);
    else
        limits_miss_run(&part.verdicts, &options->limits, name);
    options->old = old;
    arena_take_over(&run->verdicts.arena, &part.verdicts.arena);
    for (size_t i = 0; i < part.verdicts.count; i++) {
        part.verdicts.list[i].run = name;
        verdicts_add(&run->verdicts, &part.verdicts.list[i]);
    }
    run_free(&part);
    return is_done;
}

/*
 * Checks the limits of a single run. Sections for other runs are skipped, but if no limit applies
 * to this run or its labels, all are undecided. Sections for labels need a second read, which
 * splits the run by label.
 */
static bool judge_single_run(struct run *run, struct error *error)
{
    const struct limits *limits = &run->options->limits;
    struct arena *arena = &run->options->arena;
    struct run whole = {.options = run->options,
                        .operands = run->operands,
                        .noise_operands = run->noise_operands,
                        .is_one_of_several = true,
                        .has_labels_apart = true};
    bool is_split = false, has_limit = false;
    bool is_done = run_read(run, error) && run_decide(run, error);

    if (!is_done || limits->n_sections == 0)
        return is_done;
    const struct text *name = &run->profile.inputs[0].pair_name;
    const struct text_list labels = run_labels(run, arena);
    struct text_list names = {0};
    for (size_t i = 0; is_done && i < labels.count; i++) {
        struct text label_name = run_label_name(*name, labels.items[i], arena);
        arena_append_text(arena, &names, label_name);
        if (!limits_ask_for(limits, label_name, true))
            continue;
        if (!is_split) {
            whole.symbols = symbols_create();
            is_done = run_read(&whole, error);
        }
        is_split = true;
        is_done = is_done && judge_label(run, &whole, labels.items[i], label_name, error);
    }
    run_free(&whole);
    if (labels.count == 0)
        names = (struct text_list){name, 1};
    for (size_t i = 0; i < names.count; i++)
        has_limit |= limits_ask_for(limits, names.items[i], false);
    if (is_done && !has_limit)
        limits_miss_sections(&run->verdicts, limits, names);
    return is_done;
}

bool run_profiles(struct options *options, enum run_outcome *outcome, struct error *error)
{
    struct run run = {.options = options, .symbols = symbols_create()};
    bool is_done = find_profiles(&run, error);

    if (!is_done && options->view.explains_events && options->files.count == 0)
        is_done = explain_known_events(options, error);
    else if (is_done)
        is_done = judge_single_run(&run, error) && run_compare_for_view(&run, error) &&
                  (options->view.view == VIEW_PROFILE ? write_profile(&run, error)
                                                      : run_write_view(&run, NULL, NULL, error));
    if (!run.is_in_report) {
        if (has_report_messages(options))
            messages_print(&run.read_warnings, "warnings", stderr);
        verdicts_print((struct verdict_list){run.verdicts.list, run.verdicts.count}, stderr);
    }
    if (!is_done)
        operands_explain(options->files, error);
    run_finish(&run, outcome);
    return is_done;
}

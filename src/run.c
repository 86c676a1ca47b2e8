/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"

#include "aggregator/diff.h"
#include "aggregator/limits/decide.h"
#include "aggregator/program.h"
#include "base/warnings.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/synonyms.h"
#include "parser/operands.h"
#include "parser/read.h"
#include "profile/known_events.h"
#include "profile/profile.h"
#include "reporter/callgrind.h"
#include "reporter/format/format.h"
#include "reporter/report.h"
#include "reporter/source/debuginfod.h"
#include "reporter/source/old_sources.h"
#include "reporter/view/listing/line_matching.h"
#include "reporter/view/listing/match_lines.h"
#include "reporter/view/objects/remote_sources.h"
#include "reporter/view/views.h"

/* What there is to say of a run beside its report. */
struct account {
    struct verdicts verdicts;
    struct warnings heard; /* when the profiles were read */
};

static bool write_report(const struct report *report, const struct options *options,
                         struct error *error)
{
    struct output output;

    if (!output_open(&output, options->output, options->pager, error))
        return false;
    bool is_done = format_report(report, &options->format, output.stream, error);
    return output_close(&output, is_done, error) && is_done;
}

/* Writes the profile itself. */
static bool write_profile(const struct subject *subject, const struct options *options,
                          struct error *error)
{
    struct program program = {0};
    const struct written_profile written = {subject->profile, &program.total,
                                            &options->view.filter};
    struct output output;
    bool is_done = subject_total(subject, &program, error) &&
                   output_open(&output, options->output, options->pager, error);

    if (is_done) {
        is_done = write_callgrind(&written, output.stream, error);
        is_done = output_close(&output, is_done, error) && is_done;
    }
    program_free(&program);
    return is_done;
}

/* Prints the view, and then what was wrong with sources. */
static bool report_on(const struct subject *subject, const struct options *options,
                      struct error *error)
{
    struct warnings warnings = {0}, notes = {0};
    struct report report;
    struct views *views = views_create(subject, &options->view, &warnings, &report, error);
    bool is_done = views != NULL && warnings_permit(&warnings, options->read.is_strict, error);

    report.notes = &notes;
    is_done = is_done && write_report(&report, options, error);
    warnings_print(&warnings, stderr);
    notes_print(&notes, stderr);
    views_free(views);
    return is_done;
}

/* Decides the limits, which the subject then has. */
static bool judge(struct subject *subject, const struct options *options, struct account *account,
                  struct error *error)
{
    struct verdicts *verdicts = &account->verdicts;
    const struct evidence evidence = {
        .profile = subject->profile,
        .diff = subject->diff,
        .filter = &options->view.filter,
        .least = options->view.has_least ? &options->view.least : NULL,
    };

    bool is_done = limits_decide(verdicts, &options->limits, &evidence, error);
    subject->heard = &account->heard;
    subject->verdicts = (struct verdict_list){verdicts->list, verdicts->count};
    return is_done;
}

/* Prints the view, or the profile itself. */
static bool print(const struct subject *subject, const struct options *options, struct error *error)
{
    return format_writes_profile(options->format.format) ? write_profile(subject, options, error)
                                                         : report_on(subject, options, error);
}

/* Reads profiles into one, for what the view and the limits need of them. */
static bool read_merged(struct profile *profile, const struct symbols *symbols,
                        struct text_list files, struct options *options, struct account *account,
                        struct error *error)
{
    static const struct text_list none = {0};
    struct warnings warnings = {0};
    bool has_old = options->old.count != 0;
    struct keep keep = views_keep(&options->view, has_old);

    if (format_writes_profile(options->format.format))
        keep = (struct keep){.places = KEEP_SELF_AND_CALLS,
                             .spots = KEEP_SELF_AND_CALLS,
                             .addresses = true,
                             .jumps = true};
    if (limits_need_calls(&options->limits))
        keep.places = KEEP_SELF_AND_CALLS;
    profile_init(profile, symbols, keep);
    /* What a difference defines may need events of both sides. */
    bool is_done =
        events_define_all(&profile->events, has_old ? none : options->events, error) &&
        read_profiles(files, &options->read, profile, &options->arena, &warnings, error) &&
        profile_rename(profile, &options->renaming, error);
    warnings_print(&warnings, stderr);
    warnings_append(&account->heard, &warnings, 0);
    return is_done;
}

static bool print_profile(const struct profile *profile, const struct options *options,
                          struct account *account, struct error *error)
{
    struct subject subject = {.profile = profile};

    return judge(&subject, options, account, error) && print(&subject, options, error);
}

/* A sum of more runs is larger for that alone. */
static bool check_counts(const struct profile *fresh, const struct profile *old, bool is_strict,
                         struct account *account, struct error *error)
{
    struct warnings warnings = {0};

    if (fresh->n_runs == old->n_runs)
        return true;
    warnings_add(&warnings, NULL, 0, "profiles compared: %zu new, %zu old", fresh->n_runs,
                 old->n_runs);
    warnings_print(&warnings, stderr);
    warnings_append(&account->heard, &warnings, 0);
    return warnings_permit(&warnings, is_strict, error);
}

/* A new profile and an old one, compared by what was matched. */
struct comparison {
    const struct profile *fresh, *old;
    struct matches matches;
    struct line_matching lines;
    struct diff diff;
};

/* Matches the lines of sources, where the view is of them. */
static bool compare_lines(struct comparison *comparison, const struct view_options *options,
                          struct error *error)
{
    struct source_paths paths;
    struct old_sources old_sources;
    const struct matched_sides sides = {comparison->fresh, comparison->old, &comparison->matches,
                                        &paths, &old_sources};

    if (!views_match_lines(options))
        return true;
    source_paths_create(&paths, &options->sources_at, comparison->fresh);
    bool is_done =
        old_sources_create(&old_sources, &options->old_sources_at, comparison->old, error);
    if (is_done) {
        match_lines(&comparison->lines, &sides);
        comparison->matches.lines = &comparison->lines.map;
    }
    source_paths_free(&paths);
    old_sources_free(&old_sources);
    return is_done;
}

static bool comparison_begin(struct comparison *comparison, enum matching matching,
                             const struct options *options, struct error *error)
{
    matches_create(&comparison->matches, comparison->fresh, comparison->old, matching);
    return (matching != MATCH_FUNCTIONS || compare_lines(comparison, &options->view, error)) &&
           diff_create(&comparison->diff, comparison->fresh, comparison->old, &comparison->matches,
                       options->events, error);
}

static void comparison_end(struct comparison *comparison)
{
    diff_free(&comparison->diff);
    line_matching_free(&comparison->lines);
    matches_free(&comparison->matches);
}

/*
 * Limits are about functions, views also about files and the like: these are matched differently.
 */
static bool compare(const struct profile *fresh, const struct profile *old,
                    const struct options *options, struct account *account, struct error *error)
{
    enum matching matching = views_matching(&options->view);
    struct comparison comparison = {.fresh = fresh, .old = old}, of_paths = comparison;
    struct subject subject = {
        .profile = &comparison.diff.change, .diff = &comparison.diff, .lines = &comparison.lines};
    bool is_done = comparison_begin(&comparison, MATCH_FUNCTIONS, options, error) &&
                   judge(&subject, options, account, error);

    if (is_done && matching != MATCH_FUNCTIONS) {
        comparison_end(&comparison);
        is_done = comparison_begin(&comparison, matching, options, error);
    }
    if (is_done && views_match_both(&options->view)) {
        is_done = comparison_begin(&of_paths, MATCH_PATHS, options, error);
        subject.diff_of_paths = &of_paths.diff;
    }
    is_done = is_done && print(&subject, options, error);
    comparison_end(&of_paths);
    comparison_end(&comparison);
    return is_done;
}

static bool print_difference(const struct profile *profile, struct options *options,
                             struct account *account, struct error *error)
{
    struct profile old = {0};
    bool is_done = read_merged(&old, &profile->symbols, options->old, options, account, error) &&
                   check_counts(profile, &old, options->read.is_strict, account, error);

    if (is_done) {
        struct remote_sources *remote = remote_sources_create_old(&options->view, &old);
        options->view.old_sources_at.at.last_resort = remote_sources_resort(remote);
        is_done = compare(profile, &old, options, account, error);
        remote_sources_free(remote);
    }
    profile_free(&old);
    return is_done;
}

/* Who named two profiles may have meant that they are compared. A script knows what it does. */
static void tell_of_sum(const struct profile *profile, const struct options *options)
{
    bool is_trend = options->view.view == VIEW_HOTSPOTS && options->view.by == BY_INPUT;

    if (options->is_on_terminal && profile->n_runs == 2 && options->old.count == 0 && !is_trend)
        message_print(stderr, NULL, 0, "two profiles are added up; --diff=OLD NEW compares them");
}

static bool print_profiles(struct options *options, const struct operands *operands,
                           enum run_outcome *outcome, struct error *error)
{
    struct symbols symbols = symbols_create();
    struct account account = {0};
    const struct verdicts *verdicts = &account.verdicts;
    struct profile profile;
    bool is_done = read_merged(&profile, &symbols, operands->profiles, options, &account, error);

    if (is_done) {
        tell_of_sum(&profile, options);
        struct remote_sources *remote = remote_sources_create(&options->view, &profile);
        options->view.sources_at.last_resort = remote_sources_resort(remote);
        is_done = options->old.count != 0 ? print_difference(&profile, options, &account, error)
                                          : print_profile(&profile, options, &account, error);
        remote_sources_free(remote);
    }
    verdicts_print((struct verdict_list){verdicts->list, verdicts->count}, stderr);
    *outcome = verdicts->has_undecided ? RUN_UNDECIDED
             : verdicts->has_exceeded  ? RUN_EXCEEDED
                                       : RUN_DONE;
    verdicts_free(&account.verdicts);
    profile_free(&profile);
    symbols_free(&symbols);
    return is_done;
}

/* Keeps servers at hand meanwhile, where sources are to be fetched. */
static bool print_fetching(struct options *options, const struct operands *operands,
                           enum run_outcome *outcome, struct error *error)
{
    struct warnings warnings = {0};

    if (!options->view.fetches_sources)
        return print_profiles(options, operands, outcome, error);
    options->view.servers = debuginfod_open(&warnings, error);
    bool is_done =
        options->view.servers != NULL && print_profiles(options, operands, outcome, error);
    warnings_print(&warnings, stderr);
    debuginfod_close(options->view.servers);
    return is_done;
}

/* Where no source is listed, what is not a profile may well be a damaged one, and is an error. */
static bool take_operands(struct options *options, const struct operands *operands,
                          struct error *error)
{
    options->view.are_profiles_chosen = operands->are_chosen;
    options->view.sources = operands->sources;
    if (views_take_sources(&options->view) || operands->sources.count == 0)
        return true;
    *error = operands->why_source;
    return false;
}

/* Without a profile there is still something to say. */
static bool explain_known_events(const char *pager, struct error *error)
{
    struct output output;

    *error = (struct error){0};
    output_open(&output, NULL, pager, error);
    known_events_print(output.stream);
    return output_close(&output, true, error);
}

/* The files to read; notes say where others belong to them. */
static bool find_profiles(struct operands *operands, struct options *options, struct error *error)
{
    struct warnings notes = {0};
    bool is_done = operands_sort(operands, options->files, &options->arena, &notes, error) &&
                   operands_expand(&options->old, &options->arena, &notes, error);

    notes_print(&notes, stderr);
    return is_done;
}

static bool find_and_print(struct options *options, enum run_outcome *outcome, struct error *error)
{
    struct operands operands;

    if (!find_profiles(&operands, options, error))
        return options->view.explains_events && options->files.count == 0 &&
               explain_known_events(options->pager, error);
    return take_operands(options, &operands, error) &&
           print_fetching(options, &operands, outcome, error);
}

bool run(struct options *options, enum run_outcome *outcome, struct error *error)
{
    bool is_done = find_and_print(options, outcome, error);

    if (!is_done)
        operands_explain(options->files, error);
    return is_done;
}

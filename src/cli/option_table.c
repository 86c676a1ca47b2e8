/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/option_table.h"

#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/number.h"
#include "cli/options.h"
#include "reporter/view/event_choice.h"

enum { MOST_JOBS = 256 };

/* What an option with two values may be. */
static bool read_yes_no(const char *name, const char *value, bool *is_yes, struct error *error)
{
    *is_yes = strcmp(value, "yes") == 0;
    if (*is_yes || strcmp(value, "no") == 0)
        return true;
    return error_usage(error, "--%s=%.60s: must be yes or no", name, value);
}

/* One view a run; --by is --top by something else. */
static bool set_view(struct options *options, enum view view, struct error *error)
{
    if (options->has_view && options->view.view != view)
        return error_usage(error,
                           "only one of --top (or --by), --peek, --annotate and --list-events");
    options->has_view = true;
    options->view.view = view;
    return true;
}

static bool apply_help(struct options *options, const char *value, struct error *error)
{
    if (value != NULL && strcasecmp(value, "events") == 0) {
        options->view.explains_events = true;
        return set_view(options, VIEW_EVENTS, error);
    }
    options->help = value == NULL ? "" : value;
    return true;
}

static bool apply_version(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->wants_version = true;
    return true;
}

static bool apply_completion(struct options *options, const char *value, struct error *error)
{
    if (!completion_find(value, &options->completion))
        return error_usage(error, "--completion=%.60s: must be bash, zsh or fish", value);
    options->wants_completion = true;
    return true;
}

static bool apply_show(struct options *options, const char *value, struct error *error)
{
    (void)error;
    options->view.report.show = text_of(value);
    return true;
}

static bool apply_sort(struct options *options, const char *value, struct error *error)
{
    (void)error;
    options->view.report.sort = text_of(value);
    return true;
}

static bool apply_threshold(struct options *options, const char *value, struct error *error)
{
    double threshold;
    struct text written;

    options->view.has_threshold = true;
    options->view.report.threshold = text_of(value);
    if (read_threshold(options->view.report.threshold, &threshold, &written))
        return true;
    return error_usage(error, "--threshold=%.60s: must be a number from 0 to 100", value);
}

static bool apply_show_percs(struct options *options, const char *value, struct error *error)
{
    return read_yes_no("show-percs", value, &options->format.show_percentages, error);
}

static bool apply_auto(struct options *options, const char *value, struct error *error)
{
    return read_yes_no("auto", value, &options->view.report.is_auto_annotated, error);
}

static bool apply_context(struct options *options, const char *value, struct error *error)
{
    const char *end;

    if (is_digit(value[0]) &&
        read_number(value, &end, &options->view.report.context) == NUMBER_OK && *end == '\0')
        return true;
    return error_usage(error, "--context=%.60s: must be a number of lines", value);
}

static bool apply_inclusive(struct options *options, const char *value, struct error *error)
{
    options->view.report.shows_both = strcmp(value, "both") == 0;
    if (options->view.report.shows_both) {
        options->view.report.is_inclusive = false;
        return true;
    }
    if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
        return error_usage(error, "--inclusive=%.60s: must be yes, no or both", value);
    return read_yes_no("inclusive", value, &options->view.report.is_inclusive, error);
}

/* "caller" and "calling" together are "both"; "none" takes nothing back, as ever. */
static bool apply_tree(struct options *options, const char *value, struct error *error)
{
    bool callers = strcmp(value, "caller") == 0, callees = strcmp(value, "calling") == 0;

    if (strcmp(value, "both") == 0) {
        callers = true;
        callees = true;
    } else if (!callers && !callees && strcmp(value, "none") != 0) {
        return error_usage(error, "--tree=%.60s: must be none, caller, calling or both", value);
    }
    options->view.report.shows_callers |= callers;
    options->view.report.shows_callees |= callees;
    return true;
}

static bool apply_include(struct options *options, const char *value, struct error *error)
{
    if (*value == '=') /* "-I=DIR", as callgrind_annotate takes it */
        value++;
    if (*value == '\0')
        return error_usage(error, "--include: expected a directory");
    arena_append_text(&options->arena, &options->view.report.sources_at.include_dirs,
                      text_of(value));
    return true;
}

static bool apply_diff(struct options *options, const char *value, struct error *error)
{
    arena_append_text(&options->arena, &options->old, text_of(value));
    return *value != '\0' || error_usage(error, "--diff: expected the name of a profile");
}

static bool apply_old_include(struct options *options, const char *value, struct error *error)
{
    arena_append_text(&options->arena, &options->view.report.old_dirs, text_of(value));
    return *value != '\0' || error_usage(error, "--old-include: expected a directory");
}

static bool apply_part(struct options *options, const char *value, struct error *error)
{
    options->read.parts = text_of(value);
    return *value != '\0' || error_usage(error, "--part: expected numbers, as in 1,3-5");
}

static bool apply_thread(struct options *options, const char *value, struct error *error)
{
    options->read.threads = text_of(value);
    return *value != '\0' || error_usage(error, "--thread: expected numbers, as in 1,3-5");
}

static bool apply_event(struct options *options, const char *value, struct error *error)
{
    (void)error;
    arena_append_text(&options->arena, &options->events, text_of(value));
    return true;
}

static bool apply_mod_filename(struct options *options, const char *value, struct error *error)
{
    return renaming_add(&options->renaming, RENAME_FILES, value, error);
}

static bool apply_mod_funcname(struct options *options, const char *value, struct error *error)
{
    return renaming_add(&options->renaming, RENAME_FUNCTIONS, value, error);
}

static bool apply_mod_object(struct options *options, const char *value, struct error *error)
{
    return renaming_add(&options->renaming, RENAME_OBJECTS, value, error);
}

static bool apply_strict(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->read.is_strict = true;
    return true;
}

static bool apply_jobs(struct options *options, const char *value, struct error *error)
{
    const char *end;
    uint64_t jobs;

    if (!is_digit(value[0]) || read_number(value, &end, &jobs) != NUMBER_OK || *end != '\0' ||
        jobs == 0 || jobs > MOST_JOBS)
        return error_usage(error, "--jobs=%.60s: must be from 1 to %d", value, MOST_JOBS);
    options->read.n_jobs = (size_t)jobs;
    return true;
}

static bool apply_function(struct options *options, const char *value, struct error *error)
{
    return pattern_set(&options->view.filter.function, "function", value, error);
}

static bool apply_file(struct options *options, const char *value, struct error *error)
{
    return pattern_set(&options->view.filter.file, "file", value, error);
}

static bool apply_object(struct options *options, const char *value, struct error *error)
{
    return pattern_set(&options->view.filter.object, "object", value, error);
}

static bool apply_ignore(struct options *options, const char *value, struct error *error)
{
    return pattern_set(&options->view.filter.ignored, "ignore", value, error);
}

static bool apply_min_delta(struct options *options, const char *value, struct error *error)
{
    options->view.has_least = true;
    return bound_read(text_of(value), &options->view.least) ||
           error_usage(error, "--min-delta=%.60s: must be a count, as 1.2M, or a share, as 0.1%%",
                       value);
}

static bool apply_fail_if(struct options *options, const char *value, struct error *error)
{
    return limits_add(&options->limits, value, error);
}

static bool read_rows(struct options *options, const char *option, const char *value,
                      struct error *error)
{
    const char *end;
    uint64_t count;

    if (!is_digit(value[0]) || read_number(value, &end, &count) != NUMBER_OK || *end != '\0')
        return error_usage(error, "%s%.60s: must be a number of rows", option, value);
    options->view.n_rows = count;
    options->view.has_limit = true;
    return true;
}

static bool apply_top(struct options *options, const char *value, struct error *error)
{
    options->view.has_limit = true;
    return set_view(options, VIEW_HOTSPOTS, error) &&
           (value == NULL || read_rows(options, "--top=", value, error));
}

static bool apply_rows(struct options *options, const char *value, struct error *error)
{
    return set_view(options, VIEW_HOTSPOTS, error) && read_rows(options, "-n ", value, error);
}

static bool apply_by(struct options *options, const char *value, struct error *error)
{
    for (int key = BY_FUNCTION; key <= BY_INPUT; key++) {
        if (text_equal(text_of(value), group_key_name((enum group_key)key))) {
            options->view.by = (enum group_key)key;
            return set_view(options, VIEW_HOTSPOTS, error);
        }
    }
    return error_usage(error,
                       "--by=%.60s: must be function, file:function, file, directory, object, "
                       "line, part, thread or input",
                       value);
}

static bool apply_peek(struct options *options, const char *value, struct error *error)
{
    return set_view(options, VIEW_PEEK, error) &&
           pattern_set(&options->view.peek, "peek", value, error);
}

static bool apply_annotate(struct options *options, const char *value, struct error *error)
{
    options->view.annotate = text_of(value);
    if (*value == '\0')
        return error_usage(error, "--annotate: expected a function, FILE or FILE:LINE");
    return set_view(options, VIEW_ANNOTATE, error);
}

static bool apply_path_map(struct options *options, const char *value, struct error *error)
{
    struct source_options *sources = &options->view.report.sources_at;
    const char *sign = strchr(value, '=');

    if (sign == NULL)
        return error_usage(error, "--path-map=%.100s: must be FROM=TO", value);
    struct text from = text_between(value, sign), to = text_of(sign + 1);
    if (from.length > 1 && from.at[from.length - 1] == '/')
        from.length--;
    if (to.length != 0)
        to = directories_with_slash(&options->arena, (struct text_list){&to, 1}).items[0];
    arena_append_text(&options->arena, &sources->maps_from, from);
    arena_append_text(&options->arena, &sources->maps_to, to);
    return true;
}

static bool apply_no_fold(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->view.is_unfolded = true;
    return true;
}

static bool apply_list_events(struct options *options, const char *value, struct error *error)
{
    (void)value;
    return set_view(options, VIEW_EVENTS, error);
}

static bool apply_format(struct options *options, const char *value, struct error *error)
{
    if (!format_find(value, &options->format.format))
        return error_usage(
            error, "--format=%.60s: must be text, json, csv, tsv, markdown or callgrind", value);
    options->view.is_for_machines = format_is_for_machines(options->format.format);
    options->view.is_tabular = options->format.format != FORMAT_TEXT;
    return true;
}

static bool apply_output(struct options *options, const char *value, struct error *error)
{
    options->output = value;
    return *value != '\0' || error_usage(error, "--output: expected the name of a file");
}

static bool apply_color(struct options *options, const char *value, struct error *error)
{
    static const char *const words[] = {
        [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};

    for (int i = 0; i < (int)ARRAY_LENGTH(words); i++) {
        if (strcmp(value, words[i]) == 0) {
            options->color = (enum color)i;
            return true;
        }
    }
    return error_usage(error, "--color=%.60s: must be auto, always or never", value);
}

static bool apply_wide(struct options *options, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    options->is_wide = true;
    return true;
}

const struct option_row option_rows[] = {
    {"Input", "part", 0, "LIST", NULL, "read only the parts of these numbers, as in 1,3-5",
     apply_part},
    {NULL, "thread", 0, "LIST", NULL, "read only the parts of these threads", apply_thread},
    {NULL, "diff", 0, "OLD", "@file", "show what changed since OLD; repeatable: all are merged",
     apply_diff},
    {NULL, "event", 0, "DEFINITION", NULL, "a derived event: 'NAME = A + 10 B : long name'",
     apply_event},
    {NULL, "mod-filename", 0, "s/A/B/", NULL, "rename files: POSIX extended, flags g and i",
     apply_mod_filename},
    {NULL, "mod-funcname", 0, "s/A/B/", NULL, "rename functions", apply_mod_funcname},
    {NULL, "mod-object", 0, "s/A/B/", NULL, "rename objects", apply_mod_object},
    {NULL, "strict", 0, NULL, NULL, "a warning about the input is an error", apply_strict},
    {NULL, "jobs", 0, "N", NULL, "read with N threads [as many as processors]", apply_jobs},
    {"Select", "function", 0, "REGEX", NULL, "only functions that match; '!REGEX': that do not",
     apply_function},
    {NULL, "file", 0, "REGEX", NULL, "only code of files that match", apply_file},
    {NULL, "object", 0, "REGEX", NULL, "only code of objects that match", apply_object},
    {NULL, "ignore", 0, "REGEX", NULL, "leave these functions out, also of --fail-if",
     apply_ignore},
    {NULL, "show", 0, "A,B,C", "@events", "show these events, in this order [all]", apply_show},
    {NULL, "sort", 0, "A,B,C", "@events",
     "sort by these events; A:N shows rows until they make up N % of event A [all, in file order]",
     apply_sort},
    {NULL, "threshold", 0, "N", NULL,
     "show rows until they make up N % of the first sort event [99]", apply_threshold},
    {"View", "top", 0, "[=N]", NULL,
     "the N functions that cost most [30]; here --sort takes "
     "incl(A) and calls too",
     apply_top},
    {NULL, "rows", 'n', "N", NULL, "the same N", apply_rows},
    {NULL, "by", 0, "KEY", GROUP_KEY_NAMES,
     "the same by function, file:function, file, directory, object, "
     "line, part, thread or input",
     apply_by},
    {NULL, "peek", 0, "REGEX", NULL, "callers, callees, files and hottest path of each match",
     apply_peek},
    {NULL, "annotate", 0, "WHAT", NULL,
     "the source of a function, of FILE or around FILE:LINE, with what its lines cost and call",
     apply_annotate},
    {NULL, "inclusive", 0, "WHAT", "yes no both",
     "show cost with that of calls: 'yes', 'no' or 'both' [no]", apply_inclusive},
    {NULL, "tree", 0, "WHAT", "none caller calling both",
     "show with each function its 'caller's, the functions it is "
     "'calling', 'both' or 'none' [none]",
     apply_tree},
    {NULL, "no-fold", 0, NULL, NULL, "keep f'2 and f'main apart from f in --top, --by and --peek",
     apply_no_fold},
    {NULL, "list-events", 0, NULL, NULL, "the events of the profile, with their totals",
     apply_list_events},
    {"Source", "auto", 0, "yes|no", "yes no",
     "list every source file with a function that is shown [yes]", apply_auto},
    {NULL, "context", 0, "N", NULL, "show N lines around each line with a cost [8]", apply_context},
    {NULL, "include", 'I', "DIR", "@dir", "look for source files in DIR too; repeatable",
     apply_include},
    {NULL, "path-map", 0, "FROM=TO", "@dir",
     "source files whose path begins with FROM are in TO; the longest FROM counts; repeatable",
     apply_path_map},
    {NULL, "old-include", 0, "DIR", "@dir",
     "with --diff, list sources that are the same in DIR, where the old ones are; repeatable",
     apply_old_include},
    {"Output", "show-percs", 0, "yes|no", "yes no", "a percentage beside each count [yes]",
     apply_show_percs},
    {NULL, "format", 0, "FORMAT", "text json csv tsv markdown callgrind",
     "text, json, csv, tsv, markdown, or callgrind: the profile itself, merged, renamed, filtered "
     "or as difference [text]",
     apply_format},
    {NULL, "output", 'o', "FILE", "@file", "write to FILE, which stays as it was on failure",
     apply_output},
    {NULL, "color", 0, "WHEN", "auto always never",
     "auto: on a terminal, but not with NO_COLOR or TERM=dumb; always or never [auto]",
     apply_color},
    {NULL, "wide", 0, NULL, NULL, "names in full, however wide the terminal", apply_wide},
    {"Checks", "fail-if", 0, "LIMIT", NULL,
     "exit with 3 where the limit is exceeded; repeatable: "
     "'METRIC [of [each] REGEX] > LIMIT', METRIC as Ir, incl(Ir) "
     "or calls, LIMIT as 1.2G, 5% of the total, or +2% over OLD",
     apply_fail_if},
    {NULL, "min-delta", 0, "N|N%", NULL,
     "with --diff, leave out smaller changes; N% of OLD's total", apply_min_delta},
    {"Other", "help", 'h', "[=TOPIC]", "all input select view source output checks other events",
     "this page; TOPIC is a group of options, all, or events: what those of the profile mean",
     apply_help},
    {NULL, "version", 0, NULL, NULL, "print the version and exit", apply_version},
    {NULL, "completion", 0, "SHELL", "bash zsh fish", "print completions for bash, zsh or fish",
     apply_completion},
};

const size_t n_option_rows = ARRAY_LENGTH(option_rows);

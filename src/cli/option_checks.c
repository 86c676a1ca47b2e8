/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Checks which options can be combined, once all of them are read. */

#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/error.h"
#include "parser/read.h"
#include "reporter/view/views.h"

/* Shows the graph in place of a view that says what it is about. Other views are refused later. */
static void settle_graph(struct options *options)
{
    struct view_options *view = &options->view;
    bool has_top = view->has_limit && !options->has_rows; /* "--top=5": a table is wanted */
    bool has_objects = view->view == VIEW_HOTSPOTS && view->by == BY_OBJECT && !has_top;

    if (options->has_view && view->view != VIEW_PEEK && !has_objects)
        return;
    options->format.has_clusters = has_objects;
    view->view = VIEW_CALL_GRAPH;
    view->by = BY_FUNCTION;
}

/*
 * Tells whether a person is to see the report on a terminal and asked for nothing that it has and
 * the overview has not: that is better there. A script gets what it always got.
 */
static bool is_for_overview(const struct options *options)
{
    static const char *const of_report[] = {"format", "output",  "rows",      "auto",
                                            "tree",   "context", "threshold", "inclusive"};

    for (size_t i = 0; i < n_option_rows; i++) {
        bool is_used = (option_rows[i].goes_with & WITH_OVERVIEW) != 0;
        for (size_t j = 0; j < ARRAY_LENGTH(of_report); j++)
            is_used = is_used && strcmp(option_rows[i].name, of_report[j]) != 0;
        if (options->is_given[i] && !is_used)
            return false;
    }
    return !options->has_view && !options->is_compatible && isatty(STDOUT_FILENO);
}

static bool has_directory(struct text_list files)
{
    for (size_t i = 0; i < files.count; i++)
        if (operand_is_directory(files.items[i]))
            return true;
    return false;
}

void options_settle(struct options *options)
{
    const struct format_kind *format = &formats[options->format.format];
    struct view_options *view = &options->view;

    options->has_directories = has_directory(options->files) || has_directory(options->old);
    if (options->has_directories && !options->has_view) {
        view->view = VIEW_HOTSPOTS;
        view->by = BY_INPUT;
        options->has_view = true;
    }
    if (format->is_of_lines && !options->has_view) {
        view->view = VIEW_HOTSPOTS;
        view->by = BY_LINE;
        options->has_view = true;
    }
    if (is_for_overview(options)) {
        view->view = VIEW_OVERVIEW;
        options->is_overview_chosen = true;
    }
    if ((options->has_rows || options->has_columns) && !options->has_view &&
        format->view == VIEW_CLASSIC) {
        view->view = VIEW_HOTSPOTS;
        options->has_view = true;
    }
    if (options->format.format == FORMAT_DOT)
        settle_graph(options);
    else if (format->view != VIEW_CLASSIC && !options->has_view)
        view->view = format->view;
    if (view->view == VIEW_EXPLANATION && !view->has_least_percent)
        view->least_percent = LEAST_CAUSE;
    view->is_for_people = format->is_for_people;
    if (view->view == VIEW_CODE_LISTING && !view->has_least_percent)
        view->least_percent = LEAST_LISTED;
    if (view->view == VIEW_CODE_LISTING && format->is_for_people && !view->has_context)
        view->context = CONTEXT_OF_LISTING;
    if (view->view == VIEW_EXPLANATION && format->needs_findings) {
        view->view = VIEW_GROWTH;
        view->has_causes = true;
    }
    view->is_brief = !format->is_complete && !format->has_shares;
    view->has_shares = format->has_shares;
    view->has_lines = format->has_lines;
    if (format->has_shares && !view->has_least_percent)
        view->least_percent = 0.01;
}

static unsigned bits_of_table(enum row_key by)
{
    switch (by) {
    case BY_NAMESPACE:
        return WITH_NAMESPACES;
    case BY_LINE:
        return WITH_LINES;
    case BY_INSTRUCTION:
        return WITH_INSTRUCTIONS;
    case BY_PART:
    case BY_THREAD:
    case BY_INPUT:
        return WITH_PARTS;
    default:
        return WITH_TOP;
    }
}

/* Returns the bits of enum goes_with for the view that is shown. */
static unsigned bits_of_view(const struct options *options)
{
    const struct view_options *view = &options->view;
    const struct format_kind *format = &formats[options->format.format];
    bool is_difference = options->old.count != 0;

    switch (views_actual(view)) {
    case VIEW_CLASSIC:
        return WITH_REPORT | (is_difference ? WITH_REPORT_DIFF : 0);
    case VIEW_OVERVIEW:
        return WITH_OVERVIEW;
    case VIEW_HOTSPOTS:
        return bits_of_table(view->by);
    case VIEW_PEEK:
        return WITH_PEEK;
    case VIEW_CODE_LISTING:
        return WITH_ANNOTATE | (view->has_instructions ? WITH_CODE : 0) |
               (format->is_for_people ? WITH_LISTING : 0);
    case VIEW_CALL_TREE:
        if (!format->has_shares)
            return WITH_TREE;
        if (!format->has_lines)
            return WITH_FOLDED;
        return WITH_PPROF | (is_difference ? WITH_PPROF_DIFF : 0);
    case VIEW_CALL_GRAPH:
        return WITH_GRAPH;
    case VIEW_GROWTH:
        return WITH_GROWTH | (view->has_causes ? WITH_CAUSES : 0);
    case VIEW_EXPLANATION:
        return WITH_CAUSES;
    case VIEW_ALL:
        return WITH_PAGE;
    case VIEW_PROFILE:
        return WITH_PROFILE;
    case VIEW_EVENTS:
        break;
    }
    return WITH_EVENTS;
}

/* How messages say what an option goes with. */
static const struct view_phrase {
    unsigned all, unless; /* said of an option with all of these bits, and none of those */
    const char *words;
} phrases[] = {
    {WITH_FUNCTIONS, 0, "views of functions"},
    {WITH_REPORT, WITH_PROFILE, "the report"},
    {WITH_REPORT_DIFF, WITH_REPORT, "the report with --diff"},
    {WITH_OVERVIEW, WITH_PROFILE, "--overview"},
    {WITH_TOP, WITH_PROFILE, "--top"},
    {WITH_TABLES, 0, "--by"},
    {WITH_NAMESPACES, WITH_PARTS | WITH_PROFILE, "--by=namespace"},
    {WITH_LINES, WITH_PARTS, "--by=line"},
    {WITH_INSTRUCTIONS, WITH_PARTS | WITH_PROFILE, "--by=instruction"},
    {WITH_PEEK, WITH_PROFILE, "--peek"},
    {WITH_ANNOTATE, WITH_PROFILE, "--annotate"},
    {WITH_CODE, WITH_ANNOTATE, "--annotate with --instructions"},
    {WITH_LISTING, WITH_ANNOTATE, "--annotate in text and Markdown"},
    {WITH_TREE, WITH_PROFILE, "--call-tree"},
    {WITH_PPROF_DIFF, WITH_TREE, "--format=pprof with --diff"},
    {WITH_GRAPH, WITH_PROFILE, "--format=dot"},
    {WITH_GROWTH, WITH_PROFILE, "--format=github|gitlab|sarif"},
    {WITH_PAGE, WITH_PROFILE, "--format=html"},
    {WITH_CAUSES, WITH_PROFILE, "--explain"},
    {WITH_EVENTS, 0, "--list-events"},
    {WITH_LIMITS, 0, "--fail-if"},
    {WITH_INLINED, 0, "--inline"},
};

static bool is_listed(const struct view_phrase *phrase, unsigned goes_with)
{
    return (goes_with & phrase->all) == phrase->all && (goes_with & phrase->unless) == 0;
}

/* Appends the list of what an option goes with, as "a, b and c". */
static void list_phrases(struct buffer *list, unsigned goes_with)
{
    size_t count = 0, done = 0;

    for (size_t i = 0; i < ARRAY_LENGTH(phrases); i++)
        count += is_listed(&phrases[i], goes_with);
    for (size_t i = 0; i < ARRAY_LENGTH(phrases); i++) {
        if (!is_listed(&phrases[i], goes_with))
            continue;
        buffer_append(list, done == 0 ? TEXT("") : done + 1 == count ? TEXT(" and ") : TEXT(", "));
        buffer_append(list, text_of(phrases[i].words));
        done++;
    }
}

/* Writes how the view was asked for, as "--top". */
static void name_view(const struct options *options, char *name, size_t size)
{
    unsigned view = bits_of_view(options);
    struct text key = text_of(row_keys[options->view.by].name);
    const char *phrase = "this view";

    for (size_t i = ARRAY_LENGTH(phrases); i-- != 0;)
        if ((view & phrases[i].all) == phrases[i].all)
            phrase = phrases[i].words;
    if ((view & (WITH_FOLDED | WITH_PPROF | WITH_GRAPH | WITH_GROWTH | WITH_PAGE | WITH_PROFILE)) !=
        0)
        snprintf(name, size, "--format=%s", formats[options->format.format].name);
    else if ((view & WITH_TABLES) != 0 && options->view.by != BY_FUNCTION)
        snprintf(name, size, "--by=%.*s", (int)key.length, key.at);
    else if ((view & WITH_TABLES) != 0 && !options->has_view)
        snprintf(name, size, "the table of functions");
    else if (options->is_overview_chosen)
        snprintf(name, size, "the overview");
    else if (options->view.explains_events)
        snprintf(name, size, "--help=events");
    else
        snprintf(name, size, "%s", phrase);
}

/* The options that say how much of a view is shown. */
static const char *const cutting[] = {"rows", "percent-limit", "depth", "threshold", "html-limit"};

static bool cuts(const struct option_row *row)
{
    for (size_t i = 0; i < ARRAY_LENGTH(cutting); i++)
        if (strcmp(row->name, cutting[i]) == 0)
            return true;
    return false;
}

/* Appends the options that cut the view, as "; the report is cut by --threshold". */
static void list_cutting(struct buffer *list, unsigned view, const char *name)
{
    size_t count = 0, done = 0;

    for (size_t i = 0; i < n_option_rows; i++)
        count += cuts(&option_rows[i]) && (option_rows[i].goes_with & view) != 0;
    if (count == 0)
        return;
    buffer_append(list, TEXT("; "));
    buffer_append(list, text_of(name));
    buffer_append(list, TEXT(" is cut by "));
    for (size_t i = 0; i < n_option_rows; i++) {
        if (!cuts(&option_rows[i]) || (option_rows[i].goes_with & view) == 0)
            continue;
        buffer_append(list, done == 0           ? TEXT("--")
                            : done + 1 == count ? TEXT(" and --")
                                                : TEXT(", --"));
        buffer_append(list, text_of(option_rows[i].name));
        done++;
    }
}

/* Fails with what the option goes with, and with what cuts the view where that was meant. */
static bool refuse(const struct options *options, const struct option_row *row, struct error *error)
{
    struct buffer list = {0};
    char view[40];

    name_view(options, view, sizeof view);
    list_phrases(&list, row->goes_with);
    if (cuts(row))
        list_cutting(&list, bits_of_view(options), view);
    error_usage(error, "--%s does nothing in %s: it goes with %s", row->name, view,
                buffer_string(&list));
    free(list.at);
    return false;
}

/*
 * Returns false where inclusive cost is asked for but rows have none. The table cannot say so,
 * because --inclusive is an option of callgrind_annotate, which every view accepts.
 */
static bool check_inclusive(const struct options *options, unsigned view, struct error *error)
{
    bool is_difference = options->old.count != 0;
    bool has_inclusive = (view & (WITH_LINES | WITH_PARTS | WITH_GROWTH | WITH_CAUSES)) == 0 &&
                         !(is_difference && (view & WITH_INSTRUCTIONS) != 0);
    const char *what = options->view.shows_both ? "both" : "yes";
    char name[40];

    if (has_inclusive || !(options->view.shows_both || options->view.is_inclusive))
        return true;
    name_view(options, name, sizeof name);
    if ((view & WITH_LINES) != 0)
        return error_usage(error,
                           "--inclusive=%s: %s has only self cost: --annotate=WHAT "
                           "--inclusive=both shows what lines cost with calls",
                           what, name);
    return error_usage(error, "--inclusive=%s: %s%s has only self cost", what, name,
                       (view & WITH_INSTRUCTIONS) != 0 ? " with --diff" : "");
}

/* Returns false where an option was given that the view ignores. */
static bool check_view(const struct options *options, struct error *error)
{
    unsigned run = bits_of_view(options) | (options->limits.count != 0 ? WITH_LIMITS : 0) |
                   (options->view.shows_inlined ? WITH_INLINED : 0);

    if (options_ask_for_help(options))
        return true;
    for (size_t i = 0; i < n_option_rows; i++)
        if (options->is_given[i] && (option_rows[i].goes_with & run) == 0)
            return refuse(options, &option_rows[i], error);
    if (options->noise.count != 0 && options->old.count == 0 && (run & WITH_TABLES) == 0)
        return error_usage(error,
                           "--noise without --diff=OLD goes with --top and --by: how far figures "
                           "of one build lie apart");
    return check_inclusive(options, run, error);
}

/* Returns false where what is asked of directories is more than a row for each run in them. */
static bool check_directories(const struct options *options, struct error *error)
{
    const struct view_options *view = &options->view;
    const struct format_kind *format = &formats[options->format.format];
    bool has_old = options->old.count != 0;

    if (!options->has_directories)
        return true;
    if (!format->has_columns)
        return error_usage(error,
                           "--format=%s takes one run: directories go with text, markdown, json, "
                           "csv and tsv",
                           format->name);
    if (view->view != VIEW_HOTSPOTS || view->by != BY_INPUT) {
        char name[40];
        name_view(options, name, sizeof name);
        return error_usage(error, "directories go with --by=input alone: %s takes one run", name);
    }
    if (has_old && (options->old.count != 1 || options->files.count != 1))
        return error_usage(error, "one directory is compared with one other: --diff=DIR DIR");
    for (size_t i = 0; has_old && i < 2; i++) {
        const struct text typed = i == 0 ? options->old.items[0] : options->files.items[0];
        if (!operand_is_directory(typed))
            return error_set(error, ERROR_USAGE, typed.at, 0,
                             "is not a directory, as the other side is: --diff=DIR DIR");
    }
    for (size_t i = 0; i < options->noise.count; i++)
        if (!operand_is_directory(options->noise.items[i]))
            return error_usage(error,
                               "--noise=%.100s: beside directories it takes directories of runs of "
                               "the same names",
                               options->noise.items[i].at);
    return true;
}

static size_t count_stdin(struct text_list files)
{
    size_t count = 0;

    for (size_t i = 0; i < files.count; i++)
        count += text_equal(files.items[i], TEXT("-"));
    return count;
}

/* Returns false where a comparison lacks an old profile, or the view cannot compare. */
static bool check_difference(const struct options *options, struct error *error)
{
    const struct old_source_options *sources = &options->view.old_sources_at;
    const char *of_old = sources->at.include_dirs.count != 0               ? "--old-include"
                       : sources->at.maps_from.count != 0                  ? "--old-path-map"
                       : sources->revision.length != 0                     ? "--old-rev"
                       : options->view.old_objects_at.maps_from.count != 0 ? "--old-object-path"
                                                                           : NULL;
    bool has_old = options->old.count != 0;

    if (options->is_bisect && options->limits.count == 0)
        return error_usage(error, "--bisect needs --fail-if or --limits");
    if (!limits_fit(&options->limits, has_old, &options->view.filter, error))
        return false;
    if ((options->view.view == VIEW_EXPLANATION || options->view.has_causes) && !has_old)
        return error_usage(error, "--explain needs --diff=OLD");
    if (options->view.has_least && !has_old)
        return error_usage(error, "--min-delta needs --diff=OLD");
    if (!has_old && options->has_no_renames)
        return error_usage(error, "--no-renames needs --diff=OLD");
    if (of_old != NULL && !has_old)
        return error_usage(error, "%s needs --diff=OLD", of_old);
    if ((has_old || options->noise.count != 0) &&
        count_stdin(options->old) + count_stdin(options->noise) + count_stdin(options->files) > 1)
        return error_usage(error, "standard input ('-') can be read only once");
    return !has_old || views_fit_difference(&options->view, error);
}

/* Returns false where rows cannot be told apart by part, thread or input. */
static bool check_columns(const struct options *options, struct error *error)
{
    const struct format_kind *format = &formats[options->format.format];
    const char *per = row_keys[options->view.per].name;

    if (!options->has_columns)
        return true;
    if (options->old.count != 0)
        return error_usage(error,
                           "--per=%s shows one side alone, and --diff compares two: --by=%s with "
                           "--diff pairs theirs",
                           per, per);
    if (options->noise.count != 0)
        return error_usage(error,
                           "--per=%s shows what is in the profile, and not further runs: "
                           "name them as profiles, without --noise",
                           per);
    if (!format->has_columns && options->format.format != FORMAT_HTML)
        return error_usage(error,
                           "--format=%s has no columns for --per: it goes with text, markdown, "
                           "json, csv, tsv and html",
                           format->name);
    return true;
}

static bool shows_lines(const struct view_options *view)
{
    return view->view == VIEW_CODE_LISTING ||
           (view->view == VIEW_HOTSPOTS && (view->by == BY_LINE || view->by == BY_INSTRUCTION));
}

/*
 * Returns false where the format does not write the view, lacks what it needs, or does not go to a
 * terminal.
 */
static bool check_format(const struct options *options, struct error *error)
{
    const struct format_kind *format = &formats[options->format.format];

    if (format->refusal != NULL && options->view.view != format->view)
        return error_usage(error, "--format=%s %s", format->name, format->refusal);
    if (options->view.view == VIEW_OVERVIEW && !format->has_overview)
        return error_usage(error,
                           "--format=%s has no overview: it goes with text, markdown and json",
                           format->name);
    if (options->has_view && options->view.view == VIEW_CLASSIC && !format->has_report)
        return error_usage(error, "--format=%s has no report: it goes with text", format->name);
    if (format->is_of_lines && !shows_lines(&options->view))
        return error_usage(error,
                           "--format=%s writes lines: of views only --by=line, --by=instruction "
                           "and --annotate have any",
                           format->name);
    if (format->needs_findings && options->old.count == 0 && options->limits.count == 0)
        return error_usage(error, "--format=%s needs --diff=OLD or --fail-if", format->name);
    if (format->is_not_for_terminal && options->output == NULL && isatty(STDOUT_FILENO))
        return error_usage(error, "--format=%s is not for a terminal: name a file with -o",
                           format->name);
    return true;
}

/*
 * Explains that "--top 10" names a file: the option's value is optional, so it has to follow a '='.
 */
static bool explain_number(const struct options *options, struct error *error)
{
    for (size_t i = 0; i < options->files.count; i++) {
        struct text file = options->files.items[i];
        size_t digits = 0;
        while (digits < file.length && is_digit(file.at[digits]))
            digits++;
        if (digits != 0 && digits == file.length && access(file.at, F_OK) != 0)
            return error_usage(error, "'%.20s' is not a file: did you mean --top=%.20s?", file.at,
                               file.at);
    }
    return true;
}

bool options_check(const struct options *options, struct error *error)
{
    const struct view_options *view = &options->view;

    if (view->has_instructions && view->view != VIEW_CODE_LISTING)
        return error_usage(error, "--instructions goes with --annotate=WHAT; --by=instruction "
                                  "ranks all of them");
    if (!check_difference(options, error) || !check_directories(options, error) ||
        !check_format(options, error))
        return false;
    if (view->depth != 0 && view->view == VIEW_CALL_GRAPH && !view->peek.is_given)
        return error_usage(error, "--depth of a call graph needs --peek");
    return check_columns(options, error) && check_view(options, error) &&
           (view->view != VIEW_HOTSPOTS || explain_number(options, error)) &&
           operands_are_no_commands(options->files, error);
}

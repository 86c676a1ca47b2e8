/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options.h"

#include <unistd.h>

#include "cli/goes_with.h"
#include "cli/option_table.h"
#include "cli/synonyms.h"
#include "reporter/view/views.h"

/* Bytes of a page: what browsers open at once, and mailers and trackers still take. */
enum { DEFAULT_HTML_LIMIT = 10 * 1000 * 1000 };

void options_init(struct options *options)
{
    *options = (struct options){
        .view = {.threshold = TEXT("99"),
                 .context = 8,
                 .is_auto_annotated = true,
                 .n_rows = 30,
                 .least_percent = 1,
                 .explain_sort = synonym_of_sort},
        .format = {.show_percentages = true, .html_limit = DEFAULT_HTML_LIMIT},
    };
    options->is_given =
        arena_alloc_array(&options->arena, n_option_rows, sizeof *options->is_given);
}

static size_t count_stdin(struct text_list files)
{
    size_t count = 0;

    for (size_t i = 0; i < files.count; i++)
        count += text_equal(files.items[i], TEXT("-"));
    return count;
}

static bool old_sources_are_of_difference(const struct options *options, struct error *error)
{
    const struct old_source_options *old = &options->view.old_sources_at;
    const char *name = old->at.include_dirs.count != 0                   ? "--old-include"
                     : old->at.maps_from.count != 0                      ? "--old-path-map"
                     : old->revision.length != 0                         ? "--old-rev"
                     : options->view.old_objects_at.maps_from.count != 0 ? "--old-object-path"
                                                                         : NULL;

    return name == NULL || options->old.count != 0 ||
           error_usage(error, "%s needs --diff=OLD", name);
}

/* What compares with an old profile needs one, and not every view can. */
static bool check_difference(const struct options *options, struct error *error)
{
    bool has_old = options->old.count != 0;

    if (!limits_fit(&options->limits, has_old, error))
        return false;
    if (options->view.has_least && !has_old)
        return error_usage(error, "--min-delta needs --diff=OLD");
    if (!old_sources_are_of_difference(options, error))
        return false;
    if (has_old && count_stdin(options->old) + count_stdin(options->files) > 1)
        return error_usage(error, "standard input ('-') can be read only once");
    return !has_old || views_fit_difference(&options->view, error);
}

/* --format=callgrind shows no view: it writes what was read. Others are of call trees. */
static bool check_format(const struct options *options, struct error *error)
{
    enum format format = options->format.format;

    if (format_writes_profile(format) && options->has_view)
        return error_usage(
            error, "--format=callgrind writes the profile: it cannot be combined with a view");
    if (format_is_of_paths(format) && options->view.view != VIEW_CALL_TREE)
        return error_usage(error, "--format=%s writes a call tree: no view but --call-tree has one",
                           format_name(format));
    if (format == FORMAT_DOT && options->view.view != VIEW_CALL_GRAPH)
        return error_usage(error, "--format=dot draws the call graph: of views only --peek and "
                                  "--by=object go with it");
    if (format_is_of_findings(format) && options->has_view)
        return error_usage(error, "--format=%s has no view: it writes what grew",
                           format_name(format));
    if (format_is_page(format) && options->has_view)
        return error_usage(error, "--format=html has all views: none of them can be named");
    if (format_is_of_findings(format) && options->old.count == 0 && options->limits.count == 0)
        return error_usage(error, "--format=%s needs --diff=OLD or --fail-if", format_name(format));
    bool is_for_files = format == FORMAT_PPROF || format_is_page(format);
    if (is_for_files && options->output == NULL && isatty(STDOUT_FILENO))
        return error_usage(error, "--format=%s is not for a terminal: name a file with -o",
                           format_name(format));
    return true;
}

/* "--top 10" names a file: the option's value is optional, and so has to follow a '='. */
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

/* Around which function, if it is not around one? */
static bool check_depth(const struct options *options, struct error *error)
{
    const struct view_options *view = &options->view;

    return view->depth == 0 || view->view != VIEW_CALL_GRAPH || view->peek.is_given ||
           error_usage(error, "--depth of a call graph needs --peek");
}

/* A view that says what the graph is about gives way to it; others stay, to be refused. */
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

/* Whether no table is written, but what the format is made for. */
static bool has_own_view(enum format format)
{
    return format_is_of_paths(format) || format_is_of_findings(format) || format == FORMAT_DOT ||
           format_is_page(format) || format_writes_profile(format);
}

/* Rows are those of --top, where a format has no view of its own. */
static void settle_rows(struct options *options)
{
    if (!options->has_rows || options->has_view || has_own_view(options->format.format))
        return;
    options->view.view = VIEW_HOTSPOTS;
    options->has_view = true;
}

void options_settle(struct options *options)
{
    settle_rows(options);
    if (options->format.format == FORMAT_DOT)
        settle_graph(options);
    if (format_is_of_findings(options->format.format) && !options->has_view)
        options->view.view = VIEW_GROWTH;
    if (format_is_page(options->format.format) && !options->has_view)
        options->view.view = VIEW_ALL;
    if (!format_is_of_paths(options->format.format))
        return;
    if (!options->has_view)
        options->view.view = VIEW_CALL_TREE;
    if (!options->view.has_least_percent)
        options->view.least_percent = 0.01;
    options->view.has_shares = true;
    options->view.has_lines = format_has_lines(options->format.format);
}

static bool check_instructions(const struct options *options, struct error *error)
{
    return !options->view.has_instructions || options->view.view == VIEW_CODE_LISTING ||
           error_usage(error, "--instructions goes with --annotate=WHAT; --by=instruction ranks "
                              "all of them");
}

bool options_check(const struct options *options, struct error *error)
{
    return check_instructions(options, error) && check_difference(options, error) &&
           check_format(options, error) && check_depth(options, error) &&
           options_go_with_view(options, error) &&
           (options->view.view != VIEW_HOTSPOTS || explain_number(options, error)) &&
           operands_are_no_commands(options->files, error);
}

bool options_ask_for_help(const struct options *options)
{
    return options->help != NULL || options->completion != NULL || options->wants_version;
}

bool options_read_limits(struct options *options, struct error *error)
{
    return options_ask_for_help(options) ||
           (limits_read_files(&options->limits, &options->arena, error) &&
            limits_fit(&options->limits, options->old.count != 0, error));
}

void options_free(struct options *options)
{
    renaming_free(&options->renaming);
    limits_free(&options->limits);
    filter_free(&options->view.filter);
    pattern_free(&options->view.peek);
    pattern_free(&options->view.roots);
    arena_free(&options->arena);
}
